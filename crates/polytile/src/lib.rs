//! polytile: exact answers about polyomino tilings.
//!
//! A puzzle is a board, a set of pieces and perhaps a rule. This library counts its tilings exactly at any size, also
//! up to symmetry or by the pieces used; follows the counts of longer and longer boards to their linear recurrence;
//! lists tilings, and draws them uniformly at random; finds out which are relatives; and checks and pictures them. The
//! `polytile` command is a thin layer above it.
//!
//! Most programs begin with the [`prelude`]. Whoever has a question in words, a page or a binding, may go straight to
//! [`ask`]: a question in JSON goes in, an owned answer comes out.
//!
//! # A tour
//!
//! WHERE: a [`board::Region`] is a rectangle with holes, flat or wrapped. WHAT: [`pieces`] are polyominoes from a
//! generated catalogue or drawn by you, with limits of copies. Together they are a [`problem::Problem`]:
//!
//! ```
//! use polytile::board::{Cell, Region};
//! use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
//! use polytile::problem::Problem;
//!
//! let holed = Region::rectangle(5, 5)?.without(&[Cell::new(2, 2)])?;
//! let trominoes = PieceSet::all(3, Freedom::Free);
//! let problem = Problem::new(holed, trominoes);
//! assert_eq!(problem.placements().len(), 76);
//!
//! // Pieces by name, and no more than four copies.
//! let l3 = catalogue::find("L3").expect("a standard name");
//! let few = Piece::from_catalogue(&l3, Freedom::Free, Copies::between(0, 4)?);
//! assert_eq!(few.orientations.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`count`](mod@count) answers by the engine and the order of the cells that are best for it, which a [`plan`] says and explains:
//!
//! ```
//! use polytile::count::{Answer, CountOptions, count};
//! use polytile::problem::UpTo;
//! use polytile::run::Control;
//! # use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem};
//! # let board = Region::rectangle(6, 6)?;
//! # let problem = Problem::new(board, PieceSet::all(3, Freedom::Free));
//! let counted = count(&problem, &CountOptions::default(), &Control::default())?;
//! assert_eq!(counted.answer, Answer::Total(80092_u32.into()));
//!
//! let classes = CountOptions { up_to: Some(UpTo::Symmetries), ..CountOptions::default() };
//! let counted = count(&problem, &classes, &Control::default().threads(2))?;
//! assert_eq!(counted.answer, Answer::Total(10112_u32.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [`frontier`] is what counts: cells are decided one after the other, and partial tilings with the same frontier
//! are counted together. Its [`frontier::series`] follows one width through all heights, and its [`frontier::sample`]
//! turns a rank into a tiling:
//!
//! ```
//! use polytile::frontier::{sample::sample, series::Strip};
//! # use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::{Problem, Rules}, run::Control};
//! let strip = Strip::new(2, PieceSet::all(2, Freedom::Free), Rules::default())?;
//! let (recurrence, evidence) = strip.recurrence(&Control::default())?;
//! assert_eq!(recurrence.to_string(), "a(n) = a(n-1) + a(n-2)");
//! assert!(evidence.is_proof());
//!
//! let problem = Problem::new(Region::rectangle(2, 6)?, PieceSet::all(2, Freedom::Free));
//! let total = sample(&problem, 1, 42, &Control::default(), |tiling| {
//!     // Answers are checked by code that shares nothing with the engines,
//!     assert_eq!(tiling.check(&problem), Ok(()));
//!     // and drawn.
//!     print!("{}", polytile::draw::Scene::new(&problem, &tiling).text());
//! })?;
//! assert_eq!(total, 13_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`zdd`] holds all tilings at once, and answers questions that would take too long one tiling at a time:
//!
//! ```
//! use polytile::{count::Order, zdd::Family};
//! # use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
//! # let problem = Problem::new(Region::rectangle(8, 8)?, PieceSet::all(2, Freedom::Free));
//! let family = Family::tilings(&problem, Some(Order::Rows), &Control::default())?;
//! assert_eq!(family.diagram().nodes(), 2300);
//! let corner = family.option("domino@0,0+0,1")?;
//! let half = family.restricted(&[corner], &[], &Control::default())?;
//! assert_eq!(half.diagram().count(&Control::default())?, 6494408_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve`] finds solutions one after the other, on as many threads as one likes; what is left of a search can be kept:
//!
//! ```
//! use polytile::prelude::*;
//! use polytile::problem::UpTo;
//! use polytile::solve::{Options, Tilings};
//! let problem = Problem::new("4x15".parse()?, "1:pentominoes".parse()?);
//! let one_of_each = Options { up_to: Some(UpTo::Symmetries), ..Options::default() };
//! let mut tilings = Tilings::new(&problem, &one_of_each, &Control::default())?;
//! assert_eq!(tilings.next().expect("there are some")?.check(&problem), Ok(()));
//! let left = tilings.remaining();
//! assert_eq!(tilings.resumed(left)?.count(), 367);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`classes`] finds out which tilings are relatives: by turning a symmetric part, by exchanging two regions of the same
//! shape, by laying two pieces anew:
//!
//! ```
//! use polytile::classes::{Options, Relations, Tilings};
//! # use polytile::prelude::*;
//! let problem = Problem::new("4x4".parse()?, "dominoes".parse()?);
//! let tilings = Tilings::find(&problem, &Control::default())?;
//! let relations = Relations::find(&tilings, &Options::default(), &Control::default())?;
//! let classes = relations.classes(tilings.len(), Options::default().rules);
//! assert_eq!((tilings.len(), classes.sizes()), (9, vec![9]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`golomb`] needs no search: boards of side 2^n with one cell missing, tiled by an induction that knows the piece on every cell
//! at once.
//!
//! ```
//! use polytile::golomb::Board;
//! let piece = Board::new(60, 0_u64, 0)?.piece_at(&(1 << 59), &(1 << 59))?.expect("not the hole");
//! assert_eq!(piece.level, 60);
//! # Ok::<(), polytile::golomb::GolombError>(())
//! ```
//!
//! [`sliding`] moves pieces instead of laying them: all states that can be reached, by distance, in any metric.
//!
//! ```
//! use polytile::format::{shipped::Shipped, sliding};
//! use polytile::sliding::{ExploreOptions, Metric, explore};
//! # use polytile::run::Control;
//! let klotski = Shipped::find("klotski").expect("it comes with polytile");
//! let puzzle = sliding::parse(klotski.text)?.puzzle;
//! let options = ExploreOptions { metric: Metric::Move, ..ExploreOptions::default() };
//! let explored = explore(&puzzle, &options, &Control::default())?;
//! assert_eq!((explored.states, explored.solved_in), (25_955, Some(81)));
//!
//! // A shortest solution, and how many there are.
//! use polytile::sliding::{Answer, SolveOptions, solve};
//! let options = SolveOptions::by(Metric::Move);
//! let Answer::Solved(solutions) = solve(&puzzle, &options, &Control::default())?.answer else { panic!("solved") };
//! assert_eq!(solutions.length(), 81);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where there is no tiling, [`exact_cover::certify`] looks for a reason that a person can check, and [`certificate`]
//! checks it.
//!
//! At the edge stand [`format`](mod@format), what people and programs write, and [`draw`], what they look at; no engine needs
//! either. Above all of it stands [`ask`]:
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! # use polytile::run::Control;
//! let question: Question = r#"{"question": "why", "puzzle": "mutilated-chessboard"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert!(answer.text().contains("there is no tiling"), "{}", answer.text());
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```
//!
//! Every engine takes a [`run::Control`] and stops when it says so; nothing prints. Without the default features (`threads`,
//! `files`, `draw`, `print`, `formats` with `ask`, `every-question` and `later-questions` of it, `serde`) the library builds for `wasm32-unknown-unknown`.

#![cfg_attr(
    not(all(feature = "draw", feature = "every-question", feature = "files", feature = "formats")),
    allow(dead_code, reason = "some of what the features share is of no use to those that are left")
)]

// The examples of the guide's chapter about this library are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/library.md")]
struct Guide;

// Code that is shared by tests inside and outside calls the library by its name.
#[cfg(test)]
extern crate self as polytile;

#[cfg(feature = "formats")]
pub mod ask;
mod bit_string;
pub mod board;
pub mod certificate;
pub mod choice;
pub mod classes;
pub mod condition;
pub mod count;
pub mod design;
#[cfg(feature = "draw")]
pub mod draw;
pub mod exact_cover;
#[cfg(feature = "formats")]
pub mod format;
pub mod frontier;
pub mod golomb;
pub mod graph;
#[doc(hidden)]
pub mod internals;
mod matching;
pub mod number;
pub mod pieces;
pub mod plan;
pub mod prelude;
pub mod problem;
pub mod reason;
pub mod run;
pub mod sliding;
pub mod solve;
pub mod spec;
mod sums;
pub mod tiling;
pub mod zdd;
