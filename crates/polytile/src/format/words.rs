//! A list of words, for rectangles of them.
//!
//! In: words between blanks or on lines of their own; what begins with `#` is skipped to the end of its line. Out: the words, each once, and the
//! sides of a rectangle that they can fill: as many rows as its columns have letters. Cost: a look at every character.

use super::FormatError;
use super::lines::lines;
use super::number::shortened;
use std::collections::BTreeSet;

/// Words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Each once, in their order.
    pub words: Vec<String>,
    /// The rows and columns of their rectangle: the number of letters of all words, or the two numbers of theirs.
    pub sides: [u32; 2],
}

/// Reads words of at most `most` bytes.
///
/// ```
/// use polytile::format::words;
/// assert_eq!(words::parse("ace ape # and so on\nto\n", 8)?.sides, [2, 3]);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When there is something else than letters, a word is too long, or the words have more than two lengths.
pub fn parse(text: &str, most: usize) -> Result<Words, FormatError> {
    let mut words = Vec::new();
    let (mut seen, mut lengths) = (BTreeSet::new(), BTreeSet::new());
    for (start, line) in lines(text) {
        let line = line.split('#').next().unwrap_or_default();
        let mut at = start;
        for part in line.split_inclusive(char::is_whitespace) {
            let word = part.trim();
            let span = at + (part.len() - part.trim_start().len())..at + part.trim_end().len();
            at += part.len();
            if word.is_empty() {
                continue;
            }
            if let Some(wrong) = word.chars().find(|c| !c.is_alphabetic()) {
                let message = format!("'{}' is no letter", shortened(&wrong.to_string()));
                return Err(FormatError::new(message).with_help("write words, one to a line").at(span));
            }
            if word.len() > most {
                let message = format!("'{}' is longer than {most} bytes", shortened(word));
                let help = format!("leave it out: names of items have up to {most}");
                return Err(FormatError::new(message).with_help(help).at(span));
            }
            let length = word.chars().count() as u32;
            lengths.insert(length);
            if lengths.len() > 2 {
                let said: Vec<String> = lengths.iter().map(u32::to_string).collect();
                let message =
                    format!("a rectangle has words of two lengths, and these have {}", said.join(", "));
                let help = "keep those that stand in its rows, and those that stand in its columns";
                return Err(FormatError::new(message).with_help(help).at(span));
            }
            if seen.insert(word) {
                words.push(word.to_owned());
            }
        }
    }
    let sides = match lengths.into_iter().collect::<Vec<_>>()[..] {
        [one] => [one, one],
        [shorter, longer] => [shorter, longer],
        _ => {
            let empty = FormatError::new("there is no word");
            return Err(empty.with_help("write words, one to a line").or_at(0..text.len()));
        }
    };
    Ok(Words { words, sides })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_one_length_or_two() {
        let read = parse("# a list\nace\n  ape ace\r\n\nare\n", 8).unwrap();
        assert_eq!((read.words.join(" "), read.sides), ("ace ape are".to_owned(), [3, 3]));
        assert_eq!(parse("tee ab\n", 8).unwrap().sides, [2, 3]);
    }

    #[test]
    fn wrong_words() {
        let said = |text: &str| {
            let wrong = parse(text, 8).unwrap_err();
            format!("{text:?}: {} at {:?} / {}", wrong.message, wrong.span, wrong.help.unwrap_or_default())
        };
        insta::assert_snapshot!(
            ["", "# none\n", "ab c-d\n", "abcdefghi\n", "a ab\n  abc"].map(said).join("\n")
        );
    }
}
