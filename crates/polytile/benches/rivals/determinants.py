"""Domino tilings of N x N as a determinant: whole processes, all in one run on one machine (see timing.py).

    cargo build --release
    pip install python-flint cypari
    python3 crates/polytile/benches/rivals/determinants.py target/release/polytile 20 30 40

FLINT and PARI are given Kasteleyn's matrix, black cells by white ones with a sign for every second column, and compute its determinant
over the integers, densely. `determinants.py flint N` and `determinants.py pari N` print it. PARI is left out beyond 40, where it
takes 11 s of CPU and 0.8 GiB.
"""
import os
import sys

from timing import measure

MOST_BY_PARI = 40


def kasteleyn(n):
    """The matrix, by rows."""
    cells = [(r, c) for r in range(n) for c in range(n)]
    colour = [[cell for cell in cells if sum(cell) % 2 == parity] for parity in (0, 1)]
    white = {cell: j for j, cell in enumerate(colour[1])}
    rows = []
    for r, c in colour[0]:
        row = [0] * len(white)
        for cell, sign in (((r, c - 1), 1), ((r, c + 1), 1), ((r - 1, c), (-1) ** c), ((r + 1, c), (-1) ** c)):
            if cell in white:
                row[white[cell]] = sign
        rows.append(row)
    return rows


def by_flint(rows):
    import flint

    return flint.fmpz_mat(rows).det()


def by_pari(rows):
    from cypari import pari

    pari.allocatemem(2 * 10**9, silent=True)
    return pari.matrix(len(rows), len(rows), [entry for row in rows for entry in row]).matdet()


def main(polytile, *sizes):
    for n in map(int, sizes):
        board = ["--board", f"{n}x{n}", "--pieces", "dominoes"]
        count = [polytile, "count", *board, "--engine", "kasteleyn", "--threads", "1"]
        measure(f"dominoes {n}x{n}, polytile", count, 3)
        for rival in ("flint", "pari"):
            if rival == "flint" or n <= MOST_BY_PARI:
                measure(f"dominoes {n}x{n}, {rival}", [sys.executable, __file__, rival, str(n)], 1)


if __name__ == "__main__":
    if sys.argv[1] in ("flint", "pari"):
        compute = by_flint if sys.argv[1] == "flint" else by_pari
        os.write(1, f"{abs(int(compute(kasteleyn(int(sys.argv[2])))))}\n".encode())
    else:
        main(*sys.argv[1:])
