//! What a question is about, from the words it is put in.
//!
//! In: [`Words`], what somebody typed, posted or passed: a puzzle by name or as a text, or a board and pieces, and changes to
//! them. Out: a [`Subject`], a board to be tiled, items to be covered or a number to be guessed, or else, where that is
//! expected, a puzzle of sliding blocks ([`Words::sliding`]), with what is odd about the words. No file is opened: whoever can
//! open files passes their text. What is wrong with the words is a [`Misread`], which names the text and the place.
//!
//! A puzzle that is not a shipped one is a text. The extension of its name, or else what it most looks like, decides what kind of
//! puzzle it is ([`Kind`]), so that a wrong text gets the errors of what it was meant to be.

use super::cover_json::{self, CoverJson};
use super::dlx::{self, Dlx};
use super::given;
pub use super::given::Given;
use super::number_mind::{self, NumberMind};
use super::sheet::{self, Sheet};
use super::shipped::Shipped;
use super::sliding::{self, Dialect, SlidingPuzzle};
use super::source::{Misread, Source};
use super::{About, FormatError, Kind, board, pieces, placement, puzzle, sudoku, xmpuzzle};
use crate::board::{Lattice, Region};
use crate::design::covers;
use crate::exact_cover::ExactCover;
use crate::pieces::{Freedom, PieceSet, PiecesError};
use crate::problem::{Problem, Rules};
use crate::run::Control;
use serde::{Deserialize, Serialize};

/// What a question is about, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Words {
    /// A puzzle: the name of one that is shipped, or a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Given>,
    /// What kind of puzzle the text is, where that is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Which of the problems of a file of BurrTools, from 1, where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<u32>,
    /// Instead of a puzzle, a board: a short form such as `9x12`, or a drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Given>,
    /// The pieces for a board, or for a drawing: a list as [`pieces::list`] reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Whether pieces may be turned over, where that is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flips: Option<bool>,
    /// Whether pieces may be turned, where that is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<bool>,
    /// Cells to remove from the board, each a row and a column: `0,3`.
    #[serde(deserialize_with = "given::cells", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "given::Cells"))]
    pub remove: Vec<String>,
    /// Pieces that lie already: `X at 2,2`, or `X on 1,2 2,1 2,2 2,3 3,2`.
    #[serde(deserialize_with = "given::texts", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "given::Texts"))]
    pub given: Vec<String>,
    /// Besides, no four pieces may meet at a point; of hexagons no three, of triangles no six, of cubes no eight, of prisms no twelve.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tatami: bool,
    /// Besides, no straight line, in space no plane, may cut the board without cutting a piece.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fault_free: bool,
}

/// What a question is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// How a board is tiled.
    Tiling(Tiled),
    /// Which options cover all items.
    Cover(Covered),
    /// Which number fits some guesses.
    NumberMind(NumberMind),
}

impl Subject {
    /// What its text says about itself.
    pub fn about(&self) -> &About {
        match self {
            Subject::Tiling(tiled) => &tiled.about,
            Subject::Cover(covered) => &covered.about,
            Subject::NumberMind(mind) => &mind.about,
        }
    }
}

/// A board to be tiled.
#[derive(Clone, Debug)]
pub struct Tiled {
    /// What the puzzle's text says about itself.
    pub about: About,
    /// What is asked.
    pub problem: Problem,
}

/// Items to be covered.
#[derive(Clone, Debug)]
pub struct Covered {
    /// What its comments say.
    pub about: About,
    /// The items and options.
    pub cover: ExactCover,
}

/// A subject, and what is odd about the words, but not wrong.
#[derive(Clone, Debug)]
pub struct Read {
    /// What the question is about.
    pub subject: Subject,
    /// Warnings.
    pub warnings: Vec<Misread>,
}

impl Words {
    /// A board and pieces, as on the command line.
    ///
    /// ```
    /// use polytile::format::subject::{Subject, Words};
    /// let read = Words::of("9x12", "trominoes").read()?;
    /// let Subject::Tiling(tiled) = read.subject else { panic!("it is a board") };
    /// assert_eq!(tiled.problem.region.len(), 108);
    /// let error = Words::of("9x12", "tromines").read().unwrap_err();
    /// assert_eq!(error.error.help.as_deref(), Some("did you mean 'trominoes'?"));
    /// # Ok::<(), polytile::format::source::Misread>(())
    /// ```
    pub fn of(board: impl Into<String>, pieces: impl Into<String>) -> Self {
        Words { board: Some(Given::Name(board.into())), pieces: Some(pieces.into()), ..Words::default() }
    }

    /// A puzzle that comes with polytile.
    pub fn shipped(name: impl Into<String>) -> Self {
        Words { puzzle: Some(Given::Name(name.into())), ..Words::default() }
    }

    /// What they say.
    ///
    /// # Errors
    /// When they are about nothing or about two things, a text cannot be read, or the changes do not fit.
    pub fn read(&self) -> Result<Read, Misread> {
        self.freedom()?;
        if self.problem.is_some() && !matches!(self.puzzle, Some(Given::Text(_))) {
            return Err(no_problems("this"));
        }
        let mut warnings = Vec::new();
        let tiled = match (&self.puzzle, &self.board) {
            (Some(_), Some(_)) => {
                return Err(Misread::new(
                    "a puzzle and --board are two boards",
                    "give a puzzle, or --board and --pieces, but not both",
                ));
            }
            (None, None) => {
                return Err(Misread::new(
                    if self.pieces.is_some() { "there is no board" } else { "there is no puzzle" },
                    "name a puzzle (`polytile puzzles` lists some), or give --board 9x12 --pieces trominoes",
                ));
            }
            (None, Some(board)) => {
                let region = match board {
                    // A drawing of one line.
                    Given::Name(line) if !board::is_short_form(line) && board::is_drawing(line) => {
                        drawn_board(&Source::new("the board", line.as_str()), true, &mut warnings)?
                    }
                    Given::Name(short) => {
                        let argument = Source::new("--board", short.as_str());
                        board::short_form(short).map_err(|e| argument.misread(e))?
                    }
                    Given::Text(source) => drawn_board(source, true, &mut warnings)?,
                };
                self.with_pieces(region)?
            }
            // A board may stand in the place of a puzzle.
            (Some(Given::Name(name)), None) if is_board(name) => {
                let source = Source::new("the board", name.as_str());
                self.with_pieces(board::short_form(name).map_err(|e| source.misread(e))?)?
            }
            (Some(puzzle), None) => match self.puzzle(puzzle, &mut warnings)? {
                Subject::Tiling(tiled) => tiled,
                subject => return Ok(Read { subject, warnings }),
            },
        };
        Ok(Read { subject: Subject::Tiling(self.changed(tiled)?), warnings })
    }

    /// The board to be tiled that they are about, and what is odd about them.
    ///
    /// # Errors
    /// As [`Words::read`]; also when they are about something else.
    pub fn tiled(&self) -> Result<(Tiled, Vec<Misread>), Misread> {
        let Read { subject, warnings } = self.read()?;
        let what = match subject {
            Subject::Tiling(tiled) => return Ok((tiled, warnings)),
            Subject::Cover(_) => "an exact cover, with items and options",
            Subject::NumberMind(_) => "about guesses at a number",
        };
        let name = match &self.puzzle {
            Some(Given::Name(name) | Given::Text(Source { name, .. })) => name.as_str(),
            None => "",
        };
        let called = if name == "standard input" { "-" } else { name };
        let name = if sudoku::is_one(name) { "the sudoku" } else { name };
        Err(Misread::new(
            format!("{name} is {what}: it has no board to tile"),
            format!(
                "`polytile solve {called}` solves it, `polytile count {called}` counts its solutions, `polytile sample {called}` draws one"
            ),
        ))
    }

    /// The sliding-block puzzle that they are about, and what is odd about it. A text may be in any dialect, and may be a
    /// drawing, which elsewhere is a board; so whether it was meant as a sliding-block puzzle is asked only where it cannot be
    /// read.
    ///
    /// ```
    /// use polytile::format::subject::Words;
    /// let (klotski, _) = Words::shipped("klotski").sliding()?;
    /// assert_eq!(klotski.puzzle.pieces().len(), 10);
    /// let error = Words::shipped("euler-161").sliding().unwrap_err();
    /// assert_eq!(error.to_string(), "euler-161 is not a sliding-block puzzle");
    /// # Ok::<(), polytile::format::source::Misread>(())
    /// ```
    ///
    /// # Errors
    /// When they are about nothing or about something else, or the text cannot be read.
    pub fn sliding(&self) -> Result<(SlidingPuzzle, Vec<Misread>), Misread> {
        let Words { puzzle, kind, problem, board, pieces, flips, turns, remove, given, tatami, fault_free } =
            self;
        let of_tilings =
            problem.is_some() || board.is_some() || pieces.is_some() || flips.is_some() || turns.is_some();
        if of_tilings || !remove.is_empty() || !given.is_empty() || *tatami || *fault_free {
            return Err(Misread::new(
                "the board and the pieces of a sliding-block puzzle are drawn in it, and cannot be changed",
                "give a puzzle and nothing else",
            ));
        }
        let (source, likely) = match puzzle {
            None => {
                let help = "name a puzzle (`polytile puzzles` lists some), or draw one";
                return Err(Misread::new("there is no puzzle", help));
            }
            Some(Given::Name(name)) if is_line(name) => {
                (&Source::new(name.as_str(), name.as_str()), Kind::Sliding)
            }
            Some(Given::Name(name)) if is_board(name) => return Err(nothing_slides(name)),
            Some(Given::Name(name)) if sudoku::is_one(name) => {
                let help = "`polytile solve` solves it, `polytile hint` says what to write next";
                return Err(Misread::new("a sudoku is not a sliding-block puzzle", help));
            }
            Some(Given::Name(name)) => {
                let slides = |shipped: &Shipped| shipped.kind == Kind::Sliding;
                let shipped = Shipped::find(name).ok_or_else(|| unknown(name, slides))?;
                (&Source::new(name.as_str(), shipped.text), shipped.kind)
            }
            Some(Given::Text(source)) => (source, Kind::of_text(&source.text)),
        };
        let another = || {
            let known = matches!(likely, Kind::Dlx | Kind::CoverJson | Kind::NumberMind | Kind::Xmpuzzle);
            let help = if known || Shipped::find(&source.name).is_some() {
                format!("`polytile solve {}` finds what it asks for", source.name)
            } else {
                "`polytile puzzles` lists those that come with polytile; a file draws its start, start = '''...'''"
                    .to_owned()
            };
            Misread::new(format!("{} is not a sliding-block puzzle", source.name), help)
        };
        if kind.is_some_and(|kind| kind != Kind::Sliding) {
            return Err(another());
        }
        let kind = kind.unwrap_or(likely);
        let mut read = sliding::read(&source.text).map_err(|e| {
            let meant = kind == Kind::Sliding || (kind == Kind::Puzzle && !source.text.contains("board"));
            if meant { source.misread(e) } else { another() }
        })?;
        let warnings = read.warnings.drain(..).map(|warning| source.misread(warning)).collect();
        Ok((read, warnings))
    }

    /// Whether the puzzle is a sliding-block puzzle, or looks like one.
    ///
    /// ```
    /// use polytile::format::subject::Words;
    /// assert!(Words::shipped("klotski").is_sliding());
    /// assert!(!Words::of("9x12", "trominoes").is_sliding());
    /// ```
    pub fn is_sliding(&self) -> bool {
        let kind = self.kind.or_else(|| match self.puzzle.as_ref()? {
            Given::Name(name) if is_line(name) => Some(Kind::of_text(name)),
            Given::Name(name) => Some(Shipped::find(name)?.kind),
            Given::Text(source) => Some(Kind::of_text(&source.text)),
        });
        kind == Some(Kind::Sliding)
    }

    /// The pieces and rules that they are about, for a question that has boards of its own.
    ///
    /// # Errors
    /// When they are about a board, or the list of pieces is missing or cannot be read.
    pub fn unplaced(&self) -> Result<(PieceSet, Rules), Misread> {
        let changed = !self.remove.is_empty() || !self.given.is_empty();
        if self.puzzle.is_some() || self.problem.is_some() || self.board.is_some() || changed {
            return Err(Misread::new(
                "this question is about many boards",
                "leave out the puzzle, --board, --remove and --given",
            ));
        }
        let freedom = self.freedom()?;
        let list = self.pieces.as_deref().ok_or_else(no_pieces)?;
        let rules = Rules { tatami: self.tatami, fault_free: self.fault_free };
        let pieces = pieces_of("--pieces", Lattice::Square, list, freedom)?;
        if let Some(piece) = pieces.iter().find(|piece| piece.lattice() != Lattice::Square) {
            let wrong = FormatError::new(format!("{} is no piece of squares", piece.name));
            let help = "strips and arrays are made of squares: take polyominoes";
            return Err(Source::new("--pieces", list).misread(wrong.with_help(help).at(0..list.len())));
        }
        Ok((pieces, rules))
    }

    /// Nothing, for a question that is about no puzzle.
    ///
    /// # Errors
    /// When they are about something.
    pub fn expect_nothing(&self) -> Result<(), Misread> {
        if *self == Words::default() {
            return Ok(());
        }
        Err(Misread::new(
            "this question is about no puzzle, and has a board and pieces of its own",
            "leave out the puzzle, the board, the pieces and what changes them",
        ))
    }

    /// What may be done to the pieces.
    ///
    /// # Errors
    /// When two words about it contradict each other.
    pub fn freedom(&self) -> Result<Freedom, Misread> {
        Ok(freedom(self.flips, self.turns)?.unwrap_or_default())
    }

    /// The puzzle that is named, or whose text is given.
    fn puzzle(&self, given: &Given, warnings: &mut Vec<Misread>) -> Result<Subject, Misread> {
        match given {
            Given::Name(line) if sudoku::is_one(line) => {
                self.sudoku(&Source::new("the sudoku", line.as_str()))
            }
            Given::Text(source) if self.kind.is_none() && sudoku::is_one(&source.text) => self.sudoku(source),
            Given::Name(name) if is_line(name) => {
                self.puzzle(&Given::Text(Source::new(name.as_str(), name.as_str())), warnings)
            }
            Given::Name(name) => {
                let shipped = Shipped::find(name).ok_or_else(|| unknown(name, |_| true))?;
                let source = Source::new(name.as_str(), shipped.text);
                self.asked(&source, self.kind.unwrap_or(shipped.kind), warnings)
            }
            Given::Text(source) => {
                expect_filled(source)?;
                self.asked(source, self.kind_of(source), warnings)
            }
        }
    }

    /// What kind of puzzle a text is.
    fn kind_of(&self, source: &Source) -> Kind {
        let extension = source.name.rsplit_once('.').map(|(_, extension)| extension);
        let by_text = Kind::of_text(&source.text);
        let kind = self.kind.or_else(|| match extension.and_then(Kind::of_extension) {
            // Puzzles of two kinds are TOML.
            Some(Kind::Puzzle) if by_text == Kind::Sliding => Some(by_text),
            by_extension => by_extension,
        });
        kind.unwrap_or(by_text)
    }

    /// The file of BurrTools that the puzzle is read from, if it is from one and is asked as it stands there.
    pub(crate) fn unchanged_xmpuzzle(&self) -> Option<&Source> {
        let Some(Given::Text(source)) = &self.puzzle else { return None };
        let changed = !self.remove.is_empty() || !self.given.is_empty() || self.tatami || self.fault_free;
        (!changed && self.kind_of(source) == Kind::Xmpuzzle).then_some(source)
    }

    /// The sudoku of 81 characters, which has nothing that could be changed.
    fn sudoku(&self, source: &Source) -> Result<Subject, Misread> {
        if self.has_changes() {
            return Err(Misread::new(
                "a sudoku has neither pieces nor a board that could be changed",
                "leave out everything but its 81 characters",
            ));
        }
        let clues = sudoku::parse(&source.text).map_err(|e| source.misread(e))?;
        let cover = covers::sudoku(&clues, &Control::default())
            .map_err(|refused| Misread::new(refused.to_string(), "give another sudoku"))?;
        let about = About { title: Some("A sudoku".to_owned()), ..About::default() };
        Ok(Subject::Cover(Covered { about, cover }))
    }

    /// Whether they say anything about pieces, or change a board.
    fn has_changes(&self) -> bool {
        let pieces =
            self.pieces.is_some() || self.flips.is_some() || self.turns.is_some() || self.problem.is_some();
        pieces || !self.remove.is_empty() || !self.given.is_empty() || self.tatami || self.fault_free
    }

    /// What `source` asks, read as a puzzle of this kind.
    fn asked(&self, source: &Source, kind: Kind, warnings: &mut Vec<Misread>) -> Result<Subject, Misread> {
        let wrong = |e| source.misread(e);
        if self.problem.is_some() && kind != Kind::Xmpuzzle {
            return Err(no_problems(&source.name));
        }
        if kind == Kind::Drawing {
            return self.drawn_puzzle(source, warnings).map(Subject::Tiling);
        }
        if self.pieces.is_some() || self.flips.is_some() || self.turns.is_some() {
            let message = match kind {
                Kind::Puzzle | Kind::Xmpuzzle => {
                    format!("{} says itself which pieces there are and how they may be turned", source.name)
                }
                _ => format!("{} has no pieces that could be replaced or turned", source.name),
            };
            let help = "leave out --pieces, --flips and --turns, or give --board instead of the puzzle";
            return Err(Misread::new(message, help));
        }
        if !matches!(kind, Kind::Puzzle | Kind::Xmpuzzle)
            && (!self.remove.is_empty() || !self.given.is_empty() || self.tatami || self.fault_free)
        {
            return Err(Misread::new(
                format!("{} has no board that could be changed", source.name),
                "leave out --remove, --given, --tatami and --fault-free",
            ));
        }
        let mut warn =
            |found: Vec<FormatError>| warnings.extend(found.into_iter().map(|w| source.misread(w)));
        Ok(match kind {
            Kind::Puzzle | Kind::Drawing | Kind::Xmpuzzle => {
                let read = match kind {
                    Kind::Xmpuzzle => xmpuzzle::parse(&source.text, self.problem).map_err(wrong)?,
                    _ => puzzle::parse(&source.text).map_err(wrong)?,
                };
                warn(read.warnings);
                let about = About {
                    title: Some(read.title),
                    description: read.description,
                    source: read.source,
                    further: read.further,
                };
                Subject::Tiling(Tiled { about, problem: read.problem })
            }
            Kind::Dlx => {
                let Dlx { about, cover, warnings, .. } = dlx::parse(&source.text).map_err(wrong)?;
                warn(warnings);
                Subject::Cover(Covered { about, cover })
            }
            Kind::CoverJson => {
                let CoverJson { about, cover, warnings } = cover_json::parse(&source.text).map_err(wrong)?;
                warn(warnings);
                Subject::Cover(Covered { about, cover })
            }
            Kind::NumberMind => Subject::NumberMind(number_mind::parse(&source.text).map_err(wrong)?),
            Kind::Sliding => {
                return Err(Misread::new(
                    format!("{} is a sliding-block puzzle: there is nothing to cover", source.name),
                    format!(
                        "`polytile slide solve {0}` solves it, and `polytile slide explore {0}` finds every position",
                        source.name
                    ),
                ));
            }
        })
    }

    /// A drawing as a puzzle: with the pieces drawn beside the board, or else those of the list.
    fn drawn_puzzle(&self, source: &Source, warnings: &mut Vec<Misread>) -> Result<Tiled, Misread> {
        if self.pieces.is_some() {
            return self.with_pieces(drawn_board(source, false, warnings)?);
        }
        let sheet = drawn(source, warnings)?;
        if sheet.pieces.is_empty() {
            return self.with_pieces(sheet.board);
        }
        let pieces = sheet.set(self.freedom()?);
        Ok(Tiled { about: About::default(), problem: Problem::new(sheet.board, pieces) })
    }

    /// A board with the pieces of the list.
    fn with_pieces(&self, region: Region) -> Result<Tiled, Misread> {
        let Some(list) = &self.pieces else {
            return Err(no_pieces());
        };
        let pieces = pieces_of("--pieces", region.lattice(), list, self.freedom()?)?;
        let problem = Problem::new(region, pieces);
        if let Some(stranger) = problem.stranger() {
            let wrong = FormatError::new(stranger).with_help("take pieces and a board of one lattice");
            return Err(Source::new("--pieces", list.as_str()).misread(wrong.at(0..list.len())));
        }
        Ok(Tiled { about: About::default(), problem })
    }

    /// The puzzle without the cells, and with what is given and the rules, that are asked for.
    fn changed(&self, mut tiled: Tiled) -> Result<Tiled, Misread> {
        let problem = &mut tiled.problem;
        let mut cells = Vec::new();
        for text in &self.remove {
            let argument = Source::new("--remove", text.as_str());
            let cell = board::cell_of(problem.region.lattice(), text).map_err(|e| argument.misread(e))?;
            let whole = 0..text.len();
            board::inside(&problem.region, cell).map_err(|e| argument.misread(e.or_at(whole)))?;
            cells.push(cell);
        }
        if let Some(last) = self.remove.last() {
            problem.region = board::without(problem.region.clone(), &cells)
                .map_err(|e| Source::new("--remove", last.as_str()).misread(e.or_at(0..last.len())))?;
        }
        problem.rules.tatami |= self.tatami;
        problem.rules.fault_free |= self.fault_free;
        if !self.remove.is_empty() {
            // What the puzzle gives must still have its cells.
            *problem =
                problem.clone().with_given(Vec::new()).map_err(|e| misgiven("--remove", &self.remove, &e))?;
        }
        for text in &self.given {
            let argument = Source::new("--given", text.as_str());
            let laid = placement::placement(text, problem).map_err(|e| argument.misread(e))?;
            *problem = problem
                .clone()
                .with_given(vec![laid])
                .map_err(|e| misgiven("--given", std::slice::from_ref(text), &e))?;
        }
        Ok(tiled)
    }
}

/// That what is given cannot be, because of the last of these arguments.
fn misgiven(argument: &str, texts: &[String], wrong: &PiecesError) -> Misread {
    let text = texts.last().map_or("", String::as_str);
    let error = FormatError::new(wrong.to_string()).with_help(placement::mend(wrong));
    Source::new(argument, text).misread(error.at(0..text.len()))
}

/// That there are no problems to choose from.
fn no_problems(what: &str) -> Misread {
    Misread::new(
        format!("{what} has no problems to choose from: only files of BurrTools have several"),
        "leave out --problem",
    )
}

fn no_pieces() -> Misread {
    Misread::new("there are no pieces", "add --pieces, as in --pieces trominoes")
}

/// The pieces of a list given as the argument `name`, for a board of `lattice`.
///
/// # Errors
/// When the list cannot be read.
pub fn pieces_of(name: &str, lattice: Lattice, list: &str, freedom: Freedom) -> Result<PieceSet, Misread> {
    pieces::list_on(lattice, list, freedom).map_err(|e| Source::new(name, list).misread(e))
}

/// What may be done to pieces, given whether they may be turned over and whether they may be turned; what is left unsaid is
/// allowed.
///
/// # Errors
/// When the two contradict each other.
pub fn freedom(flips: Option<bool>, turns: Option<bool>) -> Result<Option<Freedom>, Misread> {
    match (flips, turns) {
        (Some(true), Some(false)) => Err(Misread::new(
            "a piece that may not be turned cannot be turned over either",
            "leave out --flips yes, or --turns no",
        )),
        (None, None) => Ok(None),
        (_, Some(false)) => Ok(Some(Freedom::Fixed)),
        (Some(false), _) => Ok(Some(Freedom::OneSided)),
        (Some(true), _) => Ok(Some(Freedom::Free)),
        (None, Some(true)) => Ok(Some(Freedom::Natural)),
    }
}

/// The board of a drawing. Pieces drawn beside it do not count, for the list names others.
fn drawn_board(source: &Source, only: bool, warnings: &mut Vec<Misread>) -> Result<Region, Misread> {
    expect_filled(source)?;
    if only && !board::is_drawing(&source.text) && puzzle::parse(&source.text).is_ok() {
        return Err(Misread::new(
            format!("{} is a puzzle file, with a board and pieces", source.name),
            "give it without --board",
        ));
    }
    let Sheet { board, pieces, .. } = drawn(source, warnings)?;
    if !pieces.is_empty() {
        warnings.push(Misread::new(
            format!("the pieces drawn in {} are passed over: --pieces names others", source.name),
            "the largest blob is the board; if all of it is one board, write . for its gaps",
        ));
    }
    Ok(board)
}

fn drawn(source: &Source, warnings: &mut Vec<Misread>) -> Result<Sheet, Misread> {
    let sheet = sheet::parse(&source.text).map_err(|e| source.misread(e))?;
    warnings.extend(sheet.warnings.iter().map(|w| source.misread(w.clone())));
    Ok(sheet)
}

fn expect_filled(source: &Source) -> Result<(), Misread> {
    if source.text.trim().is_empty() {
        return Err(Misread::new(
            format!("{} is empty", source.name),
            "give a file with a puzzle or a drawing of a board in it",
        ));
    }
    Ok(())
}

/// Whether a name is not that of a puzzle but the short form of a board.
fn is_board(name: &str) -> bool {
    Shipped::find(name).is_none() && board::is_short_form(name) && !sudoku::is_nearly_one(name)
}

/// Whether a name is not that of a puzzle but a puzzle on one line: a Rush Hour board, 36 characters that can be nothing else.
fn is_line(name: &str) -> bool {
    Shipped::find(name).is_none() && Dialect::foreign(name) == Some(Dialect::RushHour)
}

/// The error of a board where blocks are to slide.
fn nothing_slides(name: &str) -> Misread {
    let cars = match board::size(name) {
        Ok(_) => format!("; `polytile design slide --cars {name}` goes through all sets of cars on it"),
        Err(_) => String::new(),
    };
    let help = format!("name a puzzle such as klotski, or a file that draws one{cars}");
    Misread::new(format!("{name} is a board, on which nothing slides"), help)
}

/// The error of a name that is not a puzzle's, of those that can be meant.
fn unknown(name: &str, can_be: impl Fn(&Shipped) -> bool) -> Misread {
    // What is written like a board is meant as one.
    let is_word = |kind: &str| kind.len() > 1 && kind.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if name.split_once(':').is_some_and(|(kind, _)| is_word(kind))
        && let Err(error) = board::short_form(name)
    {
        return Source::new("the board", name).misread(error);
    }
    if sudoku::is_nearly_one(name)
        && let Err(error) = sudoku::parse(name)
    {
        return Source::new("the sudoku", name).misread(error);
    }
    let all = || "`polytile puzzles` lists the puzzles that come with polytile".to_owned();
    let help = Shipped::meant_among(name, can_be).unwrap_or_else(all);
    Misread::new(format!("there is neither a puzzle nor a file called '{name}'"), help)
}
