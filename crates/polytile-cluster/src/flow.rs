//! The exchange of the level loop as a dataflow of timely.
//!
//! In: connections to all other processes. Out: an [`Exchange`]. The dataflow is one edge: parcels go in at one worker and come out at
//! another, at a time that is the number of levels closed so far. Whoever closes a level advances the time of its input; when the
//! probe says that no parcel of an earlier time can be on its way any more, timely's progress tracking has found that all have
//! closed it and everything has arrived. What workers say to each other takes the same edge, and so does the reason why one of
//! them ends. Nobody is sent much more than the system takes for him. While it waits, a worker looks whether a process or its machine
//! is lost, and asks its control.
//!
//! Cost: a copy of every parcel on either side, and per level two rounds of small messages between all processes.

use crate::call::Link;
use crate::error::{ClusterError, Why};
use crate::parcel::{Deliver, Kind, Parcel, Post};
use crate::wire::{Watch, Wire};
use polytile::internals::{Exchange, Share, Take};
use polytile::run::{Control, LevelsError, Progress, Safe};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, AllocatorBuilder, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::worker::Worker;

/// The longest that a worker waits before it looks around.
const LOOK: Duration = Duration::from_millis(50);

/// How long a worker that ends waits for its last words to be sent, and how long it is listened to after it has left.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many bytes may wait to be sent to a process: whoever has more for one that is slow, or stopped, waits for it.
const AHEAD: u64 = 1 << 25;

/// The dataflow between the processes, as one of them sees it.
pub struct Flow {
    /// Taken when the worker leaves.
    engine: Option<Engine>,
    watch: Arc<Watch>,
    inbox: Rc<RefCell<VecDeque<Parcel>>>,
    /// What others have said, and it has not been asked for.
    said: Vec<VecDeque<Vec<u8>>>,
    keys: VecDeque<(usize, Vec<u8>)>,
    failed: Option<(usize, LastWords)>,
    addresses: Vec<String>,
    share: Share,
    control: Control,
    making: u64,
    found: u64,
    safe: Option<u64>,
    /// When it was last looked whether all machines answer.
    looked: Instant,
    /// For each process, bytes of neighbours sent to it, as if timely added none.
    posted: Vec<u64>,
}

struct Engine {
    worker: Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Post>>,
    probe: ProbeHandle<u64>,
}

/// What a worker says when it ends before the answer.
#[derive(Serialize, Deserialize)]
struct LastWords {
    message: String,
    why: Why,
}

/// Connections, ready to be used by a worker.
pub struct Network {
    /// What timely makes the worker's allocator of.
    pub builder: AllocatorBuilder,
    watch: Arc<Watch>,
    addresses: Vec<String>,
    share: Share,
}

/// What a [`Flow`] needs of the network besides timely's allocator.
#[derive(Clone)]
pub struct Places {
    watch: Arc<Watch>,
    addresses: Vec<String>,
    share: Share,
}

impl Network {
    /// Starts the threads that send and receive, once all processes are connected; there is no connection to this one.
    ///
    /// # Errors
    /// When the system does not give them.
    pub fn begin(
        links: Vec<Option<Link>>,
        addresses: Vec<String>,
        process: usize,
    ) -> Result<Self, ClusterError> {
        let share = Share { worker: process, workers: links.len() };
        let (talk, quiet): (Vec<_>, Vec<_>) =
            links.into_iter().map(|link| link.map(|Link { talk, quiet }| (talk, quiet)).unzip()).unzip();
        let quiet = quiet.into_iter().enumerate().filter_map(|(to, quiet)| Some((to, quiet?)));
        let watch = Arc::new(Watch::new(quiet.collect(), share.workers));
        let wires = talk.into_iter().enumerate();
        let wires =
            wires.map(|(to, talk)| talk.map(|talk| Wire::new(talk, to, Arc::clone(&watch)))).collect();
        let mut hooks = Hooks::default();
        // Buffers are kept to be used again, but not many: parcels come in bursts.
        hooks.refill.limit = Some(2);
        let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let begun = initialize_networking_from_sockets(inner, wires, process, 1, hooks);
        let network = |message: String| ClusterError::Network { process, message };
        let (builders, guard) = begun.map_err(|e| network(e.to_string()))?;
        // It would wait for threads that read from processes which may never end.
        std::mem::forget(guard);
        let builder = builders.into_iter().next().ok_or_else(|| network("no worker was made".to_owned()))?;
        Ok(Network { builder: AllocatorBuilder::Tcp(builder), watch, addresses, share })
    }

    /// Its parts: what timely needs, and what a flow needs.
    pub fn split(self) -> (AllocatorBuilder, Places) {
        let Network { builder, watch, addresses, share } = self;
        (builder, Places { watch, addresses, share })
    }
}

impl Flow {
    /// The dataflow, on the thread of its worker.
    pub fn new(allocator: Allocator, places: Places, control: &Control) -> Self {
        let Places { watch, addresses, share } = places;
        // Waiting is left to the system: other processes may need the processor.
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        let mut worker = Worker::new(config, allocator, Some(Instant::now()));
        let inbox = Rc::new(RefCell::new(VecDeque::new()));
        let arrived = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow::<u64, _, _>(move |scope| {
            let (input, stream) = scope.new_input_with_builder::<CapacityContainerBuilder<Post>>();
            let received = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                DistributorPact(|_| Deliver),
                "parcels",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|_, post| arrived.borrow_mut().extend(post.0.drain(..)));
                    }
                },
            );
            let (probe, _) = received.probe();
            (input, probe)
        });
        let workers = share.workers;
        Flow {
            engine: Some(Engine { worker, input, probe }),
            watch,
            inbox,
            said: (0..workers).map(|_| VecDeque::new()).collect(),
            keys: VecDeque::new(),
            failed: None,
            addresses,
            share,
            control: control.clone(),
            making: 0,
            found: 0,
            safe: None,
            looked: Instant::now(),
            posted: vec![0; workers],
        }
    }

    fn post(&mut self, kind: Kind, to: usize, bytes: Vec<u8>) {
        let from = self.share.worker;
        if let Some(engine) = &mut self.engine {
            engine.input.send_batch(&mut Post(vec![Parcel { kind, from, to, bytes }]));
        }
    }

    /// Lets the dataflow work, waiting up to `wait` if there is nothing to do, and sorts what has arrived.
    fn step(&mut self, wait: Option<Duration>) {
        if let Some(engine) = &mut self.engine {
            match wait {
                Some(wait) => engine.worker.step_or_park(Some(wait)),
                None => engine.worker.step(),
            };
        }
        for Parcel { kind, from, bytes, .. } in self.inbox.borrow_mut().drain(..) {
            match kind {
                Kind::Keys => self.keys.push_back((from, bytes)),
                Kind::Said => self.said[from].push_back(bytes),
                Kind::Failed => {
                    let garbled = || LastWords { message: "it did not say why".to_owned(), why: Why::Other };
                    let words = serde_json::from_slice(&bytes).unwrap_or_else(|_| garbled());
                    self.failed.get_or_insert((from, words));
                }
            }
        }
    }

    /// Whether all are still there, and the control says nothing.
    fn look(&mut self) -> Result<(), ClusterError> {
        if self.looked.elapsed() >= LOOK {
            self.looked = Instant::now();
            self.watch.look();
        }
        if self.failed.is_none()
            && let Some(process) = self.watch.lost().or(self.watch.left())
        {
            // Its last words may be on their way; or those of another one that it followed.
            let end = Instant::now() + PATIENCE / 4;
            while self.failed.is_none() && Instant::now() < end {
                self.step(Some(LOOK / 10));
            }
            if self.failed.is_none() {
                let process = self.watch.lost().unwrap_or(process);
                let address = self.addresses[process].clone();
                let (level, level_safe, silent) = (self.making, self.safe, self.watch.is_silent(process));
                return Err(ClusterError::Lost { process, address, level, silent, level_safe });
            }
        }
        if let Some((process, words)) = self.failed.take() {
            return Err(ClusterError::Elsewhere {
                process,
                address: self.addresses[process].clone(),
                level: self.making,
                message: words.message,
                why: words.why,
                level_safe: self.safe,
            });
        }
        let (levels, found) = (self.making, self.found);
        Ok(self.control.check(Progress::States { levels, found, expected: None })?)
    }

    fn deliver(&mut self, take: &mut Take<'_>) -> Result<(), ClusterError> {
        while let Some((from, bytes)) = self.keys.pop_front() {
            take(from, bytes)?;
        }
        Ok(())
    }

    /// From now on no level is safe: the checkpoint goes.
    pub fn keep_nothing(&mut self) {
        self.safe = None;
    }

    /// Gathers with the first worker alone, and returns what it says: whoever else is lost by now is not missed.
    ///
    /// # Errors
    /// As [`Exchange::gather`].
    pub fn word_of_first(&mut self) -> Result<Vec<u8>, ClusterError> {
        self.post(Kind::Said, 0, Vec::new());
        loop {
            self.step(Some(LOOK));
            if let Some(word) = self.said[0].pop_front() {
                return Ok(word);
            }
            match self.look() {
                Err(ClusterError::Lost { process, .. }) if process > 0 || !self.said[0].is_empty() => {}
                looked => looked?,
            }
        }
    }

    /// The error with which levels are safe, where it does not know.
    pub fn named(&self, error: ClusterError) -> ClusterError {
        match error {
            ClusterError::Levels(LevelsError::Unwritable { path, why, .. }) => {
                ClusterError::Levels(LevelsError::Unwritable { path, why, safe: self.safe.map(Safe::Level) })
            }
            error => error,
        }
    }

    /// Tells all others why this worker ends, and leaves.
    pub fn fail(&mut self, error: &ClusterError) {
        // Who is told by others that it is over need not tell others; but that a process is lost not all may have seen.
        if !matches!(error, ClusterError::Elsewhere { .. }) {
            let words = LastWords { message: error.last_words(), why: error.why() };
            let bytes = serde_json::to_vec(&words).unwrap_or_default();
            for beyond in 1..self.share.workers {
                self.post(Kind::Failed, (self.share.worker + beyond) % self.share.workers, bytes.clone());
            }
        }
        for _ in 0..8 {
            self.step(None);
        }
        self.leave();
    }

    /// Leaves the dataflow.
    pub fn leave(&mut self) {
        let Some(Engine { mut worker, input, probe }) = self.engine.take() else { return };
        drop((input, probe));
        worker.step();
        drop(worker);
        self.watch.leave(self.share.workers - 1, PATIENCE);
    }
}

impl Drop for Flow {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Exchange for Flow {
    type Error = ClusterError;

    fn share(&self) -> Share {
        self.share
    }

    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), ClusterError> {
        self.posted[to] += parcel.len() as u64;
        self.post(Kind::Keys, to, parcel);
        self.step(None);
        self.look()?;
        while self.posted[to] > self.watch.written(to) + AHEAD {
            self.step(Some(LOOK));
            self.look()?;
        }
        Ok(())
    }

    fn receive(&mut self, take: &mut Take<'_>) -> Result<(), ClusterError> {
        self.step(None);
        self.look()?;
        self.deliver(take)
    }

    fn close(&mut self, take: &mut Take<'_>) -> Result<(), ClusterError> {
        if let Some(engine) = &mut self.engine {
            let next = engine.input.time() + 1;
            engine.input.advance_to(next);
        }
        loop {
            let open = self.engine.as_ref().is_some_and(|engine| engine.probe.less_than(engine.input.time()));
            self.step(if open { Some(LOOK) } else { None });
            self.look()?;
            self.deliver(take)?;
            if !open {
                // All has arrived, with what timely has added.
                self.posted = (0..self.share.workers).map(|to| self.watch.written(to)).collect();
                return Ok(());
            }
        }
    }

    fn gather(&mut self, said: Vec<u8>) -> Result<Vec<Vec<u8>>, ClusterError> {
        for beyond in 1..self.share.workers {
            self.post(Kind::Said, (self.share.worker + beyond) % self.share.workers, said.clone());
        }
        self.said[self.share.worker].push_back(said);
        self.step(None);
        while self.said.iter().any(VecDeque::is_empty) {
            self.step(Some(LOOK));
            match self.look() {
                // Who has said everything may leave.
                Err(ClusterError::Lost { .. }) if !self.said.iter().any(VecDeque::is_empty) => {}
                looked => looked?,
            }
        }
        Ok(self.said.iter_mut().filter_map(VecDeque::pop_front).collect())
    }

    fn note(&mut self, making: u64, found: u64, safe: Option<u64>) {
        (self.making, self.found, self.safe) = (making, found, safe);
    }
}
