//! How solutions are shown: as tilings, options or digits, in text, letters, JSON or on a sheet.

use super::checkpoint::Shower;
use super::{Args, Kind, Subject};
use crate::failure::Failure;
use crate::output;
use crate::screen::Screen;
use crate::style::Style;
use polytile::draw::Scene;
use polytile::exact_cover::{Entry, ExactCover};
use polytile::format::tiling::{JsonTiling, to_letters};
use polytile::run::Control;
use serde_json::{Value, json};

/// Shows solutions one after the other.
pub struct Show<'a> {
    subject: &'a Subject,
    style: Style,
    control: &'a Control,
    shown: u64,
    /// Whether a sheet is drawn.
    draws: bool,
    /// Whether checkpoints are written.
    writes: bool,
    /// The solutions that wait for a sheet, in this run or a later one.
    undrawn: Vec<Vec<u32>>,
    /// Bytes that these take.
    kept: u64,
}

impl<'a> Show<'a> {
    /// Shows solutions of `subject` as `args` ask.
    pub fn new(subject: &'a Subject, args: &Args, control: &'a Control) -> Self {
        let pictures = args.pictures.asked();
        let style = Style::of(args.json, args.ascii, pictures || args.gif.is_some());
        let writes = args.checkpoint.is_some() || args.resume.is_some();
        Show { subject, style, control, shown: 0, draws: pictures, writes, undrawn: Vec::new(), kept: 0 }
    }

    /// Whether solutions are drawn, and else nowhere to be seen.
    pub fn only_draws(&self) -> bool {
        self.style == Style::Nothing
    }

    /// Shows one solution.
    ///
    /// # Errors
    /// When it cannot be written, or there is no memory to keep it for the sheet.
    pub fn solution(&mut self, number: u64, chosen: &[u32]) -> Result<(), Failure> {
        let kept = if self.draws { self.with(chosen)? } else { self.kept };
        // One that cannot be printed is still to come, and is not kept.
        self.print(number, chosen)?;
        self.shown += 1;
        if self.draws {
            self.kept = kept;
            self.undrawn.push(chosen.to_vec());
        }
        Ok(())
    }

    /// Bytes that the solutions kept take with one more.
    ///
    /// # Errors
    /// When there is no memory for it.
    fn with(&self, chosen: &[u32]) -> Result<u64, Failure> {
        let text = if self.writes { TEXT * chosen.len() } else { 0 };
        let kept = self.kept + (size_of::<Vec<u32>>() + size_of_val(chosen) + text) as u64;
        self.control.reserve(kept, "the solutions for the picture")?;
        Ok(kept)
    }

    fn print(&self, number: u64, chosen: &[u32]) -> Result<(), Failure> {
        if self.style == Style::Nothing {
            return Ok(());
        }
        if self.style == Style::Json {
            return output::print_json(&self.json(number, chosen));
        }
        let text = match &self.subject.kind {
            Kind::Tilings(problem, encoded) => {
                let tiling = encoded.tiling(chosen);
                let scene = || Scene::new(problem, &tiling);
                let (cols, letters) = (problem.region.cols(), || to_letters(&tiling, problem));
                Screen::find().board(self.style, scene, cols, letters, WIDE)?
            }
            Kind::Covers(cover) => {
                options(cover, chosen).iter().map(|names| names.join(" ") + "\n").collect()
            }
            Kind::Digits(mind, _) => return output::print(&format!("{}\n", mind.digits(chosen))),
        };
        output::print(&if self.shown > 0 { format!("\n{text}") } else { text })
    }

    /// A solution as a JSON object.
    pub fn json(&self, number: u64, chosen: &[u32]) -> Value {
        let mut object = match &self.subject.kind {
            Kind::Tilings(problem, encoded) => {
                // Names and numbers: JSON holds them.
                serde_json::to_value(JsonTiling::new(&encoded.tiling(chosen), problem)).unwrap_or_default()
            }
            Kind::Covers(cover) => json!({ "options": options(cover, chosen) }),
            Kind::Digits(mind, _) => json!({ "digits": mind.digits(chosen) }),
        };
        object["number"] = output::integer(&number.into());
        object
    }

    /// Says whether the one or two solutions `found` are the only ones, and shows them; or in JSON which lines contradict each
    /// other, so that there is none.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn verdict(
        &mut self,
        args: &Args,
        found: &[Vec<u32>],
        contradiction: Option<&[u32]>,
    ) -> Result<(), Failure> {
        if args.json {
            let solutions: Vec<_> =
                (1..).zip(found).map(|(number, chosen)| self.json(number, chosen)).collect();
            let mut verdict = json!({ "unique": found.len() == 1, "solutions": solutions });
            if let Some(lines) = contradiction {
                verdict["contradiction"] = json!(lines);
            }
            output::print_json(&verdict)?;
            return if self.draws { self.keep(found.to_vec()) } else { Ok(()) };
        }
        output::print(match found.len() {
            0 => "no solution\n",
            1 => "unique\n",
            _ => "not unique\n",
        })?;
        (1..).zip(found).try_for_each(|(number, chosen)| self.solution(number, chosen))
    }

    /// Draws the sheet, if one was asked for and there is something to draw, and says whether there is.
    ///
    /// # Errors
    /// When the subject cannot be drawn, the picture would be too large, or a file cannot be written.
    pub fn draw(&self, args: &Args) -> Result<bool, Failure> {
        let sheet = &self.undrawn;
        if !self.draws || sheet.is_empty() {
            return Ok(false);
        }
        let Kind::Tilings(problem, encoded) = &self.subject.kind else { return Err(not_drawn()) };
        let tilings = || sheet.iter().map(|chosen| encoded.tiling(chosen));
        args.pictures.write_sheet(problem, sheet.len(), tilings, self.subject.title.as_deref())?;
        Ok(true)
    }
}

impl Shower for Show<'_> {
    fn take(&mut self, number: u64, chosen: &[u32]) -> Result<(), Failure> {
        self.solution(number, chosen)
    }

    fn undrawn(&self) -> &[Vec<u32>] {
        &self.undrawn
    }

    fn keep(&mut self, undrawn: Vec<Vec<u32>>) -> Result<(), Failure> {
        for chosen in &undrawn {
            self.kept = self.with(chosen)?;
        }
        self.undrawn.extend(undrawn);
        Ok(())
    }
}

/// Bytes that an option takes in a checkpoint, at most: ten digits and a comma. Who has room for the solutions has it for
/// reading them again.
const TEXT: usize = 11;

/// What shows a solution that a terminal is too narrow for.
const WIDE: &str = "--svg FILE draws it, --json has it in numbers, and a file or a pipe gets all of it";

/// The failure of drawing what is no tiling.
pub fn not_drawn() -> Failure {
    Failure::usage(
        "there is nothing to draw: an exact cover has no board",
        "leave --svg, --png and --gif out, or give the puzzle as a board and pieces",
    )
}

/// The options chosen, in the order of the file, each as the names of its items with their colours.
fn options(cover: &ExactCover, chosen: &[u32]) -> Vec<Vec<String>> {
    let mut sorted = chosen.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(|&option| option_names(cover, option)).collect()
}

/// The names of the items of an option, with their colours.
pub fn option_names(cover: &ExactCover, option: u32) -> Vec<String> {
    let name = |entry: &Entry| {
        let item = &cover.items()[entry.item as usize].name;
        match entry.colour {
            0 => item.clone(),
            colour => format!("{item}:{}", cover.colours()[colour as usize - 1]),
        }
    };
    cover.option(option).iter().map(name).collect()
}
