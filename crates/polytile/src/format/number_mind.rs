//! Number Mind: a secret number, guesses at it, and how many of their digits are right (Project Euler 185).
//!
//! ```text
//! # The small example
//! 90342 ;2 correct
//! 70794;0
//! ```
//!
//! In: one guess to a line: its digits, `;`, and how many of them agree with the secret at the same place. Blank lines
//! and lines that begin with `#` are passed over. Out: a [`NumberMind`], and from it an [`ExactCover`]: every position
//! holds one digit, every guess is right exactly as often as it says. An option is a digit at a position; a guess with
//! no digit right forbids options, and needs no item.

use super::FormatError;
use super::about::About;
use super::error::show;
use super::lines::{lines, words};
use super::number::shortened;
use crate::exact_cover::{Entry, ExactCover, Multiplicity};
use crate::spec::Spec;
use std::ops::Range;

/// A guess at the secret number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Guess {
    /// Its digits, from 0 to 9.
    pub digits: Vec<u8>,
    /// How many are right.
    pub correct: u32,
    /// The number of the line it stands on, from 1.
    pub line: u32,
}

/// Guesses, all equally long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberMind {
    /// What the comments at the beginning of its file say.
    pub about: About,
    length: usize,
    guesses: Vec<Guess>,
}

/// The numbers that all guesses allow, as a process that decides one digit after the other. What matters for the rest is how
/// often each guess has been right.
///
/// With few guesses that is little, and the diagram of it is made at once. The 22 guesses of Project Euler 185 have had 13306985
/// different pasts after nine digits: with that many guesses they are applied one at a time ([`NumberMind::cover`]).
///
/// ```
/// use polytile::{format::number_mind, run::Control, zdd::Diagram};
/// let mind = number_mind::parse("90342 ;2 correct\n70794 ;0\n39458 ;2\n34109 ;1\n51545 ;2\n12531 ;1\n")?;
/// let diagram = Diagram::of(&mind.process(), &Control::default())?;
/// let numbers: Vec<String> = diagram.sets().map(|options| mind.digits(&options)).collect();
/// assert_eq!(numbers, ["39542"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SecretNumbers<'a> {
    guesses: Vec<&'a Guess>,
    /// For each position its digits, which are options.
    digits: Vec<Vec<u8>>,
    /// The first option of each position, and the number of all.
    first: Vec<u32>,
}

impl Spec for SecretNumbers<'_> {
    /// How often each guess has been right.
    type State = Box<[u32]>;

    fn levels(&self) -> usize {
        self.digits.len()
    }

    fn options(&self, level: usize) -> Range<u32> {
        self.first[level]..self.first[level + 1]
    }

    fn root(&self) -> Box<[u32]> {
        vec![0; self.guesses.len()].into()
    }

    fn children(&self, level: usize, right: &Self::State, mut each: impl FnMut(Option<u32>, Box<[u32]>)) {
        let rest = (self.digits.len() - level - 1) as u32;
        for (option, digit) in self.options(level).zip(&self.digits[level]) {
            let hits = self.guesses.iter().map(|guess| u32::from(guess.digits[level] == *digit));
            let now: Box<[u32]> = right.iter().zip(hits).map(|(right, hit)| right + hit).collect();
            let may = |(guess, now): (&&Guess, &u32)| (*now..=now + rest).contains(&guess.correct);
            if self.guesses.iter().zip(&now).all(may) {
                each(Some(option), now);
            }
        }
    }

    fn accepts(&self, _right: &Self::State) -> bool {
        // After the last digit, every guess must have been right exactly as often as it says.
        true
    }

    fn elsewhere(&self, right: &Self::State) -> u64 {
        4 * right.len() as u64 + 16
    }
}

/// The mend for a line that is not a guess.
const FORM: &str = "write the digits of a guess, a ; and how many are right, as in 90342 ;2";

/// Reads guesses.
///
/// ```
/// let puzzle = polytile::format::number_mind::parse("12 ;1 correct\n13;0\n")?;
/// // The first digit is not 1 and the second not 3, so the second must be 2: nine ways.
/// let cover = puzzle.cover();
/// assert_eq!(cover.option_count(), 18);
/// assert_eq!(cover.check(&[4, 11]), Ok(()));
/// assert_eq!(puzzle.digits(&[4, 11]), "52");
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When there is no guess, a line is not a guess, guesses differ in length, or more digits are right than there are.
pub fn parse(text: &str) -> Result<NumberMind, FormatError> {
    let mut guesses: Vec<Guess> = Vec::new();
    let mut comments = Vec::new();
    for (number, (start, line)) in (1..).zip(lines(text)) {
        if let Some(comment) = line.trim_start().strip_prefix('#') {
            if guesses.is_empty() {
                comments.push(comment);
            }
        } else if !line.trim().is_empty() {
            let guess = read_guess(start, line, number)?;
            if let Some(first) = guesses.first().filter(|first| first.digits.len() != guess.digits.len()) {
                let (found, wanted) = (guess.digits.len(), first.digits.len());
                let message =
                    format!("this guess has {}, the one on line {} {wanted}", digits(found), first.line);
                let at = start + line.len() - line.trim_start().len();
                return Err(FormatError::new(message)
                    .with_help("all guesses must be equally long")
                    .at(at..start + line.find(';').unwrap_or(line.len())));
            }
            guesses.push(guess);
        }
    }
    let Some(first) = guesses.first() else {
        return Err(FormatError::new("there is no guess").with_help(FORM).at(0..0));
    };
    Ok(NumberMind { about: About::from_comments(comments), length: first.digits.len(), guesses })
}

fn digits(n: usize) -> String {
    format!("{n} digit{}", if n == 1 { "" } else { "s" })
}

/// The guess on line `number`, which begins at byte `start`.
fn read_guess(start: usize, line: &str, number: u32) -> Result<Guess, FormatError> {
    let from = start + line.len() - line.trim_start().len();
    let whole = from..(start + line.trim_end().len());
    let wrong = |message: String| FormatError::new(message).with_help(FORM);
    let Some((guess, rest)) = line.split_once(';') else {
        return Err(wrong("this line is no guess".to_owned()).at(whole));
    };
    let guess = guess.trim();
    if let Some((at, c)) = guess.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        let at = from + at;
        return Err(wrong(format!("{} is no digit", show(c))).at(at..at + c.len_utf8()));
    }
    if guess.is_empty() {
        return Err(wrong("the digits of the guess are missing".to_owned()).at(whole));
    }
    let rest_at = start + line.len() - rest.len();
    let mut words = words(rest_at, rest);
    let (at, count) = words.next().ok_or_else(|| {
        wrong("it is not said how many digits are right".to_owned()).at(rest_at - 1..rest_at)
    })?;
    if !count.bytes().all(|b| b.is_ascii_digit()) {
        let message = format!("'{}' is no number of digits", shortened(count));
        return Err(wrong(message).at(at..at + count.len()));
    }
    if let Some((at, word)) = words.find(|(_, word)| !word.eq_ignore_ascii_case("correct")) {
        let message = format!("'{}' does not belong behind a guess", shortened(word));
        return Err(wrong(message).at(at..at + word.len()));
    }
    let correct =
        count.parse().ok().filter(|&correct: &u32| correct as usize <= guess.len()).ok_or_else(|| {
            let message = format!("{} of {} cannot be right", shortened(count), digits(guess.len()));
            FormatError::new(message)
                .with_help("the number behind the ; is how many digits of the guess are right")
                .at(at..at + count.len())
        })?;
    Ok(Guess { digits: guess.bytes().map(|b| b - b'0').collect(), correct, line: number })
}

impl NumberMind {
    /// How many digits the secret number has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The guesses, in the order of the file.
    pub fn guesses(&self) -> &[Guess] {
        &self.guesses
    }

    /// The puzzle with only those guesses whose indices `keep` allows.
    #[must_use]
    pub fn only(&self, keep: impl Fn(usize) -> bool) -> Self {
        let kept = self.guesses.iter().enumerate().filter(|(i, _)| keep(*i));
        NumberMind { guesses: kept.map(|(_, guess)| guess.clone()).collect(), ..self.clone() }
    }

    /// What the options of [`NumberMind::cover`] are, in their order: a position, from 0, and its digit.
    pub fn options(&self) -> Vec<(usize, u8)> {
        let mut forbidden = vec![[false; 10]; self.length];
        for guess in self.guesses.iter().filter(|guess| guess.correct == 0) {
            for (digits, &digit) in forbidden.iter_mut().zip(&guess.digits) {
                digits[usize::from(digit)] = true;
            }
        }
        let allowed = |digits: [bool; 10]| (0..10).filter(move |&d| !digits[usize::from(d)]);
        forbidden
            .into_iter()
            .enumerate()
            .flat_map(|(at, digits)| allowed(digits).map(move |d| (at, d)))
            .collect()
    }

    /// The numbers that all guesses allow, as a process with the options of [`NumberMind::options`].
    pub fn process(&self) -> SecretNumbers<'_> {
        let mut digits = vec![Vec::new(); self.length];
        for (at, digit) in self.options() {
            digits[at].push(digit);
        }
        let mut first = vec![0];
        for digits in &digits {
            first.push(first[first.len() - 1] + digits.len() as u32);
        }
        let guesses = self.guesses.iter().filter(|guess| guess.correct > 0).collect();
        SecretNumbers { guesses, digits, first }
    }

    /// Items and options: positions `p01`, `p02`, ... are covered once, guesses `g01`, `g02`, ... (after their place in
    /// the list) as often as they are right, and an option is a digit at a position.
    ///
    /// # Panics
    /// Never: item names differ, and no option holds an item twice.
    pub fn cover(&self) -> ExactCover {
        let mut cover = ExactCover::default();
        let width = self.length.max(self.guesses.len()).to_string().len().max(2);
        let mut add = |letter: char, index: usize, times: u32| {
            let name = format!("{letter}{:0width$}", index + 1);
            cover.add_item(name, Multiplicity::Primary { lo: times, hi: times }).expect("names differ")
        };
        let positions: Vec<u32> = (0..self.length).map(|at| add('p', at, 1)).collect();
        let numbered = self.guesses.iter().enumerate().filter(|(_, guess)| guess.correct > 0);
        let guesses: Vec<(u32, &Guess)> =
            numbered.map(|(i, guess)| (add('g', i, guess.correct), guess)).collect();
        for (at, digit) in self.options() {
            let right = guesses.iter().filter(|(_, guess)| guess.digits[at] == digit).map(|(item, _)| *item);
            let entries: Vec<Entry> = std::iter::once(positions[at]).chain(right).map(Entry::plain).collect();
            cover.add_option(&entries).expect("items differ");
        }
        cover
    }

    /// The number that the options `chosen` of [`NumberMind::cover`] stand for, `?` for a digit that none gives.
    pub fn digits(&self, chosen: &[u32]) -> String {
        let options = self.options();
        let mut number = vec![b'?'; self.length];
        for (at, digit) in chosen.iter().filter_map(|&option| options.get(option as usize)) {
            number[*at] = b'0' + digit;
        }
        number.into_iter().map(char::from).collect()
    }
}
