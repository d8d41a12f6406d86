//! Reading words that may take long: the pieces of many cells are made when they are first named, all of one size at once.
//!
//! In: a text, and whatever reads it. Out: what it says. Reading asks nobody whether to go on. So a text that names such pieces, or is
//! long itself, is read on a thread of its own, while that of the caller looks at Python's signals every 50 ms. What a handler raises is
//! raised at once; the thread ends by itself when it has read to the end, a second or two later, and the pieces that it has made are
//! kept for whoever asks next.
//!
//! Cost: a look at each word; a thread where there is something to wait for.

use crate::run::BEAT;
use polytile::board::Lattice;
use polytile::format::subject::{Given, Words};
use polytile::pieces::{Freedom, catalogue};
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

/// Bytes of a text that may take long whatever it says.
const LONG: usize = 1 << 16;

/// How far from the largest size of a lattice all pieces of a size are made at once.
const NEAR: usize = 2;

/// Whether all polyforms of so many cells take a while to make.
pub fn are_many(lattice: Lattice, size: usize) -> bool {
    size + NEAR >= catalogue::max_size(lattice)
}

/// The sizes whose pieces a text names, where they are many.
fn named(text: &str) -> impl Iterator<Item = (Lattice, usize)> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    let size = |word: &str| {
        let base = word.split_once('-').map_or(word, |(base, _)| base);
        match base.parse() {
            Ok(size) => Some((Lattice::Square, size)),
            Err(_) => catalogue::set_of(&base.to_lowercase()),
        }
    };
    words.filter_map(size).filter(|&(lattice, size)| are_many(lattice, size))
}

/// Whether a text may take long to read.
pub fn is_long(text: &str) -> bool {
    text.len() > LONG || named(text).next().is_some()
}

/// Makes the pieces that a text names, where they are many, for whoever reads it next.
pub fn prepare(text: &str) {
    for (lattice, size) in named(text) {
        catalogue::all_on(lattice, size, Freedom::Free);
    }
}

/// Whether words may take long to read.
pub fn are_long(words: &Words) -> bool {
    let given = [&words.puzzle, &words.board].into_iter().flatten();
    let texts = given.map(|given| match given {
        Given::Name(name) => name.as_str(),
        Given::Text(source) => &*source.text,
        _ => "",
    });
    texts.chain(words.pieces.as_deref()).any(is_long)
}

/// The result of `work`, which asks nobody; where it may take `long`, Python's signals are looked at meanwhile.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is for one lifetime, and any is wanted"
)]
pub fn read<T: Send + 'static>(
    py: Python<'_>,
    long: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    if !long {
        return Ok(py.detach(work));
    }
    py.detach(|| {
        let (done, waiting) = sync_channel(1);
        let reader = std::thread::spawn(move || {
            // Nobody may be waiting any more.
            let _ = done.send(work());
        });
        loop {
            match waiting.recv_timeout(BEAT) {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                // It has ended without a word.
                Err(RecvTimeoutError::Disconnected) => match reader.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => unreachable!("whoever reads says what it has read"),
                },
            }
        }
    })
}
