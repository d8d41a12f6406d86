//! The questions, each with its answer as it is shown.

use super::Asked;
use super::show::Show;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output::{self, Unwritten};
use crate::run::Run;
use crate::screen::Screen;
use polytile::ask::zdd::{Asking, Held, heat};
use polytile::draw::{Nodes, Profile};
use polytile::format::subject::Given;
use polytile::run::Control;
use polytile::zdd::{Counted, FileError, Goal, ZddError};
use std::path::Path;

/// Saves the diagram, if that is asked for.
fn saved(args: &Asked, held: &Held, run: &Run) -> Result<(), Failure> {
    let Some(path) = &args.save else { return Ok(()) };
    output::stream_file(path, |mut out| {
        held.family.save(&mut out, &run.control).map_err(|e| match e {
            FileError::Io(e) => e.into(),
            FileError::Stopped(stopped) => Unwritten::Unmade(stopped.into()),
            too_large => {
                Unwritten::Unmade(Failure::limit(too_large.to_string(), "ask about a smaller puzzle"))
            }
        })
    })
}

/// Draws the pictures that are asked for.
fn pictures(args: &Asked, held: &Held, control: &Control) -> Result<(), Failure> {
    let family = &held.family;
    let too_large = |e: ZddError| {
        let help =
            "narrow it down using --with and --without, ask for a smaller board, or draw its --profile";
        Failure::limit(e.to_string(), help)
    };
    if let Some(path) = &args.dot {
        output::write_file(path, family.dot().map_err(too_large)?.as_bytes())?;
    }
    // The maps of the cells have to wait for the counts, and tilings are drawn as they come.
    if !args.pictures.asked() || args.marginals || args.draws_members(held) {
        return Ok(());
    }
    args.pictures.look.boardless()?;
    if args.profile {
        return args.pictures.files().write(&Profile::new(family), control);
    }
    args.pictures.files().write(&Nodes::new(family).map_err(too_large)?, control)
}

/// Writes the files and answers everything that `args` ask, in the order in which the help lists it; with `cross_check`, counts with
/// another engine too.
///
/// # Errors
/// When a limit is reached, there is no answer, or it cannot be written.
pub fn all(args: &Asked, cross_check: bool, held: &Held, run: &Run) -> Result<(), Failure> {
    let puzzle = held.family.puzzle().filter(|_| args.draws_members(held));
    args.pictures.look.fits(puzzle.map(|puzzle| puzzle.problem.region.lattice()))?;
    saved(args, held, run)?;
    pictures(args, held, &run.control)?;
    let mut asking = Asking::new(held, &run.control, Show::new(held, args, run));
    if args.stats || (args.asks_nothing() && !cross_check) {
        asking.stats()?;
    }
    if args.count {
        asking.count()?;
    }
    if args.by_size {
        asking.by_size()?;
    }
    // In a picture, or here.
    if args.profile && (!args.pictures.asked() || args.marginals || args.json) {
        asking.profile()?;
    }
    if let Some(number) = args.list {
        run.hide();
        asking.list(number)?;
    }
    if args.marginals || args.sample.is_some() || args.kth.is_some() || args.rank.is_some() {
        let counted = held.counted(&run.control)?;
        run.hide();
        if args.marginals {
            marginals(args, held, run, &counted, &mut asking)?;
        }
        if let Some(number) = args.sample {
            asking.sample(&counted, number, args.seed)?;
        }
        if let Some(k) = &args.kth {
            asking.kth(&counted, k)?;
        }
        if let Some(set) = &args.rank {
            asking.rank(&counted, &set_of(set)?)?;
        }
    }
    if args.weighs() {
        let weights = match &args.weights {
            Some(name) => run.bounded(READING, || Ok::<_, Failure>(held.weights(&input::read(name)?)?))?,
            None => held.costs()?,
        };
        run.hide();
        for (asked, goal) in [(args.lightest(), Goal::Lightest), (args.heaviest, Goal::Heaviest)] {
            if asked {
                asking.best(&weights, goal, args.best)?;
            }
        }
    }
    if cross_check {
        asking.cross_check()?;
    }
    run.hide();
    run.account(|| held.account());
    Ok(())
}

/// How often options are used: in maps of the cells, or one by one.
fn marginals(
    args: &Asked,
    held: &Held,
    run: &Run,
    counted: &Counted,
    asking: &mut Asking<'_, Show<'_>>,
) -> Result<(), Failure> {
    let frequencies = counted.frequencies(&run.control)?;
    if held.family.puzzle().is_none() && (args.pictures.asked() || args.ascii) {
        return Err(Failure::usage(
            "only tilings have a map of their cells",
            "leave --svg, --png and --ascii out: --marginals lists the options, and `polytile inspect` with --map has a map of queens, sudokus and the like",
        ));
    }
    let maps = || heat(&held.family, &frequencies, counted.total(), &run.control);
    if args.pictures.asked() {
        args.pictures.files().write(&maps()?, &run.control)?;
        if !args.ascii && !args.json {
            return Ok(());
        }
    }
    if args.ascii {
        return output::print(&Screen::find().map(&maps()?)?);
    }
    asking.marginals(counted, &frequencies)
}

/// The set that `text` is, or that the file of this name holds.
fn set_of(text: &str) -> Result<Given, Failure> {
    if text != "-" && !Path::new(text).exists() {
        return Ok(Given::Name(text.to_owned()));
    }
    input::read(text).map(Given::Text)
}
