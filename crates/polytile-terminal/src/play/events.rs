//! What the player does: keys, clicks, and a change of the terminal's size.
//!
//! In: the bytes that a terminal sends. Out: events. A thread reads, since nothing else can wait for bytes and for a guide at
//! once; `vte` tells where a sequence of bytes begins and ends. A terminal may stop in the middle of a sequence (a paste that
//! never ends, half an arrow key): the bytes of one sequence come together, so after a short silence whatever has begun is
//! forgotten, and the next key counts as a key. Pasted text makes no moves.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use vte::{Params, Parser, Perform};

/// Events from standard input.
pub struct Events {
    bytes: Receiver<Vec<u8>>,
    decoder: Decoder,
}

impl Events {
    /// Begins to read.
    pub fn new() -> Self {
        let (send, bytes) = channel();
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            let mut buffer = [0; 1024];
            // The thread ends with the terminal, or when nobody listens any more.
            loop {
                match stdin.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(read) if send.send(buffer[..read].to_vec()).is_err() => return,
                    Err(e) if e.kind() != ErrorKind::Interrupted => return,
                    _ => {}
                }
            }
        });
        Events { bytes, decoder: Decoder::default() }
    }

    /// The next event within this time, if there is one.
    ///
    /// # Errors
    /// When the terminal has gone.
    pub fn wait(&mut self, time: Duration) -> io::Result<Vec<Event>> {
        match self.bytes.recv_timeout(time) {
            Ok(bytes) => Ok(self.decoder.decode(&bytes)),
            Err(RecvTimeoutError::Timeout) => Ok(self.decoder.silence().into_iter().collect()),
            Err(RecvTimeoutError::Disconnected) => Err(ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// Makes events of bytes.
#[derive(Default)]
struct Decoder {
    parser: Parser,
    sequences: Sequences,
    /// Whether the last byte was an escape: a key of its own if nothing follows.
    escaped: bool,
}

impl Decoder {
    fn decode(&mut self, bytes: &[u8]) -> Vec<Event> {
        self.parser.advance(&mut self.sequences, bytes);
        self.escaped = bytes.last() == Some(&ESCAPE);
        std::mem::take(&mut self.sequences.found)
    }

    /// Nothing has come for a while.
    fn silence(&mut self) -> Option<Event> {
        let escaped = self.escaped;
        *self = Decoder::default();
        escaped.then(|| key(KeyCode::Esc, KeyModifiers::NONE))
    }
}

const ESCAPE: u8 = 0x1b;

/// What has been found, and what the next bytes are part of.
#[derive(Default)]
struct Sequences {
    found: Vec<Event>,
    /// Whether what comes is being pasted.
    pasted: bool,
    /// Whether the next character ends an arrow or another key, as after `ESC O`.
    single_shift: bool,
    /// How many characters say where the mouse is, as after `ESC [ M`.
    of_mouse: u8,
}

impl Sequences {
    fn press(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.found.push(key(code, modifiers));
    }

    /// The key that ends `ESC [` and `ESC O` with this letter.
    fn press_named(&mut self, letter: char) {
        let code = match letter {
            'A' => KeyCode::Up,
            'B' => KeyCode::Down,
            'C' => KeyCode::Right,
            'D' => KeyCode::Left,
            'H' => KeyCode::Home,
            'Z' => KeyCode::BackTab,
            _ => return,
        };
        self.press(code, KeyModifiers::NONE);
    }

    /// Whether the byte or character is part of something longer and not a key.
    fn takes(&mut self) -> bool {
        let taken = self.of_mouse > 0;
        self.of_mouse = self.of_mouse.saturating_sub(1);
        taken
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

impl Perform for Sequences {
    fn print(&mut self, c: char) {
        if self.takes() {
            return;
        }
        match c {
            _ if std::mem::take(&mut self.single_shift) => self.press_named(c),
            '\u{7f}' => self.execute(0x7f),
            c if !self.pasted => self.press(KeyCode::Char(c), KeyModifiers::NONE),
            _ => {}
        }
    }

    fn execute(&mut self, byte: u8) {
        if self.takes() || self.pasted {
            return;
        }
        match byte {
            0x08 | 0x7f => self.press(KeyCode::Backspace, KeyModifiers::NONE),
            b'\t' => self.press(KeyCode::Tab, KeyModifiers::NONE),
            b'\r' | b'\n' => self.press(KeyCode::Enter, KeyModifiers::NONE),
            1..=26 => {
                self.press(KeyCode::Char(char::from(b'a' + byte - 1)), KeyModifiers::CONTROL);
            }
            _ => {}
        }
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], ignore: bool, action: char) {
        if ignore {
            return;
        }
        let mut params = params.iter().map(|param| param.first().copied().unwrap_or(0));
        let mut next = || params.next().unwrap_or(0);
        match (intermediates, action) {
            ([], '~') => match next() {
                1 | 7 => self.press(KeyCode::Home, KeyModifiers::NONE),
                200 => self.pasted = true,
                201 => self.pasted = false,
                _ => {}
            },
            // Button, column and row, the button counted from 0 in the one form and from 32 in the other.
            (b"<" | [], 'M') => {
                let (button, column, row) = (next(), next(), next());
                if column == 0 {
                    // The oldest form: three characters follow.
                    self.of_mouse = 3;
                } else if button == if intermediates.is_empty() { 32 } else { 0 } {
                    self.found.push(Event::Mouse(MouseEvent {
                        kind: MouseEventKind::Down(MouseButton::Left),
                        column: column - 1,
                        row: row.saturating_sub(1),
                        modifiers: KeyModifiers::NONE,
                    }));
                }
            }
            ([], letter) => self.press_named(letter),
            _ => {}
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _ignore: bool, byte: u8) {
        self.single_shift = intermediates.is_empty() && byte == b'O';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(decoder: &mut Decoder, bytes: &[u8]) -> Vec<KeyCode> {
        let codes = |event: Event| match event {
            Event::Key(key) => Some(key.code),
            _ => None,
        };
        decoder.decode(bytes).into_iter().filter_map(codes).collect()
    }

    #[test]
    fn bytes_are_keys() {
        let mut decoder = Decoder::default();
        let codes =
            pressed(&mut decoder, b"a\xc3\xa9\x1b[A\x1b[1;5B\x1bOC\x1b[D\x1b[H\x1b[1~\t\x1b[Z\r\x7f\x08?");
        let expected = [
            KeyCode::Char('a'),
            KeyCode::Char('\u{e9}'),
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Right,
            KeyCode::Left,
            KeyCode::Home,
            KeyCode::Home,
            KeyCode::Tab,
            KeyCode::BackTab,
            KeyCode::Enter,
            KeyCode::Backspace,
            KeyCode::Backspace,
            KeyCode::Char('?'),
        ];
        assert_eq!(codes, expected);
        assert_eq!(decoder.decode(b"\x03"), [key(KeyCode::Char('c'), KeyModifiers::CONTROL)]);
    }

    #[test]
    fn an_escape_is_a_key_when_nothing_follows() {
        let mut decoder = Decoder::default();
        assert_eq!(decoder.decode(b"\x1b"), []);
        assert_eq!(decoder.silence(), Some(key(KeyCode::Esc, KeyModifiers::NONE)));
        assert_eq!(decoder.silence(), None);
        // In two parts, but without a pause.
        assert_eq!(decoder.decode(b"\x1b"), []);
        assert_eq!(pressed(&mut decoder, b"[A"), [KeyCode::Up]);
    }

    #[test]
    fn what_is_pasted_is_no_key_and_what_has_no_end_is_forgotten() {
        let mut decoder = Decoder::default();
        assert_eq!(pressed(&mut decoder, b"\x1b[200~abc\x1b[201~d"), [KeyCode::Char('d')]);
        for begun in
            ["\x1b[200~abc", "\x1b]0;title", "\x1bP1$q", "\x1b_text", "\x1b[3", "\x1bO", "\x1b[M ", "\u{e9}"]
        {
            assert!(decoder.decode(begun.as_bytes()).len() < 2, "{begun:?}");
            decoder.silence();
            assert_eq!(pressed(&mut decoder, b"x"), [KeyCode::Char('x')], "{begun:?}");
        }
        // Half a character.
        decoder.decode(b"\xc3");
        decoder.silence();
        assert_eq!(pressed(&mut decoder, b"x"), [KeyCode::Char('x')]);
    }

    #[test]
    fn clicks_have_a_place() {
        let mut decoder = Decoder::default();
        let place = |bytes: &[u8], decoder: &mut Decoder| {
            decoder
                .decode(bytes)
                .into_iter()
                .map(|event| match event {
                    Event::Mouse(mouse) => (mouse.column, mouse.row),
                    other => panic!("{other:?}"),
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(place(b"\x1b[<0;11;3M\x1b[<0;11;3m\x1b[<35;1;1M", &mut decoder), [(10, 2)]);
        assert_eq!(place(b"\x1b[32;11;3M", &mut decoder), [(10, 2)]);
        // Three characters that are not keys.
        assert_eq!(place(b"\x1b[M +#", &mut decoder), []);
        assert_eq!(pressed(&mut decoder, b"x"), [KeyCode::Char('x')]);
    }
}
