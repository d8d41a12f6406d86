//! Pieces written on one line: `trominoes`, `2:L4,any:O4`, `1:pentominoes`, `##/#.`, `I3^2 L3^4`.
//!
//! A list is made of items `[COPIES:]NAME`, separated by commas. COPIES is `any` (the default), a number, `lo..hi` or
//! `lo..`, and holds for each member of a set. NAME is a piece of the [`catalogue`] or a set by its size.
//!
//! A shape may stand in the place of a name: drawn, as `##/#.`, its rows with `/` between them; or a rectangle, as `2x3`. `I1` and `I2`
//! are the monomino and the domino. A list may also be written as counts by piece are, `P5 T5` or `I3^2 L3^4`: names with blanks
//! between them, each as often as it says, once if it says nothing.
//!
//! What a name stands for depends on the [`Freedom`] of the pieces. A set (three cells or more) holds every polyomino
//! that is different under it: 12, 18 or 63 pentominoes. A single name is one piece, as the catalogue draws it. There
//! is only one domino and one monomino, so `domino` and `dominoes` are both the single piece: without turns it lies.

use super::number::shortened;
use super::suggest::nearest;
use super::{FormatError, number};
use crate::board::{Cell, Lattice};
use crate::pieces::catalogue::{self, Named};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
use std::collections::HashMap;
use std::str::FromStr;

/// The pieces of a list, all of them with the same freedom.
///
/// ```
/// use polytile::format::pieces;
/// use polytile::pieces::Freedom;
/// assert_eq!(pieces::list("1:pentominoes,O4", Freedom::Free)?.len(), 13);
/// assert_eq!(pieces::list("trominoes", Freedom::Fixed)?.len(), 6);
/// assert_eq!(pieces::list("dominoes", Freedom::Fixed)?.len(), 1);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When an item is empty or cannot be read, a name is unknown, or a piece is listed twice.
pub fn list(text: &str, freedom: Freedom) -> Result<PieceSet, FormatError> {
    list_on(Lattice::Square, text, freedom)
}

/// The pieces of a list, on a board of `lattice`: a name that means pieces of several lattices means the one of this lattice.
///
/// # Errors
/// As [`list`].
pub fn list_on(lattice: Lattice, text: &str, freedom: Freedom) -> Result<PieceSet, FormatError> {
    if text.trim().is_empty() {
        let error = FormatError::new("there are no pieces");
        return Err(error.with_help("name some, as in trominoes or 2:L4,O4").at(0..text.len()));
    }
    let mut unique = Unique::default();
    let mut pieces: Vec<Piece> = Vec::new();
    for (start, item) in items(text) {
        let span = start..start + item.len();
        let read = if is_monomial(text) { factor(item) } else { split(item) };
        let (copies, name, name_at) = read.map_err(|e| e.moved_by(start).or_at(span.clone()))?;
        let named = named(lattice, name, freedom).map_err(|e| e.moved_by(start + name_at))?;
        for member in &named {
            let piece = Piece::from_catalogue(member, freedom, copies);
            unique.add(&piece, name).map_err(|e| e.or_at(span.clone()))?;
            pieces.push(piece);
        }
    }
    Ok(PieceSet::new(pieces))
}

/// Whether a list is written as counts by piece are: `P5 T5`, `I3^2`. A number before a name, as in `2 L4`, is a slip of another sort.
fn is_monomial(text: &str) -> bool {
    let begins_with_number =
        || text.split_whitespace().next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
    !text.contains([',', ':'])
        && (text.contains('^') || text.split_whitespace().count() > 1)
        && !begins_with_number()
}

/// The items of a list, and where they begin.
fn items(text: &str) -> Vec<(usize, &str)> {
    let place = |item: &str| item.as_ptr().addr() - text.as_ptr().addr();
    if is_monomial(text) {
        return text.split_whitespace().map(|item| (place(item), item)).collect();
    }
    text.split(',').map(|item| (place(item), item)).collect()
}

/// The copies and the name of `L3^4`, or of `L3`, which is there once.
fn factor(item: &str) -> Result<(Copies, &str, usize), FormatError> {
    let Some((name, power)) = item.split_once('^') else { return Ok((Copies::exactly(1), item, 0)) };
    let copies = copies(power).map_err(|e| e.moved_by(name.len() + 1))?;
    if name.is_empty() {
        return Err(
            FormatError::new("the name of a piece is missing").with_help("write it before ^, as in L3^4")
        );
    }
    Ok((copies, name, 0))
}

/// The shape that is drawn, as `##/#.`, or the rectangle, as `2x3`, if `name` is either.
fn drawn(name: &str, freedom: Freedom) -> Option<Result<Named, FormatError>> {
    let wrong = |message: String, help: &str| FormatError::new(message).with_help(help).at(0..name.len());
    let cells: Vec<Cell> = if name.contains('#') && name.chars().all(|c| matches!(c, '#' | '.' | '/')) {
        let row = |(row, line): (usize, &str)| {
            let drawn: Vec<Cell> = line
                .char_indices()
                .filter(|(_, c)| *c == '#')
                .map(|(col, _)| Cell::new(row as u32, col as u32))
                .collect();
            drawn
        };
        name.split('/').enumerate().flat_map(row).collect()
    } else {
        let side =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten();
        let (rows, cols) = name.split_once('x').and_then(|(rows, cols)| Some((side(rows)?, side(cols)?)))?;
        let area = u64::from(rows) * u64::from(cols);
        if area == 0 || area > MOST_DRAWN {
            let help = "a piece has at least one cell, and at most 65536";
            return Some(Err(wrong(format!("{name} is no rectangle to lay"), help)));
        }
        (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col))).collect()
    };
    let shape = Polyform::new(cells).map_err(|e| wrong(e.to_string(), "join the cells edge to edge"));
    // It goes by a name that people know where that means the same piece, lying as drawn if it may not be turned; others go by
    // what was written.
    Some(shape.map(|shape| {
        let (sides, turns) = match freedom {
            Freedom::Natural | Freedom::Free => (Freedom::Free, Freedom::Free),
            Freedom::OneSided | Freedom::Fixed => (Freedom::OneSided, freedom),
        };
        let known = if shape.size() <= NAMED { catalogue::all(shape.size(), sides) } else { Vec::new() };
        let images = shape.images(turns);
        let standard = known.into_iter().find(|named| images.contains(&named.shape)).map(|named| named.name);
        Named { name: standard.unwrap_or_else(|| name.to_owned()), shape }
    }))
}

/// Cells of the largest rectangle that is a piece.
const MOST_DRAWN: u64 = 1 << 16;
/// Cells of the largest shapes with letters for names.
const NAMED: usize = 5;

impl FromStr for PieceSet {
    type Err = FormatError;

    /// Reads a [`list`] of free pieces.
    ///
    /// ```
    /// use polytile::pieces::PieceSet;
    /// assert_eq!("1:pentominoes,O4".parse::<PieceSet>()?.len(), 13);
    /// # Ok::<(), polytile::format::FormatError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, FormatError> {
        list(text, Freedom::Natural)
    }
}

/// The copies and the name of an item, and where the name begins.
fn split(item: &str) -> Result<(Copies, &str, usize), FormatError> {
    let (count, name, at) = match item.split_once(':') {
        Some((count, name)) => (copies(count)?, name, count.len() + 1),
        None => (Copies::ANY, item, 0),
    };
    let trimmed = name.trim_start();
    let at = at + name.len() - trimmed.len();
    if trimmed.is_empty() {
        return Err(FormatError::new("the name of a piece is missing")
            .with_help("separate pieces by single commas, as in I3,L3 or 2:I3,L3"));
    }
    Ok((count, trimmed.trim_end(), at))
}

/// The number of copies written as `any`, `3`, `1..4` or `2..`.
///
/// # Errors
/// When the text has none of these forms, or the first number is larger than the second.
pub fn copies(text: &str) -> Result<Copies, FormatError> {
    let written = text.trim();
    let span = 0..text.len();
    if written.eq_ignore_ascii_case("any") {
        return Ok(Copies::ANY);
    }
    let limit = |part: &str| -> Result<u32, FormatError> {
        let number = number::natural(part.trim()).map_err(|_| {
            FormatError::new(format!("'{}' is no number of copies", shortened(written)))
                .with_help("copies are 'any', a number such as 2, or a range such as 1..4 or 2..")
                .at(span.clone())
        })?;
        u32::try_from(&number).map_err(|_| {
            FormatError::new(format!("{} copies are too many", shortened(part.trim())))
                .with_help("copies go up to 4294967295; for as many as one likes, write any")
                .at(span.clone())
        })
    };
    let Some((low, high)) = written.split_once("..") else {
        return Ok(Copies::exactly(limit(written)?));
    };
    let low = limit(low)?;
    if high.trim().is_empty() {
        return Ok(Copies::at_least(low));
    }
    let high = limit(high)?;
    Copies::between(low, high).map_err(|_| {
        FormatError::new(format!("copies {low}..{high} are impossible: the first number is the larger"))
            .with_help(format!("write {high}..{low}"))
            .at(span.clone())
    })
}

/// The pieces that `name` stands for on a board of `lattice`: one, or every member of a set.
///
/// # Errors
/// When the catalogue does not know the name. The error proposes the nearest one.
pub fn named(lattice: Lattice, name: &str, freedom: Freedom) -> Result<Vec<Named>, FormatError> {
    let word = match name {
        "I1" | "i1" => "monomino".to_owned(),
        "I2" | "i2" => "domino".to_owned(),
        _ => name.to_ascii_lowercase(),
    };
    if let Some(drawn) = drawn(name, freedom) {
        return drawn.map(|piece| vec![piece]);
    }
    if let Some(set) = catalogue::set(&word) {
        return Ok(set);
    }
    // The only piece of its size may be called as its set is: `triamond` is a piece, `triamonds` are all of them.
    if !word.ends_with('s')
        && let Some(piece) = catalogue::find_on(lattice, &word).filter(|piece| piece.name == word)
    {
        return Ok(vec![piece]);
    }
    // A monomino and a domino keep their names however they lie.
    match catalogue::set_of(&word) {
        Some((lattice, size @ 1..=2)) => Ok(catalogue::all_on(lattice, size, Freedom::Free)),
        Some((lattice, size)) => Ok(catalogue::all_on(lattice, size, freedom)),
        None => {
            let found = catalogue::find_on(lattice, name).or_else(|| catalogue::find(name));
            found.map(|piece| vec![piece]).ok_or_else(|| unknown(name))
        }
    }
}

/// Pentominoes by the letters that Conway gave them, where these are no names here.
const CONWAY: [(&str, &str); 2] = [("O", "I5"), ("R", "F5")];

fn unknown(name: &str) -> FormatError {
    let error = FormatError::new(format!("there is no piece called '{}'", shortened(name))).at(0..name.len());
    if let Some((theirs, ours)) = CONWAY.iter().find(|(theirs, _)| name.eq_ignore_ascii_case(theirs)) {
        let help = format!("Conway's {theirs} is {ours} here, as his Q is L5, and S is N5");
        return error.with_help(help);
    }
    let mut known = catalogue::common_names();
    let singular = |name: &String| name.strip_suffix("es").map(str::to_owned);
    known.extend(known.iter().filter_map(singular).collect::<Vec<_>>());
    let word = name.starts_with(|c: char| c.is_alphabetic());
    if let Some(found) = nearest(name, known.iter().map(String::as_str)).filter(|_| word) {
        return error.with_help(format!("did you mean '{found}'?"));
    }
    if let Some((count, rest)) = name.split_once([' ', 'x', '*'])
        && count.bytes().all(|b| b.is_ascii_digit())
        && catalogue::find(rest.trim()).is_some()
    {
        return error.with_help(format!("for copies, write {count}:{}", rest.trim()));
    }
    error.with_help(members(name).unwrap_or_else(|| {
        "pieces are called L3, O4, W5 (or W), 6-17, or drawn, as ##/#. or 2x3; and sets trominoes, tetrominoes, ...".to_owned()
    }))
}

/// For a name that mentions a size: what the pieces of that size are called.
fn members(name: &str) -> Option<String> {
    let index = name.split_once('-').and_then(|(size, _)| size.parse().ok());
    let letter = || {
        let mut chars = name.chars();
        let first = chars.next().filter(char::is_ascii_alphabetic)?;
        let rest = name.strip_prefix(first)?;
        if rest.is_empty() { Some(5) } else { rest.parse().ok() }
    };
    let size: usize = index.or_else(letter)?;
    let set = catalogue::set_name(Lattice::Square, size);
    if !(1..=catalogue::MAX_SIZE).contains(&size) {
        return Some(format!("pieces of 1 to {} cells have names", catalogue::MAX_SIZE));
    }
    if size > 9 {
        return Some(format!("the {set} are called {size}-1, {size}-2, ..."));
    }
    match &catalogue::all(size, Freedom::Free)[..] {
        [only] => Some(format!("the only piece of this size is the {}", only.name)),
        [first, .., last] if size > 5 => {
            Some(format!("the {set} are called {} to {}", first.name, last.name))
        }
        all => {
            let names: Vec<&str> = all.iter().map(|n| n.name.as_str()).collect();
            Some(format!("the {set} are {}", names.join(" ")))
        }
    }
}

/// The pieces met so far, to find one that is met again.
#[derive(Default)]
pub(super) struct Unique {
    /// By the orientations of a piece: its name, and the word it was listed under.
    seen: HashMap<Vec<Polyform>, (String, String)>,
}

impl Unique {
    /// Remembers `piece`, listed as `word`.
    ///
    /// # Errors
    /// When an earlier piece can be laid in the same ways: tilings that nobody can tell apart would then differ in
    /// which of the two lies where.
    pub(super) fn add(&mut self, piece: &Piece, word: &str) -> Result<(), FormatError> {
        let entry = (piece.name.clone(), word.to_owned());
        let Some((name, before)) = self.seen.insert(piece.orientations.clone(), entry) else {
            return Ok(());
        };
        let message = if name == piece.name {
            format!("{name} is listed twice")
        } else {
            format!("{} is {name} turned over, so it is listed twice", piece.name)
        };
        let single =
            |word: &str| catalogue::set_of(&word.to_ascii_lowercase()).is_none_or(|(_, size)| size < 3);
        let help = match (single(&before), single(word)) {
            (true, true) => format!("name it once, with copies where they matter, as in 2:{name}"),
            (true, false) => format!("'{word}' holds it: leave out '{before}'"),
            (false, _) => format!("'{before}' holds it: leave out '{word}'"),
        };
        Err(FormatError::new(message).with_help(help))
    }
}
