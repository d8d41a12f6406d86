"""Sliding-block puzzles, whole processes beside Knuth's SLIDING, one run on one machine (see timing.py).

    cargo build --release
    ctangle sliding.w && gcc -O2 -o sliding sliding.c        # of his programs, with maxmoves 2000 and gb_flip of SGB
    python3 crates/polytile/benches/rivals/sliding.py target/release/polytile ./sliding

With a third argument the eleven tiles are explored too, by both engines, which takes some minutes.
"""
import sys
import tempfile

from timing import measure

POLYTILE, SLIDING = sys.argv[1:3]

# His file: rows and columns, the kinds of pieces, the start, and as a goal a position that is farthest from it by steps,
# so that all is explored.
EULER = """5 x 6 (Project Euler 766)
1 = 11/1
2 = 01/11
3 = 1/1
4 = 11/11
5 = 11
6 = 1
0121036643662665
3056611266024636
"""


def explore(puzzle, metric, *options):
    return [POLYTILE, "slide", "explore", puzzle, "--metric", metric, "--threads", "1", *options]


JOBS = []
for metric in ("step", "slide", "move"):
    JOBS.append((f"euler-766, {metric}", explore("euler-766", metric), 5))
    JOBS.append((f"klotski, {metric}", explore("klotski", metric), 9))
JOBS.append(("euler-766, step, ranked", explore("euler-766", "step", "--engine", "ranked"), 3))
if len(sys.argv) > 3:
    JOBS.append(("tiles-3x4, sorted, one thread", explore("tiles-3x4", "step", "--engine", "sorted"), 1))
    JOBS.append(("tiles-3x4, sorted, two threads", [*explore("tiles-3x4", "step")[:-1], "2"], 1))
    JOBS.append(("tiles-3x4, ranked, one thread", explore("tiles-3x4", "step", "--engine", "ranked"), 1))
with tempfile.NamedTemporaryFile("w") as euler:
    euler.write(EULER)
    euler.flush()
    measure("euler-766, step, SLIDING", [SLIDING, "0", "-1"], 1, euler.name)
for job in JOBS:
    measure(*job)
