//! Jobs: questions that are answered side by side, within limits for all of them together.
//!
//! In: questions, each from a view of a page, or from nowhere. Out: a [`Feed`] for each. A few run at once, each on a thread of
//! its own with its share of the memory and of the threads; others wait, and a full queue takes no more. A view has one job: a
//! newer one supersedes it, and begins when the older one has left its engine. What ends a job before its answer, even a panic,
//! ends only that job.
//!
//! What was found for the classes of a puzzle is kept for the page that asked, until memory gets short or other pages ask.

use crate::feed::{Event, Feed, LISTENER_WAIT, Unheard};
use polytile::ask::{Answer, Listener, Part, Question, Room, Unanswered, told};
use polytile::run::Control;
use serde::Serialize;
use serde_json::json;
use std::any::Any;
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two events about progress.
const PAUSE: Duration = Duration::from_millis(150);

/// How long whoever asked has to come for an answer, whatever room it takes.
const FETCH: Duration = Duration::from_secs(5);

/// The part of the memory that answers may take for which nobody has come.
const WASTE: u64 = 8;

/// As large as the stack of the thread that a process begins with.
const STACK: usize = 8 << 20;

/// What all jobs share.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Threads of all engines.
    pub threads: usize,
    /// Bytes for all jobs.
    pub memory: u64,
    /// Time for each job.
    pub time: Option<Duration>,
    /// Jobs that run at once, at least one.
    pub at_once: usize,
    /// The most jobs that wait.
    pub queue: usize,
}

/// Where a question comes from: a page, and a view of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The page.
    pub page: String,
    /// Its view.
    pub view: String,
}

/// What has happened so far, and what is happening now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Jobs that run.
    pub running: u64,
    /// Jobs that wait.
    pub queued: u64,
    /// Jobs that were answered.
    pub answered: u64,
    /// Jobs without an answer: a question that means nothing, or a limit.
    pub refused: u64,
    /// Jobs that were cancelled, by whoever asked or because nobody listened.
    pub cancelled: u64,
    /// Jobs that a newer one of their view took the place of.
    pub superseded: u64,
    /// Jobs that panicked.
    pub panicked: u64,
    /// Questions that found the queue full.
    pub turned_away: u64,
}

/// Why a job ends before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Somebody said so, or has gone.
    Cancelled,
    /// Its view asked something else.
    Superseded,
    /// The server is ending.
    Closing,
}

impl Why {
    fn event(self) -> Event {
        let (why, error) = match self {
            Why::Cancelled => ("cancelled", "the job was cancelled"),
            Why::Superseded => ("superseded", "a newer question took its place"),
            Why::Closing => ("closing", "the server ends"),
        };
        error_event(why, error, None)
    }
}

/// The last event of a job that has no answer.
fn error_event(why: &str, error: &str, help: Option<&str>) -> Event {
    Event { name: "error", data: json!({ "error": error, "help": help, "why": why }).to_string() }
}

/// Why a question was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// As many wait as may.
    Full,
    /// The server is ending.
    Closing,
}

/// How questions are answered: the library, or what a test puts in its place.
pub type Answers = fn(&mut Room, &Question, &Control, &mut Listener<'_>) -> Result<Answer, Unanswered>;

type Measure = dyn Fn() -> Option<u64> + Send + Sync;

/// All jobs.
#[derive(Clone)]
pub struct Jobs(Arc<Shared>);

struct Shared {
    limits: Limits,
    answers: Answers,
    measure: Arc<Measure>,
    names: [RandomState; 2],
    state: Mutex<State>,
    idle: Condvar,
}

#[derive(Default)]
struct State {
    named: u64,
    waiting: VecDeque<Job>,
    running: Vec<Job>,
    /// What can be listened to, oldest first.
    feeds: Vec<(String, Arc<Feed>)>,
    /// What was found for each page; the page that asked last is at the end.
    rooms: Vec<(String, Room)>,
    tally: Tally,
    closed: bool,
}

#[derive(Clone)]
struct Job {
    id: String,
    place: Option<Place>,
    question: Arc<Question>,
    feed: Arc<Feed>,
    stop: Arc<AtomicBool>,
}

impl Jobs {
    /// Room for jobs. `measure` says how many bytes the process takes.
    pub fn new(
        limits: Limits,
        answers: Answers,
        measure: impl Fn() -> Option<u64> + Send + Sync + 'static,
    ) -> Self {
        Jobs(Arc::new(Shared {
            limits,
            answers,
            measure: Arc::new(measure),
            names: [RandomState::new(), RandomState::new()],
            state: Mutex::default(),
            idle: Condvar::new(),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a question, and gives the name of its job, which nobody can guess.
    ///
    /// # Errors
    /// When as many questions wait as may.
    pub(crate) fn ask(&self, place: Option<Place>, question: Question) -> Result<String, Refusal> {
        let mut state = self.state();
        if state.closed {
            return Err(Refusal::Closing);
        }
        // A question that supersedes one of its view needs no further place, for that one goes.
        let succeeds = state.is_known(place.as_ref());
        let starts = state.running.len() < self.0.limits.at_once;
        if !succeeds && !starts && state.waiting.len() >= self.0.limits.queue {
            state.tally.turned_away += 1;
            return Err(Refusal::Full);
        }
        if place.is_some() {
            state.end_where(Why::Superseded, |job| job.place == place);
        }
        state.forget_old(self.0.limits.queue + self.0.limits.at_once, self.0.limits.memory / WASTE);
        state.named += 1;
        let [first, second] = &self.0.names;
        let id = format!("{:016x}{:016x}", first.hash_one(state.named), second.hash_one(state.named));
        let feed = Arc::new(Feed::default());
        state.feeds.push((id.clone(), Arc::clone(&feed)));
        let stop = Arc::new(AtomicBool::new(false));
        state.waiting.push_back(Job { id: id.clone(), place, question: Arc::new(question), feed, stop });
        self.start(&mut state);
        Ok(id)
    }

    /// What is told of a job, if there is one of this name.
    pub(crate) fn feed(&self, id: &str) -> Option<Arc<Feed>> {
        self.state().feeds.iter().find(|(name, _)| name == id).map(|(_, feed)| Arc::clone(feed))
    }

    /// Cancels a job, if there is one of this name.
    pub(crate) fn cancel(&self, id: &str) {
        self.state().end_where(Why::Cancelled, |job| job.id == id);
    }

    /// Notes that nobody will listen to a job any more.
    pub(crate) fn forget(&self, id: &str) {
        let mut state = self.state();
        state.end_where(Why::Cancelled, |job| job.id == id);
        state.feeds.retain(|(name, _)| name != id);
    }

    /// Forgets all jobs that nobody has listened to for long.
    pub(crate) fn forget_unheard(&self) {
        let mut state = self.state();
        let unheard = |feed: &Feed| feed.is_unheard_for(LISTENER_WAIT);
        state.end_where(Why::Cancelled, |job| unheard(&job.feed));
        state.feeds.retain(|(_, feed)| !unheard(feed));
    }

    /// The tally of what has happened.
    pub(crate) fn tally(&self) -> Tally {
        let state = self.state();
        Tally {
            running: state.running.len() as u64,
            queued: state.waiting.len() as u64,
            ..state.tally.clone()
        }
    }

    /// What all jobs share.
    pub(crate) fn limits(&self) -> Limits {
        self.0.limits
    }

    /// Bytes that the process takes, where the system says.
    pub(crate) fn memory_taken(&self) -> Option<u64> {
        (self.0.measure)()
    }

    /// Takes no more questions, ends all jobs, and waits for them for at most `patience`; says whether all have ended.
    pub(crate) fn close(&self, patience: Duration) -> bool {
        let mut state = self.state();
        state.closed = true;
        state.end_where(Why::Closing, |_| true);
        let (state, _) = self
            .0
            .idle
            .wait_timeout_while(state, patience, |state| !state.running.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        state.running.is_empty()
    }

    /// Starts what can be started.
    fn start(&self, state: &mut State) {
        while state.running.len() < self.0.limits.at_once {
            let next = state.waiting.iter().position(|job| !state.is_taken(job.place.as_ref()));
            let Some(job) = next.and_then(|next| state.waiting.remove(next)) else { return };
            let (jobs, its) = (self.clone(), job.clone());
            let threads = (self.0.limits.threads / (state.running.len() + 1)).max(1);
            let named = std::thread::Builder::new().name("engine".to_owned()).stack_size(STACK);
            match named.spawn(move || jobs.run(&its, threads)) {
                Ok(_) => state.running.push(job),
                Err(error) => {
                    let said = format!("the system gives no thread: {error}");
                    job.feed.end(error_event("refused", &said, None));
                    state.tally.refused += 1;
                }
            }
        }
    }

    /// Runs a job on this thread.
    fn run(&self, job: &Job, threads: usize) {
        let page = job.place.as_ref().filter(|_| Room::keeps(&job.question)).map(|place| place.page.clone());
        let mut room = page.as_deref().map(|page| self.room(page)).unwrap_or_default();
        let outcome = catch_unwind(AssertUnwindSafe(|| self.answer(job, threads, &mut room)));
        let event = match &outcome {
            Ok(event) => event.clone(),
            Err(panic) => error_event(
                "panicked",
                &format!("the engine broke down: {}", said(panic.as_ref())),
                Some("this is an error in polytile: please report it"),
            ),
        };
        let answered = event.name == "answer";
        let told = job.feed.end(event);
        let mut state = self.state();
        match (told, &outcome) {
            (true, Ok(_)) if answered => state.tally.answered += 1,
            (true, Ok(_)) => state.tally.refused += 1,
            (_, Err(_)) => state.tally.panicked += 1,
            // Whoever ended it has counted it.
            (false, Ok(_)) => {}
        }
        if let (Some(page), Ok(_)) = (page, &outcome) {
            // Two of its views may have asked at once.
            state.rooms.retain(|(name, _)| *name != page);
            state.rooms.push((page, room));
            // No more rooms than jobs that can run at once.
            let surplus = state.rooms.len().saturating_sub(self.0.limits.at_once);
            state.rooms.drain(..surplus);
        }
        state.running.retain(|running| running.id != job.id);
        self.start(&mut state);
        drop(state);
        self.0.idle.notify_all();
    }

    /// What was found for a page before.
    fn room(&self, page: &str) -> Room {
        let short = self.memory_taken().is_some_and(|taken| taken > self.0.limits.memory / 2);
        let mut state = self.state();
        if short {
            state.rooms.clear();
        }
        let known = state.rooms.iter().position(|(name, _)| name == page);
        known.map(|at| state.rooms.remove(at).1).unwrap_or_default()
    }

    /// The last event of a job.
    fn answer(&self, job: &Job, threads: usize, room: &mut Room) -> Event {
        let limits = self.0.limits;
        let measure = Arc::clone(&self.0.measure);
        let (feed, said) = (Arc::clone(&job.feed), Mutex::new(Instant::now()));
        let mut control = Control::default()
            .stopped_by(Arc::clone(&job.stop))
            .threads(threads)
            // What the whole process takes is compared with the whole memory, what this job announces with its share.
            .memory(limits.memory)
            .measured_by(move || measure())
            .memory(limits.memory / limits.at_once as u64)
            .on_progress(move |progress| {
                if let Ok(mut said) = said.lock()
                    && said.elapsed() >= PAUSE
                {
                    *said = Instant::now();
                    feed.progress(json!({ "progress": progress.to_string() }).to_string());
                }
            });
        if let Some(time) = limits.time {
            control = control.time_limit(time);
        }
        let mut unheard = false;
        let mut listener = |part: Part| {
            let flow = job.feed.part(told(&part).to_string());
            flow.unwrap_or_else(|Unheard| {
                unheard = true;
                ControlFlow::Break(())
            })
        };
        let answered = (self.0.answers)(room, &job.question, &control, &mut listener);
        match answered {
            _ if unheard => error_event(
                "unheard",
                "what was found was not fetched for too long",
                Some("fetch events as they come, or ask for fewer"),
            ),
            // Plain data with text keys: writing it as JSON cannot fail.
            Ok(answer) => {
                let told = Told { text: answer.text(), answer: &answer };
                Event { name: "answer", data: serde_json::to_string(&told).unwrap_or_default() }
            }
            Err(error) => error_event("refused", &error.to_string(), error.help()),
        }
    }
}

/// What the last event of an answered job says.
#[derive(Serialize)]
struct Told<'a> {
    answer: &'a Answer,
    text: String,
}

impl State {
    /// Whether a job of this view runs or waits.
    fn is_known(&self, place: Option<&Place>) -> bool {
        place.is_some() && self.running.iter().chain(&self.waiting).any(|job| job.place.as_ref() == place)
    }

    /// Whether a job of this view runs.
    fn is_taken(&self, place: Option<&Place>) -> bool {
        place.is_some() && self.running.iter().any(|job| job.place.as_ref() == place)
    }

    /// Ends all jobs that are meant. Those that run leave their engine in a while.
    fn end_where(&mut self, why: Why, is_meant: impl Fn(&Job) -> bool) {
        let mut ended = 0;
        for job in self.waiting.iter().chain(&self.running).filter(|job| is_meant(job)) {
            job.stop.store(true, Ordering::Relaxed);
            ended += u64::from(job.feed.end(why.event()));
        }
        self.waiting.retain(|job| !is_meant(job));
        match why {
            Why::Superseded => self.tally.superseded += ended,
            Why::Cancelled | Why::Closing => self.tally.cancelled += ended,
        }
    }

    /// Forgets the oldest answers that nobody has come for, until there are fewer than `most`, with fewer than `bytes` bytes in
    /// total.
    fn forget_old(&mut self, most: usize, bytes: u64) {
        let is_waste = |feed: &Feed| feed.has_ended() && feed.is_unheard_for(Duration::ZERO);
        // An answer may be on its way to be fetched.
        let is_stale = |feed: &Feed| feed.is_unheard_for(FETCH);
        let (mut kept, mut held) = (1, 0);
        for i in (0..self.feeds.len()).rev() {
            let feed = &self.feeds[i].1;
            if is_waste(feed) {
                (kept, held) = (kept + 1, held + feed.bytes() as u64);
                if kept > most || held > bytes && is_stale(feed) {
                    self.feeds.remove(i);
                }
            }
        }
    }
}

/// What a panic says.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}
