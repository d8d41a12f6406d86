//! The sides of a board, as they are written on one line: `9x12`, and a number alone.

use super::FormatError;
use super::number::{self, shortened};

/// The mend for whatever is not a board at all.
pub(super) const FORMS: &str =
    "a board is ROWSxCOLUMNS such as 9x12, aztec:6, torus:8x8, cylinder:4x10, or a drawing";

/// The two sides, each with what stands around it, and the byte where the second begins.
pub(super) fn sides(text: &str) -> Option<(&str, &str, usize)> {
    let (at, x) = text.char_indices().find(|(_, c)| matches!(c, 'x' | 'X' | '×' | '*'))?;
    let second = at + x.len_utf8();
    Some((&text[..at], &text[second..], second))
}

/// The sides written `RxC`: rows and columns, whatever their size.
///
/// # Errors
/// When the text is not two numbers with an `x` between them.
pub fn size(text: &str) -> Result<(u64, u64), FormatError> {
    let Some((rows, cols, second)) = sides(text) else {
        let message = format!("'{}' is no board", shortened(text.trim()));
        return Err(FormatError::new(message).with_help(FORMS).at(0..text.len()));
    };
    Ok((side(rows)?, side(cols).map_err(|e| e.moved_by(second))?))
}

/// One side, or another size of a board.
///
/// # Errors
/// When the text is not a whole number, or is too large for any board.
pub fn side(text: &str) -> Result<u64, FormatError> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let span = start..start + trimmed.len();
    if trimmed.is_empty() {
        return Err(FormatError::new("a number is missing").with_help(FORMS).at(0..text.len()));
    }
    let number = number::natural(trimmed)
        .map_err(|e| FormatError { help: Some(FORMS.to_owned()), ..e.moved_by(start) })?;
    u64::try_from(&number).map_err(|_| {
        FormatError::new(format!("{} is too large for a side of a board", shortened(trimmed)))
            .with_help("sides go up to 2^31")
            .at(span)
    })
}
