//! Exploring a puzzle on more than one machine: the level loop of polytile on timely dataflow.
//!
//! In: a puzzle, the addresses of the processes that share it, and which of them this one is. Out: at every process, what one alone
//! would find. `meet` brings the processes together, those that this one has started (`children`) and others, and sees to it that
//! they are of one version and one question; `wire` is what timely reads and writes, and notices when a process is lost; `flow` carries
//! bytes through a dataflow, whose progress says when a level is over. The loop itself is the library's (`run/layered` there), which
//! knows an `Exchange` and no network. Every process is one worker, with threads of its own inside a level.
//!
//! The processes trust each other, and whoever can reach their ports: this is for machines behind one door.

mod call;
mod children;
mod error;
mod flow;
mod hosts;
mod meet;
mod parcel;
mod wire;

pub use children::Children;
pub use error::{ClusterError, Why};
pub use hosts::{Hosts, HostsError};
pub use meet::{Meeting, Met, Place};

use flow::{Flow, Network};
use polytile::internals::{Exchange, explore_together, tidy_checkpoint, tidy_share};
use polytile::run::Control;
use polytile::sliding::{ExploreOptions, Explored, Puzzle};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use timely::communication::{WorkerGuards, initialize_from};

/// The processes that share an exploration, after it: they wait for each other until the answer is safe.
pub struct Cluster {
    /// Told to end, whether or not the files are to go.
    end: Sender<()>,
    worker: WorkerGuards<Result<(), ClusterError>>,
    process: usize,
    /// Those that this one has started, which are waited for in the end.
    _children: Option<Children>,
}

/// What a worker is given. It may be taken once: timely would let many workers run the same code.
struct Work {
    puzzle: Puzzle,
    options: ExploreOptions,
    control: Control,
    answer: Sender<Result<Explored, ClusterError>>,
    end: Receiver<()>,
}

impl Cluster {
    /// Explores everything that can be reached from the start, together with the other processes, each of which calls this with
    /// the puzzle and options that they have met for; each gets the answer. What is kept in a directory stays there until
    /// [`Cluster::finish`], so that the answer is safe first.
    ///
    /// # Errors
    /// When this process has to stop, or another one, which is then named; the levels that a checkpoint has are safe.
    pub fn explore(
        met: Met,
        puzzle: &Puzzle,
        options: &ExploreOptions,
        control: &Control,
    ) -> Result<(Explored, Self), ClusterError> {
        let Met { links, addresses, process, children } = met;
        let (builder, places) = Network::begin(links, addresses, process)?.split();
        let (answer, answered) = channel();
        let (end, ended) = channel();
        let (puzzle, options, control) = (puzzle.clone(), options.clone(), control.clone());
        let work = Mutex::new(Some(Work { puzzle, options, control, answer, end: ended }));
        let started = initialize_from(vec![builder], Box::new(()), move |allocator| {
            let Some(work) = work.lock().ok().and_then(|mut work| work.take()) else { return Ok(()) };
            let flow = Flow::new(allocator, places.clone(), &work.control);
            work.done(flow)
        });
        let gone = |message: String| ClusterError::Network { process, message };
        let worker = started.map_err(gone)?;
        match answered.recv() {
            Ok(answer) => {
                answer.map(|explored| (explored, Cluster { end, worker, process, _children: children }))
            }
            // The worker has panicked, and said so.
            Err(_) => Err(gone("its worker ended".to_owned())),
        }
    }

    /// Whether this is the first process, which shows the answer.
    pub fn leads(&self) -> bool {
        self.process == 0
    }

    /// Ends, and removes what is kept in a directory, if there is one. The others wait until all have called this.
    ///
    /// # Errors
    /// When a process is lost meanwhile, or files cannot be removed.
    pub fn finish(self) -> Result<(), ClusterError> {
        let Cluster { end, worker, process, _children } = self;
        // If nobody hears it the worker has ended, and says below why.
        let _ = end.send(());
        worker
            .join()
            .into_iter()
            .try_for_each(|ended| ended.map_err(|message| ClusterError::Network { process, message })?)
    }
}

impl Work {
    /// Does it, on the thread of the worker.
    fn done(self, mut flow: Flow) -> Result<(), ClusterError> {
        let Work { puzzle, options, control, answer, end } = self;
        let explored = explore_together(&puzzle, &options, &mut flow, &control);
        let explored = explored.map_err(|error| {
            let error = flow.named(error);
            flow.fail(&error);
            error
        });
        let failed = explored.is_err();
        // Whoever asked is there to hear it, or nobody is.
        let _ = answer.send(explored);
        if failed || end.recv().is_err() {
            return Ok(());
        }
        if let Err(error) = ended(&mut flow, options.directory.as_deref()) {
            flow.fail(&error);
            return Err(error);
        }
        flow.leave();
        Ok(())
    }
}

/// Waits until all have said what they had to, and then removes what is kept in a directory.
fn ended(flow: &mut Flow, directory: Option<&Path>) -> Result<(), ClusterError> {
    flow.gather(Vec::new())?;
    let Some(directory) = directory else { return Ok(()) };
    flow.keep_nothing();
    let share = flow.share();
    if share.worker == 0 {
        let is_gone = tidy_checkpoint(directory)?;
        // The answer is out, and the checkpoint gone: whoever is lost now is not missed.
        let heard = flow.gather(vec![u8::from(is_gone)]);
        if is_gone {
            tidy_share(directory, share);
        } else {
            heard?;
        }
    } else if flow.word_of_first()? == [1] {
        // As long as there is a checkpoint, so is what it speaks of.
        tidy_share(directory, share);
    }
    Ok(())
}
