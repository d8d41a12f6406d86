//! What threads share, and the clock that they look at: those of the standard library.
//!
//! Whatever waits for other threads takes these from here. `tests/schedules` compiles the same files with another module of
//! this name, whose threads are interleaved by a scheduler, one schedule after the other.

pub(crate) use super::clock::Instant;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
pub(crate) use std::thread::scope;

/// Whether there may be threads. Where there may not, nothing that makes them is compiled, nor a second copy of what they would do.
pub(crate) const THREADS: bool = cfg!(feature = "threads");
