//! What is known of an array, kept in a directory, so that a long table goes on after whatever ended it.
//!
//! In: a directory, and the array whose numbers are kept there. Out: what an earlier run left there, and a checkpoint after each
//! step (a strip with all its heights, or a board counted by itself), in place of the last one ([`Directory`]). Steps that take less
//! than a second are written down together. The table is not part of what is kept: a longer one of the same array takes the
//! numbers that are there, and so a directory stays when a table is done.
//!
//! A checkpoint of other pieces, rules or boards is refused. What is read back is believed as far as it cannot be held against
//! anything: strips are scanned again, the narrow ones first, and boards counted again, the small ones first, as far as a moment goes;
//! every strip begins with the tilings of nothing, and a board that can be read off two strips has the same number in both. So a
//! small table is counted again as a whole; of a long one, only a recount finds a forged number of a large board (`again.rs`). Cost: the
//! length of the numbers, each time.

use super::{Array, Boards, Known, Name, Single};
use crate::board::Topology;
use crate::choice::Choice;
use crate::count::Engine;
use crate::number::Count;
use crate::run::clock::Instant;
use crate::run::directory::{Directory, Lock};
use crate::run::{Control, LevelsError, Refused, Stopped, fnv};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// What the first line of a checkpoint says it is of.
const KIND: &str = "table";

/// Between two checkpoints.
const PAUSE: Duration = Duration::from_secs(1);
/// Seconds that strips which are resumed are scanned again for, as estimated, and boards counted again.
const MOMENT: f64 = 0.5;
/// Single boards of so few cells are counted again, however long it takes.
const FEW_CELLS: u64 = 36;

/// A directory at work.
pub(crate) struct Shelf {
    directory: Directory,
    _lock: Lock,
    what: String,
    /// When the last checkpoint was written, if this run has written one.
    written: Option<Instant>,
    /// Whether there is more than that.
    behind: bool,
}

/// What a checkpoint holds. Numbers are texts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    what: String,
    strips: Vec<Scanned>,
    singles: Vec<Alone>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scanned {
    width: u64,
    lies: bool,
    terms: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Alone {
    board: [u64; 2],
    count: String,
    engine: Option<String>,
}

impl Shelf {
    /// Makes the directory ready for the numbers of `array`, and reads what is known of them if the last run is to go on.
    ///
    /// # Errors
    /// When somebody else works there, there is a checkpoint and none was to be resumed or the other way round, it is of another
    /// array, is damaged or says what cannot be, or `control` says stop.
    pub fn open(
        path: &Path,
        resume: bool,
        array: &Array,
        control: &Control,
    ) -> Result<(Self, Known), LevelsError> {
        let directory = Directory { path: path.to_owned(), kind: KIND, resume };
        directory.expect_unused()?;
        let lock = directory.lock()?;
        // Somebody may have begun, and died, before the lock was ours.
        directory.expect_unused()?;
        directory.sweep(|_| None, &[])?;
        let shelf = Shelf { directory, _lock: lock, what: array.fingerprint(), written: None, behind: false };
        let known = if resume { shelf.read(array, control)? } else { Known::default() };
        Ok((shelf, known))
    }

    /// Writes down what is known, if the last checkpoint is old enough.
    ///
    /// # Errors
    /// When it cannot be written; the last checkpoint stays.
    pub fn keep(&mut self, known: &Known) -> Result<(), LevelsError> {
        self.behind = true;
        if self.written.is_some_and(|written| written.elapsed() < PAUSE) {
            return Ok(());
        }
        self.flush(known)
    }

    /// Writes down what is known, if there is more than in the last checkpoint.
    ///
    /// # Errors
    /// As [`Shelf::keep`].
    pub fn flush(&mut self, known: &Known) -> Result<(), LevelsError> {
        if self.behind {
            self.directory.save(&self.body(known))?;
            self.behind = false;
            self.written = Some(Instant::now());
        }
        Ok(())
    }

    fn body(&self, known: &Known) -> Body {
        let strip = |(name, terms): (&Name, &Vec<Count>)| Scanned {
            width: name.width,
            lies: name.lies,
            terms: terms.iter().map(Count::to_string).collect(),
        };
        let single = |(&board, single): (&[u64; 2], &Single)| Alone {
            board,
            count: single.count.to_string(),
            engine: single.engine.map(|engine| engine.name().to_owned()),
        };
        Body {
            what: self.what.clone(),
            strips: known.strips.iter().map(strip).collect(),
            singles: known.singles.iter().map(single).collect(),
        }
    }

    /// Reads the checkpoint, and holds it against the array and itself.
    fn read(&self, array: &Array, control: &Control) -> Result<Known, LevelsError> {
        let body: Body = self.directory.read(&self.directory.bytes()?)?;
        if body.what != self.what {
            return Err(self
                .directory
                .foreign("this is a checkpoint of a table of other pieces, rules or boards"));
        }
        let known = body.known().map_err(|why| self.directory.wrong(why))?;
        match array.contradiction(&known, control) {
            Ok(None) => Ok(known),
            Ok(Some(why)) => Err(self.directory.wrong(why)),
            Err(Refused::Stopped(stopped)) => Err(stopped.into()),
            Err(other) => Err(self.directory.wrong(other.to_string())),
        }
    }
}

impl Body {
    /// What it says, or why nothing.
    fn known(self) -> Result<Known, String> {
        let number = |text: String| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.then(|| text.parse::<Count>().ok()).flatten();
            number.ok_or_else(|| format!("'{text}' is not a number of tilings"))
        };
        let mut known = Known::default();
        for Scanned { width, lies, terms } in self.strips {
            let terms = terms.into_iter().map(number).collect::<Result<Vec<_>, _>>()?;
            if known.strips.insert(Name { width, lies }, terms).is_some() {
                return Err(format!("it has two strips of width {width}"));
            }
        }
        for Alone { board, count, engine } in self.singles {
            let engine = match engine {
                None => None,
                Some(name) => {
                    let found = Engine::ALL.iter().find(|engine| engine.name() == name);
                    Some(*found.ok_or_else(|| format!("there is no engine called '{name}'"))?)
                }
            };
            let single = Single { count: number(count)?, engine };
            if known.singles.insert(board, single).is_some() {
                return Err(format!("it has the board {}x{} twice", board[0], board[1]));
            }
        }
        Ok(known)
    }
}

impl Array {
    /// What tells this array from others.
    fn fingerprint(&self) -> String {
        let pieces: Vec<_> = self.pieces.iter().map(|piece| (&piece.orientations, &piece.copies)).collect();
        let what = format!("{pieces:?}{:?}{:?}{:?}", self.rules, self.boards, self.up_to);
        format!("{:016x}", fnv(what.as_bytes()))
    }

    /// Why this cannot be known of the array, if it cannot.
    ///
    /// # Errors
    /// When `control` says stop.
    fn contradiction(&self, known: &Known, control: &Control) -> Result<Option<String>, Refused> {
        let plane = self.boards == Boards::Rectangles(Topology::Plane);
        let one = self.of_nothing(control)?;
        for (name, terms) in &known.strips {
            let Name { width, lies } = *name;
            if width == 0 || lies && (!plane || self.alike) || !self.in_strips() {
                return Ok(Some(format!("there is no strip of width {width} in this table")));
            }
            if terms.first() != Some(&one) {
                return Ok(Some(format!("the strip of width {width} does not begin with {one}")));
            }
        }
        let mut left = MOMENT;
        for (&name, terms) in &known.strips {
            let strip = self.strip(name)?;
            // All rows, or half of them, a quarter and so on, as fit what is left of a moment; those of a high strip take more each.
            let takes = |rows: usize| -> Result<f64, Refused> {
                Ok(strip.least(rows as u64, control)?.seconds.unwrap_or(f64::INFINITY))
            };
            let mut rows = terms.len() - 1;
            let mut seconds = takes(rows)?;
            while rows > 0 && seconds > left {
                rows /= 2;
                seconds = takes(rows)?;
            }
            let again = match strip.terms(rows as u64, control) {
                // There was more memory once.
                Err(Refused::Stopped(Stopped::OutOfMemory { .. })) => break,
                again => again?,
            };
            if again != terms[..=rows] {
                return Ok(Some(format!("the strip of width {} has other numbers", name.width)));
            }
            left -= seconds;
            if rows + 1 < terms.len() {
                break;
            }
        }
        let begun = Instant::now();
        for (&board, single) in &known.singles {
            let [n, k] = board;
            let differs = |why: &str| Ok(Some(format!("the number of tilings of the board {n}x{k} {why}")));
            if n == 0 || (k == 0) != (self.boards == Boards::Diamonds) {
                return differs("is there, and there is no such board");
            }
            if self.is_symmetric()
                && known.singles.get(&[k, n]).is_some_and(|other| other.count != single.count)
            {
                return differs("is another one on its side");
            }
        }
        let mut singles: Vec<_> = known.singles.iter().collect();
        singles.sort_by_key(|&(&[n, k], _)| n.saturating_mul(k.max(n)));
        for (&[n, k], single) in singles {
            let few = n.saturating_mul(k.max(n)) <= FEW_CELLS;
            if !few && begun.elapsed().as_secs_f64() >= MOMENT {
                break;
            }
            // The next board may take a thousand times as long as all before it.
            let left = Duration::from_secs_f64(MOMENT).saturating_sub(begun.elapsed());
            let again = if few {
                self.one([n, k], control)
            } else {
                self.one([n, k], &control.clone().time_limit(left))
            };
            let again = match again {
                Err(Refused::Stopped(Stopped::OutOfMemory { .. })) => break,
                // The moment is over; if it is all that was allowed, whatever comes next says so.
                Err(Refused::Stopped(Stopped::OutOfTime(_))) if !few => break,
                again => again?,
            };
            if again.count != single.count {
                return Ok(Some(format!("the number of tilings of the board {n}x{k} is another one")));
            }
        }
        if plane {
            for (&name, terms) in &known.strips {
                // Where pieces that lie are others, the strip that is met stands.
                let met = |width: usize| {
                    let other = Name { width: width as u64, lies: !self.alike && !name.lies };
                    known.strips.get(&other)?.get(usize::try_from(name.width).ok()?)
                };
                let differs =
                    terms.iter().enumerate().find(|&(rows, term)| met(rows).is_some_and(|met| met != term));
                if let Some((rows, _)) = differs {
                    return Ok(Some(format!(
                        "the strips of widths {} and {rows} contradict each other",
                        name.width
                    )));
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Entries;
    use super::*;
    use crate::problem::Rules;
    use std::fs;
    use std::path::PathBuf;

    fn directory(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("polytile-table-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn array(pieces: &str, boards: Topology) -> Array {
        Array::new(pieces.parse().unwrap(), Rules::default(), Boards::Rectangles(boards), None)
    }

    /// Fills a table of sums up to `to`, and keeps it; says how many steps there were.
    fn fill(path: &Path, resume: bool, array: &Array, to: u64) -> Result<(Entries, usize), LevelsError> {
        let control = Control::default();
        let (mut shelf, mut known) = Shelf::open(path, resume, array, &control)?;
        let wanted: Vec<[u64; 2]> = (0..=to).flat_map(|n| (0..=to - n).map(move |k| [n, k])).collect();
        let (mut found, mut steps) = (Entries::new(), 0);
        let kept = &mut |_: &Known| {
            steps += 1;
            Ok::<_, Refused>(())
        };
        array.fill(&wanted, &mut known, &mut found, &control, kept).unwrap();
        shelf.keep(&known)?;
        shelf.flush(&known)?;
        Ok((found, steps))
    }

    #[test]
    fn what_was_kept_is_not_counted_again() {
        for (pieces, boards) in
            [("trominoes", Topology::Plane), ("dominoes", Topology::Torus), ("L4,I3", Topology::Cylinder)]
        {
            let (path, array) = (directory(&format!("kept-{boards:?}")), array(pieces, boards));
            let (found, steps) = fill(&path, false, &array, 7).unwrap();
            assert!(steps > 2);
            assert_eq!(fill(&path, true, &array, 7).unwrap(), (found.clone(), 0));
            let longer = fill(&path, true, &array, 8).unwrap().0;
            assert!(found.iter().all(|(board, count)| longer[board] == *count));
            fs::remove_dir_all(&path).unwrap();
        }
    }

    #[test]
    fn other_tables_and_wrong_ones_are_refused() {
        let (path, trominoes) = (directory("refused"), array("trominoes", Topology::Plane));
        let refused = |resume, array: &Array| fill(&path, resume, array, 6).unwrap_err().to_string();
        let place = path.display().to_string();
        assert_eq!(refused(true, &trominoes), format!("{place} holds no checkpoint"));
        fill(&path, false, &trominoes, 6).unwrap();
        assert_eq!(refused(false, &trominoes), format!("{place} holds the checkpoint of an earlier run"));
        let other = "checkpoint: this is a checkpoint of a table of other pieces, rules or boards";
        for array in [array("L3", Topology::Plane), array("trominoes", Topology::Cylinder)] {
            assert_eq!(refused(true, &array), format!("{place}/{other}"));
        }
        let text = fs::read_to_string(path.join("checkpoint")).unwrap();
        let body = text.lines().nth(1).unwrap();
        let rewritten = |from: &str, to: &str| {
            let body = body.replacen(from, to, 1);
            assert_ne!(body, text.lines().nth(1).unwrap(), "{from}");
            let value: serde_json::Value = serde_json::from_str(&body).unwrap();
            fs::write(path.join("checkpoint"), crate::run::checkpoint::write(KIND, &value)).unwrap();
            refused(true, &trominoes)
                .strip_prefix(&format!("{place}/checkpoint is wrong: "))
                .unwrap()
                .to_owned()
        };
        for (from, to, why) in [
            (r#""width":2"#, r#""width":0"#, "there is no strip of width 0 in this table"),
            (
                r#""width":2,"lies":false"#,
                r#""width":2,"lies":true"#,
                "there is no strip of width 2 in this table",
            ),
            (r#""width":2"#, r#""width":3"#, "it has two strips of width 3"),
            (r#""terms":["1""#, r#""terms":["2""#, "the strip of width 1 does not begin with 1"),
            (
                r#""terms":["1","0","0","1""#,
                r#""terms":["1","0","0","4""#,
                "the strip of width 1 has other numbers",
            ),
            (r#""0","3""#, r#""0","5""#, "the strip of width 2 has other numbers"),
            (r#""10""#, r#""-10""#, "'-10' is not a number of tilings"),
        ] {
            assert_eq!(rewritten(from, to), why);
        }
        fs::write(path.join("checkpoint"), &text[..text.len() - 5]).unwrap();
        assert!(
            refused(true, &trominoes)
                .ends_with("checkpoint is damaged: it was removed, cut short or changed")
        );
        fs::write(path.join("checkpoint"), "notes").unwrap();
        assert!(refused(true, &trominoes).contains("is not a file that polytile wrote"));
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn no_number_of_a_small_table_can_be_changed() {
        for (pieces, boards, to) in [
            ("trominoes", Topology::Plane, 8),
            ("L4,I3", Topology::Plane, 8),
            // A board and itself on its side are one number.
            ("dominoes", Topology::Torus, 10),
            ("trominoes", Topology::Cylinder, 8),
        ] {
            let (path, array) = (directory(&format!("numbers-{pieces}-{boards:?}")), array(pieces, boards));
            fill(&path, false, &array, to).unwrap();
            let text = fs::read_to_string(path.join("checkpoint")).unwrap();
            let real: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
            let length = |list: &serde_json::Value| list.as_array().unwrap().len();
            let terms = (0..length(&real["strips"])).flat_map(|strip| {
                (0..length(&real["strips"][strip]["terms"]))
                    .map(move |term| format!("/strips/{strip}/terms/{term}"))
            });
            let singles = (0..length(&real["singles"])).map(|single| format!("/singles/{single}/count"));
            let mut tried = 0;
            for place in terms.chain(singles) {
                let mut forged = real.clone();
                let number = forged.pointer_mut(&place).unwrap();
                *number = (number.as_str().unwrap().parse::<u64>().unwrap() + 1).to_string().into();
                fs::write(path.join("checkpoint"), crate::run::checkpoint::write(KIND, &forged)).unwrap();
                let refused = fill(&path, true, &array, to);
                assert!(matches!(refused, Err(LevelsError::Wrong { .. })), "{pieces} {place}: {refused:?}");
                tried += 1;
            }
            assert!(tried >= 15, "{tried}");
            fs::remove_dir_all(&path).unwrap();
        }
    }

    #[test]
    fn nobody_else_works_there() {
        let (path, array, control) =
            (directory("busy"), array("trominoes", Topology::Plane), Control::default());
        let held = Shelf::open(&path, false, &array, &control).unwrap();
        let busy = Shelf::open(&path, false, &array, &control).map(|_| ()).unwrap_err();
        assert!(matches!(busy, LevelsError::Busy { .. }));
        drop(held);
        fs::remove_dir_all(&path).unwrap();
    }
}
