//! `polytile.Graph`: vertices and edges, and the families of their paths, cycles, matchings, trees and independent sets.
//!
//! In: a name such as `"grid:8x8"`, a text, pairs of whatever Python can hash, or a graph of networkx. Out: families whose options are
//! edges, as pairs of vertices, or vertices. The library knows names only, so the objects that were passed are kept as labels.

use crate::errors;
use crate::family::{Family, Labels};
use crate::run::{Limits, Run, Turns};
use crate::version::Version;
use polytile::exact_cover::CoverError;
use polytile::format::graph;
use polytile::graph::{Graph as Named, Subgraphs};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::sync::Arc;

/// The most edges of a graph that is written down, so that it can be typed back in.
const TYPED: usize = 64;

/// A graph, for the families of its sets of edges or of vertices.
///
/// `edges` is a name, `"grid:8x8"` (rows x columns of vertices), `"complete:6"`, `"cycle:10"` or `"path:5"`, whose vertices are
/// the numbers from 1 on, those of a grid row by row; a text with two vertices on each line, or in DIMACS; pairs of vertices, which are
/// anything that can be hashed; or an undirected graph of networkx. `vertices` are further ones, which may have no edge.
///
/// The options of a family are edges, each a pair of vertices as it was given, in the order that suits the graph, or vertices. Families
/// of one graph have the same options, where all of them are of edges, and are combined by `&`, `|`, `-` and `^`.
///
/// Raises `InputError` where edges are missing an end, are there twice, or join a vertex to itself.
///
/// >>> grid = polytile.Graph("grid:8x8")
/// >>> grid.paths(1, 64).count(), grid.spanning_trees().count() > 10**20
/// (789360053252, True)
/// >>> ring = polytile.Graph([("a", "b"), ("b", "c"), ("c", "a")])
/// >>> sorted(sorted(path) for path in ring.paths("a", "c"))
/// [[('a', 'b'), ('b', 'c')], [('a', 'c')]]
#[pyclass(frozen, module = "polytile", name = "Graph")]
pub struct Graph {
    named: Arc<Named>,
    /// What the vertices are in Python.
    vertices: Vec<Py<PyAny>>,
    /// The name that says everything.
    name: Option<String>,
}

fn refused(py: Python<'_>, error: &CoverError) -> PyErr {
    errors::wrong(py, error.to_string())
}

/// Vertices as they come, each once, by the object that was passed.
struct Vertices<'py> {
    labels: Vec<Py<PyAny>>,
    names: Vec<String>,
    by_label: Bound<'py, PyDict>,
    by_name: Bound<'py, PyDict>,
}

impl<'py> Vertices<'py> {
    fn number(&mut self, vertex: &Bound<'py, PyAny>) -> PyResult<u32> {
        let py = vertex.py();
        if let Some(known) = self.by_label.get_item(vertex)? {
            return known.extract();
        }
        let (name, number) = (vertex.str()?, self.labels.len() as u32);
        if self.by_name.contains(&name)? {
            return Err(errors::wrong(py, format!("two vertices are called {name}")));
        }
        self.by_name.set_item(&name, number)?;
        self.by_label.set_item(vertex, number)?;
        self.names.push(name.to_string());
        self.labels.push(vertex.clone().unbind());
        Ok(number)
    }
}

/// The two ends of an edge.
fn ends<'py>(edge: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = edge.py();
    let text = edge.is_instance_of::<PyString>();
    let pair: Option<[Bound<'py, PyAny>; 2]> = if text { None } else { edge.extract().ok() };
    pair.map(Into::into).ok_or_else(|| match edge.repr() {
        Ok(shown) => errors::input(
            py,
            format!("an edge is a pair of vertices, and not {shown}"),
            "give pairs, as in [(1, 2), (2, 3)]",
        ),
        Err(error) => error,
    })
}

impl Graph {
    /// The graph of a text, and whether the text is its name.
    fn of_text(py: Python<'_>, text: &str) -> PyResult<Self> {
        let wrong = |error| errors::in_text(py, "the graph", text, error);
        if let Some(named) = graph::named(text) {
            let graph = named.map_err(wrong)?;
            let all = 1..=graph.vertices().len();
            let vertices = all.map(|number| number.into_py_any(py)).collect::<PyResult<_>>()?;
            return Ok(Graph { named: Arc::new(graph), vertices, name: Some(text.to_owned()) });
        }
        if !text.trim().contains(char::is_whitespace) {
            return Err(errors::input(py, format!("there is no graph called '{text}'"), graph::NAMES));
        }
        let graph = py.detach(|| graph::parse(text)).map_err(wrong)?;
        let vertices = graph.vertices().iter().map(|name| name.into_py_any(py)).collect::<PyResult<_>>()?;
        Ok(Graph { named: Arc::new(graph), vertices, name: None })
    }

    /// The name of a vertex that Python means: as it was passed, or as it is called.
    fn called(&self, vertex: &Bound<'_, PyAny>) -> PyResult<String> {
        for (label, name) in self.vertices.iter().zip(self.named.vertices()) {
            if label.bind(vertex.py()).eq(vertex)? {
                return Ok(name.clone());
            }
        }
        Ok(vertex.str()?.to_string())
    }

    /// An edge as it is in Python.
    fn pair<'py>(&self, py: Python<'py>, (a, b): (u32, u32)) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [&self.vertices[a as usize], &self.vertices[b as usize]])
    }

    /// The options of families of edges.
    fn edge_labels(&self, py: Python<'_>) -> PyResult<Labels> {
        let edges = self.named.edges().iter();
        let pairs = edges.map(|&edge| Ok(self.pair(py, edge)?.into_any().unbind()));
        let labels = Labels::new(py, pairs.collect::<PyResult<_>>()?)?;
        // An edge has no direction.
        let turned = self.named.edges().iter().map(|&(a, b)| Ok(self.pair(py, (b, a))?.into_any()));
        labels.also(py, turned.collect::<PyResult<Vec<_>>>()?)
    }

    fn family<'py>(
        &self,
        py: Python<'py>,
        subgraphs: Subgraphs,
        between: Option<[&Bound<'py, PyAny>; 2]>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Family> {
        let run = Run::new(py, limits)?;
        let ends = between.map(|[from, to]| Ok::<_, PyErr>((self.called(from)?, self.called(to)?)));
        let ends = ends.transpose()?;
        let ends = ends.as_ref().map(|(from, to)| (from.as_str(), to.as_str()));
        for name in ends.iter().flat_map(|(from, to)| [from, to]) {
            if let Err(error) = self.named.vertex(name) {
                return Err(errors::input(py, error.to_string(), "`vertices` are those there are"));
            }
        }
        let sets = run.call(py, |control| self.named.family(subgraphs, ends, control))?;
        let labels = if subgraphs == Subgraphs::IndependentSets {
            Labels::new(py, self.vertices.iter().map(|label| label.clone_ref(py)).collect())?
        } else {
            self.edge_labels(py)?
        };
        Ok(Family::labelled(sets, None, Some(Arc::new(labels))))
    }
}

#[pymethods]
impl Graph {
    #[new]
    #[pyo3(
        signature = (
            edges: "str | Iterable[tuple[Hashable, Hashable]] | networkx.Graph[typing.Any]", *, vertices: "Iterable[Hashable]" = None
        ),
        text_signature = "(edges, *, vertices=())"
    )]
    fn new<'py>(edges: &Bound<'py, PyAny>, vertices: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let py = edges.py();
        if let Ok(text) = edges.cast::<PyString>() {
            if vertices.is_some() {
                let help =
                    "leave `vertices` out: in a text, a line with one vertex is one that may have no edge";
                return Err(errors::input(py, "a graph that is named has its vertices", help));
            }
            return Graph::of_text(py, &text.to_cow()?);
        }
        let mut known = Vertices {
            labels: Vec::new(),
            names: Vec::new(),
            by_label: PyDict::new(py),
            by_name: PyDict::new(py),
        };
        // Graphs of networkx have nodes and edges.
        let (nodes, edges) = match (edges.getattr_opt("nodes")?, edges.getattr_opt("edges")?) {
            (Some(nodes), Some(its)) => {
                if edges.call_method0("is_directed")?.is_truthy()? {
                    return Err(errors::input(
                        py,
                        "the edges of this graph have directions",
                        "pass graph.to_undirected()",
                    ));
                }
                (Some(nodes), its)
            }
            _ => (None, edges.clone()),
        };
        let mut turns = Turns::default();
        for further in [nodes.as_ref(), vertices].into_iter().flatten() {
            for vertex in further.try_iter()? {
                turns.step(py)?;
                known.number(&vertex?)?;
            }
        }
        let mut pairs = Vec::new();
        for edge in edges.try_iter()? {
            turns.step(py)?;
            let (from, to) = ends(&edge?)?;
            pairs.push((known.number(&from)?, known.number(&to)?));
        }
        let mut graph = Named::new(known.names, pairs).map_err(|error| refused(py, &error))?;
        // As it is written, it is arranged again: nothing may change then.
        loop {
            let arranged = graph.clone().arranged();
            if arranged == graph {
                break;
            }
            graph = arranged;
        }
        Ok(Graph { named: Arc::new(graph), vertices: known.labels, name: None })
    }

    /// The vertices, as they were given.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.vertices)
    }

    /// The edges, pairs of vertices, in the order in which diagrams decide about them.
    ///
    /// >>> polytile.Graph("cycle:3").edges
    /// ((1, 2), (2, 3), (1, 3))
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let edges = self.named.edges().iter().map(|&edge| self.pair(py, edge));
        PyTuple::new(py, edges.collect::<PyResult<Vec<_>>>()?)
    }

    /// The simple paths from one vertex to another, as sets of edges.
    ///
    /// >>> polytile.Graph("grid:3x3").paths(1, 9).count()
    /// 12
    #[pyo3(
        signature = (start: "Hashable", end: "Hashable", **limits: "Limits") -> "Family",
        text_signature = "($self, start, end, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn paths<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Family> {
        self.family(start.py(), Subgraphs::Paths, Some([start, end]), limits)
    }

    /// The paths from one vertex to another through all vertices.
    ///
    /// >>> polytile.Graph("grid:5x5").hamiltonian_paths(1, 25).count()
    /// 104
    #[pyo3(
        signature = (start: "Hashable", end: "Hashable", **limits: "Limits") -> "Family",
        text_signature = "($self, start, end, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn hamiltonian_paths<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Family> {
        self.family(start.py(), Subgraphs::HamiltonianPaths, Some([start, end]), limits)
    }

    /// The cycles, as sets of edges.
    ///
    /// >>> polytile.Graph("grid:3x3").cycles().count()
    /// 13
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn cycles<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        self.family(py, Subgraphs::Cycles, None, limits)
    }

    /// The cycles through all vertices.
    ///
    /// >>> polytile.Graph("grid:8x8").hamiltonian_cycles().count()
    /// 4638576
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn hamiltonian_cycles<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        self.family(py, Subgraphs::HamiltonianCycles, None, limits)
    }

    /// The sets of edges of which no two share a vertex.
    ///
    /// >>> polytile.Graph("complete:6").matchings().count()
    /// 76
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn matchings<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        self.family(py, Subgraphs::Matchings, None, limits)
    }

    /// The matchings that cover all vertices.
    ///
    /// >>> polytile.Graph("grid:8x8").perfect_matchings().count()
    /// 12988816
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn perfect_matchings<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        self.family(py, Subgraphs::PerfectMatchings, None, limits)
    }

    /// The sets of edges that close no cycle.
    ///
    /// >>> polytile.Graph("complete:4").forests().count()
    /// 38
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn forests<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        self.family(py, Subgraphs::Forests, None, limits)
    }

    /// The trees that connect all vertices.
    ///
    /// >>> polytile.Graph("grid:5x5").spanning_trees().count()
    /// 557568000
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn spanning_trees<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        self.family(py, Subgraphs::SpanningTrees, None, limits)
    }

    /// The sets of vertices of which no two are joined.
    ///
    /// >>> polytile.Graph("grid:4x4").independent_sets().count()
    /// 1234
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn independent_sets<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        self.family(py, Subgraphs::IndependentSets, None, limits)
    }

    /// The graph as one of networkx.
    ///
    /// >>> polytile.Graph("grid:8x8").to_networkx().number_of_edges()
    /// 112
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("polytile._graphs")?.call_method1("of_edges", (self.vertices(py)?, self.edges(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.named == other.named && self.vertices(py)?.eq(other.vertices(py)?)?)
    }

    fn __hash__(&self) -> u64 {
        crate::cells::hash(&(self.named.vertices(), self.named.edges()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(name) = &self.name {
            return Ok(format!("Graph('{name}')"));
        }
        let (all, edges) = (self.vertices.len(), self.named.edges().len());
        if all > TYPED || edges > TYPED {
            return Ok(format!("<Graph of {all} vertices, {edges} edges>"));
        }
        let edges = PyList::new(py, self.edges(py)?)?;
        Ok(format!("Graph({}, vertices={})", edges.repr()?, self.vertices(py)?.repr()?))
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = (&self.name, self.vertices(py)?, self.named.edges().to_vec()).into_pyobject(py)?;
        Version::reduced(py, "Graph", state)
    }
}

/// The name, what the vertices are in Python, and the ends of the edges.
type Kept = (Option<String>, Vec<Py<PyAny>>, Vec<(u32, u32)>);

/// What [`Graph::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Graph> {
    let py = state.py();
    let (name, vertices, edges): Kept = state.extract()?;
    let names = vertices.iter().map(|label| Ok(label.bind(py).str()?.to_string()));
    let names = names.collect::<PyResult<Vec<_>>>()?;
    if edges.iter().any(|&(a, b)| a.max(b) as usize >= names.len()) {
        return Err(errors::wrong(py, "what was pickled has an edge without an end"));
    }
    let graph = Named::new(names, edges).map_err(|error| refused(py, &error))?;
    Ok(Graph { named: Arc::new(graph), vertices, name })
}
