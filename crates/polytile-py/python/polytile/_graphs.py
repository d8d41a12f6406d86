"""Graphs of networkx."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx

    from polytile import Classes


def of_classes(classes: Classes) -> networkx.Graph[int]:
    """Tilings by number, an edge for each related pair."""
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    for number in range(len(classes.tilings)):
        graph.add_node(number, class_=classes.of(number))
    for first, second, rules, moved in classes.pairs():
        graph.add_edge(first, second, rules=rules, moved=moved)
    return graph


def of_edges(vertices: Iterable[Any], edges: Iterable[tuple[Any, Any]]) -> networkx.Graph[Any]:
    """Vertices and edges as they were given."""
    import networkx

    graph: networkx.Graph[Any] = networkx.Graph()
    graph.add_nodes_from(vertices)
    graph.add_edges_from(edges)
    return graph


def of_states(text: str) -> networkx.Graph[int]:
    """States by number, an edge for each move."""
    import networkx

    read: dict[str, Any] = json.loads(text)
    graph: networkx.Graph[int] = networkx.Graph()
    for number, state in enumerate(read["states"]):
        graph.add_node(number, **state)
    graph.add_edges_from(read["edges"])
    return graph
