//! What the player does, on systems that report it in events and not in bytes.

use ratatui::crossterm::event::{self, Event};
use std::io;
use std::time::Duration;

/// Events of the console.
pub struct Events;

impl Events {
    /// Begins to listen.
    pub fn new() -> Self {
        Events
    }

    /// The next event within this time, if there is one.
    ///
    /// # Errors
    /// When the console has gone.
    pub fn wait(&mut self, time: Duration) -> io::Result<Vec<Event>> {
        if event::poll(time)? { Ok(vec![event::read()?]) } else { Ok(Vec::new()) }
    }
}
