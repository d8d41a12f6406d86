//! In how many ways can the boards of a table be tiled?
//!
//! In: pieces and rules, what kind of boards there are, and up to where the table goes. Out: the numbers T(n, k), listed as the
//! OEIS lists arrays and triangles, with the comment lines of a b-file, or laid out in rows and columns to be looked at. The
//! numbers are those of `count/table/`. When a limit ends the count, the numbers that can be listed without a gap from the first are
//! told. A question keeps nothing; who has a directory for it may ask the same with what is known kept there ([`Table::answer_in`]).

use super::compare::{Agreed, recount_array};
use super::counted::tilings;
use super::number::{self, Integer};
use super::options::{Ask, UNPLACED};
use super::unanswered::{misused, not_together};
use super::{Listener, Part, Unanswered, Words, answered, is_false};
use crate::board::Topology;
use crate::choice::{Choice, choice};
use crate::count::Engine;
#[cfg(feature = "files")]
use crate::count::table::Shelf;
use crate::count::table::{Array, Boards, Entries, Known};
use crate::format::bfile;
use crate::pieces::PieceSet;
use crate::plan::Plan;
use crate::problem::{Rules, UpTo};
use crate::run::Control;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
#[cfg(feature = "files")]
use std::path::Path;

/// Bytes that an entry takes: its name and its number, twice, as long as numbers of large boards are.
const BYTES_PER_ENTRY: u64 = 256;

/// In how many ways can the boards of a table be tiled? T(n, k) is the number of tilings of the board of n rows and k columns. One
/// of `antidiagonals`, `square`, `triangle`, `squares` and `aztec` says which boards there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub struct Table {
    /// All T(n, k) with n + k up to this, by antidiagonals.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub antidiagonals: Option<u64>,
    /// All T(n, k) with n and k up to this, laid out in rows and columns.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub square: Option<u64>,
    /// All T(n, k) with n up to k and k up to this, by rows of a triangle, one for each k.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub triangle: Option<u64>,
    /// T(n, n) with n up to this.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub squares: Option<u64>,
    /// The numbers of tilings of Aztec diamonds of order up to this.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub aztec: Option<u64>,
    /// The columns of the boards wrap.
    #[serde(skip_serializing_if = "is_false")]
    pub cylinder: bool,
    /// Columns and rows wrap.
    #[serde(skip_serializing_if = "is_false")]
    pub torus: bool,
    /// Boards of so many times k columns; of squares so many times n rows, too. So one leaves out what areas rule out.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub multiple: Option<u64>,
    /// Count tilings that these carry into each other only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// Lay the numbers out in rows and columns.
    #[serde(skip_serializing_if = "is_false")]
    pub grid: bool,
    /// Count every board by another engine too, or scan it in another order, and compare.
    #[serde(skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

choice! {
    /// The order in which the numbers of a table are listed.
    pub enum Listing {
        /// T(0,0); T(0,1), T(1,0); ...
        Antidiagonals = "antidiagonals", "T(0,0); T(0,1), T(1,0); T(0,2), T(1,1), T(2,0); ...";
        /// Row by row.
        Square = "square", "T(0,0), T(0,1), ...; T(1,0), T(1,1), ...; ...";
        /// T(0,0); T(0,1), T(1,1); ...
        Triangle = "triangle", "T(0,0); T(0,1), T(1,1); T(0,2), T(1,2), T(2,2); ...";
        /// The diagonal.
        Squares = "squares", "T(0,0), T(1,1), T(2,2), ...";
        /// Orders of Aztec diamonds.
        Aztec = "aztec", "a(0), a(1), a(2), ...";
    }
}

/// The numbers of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tabled {
    /// The names of the pieces.
    pub pieces: Vec<String>,
    /// What is counted, in words.
    pub what: String,
    /// The order in which the numbers are listed.
    pub listing: Listing,
    /// Up to where.
    pub to: Integer,
    /// The n and k of each number.
    pub boards: Vec<[u64; 2]>,
    /// The numbers.
    pub terms: Vec<Integer>,
    /// Whether these are all that were asked for.
    pub complete: bool,
    /// Who found the same, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// Whether they are laid out in rows and columns.
    #[serde(skip)]
    pub grid: bool,
}

/// Why there is no triangle.
const HALF: &str = "a triangle has the boards with n up to k only, and here the others have other numbers";

impl Table {
    /// Counts the tilings by `pieces`; where a limit ends that, the listener is told what can be listed.
    ///
    /// # Errors
    /// When the options contradict each other or mean nothing for these boards, `control` says stop, or two engines differ.
    pub fn answer(
        &self,
        pieces: &PieceSet,
        rules: Rules,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Tabled, Unanswered> {
        let made = self.made(pieces, rules, control)?;
        let mut known = Known::default();
        self.filled(&made, &mut known, control, listener, &mut |_| Ok(()))
    }

    /// Which boards are counted by which engine, and what that is expected to take, where nothing is known of them yet.
    ///
    /// # Errors
    /// When the options contradict each other or mean nothing for these boards, or `control` says stop.
    pub fn plan(
        &self,
        pieces: &PieceSet,
        rules: Rules,
        control: &Control,
    ) -> Result<Plan<Engine>, Unanswered> {
        let Made { array, wanted, .. } = self.made(pieces, rules, control)?;
        Ok(array.plan(&wanted, control)?)
    }

    /// As [`Table::answer`], with what is known kept in `directory`: strips and boards as they are counted, at most once a second. If
    /// `resume`, what an earlier run of a table of the same boards kept there is not counted again, but for a moment's work by which it
    /// is checked, however far that table went. The checkpoint stays when the table is done.
    ///
    /// # Errors
    /// As [`Table::answer`], and [`Unanswered::Files`] when the directory is in use, holds something else, or cannot be written.
    #[cfg(feature = "files")]
    pub fn answer_in(
        &self,
        directory: &Path,
        resume: bool,
        pieces: &PieceSet,
        rules: Rules,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Tabled, Unanswered> {
        let made = self.made(pieces, rules, control)?;
        let (mut shelf, mut known) = Shelf::open(directory, resume, &made.array, control)?;
        let keep = &mut |known: &Known| Ok(shelf.keep(known)?);
        let tabled = self.filled(&made, &mut known, control, listener, keep);
        // What was counted last is kept whatever ended the table.
        let flushed = shelf.flush(&known);
        match (tabled, flushed) {
            // Nobody shall think that it is kept.
            (Err(Unanswered::Stopped(_)), Err(unkept)) => Err(unkept.into()),
            (tabled, flushed) => {
                let tabled = tabled?;
                flushed?;
                Ok(tabled)
            }
        }
    }

    /// What is to be counted, if that can be said, and the list of it fits into memory.
    fn made(&self, pieces: &PieceSet, rules: Rules, control: &Control) -> Result<Made, Unanswered> {
        let (listing, to) = self.judged()?;
        let count = match listing {
            Listing::Antidiagonals | Listing::Triangle => {
                u128::from(to).saturating_add(1).saturating_mul(u128::from(to).saturating_add(2)) / 2
            }
            Listing::Square => u128::from(to).saturating_add(1).saturating_pow(2),
            Listing::Squares | Listing::Aztec => u128::from(to).saturating_add(1),
        };
        let bytes = u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(BYTES_PER_ENTRY);
        control.reserve(bytes, format!("a table of {count} numbers"))?;
        let names = listing.names(to);
        let wanted: Vec<[u64; 2]> = names.iter().map(|&name| self.board(listing, name)).collect();
        let array = Array::new(pieces.clone(), rules, self.boards(listing), self.up_to);
        if listing == Listing::Triangle && !array.is_symmetric() {
            return Err(misused(HALF, "take --antidiagonals"));
        }
        let tabled = Tabled {
            pieces: pieces.iter().map(|piece| piece.name.clone()).collect(),
            what: self.what(listing, pieces, rules),
            listing,
            to: to.into(),
            complete: false,
            boards: names,
            terms: Vec::new(),
            cross_check: None,
            grid: self.grid || listing == Listing::Square,
        };
        Ok(Made { array, wanted, tabled })
    }

    /// Counts what is not known yet.
    fn filled(
        &self,
        made: &Made,
        known: &mut Known,
        control: &Control,
        listener: &mut Listener<'_>,
        keep: &mut dyn FnMut(&Known) -> Result<(), Unanswered>,
    ) -> Result<Tabled, Unanswered> {
        let Made { array, wanted, tabled } = made;
        let mut found = Entries::new();
        let filled = array.fill(wanted, known, &mut found, control, keep);
        let mut tabled = tabled.clone();
        tabled.terms = wanted.iter().map_while(|board| found.get(board)).map(Integer::from).collect();
        tabled.boards.truncate(tabled.terms.len());
        tabled.complete = filled.is_ok();
        let checked = filled.and_then(|()| {
            if self.cross_check {
                tabled.cross_check = Some(recount_array(array, self.up_to, wanted, known, &found, control)?);
            }
            Ok(())
        });
        match checked {
            Ok(()) => Ok(tabled),
            Err(unanswered) => {
                if matches!(unanswered, Unanswered::Stopped(_) | Unanswered::Files(_))
                    && !tabled.terms.is_empty()
                {
                    // It is told last.
                    let _ = listener(Part::Tabled(Box::new(tabled)));
                }
                Err(unanswered)
            }
        }
    }

    /// How the table is listed, and up to where, if the options mean something together.
    fn judged(&self) -> Result<(Listing, u64), Unanswered> {
        let listings = [
            (Listing::Antidiagonals, self.antidiagonals),
            (Listing::Square, self.square),
            (Listing::Triangle, self.triangle),
            (Listing::Squares, self.squares),
            (Listing::Aztec, self.aztec),
        ];
        let mut given = listings.into_iter().filter_map(|(listing, to)| Some((listing, to?)));
        let (Some((listing, to)), None) = (given.next(), given.next()) else {
            return Err(misused(
                "a table goes up to somewhere, in one way",
                "give one of --antidiagonals, --square, --triangle, --squares and --aztec",
            ));
        };
        let is = |other| listing == other;
        let multiple = self.multiple.is_some();
        not_together(&[
            [("--cylinder", self.cylinder), ("--torus", self.torus)],
            [("--aztec", is(Listing::Aztec)), ("--cylinder", self.cylinder)],
            [("--aztec", is(Listing::Aztec)), ("--torus", self.torus)],
            [("--aztec", is(Listing::Aztec)), ("--multiple", multiple)],
            [("--aztec", is(Listing::Aztec)), ("--grid", self.grid)],
            [("--squares", is(Listing::Squares)), ("--grid", self.grid)],
        ])?;
        if is(Listing::Triangle) && (self.cylinder || multiple) {
            return Err(misused(HALF, "take --antidiagonals"));
        }
        if self.multiple == Some(0) {
            return Err(misused("there are no boards of 0 times k columns", "a multiple is at least 1"));
        }
        Ok((listing, to))
    }

    fn boards(&self, listing: Listing) -> Boards {
        match listing {
            Listing::Aztec => Boards::Diamonds,
            _ if self.torus => Boards::Rectangles(Topology::Torus),
            _ if self.cylinder => Boards::Rectangles(Topology::Cylinder),
            _ => Boards::Rectangles(Topology::Plane),
        }
    }

    /// The rows and columns of an entry.
    fn board(&self, listing: Listing, [n, k]: [u64; 2]) -> [u64; 2] {
        let times = self.multiple.unwrap_or(1);
        let rows = if listing == Listing::Squares { n.saturating_mul(times) } else { n };
        [rows, k.saturating_mul(times)]
    }

    /// What is counted, in words.
    fn what(&self, listing: Listing, pieces: &PieceSet, rules: Rules) -> String {
        let side = |side: char| self.multiple.map_or(side.to_string(), |times| format!("{times}{side}"));
        let board = match listing {
            Listing::Aztec => "the Aztec diamond of order n".to_owned(),
            Listing::Squares => format!("the {0} X {0} {1}", side('n'), self.shape("square")),
            _ => format!("the n X {} {}", side('k'), self.shape("rectangle")),
        };
        tilings(&board, pieces, rules, self.up_to)
    }

    fn shape(&self, flat: &'static str) -> &'static str {
        match (self.torus, self.cylinder) {
            (true, _) => "torus",
            (_, true) => "cylinder, whose columns wrap",
            _ => flat,
        }
    }
}

/// What is to be counted, and the answer as far as it is known before.
struct Made {
    array: Array,
    /// The boards, in the order of their names.
    wanted: Vec<[u64; 2]>,
    tabled: Tabled,
}

impl Listing {
    /// The n and k of its entries, in order.
    fn names(self, to: u64) -> Vec<[u64; 2]> {
        match self {
            Listing::Antidiagonals => (0..=to).flat_map(|sum| (0..=sum).map(move |n| [n, sum - n])).collect(),
            Listing::Square => (0..=to).flat_map(|n| (0..=to).map(move |k| [n, k])).collect(),
            Listing::Triangle => (0..=to).flat_map(|k| (0..=k).map(move |n| [n, k])).collect(),
            Listing::Squares => (0..=to).map(|n| [n, n]).collect(),
            Listing::Aztec => (0..=to).map(|n| [n, 0]).collect(),
        }
    }
}

impl Ask for Table {
    type Answer = Tabled;

    const WORDS: &'static [&'static str] = UNPLACED;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Tabled, Unanswered> {
        let (pieces, rules) = answered::unplaced(about, control)?;
        self.answer(&pieces, rules, control, listener)
    }
}

/// What stands between columns.
const GAP: &str = "  ";

impl Tabled {
    /// The lines of a b-file with their comments, or rows and columns.
    pub fn text(&self) -> String {
        self.text_within(None)
    }

    /// The numbers, laid out in rows no longer than `width`, if they are laid out: columns that are left stand below.
    pub fn text_within(&self, width: Option<usize>) -> String {
        if self.grid { self.grid_text(width) } else { self.lines() }
    }

    /// The lines of the b-file of the OEIS: comments begin with `#`.
    fn lines(&self) -> String {
        let entry = if self.listing == Listing::Aztec { "a(n)" } else { "T(n,k)" };
        let mut text = format!("# {entry}, {}.\n# In this order: {}\n", self.what, self.listing.meaning());
        if let Some(last) = self.terms.len().checked_sub(1) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# Table of n, a(n) for n = 0..{last}");
        }
        text + &bfile::write(0, self.terms.iter().map(|term| &term.0))
    }

    /// The numbers below each other, a row for each n (of a triangle for each k), under a row of what the columns are.
    fn grid_text(&self, width: Option<usize>) -> String {
        let turned = self.listing == Listing::Triangle;
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (&[n, k], term) in self.boards.iter().zip(&self.terms) {
            let row = if turned { k } else { n } as usize;
            if rows.len() <= row {
                rows.push(vec![row.to_string()]);
            }
            rows[row].push(term.0.to_string());
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(1);
        let corner = if turned { "k\\n" } else { "n\\k" }.to_owned();
        let head = std::iter::once(corner).chain((0..columns - 1).map(|k| k.to_string())).collect();
        rows.insert(0, head);
        let wide = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max();
        let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
        let mut blocks: Vec<String> = Vec::new();
        let mut from = 1;
        while from < columns || blocks.is_empty() {
            let mut taken = widths[0];
            let mut fits = |&column: &usize| {
                taken += GAP.len() + widths[column];
                column == from || width.is_none_or(|width| taken <= width)
            };
            let to =
                (from..columns).take_while(|column| fits(column)).last().map_or(columns, |last| last + 1);
            let mut block = String::new();
            for row in rows.iter().filter(|row| blocks.is_empty() || row.len() > from) {
                let some = std::iter::once(0).chain(from..to).filter_map(|column| {
                    row.get(column).map(|cell| format!("{cell:>width$}", width = widths[column]))
                });
                block += &some.collect::<Vec<_>>().join(GAP);
                block.push('\n');
            }
            blocks.push(block);
            from = to;
        }
        blocks.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, nobody};
    use std::ops::ControlFlow;

    fn asked(options: &str) -> Result<String, Unanswered> {
        let text = format!(r#"{{"question": "table", {options}}}"#);
        Ok(text.parse::<Question>()?.ask(&Control::default(), &mut nobody)?.text())
    }

    #[test]
    fn what_is_counted_is_said_and_nothing_is_compared_with_nothing() {
        let said = |options: &str| asked(options).map_err(|error| error.to_string());
        let text = said(r#""pieces": "1..2:L3,monomino", "turns": false, "squares": 2"#).unwrap();
        assert!(text.contains("by L3 (not turned, used 1 to 2 times), monomino"), "{text}");
        let nothing = "no engine counted any of these boards, so nothing can be compared";
        assert_eq!(said(r#""pieces": "dominoes", "squares": 0, "cross_check": true"#).unwrap_err(), nothing);
        assert_eq!(said(r#""pieces": "I3", "turns": false, "triangle": 4"#).unwrap_err(), HALF);
    }

    #[test]
    fn trominoes_by_antidiagonals() {
        // A233320.
        let text = asked(r#""pieces": "trominoes", "antidiagonals": 12"#).unwrap();
        let terms = bfile::read(&text).unwrap();
        assert_eq!(terms.len(), 91);
        let term = |n: u64, k: u64| {
            let index = (n + k) * (n + k + 1) / 2 + n;
            assert_eq!(terms[index as usize].0, index);
            u64::try_from(&terms[index as usize].1).unwrap()
        };
        for (n, k, number) in [
            (0, 0, 1),
            (0, 12, 1),
            (1, 1, 0),
            (1, 3, 1),
            (2, 3, 3),
            (2, 9, 41),
            (3, 3, 10),
            (3, 4, 23),
            (3, 5, 62),
            (3, 6, 170),
            (4, 6, 939),
            (5, 6, 8342),
            (6, 6, 80_092),
        ] {
            assert_eq!((term(n, k), term(k, n)), (number, number), "{n}x{k}");
        }
        insta::assert_snapshot!(text.lines().take(9).collect::<Vec<_>>().join("\n"), @"
        # T(n,k), the number of tilings of the n X k rectangle by I3, L3.
        # In this order: T(0,0); T(0,1), T(1,0); T(0,2), T(1,1), T(2,0); ...
        # Table of n, a(n) for n = 0..90
        0 1
        1 1
        2 1
        3 1
        4 0
        5 1
        ");
    }

    #[test]
    fn other_listings() {
        let last = |options: &str| {
            let text = asked(options).unwrap();
            let terms = bfile::read(&text).unwrap();
            (terms.len(), terms.last().unwrap().1.to_string())
        };
        assert_eq!(last(r#""pieces": "dominoes", "squares": 8"#), (9, "12988816".to_owned()));
        assert_eq!(last(r#""pieces": "dominoes", "aztec": 6"#), (7, "2097152".to_owned()));
        assert_eq!(last(r#""pieces": "dominoes", "triangle": 4, "torus": true"#), (15, "272".to_owned()));
        assert_eq!(last(r#""pieces": "trominoes", "squares": 2, "multiple": 3"#), (3, "80092".to_owned()));
        assert_eq!(last(r#""pieces": "dominoes", "squares": 4, "up_to": "symmetries""#), (5, "9".to_owned()));
        insta::assert_snapshot!(asked(r#""pieces": "trominoes", "square": 3, "multiple": 3"#).unwrap(), @r"
        n\k  0   1    2     3
          0  1   1    1     1
          1  1   1    1     1
          2  1   3   11    41
          3  1  10  170  3127
        ");
        insta::assert_snapshot!(asked(r#""pieces": "dominoes", "antidiagonals": 5, "grid": true"#).unwrap(), @r"
        n\k  0  1  2  3  4  5
          0  1  1  1  1  1  1
          1  1  0  1  0  1
          2  1  1  2  3
          3  1  0  3
          4  1  1
          5  1
        ");
    }

    #[test]
    fn a_limit_leaves_what_can_be_listed() {
        let question: Question =
            r#"{"question": "table", "pieces": "tetrominoes", "antidiagonals": 24}"#.parse().unwrap();
        let control = Control::default().time_limit(std::time::Duration::ZERO);
        let mut parts = Vec::new();
        let answer = question.ask(&control, &mut |part| {
            parts.push(part);
            ControlFlow::Continue(())
        });
        assert!(matches!(answer, Err(Unanswered::Stopped(_))));
        for part in parts {
            let Part::Tabled(tabled) = part else { panic!("it is another part") };
            assert!(!tabled.complete && tabled.terms.len() < 325);
        }
    }

    #[test]
    fn what_means_nothing() {
        let said = |options: &str| match asked(options).unwrap_err() {
            Unanswered::Misread(misread) => {
                format!("{} / {}", misread.error.message, misread.error.help.unwrap_or_default())
            }
            other => other.to_string(),
        };
        let dominoes = |what: &str| said(&format!(r#""pieces": "dominoes"{what}"#));
        insta::assert_snapshot!(
            [
                dominoes(""),
                dominoes(r#", "square": 3, "squares": 3"#),
                dominoes(r#", "square": 3, "torus": true, "cylinder": true"#),
                dominoes(r#", "aztec": 3, "multiple": 2"#),
                dominoes(r#", "squares": 3, "grid": true"#),
                dominoes(r#", "triangle": 3, "cylinder": true"#),
                dominoes(r#", "square": 3, "multiple": 0"#),
            ]
            .join("\n"),
            @"
        a table goes up to somewhere, in one way / give one of `antidiagonals`, `square`, `triangle`, `squares` and `aztec`
        a table goes up to somewhere, in one way / give one of `antidiagonals`, `square`, `triangle`, `squares` and `aztec`
        `cylinder` and `torus` do not go together / leave one of them out
        `aztec` and `multiple` do not go together / leave one of them out
        `squares` and `grid` do not go together / leave one of them out
        a triangle has the boards with n up to k only, and here the others have other numbers / take `antidiagonals`
        there are no boards of 0 times k columns / a multiple is at least 1
        "
        );
    }
}
