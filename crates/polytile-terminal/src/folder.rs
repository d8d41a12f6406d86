//! A directory that a search for puzzles fills.
//!
//! In: a directory and a question. Out: puzzle files in it, and `design.json`, which holds the question and, in the end, how much was
//! looked through. A directory that holds anything else is refused before the search begins; one that holds a run of the same
//! question is filled again, file by file, with the same bytes: so what was interrupted is finished by giving the command again. What a
//! search knows before its end is kept there too, and is found by the next. Nobody chose the names of these files, so what has such a
//! name and is not of this kind is never replaced, nor is anything written through a link.

use crate::failure::Failure;
use crate::output::write_own;
use polytile::ask::Unanswered;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What says which question a directory belongs to.
const ABOUT: &str = "design.json";

/// Bytes of a name of a file that pieces make up.
const LONGEST: usize = 80;

/// A directory for the puzzles of one question.
pub struct Folder {
    path: PathBuf,
    question: Value,
    /// What an earlier run kept before its end.
    kept: Option<Value>,
    /// Whether the directory was made for this run.
    made: bool,
    /// Whether nothing is in it from which a later run could go on.
    bare: AtomicBool,
}

impl Folder {
    /// The directory `path` for the answers to `question`; it is made where there is none.
    ///
    /// # Errors
    /// When it cannot be written, or holds something else than a run of this question.
    pub fn open(path: &Path, question: Value) -> Result<Self, Failure> {
        let unwritable = |e: &std::io::Error| {
            Failure::usage(
                format!("the directory {} cannot be used: {e}", path.display()),
                "name a directory in which files can be written",
            )
        };
        let made = !path.exists();
        fs::create_dir_all(path).map_err(|e| unwritable(&e))?;
        let about = path.join(ABOUT);
        let kept = fs::read_to_string(&about).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        if kept.as_ref().map(|kept| &kept["question"]) != Some(&question) {
            let is_empty = fs::read_dir(path).map_err(|e| unwritable(&e))?.next().is_none();
            if !is_empty {
                let what =
                    if kept.is_some() { "holds the puzzles of another question" } else { "is not empty" };
                return Err(Failure::usage(
                    format!("the directory {} {what}", path.display()),
                    "name a new or an empty directory, or one in which this very question was begun",
                ));
            }
        }
        let bare = AtomicBool::new(kept.is_none());
        let known = kept.and_then(|mut kept| kept.get_mut("known").map(Value::take));
        let folder = Folder { path: path.to_owned(), question, kept: known, made, bare };
        match &folder.kept {
            Some(known) => folder.keep(known)?,
            None => folder.about("answer", &Value::Null)?,
        }
        Ok(folder)
    }

    /// What an earlier run kept, as a value.
    ///
    /// # Errors
    /// When it is something else.
    pub fn known<T: DeserializeOwned>(&self) -> Result<Option<T>, Failure> {
        self.kept.clone().map(serde_json::from_value).transpose().map_err(|e| {
            Failure::usage(
                format!("what design.json says is known cannot be read: {e}"),
                "name another directory, or remove this one",
            )
        })
    }

    /// Notes what is known before the end, where it would be no harm if it could not be written: then it is found out again.
    pub fn note(&self, known: &Value) {
        let _ = self.keep(known);
    }

    /// Notes what is known before the end.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, known: &Value) -> Result<(), Failure> {
        self.bare.store(false, Ordering::Relaxed);
        self.about("known", known)
    }

    /// Writes a puzzle, called by its number and what distinguishes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(&self, number: u64, name: &str, puzzle: &str) -> Result<(), Failure> {
        let letter = |c: char| match c {
            c if c.is_ascii_alphanumeric() => c,
            '^' => 'x',
            _ => '-',
        };
        let name: String = name.chars().map(letter).take(LONGEST).collect();
        self.put_text(&format!("{number:05}-{name}.toml"), puzzle)
    }

    /// Writes a text into a file with this name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put_text(&self, name: &str, text: &str) -> Result<(), Failure> {
        self.bare.store(false, Ordering::Relaxed);
        // A better puzzle may take the place of one from before: all of a search begin alike.
        let begins = text.split_inclusive([' ', '\n']).next().unwrap_or_default();
        let ours = |content: &[u8]| !begins.is_empty() && content.starts_with(begins.as_bytes());
        write_own(&self.path.join(name), text.as_bytes(), ours)
    }

    /// Notes that all is done, and what was found out.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&self, answer: &Value) -> Result<(), Failure> {
        self.bare.store(false, Ordering::Relaxed);
        self.about("answer", answer)
    }

    fn about(&self, key: &str, answer: &Value) -> Result<(), Failure> {
        // The same question fills a directory with the same bytes, however long it takes.
        let mut answer = answer.clone();
        if let Some(object) = answer.as_object_mut() {
            object.remove("seconds");
            object.remove("puzzle");
        }
        let text = json!({ "question": self.question, key: answer });
        let ours = |content: &[u8]| {
            serde_json::from_slice::<Value>(content).is_ok_and(|kept| kept["question"] == self.question)
        };
        write_own(&self.path.join(ABOUT), format!("{text:#}\n").as_bytes(), ours)
    }
}

impl Drop for Folder {
    /// A question that is refused, or stopped before anything is found, leaves nothing that would refuse the next one.
    fn drop(&mut self) {
        if *self.bare.get_mut() {
            let _ = fs::remove_file(self.path.join(ABOUT));
            if self.made {
                let _ = fs::remove_dir(&self.path);
            }
        }
    }
}

/// What was found, or the failure that says how to resume.
///
/// # Errors
/// When a limit ended the search, or it could not be answered.
pub fn resumable<T>(found: Result<T, Unanswered>, folder: Option<&Folder>) -> Result<T, Failure> {
    found.map_err(|unanswered| {
        let stopped = matches!(unanswered, Unanswered::Stopped(_));
        let failure = Failure::from(unanswered);
        match folder {
            Some(folder) if stopped && !folder.bare.load(Ordering::Relaxed) => {
                failure.advising("give the same command again to resume")
            }
            _ => failure,
        }
    })
}
