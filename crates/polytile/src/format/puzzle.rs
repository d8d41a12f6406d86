//! Puzzle files: TOML, one puzzle to a file, readable aloud.
//!
//! ```toml
//! title = "Trominoes on nine rows of twelve"
//! source = "Project Euler 161"         # optional, as are `description`, `author`, `difficulty` and
//! tags = ["easy", "rectangle"]         # tags
//!
//! [board]
//! size = "9x12"                        # any short form, or art = '''...''' with # for a cell and . for a hole, on
//!                                      # other lattices as `drawn` has it
//! remove = [[0, 0], [8, 11]]           # optional: rows and columns from 0
//! lattice = "hex"                      # optional: square, hex, triangle, cube or prism, with
//! cells = [[0, 0], [0, 1]]             # its cells, each as it is written there
//! wrap = [0, 6]                        # optional: what each number of a cell is read modulo, 0 if nothing wraps there
//! optional = [[0, 2], [1, 2]]          # optional: cells that may stay empty, also + in art
//! holes = "0..1"                       # optional: how many of those do; any number if it is not said
//!
//! [[pieces]]                           # or, above [board], pieces = "trominoes,2:O4"
//! name = "trominoes"                   # a piece or a set; or any name together with art = '''...''' or cells
//! copies = "any"                       # optional: a number, "any", "1..3" or "2.."
//! flips = true                         # optional: may be turned over
//! turns = true                         # optional: may be turned; false means neither turned nor turned over
//! colour = "#cc3311"                   # optional; or a name of CSS, as "teal"
//!
//! [[given]]                            # optional: what lies already, in every solution
//! piece = "L3"
//! at = "0,0 0,1 1,0"                   # its first cell, or cells it covers, enough to tell where it lies; or on = "...", all of them
//!
//! [rules]                              # optional
//! tatami = true                        # no four pieces meet at a point (other lattices: see `problem::Rules`)
//! fault-free = false                   # no straight line cuts the board without cutting a piece
//! ```
//!
//! A piece that is drawn is a piece of its own: two of the same shape with different names are told apart, which is
//! how pieces of several colours are written.

mod write;

pub(super) use write::further_lines;
pub use write::write;

use super::pieces::Unique;
use super::toml::{Table, Text, Value, syntax_error};
use super::{FormatError, Further, board, colour, drawn, pieces, placement};
use crate::board::{Cell, Lattice, Region};
use crate::choice::Choice;
use crate::pieces::{Copies, Freedom, HOLE, Piece, PieceSet, PiecesError, Polyform};
use crate::problem::{Problem, Rules};
use std::collections::HashSet;
use std::ops::Range;
use toml::de::DeTable;

/// A puzzle with what a reader wants to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What it is called.
    pub title: String,
    /// What is asked, in a sentence or two.
    pub description: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Who made it, how hard it is, and what it is filed under.
    pub further: Further,
    /// Everything an engine needs.
    pub problem: Problem,
    /// What is odd about the file, but not wrong.
    pub warnings: Vec<FormatError>,
}

/// The mend for a list of cells.
const CELLS: &str = "write a list of rows and columns, from 0, as in remove = [[0, 0], [7, 7]]";

/// Reads a puzzle file.
///
/// ```
/// let text = "title = 'A chessboard'\npieces = 'dominoes'\n[board]\nsize = '8x8'";
/// let puzzle = polytile::format::puzzle::parse(text)?;
/// assert_eq!(puzzle.problem.region.len(), 64);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the text is not TOML, a key is unknown or missing, or a value cannot be read. The span points into `text`.
pub fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let parsed = DeTable::parse(text).map_err(|e| syntax_error(&e))?;
    let root = Table::root(text, parsed.get_ref());
    root.only(
        "a puzzle file",
        &[
            "title",
            "description",
            "source",
            "author",
            "difficulty",
            "tags",
            "board",
            "pieces",
            "given",
            "rules",
        ],
    )?;
    let words = |key: &str| Ok(root.text(key)?.map(|t: Text<'_>| t.content.trim().to_owned()));
    let missing = |what: &str, help: &str| {
        FormatError::new(format!("the puzzle has no {what}")).with_help(help).at(0..0)
    };
    let title = words("title")?.ok_or_else(|| missing("title", "begin with title = \"...\""))?;
    let mut warnings = Vec::new();
    let board =
        root.get("board").ok_or_else(|| missing("board", "write [board] and below it size = \"6x10\""))?;
    let board = board.table()?;
    let asked = read_lattice(&board)?;
    let region = read_board(&board, asked, &mut warnings)?;
    let listed =
        root.get("pieces").ok_or_else(|| missing("pieces", "write pieces = \"trominoes\" above [board]"))?;
    let pieces = read_pieces(&listed, region.lattice())?;
    let pieces = match read_holes(&board, &region)? {
        Some(holes) => {
            if pieces.iter().any(|piece| piece.name == HOLE) {
                let error = FormatError::new(format!("'{HOLE}' is what a cell that stays empty is called"));
                return Err(error.with_help("give the piece another name").at(listed.span()));
            }
            pieces.with_holes(region.lattice(), holes)
        }
        None => pieces,
    };
    if let Some(stranger) = Problem::new(region.clone(), pieces.clone()).stranger() {
        let error = FormatError::new(stranger).with_help("take pieces and a board of one lattice");
        return Err(error.at(listed.span()));
    }
    let rules = root.get("rules").map(|rules| read_rules(&rules.table()?)).transpose()?.unwrap_or_default();
    let (description, source) = (words("description")?, words("source")?);
    let further = read_further(&root)?;
    let problem = Problem { region, pieces, rules, given: Vec::new() };
    let problem = match root.get("given") {
        Some(list) => read_given(problem, &list)?,
        None => problem,
    };
    Ok(Puzzle { title, description, source, further, problem, warnings })
}

/// Who made it, how hard it is, and what it is filed under.
pub(super) fn read_further(root: &Table<'_>) -> Result<Further, FormatError> {
    let author = root.text("author")?.map(|author| author.content.trim().to_owned());
    Ok(Further { author, difficulty: read_difficulty(root)?, tags: read_tags(root)? })
}

/// How hard it is said to be: a word, or a number.
fn read_difficulty(root: &Table<'_>) -> Result<Option<String>, FormatError> {
    match root.get("difficulty") {
        Some(value) if value.is_integer() => Ok(Some(value.integer()?.to_string())),
        Some(value) => Ok(Some(value.text()?.content.trim().to_owned())),
        None => Ok(None),
    }
}

fn read_tags(root: &Table<'_>) -> Result<Vec<String>, FormatError> {
    let Some(list) = root.get("tags") else { return Ok(Vec::new()) };
    let help = "write a list of words, as in tags = [\"easy\", \"rectangle\"]";
    let word = |tag: &Value<'_>| Ok(tag.text().map_err(|e| e.with_help(help))?.content.trim().to_owned());
    list.array().map_err(|e| e.with_help(help))?.iter().map(word).collect()
}

/// What lies already.
fn read_given(mut problem: Problem, list: &Value<'_>) -> Result<Problem, FormatError> {
    let help = "write [[given]], and below it piece = \"L3\" and at = \"0,0 0,1\"";
    for entry in list.array().map_err(|e| e.with_help(help))? {
        let table = entry.table().map_err(|e| e.with_help(help))?;
        table.only("what is given", &["piece", "at", "on"])?;
        let piece =
            table.text("piece")?.ok_or_else(|| table.error("the piece is missing").with_help(help))?;
        let index =
            piece.read(|name| placement::piece_of(&problem, name.trim()).map_err(|e| e.at(0..name.len())))?;
        let (cells, all) = match (table.text("at")?, table.text("on")?) {
            (Some(cells), None) => (cells, false),
            (None, Some(cells)) => (cells, true),
            (None, None) => return Err(table.error("it is not said where the piece lies").with_help(help)),
            (Some(_), Some(_)) => {
                return Err(table.error("the place is given twice").with_help("keep one of 'at' and 'on'"));
            }
        };
        let laid = cells
            .read(|text| placement::laid(&problem, index, text, all).map_err(|e| e.or_at(0..text.len())))?;
        problem = problem
            .with_given(vec![laid])
            .map_err(|e| cells.place(FormatError::new(e.to_string()).with_help(placement::mend(&e))))?;
    }
    Ok(problem)
}

/// The lattice of the board, where the file says it.
pub(super) fn read_lattice(table: &Table<'_>) -> Result<Option<Lattice>, FormatError> {
    let read = |text: &str| {
        Lattice::named(text.trim()).ok_or_else(|| {
            let names: Vec<&str> = Lattice::ALL.iter().map(|lattice| lattice.name()).collect();
            FormatError::new(format!(
                "there is no lattice called '{}'",
                super::number::shortened(text.trim())
            ))
            .with_help(super::suggest::did_you_mean(text.trim(), &names))
            .at(0..text.len())
        })
    };
    table.text("lattice")?.map(|text| text.read(read)).transpose()
}

fn read_board(
    table: &Table<'_>,
    asked: Option<Lattice>,
    warnings: &mut Vec<FormatError>,
) -> Result<Region, FormatError> {
    table.only("the board", &["size", "art", "remove", "lattice", "cells", "optional", "holes", "wrap"])?;
    let region = read_flat(table, asked, warnings)?;
    match table.get("wrap") {
        Some(periods) => read_wrap(region, &periods),
        None => Ok(region),
    }
}

/// The board before it is wrapped.
fn read_flat(
    table: &Table<'_>,
    asked: Option<Lattice>,
    warnings: &mut Vec<FormatError>,
) -> Result<Region, FormatError> {
    let lattice = asked.unwrap_or_default();
    let said: Vec<&str> =
        ["size", "art", "cells"].into_iter().filter(|key| table.get(key).is_some()).collect();
    if let [first, second, ..] = said[..] {
        let what = |key| match key {
            "size" => "a size",
            "art" => "a drawing",
            _ => "cells",
        };
        return Err(table
            .error(format!("the board has both {} and {}", what(first), what(second)))
            .with_help(format!("keep one of '{first}' and '{second}'")));
    }
    let region = match (table.text("size")?, table.text("art")?) {
        (None, None) if ["cells", "optional"].iter().any(|key| table.get(key).is_some()) => {
            read_cells(table, lattice)?
        }
        (_, Some(art)) if lattice != Lattice::Square => art.read(|text| drawn::region(lattice, text))?,
        (Some(size), _) => size.read(board::short_form)?,
        (None, Some(art)) => {
            let (region, found) = art.read(board::art)?;
            warnings.extend(found.into_iter().map(|warning| art.place(warning)));
            region
        }
        (None, None) => {
            let help = "write size = \"6x10\", or art = '''...''' with # for a cell";
            return Err(table.error("the board has neither a size nor a drawing").with_help(help));
        }
    };
    if asked.is_some_and(|asked| asked != region.lattice()) {
        let made = region.lattice().meaning().to_lowercase();
        return Err(table
            .error(format!("the board is made of {made}, and not of the lattice it names"))
            .with_help("leave lattice out, or name the lattice of the board"));
    }
    let region = match table.get("optional") {
        Some(list) => {
            let cells = cells_of(&list, region.lattice())?;
            if let Some((cell, span)) = cells.iter().find(|(cell, _)| !region.is_inside(*cell)) {
                let error = FormatError::new(region.outside(*cell).to_string());
                return Err(error.with_help("make cells of the board optional").at(span.clone()));
            }
            let cells: Vec<Cell> = cells.into_iter().map(|(cell, _)| cell).collect();
            region.with_optional(&cells).map_err(|e| FormatError::new(e.to_string()).at(list.span()))?
        }
        None => region,
    };
    let Some(list) = table.get("remove") else { return Ok(region) };
    let mut cells = Vec::new();
    for entry in list.array().map_err(|e| e.with_help(CELLS))? {
        let cell = read_cell(&entry, region.lattice())?;
        board::inside(&region, cell).map_err(|e| e.at(entry.span()))?;
        cells.push(cell);
    }
    board::without(region, &cells).map_err(|e| e.or_at(list.span()))
}

/// The board where each number of a cell is read modulo the period listed for it, unless that is 0.
fn read_wrap(region: Region, list: &Value<'_>) -> Result<Region, FormatError> {
    let help = "write a number for each of those that a cell is written with, 0 where nothing wraps, as in wrap = [0, 6]";
    let wrong = |message: String| FormatError::new(message).with_help(help).at(list.span());
    let lattice = region.lattice();
    let numbers = list.array().and_then(|_| read_numbers(list)).map_err(|e| e.with_help(help))?;
    if numbers.len() != lattice.number_count() {
        let count = super::error::counted(lattice.number_count(), "number");
        return Err(wrong(format!(
            "a cell is written with {count}, and {} periods are listed",
            numbers.len()
        )));
    }
    let mut periods = [0_u64; 3];
    for (&number, axis) in numbers.iter().zip(lattice.axes()) {
        let period = u64::try_from(number).ok().filter(|&period| period <= Region::MAX_SIDE / 4);
        match (period, axis) {
            (Some(period), Some(axis)) => periods[axis] = period,
            (Some(0), None) => {}
            (Some(_), None) => {
                return Err(wrong("what points up does not become what points down".to_owned()));
            }
            (None, _) => return Err(wrong(format!("{number} is no period"))),
        }
    }
    let wraps = periods.map(|period| period > 0);
    let units = region.units().map(u64::from);
    if (0..3).all(|i| !wraps[i] || periods[i] == units[i]) {
        return Ok(region.wrapping(wraps));
    }
    if region.len() > board::MAX_DRAWN {
        return Err(wrong("a board of this size wraps at its sides only".to_owned()));
    }
    let reduced = |cell: Cell| {
        let mut spot = lattice.spot(cell);
        for (at, &period) in spot.at.iter_mut().zip(&periods).filter(|(_, period)| **period > 0) {
            *at = at.rem_euclid(period as i64);
        }
        lattice.cell(spot)
    };
    let cells: Vec<Cell> = region.cells().filter_map(reduced).collect();
    let mut sorted = cells.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(wrong(format!(
            "two cells of the board are {} when it wraps",
            lattice.coordinates(pair[0])
        )));
    }
    let around: u64 = (0..3).map(|i| units[i].max(periods[i])).fold(1, u64::saturating_mul);
    if around > board::MAX_DRAWN as u64 {
        return Err(wrong("a board with these periods is too large".to_owned()));
    }
    let optional: Vec<Cell> = region.optional().filter_map(reduced).collect();
    let wrapped = Region::of_cells_in(lattice, periods.map(|period| period.max(1)), cells);
    let wrapped = wrapped.and_then(|wrapped| wrapped.with_optional(&optional));
    wrapped.map(|wrapped| wrapped.wrapping(wraps)).map_err(|e| wrong(e.to_string()))
}

/// How many cells stay empty, where some may.
fn read_holes(table: &Table<'_>, region: &Region) -> Result<Option<Copies>, FormatError> {
    let Some(holes) = table.get("holes") else {
        return Ok(region.has_optional().then_some(Copies::ANY));
    };
    if !region.has_optional() {
        let error = holes.error("no cell of the board may stay empty, so there are no holes to be counted");
        return Err(error.with_help("say which cells may, as in optional = [[0, 0], [0, 1]]"));
    }
    let help = "write holes = 3, or holes = \"0..5\", \"2..\" or \"any\"";
    if holes.is_integer() {
        return holes.integer().map(|n| Some(Copies::exactly(n))).map_err(|e| e.with_help(help));
    }
    if !holes.is_text() {
        return Err(holes.error("'holes' must be a number or a text").with_help(help));
    }
    let read = |text: &str| {
        let told = |e: FormatError| FormatError { message: e.message.replacen("copies", "holes", 1), ..e };
        pieces::copies(text).map_err(|e| told(e).with_help(help))
    };
    holes.text()?.read(read).map(Some)
}

fn read_cell(entry: &Value<'_>, lattice: Lattice) -> Result<Cell, FormatError> {
    let numbers = entry.array().map_err(|e| e.with_help(CELLS))?;
    if lattice != Lattice::Square {
        return board::cell_on(lattice, &read_numbers(entry)?).map_err(|e| e.at(entry.span()));
    }
    match &numbers[..] {
        [row, col] => Ok(Cell::new(
            row.integer().map_err(|e| e.with_help(CELLS))?,
            col.integer().map_err(|e| e.with_help(CELLS))?,
        )),
        _ => Err(entry.error("a cell is a row and a column").with_help(CELLS)),
    }
}

fn read_numbers(entry: &Value<'_>) -> Result<Vec<i64>, FormatError> {
    entry.array()?.iter().map(Value::number).collect()
}

/// Cells that are listed, each once, and where.
fn cells_of(list: &Value<'_>, lattice: Lattice) -> Result<Vec<(Cell, Range<usize>)>, FormatError> {
    let mut cells = Vec::new();
    for entry in list.array().map_err(|e| e.with_help(CELLS))? {
        cells.push((read_cell(&entry, lattice)?, entry.span()));
    }
    let mut sorted: Vec<Cell> = cells.iter().map(|(cell, _)| *cell).collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("cell {} is there twice", lattice.coordinates(pair[0]));
        return Err(FormatError::new(message).with_help("name each cell once").at(list.span()));
    }
    Ok(cells)
}

/// The cells of a board, those that may stay empty among them.
fn read_cells(table: &Table<'_>, lattice: Lattice) -> Result<Region, FormatError> {
    let lists = ["cells", "optional"].map(|key| table.get(key));
    let Some(list) = lists.iter().flatten().next() else { return Err(table.error("the board has no cells")) };
    let mut cells = Vec::new();
    for list in lists.iter().flatten() {
        cells.extend(cells_of(list, lattice)?.into_iter().map(|(cell, _)| cell));
    }
    let far = "name the cells of a board, not far from 0";
    let region = Region::of_cells(lattice, cells)
        .map_err(|e| FormatError::new(e.to_string()).with_help(far).at(list.span()))?;
    // What is drawn takes room for everything between the cells, too.
    let around =
        [region.layers(), region.rows(), region.cols()].map(|side| side as usize).iter().product::<usize>();
    if around > board::MAX_DRAWN {
        return Err(FormatError::new("the cells lie too far apart, or too far from 0")
            .with_help(far)
            .at(list.span()));
    }
    Ok(region)
}

/// The shape of cells that are listed; they may lie anywhere.
fn read_listed(list: &Value<'_>, lattice: Lattice) -> Result<Polyform, FormatError> {
    let mut spots = Vec::new();
    for entry in list.array().map_err(|e| e.with_help(CELLS))? {
        let spot = board::place_on(lattice, &read_numbers(&entry)?).map_err(|e| e.at(entry.span()))?;
        spots.push(spot);
    }
    Polyform::of_spots(lattice, &spots).map_err(|e| {
        // Cells may lie before 0, where no cell of a board does.
        let message = match e {
            PiecesError::Disconnected(_) => "the cells of a piece must hang together".to_owned(),
            other => other.to_string(),
        };
        FormatError::new(message).with_help("join the cells, or make two pieces").at(list.span())
    })
}

fn read_pieces(listed: &Value<'_>, lattice: Lattice) -> Result<PieceSet, FormatError> {
    if listed.is_text() {
        return listed.text()?.read(|list| pieces::list_on(lattice, list, Freedom::Natural));
    }
    let mut found = Found { lattice, ..Found::default() };
    for entry in listed.array().map_err(|e| e.with_help("write pieces = \"trominoes\" or [[pieces]]"))? {
        found
            .read(&entry.table().map_err(|e| e.with_help("write [[pieces]] and below it name = \"...\""))?)?;
    }
    if found.pieces.is_empty() {
        return Err(listed
            .error("the puzzle has no pieces")
            .with_help("write pieces = \"trominoes\" above [board]"));
    }
    Ok(PieceSet::new(found.pieces))
}

/// The pieces read so far.
#[derive(Default)]
struct Found {
    lattice: Lattice,
    pieces: Vec<Piece>,
    names: HashSet<String>,
    unique: Unique,
}

impl Found {
    fn read(&mut self, table: &Table<'_>) -> Result<(), FormatError> {
        table.only("a piece", &["name", "art", "cells", "copies", "flips", "turns", "colour"])?;
        let Some(name) = table.text("name")? else {
            return Err(table
                .error("a piece has no name")
                .with_help("write name = \"trominoes\", or any name and art"));
        };
        if name.content.trim().is_empty() {
            return Err(
                name.place(FormatError::new("the name of a piece is empty").with_help("write a name"))
            );
        }
        let freedom = read_freedom(table)?;
        let copies =
            table.get("copies").map(|copies| read_copies(&copies)).transpose()?.unwrap_or(Copies::ANY);
        let colour = table.text("colour")?.map(|colour| colour.read(colour::colour)).transpose()?;
        let mut add = |piece: Piece| {
            if !self.names.insert(piece.name.clone()) {
                let error = FormatError::new(format!("there are two pieces called '{}'", piece.name));
                return Err(name.place(error.with_help("name it once, or give each a name of its own")));
            }
            self.pieces.push(Piece { colour, ..piece });
            Ok(())
        };
        if table.get("art").is_some() && table.get("cells").is_some() {
            let error = table.error("the piece has both a drawing and cells");
            return Err(error.with_help("keep one of 'art' and 'cells'"));
        }
        if let Some(art) = table.text("art")? {
            let shape = match self.lattice {
                Lattice::Square => art.read(read_shape)?,
                lattice => art.read(|text| drawn::shape(lattice, text))?,
            };
            return add(Piece::new(name.content.trim(), &shape, freedom, copies));
        }
        if let Some(cells) = table.get("cells") {
            let shape = read_listed(&cells, self.lattice)?;
            return add(Piece::new(name.content.trim(), &shape, freedom, copies));
        }
        let written = name.content.trim();
        let named = pieces::named(self.lattice, written, freedom)
            .map_err(|error| name.place(FormatError { span: None, ..error }))?;
        for member in &named {
            let piece = Piece::from_catalogue(member, freedom, copies);
            self.unique.add(&piece, written).map_err(|e| name.place(e))?;
            add(piece)?;
        }
        Ok(())
    }
}

fn read_freedom(table: &Table<'_>) -> Result<Freedom, FormatError> {
    match (table.boolean("flips")?, table.boolean("turns")?) {
        (Some(true), Some(false)) => Err(table
            .error("a piece that may not be turned cannot be turned over either")
            .with_help("leave flips out, or write turns = true")),
        (_, Some(false)) => Ok(Freedom::Fixed),
        (Some(false), _) => Ok(Freedom::OneSided),
        (Some(true), _) => Ok(Freedom::Free),
        (None, _) => Ok(Freedom::Natural),
    }
}

fn read_copies(value: &Value<'_>) -> Result<Copies, FormatError> {
    let help = "write copies = 2, or copies = \"any\", \"1..3\" or \"2..\"";
    if value.is_integer() {
        return value.integer().map(Copies::exactly).map_err(|e| e.with_help(help));
    }
    if !value.is_text() {
        return Err(value.error("'copies' must be a number or a text").with_help(help));
    }
    value.text()?.read(pieces::copies)
}

fn read_shape(text: &str) -> Result<Polyform, FormatError> {
    let drawing = board::drawing(text)?;
    drawing.expect_no_optional()?;
    let cells = drawing.rows.iter().enumerate().flat_map(|(row, line)| {
        let cells = line.iter().enumerate().filter(|(_, cell)| **cell);
        cells.map(move |(col, _)| Cell::new(row as u32, col as u32))
    });
    Polyform::new(cells).map_err(|e| {
        let help = "join the cells edge to edge, or draw two pieces";
        let error = FormatError::new(e.to_string()).with_help(help);
        match e {
            PiecesError::Disconnected(cell) => {
                drawing.place(cell).map_or(error.clone(), |at| error.at(at..at + 1))
            }
            _ => error,
        }
    })
}

fn read_rules(table: &Table<'_>) -> Result<Rules, FormatError> {
    table.only("the rules", &["tatami", "fault-free"])?;
    Ok(Rules {
        tatami: table.boolean("tatami")?.unwrap_or_default(),
        fault_free: table.boolean("fault-free")?.unwrap_or_default(),
    })
}
