//! Colourings of graphs as exact covers.
//!
//! In: a graph, and how many colours there are. Out: items and options whose solutions are the colourings in which the ends of every edge
//! differ. A vertex `v7` is a primary item, with an option for each colour; edge 5 has a secondary item `e5.2` for each colour, which the
//! options of its ends share, so that one of them at most can have it (TAOCP 7.2.2.1). The option of colour 2 has `7=2` besides, so that
//! colours have names. Vertices are called by their names where all of these are short, and else by their numbers.
//!
//! The least number of colours is found by trying: a clique, found greedily, needs a colour for each of its vertices and can as well have
//! the first ones, and from its size on numbers are tried until there is a solution. Cost: of the cover, options that have as many
//! items as their vertex has edges; of the least number, searches that can take long.

use crate::exact_cover::{CoverError, Entry, ExactCover, Multiplicity};
use crate::graph::Graph;
use crate::run::{Control, Pulse, Refused, Stopped};
use crate::solve::{Options, Question, Reply, Search};

/// The most vertices and edges of a graph, and the most colours: so names are short, and options fit into memory.
pub const MOST: usize = 9999;
/// The most colours.
pub const MOST_COLOURS: u32 = 99;

/// Bytes of a name of a vertex.
const LONGEST: usize = 5;

/// Bytes that an entry of an option takes, with its share of the option.
const BYTES_PER_ENTRY: u64 = 16;

/// The colourings of `graph` with so many colours.
///
/// ```
/// use polytile::{design::colouring::{colouring, fewest}, graph::Graph, run::Control};
/// let (wheel, control) = (Graph::cycle(5)?, Control::default());
/// assert_eq!(fewest(&wheel, &control)?, 3);
/// assert_eq!(colouring(&wheel, 3, &control)?.option_count(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the graph or the number of colours is too large, `control` says stop, or there is no memory for it.
pub fn colouring(graph: &Graph, colours: u32, control: &Control) -> Result<ExactCover, Refused> {
    cover(graph, colours, &[], control)
}

/// The colourings in which the first of these vertices has the first colour, the second the second, and so on.
fn cover(graph: &Graph, colours: u32, fixed: &[usize], control: &Control) -> Result<ExactCover, Refused> {
    let (vertices, edges) = (graph.vertices(), graph.edges());
    if vertices.len() > MOST || edges.len() > MOST || colours > MOST_COLOURS {
        let (n, m) = (vertices.len(), edges.len());
        let message = format!(
            "a graph of {n} vertices and {m} edges in {colours} colours is too large: up to {MOST} and {MOST_COLOURS} can be"
        );
        return Err(Stopped::TooLarge(message).into());
    }
    let too_large = |error: CoverError| Refused::Stopped(Stopped::TooLarge(error.to_string()));
    let entries = 2 * (vertices.len() + edges.len()) as u64 * u64::from(colours);
    control.reserve(entries * 2 * BYTES_PER_ENTRY, "the options of the puzzle")?;
    let pulse = Pulse::preparing(control);
    let mut cover = ExactCover::default();
    let mut item = |name: String, demand| cover.add_item(name, demand).map_err(too_large);
    let are_short = vertices.iter().all(|name| is_short(name));
    let names: Vec<String> =
        (1..).zip(vertices).map(|(i, name)| if are_short { name.clone() } else { format!("{i}") }).collect();
    let own: Vec<u32> =
        names.iter().map(|name| item(format!("v{name}"), Multiplicity::ONCE)).collect::<Result<_, _>>()?;
    let mut each = |name: &dyn Fn(u32) -> String| -> Result<Vec<u32>, Refused> {
        (1..=colours).map(|colour| item(name(colour), Multiplicity::Secondary)).collect()
    };
    let of_vertex: Vec<Vec<u32>> =
        names.iter().map(|name| each(&|colour| format!("{name}={colour}"))).collect::<Result<_, _>>()?;
    let of_edge: Vec<Vec<u32>> = (1..=edges.len())
        .map(|edge| each(&|colour| format!("e{edge}.{colour}")))
        .collect::<Result<_, _>>()?;
    let mut ends: Vec<Vec<usize>> = vec![Vec::new(); vertices.len()];
    for (edge, &(a, b)) in edges.iter().enumerate() {
        ends[a as usize].push(edge);
        ends[b as usize].push(edge);
    }
    for (vertex, ends) in ends.iter().enumerate() {
        let wanted = fixed.iter().position(|&other| other == vertex);
        for colour in (0..colours as usize).filter(|&colour| wanted.is_none_or(|wanted| wanted == colour)) {
            pulse.beats(1 + ends.len() as u64)?;
            let items = [own[vertex], of_vertex[vertex][colour]];
            let items = items.into_iter().chain(ends.iter().map(|&edge| of_edge[edge][colour]));
            cover.add_option(&items.map(Entry::plain).collect::<Vec<_>>()).map_err(too_large)?;
        }
    }
    Ok(cover)
}

/// Whether a vertex can be called so in names of items.
fn is_short(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len()) && !name.contains(|c: char| "=:|".contains(c) || c.is_whitespace())
}

/// The least number of colours with which `graph` can be coloured.
///
/// # Errors
/// As [`colouring`].
pub fn fewest(graph: &Graph, control: &Control) -> Result<u32, Refused> {
    let clique = clique(graph);
    for colours in clique.len() as u32.. {
        let question = Question::covers(cover(graph, colours, &clique, control)?);
        let search = Search::new(&question, &Options::default(), control)?;
        let mut found = false;
        let report = search.list(search.beginning(), None, control, &mut |_| {
            found = true;
            Reply::Enough
        })?;
        if let Some(stopped) = report.stopped {
            return Err(stopped.into());
        }
        if found {
            return Ok(colours);
        }
    }
    Ok(MOST_COLOURS)
}

/// Vertices that are all joined to each other: from those with most edges on, each that is joined to all before.
fn clique(graph: &Graph) -> Vec<usize> {
    let mut joined: Vec<Vec<u32>> = vec![Vec::new(); graph.vertices().len()];
    for &(a, b) in graph.edges() {
        joined[a as usize].push(b);
        joined[b as usize].push(a);
    }
    let mut order: Vec<usize> = (0..joined.len()).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(joined[vertex].len()));
    let mut clique: Vec<usize> = Vec::new();
    for vertex in order {
        if clique.iter().all(|&other| joined[vertex].contains(&(other as u32))) {
            clique.push(vertex);
        }
    }
    clique
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(graph: &Graph, colours: u32) -> u64 {
        let control = Control::default();
        let question = Question::covers(colouring(graph, colours, &control).unwrap());
        let search = Search::new(&question, &Options::default(), &control).unwrap();
        search.count(search.beginning(), None, &control).unwrap().found
    }

    #[test]
    fn colourings_are_counted_by_chromatic_polynomials() {
        for k in 1_u64..5 {
            let colours = k as u32;
            // A cycle has (k - 1)^n + (-1)^n (k - 1), a complete graph k (k - 1) (k - 2) ...
            assert_eq!(count(&Graph::cycle(5).unwrap(), colours), (k - 1).pow(5) - (k - 1));
            assert_eq!(count(&Graph::cycle(6).unwrap(), colours), (k - 1).pow(6) + (k - 1));
            assert_eq!(count(&Graph::complete(3).unwrap(), colours), k * (k - 1) * k.saturating_sub(2));
            assert_eq!(count(&Graph::path(4).unwrap(), colours), k * (k - 1).pow(3));
        }
    }

    #[test]
    fn the_fewest_colours() {
        let fewest = |graph: Graph| fewest(&graph, &Control::default()).unwrap();
        assert_eq!(fewest(Graph::path(1).unwrap()), 1);
        assert_eq!(fewest(Graph::grid(3, 4).unwrap()), 2);
        assert_eq!(fewest(Graph::cycle(7).unwrap()), 3);
        assert_eq!(fewest(Graph::complete(6).unwrap()), 6);
        // Petersen's graph has no triangle, and needs three.
        let outer = (0..5).map(|i| (i, (i + 1) % 5));
        let inner = (0..5).map(|i| (5 + i, 5 + (i + 2) % 5));
        let edges = outer.chain(inner).chain((0..5).map(|i| (i, i + 5))).collect();
        let petersen = Graph::new((1..=10).map(|i| i.to_string()).collect(), edges).unwrap();
        assert_eq!(fewest(petersen), 3);
    }
}
