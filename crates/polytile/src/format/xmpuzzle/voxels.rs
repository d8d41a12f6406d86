//! A shape of a file: a box of voxels.
//!
//! In: an element with the sides of a box, and a character for each voxel: `_` for none, `#` for one, `+` for one that may stay
//! empty, with a colour behind it that is a number from 1. Out: a piece or a board of cells. Of triangles, x counts along a row
//! those that point up and those that point down, and y the rows from below; here a triangle is the corner of its rhombus,
//! x = 2a + b + k and y = b, and whether it points up.

use super::elements::{Element, Elements};
use crate::board::{Cell, Lattice, Region};
use crate::format::error::show;
use crate::format::number::shortened;
use crate::format::{FormatError, board};
use crate::pieces::{PiecesError, Polyform};
use std::borrow::Cow;
use std::ops::Range;

/// The most voxels of a shape, empty ones too.
const MOST: u64 = 1 << 24;
/// The largest colour.
const MOST_COLOURS: u32 = 63;

/// A shape.
pub(super) struct Voxels<'a> {
    pub name: String,
    /// Where it begins.
    pub span: Range<usize>,
    /// Which one it is, from 0.
    number: usize,
    sides: [u64; 3],
    /// What is written about its voxels, and where.
    content: Cow<'a, str>,
    start: usize,
    /// The voxel by which BurrTools says where it lies.
    pub hotspot: [i64; 3],
    /// Whether it says how soon it is to be taken out.
    weighed: bool,
}

/// A voxel that is not empty.
#[derive(Clone, Copy)]
struct Voxel {
    at: [i64; 3],
    variable: bool,
    colour: u32,
    /// Its byte in what is written.
    byte: usize,
}

impl<'a> Voxels<'a> {
    /// The shape of `element`, the `number`-th of the file from 0.
    pub fn read(
        elements: &mut Elements<'a>,
        element: &Element<'a>,
        number: usize,
    ) -> Result<Self, FormatError> {
        let side = |name: &str| {
            element.number(name)?.ok_or_else(|| {
                FormatError::new(format!("a shape does not say how long its side {name} is"))
                    .with_help("write x=\"2\" y=\"2\" z=\"1\"")
                    .at(element.span())
            })
        };
        let sides = [side("x")?, side("y")?, side("z")?];
        let count = sides.iter().try_fold(1_u64, |product, &side| product.checked_mul(side));
        if count.is_none_or(|count| count > MOST) {
            let [x, y, z] = sides;
            return Err(FormatError::new(format!("a shape of {x}x{y}x{z} voxels is too large"))
                .with_help("shapes have up to 2^24 voxels")
                .at(element.span()));
        }
        if let Some(other) = element.number("type")?.filter(|kind| *kind != 0) {
            let error =
                FormatError::new(format!("the voxels of a shape are written in an unknown way, {other}"));
            return Err(error.with_help("type=\"0\" is read").at(element.span()));
        }
        let hot = |name: &str| {
            let Some(value) = element.value(name)? else { return Ok(0) };
            let number = value.trim().parse().ok().filter(|n: &i64| n.unsigned_abs() <= MOST);
            number.ok_or_else(|| {
                let message = format!("'{}' is no place of a hotspot", shortened(value.trim()));
                let help = format!("write {name}=\"0\"");
                FormatError::new(message).with_help(help).at(element.span())
            })
        };
        let hotspot = [hot("hx")?, hot("hy")?, hot("hz")?];
        let weighed = element.value("weight")?.is_some_and(|weight| weight.trim() != "1");
        let name = element.value("name")?.unwrap_or_default().trim().to_owned();
        let (content, start) = elements.text(element)?;
        Ok(Voxels { name, span: element.span(), number, sides, content, start, hotspot, weighed })
    }

    /// What it says about taking the puzzle apart.
    pub fn apart(&self) -> impl Iterator<Item = &'static str> {
        (self.hotspot != [0; 3]).then_some("hotspots").into_iter().chain(self.weighed.then_some("weights"))
    }

    /// What it is called in a message.
    fn called(&self) -> String {
        let number = self.number + 1;
        if self.name.is_empty() {
            format!("shape S{number}")
        } else {
            format!("shape S{number} ({})", shortened(&self.name))
        }
    }

    /// An error about it, at a byte of what is written if there is one.
    fn error(&self, message: String, help: &str, byte: Option<usize>) -> FormatError {
        let at = byte.map_or(self.span.clone(), |byte| self.start + byte..self.start + byte + 1);
        FormatError::new(message).with_help(help).at(at)
    }

    /// The voxels that are not empty.
    fn filled(&self) -> Result<Vec<Voxel>, FormatError> {
        let [x, y, z] = self.sides;
        let (mut found, mut next, mut in_one) = (Vec::<Voxel>::new(), 0_u64, false);
        for (byte, character) in self.content.char_indices() {
            match character {
                '_' | '#' | '+' => {
                    if next == x * y * z {
                        let message = format!("{} has more voxels than {x}x{y}x{z}", self.called());
                        return Err(self.error(message, "write one character for each voxel", Some(byte)));
                    }
                    in_one = character != '_';
                    if in_one {
                        let at = [next % x, next / x % y, next / x / y].map(|n| n as i64);
                        found.push(Voxel { at, variable: character == '+', colour: 0, byte });
                    }
                    next += 1;
                }
                digit if digit.is_ascii_digit() => {
                    // A colour of an empty voxel says nothing.
                    if let Some(voxel) = found.last_mut().filter(|_| in_one) {
                        voxel.colour = 10 * voxel.colour + u32::from(digit) - u32::from('0');
                        if voxel.colour > MOST_COLOURS {
                            let message = format!("{} has a colour beyond {MOST_COLOURS}", self.called());
                            return Err(self.error(message, "colours go from 1 to 63", Some(byte)));
                        }
                    }
                }
                blank if blank.is_ascii_whitespace() => {}
                other => {
                    let message = format!("{} stands for no voxel", show(other));
                    let error = self.error(
                        message,
                        "write # for a voxel, + for one that may stay empty, _ for none",
                        None,
                    );
                    return Err(error.at(self.start + byte..self.start + byte + other.len_utf8()));
                }
            }
        }
        if next < x * y * z {
            let message = format!("{} has {next} voxels, and {x}x{y}x{z} are more", self.called());
            return Err(self.error(message, "write one character for each voxel", None));
        }
        Ok(found)
    }

    /// Where the voxels are that are not empty.
    pub fn places(&self) -> Result<Vec<[i64; 3]>, FormatError> {
        Ok(self.filled()?.iter().map(|voxel| voxel.at).collect())
    }

    /// A piece, and its colour if it has one everywhere, or else 0.
    /// More than `most` voxels are too many.
    pub fn piece(&self, lattice: Lattice, most: usize) -> Result<(Polyform, u32), FormatError> {
        let voxels = self.filled()?;
        if voxels.len() > most {
            return Err(self.too_many(most));
        }
        if let Some(voxel) = voxels.iter().find(|voxel| voxel.variable) {
            let message = format!("{} is a piece, and has voxels that may stay empty", self.called());
            return Err(self.error(message, "write # for the voxels of a piece", Some(voxel.byte)));
        }
        let colour = voxels.first().map_or(0, |voxel| voxel.colour);
        if let Some(voxel) = voxels.iter().find(|voxel| voxel.colour != colour) {
            let message =
                format!("{} has voxels of several colours, which say how it may lie", self.called());
            return Err(self.error(message, COLOURS, Some(voxel.byte)));
        }
        let spots = voxels.iter().map(|voxel| board::place_on(lattice, &numbers(lattice, voxel.at, 0)));
        let spots = spots.collect::<Result<Vec<_>, _>>()?;
        let polyform = Polyform::of_spots(lattice, &spots).map_err(|e| {
            let message = match e {
                PiecesError::Empty => format!("{} is a piece without a voxel", self.called()),
                PiecesError::Disconnected(_) => format!("{} falls into parts", self.called()),
                other => format!("{}: {other}", self.called()),
            };
            self.error(message, "a piece is made of voxels that hang together by their sides", None)
        })?;
        Ok((polyform, colour))
    }

    /// That with this piece the pieces of a problem have too many voxels.
    pub fn too_many(&self, most: usize) -> FormatError {
        let message = format!("with {} the pieces have more voxels than are read", self.called());
        self.error(message, &format!("all pieces together may have 2^20, and {most} are left"), None)
    }

    /// A board, with what may stay empty.
    pub fn region(&self, lattice: Lattice) -> Result<Region, FormatError> {
        let voxels = self.filled()?;
        if let Some(voxel) = voxels.iter().find(|voxel| voxel.colour != 0) {
            let message = format!(
                "{} is to be formed, and has colours that say which pieces may lie where",
                self.called()
            );
            return Err(self.error(message, COLOURS, Some(voxel.byte)));
        }
        let least = least(lattice, voxels.iter().map(|voxel| voxel.at));
        let cell = |voxel: &Voxel| board::cell_on(lattice, &numbers(lattice, voxel.at, -least));
        let cells = voxels.iter().map(cell).collect::<Result<Vec<Cell>, _>>()?;
        let optional: Vec<Cell> =
            voxels.iter().zip(&cells).filter(|(voxel, _)| voxel.variable).map(|(_, &cell)| cell).collect();
        if cells.is_empty() {
            return Err(self.error(
                format!("{} is to be formed, and has no voxel", self.called()),
                "choose another result",
                None,
            ));
        }
        let region = Region::of_cells(lattice, cells).and_then(|region| region.with_optional(&optional));
        region.map_err(|e| self.error(e.to_string(), "choose a smaller shape", None))
    }
}

/// The mend for colours.
const COLOURS: &str = "give every voxel of a piece one colour, and those of the result none; colours that restrict are not read";

/// How far left of the box the corner of a rhombus lies, 0 or less: the cells of a board are moved by as many units.
pub(super) fn least(lattice: Lattice, places: impl Iterator<Item = [i64; 3]>) -> i64 {
    places.map(|at| numbers(lattice, at, 0)[0]).min().unwrap_or(0).min(0)
}

/// How the cell of a voxel is written, moved by some units.
fn numbers(lattice: Lattice, [x, y, z]: [i64; 3], by: i64) -> Vec<i64> {
    if lattice == Lattice::Prism {
        let down = (x + y).rem_euclid(2);
        return vec![(x - y - down) / 2 + by, y, down, z];
    }
    vec![x + by, y, z]
}
