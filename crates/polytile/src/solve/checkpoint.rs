//! A search at rest: what is left of it as a text, and such a text checked before anything is done with it.
//!
//! In: a [`Remaining`], or a text that claims to be one. Out: a checkpoint of kind `solve` ([`crate::run::checkpoint`]), or
//! a `Remaining` that belongs to this search. The body names the search by its fingerprint, and has the number of
//! solutions found, how many of them were handed out, which of these wait to be drawn, the share of the search tree that
//! is left, and the list of what is left in the order of the tree, each entry with the share of the tree in front of it.
//!
//! Nothing in it is believed that the tree can tell. Every part is followed from the root: its nodes exist, its ranges
//! are ranges of their children, and no node is left out between them. Every solution that waits is found again in the tree, and
//! must be one that was asked for. The list must be in order, with nothing in it twice and all of it in the share that is
//! searched. Solutions that wait to be drawn are found again in the same way, each once, in front of all that is left. The
//! numbers must agree with this to the last bit: where each entry stands, how much all parts weigh, how many solutions wait. So
//! an entry that was dropped or changed is noticed.
//!
//! What cannot be known without searching again is how many solutions there were in the nodes that are gone: whoever changes both
//! numbers of solutions alike, and mends the checksum, is believed. So is whoever drops a part and computes what the others
//! weigh.
//!
//! Cost: a walk along one path for each part, and for each solution along one path with a look at all children.

use super::prepare::Search;
use super::run::Remaining;
use crate::exact_cover::crew::Left;
use crate::exact_cover::tree::{Cursor, Lost, Walker};
use crate::run::checkpoint::{self, CheckpointError};
use crate::run::{Control, Progress, Refused, room};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What the first line of the text says it is of.
const KIND: &str = "solve";

/// More solutions than are ever found one by one, and few enough for sums.
const MOST_FOUND: u64 = 1 << 62;

/// Entries between two looks at whether to go on.
const ENTRIES: usize = 64;

/// What a checkpoint holds. Shares are texts, which say a number exactly.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<'a> {
    search: String,
    /// Solutions found, those that wait among them.
    solutions: u64,
    /// Solutions handed out or counted.
    found: u64,
    share_left: String,
    left: Vec<Entry>,
    /// Solutions handed out that are not in a picture yet, as options of the question.
    #[serde(default, skip_serializing_if = "<[Vec<u32>]>::is_empty")]
    undrawn: Cow<'a, [Vec<u32>]>,
}

/// What a checkpoint holds, read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// What is left of the search.
    pub remaining: Remaining,
    /// Solutions handed out but not yet drawn when it was written, as options of the question.
    pub undrawn: Vec<Vec<u32>>,
}

/// A part of the tree, as ranges of children, or a solution, as options; and the share of the tree in front of it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Entry {
    Part { at: String, ranges: Vec<(u32, u32)> },
    Found { at: String, options: Vec<u32> },
}

/// Where an entry is in the tree.
struct Place {
    /// Child numbers from the root, as of [`Cursor::span`].
    start: Vec<u32>,
    end: Vec<u32>,
    /// Whether it is a solution.
    solution: bool,
    /// Shares of the tree: what is in front of it, and its own.
    at: f64,
    share: f64,
}

impl Search {
    /// What is left of this search, and what has been handed out and not been drawn, as a text that [`Search::resume`]
    /// reads.
    pub fn checkpoint(&self, remaining: &Remaining, undrawn: &[Vec<u32>]) -> String {
        let mut scout = self.walker.another();
        let mut share_left = 0.0;
        let mut entry = |left: &Left| {
            // What is left of this search lies in its tree; and it is written whatever has been told to stop.
            let place = place(&mut *scout, left, &Control::default());
            let (at, share) = place.map_or((0.0, 0.0), |place| (place.at, place.share));
            share_left += share;
            match left {
                Left::Part(cursor) => Entry::Part { at: text(at), ranges: cursor.0.clone() },
                Left::Found(solution) => Entry::Found { at: text(at), options: solution.clone() },
            }
        };
        let left: Vec<Entry> = remaining.left.iter().map(&mut entry).collect();
        let waiting = left.iter().filter(|entry| matches!(entry, Entry::Found { .. })).count() as u64;
        let (search, found) = (format!("{:016x}", self.fingerprint), remaining.found);
        let share_left = text(share_left);
        checkpoint::write(
            KIND,
            &Body { search, solutions: found + waiting, found, share_left, left, undrawn: undrawn.into() },
        )
    }

    /// What [`Search::checkpoint`] wrote, in a run of the same search.
    ///
    /// ```
    /// use polytile::exact_cover::Encoded;
    /// use polytile::solve::{Options, Question, Reply, Search};
    /// use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
    /// let problem = Problem::new(Region::rectangle(4, 4)?, PieceSet::all(2, Freedom::Free));
    /// let control = Control::default();
    /// let encoded = Encoded::new(&problem, &control)?;
    /// let search = Search::new(&Question::tilings(problem, encoded), &Options::default(), &control)?;
    /// let first = search.list(search.beginning(), None, &control, &mut |_| Reply::Enough)?;
    /// let text = search.checkpoint(&first.remaining.expect("there are 36"), &[]);
    /// let rest = search.resume(text.as_bytes(), &control)?;
    /// assert_eq!(search.list(rest.remaining, None, &control, &mut |_| Reply::More)?.found, 36);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused::Checkpoint`] when it is damaged, of another search, or says what cannot be, [`Refused::Stopped`] when the control
    /// says stop.
    pub fn resume(&self, bytes: &[u8], control: &Control) -> Result<Saved, Refused> {
        Ok(self.held_against(bytes, control)?)
    }

    /// What a checkpoint says of this search.
    fn held_against(&self, bytes: &[u8], control: &Control) -> Result<Saved, CheckpointError> {
        let body: Body<'_> = checkpoint::read(KIND, bytes)?;
        if body.search != format!("{:016x}", self.fingerprint) {
            return Err(CheckpointError::Another("search"));
        }
        let (mut left, mut said) = (Vec::with_capacity(body.left.len()), Vec::with_capacity(body.left.len()));
        for entry in body.left {
            let (at, entry) = match entry {
                Entry::Part { at, ranges } => (at, Left::Part(Cursor(ranges))),
                Entry::Found { at, options } => (at, Left::Found(options)),
            };
            left.push(entry);
            said.push(at);
        }
        let (found, waiting) =
            (body.found, left.iter().filter(|left| matches!(left, Left::Found(_))).count());
        if found.checked_add(waiting as u64) != Some(body.solutions) || body.solutions > MOST_FOUND {
            return Err(wrong(format!(
                "of {} solutions, {found} handed out and {waiting} waiting are not all",
                body.solutions
            )));
        }
        if found > 0 && left == self.beginning().left {
            return Err(wrong(format!("nothing was searched, and {found} solutions found")));
        }
        if body.undrawn.len() as u64 > found {
            return Err(wrong(format!("{} solutions wait to be drawn, of {found}", body.undrawn.len())));
        }
        let (share_left, done) = self.look_through(found, &left, &said, control)?;
        if text(share_left) != body.share_left {
            return Err(wrong(format!("what is left is not {} of the tree", body.share_left)));
        }
        self.look_through_undrawn(&body.undrawn, done.as_deref(), found, control)?;
        Ok(Saved { remaining: Remaining { left, found }, undrawn: body.undrawn.into_owned() })
    }

    /// Checks that these can be solutions that were handed out before what is left, which begins at `end` if
    /// anything is left.
    fn look_through_undrawn(
        &self,
        undrawn: &[Vec<u32>],
        end: Option<&[u32]>,
        found: u64,
        control: &Control,
    ) -> Result<(), CheckpointError> {
        if undrawn.is_empty() {
            return Ok(());
        }
        if self.counting {
            return Err(wrong("solutions wait to be drawn that were only counted".to_owned()));
        }
        let mut numbers = room::filled(u32::MAX, self.asked_options, "the options that are searched")?;
        for (number, &option) in self.options.iter().enumerate() {
            numbers[option as usize] = number as u32;
        }
        let shares = self.shares();
        let mut scout = self.walker.another();
        let mut before: Option<Vec<u32>> = None;
        for (i, chosen) in undrawn.iter().enumerate() {
            if i % ENTRIES == 0 {
                control.check(Progress::Search { share: 0, found })?;
            }
            let wrong = |why: &str| wrong(format!("solution {} that waits to be drawn {why}", i + 1));
            // An option that is not searched has a number that no option has.
            let number = |&option: &u32| numbers.get(option as usize).copied().unwrap_or(u32::MAX);
            let searched = chosen.strip_prefix(&self.settled[..]);
            let searched = searched.ok_or_else(|| wrong("does not begin with what every solution has"))?;
            let solution: Vec<u32> = searched.iter().map(number).collect();
            let path = scout.locate(&solution, control).map_err(|lost| match lost {
                Lost::Stopped(stopped) => stopped.into(),
                Lost::Nowhere => wrong("is not in the search tree"),
            })?;
            if !self.judged(&solution) {
                return Err(wrong("was not asked for"));
            }
            if before.is_some_and(|before| before >= path) {
                return Err(wrong("comes before the one in front of it"));
            }
            if !shares.iter().any(|(from, to)| *from <= path && path < *to) {
                return Err(wrong("is in a part of the tree that is not searched"));
            }
            if end.is_some_and(|end| *path >= *end) {
                return Err(wrong("is still to be found"));
            }
            before = Some(path);
        }
        Ok(())
    }

    /// Where the parts that are searched begin and end.
    fn shares(&self) -> Vec<(Vec<u32>, Vec<u32>)> {
        self.parts.iter().map(Cursor::span).collect()
    }

    /// The share of the tree that is left, and where that begins, if this can be the list of what is left, and stands where
    /// it is said to stand.
    fn look_through(
        &self,
        found: u64,
        left: &[Left],
        said: &[String],
        control: &Control,
    ) -> Result<(f64, Option<Vec<u32>>), CheckpointError> {
        let shares = self.shares();
        let mut scout = self.walker.another();
        let mut share_left = 0.0;
        // Everything before this place has been dealt with; a solution at this place has been too, but a node has not.
        let (mut done, mut is_solution) = (Vec::new(), false);
        let mut first = None;
        for (number, (entry, said)) in left.iter().zip(said).enumerate() {
            if number % ENTRIES == 0 {
                control.check(Progress::Search { share: 0, found })?;
            }
            let wrong = |why: &str| wrong(format!("entry {} {why}", number + 1));
            if self.counting && matches!(entry, Left::Found(_)) {
                return Err(wrong("is a solution that waits, and solutions are only counted"));
            }
            let place = place(&mut *scout, entry, control).map_err(|lost| match lost {
                Lost::Stopped(stopped) => stopped.into(),
                Lost::Nowhere => wrong("is not in the search tree"),
            })?;
            if let Left::Found(solution) = entry
                && !self.judged(solution)
            {
                return Err(wrong("is a solution that was not asked for"));
            }
            if place.start < done || (place.start == done && is_solution) {
                return Err(wrong("begins before the one in front of it ends"));
            }
            let ends_before = |to: &Vec<u32>| place.end < *to || (place.end == *to && !place.solution);
            if !shares.iter().any(|(from, to)| *from <= place.start && ends_before(to)) {
                return Err(wrong("is in a part of the tree that is not searched"));
            }
            if text(place.at) != *said {
                return Err(wrong("does not stand where it says"));
            }
            share_left += place.share;
            first.get_or_insert_with(|| place.start.clone());
            (done, is_solution) = (place.end, place.solution);
        }
        Ok((share_left, first))
    }
}

/// Where an entry is in the tree of `scout`.
fn place(scout: &mut dyn Walker, entry: &Left, control: &Control) -> Result<Place, Lost> {
    match entry {
        Left::Part(cursor) => {
            scout.seek(cursor, control)?;
            let (start, end) = cursor.span();
            Ok(Place { start, end, solution: false, at: scout.passed(), share: scout.remaining() })
        }
        Left::Found(solution) => {
            let path = scout.locate(solution, control)?;
            Ok(Place { start: path.clone(), end: path, solution: true, at: scout.passed(), share: 0.0 })
        }
    }
}

/// The shortest text that means this number and no other.
fn text(share: f64) -> String {
    format!("{share:e}")
}

fn wrong(why: String) -> CheckpointError {
    CheckpointError::Contradiction(why)
}
