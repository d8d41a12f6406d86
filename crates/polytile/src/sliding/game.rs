//! A game: what a player does to a puzzle, wherever the puzzle is shown.
//!
//! In: keys, one after the other ([`Game::press`]), from a terminal, a page or a window, and what has meanwhile been found out
//! about the way to the goal ([`Game::learn`]). Out: where the pieces stand, which of them is chosen, how far the player has
//! come, and a message. The game itself searches for nothing: [`Distances`](super::Distances) know the way, and may take as long
//! as they like, on another thread or in a worker.
//!
//! ```
//! use polytile::format::sliding;
//! use polytile::sliding::game::{Game, Press};
//! use polytile::sliding::{Direction, Metric};
//! let puzzle = sliding::parse("start = 'A.B'\ngoal = '.A.'")?.puzzle;
//! let mut game = Game::new(puzzle, Metric::Step);
//! game.press(Press::Letter('a'));
//! assert!(game.press(Press::Go(Direction::Right)));
//! assert_eq!(game.message(), "Solved! Steps 1, slides 1, moves 1.");
//! # Ok::<(), polytile::format::FormatError>(())
//! ```

use super::moves::{IllegalMove, Metric, Move};
use super::position::Position;
use super::puzzle::Puzzle;
use super::solve::Outlook;
use crate::board::{Cell, Direction};
use crate::run::Stopped;

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Press {
    /// Move the piece that is chosen by one unit.
    Go(Direction),
    /// Choose the next piece.
    Next,
    /// Choose the piece before.
    Previous,
    /// Choose the piece with this letter.
    Letter(char),
    /// Choose the piece on this cell, by row and column.
    Cell(u32, u32),
    /// Take the last unit back.
    Undo,
    /// Make it again.
    Redo,
    /// Go back to the start.
    Reset,
    /// Show a first move of a shortest solution.
    Hint,
    /// Make that move, of as many units as it has.
    Advance,
    /// End the game.
    Quit,
}

/// What is known about the way to the goal from the position shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// It is being found out.
    Searching,
    /// The distance and the next move; nothing when no goal can be reached.
    Known(Option<Outlook>),
    /// It cannot be found out within the limits.
    Unknown(String),
    /// The puzzle has no goal.
    NoGoal,
}

/// How far a player has come, in each metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Units.
    pub steps: usize,
    /// Runs of one piece in one direction.
    pub slides: usize,
    /// Runs of one piece.
    pub moves: usize,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Puzzle,
    metric: Metric,
    position: Position,
    /// The units made, each a piece and a direction.
    made: Vec<(usize, Direction)>,
    /// The units taken back, the last one first to be made again.
    undone: Vec<(usize, Direction)>,
    chosen: Option<usize>,
    ahead: Ahead,
    /// The distance from the start, once it is known.
    shortest: Option<usize>,
    message: String,
    over: bool,
}

impl Game {
    /// A game from the start of `puzzle`; distances are in `metric`.
    pub fn new(puzzle: Puzzle, metric: Metric) -> Self {
        let ahead = if puzzle.goals().is_empty() { Ahead::NoGoal } else { Ahead::Searching };
        let position = puzzle.start();
        Game {
            metric,
            position,
            made: Vec::new(),
            undone: Vec::new(),
            chosen: None,
            ahead,
            shortest: None,
            message: String::new(),
            over: false,
            puzzle,
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What counts as one move in distances.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Where the pieces stand.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The piece that arrows move.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// What is known about the way to the goal.
    pub fn ahead(&self) -> &Ahead {
        &self.ahead
    }

    /// What there is to tell the player.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the player has had enough.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// How many moves the goal is away from the start, once that is known.
    pub fn shortest(&self) -> Option<usize> {
        self.shortest
    }

    /// The moves made so far: runs of one piece, or in one direction only, or single units, as the metric has it.
    pub fn moves(&self) -> Vec<Move> {
        let metric = self.metric;
        let one = |a: &(usize, Direction), b: &(usize, Direction)| match metric {
            Metric::Step => false,
            Metric::Slide => a == b,
            Metric::Move => a.0 == b.0,
        };
        let of_run = |run: &[(usize, Direction)]| Move {
            piece: run[0].0,
            path: run.iter().map(|unit| unit.1).collect(),
        };
        self.made.chunk_by(one).map(of_run).collect()
    }

    /// Makes moves of an earlier game, from where the pieces stand.
    ///
    /// # Errors
    /// When one of them is impossible; then none is made. Says which, counted from 0.
    pub fn replay(&mut self, moves: &[Move]) -> Result<(), (usize, IllegalMove)> {
        self.puzzle.replay(&self.position, moves)?;
        for step in moves {
            self.walk(step);
        }
        Ok(())
    }

    /// How far the player has come.
    pub fn counts(&self) -> Counts {
        let runs =
            |same: fn(&(usize, Direction), &(usize, Direction)) -> bool| self.made.chunk_by(same).count();
        Counts { steps: self.made.len(), slides: runs(|a, b| a == b), moves: runs(|a, b| a.0 == b.0) }
    }

    /// Does what a key asks for, and says whether the position is another one.
    pub fn press(&mut self, key: Press) -> bool {
        self.message.clear();
        match key {
            Press::Go(direction) => return self.go(direction),
            Press::Next => self.turn(1),
            Press::Previous => self.turn(self.puzzle.pieces().len() - 1),
            Press::Letter(letter) => self.choose_letter(letter),
            Press::Cell(row, col) => {
                let cell = Cell::new(row, col);
                let stands = |piece| self.puzzle.occupied(&self.position)[self.puzzle.number(piece)];
                self.chosen = Some(cell)
                    .filter(|&cell| self.puzzle.board().is_inside(cell))
                    .and_then(stands)
                    .or(self.chosen);
            }
            Press::Undo => {
                let Some((piece, direction)) = self.made.pop() else {
                    "there is nothing to take back".clone_into(&mut self.message);
                    return false;
                };
                self.undone.push((piece, direction));
                return self.step(piece, direction.reverse());
            }
            Press::Redo => {
                let Some((piece, direction)) = self.undone.pop() else {
                    "there is nothing to make again".clone_into(&mut self.message);
                    return false;
                };
                self.made.push((piece, direction));
                return self.step(piece, direction);
            }
            Press::Reset => {
                let changed = !self.made.is_empty();
                self.position = self.puzzle.start();
                self.made.clear();
                self.undone.clear();
                self.moved();
                return changed;
            }
            Press::Hint => self.hint(),
            Press::Advance => {
                self.hint();
                let Ahead::Known(Some(Outlook { next: Some(step), .. })) = &self.ahead else { return false };
                let step = step.clone();
                self.message.clear();
                self.walk(&step);
                return true;
            }
            Press::Quit => self.over = true,
        }
        false
    }

    /// Takes in what was found out about `position`, unless the player has left that position since.
    pub fn learn(&mut self, position: &Position, found: Result<Option<Outlook>, Stopped>) {
        if self.ahead == Ahead::NoGoal {
            return;
        }
        let ahead = match found {
            Ok(outlook) => Ahead::Known(outlook),
            Err(Stopped::Interrupted(_)) => return,
            Err(stopped) => Ahead::Unknown(stopped.to_string()),
        };
        if *position == self.puzzle.start()
            && let Ahead::Known(Some(outlook)) = &ahead
        {
            self.shortest = Some(outlook.distance);
        }
        if *position == self.position {
            self.ahead = ahead;
            self.greet();
        }
    }

    fn go(&mut self, direction: Direction) -> bool {
        let can = |piece: &usize| {
            self.puzzle.apply(&self.position, &Move { piece: *piece, path: vec![direction] }).is_ok()
        };
        let piece = self.chosen.or_else(|| {
            // If only one piece can go there, it is clear which is meant.
            let mut able = (0..self.puzzle.pieces().len()).filter(can);
            able.next().filter(|_| able.next().is_none())
        });
        let Some(piece) = piece else {
            "choose a piece first: its letter, Tab, or a click".clone_into(&mut self.message);
            return false;
        };
        match self.puzzle.apply(&self.position, &Move { piece, path: vec![direction] }) {
            Ok(_) => {
                self.made.push((piece, direction));
                self.undone.clear();
                self.step(piece, direction)
            }
            Err(why) => {
                self.message = why.to_string();
                false
            }
        }
    }

    /// Makes a move that is known to be possible.
    fn walk(&mut self, step: &Move) {
        for &direction in &step.path {
            self.made.push((step.piece, direction));
            self.step(step.piece, direction);
        }
        self.undone.clear();
    }

    /// Moves a piece by one unit, which is known to be possible.
    fn step(&mut self, piece: usize, direction: Direction) -> bool {
        let Ok(next) = self.puzzle.apply(&self.position, &Move { piece, path: vec![direction] }) else {
            return false;
        };
        self.position = next;
        self.chosen = Some(piece);
        self.moved();
        true
    }

    /// Notes that the position has changed.
    fn moved(&mut self) {
        if self.ahead != Ahead::NoGoal && !matches!(self.ahead, Ahead::Unknown(_)) {
            self.ahead = Ahead::Searching;
        }
        self.greet();
    }

    /// Says when the goal is reached.
    fn greet(&mut self) {
        if !self.puzzle.is_solved(&self.position) {
            return;
        }
        let Counts { steps, slides, moves } = self.counts();
        let shortest = self.shortest.map(|length| format!(" Shortest: {length} ({} metric).", self.metric));
        let shortest = shortest.unwrap_or_default();
        self.message = format!("Solved! Steps {steps}, slides {slides}, moves {moves}.{shortest}");
    }

    /// Chooses the piece `by` places after the one chosen.
    fn turn(&mut self, by: usize) {
        let count = self.puzzle.pieces().len();
        self.chosen = Some(match self.chosen {
            Some(piece) => (piece + by) % count,
            None if by == 1 => 0,
            None => count - 1,
        });
    }

    fn choose_letter(&mut self, letter: char) {
        let other =
            if letter.is_lowercase() { letter.to_uppercase().next() } else { letter.to_lowercase().next() };
        let piece =
            [Some(letter), other].into_iter().flatten().find_map(|name| self.puzzle.piece_called(name));
        match piece {
            Some(piece) => self.chosen = Some(piece),
            None => self.message = format!("there is no piece '{letter}'"),
        }
    }

    fn hint(&mut self) {
        self.message = match &self.ahead {
            Ahead::Searching => "the way to the goal is not known yet".to_owned(),
            Ahead::NoGoal => "the puzzle has no goal".to_owned(),
            Ahead::Unknown(why) => why.clone(),
            Ahead::Known(None) => "no goal can be reached from here".to_owned(),
            Ahead::Known(Some(Outlook { next: None, .. })) => "this is the goal".to_owned(),
            Ahead::Known(Some(Outlook { next: Some(step), .. })) => {
                self.chosen = Some(step.piece);
                format!("hint: {} {}", self.puzzle.labels()[step.piece], step.way())
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::run::Control;
    use crate::sliding::Distances;

    fn game() -> Game {
        let puzzle = sliding::parse("start = '''\nAB.\n...\n'''\ngoal = '''\n..A\n...\n'''").unwrap().puzzle;
        Game::new(puzzle, Metric::Move)
    }

    fn told(game: &mut Game) {
        let distances = Distances::new(game.puzzle(), game.metric(), &Control::default()).unwrap();
        for position in [game.puzzle().start(), game.position().clone()] {
            let found = distances.outlook(&position, &Control::default());
            game.learn(&position, found);
        }
    }

    #[test]
    fn a_game_from_the_start_to_the_goal() {
        let mut game = game();
        told(&mut game);
        assert!(matches!(game.ahead(), Ahead::Known(Some(Outlook { distance: 1, .. }))));
        game.press(Press::Hint);
        assert_eq!((game.message(), game.chosen()), ("hint: A down, right 2, up", Some(0)));
        for direction in [Direction::Down, Direction::Right, Direction::Right, Direction::Up] {
            assert!(game.press(Press::Go(direction)), "{}", game.message());
        }
        assert_eq!(game.message(), "Solved! Steps 4, slides 3, moves 1. Shortest: 1 (move metric).");
        assert_eq!(game.counts(), Counts { steps: 4, slides: 3, moves: 1 });
        assert!(game.press(Press::Undo) && *game.ahead() == Ahead::Searching);
        assert_eq!(game.message(), "");
        assert!(game.press(Press::Redo) && !game.message().is_empty());
        assert!(!game.press(Press::Redo));
        assert!(game.press(Press::Reset) && !game.press(Press::Reset) && !game.press(Press::Undo));
        assert_eq!(game.counts(), Counts::default());
    }

    #[test]
    fn a_game_that_plays_itself_and_is_played_again() {
        let mut game = game();
        assert!(!game.press(Press::Advance));
        assert_eq!(game.message(), "the way to the goal is not known yet");
        told(&mut game);
        assert_eq!(game.shortest(), Some(1));
        assert!(game.press(Press::Advance));
        assert_eq!(game.message(), "Solved! Steps 4, slides 3, moves 1. Shortest: 1 (move metric).");
        told(&mut game);
        assert!(!game.press(Press::Advance));
        assert_eq!(game.message(), "this is the goal");
        let moves = game.moves();
        assert_eq!(moves.iter().map(Move::way).collect::<Vec<_>>(), ["down, right 2, up"]);
        let mut again = Game::new(game.puzzle().clone(), Metric::Slide);
        assert_eq!(again.replay(&moves), Ok(()));
        assert_eq!((again.position(), again.moves().len()), (game.position(), 3));
        assert!(matches!(again.replay(&moves), Err((0, _))));
        assert_eq!(again.counts().steps, 4);
    }

    #[test]
    fn pieces_are_chosen_in_every_way() {
        let mut game = game();
        assert!(!game.press(Press::Go(Direction::Down)));
        assert_eq!(game.message(), "choose a piece first: its letter, Tab, or a click");
        // Only B can go right.
        assert!(game.press(Press::Go(Direction::Right)));
        assert_eq!(game.chosen(), Some(1));
        for (key, chosen) in [
            (Press::Next, 0),
            (Press::Previous, 1),
            (Press::Letter('a'), 0),
            (Press::Letter('B'), 1),
            (Press::Cell(0, 0), 0),
            (Press::Cell(1, 1), 0),
            (Press::Cell(9, 9), 0),
        ] {
            game.press(key);
            assert_eq!(game.chosen(), Some(chosen), "{key:?}");
        }
        game.press(Press::Letter('Z'));
        assert_eq!(game.message(), "there is no piece 'Z'");
        assert!(!game.press(Press::Go(Direction::Up)));
        assert_eq!(game.message(), "piece 'A' cannot move up: there is a wall");
        game.press(Press::Quit);
        assert!(game.is_over());
    }

    #[test]
    fn what_is_found_out_too_late_is_passed_over() {
        let mut game = game();
        let start = game.position().clone();
        game.press(Press::Go(Direction::Right));
        game.learn(&start, Ok(None));
        assert_eq!(*game.ahead(), Ahead::Searching);
        game.press(Press::Hint);
        assert_eq!(game.message(), "the way to the goal is not known yet");
        game.learn(&game.position().clone(), Err(Stopped::TooLarge("too many".to_owned())));
        game.press(Press::Hint);
        assert_eq!(game.message(), "too many");
    }
}
