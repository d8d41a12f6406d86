"""Domino tilings as a determinant: whole processes, all in one run on one machine (see timing.py).

    cargo build --release
    pip install python-flint cypari
    python3 crates/polytile/benches/rivals/determinants.py target/release/polytile 20x20 30x30 40x40 100x100 aztec:100 300x300

FLINT and PARI are given Kasteleyn's matrix, black cells by white ones with a sign for every second column, and compute its determinant
over the integers, densely. `determinants.py flint NxN` and `determinants.py pari NxN` print it. PARI is left out beyond 40x40, where it
takes 11 s of CPU and 0.8 GiB, FLINT beyond 60x60, where it takes minutes, and both where the board is no square. All have one thread.
"""
import os
import sys

from timing import measure

# Up to which side each is asked.
RIVALS = {"flint": 60, "pari": 40}


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


def side(board):
    """Of a square."""
    rows, _, cols = board.partition("x")
    return int(rows) if rows == cols else None


def main(polytile, *boards):
    for board in boards:
        count = [polytile, "count", "--board", board, "--pieces", "dominoes", "--engine", "kasteleyn", "--threads", "1"]
        measure(f"dominoes {board}, polytile", count, 1 if (side(board) or 0) > 200 else 3)
        for rival, most in RIVALS.items():
            if side(board) is not None and side(board) <= most:
                measure(f"dominoes {board}, {rival}", [sys.executable, __file__, rival, board], 1)


if __name__ == "__main__":
    if sys.argv[1] in RIVALS:
        compute = by_flint if sys.argv[1] == "flint" else by_pari
        os.write(1, f"{abs(int(compute(kasteleyn(side(sys.argv[2])))))}\n".encode())
    else:
        main(*sys.argv[1:])
