//! Checkpoints of a search: written while it runs, read to go on.

use crate::failure::Failure;
use crate::input;
use crate::output::write_file;
use polytile::exact_cover::crew::{Left, add_levels};
use polytile::exact_cover::tree::{Cursor, Lost};
use polytile::run::checkpoint;
use polytile::solve::{Remaining, Report, Search};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two checkpoints.
const INTERVAL: Duration = Duration::from_secs(10);

/// What the first line of the file says it is of.
const KIND: &str = "solve";

/// Where checkpoints are read and written.
pub struct Checkpoints<'a> {
    to: Option<&'a Path>,
    from: Option<&'a Path>,
}

/// What a checkpoint holds.
#[derive(Serialize, Deserialize)]
struct Body {
    search: String,
    found: u64,
    left: Vec<Entry>,
}

/// A part of the tree, as ranges of children, or a solution, as options.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    Part(Vec<(u32, u32)>),
    Found(Vec<u32>),
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
    /// When the checkpoint to go on from is not one of this search, or none can be written.
    pub fn run(
        &self,
        search: &Search<'_>,
        mut shift: impl FnMut(Remaining, Option<Instant>) -> Result<Report, Lost>,
    ) -> Result<(Report, u64), Failure> {
        let mut from = match self.from {
            Some(path) => read(path, search)?,
            None => search.beginning(),
        };
        if let Some(path) = self.to {
            // Before the work: a file that cannot be written is told of at once.
            write(path, search, from.found, &from.left)?;
        }
        let mut profile = Vec::new();
        loop {
            let pause = self.to.map(|_| Instant::now() + INTERVAL);
            let report = shift(from, pause).map_err(|_| self.foreign())?;
            add_levels(&mut profile, &report.profile);
            if let Some(path) = self.to {
                let left = report.remaining.as_ref().map_or(&[][..], |remaining| &remaining.left);
                write(path, search, report.found, left)?;
            }
            match report.remaining {
                Some(remaining) if report.stopped.is_none() && !report.enough => from = remaining,
                remaining => {
                    return Ok((Report { remaining, ..report }, profile.iter().sum()));
                }
            }
        }
    }

    fn foreign(&self) -> Failure {
        let path = self.from.unwrap_or(Path::new("the checkpoint"));
        Failure::usage(
            format!("{} is a checkpoint of another search", path.display()),
            "give the puzzle and the options that it was made with; threads and limits may differ",
        )
    }
}

fn write(path: &Path, search: &Search<'_>, found: u64, left: &[Left]) -> Result<(), Failure> {
    let entry = |left: &Left| match left {
        Left::Part(cursor) => Entry::Part(cursor.0.clone()),
        Left::Found(solution) => Entry::Found(solution.clone()),
    };
    let body = Body {
        search: format!("{:016x}", search.fingerprint),
        found,
        left: left.iter().map(entry).collect(),
    };
    write_file(path, checkpoint::write(KIND, &body).as_bytes())
}

fn read(path: &Path, search: &Search<'_>) -> Result<Remaining, Failure> {
    let source = input::read(&path.to_string_lossy())?;
    let body: Body = checkpoint::read(KIND, &source.text).map_err(|e| {
        Failure::usage(
            format!("{}: {e}", path.display()),
            "give the file that --checkpoint wrote, whole, to the release that wrote it",
        )
    })?;
    if body.search != format!("{:016x}", search.fingerprint) {
        return Err(Checkpoints { to: None, from: Some(path) }.foreign());
    }
    let left = body.left.into_iter().map(|entry| match entry {
        Entry::Part(ranges) => Left::Part(Cursor(ranges)),
        Entry::Found(solution) => Left::Found(solution),
    });
    Ok(Remaining { left: left.collect(), found: body.found })
}
