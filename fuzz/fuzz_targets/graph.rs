//! Graphs by name, as edges and in DIMACS: [`polytile::format::graph`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::graph;
use polytile::graph::Graph;
use polytile_fuzz::checked;

fn check(graph: &Graph) {
    let vertices = graph.vertices().len() as u32;
    assert!(graph.edges().iter().all(|&(from, to)| from != to && from < vertices && to < vertices));
    assert_eq!(graph.edge_names().len(), graph.edges().len());
}

fuzz_target!(|text: &str| {
    if let Some(read) = graph::named(text) {
        read.iter().for_each(check);
    }
    checked(text, graph::parse(text)).iter().for_each(check);
});
