//! How far the goal is, found out while the game is played.
//!
//! A thread makes the distances of the puzzle once, and then answers for one position after the other. Asking again
//! stops the search for the position before.

use polytile::run::{Control, Stopped};
use polytile::sliding::{Distances, Metric, Outlook, Position, Puzzle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A position, and a flag that is set when nobody wants to know any more.
type Question = (Position, Arc<AtomicBool>);

/// A position, and what was found out about it.
pub type Answer = (Position, Result<Option<Outlook>, Stopped>);

/// A guide, who knows the way.
pub struct Guide {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
    /// What stops the search for the last question.
    last: Arc<AtomicBool>,
    /// What stops everything.
    stop: Arc<AtomicBool>,
}

impl Guide {
    /// Begins to find out how far positions of `puzzle` are from the goal, within `memory` bytes.
    pub fn new(puzzle: Puzzle, metric: Metric, memory: u64) -> Self {
        let (questions, asked) = channel::<Question>();
        let (found, answers) = channel::<Answer>();
        let stop = Arc::new(AtomicBool::new(false));
        let control = Control::default().memory(memory).stopped_by(Arc::clone(&stop));
        thread::spawn(move || {
            let distances = Distances::new(&puzzle, metric, &control);
            while let Ok((position, left)) = asked.recv() {
                let outlook = match &distances {
                    Ok(distances) => distances.outlook(&position, &control.clone().stopped_by(left)),
                    Err(stopped) => Err(stopped.clone()),
                };
                if found.send((position, outlook)).is_err() {
                    return;
                }
            }
        });
        Guide { questions, answers, last: Arc::default(), stop }
    }

    /// Asks about a position; the one before is then forgotten.
    pub fn ask(&mut self, position: Position) {
        self.last.store(true, Ordering::Relaxed);
        self.last = Arc::default();
        // The thread ends only after the game does.
        let _ = self.questions.send((position, Arc::clone(&self.last)));
    }

    /// What has been found out since.
    pub fn answers(&self) -> impl Iterator<Item = Answer> + '_ {
        self.answers.try_iter()
    }
}

impl Drop for Guide {
    fn drop(&mut self) {
        self.last.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }
}
