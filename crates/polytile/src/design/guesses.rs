//! The fewest guesses at a secret number that leave no other.
//!
//! In: how many digits the number has, how many digits there are, and how many of a guess may be right; a guess that is the number
//! itself would say all. Out: guesses ([`Guesses`]), and whether fewer do not suffice.
//!
//! At each place digits may be exchanged without changing how many of any guess are right, so all secrets are alike: this one has the
//! digit 0 everywhere. Digits that were not guessed at a place are alike too, and so are places, and the order of guesses. What
//! is left of a set of guesses is, for each place, which guesses have the same digit there; sets that differ by more are tried once each,
//! level by level, one guess more each time. Where no guess gets a place right and some other digit is never guessed there, the number could
//! have that digit as well; so places that are left must not be more than the guesses to come can get right. How many numbers a
//! set leaves is counted place by place, by how often each guess has been right. Of more than [`KEPT`] sets on a level those are kept that leave the fewest numbers; then it is not proved that fewer do not
//! suffice. Cost: the sets of a level, times the ways to guess once more.

use crate::run::{Control, Progress, Pulse, Stopped};
use std::collections::{BTreeMap, BTreeSet};

/// Sets of guesses that are kept on a level.
pub const KEPT: usize = 1 << 16;

/// Lengths of secret numbers that are searched.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 2..=6;

/// Guesses that leave one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guesses {
    /// Their digits; those of the secret are all 0.
    pub guesses: Vec<Vec<u8>>,
    /// It is proved that fewer do not suffice than so many.
    pub at_least: usize,
}

/// What has been guessed at a place: a digit for each guess; others than 0 are numbered by when they are first guessed.
type Column = Vec<u8>;

/// As few guesses as can be found at a number of `length` of `digits` digits, none with more than `right` of them right, that leave no
/// other.
///
/// ```
/// use polytile::design::guesses::fewest;
/// use polytile::run::Control;
/// // One of two digits: the other one is wrong.
/// assert_eq!(fewest(1, 2, 1, &Control::default())?.guesses.len(), 1);
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
///
/// # Errors
/// When `control` says stop, or there is not enough memory.
pub fn fewest(length: usize, digits: u8, right: usize, control: &Control) -> Result<Guesses, Stopped> {
    let search = Guessing { digits, right, pulse: Pulse::preparing(control), control };
    let mut at_least = 1;
    let mut proved = true;
    for wanted in 1.. {
        let (found, all) = search.level(&[vec![Vec::new(); length]], wanted)?;
        if let Some(columns) = found {
            let guess = |number: usize| columns.iter().map(|column| column[number]).collect();
            return Ok(Guesses { guesses: (0..wanted).map(guess).collect(), at_least });
        }
        proved &= all;
        if proved {
            at_least = wanted + 1;
        }
    }
    Err(Stopped::TooLarge("no guesses leave one number".to_owned()))
}

struct Guessing<'a> {
    digits: u8,
    right: usize,
    pulse: Pulse<'a>,
    control: &'a Control,
}

impl Guessing<'_> {
    /// Adds `left` guesses to each of `sets`: the places of a set that leaves one number, if one is found, and whether
    /// all sets were tried.
    fn level(&self, sets: &[Vec<Column>], left: usize) -> Result<(Option<Vec<Column>>, bool), Stopped> {
        let mut next: BTreeSet<Vec<Column>> = BTreeSet::new();
        let mut all = true;
        for (done, columns) in sets.iter().enumerate() {
            let total = sets.len() as u64;
            self.control.check(Progress::Operations {
                done: done as u64,
                total,
                nodes: next.len() as u64,
            })?;
            let zeros = |column: &Column| column.last() == Some(&0);
            // In which order guesses are made does not matter: those with more right come first.
            let most = match columns[0].len() {
                0 => self.right,
                _ => columns.iter().filter(|column| zeros(column)).count(),
            };
            self.guess(columns, &mut Vec::new(), most, left, &mut next)?;
            let bytes = next.len() * columns.len() * (size_of::<Column>() + 32);
            self.control.reserve(bytes as u64, "the sets of guesses")?;
        }
        if left == 1 {
            for columns in next {
                if self.remaining(&columns)? == 1 {
                    return Ok((Some(columns), true));
                }
            }
            return Ok((None, true));
        }
        let mut sets: Vec<Vec<Column>> = next.into_iter().collect();
        if sets.len() > KEPT {
            all = false;
            let mut counted = Vec::new();
            for columns in sets {
                counted.push((self.remaining(&columns)?, columns));
            }
            counted.sort_unstable();
            counted.truncate(KEPT);
            sets = counted.into_iter().map(|(_, columns)| columns).collect();
        }
        let (found, below) = self.level(&sets, left - 1)?;
        Ok((found, all && below))
    }

    /// Adds one guess, of which at most `most` digits are right, to `columns`, in all ways that differ; `guessed` are its first digits.
    fn guess(
        &self,
        columns: &[Column],
        guessed: &mut Vec<u8>,
        most: usize,
        left: usize,
        next: &mut BTreeSet<Vec<Column>>,
    ) -> Result<(), Stopped> {
        self.pulse.beat()?;
        let at = guessed.len();
        if at == columns.len() {
            let mut more: Vec<Column> = columns.to_vec();
            for (column, &digit) in more.iter_mut().zip(&*guessed) {
                column.push(digit);
            }
            more.sort_unstable();
            // What this guess does not settle, those to come must.
            let right: usize = guessed.iter().map(|&digit| usize::from(digit == 0)).sum();
            let to_come = (left - 1) * right;
            let unsettled = |column: &&Column| {
                !column.contains(&0) && usize::from(self.digits - 1 - seen(column)) > left - 1
            };
            if more.iter().filter(unsettled).count() <= to_come {
                next.insert(more);
            }
            return Ok(());
        }
        let column = &columns[at];
        // Among places that are alike, digits ascend.
        let least = if at > 0 && columns[at - 1] == *column { guessed[at - 1] } else { 0 };
        let new = seen(column) + 1;
        for digit in least..=new.min(self.digits - 1) {
            if digit == 0 && most == 0 {
                continue;
            }
            guessed.push(digit);
            self.guess(columns, guessed, most - usize::from(digit == 0), left, next)?;
            guessed.pop();
        }
        Ok(())
    }

    /// How many numbers the guesses leave.
    fn remaining(&self, columns: &[Column]) -> Result<u64, Stopped> {
        let guesses = columns[0].len();
        let right = |number: usize| columns.iter().filter(|column| column[number] == 0).count();
        let wanted: Vec<usize> = (0..guesses).map(right).collect();
        // How often each guess has been right so far, and in how many ways.
        let mut ways: BTreeMap<Vec<usize>, u64> = BTreeMap::from([(vec![0; guesses], 1)]);
        for column in columns {
            let mut next: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
            let seen = seen(column);
            for (so_far, ways) in &ways {
                for digit in 0..=seen {
                    self.pulse.beat()?;
                    let hits = column.iter().map(|&guessed| usize::from(guessed == digit));
                    let now: Vec<usize> = so_far.iter().zip(hits).map(|(so_far, hit)| so_far + hit).collect();
                    if now.iter().zip(&wanted).all(|(now, wanted)| now <= wanted) {
                        *next.entry(now).or_default() += ways;
                    }
                }
                let unseen = u64::from(self.digits - 1 - seen);
                if unseen > 0 {
                    *next.entry(so_far.clone()).or_default() += ways * unseen;
                }
            }
            ways = next;
        }
        Ok(ways.get(&wanted).copied().unwrap_or(0))
    }
}

/// How many digits but 0 have been guessed at a place.
fn seen(column: &Column) -> u8 {
    column.iter().copied().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// All numbers.
    fn numbers(length: usize, digits: u8) -> Vec<Vec<u8>> {
        (0..length).fold(vec![Vec::new()], |numbers, _| {
            let with = |number: &Vec<u8>| {
                let number = number.clone();
                (0..digits)
                    .map(move |digit| number.iter().copied().chain([digit]).collect())
                    .collect::<Vec<_>>()
            };
            numbers.iter().flat_map(with).collect()
        })
    }

    fn hits(a: &[u8], b: &[u8]) -> usize {
        a.iter().zip(b).filter(|(a, b)| a == b).count()
    }

    /// Whether only the secret agrees with the guesses.
    fn leave_one(guesses: &[&Vec<u8>], all: &[Vec<u8>]) -> bool {
        let fits = |x: &&Vec<u8>| guesses.iter().all(|guess| hits(guess, x) == hits(guess, &all[0]));
        all.iter().filter(fits).count() == 1
    }

    #[test]
    fn fewest_guesses_are_those_of_all_sets() {
        fn any(chosen: &mut Vec<usize>, left: usize, may: &[&Vec<u8>], all: &[Vec<u8>]) -> bool {
            if left == 0 {
                return leave_one(&chosen.iter().map(|&i| may[i]).collect::<Vec<_>>(), all);
            }
            (chosen.last().map_or(0, |last| last + 1)..may.len()).any(|guess| {
                chosen.push(guess);
                let found = any(chosen, left - 1, may, all);
                chosen.pop();
                found
            })
        }
        for (length, digits, right) in
            [(1, 3, 1), (2, 3, 1), (2, 4, 1), (3, 2, 1), (3, 2, 2), (3, 3, 1), (3, 3, 2), (4, 2, 2)]
        {
            let all = numbers(length, digits);
            let may: Vec<_> = all.iter().filter(|guess| hits(guess, &all[0]) <= right).collect();
            let least = (1..9).find(|&number| any(&mut Vec::new(), number, &may, &all)).unwrap();
            let found = fewest(length, digits, right, &Control::default()).unwrap();
            assert_eq!((found.guesses.len(), found.at_least), (least, least), "{length} {digits} {right}");
            assert!(leave_one(&found.guesses.iter().collect::<Vec<_>>(), &all));
            assert!(found.guesses.iter().all(|guess| hits(guess, &all[0]) <= right));
        }
    }

    #[test]
    fn a_stop_is_heard() {
        let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
        assert!(matches!(fewest(5, 10, 2, &stopped), Err(Stopped::Interrupted(_))));
    }
}
