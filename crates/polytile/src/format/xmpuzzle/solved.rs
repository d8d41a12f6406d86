//! Solutions in a file of BurrTools.
//!
//! In: the text of a file and which of its problems is meant, or a puzzle that becomes a file; then tilings. Out: the file with
//! these tilings as the solutions of that problem, in place of those that it had; all else stays as it is written.
//!
//! A solution is stored as an `<assembly>`: for each copy of each piece that there may be, in the order of the pieces, the place
//! of its hotspot on the board and the number of its orientation, or `x` for a copy that is not used. The orientations are
//! numbered by how they are made (`tabs_0`, `tabs_1` of BurrTools' source say so in matrices). Of cubes, number 4i + j takes j
//! quarter turns about the axis x, and then turns x the i-th way: by none to three quarter turns about y, by one about z, by one
//! about z the other way round. Of prisms, number 6i + j turns the layer over i times, and then by j sixths. Of several
//! numbers that do the same to a piece the smallest is written, and equal copies are written in the order of number and place.
//!
//! Cost: for each piece laid, its cells times the orientations.

use super::voxels::{Voxels, least};
use super::write::{Written, place, write};
use super::{Elements, FormatError, Puzzle, chosen, problem, read, whole};
use crate::board::Lattice;
use crate::pieces::Copies;
use crate::problem::Problem;
use crate::tiling::Tiling;
use std::ops::Range;

/// A file of BurrTools that solutions are written into.
#[derive(Debug)]
pub struct Store {
    text: String,
    lattice: Lattice,
    parts: Vec<Part>,
    /// Which of these each piece of the problem is.
    order: Vec<usize>,
    /// How far along x the board was moved when it was read.
    moved: i64,
    /// The beginning of the problem, without what it says about solutions, and where that stood.
    tag: (String, Range<usize>),
    /// What is left out: solutions, and how far BurrTools has come.
    stored: Vec<Range<usize>>,
    /// Where the problem ends.
    end: usize,
}

/// A piece of a file.
#[derive(Debug)]
struct Part {
    voxels: Vec<[i64; 3]>,
    hotspot: [i64; 3],
    /// How many of it there may be.
    copies: usize,
}

/// The orientation of a copy, and the place of its hotspot.
type Placed = (u8, [i64; 3]);

/// What a problem says about its solutions.
const ATTRIBUTES: [&str; 4] = ["state", "assemblies", "solutions", "time"];

impl Store {
    /// The file of a puzzle, as [`write()`] writes it, and what it does not say.
    ///
    /// ```
    /// use polytile::format::xmpuzzle::{self, Store};
    /// use polytile::format::{puzzle, tiling};
    /// let puzzle = puzzle::parse("title = 'Bricks'\npieces = '2:domino'\n[board]\nsize = '2x2'")?;
    /// let (store, _) = Store::new(&puzzle)?;
    /// let tiling = tiling::parse("AB\nAB\n", &puzzle.problem)?;
    /// let assembly = store.assembly(&tiling, &puzzle.problem)?;
    /// assert_eq!(assembly, "0 0 0 16 1 0 0 16");
    /// assert!(store.text(&[assembly], true).contains("<assembly>0 0 0 16 1 0 0 16</assembly>"));
    /// # Ok::<(), polytile::format::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// As [`write()`].
    pub fn new(puzzle: &Puzzle) -> Result<(Self, Vec<FormatError>), FormatError> {
        let Written { text, warnings } = write(puzzle)?;
        let store = Store::of(&text, None)?;
        // Pieces that no solution uses are written too.
        let order = (0..store.parts.len()).collect();
        Ok((Store { order, ..store }, warnings))
    }

    /// Problem `number` of a file, counted from 1; the only one where nothing is said.
    ///
    /// # Errors
    /// As [`super::parse`].
    pub fn of(text: &str, number: Option<u32>) -> Result<Self, FormatError> {
        whole(text, |text| Store::read(text, number))
    }

    fn read(text: &str, number: Option<u32>) -> Result<Self, FormatError> {
        let file = read(text)?;
        let asked = chosen(&file.problems, number)?;
        let lattice = file.lattice.unwrap_or(Lattice::Cube);
        // Whatever the problem cannot be asked with is an error here too; what follows has been looked at.
        problem(&file, asked, lattice)?;
        let shape = |number: usize| file.shapes.get(number).into_iter();
        let most = |copies: Copies| copies.max().unwrap_or(copies.min()) as usize;
        let mut parts = Vec::new();
        for part in &asked.parts {
            for voxels in shape(part.shape) {
                let copies = most(part.copies);
                // One that is not used may be of any size.
                let places = if copies == 0 { Vec::new() } else { voxels.places()? };
                parts.push(Part { voxels: places, hotspot: voxels.hotspot, copies });
            }
        }
        let order = (0..parts.len()).filter(|&part| parts[part].copies > 0).collect();
        let board = asked.result.iter().flat_map(|(result, _)| shape(*result));
        let board: Vec<[i64; 3]> = board.map(Voxels::places).collect::<Result<Vec<_>, _>>()?.concat();
        let tag = Elements::new(&text[asked.span.clone()]).root()?.without(&ATTRIBUTES)?;
        Ok(Store {
            lattice,
            parts,
            order,
            moved: 2 * least(lattice, board.iter().copied()),
            tag: (tag, asked.span.clone()),
            stored: asked.stored.clone(),
            end: asked.end,
            text: text.to_owned(),
        })
    }

    /// A tiling of `problem`, which is what is read from this file or what this file was written from, as BurrTools stores it.
    ///
    /// # Errors
    /// When the tiling is none of the problem.
    pub fn assembly(&self, tiling: &Tiling, problem: &Problem) -> Result<String, FormatError> {
        let lattice = problem.region.lattice();
        let mut placed: Vec<Vec<Placed>> = vec![Vec::new(); self.parts.len()];
        for laid in tiling.laid() {
            let part = self.order.get(laid.piece).copied();
            let cells = laid.cells.iter().map(|&cell| {
                let [x, y, z] = place(lattice, &lattice.coordinates(cell));
                [x + self.moved, y, z]
            });
            let found = part.and_then(|part| Some((part, self.parts[part].found(self.lattice, cells)?)));
            let (part, found) = found.ok_or_else(not_one)?;
            placed[part].push(found);
        }
        let mut words = Vec::new();
        for (part, mut placed) in self.parts.iter().zip(placed) {
            placed.sort_unstable();
            let unused = part.copies.checked_sub(placed.len()).ok_or_else(not_one)?;
            words.extend(placed.iter().map(|(turn, [x, y, z])| format!("{x} {y} {z} {turn}")));
            words.extend(std::iter::repeat_n("x".to_owned(), unused));
        }
        Ok(words.join(" "))
    }

    /// Bytes of the file without solutions.
    pub fn bytes(&self) -> u64 {
        self.text.len() as u64
    }

    /// The file with these solutions, which are all that BurrTools would find if `all`.
    pub fn text(&self, assemblies: &[String], all: bool) -> String {
        let (tag, begun) = &self.tag;
        // As BurrTools counts them: solved, or solved in part; none of them taken apart.
        let state = if all { 2 } else { 3 };
        let known =
            format!(" state=\"{state}\" assemblies=\"{}\" solutions=\"0\" time=\"0\"", assemblies.len());
        let mut text = format!("{}{tag}{known}>", &self.text[..begun.start]);
        let mut from = begun.end;
        for stored in &self.stored {
            text.push_str(self.text[from..stored.start].trim_end());
            from = stored.end;
        }
        text.push_str(self.text[from..self.end].trim_end());
        text.push_str("\n      <solutions>\n");
        for (number, assembly) in assemblies.iter().enumerate() {
            let number = if number > 0 { format!(" asmNum=\"{number}\"") } else { String::new() };
            text.extend(["        <solution", &number, ">\n          <assembly>", assembly]);
            text.push_str("</assembly>\n        </solution>\n");
        }
        text.extend(["      </solutions>\n    ", &self.text[self.end..]]);
        text
    }
}

/// That a tiling is none of the problem.
fn not_one() -> FormatError {
    FormatError::new("the pieces do not lie as they can in the file of BurrTools")
        .with_help("give solutions of this puzzle")
}

impl Part {
    /// How a copy lies on `cells`, if it can lie there.
    fn found(&self, lattice: Lattice, cells: impl Iterator<Item = [i64; 3]>) -> Option<Placed> {
        let mut cells: Vec<[i64; 3]> = cells.collect();
        cells.sort_unstable();
        let first = cells.first().copied()?;
        (0..turns(lattice)).find_map(|turn| {
            let mut image: Vec<[i64; 3]> =
                self.voxels.iter().map(|&voxel| turned(lattice, turn, voxel)).collect();
            image.sort_unstable();
            let by = less(first, *image.first()?);
            // A triangle that is moved by an odd amount would point the other way.
            let keeps = lattice != Lattice::Prism || (by[0] + by[1]) % 2 == 0;
            let same = || cells.iter().zip(&image).all(|(&cell, &voxel)| less(cell, voxel) == by);
            let fits = keeps && cells.len() == image.len() && same();
            let hotspot = turned(lattice, turn, self.hotspot);
            fits.then(|| (turn, std::array::from_fn(|i| hotspot[i] + by[i])))
        })
    }
}

fn less(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

/// How many orientations there are.
fn turns(lattice: Lattice) -> u8 {
    if lattice == Lattice::Prism { 12 } else { 24 }
}

/// Where orientation `turn` has a voxel.
fn turned(lattice: Lattice, turn: u8, at: [i64; 3]) -> [i64; 3] {
    if lattice == Lattice::Prism {
        return turned_prism(turn, at);
    }
    let [x, y, z] = (0..turn % 4).fold(at, |[x, y, z], _| [x, -z, y]);
    match turn / 4 {
        4 => [-y, x, z],
        5 => [y, -x, z],
        quarters => (0..quarters).fold([x, y, z], |[x, y, z], _| [-z, y, x]),
    }
}

fn turned_prism(turn: u8, [x, y, z]: [i64; 3]) -> [i64; 3] {
    // Thrice the centre of the triangle, along two sides of the one at 0,0, which turns about its corner.
    let down = (x + y).rem_euclid(2);
    let centre = [3 * (x - y - down) / 2 + 1 + down, 3 * y + 1 + down];
    let ([a, b], z) = if turn < 6 { (centre, z) } else { ([-centre[0] - centre[1], centre[1]], -z) };
    let [a, b] = (0..turn % 6).fold([a, b], |[a, b], _| [-b, a + b]);
    let down = a.rem_euclid(3) - 1;
    let [a, b] = [a, b].map(|n| (n - 1 - down) / 3);
    [2 * a + b + down, b, z]
}
