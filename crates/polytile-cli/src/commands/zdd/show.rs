//! Facts on standard output: as tilings, as lines, or in JSON.

use super::Asked;
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::listing::Listing;
use crate::output;
use crate::pictures::{Pictures, WIDE};
use crate::run::Run;
use crate::say::say_line;
use crate::screen::Screen;
use crate::style::Style;
use polytile::ask;
use polytile::ask::Named;
use polytile::ask::subject::contradicting_lines;
use polytile::ask::zdd::{Asker, Fact, Held, Member};
use polytile::draw::{ColourBy, Scene};
use polytile::format::tiling::to_letters;
use std::ops::ControlFlow;

/// Shows facts one after the other.
pub struct Show<'a> {
    held: &'a Held,
    run: &'a Run,
    quiet: bool,
    style: Style,
    colours: ColourArgs,
    /// Where tilings are drawn, if they are, and whether there may be several.
    pictures: Option<(&'a Pictures, bool)>,
    shown: u64,
    listing: Listing,
    /// Whether it has been said why there is nothing.
    explained: bool,
}

impl<'a> Show<'a> {
    /// Shows facts about `held` as `args` ask.
    pub fn new(held: &'a Held, args: &'a Asked, run: &'a Run) -> Self {
        let pictures = args.draws_members(held).then(|| (&args.pictures, args.members() > 1));
        let style = args.colours.style(Style::of(args.json, args.ascii, pictures.is_some()));
        Show {
            held,
            run,
            quiet: args.run.quiet,
            style,
            colours: args.colours,
            pictures,
            shown: 0,
            listing: Listing::new(),
            explained: false,
        }
    }

    /// Draws a tiling where pictures are asked for; several get numbers in the names of their files.
    fn draw(&self, member: &Member) -> Result<(), Failure> {
        let (Some((pictures, several)), Some(Named { tiling, problem })) = (self.pictures, &member.tiling)
        else {
            return Ok(());
        };
        let by = self.colours.or(ColourBy::Contrast);
        let scene = Scene::coloured_within(problem, tiling, by, &self.run.control)?;
        let scene = member.caption().into_iter().fold(scene, Scene::titled);
        pictures.files().numbered(several.then_some(self.shown + 1)).write_scene(scene, &self.run.control)?;
        Ok(())
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
        if let Some(member) = fact.member() {
            self.draw(member)?;
            if self.style == Style::Nothing {
                self.shown += 1;
                return Ok(ControlFlow::Continue(()));
            }
        }
        if self.style == Style::Json {
            self.shown += u64::from(fact.member().is_some());
            output::print_json(&ask::json(&fact))?;
            return Ok(ControlFlow::Continue(()));
        }
        let text = if let Some(member) = fact.member() { self.member(member)? } else { fact.text() };
        if fact.is_listed() {
            self.listing.print(&text)?;
        } else {
            output::tell(&text)?;
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
        matches!(self.style, Style::Json | Style::Nothing) || self.listing.goes_on()
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
