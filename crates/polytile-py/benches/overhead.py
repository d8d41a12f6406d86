"""What Python adds to the engines: a call, a tiling iterated, a count beside the command's, objects that share a large family.

    python crates/polytile-py/benches/overhead.py target/release/polytile

Processor time, the least of several runs; needs Unix. The extension and the command are built with optimisation.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import polytile


def least(ask: Callable[[], object], times: int, runs: int = 7) -> float:
    """Seconds of a call."""
    best = float("inf")
    for _ in range(runs):
        begun = time.process_time()
        for _ in range(times):
            ask()
        best = min(best, (time.process_time() - begun) / times)
    return best


def memory() -> float:
    """Megabytes that the process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def spent(command: str, board: str, pieces: str) -> float:
    """Processor seconds of a count by the command, its start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [command, "count", "--board", board, "--pieces", pieces, "--threads", "1", "--quiet"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def paired(command: str, problem: polytile.Problem, runs: int = 31) -> tuple[float, float, float]:
    """Seconds of a count of 12x12 here, and of the same by the command without its start, in turn; and the median of their ratios."""
    here, there = [], []
    for _ in range(runs):
        begun = time.process_time()
        problem.count()
        here.append(time.process_time() - begun)
        there.append(spent(command, "12x12", "trominoes") - spent(command, "1x2", "dominoes"))
    ratios = [one / other for one, other in zip(here, there, strict=True)]
    return statistics.median(here), statistics.median(there), statistics.median(ratios)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", help="the command, to be compared with")
    command: str | None = parser.parse_args().command

    small = polytile.Problem("2x2", "dominoes").zdd()
    other = small.without(small.names[0])
    board = polytile.golomb(60, hole=(0, 0))
    print(f"family.count()          {least(small.count, 5000) * 1e6:8.2f} us")
    print(f"family[0]               {least(lambda: small[0], 5000) * 1e6:8.2f} us")
    print(f"family & another        {least(lambda: small & other, 2000) * 1e6:8.2f} us")
    print(f"family & itself         {least(lambda: small & small, 2000) * 1e6:8.2f} us")
    print(f"golomb(60).cell(r, c)   {least(lambda: board.cell(123456789, 987654321), 5000) * 1e6:8.2f} us")

    tilings = polytile.Problem("6x6", "trominoes")
    number = tilings.count()
    listed = least(lambda: [None for _ in tilings.solve()], 1) / number
    counted = least(lambda: tilings.solve().count(), 1) / number
    print(f"a tiling iterated       {listed * 1e6:8.2f} us, and {counted * 1e6:.2f} us where it is only counted ({number} tilings)")

    problem = polytile.Problem("12x12", "trominoes")
    print(f"count of 12x12          {least(problem.count, 3, 15) * 1e3:8.2f} ms")
    if command:
        here, there, ratio = paired(command, problem)
        print(f"in 31 pairs, medians    {here * 1e3:8.2f} ms, and {there * 1e3:.2f} ms by the command without its start; the ratio is {ratio:.3f}")

    family = problem.zdd()
    print(f"family | itself, large  {least(lambda: family | family, 2000) * 1e6:8.2f} us")
    before = memory()
    objects = [iter(family) for _ in range(1000)]
    print(f"1000 iterators over a family of {family.nodes} nodes: {memory() - before:.1f} MB more")
    assert all(next(one) == family[0] for one in objects[:3])


if __name__ == "__main__":
    main()
