//! Checkpoints of a search: written while it runs, read to resume it.
//!
//! They also keep what waits to be drawn: a solution that counts as shown is on standard output, in the picture, or here.

use crate::failure::Failure;
use crate::output::write_file;
use crate::texts;
use polytile::run::{Control, Progress, Refused, Unable};
use polytile::solve::{Remaining, Saved, Search};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two checkpoints.
const INTERVAL: Duration = Duration::from_secs(10);

/// Where checkpoints are read and written.
pub struct Checkpoints<'a> {
    to: Option<&'a Path>,
    from: Option<&'a Path>,
}

impl<'a> Checkpoints<'a> {
    /// The checkpoints of `--checkpoint` and `--resume`.
    pub fn new(checkpoint: Option<&'a PathBuf>, resume: Option<&'a PathBuf>) -> Self {
        let to = checkpoint.or(resume).map(PathBuf::as_path);
        Checkpoints { to, from: resume.map(PathBuf::as_path) }
    }

    /// Whether any are written.
    pub fn are_written(&self) -> bool {
        self.to.is_some()
    }

    /// When the next one is due.
    pub fn due(&self) -> Option<Instant> {
        self.to.map(|_| Instant::now() + INTERVAL)
    }

    /// What the checkpoint to be resumed says of `search`, if there is one.
    ///
    /// # Errors
    /// When it is not a checkpoint of this search, or cannot be one.
    pub fn read(&self, search: &Search, control: &Control) -> Result<Option<Saved>, Failure> {
        let read =
            |path| search.resume(&bytes(path, control)?, control).map_err(|error| unusable(path, error));
        self.from.map(read).transpose()
    }

    /// Writes what is left of `search`, and what waits to be drawn.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, search: &Search, left: &Remaining, undrawn: &[Vec<u32>]) -> Result<(), Failure> {
        let Some(path) = self.to else { return Ok(()) };
        write_file(path, search.checkpoint(left, undrawn).as_bytes())
    }
}

/// Bytes read between two looks at the limits.
const CHUNK: u64 = 1 << 20;

/// What the file `path` holds. It may be as long as memory allows, for nothing else bounds what waits to be drawn.
fn bytes(path: &Path, control: &Control) -> Result<Vec<u8>, Failure> {
    let name = path.to_string_lossy();
    let unreadable = |e: io::Error| texts::unreadable(&name, &e);
    if path.is_dir() {
        return Err(texts::is_directory(&name));
    }
    let mut file: Box<dyn Read> = match &*name {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(unreadable)?),
    };
    let mut bytes = Vec::new();
    while (&mut file).take(CHUNK).read_to_end(&mut bytes).map_err(unreadable)? > 0 {
        control.reserve(bytes.len() as u64, "the checkpoint")?;
        control.check(Progress::Preparation { steps: bytes.len() as u64 })?;
    }
    Ok(bytes)
}

fn unusable(path: &Path, error: Refused) -> Failure {
    match error {
        Refused::Checkpoint(Unable { message, help }) => {
            Failure::usage(format!("{}: {message}", path.display()), help)
        }
        other => other.into(),
    }
}
