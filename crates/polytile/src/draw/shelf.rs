//! Pieces side by side, as on a shelf: in letters and as a picture.

use super::{PALETTE, Scene};
use crate::board::{Cell, Region, RegionError};
use crate::pieces::catalogue::Named;
use crate::pieces::{Colour, Copies, Freedom, Piece, PieceSet};
use crate::problem::Problem;
use crate::tiling::{Laid, Tiling};

/// Puts pieces of these widths on boards of width `limit`, one after the other, `gap` apart.
fn boards<'a>(
    pieces: &[&'a Named],
    width: impl Fn(&Named) -> usize,
    gap: usize,
    limit: usize,
) -> Vec<Vec<&'a Named>> {
    let mut boards: Vec<Vec<&Named>> = Vec::new();
    let mut used = 0;
    for &piece in pieces {
        let with_piece = used + gap + width(piece);
        match boards.last_mut() {
            Some(board) if with_piece <= limit => {
                board.push(piece);
                used = with_piece;
            }
            _ => {
                boards.push(vec![piece]);
                used = width(piece);
            }
        }
    }
    boards
}

/// The pieces, each above its name, in lines of at most `limit` characters.
pub fn text(pieces: &[&Named], limit: usize) -> String {
    let lines = boards(pieces, width, 3, limit);
    lines.iter().map(|line| text_line(line)).collect::<Vec<_>>().join("\n")
}

fn width(piece: &Named) -> usize {
    (2 * piece.shape.cols() as usize).max(piece.name.len())
}

fn text_line(pieces: &[&Named]) -> String {
    let height = height(pieces);
    let mut text = String::new();
    let mut push = |parts: Vec<String>| {
        text.push_str(parts.concat().trim_end());
        text.push('\n');
    };
    for row in 0..height {
        push(pieces.iter().map(|p| format!("{:1$}   ", cells(p, row, height), width(p))).collect());
    }
    push(pieces.iter().map(|p| format!("{:1$}   ", p.name, width(p))).collect());
    text
}

fn height(pieces: &[&Named]) -> u32 {
    pieces.iter().map(|p| p.shape.rows()).max().unwrap_or(0)
}

/// One row of a piece. All pieces stand on the same ground, so the shorter ones begin lower.
fn cells(piece: &Named, row: u32, height: u32) -> String {
    let Some(row) = (row + piece.shape.rows()).checked_sub(height) else { return String::new() };
    (0..piece.shape.cols())
        .map(|col| if piece.shape.cells().contains(&Cell::new(row, col)) { "[]" } else { "  " })
        .collect()
}

/// The pieces as a picture: a board of just their cells, each covered by its piece.
///
/// # Errors
/// When there are more pieces than a picture can hold.
pub fn scene(pieces: &[&Named]) -> Result<Scene, RegionError> {
    let mut laid = Vec::new();
    let mut top = 0;
    for board in boards(pieces, |piece| piece.shape.cols() as usize, 1, 30) {
        let height = height(&board);
        let mut left = 0;
        for piece in board {
            let down = top + height - piece.shape.rows();
            let cell = |c: &Cell| Cell::new(c.row + down, c.col + left);
            laid.push(Laid { piece: laid.len(), cells: piece.shape.cells().iter().map(cell).collect() });
            left += piece.shape.cols() + 1;
        }
        top += height + 1;
    }
    let cells = || laid.iter().flat_map(|l| &l.cells);
    let rows = cells().map(|c| c.row as usize + 1).max().unwrap_or(0);
    let cols = cells().map(|c| c.col as usize + 1).max().unwrap_or(0);
    let mut drawn = vec![vec![false; cols]; rows];
    for cell in cells() {
        drawn[cell.row as usize][cell.col as usize] = true;
    }
    let region = Region::from_rows(&drawn)?;
    let coloured = |(named, colour): (&&Named, &Colour)| Piece {
        colour: Some(*colour),
        ..Piece::from_catalogue(named, Freedom::Fixed, Copies::ANY)
    };
    let set = pieces.iter().zip(PALETTE.iter().cycle()).map(coloured).collect();
    let problem = Problem::new(region, PieceSet::new(set));
    Ok(Scene::new(&problem, &Tiling::new(laid)))
}
