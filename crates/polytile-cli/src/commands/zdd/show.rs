//! Facts on standard output: as tilings, as lines, or in JSON.

use super::Asked;
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::listing::Listing;
use crate::output;
use crate::run::Run;
use crate::say::say_line;
use crate::screen::Screen;
use crate::style::Style;
use polytile::ask;
use polytile::ask::Named;
use polytile::ask::subject::contradicting_lines;
use polytile::ask::zdd::{Asker, Fact, Held, Member};
use polytile::format::tiling::to_letters;
use std::ops::ControlFlow;

/// What shows a tiling that a terminal is too narrow for.
const WIDE: &str = "`polytile solve --svg FILE` draws tilings, --json has it in numbers, and a file or a pipe gets all of it";

/// Shows facts one after the other.
pub struct Show<'a> {
    held: &'a Held,
    run: &'a Run,
    quiet: bool,
    style: Style,
    colours: ColourArgs,
    shown: u64,
    listing: Listing,
    /// Whether it has been said why there is nothing.
    explained: bool,
}

impl<'a> Show<'a> {
    /// Shows facts about `held` as `args` ask.
    pub fn new(held: &'a Held, args: &Asked, run: &'a Run) -> Self {
        let style = args.colours.style(Style::of(args.json, args.ascii, false));
        Show {
            held,
            run,
            quiet: args.run.quiet,
            style,
            colours: args.colours,
            shown: 0,
            listing: Listing::new(),
            explained: false,
        }
    }

    /// A set, below its caption unless the output is for readers of tilings.
    fn member(&mut self, member: &Member) -> Result<String, Failure> {
        let family = &self.held.family;
        let text = match &member.tiling {
            None => member.text(),
            Some(Named { tiling, problem }) => {
                let (scene, cols) = (|| self.colours.scene(problem, tiling), problem.region.cols());
                Screen::find().board(self.style, scene, cols, || to_letters(tiling, problem), WIDE)?
            }
        };
        let apart = if self.shown > 0 && family.puzzle().is_some() { "\n" } else { "" };
        self.shown += 1;
        let mut caption = member.caption().map(|caption| caption + "\n").unwrap_or_default();
        if self.style == Style::Letters {
            // Beside the letters, which can be read back.
            let said = std::mem::take(&mut caption);
            if !said.is_empty() {
                self.run.account(|| said.trim_end().to_owned());
            }
        }
        Ok(format!("{apart}{caption}{text}"))
    }
}

impl Drop for Show<'_> {
    fn drop(&mut self) {
        if !self.quiet {
            self.listing.finish();
        }
    }
}

impl Asker for Show<'_> {
    type Failure = Failure;

    fn fact(&mut self, fact: Fact) -> Result<ControlFlow<()>, Failure> {
        self.run.hide();
        if self.style == Style::Json {
            output::print_json(&ask::json(&fact))?;
            return Ok(ControlFlow::Continue(()));
        }
        let text = if let Some(member) = fact.member() { self.member(member)? } else { fact.text() };
        if fact.is_listed() {
            self.listing.print(&text)?
        } else {
            output::tell(&text)?
        }
        if let Some(lines) = fact.contradiction().filter(|_| !self.quiet) {
            say_line(contradicting_lines(lines).trim_end());
        } else if let Some(why) = fact.why().filter(|_| !self.explained) {
            self.run.account_for(Some(why));
            self.explained = true;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn goes_on(&mut self) -> bool {
        self.style == Style::Json || self.listing.goes_on()
    }

    fn remark(&mut self, text: String) {
        if !self.quiet {
            say_line(&text);
        }
    }

    fn account(&mut self, text: String) {
        self.run.account(|| text);
    }
}
