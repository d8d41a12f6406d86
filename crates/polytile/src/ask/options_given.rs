//! Options of an exact cover that were chosen already, as people write them and as they are printed.
//!
//! In: a text and a cover. Out: its options, and what in the text is none ([`Misfit`]), for whoever finds fault with it. Where
//! solutions have a look that is known ([`Known`]), the text may be a board: what stands in each cell, row by row, with blanks or `/` between
//! rows, and between cells where that is longer than a character; `.` or `?` is an open cell. A sudoku is one of 81 digits. Or it lists options
//! by their items, a line to each or with `;` between them, or in JSON; of options with the same items, the next each time. Cost: a look at every
//! option once, and of each text at those that are listed, and where it is no list at every option twice.

use super::Unanswered;
use super::subject::entry_name;
use crate::design::known::Known;
use crate::exact_cover::{Entry, ExactCover};
use crate::format::json::located;
use crate::format::source::Source;
use crate::format::{FormatError, sudoku};
use crate::run::{Control, Pulse, Stopped, room};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
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

/// What texts are compared with.
pub(super) struct Reading<'a> {
    cover: &'a ExactCover,
    known: Option<&'a Known>,
    by_names: ByNames,
    pulse: Pulse<'a>,
}

impl<'a> Reading<'a> {
    /// Reads options of `cover`, whose solutions may have a look that is known.
    ///
    /// # Errors
    /// When there is no memory for the names of its options, or `control` says stop.
    pub fn new(
        cover: &'a ExactCover,
        known: Option<&'a Known>,
        control: &'a Control,
    ) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let by_names = ByNames::new(cover, control, &pulse)?;
        Ok(Reading { cover, known, by_names, pulse })
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> u64 {
        self.by_names.bytes
    }

    /// The options that a text says.
    ///
    /// # Errors
    /// When there is no such option, and as [`Reading::chosen`].
    pub fn options(&self, source: &Source) -> Result<Vec<u32>, Unanswered> {
        let Chosen { options, misfits } = self.chosen(source)?;
        let Some(Misfit { message, help, span, .. }) = misfits.into_iter().next() else { return Ok(options) };
        let error = FormatError::new(message).with_help(help);
        let error = match span {
            Some(span) => error.at(span),
            None => error,
        };
        Err(source.misread(error).into())
    }

    /// The options that a text says, and what in it says none.
    ///
    /// # Errors
    /// When it is a board of another size, or no JSON although it begins like that; or the control says stop.
    pub fn chosen(&self, source: &Source) -> Result<Chosen, Unanswered> {
        let text = &*source.text;
        if text.trim_start().starts_with('{') {
            return self.posted(source);
        }
        let listed = self.listed(text)?;
        let Some(known) = self.known.filter(|_| !listed.misfits.is_empty()) else { return Ok(listed) };
        let has_zero = self.has_zero(known)?;
        let is_open = |shown: &str| OPEN.contains(&shown) || shown == "0" && !has_zero;
        match cells(text, known) {
            Some(cells) => Ok(self.on_board(&cells, known, is_open)?),
            None => self.expect_no_board(source, known, is_open).map(|()| listed),
        }
    }
}

/// What may stand in an open cell.
const OPEN: [&str; 2] = [".", "?"];

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

const BOARD: &str = "write what solutions show, and . or ? for an open cell";
const LIST: &str = "write the items of each option, and ; or a new line between options";

impl Reading<'_> {
    /// The numbers of the options.
    fn numbers(&self) -> Range<u32> {
        0..self.cover.option_count() as u32
    }

    /// Whether an option writes a zero, which leaves a cell open otherwise.
    fn has_zero(&self, known: &Known) -> Result<bool, Stopped> {
        for option in self.numbers() {
            for (_, mark) in known.writes(option) {
                self.pulse.beat()?;
                if mark == "0" {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Refuses a board that has not the size of this one, and a sudoku that has not its characters.
    fn expect_no_board(
        &self,
        source: &Source,
        known: &Known,
        is_open: impl Fn(&str) -> bool,
    ) -> Result<(), Unanswered> {
        let text = &*source.text;
        let [rows, cols] = known.size();
        if known.has_boxes() == Some(true) && rows == 9 && cols == 9 {
            // As long as what was written, so that an error finds its place.
            let plain = text.replace('?', ".").replace('/', " ");
            if sudoku::is_nearly_one(&plain) {
                sudoku::parse(&plain).map_err(|error| source.misread(error))?;
                return Ok(());
            }
        }
        let mut marks: BTreeSet<&str> = BTreeSet::new();
        for option in self.numbers() {
            for (_, mark) in known.writes(option) {
                self.pulse.beat()?;
                marks.insert(mark);
            }
        }
        let is_cell = |shown: &str| is_open(shown) || marks.contains(shown);
        let cells = text.chars().filter(|c| !is_between(*c));
        let number = cells.clone().count();
        if number == 0 || !cells.into_iter().all(|c| is_cell(c.encode_utf8(&mut [0; 4]))) {
            return Ok(());
        }
        let of = if rows == 1 { format!("{cols}") } else { format!("{rows} rows of {cols}") };
        let s = if number == 1 { "" } else { "s" };
        let wrong = FormatError::new(format!("this shows {number} cell{s}, and the board has {of}"));
        Err(source.misread(wrong.with_help(BOARD).at(0..text.len())).into())
    }

    /// The options that write what a board shows.
    fn on_board(
        &self,
        cells: &[(usize, &str)],
        known: &Known,
        is_open: impl Fn(&str) -> bool,
    ) -> Result<Chosen, Stopped> {
        let shown = |(at, mark): (u32, &str)| {
            let (_, there) = cells[at as usize];
            !is_open(there) && mark == there
        };
        let mut candidates: Vec<u32> = Vec::new();
        for option in self.numbers() {
            self.pulse.beat()?;
            let mut writes = known.writes(option).peekable();
            if writes.peek().is_some() && writes.all(shown) {
                candidates.push(option);
            }
        }
        let first = |option: u32| known.writes(option).map(|(at, _)| at).min();
        if known.writes_alike() {
            candidates.sort_by_key(|&option| first(option));
        }
        let mut written = vec![false; cells.len()];
        let mut chosen = Chosen::default();
        for option in candidates {
            self.pulse.beat()?;
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
            return Ok(chosen);
        }
        let mut clues = HashMap::new();
        for clue in known.clues() {
            clues.extend(known.writes(clue));
        }
        let [_, cols] = known.size();
        for at in unwritten {
            self.pulse.beat()?;
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
        Ok(chosen)
    }

    /// The options whose items a text lists.
    fn listed(&self, text: &str) -> Result<Chosen, Stopped> {
        let mut hand = self.by_names.hand();
        let mut at = 0;
        for line in text.split(['\n', ';']) {
            self.pulse.beats(1 + line.len() as u64)?;
            let begin = at + line.len() - line.trim_start().len();
            at += line.len() + 1;
            let line = line.trim();
            if !line.is_empty() {
                hand.choose(line.split_whitespace(), || line.to_owned(), Some(begin..begin + line.len()));
            }
        }
        Ok(hand.chosen)
    }

    /// The options of a solution in JSON, as it is printed.
    fn posted(&self, source: &Source) -> Result<Chosen, Unanswered> {
        #[derive(Deserialize)]
        struct Posted {
            options: Vec<Vec<String>>,
        }
        const MEND: &str = "give the options as they are printed, each as a list of the names of its items";
        let posted: Posted = serde_json::from_str(&source.text)
            .map_err(|error| source.misread(located(&source.text, &error, MEND)))?;
        let mut hand = self.by_names.hand();
        for names in &posted.options {
            self.pulse.beats(1 + names.len() as u64)?;
            hand.choose(names.iter().map(String::as_str), || names.join(" "), None);
        }
        Ok(hand.chosen)
    }
}

/// The options of a cover by the names of their items: each name has a number, and an option is called by those of its items, sorted.
struct ByNames {
    names: HashMap<String, u32>,
    /// The first option that is called so.
    first: HashMap<Box<[u32]>, u32>,
    /// The next that is called like each option, or no option.
    next: Vec<u32>,
    /// Bytes that all of these take, about.
    bytes: u64,
}

/// No option.
const NONE: u32 = u32::MAX;

/// Bytes that a name takes, with its number and while it is found by its item and colour, about.
const NAME: u64 = 150;

impl ByNames {
    fn new(cover: &ExactCover, control: &Control, pulse: &Pulse<'_>) -> Result<Self, Stopped> {
        const WHAT: &str = "the names of options";
        // A list of numbers is an allocation of its own, and half of a table may be empty.
        let entries: u64 = cover.options().map(|option| option.len() as u64).sum();
        let listed = 100 * cover.option_count() as u64 + 4 * entries;
        control.reserve(listed, WHAT)?;
        let mut numbers: HashMap<Entry, u32> = HashMap::new();
        let mut names: HashMap<String, u32> = HashMap::new();
        let mut first = HashMap::new();
        let mut next = room::filled(NONE, cover.option_count(), WHAT)?;
        // The last first, so that each list begins with the first.
        for option in (0..cover.option_count() as u32).rev() {
            let entries = cover.option(option);
            pulse.beats(1 + entries.len() as u64)?;
            let number = |entry: &Entry| {
                *numbers.entry(*entry).or_insert_with(|| {
                    // A colour may be written as a part of the name of another item.
                    let more = names.len() as u32;
                    *names.entry(entry_name(cover, *entry)).or_insert(more)
                })
            };
            let mut called: Box<[u32]> = entries.iter().map(number).collect();
            called.sort_unstable();
            next[option as usize] = first.insert(called, option).unwrap_or(NONE);
            control.reserve(listed + NAME * names.len() as u64, WHAT)?;
        }
        let bytes = listed + NAME * names.len() as u64;
        Ok(ByNames { names, first, next, bytes })
    }

    /// What hands options out, each before those with the same items that come after it.
    fn hand(&self) -> Hand<'_> {
        Hand { by_names: self, handed: HashMap::new(), chosen: Chosen::default() }
    }
}

/// Options that are chosen by their names, one after the other.
struct Hand<'a> {
    by_names: &'a ByNames,
    /// The last that was handed out of each list, by the first of it.
    handed: HashMap<u32, u32>,
    chosen: Chosen,
}

impl Hand<'_> {
    /// Adds the option with these items to what is chosen, or else that there is none; where all such options are chosen, the last of them again.
    fn choose<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str>,
        written: impl Fn() -> String,
        span: Option<Range<usize>>,
    ) {
        let ByNames { names: known, first, next, .. } = self.by_names;
        let called = names.map(|name| known.get(name).copied()).collect::<Option<Vec<u32>>>();
        let option = called.and_then(|mut called| {
            called.sort_unstable();
            let first = *first.get(called.as_slice())?;
            let after = |last: &mut u32| {
                *last = Some(next[*last as usize]).filter(|&next| next != NONE).unwrap_or(*last);
            };
            Some(*self.handed.entry(first).and_modify(after).or_insert(first))
        });
        if let Some(option) = option {
            self.chosen.options.push(option);
        } else {
            let written = written();
            let message = format!("there is no option '{written}'");
            self.chosen.misfits.push(Misfit { message, written, cell: None, help: LIST, span });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::subject::option_names;
    use crate::design::colouring::colouring;
    use crate::design::covers::{langford, latin, partridge, queens};
    use crate::draw::Grids;
    use crate::exact_cover::Multiplicity;
    use crate::format::graph;
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
            let known = Known::of(&cover, &control).unwrap().unwrap();
            let search =
                Search::new(&Question::covers(cover.clone()), &Options::default(), &control).unwrap();
            let mut seen = 0;
            let mut each = |chosen: &[u32]| {
                let mut chosen = chosen.to_vec();
                chosen.sort_unstable();
                let text = Grids::new(&known, [chosen.clone()]).unwrap().text();
                let reading = Reading::new(&cover, Some(&known), &control).unwrap();
                let mut read = reading.options(&Source::new("", &*text)).unwrap();
                read.sort_unstable();
                assert_eq!(read, chosen, "{text}");
                let lines: Vec<Vec<String>> =
                    chosen.iter().map(|&option| option_names(&cover, option)).collect();
                let json = serde_json::json!({ "number": 1, "options": lines }).to_string();
                assert_eq!(reading.options(&Source::new("", json)).unwrap(), chosen);
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
        let known = Known::of(&cover, &control).unwrap().unwrap();
        let reading = Reading::new(&cover, Some(&known), &control).unwrap();
        let given = |text: &str| match reading.options(&Source::new("", text)) {
            Err(Unanswered::Misread(misread)) => Err(misread.error.message),
            read => Ok(read.unwrap()),
        };
        assert_eq!(given(" . [Q] . .\n . . . Q\n . . . .\n . . . ."), Ok(vec![1, 7]));
        assert_eq!(
            given(".Q../...Q/Q..."),
            Err("this shows 12 cells, and the board has 4 rows of 4".to_owned())
        );
        assert_eq!(given(".Q../...Q/Q.../..x."), Err("no option writes 'x' into row 4, column 3".to_owned()));
        assert_eq!(given("nothing"), Err("there is no option 'nothing'".to_owned()));
        assert!(given("{\"options\": 3}").is_err());
    }

    #[test]
    fn options_with_the_same_items_are_chosen_one_after_the_other() {
        let mut cover = ExactCover::default();
        let twice = Multiplicity::Primary { lo: 2, hi: 2 };
        let [a, b] = ["a", "b"].map(|name| cover.add_item(name, twice).unwrap());
        for items in [&[a, b][..], &[a], &[b, a], &[b]] {
            let entries: Vec<Entry> = items.iter().copied().map(Entry::plain).collect();
            cover.add_option(&entries).unwrap();
        }
        let control = Control::default();
        let reading = Reading::new(&cover, None, &control).unwrap();
        let given = |text: &str| reading.options(&Source::new("", text)).unwrap();
        assert_eq!(given("b a; a b"), [0, 2]);
        // There is no third: the last is chosen twice, which a check says.
        assert_eq!(given("a b\na b\na b"), [0, 2, 2]);
        assert_eq!(given(r#"{"options": [["a", "b"], ["b"], ["b", "a"]]}"#), [0, 3, 2]);
        let small = Control::default().memory(100);
        assert!(matches!(Reading::new(&cover, None, &small), Err(Stopped::OutOfMemory { .. })));
    }
}
