//! Lists on standard output, which a terminal gets a screenful of.
//!
//! In: what is listed, one text after the other, or all of it as one. Out: each on standard output, until a terminal is full;
//! then one line on standard error that says how to have all. What is no terminal gets the list to its end.

use crate::failure::Failure;
use crate::layout::{broken, width};
use crate::output::{self, print};
use crate::say::say_line;
use crate::screen::Screen;

/// How to have all of any list.
const PIPE: &str = "a pipe, such as | less -R, gets all";

/// A list, as far as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Lines for which a terminal still has room, where it is to stop when there is none.
    room: Option<u64>,
    /// Whether something was left out.
    cut: bool,
}

impl Listing {
    /// A list that stops when a terminal is full.
    pub fn new() -> Self {
        Listing { room: Screen::find().listed(), cut: false }
    }

    /// A list that stops nowhere.
    pub fn endless() -> Self {
        Listing { room: None, cut: false }
    }

    /// Whether a terminal is full.
    pub fn is_full(&self) -> bool {
        self.room == Some(0)
    }

    /// Whether there is room for something that is still to come; where there is not, it is left out.
    pub fn goes_on(&mut self) -> bool {
        self.cut |= self.is_full();
        !self.cut
    }

    /// Prints what comes next, whole: the one after it will be about as high.
    ///
    /// # Errors
    /// As [`print()`].
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(room) = self.room {
            let text = broken(text, width());
            let lines = text.lines().count() as u64;
            self.room = Some(if room < 2 * lines { 0 } else { room - lines });
            print(&text)
        } else {
            output::tell(text)
        }
    }

    /// Prints as many lines of a text as there is room for.
    ///
    /// # Errors
    /// As [`print()`].
    pub fn lines(&mut self, text: &str) -> Result<(), Failure> {
        let Some(room) = self.room else { return print(text) };
        let text = broken(text, width());
        let (end, lines) = head(&text, room);
        self.room = Some(room - lines);
        self.cut |= end < text.len();
        print(&text[..end])
    }

    /// Says how to have all, if something was left out.
    pub fn finish(self) {
        if self.cut {
            say_cut("");
        }
    }
}

impl Default for Listing {
    fn default() -> Self {
        Listing::new()
    }
}

/// Where the first `lines` lines of a text end, and how many there are of them; of a text that is hardly longer, all. A block
/// of lines is not cut where a blank line before it is near.
fn head(text: &str, lines: u64) -> (usize, u64) {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let most = usize::try_from(lines).unwrap_or(usize::MAX);
    if ends.len() <= most {
        return (text.len(), lines.min(ends.len() as u64));
    }
    let whole = ((most / 2).max(1) - 1..most).rev().find(|&line| text[ends[line]..].starts_with('\n'));
    let shown = whole.map_or(most, |line| line + 1);
    (shown.checked_sub(1).map_or(0, |last| ends[last]), lines)
}

/// Says that a terminal got no more; `besides` is another way to have more.
pub fn say_cut(besides: &str) {
    say_line(&format!("a terminal gets no more: {besides}{PIPE}"));
}

/// Writes an answer in words that may be long to standard output: a terminal gets a screenful.
///
/// # Errors
/// As [`print()`].
pub fn tell(text: &str) -> Result<(), Failure> {
    let mut listing = Listing::new();
    listing.lines(text)?;
    listing.finish();
    Ok(())
}

/// Writes a text to standard output, or to a terminal on which it has no room `short`, if that has, and `how` to have more.
///
/// # Errors
/// As [`print()`].
pub fn tell_or(text: &str, short: impl FnOnce(usize) -> String, how: &str) -> Result<(), Failure> {
    let screen = Screen::find();
    match (screen.terminal(), screen.listed()) {
        (Some(columns), Some(room)) if text.lines().count() as u64 > room => {
            let short = short(columns);
            if short.lines().count() as u64 > room {
                return tell(text);
            }
            print(&short)?;
            say_line(how);
            Ok(())
        }
        _ => output::tell(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_lines() {
        let cut = |text: &str, lines| {
            let (end, _) = head(text, lines);
            text[..end].to_owned()
        };
        assert_eq!(cut("a\nb\nc\n", 3), "a\nb\nc\n");
        assert_eq!(cut("a\nb\nc\nd\n", 3), "a\nb\nc\n");
        assert_eq!(cut("a\nb\n\nc\nd\n", 4), "a\nb\n");
        assert_eq!(cut("a\nb\n", 0), "");
        assert_eq!(cut("a", 1), "a");
    }
}
