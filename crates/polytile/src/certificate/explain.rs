//! A proof in words.

use super::{Certificate, Possible, Proof};
use crate::problem::Problem;
use std::collections::BTreeMap;

/// How many numbers a sentence holds.
const LISTED: usize = 12;

impl Proof {
    /// The proof in sentences, for a reader who sees the weights: what each piece weighs, what all pieces weigh
    /// together, and what the board weighs. `certificate` and `problem` are those it comes from.
    pub fn explain(&self, certificate: &Certificate, problem: &Problem) -> Vec<String> {
        let mut sentences = Vec::new();
        let cells = problem.region.len();
        let s = if cells == 1 { "" } else { "s" };
        let homeless =
            problem.pieces.iter().zip(&self.pieces).find(|(p, v)| p.copies.min() > 0 && v.is_empty());
        if let Some((piece, _)) = homeless {
            return vec![format!("There is no place for {}, which must be used.", piece.name)];
        }
        if self.is_area() {
            let sizes: Vec<String> = problem
                .pieces
                .iter()
                .zip(&self.pieces)
                .filter(|(_, values)| !values.is_empty())
                .map(|(piece, _)| format!("{} {} (copies: {})", piece.name, piece.size(), piece.copies))
                .collect();
            if !sizes.is_empty() {
                sentences.push(format!("Cells that the pieces cover: {}.", sizes.join(", ")));
            }
            sentences.push(format!("No choice of them covers {cells} cell{s}, as the board has."));
            return sentences;
        }
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
