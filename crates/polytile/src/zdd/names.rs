//! Names of options, and looking them up.
//!
//! In: the names, all different. Out: the number of the option that is called so; for a name that is none, those that come near. A
//! placement is called by its piece and its cells, row and column from 0, as in `L3@0,0+0,1+1,0`, and its cells may be named in any order.
//! Cost: a sort of the names; then, for each look-up, a search by halving.

use super::ZddError;
use crate::board::Coordinates;
use crate::problem::Problem;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The names of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptionNames {
    names: Vec<String>,
    /// The options by their names, for looking them up.
    by_name: Vec<u32>,
}

impl OptionNames {
    /// These names, which are all different.
    pub fn new(names: Vec<String>) -> Self {
        let mut by_name: Vec<u32> = (0..names.len() as u32).collect();
        by_name.sort_unstable_by_key(|&v| &names[v as usize]);
        OptionNames { names, by_name }
    }

    /// The names, in the order of the options.
    pub fn all(&self) -> &[String] {
        &self.names
    }

    /// The number of the option called so; the cells of a placement may be named in any order.
    ///
    /// # Errors
    /// When there is no option of this name.
    pub fn find(&self, called: &str) -> Result<u32, ZddError> {
        let canonical = split(called).map(|(label, cells)| name(label, cells));
        let is = |wanted: &str| {
            let at = self.by_name.binary_search_by_key(&wanted, |&v| &self.names[v as usize]);
            at.ok().map(|at| self.by_name[at])
        };
        let found = is(called).or_else(|| is(canonical.as_deref()?));
        found.ok_or_else(|| ZddError::UnknownOption { name: called.to_owned(), instead: self.near(called) })
    }

    /// Up to five names: those that name the same cells, or else those that have the longest beginning in common with `called`.
    fn near(&self, called: &str) -> Vec<String> {
        let cells = |name: &str| {
            split(name).map(|(_, mut cells)| {
                cells.sort_unstable();
                cells
            })
        };
        let asked = cells(called);
        let same = |name: &&String| asked.is_some() && cells(name) == asked;
        let same: Vec<String> = self.names.iter().filter(same).take(5).cloned().collect();
        if !same.is_empty() {
            return same;
        }
        let alike = |name: &String| name.chars().zip(called.chars()).take_while(|(a, b)| a == b).count();
        let most = self.names.iter().map(alike).max().unwrap_or(0);
        self.names.iter().filter(|name| most > 0 && alike(name) == most).take(5).cloned().collect()
    }
}

/// What the pieces are called in the names of options; no two names are equal.
pub(crate) fn labels(problem: &Problem) -> Vec<String> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut labels: Vec<String> = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    for piece in &problem.pieces {
        let times = seen.entry(&piece.name).or_insert(0);
        loop {
            *times += 1;
            let label = if *times == 1 { piece.name.clone() } else { format!("{}#{times}", piece.name) };
            if taken.insert(label.clone()) {
                labels.push(label);
                break;
            }
        }
    }
    labels
}

/// The name of the option that lays the piece of this label on these cells.
pub(crate) fn name(label: &str, mut cells: Vec<Coordinates>) -> String {
    cells.sort_unstable();
    let mut name = format!("{label}@");
    for (i, cell) in cells.iter().enumerate() {
        let plus = if i > 0 { "+" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(name, "{plus}{cell}");
    }
    // There may be millions.
    name.shrink_to_fit();
    name
}

/// The piece and the cells of a name.
fn split(name: &str) -> Option<(&str, Vec<Coordinates>)> {
    let (label, cells) = name.rsplit_once('@')?;
    let cell = |text: &str| {
        let numbers = text.split(',').map(|number| number.trim().parse().ok());
        numbers.collect::<Option<_>>().map(Coordinates)
    };
    Some((label, cells.split('+').map(cell).collect::<Option<_>>()?))
}
