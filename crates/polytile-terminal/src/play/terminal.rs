//! The terminal while a game is played in it. However that ends, the terminal is left as it was found.
//!
//! A signal that asks the process to end comes on a thread of its own, perhaps while a picture is drawn. So whoever writes to the
//! terminal holds a lock; the thread that has been told to end takes it, restores the terminal, and keeps the lock, so that
//! nothing more is drawn. A terminal that takes no bytes must not keep the process from ending: then it is left as it is.

use super::view;
use crate::failure::Failure;
use crate::interrupt;
use crate::style::Style;
use polytile::sliding::game::Game;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::layout::Size;
use std::io::{self, stdout};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

/// Whether the terminal is in the hands of a game.
static TAKEN: Mutex<bool> = Mutex::new(false);

/// How long, and how often, a signal waits for a picture to be finished.
const PICTURE_WAITS: (Duration, u32) = (Duration::from_millis(20), 50);

/// More characters than any terminal shows: one that claims to be larger is not drawn on.
const LARGEST: u64 = 1 << 20;

fn taken() -> MutexGuard<'static, bool> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A terminal with a game in it.
pub struct Terminal {
    terminal: DefaultTerminal,
}

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When it refuses.
    pub fn open() -> Result<Self, Failure> {
        interrupt::ends_with(end).map_err(|e| Failure::other(e.to_string()))?;
        expect_drawable(crossterm_size()?)?;
        let mut taken = taken();
        *taken = true;
        // Restores the terminal after a panic, too.
        let terminal = ratatui::try_init().inspect_err(|_| *taken = false)?;
        let terminal = Terminal { terminal };
        // With the lock held: otherwise a signal in between would restore the terminal, and the mouse would be taken afterwards.
        let mouse = execute!(stdout(), EnableMouseCapture);
        // From here on, dropping it needs the lock.
        drop(taken);
        mouse?;
        Ok(terminal)
    }

    /// Draws a game.
    ///
    /// # Errors
    /// When the terminal refuses, or claims to be enormous.
    pub fn draw(&mut self, game: &Game, title: Option<&str>, look: Style) -> io::Result<()> {
        let _held = taken();
        expect_drawable(self.terminal.size()?)?;
        self.terminal.draw(|frame| view::draw(frame, game, title, look)).map(drop)
    }

    /// How large it is.
    ///
    /// # Errors
    /// When the terminal does not say.
    pub fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }
}

/// How large the terminal is.
fn crossterm_size() -> io::Result<Size> {
    let (width, height) = ratatui::crossterm::terminal::size()?;
    Ok(Size { width, height })
}

/// Sees to it that the terminal can be drawn on.
fn expect_drawable(Size { width, height }: Size) -> io::Result<()> {
    if u64::from(width) * u64::from(height) <= LARGEST {
        return Ok(());
    }
    Err(io::Error::other(format!("a terminal of {width}x{height} characters cannot be drawn on")))
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore(&mut taken());
    }
}

/// Restores the terminal.
fn restore(taken: &mut bool) {
    if std::mem::take(taken) {
        // What cannot be undone now cannot be reported either.
        let _ = execute!(stdout(), DisableMouseCapture, Show);
        ratatui::restore();
    }
}

/// Restores the terminal of a process that is about to end.
fn end() {
    for _ in 0..PICTURE_WAITS.1 {
        if let Ok(mut taken) = TAKEN.try_lock() {
            restore(&mut taken);
            // Nothing is drawn any more.
            std::mem::forget(taken);
            return;
        }
        sleep(PICTURE_WAITS.0);
    }
}
