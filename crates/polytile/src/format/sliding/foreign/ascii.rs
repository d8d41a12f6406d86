//! Plain drawings: the start, and after an empty line each goal.

use super::super::super::lines::lines;
use super::super::super::{FormatError, Further};
use super::super::drawing::{DRAWN, Drawing};
use super::super::{Reading, SlidingPuzzle, in_one_goal};
use crate::sliding::Piece;
use std::ops::Range;

/// Reads drawings separated by empty lines: the start, and goals, any of which will do.
pub(super) fn parse(text: &str) -> Result<SlidingPuzzle, FormatError> {
    let mut blocks = blocks(text).into_iter();
    let Some(start) = blocks.next() else {
        return Err(FormatError::new("there is no puzzle here: the text is empty").with_help(DRAWN));
    };
    let at = |block: &Range<usize>, error: FormatError| error.moved_by(block.start).or_at(block.clone());
    let drawing = Drawing::read(&text[start.clone()]).map_err(|e| at(&start, e))?;
    let pieces: Vec<Piece> =
        drawing.pieces().into_iter().map(|(name, cells)| Piece::new(name, cells)).collect();
    if pieces.is_empty() {
        return Err(FormatError::new("the start has no piece").with_help(DRAWN).at(start));
    }
    let warnings = drawing.warnings.iter().map(|warning| at(&start, warning.clone())).collect();
    let reading = Reading::of(drawing, pieces);
    for piece in &reading.pieces {
        reading.connected(piece).map_err(|e| {
            let help =
                "draw every piece with a letter of its own; one that is meant so needs a puzzle file in TOML";
            at(&start, e).with_help(help)
        })?;
    }
    let mut goals = Vec::new();
    let goalless =
        reading.puzzle(goals.clone()).map_err(|e| FormatError::new(e.to_string()).at(start.clone()))?;
    for block in blocks {
        let goal = reading.goal(&text[block.clone()], &goalless).map_err(|e| at(&block, e))?;
        goalless.admits(&goal).map_err(|e| in_one_goal(&e).at(block))?;
        goals.push(goal);
    }
    let puzzle = reading.puzzle(goals).map_err(|e| FormatError::new(e.to_string()).at(start))?;
    Ok(SlidingPuzzle {
        title: None,
        description: None,
        source: None,
        further: Further::default(),
        puzzle,
        warnings,
    })
}

/// The runs of lines that are not empty.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for (start, line) in lines(text) {
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        let end = start + line.len();
        match blocks.last_mut() {
            Some(block) if open => block.end = end,
            _ => blocks.push(start..end),
        }
        open = true;
    }
    blocks
}
