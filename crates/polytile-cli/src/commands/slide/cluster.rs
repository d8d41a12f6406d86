//! `polytile slide explore` by several processes: on this machine, or on the machines of a list.
//!
//! With `--processes N` this process is the first, and starts the others on this machine; they find it at a port that the system
//! chooses. With `--hosts FILE --process K` each is started by somebody else, on its machine, by the same command but for K. The
//! first process alone shows the answer; the others end with it.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::input;
use crate::run::{Run, budget};
use crate::values::{duration, word};
use clap::ValueHint;
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::run::Control;
use polytile::sliding::{ExploreEngine, ExploreOptions, Explored, Puzzle};
use polytile_cluster::{Cluster, ClusterError, Hosts, Meeting, Place, Why};
use polytile_terminal::levels::failure;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long processes wait for each other unless they are told.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most processes.
const MOST: u64 = 1 << 10;

/// How long a process that was started is waited for once all is over.
const LAST: Duration = Duration::from_secs(5);

/// Between two looks at the processes that were started.
const LOOK: Duration = Duration::from_millis(20);

/// More than one process.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "More than one process")]
pub struct ClusterArgs {
    /// Explore with this many processes on this machine, which share its memory and threads; with --disk each has a folder there
    #[arg(long, value_name = "N", value_parser = processes, conflicts_with = "hosts")]
    processes: Option<usize>,
    /// Explore with a process on each line HOST:PORT of this file; all are started with the same puzzle and options, but --process
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "process")]
    hosts: Option<String>,
    /// Which line of --hosts this process is, from 0; process 0 shows the answer
    #[arg(long, value_name = "K", value_parser = word)]
    process: Option<u64>,
    /// How long to wait until all processes are there [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    wait: Option<Duration>,
    /// Where the first of several processes on this machine is
    #[arg(long, value_name = "ADDRESS", hide = true, requires = "processes", requires = "process")]
    join: Option<String>,
}

fn processes(text: &str) -> Result<usize, String> {
    match word(text)? {
        0 => Err("at least one process is needed".to_owned()),
        n if n > MOST => Err(format!("{MOST} processes at most")),
        n => Ok(n as usize),
    }
}

/// Processes that are about to explore, or have explored.
pub struct Processes<T> {
    state: T,
    process: usize,
    children: Option<Children>,
    directory: Option<PathBuf>,
}

/// Before they have met.
pub struct Apart(Meeting);

impl ClusterArgs {
    /// What of the machine this process may take: a part of it, where others are started here too.
    pub fn share(&self, run: &RunArgs) -> RunArgs {
        let Some(processes) = self.processes.filter(|_| self.join.is_none()) else { return run.clone() };
        let all = std::thread::available_parallelism().map_or(1, Into::into);
        let threads = Some((run.threads.unwrap_or(all) / processes).max(1));
        let memory = Some(budget(run.memory) / processes as u64);
        RunArgs { threads, memory, ..run.clone() }
    }

    /// The processes that explore together, if there are any; this one's helpers are started.
    ///
    /// # Errors
    /// When what was given does not fit together, the list cannot be read, or a process cannot be started.
    pub fn processes(
        &self,
        puzzle: &str,
        read: &SlidingPuzzle,
        options: &ExploreOptions,
        run: &Run,
    ) -> Result<Option<Processes<Apart>>, Failure> {
        if self.hosts.is_none() && self.processes.is_none() {
            return match (self.process, self.wait) {
                (None, None) => Ok(None),
                _ => Err(Failure::usage(
                    "--process and --wait are about several processes",
                    "give --hosts FILE, too, or --processes N",
                )),
            };
        }
        if options.engine == Some(ExploreEngine::Ranked) {
            let help = "leave out --engine, or take --engine sorted";
            return Err(Failure::usage("several processes cannot share the engine ranked", help));
        }
        let patience = self.wait.unwrap_or(PATIENCE);
        let directory = options.directory.clone();
        let among = |processes: usize| match self.process {
            Some(process) if process >= processes as u64 => Err(Failure::usage(
                format!("there is no process {process} of {processes}"),
                format!("processes are numbered from 0 to {}", processes - 1),
            )),
            process => Ok(process.unwrap_or(0) as usize),
        };
        if let Some(file) = &self.hosts {
            let text = input::read(file)?.text;
            let hosts = Hosts::parse(&text).map_err(|e| {
                Failure::usage(
                    format!("{}: {e}", input::shown(file)),
                    "give a line HOST:PORT for each process, as in node-1:2101",
                )
            })?;
            let process = among(hosts.0.len())?;
            let meeting = Meeting { place: Place::Hosts(hosts.0), process, patience };
            return Ok(Some(Processes { state: Apart(meeting), process, children: None, directory }));
        }
        let processes = self.processes.unwrap_or(1);
        if let Some(first) = &self.join {
            let process = among(processes)?;
            let meeting = Meeting { place: Place::Joining(first.clone(), processes), process, patience };
            return Ok(Some(Processes { state: Apart(meeting), process, children: None, directory }));
        }
        if self.process.is_some() {
            return Err(Failure::usage(
                "--processes starts all processes by itself",
                "leave out --process, or give --hosts FILE instead of --processes",
            ));
        }
        let unheard = |e: std::io::Error| Failure::other(format!("this machine cannot be listened at: {e}"));
        let listener = TcpListener::bind("127.0.0.1:0").map_err(unheard)?;
        let first = listener.local_addr().map_err(unheard)?.to_string();
        let children = Children::start(processes, |process| {
            let mut command = vec!["slide".to_owned(), "explore".to_owned()];
            let mut add = |words: &[&str]| command.extend(words.iter().map(|&word| word.to_owned()));
            add(&[puzzle, "--quiet", "--metric", &options.metric.to_string(), "--join", &first]);
            add(&["--processes", &processes.to_string(), "--process", &process.to_string()]);
            add(&["--threads", &run.control.thread_count().to_string()]);
            add(&["--memory", &run.control.memory_budget().to_string()]);
            add(&["--wait", &format!("{}s", patience.as_secs().max(1))]);
            if options.resume {
                add(&["--resume"]);
            }
            (command, directory.as_deref(), (puzzle == "-").then(|| sliding::write(read)))
        })?;
        let meeting = Meeting { place: Place::First(listener, processes), process: 0, patience };
        Ok(Some(Processes { state: Apart(meeting), process: 0, children: Some(children), directory }))
    }
}

impl Processes<Apart> {
    /// Meets the others, and explores with them.
    ///
    /// # Errors
    /// When they do not come together, or one has to stop.
    pub fn explore(
        self,
        puzzle: &Puzzle,
        options: &ExploreOptions,
        run: &Run,
    ) -> Result<(Explored, Processes<Cluster>), Failure> {
        let Processes { state: Apart(meeting), process, children, directory } = self;
        let failed = |e: ClusterError| told(e, directory.as_deref());
        let met = match &children {
            None => meeting.meet(puzzle, options, &run.control),
            Some(children) => {
                children.watched(&run.control, |control| meeting.meet(puzzle, options, control))?
            }
        };
        let (explored, state) =
            Cluster::explore(met.map_err(failed)?, puzzle, options, &run.control).map_err(failed)?;
        Ok((explored, Processes { state, process, children, directory }))
    }
}

impl Processes<Cluster> {
    /// Whether another process shows the answer.
    pub fn are_led_by_another(&self) -> bool {
        self.process > 0
    }

    /// Ends, and removes what was kept: the answer is out.
    ///
    /// # Errors
    /// When a process was lost meanwhile, or files cannot be removed.
    pub fn finish(self) -> Result<(), Failure> {
        let finished = self.state.finish();
        finished.map_err(|e| told(e, self.directory.as_deref()))
    }
}

/// The failure of several processes.
fn told(error: ClusterError, directory: Option<&Path>) -> Failure {
    let message = error.to_string();
    let again = match (error.safe(), directory) {
        (Some(_), _) => "give the same command with --resume, with as many processes or others",
        (None, Some(_)) => "give the same command again",
        (None, None) => "with --disk DIR every finished level is kept, and can be resumed from",
    };
    match error {
        ClusterError::Levels(error) => failure(error, directory),
        ClusterError::Elsewhere { why, .. } => match why {
            Why::Interrupted => Failure::interrupted(message).advising(again),
            Why::Limit => Failure::limit(message, "allow that process more, or take more processes"),
            Why::Input => Failure::usage(message, "mend it there, and give the same commands again"),
            Why::Other => Failure::other(message).advising(again),
        },
        ClusterError::Lost { .. } => Failure::other(message).advising(again),
        ClusterError::NoAnswer { .. } => Failure::usage(
            message,
            "start that process, see to it that nothing keeps connections away from its port, or allow more with --wait",
        ),
        ClusterError::Refused { .. } | ClusterError::Unlike { .. } => Failure::usage(
            message,
            "start the same release with the same list, puzzle and options everywhere, each with a --process of its own",
        ),
        ClusterError::Port { .. } => {
            Failure::usage(message, "end what uses it, or give this process another line in the list")
        }
        _ => Failure::other(message),
    }
}

/// The processes that this one has started. None of them outlives it.
struct Children(Mutex<Vec<Child>>);

impl Children {
    /// Starts all processes but the first: with these arguments, this directory, and this on standard input.
    fn start<'a>(
        processes: usize,
        each: impl Fn(usize) -> (Vec<String>, Option<&'a Path>, Option<String>),
    ) -> Result<Self, Failure> {
        let cannot = |e: std::io::Error| Failure::other(format!("a process cannot be started: {e}"));
        let program = std::env::current_exe().map_err(cannot)?;
        let children = Children(Mutex::new(Vec::new()));
        for process in 1..processes {
            let (arguments, directory, input) = each(process);
            let mut command = Command::new(&program);
            command.args(arguments);
            if let Some(directory) = directory {
                command.arg("--disk").arg(directory);
            }
            let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
            command.stdin(stdin).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().map_err(cannot)?;
            if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
                // If it has ended, that is noticed below.
                let _ = stdin.write_all(input.as_bytes());
            }
            children.all().push(child);
        }
        Ok(children)
    }

    fn all(&self) -> MutexGuard<'_, Vec<Child>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What `meet` gives, which is stopped when a process has ended before it came.
    ///
    /// # Errors
    /// When one has.
    fn watched<T>(
        &self,
        control: &Control,
        meet: impl FnOnce(&Control) -> Result<T, ClusterError>,
    ) -> Result<Result<T, ClusterError>, Failure> {
        let (stop, met) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
        let control = control.clone().stopped_by(Arc::clone(&stop));
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !met.load(Ordering::Relaxed) {
                    let ended = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
                    if self.all().iter_mut().any(ended) {
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                    std::thread::sleep(LOOK);
                }
            });
            let result = meet(&control);
            met.store(true, Ordering::Relaxed);
            result
        });
        if result.is_err() && stop.load(Ordering::Relaxed) {
            for (i, child) in self.all().iter_mut().enumerate() {
                let Ok(Some(status)) = child.try_wait() else { continue };
                let mut said = String::new();
                // Nothing is a message, too.
                let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
                let said = said.trim();
                let message = format!("process {} ended before it came ({status}): {said}", i + 1);
                return Err(match status.code() {
                    Some(130) => Failure::interrupted(message),
                    _ => Failure::other(message),
                });
            }
        }
        Ok(result)
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        let end = Instant::now() + LAST;
        for child in self.all().iter_mut() {
            while matches!(child.try_wait(), Ok(None)) {
                if Instant::now() >= end {
                    // It may have stopped, and not know that all is over.
                    let _ = child.kill().and_then(|()| child.wait());
                    break;
                }
                std::thread::sleep(LOOK / 4);
            }
        }
    }
}
