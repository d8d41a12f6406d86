//! The pieces of a puzzle, to be cut out: what is drawn of each, how often, and where on the page.
//!
//! In: a problem. Out: figures of its pieces, as many as are needed where that is one number, and one that says how many there may
//! be where it is not; and places for them in rows, in the order of the puzzle, as many as a page is wide and high. Cost: linear
//! in the pieces.

use super::figure::Figure;
use super::page::{Anchor, Page};
use crate::draw::{colour, typeface};
use crate::pieces::{Colour, Piece, Polyform};
use crate::problem::Problem;

/// The most copies of one piece that are drawn; of more it is said how many there are.
const DRAWN: u32 = 64;
/// Millimetres between pieces, and the size of what stands below them.
const GAP: f64 = 3.0;
const SMALL: f64 = 2.6;

/// A piece to be cut out.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) figure: Figure,
    name: String,
    /// How many there may be, where that is not shown by as many figures.
    copies: Option<String>,
}

/// A part and where it lies, in millimetres from the upper left of its page.
pub(super) type Placed<'a> = (&'a Part, [f64; 2]);

/// The colours of the pieces of a problem, the same wherever it is printed.
pub(super) fn colours(problem: &Problem) -> Vec<Colour> {
    colour::by_kind(&problem.pieces.iter().map(|piece| piece.colour).collect::<Vec<_>>())
}

/// The pieces of `problem`.
pub(super) fn parts(problem: &Problem) -> Vec<Part> {
    let colours = colours(problem);
    let mut parts = Vec::new();
    for (index, (piece, colour)) in problem.pieces.iter().zip(colours).enumerate() {
        let Some(shape) = lying(piece) else { continue };
        let given = problem.given.iter().filter(|laid| laid.piece == index).count() as u32;
        let least = piece.copies.min().saturating_sub(given);
        let most = piece.copies.max().map(|most| most.saturating_sub(given));
        let exact = most.filter(|&most| most == least);
        let made = || {
            let cells = shape.cells().to_vec();
            let mut figure = Figure::new(shape.lattice(), cells, shape.layers(), false);
            figure.lay(&piece.name, colour, shape.cells());
            figure
        };
        let part = |copies: Option<String>| Part { figure: made(), name: piece.name.clone(), copies };
        match exact {
            Some(count) if count <= DRAWN => parts.extend((0..count).map(|_| part(None))),
            Some(count) => parts.push(part(Some(format!("{count} of these")))),
            None => parts.push(part(Some(match most {
                None if least == 0 => "any number".to_owned(),
                None => format!("{least} or more"),
                Some(most) => format!("{least} to {most}"),
            }))),
        }
    }
    parts
}

/// A piece as it is drawn: wider than it is high.
fn lying(piece: &Piece) -> Option<&Polyform> {
    let lies = |shape: &&Polyform| shape.layers() == 1 && shape.rows() <= shape.cols();
    let shapes = || piece.orientations.iter().filter(|_| !piece.hole);
    shapes().find(lies).or_else(|| shapes().next())
}

impl Part {
    /// A piece of which there is one.
    pub fn single(figure: Figure, name: String) -> Self {
        Part { figure, name, copies: None }
    }

    /// A figure with a caption below it.
    pub fn captioned(figure: Figure, caption: String) -> Self {
        Part { figure, name: String::new(), copies: Some(caption) }
    }

    /// The room it takes, with cells of `cell` millimetres and its name on it or below.
    fn size(&self, cell: f64, inside: bool) -> [f64; 2] {
        let [width, height] = self.figure.size.map(|side| side * cell);
        let Some(below) = self.below(inside) else { return [width, height] };
        [width.max(typeface::width(&below) * SMALL), height + 1.3 * SMALL]
    }

    /// What stands below it: its name where that is not on it, and how many there are.
    fn below(&self, inside: bool) -> Option<String> {
        let name = (!inside && !self.name.is_empty()).then(|| self.name.clone());
        let words: Vec<String> = name.into_iter().chain(self.copies.clone()).collect();
        (!words.is_empty()).then(|| words.join(": "))
    }

    /// Draws it.
    fn draw(&self, [x, y]: [f64; 2], cell: f64, inside: bool, page: &mut Page) {
        self.figure.draw_bare([x, y], cell, page);
        if inside {
            self.figure.write_names([x, y], cell, page);
        }
        if let Some(below) = self.below(inside) {
            let y = y + self.figure.size[1] * cell + 1.1 * SMALL;
            page.text([x, y], SMALL, Anchor::Start, below);
        }
    }
}

/// Whether the names of all parts have room on them.
fn inside(parts: &[Part], cell: f64) -> bool {
    parts.iter().all(|part| part.figure.write_names([0.0; 2], cell, &mut Page::default()))
}

/// Draws parts where they lie on a page, the upper left of which is at `corner`.
pub(super) fn draw(parts: &[Part], placed: &[Placed<'_>], corner: [f64; 2], cell: f64, page: &mut Page) {
    let inside = inside(parts, cell);
    for (part, [x, y]) in placed {
        part.draw([corner[0] + x, corner[1] + y], cell, inside, page);
    }
}

/// Places for parts with cells of `cell` millimetres on pages of this size, the first of which begins `used` further down; with
/// the height that the last of them is used to. None where a part is larger than a page.
pub(super) fn packed(
    parts: &[Part],
    cell: f64,
    [width, height]: [f64; 2],
    used: f64,
) -> Option<(Vec<Vec<Placed<'_>>>, f64)> {
    let inside = inside(parts, cell);
    let mut pages = vec![Vec::new()];
    let (mut x, mut y, mut deepest) = (0.0, used, 0.0_f64);
    for part in parts {
        let [wide, high] = part.size(cell, inside);
        if wide > width || high > height {
            return None;
        }
        if x > 0.0 && x + wide > width {
            (x, y, deepest) = (0.0, y + deepest + GAP, 0.0);
        }
        if y + high > height {
            pages.push(Vec::new());
            (x, y, deepest) = (0.0, 0.0, 0.0);
        }
        pages.last_mut()?.push((part, [x, y]));
        x += wide + GAP;
        deepest = deepest.max(high);
    }
    Some((pages, y + deepest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::pieces::{Copies, Freedom, PieceSet};

    fn of(copies: Copies) -> Problem {
        let mut pieces: Vec<Piece> = PieceSet::all(5, Freedom::Free).iter().cloned().collect();
        for piece in &mut pieces {
            piece.copies = copies;
        }
        Problem::new(Region::rectangle(6, 10).unwrap(), PieceSet::new(pieces))
    }

    #[test]
    fn as_many_as_are_needed() {
        assert_eq!(parts(&of(Copies::exactly(2))).len(), 24);
        let any = parts(&of(Copies::ANY));
        assert_eq!(any.len(), 12);
        assert_eq!(any[0].copies.as_deref(), Some("any number"));
        // What is given is not left.
        let mut problem = of(Copies::between(1, 3).unwrap());
        let cells = problem.pieces[1].orientations[0].cells().to_vec();
        problem.given.push(crate::tiling::Laid { piece: 1, cells });
        assert_eq!(parts(&problem)[1].copies.as_deref(), Some("0 to 2"));
    }

    #[test]
    fn none_lies_on_another_or_off_the_page() {
        let parts = parts(&of(Copies::exactly(1)));
        let room = [70.0, 60.0];
        let (pages, end) = packed(&parts, 8.0, room, 20.0).unwrap();
        assert!(pages.len() > 1 && end <= room[1]);
        assert_eq!(pages.iter().map(Vec::len).sum::<usize>(), 12);
        for (number, page) in pages.iter().enumerate() {
            for (i, (part, [x, y])) in page.iter().enumerate() {
                let [wide, high] = part.size(8.0, true);
                assert!(x + wide <= room[0] && y + high <= room[1] && (number > 0 || *y >= 20.0));
                for (other, [u, v]) in &page[..i] {
                    let [w, h] = other.size(8.0, true);
                    assert!(u + w <= *x || x + wide <= *u || v + h <= *y || y + high <= *v);
                }
            }
        }
        assert!(packed(&parts, 20.0, room, 0.0).is_none());
    }
}
