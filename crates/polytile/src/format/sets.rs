//! Sets of options as people write them: a set on each line, or in braces.
//!
//! ```text
//! # three sets, the last one empty
//! a b c
//! {b, d}
//! {}
//! ```
//!
//! The names of the options of a set have blanks or commas between them, and stand in quotes (`'` or `"`) if they hold any of these
//! themselves. In a name with an `@`, as options of tilings have (`L3@0,0+0,1+1,0`), commas belong to the name, unless
//! it ends there. Empty lines are skipped, and so is what begins with `#`. The options are in the order in which they are first named.

use super::FormatError;
use super::lines::lines;
use std::collections::HashMap;
use std::ops::Range;

/// Sets, and the names of the options that are in them.
///
/// ```
/// use polytile::format::sets;
/// let read = sets::parse("a b\n{b, 'c d'}\n{}\n")?;
/// assert_eq!(read.names(), ["a", "b", "c d"]);
/// assert_eq!(read.sets(), [vec![0, 1], vec![1, 2], vec![]]);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedSets {
    names: Vec<String>,
    known: HashMap<String, u32>,
    sets: Vec<Vec<u32>>,
}

impl NamedSets {
    /// The names of the options, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The sets, by numbers of options, as they were written.
    pub fn sets(&self) -> &[Vec<u32>] {
        &self.sets
    }

    /// The same sets, their options called otherwise; options that get one name become one.
    #[must_use]
    pub fn called(&self, called: impl Fn(&str) -> String) -> Self {
        let mut renamed = NamedSets::default();
        let numbers: Vec<u32> = self.names.iter().map(|name| renamed.option(&called(name))).collect();
        renamed.sets =
            self.sets.iter().map(|set| set.iter().map(|&v| numbers[v as usize]).collect()).collect();
        renamed
    }

    fn option(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let number = self.names.len() as u32;
        self.known.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }

    /// Adds the set in `text[span]`, whose names end where it ends or before a brace; returns where that is.
    fn read_names(&mut self, text: &str, span: Range<usize>) -> Result<usize, FormatError> {
        let mut set = Vec::new();
        let mut at = span.start;
        while let Some((start, c)) = next(text, at, span.end) {
            if matches!(c, '{' | '}') {
                at = start;
                break;
            }
            if c == '#' {
                return Err(FormatError::new("a comment has a line of its own")
                    .with_help("begin a new line, or write a name with this sign in quotes")
                    .at(start..start + 1));
            }
            let (name, end) = name(text, start..span.end)?;
            set.push(self.option(name));
            at = end;
        }
        self.sets.push(set);
        Ok(next(text, at, span.end).map_or(span.end, |(place, _)| place))
    }

    /// Adds the set in braces that begins at `span.start`; returns where it ends.
    fn read_braced(&mut self, text: &str, span: Range<usize>) -> Result<usize, FormatError> {
        let end = self.read_names(text, span.start + 1..span.end)?;
        match text[end..span.end].chars().next() {
            Some('}') => Ok(end + 1),
            Some(_) => Err(FormatError::new("a set holds options, and no sets")
                .with_help("close the set with } before the next one; sets of a family stand in braces of their own, {{a b}, {c}}")
                .at(end..end + 1)),
            None => Err(not_closed(span.start)),
        }
    }
}

fn not_closed(at: usize) -> FormatError {
    FormatError::new("this { is not closed").with_help("add } where the set ends").at(at..at + 1)
}

/// The first character from `at` on that separates nothing.
fn next(text: &str, at: usize, end: usize) -> Option<(usize, char)> {
    let mut rest = text[at..end].char_indices().map(|(i, c)| (at + i, c));
    rest.find(|(_, c)| !c.is_whitespace() && *c != ',')
}

/// The name that begins at `span.start`, and where it ends.
fn name(text: &str, span: Range<usize>) -> Result<(&str, usize), FormatError> {
    let rest = &text[span.clone()];
    let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"')) else {
        let mut at_cells = false;
        let mut chars = rest.char_indices().peekable();
        let mut end = rest.len();
        while let Some((i, c)) = chars.next() {
            at_cells |= c == '@';
            let last = chars.peek().is_none_or(|(_, c)| c.is_whitespace() || matches!(c, '{' | '}' | ','));
            if c.is_whitespace() || matches!(c, '{' | '}') || (c == ',' && (last || !at_cells)) {
                end = i;
                break;
            }
        }
        return expect_plain(&rest[..end], span.start..span.start + end);
    };
    match rest[1..].find(quote) {
        Some(0) => Err(FormatError::new("an option has a name").at(span.start..span.start + 2)),
        Some(length) => {
            let (name, end) = expect_plain(&rest[1..=length], span.start..span.start + length + 2)?;
            Ok((name, end))
        }
        None => Err(FormatError::new(format!("this {quote} is not closed"))
            .with_help("add another one where the name ends")
            .at(span.start..span.start + 1)),
    }
}

/// A name that can be shown.
fn expect_plain(name: &str, span: Range<usize>) -> Result<(&str, usize), FormatError> {
    if name.contains(char::is_control) {
        return Err(FormatError::new("the name of an option has no invisible characters").at(span));
    }
    Ok((name, span.end))
}

/// The sets of a text.
///
/// # Errors
/// When a brace or a quote is not closed.
pub fn parse(text: &str) -> Result<NamedSets, FormatError> {
    let mut read = NamedSets::default();
    for (start, line) in lines(text) {
        let end = start + line.len();
        let Some((mut at, first)) = next(text, start, end) else { continue };
        match first {
            '#' => {}
            '{' => {
                while let Some((from, c)) = next(text, at, end) {
                    if c != '{' {
                        return Err(FormatError::new("after a set in braces only another one can follow")
                            .with_help("begin a new line")
                            .at(from..end));
                    }
                    at = read.read_braced(text, from..end)?;
                }
            }
            _ => {
                let at = read.read_names(text, at..end)?;
                if at < end {
                    return Err(FormatError::new("a brace within a set")
                        .with_help(
                            "a set stands on a line, or in braces; a name with a brace stands in quotes",
                        )
                        .at(at..at + 1));
                }
            }
        }
    }
    Ok(read)
}

/// The set or the sets in braces that begin at byte `at` of a text, `{a b}` or `{{a b}, {c}}`, and where they end.
///
/// # Errors
/// When a brace or a quote is not closed, or sets and options are mixed.
pub(super) fn braced(text: &str, at: usize) -> Result<(NamedSets, usize), FormatError> {
    let (mut read, end) = (NamedSets::default(), text.len());
    let is_family = matches!(next(text, at + 1, end), Some((_, '{')));
    if !is_family {
        let end = read.read_braced(text, at..end)?;
        return Ok((read, end));
    }
    let mut from = at + 1;
    loop {
        match next(text, from, end) {
            Some((from_here, '{')) => from = read.read_braced(text, from_here..end)?,
            Some((closing, '}')) => return Ok((read, closing + 1)),
            Some((odd, c)) => {
                return Err(FormatError::new("an option among sets")
                    .with_help("a set in a family stands in braces of its own, {{a b}, {c}}")
                    .at(odd..odd + c.len_utf8()));
            }
            None => return Err(not_closed(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_they_should() {
        let named = |text: &str| {
            let read = parse(text).unwrap();
            read.sets()
                .iter()
                .map(|set| {
                    set.iter().map(|&v| read.names()[v as usize].clone()).collect::<Vec<_>>().join("|")
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(named("1,2, 3\n"), ["1|2|3"]);
        assert_eq!(named("L3@0,0+0,1+1,0 L3@2,2+2,3+3,2\n"), ["L3@0,0+0,1+1,0|L3@2,2+2,3+3,2"]);
        assert_eq!(named("{L3@0,0+0,1, L3@2,2},\n"), ["L3@0,0+0,1|L3@2,2"]);
        assert_eq!(named("{'a b'  \"c,d\" 5'}{}\n# {\n\n  e\r\n"), ["a b|c,d|5'", "", "e"]);
        assert_eq!(named(""), Vec::<String>::new());
        let (read, end) = braced("f & {{a b}, {c}, {}} - g", 4).unwrap();
        assert_eq!((read.sets(), end), ([vec![0, 1], vec![2], vec![]].as_slice(), 20));
        let (read, end) = braced("{}", 0).unwrap();
        assert_eq!((read.sets(), end), ([vec![]].as_slice(), 2));
    }

    #[test]
    fn wrong_sets() {
        let said = |text: &str| {
            let wrong = parse(text).unwrap_err();
            format!(
                "{text:?}: {} at {:?} / {}",
                wrong.message,
                wrong.span.unwrap(),
                wrong.help.unwrap_or_default()
            )
        };
        insta::assert_snapshot!(
            ["{a b", "{a {b}}", "{a} b", "a {b}", "a 'b", "'' a", "'a\tb'"].map(said).join("\n")
        );
    }
}
