//! How solutions are shown: as tilings, options or digits, in text, letters, JSON or on a sheet.
//!
//! In: solutions, one after the other. Out: each on standard output as it comes, or kept until all of a sheet can be drawn.
//! What waits for a sheet counts against the memory, and goes into checkpoints, so that a picture that was not drawn in this
//! run is drawn in a later one.

use super::args::Args;
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::listing::Listing;
use crate::output::{self, write_file};
use crate::pictures::{WIDE, not_drawn};
use crate::run::Run;
use crate::screen::Screen;
use crate::style::Style;
use num_bigint::BigInt;
use polytile::ask::best::priced;
use polytile::ask::solve::{Prepared, Taker, Verdict};
use polytile::ask::subject::{Kind, Subject};
use polytile::ask::{self, Unanswered};
use polytile::design::known::Known;
use polytile::draw::Grids;
use polytile::format::knuth::Teller;
use polytile::format::tiling::to_letters;
use polytile::format::xmpuzzle::Store;
use polytile::run::Control;
use polytile::solve::{Remaining, Saved, Search};
use polytile_terminal::checkpoints::Checkpoints;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Whether solutions have a board, so that whoever asks for pictures of others need not wait for them.
///
/// # Errors
/// When `control` says stop before that is known.
pub fn can_be_drawn(subject: &Subject, control: &Control) -> Result<bool, Failure> {
    Ok(match &subject.kind {
        Kind::Covers(cover) => Known::of(cover, control)?.is_some(),
        Kind::Digits(..) => false,
        _ => true,
    })
}

/// Shows solutions one after the other.
pub struct Show<'a> {
    subject: &'a Subject,
    style: Style,
    colours: ColourArgs,
    run: &'a Run,
    checkpoints: Checkpoints<'a>,
    shown: u64,
    /// What is on the terminal.
    listing: Listing,
    /// Whether a sheet is drawn, or a file of BurrTools is written.
    draws: bool,
    /// That file.
    store: Option<&'a Store>,
    /// The solutions that wait for either, in this run or a later one.
    undrawn: Vec<Vec<u32>>,
    /// Bytes that these take.
    kept: u64,
    /// What the solution costs that is being shown, where that was asked for.
    cost: Option<BigInt>,
    /// What shows solutions as Knuth's programs do, if that was asked for.
    teller: Option<Teller<'a>>,
    /// What solutions of an exact cover look like, if that is known, and shown.
    known: Option<Known>,
}

impl<'a> Show<'a> {
    /// Shows solutions of `subject` as `args` ask.
    ///
    /// # Errors
    /// When a limit is reached before it is known what they look like.
    pub fn new(subject: &'a Subject, args: &'a Args, run: &'a Run) -> Result<Self, Failure> {
        let draws = args.draws();
        let style = args.colours.style(Style::of(args.json, args.ascii, draws || args.gif.is_some()));
        let checkpoints = Checkpoints::new(args.checkpoint.as_ref(), args.resume.as_ref());
        let (colours, undrawn) = (args.colours, Vec::new());
        let endless = args.limit.is_none() && !args.first && !args.unique && args.best.is_none();
        let stops = endless && !checkpoints.are_written();
        let listing = if stops { Listing::new() } else { Listing::endless() };
        let (cost, teller) = (None, None);
        let looks = draws || !(args.count || args.knuth || style == Style::Json);
        let known = match &subject.kind {
            Kind::Covers(cover) if looks => Known::of(cover, &run.control)?,
            _ => None,
        };
        Ok(Show {
            subject,
            style,
            colours,
            run,
            checkpoints,
            shown: 0,
            listing,
            draws,
            store: None,
            undrawn,
            kept: 0,
            cost,
            teller,
            known,
        })
    }

    /// Shows solutions as Knuth's programs do, if `args` ask for that.
    ///
    /// # Errors
    /// When they do not know such exact covers.
    pub fn like_knuth(mut self, args: &Args) -> Result<Self, Failure> {
        if args.knuth {
            let cover = match &self.subject.kind {
                Kind::Tilings(_, encoded) => Some(encoded.cover()),
                Kind::Covers(cover) | Kind::Digits(_, cover) => Some(&**cover),
                _ => None,
            };
            let teller = cover.map(Teller::new).transpose();
            self.teller = teller.map_err(|e| Failure::from(Unanswered::from(e)))?;
        }
        Ok(self)
    }

    /// Writes solutions into a file of BurrTools, if there is one.
    pub fn storing(self, store: Option<&'a Store>) -> Self {
        Show { store, ..self }
    }

    /// Resumes what an earlier run has left, and says where it was.
    ///
    /// # Errors
    /// When there was no such run of this search, or there is no memory for what it has not drawn.
    pub fn resumed(&mut self, prepared: &Prepared) -> Result<Option<Remaining>, Failure> {
        let Some(search) = prepared.search() else { return Ok(None) };
        let Some(saved) = self.checkpoints.read(search, &self.run.control)? else { return Ok(None) };
        let Saved { remaining, undrawn } = saved;
        self.keep(undrawn)?;
        Ok(Some(remaining))
    }

    /// Notes in the checkpoint that all that waited has been drawn.
    ///
    /// # Errors
    /// When the checkpoint cannot be written.
    pub fn drawn(&self, left: Option<(&Search, &Remaining)>) -> Result<(), Failure> {
        left.map_or(Ok(()), |(search, left)| self.checkpoints.write(search, left, &[]))
    }

    /// How many solutions wait to be drawn.
    pub fn undrawn(&self) -> usize {
        self.undrawn.len()
    }

    /// Whether solutions are drawn, and shown nowhere else.
    pub fn only_draws(&self) -> bool {
        self.style == Style::Nothing
    }

    /// Whether a terminal is full.
    pub fn is_full(&self) -> bool {
        self.listing.is_full()
    }

    /// Shows one solution.
    ///
    /// # Errors
    /// When it cannot be written, or there is no memory to keep it for the sheet.
    fn solution(&mut self, number: u64, chosen: &[u32]) -> Result<(), Failure> {
        let kept = if self.draws { self.with(chosen)? } else { self.kept };
        // A solution that cannot be printed is still to come, and is not kept.
        self.print(number, chosen)?;
        self.shown += 1;
        if self.draws {
            self.kept = kept;
            self.undrawn.push(chosen.to_vec());
        }
        Ok(())
    }

    /// Bytes that the solutions kept take with this one added.
    ///
    /// # Errors
    /// When there is no memory for it.
    fn with(&self, chosen: &[u32]) -> Result<u64, Failure> {
        let text = if self.checkpoints.are_written() { TEXT * chosen.len() } else { 0 };
        let kept = self.kept + (size_of::<Vec<u32>>() + size_of_val(chosen) + text) as u64;
        self.run.control.reserve(kept, "the solutions for the picture")?;
        Ok(kept)
    }

    /// Shows one solution with its cost, which letters leave out, so that they can be read back.
    ///
    /// # Errors
    /// As [`Taker::take`].
    pub fn priced(&mut self, number: u64, cost: &BigInt, chosen: &[u32]) -> Result<(), Failure> {
        self.cost = Some(cost.clone());
        self.solution(number, chosen)
    }

    fn print(&mut self, number: u64, chosen: &[u32]) -> Result<(), Failure> {
        if self.style == Style::Nothing {
            return Ok(());
        }
        if let Some(teller) = &self.teller {
            return self.listing.print(&teller.tell(number, chosen));
        }
        let solution = || match &self.cost {
            Some(cost) => priced(self.subject, number, cost, chosen),
            None => self.subject.solution(number, chosen),
        };
        if self.style == Style::Json {
            return output::print_json(&ask::json(&solution()));
        }
        if let Some(cost) = self.cost.as_ref().filter(|_| self.style == Style::Letters) {
            // Beside the letters, which can be read back.
            self.run.account(|| format!("cost {cost}"));
        }
        let text = if let Kind::Tilings(problem, encoded) = &self.subject.kind {
            let tiling = encoded.tiling(chosen);
            let scene = || self.colours.scene(problem, &tiling);
            let (cols, letters) = (problem.region.cols(), || to_letters(&tiling, problem));
            self.cost_line() + &Screen::find().board(self.style, scene, cols, letters, WIDE)?
        } else if let Some(grids) = self.known.as_ref().and_then(|known| Grids::new(known, [chosen.to_vec()]))
        {
            self.cost_line() + &grids.text()
        } else {
            solution().text()
        };
        let plain = matches!(self.subject.kind, Kind::Digits(..)) && self.cost.is_none();
        let apart = self.shown > 0 && !plain;
        self.listing.print(&if apart { format!("\n{text}") } else { text })
    }

    /// What the solution costs, where that is shown: letters leave it out.
    fn cost_line(&self) -> String {
        let cost = self.cost.as_ref().filter(|_| self.style != Style::Letters);
        cost.map(|cost| format!("cost {cost}\n")).unwrap_or_default()
    }

    /// Says whether the one or two solutions found are the only ones, and shows them.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn verdict(&mut self, args: &Args, verdict: Verdict) -> Result<(), Failure> {
        if args.json {
            output::print_json(&ask::json(&verdict))?;
            return if self.draws { self.keep(verdict.chosen) } else { Ok(()) };
        }
        output::print(&verdict.text())?;
        (1..).zip(&verdict.chosen).try_for_each(|(number, chosen)| self.solution(number, chosen))
    }

    fn keep(&mut self, undrawn: Vec<Vec<u32>>) -> Result<(), Failure> {
        for chosen in &undrawn {
            self.kept = self.with(chosen)?;
        }
        self.undrawn.extend(undrawn);
        Ok(())
    }

    /// Draws the sheet and writes the file of BurrTools, as was asked for, if there is something to draw, and says whether there is.
    /// If `complete`, there are no other solutions.
    ///
    /// # Errors
    /// When the subject cannot be drawn, the picture would be too large, or a file cannot be written.
    pub fn draw(&self, args: &Args, complete: bool) -> Result<bool, Failure> {
        let sheet = &self.undrawn;
        if !self.draws || sheet.is_empty() {
            return Ok(false);
        }
        if let (Some(path), Some(store)) = (&args.xmpuzzle, self.store) {
            self.store(path, store, complete && args.finds_all_assemblies())?;
            if !args.pictures.asked() {
                return Ok(true);
            }
        }
        if let Some(known) = &self.known {
            let grids = Grids::new(known, sheet.iter().cloned()).ok_or_else(not_drawn)?;
            let title = self.subject.title.iter().filter(|_| sheet.len() > 1);
            args.pictures.files().write(&title.fold(grids, Grids::titled), &self.run.control)?;
            return Ok(true);
        }
        let Kind::Tilings(problem, encoded) = &self.subject.kind else { return Err(not_drawn()) };
        let tilings = || sheet.iter().map(|chosen| encoded.tiling(chosen));
        let colours = self.colours.asked();
        args.pictures.files().write_sheet(
            problem,
            sheet.len(),
            tilings,
            self.subject.title.as_deref(),
            colours,
            &self.run.control,
        )?;
        Ok(true)
    }
}

impl Show<'_> {
    /// Writes a file of BurrTools with all that waits.
    ///
    /// # Errors
    /// When there is no memory for it, or it cannot be written.
    fn store(&self, path: &Path, store: &Store, all: bool) -> Result<(), Failure> {
        let Kind::Tilings(problem, encoded) = &self.subject.kind else { return Err(not_drawn()) };
        // The file is kept, and written again with solutions in it.
        let (mut assemblies, mut bytes) = (Vec::new(), self.kept + 2 * store.bytes());
        for chosen in &self.undrawn {
            let assembly = store.assembly(&encoded.tiling(chosen), problem).map_err(Unanswered::from)?;
            // They are put together at the end.
            bytes += 2 * (assembly.len() as u64 + BESIDE);
            self.run.control.reserve(bytes, "the solutions for BurrTools")?;
            assemblies.push(assembly);
        }
        write_file(path, store.text(&assemblies, all).as_bytes())?;
        Ok(())
    }
}

impl Taker for Show<'_> {
    type Failure = Failure;

    fn take(&mut self, number: u64, chosen: &[u32]) -> Result<ControlFlow<()>, Failure> {
        self.run.hide();
        self.solution(number, chosen)?;
        Ok(if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn pause(&self) -> Option<Instant> {
        self.checkpoints.due()
    }

    fn rest(&mut self, search: &Search, left: &Remaining) -> Result<(), Failure> {
        self.checkpoints.write(search, left, &self.undrawn)
    }
}

/// Bytes that a solution takes in a file of BurrTools besides its assembly.
const BESIDE: u64 = 120;

/// The most bytes that an option takes in a checkpoint: ten digits and a comma. Where there is room for the solutions, there is
/// room for reading them again.
const TEXT: usize = 11;
