//! A proof in words, for somebody who has the board with its weights before them.
//!
//! Where the area decides, the sentences speak of sizes and numbers. Else they say what every piece covers, what follows for
//! pieces that fill the board, and what the board has instead: black and white cells where weights are -1 and 1, marked cells where
//! they are 1 and 0, and sums of numbers, even, odd or with a remainder where there is a modulus.

use super::{Certificate, Possible, Proof};
use crate::pieces::Piece;
use crate::problem::Problem;
use std::collections::BTreeMap;

/// How many numbers a sentence holds.
const LISTED: usize = 12;

/// From how many ways on a sentence says what they run through.
const FEW_WAYS: usize = 5;

impl Proof {
    /// The proof in sentences, for a reader who sees the weights: what each piece covers, what all pieces cover
    /// together, and what the board has. `certificate` and `problem` are those it comes from.
    pub fn explain(&self, certificate: &Certificate, problem: &Problem) -> Vec<String> {
        let cells = problem.region.len();
        let homeless =
            problem.pieces.iter().zip(&self.pieces).find(|(p, v)| p.copies.min() > 0 && v.is_empty());
        if let Some((piece, _)) = homeless {
            return vec![format!("There is no place for {}, which must be used.", piece.name)];
        }
        let usable = problem.pieces.iter().zip(&self.pieces).filter(|(p, _)| p.copies.max() != Some(0));
        let (laid, unlaid): (Vec<_>, Vec<_>) = usable.partition(|(_, values)| !values.is_empty());
        let laid: Vec<&Piece> = laid.into_iter().map(|(piece, _)| piece).collect();
        let unlaid: Vec<&str> = unlaid.iter().map(|(piece, _)| piece.name.as_str()).collect();
        let mut sentences = Vec::new();
        if !unlaid.is_empty() {
            sentences.push(format!("There is no place for {}.", listed(&unlaid, "and")));
        }
        if self.is_area() {
            sentences.push(area(laid.into_iter(), cells, !unlaid.is_empty()));
            return sentences;
        }
        let kind = Kind::of(certificate);
        if kind == Kind::Marks {
            sentences.push("The cells with a 1 are marked.".to_owned());
        }
        let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (piece, values) in problem.pieces.iter().zip(&self.pieces) {
            if piece.copies.max() != Some(0) && !values.is_empty() {
                alike.entry(self.covered(kind, piece.size(), values)).or_default().push(&piece.name);
            }
        }
        for (covered, names) in alike {
            let all = listed(&names, "and");
            let every = if names.len() == 1 { "Every" } else { "Each of" };
            sentences.push(format!("{every} {all} covers {covered}, wherever it lies."));
        }
        let together = match &self.possible {
            Possible::Sums(sums) => kind.ways(cells, sums),
            Possible::AtLeast(least) => kind.bound(cells, "at least", *least),
            Possible::AtMost(most) => kind.bound(cells, "at most", *most),
        };
        sentences.push(format!("So {} {together}.", filling(&laid, cells)));
        let board = match kind {
            Kind::Numbers(_) => format!("the numbers on the board add up to {}", kind.sums(&[self.board])),
            Kind::Colours | Kind::Marks => format!("the board has {}", kind.ways(cells, &[self.board])),
        };
        sentences.push(format!("But {board}: there is no tiling."));
        sentences
    }

    /// Whether the area alone rules out every choice of pieces, so that weights are of no account.
    pub fn is_area(&self) -> bool {
        self.possible == Possible::Sums(Vec::new())
    }

    /// What is said about a piece that can weigh this much: where only the least or the most of it matters, no more than that.
    fn covered(&self, kind: Kind, size: usize, values: &[i64]) -> String {
        match (&self.possible, values) {
            (Possible::AtLeast(_), [least, .., _]) if kind != Kind::Colours => {
                kind.bound(size, "at least", *least)
            }
            (Possible::AtMost(_), [.., most]) if values.len() > 1 && kind != Kind::Colours => {
                kind.bound(size, "at most", *most)
            }
            _ => kind.ways(size, values),
        }
    }
}

/// What the weights of a board are to somebody who looks at it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Black cells, -1, and white ones, 1.
    Colours,
    /// Marked cells, 1, and others, 0.
    Marks,
    /// Numbers, perhaps read modulo another.
    Numbers(Option<u32>),
}

impl Kind {
    fn of(certificate: &Certificate) -> Self {
        if certificate.is_coloured() {
            Kind::Colours
        } else if certificate.modulus().is_none() && certificate.weights().iter().all(|w| matches!(w, 0 | 1))
        {
            Kind::Marks
        } else {
            Kind::Numbers(certificate.modulus())
        }
    }

    /// What is covered by `size` cells that weigh one of these.
    fn ways(self, size: usize, weights: &[i64]) -> String {
        match self {
            Kind::Numbers(_) => format!("numbers that add up to {}", self.sums(weights)),
            Kind::Marks if *weights == [0] => "no marked cell".to_owned(),
            Kind::Marks => with_noun(&either(weights), "marked cell", *weights == [1]),
            Kind::Colours if weights.len() < FEW_WAYS => {
                let said = |&weight: &i64| {
                    let [black, white] = coloured(size, weight);
                    format!("{black} black and {white} white")
                };
                let all: Vec<String> = weights.iter().map(said).collect();
                let single = weights.last().is_some_and(|&weight| coloured(size, weight)[1] == 1);
                with_noun(&all.join(", or "), "cell", single)
            }
            Kind::Colours => {
                let black: Vec<i64> = weights.iter().rev().map(|&weight| coloured(size, weight)[0]).collect();
                with_noun(&either(&black), "black cell", false)
            }
        }
    }

    /// What is covered by `size` cells that weigh so much at least, or at most.
    fn bound(self, size: usize, words: &str, weight: i64) -> String {
        let (number, noun) = match self {
            Kind::Numbers(_) => return format!("numbers that add up to {words} {weight}"),
            Kind::Marks => (weight, "marked cell"),
            Kind::Colours => (coloured(size, weight)[1], "white cell"),
        };
        format!("{words} {}", with_noun(&number.to_string(), noun, number == 1))
    }

    /// One of these sums of numbers.
    fn sums(self, sums: &[i64]) -> String {
        match (self, sums) {
            (Kind::Numbers(Some(2)), [sum]) => {
                format!("an {} number", if *sum == 0 { "even" } else { "odd" })
            }
            (Kind::Numbers(Some(modulus)), [0]) => format!("a multiple of {modulus}"),
            (Kind::Numbers(Some(modulus)), _) => {
                format!("{} more than a multiple of {modulus}", either(sums))
            }
            _ => either(sums),
        }
    }
}

/// How many of `size` cells of this weight are black, and how many are white: a white cell more is a black one less.
fn coloured(size: usize, weight: i64) -> [i64; 2] {
    let white = i64::midpoint(size as i64, weight);
    [size as i64 - white, white]
}

/// Numbers with what they count, before the steps in which they run.
fn with_noun(numbers: &str, noun: &str, single: bool) -> String {
    let s = if single { "" } else { "s" };
    match numbers.split_once(" in steps") {
        Some((range, steps)) => format!("{range} {noun}{s}, in steps{steps}"),
        None => format!("{numbers} {noun}{s}"),
    }
}

/// The pieces that fill so many cells, as the subject of a sentence.
fn filling(laid: &[&Piece], cells: usize) -> String {
    if laid.iter().all(|piece| piece.copies.max() == Some(piece.copies.min())) {
        return "all pieces together cover".to_owned();
    }
    let limited = laid.iter().any(|piece| piece.copies.min() > 0 || piece.copies.max().is_some());
    let limited = if limited { ", as many of each as there may be," } else { "" };
    let size = laid.first().map_or(1, |piece| piece.size());
    if laid.iter().all(|piece| piece.size() == size) && cells > size {
        format!("the {} pieces that fill the board{limited} cover", cells / size)
    } else {
        format!("pieces that fill the board{limited} cover")
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
