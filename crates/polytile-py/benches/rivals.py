"""Times polytile beside what else PyPI has for the same questions, in one run, and prints the table of docs/python.md.

    python -m venv rivals && rivals/bin/pip install "numpy<2" graphillion dlx python-sat polyomino
    rivals/bin/pip install --no-deps exact_cover==1.5.0
    rivals/bin/pip install --no-deps ./crates/polytile-py
    rivals/bin/python crates/polytile-py/benches/rivals.py

(polyomino pins an older exact_cover that has no list of all solutions, and exact_cover's wheels want numpy 1.) All on one thread;
a cell is the processor time of the quickest of several runs, from the board to the answer, in a process of its own. A run that takes
longer than `--limit` seconds of that is stopped and said to be. Every answer is compared with the known one.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
ROWS, COLUMNS = 6, 10


def pentominoes() -> tuple[list[Any], list[list[Any]]]:
    """Items and options of the exact cover: twelve pentominoes on 6 x 10, made here and not by a contestant."""
    shapes = {frozenset([(0, 0)])}
    for _ in range(4):
        grown = set()
        for shape in shapes:
            for r, c in shape:
                for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                    if cell not in shape:
                        grown.add(placed(shape | {cell}))
        shapes = grown
    free: list[set[frozenset[Cell]]] = []
    for shape in sorted(shapes, key=sorted):
        if not any(shape in alike for alike in free):
            free.append(turned(shape))
    cells = [(r, c) for r in range(ROWS) for c in range(COLUMNS)]
    options: list[list[Any]] = []
    for number, alike in enumerate(free):
        for shape in sorted(alike, key=sorted):
            for dr, dc in cells:
                moved = [(r + dr, c + dc) for r, c in sorted(shape)]
                if all(r < ROWS and c < COLUMNS for r, c in moved):
                    options.append([number, *moved])
    return [*range(len(free)), *cells], options


def placed(shape: frozenset[Cell] | set[Cell]) -> frozenset[Cell]:
    top, left = min(r for r, _ in shape), min(c for _, c in shape)
    return frozenset((r - top, c - left) for r, c in shape)


def turned(shape: frozenset[Cell]) -> set[frozenset[Cell]]:
    alike = set()
    for _ in range(4):
        shape = placed({(c, -r) for r, c in shape})
        alike |= {shape, placed({(r, -c) for r, c in shape})}
    return alike


def grid(n: int) -> list[Edge]:
    """The edges of a grid of n x n vertices."""
    vertices = [(r, c) for r in range(n) for c in range(n)]
    return [(v, w) for v in vertices for w in ((v[0], v[1] + 1), (v[0] + 1, v[1])) if max(w) < n]


# Seconds that a measurement takes at least.
SHORT = 0.3


# Pentominoes.


def polytile_all() -> int:
    import polytile

    return sum(1 for _ in polytile.Problem("6x10", "1:pentominoes").solve())


def polytile_cover() -> int:
    import polytile

    items, options = pentominoes()
    return sum(1 for _ in polytile.ExactCover(items, options).solve())


def polytile_first() -> int:
    import polytile

    return int(polytile.Problem("6x10", "1:pentominoes").first() is not None)


def matrix() -> Any:
    import numpy

    items, options = pentominoes()
    number = {item: i for i, item in enumerate(items)}
    rows = numpy.zeros((len(options), len(items)), dtype=bool)
    for row, option in zip(rows, options, strict=True):
        row[[number[item] for item in option]] = True
    return rows


def exact_cover_all() -> int:
    import exact_cover

    return len(exact_cover.get_all_solutions(matrix()))


def exact_cover_first() -> int:
    import exact_cover

    return int(len(exact_cover.get_exact_cover(matrix())) == 12)


def dlx_solutions() -> Iterator[Any]:
    import dlx

    items, options = pentominoes()
    number = {item: i for i, item in enumerate(items)}
    links = dlx.DLX([(item, dlx.DLX.PRIMARY) for item in items])
    links.appendRows([[number[item] for item in option] for option in options])
    yield from links.solve(dlx.DLX.smallestColumnSelector)


def dlx_all() -> int:
    return sum(1 for _ in dlx_solutions())


def dlx_first() -> int:
    return int(next(dlx_solutions(), None) is not None)


def sat_solutions() -> Iterator[Any]:
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical153

    items, options = pentominoes()
    having: dict[Any, list[int]] = {item: [] for item in items}
    for variable, option in enumerate(options, 1):
        for item in option:
            having[item].append(variable)
    top = len(options)
    with Cadical153() as solver:
        for variables in having.values():
            once = CardEnc.equals(lits=variables, bound=1, top_id=top, encoding=EncType.seqcounter)
            top = max(top, once.nv)
            for clause in once.clauses:
                solver.add_clause(clause)
        while solver.solve():
            chosen = [variable for variable in solver.get_model()[: len(options)] if variable > 0]
            yield chosen
            solver.add_clause([-variable for variable in chosen])


def sat_all() -> int:
    return sum(1 for _ in sat_solutions())


def sat_first() -> int:
    return int(next(sat_solutions(), None) is not None)


def polyomino_first() -> int:
    from polyomino.board import Rectangle
    from polyomino.constant import ALL_PENTOMINOS
    from polyomino.tileset import exactly

    tiles = exactly(ALL_PENTOMINOS).with_reflections()
    return int(Rectangle(ROWS, COLUMNS).tile_with_set(tiles).solve() is not None)


# Families.


def matchings(universe: list[Edge]) -> Any:
    """The perfect matchings of a grid graph, which are the domino tilings of a board, by Graphillion."""
    from graphillion import GraphSet

    GraphSet.set_universe(universe)
    return GraphSet.graphs(vertex_groups=None, degree_constraints={v: 1 for edge in universe for v in edge})


def polytile_dominoes() -> int:
    import polytile

    return polytile.Problem("12x12", "dominoes").zdd().count()


def graphillion_dominoes() -> int:
    return int(matchings(grid(12)).len())


def polytile_algebra() -> int:
    import polytile

    family = polytile.Problem("10x10", "dominoes").zdd()
    total = 0
    for one, other in zip(family.names[:40], family.names[-40:], strict=True):
        a, b = family.with_(one), family.with_(other)
        total += ((a | b) - (a & b)).count() + (a ^ b).count()
    return total


def graphillion_algebra() -> int:
    import polytile

    # The same pairs of dominoes.
    names = polytile.Problem("10x10", "dominoes").zdd().names
    family = matchings(grid(10))
    total = 0

    def edge(name: str) -> Edge:
        one, other = name.split("@")[1].split("+")
        a, b = (tuple(map(int, cell.split(","))) for cell in (one, other))
        return ((a[0], a[1]), (b[0], b[1]))

    for first, second in zip(names[:40], names[-40:], strict=True):
        a, b = family.including(edge(first)), family.including(edge(second))
        total += ((a | b) - (a & b)).len() + (a ^ b).len()
    return total


def polytile_paths() -> int:
    import polytile

    class Paths(polytile.Spec):
        """Simple paths from corner to corner: what matters is which end each vertex of the frontier is joined to."""

        def __init__(self, edges: list[Edge]) -> None:
            self.edges = edges
            self.levels = len(edges)
            self.ends = edges[0][0], edges[-1][1]
            self.last = {v: i for i, edge in enumerate(edges) for v in edge}

        def options(self, level: int) -> list[Edge]:
            return [self.edges[level]]

        def root(self) -> tuple[Any, ...]:
            return ()

        def children(self, level: int, state: Any) -> Iterator[tuple[Edge | None, Any]]:
            edge = a, b = self.edges[level]
            mates = dict(state)
            for v in edge:
                mates.setdefault(v, v)
            for taken in (False, True):
                after: dict[Cell, Cell | None] = dict(mates)
                if taken:
                    x, y = after[a], after[b]
                    if x is None or y is None or x == b or any(v in self.ends and after[v] != v for v in edge):
                        continue
                    after[a] = after[b] = None
                    after[x], after[y] = y, x
                for v in edge:
                    if self.last[v] == level:
                        if v in self.ends and after[v] == v or v not in self.ends and after.pop(v) not in (v, None):
                            break
                else:
                    yield (edge if taken else None), tuple(sorted(after.items(), key=repr))

        def accepts(self, state: Any) -> bool:
            return dict(state).get(self.ends[0]) == self.ends[1]

    return Paths(grid(8)).family().count()


def polytile_graph() -> int:
    import polytile

    return polytile.Graph(grid(8)).paths((0, 0), (7, 7)).count()


def graphillion_paths() -> int:
    from graphillion import GraphSet

    GraphSet.set_universe(grid(8))
    return int(GraphSet.paths((0, 0), (7, 7)).len())


# Question, known answer, and who answers it.
Question = tuple[str, int | None, dict[str, Callable[[], int]]]
QUESTIONS: list[Question] = [
    (
        "first tiling of 6x10 by the pentominoes",
        1,
        {
            "polytile": polytile_first,
            "exact_cover": exact_cover_first,
            "dlx": dlx_first,
            "python-sat": sat_first,
            "polyomino": polyomino_first,
        },
    ),
    (
        "all 9356, one after the other",
        9356,
        {"polytile": polytile_all, "exact_cover": exact_cover_all, "dlx": dlx_all, "python-sat": sat_all},
    ),
    ("the same as an exact cover made in Python", 9356, {"polytile": polytile_cover}),
    (
        "domino tilings of 12x12 in a diagram, counted",
        53060477521960000,
        {"polytile": polytile_dominoes, "graphillion": graphillion_dominoes},
    ),
    (
        "set algebra: 40 times `(a \\| b) - (a & b)` and `a ^ b` of domino tilings of 10x10",
        None,
        {"polytile": polytile_algebra, "graphillion": graphillion_algebra},
    ),
    (
        "paths from corner to corner, grid of 8x8 vertices",
        789360053252,
        {"polytile": polytile_graph, "graphillion": graphillion_paths},
    ),
    ("the same by a decision process written in Python", 789360053252, {"polytile": polytile_paths}),
]
WHO = ["polytile", "graphillion", "exact_cover", "dlx", "python-sat", "polyomino"]


def measured(ask: Callable[[], int], limit: int, send: Any) -> None:
    """The answer and the processor time, in a process of its own; what it imports is imported before."""
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    ask_module = {"exact_cover": "exact_cover", "sat": "pysat.solvers", "dlx": "dlx", "polyomino": "polyomino.board"}
    name = ask.__name__.rpartition("_")[0]
    __import__("graphillion" if name == "graphillion" else ask_module.get(name, "polytile"))
    begun = time.process_time()
    answer = ask()
    spent = time.process_time() - begun
    if spent < SHORT:
        # What takes a few milliseconds is asked again and again.
        times = int(SHORT / max(spent, 1e-3)) + 1
        begun = time.process_time()
        for _ in range(times):
            ask()
        spent = (time.process_time() - begun) / times
    send.send((answer, spent))


def best(ask: Callable[[], int], runs: int, limit: int) -> tuple[int | None, float]:
    """The answer and the least time; no answer where it takes too long."""
    least, answer = float("inf"), None
    for _ in range(runs):
        receive, send = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("spawn").Process(target=measured, args=(ask, limit, send), daemon=True)
        process.start()
        send.close()
        try:
            answer, spent = receive.recv()
        except EOFError:
            process.join()
            if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
                return None, limit
            sys.exit(f"{ask.__name__} failed")
        process.join()
        least = min(least, spent)
        if spent > 10:
            break
    return answer, least


def shown(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs of each, of which the quickest counts")
    parser.add_argument("--limit", type=int, default=300, help="seconds of processor time after which one is stopped")
    parser.add_argument("--only", type=int, nargs="+", help="numbers of questions, from 1")
    given = parser.parse_args()
    print("| question | " + " | ".join(f"{name} {version(name)}" for name in WHO) + " |")
    print("|---|" + "--:|" * len(WHO))
    for number, (text, known, contestants) in enumerate(QUESTIONS, 1):
        if given.only and number not in given.only:
            continue
        cells = []
        answers = set() if known is None else {known}
        for name in WHO:
            if name not in contestants:
                cells.append("")
                continue
            answer, spent = best(contestants[name], given.runs, given.limit)
            cells.append(shown(spent) if answer is not None else f"> {given.limit} s")
            if answer is not None:
                answers.add(answer)
            if len(answers) != 1:
                sys.exit(f"{name} answers {answer} to: {text}")
        print(f"| {text} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
