//! What a program needs that answers questions in a terminal, whatever is asked.
//!
//! [`run`] watches an engine, shows how far it is and stops it, and [`interrupt`] hears Ctrl-C. [`output`] writes answers to standard
//! output and to files that are complete or absent, [`gathered`] long ones as they come, [`listing`] as many as a terminal has
//! room for, [`drawn`] pictures, and [`say`] whatever is said besides; [`boardless`] counts what has no board.
//! [`texts`] reads files, [`given`] those that may be pictures, and [`mapped`] brings large ones into memory.
//! [`style`] is how answers look, [`screen`] how much room there is for them, and [`layout`] breaks what people read into lines.
//! [`source`] shows what is wrong with a text, and [`failure`] is everything that ends a run before its answer, with its exit status;
//! [`levels`] has the failures of levels in a directory. [`checkpoints`] keeps what is left of a search, and [`folder`] the puzzles
//! that a search finds. [`play`] is a game with sliding blocks.
//!
//! Nothing here reads an argument: `polytile-cli` does, and asks the library. The macros that print panic where nothing can
//! be written; `output` and `say` do not.

mod begun;
pub mod boardless;
pub mod checkpoints;
pub mod drawn;
pub mod failure;
pub mod folder;
pub mod gathered;
pub mod given;
pub mod interrupt;
pub mod layout;
pub mod levels;
pub mod listing;
pub mod mapped;
pub mod output;
pub mod play;
pub mod run;
pub mod say;
pub mod screen;
pub mod source;
pub mod style;
pub mod texts;
