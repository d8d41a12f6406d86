//! What is counted, in the words of a sequence: the tilings of boards by pieces, under rules.

use crate::pieces::{Copies, Freedom, Piece, PieceSet};
use crate::problem::{Rules, UpTo};

/// The number of tilings of `board` by `pieces`, in words.
pub(super) fn tilings(board: &str, pieces: &PieceSet, rules: Rules, up_to: Option<UpTo>) -> String {
    let names: Vec<String> = pieces.iter().map(named).collect();
    let mut text = format!("the number of tilings of {board} by {}", names.join(", "));
    for (holds, words) in [
        (rules.tatami, ", no four of which meet at a point"),
        (rules.fault_free, ", such that no straight line cuts the board without cutting one of them"),
        (up_to == Some(UpTo::Symmetries), ", up to rotations and reflections of the board"),
        (up_to == Some(UpTo::Rotations), ", up to rotations of the board"),
        (up_to == Some(UpTo::Translations), ", up to translations of the board"),
    ] {
        if holds {
            text += words;
        }
    }
    text
}

/// A piece by its name, and what else there is to say of it: how it may be turned, and how often it is used.
fn named(piece: &Piece) -> String {
    let freedom = match piece.freedom() {
        Some(Freedom::OneSided) => ", not turned over",
        Some(Freedom::Fixed) | None => ", not turned",
        Some(Freedom::Free | Freedom::Natural) => "",
    };
    let copies = match (piece.copies.min(), piece.copies.max()) {
        _ if piece.copies == Copies::ANY => String::new(),
        (min, Some(max)) if min == max => format!(", used {min} times"),
        (min, Some(max)) => format!(", used {min} to {max} times"),
        (min, None) => format!(", used {min} times or more"),
    };
    match format!("{freedom}{copies}").strip_prefix(", ") {
        Some(more) => format!("{} ({more})", piece.name),
        None => piece.name.clone(),
    }
}
