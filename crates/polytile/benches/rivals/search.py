"""The README's table of searches: whole processes, all in one run on one machine (see timing.py).

    cargo build --release
    python3 crates/polytile/benches/rivals/search.py target/release/polytile KNUTH [costs]

With `costs`, of the cheapest solutions only (docs/covers.md): DLX5 alone is needed for that.
KNUTH is a directory with Knuth's programs DLX1, DLX2, DLX3, DLX5 and SSXCC (https://cs.stanford.edu/~knuth/programs.html),
compiled with `cc -O2` as dlx1, dlx2, dlx3, dlx5 and ssxcc. They read what `polytile convert` writes.
"""
import os
import subprocess
import sys
import tempfile

from timing import measure

POLYTILE, KNUTH, *PART = sys.argv[1:]


def solve(puzzle, *options, threads=1):
    return [POLYTILE, "solve", puzzle, *options, "--threads", str(threads)]


with tempfile.TemporaryDirectory() as folder:

    def dlx(puzzle):
        path = os.path.join(folder, puzzle + ".dlx")
        subprocess.run([POLYTILE, "convert", puzzle, path], check=True)
        return path

    def rival(program, puzzle, times):
        measure(f"{puzzle}, {program}", [os.path.join(KNUTH, program)], times, dlx(puzzle))

    def priced(puzzle, most):
        """The puzzle, its options with costs from 0 to `most` that look random."""
        path = os.path.join(folder, f"{puzzle}-{most}.dlx")
        with open(dlx(puzzle)) as plain, open(path, "w") as file:
            options = -1
            for line in plain:
                if not line.startswith("|"):
                    if options >= 0:
                        line = f"{line.rstrip()} |{options * 7919 % 10007 % (most + 1)}\n"
                    options += 1
                file.write(line)
        return path

    if PART != ["costs"]:
        for board, times in [("6x10", 7), ("5x12", 7), ("4x15", 7), ("3x20", 7), ("8x8-holed", 7), ("square-8x8", 3)]:
            puzzle = f"pentominoes-{board}"
            measure(f"{puzzle} --distinct", solve(puzzle, "--distinct", "--count"), times)
            measure(f"{puzzle}", solve(puzzle, "--count"), times)
        measure("pentominoes-square-8x8, two threads", solve("pentominoes-square-8x8", "--count", threads=2), 3)
        measure("one-sided-pentominoes-3x30", solve("one-sided-pentominoes-3x30", "--count"), 5)

        measure("pentominoes-6x10.dlx", solve(dlx("pentominoes-6x10"), "--count"), 3)
        measure("pentominoes-6x10.dlx, sparse", solve(dlx("pentominoes-6x10"), "--count", "--engine", "sparse"), 3)
        rival("dlx1", "pentominoes-6x10", 1)
        rival("ssxcc", "pentominoes-6x10", 1)

        measure("queens-16", solve("queens-16", "--count"), 1)
        measure("queens-16, two threads", solve("queens-16", "--count", threads=2), 1)
        rival("dlx2", "queens-16", 1)
        rival("ssxcc", "queens-16", 1)

        measure("number-mind-185", solve("number-mind-185", "--unique"), 7)
        rival("dlx3", "number-mind-185", 3)
        measure("sudoku", solve("sudoku", "--unique"), 7)
        rival("dlx1", "sudoku", 7)
        measure("word-square", solve("word-square", "--count"), 7)
        rival("dlx2", "word-square", 7)

    for puzzle, most in [("pentominoes-6x10", 9), ("pentominoes-6x10", 99), ("queens-16", 999)]:
        path = priced(puzzle, most)
        for best in (1, 100):
            search = solve(path, "--best", str(best), "--engine", "bounds")
            measure(f"{puzzle} with costs up to {most}, --best {best}", search, 3)
            shared = solve(path, "--best", str(best), "--engine", "bounds", threads=2)
            measure(f"{puzzle} with costs up to {most}, --best {best}, two threads", shared, 3)
            measure(f"{puzzle} with costs up to {most}, dlx5", [os.path.join(KNUTH, "dlx5"), f"k{best}"], 3, path)
