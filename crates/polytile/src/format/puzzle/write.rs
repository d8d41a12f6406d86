//! Puzzle files, written.

use super::Puzzle;
use crate::board::{Cell, Lattice, Region, Topology};
use crate::choice::Choice;
use crate::format::{FormatError, Further, board, drawn};
use crate::pieces::{Copies, Freedom, Piece, Polyform};
use crate::problem::Problem;
use std::fmt::Write;

/// The file of a puzzle, every piece drawn: what [`super::parse`] reads.
///
/// ```
/// use polytile::format::puzzle;
/// let text = "title = 'Three'\npieces = 'trominoes'\n[board]\nsize = '3x3'";
/// let read = puzzle::parse(text)?;
/// assert_eq!(puzzle::parse(&puzzle::write(&read)?)?, read);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When a piece may be laid in some ways and not in others, and neither `flips` nor `turns` says which.
pub fn write(puzzle: &Puzzle) -> Result<String, FormatError> {
    let mut text = String::new();
    let title = Some(&puzzle.title);
    let head =
        [("title", title), ("description", puzzle.description.as_ref()), ("source", puzzle.source.as_ref())];
    for (key, content) in head {
        text.extend(content.map(|content| format!("{key} = {}\n", string(content))));
    }
    text += &further_lines(&puzzle.further);
    text += "\n[board]\n";
    let region = &puzzle.problem.region;
    let drawing = drawing(region);
    let is_drawn = drawing.is_some();
    text += &drawing.unwrap_or_else(|| board_lines(region));
    text += &wrap_line(region);
    text += &optional_lines(&puzzle.problem, is_drawn);
    for piece in puzzle.problem.pieces.iter().filter(|piece| !piece.hole) {
        let (shape, freedom) = shape_of(piece)?;
        let lattice = shape.lattice();
        let drawn = match lattice {
            Lattice::Square => format!("art = '''\n{}'''\n", rows_of(shape)),
            _ => format!("cells = {}\n", listed(lattice, shape.cells().iter().copied())),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n[[pieces]]\nname = {}\n{drawn}", string(&piece.name));
        text += match freedom {
            usual if usual == Freedom::Natural.on(lattice) => "",
            Freedom::OneSided => "flips = false\n",
            Freedom::Fixed => "turns = false\n",
            _ => "flips = true\n",
        };
        let _ = match (piece.copies.min(), piece.copies.max()) {
            _ if piece.copies == Copies::ANY => Ok(()),
            (min, Some(max)) if min == max => writeln!(text, "copies = {min}"),
            _ => writeln!(text, "copies = \"{}\"", piece.copies),
        };
        if let Some([red, green, blue]) = piece.colour {
            let _ = writeln!(text, "colour = \"#{red:02x}{green:02x}{blue:02x}\"");
        }
    }
    let lattice = puzzle.problem.region.lattice();
    for laid in &puzzle.problem.given {
        let cells: Vec<String> =
            laid.cells.iter().map(|&cell| lattice.coordinates(cell).to_string()).collect();
        let name = &puzzle.problem.pieces[laid.piece].name;
        let _ = write!(text, "\n[[given]]\npiece = {}\non = \"{}\"\n", string(name), cells.join(" "));
    }
    let rules = puzzle.problem.rules;
    if rules.tatami || rules.fault_free {
        text += "\n[rules]\n";
        text += if rules.tatami { "tatami = true\n" } else { "" };
        text += if rules.fault_free { "fault-free = true\n" } else { "" };
    }
    Ok(text)
}

/// A text as TOML has it.
fn string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Who made it, how hard it is, and what it is filed under.
pub(in crate::format) fn further_lines(Further { author, difficulty, tags }: &Further) -> String {
    let mut text = String::new();
    for (key, content) in [("author", author), ("difficulty", difficulty)] {
        text.extend(content.iter().map(|content| format!("{key} = {}\n", string(content))));
    }
    if !tags.is_empty() {
        let tags: Vec<String> = tags.iter().map(|tag| string(tag)).collect();
        text.extend(["tags = [", &tags.join(", "), "]\n"]);
    }
    text
}

/// A board with holes is drawn up to this many squares, however few the holes are.
const DRAWN: usize = 1 << 16;

/// Characters that a hole takes in a list, as `[12, 3456], `; in the drawing it takes as much as a cell.
const LISTED: usize = 12;

/// A list of cells.
fn listed(lattice: Lattice, cells: impl Iterator<Item = Cell>) -> String {
    let cell = |cell| {
        let numbers: Vec<String> = lattice.coordinates(cell).0.iter().map(u32::to_string).collect();
        format!("[{}]", numbers.join(", "))
    };
    format!("[{}]", cells.map(cell).collect::<Vec<_>>().join(", "))
}

/// The cells that may stay empty, unless they are drawn, and how many of them do.
fn optional_lines(problem: &Problem, is_drawn: bool) -> String {
    let region = &problem.region;
    if !region.has_optional() {
        return String::new();
    }
    let mut text = if is_drawn {
        String::new()
    } else {
        format!("optional = {}\n", listed(region.lattice(), region.optional()))
    };
    // Without any hole, every cell is to be covered: that is what none of them says.
    let holes = problem.pieces.hole().map_or(Copies::exactly(0), |hole| hole.copies);
    let _ = match (holes.min(), holes.max()) {
        _ if holes == Copies::ANY => Ok(()),
        (min, Some(max)) if min == max => writeln!(text, "holes = {min}"),
        _ => writeln!(text, "holes = \"{holes}\""),
    };
    text
}

/// The drawing of a board that is no full box, unless it wraps, or a list of what it lacks is much shorter.
fn drawing(region: &Region) -> Option<String> {
    let places = region.units().iter().map(|&side| side as usize).product::<usize>();
    let listed = region.hole_count() + region.optional().len();
    let is_drawn = places <= DRAWN || places <= listed.saturating_mul(LISTED).min(board::MAX_DRAWN);
    if listed == 0 || !is_drawn || region.topology() != Topology::Plane {
        return None;
    }
    match region.lattice() {
        Lattice::Square => Some(format!("art = '''\n{}'''\n", board::draw(region))),
        lattice => {
            let art = drawn::draw(region)?;
            Some(format!("lattice = \"{}\"\nart = '''\n{art}'''\n", lattice.name()))
        }
    }
}

/// What the numbers of cells are read modulo, where the size does not say it.
fn wrap_line(region: &Region) -> String {
    let said = region.lattice() == Lattice::Square && region.topology() != Topology::Periodic;
    if said || region.topology() == Topology::Plane {
        return String::new();
    }
    let period = |axis: Option<usize>| match axis {
        Some(axis) if region.wraps()[axis] => region.units()[axis].to_string(),
        _ => "0".to_owned(),
    };
    let periods: Vec<String> = region.lattice().axes().map(period).collect();
    format!("wrap = [{}]\n", periods.join(", "))
}

/// How a board that is not drawn is written: by the size of its box and what is missing there, or, on other lattices than squares,
/// by its cells if these are fewer.
fn board_lines(region: &Region) -> String {
    let lattice = region.lattice();
    if lattice != Lattice::Square {
        let [layers, rows, units] = [region.layers(), region.rows(), region.cols() / lattice.kinds()];
        let size = match lattice {
            Lattice::Hex => Some(format!("hex-parallelogram:{rows}x{units}")),
            Lattice::Triangle => Some(format!("tri-parallelogram:{rows}x{units}")),
            Lattice::Cube => Some(format!("{layers}x{rows}x{units}")),
            _ => None,
        };
        return match size.filter(|_| region.hole_count() < region.len()) {
            Some(size) if region.hole_count() == 0 => format!("size = \"{size}\"\n"),
            Some(size) => format!("size = \"{size}\"\nremove = {}\n", listed(lattice, region.holes())),
            None => {
                format!("lattice = \"{}\"\ncells = {}\n", lattice.name(), listed(lattice, region.cells()))
            }
        };
    }
    let holes = region.hole_count();
    let kind = match region.topology() {
        Topology::Plane | Topology::Periodic => "",
        Topology::Cylinder => "cylinder:",
        Topology::Torus => "torus:",
    };
    let size = format!("size = \"{kind}{}x{}\"\n", region.rows(), region.cols());
    if holes == 0 { size } else { format!("{size}remove = {}\n", listed(lattice, region.holes())) }
}

/// The shape of a piece and what may be done to it, which together give all its orientations.
fn shape_of(piece: &Piece) -> Result<(&Polyform, Freedom), FormatError> {
    let found = piece.orientations.first().zip(piece.freedom());
    found.ok_or_else(|| {
        let message =
            format!("no choice of flips and turns gives the ways in which '{}' may be laid", piece.name);
        FormatError::new(message).with_help("write it as several pieces, each with turns = false")
    })
}

/// The shape row by row, each row up to its last cell: a box around a long thin piece is much larger than the piece.
fn rows_of(shape: &Polyform) -> String {
    let mut text = String::new();
    for row in shape.cells().chunk_by(|a, b| a.row == b.row) {
        let mut next = 0;
        for cell in row {
            text.extend(std::iter::repeat_n('.', (cell.col - next) as usize).chain(['#']));
            next = cell.col + 1;
        }
        text.push('\n');
    }
    text
}
