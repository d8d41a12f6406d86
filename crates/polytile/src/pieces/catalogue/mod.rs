//! Every polyform of a size, and what it is called.
//!
//! Sets are generated (`generate.rs`). Only names come from tables (of polyominoes here, of others in `names.rs`), because a name
//! is a convention: up to five squares the standard letters (I3, T4, W or W5, ...), beyond that `n-k`, the k-th free polyomino of n
//! cells in the order of their smallest images. A one-sided polyomino that is the mirror image of a named drawing is named `J4`,
//! `Z4`, `J5`, `Q5`, `S5` where tradition has a letter, and otherwise by a prime: `F5'`. A fixed polyomino that is the drawing
//! turned is named with `@k`, counted from 2 in the order of the images. Polyforms of other lattices have primes and `@k` as well.
//!
//! A word may mean pieces of two lattices (a tetrahex and a hexiamond are both called `bar`): whoever knows the lattice asks for
//! a piece on it.
//!
//! Cost: one shape per polyform and size, made once for a process.

mod names;

use super::{Freedom, Polyform, generate};
use crate::board::{Cell, Lattice, Symmetry};
use crate::choice::Choice;
use names::{SETS, SYNONYMS};
use std::sync::OnceLock;

/// The largest size of a set of polyominoes. There are 63600 free ones of 12 cells, and 505861 fixed ones.
pub const MAX_SIZE: usize = generate::MAX_SIZE;

/// The largest size of a set of polyforms of `lattice`.
pub fn max_size(lattice: Lattice) -> usize {
    names::words(lattice).len()
}

/// A polyform with its name, as `polytile pieces` draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Standard name.
    pub name: String,
    /// The shape as drawn.
    pub shape: Polyform,
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

/// The lattice and the size of the set called `word`, singular or plural.
pub fn set_of(word: &str) -> Option<(Lattice, usize)> {
    Lattice::ALL.iter().find_map(|&lattice| {
        let at = names::words(lattice).iter().position(|(one, several)| *one == word || *several == word)?;
        Some((lattice, at + 1))
    })
}

/// The members of a set that is not a size, `soma` or `solid-pentominoes`; `None` where there is no such set.
pub fn set(word: &str) -> Option<Vec<Named>> {
    let (lattice, _, members) = SETS.iter().find(|(_, name, _)| *name == word)?;
    Some(members.iter().filter_map(|name| find_on(*lattice, name)).collect())
}

/// The name of the set of `size` cells, plural: `trominoes`. Beyond the names there are, `15-ominoes`, or `15 cells`.
pub fn set_name(lattice: Lattice, size: usize) -> String {
    match size.checked_sub(1).and_then(|i| names::words(lattice).get(i)) {
        Some((_, several)) => (*several).to_owned(),
        None if lattice == Lattice::Square => format!("{size}-ominoes"),
        None => format!("pieces of {size} cells"),
    }
}

/// All polyominoes of `size` cells, different under `freedom`, in the traditional order of their names or, beyond
/// five cells, in that of their smallest images. Empty for size 0 and beyond [`MAX_SIZE`].
///
/// ```
/// use polytile::pieces::{catalogue, Freedom};
/// assert_eq!(catalogue::all(5, Freedom::Free).len(), 12);
/// assert_eq!(catalogue::all(5, Freedom::OneSided).len(), 18);
/// assert_eq!(catalogue::all(5, Freedom::Fixed).len(), 63);
/// ```
pub fn all(size: usize, freedom: Freedom) -> Vec<Named> {
    all_on(Lattice::Square, size, freedom)
}

/// All polyforms of `size` cells of `lattice`, different under `freedom`: first those that have names, in the order of the books,
/// then the others in the order of their smallest images. Empty for size 0 and beyond [`max_size`].
///
/// ```
/// use polytile::{board::Lattice, pieces::{catalogue, Freedom}};
/// assert_eq!(catalogue::all_on(Lattice::Triangle, 6, Freedom::Natural).len(), 12);
/// // In space a piece is turned, and never reflected.
/// assert_eq!(catalogue::all_on(Lattice::Cube, 4, Freedom::Natural).len(), 8);
/// assert_eq!(catalogue::all_on(Lattice::Cube, 4, Freedom::Free).len(), 7);
/// ```
pub fn all_on(lattice: Lattice, size: usize, freedom: Freedom) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    for free in drawn(lattice, size) {
        named.extend(variants(free, freedom));
    }
    named
}

/// How many polyforms of `size` cells of `lattice` there are: free, one-sided and fixed.
///
/// ```
/// use polytile::board::Lattice;
/// assert_eq!(polytile::pieces::catalogue::numbers(Lattice::Square, 5), [12, 18, 63]);
/// ```
pub fn numbers(lattice: Lattice, size: usize) -> [usize; 3] {
    // Each free polyform has as many one-sided and fixed ones as it has different images.
    let images = |n: &Named| (n.shape.images(Freedom::Free).len(), n.shape.images(Freedom::OneSided).len());
    let images: Vec<(usize, usize)> = drawn(lattice, size).iter().map(images).collect();
    [
        images.len(),
        images.iter().map(|(all, turned)| all / turned).sum(),
        images.iter().map(|(all, _)| all).sum(),
    ]
}

/// How many cells the polyomino called `name` has, if there is one of that name: known without a look at the others.
pub fn size_of(name: &str) -> Option<usize> {
    size_in(&full_name(name).to_ascii_lowercase())
}

/// The piece called `name`: `L3`, `W` or `W5`, `domino`, `J4`, `6-17`, `F5'`, `L3@2`, `hexomino-17`, `sphinx`, `pentahex-7`.
/// Where pieces of several lattices have the name, the one of the first lattice; [`find_on`] finds the others.
pub fn find(name: &str) -> Option<Named> {
    // A letter with a number is a polyomino, though pieces of other lattices look like some.
    let others = if size_of(name).is_some() { 1 } else { Lattice::ALL.len() };
    Lattice::ALL.iter().take(others).find_map(|&lattice| find_on(lattice, name))
}

/// The piece of `lattice` that is called `name`.
pub fn find_on(lattice: Lattice, name: &str) -> Option<Named> {
    let upper = |s: &str| s.to_ascii_lowercase();
    let wanted = if lattice == Lattice::Square {
        upper(&full_name(name))
    } else {
        upper(&named_on(lattice, &upper(name)))
    };
    let base: &str = wanted.split(['\'', '@']).next().unwrap_or(&wanted);
    let free = if lattice == Lattice::Square {
        let size = size_in(&wanted)?;
        match base.split_once('-') {
            // Beyond the letters, the number in the name says which one it is.
            Some((_, number)) => {
                number.parse::<usize>().ok()?.checked_sub(1).and_then(|i| drawn(lattice, size).get(i..=i))?
            }
            None => drawn(lattice, size),
        }
    } else {
        drawn(lattice, size_on(lattice, base)?)
    };
    for piece in free {
        let related = || variants(piece, Freedom::Fixed);
        let mirrored = || variants(piece, Freedom::OneSided);
        if upper(&piece.name) == base || mirrored().iter().any(|m| upper(&m.name) == base) {
            return related().into_iter().chain(mirrored()).find(|n| upper(&n.name) == wanted);
        }
    }
    None
}

/// Every name of up to five squares, mirror names included, of every set, and of the pieces of other lattices that have names of
/// their own: what a misspelt name is compared with.
pub fn common_names() -> Vec<String> {
    let sets = Lattice::ALL.iter().flat_map(|&lattice| names::words(lattice));
    let mut names: Vec<String> = sets.map(|(_, several)| (*several).to_owned()).collect();
    for size in 1..=5 {
        names.extend(all(size, Freedom::OneSided).into_iter().map(|n| n.name));
    }
    names.extend("FILNPTUVWXYZ".chars().map(String::from));
    let own = Lattice::ALL.iter().flat_map(|&lattice| names::named(lattice));
    names.extend(own.map(|(name, _)| (*name).to_owned()));
    names.extend(SYNONYMS.iter().map(|(_, name, _)| (*name).to_owned()));
    names.extend(SETS.iter().map(|(_, name, _)| (*name).to_owned()));
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
        && let Some((Lattice::Square, size)) = set_of(&word.to_ascii_lowercase())
    {
        return format!("{size}-{index}");
    }
    name.to_owned()
}

/// The size that a full name of a polyomino mentions.
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

/// The standard name that another name of a piece stands for: `tetrahex-bar` for `bar`, `lozenge` for `diamond`.
fn named_on(lattice: Lattice, name: &str) -> String {
    let (base, rest) = name.split_at(name.find(['\'', '@']).unwrap_or(name.len()));
    let own = |base: &str| names::named(lattice).iter().any(|(name, _)| name.to_ascii_lowercase() == base);
    let qualified = base
        .split_once('-')
        .filter(|(word, own_name)| names::words(lattice).iter().any(|(one, _)| one == word) && own(own_name));
    let base = qualified.map_or(base, |(_, own_name)| own_name);
    let synonym = SYNONYMS.iter().find(|(on, name, _)| *on == lattice && *name == base);
    format!("{}{rest}", synonym.map_or(base, |(_, _, name)| name))
}

/// The size that the name of a piece of another lattice mentions.
fn size_on(lattice: Lattice, base: &str) -> Option<usize> {
    let words = names::words(lattice);
    let word = base.split_once('-').map_or(base, |(word, _)| word);
    let by_word = || words.iter().position(|(one, _)| *one == word).map(|at| at + 1);
    let own = names::named(lattice).iter().find(|(name, _)| name.to_ascii_lowercase() == base);
    let by_letter = || if lattice == Lattice::Cube { size_in(base).filter(|&n| n > 2) } else { None };
    own.map(|(_, cells)| cells.len()).or_else(by_word).or_else(by_letter)
}

/// The free polyforms of a size as they are drawn, made when they are first asked for: a list may name thousands of
/// them, one by one. Nothing is locked but what is being made: a process may fork at any time.
fn drawn(lattice: Lattice, size: usize) -> &'static [Named] {
    type Sizes = [OnceLock<Vec<Named>>; MAX_SIZE];
    static MADE: [Sizes; Lattice::ALL.len()] =
        [const { [const { OnceLock::new() }; MAX_SIZE] }; Lattice::ALL.len()];
    if !(1..=max_size(lattice)).contains(&size) {
        return &[];
    }
    MADE[lattice as usize][size - 1].get_or_init(|| {
        if lattice == Lattice::Square { drawn_squares(size) } else { drawn_on(lattice, size) }
    })
}

fn drawn_squares(size: usize) -> Vec<Named> {
    if size > 5 {
        let named = |(i, shape)| Named { name: format!("{size}-{}", i + 1), shape };
        return generate::free(Lattice::Square, size).into_iter().enumerate().map(named).collect();
    }
    let named = |(letter, drawing, _): &(&str, &str, &str)| {
        let shape = Polyform::new(cells_of(drawing)).ok().filter(|shape| shape.size() == size)?;
        let name = if size < 3 { (*letter).to_owned() } else { format!("{letter}{size}") };
        Some(Named { name, shape })
    };
    LETTERS.iter().filter_map(named).collect()
}

fn drawn_on(lattice: Lattice, size: usize) -> Vec<Named> {
    let mut free = generate::free(lattice, size);
    let word = names::words(lattice)[size - 1].0;
    if let [_] = free[..] {
        return free.into_iter().map(|shape| Named { name: word.to_owned(), shape }).collect();
    }
    let spots =
        |cells: &[&[i64]]| cells.iter().filter_map(|numbers| lattice.place(numbers)).collect::<Vec<_>>();
    let own = names::named(lattice).iter().filter(|(_, cells)| cells.len() == size);
    let mut drawn: Vec<Named> = Vec::new();
    if lattice == Lattice::Cube {
        // A piece in one layer looks like a polyomino.
        let flat = self::drawn(Lattice::Square, size).iter().filter(|_| size <= 5);
        let shape = |named: &Named| Polyform::on(lattice, named.shape.cells().iter().copied()).ok();
        drawn.extend(flat.filter_map(|named| Some(Named { name: named.name.clone(), shape: shape(named)? })));
    }
    drawn.extend(own.filter_map(|(name, cells)| {
        let shape = Polyform::of_spots(lattice, &spots(cells)).ok()?;
        Some(Named { name: (*name).to_owned(), shape })
    }));
    let known: Vec<Polyform> = drawn.iter().map(|named| named.shape.canonical(Freedom::Free)).collect();
    for (i, shape) in free.drain(..).enumerate() {
        if !known.contains(&shape) {
            drawn.push(Named { name: format!("{word}-{}", i + 1), shape });
        }
    }
    drawn
}

/// The polyforms different under `freedom` that are one free polyform, the drawn one first.
fn variants(free: &Named, freedom: Freedom) -> Vec<Named> {
    let lattice = free.shape.lattice();
    match freedom.on(lattice) {
        Freedom::OneSided => {
            let reflection = Symmetry::of(lattice).find(|symmetry| symmetry.is_reflection());
            let mirror = reflection.map(|symmetry| free.shape.image(symmetry));
            let chiral = |mirror: &Polyform| {
                mirror.canonical(Freedom::OneSided) != free.shape.canonical(Freedom::OneSided)
            };
            let named = |shape| Named { name: mirror_name(lattice, &free.name), shape };
            [free.clone()].into_iter().chain(mirror.filter(chiral).map(named)).collect()
        }
        Freedom::Fixed => {
            let images = free.shape.images(Freedom::Free);
            let turned = images.into_iter().filter(|shape| *shape != free.shape);
            let named = |(i, shape)| Named { name: format!("{}@{}", free.name, i + 2), shape };
            [free.clone()].into_iter().chain(turned.enumerate().map(named)).collect()
        }
        _ => vec![free.clone()],
    }
}

fn mirror_name(lattice: Lattice, name: &str) -> String {
    let (letter, size) = name.split_at(1);
    let table = LETTERS.iter().find(|(l, drawing, mirror)| {
        *l == letter && !mirror.is_empty() && cells_of(drawing).count().to_string() == size
    });
    match table {
        Some((_, _, mirror)) if lattice == Lattice::Square => format!("{mirror}{size}"),
        _ => format!("{name}'"),
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
    use std::collections::BTreeSet;

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
    fn the_numbers_of_other_polyforms() {
        // OEIS A000228, A006535, A001207; A000577, A006534, A001420; A038119, A000162, A001931.
        let known = [
            (Lattice::Hex, 5, [22, 33, 186]),
            (Lattice::Triangle, 6, [12, 19, 94]),
            (Lattice::Triangle, 7, [24, 43, 250]),
            (Lattice::Cube, 4, [7, 8, 86]),
            (Lattice::Cube, 5, [23, 29, 534]),
        ];
        for (lattice, size, expected) in known {
            assert_eq!(numbers(lattice, size), expected, "{size} of {lattice}");
            let freedoms = [Freedom::Free, Freedom::OneSided, Freedom::Fixed];
            assert_eq!(freedoms.map(|freedom| all_on(lattice, size, freedom).len()), expected);
        }
        let own = |lattice, size| {
            let named = names::named(lattice).iter().filter(move |(_, cells)| cells.len() == size);
            named.map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>()
        };
        let called = |lattice, size| {
            all_on(lattice, size, Freedom::Free).into_iter().map(|named| named.name).collect::<Vec<_>>()
        };
        assert_eq!(called(Lattice::Triangle, 6), own(Lattice::Triangle, 6));
        assert_eq!(called(Lattice::Hex, 4), own(Lattice::Hex, 4));
        assert_eq!(called(Lattice::Cube, 4), ["I4", "L4", "O4", "S4", "T4", "tripod", "screw"]);
    }

    #[test]
    fn sets_that_are_no_size() {
        let soma = set("soma").unwrap();
        assert_eq!(soma.iter().map(|named| named.shape.size()).sum::<usize>(), 27);
        let flat = set("solid-pentominoes").unwrap();
        assert!(flat.len() == 12 && flat.iter().all(|named| named.shape.lattice() == Lattice::Cube));
    }

    #[test]
    fn names_of_several_lattices_are_told_apart() {
        let cells = |lattice, name| find_on(lattice, name).map(|named| (named.name, named.shape.size()));
        assert_eq!(cells(Lattice::Hex, "bar"), Some(("bar".to_owned(), 4)));
        assert_eq!(cells(Lattice::Triangle, "Bar"), Some(("bar".to_owned(), 6)));
        assert_eq!(cells(Lattice::Triangle, "hexiamond-bar"), Some(("bar".to_owned(), 6)));
        assert_eq!(cells(Lattice::Triangle, "lozenge"), Some(("diamond".to_owned(), 2)));
        assert_eq!(cells(Lattice::Cube, "L4"), Some(("L4".to_owned(), 4)));
        assert_eq!(cells(Lattice::Cube, "right-screw"), Some(("screw'".to_owned(), 4)));
        assert_eq!(cells(Lattice::Hex, "pentahex-7"), Some(("pentahex-7".to_owned(), 5)));
        assert_eq!(cells(Lattice::Hex, "sphinx"), None);
        assert_eq!(find("sphinx").unwrap().shape.lattice(), Lattice::Triangle);
        assert_eq!(find("bar").unwrap().shape.lattice(), Lattice::Hex);
        for &lattice in Lattice::ALL {
            for size in 1..=4 {
                for freedom in [Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
                    for piece in all_on(lattice, size, freedom) {
                        assert_eq!(find_on(lattice, &piece.name), Some(piece));
                    }
                }
            }
        }
    }

    #[test]
    fn a_size_is_made_once_however_many_names_are_looked_up() {
        // Making each of them by itself would take hours.
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
