//! Checkpoints of a search: written while it runs, read to resume it.

use crate::failure::Failure;
use crate::input;
use crate::output::write_file;
use polytile::exact_cover::crew::add_levels;
use polytile::exact_cover::tree::Lost;
use polytile::run::Control;
use polytile::run::checkpoint::CheckpointError;
use polytile::solve::{Remaining, Report, Search};
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
    pub fn run(
        &self,
        search: &Search<'_>,
        control: &Control,
        mut shift: impl FnMut(Remaining, Option<Instant>) -> Result<Report, Lost>,
    ) -> Result<(Report, u64), Failure> {
        let mut from = match self.from {
            Some(path) => read(path, search, control)?,
            None => search.beginning(),
        };
        if let Some(path) = self.to {
            // Before the work: a file that cannot be written is told of at once.
            write(path, search, &from)?;
        }
        let mut profile = Vec::new();
        loop {
            let pause = self.to.map(|_| Instant::now() + INTERVAL);
            let report = shift(from, pause).map_err(|lost| Failure::other(lost.to_string()))?;
            add_levels(&mut profile, &report.profile);
            if let Some(path) = self.to {
                let nothing = Remaining { left: Vec::new(), found: report.found };
                write(path, search, report.remaining.as_ref().unwrap_or(&nothing))?;
            }
            match report.remaining {
                Some(remaining) if report.stopped.is_none() && !report.enough => from = remaining,
                remaining => {
                    return Ok((Report { remaining, ..report }, profile.iter().sum()));
                }
            }
        }
    }
}

fn write(path: &Path, search: &Search<'_>, remaining: &Remaining) -> Result<(), Failure> {
    write_file(path, search.checkpoint(remaining).as_bytes())
}

fn read(path: &Path, search: &Search<'_>, control: &Control) -> Result<Remaining, Failure> {
    let source = input::read(&path.to_string_lossy())?;
    search.resume(source.text.as_bytes(), control).map_err(|error| {
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
    })
}
