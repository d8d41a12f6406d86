"""Known counts, published or found by two unrelated programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import polytile as pt


@pytest.mark.parametrize(
    ("board", "pieces", "count"),
    [
        ("2x9", "trominoes", 41),
        ("9x12", "trominoes", 20574308184277971),
        ("12x12", "trominoes", 17735061025562799941630),
        ("8x8", "monomino,dominoes,trominoes", 92109458286284989468604),
        ("8x8", "dominoes", 12988816),
        ("9x12", "L3", 467966840),
        ("torus:8x8", "dominoes", 311853312),
        ("6x10", "1:pentominoes", 9356),
        ("5x12", "1:pentominoes", 4040),
        ("4x15", "1:pentominoes", 1472),
        ("3x20", "1:pentominoes", 8),
    ],
)
def test_counts(board: str, pieces: str, count: int) -> None:
    assert pt.Problem(board, pieces).count() == count


@pytest.mark.parametrize("n", range(1, 8))
def test_aztec_diamonds(n: int) -> None:
    assert pt.Problem(f"aztec:{n}", "dominoes").count() == 2 ** (n * (n + 1) // 2)


@pytest.mark.parametrize(
    ("name", "all_", "distinct"),
    [
        ("pentominoes-6x10", 9356, 2339),
        ("pentominoes-5x12", 4040, 1010),
        ("pentominoes-4x15", 1472, 368),
        ("pentominoes-3x20", 8, 2),
        ("pentominoes-8x8-holed", 520, 65),
        ("one-sided-pentominoes-3x30", 184, 46),
    ],
)
def test_solutions(name: str, all_: int, distinct: int) -> None:
    problem = pt.puzzles[name]
    assert isinstance(problem, pt.Problem)
    assert problem.solve().count() == all_
    assert sum(1 for _ in problem.solve(distinct=True)) == distinct


def test_walls() -> None:
    bricks = [pt.Piece("domino", turns=False), pt.Piece("I3", turns=False)]
    assert pt.Problem("3x9", bricks, tatami=True).count() == 8
    assert pt.Problem("10x32", bricks, tatami=True).count() == 806844323190414


def test_diagrams() -> None:
    rows = pt.Problem("8x8", "monomino,dominoes,trominoes").zdd(order="rows")
    assert rows.nodes == 512227 and len(rows.names) == 468 and rows.count() == 92109458286284989468604
    trominoes = pt.Problem("9x12", "trominoes").zdd()
    assert trominoes.nodes == 379242


def test_golomb() -> None:
    assert sum(pt.deficient(5, 5, (r, c)).tilable for r in range(5) for c in range(5)) == 9
    assert sum(pt.deficient(2, 5, (r, c)).tilable for r in range(2) for c in range(5)) == 8
    assert sum(pt.deficient(5, 8, (r, c)).tilable for r in range(5) for c in range(8)) == 38


@pytest.mark.parametrize(("metric", "eccentricity"), [("step", 26), ("slide", 21), ("move", 18)])
def test_euler_766(metric: str, eccentricity: int) -> None:
    puzzle = pt.Slide("euler-766-small")
    explored = puzzle.explore(metric=metric)
    assert (explored.states, explored.eccentricity) == (208, eccentricity)


@pytest.mark.parametrize(("metric", "length"), [("step", 83), ("slide", 62), ("move", 59)])
def test_dads_puzzle(metric: str, length: int) -> None:
    puzzle = pt.Slide("dads-puzzle")
    assert puzzle.explore(metric=metric).states == 1398
    assert puzzle.solve(metric=metric).length == length


def test_eight_puzzle() -> None:
    explored = pt.Slide("8-puzzle").explore()
    assert (explored.states, explored.eccentricity) == (181440, 31)


def test_grid_paths() -> None:
    """A007764, by a process of one's own."""
    expected = [1, 2, 12, 184, 8512, 1262816]
    assert [Paths(n).family().count() for n in range(1, 7)] == expected


class Paths(pt.Spec):
    """Simple paths from corner to corner of a grid of n x n vertices, edge by edge: the state is the mate of each vertex of
    the frontier (Knuth's Simpath)."""

    def __init__(self, n: int) -> None:
        vertex = [(r, c) for r in range(n) for c in range(n)]
        self.edges = [
            (a, b)
            for a in vertex
            for b in ((a[0], a[1] + 1), (a[0] + 1, a[1]))
            if b[0] < n and b[1] < n
        ]
        self.levels = len(self.edges)
        self.ends = (vertex[0], vertex[-1])
        self.last = {v: i for i, edge in enumerate(self.edges) for v in edge}

    def options(self, level: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        return [self.edges[level]]

    def root(self) -> tuple[object, ...]:
        return ()

    def children(self, level: int, state: object) -> Iterator[tuple[object, tuple[object, ...]]]:
        edge = a, b = self.edges[level]
        mates: dict[Any, Any] = dict(state)  # type: ignore[call-overload]
        # A vertex that no edge has met is its own mate, one inside a path has None.
        for v in edge:
            mates.setdefault(v, v)
        for taken in (False, True):
            after = dict(mates)
            if taken:
                x, y = after[a], after[b]
                full = x is None or y is None or x == b
                if full or any(v in self.ends and after[v] != v for v in edge):
                    continue
                after[a] = after[b] = None
                after[x], after[y] = y, x
            for v in edge:
                if self.last[v] == level and v not in self.ends and after.pop(v) not in (v, None):
                    break
                if self.last[v] == level and v in self.ends and after[v] == v:
                    break
            else:
                yield (edge if taken else None), tuple(sorted(after.items(), key=repr))

    def accepts(self, state: object) -> bool:
        start, end = self.ends
        mates: dict[Any, Any] = dict(state)  # type: ignore[call-overload]
        return start == end or mates.get(start) == end
