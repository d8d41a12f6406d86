"""Graphs and expressions over families, against what is found by going through all sets of edges."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

import networkx
import pytest

import polytile as pt

Edge = tuple[str, str]
Edges = frozenset[Edge]


def all_sets(edges: Iterable[Edge]) -> list[Edges]:
    every = list(edges)
    return [frozenset(chosen) for size in range(len(every) + 1) for chosen in combinations(every, size)]


def joined(chosen: Edges) -> networkx.Graph[str]:
    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_edges_from(chosen)
    return graph


def degrees(chosen: Edges) -> Counter[str]:
    return Counter(end for edge in chosen for end in edge)


def is_cycle(chosen: Edges) -> bool:
    return bool(chosen) and set(degrees(chosen).values()) == {2} and networkx.is_connected(joined(chosen))


def is_path(chosen: Edges, start: str, end: str) -> bool:
    if start == end:
        return not chosen
    number = degrees(chosen)
    ends = {vertex for vertex, degree in number.items() if degree == 1}
    return ends == {start, end} and max(number.values()) <= 2 and networkx.is_connected(joined(chosen))


def is_forest(chosen: Edges) -> bool:
    return not chosen or networkx.is_forest(joined(chosen))


KINDS: dict[str, Callable[[Edges, int], bool]] = {
    "cycles": lambda chosen, _: is_cycle(chosen),
    "hamiltonian_cycles": lambda chosen, all: is_cycle(chosen) and len(chosen) == all,
    "matchings": lambda chosen, _: max(degrees(chosen).values(), default=0) <= 1,
    "perfect_matchings": lambda chosen, all: len(chosen) * 2 == all == len(degrees(chosen)),
    "forests": lambda chosen, _: is_forest(chosen),
    "spanning_trees": lambda chosen, all: is_forest(chosen) and len(chosen) == all - 1,
}


def drawn(seed: int) -> tuple[pt.Graph, list[str], list[Edge]]:
    source = random.Random(seed)
    vertices = list("abcdef")[: source.randint(2, 6)]
    edges = source.sample(list(combinations(vertices, 2)), source.randint(1, min(9, len(vertices) * (len(vertices) - 1) // 2)))
    return pt.Graph(edges, vertices=vertices), vertices, edges


@pytest.mark.parametrize("name", KINDS)
def test_sets_of_edges(name: str) -> None:
    for seed in range(25):
        graph, vertices, edges = drawn(seed)
        wanted = {chosen for chosen in all_sets(edges) if KINDS[name](chosen, len(vertices))}
        assert set(getattr(graph, name)()) == wanted, seed


def test_paths_lead_from_one_vertex_to_another() -> None:
    for seed in range(25):
        graph, vertices, edges = drawn(seed)
        start, end = random.Random(seed).sample(vertices, 2)
        paths = {chosen for chosen in all_sets(edges) if is_path(chosen, start, end)}
        assert set(graph.paths(start, end)) == paths
        assert set(graph.hamiltonian_paths(start, end)) == {path for path in paths if len(path) == len(vertices) - 1}


def test_independent_sets_are_of_vertices() -> None:
    for seed in range(25):
        graph, vertices, edges = drawn(seed)
        every = [frozenset(chosen) for size in range(len(vertices) + 1) for chosen in combinations(vertices, size)]
        wanted = {chosen for chosen in every if not any(a in chosen and b in chosen for a, b in edges)}
        assert set(graph.independent_sets()) == wanted


def test_vertices_are_whatever_can_be_hashed() -> None:
    grid = networkx.grid_2d_graph(4, 4)
    graph = pt.Graph(grid)
    assert graph.paths((0, 0), (3, 3)).count() == pt.Graph("grid:4x4").paths(1, 16).count() == 184
    assert set(graph.vertices) == set(grid.nodes)
    path = graph.paths((0, 0), (3, 3))[0]
    assert networkx.has_path(networkx.Graph(list(path)), (0, 0), (3, 3))
    assert networkx.utils.graphs_equal(graph.to_networkx(), grid)
    # An edge has no direction.
    a, b = graph.edges[0]
    trees = graph.spanning_trees()
    assert trees.with_((a, b)) == trees.with_((b, a)) and trees.with_((a, b)).count() < trees.count()
    assert pt.Graph("1 2\n2 3\n3 1\n").edges == (("1", "2"), ("2", "3"), ("1", "3"))


def test_families_of_a_graph_are_combined() -> None:
    grid = pt.Graph("grid:4x4")
    trees, paths = grid.spanning_trees(), grid.hamiltonian_paths(1, 15)
    assert (trees & paths) == paths and paths < trees < grid.forests()
    assert (grid.matchings() & grid.perfect_matchings()).count() == 36


@pytest.mark.parametrize(
    "graph",
    [pt.Graph("grid:3x4"), pt.Graph([("a", "b"), ("b", "c")], vertices=["z"]), pt.Graph([(1, 2), (2, 3), (3, 1), (3, 4)])],
    ids=repr,
)
def test_a_graph_is_an_object_like_others(graph: pt.Graph) -> None:
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph and hash(again) == hash(graph) and again.forests() == graph.forests()
    assert eval(repr(graph), {"Graph": pt.Graph}) == graph
    assert graph != pt.Graph("path:2") and graph != "grid"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: pt.Graph("grid"), "no graph called 'grid'"),
        (lambda: pt.Graph("grid:0x4"), "a vertex at least"),
        (lambda: pt.Graph("grid:9999999x9999999"), "more than 65536 vertices"),
        (lambda: pt.Graph([]), "a vertex at least"),
        (lambda: pt.Graph([(1, 1)]), "joins 1 to itself"),
        (lambda: pt.Graph([(1, 2), (2, 1)]), "two edges 1-2"),
        (lambda: pt.Graph([(1, "1")]), "two vertices are called 1"),
        (lambda: pt.Graph([(1, 2, 3)]), "an edge is a pair"),  # type: ignore[list-item]
        (lambda: pt.Graph(["ab"]), "an edge is a pair"),  # type: ignore[list-item]
        (lambda: pt.Graph("path:3", vertices=[4]), "has its vertices"),
        (lambda: pt.Graph(networkx.DiGraph([(1, 2)])), "directions"),
        (lambda: pt.Graph("path:3").paths(1, 9), "no vertex '9'"),
        (lambda: pt.Family.eval("f &"), "missing"),
        (lambda: pt.Family.eval("f & g"), "neither a file nor a puzzle called 'f'"),
        (lambda: pt.Family.eval("paths(grid:3x3, 1, 99)"), "99"),
        (lambda: pt.Family.eval("cycles(g)", {"g": "a b c d\n"}), "g"),
    ],
)
def test_what_is_wrong_is_said(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(pt.InputError, match=message):
        wrong()


def test_expressions_are_operators_in_a_text() -> None:
    tilings = pt.Problem("4x4", "dominoes").zdd()
    first = tilings.with_(tilings.names[0])
    rest = pt.Family.eval("f - g", {"f": tilings, "g": first})
    assert rest == tilings - first and isinstance(rest[0], pt.Tiling)
    assert pt.Family.eval("langford-8").count() == 300
    assert set(pt.Family.eval("maximal({{a b} {b} {c}})".replace("} {", "}, {"))) == {frozenset("ab"), frozenset("c")}
    assert pt.Family.eval("spanning_trees(g) & cycles(g)", {"g": "a b\nb c\nc a\n"}).count() == 0
    assert pt.Family.eval("f.sets | {z}", {"f.sets": "x y\ny\n"}).count() == 3
    with pytest.warns(UserWarning, match="no other family has the option 'z'"):
        pt.Family.eval("f | {z}", {"f": pt.Family.from_sets(["ab"])})
    with pytest.raises(TypeError):
        pt.Family.eval("f", {"f": 3})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        pt.Family.eval("f", ["f"])  # type: ignore[arg-type]
