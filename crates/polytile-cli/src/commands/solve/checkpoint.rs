//! Checkpoints of a search: written while it runs, read to resume it.
//!
//! What waits to be drawn is kept in them, too: a solution that is counted as shown is on standard output, in the picture,
//! or here.

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

    /// Takes up what an earlier run has not drawn. Whether all of it are solutions.
    fn keep(&mut self, undrawn: Vec<Vec<u32>>) -> bool {
        undrawn.is_empty()
    }
}

/// What a checkpoint holds.
#[derive(Serialize, Deserialize)]
struct Body {
    search: String,
    found: u64,
    left: Vec<Entry>,
    /// Solutions found that are not in the picture yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    undrawn: Vec<Vec<u32>>,
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
    /// When the checkpoint to resume from is not one of this search, or none can be written.
    pub fn run<S: Shower>(
        &self,
        search: &Search<'_>,
        shower: &mut S,
        mut shift: impl FnMut(&mut S, Remaining, Option<Instant>) -> Result<Report, Lost>,
    ) -> Result<(Report, u64), Failure> {
        let mut from = match self.from {
            Some(path) => {
                let (from, undrawn) = read(path, search)?;
                if !shower.keep(undrawn) {
                    return Err(self.foreign());
                }
                from
            }
            None => search.beginning(),
        };
        // Before the work: a file that cannot be written is told of at once.
        self.write(search, from.found, &from.left, shower.undrawn())?;
        let mut profile = Vec::new();
        loop {
            let pause = self.to.map(|_| Instant::now() + INTERVAL);
            let report = shift(shower, from, pause).map_err(|_| self.foreign())?;
            add_levels(&mut profile, &report.profile);
            let left = report.remaining.as_ref().map_or(&[][..], |remaining| &remaining.left);
            self.write(search, report.found, left, shower.undrawn())?;
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
    pub fn drawn(&self, search: &Search<'_>, report: &Report) -> Result<(), Failure> {
        let left = report.remaining.as_ref().map_or(&[][..], |remaining| &remaining.left);
        self.write(search, report.found, left, &[])
    }

    fn write(
        &self,
        search: &Search<'_>,
        found: u64,
        left: &[Left],
        undrawn: &[Vec<u32>],
    ) -> Result<(), Failure> {
        let Some(path) = self.to else { return Ok(()) };
        let entry = |left: &Left| match left {
            Left::Part(cursor) => Entry::Part(cursor.0.clone()),
            Left::Found(solution) => Entry::Found(solution.clone()),
        };
        let body = Body {
            search: format!("{:016x}", search.fingerprint),
            found,
            left: left.iter().map(entry).collect(),
            undrawn: undrawn.to_vec(),
        };
        write_file(path, checkpoint::write(KIND, &body).as_bytes())
    }

    fn foreign(&self) -> Failure {
        let path = self.from.unwrap_or(Path::new("the checkpoint"));
        Failure::usage(
            format!("{} is a checkpoint of another search", path.display()),
            "give the puzzle and the options that it was made with; threads and limits may differ",
        )
    }
}

/// What is left of the search, and what is not drawn yet.
fn read(path: &Path, search: &Search<'_>) -> Result<(Remaining, Vec<Vec<u32>>), Failure> {
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
    Ok((Remaining { left: left.collect(), found: body.found }, body.undrawn))
}
