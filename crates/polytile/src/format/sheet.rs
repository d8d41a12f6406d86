//! A board and its pieces drawn on one sheet, apart from each other.
//!
//! ```text
//! ##   ###     ####
//! #      #     ####
//! ```
//!
//! In: a drawing. Out: the board, and the pieces if there are any. Of several blobs of cells, joined edge to edge, the
//! largest is the board and each other one a piece. A drawing that writes `.` for what is not a cell is one board as a whole,
//! which may be in several parts. Blobs without `.` are the convention of Fan and Guo's `TilingPuzzle`.

use super::{FormatError, board};
use crate::board::{Cell, Region};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform, catalogue};

/// Pieces up to this size are looked up in the catalogue, to be called as it calls them.
const NAMED: usize = 8;

/// What is drawn on a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The board.
    pub board: Region,
    /// The pieces beside it, in the order of their topmost, leftmost cells.
    pub pieces: Vec<Polyform>,
    /// What is odd about the drawing, but not wrong.
    pub warnings: Vec<FormatError>,
}

/// Reads a sheet.
///
/// ```
/// use polytile::format::sheet;
/// use polytile::pieces::Freedom;
/// let sheet = sheet::parse("##   ###     ####\n#      #     ####\n")?;
/// assert_eq!((sheet.board.len(), sheet.pieces.len()), (8, 2));
/// let names: Vec<_> = sheet.set(Freedom::Free).iter().map(|piece| piece.name.clone()).collect();
/// assert_eq!(names, ["L3", "L4"]);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// As [`board::drawing`], and when no blob is larger than all others, so that none is the board.
pub fn parse(text: &str) -> Result<Sheet, FormatError> {
    let drawing = board::drawing(text)?;
    let mut blobs = if drawing.is_board() { Vec::new() } else { blobs(&drawing.rows) };
    if blobs.len() < 2 {
        let (board, warnings) = board::art(text)?;
        return Ok(Sheet { board, pieces: Vec::new(), warnings });
    }
    // Which of the blobs is the board is not known before.
    drawing.expect_no_optional()?;
    let most = blobs.iter().map(Vec::len).max().unwrap_or(0);
    let mut largest = (0..blobs.len()).filter(|&i| blobs[i].len() == most);
    if let (Some(at), Some(other)) = (largest.next(), largest.next()) {
        let error =
            FormatError::new(format!("there are two blobs of {most} cells, so neither is the largest"));
        let error = error.with_help(
            "the largest blob is the board, the others are pieces; if all of it is one board, write . for its gaps",
        );
        let place = blobs[other.max(at)].first().and_then(|&cell| drawing.place(cell));
        return Err(place.map_or(error.clone(), |at| error.at(at..at + 1)));
    }
    let board = blobs.iter().position(|blob| blob.len() == most).map(|i| blobs.remove(i)).unwrap_or_default();
    let shape = |cells: Vec<Cell>| Polyform::new(cells).map_err(|e| FormatError::new(e.to_string()));
    let mut rows: Vec<Vec<bool>> = Vec::new();
    for cell in shape(board)?.cells() {
        // Cells come row by row, from left to right.
        rows.resize(rows.len().max(cell.row as usize + 1), Vec::new());
        if let Some(row) = rows.last_mut() {
            row.resize(cell.col as usize, false);
            row.push(true);
        }
    }
    let board = board::region_of(&rows)?;
    let pieces = blobs.into_iter().map(shape).collect::<Result<_, _>>()?;
    Ok(Sheet { board, pieces, warnings: Vec::new() })
}

impl Sheet {
    /// The pieces, each as often as it is drawn; drawings that `freedom` carries into each other are one piece.
    pub fn set(&self, freedom: Freedom) -> PieceSet {
        let mut found: Vec<(Polyform, u32)> = Vec::new();
        for shape in &self.pieces {
            let shape = shape.canonical(freedom);
            match found.iter_mut().find(|(other, _)| *other == shape) {
                Some((_, copies)) => *copies += 1,
                None => found.push((shape, 1)),
            }
        }
        let piece = |(i, (shape, copies)): (usize, (Polyform, u32))| {
            let piece = Piece::new(format!("piece{}", i + 1), &shape, freedom, Copies::exactly(copies));
            let named =
                if shape.size() <= NAMED { catalogue::all(shape.size(), freedom) } else { Vec::new() };
            let same = named.iter().find(|named| named.shape.canonical(freedom) == shape);
            Piece { name: same.map_or(piece.name, |named| named.name.clone()), ..piece }
        };
        PieceSet::new(found.into_iter().enumerate().map(piece).collect())
    }
}

/// The connected sets of cells, each from its topmost, leftmost one.
fn blobs(rows: &[Vec<bool>]) -> Vec<Vec<Cell>> {
    let mut open: Vec<Vec<bool>> = rows.to_vec();
    let mut take = |row: usize, col: usize| {
        open.get_mut(row).and_then(|line| line.get_mut(col)).is_some_and(std::mem::take)
    };
    let mut blobs = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for col in 0..line.len() {
            if !take(row, col) {
                continue;
            }
            let mut blob = vec![(row, col)];
            let mut next = 0;
            while let Some(&(r, c)) = blob.get(next) {
                next += 1;
                let around = [(r + 1, c), (r, c + 1), (r.wrapping_sub(1), c), (r, c.wrapping_sub(1))];
                blob.extend(around.into_iter().filter(|&(r, c)| take(r, c)));
            }
            blobs.push(blob.into_iter().map(|(r, c)| Cell::new(r as u32, c as u32)).collect());
        }
    }
    blobs
}
