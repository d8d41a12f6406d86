//! What the player does, where a system says so itself in events, and not in bytes.

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

    /// What happens within this time, or none of it.
    ///
    /// # Errors
    /// When the console has gone.
    pub fn wait(&mut self, time: Duration) -> io::Result<Vec<Event>> {
        if event::poll(time)? { Ok(vec![event::read()?]) } else { Ok(Vec::new()) }
    }
}
