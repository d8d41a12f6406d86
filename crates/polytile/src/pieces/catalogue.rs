//! Every polyomino of a size, and what it is called.
//!
//! Sets are generated: the polyominoes of n cells are those of n-1 cells with a cell added, one representative kept of
//! each. Only the letters come from a table of drawings, because a letter is a convention: up to five cells the
//! standard names (I3, T4, W or W5, ...), beyond that `n-k`, the k-th free polyomino of n cells in the order of their
//! smallest images. A one-sided polyomino that is the mirror image of a named drawing is named `J4`, `Z4`, `J5`,
//! `Q5`, `S5` where tradition has a letter, and otherwise by a prime: `F5'`. A fixed polyomino that is the drawing
//! turned is named with `@k`, counted from 2 in the order of the images.
//!
//! Cost: one shape per polyomino and size, made once for a process; 4655 free ones of 10 cells take a fraction of a second,
//! 63600 of 12 cells some seconds and 20 MB.

use super::Polyomino;
use crate::board::{Cell, Symmetry};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What may be done to a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Freedom {
    /// Turned and turned over: a piece is a *free* polyomino.
    #[default]
    Free,
    /// Turned only: a piece is a *one-sided* polyomino.
    OneSided,
    /// Neither: a piece is a *fixed* polyomino.
    Fixed,
}

impl Freedom {
    /// The symmetries that may be applied to a piece.
    pub fn symmetries(self) -> &'static [Symmetry] {
        match self {
            Freedom::Free => &Symmetry::ALL,
            Freedom::OneSided => &Symmetry::ROTATIONS,
            Freedom::Fixed => &[Symmetry::IDENTITY],
        }
    }
}

/// The largest size of a set. There are 63600 free polyominoes of 12 cells, and 505861 fixed ones.
pub const MAX_SIZE: usize = 12;

/// A polyomino with its name, as `polytile pieces` draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Standard name.
    pub name: String,
    /// The shape as drawn.
    pub shape: Polyomino,
}

/// The letters: name without its size, rows of the drawing separated by `/`, and the letter of the mirror image where
/// there is one. I pieces lie.
const LETTERS: [(&str, &str, &str); 21] = [
    ("monomino", "#", ""),
    ("domino", "##", ""),
    ("I", "###", ""),
    ("L", "#./##", ""),
    ("I", "####", ""),
    ("L", "#./#./##", "J"),
    ("O", "##/##", ""),
    ("S", ".##/##.", "Z"),
    ("T", "###/.#.", ""),
    ("F", ".##/##./.#.", ""),
    ("I", "#####", ""),
    ("L", "#./#./#./##", "J"),
    ("N", ".#/##/#./#.", ""),
    ("P", "##/##/#.", "Q"),
    ("T", "###/.#./.#.", ""),
    ("U", "#.#/###", ""),
    ("V", "#../#../###", ""),
    ("W", "#../##./.##", ""),
    ("X", ".#./###/.#.", ""),
    ("Y", ".#/##/.#/.#", ""),
    ("Z", "##./.#./.##", "S"),
];

/// The words for a size: `trominoes` and `tromino` are the set of size 3.
const WORDS: [&str; MAX_SIZE] = [
    "monomino",
    "domino",
    "tromino",
    "tetromino",
    "pentomino",
    "hexomino",
    "heptomino",
    "octomino",
    "nonomino",
    "decomino",
    "undecomino",
    "dodecomino",
];

/// The size of the set called `word`, singular or plural.
pub fn set_size(word: &str) -> Option<usize> {
    let singular = word.strip_suffix("es").or(word.strip_suffix('s')).unwrap_or(word);
    Some(WORDS.iter().position(|w| *w == singular)? + 1)
}

/// The name of the set of `size` cells, plural: `trominoes`. Beyond the names there are, `15-ominoes`.
pub fn set_name(size: usize) -> String {
    match size.checked_sub(1).and_then(|i| WORDS.get(i)) {
        Some(word) => format!("{word}es"),
        None => format!("{size}-ominoes"),
    }
}

/// All polyominoes of `size` cells, different under `freedom`, in the order of their names' tradition or, beyond five
/// cells, of their smallest images. Empty for size 0 and beyond [`MAX_SIZE`].
///
/// ```
/// use polytile::pieces::{catalogue, Freedom};
/// assert_eq!(catalogue::all(5, Freedom::Free).len(), 12);
/// assert_eq!(catalogue::all(5, Freedom::OneSided).len(), 18);
/// assert_eq!(catalogue::all(5, Freedom::Fixed).len(), 63);
/// ```
pub fn all(size: usize, freedom: Freedom) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    for free in drawn(size) {
        named.extend(variants(free, freedom));
    }
    named
}

/// How many polyominoes of `size` cells there are: free, one-sided and fixed.
///
/// ```
/// assert_eq!(polytile::pieces::catalogue::numbers(5), [12, 18, 63]);
/// ```
pub fn numbers(size: usize) -> [usize; 3] {
    // Each free polyomino has as many one-sided and fixed ones as it has different images.
    let free = all(size, Freedom::Free);
    let fixed = |n: &Named| n.shape.images(Freedom::Free.symmetries());
    let rotated = |n: &Named| n.shape.images(Freedom::OneSided.symmetries()).len();
    let images: Vec<(usize, usize)> = free.iter().map(|n| (fixed(n).len(), rotated(n))).collect();
    [
        free.len(),
        images.iter().map(|(all, turned)| all / turned).sum(),
        images.iter().map(|(all, _)| all).sum(),
    ]
}

/// How many cells the piece called `name` has, if there is one of that name: known without a look at the others.
pub fn size_of(name: &str) -> Option<usize> {
    size_in(&full_name(name).to_ascii_lowercase())
}

/// The piece called `name`: `L3`, `W` or `W5`, `domino`, `J4`, `6-17`, `F5'`, `L3@2`, `hexomino-17`.
pub fn find(name: &str) -> Option<Named> {
    let upper = |s: &str| s.to_ascii_lowercase();
    let wanted = upper(&full_name(name));
    let size = size_in(&wanted)?;
    let base: &str = wanted.split(['\'', '@']).next().unwrap_or(&wanted);
    // Beyond the letters, the name says which one it is.
    let number: Option<usize> = base.split_once('-').and_then(|(_, number)| number.parse().ok());
    let free = match number {
        Some(number) => number.checked_sub(1).and_then(|i| drawn(size).get(i..=i)).unwrap_or_default(),
        None => drawn(size),
    };
    for piece in free {
        let related = variants(piece, Freedom::Fixed);
        let mirrored = variants(piece, Freedom::OneSided);
        if upper(&piece.name) == base || mirrored.iter().any(|m| upper(&m.name) == base) {
            return related.into_iter().chain(mirrored).find(|n| upper(&n.name) == wanted);
        }
    }
    None
}

/// Every name of up to five cells, mirror names included: what a misspelt name is compared with.
pub fn common_names() -> Vec<String> {
    let mut names: Vec<String> = WORDS.iter().map(|w| format!("{w}es")).collect();
    for size in 1..=5 {
        names.extend(all(size, Freedom::OneSided).into_iter().map(|n| n.name));
    }
    names.extend("FILNPTUVWXYZ".chars().map(String::from));
    names
}

/// `W` means `W5`, `hexomino-3` means `6-3`.
fn full_name(name: &str) -> String {
    let mut letters = name.chars();
    if let (Some(letter), None | Some('\'' | '@')) = (letters.next(), letters.next())
        && letter.is_ascii_alphabetic()
    {
        return format!("{letter}5{}", &name[1..]);
    }
    if let Some((word, index)) = name.split_once('-')
        && let Some(size) = set_size(&word.to_ascii_lowercase())
    {
        return format!("{size}-{index}");
    }
    name.to_owned()
}

/// The size a full name speaks of.
fn size_in(name: &str) -> Option<usize> {
    if let Some((size, _)) = name.split_once('-') {
        return size.parse().ok().filter(|n| (1..=MAX_SIZE).contains(n));
    }
    match name.split(['\'', '@']).next()? {
        "monomino" => Some(1),
        "domino" => Some(2),
        letter => letter.get(1..)?.parse().ok().filter(|n| (1..=5).contains(n)),
    }
}

/// The free polyominoes of a size as they are drawn, made when they are first asked for: a list may name thousands of
/// them, one by one.
fn drawn(size: usize) -> &'static [Named] {
    static DRAWN: [OnceLock<Vec<Named>>; MAX_SIZE + 1] = [const { OnceLock::new() }; MAX_SIZE + 1];
    DRAWN.get(size).map_or(&[], |drawn| drawn.get_or_init(|| draw(size)))
}

fn draw(size: usize) -> Vec<Named> {
    let free = generate(size);
    if size > 5 {
        let named = |(i, shape)| Named { name: format!("{size}-{}", i + 1), shape };
        return free.into_iter().enumerate().map(named).collect();
    }
    LETTERS
        .iter()
        .filter_map(|(letter, drawing, _)| {
            let shape = Polyomino::new(cells_of(drawing)).ok()?;
            let short = shape.size() < 3;
            let name = if short { (*letter).to_owned() } else { format!("{letter}{size}") };
            free.contains(&shape.canonical(&Symmetry::ALL)).then_some(Named { name, shape })
        })
        .collect()
}

/// One representative, the smallest image, of each free polyomino of `size` cells, sorted.
fn generate(size: usize) -> Vec<Polyomino> {
    if size == 0 || size > MAX_SIZE {
        return Vec::new();
    }
    let one = Polyomino::new([Cell::new(0, 0)]);
    let mut shapes: BTreeSet<Polyomino> = one.into_iter().collect();
    for _ in 1..size {
        let grown = shapes.iter().flat_map(Polyomino::grown);
        shapes = grown.map(|shape| shape.canonical(&Symmetry::ALL)).collect();
    }
    shapes.into_iter().collect()
}

/// The polyominoes different under `freedom` that are one free polyomino, the drawn one first.
fn variants(free: &Named, freedom: Freedom) -> Vec<Named> {
    match freedom {
        Freedom::Free => vec![free.clone()],
        Freedom::OneSided => {
            let mirror = free.shape.image(Symmetry::MIRROR);
            let chiral = mirror.canonical(&Symmetry::ROTATIONS) != free.shape.canonical(&Symmetry::ROTATIONS);
            let mirror = chiral.then(|| Named { name: mirror_name(&free.name), shape: mirror });
            [free.clone()].into_iter().chain(mirror).collect()
        }
        Freedom::Fixed => {
            let images = free.shape.images(&Symmetry::ALL);
            let turned = images.into_iter().filter(|shape| *shape != free.shape);
            let named = |(i, shape)| Named { name: format!("{}@{}", free.name, i + 2), shape };
            [free.clone()].into_iter().chain(turned.enumerate().map(named)).collect()
        }
    }
}

fn mirror_name(name: &str) -> String {
    let (letter, size) = name.split_at(1);
    let table = LETTERS.iter().find(|(l, drawing, mirror)| {
        *l == letter && !mirror.is_empty() && cells_of(drawing).count().to_string() == size
    });
    match table {
        Some((_, _, mirror)) => format!("{mirror}{size}"),
        None => format!("{name}'"),
    }
}

fn cells_of(drawing: &str) -> impl Iterator<Item = Cell> + '_ {
    drawing.split('/').enumerate().flat_map(|(row, line)| {
        let cells = line.char_indices().filter(|(_, c)| *c == '#');
        cells.map(move |(col, _)| Cell::new(row as u32, col as u32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_polyominoes() {
        // OEIS A000105, A000988, A001168.
        let free = [1, 1, 2, 5, 12, 35, 108, 369, 1285];
        let one_sided = [1, 1, 2, 7, 18, 60, 196, 704, 2500];
        let fixed = [1, 2, 6, 19, 63, 216, 760, 2725, 9910];
        for size in 1..=9 {
            assert_eq!(all(size, Freedom::Free).len(), free[size - 1]);
            assert_eq!(all(size, Freedom::OneSided).len(), one_sided[size - 1]);
            assert_eq!(all(size, Freedom::Fixed).len(), fixed[size - 1]);
        }
    }

    #[test]
    fn a_size_is_made_once_however_many_names_are_looked_up() {
        // Each of them made for itself would take hours.
        for name in (1..=4655).flat_map(|i| [format!("10-{i}"), format!("10-{i}'")]) {
            assert!(find(&name).is_none_or(|piece| piece.name == name), "{name}");
        }
    }

    #[test]
    fn every_name_finds_its_piece_and_only_that() {
        for freedom in [Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
            for size in 1..=6 {
                let mut seen = BTreeSet::new();
                for piece in all(size, freedom) {
                    assert!(seen.insert(piece.name.clone()), "{} twice", piece.name);
                    assert_eq!(find(&piece.name), Some(piece));
                }
            }
        }
        for (name, full) in [("w", "W5"), ("Z", "Z5"), ("hexomino-7", "6-7"), ("F'", "F5'")] {
            assert_eq!(find(name).unwrap().name, full);
        }
        for name in [
            "",
            "K5",
            "I6",
            "6-0",
            "6-36",
            "6-07",
            "5-1",
            "6-99999999999999999999",
            "é",
            "L3@9",
            "5-",
            "-",
            "99999999999-1",
        ] {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
