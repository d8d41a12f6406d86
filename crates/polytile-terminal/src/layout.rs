//! Text for people, laid out for the width there is.
//!
//! In: a text in the plain form in which the help is written. Lines that begin at the margin and follow each other are one
//! paragraph. An indented line is an entry: a command, or a name and, after two blanks or more, an explanation, which deeper
//! lines continue. Out: the same text, with no line longer than the width unless it is one word. Paragraphs are filled.
//! Explanations stand beside their entries where those of a whole block fit, or where the entries are short; otherwise below
//! them. A command that is too long is continued after a backslash, so that a shell reads it as it stands.

use std::borrow::Cow;
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

/// Explanations that do not all fit on one line stand beside their entries if these take at most this part of the width.
const BESIDE: usize = 3;

/// How much deeper than its entry an explanation below it begins, or the rest of a long command.
const DEEPER: usize = 4;

/// A shorter bar says nothing.
const LEAST_BAR: usize = 8;

/// Wider lines are hard to read, even where there is room.
const WIDEST: usize = 200;
/// The width of text that may be read anywhere.
const USUAL: usize = 100;
/// A terminal that says that it is narrower is not believed.
const NARROWEST: usize = 20;

/// A part of a text.
enum Part {
    Blank,
    Paragraph(String),
    Entry(Entry),
}

struct Entry {
    indent: usize,
    label: String,
    /// The explanation, and the column where it begins.
    explained: Option<(usize, String)>,
}

/// The width of text for people: that of the terminal, or what `COLUMNS` says.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(cols, _)| usize::from(cols.0));
    width_of(terminal, || std::env::var("COLUMNS").ok())
}

/// The width, given the columns of the terminal, if there is one, and what is `said` in `COLUMNS`.
fn width_of(terminal: Option<usize>, said: impl FnOnce() -> Option<String>) -> usize {
    let said = || said()?.trim().parse().ok();
    terminal.filter(|&cols| cols > 0).or_else(said).unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}

/// The text, laid out.
pub fn laid_out(text: &str, width: usize) -> String {
    let parts = parts(text);
    let mut lines = Vec::new();
    for block in parts.chunk_by(|a, b| matches!((a, b), (Part::Entry(_), Part::Entry(_)))) {
        match block {
            [Part::Blank] => lines.push(String::new()),
            [Part::Paragraph(text)] => fill(&mut lines, text, "", "", width),
            entries => {
                let entries: Vec<&Entry> = entries
                    .iter()
                    .filter_map(|part| if let Part::Entry(entry) = part { Some(entry) } else { None })
                    .collect();
                lay_entries(&mut lines, &entries, width);
            }
        }
    }
    let mut laid = lines.join("\n");
    if text.ends_with('\n') {
        laid.push('\n');
    }
    laid
}

/// The text with lines that are wider than `width` broken between words; what stands beside a name stays beside it, and the rest
/// of a command stands deeper. What is drawn stays as it is, but bars that end lines are shortened, all in proportion. Colours
/// have no width.
pub fn broken(text: &str, width: usize) -> String {
    let is_drawn = |line: &str| {
        line.contains(|c: char| matches!(c, '\u{2500}'..='\u{259f}')) || line.contains("\u{1b}[48")
    };
    let text = &with_bars(text, width);
    let mut lines = Vec::new();
    for line in text.lines() {
        let words = line.trim_start_matches(' ');
        if display_width(line) <= width || is_drawn(line) {
            lines.push(line.to_owned());
            continue;
        }
        let indent = line.len() - words.len();
        if let Some(deeper) = deeper(words) {
            fill(&mut lines, words, &" ".repeat(indent), &" ".repeat(indent + deeper), width);
            continue;
        }
        let Entry { explained, .. } = entry(indent, words);
        let column = explained.map(|(column, _)| column);
        let column = column.filter(|column| column + column <= width && !words.contains('\u{1b}'));
        let (first, rest) = match column.and_then(|at| Some((at, line.char_indices().nth(at)?.0))) {
            Some((_, at)) => line.split_at(at),
            None => line.split_at(indent),
        };
        fill(&mut lines, rest, first, &" ".repeat(first.chars().count()), width);
    }
    let mut laid = lines.join("\n");
    if text.ends_with('\n') {
        laid.push('\n');
    }
    laid
}

/// How much deeper than itself a line goes on that is a command, or says how one is used.
fn deeper(words: &str) -> Option<usize> {
    const USAGE: &str = "Usage: ";
    let mut plain = words;
    while let Some((_, rest)) = plain.strip_prefix("\u{1b}[").and_then(|code| code.split_once('m')) {
        plain = rest;
    }
    if plain.starts_with("polytile ") {
        Some(DEEPER)
    } else {
        plain.starts_with(USAGE.trim_end()).then_some(USAGE.len() + DEEPER)
    }
}

/// The text with the bars that end some of its lines shortened, all in proportion, so that these lines fit; where numbers alone
/// take most of the width, as it is.
fn with_bars(text: &str, width: usize) -> Cow<'_, str> {
    fn bar(line: &str) -> usize {
        let bar = line.len() - line.trim_end_matches('#').len();
        if line[..line.len() - bar].ends_with(' ') { bar } else { 0 }
    }
    let longest = text.lines().map(bar).max().unwrap_or(0);
    let beside = text.lines().filter(|line| bar(line) > 0).map(|line| display_width(line) - bar(line)).max();
    let room = width.saturating_sub(beside.unwrap_or(0));
    if longest <= room || room < LEAST_BAR {
        return Cow::Borrowed(text);
    }
    let mut shorter = String::new();
    for line in text.lines() {
        let bar = bar(line);
        shorter += &line[..line.len() - bar];
        shorter += &"#".repeat((bar * room).div_ceil(longest));
        shorter.push('\n');
    }
    Cow::Owned(shorter)
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for line in text.lines() {
        let line = line.trim_end();
        let words = line.trim_start();
        let indent = line.len() - words.len();
        match parts.last_mut() {
            _ if words.is_empty() => parts.push(Part::Blank),
            Some(Part::Paragraph(text)) if indent == 0 => {
                text.push(' ');
                text.push_str(words);
            }
            Some(Part::Entry(Entry { indent: of_entry, explained: Some((_, text)), .. }))
                if indent > *of_entry =>
            {
                text.push(' ');
                text.push_str(words);
            }
            _ if indent == 0 => parts.push(Part::Paragraph(words.to_owned())),
            _ => parts.push(Part::Entry(entry(indent, words))),
        }
    }
    parts
}

fn entry(indent: usize, words: &str) -> Entry {
    match words.split_once("  ") {
        Some((label, rest)) => {
            let text = rest.trim_start();
            let column = indent + words.chars().count() - text.chars().count();
            Entry { indent, label: label.to_owned(), explained: Some((column, text.to_owned())) }
        }
        None => Entry { indent, label: words.to_owned(), explained: None },
    }
}

/// Lays out entries that follow each other.
fn lay_entries(lines: &mut Vec<String>, entries: &[&Entry], width: usize) {
    let column = entries.iter().filter_map(|entry| Some(entry.explained.as_ref()?.0)).max().unwrap_or(0);
    let fits = |entry: &&Entry| {
        entry.explained.as_ref().is_none_or(|(_, text)| column + text.chars().count() <= width)
    };
    let beside = entries.iter().all(fits) || column <= width / BESIDE;
    for entry in entries {
        let indent = " ".repeat(entry.indent);
        let deeper = " ".repeat(entry.indent + DEEPER);
        match &entry.explained {
            Some((_, text)) if beside => {
                let label = format!("{indent}{}", entry.label);
                let first = format!("{label}{}", " ".repeat(column.saturating_sub(label.chars().count())));
                fill(lines, text, &first, &" ".repeat(column), width);
            }
            explained => {
                if entry.label.starts_with("polytile ") {
                    command(lines, &entry.label, &indent, &deeper, width);
                } else {
                    fill(lines, &entry.label, &indent, &deeper, width);
                }
                if let Some((_, text)) = explained {
                    fill(lines, text, &deeper, &deeper, width);
                }
            }
        }
    }
}

/// Fills lines with the words of a text.
fn fill(lines: &mut Vec<String>, text: &str, first: &str, later: &str, width: usize) {
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(later)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    lines.extend(textwrap::wrap(text, options).into_iter().map(|line| line.trim_end().to_owned()));
}

/// A command, on several lines where it is too long, none of them broken within quotes, nor between an option and its value
/// where both fit on a line.
fn command(lines: &mut Vec<String>, text: &str, first: &str, later: &str, width: usize) {
    // Whatever stands between quotes is one word.
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match words.last_mut() {
            Some(last) if last.matches('\'').count() % 2 == 1 => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    let joined = |option: &String, value: &String| {
        let length = later.len() + option.chars().count() + value.chars().count();
        option.starts_with("--")
            && !value.starts_with(['-', '|'])
            && length + " ".len() + " \\".len() <= width
    };
    let mut at = 0;
    while at + 1 < words.len() {
        if joined(&words[at], &words[at + 1]) {
            let value = words.remove(at + 1);
            words[at].push(' ');
            words[at].push_str(&value);
        }
        at += 1;
    }
    let mut line = first.to_owned();
    let mut begun = false;
    for (i, word) in words.iter().enumerate() {
        let mark = if i + 1 < words.len() { 2 } else { 0 };
        if begun && line.chars().count() + 1 + word.chars().count() + mark > width {
            lines.push(format!("{line} \\"));
            later.clone_into(&mut line);
        } else if begun {
            line.push(' ');
        }
        line.push_str(word);
        begun = true;
    }
    lines.push(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Examples:
  polytile count --board 8x8 --pieces dominoes   how many?
  polytile solve pentominoes-6x10 --where 'X touches border' --first

A paragraph that somebody has written on
two lines.
  W  some words about W that are
     continued here
  or an indented sentence without anything beside it
      deeper
";

    #[test]
    fn a_text_has_the_width_there_is() {
        insta::assert_snapshot!(laid_out(TEXT, 100), @r"
        Examples:
          polytile count --board 8x8 --pieces dominoes   how many?
          polytile solve pentominoes-6x10 --where 'X touches border' --first

        A paragraph that somebody has written on two lines.
          W  some words about W that are continued here
          or an indented sentence without anything beside it
              deeper
        ");
        insta::assert_snapshot!(laid_out(TEXT, 40), @r"
        Examples:
          polytile count --board 8x8 \
              --pieces dominoes
              how many?
          polytile solve pentominoes-6x10 \
              --where 'X touches border' --first

        A paragraph that somebody has written on
        two lines.
          W  some words about W that are
             continued here
          or an indented sentence without
              anything beside it
              deeper
        ");
    }

    #[test]
    fn lines_are_broken_between_words() {
        let text = "\
Theorem. A board with any one cell missing can be tiled.
  Lay a tromino in the middle of the board.
grade     5.0 of 10 (only-way 1.2, area 0.3, guess 3.7)
short     as it is
┌───────┬───────┬───────┬───────┬───────┬───────┐
";
        insta::assert_snapshot!(broken(text, 30), @r"
        Theorem. A board with any one
        cell missing can be tiled.
          Lay a tromino in the middle
          of the board.
        grade     5.0 of 10 (only-way
                  1.2, area 0.3, guess
                  3.7)
        short     as it is
        ┌───────┬───────┬───────┬───────┬───────┬───────┐
        ");
        assert_eq!(broken(text, 80), text);
        assert_eq!(broken("1234567890 ab", 5), "1234567890\nab");
        assert_eq!(
            broken("Usage: polytile count [OPTIONS] [PUZZLE]\n", 30),
            "Usage: polytile count\n           [OPTIONS] [PUZZLE]\n"
        );
        // Colours take no room, and are no drawing.
        let coloured = "\u{1b}[1mUsage:\u{1b}[0m polytile count";
        assert_eq!(broken(coloured, 21), coloured);
        assert_eq!(broken(coloured, 20), "\u{1b}[1mUsage:\u{1b}[0m polytile\n           count");
        // Bars are shortened together.
        assert_eq!(
            broken("  1  20 ####################\n  2   5 #####\n", 18),
            "  1  20 ##########\n  2   5 ###\n"
        );
    }

    #[test]
    fn no_line_is_longer_than_the_width_unless_it_is_one_word() {
        for width in 1..120 {
            for line in laid_out(TEXT, width).lines().filter(|line| line.chars().count() > width) {
                let words = line.trim_start().trim_end_matches(" \\");
                assert!(!words.contains(' ') || words.starts_with('\''), "{width}: {line}");
            }
        }
    }

    #[test]
    fn the_width_is_what_there_is() {
        let width = |terminal, said: &str| width_of(terminal, || Some(said.to_owned()));
        assert_eq!([40, 80, 132, 200, 500].map(|cols| width(Some(cols), "77")), [40, 80, 132, 200, 200]);
        assert_eq!((width(None, "132"), width(None, "x"), width_of(None, || None)), (132, 100, 100));
        assert_eq!((width(Some(0), "60"), width(Some(7), "60")), (60, 20));
    }
}
