//! Boards of hexagons, triangles and cubes by their names: `hexagon:4`, `tri-hexagon:3,4,5`, `box:3x4x5`, `5*sphinx`.
//!
//! In: a name and its numbers. Out: a region, in the coordinates of its lattice. The corners of a shape of triangles are cut off a
//! parallelogram by the sum x + y + k of a cell x,y,k, which goes up by one from each triangle of a strip to the next.
//! Cost: a look at every cell.

use super::FormatError;
use super::sides::{side, size};
use crate::board::{Cell, Lattice, Region, RegionError};
use crate::pieces::{Polyform, catalogue};

/// The names of the boards with their numbers, and what they are.
pub(super) const KINDS: [(&str, &str); 10] = [
    ("hexagon", "4"),
    ("hex-triangle", "7"),
    ("hex-parallelogram", "4x7"),
    ("triangle", "9"),
    ("tri-hexagon", "3,4,5"),
    ("tri-parallelogram", "4x9"),
    ("rhombus", "6"),
    ("trapezoid", "11x4"),
    ("star", "2"),
    ("box", "3x4x5"),
];

/// The most cells of a board that is cut out cell by cell.
const MAX_CELLS: u64 = 1 << 22;

/// Whether there is a board of this kind here.
pub(super) fn has(kind: &str) -> bool {
    KINDS.iter().any(|(name, _)| *name == kind)
}

/// The board of this kind with these numbers.
///
/// # Errors
/// When the numbers are not what the kind needs, or there is no board of this size. Their places are in `rest`.
pub(super) fn region(kind: &str, rest: &str) -> Result<Region, FormatError> {
    let whole = 0..rest.len();
    let example = KINDS.iter().find(|(name, _)| *name == kind).map_or("", |(_, example)| example);
    let help = format!("write {kind}:{example}");
    let refused = |e: RegionError| FormatError::new(e.to_string()).with_help(help.clone()).at(whole.clone());
    let one = || positive(side(rest)?, rest);
    let two = || {
        let (rows, cols) = size(rest)?;
        Ok::<_, FormatError>((positive(rows, rest)?, positive(cols, rest)?))
    };
    let cut = |lattice, rows: u64, cols: u64, has: &dyn Fn(u64, u64, u64) -> bool| {
        let kinds = u64::from(lattice == Lattice::Triangle) + 1;
        if rows.checked_mul(cols).and_then(|n| n.checked_mul(kinds)).is_none_or(|cells| cells > MAX_CELLS) {
            let error =
                FormatError::new(format!("{kind}:{} is too large", super::number::shortened(rest.trim())));
            return Err(error.with_help("boards of this kind have up to 2^22 cells").at(whole.clone()));
        }
        let cells =
            (0..rows).flat_map(|row| (0..cols).flat_map(move |col| (0..kinds).map(move |k| (row, col, k))));
        let cells = cells.filter(|&(row, col, k)| has(row, col, k));
        let cells = cells.map(|(row, col, k)| Cell::new(row as u32, (col * kinds + k) as u32));
        Region::of_cells(lattice, cells.collect()).map_err(refused)
    };
    match kind {
        "hexagon" => {
            let n = one()?;
            let side = n.saturating_mul(2) - 1;
            cut(Lattice::Hex, side, side, &|q, r, _| (n - 1..=3 * (n - 1)).contains(&(q + r)))
        }
        "hex-triangle" => {
            let n = one()?;
            cut(Lattice::Hex, n, n, &|q, r, _| q + r < n)
        }
        "hex-parallelogram" => {
            let (rows, cols) = two()?;
            Region::full(Lattice::Hex, [1, rows, cols]).map_err(refused)
        }
        "triangle" => {
            let n = one()?;
            cut(Lattice::Triangle, n, n, &|y, x, k| x + y + k < n)
        }
        "tri-hexagon" => {
            let [a, b, c] = three(rest, &help)?;
            let (rows, cols) = (b.saturating_add(c), a.saturating_add(c));
            cut(Lattice::Triangle, rows, cols, &|y, x, k| (c..a + b + c).contains(&(x + y + k)))
        }
        "tri-parallelogram" => {
            let (rows, cols) = two()?;
            Region::full(Lattice::Triangle, [1, rows, cols]).map_err(refused)
        }
        "rhombus" => {
            let n = one()?;
            Region::full(Lattice::Triangle, [1, n, n]).map_err(refused)
        }
        "trapezoid" => {
            let (long, rows) = two()?;
            if rows > long {
                let message = format!("a trapezoid with a side of {long} has up to {long} rows, not {rows}");
                return Err(FormatError::new(message).with_help(help.clone()).at(whole.clone()));
            }
            cut(Lattice::Triangle, rows, long, &|y, x, k| x + y + k < long)
        }
        "star" => {
            let n = one()?;
            let side = n.saturating_mul(4);
            cut(Lattice::Triangle, side, side, &|y, x, k| {
                let t = x + y + k;
                (x >= n && y >= n && t < 5 * n) || (t >= 3 * n && x < 3 * n && y < 3 * n)
            })
        }
        _ => Region::full(Lattice::Cube, three_sides(rest, &help)?).map_err(refused),
    }
}

/// A board that is a piece enlarged, as in `5*sphinx`; `None` where the text means no such thing.
pub(super) fn multiple(text: &str) -> Option<Result<Region, FormatError>> {
    let (times, name) = text.split_once('*')?;
    let name = name.trim();
    if !name.starts_with(|c: char| c.is_alphabetic()) {
        return None;
    }
    Some(times_as_long(times, name, text))
}

fn times_as_long(times: &str, name: &str, text: &str) -> Result<Region, FormatError> {
    let times_at = 0..times.len();
    let at = text.len() - text.trim_end().len();
    let name_at = text.len() - at - name.len()..text.len() - at;
    let times = positive(side(times)?, times).map_err(|e| e.or_at(times_at))?;
    let Some(named) = catalogue::find(name) else {
        let message = format!("there is no piece called '{}'", super::number::shortened(name));
        return Err(FormatError::new(message).with_help("as in 5*sphinx or 3*L3").at(name_at));
    };
    let shape = &named.shape;
    let wrong =
        |message: String, help: &str| Err(FormatError::new(message).with_help(help).at(0..text.len()));
    if shape.lattice() == Lattice::Hex {
        return wrong(
            "hexagons together never make a larger hexagon".to_owned(),
            "take a piece of another lattice",
        );
    }
    let each = if shape.lattice().is_flat() { times.saturating_mul(times) } else { times.saturating_pow(3) };
    if each.saturating_mul(shape.size() as u64) > MAX_CELLS || times > 1 << 12 {
        return wrong(format!("{times}*{name} is too large"), "boards of this kind have up to 2^22 cells");
    }
    Region::of_cells(shape.lattice(), enlarged(shape, times as u32))
        .map_err(|e| FormatError::new(e.to_string()).at(0..text.len()))
}

/// The cells of a shape, enlarged `times` times.
fn enlarged(shape: &Polyform, times: u32) -> Vec<Cell> {
    let lattice = shape.lattice();
    let kinds = lattice.kinds();
    let deep = if lattice.is_flat() { 1 } else { times };
    let mut cells = Vec::new();
    for cell in shape.cells() {
        let (unit, kind) = (cell.col / kinds, cell.col % kinds);
        for layer in 0..deep {
            for row in 0..times {
                for col in 0..times {
                    // Of the two triangles of a unit, the one that points up is the lower left half.
                    let small = (0..kinds).filter(|&k| kinds == 1 || (row + col + k >= times) == (kind == 1));
                    cells.extend(small.map(|k| {
                        let col = (unit * times + col) * kinds + k;
                        Cell::in_space(cell.layer * deep + layer, cell.row * times + row, col)
                    }));
                }
            }
        }
    }
    cells
}

/// The box of three sides with an `x` between them, if that is what is written.
pub(super) fn space(text: &str) -> Option<Result<Region, FormatError>> {
    let sides = text.split(['x', 'X', '×']).count();
    (sides == 3 && text.starts_with(|c: char| c.is_ascii_digit())).then(|| region("box", text))
}

fn positive(n: u64, text: &str) -> Result<u64, FormatError> {
    if n == 0 {
        let error = FormatError::new("a board with a side of 0 has no cell");
        return Err(error.with_help("sides are 1 or more").at(0..text.len()));
    }
    Ok(n)
}

/// Three numbers with commas between them; one number stands for three.
fn three(text: &str, help: &str) -> Result<[u64; 3], FormatError> {
    if !text.contains(',') {
        return Ok([positive(side(text)?, text)?; 3]);
    }
    numbers(text, ',', help)
}

fn three_sides(text: &str, help: &str) -> Result<[u64; 3], FormatError> {
    numbers(text, 'x', help)
}

fn numbers(text: &str, between: char, help: &str) -> Result<[u64; 3], FormatError> {
    let same = |c: char| c == between || (between == 'x' && matches!(c, 'X' | '×'));
    let (mut found, mut at) = (Vec::new(), 0);
    for part in text.split(same) {
        found.push(positive(side(part).map_err(|e| e.moved_by(at))?, part).map_err(|e| e.moved_by(at))?);
        at += part.len() + text[at + part.len()..].chars().next().map_or(0, char::len_utf8);
    }
    <[u64; 3]>::try_from(found).map_err(|found| {
        let message = format!("three numbers are needed here, not {}", found.len());
        FormatError::new(message).with_help(help).at(0..text.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_as_many_cells_as_they_must() {
        let cells = |kind: &str, rest: &str| region(kind, rest).unwrap().len();
        assert_eq!(cells("hexagon", "4"), 37);
        assert_eq!(cells("hex-triangle", "7"), 28);
        assert_eq!(cells("hex-parallelogram", "4x7"), 28);
        assert_eq!(cells("triangle", "9"), 81);
        assert_eq!(cells("tri-hexagon", "3,4,5"), 2 * (12 + 20 + 15));
        assert_eq!(cells("tri-hexagon", "3"), 54);
        assert_eq!(cells("tri-parallelogram", "4x9"), 72);
        assert_eq!(cells("rhombus", "6"), 72);
        assert_eq!(cells("trapezoid", "11x4"), 121 - 49);
        assert_eq!(cells("star", "2"), 48);
        assert_eq!(cells("box", "3x4x5"), 60);
        let symmetries = |kind: &str, rest: &str| region(kind, rest).unwrap().symmetries().count();
        assert_eq!((symmetries("hexagon", "3"), symmetries("star", "2")), (12, 12));
        assert_eq!((symmetries("tri-hexagon", "3,4,5"), symmetries("tri-hexagon", "2")), (2, 12));
        assert_eq!((symmetries("triangle", "5"), symmetries("hex-triangle", "5")), (6, 6));
    }

    #[test]
    fn enlarged_pieces_are_pieces_enlarged() {
        let cells = |text: &str| multiple(text).unwrap().unwrap();
        assert_eq!(cells("5*sphinx").len(), 150);
        assert_eq!(cells("3*L3").len(), 27);
        assert_eq!(cells("2*tripod").len(), 32);
        // A diamond twice as long is a rhombus.
        assert_eq!(cells("2*diamond").symmetries().count(), 4);
        assert_eq!(cells("1*sphinx").len(), 6);
        assert!(multiple("9*12").is_none());
        assert!(multiple("2*bee").unwrap().is_err());
    }
}
