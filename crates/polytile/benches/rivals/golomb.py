"""The README's figures for boards with a cell missing: whole processes, one run on one machine (see timing.py).

    cargo build --release
    python3 crates/polytile/benches/rivals/golomb.py target/release/polytile
"""
import os
import sys
import tempfile

from timing import measure

POLYTILE = sys.argv[1]

with tempfile.TemporaryDirectory() as folder:
    png = os.path.join(folder, "board.png")
    for threads in (1, 2):
        board = [POLYTILE, "golomb", "15", "--remove", "9,20", "--png", png, "--threads", str(threads)]
        measure(f"golomb 15, PNG, threads: {threads}", board, 3)
    measure("check of it", [POLYTILE, "check", png], 1)
    cell = [POLYTILE, "golomb", "60", "--remove", "0,0", "--cell", "123456789,987654321"]
    measure("golomb 60, one cell", cell, 9)
    tiling = os.path.join(folder, "board.json")
    deficient = [POLYTILE, "deficient", "1000x1000", "--remove", "123,456"]
    measure("deficient 1000x1000", [*deficient, "--json"], 5)
