//! Whole families of sets in hand: zero-suppressed decision diagrams.
//!
//! A puzzle may have more solutions than can ever be listed, and yet all of them fit into memory at once. Order the
//! options, the things that can be chosen, and ask of a solution: does it have the first? does it have the second? The
//! answers lead down a binary tree with a leaf for every set of options. Almost all leaves say *no*; and branches that continue
//! alike need to be drawn only once. What is left is a diagram (Minato 1993; Knuth, TAOCP 7.1.4, from ZDDs on):
//!
//! - A node stands for a family of sets of the options from its own on. Its `hi` branch is the family of those that have
//!   the option, with the option taken out; its `lo` branch is the family of those that do not.
//! - Two terminals end every path: ⊥ is the family without any set, ⊤ the family whose only set is empty.
//! - A node whose `hi` is ⊥ says that its option is in no set: it is left out (zero suppression). In a tiling nearly all
//!   options are absent, so this is what keeps the diagram small. Equal nodes are one. Then every family has exactly one
//!   diagram for an order of the options.
//!
//! The 12988816 ways to cover a chessboard by dominoes take 2300 nodes, terminals included; with monominoes and
//! trominoes too, 92109458286284989468604 ways take 512227. The order matters: 9 rows of 12 columns by trominoes take 7893743
//! nodes row by row, and 379242 column by column, where fewer cells lie between what is decided and what is open.
//!
//! # How a diagram comes about
//!
//! There are two roads. *Top down*, from a process that decides one thing after the other: its states on a level are the
//! nodes. The tilings of a puzzle are such a process ([`Family::tilings`]): two passes over the layers of the
//! [frontier](crate::frontier), and no table in which equal nodes would have to be looked up, for two states that still have
//! different cells to cover cannot have the same future. A process of one's own implements [`Spec`](crate::spec::Spec), and
//! [`Diagram::of`] makes its diagram. *Bottom up*, from smaller families by the operations of an [`algebra`]. Any exact cover,
//! with colours and multiplicities, goes through [`cover`], which does a little of both.
//!
//! Families are added and multiplied like polynomials whose variables are the options: by union and join, with quotient and
//! remainder by another family; and there are operations that only sets have: the members that contain no other, the smallest
//! sets that hit them all. With the symmetric functions, the sets that hold exactly k of some options, an exact cover can be
//! written down as one would say it: *one* of the options of this item, *and* one of those of that. [`algebra`] tells more.
//!
//! Why this kind of diagram, and not a BDD, which says the same about options? A BDD leaves out a node whose two
//! branches are alike: an option that does not matter. In a solution of a puzzle nearly every option matters, because it must be
//! absent: a BDD has a node to say so for each, on every path. Leaving out the absent ones instead makes the difference, which is
//! the larger the sparser the sets are.
//!
//! # A secret number
//!
//! Number Mind gives some guesses at a number, and for each of them how many digits are right. An option is a digit at a
//! position, and a guess an item that is covered that many times; the sets are numbers ([`Family::numbers`]).
//!
//! ```
//! use polytile::{format::number_mind, run::Control, zdd::{Family, cover}};
//! let mind = number_mind::parse("90342 ;2 correct\n70794 ;0\n39458 ;2\n34109 ;1\n51545 ;2\n12531 ;1\n")?;
//! let (puzzle, digits, control) = (mind.cover(), mind.options(), Control::default());
//! let order = cover::narrow(&puzzle, &control)?;
//! let digits: Vec<_> = order.iter().map(|&option| digits[option as usize]).collect();
//! let family = Family::numbers(cover::build(&puzzle, &order, &control)?, mind.length(), &digits);
//! let answers: Vec<_> = family.diagram().sets().filter_map(|set| family.number(&set)).collect();
//! assert_eq!(answers, ["39542"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What can be asked
//!
//! Every question is a sweep that looks at each node once, or a walk along one path:
//!
//! | question | how |
//! |---|---|
//! | [`Diagram::count`], [`Diagram::count_by_size`] | sets of `lo` + sets of `hi`, from the bottom up |
//! | [`Counted::kth`], [`Counted::rank`], [`Counted::sample`] | down one path, by the counts |
//! | [`Counted::frequencies`] | from the top down: paths to a node, times sets below its `hi` |
//! | [`Diagram::best`] | the lightest of every node, from the bottom up; then down a path for each set |
//! | [`Diagram::restricted`] | with some options and without others: down, then up |
//! | [`Diagram::sets`], [`Diagram::contains`] | down a path |
//!
//! A [`Diagram`] knows numbers of variables only; a [`Family`] knows what they stand for, and goes into pictures and into
//! files: [`Family::save`] writes one and tells the format, [`Family::load`] reads it where it lies, in a mapped file for
//! instance, after checking that everything fits together.
//!
//! ```
//! use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control, zdd::Family};
//! let problem = Problem::new(Region::rectangle(9, 12)?, PieceSet::all(3, Freedom::Free));
//! let control = Control::default();
//! let family = Family::tilings(&problem, None, &control)?;
//! assert_eq!(family.diagram().nodes(), 379242);
//!
//! let counted = family.diagram().counted(&control)?;
//! assert_eq!(counted.total().to_string(), "20574308184277971");
//! let set = counted.kth(&1_000_000_000_000_000_u64.into()).expect("there are more");
//! let tiling = family.tiling(&set).expect("these are tilings");
//! assert_eq!(tiling.check(&problem), Ok(()));
//! assert_eq!(counted.rank(&set), Some(1_000_000_000_000_000_u64.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod algebra;
mod best;
pub(crate) mod build;
mod count;
pub mod cover;
#[cfg(feature = "serde")]
mod describe;
mod diagram;
mod error;
mod family;
#[cfg(feature = "serde")]
mod file_error;
mod limbs;
mod limit;
mod listed;
pub(crate) mod names;
mod node;
mod picture;
mod ranks;
mod restrict;
mod sets;
#[cfg(feature = "serde")]
mod sound;
#[cfg(feature = "serde")]
mod store;
mod unique;
mod universe;

pub use best::Goal;
pub use diagram::{Bytes, Diagram, DiagramBuilder};
pub use error::ZddError;
pub use family::{Family, Puzzle};
#[cfg(feature = "serde")]
pub use file_error::{FileError, Place};
pub use limit::Limit;
pub use listed::SetList;
pub use node::{EMPTY, Node, NodeId, UNIT};
pub use ranks::Counted;
pub use sets::Sets;
pub use universe::Universe;
