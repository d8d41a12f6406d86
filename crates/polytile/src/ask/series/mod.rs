//! In how many ways can boards that grow be tiled?
//!
//! In: boards, one for each n (`boards`), pieces and rules, and one of four questions: the numbers up to some n, the recurrence
//! that they satisfy, the number for one n, however great, or how fast they grow. The work is [`Strip`]'s, or else that of tables
//! (`source`); here are the questions as they are put; `found` has the answers as they are shown.

mod boards;
mod found;
mod source;

pub use crate::frontier::recurrence::Spelling;
pub use found::{Followed, Found, Growth, Linear, Term, Terms};

use super::compare::{Agreed, By, others, recount};
use super::counted::tilings;
use super::number::{self, Integer};
use super::options::{Ask, UNPLACED};
use super::{Listener, Unanswered, Words, answered, is_default, is_false, subject};
use crate::count::table::Array;
use crate::format::source::Misread;
use crate::frontier::recurrence::Evidence;
use crate::frontier::series::{Engine, Strip};
use crate::pieces::PieceSet;
use crate::plan::{Plan, Planned, Way, decide};
use crate::problem::{Rules, UpTo};
use crate::run::{Control, Refused, Unable};
use boards::Growing;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use source::{GROWN_OF_STRIP, OneByOne, Supply};

/// Rows by which engines are compared, where nobody says how many there will be.
const ROWS: u64 = 100;

/// The largest n for which a(n) is found to the last digit.
const MAX_EXACT: u64 = 100_000;

/// Where boards are counted one by one, the largest n for which that is quicker than a recurrence.
const MAX_COUNTED: u64 = 60;

/// In how many ways can boards that grow be tiled? There is a board for each n, and a(n) is the number of its tilings: `width`
/// columns and n rows, or as `board` says. One of `to`, `recurrence`, `at` and `growth` says what is asked about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub struct Series {
    /// Columns of boards of n rows.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub width: Option<u64>,
    /// The boards, instead of a width: a number and the letter n, as in `6xn` (rows x columns), `nx6`, `torus:6xn`,
    /// `cylinder:6xn`, `nxn`, `aztec:n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Count tilings that these carry into each other only once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// The terms up to a(`to`).
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub to: Option<u64>,
    /// The terms from this one on, instead of a(0).
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub from: Option<u64>,
    /// The shortest linear recurrence of a(n), the generating function, and what they rest on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub recurrence: bool,
    /// Print a recurrence whatever its order is. In JSON it is there in any case.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all: bool,
    /// How the recurrence is printed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub format: Option<Spelling>,
    /// The term a(`at`), as it follows from the recurrence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Integer>,
    /// The entropy per cell, the limit of ln a(n) / (width n).
    #[serde(default, skip_serializing_if = "is_false")]
    pub growth: bool,
    /// Count modulo this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulo: Option<Integer>,
    /// The engine; without one, the plan chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
    /// Count with another engine too, from the first row on, and compare what follows from the numbers.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// What is asked, when the options have been judged.
enum Wanted {
    Terms { from: u64, to: u64, modulo: Option<BigUint> },
    Recurrence,
    At(u64),
    Residue { n: BigUint, modulo: BigUint },
    Growth,
}

impl Series {
    /// Answers about the boards tiled by `pieces`.
    ///
    /// # Errors
    /// When the options contradict each other or mean nothing for these pieces, `control` says stop, no recurrence is
    /// found within reach, or two engines differ.
    pub fn answer(&self, pieces: &PieceSet, rules: Rules, control: &Control) -> Result<Followed, Unanswered> {
        let wanted = self.wanted()?;
        let boards = self.boards()?;
        let names = pieces.iter().map(|piece| piece.name.clone()).collect();
        let strip = if self.goes_by_rows(rules) { boards.strip(pieces, rules) } else { None };
        let (plan, found, cross_check) = if let Some(strip) = strip {
            // Whether there is such a strip is known before it is planned.
            strip?;
            let following = Following { question: self, wanted, boards, pieces, rules };
            let (plan, engine, run) = decide(&following, self.engine, control)?;
            let found = run(control)?;
            let agreed = self.cross_check.then(|| following.recount(engine, &found, control)).transpose()?;
            (plan, found, agreed)
        } else {
            self.one_by_one(&wanted, boards, pieces, rules, control)?
        };
        Ok(Followed {
            what: tilings(&boards.to_string(), pieces, rules, self.up_to),
            board: boards.to_string(),
            width: self.width.map(Into::into),
            pieces: names,
            found,
            cross_check,
            plan,
        })
    }

    /// Whether there are such boards, and a series of their tilings by `pieces`; nothing is counted yet.
    ///
    /// # Errors
    /// When the options name no boards, or nothing can be laid on them.
    pub fn expect(&self, pieces: &PieceSet, rules: Rules) -> Result<(), Unanswered> {
        let boards = self.boards()?;
        let strip = if self.goes_by_rows(rules) { boards.strip(pieces, rules) } else { None };
        Ok(strip.transpose().map(drop)?)
    }

    /// Whether the terms may follow from row to row.
    fn goes_by_rows(&self, rules: Rules) -> bool {
        self.up_to.is_none() && !rules.fault_free
    }

    /// Which boards are meant.
    fn boards(&self) -> Result<Growing, Misread> {
        match (self.width, &self.board) {
            (Some(0), None) => Err(Misread::new("a width of 0 has no cells", "a board has 1 column or more")),
            (Some(width), None) => Ok(Growing::of_width(width)),
            (None, Some(board)) => Growing::read(board),
            (None, None) => Err(Misread::new(
                "a series has boards, one for each n",
                "give --width, or --board as in --board 6xn",
            )),
            (Some(_), Some(_)) => {
                Err(Misread::new("--width and --board do not go together", "leave one of them out"))
            }
        }
    }

    /// The answer about boards that are no first rows of a strip.
    fn one_by_one(
        &self,
        wanted: &Wanted,
        boards: Growing,
        pieces: &PieceSet,
        rules: Rules,
        control: &Control,
    ) -> Result<(Plan<Engine>, Found, Option<Agreed>), Unanswered> {
        if let Some(engine) = self.engine {
            let message =
                format!("the {engine} engine goes from row to row, and these boards are counted one by one");
            return Err(Unable { message, help: "leave out --engine".to_owned() }.into());
        }
        if boards.fixed().is_none() && matches!(wanted, Wanted::Recurrence | Wanted::Growth) {
            return Err(Misread::new(
                format!(
                    "the boards {boards} grow in both directions, so no linear recurrence is to be expected"
                ),
                "ask for terms, as in --to 10",
            )
            .into());
        }
        let array = Array::new(pieces.clone(), rules, boards.kind(), self.up_to);
        let counted = OneByOne::new(array, boards, self.up_to);
        let alone = match wanted {
            Wanted::At(n) => Some(*n),
            Wanted::Residue { n, .. } => u64::try_from(n).ok(),
            _ => None,
        };
        if let (None, None, Wanted::Residue { n, .. }) = (alone, boards.fixed(), wanted) {
            return Err(Misread::new(
                format!("the boards {boards} grow in both directions, so a({n}) is to be counted, and is too large"),
                "ask for a smaller n",
            )
            .into());
        }
        let alone = alone.filter(|&n| n <= MAX_COUNTED || boards.fixed().is_none());
        let found = match alone {
            Some(n) => {
                let count = counted.term(n, control)?;
                let value = if let Wanted::Residue { modulo, .. } = wanted { count % modulo } else { count };
                self.term(&value, true, "counted".to_owned())
            }
            None => self.found(wanted, &Supply::Boards(&counted), control)?,
        };
        let agreed = self.cross_check.then(|| counted.recount(alone, control)).transpose()?;
        Ok((Plan::without_engine("each board is counted by the engine that suits it"), found, agreed))
    }

    fn term(&self, value: &BigUint, proved: bool, evidence: String) -> Found {
        Found::Term(Term {
            n: self.at.clone().unwrap_or_default(),
            modulo: self.modulo.clone(),
            value: value.into(),
            proved,
            evidence,
        })
    }

    /// What is asked, of the terms that are supplied.
    fn found(&self, wanted: &Wanted, strip: &Supply<'_>, control: &Control) -> Result<Found, Unanswered> {
        let term = |value: BigUint, evidence: &Evidence| {
            self.term(&value, evidence.is_proof(), evidence.to_string())
        };
        Ok(match wanted {
            Wanted::Terms { from, to, modulo } => {
                Found::Terms(self.terms(*from, *to, modulo.as_ref(), strip, control)?)
            }
            Wanted::Recurrence => {
                let (recurrence, evidence) = strip.recurrence(control)?;
                Found::Recurrence(Linear::new(&recurrence, &evidence, self.format, self.all))
            }
            Wanted::At(n) => {
                let (recurrence, evidence) = strip.recurrence(control)?;
                term(recurrence.nth(*n, control)?.into_parts().1, &evidence)
            }
            Wanted::Residue { n, modulo } => {
                let (recurrence, evidence) = strip.recurrence(control)?;
                let value = recurrence.nth_modulo(n, modulo, control)?;
                term(value.unwrap_or_default(), &evidence)
            }
            Wanted::Growth => {
                // Boards that grow in both directions have been refused.
                let side = self.width.or(self.boards()?.fixed()).unwrap_or(0);
                Found::Growth(Growth::new(strip.growth(side, control)?))
            }
        })
    }

    /// What is asked, if it is one thing that has an answer.
    fn wanted(&self) -> Result<Wanted, Misread> {
        let Series { to, from, recurrence, at, growth, modulo, .. } = self;
        let asked = [to.is_some(), *recurrence, at.is_some(), *growth];
        if asked.into_iter().filter(|&asked| asked).count() != 1 {
            return Err(Misread::new(
                "a series is asked one thing at a time",
                "give one of --to, --recurrence, --at and --growth",
            ));
        }
        if from.is_some() && to.is_none() {
            return Err(Misread::new(
                "the series begins somewhere and ends nowhere",
                "add --to, or leave --from out",
            ));
        }
        if (self.all || self.format.is_some()) && !recurrence {
            let option = if self.all { "--all" } else { "--format" };
            return Err(Misread::new(
                format!("{option} says how a recurrence is printed, and none is asked for"),
                format!("add --recurrence, or leave {option} out"),
            ));
        }
        if modulo.is_some() && (*recurrence || *growth) {
            return Err(Misread::new(
                "recurrence and growth are those of the numbers themselves",
                "leave out --modulo",
            ));
        }
        let natural = |what: &str, number: &Integer| {
            BigUint::try_from(&number.0).map_err(|_| {
                Misread::new(format!("{what} is {}", number.0), "give a whole number, 0 or more")
            })
        };
        let modulo = modulo.as_ref().map(|m| natural("the modulus", m)).transpose()?;
        if modulo == Some(BigUint::ZERO) {
            return Err(Misread::new("nothing is counted modulo 0", "a modulus is at least 1"));
        }
        Ok(match (to, at) {
            (Some(to), _) => {
                let from = from.unwrap_or(0);
                if from > *to {
                    return Err(Misread::new(
                        format!("the series would begin at {from} and end at {to}"),
                        format!("write --from {to} --to {from}"),
                    ));
                }
                Wanted::Terms { from, to: *to, modulo }
            }
            (None, Some(at)) => {
                let n = natural("the index of the term", at)?;
                match (modulo, u64::try_from(&n)) {
                    (Some(modulo), _) => Wanted::Residue { n, modulo },
                    (None, Ok(n)) if n <= MAX_EXACT => Wanted::At(n),
                    (None, _) => {
                        return Err(Misread::new(
                            format!("a({n}) has too many digits to be printed"),
                            format!("ask for a remainder, as in --modulo 10^9, or for n up to {MAX_EXACT}"),
                        ));
                    }
                }
            }
            _ if *recurrence => Wanted::Recurrence,
            _ => Wanted::Growth,
        })
    }

    fn terms(
        &self,
        from: u64,
        to: u64,
        modulo: Option<&BigUint>,
        strip: &Supply<'_>,
        control: &Control,
    ) -> Result<Terms, Unanswered> {
        let all: Vec<BigUint> = match small(modulo) {
            Some(m) => strip.terms_modulo(to, m, control)?.into_iter().map(BigUint::from).collect(),
            None => strip.terms(to, control)?,
        };
        let asked = all.into_iter().skip(usize::try_from(from).unwrap_or(usize::MAX));
        let terms: Vec<BigUint> = match modulo {
            Some(m) => asked.map(|term| term % m).collect(),
            None => asked.collect(),
        };
        Ok(Terms {
            from: from.into(),
            modulo: self.modulo.clone(),
            terms: terms.iter().map(Integer::from).collect(),
        })
    }
}

/// A question about a series, as engines see it.
struct Following<'a> {
    question: &'a Series,
    wanted: Wanted,
    boards: Growing,
    pieces: &'a PieceSet,
    rules: Rules,
}

impl Following<'_> {
    fn strip(&self) -> Result<Strip, Refused> {
        self.boards.strip(self.pieces, self.rules).unwrap_or_else(|| {
            Err(Refused::Question(format!("the boards {} are not the first rows of one strip", self.boards)))
        })
    }

    /// The boards, scanned by this engine.
    fn scanned_by(&self, engine: Engine) -> Result<Strip, Refused> {
        Ok(self.strip()?.by(engine)?)
    }

    fn by(&self, engine: Engine, control: &Control) -> Result<Found, Unanswered> {
        self.question.found(&self.wanted, &Supply::Strip(&self.scanned_by(engine)?), control)
    }

    /// Makes sure that the other engine finds the same on the same boards.
    fn recount(&self, first: Engine, found: &Found, control: &Control) -> Result<Agreed, Unanswered> {
        if let (Found::Terms(terms), Wanted::Terms { from, to, modulo }) = (found, &self.wanted)
            && self.strip()?.engines(*to, control)?.1.is_none()
        {
            // Then each board is counted by itself, in another order.
            let found = terms.terms.iter().map(|term| term.0.magnitude().clone());
            let terms: Vec<BigUint> = match modulo {
                None => found.collect(),
                Some(m) => {
                    let all = self.scanned_by(first)?.terms(*to, control)?.split_off(*from as usize);
                    if !all.iter().map(|term| term % m).eq(found) {
                        let wrong =
                            format!("the {first} engine finds other numbers modulo {m} than without\n");
                        return Err(Unanswered::Differ(wrong));
                    }
                    all
                }
            };
            let found = (*from..=*to).map(|n| self.boards.board(n)).zip(terms).collect();
            let array = Array::new(self.pieces.clone(), self.rules, self.boards.kind(), None);
            return OneByOne::new(array, self.boards, None).compare(&found, control);
        }
        recount(&By::new(Some(first), found.clone()), &others(Some(first)), Found::text, |engine| {
            let strip = self.scanned_by(engine)?;
            Ok(self.question.found(&self.wanted, &Supply::Strip(&strip), control)?)
        })
    }
}

/// A modulus that strips are scanned modulo.
fn small(modulo: Option<&BigUint>) -> Option<u64> {
    modulo.and_then(|m| u64::try_from(m).ok()).filter(|m| *m < 1 << 63)
}

impl Planned for Following<'_> {
    type Engine = Engine;
    type Answer = Found;
    type Error = Unanswered;

    fn ways(&self, engine: Engine, _: bool, control: &Control) -> Result<Vec<Way<'_, Self>>, Unanswered> {
        let (rows, modulo) = match &self.wanted {
            Wanted::Terms { to, modulo, .. } => ((*to).max(1), small(modulo.as_ref()).is_some()),
            // More only where these do not do.
            Wanted::Growth => (GROWN_OF_STRIP[0], false),
            // Recurrences are found modulo primes.
            Wanted::Recurrence | Wanted::At(_) | Wanted::Residue { .. } => (ROWS, true),
        };
        let mut candidate = self.strip()?.candidate(engine, rows, modulo, control)?;
        Ok(vec![match candidate.obstacle.take() {
            Some(why) => Way::barred(candidate, why),
            None => Way::open(candidate, move |control| self.by(engine, control)),
        }])
    }
}

impl Ask for Series {
    type Answer = Followed;

    const WORDS: &'static [&'static str] = UNPLACED;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Followed, Unanswered> {
        let (pieces, rules) = answered::unplaced(about, control)?;
        let followed = self.answer(&pieces, rules, control)?;
        if let Some(warning) = followed.warning() {
            subject::remark(listener, warning);
        }
        Ok(followed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Question;
    use crate::run::Control;

    fn asked(options: &str) -> Result<(String, String), Unanswered> {
        let text = format!(r#"{{"question": "series", {options}}}"#);
        let answer = text.parse::<Question>()?.ask(&Control::default(), &mut crate::ask::nobody)?;
        Ok((answer.text(), answer.json().to_string()))
    }

    #[test]
    fn four_questions() {
        let trominoes = |what: &str| asked(&format!(r#""width": 3, "pieces": "trominoes", {what}"#)).unwrap();
        assert_eq!(
            trominoes(r#""from": 2, "to": 4"#),
            (
                "2 3\n3 10\n4 23\n".to_owned(),
                r#"{"board":"nx3","from":2,"modulo":null,"pieces":["I3","L3"],"terms":[3,10,23],"width":3}"#
                    .to_owned()
            )
        );
        assert_eq!(trominoes(r#""at": "1000000000000000000000", "modulo": 10"#).0, "8\n");
        assert!(
            trominoes(r#""recurrence": true"#)
                .0
                .starts_with("a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)\n")
        );
        let growth = asked(r#""width": 3, "pieces": "O4", "growth": true"#).unwrap();
        assert_eq!(growth.0, "none: almost all terms are 0\n");
        assert!(
            growth
                .1
                .starts_with(r#"{"board":"nx3","digits":null,"entropy":null,"lambda":null,"period":null,"#)
        );
    }

    #[test]
    fn two_engines_are_compared() {
        for what in [r#""to": 20"#, r#""recurrence": true"#, r#""at": 50"#, r#""growth": true"#] {
            let strip = format!(r#""width": 4, "pieces": "trominoes", "cross_check": true, {what}"#);
            assert!(asked(&strip).unwrap().1.contains(r#""cross_check":"merge""#), "{what}");
        }
        for strip in [
            r#""width": 3, "pieces": "dominoes", "tatami": true"#,
            r#""board": "4xn", "pieces": "tetrominoes""#,
        ] {
            let (_, json) = asked(&format!(r#"{strip}, "from": 2, "to": 9, "cross_check": true"#)).unwrap();
            assert!(json.contains(r#""cross_check":"merge in another order""#), "{json}");
        }
        let tatami =
            r#""width": 4, "pieces": "dominoes", "tatami": true, "growth": true, "cross_check": true"#;
        let alone = asked(tatami).unwrap_err().to_string();
        let none = "no second engine can answer this question, so nothing can be compared: the dense engine cannot answer \
                    this: column heights do not show whether the rules are kept";
        assert_eq!(alone, none);
        let series = Series { width: Some(3), to: Some(4), ..Series::default() };
        let (wanted, control) = (series.wanted().unwrap(), Control::default());
        let pieces = "trominoes".parse().unwrap();
        let boards = Growing::of_width(3);
        let following =
            Following { question: &series, wanted, boards, pieces: &pieces, rules: Rules::default() };
        let mut found = following.by(Engine::Dense, &control).unwrap();
        let Found::Terms(terms) = &mut found else { panic!("they are terms") };
        terms.terms[4] = 24.into();
        let wrong = following.recount(Engine::Dense, &found, &control).unwrap_err().to_string();
        assert!(wrong.contains("3 10\n4 24\nbut merge finds\n0 1\n"), "{wrong}");
    }

    #[test]
    fn boards_of_many_kinds() {
        let terms = |options: &str| {
            let text = asked(&format!(r#"{options}, "cross_check": true"#)).unwrap().0;
            text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect::<Vec<_>>().join(" ")
        };
        // Kasteleyn (A004003 with the zeros between); 2^(n(n+1)/2).
        for (options, expected) in [
            (r#""board": "nxn", "pieces": "dominoes", "to": 8"#, "1 0 2 0 36 0 6728 0 12988816"),
            (r#""board": "aztec:n", "pieces": "dominoes", "to": 5"#, "1 2 8 64 1024 32768"),
            (r#""board": "torus:nxn", "pieces": "dominoes", "to": 4"#, "1 0 2 0 272"),
            (r#""board": "3xn", "pieces": "trominoes", "to": 6"#, "1 1 3 10 23 62 170"),
            (r#""board": "nx4", "pieces": "dominoes", "to": 4, "up_to": "symmetries""#, "1 1 4 5 9"),
            (r#""board": "nxn", "pieces": "dominoes", "to": 8, "fault_free": true"#, "1 0 0 0 0 0 0 0 25506"),
        ] {
            assert_eq!(terms(options), expected, "{options}");
        }
        for board in ["cylinder:nx4", "cylinder:4xn", "torus:4xn", "torus:nx4", "4xn"] {
            let asked = terms(&format!(r#""board": "{board}", "pieces": "trominoes,monomino", "to": 6"#));
            let last = board.replace("nx", "6x").replace("xn", "x6");
            let question =
                format!(r#"{{"question": "count", "board": "{last}", "pieces": "trominoes,monomino"}}"#);
            let count = question.parse::<Question>().unwrap();
            let count = count.ask(&Control::default(), &mut crate::ask::nobody).unwrap().text();
            assert_eq!(asked.rsplit(' ').next(), Some(count.trim()), "{board}");
        }
    }

    #[test]
    fn limits_of_copies_that_show_late() {
        let text = |options: &str| asked(options).map(|(text, _)| text).map_err(|error| error.to_string());
        for board in [r#""width": 1"#, r#""board": "torus:1xn""#] {
            let at = |n: u64| text(&format!(r#"{board}, "pieces": "80..:monomino", "at": {n}"#)).unwrap();
            assert_eq!([at(79), at(80), at(1000)], ["0\n", "1\n", "1\n"], "{board}");
            let few = |n: u64| text(&format!(r#"{board}, "pieces": "0..80:monomino", "at": {n}"#)).unwrap();
            assert_eq!([few(80), few(81), few(1000)], ["1\n", "0\n", "0\n"], "{board}");
        }
        let far = text(r#""width": 1, "pieces": "50000..:monomino", "recurrence": true"#).unwrap_err();
        assert!(far.starts_with("the limits of copies show on boards of 50000 rows only"), "{far}");
        let both = text(r#""board": "nxn", "pieces": "monomino", "at": "10^30", "modulo": 7"#).unwrap_err();
        assert!(both.starts_with("the boards nxn grow in both directions, so a(10"), "{both}");
        assert_eq!(
            text(r#""width": 0, "pieces": "dominoes", "to": 3"#).unwrap_err(),
            "a width of 0 has no cells"
        );
    }

    #[test]
    fn residues_are_compared_where_there_is_one_engine() {
        let strip = r#""board": "4xn", "pieces": "tetrominoes", "to": 8, "modulo": 7, "cross_check": true"#;
        let (text, json) = asked(strip).unwrap();
        assert!(json.contains(r#""cross_check":"merge in another order""#), "{json}");
        assert!(text.starts_with("0 1\n1 1\n"), "{text}");
    }

    #[test]
    fn recurrences_of_boards_that_are_counted_one_by_one() {
        let found = |options: &str| asked(&format!(r#""pieces": "dominoes", {options}"#)).unwrap().0;
        insta::assert_snapshot!(
            [
                found(r#""board": "torus:2xn", "recurrence": true"#),
                found(r#""board": "nx3", "recurrence": true, "up_to": "symmetries""#),
                found(r#""board": "cylinder:nx4", "recurrence": true"#),
                found(r#""board": "nx3", "recurrence": true, "format": "latex""#),
                found(r#""board": "torus:2xn", "at": 100"#),
                found(r#""board": "torus:2xn", "at": 30"#),
                found(r#""board": "nx8", "recurrence": true, "up_to": "symmetries""#),
            ]
            .join("\n")
        );
    }

    #[test]
    fn what_means_nothing() {
        let said = |options: &str| match asked(options).unwrap_err() {
            Unanswered::Misread(misread) => {
                format!(
                    "{} / {}",
                    misread.error.message,
                    misread.error.help.unwrap_or_else(|| "-".to_owned())
                )
            }
            other => other.to_string(),
        };
        let series = |what: &str| said(&format!(r#""width": 3, "pieces": "dominoes"{what}"#));
        insta::assert_snapshot!(
            [
                said(r#""pieces": "dominoes", "to": 3"#),
                said(r#""width": 3, "to": 3"#),
                said(r#""width": 3, "to": 3, "board": "3x3", "pieces": "dominoes""#),
                series(""),
                series(r#", "to": 3, "growth": true"#),
                series(r#", "from": 3, "growth": true"#),
                series(r#", "from": 3, "to": 2"#),
                series(r#", "at": -1"#),
                series(r#", "at": 5, "modulo": 0"#),
                series(r#", "growth": true, "modulo": 7"#),
                series(r#", "at": 100001"#),
                series(r#", "growth": true, "all": true"#),
                series(r#", "to": 3, "format": "pari""#),
                series(r#", "to": 3, "engine": "merge", "fault_free": true"#),
                series(r#", "to": 3, "board": "3xn""#),
                said(r#""board": "nxn", "pieces": "dominoes", "recurrence": true"#),
            ]
            .join("\n"),
            @"
        a series has boards, one for each n / give `width`, or `board` as in `board` 6xn
        there are no pieces / add `pieces`, as in `pieces` trominoes
        `width` and `board` do not go together / leave one of them out
        a series is asked one thing at a time / give one of `to`, `recurrence`, `at` and `growth`
        a series is asked one thing at a time / give one of `to`, `recurrence`, `at` and `growth`
        the series begins somewhere and ends nowhere / add `to`, or leave `from` out
        the series would begin at 3 and end at 2 / write `from` 2 `to` 3
        the index of the term is -1 / give a whole number, 0 or more
        nothing is counted modulo 0 / a modulus is at least 1
        recurrence and growth are those of the numbers themselves / leave out `modulo`
        a(100001) has too many digits to be printed / ask for a remainder, as in `modulo` 10^9, or for n up to 100000
        `all` says how a recurrence is printed, and none is asked for / add `recurrence`, or leave `all` out
        `format` says how a recurrence is printed, and none is asked for / add `recurrence`, or leave `format` out
        the merge engine goes from row to row, and these boards are counted one by one / leave out `engine`
        `width` and `board` do not go together / leave one of them out
        the boards nxn grow in both directions, so no linear recurrence is to be expected / ask for terms, as in `to` 10
        "
        );
    }
}
