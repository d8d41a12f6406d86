//! Puzzles of BurrTools: `.xmpuzzle` files, read and written.
//!
//! In: the text of a file (what is packed is unpacked by [`unpacked`]) and which of its problems is meant. Out: a puzzle. A file is
//! XML: a grid, shapes as boxes of voxels, and problems, each with pieces (a shape and how many of it) and the shape that they are
//! to form. Grids of cubes and of triangular prisms are lattices here. What BurrTools calls a variable voxel is an optional cell,
//! its limit of holes is how many of those stay empty, and pieces are turned, not reflected, as wood is.
//!
//! What a file says that is not asked here is named: other grids and colours that restrict where pieces lie are errors, what is
//! about taking a puzzle apart is a warning. The format is documented by the source of BurrTools (`puzzle.cpp`, `problem.cpp`,
//! `voxel.cpp`) alone: voxels run along x first, then y, then z; a triangle points up where x + y is even, so that shapes are
//! never moved by an odd amount; colours count from 1 in voxels and from 0 in the list of what they allow.
//!
//! Cost: linear in the text, and in the voxels of the pieces of the problem. Nothing is kept but the shapes and the problems, no
//! entity is defined by a file, and there are limits to what a file unpacks to and to these voxels, so that memory is bounded.

mod elements;
mod solved;
mod unpacked;
mod voxels;
mod write;

pub use solved::Store;
pub use unpacked::unpacked;
pub use write::{Written, write};

use super::FormatError;
use super::error::counted;
use super::number::shortened;
use super::puzzle::Puzzle;
use crate::board::Lattice;
use crate::pieces::{Copies, Freedom, HOLE, Piece, PieceSet, Polyform};
use crate::problem::Problem;
use elements::{Element, Elements};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use voxels::Voxels;

/// The longest text, unpacked.
pub const MAX_BYTES: usize = 1 << 26;

/// The most voxels that the pieces of a problem have together.
const MOST_VOXELS: usize = 1 << 20;

/// What a file says.
#[derive(Default)]
struct File<'a> {
    lattice: Option<Lattice>,
    colours: Vec<[u8; 3]>,
    shapes: Vec<Voxels<'a>>,
    problems: Vec<Asked>,
    comment: String,
}

/// A problem as it is written.
struct Asked {
    /// Where it begins.
    span: Range<usize>,
    name: String,
    most_holes: Option<u32>,
    parts: Vec<Part>,
    /// Which shape is to be formed.
    result: Option<(usize, Range<usize>)>,
    /// How many solutions are stored.
    solutions: usize,
    /// Where they are, and how far BurrTools has come.
    stored: Vec<Range<usize>>,
    /// Where it ends.
    end: usize,
    /// What is about taking the puzzle apart.
    apart: Vec<&'static str>,
}

/// A piece as it is written.
struct Part {
    shape: usize,
    copies: Copies,
    span: Range<usize>,
}

/// Whether `text` looks like XML.
pub(super) fn is_xml(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    ["<?xml", "<puzzle", "<!"].iter().any(|start| text.starts_with(start))
}

/// Reads problem `number` of a file, counted from 1; the only one where nothing is said.
///
/// ```
/// let text = r#"<puzzle version="2"><gridType type="0"/><shapes>
///   <voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="2" y="2" z="2" type="0">####+###</voxel>
/// </shapes><problems><problem><shapes><shape id="0" min="3" max="4"/></shapes><result id="1"/></problem></problems></puzzle>"#;
/// let puzzle = polytile::format::xmpuzzle::parse(text, None)?;
/// // A cube of 2x2x2 by four bricks in nine ways; an odd number of empty cells is none.
/// assert_eq!(puzzle.problem.count().map(|count| count.to_string()), Ok("9".to_owned()));
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the text is no XML, is cut short or too long, has no such problem, or asks what cannot be asked here: a grid that is no
/// lattice, colours that say where pieces may lie, shapes that fall into parts. The span points into `text`.
pub fn parse(text: &str, number: Option<u32>) -> Result<Puzzle, FormatError> {
    whole(text, |text| puzzle(text, number))
}

/// What `reading` makes of a text that is not too long, with places in all of it.
fn whole<T>(text: &str, reading: impl FnOnce(&str) -> Result<T, FormatError>) -> Result<T, FormatError> {
    if text.len() > MAX_BYTES {
        let help = "give a smaller file; stored solutions may be left out";
        return Err(FormatError::new("the file is larger than 64 MiB").with_help(help));
    }
    // A byte order mark is not part of the text, and its bytes are not counted by who reads that.
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    reading(bare).map_err(|error| error.moved_by(text.len() - bare.len()))
}

/// Reads a text without a byte order mark.
fn puzzle(text: &str, number: Option<u32>) -> Result<Puzzle, FormatError> {
    let file = read(text)?;
    let asked = chosen(&file.problems, number)?;
    let lattice = file.lattice.unwrap_or(Lattice::Cube);
    let (problem, warnings) = problem(&file, asked, lattice)?;
    let title = if asked.name.is_empty() { "A puzzle of BurrTools" } else { &asked.name };
    let description = Some(file.comment.trim().to_owned()).filter(|comment| !comment.is_empty());
    Ok(Puzzle {
        title: title.to_owned(),
        description,
        source: None,
        further: crate::format::Further::default(),
        problem,
        warnings,
    })
}

/// The problem that is meant.
fn chosen(problems: &[Asked], number: Option<u32>) -> Result<&Asked, FormatError> {
    let listed = || {
        let name = |(i, asked): (usize, &Asked)| match asked.name.as_str() {
            "" => format!("{}", i + 1),
            name => format!("{} ({})", i + 1, shortened(name)),
        };
        problems.iter().enumerate().take(20).map(name).collect::<Vec<_>>().join(", ")
    };
    match (number, problems) {
        (_, []) => Err(FormatError::new("the file has shapes, but no problem")
            .with_help("make a problem of them in BurrTools")),
        (None, [only]) => Ok(only),
        (None, _) => Err(FormatError::new(format!("the file has {} problems", problems.len()))
            .with_help(format!("choose one, as in --problem 1: there are {}", listed()))),
        (Some(number), _) => {
            (number as usize).checked_sub(1).and_then(|i| problems.get(i)).ok_or_else(|| {
                let count = counted(problems.len(), "problem");
                FormatError::new(format!("there is no problem {number}: the file has {count}"))
                    .with_help(format!("problems count from 1: there are {}", listed()))
            })
        }
    }
}

/// The board and the pieces, and what is passed over.
fn problem(
    file: &File<'_>,
    asked: &Asked,
    lattice: Lattice,
) -> Result<(Problem, Vec<FormatError>), FormatError> {
    let Some((result, place)) = &asked.result else {
        let error = FormatError::new("the problem does not say which shape is to be formed");
        return Err(error.with_help("choose a result in BurrTools").at(asked.span.clone()));
    };
    let shape = |number: usize, span: &Range<usize>| {
        file.shapes.get(number).ok_or_else(|| {
            let count = counted(file.shapes.len(), "shape");
            FormatError::new(format!("there is no shape {number}: the file has {count}"))
                .with_help("shapes count from 0")
                .at(span.clone())
        })
    };
    let board = shape(*result, place)?;
    let region = board.region(lattice)?;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut names: HashSet<String> = HashSet::from([HOLE.to_owned()]);
    // Shapes that were made, and for each name the next number to tell others of this name by.
    let mut made: HashMap<usize, (Polyform, u32)> = HashMap::new();
    let mut numbers: HashMap<String, u64> = HashMap::new();
    let mut room = MOST_VOXELS;
    let mut passed: Vec<&'static str> = asked.apart.clone();
    for part in &asked.parts {
        let voxels = shape(part.shape, &part.span)?;
        passed.extend(voxels.apart());
        // A piece that is not used says nothing, whatever it looks like.
        if part.copies.max() == Some(0) {
            continue;
        }
        let (polyform, colour) = match made.entry(part.shape) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(place) => place.insert(voxels.piece(lattice, room)?),
        };
        room = room.checked_sub(polyform.size()).ok_or_else(|| voxels.too_many(MOST_VOXELS))?;
        let first = if voxels.name.is_empty() { format!("S{}", part.shape + 1) } else { voxels.name.clone() };
        let mut name = first.clone();
        while !names.insert(name.clone()) {
            let number = numbers.entry(first.clone()).or_insert(2);
            name = format!("{first}#{number}");
            *number += 1;
        }
        let colour = match *colour {
            0 => None,
            n => Some(*file.colours.get(n as usize - 1).ok_or_else(|| {
                FormatError::new(format!("there is no colour {n}: the file has {}", file.colours.len()))
                    .with_help("colours count from 1")
                    .at(voxels.span.clone())
            })?),
        };
        pieces.push(Piece { colour, ..Piece::new(name, polyform, Freedom::OneSided, part.copies) });
    }
    if pieces.is_empty() {
        let error = FormatError::new("the problem has no pieces");
        return Err(error.with_help("add pieces to it in BurrTools").at(asked.span.clone()));
    }
    let pieces = PieceSet::new(pieces);
    let pieces = match asked.most_holes {
        Some(most) if region.has_optional() => {
            // From 0 on there are no bounds that contradict each other.
            pieces.with_holes(lattice, Copies::between(0, most).unwrap_or(Copies::ANY))
        }
        _ => pieces,
    };
    passed.sort_unstable();
    passed.dedup();
    let mut warnings = Vec::new();
    if !passed.is_empty() {
        let message = format!("what is about taking the puzzle apart is passed over: {}", passed.join(", "));
        warnings.push(FormatError::new(message).with_help("assemblies are counted without it"));
    }
    if asked.solutions > 0 {
        let message = format!(
            "{} stored in the file {} passed over",
            counted(asked.solutions, "solution"),
            if asked.solutions == 1 { "is" } else { "are" }
        );
        warnings.push(FormatError::new(message).with_help("`polytile solve` finds them again"));
    }
    Ok((Problem::new(region, pieces), warnings))
}

fn read(text: &str) -> Result<File<'_>, FormatError> {
    let mut elements = Elements::new(text);
    let root = elements.root()?;
    if root.name() != "puzzle" {
        let message =
            format!("the file is about <{}>, and one of BurrTools about <puzzle>", shortened(root.name()));
        return Err(FormatError::new(message)
            .with_help("give a file that BurrTools has written")
            .at(root.span()));
    }
    match root.number("version")? {
        Some(1 | 2) => {}
        found => {
            let found = found.map_or("no version".to_owned(), |n| format!("version {n}"));
            return Err(FormatError::new(format!("the file has {found}, and versions 1 and 2 are read"))
                .with_help("save it again with BurrTools")
                .at(root.span()));
        }
    }
    let mut file = File::default();
    elements.children(&root, &mut |elements, child| match child.name() {
        "gridType" => {
            if file.lattice.replace(lattice_of(&child)?).is_some() {
                return Err(twice(&child));
            }
            elements.skip(&child)
        }
        "colors" => elements.children(&child, &mut |elements, colour| {
            let part = |name| {
                let value = colour.number(name)?.unwrap_or(0);
                u8::try_from(value).map_err(|_| {
                    FormatError::new(format!("{name}=\"{value}\" is no part of a colour"))
                        .with_help("parts of colours go from 0 to 255")
                        .at(colour.span())
                })
            };
            file.colours.push([part("red")?, part("green")?, part("blue")?]);
            elements.skip(&colour)
        }),
        "shapes" => elements.children(&child, &mut |elements, shape| match shape.name() {
            "voxel" => {
                file.shapes.push(Voxels::read(elements, &shape, file.shapes.len())?);
                Ok(())
            }
            _ => elements.skip(&shape),
        }),
        "problems" => elements.children(&child, &mut |elements, problem| match problem.name() {
            "problem" => {
                file.problems.push(asked(elements, &problem)?);
                Ok(())
            }
            _ => elements.skip(&problem),
        }),
        "comment" => {
            file.comment = elements.text(&child)?.0.into_owned();
            Ok(())
        }
        _ => elements.skip(&child),
    })?;
    elements.end()?;
    Ok(file)
}

/// That an element stands where there is one of its kind already.
fn twice(element: &Element<'_>) -> FormatError {
    FormatError::new(format!("<{}> is there twice", element.name()))
        .with_help("leave one of them out")
        .at(element.span())
}

/// The lattice of a grid.
fn lattice_of(grid: &Element<'_>) -> Result<Lattice, FormatError> {
    let other = match grid.number("type")? {
        Some(0) => return Ok(Lattice::Cube),
        Some(1) => return Ok(Lattice::Prism),
        Some(2) => "spheres, packed close".to_owned(),
        Some(3) => "cubes cut into 24 tetrahedra".to_owned(),
        Some(4) => "tetrahedra and octahedra".to_owned(),
        Some(other) => format!("an unknown kind, number {other}"),
        None => "no kind".to_owned(),
    };
    Err(FormatError::new(format!("the grid of the file is one of {other}"))
        .with_help("grids of cubes (type 0) and of triangular prisms (type 1) are read")
        .at(grid.span()))
}

fn asked<'a>(elements: &mut Elements<'a>, problem: &Element<'a>) -> Result<Asked, FormatError> {
    let mut asked = Asked {
        span: problem.span(),
        name: problem.value("name")?.unwrap_or_default().into_owned(),
        most_holes: problem.number("maxHoles")?.map(|most| u32::try_from(most).unwrap_or(u32::MAX)),
        parts: Vec::new(),
        result: None,
        solutions: 0,
        stored: Vec::new(),
        end: 0,
        apart: Vec::new(),
    };
    elements.children(problem, &mut |elements, child| match child.name() {
        "shapes" => elements.children(&child, &mut |elements, shape| {
            if shape.name() != "shape" {
                return elements.skip(&shape);
            }
            asked.parts.push(part(&shape)?);
            let mut grouped = shape.number("group")?.is_some_and(|group| group != 0);
            elements.children(&shape, &mut |elements, child| {
                grouped |= child.name() == "group";
                elements.skip(&child)
            })?;
            asked.apart.extend(grouped.then_some("groups of pieces"));
            Ok(())
        }),
        "result" => {
            if asked.result.replace((index(&child)?, child.span())).is_some() {
                return Err(twice(&child));
            }
            elements.skip(&child)
        }
        "solutions" | "assembler" => {
            let found = child.name() == "solutions";
            elements.children(&child, &mut |elements, solution| {
                asked.solutions += usize::from(found);
                elements.skip(&solution)
            })?;
            asked.stored.push(child.span().start..elements.at());
            Ok(())
        }
        _ => elements.skip(&child),
    })?;
    asked.end = elements.closing();
    Ok(asked)
}

/// The number of a shape.
fn index(element: &Element<'_>) -> Result<usize, FormatError> {
    let number = element.number("id")?.ok_or_else(|| {
        FormatError::new(format!("<{}> does not say which shape is meant", element.name()))
            .with_help("write its number, from 0, as in id=\"0\"")
            .at(element.span())
    })?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

fn part(shape: &Element<'_>) -> Result<Part, FormatError> {
    let number = |name: &str| {
        let number = shape.number(name)?.map(|number| u16::try_from(number).map(u32::from));
        number.transpose().map_err(|_| {
            FormatError::new(format!("{name} is too large a number of copies"))
                .with_help("numbers of copies go up to 65535")
                .at(shape.span())
        })
    };
    let copies = match (number("count")?, number("min")?, number("max")?) {
        (Some(count), _, _) => Copies::exactly(count),
        (None, Some(min), Some(max)) => Copies::between(min, max)
            .map_err(|e| FormatError::new(e.to_string()).with_help("min is at most max").at(shape.span()))?,
        // As BurrTools reads it.
        _ => Copies::exactly(1),
    };
    Ok(Part { shape: index(shape)?, copies, span: shape.span() })
}
