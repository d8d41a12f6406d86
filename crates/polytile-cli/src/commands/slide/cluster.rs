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
use polytile::choice::Choice;
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::sliding::{ExploreEngine, ExploreOptions, Explored, Puzzle};
use polytile_cluster::{Cluster, ClusterError, Hosts, Meeting, Place, Why};
use polytile_terminal::levels::{DAMAGED, MISSING, ORPHANED, failure};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long processes wait for each other unless they are told.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most processes.
const MOST: u64 = 1 << 10;

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
    /// How long to wait until all processes are there, and then for a machine that does not answer [default: 30s]
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

impl ClusterArgs {
    /// What of the machine this process may take: a part of it, where others are started here too.
    pub fn share(&self, run: &RunArgs) -> RunArgs {
        let Some(processes) = self.processes.filter(|_| self.join.is_none()) else { return run.clone() };
        let all = std::thread::available_parallelism().map_or(1, Into::into);
        let threads = Some((run.threads.unwrap_or(all) / processes).max(1));
        let memory = Some(budget(run.memory) / processes as u64);
        RunArgs { threads, memory, ..run.clone() }
    }

    /// Where several processes meet, if there are any; those that this one leads are started.
    ///
    /// # Errors
    /// When what was given does not fit together, the list cannot be read, or a process cannot be started.
    pub fn meeting(
        &self,
        puzzle: &str,
        read: &SlidingPuzzle,
        options: &ExploreOptions,
        run: &Run,
    ) -> Result<Option<Meeting>, Failure> {
        if self.hosts.is_none() && self.processes.is_none() {
            return match (self.process, self.wait) {
                (None, None) => Ok(None),
                _ => Err(Failure::usage(
                    "--process and --wait are about several processes",
                    "give --hosts FILE, too, or --processes N",
                )),
            };
        }
        if let Some(engine) = options.engine.filter(|engine| !engine.is_shared()) {
            let shared = ExploreEngine::ALL.iter().find(|engine| engine.is_shared());
            let other = shared.map_or_else(String::new, |other| format!(", or take --engine {other}"));
            return Err(Failure::usage(
                format!("several processes cannot share the engine {engine}"),
                format!("leave out --engine{other}"),
            ));
        }
        let patience = self.wait.unwrap_or(PATIENCE);
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
            return Ok(Some(Meeting { place: Place::Hosts(hosts.0), process, patience, children: None }));
        }
        let processes = self.processes.unwrap_or(1);
        if let Some(first) = &self.join {
            let (process, place) = (among(processes)?, Place::Joining(first.clone(), processes));
            return Ok(Some(Meeting { place, process, patience, children: None }));
        }
        if self.process.is_some() {
            return Err(Failure::usage(
                "--processes starts all processes by itself",
                "leave out --process, or give --hosts FILE instead of --processes",
            ));
        }
        let program = std::env::current_exe()
            .map_err(|e| Failure::other(format!("this program cannot be found to be started again: {e}")))?;
        let meeting = Meeting::here(processes, patience, |process, first| {
            let mut command = Command::new(&program);
            command.args(["slide", "explore", puzzle, "--quiet", "--metric", &options.metric.to_string()]);
            command.args(["--join", first, "--processes", &processes.to_string()]);
            command.args(["--process", &process.to_string(), "--wait"]);
            command.arg(format!("{}s", patience.as_secs().max(1)));
            command.args(["--threads", &run.control.thread_count().to_string()]);
            command.args(["--memory", &run.control.memory_budget().to_string()]);
            if options.resume {
                command.arg("--resume");
            }
            if let Some(directory) = &options.directory {
                command.arg("--disk").arg(directory);
            }
            (command, (puzzle == "-").then(|| sliding::write(read)))
        });
        meeting.map(Some).map_err(|e| told(e, options.directory.as_deref()))
    }
}

/// What all find together that come to a meeting, and what they share until the answer is safe.
///
/// # Errors
/// When they do not come together, or one has to stop.
pub fn explore(
    meeting: Meeting,
    puzzle: &Puzzle,
    options: &ExploreOptions,
    run: &Run,
) -> Result<(Explored, Cluster), Failure> {
    let failed = |e: ClusterError| told(e, options.directory.as_deref());
    let met = meeting.meet(puzzle, options, &run.control).map_err(failed)?;
    Cluster::explore(met, puzzle, options, &run.control).map_err(failed)
}

/// Ends together with the others, and removes what was kept: the answer is out.
///
/// # Errors
/// When a process was lost meanwhile, or files cannot be removed.
pub fn finish(processes: Cluster, directory: Option<&Path>) -> Result<(), Failure> {
    processes.finish().map_err(|e| told(e, directory))
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
            Why::Orphaned => Failure::usage(message, ORPHANED),
            Why::Missing => Failure::usage(message, MISSING),
            Why::Damaged => Failure::usage(message, DAMAGED),
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
        ClusterError::Early { code: Some(130), .. } => Failure::interrupted(message),
        _ => Failure::other(message),
    }
}
