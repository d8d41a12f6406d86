"""The README's table of counts: whole processes, all in one run on one machine (see timing.py).

    cargo build --release
    git clone https://github.com/kunisura/TdZdd
    g++ -O3 -DNDEBUG -ITdZdd/include -o tdzdd crates/polytile/benches/rivals/tdzdd.cpp
    g++ -O3 -o hash crates/polytile/benches/rivals/hash.cpp
    python3 crates/polytile/benches/rivals/measure.py target/release/polytile ./tdzdd ./hash
"""
import os
import sys

from timing import measure

POLYTILE, TDZDD, HASH = sys.argv[1:4]
MEMO = os.path.join(os.path.dirname(__file__), "memo.py")


def count(board, pieces, *options):
    return [POLYTILE, "count", "--board", board, "--pieces", pieces, *options]


JOBS = [
    ("trominoes 9x12, dense", count("9x12", "trominoes", "--threads", "1"), 15),
    ("trominoes 9x12, merge", count("9x12", "trominoes", "--engine", "merge", "--threads", "1"), 9),
    ("trominoes 9x12, TdZdd", [TDZDD, "12", "9"], 9),
    ("trominoes 9x12, hash map", [HASH, "12", "9"], 9),
    ("trominoes 9x12, memoised Python", ["python3", MEMO, "12", "9"], 3),
    ("trominoes 12x12, dense", count("12x12", "trominoes", "--threads", "1"), 9),
    ("trominoes 12x12, merge", count("12x12", "trominoes", "--engine", "merge", "--threads", "1"), 5),
    ("trominoes 12x12, TdZdd", [TDZDD, "12", "12"], 3),
    ("trominoes 12x12, hash map", [HASH, "12", "12"], 1),
    ("trominoes 15x16, one thread", count("15x16", "trominoes", "--threads", "1"), 3),
    ("trominoes 15x16, two threads", count("15x16", "trominoes", "--threads", "2"), 3),
    ("trominoes 18x18, two threads", count("18x18", "trominoes", "--threads", "2"), 1),
    ("tetrominoes 10x10, one thread", count("10x10", "tetrominoes", "--threads", "1"), 3),
    ("tetrominoes 12x12, one thread", count("12x12", "tetrominoes", "--threads", "1"), 1),
    ("tetrominoes 12x12, two threads", count("12x12", "tetrominoes", "--threads", "2"), 1),
    ("pentominoes 8x10", count("8x10", "pentominoes", "--threads", "1"), 3),
    ("pentominoes 10x8", count("10x8", "pentominoes", "--threads", "1"), 3),
    ("dominoes 20x20", count("20x20", "dominoes", "--threads", "1"), 5),
    ("up to three cells 8x8", count("8x8", "monomino,dominoes,trominoes", "--threads", "1"), 9),
]


def diagram(board, pieces, order):
    return [POLYTILE, "zdd", "--board", board, "--pieces", pieces, "--order", order, "--threads", "1"]


JOBS += [
    ("diagram of trominoes 9x12, by rows", diagram("9x12", "trominoes", "rows"), 9),
    ("the same, TdZdd, reduced", [TDZDD, "9", "12", "-r"], 5),
    ("diagram of trominoes 9x12, by columns", diagram("9x12", "trominoes", "columns"), 9),
    ("the same, TdZdd, reduced", [TDZDD, "12", "9", "-r"], 9),
    ("diagram of trominoes 12x12", diagram("12x12", "trominoes", "rows"), 5),
    ("the same, TdZdd, reduced", [TDZDD, "12", "12", "-r"], 3),
    ("diagram of up to three cells 8x8", diagram("8x8", "monomino,dominoes,trominoes", "rows"), 9),
]

for job in JOBS:
    measure(*job)
