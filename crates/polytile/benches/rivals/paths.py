"""Paths from corner to corner of grids of N x N vertices: whole processes, all in one run on one machine (see timing.py).

    cargo build --release
    git clone https://github.com/kunisura/TdZdd
    g++ -O3 -DNDEBUG -ITdZdd/include -o ddpaths TdZdd/apps/ddpaths/ddpaths.cpp
    pip install graphillion
    python3 crates/polytile/benches/rivals/paths.py target/release/polytile ./ddpaths 8 10 11

The edges stand in the same order for all three; by default Graphillion puts them into one of its own, with more nodes.
`paths.py graphillion N` counts by Graphillion, and says how many nodes there are without the terminals.
"""
import sys
import tempfile

from timing import measure


def edges(n):
    """Row by row, the vertices numbered from 1."""
    for v in range(n * n):
        if v % n < n - 1:
            yield v + 1, v + 2
        if v < n * (n - 1):
            yield v + 1, v + n + 1


def count_by_graphillion(n):
    from graphillion import GraphSet

    GraphSet.set_universe(list(edges(n)), traversal="as-is")
    paths = GraphSet.paths(1, n * n)
    print(paths.len(), len(paths.dumps().splitlines()) - 1)


def adjacent(n):
    """The text that ddpaths reads: for each vertex its neighbours."""
    neighbours = [[] for _ in range(n * n)]
    for a, b in edges(n):
        neighbours[a - 1].append(b)
        neighbours[b - 1].append(a)
    return "".join(" ".join(map(str, sorted(some))) + "\n" for some in neighbours)


def main(polytile, ddpaths, *sizes):
    for n in map(int, sizes):
        with tempfile.NamedTemporaryFile("w", suffix=".dat") as graph:
            graph.write(adjacent(n))
            graph.flush()
            expression = f"paths(grid:{n}x{n}, 1, {n * n})"
            measure(f"paths {n}x{n}, polytile", [polytile, "zdd", "eval", expression, "--threads", "1"], 5)
            measure(f"paths {n}x{n}, TdZdd", [ddpaths, "-count", graph.name], 5)
            measure(f"paths {n}x{n}, Graphillion", [sys.executable, __file__, "graphillion", str(n)], 3)


if __name__ == "__main__":
    if sys.argv[1] == "graphillion":
        count_by_graphillion(int(sys.argv[2]))
    else:
        main(*sys.argv[1:])
