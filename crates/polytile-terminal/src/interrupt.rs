//! Ctrl-C, SIGTERM and SIGHUP: the first one stops the engine that is running, so that it reports what it has; a
//! second one, or the first where no engine is running, ends the process. No partial file is left.

use crate::begun::abandon_and_exit;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The exit status of a run that was interrupted.
const STATUS: i32 = 130;

/// What stops the engine that runs.
static RUNNING: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// What has to be done before the process ends.
static LAST: Mutex<Option<fn()>> = Mutex::new(None);

/// Whether the system reports interrupts to us.
static WATCHED: Mutex<bool> = Mutex::new(false);

/// From now on interrupts are heard.
///
/// # Errors
/// When the system refuses to report them.
pub fn watch() -> io::Result<()> {
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*watched {
        ctrlc::set_handler(interrupted)
            .map_err(|e| io::Error::other(format!("interrupts cannot be handled: {e}")))?;
        *watched = true;
    }
    Ok(())
}

/// From now on an interrupt sets `stop`, and only a second one ends the process.
///
/// # Errors
/// As [`watch`].
pub fn stops(stop: &Arc<AtomicBool>) -> io::Result<()> {
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(stop));
    watch()
}

/// From now on an interrupt that ends the process does `last` before.
///
/// # Errors
/// As [`watch`].
pub fn ends_with(last: fn()) -> io::Result<()> {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
    watch()
}

fn interrupted() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if running.is_none_or(|stop| stop.swap(true, Ordering::Relaxed)) {
        if let Some(last) = *LAST.lock().unwrap_or_else(PoisonError::into_inner) {
            last();
        }
        abandon_and_exit(STATUS);
    }
}
