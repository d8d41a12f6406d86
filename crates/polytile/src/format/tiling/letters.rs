//! Tilings in letters.
//!
//! In: a line per row, a character per column. Out: a tiling. Runs of one letter are followed from cell to cell;
//! across the edge of a wrapped board the coordinates continue, so that a run has the shape that a player sees; the
//! shape is looked up among all orientations of all pieces.

use super::FormatError;
use super::assign::{Group, share_out};
use crate::board::{Cell, Topology};
use crate::draw::preferred_letter;
use crate::format::error::{Unread, counted, show};
use crate::pieces::Polyform;
use crate::problem::Problem;
use crate::tiling::{Laid, Tiling};
use std::collections::HashMap;
use std::ops::Range;

const FORM: &str = "write one letter or digit per cell, the same for the cells of one piece and different ones for \
                    pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'";

pub(super) fn parse(text: &str, problem: &Problem) -> Result<Tiling, Unread> {
    let lines = lines_of(text).map_err(Unread::Malformed)?;
    let grid = Grid { letters: letters_of(&lines, problem).map_err(Unread::Misfit)?, problem };
    let shapes = Shapes::of(problem);
    let mut laid: Vec<Laid> = Vec::new();
    // Runs whose piece is not yet settled, by the pieces they may be and their letters.
    let mut groups: HashMap<(Vec<u32>, char), Vec<usize>> = HashMap::new();
    let mut seen = vec![false; grid.letters.len()];
    for start in 0..grid.letters.len() {
        let letter = grid.letters[start];
        if seen[start] || letter == '.' {
            continue;
        }
        let (cells, shape) = grid.run(start, &mut seen);
        let candidates = shapes.candidates(problem, &cells, &shape);
        let piece = match candidates.as_slice() {
            [] => guess(problem, letter, cells.len()),
            [only] => *only as usize,
            _ => {
                groups.entry((candidates, letter)).or_default().push(laid.len());
                usize::MAX
            }
        };
        laid.push(Laid { piece, cells });
    }
    let mut used = vec![0; problem.pieces.len()];
    for piece in &laid {
        if let Some(used) = used.get_mut(piece.piece) {
            *used += 1;
        }
    }
    // Groups whose letter suggests a piece choose first, and choose that piece first.
    let speaks = |c: u32, letter| preferred_letter(&problem.pieces[c as usize].name) == Some(letter);
    let mut groups: Vec<(bool, Group)> = groups
        .into_iter()
        .map(|((mut candidates, letter), members)| {
            candidates.sort_by_key(|&c| !speaks(c, letter));
            (!speaks(candidates[0], letter), Group { candidates, members })
        })
        .collect();
    groups.sort_unstable_by(|a, b| (a.0, &a.1.members).cmp(&(b.0, &b.1.members)));
    let groups: Vec<Group> = groups.into_iter().map(|(_, group)| group).collect();
    let copies: Vec<_> = problem.pieces.iter().map(|p| p.copies).collect();
    for (member, piece) in share_out(&groups, &copies, &used) {
        laid[member].piece = piece as usize;
    }
    Ok(Tiling::new(laid))
}

fn wrong(message: String, span: Range<usize>) -> FormatError {
    FormatError::new(message).with_help(FORM).at(span)
}

/// The rows of a drawing, each with its place in the text.
fn lines_of(text: &str) -> Result<Vec<(usize, &str)>, FormatError> {
    let mut offset = 0;
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for line in text.split_inclusive('\n') {
        lines.push((offset, line.trim_end_matches(['\n', '\r', ' '])));
        offset += line.len();
    }
    let blank = |line: &(usize, &str)| line.1.is_empty();
    let (Some(first), Some(last)) =
        (lines.iter().position(|line| !blank(line)), lines.iter().rposition(|line| !blank(line)))
    else {
        return Err(wrong("there is no tiling".to_owned(), 0..0));
    };
    lines.truncate(last + 1);
    let lines = lines.split_off(first);
    for &(offset, line) in &lines {
        if let Some((at, c)) = line.char_indices().find(|&(_, c)| c != '.' && !c.is_alphanumeric()) {
            let span = offset + at..offset + at + c.len_utf8();
            if ('\u{2500}'..='\u{259f}').contains(&c) {
                return Err(wrong("a drawing with lines cannot be read back".to_owned(), span));
            }
            return Err(wrong(format!("{} stands for no piece", show(c)), span));
        }
    }
    Ok(lines)
}

/// The characters of all rows, after the size of the drawing has been compared with that of the board.
fn letters_of(lines: &[(usize, &str)], problem: &Problem) -> Result<Vec<char>, FormatError> {
    let (rows, cols) = (problem.region.rows() as usize, problem.region.cols() as usize);
    if lines.len() != rows {
        let message =
            format!("the tiling has {}, but the board {}", counted(lines.len(), "row"), counted(rows, "row"));
        // The rows beyond those of the board, or the last row, after which some are missing.
        let from = lines[rows.min(lines.len() - 1)].0;
        let end = lines[lines.len() - 1];
        return Err(wrong(message, from..end.0 + end.1.len()));
    }
    let mut letters = Vec::new();
    for (row, &(offset, line)) in lines.iter().enumerate() {
        let before = letters.len();
        letters.extend(line.chars());
        let count = letters.len() - before;
        if count != cols {
            let (cells, columns) = (counted(count, "cell"), counted(cols, "column"));
            let message = format!("row {row} of the tiling has {cells}, but the board has {columns}");
            return Err(wrong(message, offset..offset + line.len()));
        }
    }
    Ok(letters)
}

struct Grid<'a> {
    letters: Vec<char>,
    problem: &'a Problem,
}

impl Grid<'_> {
    /// The cells of the run through position `start`, sorted, and their shape in coordinates that continue across the edge.
    fn run(&self, start: usize, seen: &mut [bool]) -> (Vec<Cell>, Vec<(i64, i64)>) {
        let region = &self.problem.region;
        let (rows, cols) = (i64::from(region.rows()), i64::from(region.cols()));
        let [_, wraps_rows, wraps_cols] = region.wraps();
        let around = |n: i64, side: i64, wraps: bool| if wraps { n.rem_euclid(side) } else { n };
        let place = |(row, col): (i64, i64)| (around(row, rows, wraps_rows), around(col, cols, wraps_cols));
        let position = |(row, col): (i64, i64)| (row * cols + col) as usize;
        let mut shape = vec![(start as i64 / cols, start as i64 % cols)];
        seen[start] = true;
        let mut next = 0;
        while let Some(&(row, col)) = shape.get(next) {
            next += 1;
            for near in [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)] {
                let at = place(near);
                if !(0..rows).contains(&at.0) || !(0..cols).contains(&at.1) {
                    continue;
                }
                let at = position(at);
                if self.letters[at] == self.letters[start] && !std::mem::replace(&mut seen[at], true) {
                    shape.push(near);
                }
            }
        }
        let cell = |&near: &(i64, i64)| {
            let (row, col) = place(near);
            Cell::new(row as u32, col as u32)
        };
        let mut cells: Vec<Cell> = shape.iter().map(cell).collect();
        cells.sort_unstable();
        (cells, shape)
    }
}

/// The pieces that can be laid in each shape.
struct Shapes<'a> {
    pieces: HashMap<&'a Polyform, Vec<u32>>,
}

impl<'a> Shapes<'a> {
    fn of(problem: &'a Problem) -> Self {
        let mut pieces: HashMap<&Polyform, Vec<u32>> = HashMap::new();
        for (number, piece) in problem.pieces.iter().enumerate().filter(|(_, piece)| !piece.hole) {
            for shape in &piece.orientations {
                pieces.entry(shape).or_default().push(number as u32);
            }
        }
        Shapes { pieces }
    }

    fn candidates(&self, problem: &Problem, cells: &[Cell], shape: &[(i64, i64)]) -> Vec<u32> {
        let top = shape.iter().map(|c| c.0).min().unwrap_or(0);
        let left = shape.iter().map(|c| c.1).min().unwrap_or(0);
        let moved = shape.iter().map(|&(row, col)| Cell::new((row - top) as u32, (col - left) as u32));
        let known = Polyform::new(moved).ok().and_then(|shape| self.pieces.get(&shape));
        if let Some(known) = known {
            return known.clone();
        }
        if problem.region.topology() == Topology::Plane {
            return Vec::new();
        }
        // A run that meets itself around the board has several shapes: ask which pieces cover its cells.
        let fits = |piece: &crate::pieces::Piece| {
            !piece.hole && piece.orientations.iter().any(|shape| shape.covers(&problem.region, cells))
        };
        let fitting = problem.pieces.iter().enumerate().filter(|(_, piece)| fits(piece));
        fitting.map(|(number, _)| number as u32).collect()
    }
}

/// The piece that a run most resembles, if no piece has its shape.
fn guess(problem: &Problem, letter: char, size: usize) -> usize {
    let pieces = problem.pieces.iter().enumerate().filter(|(_, piece)| !piece.hole);
    let unlike = |(_, piece): &(usize, &crate::pieces::Piece)| {
        (preferred_letter(&piece.name) != Some(letter), piece.size().abs_diff(size))
    };
    pieces.min_by_key(unlike).map_or(0, |(number, _)| number)
}
