//! The families of sets that a graph has.
//!
//! In: a [`Graph`], which of its [`Subgraphs`], and the ends where it is about paths. Out: a [`Family`] whose options are edges, or
//! vertices for independent sets. Paths, cycles, forests and trees are decision processes of their own
//! ([`SimplePaths`], [`Forests`]). A matching is an exact cover, its items the vertices and its options the edges, and an independent
//! set is one with the two exchanged ([`cover`]).
//!
//! All families of one graph have their options in the order of the graph, so they are combined without being put into another order.

use super::Graph;
use crate::choice::choice;
use crate::exact_cover::{CoverError, Entry, ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Refused, Stopped};
use crate::spec::{Forests, SimplePaths};
use crate::zdd::{Diagram, Family, ZddError, cover};

choice! {
    /// Which sets of edges, or of vertices.
    pub enum Subgraphs {
        /// Simple paths.
        Paths = "paths", "Simple paths from one vertex to another";
        /// Paths through all vertices.
        HamiltonianPaths = "hamiltonian_paths", "Paths from one vertex to another through all vertices";
        /// Cycles.
        Cycles = "cycles", "Cycles";
        /// Cycles through all vertices.
        HamiltonianCycles = "hamiltonian_cycles", "Cycles through all vertices";
        /// Sets of edges without a common vertex.
        Matchings = "matchings", "Sets of edges of which no two share a vertex";
        /// Matchings of all vertices.
        PerfectMatchings = "perfect_matchings", "Matchings that cover all vertices";
        /// Sets of edges without a cycle.
        Forests = "forests", "Sets of edges that close no cycle";
        /// Trees on all vertices.
        SpanningTrees = "spanning_trees", "Trees that connect all vertices";
        /// Sets of vertices without an edge between them.
        IndependentSets = "independent_sets", "Sets of vertices of which no two are joined";
    }
}

/// The ends of a path, by the names of its vertices.
pub type Between<'a> = (&'a str, &'a str);

impl Subgraphs {
    /// Whether they lead from one vertex to another, and need [`Between`].
    pub fn lead_somewhere(self) -> bool {
        matches!(self, Subgraphs::Paths | Subgraphs::HamiltonianPaths)
    }
}

impl Graph {
    /// The sets of edges that are such `subgraphs`, between two vertices if they are paths; or the sets of vertices.
    ///
    /// ```
    /// use polytile::{graph::{Graph, Subgraphs}, run::Control};
    /// let (grid, control) = (Graph::grid(3, 3)?, Control::default());
    /// let paths = grid.family(Subgraphs::Paths, Some(("1", "9")), &control)?;
    /// assert_eq!(paths.diagram().count(&control)?, 12_u32.into());
    /// assert!(paths.names().contains(&"1-2".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such vertex, there are ends and no paths or the reverse, or `control` says stop.
    pub fn family(
        &self,
        subgraphs: Subgraphs,
        between: Option<Between<'_>>,
        control: &Control,
    ) -> Result<Family, Refused> {
        let edges = self.edges();
        let ends = between.map(|(from, to)| Ok((self.vertex(from)?, self.vertex(to)?))).transpose();
        let ends = ends.map_err(|e: CoverError| Refused::Question(e.to_string()))?;
        let all = self.vertices().len();
        let diagram = match (subgraphs, ends) {
            (Subgraphs::Paths, Some((from, to))) => Diagram::of(&SimplePaths::new(edges, from, to), control)?,
            (Subgraphs::HamiltonianPaths, Some((from, to))) => {
                Diagram::of(&SimplePaths::new(edges, from, to).through_all(all), control)?
            }
            (Subgraphs::Cycles, None) => Diagram::of(&SimplePaths::closed(edges), control)?,
            (Subgraphs::HamiltonianCycles, None) => {
                Diagram::of(&SimplePaths::closed(edges).through_all(all), control)?
            }
            (Subgraphs::Forests, None) => Diagram::of(&Forests::new(edges), control)?,
            (Subgraphs::SpanningTrees, None) => Diagram::of(&Forests::spanning(edges, all), control)?,
            (Subgraphs::Matchings, None) => self.matchings(AT_MOST_ONCE, control)?,
            (Subgraphs::PerfectMatchings, None) => self.matchings(Multiplicity::ONCE, control)?,
            (Subgraphs::IndependentSets, None) => {
                let diagram = self.independent(control)?;
                return Ok(Family::new(diagram, self.vertices().to_vec()));
            }
            (Subgraphs::Paths | Subgraphs::HamiltonianPaths, None) => {
                return Err(Refused::Question(format!("{subgraphs} lead from one vertex to another")));
            }
            (_, Some(_)) => return Err(Refused::Question(format!("{subgraphs} lead nowhere"))),
        };
        Ok(Family::new(diagram, self.edge_names()))
    }

    /// The matchings, each vertex covered as `demand` says.
    fn matchings(&self, demand: Multiplicity, control: &Control) -> Result<Diagram, Stopped> {
        let options = self.edges().iter().map(|&(a, b)| vec![a, b]);
        covers(self.vertices().len(), demand, options, control)
    }

    /// The independent sets: each edge is an item that is covered once at most, and so is each vertex, for those that have no edge.
    fn independent(&self, control: &Control) -> Result<Diagram, Stopped> {
        let mut options: Vec<Vec<u32>> =
            (0..self.vertices().len() as u32).map(|vertex| vec![vertex]).collect();
        for (item, &(a, b)) in (self.vertices().len() as u32..).zip(self.edges()) {
            options[a as usize].push(item);
            options[b as usize].push(item);
        }
        let items = self.vertices().len() + self.edges().len();
        covers(items, AT_MOST_ONCE, options.into_iter(), control)
    }
}

const AT_MOST_ONCE: Multiplicity = Multiplicity::Primary { lo: 0, hi: 1 };

/// The solutions of the exact cover whose options hold these items, in the order in which they come.
fn covers(
    items: usize,
    demand: Multiplicity,
    options: impl Iterator<Item = Vec<u32>>,
    control: &Control,
) -> Result<Diagram, Stopped> {
    let pulse = Pulse::preparing(control);
    let too_many = |error: CoverError| Stopped::TooLarge(error.to_string());
    let mut cover = ExactCover::default();
    for item in 0..items {
        pulse.beat()?;
        cover.add_item(item.to_string(), demand).map_err(too_many)?;
    }
    for option in options {
        pulse.beat()?;
        let entries: Vec<Entry> = option.into_iter().map(Entry::plain).collect();
        cover.add_option(&entries).map_err(too_many)?;
    }
    let order: Vec<u32> = (0..cover.option_count() as u32).collect();
    cover::build(&cover, &order, control).map_err(|error| match error {
        ZddError::Stopped(stopped) => stopped,
        other => Stopped::TooLarge(other.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Count;
    use proptest::prelude::*;

    fn number(graph: &Graph, subgraphs: Subgraphs, between: Option<Between<'_>>) -> Count {
        let control = Control::default();
        graph.family(subgraphs, between, &control).unwrap().diagram().count(&control).unwrap()
    }

    fn grids(sides: std::ops::RangeInclusive<u32>, subgraphs: Subgraphs) -> Vec<String> {
        let of = |side: u32| {
            let corners = ("1".to_owned(), (side * side).to_string());
            let between = subgraphs.lead_somewhere().then_some((corners.0.as_str(), corners.1.as_str()));
            number(&Graph::grid(side, side).unwrap(), subgraphs, between).to_string()
        };
        sides.map(of).collect()
    }

    #[test]
    fn grids_have_published_numbers() {
        // A007764, A140517, A007341, A006506 and A004003 of the OEIS.
        let paths = ["1", "2", "12", "184", "8512", "1262816", "575780564", "789360053252"];
        assert_eq!(grids(1..=8, Subgraphs::Paths), paths);
        assert_eq!(grids(2..=5, Subgraphs::Cycles), ["1", "13", "213", "9349"]);
        assert_eq!(grids(1..=5, Subgraphs::SpanningTrees), ["1", "4", "192", "100352", "557568000"]);
        assert_eq!(grids(1..=5, Subgraphs::IndependentSets), ["2", "7", "63", "1234", "55447"]);
        assert_eq!(grids(7..=8, Subgraphs::PerfectMatchings), ["0", "12988816"]);
        assert_eq!(grids(5..=8, Subgraphs::HamiltonianCycles), ["0", "1072", "0", "4638576"]);
        // A001184 has side 5 as its third term other than 0 and 1: 104.
        assert_eq!(grids(2..=5, Subgraphs::HamiltonianPaths), ["0", "2", "0", "104"]);
    }

    #[test]
    fn complete_graphs_have_published_numbers() {
        let complete = |subgraphs, between| {
            (1..=6)
                .map(|n| number(&Graph::complete(n).unwrap(), subgraphs, between).to_string())
                .collect::<Vec<_>>()
        };
        // Cayley's n^(n - 2); A001858; A000085; A002807.
        assert_eq!(complete(Subgraphs::SpanningTrees, None), ["1", "1", "3", "16", "125", "1296"]);
        assert_eq!(complete(Subgraphs::Forests, None), ["1", "2", "7", "38", "291", "2932"]);
        assert_eq!(complete(Subgraphs::Matchings, None), ["1", "2", "4", "10", "26", "76"]);
        assert_eq!(complete(Subgraphs::PerfectMatchings, None), ["0", "1", "0", "3", "0", "15"]);
        assert_eq!(complete(Subgraphs::Cycles, None), ["0", "0", "1", "7", "37", "197"]);
        assert_eq!(complete(Subgraphs::IndependentSets, None), ["2", "3", "4", "5", "6", "7"]);
        let ring = Graph::cycle(9).unwrap();
        assert_eq!(number(&ring, Subgraphs::Cycles, None), 1_u32.into());
        assert_eq!(number(&ring, Subgraphs::Paths, Some(("2", "5"))), 2_u32.into());
        assert_eq!(number(&Graph::path(9).unwrap(), Subgraphs::Matchings, None), 55_u32.into());
    }

    #[test]
    fn ends_belong_to_paths() {
        let grid = Graph::grid(2, 2).unwrap();
        let wrong = |subgraphs, between| {
            grid.family(subgraphs, between, &Control::default()).unwrap_err().to_string()
        };
        assert_eq!(wrong(Subgraphs::Paths, Some(("1", "5"))), "there is no vertex '5'");
        assert_eq!(wrong(Subgraphs::Paths, None), "paths lead from one vertex to another");
        assert_eq!(wrong(Subgraphs::Cycles, Some(("1", "2"))), "cycles lead nowhere");
    }

    proptest! {
        #[test]
        fn matchings_and_independent_sets_are_those_of_the_definition(
            pairs in prop::collection::btree_set((0_u32..6, 0_u32..6), 0..12),
        ) {
            let edges: Vec<_> = pairs.into_iter().filter(|(a, b)| a < b).collect();
            let graph = Graph::new((0..6).map(|v: u32| v.to_string()).collect(), edges.clone()).unwrap();
            let sets = |subgraphs| {
                let family = graph.family(subgraphs, None, &Control::default()).unwrap();
                family.diagram().sets().map(|set| set.iter().fold(0_u32, |bits, v| bits | 1 << v))
                    .collect::<std::collections::BTreeSet<u32>>()
            };
            let taken = |set: u32| edges.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1);
            let ends = |set: u32| taken(set).flat_map(|(_, &(a, b))| [a, b]).collect::<Vec<_>>();
            let apart = |set: &u32| ends(*set).iter().fold((true, 0_u32), |(apart, seen), v| {
                (apart && seen >> v & 1 == 0, seen | 1 << v)
            }).0;
            let matchings: std::collections::BTreeSet<u32> = (0..1 << edges.len()).filter(apart).collect();
            let perfect = matchings.iter().copied().filter(|&set| ends(set).len() == 6).collect();
            prop_assert_eq!(sets(Subgraphs::Matchings), matchings);
            prop_assert_eq!(sets(Subgraphs::PerfectMatchings), perfect);
            let free = |set: &u32| edges.iter().all(|(a, b)| set >> a & set >> b & 1 == 0);
            prop_assert_eq!(sets(Subgraphs::IndependentSets), (0..64).filter(free).collect());
        }
    }
}
