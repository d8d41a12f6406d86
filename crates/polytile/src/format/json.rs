//! Where in a text the JSON reader found an error.

use super::FormatError;
use serde_json::error::Category;
use std::ops::Range;

/// The bytes of `text` that its part `slice` takes.
pub(super) fn span(text: &str, slice: &str) -> Range<usize> {
    let start = slice.as_ptr().addr() - text.as_ptr().addr();
    start..start + slice.len()
}

/// The error of the JSON reader with the bytes it is about: what ends where the reader stopped. The mend is `form`.
pub(crate) fn located(text: &str, error: &serde_json::Error, form: &str) -> FormatError {
    let whole = error.to_string();
    let said = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(message, _)| message);
    // Integers of any length are read, but where a number with a point may stand, only within the range of these.
    let (said, form) = match said {
        "number out of range" => {
            ("the number is too large to be written as one", "write it as a string of its digits")
        }
        said => (said, form),
    };
    let message = match error.classify() {
        Category::Syntax if form.ends_with("of its digits") => said.to_owned(),
        Category::Data => said.to_owned(),
        Category::Eof => "the text ends before its JSON does".to_owned(),
        Category::Syntax | Category::Io => format!("this is not JSON: {said}"),
    };
    let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let end = text.len().min(before + error.column());
    FormatError::new(message).with_help(form).at(token_before(text, end, error.is_data()))
}

/// The character that ends at byte `end`, or the `whole` string, number or list, when it is known to end one.
fn token_before(text: &str, end: usize, whole: bool) -> Range<usize> {
    let bytes = text.as_bytes();
    let Some(last) = end.checked_sub(1) else { return 0..text.len().min(1) };
    let part_of_number = |b: &u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
    let mut start = match bytes[last] {
        _ if !whole => last,
        b'"' => bytes[..last].iter().rposition(|&b| b == b'"').unwrap_or(last),
        b']' => bytes[..last].iter().rposition(|&b| b == b'[').unwrap_or(last),
        b if part_of_number(&b) => {
            bytes[..last].iter().rposition(|b| !part_of_number(b)).map_or(0, |before| before + 1)
        }
        _ => last,
    };
    let mut end = end;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
