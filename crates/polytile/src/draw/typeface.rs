//! The font of pages and of pictures made of pixels: how wide a text is, which glyphs it has, and what of a pixel they cover.
//!
//! In: a text and its size, from the baseline of one line to that of the next. Out: measures in the unit of that size, or pixels.
//! The font is `DejaVu` Sans, the letters of Latin, Greek and Cyrillic alone (`fonts/`); other letters become a box. Cost: linear in
//! the text, and in the pixels.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, point};
use std::sync::LazyLock;

/// The file.
pub(super) const BYTES: &[u8] = include_bytes!("../../fonts/DejaVuSans.ttf");

static FONT: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(BYTES).unwrap_or_else(|e| unreachable!("{e}")));

/// How high a capital is in an em.
pub(super) const CAPITAL: f64 = 0.729;

/// The glyph of a letter, and how far it is from there to the next, in ems.
pub(super) fn glyph(letter: char) -> (GlyphId, f64) {
    let id = FONT.glyph_id(letter);
    (id, f64::from(FONT.h_advance_unscaled(id)) / em())
}

/// The width of a text in ems.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(|letter| glyph(letter).1).sum()
}

/// The letters of a text that the font does not have, each once.
pub(super) fn lacking(text: &str) -> Vec<char> {
    let mut lacking: Vec<char> =
        text.chars().filter(|&letter| !letter.is_whitespace() && glyph(letter).0 == GlyphId(0)).collect();
    lacking.sort_unstable();
    lacking.dedup();
    lacking
}

fn em() -> f64 {
    f64::from(FONT.units_per_em().unwrap_or(2048.0))
}

/// The pixels that a text of `size` pixels touches, its baseline beginning at `x` and `y`, and how much of each it covers.
pub(super) fn cover(text: &str, size: f64, [x, y]: [f64; 2], mut paint: impl FnMut(i64, i64, f32)) {
    // What the scale means is the height of the font, ascent to descent.
    let scale = PxScale::from((size * f64::from(FONT.height_unscaled()) / em()) as f32);
    let mut at = x;
    for letter in text.chars() {
        let (id, advance) = glyph(letter);
        let placed = id.with_scale_and_position(scale, point(at as f32, y as f32));
        if let Some(outline) = FONT.outline_glyph(placed) {
            let corner = outline.px_bounds().min;
            let (left, top) = (corner.x as i64, corner.y as i64);
            outline.draw(|col, row, share| paint(left + i64::from(col), top + i64::from(row), share));
        }
        at += advance * size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_widths() {
        assert!(width("W") > width("i") && width("") < 1e-9);
        // All digits are equally wide.
        assert!((width("0") - width("7")).abs() < 1e-9);
        // What the font does not have is a box, as wide whatever it is.
        assert_eq!(glyph('汉').0, glyph('字').0);
        assert_ne!(glyph('Ж').0, glyph('字').0);
        assert_eq!(lacking("Жи 字a字"), ['字']);
    }

    #[test]
    fn a_letter_covers_about_its_area() {
        // An I is a bar as high as a capital, about a tenth of an em wide.
        let mut area = 0.0;
        cover("I", 100.0, [10.0, 100.0], |_, row, share| {
            assert!(row < 101);
            area += f64::from(share);
        });
        assert!((100.0 * CAPITAL * 9.0..100.0 * CAPITAL * 11.0).contains(&area), "{area}");
    }
}
