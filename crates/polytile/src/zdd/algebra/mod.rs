//! Families of sets in one manager, and what can be done with them: an algebra.
//!
//! # What, and why zero-suppressed
//!
//! A family is a set of sets, such as all solutions of a puzzle, each a set of options. Listed, it may fill the universe;
//! as a decision diagram it is often small, because sets that begin differently continue alike, and what continues alike is kept
//! only once. A node asks for one variable: the sets without it are its `lo` child, and those with it, minus the variable, its
//! `hi` child. Bryant's diagrams leave a node out when its two children are equal: *I do not care*. Minato's, which these are,
//! leave it out when there is nothing under `hi`: *no set has it*. Sets of a puzzle have few of the many options, so nearly every
//! question is answered "no", and those nodes cost nothing. The 12988816 ways to cover a chessboard with dominoes are 2300 nodes
//! over 112 variables.
//!
//! A family has one diagram only. So equal families are the same node, and to compare them is to compare two numbers.
//!
//! # The operations
//!
//! Beside union, intersection and differences, which treat sets as points, there are products, which look inside them:
//! the **join** f ⊔ g has the union of each set of f with each of g, as multiplying polynomials puts every pair of terms
//! together; the **meet** f ⊓ g has the intersections. The **quotient** f / g undoes a join, with a **remainder**. And
//! sets can be compared by inclusion: the sets that lie in none of another family, or hold none; the **minimal** and the
//! **maximal** ones; the minimal sets that **hit** every set of a family, as vertex covers hit edges. A **symmetric** family
//! depends only on how many of some items a set holds; exact covers are intersections of such families:
//!
//! ```
//! use polytile::run::Control;
//! use polytile::zdd::{ZddError, algebra::Manager};
//! // Dominoes on 2 x 3 cells, lying 0 1 2 3 (rows, from the left), standing 4 5 6.
//! let cells = [[0, 4, 9], [0, 1, 5], [1, 6, 9], [2, 4, 9], [2, 3, 5], [3, 6, 9]];
//! let manager = Manager::new(7, &Control::default());
//! let once = cells.map(|of_cell| of_cell.into_iter().filter(|&v| v < 7).collect::<Vec<_>>());
//! let once = once.iter().map(|of_cell| manager.covering(of_cell, 1..=1)).collect::<Result<_, _>>()?;
//! let tilings = manager.intersection_of(once)?;
//! assert_eq!(tilings, manager.from_sets([[0, 2, 6], [1, 3, 4], [4, 5, 6]])?);
//! // Those with two lying dominoes at least, and the dominoes that some tiling and these have in common.
//! let lying = tilings.intersection(&manager.covering(&[0, 1, 2, 3], 2..=4)?)?;
//! assert_eq!(lying.meet(&tilings)?.maximal()?, lying);
//! // To spoil every tiling, two dominoes are enough.
//! let spoilers = tilings.hitting_sets()?;
//! assert!(spoilers.contains(&[0, 4]) && spoilers.contains(&[6, 1]));
//! # Ok::<(), ZddError>(())
//! ```
//!
//! # How, and at what cost
//!
//! Every operation is a recursion on the smallest variable (`rules`). Equal nodes are found in a hash table (`store`), and
//! the results of earlier steps in a cache (`cache`), so an operation takes about as many steps as there are pairs of nodes
//! that meet: at most |f| · |g| for union, intersection and the differences, usually far fewer. The other operations call
//! these, and no such bound is known for them; the quotient, too, can be exponential. The program itself does not recurse
//! (`machine`): with a hundred thousand variables the stack is as shallow as with ten.
//!
//! Nodes take 12 bytes, the table 6 to 12 more, the cache 8. A [`Family`] keeps its nodes alive. What no family needs is
//! garbage, and is collected when the nodes have doubled since the last time, even in the middle of an operation. The
//! manager's [`Control`](crate::run::Control) is asked every few thousand steps, and before any memory is taken.
//!
//! A manager is for computing; [`Family::count`] and [`Family::sets`] tell how many sets there are, and which.
//! [`Family::to_diagram`] makes a [`Diagram`](super::Diagram) at rest, which also samples, ranks and is saved;
//! [`Manager::import`] brings one back.
//!
//! Sources: Minato, *Zero-suppressed BDDs for set manipulation in combinatorial problems* (1993), and on their products and
//! quotients *Zero-suppressed BDDs and their applications* (2001); Knuth, TAOCP 7.1.4, "Zero-suppressed BDDs" and the
//! exercises on families, from which the names and signs are taken.

mod cache;
mod conjunction;
mod family;
mod machine;
mod make;
mod operation;
mod rules;
mod store;

pub use family::{Family, Manager};
pub use operation::{Binary, Keeps, Unary};
