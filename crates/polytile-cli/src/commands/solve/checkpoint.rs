//! Checkpoints of a search: written while it runs, read to resume it.
//!
//! What waits to be drawn is kept in them, too: a solution that is counted as shown is on standard output, in the picture,
//! or here.

use crate::failure::Failure;
use crate::input;
use crate::output::write_file;
use polytile::exact_cover::crew::add_levels;
use polytile::exact_cover::tree::Lost;
use polytile::run::checkpoint::CheckpointError;
use polytile::run::{Control, Progress};
use polytile::solve::{Remaining, Report, Saved, Search};
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

/// Where solutions go.
pub trait Shower: Send {
    /// Takes the solution of this number, as options.
    ///
    /// # Errors
    /// When it cannot be shown.
    fn take(&mut self, number: u64, chosen: &[u32]) -> Result<(), Failure>;

    /// The solutions taken that are not drawn yet.
    fn undrawn(&self) -> &[Vec<u32>] {
        &[]
    }

    /// Takes up what an earlier run has not drawn.
    ///
    /// # Errors
    /// When there is no memory for it.
    fn keep(&mut self, _undrawn: Vec<Vec<u32>>) -> Result<(), Failure> {
        Ok(())
    }
}

impl<'a> Checkpoints<'a> {
    /// Those of `--checkpoint` and `--resume`.
    pub fn new(checkpoint: Option<&'a PathBuf>, resume: Option<&'a PathBuf>) -> Self {
        let to = checkpoint.or(resume).map(PathBuf::as_path);
        Checkpoints { to, from: resume.map(PathBuf::as_path) }
    }

    /// Where checkpoints go.
    pub fn path(&self) -> Option<&Path> {
        self.to
    }

    /// Runs the search by `shift`, which is called again after every pause, and writes what is left each time. Returns
    /// the last report, and the nodes of all.
    ///
    /// # Errors
    /// When the checkpoint to resume is not one of this search or cannot be, or none can be written.
    pub fn run<S: Shower>(
        &self,
        search: &Search,
        control: &Control,
        shower: &mut S,
        mut shift: impl FnMut(&mut S, Remaining, Option<Instant>) -> Result<Report, Lost>,
    ) -> Result<(Report, u64), Failure> {
        let mut from = match self.from {
            Some(path) => {
                let Saved { remaining, undrawn } = read(path, search, control)?;
                shower.keep(undrawn)?;
                remaining
            }
            None => search.beginning(),
        };
        // Before the work: a file that cannot be written is told of at once.
        self.write(search, &from, shower.undrawn())?;
        let mut profile = Vec::new();
        loop {
            let pause = self.to.map(|_| Instant::now() + INTERVAL);
            let report = shift(shower, from, pause).map_err(|lost| Failure::other(lost.to_string()))?;
            add_levels(&mut profile, &report.profile);
            self.write(search, &left(&report), shower.undrawn())?;
            match report.remaining {
                Some(remaining) if report.stopped.is_none() && !report.enough => from = remaining,
                remaining => {
                    return Ok((Report { remaining, ..report }, profile.iter().sum()));
                }
            }
        }
    }

    /// Writes that all is drawn that waited for it when the search came to the end that `report` tells of.
    ///
    /// # Errors
    /// When the checkpoint cannot be written.
    pub fn drawn(&self, search: &Search, report: &Report) -> Result<(), Failure> {
        self.write(search, &left(report), &[])
    }

    fn write(&self, search: &Search, remaining: &Remaining, undrawn: &[Vec<u32>]) -> Result<(), Failure> {
        let Some(path) = self.to else { return Ok(()) };
        write_file(path, search.checkpoint(remaining, undrawn).as_bytes())
    }
}

/// What is left after a run: nothing, if it came to its end.
fn left(report: &Report) -> Remaining {
    report.remaining.clone().unwrap_or(Remaining { left: Vec::new(), found: report.found })
}

fn read(path: &Path, search: &Search, control: &Control) -> Result<Saved, Failure> {
    search.resume(&bytes(path, control)?, control).map_err(|error| unusable(path, error))
}

/// Bytes read between two looks at the limits.
const CHUNK: u64 = 1 << 20;

/// What the file `path` holds. It may be as long as there is memory for: what waits to be drawn has no other bound.
fn bytes(path: &Path, control: &Control) -> Result<Vec<u8>, Failure> {
    let name = path.to_string_lossy();
    let unreadable = |e: io::Error| input::unreadable(&name, &e);
    if path.is_dir() {
        return Err(input::is_directory(&name));
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

fn unusable(path: &Path, error: CheckpointError) -> Failure {
    let help = match error {
        CheckpointError::Stopped(stopped) => return stopped.into(),
        CheckpointError::Another(_) => {
            "give the puzzle and the options that it was made with; threads and limits may differ"
        }
        CheckpointError::Contradiction(_) => {
            "it was changed by hand, or memory or disk failed: begin again without --resume"
        }
        _ => "give the file that --checkpoint wrote, whole, to the release that wrote it",
    };
    Failure::usage(format!("{}: {error}", path.display()), help)
}
