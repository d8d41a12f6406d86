//! Options of an exact cover that were chosen already, as people write them and as they are printed.
//!
//! In: a text and a cover. Out: its options, and what in the text is none ([`Misfit`]), for whoever finds fault with it. Where
//! solutions have a look that is known ([`Known`]), the text may be a board: what stands in each cell, row by row, with blanks or `/` between
//! rows, and between cells where that is longer than a character; `.` or `?` is an open cell. A sudoku is one of 81 digits. Or it lists options
//! by their items, a line to each or with `;` between them, or in JSON. Cost: a look at every option, and at each that is listed.

use super::subject::option_names;
use crate::design::known::Known;
use crate::exact_cover::ExactCover;
use crate::format::json::located;
use crate::format::{FormatError, sudoku};
use serde::Deserialize;
use std::collections::HashMap;
use std::ops::Range;

/// What a text says.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub options: Vec<u32>,
    pub misfits: Vec<Misfit>,
}

/// A part of a text that stands for no option.
#[derive(Debug)]
pub(super) struct Misfit {
    pub message: String,
    /// What it is.
    pub written: String,
    /// The row and the column, from 1, where it stands on a board.
    pub cell: Option<(u32, u32)>,
    help: &'static str,
    span: Option<Range<usize>>,
}

/// The options that a text says.
///
/// # Errors
/// When there is no such option, and as [`read`]. The span points into `text`.
pub(super) fn options_given(
    text: &str,
    cover: &ExactCover,
    known: Option<&Known>,
) -> Result<Vec<u32>, FormatError> {
    let Chosen { options, misfits } = read(text, cover, known)?;
    match misfits.into_iter().next() {
        None => Ok(options),
        Some(Misfit { message, help, span, .. }) => {
            let error = FormatError::new(message).with_help(help);
            Err(match span {
                Some(span) => error.at(span),
                None => error,
            })
        }
    }
}

/// The options that a text says, and what in it says none.
///
/// # Errors
/// When it is a board of another size, or no JSON although it begins like that.
pub(super) fn read(text: &str, cover: &ExactCover, known: Option<&Known>) -> Result<Chosen, FormatError> {
    if text.trim_start().starts_with('{') {
        return posted(text, cover);
    }
    let listed = listed(text, cover);
    match known {
        Some(known) if !listed.misfits.is_empty() => match cells(text, known) {
            Some(cells) => Ok(on_board(&cells, cover, known)),
            None => expect_no_board(text, cover, known).map(|()| listed),
        },
        _ => Ok(listed),
    }
}

/// What may stand in an open cell.
const OPEN: [&str; 2] = [".", "?"];

/// Whether what stands in a cell leaves it open.
fn opening(cover: &ExactCover, known: &Known) -> impl Fn(&str) -> bool {
    let mut all = (0..cover.option_count() as u32).flat_map(|option| known.writes(option));
    let has_zero = all.any(|(_, mark)| mark == "0");
    move |shown| OPEN.contains(&shown) || shown == "0" && !has_zero
}

/// Whether a character stands between cells.
fn is_between(c: char) -> bool {
    c.is_whitespace() || c == '/'
}

/// What a text shows in each cell, if it shows so many: words, or characters.
fn cells<'a>(text: &'a str, known: &Known) -> Option<Vec<(usize, &'a str)>> {
    let [rows, cols] = known.size();
    let number = u64::from(rows) * u64::from(cols);
    let mut at = 0;
    let words = text.split_inclusive(is_between).filter_map(|word| {
        at += word.len();
        let begin = at - word.len();
        let word = word.trim_end_matches(is_between);
        // What is pointed at stands in brackets.
        let bare = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
        (!word.is_empty()).then(|| bare.map_or((begin, word), |bare| (begin + 1, bare)))
    });
    let words: Vec<(usize, &str)> = words.collect();
    if words.len() as u64 == number {
        return Some(words);
    }
    let shown = text.char_indices().filter(|(_, c)| !is_between(*c));
    let characters: Vec<(usize, &str)> = shown.map(|(at, c)| (at, &text[at..at + c.len_utf8()])).collect();
    (characters.len() as u64 == number).then_some(characters)
}

/// Refuses a board that has not the size of this one, and a sudoku that has not its characters.
fn expect_no_board(text: &str, cover: &ExactCover, known: &Known) -> Result<(), FormatError> {
    let [rows, cols] = known.size();
    if known.has_boxes() == Some(true) && rows == 9 && cols == 9 {
        // As long as what was written, so that an error finds its place.
        let plain = text.replace('?', ".").replace('/', " ");
        if sudoku::is_nearly_one(&plain) {
            return sudoku::parse(&plain).map(|_| ());
        }
    }
    let is_open = opening(cover, known);
    let mut marks: Vec<&str> = Vec::new();
    for option in 0..cover.option_count() as u32 {
        marks.extend(known.writes(option).map(|(_, mark)| mark));
    }
    marks.sort_unstable();
    marks.dedup();
    let is_cell = |shown: &str| is_open(shown) || marks.binary_search(&shown).is_ok();
    let cells = text.chars().filter(|c| !is_between(*c));
    let number = cells.clone().count();
    if number == 0 || !cells.into_iter().all(|c| is_cell(c.encode_utf8(&mut [0; 4]))) {
        return Ok(());
    }
    let of = if rows == 1 { format!("{cols}") } else { format!("{rows} rows of {cols}") };
    let s = if number == 1 { "" } else { "s" };
    let wrong = FormatError::new(format!("this shows {number} cell{s}, and the board has {of}"));
    Err(wrong.with_help(BOARD).at(0..text.len()))
}

const BOARD: &str = "write what solutions show, and . or ? for an open cell";
const LIST: &str = "write the items of each option, and ; or a new line between options";

/// The options that write what a board shows.
fn on_board(cells: &[(usize, &str)], cover: &ExactCover, known: &Known) -> Chosen {
    let is_open = opening(cover, known);
    let shown = |(at, mark): (u32, &str)| {
        let (_, there) = cells[at as usize];
        !is_open(there) && mark == there
    };
    let mut candidates: Vec<u32> = (0..cover.option_count() as u32)
        .filter(|&option| {
            let mut writes = known.writes(option).peekable();
            writes.peek().is_some() && writes.all(shown)
        })
        .collect();
    let first = |option: u32| known.writes(option).map(|(at, _)| at).min();
    if known.writes_alike() {
        candidates.sort_by_key(|&option| first(option));
    }
    let mut written = vec![false; cells.len()];
    let mut chosen = Chosen::default();
    for option in candidates {
        // The first cell that nothing has written is the first of what writes it.
        if known.writes_alike() && known.writes(option).any(|(at, _)| written[at as usize]) {
            continue;
        }
        known.writes(option).for_each(|(at, _)| written[at as usize] = true);
        chosen.options.push(option);
    }
    let unwritten = |&at: &usize| !written[at] && !is_open(cells[at].1);
    let unwritten: Vec<usize> = (0..cells.len()).filter(unwritten).collect();
    if unwritten.is_empty() {
        return chosen;
    }
    let mut clues = HashMap::new();
    for clue in known.clues() {
        clues.extend(known.writes(clue));
    }
    let [_, cols] = known.size();
    for at in unwritten {
        let number = at as u32;
        let ((begin, mark), row, col) = (cells[at], number / cols + 1, number % cols + 1);
        let message = match clues.get(&number) {
            Some(clue) => format!("row {row}, column {col} has the clue {clue}, not '{mark}'"),
            None => format!("no option writes '{mark}' into row {row}, column {col}"),
        };
        let span = Some(begin..begin + mark.len());
        let (written, cell) = (mark.to_owned(), Some((row, col)));
        chosen.misfits.push(Misfit { message, written, cell, help: BOARD, span });
    }
    chosen
}

/// The options of a cover by the names of their items, sorted.
struct ByNames(HashMap<Vec<String>, u32>);

impl ByNames {
    fn new(cover: &ExactCover) -> Self {
        let mut options = HashMap::new();
        for option in 0..cover.option_count() as u32 {
            options.entry(sorted(option_names(cover, option))).or_insert(option);
        }
        ByNames(options)
    }

    /// Adds the option with these items to what is chosen, or else that there is none.
    fn choose(&self, names: Vec<String>, written: &str, span: Option<Range<usize>>, chosen: &mut Chosen) {
        if let Some(option) = self.0.get(&sorted(names)) {
            chosen.options.push(*option);
        } else {
            let message = format!("there is no option '{written}'");
            let written = written.to_owned();
            chosen.misfits.push(Misfit { message, written, cell: None, help: LIST, span });
        }
    }
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names
}

/// The options whose items a text lists.
fn listed(text: &str, cover: &ExactCover) -> Chosen {
    let options = ByNames::new(cover);
    let mut chosen = Chosen::default();
    let mut at = 0;
    for line in text.split(['\n', ';']) {
        let names: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if !names.is_empty() {
            let begin = at + line.len() - line.trim_start().len();
            let line = line.trim();
            options.choose(names, line, Some(begin..begin + line.len()), &mut chosen);
        }
        at += line.len() + 1;
    }
    chosen
}

/// The options of a solution in JSON, as it is printed.
fn posted(text: &str, cover: &ExactCover) -> Result<Chosen, FormatError> {
    #[derive(Deserialize)]
    struct Posted {
        options: Vec<Vec<String>>,
    }
    const MEND: &str = "give the options as they are printed, each as a list of the names of its items";
    let posted: Posted = serde_json::from_str(text).map_err(|error| located(text, &error, MEND))?;
    let options = ByNames::new(cover);
    let mut chosen = Chosen::default();
    for names in posted.options {
        let written = names.join(" ");
        options.choose(names, &written, None, &mut chosen);
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::colouring::colouring;
    use crate::design::covers::{langford, latin, partridge, queens};
    use crate::draw::Grids;
    use crate::exact_cover::{Entry, Multiplicity};
    use crate::format::graph;
    use crate::run::Control;
    use crate::solve::{Options, Question, Reply, Search};

    /// Two squares of side 2 and two of side 1 on a board of 2 rows and 5 columns: of what is written alike there is more than one.
    fn squares() -> ExactCover {
        let mut cover = ExactCover::default();
        let twice = Multiplicity::Primary { lo: 2, hi: 2 };
        let sides = ["1", "2"].map(|side| cover.add_item(side, twice).unwrap());
        let mut places = Vec::new();
        for (row, col) in (0..2).flat_map(|row| (0..5).map(move |col| (row, col))) {
            places.push(cover.add_item(format!("{row}.{col}"), Multiplicity::ONCE).unwrap());
        }
        for col in 0..4 {
            let cells = [col, col + 1, 5 + col, 6 + col].map(|place: usize| places[place]);
            let entries: Vec<Entry> = std::iter::once(sides[1]).chain(cells).map(Entry::plain).collect();
            cover.add_option(&entries).unwrap();
        }
        for &place in &places {
            cover.add_option(&[sides[0], place].map(Entry::plain)).unwrap();
        }
        cover
    }

    #[test]
    fn what_is_printed_is_read() {
        let control = Control::default();
        let graph = graph::named("grid:2x3").unwrap().unwrap();
        for cover in [
            queens(6, &control).unwrap(),
            langford(4, &control).unwrap(),
            // Numbers of two digits.
            langford(11, &control).unwrap(),
            latin(4, &control).unwrap(),
            partridge(1, &control).unwrap(),
            colouring(&graph, 3, &control).unwrap(),
            squares(),
        ] {
            let known = Known::of(&cover).unwrap();
            let search =
                Search::new(&Question::covers(cover.clone()), &Options::default(), &control).unwrap();
            let mut seen = 0;
            let mut each = |chosen: &[u32]| {
                let mut chosen = chosen.to_vec();
                chosen.sort_unstable();
                let text = Grids::new(&known, [chosen.clone()]).unwrap().text();
                let mut read = options_given(&text, &cover, Some(&known)).unwrap();
                read.sort_unstable();
                assert_eq!(read, chosen, "{text}");
                let lines: Vec<Vec<String>> =
                    chosen.iter().map(|&option| option_names(&cover, option)).collect();
                let json = serde_json::json!({ "number": 1, "options": lines }).to_string();
                assert_eq!(options_given(&json, &cover, Some(&known)).unwrap(), chosen);
                seen += 1;
                if seen == 5 { Reply::Enough } else { Reply::More }
            };
            search.list(search.beginning(), None, &control, &mut each).unwrap();
            assert!(seen > 0);
        }
    }

    #[test]
    fn what_is_pointed_at_is_read_and_a_board_of_another_size_is_not() {
        let control = Control::default();
        let cover = queens(4, &control).unwrap();
        let known = Known::of(&cover).unwrap();
        let given = |text: &str| options_given(text, &cover, Some(&known)).map_err(|error| error.message);
        assert_eq!(given(" . [Q] . .\n . . . Q\n . . . .\n . . . ."), Ok(vec![1, 7]));
        assert_eq!(
            given(".Q../...Q/Q..."),
            Err("this shows 12 cells, and the board has 4 rows of 4".to_owned())
        );
        assert_eq!(given(".Q../...Q/Q.../..x."), Err("no option writes 'x' into row 4, column 3".to_owned()));
        assert_eq!(given("nothing"), Err("there is no option 'nothing'".to_owned()));
        assert!(given("{\"options\": 3}").is_err());
    }
}
