"""How soon Ctrl-C is noticed: the longest time from the signal to KeyboardInterrupt, of several moments in each long call.

    python crates/polytile-py/benches/interrupt.py [--moments 8] [NAME...]

Needs Unix. Each moment is pressed in an interpreter of its own, since what is asked again may be known already.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

PRESSED = """
import os, pickle, signal, threading, time
import numpy
import polytile as pt
# A shell lets what runs behind it ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
{before}
ask = lambda: {ask}
def press():
    time.sleep({moment})
    global pressed
    pressed = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    ask()
except KeyboardInterrupt:
    print(time.perf_counter() - pressed)
"""

COVER = "cover = pt.ExactCover(range(2000), [[i, (i + d) % 2000] for i in range(2000) for d in range(1, 60)])"
FAMILY = "f = pt.Problem('12x12', 'trominoes').zdd(); g = f.without(f.names[5])"

# What is asked, what goes before it, and seconds that it takes, about, or until it is in full swing.
CALLS: dict[str, tuple[str, str, float]] = {
    "count, merge": ("pt.Problem('18x18', 'trominoes').count()", "", 2),
    "count, two threads": ("pt.Problem('18x18', 'trominoes').count(threads=2)", "", 2),
    "count, up to symmetry": ("pt.Problem('15x18', 'trominoes').count(up_to_symmetry=True)", "", 2),
    "count, determinant": ("pt.Problem('200x200', 'dominoes').count()", "", 1),
    "count by piece": ("pt.Problem('8x8', 'pentominoes,tetrominoes').count(by_piece=True)", "", 2),
    "solve, all": ("pt.Problem('8x8', '1:pentominoes,1:O4').solve().count()", "", 2),
    "solve, first of a large board": ("pt.Problem('300x300', 'dominoes').first()", "", 1.6),
    "solve, a list": ("list(pt.Problem('6x10', 'pentominoes').solve())", "", 2),
    "solve, up to symmetry": ("list(pt.Problem('8x8', '1:pentominoes,1:O4').solve(distinct=True))", "", 2),
    "sample": ("pt.Problem('12x12', 'tetrominoes').sample(1000)", "", 2),
    "diagram": ("pt.Problem('18x18', 'trominoes').zdd()", "", 2),
    "families": ("[f ^ g for _ in range(10**6)]", FAMILY, 1),
    "count of a family": ("[f.without(name).count() for name in f.names]", FAMILY, 1),
    "lightest of a family": ("f.best(100000, {})", FAMILY, 2),
    "a family of sets": ("pt.Family.from_sets({i, j} for i in range(10**4) for j in range(i))", "", 2),
    "pickling a family": ("pickle.dumps(f)", FAMILY, 0.25),
    "unpickling a family": ("pickle.loads(p)", FAMILY + "; p = pickle.dumps(f)", 0.5),
    "a cover": ("pt.ExactCover(range(10**4), ([i, j] for i in range(10**4) for j in range(i)))", "", 2),
    "pickling a cover": ("pickle.dumps(cover)", COVER, 0.1),
    "unpickling a cover": ("pickle.loads(p)", COVER + "; p = pickle.dumps(cover)", 0.2),
    "a cover from text": ("pt.ExactCover.from_dlx(t)", COVER + "; t = cover.to_dlx()", 0.1),
    "check of a cover": ("cover.check(range(10**5))", COVER, 0.05),
    "check of a latin square": ("cover.check(range(216000))", "cover = pt.make('latin', 60)", 0.1),
    "check of a text": ("cover.check('\\n'.join(f'{i} {(i + d) % 2000}' for i in range(2000) for d in range(1, 60)))", COVER, 0.2),
    "hint of a cover": ("cover.hint(range(0, 59 * 2000, 118))", COVER, 0.1),
    "hint of a latin square": ("cover.hint([60 * (60 * r + c) + (r + c) % 60 for r in range(60) for c in range(60)])", "cover = pt.make('latin', 60)", 0.2),
    "inspect": ("pt.Problem('8x8', '1:pentominoes,1:O4').inspect()", "", 2),
    "why": ("pt.Problem('40x41', 'I4').why()", "", 1),
    "hint": ("pt.Problem('30x30', 'trominoes').hint()", "", 0.1),
    "classes": ("pt.classes(pt.Problem('5x12', '1:pentominoes'), relaxed=True)", "", 0.15),
    "pairs of classes": ("pt.classes(pt.Problem('6x8', 'dominoes')).pairs()", "", 2),
    "slide, explore": ("pt.Slide('tiles-3x4').explore()", "", 2),
    "slide, all solutions": ("list(pt.Slide('klotski').solutions())", "", 1),
    "slide, solve": ("pt.Slide('15-puzzle').solve()", "", 2),
    "terms": ("pt.series(12, 'trominoes').terms(2000)", "", 2),
    "recurrence": ("pt.series(9, 'trominoes').recurrence", "", 3),
    "one far term": ("pt.series(6, 'trominoes').at(99999)", "", 2),
    "growth": ("pt.series(10, 'tetrominoes').growth", "", 2),
    "table": ("pt.table('trominoes', squares=20)", "", 2),
    "golomb": ("pt.golomb(60, hole=(0, 0)).window(0, 0, 8000, 8000)", "", 0.5),
    "design": ("pt.design.pieces('6x10', '0..2:pentominoes')", "", 2),
    "best": ("pt.Problem('8x8', '1:pentominoes,1:O4').best(3, {'X5': 1})", "", 2),
    "the largest set": ("pt.Problem('12x12', '1:dodecominoes')", "", 0.8),
    "a board of numpy": ("pt.Region(b)", "b = numpy.ones((4000, 4000), bool)", 0.5),
    "a set of edges": ("pt.Graph((i, j) for i in range(350) for j in range(i)).perfect_matchings()", "", 1),
    "paths": ("pt.Graph('grid:14x14').paths(1, 196)", "", 2),
}


def longest(name: str, moments: int) -> tuple[float | None, int]:
    """Seconds of the slowest, and how many calls had ended before."""
    ask, before, seconds = CALLS[name]
    times, over = [], 0
    for moment in range(moments):
        program = PRESSED.format(ask=ask, before=before, moment=0.02 + seconds * moment / moments)
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        if run.stdout:
            times.append(float(run.stdout))
        elif run.returncode == 0 or "KeyboardInterrupt" in run.stderr:
            # It was pressed before the call, or after it.
            over += 1
        else:
            sys.exit(run.stderr)
    return max(times, default=None), over


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--moments", type=int, default=8)
    arguments.add_argument("names", nargs="*", default=list(CALLS))
    given = arguments.parse_args()
    print("| | slowest of | |\n|---|--:|--:|")
    for name in given.names:
        slowest, over = longest(name, given.moments)
        time = "-" if slowest is None else f"{1000 * slowest:.0f} ms"
        print(f"| {name} | {given.moments - over} | {time} |", flush=True)


main()
