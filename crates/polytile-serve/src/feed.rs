//! What is told of a job, on its way from the thread that answers to whoever listens.
//!
//! In: events of an engine, as it finds them. Out: the same, in order, to one listener; of its progress only the latest. Only a
//! limited amount is held for the listener: beyond that the engine waits, and a listener that keeps it waiting for too long in
//! total ends the job. So a slow client occupies a thread only for a bounded time.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Bytes that are held for a listener before the engine has to wait.
const HELD: usize = 1 << 20;

/// How long an engine waits for its listener in total; and how long it may be without one.
pub const LISTENER_WAIT: Duration = Duration::from_secs(30);

/// An event: its name, and what is said in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// `progress`, `partial`, `answer` or `error`.
    pub name: &'static str,
    /// In JSON.
    pub data: String,
}

/// The events of a job.
#[derive(Debug)]
pub struct Feed {
    held: Mutex<Held>,
    fetched: Condvar,
    told: Notify,
}

#[derive(Debug)]
struct Held {
    events: VecDeque<Event>,
    bytes: usize,
    progress: Option<String>,
    ended: bool,
    /// Since when nobody has listened; `None` while somebody does.
    unheard: Option<Instant>,
    waited: Duration,
}

impl Default for Feed {
    fn default() -> Self {
        let held = Held {
            events: VecDeque::new(),
            bytes: 0,
            progress: None,
            ended: false,
            unheard: Some(Instant::now()),
            waited: Duration::ZERO,
        };
        Feed { held: Mutex::new(held), fetched: Condvar::new(), told: Notify::new() }
    }
}

impl Feed {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of something found, and says whether to continue; waits if too much is held. The error means that it waited for too
    /// long.
    pub fn part(&self, data: String) -> Result<ControlFlow<()>, Unheard> {
        self.part_within(data, HELD, LISTENER_WAIT)
    }

    fn part_within(&self, data: String, most: usize, patience: Duration) -> Result<ControlFlow<()>, Unheard> {
        let mut held = self.held();
        while !held.ended && held.bytes >= most {
            let left = patience.checked_sub(held.waited).ok_or(Unheard)?;
            let begun = Instant::now();
            held = self.fetched.wait_timeout(held, left).unwrap_or_else(PoisonError::into_inner).0;
            // At least a moment, so that this ends however often it is woken for nothing.
            held.waited += begun.elapsed().max(Duration::from_nanos(1));
        }
        if held.ended {
            return Ok(ControlFlow::Break(()));
        }
        held.tell("partial", data);
        drop(held);
        self.told.notify_one();
        Ok(ControlFlow::Continue(()))
    }

    /// Tells how far the engine is.
    pub fn progress(&self, data: String) {
        let mut held = self.held();
        if !held.ended {
            held.progress = Some(data);
            drop(held);
            self.told.notify_one();
        }
    }

    /// Tells the last event; if it was told already, says no and tells nothing.
    pub fn end(&self, last: Event) -> bool {
        let mut held = self.held();
        if held.ended {
            return false;
        }
        held.ended = true;
        held.tell(last.name, last.data);
        drop(held);
        self.fetched.notify_all();
        self.told.notify_one();
        true
    }

    /// Bytes that are held for a listener.
    pub fn bytes(&self) -> usize {
        self.held().bytes
    }

    /// Whether the last event has been told.
    pub fn has_ended(&self) -> bool {
        self.held().ended
    }

    /// Begins to listen, if nobody does.
    pub fn listen(&self) -> bool {
        self.held().unheard.take().is_some()
    }

    /// Whether nobody has listened for this long.
    pub fn is_unheard_for(&self, long: Duration) -> bool {
        self.held().unheard.is_some_and(|since| since.elapsed() >= long)
    }

    /// The next event; nothing after the last.
    pub async fn next(&self) -> Option<Event> {
        loop {
            match self.fetch() {
                Fetched::Event(event) => return Some(event),
                Fetched::End => return None,
                Fetched::Nothing => self.told.notified().await,
            }
        }
    }

    fn fetch(&self) -> Fetched {
        let mut held = self.held();
        let Some(event) = held.events.pop_front() else {
            return match held.progress.take() {
                _ if held.ended => Fetched::End,
                Some(data) => Fetched::Event(Event { name: "progress", data }),
                None => Fetched::Nothing,
            };
        };
        held.bytes -= event.data.len();
        drop(held);
        self.fetched.notify_all();
        Fetched::Event(event)
    }
}

/// What there is for a listener.
#[derive(Debug, PartialEq, Eq)]
enum Fetched {
    Event(Event),
    /// Nothing yet.
    Nothing,
    /// Nothing, and nothing more will come.
    End,
}

impl Held {
    fn tell(&mut self, name: &'static str, data: String) {
        self.bytes += data.len();
        self.events.push_back(Event { name, data });
    }
}

/// Nobody fetched what was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Unheard;

#[cfg(test)]
mod tests {
    use super::*;

    fn fetched(feed: &Feed) -> Vec<(&'static str, String)> {
        let next = || match feed.fetch() {
            Fetched::Event(event) => Some((event.name, event.data)),
            Fetched::Nothing | Fetched::End => None,
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn events_come_in_order_and_progress_is_of_now() {
        let feed = Feed::default();
        feed.progress("1".to_owned());
        feed.progress("2".to_owned());
        assert_eq!(fetched(&feed), [("progress", "2".to_owned())]);
        assert_eq!(feed.part("a".to_owned()), Ok(ControlFlow::Continue(())));
        assert_eq!(feed.part("b".to_owned()), Ok(ControlFlow::Continue(())));
        feed.progress("3".to_owned());
        assert!(feed.end(Event { name: "answer", data: "c".to_owned() }));
        assert!(!feed.end(Event { name: "error", data: "d".to_owned() }));
        assert_eq!(feed.part("e".to_owned()), Ok(ControlFlow::Break(())));
        let all = [("partial", "a".to_owned()), ("partial", "b".to_owned()), ("answer", "c".to_owned())];
        assert_eq!(fetched(&feed), all);
        assert_eq!(feed.fetch(), Fetched::End);
    }

    #[test]
    fn an_engine_waits_for_its_listener_so_long_and_no_longer() {
        let feed = Feed::default();
        let part = |patience| feed.part_within("ab".to_owned(), 4, Duration::from_millis(patience));
        assert_eq!(part(0), Ok(ControlFlow::Continue(())));
        assert_eq!(part(0), Ok(ControlFlow::Continue(())));
        assert_eq!(part(5), Err(Unheard));
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| part(60_000));
            assert!(matches!(feed.fetch(), Fetched::Event(_)));
            assert_eq!(waits.join().unwrap(), Ok(ControlFlow::Continue(())));
            let stopped = scope.spawn(|| part(60_000));
            feed.end(Event { name: "error", data: String::new() });
            assert_eq!(stopped.join().unwrap(), Ok(ControlFlow::Break(())));
        });
    }

    #[test]
    fn one_listens() {
        let feed = Feed::default();
        assert!(feed.is_unheard_for(Duration::ZERO) && !feed.is_unheard_for(LISTENER_WAIT));
        assert!(feed.listen() && !feed.listen());
        assert!(!feed.is_unheard_for(Duration::ZERO));
    }
}
