//! Boards and pieces of hexagons, triangles, cubes and prisms, drawn.
//!
//! In: a lattice and a text with a character for each cell, at the place where the cell is. Out: its cells; and the reverse.
//! Hexagons, `#`, stand two characters apart, and each row begins one further than the one above or one less. Triangles are `^` where
//! they point up and `v` where they point down, in turns along a row and in each column. Cubes are `#`, layer by layer, with a blank line
//! between two layers, and prisms are layers of triangles. As on squares, `+` is a cell that may stay empty, `.` is none, and a common
//! margin means nothing.
//!
//! ```text
//!   # # #          ^              ##
//!  # # # #        ^v^             #.
//!   # # #        ^v^v^
//!                                 ##
//!                                 ##
//! ```
//! Cost: linear.

use super::FormatError;
use super::board::MAX_DRAWN;
use super::error::{counted, show};
use super::lines::lines;
use crate::board::{Cell, Lattice, Region, Spot};
use crate::choice::Choice;
use crate::pieces::{PiecesError, Polyform};

/// A cell that is drawn.
struct Mark {
    spot: Spot,
    optional: bool,
    /// The byte of its character.
    at: usize,
}

/// A character, and where it stands.
struct Glyph {
    layer: i64,
    line: i64,
    col: i64,
    mark: char,
    at: usize,
}

/// How cells are drawn.
fn form(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Hex => {
            "write # for a hexagon, two characters from the next, and begin each row one character further than its neighbour or one less"
        }
        Lattice::Triangle => "write ^ for a triangle that points up and v for one that points down, in turns",
        Lattice::Prism => "write ^ and v for triangles, layer by layer, with a blank line between layers",
        Lattice::Square | Lattice::Cube => {
            "write # for a cube, layer by layer, with a blank line between layers"
        }
    }
}

pub(super) fn has_triangles(lattice: Lattice) -> bool {
    matches!(lattice, Lattice::Triangle | Lattice::Prism)
}

/// What a character looks like that belongs in drawings of other cells than these.
fn looks_like(mark: char, lattice: Lattice) -> Option<&'static str> {
    Some(match (mark, has_triangles(lattice), lattice.is_flat()) {
        ('^' | 'v', false, true) => "this looks like triangles: write lattice = \"triangle\" for the board",
        ('^' | 'v', false, false) => "this looks like prisms: write lattice = \"prism\" for the board",
        ('#', true, true) => {
            "this looks like squares or hexagons: write lattice = \"square\" or \"hex\" for the board"
        }
        ('#', true, false) => "this looks like cubes: write lattice = \"cube\" for the board",
        _ => return None,
    })
}

/// The board that is drawn.
///
/// # Errors
/// When a character does not belong there, cells do not stand as they do on this lattice, layers differ in their rows, or there
/// is no cell.
pub(super) fn region(lattice: Lattice, text: &str) -> Result<Region, FormatError> {
    let marks = marks(lattice, text)?;
    let wrong = |message: String| FormatError::new(message).with_help("draw a smaller board");
    let cell = |mark: &Mark| lattice.cell(mark.spot);
    let cells: Vec<Cell> = marks.iter().filter_map(cell).collect();
    let most = |side: fn(&Cell) -> u32| cells.iter().map(|cell| u64::from(side(cell)) + 1).max().unwrap_or(0);
    let around = most(|c| c.layer).saturating_mul(most(|c| c.row)).saturating_mul(most(|c| c.col));
    if around > MAX_DRAWN as u64 {
        return Err(wrong("this drawing is too large".to_owned()));
    }
    let optional: Vec<Cell> = marks.iter().filter(|mark| mark.optional).filter_map(cell).collect();
    let region = Region::of_cells(lattice, cells).map_err(|e| wrong(e.to_string()))?;
    region.with_optional(&optional).map_err(|e| wrong(e.to_string()))
}

/// The piece that is drawn.
///
/// # Errors
/// As [`region`]; also when cells may stay empty, or do not hang together.
pub(super) fn shape(lattice: Lattice, text: &str) -> Result<Polyform, FormatError> {
    let marks = marks(lattice, text)?;
    if let Some(mark) = marks.iter().find(|mark| mark.optional) {
        let error = FormatError::new("'+' is a cell of a board that may stay empty, and this is a piece");
        return Err(error.with_help(form(lattice)).at(mark.at..mark.at + 1));
    }
    let spots: Vec<Spot> = marks.iter().map(|mark| mark.spot).collect();
    Polyform::of_spots(lattice, &spots).map_err(|e| {
        let message = match e {
            PiecesError::Disconnected(_) => "the cells of a piece must hang together".to_owned(),
            other => other.to_string(),
        };
        FormatError::new(message).with_help("join the cells, or draw two pieces").at(0..text.len())
    })
}

/// The cells that are drawn, moved so that the least of their numbers are 0, except for cubes, which lie where they are drawn.
fn marks(lattice: Lattice, text: &str) -> Result<Vec<Mark>, FormatError> {
    let known = |mark: char| match (mark, has_triangles(lattice)) {
        ('.' | '+', _) => Some(mark),
        ('^', true) => Some('^'),
        ('v' | 'V', true) => Some('v'),
        ('#' | 'x' | 'X', false) => Some('#'),
        _ => None,
    };
    let drawn = placed(lattice, text, known, None, (form(lattice), '.'))?;
    let mut marks: Vec<Mark> = drawn
        .into_iter()
        .filter(|drawn| drawn.mark != '.')
        .map(|Placed { spot, mark, at }| Mark { spot, optional: mark == '+', at })
        .collect();
    if marks.is_empty() {
        return Err(FormatError::new("the drawing has no cell").with_help(form(lattice)));
    }
    if lattice != Lattice::Cube {
        let least = least(&marks.iter().map(|mark| mark.spot).collect::<Vec<_>>());
        for mark in &mut marks {
            mark.spot = mark.spot.moved(least.map(|n| -n));
        }
    }
    Ok(marks)
}

/// The least layer, row and column of units of some cells.
pub(super) fn least(spots: &[Spot]) -> [i64; 3] {
    std::array::from_fn(|i| spots.iter().map(|spot| spot.at[i]).min().unwrap_or(0))
}

/// A character of a drawing, and the cell where it stands.
pub(super) struct Placed {
    pub spot: Spot,
    pub mark: char,
    /// The byte where it begins.
    pub at: usize,
}

/// The characters of a drawing but blanks, each at a cell: those for which `known` has a meaning, which may be another character.
/// Where no triangle says which way it points, `begins` says whether the one in the first column of the last row points up, 0, or
/// down, 1. `help` says how to draw, and `none` is what stands where there is no cell.
///
/// # Errors
/// When a character has no meaning, cells do not stand as they do on this lattice, or layers differ in their rows.
pub(super) fn placed(
    lattice: Lattice,
    text: &str,
    known: impl Fn(char) -> Option<char>,
    begins: Option<i64>,
    (help, none): (&str, char),
) -> Result<Vec<Placed>, FormatError> {
    let (glyphs, rows) = glyphs(lattice, text, known, (help, none))?;
    // By how much the places of this drawing differ from those of the lattice: 0 or 1.
    let mut odd = None;
    if has_triangles(lattice) {
        let told = glyphs.iter().find(|glyph| matches!(glyph.mark, '^' | 'v'));
        odd = told
            .map(|glyph| (glyph.col - (rows - 1 - glyph.line) - i64::from(glyph.mark == 'v')).rem_euclid(2))
            .or(begins);
        if odd.is_none() && !glyphs.is_empty() {
            let error = FormatError::new("no triangle says whether it points up or down");
            return Err(error.with_help(help).at(glyphs[0].at..glyphs[0].at + glyphs[0].mark.len_utf8()));
        }
    }
    let mut all = Vec::new();
    for Glyph { layer, line, col, mark, at } in glyphs {
        let refused =
            |message: &str| Err(FormatError::new(message).with_help(help).at(at..at + mark.len_utf8()));
        let (row, unit, kind) = match lattice {
            Lattice::Hex => {
                let own = (col + line).rem_euclid(2);
                if *odd.get_or_insert(own) != own {
                    return refused("a hexagon cannot stand here, between the places of the others");
                }
                (line, (col - line - own) / 2, 0)
            }
            Lattice::Triangle | Lattice::Prism => {
                let (row, odd) = (rows - 1 - line, odd.unwrap_or(0));
                let kind = (col - row - odd).rem_euclid(2);
                match (mark, kind) {
                    ('^', 1) => return refused("a triangle here points down, as its neighbours show"),
                    ('v', 0) => return refused("a triangle here points up, as its neighbours show"),
                    _ => {}
                }
                (row, (col - row - odd - kind) / 2, kind)
            }
            Lattice::Square | Lattice::Cube => (line, col, 0),
        };
        all.push(Placed { spot: Spot { at: [layer, row, unit], kind: kind as usize }, mark, at });
    }
    Ok(all)
}

/// All characters but blanks, and how many lines there are, in each layer if there are layers.
fn glyphs(
    lattice: Lattice,
    text: &str,
    known: impl Fn(char) -> Option<char>,
    (help, none): (&str, char),
) -> Result<(Vec<Glyph>, i64), FormatError> {
    let drawn = || lines(text).map(|(start, line)| (start, line.trim_end_matches(' ')));
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let margin =
        drawn().filter(|(_, line)| !line.is_empty()).map(|(_, line)| blanks(line)).min().unwrap_or(0);
    let mut glyphs = Vec::new();
    let (mut layer, mut line, mut rows) = (0, 0, None);
    // Blank lines end a layer, or are empty rows if more is drawn below.
    let mut ended = true;
    let mut check = |layer: i64, line: i64, at: usize| match *rows.get_or_insert(line) {
        rows if rows == line => Ok(()),
        rows => {
            let (own, first) = (counted(line as usize, "row"), counted(rows as usize, "row"));
            let message = format!("layer {} has {own}, and the first has {first}", layer + 1);
            Err(FormatError::new(message)
                .with_help(format!("draw as many rows in every layer, with {none} where no cell is"))
                .at(at..at))
        }
    };
    let mut empty = 0;
    for (start, drawn) in drawn() {
        if drawn.is_empty() {
            if lattice.is_flat() {
                empty += i64::from(!ended);
            } else if !ended {
                check(layer, line, start)?;
                (layer, line, ended) = (layer + 1, 0, true);
            }
            continue;
        }
        line += std::mem::take(&mut empty);
        ended = false;
        // What is left out is blanks, of a byte each.
        for (col, (at, mark)) in drawn.char_indices().enumerate().filter(|(_, (_, mark))| *mark != ' ') {
            let at = start + at;
            let Some(mark) = known(mark) else {
                let what = lattice.meaning().to_lowercase();
                let message = format!("{} does not belong in a drawing of {what}", show(mark));
                let help = looks_like(mark, lattice).unwrap_or(help);
                return Err(FormatError::new(message).with_help(help).at(at..at + mark.len_utf8()));
            };
            glyphs.push(Glyph { layer, line, col: (col - margin) as i64, mark, at });
        }
        line += 1;
    }
    if !ended && !lattice.is_flat() {
        check(layer, line, text.len())?;
    }
    Ok((glyphs, if lattice.is_flat() { line } else { rows.unwrap_or(0) }))
}

/// Draws a board, if that can be read as the same board.
pub(super) fn draw(of: &Region) -> Option<String> {
    let lattice = of.lattice();
    let mark = |cell: Cell| match (lattice, lattice.spot(cell).kind) {
        _ if of.is_optional(cell) => '+',
        (Lattice::Triangle | Lattice::Prism, 0) => '^',
        (Lattice::Triangle | Lattice::Prism, _) => 'v',
        _ => '#',
    };
    let text = of.drawn(mark, '.');
    region(lattice, &text).is_ok_and(|read| read == *of).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::board::short_form;

    #[test]
    fn what_is_drawn_is_read() {
        let boards = [
            "hexagon:3",
            "hex-triangle:4",
            "triangle:3",
            "tri-hexagon:2",
            "star:1",
            "5*sphinx",
            "trapezoid:4x2",
            "2*tripod",
        ];
        for board in boards {
            let drawn = short_form(board).unwrap();
            let text = draw(&drawn).unwrap_or_else(|| panic!("{board}"));
            assert_eq!(region(drawn.lattice(), &text), Ok(drawn), "{board}\n{text}");
        }
        let text = |board: &str| draw(&short_form(board).unwrap()).unwrap();
        assert_eq!(text("hexagon:2"), " # #\n# # #\n # #\n");
        assert_eq!(text("triangle:2"), " ^\n^v^\n");
        assert_eq!(text("2*tripod").lines().count(), 4 * 4 + 3);
    }

    #[test]
    fn prisms_and_cells_that_may_stay_empty() {
        let prism = "^v+\n\n.v^\n";
        let read = region(Lattice::Prism, prism).unwrap();
        assert_eq!((read.len(), read.optional().count()), (5, 1));
        assert_eq!(draw(&read).as_deref(), Some("^v+\n\n v^\n"));
        let cubes = "##\n#.\n\n++\n##\n";
        let read = region(Lattice::Cube, cubes).unwrap();
        assert_eq!((read.len(), read.optional().count(), draw(&read).as_deref()), (7, 2, Some(cubes)));
        let holed = "# # #\n # . #\n  # # #\n";
        assert_eq!(draw(&region(Lattice::Hex, holed).unwrap()).as_deref(), Some(holed));
    }

    #[test]
    fn pieces() {
        let cells = |lattice, text: &str| shape(lattice, text).unwrap().cells().to_vec();
        assert_eq!(cells(Lattice::Hex, " #\n# #\n").len(), 3);
        assert_eq!(shape(Lattice::Triangle, "^v^").unwrap(), shape(Lattice::Triangle, "\n   ^v^\n").unwrap());
        assert_eq!(shape(Lattice::Cube, "##\n\n#.\n").unwrap().size(), 3);
    }

    #[test]
    fn wrong_drawings_are_told() {
        let said = |lattice, text: &str| {
            let error = region(lattice, text).unwrap_err();
            (error.message, error.span)
        };
        let told = |text: &str, span| (text.to_owned(), span);
        assert_eq!(
            said(Lattice::Hex, "# #\n###\n"),
            told("a hexagon cannot stand here, between the places of the others", Some(4..5))
        );
        assert_eq!(
            said(Lattice::Triangle, "^v^\n^v^v^\n"),
            told("a triangle here points down, as its neighbours show", Some(4..5))
        );
        assert_eq!(
            said(Lattice::Triangle, "^^"),
            told("a triangle here points down, as its neighbours show", Some(1..2))
        );
        assert_eq!(
            said(Lattice::Triangle, "+"),
            told("no triangle says whether it points up or down", Some(0..1))
        );
        assert_eq!(
            said(Lattice::Triangle, "##"),
            told("'#' does not belong in a drawing of triangles", Some(0..1))
        );
        let looks = |lattice, text: &str| region(lattice, text).unwrap_err().help.unwrap();
        assert!(looks(Lattice::Triangle, "##").starts_with("this looks like squares or hexagons"));
        assert!(looks(Lattice::Prism, "##").starts_with("this looks like cubes"));
        assert!(looks(Lattice::Hex, "# # ^").starts_with("this looks like triangles"));
        assert!(looks(Lattice::Cube, "##\n\n^v").starts_with("this looks like prisms"));
        assert!(looks(Lattice::Cube, "##\n\n?#").starts_with("write #"));
        assert_eq!(
            said(Lattice::Cube, "##\n##\n\n##\n"),
            told("layer 2 has 1 row, and the first has 2 rows", Some(10..10))
        );
        assert_eq!(said(Lattice::Cube, "..\n").0, "the drawing has no cell");
    }
}
