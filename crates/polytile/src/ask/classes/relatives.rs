//! The tilings of a puzzle, and one of them that somebody names.
//!
//! In: a puzzle, and what counts as a relation. Out: [`Relatives`], all tilings up to symmetry, from which relations are found
//! by either engine or by both; and for a tiling that is named by its number, in letters or in a text, a [`Placed`]: its number
//! among them, and its placements as it was given. A tiling that is given is checked before it is looked up, and one that is
//! right but not on the list is an error of the search, and said to be one.
//!
//! A cross-check that could not be made is refused before anything is searched. Cost: the search; for a tiling that is named,
//! its images under the symmetries and a search by bisection.

use super::super::Unanswered;
use super::super::compare::{Agreed, By, others, recount};
use super::super::unanswered::misused;
use crate::board::{Lattice, Topology};
use crate::classes::{Link, Maker, Options, Relations, Tilings};
use crate::count;
use crate::format::source::Source;
use crate::format::subject::{Given, Tiled};
use crate::format::tiling;
use crate::pieces::Piece;
use crate::problem::Problem;
use crate::run::clock::{Duration, Instant};
use crate::run::{Control, Stopped};

/// All tilings of a puzzle, one of each symmetry class, and what counts as a relation between them.
pub struct Relatives {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// The tilings.
    pub tilings: Tilings,
    /// What counts as a relation.
    pub options: Options,
    /// Whether relations are to be found by two engines.
    pub cross_check: bool,
    /// How long the search took.
    pub(super) searched: Duration,
}

/// One of the tilings, as it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its number, from 0.
    pub number: usize,
    /// Its placements, sorted.
    pub placements: Vec<u32>,
}

impl Relatives {
    /// Finds them.
    ///
    /// # Errors
    /// When there is none, the question means nothing for the puzzle, there is no second engine where two are to be compared, or
    /// `control` says stop.
    pub fn find(
        tiled: &Tiled,
        options: &Options,
        cross_check: bool,
        control: &Control,
    ) -> Result<Self, Unanswered> {
        if options.max_pieces.is_some_and(|most| most < 2) {
            return Err(Unanswered::Question("a relation moves at least 2 pieces".to_owned()));
        }
        let problem = &tiled.problem;
        problem.meaningful()?;
        // It is refused before anything is searched.
        if let Some(obstacle) = obstacle(problem).filter(|_| cross_check) {
            let message = format!(
                "there is no second engine for this puzzle to check the first one by, because {obstacle}"
            );
            let help = "leave out --cross-check: the engine 'pairs' compares tilings of plane boards that use no piece \
                twice";
            return Err(misused(message, help));
        }
        let begun = Instant::now();
        let none = || {
            misused(
                "the puzzle has no tiling, so there is nothing to relate",
                "`polytile why` looks for a reason; change the board, the pieces or the rules",
            )
        };
        if count::is_impossible(problem, control)? {
            return Err(none());
        }
        let tilings = Tilings::find(problem, control)?;
        if tilings.is_empty() {
            return Err(none());
        }
        let title = tiled.about.title.clone();
        Ok(Relatives { title, tilings, options: *options, cross_check, searched: begun.elapsed() })
    }

    /// The tiling that is given: by a number from 1, in rows of letters with `/` between them, or as a text.
    ///
    /// # Errors
    /// When it is not of any of these forms, or is not a tiling of the puzzle.
    pub fn placed(&self, given: &Given) -> Result<Placed, Unanswered> {
        let tilings = &self.tilings;
        let source = match given {
            Given::Name(text) if text.is_empty() => {
                return Err(misused(
                    "no tiling is named",
                    "give a number from 1, a file, - for standard input, or rows of letters with / between them",
                ));
            }
            Given::Name(text) if text.bytes().all(|b| b.is_ascii_digit()) => {
                let number = text.parse::<usize>().ok().filter(|n| (1..=tilings.len()).contains(n));
                let number = number.ok_or_else(|| {
                    misused(
                        format!("there is no tiling {text}: they go from 1 to {}", tilings.len()),
                        "give such a number; `polytile classes PUZZLE --graphml FILE` lists the tilings in letters",
                    )
                })?;
                return Ok(Placed { number: number - 1, placements: tilings.get(number - 1).to_vec() });
            }
            Given::Name(json) if json.starts_with('{') => Source::new("the tiling", json.as_str()),
            Given::Name(rows) => Source::new("the tiling", rows.replace('/', "\n")),
            Given::Text(source) => source.clone(),
        };
        let read = tiling::parse(&source.text, tilings.problem()).map_err(|e| source.misread(e))?;
        if let Err(faults) = read.check(tilings.problem()) {
            let more =
                if faults.len() > 1 { format!(", and {} more", faults.len() - 1) } else { String::new() };
            let fault = faults.first().map(ToString::to_string).unwrap_or_default();
            return Err(misused(
                format!("{} is not a tiling of the puzzle: {fault}{more}", source.name),
                "`polytile check PUZZLE TILING` lists what is wrong with it",
            ));
        }
        let found = tilings.placements_of(&read).and_then(|placements| {
            let (number, _) = tilings.find_image(&placements)?;
            Some(Placed { number, placements })
        });
        // A correct tiling is on the list, whichever engine made the list.
        found.ok_or_else(|| {
            Unanswered::Failed(format!("{} is a tiling that the search has missed", source.name))
        })
    }

    /// How they are related, found by the engine that is asked for or by the one that is quicker.
    ///
    /// # Errors
    /// When that engine cannot find relations of them, or `control` says stop.
    pub fn relations(&self, control: &Control) -> Result<Relations, Unanswered> {
        Ok(Relations::find(&self.tilings, &self.options, control)?)
    }

    /// Makes sure, where that is asked for, that the other engine, which has nothing in common with the `first`, finds the same.
    ///
    /// # Errors
    /// When it does not, it cannot find relations of them, or `control` says stop.
    pub fn agreed(&self, first: &Relations, control: &Control) -> Result<Option<Agreed>, Unanswered> {
        if !self.cross_check {
            return Ok(None);
        }
        let links = By::new(Some(first.engine), first.links().to_vec());
        let told = |links: &Vec<Link>| format!("{} relations\n", links.len());
        let agreed = recount(&links, &others(Some(first.engine)), told, |engine| {
            let options = Options { engine: Some(engine), ..self.options };
            Ok(Relations::find(&self.tilings, &options, control)?.links().to_vec())
        })?;
        Ok(Some(agreed))
    }

    /// What makes the tilings that one is related to.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn maker(&self, control: &Control) -> Result<Maker<'_>, Stopped> {
        Maker::new(&self.tilings, &self.options, control)
    }
}

/// Why the engine that compares pairs cannot, if it cannot.
fn obstacle(problem: &Problem) -> Option<&'static str> {
    let repeats = |piece: &Piece| {
        piece.copies.max().is_none_or(|max| max > 1) && 2 * piece.size() <= problem.region.len()
    };
    if problem.region.lattice() != Lattice::Square {
        Some("the board is not of squares")
    } else if problem.region.topology() != Topology::Plane {
        Some("the board wraps")
    } else if problem.pieces.iter().any(repeats) {
        Some("a piece may be used twice")
    } else {
        None
    }
}
