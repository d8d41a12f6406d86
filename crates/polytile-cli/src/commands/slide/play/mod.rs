//! `polytile slide play`: a puzzle in the terminal.
//!
//! What a key does is for the library to say ([`Game`]); `view` draws what is seen, `guide` finds out how far the goal is,
//! `events` reads what the terminal sends, and `terminal` makes sure that the terminal is left as it was found.

mod choose;
#[cfg(unix)]
mod events;
#[cfg(not(unix))]
#[path = "console.rs"]
mod events;
mod guide;
mod terminal;
mod view;

use super::{load, position};
use crate::failure::Failure;
use crate::input;
use crate::output::write_file;
use crate::run::budget;
use crate::style::{Style, is_dumb};
use crate::values::{choice, memory};
use choose::choose;
use clap::ValueHint;
use events::Events;
use guide::Guide;
use polytile::ask::slide_check::SlideCheck;
use polytile::format::sliding::{SlidingPuzzle, SolutionText, starting_from};
use polytile::format::subject::Given;
use polytile::sliding::game::{Ahead, Game, Press};
use polytile::sliding::{Direction, Metric, Outlook};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position as Point, Rect};
use std::fmt::Write;
use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use terminal::Terminal;
use view::Place;

/// Play a puzzle in the terminal
///
/// Arrows move the piece that was chosen with its letter, Tab or a click. How many moves the goal is away is found out
/// meanwhile and shown.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), or a puzzle file [default: one that you choose from a list]
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// What counts as one move in the distance to the goal
    #[arg(long, value_name = "METRIC", default_value = "step", value_parser = choice::<Metric>())]
    metric: Metric,
    /// Start from the position drawn in this file instead
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    from: Option<String>,
    /// Start from a position that many random moves lead to; the same number gives the same position
    #[arg(long, value_name = "SEED", conflicts_with = "from")]
    scramble: Option<u64>,
    /// Write the moves made into this file, as `polytile slide check` reads them; after each, so that none is lost
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Begin with the moves that are in the file of --save
    #[arg(long, requires = "save")]
    resume: bool,
    /// Memory for the distances, as in 2GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
}

/// How long to wait for a key before looking whether something was found out; also the silence after which a key is complete.
const WAIT: Duration = Duration::from_millis(50);
/// Random moves that scramble a puzzle.
const SCRAMBLING: usize = 1000;
/// How long each move of a demonstration is looked at.
const PAUSE: Duration = Duration::from_millis(400);

/// Plays until the player leaves.
///
/// # Errors
/// When there is no puzzle, or no terminal.
pub fn run(args: &Args) -> Result<(), Failure> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Err(Failure::usage(
            "playing needs a terminal for the keys and the board",
            "without one, `polytile slide solve` shows a solution",
        ));
    }
    if is_dumb() {
        return Err(Failure::usage(
            "this terminal cannot be written over: TERM is dumb",
            "play in another one, or see a solution with `polytile slide solve`",
        ));
    }
    let Some(name) = args.puzzle.clone().map_or_else(choose, |name| Ok(Some(name)))? else { return Ok(()) };
    let SlidingPuzzle { title, mut puzzle, .. } = load(&name)?;
    if let Some(from) = &args.from {
        puzzle = starting_from(&puzzle, &position(&name, from)?)?;
    }
    if let Some(seed) = args.scramble {
        let scrambled = puzzle.scrambled(&puzzle.start(), SCRAMBLING, seed);
        puzzle = puzzle.starting_at(&scrambled).map_err(|e| Failure::other(e.to_string()))?;
    }
    let mut game = Game::new(puzzle.clone(), args.metric);
    if let Some(save) = args.save.as_ref().filter(|_| args.resume) {
        resume(&mut game, save)?;
    }
    // Without a goal there is nothing to find out.
    let mut guide =
        (!puzzle.goals().is_empty()).then(|| Guide::new(puzzle, args.metric, budget(args.memory)));
    if let Some(guide) = &mut guide {
        // How many moves there need be is known at once but for tiles, which are searched for where they stand.
        guide.ask(game.puzzle().start());
        if *game.position() != game.puzzle().start() {
            guide.ask(game.position().clone());
        }
    }
    let look = Style::of(false, false, false);
    let mut terminal = Terminal::open()?;
    let mut events = Events::new();
    let mut size = terminal.size()?;
    let mut stale = true;
    // When the game makes its next move by itself, if it does.
    let mut demo: Option<Instant> = None;
    while !game.is_over() {
        for (position, found) in guide.iter().flat_map(Guide::answers) {
            game.learn(&position, found);
            stale = true;
        }
        let now = terminal.size()?;
        if stale || now != size {
            size = now;
            terminal.draw(&game, title.as_deref(), look)?;
            stale = false;
        }
        let mut pressed = Vec::new();
        for event in events.wait(WAIT).map_err(|e| Failure::other(format!("the terminal has gone: {e}")))? {
            stale = true;
            let place = Place::of(game.puzzle(), Rect::new(0, 0, size.width, size.height));
            // Every key and click ends a demonstration, and Enter begins one.
            match &event {
                Event::Key(KeyEvent { code, kind, .. }) if *kind != KeyEventKind::Release => {
                    demo = (*code == KeyCode::Enter && demo.is_none()).then(Instant::now);
                }
                Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => demo = None,
                _ => {}
            }
            pressed.extend(key(&event, place));
        }
        if demo.is_some_and(|next| next <= Instant::now()) && *game.ahead() != Ahead::Searching {
            stale = true;
            let ahead = matches!(game.ahead(), Ahead::Known(Some(Outlook { next: Some(_), .. })));
            demo = ahead.then(|| Instant::now() + PAUSE);
            pressed.push(Press::Advance);
        }
        for key in pressed {
            if !game.press(key) {
                continue;
            }
            if let Some(guide) = &mut guide {
                guide.ask(game.position().clone());
            }
            save(args.save.as_deref(), &game)?;
        }
    }
    drop(terminal);
    save(args.save.as_deref(), &game)
}

/// Writes the moves made into the file, if there is to be one.
fn save(file: Option<&Path>, game: &Game) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| write_file(file, written(game).as_bytes()))
}

/// Makes the moves that are in the file of an earlier game.
fn resume(game: &mut Game, save: &Path) -> Result<(), Failure> {
    let read = input::read(&save.to_string_lossy())?;
    let question = SlideCheck { solution: Some(Given::Text(read)), metric: None };
    let help = "the moves are of another puzzle or start: leave out --resume, or name another file";
    let SolutionText { solutions, misfits, .. } = question.solutions(game.puzzle())?;
    if let Some((_, misfit)) = misfits.first() {
        return Err(Failure::usage(format!("{}: {misfit}", save.display()), help));
    }
    let moves = solutions.first().map(Vec::as_slice).unwrap_or_default();
    game.replay(moves).map_err(|(number, why)| {
        Failure::usage(format!("{}: move {} is impossible: {why}", save.display(), number + 1), help)
    })
}

/// The moves made, as `polytile slide solve` prints a solution.
fn written(game: &Game) -> String {
    let moves = game.moves();
    let mut text = format!("metric {}\nlength {}\n", game.metric(), moves.len());
    for (number, step) in (1..).zip(&moves) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{number}. {} {}", game.puzzle().pieces()[step.piece].name, step.way());
    }
    text
}

/// What an event of the terminal asks for, with the board at `place`.
fn key(event: &Event, place: Option<Place>) -> Option<Press> {
    match event {
        Event::Key(KeyEvent { code, modifiers, kind, .. }) if *kind != KeyEventKind::Release => {
            let control = modifiers.contains(KeyModifiers::CONTROL);
            match code {
                KeyCode::Up => Some(Press::Go(Direction::Up)),
                KeyCode::Down => Some(Press::Go(Direction::Down)),
                KeyCode::Left => Some(Press::Go(Direction::Left)),
                KeyCode::Right => Some(Press::Go(Direction::Right)),
                KeyCode::Tab => Some(Press::Next),
                KeyCode::BackTab => Some(Press::Previous),
                KeyCode::Backspace => Some(Press::Undo),
                KeyCode::Home => Some(Press::Reset),
                KeyCode::Esc => Some(Press::Quit),
                KeyCode::Char('c' | 'q') if control => Some(Press::Quit),
                KeyCode::Char('z') if control => Some(Press::Undo),
                KeyCode::Char('y') if control => Some(Press::Redo),
                KeyCode::Char('?') => Some(Press::Hint),
                KeyCode::Char(letter) if !control => Some(Press::Letter(*letter)),
                _ => None,
            }
        }
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            let (row, col) = place?.cell(Point { x: mouse.column, y: mouse.row })?;
            Some(Press::Cell(row, col))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_understood() {
        let pressed = |code, modifiers| key(&Event::Key(KeyEvent::new(code, modifiers)), None);
        let plain = |code| pressed(code, KeyModifiers::NONE);
        assert_eq!(plain(KeyCode::Left), Some(Press::Go(Direction::Left)));
        assert_eq!(plain(KeyCode::Char('c')), Some(Press::Letter('c')));
        assert_eq!(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Press::Quit));
        assert_eq!(pressed(KeyCode::Char('y'), KeyModifiers::CONTROL), Some(Press::Redo));
        assert_eq!(pressed(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        assert_eq!(plain(KeyCode::Char('?')), Some(Press::Hint));
        assert_eq!(plain(KeyCode::F(5)), None);
    }
}
