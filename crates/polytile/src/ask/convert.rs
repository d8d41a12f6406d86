//! A puzzle in another format.
//!
//! In: whatever has solutions, or a sliding-block puzzle, and a format; for a file of BurrTools also solutions that go into it. Out: its
//! text in that format. Tilings and Number Mind become exact covers where the format knows nothing else. Cost: that of the placements,
//! unless the format is TOML; solutions are checked, each in the time that its cells take.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question = r#"{"question": "convert", "board": "1x2", "pieces": "dominoes", "to": "dlx"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(answer.text(), "r0c0 r0c1\nr0c0 r0c1\n");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::check::several;
use super::options::Ask;
use super::{Listener, Unanswered, Words, answered, misused};
use crate::choice::{Choice, choice};
use crate::exact_cover::{Encoded, ExactCover};
use crate::format::sliding::{self, SlidingPuzzle};
use crate::format::source::Misread;
use crate::format::subject::{Covered, Given, Subject, Tiled};
use crate::format::xmpuzzle::{self, Store};
use crate::format::{About, FormatError, cover_json, dimacs, dlx, puzzle, puzzlecad, stl, tiling};
use crate::problem::Problem;
use crate::run::{Control, Progress};
use crate::solve::{First, Options, Question, Search};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

choice! {
    /// What is written.
    pub enum Format {
        /// Items and options in Knuth's format.
        Dlx = "dlx", "Items and options in Knuth's format";
        /// Clauses, whose models are the solutions, one to one.
        Cnf = "cnf", "DIMACS for SAT solvers and model counters: models are solutions, one to one";
        /// Items and options in JSON.
        Json = "json", "Items and options in JSON";
        /// A puzzle file.
        Toml = "toml", "A puzzle file, from a tiling puzzle or a sliding-block puzzle only";
        /// A puzzle of BurrTools.
        Xmpuzzle = "xmpuzzle", "A puzzle of BurrTools, from a tiling puzzle of cubes, prisms, squares or triangles only";
        /// Models of its pieces.
        Puzzlecad = "puzzlecad", "Models of the pieces for puzzlecad, a library of OpenSCAD; of cubes and squares";
        /// Solid bodies of a solution.
        Stl = "stl", "The first solution as solid bodies, one for each piece; of cubes and prisms";
    }
}

impl Format {
    /// The format of a file with this extension, if it says one.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let of = |known: &str| extension.eq_ignore_ascii_case(known);
        let further = [("dimacs", Format::Cnf), ("scad", Format::Puzzlecad)];
        let named = Format::ALL.iter().copied().filter(|&format| format != Format::Puzzlecad);
        named
            .map(|format| (format.name(), format))
            .chain(further)
            .find(|(known, _)| of(known))
            .map(|(_, to)| to)
    }

    /// Whether it is about a board and pieces, and knows nothing else.
    fn is_of_pieces(self) -> bool {
        matches!(self, Format::Toml | Format::Xmpuzzle | Format::Puzzlecad | Format::Stl)
    }
}

/// Write a puzzle in another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// The format.
    pub to: Format,
    /// Solutions that go into a file of BurrTools: tilings in JSON, on a line each where there are several, or one in letters. Of a
    /// puzzle from such a file a copy is written, with these in place of the solutions that it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Given>,
}

/// A puzzle as it is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Converted {
    /// The format.
    pub to: Format,
    /// The text.
    pub written: String,
    /// What other readers of the format may not take.
    #[serde(skip)]
    pub warnings: Vec<Misread>,
}

/// The file of BurrTools that solutions of a puzzle are written into, and what it does not say: the one that `words` have the puzzle
/// from, unless they change it, or else a new one.
///
/// # Errors
/// When such a file cannot say what the puzzle asks, or there is no memory for it.
pub fn store(words: &Words, tiled: &Tiled, control: &Control) -> Result<(Store, Vec<Misread>), Unanswered> {
    if let Some(source) = words.unchanged_xmpuzzle() {
        // It is kept, and written again with solutions in it.
        control.reserve(2 * source.text.len() as u64, FILE)?;
        let store = Store::of(&source.text, words.problem).map_err(|error| source.misread(error))?;
        return Ok((store, Vec::new()));
    }
    let (store, warnings) = Store::new(&named(tiled.clone()))?;
    control.reserve(2 * store.bytes(), FILE)?;
    Ok((store, warnings.into_iter().map(Misread::from).collect()))
}

/// A puzzle with a title.
fn named(tiled: Tiled) -> puzzle::Puzzle {
    let Tiled { about: About { title, description, source, further }, problem } = tiled;
    let title = title.unwrap_or_else(|| "A puzzle".to_owned());
    puzzle::Puzzle { title, description, source, further, problem, warnings: Vec::new() }
}

impl Convert {
    /// What has solutions, written; `words` are what it was read from.
    ///
    /// # Errors
    /// When the format cannot say what the puzzle asks, what is given as solutions are none, or `control` says stop.
    pub fn answer(
        &self,
        subject: Subject,
        words: &Words,
        control: &Control,
    ) -> Result<Converted, Unanswered> {
        let none = |_| None;
        match (&subject, &self.solutions) {
            (Subject::Tiling(tiled), Some(given)) if self.to == Format::Xmpuzzle => {
                return self.solved(tiled, given, words, control);
            }
            (Subject::Tiling(_), Some(_)) => return Err(no_place_for_solutions()),
            // That there is no board is what is said of all others.
            _ => {}
        }
        match subject {
            Subject::Tiling(tiled) if self.to.is_of_pieces() => {
                let puzzle = named(tiled);
                match self.to {
                    Format::Toml => return Ok(self.written(puzzle::write(&puzzle)?)),
                    Format::Puzzlecad => return Ok(self.written(puzzlecad::write(&puzzle)?)),
                    Format::Stl => return Ok(self.written(bodies(puzzle.problem, control)?)),
                    _ => {}
                }
                let xmpuzzle::Written { text, warnings } = xmpuzzle::write(&puzzle)?;
                Ok(Converted {
                    warnings: warnings.into_iter().map(Misread::from).collect(),
                    ..self.written(text)
                })
            }
            Subject::Cover(_) | Subject::NumberMind(_) if self.to.is_of_pieces() => Err(no_board(self.to)),
            Subject::Tiling(Tiled { about, problem }) => {
                let encoded = Encoded::new(&problem, control)?;
                self.cover(encoded.cover(), &about, none, control)
            }
            Subject::Cover(Covered { about, cover }) => self.cover(&cover, &about, none, control),
            Subject::NumberMind(mind) => {
                let options = mind.options();
                let remark = |i: u32| {
                    let (at, digit) = options[i as usize];
                    Some(format!("digit {digit} at position {}", at + 1))
                };
                self.cover(&mind.cover(), &mind.about, remark, control)
            }
        }
    }

    /// A file of BurrTools with solutions.
    fn solved(
        &self,
        tiled: &Tiled,
        given: &Given,
        words: &Words,
        control: &Control,
    ) -> Result<Converted, Unanswered> {
        let (store, mut warnings) = store(words, tiled, control)?;
        let source = given.text("the solutions");
        let sources = several(&source).unwrap_or_else(|| vec![source]);
        let mut assemblies = Vec::new();
        // Which solution each was first, by number, and those that were there before.
        let (mut firsts, mut again) = (HashMap::new(), Vec::new());
        let mut bytes = store.bytes();
        for (number, source) in (0..).zip(&sources) {
            control.check(Progress::Operations { done: number, total: sources.len() as u64, nodes: 0 })?;
            let problem = &tiled.problem;
            let tiling = tiling::parse(&source.text, problem).map_err(|error| source.misread(error))?;
            if let Some(fault) = tiling.faults(problem, control)?.first() {
                let error = FormatError::new(format!("this is no solution of the puzzle: {fault}"));
                return Err(source.misread(error.with_help(SOLUTIONS).at(0..0)).into());
            }
            let assembly = store.assembly(&tiling, problem).map_err(|error| source.misread(error))?;
            // They are kept, told apart, and put together at the end.
            bytes += 2 * assembly.len() as u64 + BESIDE;
            control.reserve(2 * bytes, FILE)?;
            match firsts.entry(assembly) {
                Entry::Occupied(first) => again.push((number + 1, *first.get())),
                Entry::Vacant(place) => {
                    assemblies.push(place.key().clone());
                    place.insert(number + 1);
                }
            }
        }
        if let Some((number, first)) = again.first() {
            let others = match again.len() - 1 {
                0 => String::new(),
                others => {
                    format!(", and {} more {} there before", others, if others == 1 { "was" } else { "were" })
                }
            };
            let message = format!("solution {number} is the same as solution {first}{others}");
            warnings.push(Misread::new(message, "each solution is written once"));
        }
        // Nothing says that there are no others.
        Ok(Converted { warnings, ..self.written(store.text(&assemblies, false)) })
    }

    /// A sliding-block puzzle, written.
    ///
    /// # Errors
    /// Unless the format is TOML.
    pub fn sliding(&self, puzzle: &SlidingPuzzle) -> Result<Converted, Unanswered> {
        if self.solutions.is_some() {
            return Err(no_place_for_solutions());
        }
        if self.to != Format::Toml {
            return Err(misused(
                "this is a sliding-block puzzle: there is nothing to cover",
                "convert it to toml",
            ));
        }
        Ok(self.written(sliding::write(puzzle)))
    }

    /// An exact cover, written, with a remark about each option that has one.
    fn cover(
        &self,
        cover: &ExactCover,
        about: &About,
        remark: impl Fn(u32) -> Option<String>,
        control: &Control,
    ) -> Result<Converted, Unanswered> {
        Ok(match self.to {
            Format::Json | Format::Toml | Format::Xmpuzzle | Format::Puzzlecad | Format::Stl => {
                self.written(cover_json::write(cover, about))
            }
            Format::Cnf => {
                let written = self.written(dimacs::write(cover, &about.comments(), remark, control)?);
                let costs = "a formula has no costs: they are in its comments only";
                let odd =
                    || Misread::new(costs, "dlx and json keep them; `solve --best` finds cheap solutions");
                Converted { warnings: cover.has_costs().then(odd).into_iter().collect(), ..written }
            }
            Format::Dlx => {
                let text = dlx::write(cover, &about.comments(), remark)?;
                let warnings = dlx::refused_by_knuth(cover).into_iter().map(Misread::from).collect();
                Converted { warnings, ..self.written(text) }
            }
        })
    }

    fn written(&self, text: String) -> Converted {
        Converted { to: self.to, written: text, warnings: Vec::new() }
    }
}

/// That a puzzle has no board, which is all that a format knows.
pub fn no_board(to: Format) -> Unanswered {
    let file = match to {
        Format::Xmpuzzle => "one of BurrTools",
        Format::Puzzlecad => "one of puzzlecad",
        Format::Stl => "a model in STL",
        _ => "a puzzle file in TOML",
    };
    misused(
        format!("the puzzle has no board and no pieces, and {file} has nothing else"),
        "convert it to dlx, json or cnf",
    )
}

/// Bytes that a solution takes in a file of BurrTools, and before it is there, besides its assembly.
const BESIDE: u64 = 120;

/// What the memory is for.
const FILE: &str = "the file of BurrTools and its solutions";

/// Where solutions come from.
const SOLUTIONS: &str = "give what `polytile solve --json` prints";

/// That a format holds no solutions.
fn no_place_for_solutions() -> Unanswered {
    misused("only a file of BurrTools holds solutions", "convert it to xmpuzzle, or leave out --solutions")
}

/// The first solution of a puzzle as solid bodies.
fn bodies(problem: Problem, control: &Control) -> Result<String, Unanswered> {
    let encoded = Arc::new(Encoded::new(&problem, control)?);
    let problem = Arc::new(problem);
    let question = Question::tilings(Arc::clone(&problem), Arc::clone(&encoded));
    let search = Search::new(&question, &Options::default(), control)?;
    match search.first_within(u64::MAX, control)?.1 {
        First::Found(chosen) => Ok(stl::write(&problem, &encoded.tiling(&chosen))?),
        First::None | First::Unknown => Err(misused(
            "there is no solution, and bodies are those of a solution",
            "`polytile why` looks for the reason",
        )),
    }
}

impl Ask for Convert {
    type Answer = Converted;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Converted, Unanswered> {
        if about.is_sliding() {
            return self.sliding(&answered::sliding(about, control, listener)?);
        }
        let mut converted = self.answer(answered::read(about, control, listener)?, about, control)?;
        answered::warn(std::mem::take(&mut converted.warnings), listener);
        Ok(converted)
    }
}

impl Converted {
    /// The text.
    pub fn text(&self) -> String {
        self.written.clone()
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::{Part, Question, Unanswered, nobody};
    use crate::run::Control;
    use serde_json::{Value, json};
    use std::ops::ControlFlow;

    fn asked(question: &Value) -> Result<Value, Unanswered> {
        let question: Question = question.to_string().parse()?;
        Ok(question.ask(&Control::default(), &mut nobody)?.json())
    }

    #[test]
    fn what_is_written_asks_the_same() {
        for (about, formats) in [
            (
                json!({"board": "xxx\nx.x\nxxx\n", "pieces": "0..1:L3,any:domino", "flips": false}),
                &["toml", "dlx", "json"][..],
            ),
            (json!({"puzzle": "queens-8"}), &["dlx", "json"]),
            (json!({"puzzle": "number-mind-small"}), &["dlx", "json"]),
        ] {
            let question = |kind: &str, about: &Value, more: Value| {
                let mut question = json!({"question": kind});
                for part in [about, &more] {
                    question.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
                }
                asked(&question).unwrap()
            };
            let count = |about: &Value| question("solutions", about, json!({}))["count"].clone();
            let before = count(&about);
            assert_ne!(before, 0);
            for to in formats {
                let written = question("convert", &about, json!({"to": to}))["written"].clone();
                assert_eq!(count(&json!({"puzzle": written})), before, "{about} {to}");
            }
        }
    }

    #[test]
    fn solutions_go_into_files_of_burrtools_alone() {
        let bricks = json!({"question": "convert", "board": "1x4", "pieces": "dominoes", "to": "xmpuzzle"});
        let with = |solutions: Value, to: &str| {
            let mut question = bricks.clone();
            question["solutions"] = solutions;
            question["to"] = json!(to);
            question
        };
        let one = asked(&with(json!("AABB"), "xmpuzzle")).unwrap()["written"].clone();
        assert!(one.as_str().unwrap().contains("<assembly>0 0 0 0 2 0 0 0</assembly>"), "{one}");
        // Equal ones are written once, whatever the order of their pieces, and that is said; and a byte order mark is none of them.
        let bricks_of = |first: &str, second: &str| {
            let brick = |cells| format!("{{\"piece\": \"domino\", \"cells\": {cells}}}");
            format!("{{\"pieces\": [{}, {}]}}\n", brick(first), brick(second))
        };
        let [left, right] = ["[[0, 0], [0, 1]]", "[[0, 2], [0, 3]]"];
        let twice = format!("\u{feff}{}{}", bricks_of(left, right), bricks_of(right, left));
        for (text, said) in [
            (twice.clone(), "solution 2 is the same as solution 1"),
            (
                twice + &bricks_of(left, right),
                "solution 2 is the same as solution 1, and 1 more was there before",
            ),
        ] {
            let mut warnings = Vec::new();
            let question: Question = with(json!(text), "xmpuzzle").to_string().parse().unwrap();
            let answer = question.ask(&Control::default(), &mut |part| {
                if let Part::Warning(warning) = part {
                    warnings.push(warning.to_string());
                }
                ControlFlow::Continue(())
            });
            assert_eq!(answer.unwrap().json()["written"], one);
            assert_eq!(warnings, [said]);
        }
        // Back into the same file, one that is not changed by the question.
        let again = json!({"question": "convert", "puzzle": one, "to": "xmpuzzle", "solutions": "{\"pieces\": []}\n"});
        let refused = [
            with(json!("ABBC"), "xmpuzzle"),
            with(json!("AABB\nAABB"), "xmpuzzle"),
            with(json!("{\"pieces\": []}\n{\"pieces\": [{\"pie"), "xmpuzzle"),
            with(json!("AABB"), "toml"),
            json!({"question": "convert", "puzzle": "queens-8", "to": "xmpuzzle", "solutions": "AABB"}),
            json!({"question": "convert", "puzzle": "klotski", "to": "xmpuzzle", "solutions": "AABB"}),
            again,
        ]
        .map(|question| asked(&question).unwrap_err().to_string());
        insta::assert_snapshot!(refused.join("\n"), @r"
        this is no solution of the puzzle: the cells from 0,0 on do not form domino
        the tiling has 2 rows, but the board 1 row
        this is no solution of the puzzle: 0,0 is not covered
        only a file of BurrTools holds solutions
        the puzzle has no board and no pieces, and one of BurrTools has nothing else
        only a file of BurrTools holds solutions
        this is no solution of the puzzle: 0,0,0 is not covered
        ");
    }

    #[test]
    fn a_sliding_puzzle_stays_one() {
        let about = |text: &Value, to: &str| json!({"question": "convert", "puzzle": text, "to": to});
        let written =
            asked(&about(&json!("start = '''\nAAB\n..C\n'''\ngoal = '''\n.AA\n...\n'''\n"), "toml")).unwrap()
                ["written"]
                .clone();
        let solved = asked(&json!({"question": "slide_solve", "puzzle": written, "metric": "move"})).unwrap();
        assert_eq!(solved["length"], 3);
        let refused = [
            about(&json!("klotski"), "dlx"),
            about(&json!("sudoku"), "toml"),
            json!({"question": "convert", "board": "2x2", "pieces": "domino", "to": "xml"}),
        ]
        .map(|question| asked(&question).unwrap_err().to_string());
        insta::assert_snapshot!(refused.join("\n"), @r"
        this is a sliding-block puzzle: there is nothing to cover
        the puzzle has no board and no pieces, and a puzzle file in TOML has nothing else
        `to`: unknown variant `xml`, expected one of `dlx`, `cnf`, `json`, `toml`, `xmpuzzle`, `puzzlecad`, `stl`
        ");
    }
}
