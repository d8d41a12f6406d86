//! Boards: the short forms written on one line, and drawings; and cells, as they are written.
//!
//! In: a text. Out: a [`Region`], or a [`FormatError`] that names the place and the mend. A short form is `RxC`, or a kind with
//! its numbers: `aztec:n`, `chair:k`, `torus:RxC`, `cylinder:RxC`, and the boards of other lattices (`shapes`). A drawing has a
//! line for each row, `#` or `x` for a cell, and `.` or a space for none. Which of the two a text is shows in its characters
//! ([`is_short_form`], [`is_drawing`]), so that a wrong text gets the errors of what it was meant to be.
//!
//! Drawings come from editors and from pages: blank lines around them, a common margin and spaces at the ends of lines mean
//! nothing; a line that is too short is taken to end in holes, which earns a warning unless spaces are used for holes anyway. A
//! cell is written by its coordinates, as its lattice has them ([`cell_of`]).
//!
//! Cost: linear in the text. Boards that keep a hole for every cell they lack have a largest size, and so have drawings, held
//! against it before anything is made: a few characters must not ask for gigabytes.

use super::FormatError;
use super::error::show;
use super::lines::lines;
use super::number::{self, shortened};
use super::shapes;
use super::sides::{FORMS, sides};
pub use super::sides::{side, size};
use super::suggest::did_you_mean;
use crate::board::{Cell, Lattice, Region, RegionError, Spot, Topology};
use std::str::FromStr;

/// The largest order of an Aztec diamond: its corners are kept as holes one by one.
const MAX_AZTEC: u64 = 4096;

/// The largest scale of a chair: the quarter that it lacks is kept as holes too.
const MAX_CHAIR: u64 = 4096;

/// The largest drawing, with all lines as long as the longest: a few long lines must not make a huge board.
pub(super) const MAX_DRAWN: usize = 1 << 26;

/// Whether `text` is meant as a short form (right or wrong) rather than as the name of a file.
pub fn is_short_form(text: &str) -> bool {
    let text = text.trim();
    let kind = text.split_once(':').map(|(kind, _)| kind.trim().to_ascii_lowercase());
    let squares = ["aztec", "chair", "torus", "cylinder", "rectangle"];
    kind.is_some_and(|kind| squares.contains(&kind.as_str()) || shapes::has(&kind))
        || (text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && text.len() > 1
            && sides(text).is_some())
}

/// The board of a short form: `RxC` (rows, then columns), `aztec:n`, `chair:k`, `torus:RxC`, `cylinder:RxC`, and those of other
/// lattices, before which `torus:` glues opposite sides of the box around them.
///
/// ```
/// use polytile::format::board;
/// assert_eq!(board::short_form("9x12")?.len(), 108);
/// assert_eq!(board::short_form("aztec:6")?.len(), 84);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the text is no such form, or there is no board of this size.
pub fn short_form(text: &str) -> Result<Region, FormatError> {
    let whole = 0..text.len();
    if text.trim().is_empty() {
        return Err(FormatError::new("there is no board").with_help(FORMS).at(whole));
    }
    let refused = |e: RegionError| FormatError::new(e.to_string()).with_help(mend(&e)).at(whole.clone());
    let Some((kind, rest)) = text.split_once(':') else {
        let blanks = text.len() - text.trim_start().len();
        let space = || Some(shapes::space(text.trim())?.map_err(|e| e.moved_by(blanks)));
        if let Some(other) = shapes::multiple(text).or_else(space) {
            return other;
        }
        let (rows, cols) = size(text)?;
        return Region::rectangle(rows, cols).map_err(refused);
    };
    let rest_at = kind.len() + 1;
    // Boards of other lattices have names, or three sides.
    let named = rest.contains(':') || rest.contains('*') || shapes::space(rest.trim()).is_some();
    if named && kind.trim().eq_ignore_ascii_case("torus") {
        let region = short_form(rest).map_err(|e| e.moved_by(rest_at))?;
        return Ok(region.wrapping([true; 3]));
    }
    let wrapped = |topology| {
        let (rows, cols) = size(rest).map_err(|e| e.moved_by(rest_at))?;
        Region::wrapped(topology, rows, cols).map_err(refused)
    };
    match kind.trim().to_ascii_lowercase().as_str() {
        "torus" => wrapped(Topology::Torus),
        "cylinder" => wrapped(Topology::Cylinder),
        "aztec" => {
            let order = side(rest).map_err(|e| e.moved_by(rest_at))?;
            if order > MAX_AZTEC {
                let message = format!("an Aztec diamond of order {order} is too large");
                return Err(FormatError::new(message)
                    .with_help(format!("orders go up to {MAX_AZTEC}"))
                    .at(rest_at..text.len()));
            }
            Region::aztec(order).map_err(|_| {
                FormatError::new("an Aztec diamond of order 0 has no cell")
                    .with_help("the smallest is aztec:1")
                    .at(whole.clone())
            })
        }
        "chair" => {
            let scale = side(rest).map_err(|e| e.moved_by(rest_at))?;
            if scale > MAX_CHAIR {
                return Err(FormatError::new(format!("a chair of scale {scale} is too large"))
                    .with_help(format!("scales go up to {MAX_CHAIR}"))
                    .at(rest_at..text.len()));
            }
            Region::chair(scale).map_err(|_| {
                FormatError::new("a chair of scale 0 has no cell")
                    .with_help("the smallest is chair:1")
                    .at(whole.clone())
            })
        }
        kind if shapes::has(kind) => shapes::region(kind, rest).map_err(|e| e.moved_by(rest_at)),
        other => Err(FormatError::new(format!("there is no kind of board called '{}'", shortened(other)))
            .with_help(did_you_mean(other, &kinds()))
            .at(0..kind.len())),
    }
}

/// All kinds of boards that have a name.
fn kinds() -> Vec<&'static str> {
    let squares = ["aztec", "chair", "torus", "cylinder"];
    squares.into_iter().chain(shapes::KINDS.iter().map(|(name, _)| *name)).collect()
}

impl FromStr for Region {
    type Err = FormatError;

    /// Reads a [`short_form`], or else a drawing ([`art`]), whose warnings are errors here.
    ///
    /// ```
    /// use polytile::board::Region;
    /// assert_eq!("6x10".parse::<Region>()?.len(), 60);
    /// assert_eq!("aztec:2".parse::<Region>()?.len(), 12);
    /// assert_eq!("###\n#.#\n###".parse::<Region>()?.len(), 8);
    /// # Ok::<(), polytile::format::FormatError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, FormatError> {
        if !is_drawing(text) {
            return short_form(text);
        }
        let (region, warnings) = art(text)?;
        warnings.into_iter().next().map_or(Ok(region), Err)
    }
}

fn mend(error: &RegionError) -> String {
    match error {
        RegionError::Empty { .. } => "both sides must be 1 or more, as in 9x12".to_owned(),
        RegionError::TooLarge { .. } => "choose a smaller board".to_owned(),
        RegionError::Outside { .. } => "rows and columns count from 0 at the top left".to_owned(),
        RegionError::Space { .. } => "choose another size".to_owned(),
    }
}

/// The cell written `r,c`: row and column from 0, at the top left.
///
/// # Errors
/// When the text is not two numbers that can be a row and a column.
pub fn cell(text: &str) -> Result<Cell, FormatError> {
    let [row, col] = coordinates(text, "write the row and the column, from 0 at the top left, as in 0,7")?;
    Ok(Cell::new(row, col))
}

/// The cell of a lattice that is written with these numbers.
///
/// # Errors
/// When there are too few or too many of them, or the cell would lie before the first one.
pub fn cell_on(lattice: Lattice, numbers: &[i64]) -> Result<Cell, FormatError> {
    let spot = place_on(lattice, numbers)?;
    lattice
        .cell(spot)
        .ok_or_else(|| FormatError::new("the cells of a board count from 0").with_help(written_on(lattice)))
}

/// The place in a lattice that is written with these numbers, before the first cell too.
pub(super) fn place_on(lattice: Lattice, numbers: &[i64]) -> Result<Spot, FormatError> {
    let written = || numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let place = lattice.place(numbers).ok_or_else(|| {
        FormatError::new(format!("{} is no cell of this lattice", written())).with_help(written_on(lattice))
    })?;
    if numbers.iter().any(|n| n.unsigned_abs() >= Region::MAX_SIDE / 4) {
        return Err(FormatError::new(format!("{} is too far from 0", written()))
            .with_help(format!("take numbers up to {}", Region::MAX_SIDE / 4 - 1)));
    }
    Ok(place)
}

/// How the cells of a lattice are written.
pub(super) fn written_on(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Square => "write the row and the column, from 0 at the top left, as in 0,7",
        Lattice::Hex => "write the two coordinates q,r of the hexagon, as in 0,7",
        Lattice::Triangle => {
            "write the triangle as x,y,k, with k = 0 where it points up and 1 where it points down, as in 3,0,1"
        }
        Lattice::Cube => "write the three coordinates of the cube, as in 0,0,7",
        Lattice::Prism => "write the triangle and its layer as x,y,k,layer, as in 3,0,1,0",
    }
}

/// The cell of a lattice, its numbers with commas between them.
///
/// # Errors
/// As [`cell_on`].
pub fn cell_of(lattice: Lattice, text: &str) -> Result<Cell, FormatError> {
    if lattice == Lattice::Square {
        return cell(text);
    }
    let number = |part: &str| part.trim().parse::<i64>().ok();
    let numbers: Option<Vec<i64>> = text.split(',').map(number).collect();
    let whole = 0..text.len();
    let numbers = numbers.ok_or_else(|| {
        FormatError::new(format!("'{}' is not a cell", shortened(text)))
            .with_help(written_on(lattice))
            .at(whole.clone())
    })?;
    cell_on(lattice, &numbers).map_err(|e| e.or_at(whole))
}

/// The cell of a cube written `l,r,c`: layer, row and column from 0.
///
/// # Errors
/// When the text is not three numbers that can be a layer, a row and a column.
pub fn cell_of_cube(text: &str) -> Result<[u32; 3], FormatError> {
    coordinates(text, "write the layer, the row and the column, from 0, as in 0,0,7")
}

/// The coordinates of a cell, written with commas between them.
fn coordinates<const N: usize>(text: &str, help: &str) -> Result<[u32; N], FormatError> {
    let parts: Vec<&str> = text.split(',').collect();
    let wrong = |message: String| FormatError::new(message).with_help(help);
    let Ok(parts) = <[&str; N]>::try_from(parts) else {
        return Err(wrong(format!("'{}' is not a cell", shortened(text))).at(0..text.len()));
    };
    let mut coordinates = [0; N];
    let mut offset = 0;
    for (coordinate, part) in coordinates.iter_mut().zip(parts) {
        let number = number::word(part.trim()).ok().and_then(|n| u32::try_from(n).ok());
        *coordinate = number.ok_or_else(|| {
            let message = match part.trim() {
                "" => "a row or column is missing".to_owned(),
                part => format!("'{}' is not a row or column", shortened(part)),
            };
            wrong(message).at(offset..offset + part.len())
        })?;
        offset += part.len() + 1;
    }
    Ok(coordinates)
}

/// Refuses a cell that is not inside the rectangle of `region`; a hole is.
pub(super) fn inside(region: &Region, cell: Cell) -> Result<(), FormatError> {
    if region.is_inside(cell) {
        return Ok(());
    }
    let outside = region.outside(cell);
    let help = if region.lattice() == Lattice::Square {
        mend(&outside)
    } else {
        "remove cells of the board".to_owned()
    };
    Err(FormatError::new(outside.to_string()).with_help(help))
}

/// `region` without `cells`.
///
/// # Errors
/// When a cell is not inside the rectangle of the region, or none would be left.
pub fn without(region: Region, cells: &[Cell]) -> Result<Region, FormatError> {
    let region = region.without(cells).map_err(|e| FormatError::new(e.to_string()).with_help(mend(&e)))?;
    if region.is_empty() {
        return Err(FormatError::new("no cell of the board is left").with_help("remove fewer cells"));
    }
    Ok(region)
}

/// The mend for a character that does not belong in a drawing.
const DRAWN: &str = "write # or x for a cell, + for one that may stay empty, and . or a space for none";

/// A drawing, row by row: `#` or `x` for a cell, `+` for one that may stay empty, `.` or a space for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The rows as drawn, `true` for a cell; lines may differ in length.
    pub rows: Vec<Vec<bool>>,
    /// Short lines, if there are any.
    pub warnings: Vec<FormatError>,
    /// The cells that may stay empty, row by row.
    pub optional: Vec<Cell>,
    /// The byte where each row begins.
    starts: Vec<usize>,
    /// Whether spaces stand among the cells.
    spaced: bool,
    /// Whether `.` does.
    dotted: bool,
}

impl Drawing {
    /// The byte of the text where `cell` is drawn.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        Some(self.starts.get(cell.row as usize)? + cell.col as usize)
    }

    /// Whether all of it is one board: what only spaces separate may be a board and its pieces.
    pub(super) fn is_board(&self) -> bool {
        self.dotted || !self.spaced
    }

    /// The board that is drawn.
    pub(super) fn region(&self) -> Result<Region, FormatError> {
        let region = region_of(&self.rows)?;
        region.with_optional(&self.optional).map_err(|e| FormatError::new(e.to_string()).with_help(mend(&e)))
    }

    /// Refuses cells that may stay empty, where no board is drawn.
    pub(super) fn expect_no_optional(&self) -> Result<(), FormatError> {
        let Some(&cell) = self.optional.first() else { return Ok(()) };
        let error = FormatError::new("'+' is a cell of a board that may stay empty, and this is a piece");
        let error = error.with_help("write # for the cells of a piece");
        Err(self.place(cell).map_or(error.clone(), |at| error.at(at..at + 1)))
    }
}

/// Whether `text` looks like a drawing rather than like a puzzle file.
pub fn is_drawing(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines().next().unwrap_or("#");
    let drawn = |line: &str| line.chars().all(|c| matches!(c, '#' | 'x' | 'X' | '+' | '.' | ' ' | '\t'));
    lines().all(drawn) || (drawn(first) && !lines().any(|line| line.contains('=') || line.starts_with('[')))
}

/// Reads a drawing. Blank lines around it are dropped, and so are spaces at the ends of lines and the margin that
/// all lines share; Windows line ends are accepted.
///
/// # Errors
/// When there is a character other than `#`, `x`, `+`, `.` and the space, or no cell.
pub fn drawing(text: &str) -> Result<Drawing, FormatError> {
    let drawn = || lines(text).map(|(start, line)| (start, line.trim_end_matches(' ')));
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indent =
        drawn().filter(|(_, line)| !line.is_empty()).map(|(_, line)| spaces(line)).min().unwrap_or(0);
    let (mut spaced, mut dotted) = (false, false);
    let mut rows: Vec<Vec<bool>> = Vec::new();
    let mut optional = Vec::new();
    let mut starts = Vec::new();
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for (number, (start, line)) in (1..).zip(drawn()) {
        let line = line.get(indent..).unwrap_or_default();
        if !(rows.is_empty() && line.is_empty()) {
            let plus = line.bytes().enumerate().filter(|(_, byte)| *byte == b'+');
            optional.extend(plus.map(|(col, _)| Cell::new(rows.len() as u32, col as u32)));
            rows.push(row(line, start + indent)?);
            starts.push(start + indent);
            ends.push((number, start + indent + line.len()));
            spaced |= line.contains(' ');
            dotted |= line.contains('.');
        }
    }
    while rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    if !rows.iter().flatten().any(|&cell| cell) {
        return Err(FormatError::new("the drawing has no cell").with_help(DRAWN));
    }
    // Where spaces stand for what is not a cell, lines end at their last cell.
    let warnings = if spaced { Vec::new() } else { ragged(&rows, &ends).into_iter().collect() };
    Ok(Drawing { rows, warnings, optional, starts, spaced, dotted })
}

fn row(line: &str, start: usize) -> Result<Vec<bool>, FormatError> {
    let cell = |(at, c): (usize, char)| match c {
        '#' | 'x' | 'X' | '+' => Ok(true),
        '.' | ' ' => Ok(false),
        other => {
            let message = format!("{} does not belong in a drawing", show(other));
            let span = start + at..start + at + other.len_utf8();
            let help = match other {
                '^' | 'v' => "this looks like triangles: write lattice = \"triangle\" beside art",
                _ => DRAWN,
            };
            Err(FormatError::new(message).with_help(help).at(span))
        }
    };
    line.char_indices().map(cell).collect()
}

/// The warning about lines shorter than the longest.
fn ragged(rows: &[Vec<bool>], ends: &[(usize, usize)]) -> Option<FormatError> {
    let width = rows.iter().map(Vec::len).max()?;
    let mut short = rows.iter().zip(ends).filter(|(row, _)| row.len() < width);
    let (row, &(line, end)) = short.next()?;
    let others = match short.count() {
        0 => String::new(),
        1 => " (and one more line)".to_owned(),
        n => format!(" (and {n} more lines)"),
    };
    let message = format!("line {line} is shorter than the longest, {} of {width}{others}", row.len());
    Some(
        FormatError::new(message)
            .with_help("what is missing is taken as holes; write . to say so")
            .at(end..end),
    )
}

/// The board of a drawing, and warnings about its short lines.
///
/// ```
/// use polytile::format::board;
/// let (region, warnings) = board::art("##.\n##+\n")?;
/// assert_eq!((region.len(), region.optional().count(), warnings.len()), (5, 1, 0));
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// As [`drawing`].
pub fn art(text: &str) -> Result<(Region, Vec<FormatError>), FormatError> {
    let drawing = drawing(text)?;
    Ok((drawing.region()?, drawing.warnings))
}

/// The board of `rows`, `true` for a cell; lines may differ in length.
pub(super) fn region_of(rows: &[Vec<bool>]) -> Result<Region, FormatError> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if rows.len().saturating_mul(width) > MAX_DRAWN {
        let message = format!("a drawing of {} lines of up to {width} characters is too large", rows.len());
        return Err(FormatError::new(message).with_help("draw at most 2^26 cells and holes"));
    }
    Region::from_rows(rows).map_err(|e| FormatError::new(e.to_string()).with_help(mend(&e)))
}

/// Draws a board: what [`art`] reads.
pub fn draw(region: &Region) -> String {
    let mut text = String::new();
    for row in 0..region.rows() {
        text.extend((0..region.cols()).map(|col| Cell::new(row, col)).map(|cell| match region.index(cell) {
            Some(_) if region.is_optional(cell) => '+',
            Some(_) => '#',
            None => '.',
        }));
        text.push('\n');
    }
    text
}
