//! What to lay next, once some pieces lie, and why.
//!
//! In: a puzzle and the placements so far. Out: a placement that leads to a solution, with the reason that a person would see
//! soonest ([`crate::reason`]): a cell that only one placement covers, a piece with only one place, if need be after others are
//! ruled out, each for a reason of its own; or else a cell with few choices. Where nothing leads to a solution, what is wrong (a
//! cell that nothing covers, an area that no pieces fill, a piece without a place, colours that do not come out) and how many of
//! the last pieces to take back. Cost: a search for one solution, and one for each piece to be taken back.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question = r#"{"question": "hint", "board": "2x3", "pieces": "0..2:L3,0..2:I3",
//!     "state": "LL?/L??"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(answer.text(), "Lay L3 on 0,2 1,1 1,2: nothing else can cover the corner 0,2.\n");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::options::Ask;
use super::options_given::Reading;
pub use super::reasons::Lying;
use super::reasons::Teller;
use super::subject::Subject;
use super::{Listener, Unanswered, Words, answered, misused};
use crate::board::{Cell, Coordinates};
use crate::condition::{Condition, Relation};
use crate::design::known::Known;
use crate::draw::{Grids, Scene};
use crate::exact_cover::{Encoded, Multiplicity};
use crate::format::condition::piece_called;
use crate::format::source::Source;
use crate::format::subject::Given;
use crate::format::tiling;
use crate::problem::{Laid, Problem};
use crate::reason::{Excluded, FOLLOWED, Next, Obstacle, Position, Reasoning, Step, Technique};
use crate::run::{Control, Pulse};
use crate::solve::{Options, Question, Reply, Search};
use crate::tiling::Tiling;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};

/// What to lay next?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Hint {
    /// The pieces that lie, in the order in which they were laid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<Lying>,
    /// The pieces that lie, as a text: letters, the cells of one piece alike and `?` or `.` for an open one, a row to a line or with `/` between
    /// them; or a tiling in JSON. Of an exact cover, what its solutions show, such as the 81 digits of a sudoku, or the items of each option that
    /// is chosen, with `;` or a new line between options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Given>,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hinted {
    /// Lay this; nothing where no solution is left, or all is covered.
    pub lay: Option<Lying>,
    /// Choose the option of an exact cover with these items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose: Option<Vec<String>>,
    /// Take back so many of the last pieces; none where a solution is left, all where the puzzle has none.
    pub take_back: usize,
    /// Why.
    pub reason: Reason,
    /// The hardest that has to be seen for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<Technique>,
    /// The cells that the reason is about; where that is their colours, those that are black.
    pub cells: Vec<Coordinates>,
    /// What to do and why, in words.
    pub sentence: String,
    /// What is ruled out before that can be seen, each in an order in which it can be seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<RuledOut>,
    /// What lies, and what is to be laid, of a tiling: to be drawn.
    #[serde(skip)]
    pub tiling: Option<Tiling>,
    /// The options of an exact cover that are clues, and the one that is to be chosen: to be drawn.
    #[serde(skip)]
    pub chosen: Vec<u32>,
}

/// A placement or an option that is ruled out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuledOut {
    /// The placement, of a tiling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Lying>,
    /// What has to be seen.
    pub technique: Technique,
    /// Why, in words.
    pub sentence: String,
}

/// Why something is to be laid, or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// All is covered.
    Done,
    /// A cell can be covered in one way only.
    OnlyWay,
    /// A piece has one place only.
    OnlyPlace,
    /// A cell can be covered in few ways; of these one that leads to a solution.
    FewWays,
    /// Nothing covers a cell.
    DeadCell,
    /// No pieces fill an area.
    DeadArea,
    /// A piece that must be laid has no place.
    NoPlace,
    /// The colours of what is left do not come out.
    Colours,
    /// Only a search shows that there is no solution.
    NoSolution,
}

/// What is asked about, looked at twice: as it is searched, and as people reason about it.
struct Puzzle<'a> {
    question: &'a Question,
    teller: Teller<'a>,
    /// The options that lie: first those that the puzzle gives.
    options: Vec<u32>,
    /// How many of them it gives.
    given: usize,
}

impl Hint {
    /// What to do.
    ///
    /// # Errors
    /// When `subject` has no solutions to lay, the pieces do not lie as they may, or `control` says stop.
    pub fn answer(&self, subject: &Subject, control: &Control) -> Result<Hinted, Unanswered> {
        self.hinted(None, subject, control)
    }

    /// What to do once these options of an exact cover are chosen, by their numbers: of options with the same items, each is one of its own.
    ///
    /// # Errors
    /// When there is no such option, they exclude each other, or `control` says stop.
    pub fn after(chosen: &[u32], subject: &Subject, control: &Control) -> Result<Hinted, Unanswered> {
        Hint::default().hinted(Some(chosen), subject, control)
    }

    fn hinted(
        &self,
        chosen: Option<&[u32]>,
        subject: &Subject,
        control: &Control,
    ) -> Result<Hinted, Unanswered> {
        // What is wrong is shown on the board, even if areas say at once that there is no solution.
        let question = subject.encoded(control)?;
        let beside = control.holding(question.bytes());
        let reasoning = Reasoning::new(&question, &beside)?;
        let beside = beside.holding(reasoning.bytes());
        let known = subject.known(&beside)?;
        let beside = beside.holding(known.as_ref().map_or(0, Known::bytes));
        let teller = Teller::new(&question, known);
        let puzzle = self.puzzle(chosen, teller, &question, &reasoning, &beside)?;
        let mut position = reasoning.beginning(&puzzle.options, &beside)?;
        loop {
            let next = match reasoning.next(&mut position, &beside)? {
                // What is forced is no guess, however much has to be seen for it.
                Next::Guess(item) => {
                    reasoning.forced(&position, &beside)?.map_or(Next::Guess(item), Next::Lay)
                }
                next => next,
            };
            match next {
                Next::Dead(obstacle, because) if because.len() <= FOLLOWED => {
                    let hinted = puzzle.dead(&obstacle, &because, &beside)?;
                    let black = match &obstacle {
                        Obstacle::Colours(tally) => reasoning.black(tally.pattern, &position),
                        _ => Vec::new(),
                    };
                    return Ok(Hinted {
                        cells: [hinted.cells, puzzle.teller.named_cells(&black)].concat(),
                        ..hinted
                    });
                }
                Next::Lay(step) if puzzle.is_hole(step.option) => {
                    position.choose(step.option);
                }
                next => return puzzle.advice(&next, &position, &beside),
            }
        }
    }

    fn puzzle<'a>(
        &self,
        chosen: Option<&[u32]>,
        teller: Teller<'a>,
        question: &'a Question,
        reasoning: &Reasoning<'_>,
        control: &Control,
    ) -> Result<Puzzle<'a>, Unanswered> {
        let Question::Tilings(problem, encoded) = question else {
            if !self.placed.is_empty() {
                return Err(misused(
                    "what lies on a board says nothing about an exact cover",
                    "say in a state which options are chosen",
                ));
            }
            // Clues are there already, unless they exclude each other.
            let mut clues = teller.known.as_ref().map(Known::clues).unwrap_or_default();
            let mut items = BTreeSet::new();
            let mut covered = clues.iter().flat_map(|&clue| question.cover().option(clue));
            if !covered.all(|entry| items.insert(entry.item)) {
                clues.clear();
            }
            let given = clues.len();
            let mut options = clues;
            let read;
            let more = match (chosen, &self.state) {
                (Some(chosen), _) => chosen,
                (None, Some(state)) => {
                    let reading = Reading::new(question.cover(), teller.known.as_ref(), control)?;
                    read = reading.options(&state.text("the state"))?;
                    &read
                }
                (None, None) => &[],
            };
            if !more.is_empty() {
                let pulse = Pulse::preparing(control);
                let mut position = reasoning.beginning(&options, control)?;
                let mut chosen: HashSet<u32> = options.iter().copied().collect();
                for &option in more {
                    if option as usize >= question.cover().option_count() {
                        return Err(misused(
                            format!("there is no option number {option}"),
                            "options are numbered from 0, in their order",
                        ));
                    }
                    if !chosen.insert(option) {
                        continue;
                    }
                    let Some(cost) = position.choose(option) else {
                        return Err(misused(
                            format!("{} is excluded by what is chosen besides", teller.option(option)),
                            "choose options that do not exclude each other",
                        ));
                    };
                    pulse.beats(cost)?;
                    options.push(option);
                }
            }
            return Ok(Puzzle { question, teller, options, given });
        };
        if chosen.is_some() {
            return Err(misused("a tiling has no options to choose by number", "say which pieces lie"));
        }
        let read;
        let placed = match &self.state {
            Some(_) if !self.placed.is_empty() => {
                return Err(misused("what lies is said twice", "give the placements or a state"));
            }
            Some(state) => {
                read = lying(state, problem)?;
                &read
            }
            None => &self.placed,
        };
        let given: Vec<Lying> = problem.given.iter().map(|laid| Lying::of(laid, problem)).collect();
        // A player may say again what the puzzle gives.
        let again = |lying: &Lying| {
            let mut cells = lying.cells.clone();
            cells.sort_unstable();
            given.iter().any(|given| given.piece == lying.piece && given.cells == cells)
        };
        let own = placed.iter().filter(|lying| !again(lying));
        let all: Vec<&Lying> = given.iter().chain(own).collect();
        let options = options(&all, problem, encoded, control)?;
        Ok(Puzzle { question, teller, options, given: given.len() })
    }
}

/// The pieces that a text shows.
fn lying(state: &Given, problem: &Problem) -> Result<Vec<Lying>, Unanswered> {
    let Source { name, text } = state.text("the state");
    let is_json = text.trim_start().starts_with('{');
    // As long as what was written, where an error finds its place.
    let letters = match state {
        _ if is_json => text.to_string(),
        Given::Name(_) => text.replace('/', "\n").replace('?', "."),
        Given::Text(_) => text.replace('?', "."),
    };
    let read = tiling::parse(&letters, problem);
    let read = read.map_err(|error| Source::new(name, &*text).misread(error))?;
    Ok(read.laid().iter().map(|laid| Lying::of(laid, problem)).collect())
}

/// The options that were chosen.
fn options(
    placed: &[&Lying],
    problem: &Problem,
    encoded: &Encoded,
    control: &Control,
) -> Result<Vec<u32>, Unanswered> {
    let pulse = Pulse::preparing(control);
    let lattice = problem.region.lattice();
    let mut options = Vec::new();
    let (mut covered, mut used) = (vec![false; problem.region.len()], vec![0_u32; problem.pieces.len()]);
    for Lying { piece, cells } in placed {
        let wrong = |what: &str| {
            let cells = cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            misused(format!("{piece} on {cells} {what}"), "lay each piece on free cells, as it may lie")
        };
        let cells = cells.iter().map(|cell| problem.region.index(lattice.cell_at(cell)?));
        let mut cells: Vec<u32> = cells.collect::<Option<_>>().ok_or_else(|| wrong("leaves the board"))?;
        cells.sort_unstable();
        let number = piece_called(problem, piece)?;
        let mut found = None;
        for option in 0..encoded.cover().option_count() as u32 {
            pulse.beat()?;
            let placement = encoded.placement(option);
            if placement.cells == cells && placement.piece as usize == number {
                found = Some(option);
                break;
            }
        }
        let option = found.ok_or_else(|| wrong("is no placement of this puzzle"))?;
        if cells.iter().any(|&cell| std::mem::replace(&mut covered[cell as usize], true)) {
            return Err(wrong("lies on another piece"));
        }
        used[number] += 1;
        if problem.pieces[number].copies.max().is_some_and(|max| used[number] > max) {
            return Err(wrong("is one copy too many"));
        }
        options.push(option);
    }
    Ok(options)
}

impl Puzzle<'_> {
    /// The advice where what is next leads on.
    fn advice(&self, next: &Next, position: &Position<'_>, control: &Control) -> Result<Hinted, Unanswered> {
        let Some(solution) = self.solution(self.options.len(), control)? else {
            let sentence = "However the rest is laid, it does not come out.";
            return self.taken_back(Reason::NoSolution, Vec::new(), sentence, Vec::new(), control);
        };
        match next {
            Next::Lay(step) => Ok(self.forced(step)),
            Next::Guess(_) => Ok(self.guess(&solution, position)),
            _ => Ok(self.done(position)),
        }
    }

    fn forced(&self, step: &Step) -> Hinted {
        let (only_way, teller) = (!self.is_piece(step.item), &self.teller);
        let (reason, cells, why) = if only_way {
            let why = teller.only_ways(step.item, step.times);
            (Reason::OnlyWay, teller.cells_of_item(step.item), why)
        } else {
            let why = match step.times {
                1 => "it has no other place".to_owned(),
                n => format!("it must lie {n} times more, and has {n} places"),
            };
            (Reason::OnlyPlace, teller.cells(step.option), why)
        };
        let because = self.ruled_out(&step.because);
        let end = match because.len() {
            0 => ".".to_owned(),
            few if few <= FOLLOWED => ", once this is seen:".to_owned(),
            many => format!(", once {many} placements are ruled out:"),
        };
        let sentence = format!("{}: {why}{end}", self.to_lay(step.option));
        Hinted { because, technique: Some(step.technique), ..self.lays(step.option, reason, cells, sentence) }
    }

    /// Of what covers the cell with the fewest ways, what leads to a solution.
    fn guess(&self, solution: &[u32], position: &Position<'_>) -> Hinted {
        let lying: HashSet<u32> = self.options.iter().copied().collect();
        let lies = |option: &&u32| !lying.contains(option) && !self.is_hole(**option);
        let cover = self.question.cover();
        let open = solution.iter().filter(lies).flat_map(|&option| {
            let required = cover.option(option).iter().map(|entry| entry.item);
            required.filter(|&item| position.must_be_covered(item)).map(move |item| (item, option))
        });
        let Some((item, option)) = open.min_by_key(|&(item, _)| (position.ways(item), item)) else {
            return self.done(position);
        };
        let ways = self.teller.ways(item, position.ways_that_fit(item), position.ways(item));
        let why = format!("{ways}, and this one leads to a solution");
        let sentence = format!("{}: {why}.", self.to_lay(option));
        let cells = self.teller.cells_of_item(item);
        let technique = Some(Technique::Guess);
        Hinted { technique, ..self.lays(option, Reason::FewWays, cells, sentence) }
    }

    fn done(&self, position: &Position<'_>) -> Hinted {
        let holes = position.chosen().iter().any(|&option| self.is_hole(option)) || self.may_stay_empty();
        let s = if holes { " that must be" } else { "" };
        self.hinted(Reason::Done, Vec::new(), format!("All is covered{s}."))
    }

    /// The advice where something is in the way of every solution.
    fn dead(
        &self,
        obstacle: &Obstacle,
        because: &[Excluded],
        control: &Control,
    ) -> Result<Hinted, Unanswered> {
        let (reason, cells) = match obstacle {
            Obstacle::Area(area) => (Reason::DeadArea, self.teller.named_cells(area)),
            Obstacle::NoWay(item) if self.is_piece(*item) => (Reason::NoPlace, Vec::new()),
            Obstacle::NoWay(item) => (Reason::DeadCell, self.teller.cells_of_item(*item)),
            Obstacle::Colours(_) => (Reason::Colours, Vec::new()),
        };
        let because = self.ruled_out(because);
        let sentence = self.teller.dead(obstacle);
        self.taken_back(reason, cells, &sentence, because, control)
    }

    /// The answer where something is wrong: with fewer pieces, until there is a solution. Whoever has one with some pieces has one with fewer, so
    /// twice as many are taken back each time, and then the least number is found between the last two.
    fn taken_back(
        &self,
        reason: Reason,
        cells: Vec<Coordinates>,
        sentence: &str,
        because: Vec<RuledOut>,
        control: &Control,
    ) -> Result<Hinted, Unanswered> {
        let all = self.options.len() - self.given;
        let mends = |taken: usize| -> Result<bool, Unanswered> {
            Ok(self.solution(self.options.len() - taken, control)?.is_some())
        };
        // So many are too few, and so many perhaps enough.
        let (mut few, mut take_back) = (0, 1.min(all));
        let mut hopeless = false;
        while !hopeless && !mends(take_back)? {
            hopeless = take_back == all;
            (few, take_back) = (take_back, (2 * take_back).min(all));
        }
        while !hopeless && take_back - few > 1 {
            let half = few.midpoint(take_back);
            if mends(half)? {
                take_back = half;
            } else {
                few = half;
            }
        }
        let one = match self.question {
            Question::Tilings(..) => "piece",
            Question::Covers(_) => self.teller.known.as_ref().map_or("option", Known::called),
        };
        let advice = match take_back {
            _ if hopeless && all == 0 => " The puzzle has no solution.".to_owned(),
            _ if hopeless => " The puzzle has no solution, whatever is taken back.".to_owned(),
            1 => format!(" Take the last {one} back."),
            _ if take_back == all => format!(" Take all {one}s back."),
            _ => format!(" Take the last {take_back} {one}s back."),
        };
        let seen = if because.is_empty() { "" } else { " It is seen so:" };
        let take_back = if hopeless { 0 } else { take_back };
        Ok(Hinted { take_back, because, ..self.hinted(reason, cells, format!("{sentence}{advice}{seen}")) })
    }

    fn hinted(&self, reason: Reason, cells: Vec<Coordinates>, sentence: String) -> Hinted {
        Hinted {
            lay: None,
            choose: None,
            take_back: 0,
            reason,
            technique: None,
            cells,
            sentence,
            because: Vec::new(),
            tiling: self.tiling(None),
            chosen: self.options.clone(),
        }
    }

    fn lays(&self, option: u32, reason: Reason, cells: Vec<Coordinates>, sentence: String) -> Hinted {
        let lay = self.teller.lying(option);
        let choose = if lay.is_none() { Some(self.teller.items(option)) } else { None };
        let chosen = [self.options.as_slice(), &[option]].concat();
        let tiling = self.tiling(Some(option));
        Hinted { lay, choose, tiling, chosen, ..self.hinted(reason, cells, sentence) }
    }

    /// What lies, and one option more.
    fn tiling(&self, more: Option<u32>) -> Option<Tiling> {
        let Question::Tilings(_, encoded) = self.question else { return None };
        Some(encoded.tiling(&self.options.iter().copied().chain(more).collect::<Vec<_>>()))
    }

    fn to_lay(&self, option: u32) -> String {
        let verb = match self.question {
            Question::Tilings(..) => "Lay",
            Question::Covers(_) => self.teller.known.as_ref().map_or("Choose", Known::verb),
        };
        format!("{verb} {}", self.teller.option(option))
    }

    fn ruled_out(&self, because: &[Excluded]) -> Vec<RuledOut> {
        let told = because.iter().map(|excluded| RuledOut {
            placement: self.teller.lying(excluded.option),
            technique: excluded.technique(),
            sentence: self.teller.excluded(excluded),
        });
        told.collect()
    }

    fn is_piece(&self, item: u32) -> bool {
        self.teller.is_piece(item)
    }

    fn is_hole(&self, option: u32) -> bool {
        self.teller.is_hole(option)
    }

    fn may_stay_empty(&self) -> bool {
        matches!(self.question, Question::Tilings(problem, _) if problem.region.has_optional())
    }

    /// A solution that has the first `placed` of the options that lie.
    fn solution(&self, placed: usize, control: &Control) -> Result<Option<Vec<u32>>, Unanswered> {
        let mut conditions = Vec::new();
        if let Question::Tilings(_, encoded) = self.question {
            for &option in &self.options[..placed] {
                let placement = encoded.placement(option);
                let mut cells: Vec<Cell> =
                    placement.cells.iter().map(|&cell| encoded.cells()[cell as usize]).collect();
                cells.sort_unstable();
                let piece = placement.piece as usize;
                conditions.push(Condition { piece, relation: Relation::LiesOn(cells), negated: false });
            }
        }
        let held;
        let question = match self.question {
            // An item that each of these options must cover makes all of them a part of every solution.
            Question::Covers(cover) if placed > 0 => {
                let names = (0..=cover.items().len()).map(|n| format!("chosen{n}"));
                let name = { names }.find(|name| cover.item(name).is_none());
                let number = placed as u32;
                let all = Multiplicity::Primary { lo: number, hi: number };
                let chosen: HashSet<u32> = self.options[..placed].iter().copied().collect();
                control.reserve(self.question.bytes(), "the puzzle with what is chosen")?;
                let extended =
                    cover.with_item(name.unwrap_or_default(), all, |option| chosen.contains(&option));
                held = Question::covers(extended.map_err(|e| Unanswered::Failed(e.to_string()))?);
                &held
            }
            question => question,
        };
        let control = &control.holding(if placed > 0 { question.bytes() } else { 0 });
        let search = Search::new(question, &Options { conditions, ..Options::default() }, control)?;
        let mut found = None;
        let report = search.list(search.beginning(), None, control, &mut |chosen| {
            found = Some(chosen.to_vec());
            Reply::Enough
        })?;
        match report.stopped {
            Some(stopped) if found.is_none() => Err(stopped.into()),
            _ => Ok(found),
        }
    }
}

impl Ask for Hint {
    type Answer = Hinted;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Hinted, Unanswered> {
        self.answer(&answered::subject(about, control, listener)?, control)
    }
}

impl Hinted {
    /// The sentence, and what has to be seen for it.
    pub fn text(&self) -> String {
        let mut because = String::new();
        for ruled_out in self.because.iter().take(FOLLOWED) {
            because.extend(["- ", &ruled_out.sentence, "\n"]);
        }
        let more = match self.because.len().saturating_sub(FOLLOWED) {
            0 => String::new(),
            more => format!("- and {more} more in the same way; JSON has them all\n"),
        };
        format!("{}\n{because}{more}", self.sentence)
    }

    /// The picture of an exact cover or a guessed number whose solutions look as is `known`: clues, and what is to be chosen in a colour of its
    /// own. Nothing where its board is too large.
    pub fn grids(&self, known: &Known) -> Option<Grids> {
        let grids = Grids::new(known, [self.chosen.clone()])?;
        let newest = self.choose.as_ref().and(self.chosen.last());
        Some(grids.pointing(&newest.map(|&option| known.places(option)).unwrap_or_default()))
    }

    /// The picture, of a tiling of `problem`: what lies is pale, what is to be laid is not, and the cells that the reason is about are pointed
    /// at.
    pub fn scene(&self, problem: &Problem) -> Option<Scene> {
        let tiling = self.tiling.as_ref()?;
        let lattice = problem.region.lattice();
        let cells = |numbers: &[Coordinates]| -> BTreeSet<Cell> {
            numbers.iter().filter_map(|numbers| lattice.cell_at(numbers)).collect()
        };
        let newest = self.lay.as_ref().map(|lay| cells(&lay.cells));
        let is_newest = |laid: &Laid| newest == Some(laid.cells.iter().copied().collect());
        let newest = tiling.laid().iter().position(is_newest);
        let (pointed, black) = match self.reason {
            Reason::Colours => (BTreeSet::new(), cells(&self.cells)),
            _ => (cells(&self.cells), BTreeSet::new()),
        };
        let scene = Scene::new(problem, tiling).pointing(newest, pointed).shading(black);
        Some(scene.titled(self.sentence.as_str()))
    }
}

#[cfg(test)]
mod tests;
