//! A game with sliding blocks in the terminal.
//!
//! In: a [`Game`]; what a key does is for it to say. Out: the same game when the player leaves. `view` draws what is seen, `guide`
//! finds out how far the goal is, `events` reads what the terminal sends, and `terminal` makes sure that the terminal is left as it
//! was found.

mod choose;
#[cfg(unix)]
mod events;
#[cfg(not(unix))]
#[path = "console.rs"]
mod events;
mod guide;
mod terminal;
mod view;

use crate::failure::Failure;
use crate::style::{Style, is_dumb};
pub use choose::choose;
use events::Events;
use guide::Guide;
use polytile::sliding::game::{Ahead, Game, Press};
use polytile::sliding::{Direction, Outlook};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position as Point, Rect};
use std::io::{IsTerminal, stdin, stdout};
use std::time::{Duration, Instant};
use terminal::Terminal;
use view::Place;

/// How long to wait for a key before looking whether something was found out; also the silence after which a key is complete.
const WAIT: Duration = Duration::from_millis(50);
/// How long each move of a demonstration is looked at.
const PAUSE: Duration = Duration::from_millis(400);

/// Makes sure that there is a terminal to play in.
///
/// # Errors
/// When there is none.
pub fn expect_terminal() -> Result<(), Failure> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Err(Failure::usage(
            "playing needs a terminal for the keys and the board",
            "without one, `polytile slide solve` shows a solution",
        ));
    }
    if is_dumb() {
        return Err(Failure::usage(
            "this terminal cannot be written over: TERM is dumb or says nothing",
            "play in another one, or see a solution with `polytile slide solve`",
        ));
    }
    Ok(())
}

/// Plays until the player leaves, and tells `moved` of the game after each move; distances to the goal take up to `memory` bytes.
///
/// # Errors
/// When the terminal refuses, or goes, and what `moved` says.
pub fn play(
    game: &mut Game,
    title: Option<&str>,
    memory: u64,
    moved: &mut dyn FnMut(&Game) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // Without a goal there is nothing to find out.
    let mut guide =
        (!game.puzzle().goals().is_empty()).then(|| Guide::new(game.puzzle().clone(), game.metric(), memory));
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
            terminal.draw(game, title, look)?;
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
            moved(game)?;
        }
    }
    Ok(())
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
