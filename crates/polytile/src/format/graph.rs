//! Graphs as people write them: a name such as `grid:8x8`, a list of edges, or DIMACS.
//!
//! - `grid:ROWSxCOLUMNS`, `complete:N`, `cycle:N`, `path:N`: vertices are numbered from 1, those of a grid row by row.
//! - A list of edges has two names of vertices on each line, with blanks or a comma between them; a line with one name is a vertex
//!   that may have no edge. Empty lines are skipped, and so is what begins with `#`.
//! - DIMACS (`p edge VERTICES EDGES`, then `e U V`), as graphs to be coloured are kept: an edge that is there in both directions is one.

use super::FormatError;
use super::lines::lines;
use crate::exact_cover::CoverError;
use crate::graph::Graph;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What is said of graphs that have a name.
pub const NAMES: &str =
    "a graph is grid:8x8, complete:6, cycle:10, path:5, or a file of edges, two vertices on each line";

/// The graph of a name such as `grid:8x8`; nothing where the text is no such name.
///
/// ```
/// use polytile::format::graph;
/// assert_eq!(graph::named("complete:6").unwrap()?.edges().len(), 15);
/// assert!(graph::named("roads.txt").is_none());
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When there is no graph of this size.
pub fn named(text: &str) -> Option<Result<Graph, FormatError>> {
    let (kind, size) = text.split_once(':')?;
    let sized = |make: fn(u32) -> Result<Graph, CoverError>| match size.parse() {
        Ok(size) => make(size).map_err(|e| wrong(&e)),
        Err(_) => Err(FormatError::new(format!("'{size}' is no number of vertices")).with_help(NAMES)),
    };
    match kind {
        "grid" => Some(grid(size)),
        "complete" => Some(sized(Graph::complete)),
        "cycle" => Some(sized(Graph::cycle)),
        "path" => Some(sized(Graph::path)),
        _ => None,
    }
}

fn grid(size: &str) -> Result<Graph, FormatError> {
    let sides = size.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    let Some((rows, cols)) = sides else {
        let error = FormatError::new(format!("'{size}' is not ROWSxCOLUMNS"));
        return Err(error.with_help("write the numbers of vertices, as in grid:8x8"));
    };
    Graph::grid(rows, cols).map_err(|e| wrong(&e))
}

fn wrong(error: &CoverError) -> FormatError {
    let help = match error {
        CoverError::Loop(_) => "paths, trees and matchings have no such edge: leave it out",
        CoverError::DuplicateEdge(_) => "leave one of them out",
        CoverError::TooLarge(_) => "take a smaller graph",
        _ => NAMES,
    };
    FormatError::new(error.to_string()).with_help(help)
}

/// The graph of a text, its edges in an order that keeps few vertices open ([`Graph::arranged`]).
///
/// ```
/// use polytile::format::graph;
/// let graph = graph::parse("# a triangle with a tail\na b\nb c\na, c\nc d\n")?;
/// assert_eq!(graph.edge_names(), ["a-b", "b-c", "a-c", "c-d"]);
/// let graph = graph::parse("c the same\np edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n")?;
/// assert_eq!(graph.edge_names(), ["1-2", "2-3", "1-3", "3-4"]);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When a line is no edge, or an edge is there twice.
pub fn parse(text: &str) -> Result<Graph, FormatError> {
    let mut content = lines(text).filter(|(_, line)| !line.trim().is_empty());
    let is_comment = |line: &str| line.split_whitespace().next() == Some("c") || line.trim().starts_with('#');
    let first = content.clone().find(|(_, line)| !is_comment(line));
    // An edge has two words, and this line four.
    let is_problem =
        |line: &str| line.split_whitespace().next() == Some("p") && line.split_whitespace().count() > 2;
    let graph = match first {
        Some((start, line)) if is_problem(line) => {
            dimacs(content.filter(|(_, line)| !is_comment(line)), problem(start, line)?)?
        }
        _ => edges(&mut content)?,
    };
    Ok(graph.arranged())
}

/// The number of vertices of a line `p edge VERTICES EDGES`.
fn problem(start: usize, line: &str) -> Result<u32, FormatError> {
    let said: Vec<&str> = line.split_whitespace().collect();
    match (said.get(1), said.get(2).map(|number| number.parse())) {
        (Some(&("edge" | "edges" | "col")), Some(Ok(vertices))) => Ok(vertices),
        _ => Err(FormatError::new("this is not the first line of a graph in DIMACS")
            .with_help("write `p edge VERTICES EDGES`, or leave it out and list the edges alone")
            .at(start..start + line.len())),
    }
}

/// The graph of the lines of a text in DIMACS, without comments.
fn dimacs<'a>(lines: impl Iterator<Item = (usize, &'a str)>, vertices: u32) -> Result<Graph, FormatError> {
    let names = (1..=vertices.min(crate::graph::MOST as u32 + 1)).map(|number| number.to_string());
    let (mut edges, mut seen) = (Vec::new(), HashSet::new());
    for (start, line) in lines.skip(1) {
        let span = start..start + line.len();
        let said: Vec<&str> = line.split_whitespace().collect();
        let vertex =
            |word: &str| word.parse().ok().filter(|v| (1..=vertices).contains(v)).map(|v: u32| v - 1);
        let edge = match said[..] {
            ["e", a, b] => vertex(a).zip(vertex(b)),
            _ => None,
        };
        let Some((a, b)) = edge else {
            return Err(FormatError::new("this is no edge")
                .with_help(format!("write `e U V`, two numbers of vertices from 1 to {vertices}"))
                .at(span));
        };
        if a == b {
            return Err(wrong(&CoverError::Loop((a + 1).to_string())).at(span));
        }
        if seen.insert((a.min(b), a.max(b))) {
            edges.push((a, b));
        }
    }
    Graph::new(names.collect(), edges).map_err(|e| wrong(&e))
}

/// The graph of lines of two vertices each.
fn edges<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Graph, FormatError> {
    let (mut names, mut known) = (Vec::new(), HashMap::new());
    let (mut edges, mut seen) = (Vec::new(), HashSet::new());
    let mut number = |name: &'a str| {
        *known.entry(name).or_insert_with(|| {
            names.push(name.to_owned());
            names.len() as u32 - 1
        })
    };
    for (start, line) in lines.filter(|(_, line)| !line.trim_start().starts_with('#')) {
        let span = start..start + line.len();
        let said: Vec<&str> =
            line.split(|c: char| c.is_whitespace() || c == ',').filter(|name| !name.is_empty()).collect();
        if said.iter().any(|name| name.contains(char::is_control)) {
            return Err(FormatError::new("the name of a vertex has no invisible characters")
                .with_help("take them out")
                .at(span));
        }
        match said[..] {
            [alone] => {
                number(alone);
            }
            [one, other] => {
                let (a, b) = (number(one), number(other));
                expect_new(a, b, one, other, &mut seen, span)?;
                edges.push((a, b));
            }
            _ => {
                return Err(FormatError::new("this is no edge")
                    .with_help("write the names of two vertices on each line, with a blank between")
                    .at(span));
            }
        }
    }
    Graph::new(names, edges).map_err(|e| wrong(&e))
}

/// Refuses an edge from a vertex to itself, and one that was there already.
fn expect_new(
    a: u32,
    b: u32,
    one: &str,
    other: &str,
    seen: &mut HashSet<(u32, u32)>,
    span: Range<usize>,
) -> Result<(), FormatError> {
    if a == b {
        return Err(wrong(&CoverError::Loop(one.to_owned())).at(span));
    }
    if !seen.insert((a.min(b), a.max(b))) {
        return Err(wrong(&CoverError::DuplicateEdge(format!("{one}-{other}"))).at(span));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_may_be_alone() {
        let graph = parse("a b\n\nc\n").unwrap();
        assert_eq!((graph.vertices().len(), graph.edges().len()), (3, 1));
        let both = parse("p col 3 4\ne 1 2\ne 2 1\n").unwrap();
        assert_eq!((both.vertices().len(), both.edges().len()), (3, 1));
    }

    #[test]
    fn wrong_graphs() {
        let said = |text: &str| {
            let wrong = named(text).unwrap_or_else(|| parse(text)).unwrap_err();
            format!("{text:?}: {} at {:?} / {}", wrong.message, wrong.span, wrong.help.unwrap_or_default())
        };
        insta::assert_snapshot!(
            [
                "grid:8",
                "grid:0x3",
                "grid:99999x99999",
                "complete:x",
                "cycle:2",
                "",
                "a b c\n",
                "a a\n",
                "a b\nb a\n",
                "a \u{1b}b\n",
                "p cnf 3 2\n",
                "p edge 3 1\ne 1 4\n",
                "p edge 3 1\ne 2 2\n",
                "p edge 3 1\n1 2\n",
                "p edge 4000000000 0\n",
            ]
            .map(said)
            .join("\n")
        );
    }
}
