//! A proof in words.
//!
//! Where the area decides, the sentences speak of sizes and numbers; where weights are 1 and -1, of white and black cells, as a
//! teacher would; and else of weights.

use super::{Certificate, Possible, Proof};
use crate::pieces::Piece;
use crate::problem::Problem;
use std::collections::BTreeMap;

/// How many numbers a sentence holds.
const LISTED: usize = 12;

/// From how many ways on a sentence says what they run through.
const FEW_WAYS: usize = 5;

impl Proof {
    /// The proof in sentences, for a reader who sees the weights: what each piece weighs, what all pieces weigh
    /// together, and what the board weighs. `certificate` and `problem` are those it comes from.
    pub fn explain(&self, certificate: &Certificate, problem: &Problem) -> Vec<String> {
        let mut sentences = Vec::new();
        let cells = problem.region.len();
        let homeless =
            problem.pieces.iter().zip(&self.pieces).find(|(p, v)| p.copies.min() > 0 && v.is_empty());
        if let Some((piece, _)) = homeless {
            return vec![format!("There is no place for {}, which must be used.", piece.name)];
        }
        if self.is_area() {
            let usable = problem.pieces.iter().zip(&self.pieces).filter(|(p, _)| p.copies.max() != Some(0));
            let (laid, unlaid): (Vec<_>, Vec<_>) = usable.partition(|(_, values)| !values.is_empty());
            let unlaid: Vec<&str> = unlaid.iter().map(|(piece, _)| piece.name.as_str()).collect();
            let area = area(laid.into_iter().map(|(piece, _)| piece), cells, !unlaid.is_empty());
            let nowhere =
                (!unlaid.is_empty()).then(|| format!("There is no place for {}.", listed(&unlaid, "and")));
            return nowhere.into_iter().chain([area]).collect();
        }
        if certificate.is_coloured() {
            return self.in_colours(certificate, problem);
        }
        let s = if cells == 1 { "" } else { "s" };
        let modulo = certificate.modulus().map(|m| format!(" modulo {m}")).unwrap_or_default();
        let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (piece, values) in problem.pieces.iter().zip(&self.pieces) {
            alike.entry(self.weighs(values)).or_default().push(&piece.name);
        }
        for (weights, names) in alike {
            let all = listed(&names, "and");
            sentences.push(match (weights.as_str(), &names[..]) {
                ("", _) => format!("There is no place for {all}."),
                (_, [_]) => format!("Wherever it lies, {all} weighs {weights}{modulo}."),
                _ => format!("Wherever they lie, {all} weigh {weights}{modulo} each."),
            });
        }
        let together = match &self.possible {
            Possible::Sums(sums) => either(sums),
            Possible::AtLeast(least) => format!("at least {least}"),
            Possible::AtMost(most) => format!("at most {most}"),
        };
        sentences.push(format!(
            "Pieces that cover {cells} cell{s}, within their copies, weigh together {together}{modulo}."
        ));
        sentences.push(format!("The board weighs {}{modulo}: there is no tiling.", self.board));
        sentences
    }

    /// The proof for weights 1 and -1: cells that are white and black.
    fn in_colours(&self, certificate: &Certificate, problem: &Problem) -> Vec<String> {
        let cells = problem.region.len();
        // A white cell more is a black one less.
        let coloured = |size: usize, weight: i64| {
            let white = i64::midpoint(size as i64, weight);
            (size as i64 - white, white)
        };
        let ways = |size: usize, weights: &[i64]| {
            let said = |&weight: &i64| {
                let (black, white) = coloured(size, weight);
                format!("{black} black and {white} white")
            };
            if weights.len() < FEW_WAYS {
                return weights.iter().map(said).collect::<Vec<_>>().join(", or ");
            }
            let black: Vec<i64> = weights.iter().rev().map(|&weight| coloured(size, weight).0).collect();
            let all = either(&black);
            all.split_once(" in steps").map_or_else(
                || format!("{all} black"),
                |(range, steps)| format!("{range} black, in steps{steps}"),
            )
        };
        let white = certificate.weights().iter().filter(|&&weight| weight == 1).count();
        let mut sentences = Vec::new();
        let mut alike: BTreeMap<(usize, &[i64]), Vec<&str>> = BTreeMap::new();
        for (piece, values) in problem.pieces.iter().zip(&self.pieces) {
            alike.entry((piece.size(), values)).or_default().push(&piece.name);
        }
        for ((size, weights), names) in alike {
            let all = listed(&names, "and");
            sentences.push(match (weights, &names[..]) {
                ([], _) => format!("There is no place for {all}."),
                (_, [_]) => format!("Wherever it lies, {all} covers {}.", ways(size, weights)),
                _ => format!("Wherever they lie, {all} cover {} each.", ways(size, weights)),
            });
        }
        let together = match &self.possible {
            Possible::Sums(sums) => ways(cells, sums),
            Possible::AtLeast(least) => format!("at least {} white", coloured(cells, *least).1),
            Possible::AtMost(most) => format!("at most {} white", coloured(cells, *most).1),
        };
        sentences.push(format!("Pieces that fill the board, within their copies, cover {together}."));
        let black = cells - white;
        sentences.push(format!("The board has {black} black and {white} white: there is no tiling."));
        sentences
    }

    /// Whether the area alone rules out every choice of pieces, so that weights are of no account.
    pub fn is_area(&self) -> bool {
        self.possible == Possible::Sums(Vec::new())
    }

    /// What is said about a piece that can weigh this much: where only the least or the most of it matters, no more than that.
    fn weighs(&self, values: &[i64]) -> String {
        match (&self.possible, values) {
            (Possible::AtLeast(_), [least, .., _]) => format!("at least {least}"),
            (Possible::AtMost(_), [.., most]) if values.len() > 1 => format!("at most {most}"),
            _ => either(values),
        }
    }
}

/// Why no choice of these pieces, all of which fit on the board, covers `cells` cells; there may be `others` that do not fit.
fn area<'a>(pieces: impl Iterator<Item = &'a Piece>, cells: usize, others: bool) -> String {
    let (every, all_pieces, the_pieces) = if others {
        ("Every other piece", "All others", "The others")
    } else {
        ("Every piece", "All pieces", "The pieces")
    };
    // The sizes, with the fewest and the most copies of pieces of that size.
    let mut sizes: BTreeMap<u64, (u64, Option<u64>)> = BTreeMap::new();
    for piece in pieces {
        let (least, most) = sizes.entry(piece.size() as u64).or_insert((0, Some(0)));
        *least += u64::from(piece.copies.min());
        *most = most.zip(piece.copies.max()).map(|(all, more)| all + u64::from(more));
    }
    let has = format!("the board has {cells}");
    let cells = cells as u64;
    let needed: u64 = sizes.iter().map(|(size, (least, _))| size.saturating_mul(*least)).sum();
    if needed > cells {
        return format!("The pieces that must be used cover {needed} cells, and {has}: there is no tiling.");
    }
    let together = sizes.iter().try_fold(0_u64, |all, (size, (_, most))| Some(all + size * (*most)?));
    if let Some(together) = together.filter(|&together| together < cells) {
        return format!("{all_pieces} together cover {together} cells, and {has}: there is no tiling.");
    }
    let common = sizes.keys().copied().reduce(num_integer::gcd).unwrap_or(1);
    if !cells.is_multiple_of(common) {
        let all: Vec<u64> = sizes.keys().copied().collect();
        return match all[..] {
            [size] => format!(
                "{every} covers {size} cells, and {cells} is no multiple of {size}: there is no tiling."
            ),
            _ => format!(
                "{the_pieces} cover {} cells, all multiples of {common}, and {cells} is none: there is no tiling.",
                either(&all.iter().map(|&size| size as i64).collect::<Vec<_>>())
            ),
        };
    }
    let said = |(size, (least, most)): (&u64, &(u64, Option<u64>))| {
        let number = match most {
            Some(most) if most == least => format!("{least}"),
            Some(most) if *least == 0 => format!("at most {most}"),
            Some(most) => format!("{least} to {most}"),
            None if *least == 0 => "any number".to_owned(),
            None => format!("at least {least}"),
        };
        format!("{number} of size {size}")
    };
    let sizes: Vec<String> = sizes.iter().map(said).collect();
    format!(
        "{the_pieces} are {}: no choice of them covers {cells} cells, as many as the board has.",
        listed(&sizes, "and")
    )
}

/// `1`, `0 or 2`, `0, 1 or 3`; where there are more, what they run through, or the first and the last.
fn either(values: &[i64]) -> String {
    match values {
        [first, second, .., last] if values.len() > 4 => {
            let step = second - first;
            let even = values.windows(2).all(|pair| pair[1] - pair[0] == step);
            match step {
                1 if even => format!("from {first} to {last}"),
                _ if even => format!("from {first} to {last} in steps of {step}"),
                _ if values.len() > LISTED => {
                    format!("one of {} numbers from {first} to {last}", values.len())
                }
                _ => listed(values, "or"),
            }
        }
        _ => listed(values, "or"),
    }
}

/// `A`, `A and B`, `A, B and C`.
fn listed<T: ToString>(list: &[T], word: &str) -> String {
    let text = |list: &[T]| list.iter().map(T::to_string).collect::<Vec<_>>().join(", ");
    match list {
        [others @ .., last] if !others.is_empty() => format!("{} {word} {}", text(others), last.to_string()),
        _ => text(list),
    }
}

/// What the weights leave possible.
pub(super) fn not_ruled_out(board: i64, modulus: Option<u32>, choice: &[(String, i64, u64)]) -> String {
    let piece = |(name, weight, times): &(String, i64, u64)| {
        format!("{times} {name} weighing {weight}{}", if *times == 1 { "" } else { " each" })
    };
    let pieces: Vec<String> = choice.iter().map(piece).collect();
    let modulo = modulus.map(|m| format!(" modulo {m}")).unwrap_or_default();
    let pieces = if pieces.is_empty() { "no piece at all".to_owned() } else { listed(&pieces, "and") };
    format!(
        "the weights do not rule out {pieces}: they cover as many cells as there are, and weigh {board}{modulo} like the board"
    )
}
