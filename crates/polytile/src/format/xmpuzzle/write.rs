//! Puzzles written for BurrTools.
//!
//! In: a puzzle of cubes or prisms, or a flat one of squares or triangles, which becomes a layer of them: there, what is turned
//! over in the plane is turned in space. Out: the text of a file with one problem, and what it does not say. Shapes are written
//! in the box around their cells from the corner on, so that of triangles none changes what it points to. Cost: the boxes.

use crate::board::{Cell, Coordinates, Lattice, Topology};
use crate::format::FormatError;
use crate::format::puzzle::Puzzle;
use crate::pieces::{Copies, Freedom, Piece, Polyform};
use std::fmt::Write as _;

/// The most copies that BurrTools knows.
const MOST_COPIES: u32 = 65_535;
/// The most voxels that a box is written with.
const MOST_VOXELS: i64 = 1 << 24;

/// A puzzle as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub text: String,
    /// What it does not say.
    pub warnings: Vec<FormatError>,
}

/// The file of a puzzle: what [`super::parse`] reads.
///
/// ```
/// use polytile::format::{puzzle, xmpuzzle};
/// let read = puzzle::parse("title = 'Soma'\npieces = '1:L3'\n[board]\nart = '##\n#.'".replace('\'', "'''").as_str())?;
/// let again = xmpuzzle::parse(&xmpuzzle::write(&read)?.text, None)?;
/// assert_eq!((again.title.as_str(), again.problem.region.len()), ("Soma", 3));
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When BurrTools has no word for something: hexagons, a board that wraps, rules, pieces that may be reflected and not only turned,
/// or may not be turned, pieces that lie already, and a least number of holes.
pub fn write(puzzle: &Puzzle) -> Result<Written, FormatError> {
    let problem = &puzzle.problem;
    let (region, lattice) = (&problem.region, problem.region.lattice());
    let refused = |message: &str, help: &str| Err(FormatError::new(message).with_help(help));
    let grid = match lattice {
        Lattice::Square | Lattice::Cube => 0,
        Lattice::Triangle | Lattice::Prism => 1,
        Lattice::Hex => {
            return refused("BurrTools has no grid of hexagons", "convert it to toml, dlx or json");
        }
    };
    if region.topology() != Topology::Plane {
        return refused("BurrTools has no boards that wrap", "convert it to toml, dlx or json");
    }
    if problem.rules.tatami || problem.rules.fault_free {
        return refused(
            "BurrTools does not know the rules of this puzzle",
            "leave them out, or convert it to toml",
        );
    }
    if !problem.given.is_empty() {
        return refused(
            "BurrTools knows no pieces that lie already",
            "leave out what is given, or convert it to toml",
        );
    }
    let holes = problem.pieces.hole().map(|hole| hole.copies);
    if holes.is_some_and(|holes| holes.min() > 0) {
        return refused(
            "BurrTools knows how many cells may stay empty, but not how many must",
            "write holes = \"0..5\", or convert it to toml",
        );
    }
    let mut shapes = String::new();
    let mut parts = String::new();
    let mut warnings = Vec::new();
    let mut number = 0;
    for piece in problem.pieces.iter().filter(|piece| !piece.hole) {
        let shape = turned(piece)?;
        shapes += &voxels(&piece.name, lattice, || shape.cells().iter().map(|&cell| (cell, '#')))?;
        let fits = (region.len() / piece.size().max(1)) as u32;
        let (min, max) = (piece.copies.min(), piece.copies.max().unwrap_or(fits).max(piece.copies.min()));
        if max > MOST_COPIES {
            let message = format!(
                "of {} there may be {max} copies, and BurrTools counts up to {MOST_COPIES}",
                piece.name
            );
            return refused(&message, "limit the copies");
        }
        // Writing to a string cannot fail.
        let _ = if min == max {
            writeln!(parts, "        <shape id=\"{number}\" count=\"{min}\"/>")
        } else {
            writeln!(parts, "        <shape id=\"{number}\" min=\"{min}\" max=\"{max}\"/>")
        };
        number += 1;
    }
    let sign = |cell| (cell, if region.is_optional(cell) && holes.is_some() { '+' } else { '#' });
    shapes += &voxels("", lattice, || region.cells().map(sign))?;
    if problem.pieces.iter().any(|piece| piece.colour.is_some()) {
        let help = "BurrTools chooses the colours of pieces by itself";
        warnings.push(FormatError::new("the colours of the pieces are not written").with_help(help));
    }
    let most = holes.and_then(Copies::max).map_or(String::new(), |most| format!(" maxHoles=\"{most}\""));
    let comment = [puzzle.description.as_deref(), puzzle.source.as_deref()];
    let comment = comment.into_iter().flatten().collect::<Vec<_>>().join("\n");
    let text = format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n  <gridType type=\"{grid}\"/>\n  <colors/>\n  <shapes>\n{shapes}  </shapes>\n  \
         <problems>\n    <problem name=\"{}\" state=\"0\"{most}>\n      <shapes>\n{parts}      </shapes>\n      <result id=\"{number}\"/>\n      \
         <bitmap/>\n    </problem>\n  </problems>\n  <comment>{}</comment>\n</puzzle>\n",
        escaped(&puzzle.title),
        escaped(&comment),
    );
    Ok(Written { text, warnings })
}

/// The shape of a piece, if it may be turned in space and nothing else.
fn turned(piece: &Piece) -> Result<&Polyform, FormatError> {
    let flat = piece.lattice().is_flat();
    // What is turned over in the plane is turned in space.
    let freedom = if flat { Freedom::Free } else { Freedom::OneSided };
    let shape = piece.orientations.first().filter(|shape| shape.images(freedom) == piece.orientations);
    shape.ok_or_else(|| {
        let message = format!(
            "BurrTools turns every piece in space and reflects none, and {} may not be laid so",
            piece.name
        );
        let help = if flat { "write flips = true" } else { "write flips = false" };
        FormatError::new(message).with_help(help)
    })
}

/// A shape.
fn voxels<I: Iterator<Item = (Cell, char)>>(
    name: &str,
    lattice: Lattice,
    cells: impl Fn() -> I,
) -> Result<String, FormatError> {
    let placed = || cells().map(|(cell, sign)| (place(lattice, &lattice.coordinates(cell)), sign));
    let mut sides = [0; 3];
    for (at, _) in placed() {
        sides.iter_mut().zip(at).for_each(|(side, at)| *side = (*side).max(at + 1));
    }
    let [x, y, z] = sides;
    let all = x.checked_mul(y).and_then(|area| area.checked_mul(z)).filter(|&all| all <= MOST_VOXELS);
    let Some(all) = all else {
        let error = FormatError::new(format!("a shape of {x}x{y}x{z} voxels is too large for BurrTools"));
        return Err(error.with_help("convert it to toml, dlx or json"));
    };
    let mut content = vec!['_'; all as usize];
    for (at, sign) in placed() {
        content[(at[0] + x * (at[1] + y * at[2])) as usize] = sign;
    }
    let name = if name.is_empty() { String::new() } else { format!(" name=\"{}\"", escaped(name)) };
    let content: String = content.into_iter().collect();
    Ok(format!("    <voxel x=\"{x}\" y=\"{y}\" z=\"{z}\"{name} type=\"0\">{content}</voxel>\n"))
}

/// Where the voxel of a cell is.
pub(super) fn place(lattice: Lattice, cell: &Coordinates) -> [i64; 3] {
    let numbers: Vec<i64> = cell.0.iter().map(|&n| i64::from(n)).collect();
    match (lattice, &numbers[..]) {
        (Lattice::Square, &[row, col]) => [col, row, 0],
        (Lattice::Triangle, &[a, b, k]) => [2 * a + b + k, b, 0],
        (Lattice::Prism, &[a, b, k, layer]) => [2 * a + b + k, b, layer],
        (_, &[x, y, z]) => [x, y, z],
        _ => [0, 0, 0],
    }
}

/// A text in XML. Characters that it has no way to write are left out.
fn escaped(text: &str) -> String {
    let kept = text.chars().filter(|&c| !c.is_control() || matches!(c, '\n' | '\t'));
    let mut escaped = String::new();
    for c in kept {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c => escaped.push(c),
        }
    }
    escaped
}
