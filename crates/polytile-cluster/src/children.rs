//! Processes that this one starts on its machine. They end with it; if it is killed, as soon as they miss it.
//!
//! In: their commands. Out: processes, which are watched until all have met, so that one that ends before it comes is not waited
//! for: what it said is the reason.

use crate::error::ClusterError;
use polytile::run::Control;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a process that was started is waited for once all is over.
const LAST: Duration = Duration::from_secs(5);

/// Between two looks at the processes that were started.
const LOOK: Duration = Duration::from_millis(20);

/// The processes that this one has started, from process 1 on.
#[derive(Debug)]
pub struct Children(Mutex<Vec<Child>>);

impl Children {
    /// Starts process 1 and the following, each by its command, and gives it what it reads from standard input.
    ///
    /// # Errors
    /// When the system starts no more; those that were started are ended.
    pub fn start(
        commands: impl IntoIterator<Item = (Command, Option<String>)>,
    ) -> Result<Self, ClusterError> {
        let cannot = |e: io::Error| ClusterError::Start { message: e.to_string() };
        let children = Children(Mutex::new(Vec::new()));
        for (mut command, input) in commands {
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
    /// What `meet` says; [`ClusterError::Early`] when a process has ended.
    pub(crate) fn watched<T>(
        &self,
        control: &Control,
        meet: impl FnOnce(&Control) -> Result<T, ClusterError>,
    ) -> Result<T, ClusterError> {
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
        result
            .map_err(|error| if stop.load(Ordering::Relaxed) { self.early().unwrap_or(error) } else { error })
    }

    /// That a process has ended, if one has.
    fn early(&self) -> Option<ClusterError> {
        for (process, child) in (1..).zip(self.all().iter_mut()) {
            let Ok(Some(status)) = child.try_wait() else { continue };
            let mut said = String::new();
            // Nothing is a message, too.
            let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
            let (status, code, said) = (status.to_string(), status.code(), said.trim().to_owned());
            return Some(ClusterError::Early { process, status, code, said });
        }
        None
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
