//! What timely reads from and writes to: a connection to another process that notices when that is gone.
//!
//! timely answers a broken connection by panicking on a thread of its own, which says nothing of levels. So a broken connection is
//! noted here instead, for the worker to see: bytes for a process that is gone are thrown away, and whoever reads from it waits
//! until the worker has seen it and left, and only then unwinds. A process that leaves in order ends with the header of an empty
//! message, 48 zeros; that it left is noted, too. The quiet connections (`meet`) tell when a machine is gone.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;

/// Bytes of the header of an empty message, all of them zero, by which timely ends a connection.
const LAST: usize = 48;

/// What is known of the connections of this process.
pub struct Watch {
    /// To each other process the connection on which nothing is said.
    quiet: Vec<(usize, TcpStream)>,
    /// For each process, bytes that the system has taken for it.
    written: Vec<AtomicU64>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Processes that are gone without a word.
    lost: BTreeSet<usize>,
    /// Those whose machines do not answer.
    silent: BTreeSet<usize>,
    /// Processes that have left in order.
    left: BTreeSet<usize>,
    /// Processes to which all has been sent.
    sent: BTreeSet<usize>,
    /// Whether the worker has left the dataflow.
    over: bool,
}

impl Watch {
    /// Watches over connections that have just been made; the quiet ones do not block.
    pub fn new(quiet: Vec<(usize, TcpStream)>, processes: usize) -> Self {
        let written = (0..processes).map(|_| AtomicU64::new(0)).collect();
        Watch { quiet, written, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Bytes that the system has taken for a process so far.
    pub fn written(&self, process: usize) -> u64 {
        self.written[process].load(Ordering::Relaxed)
    }

    /// Looks whether all machines answer.
    pub fn look(&self) {
        for (to, mut quiet) in self.quiet.iter().map(|(to, quiet)| (*to, quiet)) {
            match quiet.read(&mut [0]) {
                // A process that ends closes both connections; the other one tells how it ended.
                Ok(_) => {}
                Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                Err(e) if e.kind() == io::ErrorKind::ConnectionReset => {}
                Err(_) => self.note(|state| {
                    state.lost.insert(to);
                    state.silent.insert(to);
                }),
            }
        }
    }

    /// Whether the machine of a process does not answer.
    pub fn is_silent(&self, process: usize) -> bool {
        self.state().silent.contains(&process)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// A process that is gone without a word.
    pub fn lost(&self) -> Option<usize> {
        self.state().lost.first().copied()
    }

    /// A process that has left.
    pub fn left(&self) -> Option<usize> {
        self.state().left.first().copied()
    }

    /// Notes that the worker has left the dataflow, and waits until all has been sent to `others` processes, but not for ever.
    pub fn leave(&self, others: usize, patience: Duration) {
        let end = Instant::now() + patience;
        let mut state = self.state();
        while state.sent.union(&state.lost).count() < others {
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                break;
            }
            state = self.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.over = true;
        self.changed.notify_all();
    }

    fn wait_until_over(&self) {
        let mut state = self.state();
        while !state.over {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A connection to process `to`.
pub struct Wire {
    stream: TcpStream,
    to: usize,
    watch: Arc<Watch>,
    /// Zeros that were read last.
    zeros: usize,
}

impl Wire {
    pub fn new(stream: TcpStream, to: usize, watch: Arc<Watch>) -> Self {
        Wire { stream, to, watch, zeros: 0 }
    }

    fn lose(&self) {
        self.watch.note(|state| {
            state.lost.insert(self.to);
        });
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(0) if self.zeros >= LAST => {
                    self.watch.note(|state| {
                        state.left.insert(self.to);
                    });
                    return Ok(0);
                }
                Ok(length) if length > 0 => {
                    let zeros = buffer[..length].iter().rev().take_while(|&&byte| byte == 0).count();
                    self.zeros = if zeros == length { self.zeros + zeros } else { zeros };
                    return Ok(length);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => {
                    self.lose();
                    self.watch.wait_until_over();
                    // The thread has nothing left to do, and nobody is to hear of it.
                    std::panic::resume_unwind(Box::new("a process was lost"));
                }
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Err(e),
            Err(_) => {
                self.lose();
                Ok(buffer.len())
            }
            written => written.inspect(|&length| {
                self.watch.written[self.to].fetch_add(length as u64, Ordering::Relaxed);
            }),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.stream.flush().is_err() {
            self.lose();
        }
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Wire { stream: self.stream.try_clone()?, to: self.to, watch: Arc::clone(&self.watch), zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Whether the other side is still there to hear it does not matter any more.
        let _ = self.stream.shutdown(how);
        self.watch.note(|state| {
            state.sent.insert(self.to);
        });
        Ok(())
    }
}
