"""Do limits hold? Runs every subcommand on questions far too large, and prints what outran its limits.

Every subcommand that has limits is there, but `slide play` and `serve`, which talk with somebody and have tests of their own.

    python3 crates/polytile/benches/limits.py target/release/polytile
    python3 crates/polytile/benches/limits.py target/debug/polytile --factor 2 --only sample
    python3 crates/polytile/benches/limits.py target/release/polytile --answers target/release/examples/answers

Every question is asked twice: with --time-limit 1s --memory 100MiB, and with an interrupt (SIGINT) after a second and
--memory 2GiB. A run is in order when it ends within 1.5 seconds, within 130 MiB (of the second kind, 2200), and either
answers (status 0, or 1 from what checks) or says which limit stopped it (status 3, or 130 after an interrupt). A question
may ask for a budget of its own; then 15 MiB more are allowed. Systems that map many pages of a file at once show more of
the program itself: what `--version` takes beyond 6 MiB is allowed on top. With --answers, the example of this name, questions
that no subcommand asks are posted to it, each twice: with 100 MiB and a second, and with a gibibyte and 8 seconds. The memory
is not measured there, as in a page, so what engines announce must hold by itself, within a quarter more and 30 MiB. On a
machine that others use too, --factor F allows F times as long; there a run that took longer still, but not as much time of a
processor, is listed as slow and is no failure.
"""
import argparse
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

SECONDS, MEBIBYTES, MEBIBYTES_INTERRUPTED = 1.5, 130, 2200
# What a small budget may be exceeded by, in mebibytes: the program itself, and what is not announced.
BESIDE = 15
# Of which this is the program itself, in mebibytes, where no more of it is mapped than is used.
PROGRAM = 6


def write(name, lines):
    with open(name, "w", encoding="utf-8") as file:
        file.writelines(lines)
    return name


def primes(count):
    """The largest primes below 2^62, downwards: what a number is counted by."""
    top, span, small = 2**62, count * 60 + 2000, 1 << 20
    # Whether 2^62 - 1 - i may be one.
    sieve, few = bytearray([1]) * span, bytearray([1]) * small
    for d in range(2, small):
        if few[d]:
            few[d * d::d] = bytes(len(range(d * d, small, d)))
            first = (top - 1) % d
            sieve[first::d] = bytes(len(range(first, span, d)))
    left = (top - 1 - i for i in range(span) if sieve[i])
    return list(itertools.islice((n for n in left if all(pow(b, n - 1, n) == 1 for b in (2, 3, 5))), count))


def inputs(binary):
    """Files, made in the current directory, the last of them by the command."""
    draw = random.Random(1)
    side = 1000
    write("holes.txt", ("".join("#" if draw.random() < 0.9 else "." for _ in range(side)) + "\n" for _ in range(side)))
    write("checkers.txt", ("#." * (side // 2) + "\n" if row % 2 else ".#" * (side // 2) + "\n" for row in range(side)))
    # Halves of which each has too much of a colour: what a cut leaves over cannot be matched across it.
    def lost(row, col):
        return row % 2 == 0 and (row + col) % 2 == (0 if col < 150 else 1) and (row < 200)
    write("lopsided.txt", ("".join("." if lost(row, col) else "#" for col in range(300)) + "\n" for row in range(300)))
    write("solid.txt", ("#" * side + "\n" for _ in range(side)))
    write("wide.dlx", [" ".join(f"i{i}" for i in range(300_000)) + "\n"]
          + [f"i{i} i{i + 1} |{i % 7}\n" for i in range(299_999)])
    write("tangle.dlx", [" ".join(f"i{i}" for i in range(2000)) + "\n"]
          + [" ".join(f"i{i}" for i in draw.sample(range(2000), 4)) + f" |{cost % 10}\n"
             for cost in range(60_000)])
    write("long.dlx", ["a b | c\n"] + ["a b c:x |1\n"] * 1_500_000)
    write("guesses.mind", (("".join(draw.choice("0123456789") for _ in range(3000)) + f" ;{draw.randint(250, 350)}\n")
                           for _ in range(300)))
    rows = ",".join(f'["i{i}","i{i + 1}"]' for i in range(299_999))
    items = ",".join(f'"i{i}"' for i in range(300_000))
    write("cover.json", [f'{{"items":[{items}],"options":[{rows}]}}'])
    # Two tilings of the square by dominoes, as rows of letters; they differ in two dominoes.
    lines = ["aabb" * (side // 4) + "\n" if row % 2 else "ccdd" * (side // 4) + "\n" for row in range(side)]
    write("tiling.txt", lines)
    write("other.txt", ["ab" + lines[0][2:], "ab" + lines[1][2:]] + lines[2:])
    # Sliding blocks: small ones in a square of 12, which fit the widest words; large ones, with names of their own, in
    # one of 20; and the hardest question about 15 tiles.
    empty = "." * 12 + "\n"
    write("blocks.toml", ['title = "blocks"\nstart = """\n', "AB.CD.EF.GH.\n", *[empty] * 11, '"""\ngoal = """\n',
                          *[empty] * 11, "." * 11 + "A\n", '"""\n'])
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    crowd = ["".join(letters[4 * (row // 5) + col // 5] for col in range(20)) + "\n" for row in range(19)]
    write("crowd.toml", ['title = "crowd"\nstart = """\n', *crowd, "." * 20 + "\n", '"""\n'])
    write("singles.toml", ['title = "singles"\nstart = """\n', "A..........B\n", *[empty] * 10, "C..........D\n",
                           '"""\ngoal = """\n', "B..........A\n", *[empty] * 10, "D..........C\n", '"""\n'])
    write("hard15.toml", ['title = "hard"\nstart = """\n', "onmk\nlhig\njbef\ncda.\n", '"""\ngoal = """\n',
                          ".abc\ndefg\nhijk\nlmno\n", '"""\n'])
    write("weights.txt", ["domino 2\n"])
    write("long-weight.txt", ["domino 1", "0" * 4_000_000, "\n"])
    write("ones.json", ['{"weights": [', ",".join(["[" + ",".join(["1"] * side) + "]"] * side), "]}"])
    write("back.txt", ["1. A right\n2. A left\n"] * 500_000)
    # Families of sets, and graphs: a long one, and one in which everything is joined to everything.
    write("large.sets", (" ".join(f"x{i}" for i in sorted(draw.sample(range(60), 8))) + "\n" for _ in range(300_000)))
    write("wide.sets", [" ".join(f"x{i}" for i in range(300_000)) + "\n"] * 2)
    write("long.graph", (f"{i} {i + draw.randint(1, 40)}\n" for i in range(60_000)))
    write("dense.graph", (f"{i} {j}\n" for i in range(360) for j in range(i)))
    write("edge-weights.txt", ["1-2 3\n"])
    write("tromino-weights.txt", ["L3 3\n"])
    write("piece-weights.txt", [f"{piece}5 {weight}\n" for weight, piece in enumerate("FILNPTUVWXYZ")])
    write("part.json", [*(f'{{"number": {i}, "options": [["a", "b"], ["c"]]}}\n' for i in range(1, 500_001)),
                        '{"part": "1/1", "question": "q", "complete": true, "solutions": 500000, "branches": [500000]}\n'])
    residues = ", ".join(f'{{"modulus": {p}, "residue": {pow(3, 1_000_000, p)}}}' for p in primes(100_000))
    write("residues.json", [f'{{"part": "1/1", "question": "q", "moduli": 100000, "residues": [{residues}]}}\n'])
    for words in (["zdd", "euler-161", "--order", "rows", "--save", "large.zdd"],
                  ["golomb", "14", "--remove", "9,20", "--png", "large.png"]):
        subprocess.run([binary, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def questions():
    """The command lines: a name, and its words."""
    def with_board(command, board, pieces, *more):
        return [command, "--board", board, "--pieces", pieces, *more]

    square, long, huge = "1000x1000", "2147483648x1", "65535x65535"
    for board in (long, huge, square, "aztec:4096", "chair:4096", "torus:1000x1000", "cylinder:2x1000000",
                  "20x1000000", "holes.txt", "checkers.txt"):
        for command in ("count", "solve", "inspect", "sample", "zdd", "classes"):
            yield with_board(command, board, "dominoes")
    for pieces in ("trominoes", "1:pentominoes,any:I3", "1:octominoes", "decominoes", "1:dodecominoes", "12-1,12-2"):
        for command in ("count", "solve", "inspect", "sample", "zdd", "classes"):
            yield with_board(command, "300x300", pieces)
    yield from (with_board("count", square, "dominoes", "--engine", engine) for engine in ("dense", "merge", "zdd"))
    for board in ("lopsided.txt", "300x300", "torus:100x101", "aztec:300", "holes.txt"):
        yield with_board("count", board, "dominoes", "--engine", "kasteleyn")
    yield with_board("count", "200x200", "dominoes", "--by-piece")
    yield with_board("count", "200x200", "dominoes", "--up-to-symmetry")
    yield with_board("count", square, "trominoes", "--tatami")
    yield with_board("count", square, "trominoes", "--fault-free")
    yield with_board("count", square, "trominoes", "--fault-free", "--tatami")
    yield with_board("count", "holes.txt", "trominoes", "--fault-free")
    yield with_board("count", square, "trominoes", "--up-to-symmetry")
    yield with_board("count", "16x16", "trominoes", "--up-to-symmetry")
    yield with_board("count", "torus:300x300", "trominoes", "--up-to-symmetry")
    yield with_board("count", square, "trominoes", "--by-piece")
    yield with_board("count", square, "trominoes", "--by-piece", "--up-to-symmetry")
    yield with_board("count", "20x20", "tetrominoes", "--disk", "layers")
    yield with_board("count", "20x20", "tetrominoes", "--disk", "layers", "--up-to-symmetry")
    yield with_board("count", "2x1000000", "trominoes")
    yield with_board("count", "2x1000000", "trominoes", "--engine", "merge")
    yield with_board("count", "2147483648x1", "I3", "--modulo", "1000007")
    yield with_board("count", "40x40", "dominoes", "--cross-check")
    yield with_board("count", "40x40", "dominoes", "--explain")
    yield with_board("count", "20x20", "trominoes", "--engine", "merge")
    # Layers that grow fast, of small states.
    for command in (["sample"], ["count", "--engine", "merge"], ["count"], ["count", "--disk", "layers"]):
        yield with_board(command[0], "13x13", "I3,L3,I2", *command[1:])
    yield with_board("count", "14x14", "trominoes", "--engine", "zdd")
    yield with_board("count", "100x100", "5:dominoes,any:I3,7:L3")
    yield with_board("count", square, "2000000000:dominoes")
    yield with_board("count", huge, "3:pentominoes,7:tetrominoes,any:12-1")
    yield with_board("count", "60000x60000", "1000000:pentominoes,0..999999999:tetrominoes,0..5:7-1")

    yield ["series", "--width", "1000000", "--pieces", "dominoes", "--to", "20"]
    yield ["series", "--width", "190000000", "--pieces", "dominoes", "--to", "20"]
    yield ["series", "--width", "24", "--pieces", "trominoes", "--to", "20"]
    yield ["series", "--width", "2", "--pieces", "trominoes", "--to", "1000000"]
    yield ["series", "--width", "2", "--pieces", "trominoes", "--from", "1000000", "--to", "2000000000"]
    yield ["series", "--width", "12", "--pieces", "trominoes", "--recurrence"]
    yield ["series", "--width", "8", "--pieces", "trominoes", "--growth"]
    yield ["series", "--width", "6", "--pieces", "trominoes", "--at", "10^5"]
    yield ["series", "--width", "10", "--pieces", "trominoes", "--at", "10^1000", "--modulo", "10^9"]
    yield ["series", "--width", "4", "--pieces", "1:dodecominoes", "--to", "20"]
    yield ["series", "--width", "30", "--pieces", "octominoes", "--to", "20"]
    yield ["series", "--width", "40", "--pieces", "trominoes", "--tatami", "--to", "20"]
    yield ["series", "--width", "12", "--pieces", "dominoes", "--to", "2000", "--cross-check"]
    yield ["series", "--board", "nxn", "--pieces", "tetrominoes", "--to", "30"]
    yield ["series", "--board", "torus:nxn", "--pieces", "dominoes", "--to", "10^12"]
    yield ["series", "--board", "torus:12xn", "--pieces", "trominoes", "--recurrence"]
    yield ["series", "--board", "20xn", "--pieces", "trominoes", "--up-to", "symmetries", "--growth"]
    yield ["series", "--board", "nx40", "--pieces", "dominoes", "--fault-free", "--to", "100"]

    yield ["series", "2xn", "--pieces", "dominoes", "--to", "10^7"]
    yield ["series", "7xn", "--pieces", "trominoes", "--recurrence", "--format", "pari"]
    yield ["series", "cylinder:13xn", "--pieces", "dominoes", "--recurrence"]
    yield ["series", "cylinder:nx9", "--pieces", "trominoes", "--at", "10^18", "--modulo", "10^9"]
    yield ["series", "aztec:n", "--pieces", "dominoes", "--to", "3000"]
    yield ["series", "aztec:n", "--pieces", "trominoes", "--to", "100"]

    # Other lattices.
    for board, pieces in (("100x100x100", "dicubes"), ("20x20x20", "tetracubes"), ("2000x2000x1000", "dicubes"),
                          ("hexagon:500", "dihexes"), ("hexagon:12", "trihexes"), ("tri-hexagon:500", "diamonds"),
                          ("tri-hexagon:12", "triamonds"), ("600*sphinx", "diamonds")):
        for command in ("count", "solve", "inspect", "hint", "sample", "zdd", "why", "check"):
            yield with_board(command, board, pieces, *(["tiling.txt"] if command == "check" else []))
        yield ["convert", "converted.dlx", *with_board("", board, pieces)[1:]]
    yield ["convert", "converted.xmpuzzle", *with_board("", "100x100x100", "0..9:tetracubes")[1:]]

    yield with_board("sample", "30x30", "dominoes")
    yield with_board("sample", "11x12", "trominoes", "--memory", "50MiB")
    yield with_board("sample", "aztec:60", "dominoes")
    yield with_board("sample", "400x400", "dominoes", "--engine", "coupling")
    yield with_board("sample", "aztec:2000", "dominoes", "--engine", "shuffling")
    yield ["table", "--pieces", "tetrominoes", "--antidiagonals", "40"]
    yield ["table", "--pieces", "dominoes", "--squares", "2000"]
    yield ["table", "--pieces", "trominoes", "--antidiagonals", "1000000000"]
    yield ["table", "--pieces", "pentominoes", "--square", "20", "--torus"]
    yield ["table", "--pieces", "tetrominoes", "--antidiagonals", "30", "--cross-check"]
    yield ["table", "--pieces", "trominoes", "--antidiagonals", "60", "--cylinder"]
    yield ["table", "--pieces", "dominoes", "--square", "60", "--fault-free"]
    yield ["table", "--pieces", "dominoes", "--aztec", "3000"]
    yield ["table", "--pieces", "trominoes", "--aztec", "40"]
    yield ["table", "--pieces", "trominoes", "--triangle", "40", "--up-to", "symmetries", "--grid"]
    yield ["table", "--pieces", "tetrominoes", "--squares", "40", "--multiple", "2"]
    yield ["table", "--pieces", "trominoes", "--antidiagonals", "60", "--disk", "table"]
    yield with_board("sample", "12x12", "trominoes", "--number", "1000000", "--json")
    yield with_board("sample", "12x12", "trominoes", "--engine", "zdd")
    yield with_board("sample", "8x8", "dominoes", "--engine", "zdd", "--number", "10000000")
    yield with_board("sample", "2x500000", "dominoes")
    yield with_board("sample", "20x20", "dominoes", "--cross-check", "--explain")

    yield with_board("solve", "40x40", "dominoes", "--random", "--first", "--seed", "7")
    yield with_board("solve", "100x100", "dominoes", "--count", "--distinct")
    yield with_board("solve", square, "dominoes", "--first")
    yield with_board("solve", square, "dominoes", "--unique")
    yield with_board("solve", square, "dominoes", "--distinct", "--limit", "3")
    yield with_board("solve", square, "trominoes", "--where", "L3 at 5,5")
    yield with_board("solve", "8x8", "1:monomino,trominoes", "--json")
    yield with_board("solve", "8x8", "dominoes", "--svg", "sheet.svg", "--limit", "2000")
    yield with_board("solve", "300x300", "dominoes", "--first", "--svg", "one.svg")
    yield with_board("solve", "300x300", "dominoes", "--first", "--png", "one.png")
    yield with_board("solve", "300x300", "dominoes", "--first", "--gif", "one.gif")
    yield with_board("solve", "8x8", "dominoes", "--checkpoint", "solve.checkpoint", "--count")
    yield with_board("solve", square, "dominoes", "--engine", "bitboard", "--first")
    yield with_board("solve", square, "dominoes", "--engine", "sparse", "--first")
    yield with_board("solve", "100x100", "dominoes", "--cross-check", "--count")
    for side, pieces in ((40, "dominoes"), (100, "I4"), (200, "trominoes"), (60, "0..40:pentominoes")):
        yield with_board("hint", f"{side}x{side}", pieces)
    yield with_board("hint", "12x12x12", "tetracubes")
    for file in ("tangle.dlx", "wide.dlx", "guesses.mind"):
        yield ["hint", file]
    yield ["solve", "guesses.mind", "--unique"]
    for board in ("8x8", "22x22"):
        yield ["design", "board", "--board", board, "--pieces", "pentominoes"]
        yield ["design", "board", "--board", board, "--pieces", "L,P,U", "--map"]
    for board, copies in (("8x8", "0..3"), ("30x30", "0..40"), ("200x200", "0..9000")):
        yield ["design", "pieces", "--board", board, "--pieces", copies + ":pentominoes,0..4:monomino", "--solutions", "1..9"]
        yield ["design", "givens", "--board", board, "--pieces", "dominoes"]
        yield ["design", "givens", "--board", board, "--pieces", "dominoes", "--minimal"]
    yield ["design", "pieces", "--board", "5x8", "--pieces", "pentominoes", "--solutions", "1..1000", "--rank", "hardest"]
    for cars in ("6x6", "8x8"):
        yield ["design", "slide", "--cars", cars]
        yield ["design", "slide", "--cars", cars, "--from", "15"]
    for puzzle in ("klotski", "15-puzzle", "hughes"):
        yield ["design", "slide", puzzle]
    yield ["design", "number-mind", "185185", "--right", "1"]
    yield ["design", "number-mind", "123456"]
    for what, largest in (("queens", "999"), ("langford", "999"), ("latin", "99"), ("partridge", "16")):
        yield ["make", what, largest]
    yield ["make", "sudoku", "--seed", "7"]
    yield ["make", "queens", "300"]
    yield ["make", "langford", "500"]
    yield ["make", "latin", "60"]
    yield ["print", "pentominoes-6x10", "-o", "sheet.pdf", "--solutions", "2000"]
    yield with_board("print", "40x40", "pentominoes", "-o", "sheet.pdf")
    yield with_board("print", "20x20", "dominoes", "-o", "sheet.pdf", "--solutions", "1000000")
    yield with_board("print", "300x300", "dominoes", "--cut", "cut.svg")
    yield with_board("print", square, "dominoes", "-o", "sheet.pdf")
    yield with_board("print", "45x60", "dominoes", "-o", "sheet.pdf", "--answers", "upside-down")
    yield with_board("print", "30x30", "trominoes", "--cut", "cut.dxf", "--together", "--tray", "5")
    yield ["print", "soma", "-o", "sheet.pdf", "--solutions", "480", "--per-page", "1"]
    yield ["slide", "explore", "euler-766", "--processes", "2"]
    yield ["slide", "explore", "15-puzzle", "--processes", "2"]
    yield with_board("inspect", "40x40", "dominoes")
    yield with_board("inspect", "8x8", "dominoes", "--map")
    yield with_board("inspect", "100x100", "dominoes", "--svg", "map.svg")
    yield with_board("inspect", "6x6", "dominoes", "--cross-check", "--explain")
    for file in ("wide.dlx", "tangle.dlx", "long.dlx", "guesses.mind", "cover.json"):
        yield ["solve", file]
        yield ["solve", file, "--count"]
        yield ["inspect", file]
        yield ["zdd", file, "--count"]
        yield ["convert", file, "converted.cnf"]
        yield ["convert", file, "converted.json"]
    for board in (square, long, huge, "aztec:4096", "holes.txt"):
        for out in ("converted.dlx", "converted.json", "converted.cnf", "converted.toml"):
            yield ["convert", out, *with_board("", board, "dominoes")[1:]]
    yield ["convert", "converted.dlx", *with_board("", "300x300", "1:octominoes")[1:]]

    for board in (long, huge, square, "aztec:4096", "checkers.txt", "holes.txt"):
        yield with_board("why", board, "dominoes")
        yield with_board("why", board, "1:pentominoes,any:I4")
    yield with_board("why", "5001x5001", "dominoes")
    for side in (300, 2000):
        corners = ("--remove", "0,0", "--remove", f"{side - 1},{side - 1}")
        yield with_board("why", f"{side}x{side}", "dominoes", *corners)
        yield with_board("solve", f"{side}x{side}", "dominoes", *corners, "--first")
    yield with_board("solve", "300x300", "I4,O4", "--remove", "0,0", "--remove", "0,1", "--remove", "1,1",
                     "--remove", "299,0", "--first")
    yield with_board("why", "100x100", "I4", "--remove", "0,0", "--remove", "0,2", "--remove", "1,0", "--remove", "1,2")

    lies = ("--where", "L3 at 5,5", "--where", "not L3 touches corner")
    for command, *more in (["count"], ["count", "--by-piece"], ["sample"], ["zdd"],
                           ["inspect"], ["solve", "--count"], ["solve", "--random", "--first"]):
        # As wide as the widest keys allow.
        for board in (square, "14x14", "torus:249x249", "holes.txt"):
            yield with_board(command, board, "trominoes", *lies, *more)
    for board, pieces, more in (("8x8", "dominoes", ["1000000"]), (square, "dominoes", ["3"]), ("12x12", "dominoes", ["100"]),
                                ("20x20", "dominoes", ["1", "--engine", "bounds"]), ("20x20", "dominoes", ["1", "--engine", "zdd"]),
                                ("7x8", "dominoes", ["9", "--cross-check"]), ("300x300", "1:octominoes", ["1"])):
        yield with_board("solve", board, pieces, "--weights", "weights.txt", "--best", *more)
    yield ["solve", "pentominoes-6x10", "--weights", "piece-weights.txt", "--best", "9000", "--where", "X at 2,2"]
    for file in ("wide.dlx", "tangle.dlx", "long.dlx"):
        yield ["solve", file, "--best", "5"]
        yield ["solve", file, "--knuth", "--stats"]
        yield ["solve", file, "--subtree", "2/7", "--json"]
    yield with_board("count", "40x40", "trominoes", "--part", "2/3", "--json")
    yield with_board("count", "200x200", "dominoes", "--part", "1/2", "--json")
    for file in ("part.json", "residues.json"):
        yield ["merge", file]
        yield ["merge", file, "--json"]

    for family in ("paths(grid:20x20, 1, 400)", "hamiltonian_cycles(grid:30x30)", "spanning_trees(grid:40x40)", "forests(complete:40)",
                   "matchings(complete:60)", "independent_sets(grid:40x40)", "cycles(grid:100x300)", "matchings(grid:180x180)",
                   "forests(complete:360)", "independent_sets(complete:360)", "perfect_matchings(path:65000)",
                   "paths(long.graph, 1, 59999)", "matchings(dense.graph)", "hitting(paths(grid:7x7, 1, 49))",
                   "closure(paths(grid:9x9, 1, 81))", "~cycles(grid:9x9)", "maximal(independent_sets(grid:13x13))",
                   "join(matchings(grid:6x6), matchings(grid:6x6))", "quotient(matchings(grid:7x7), matchings(grid:4x4))",
                   "minimal(large.sets)", "hitting(large.sets)", "large.sets ^ wide.sets", "closure(wide.sets)",
                   "subsets(euler-161, langford-8)", "large.zdd & large.zdd", "minimal(large.zdd)"):
        yield ["zdd", "eval", family, "--count"]
    for more in (["--marginals"], ["--profile", "--by-size"], ["--sample", "10000000"], ["--list", "100000000"],
                 ["--kth", "10^12"], ["--lightest", "--best", "1000000", "--weights", "edge-weights.txt"], ["--save", "eval.zdd"], ["--svg", "eval.svg"],
                 ["--dot", "eval.dot"], ["--with", "1-2", "--without", "2-3", "--stats"]):
        yield ["zdd", "eval", "paths(grid:11x11, 1, 121)", *more]
        of_trominoes = {"edge-weights.txt": "tromino-weights.txt", "1-2": "L3@0,0+0,1+1,0", "2-3": "I3@8,9+8,10+8,11"}
        yield ["zdd", "large.zdd", *(of_trominoes.get(word, word) for word in more)]
    yield with_board("zdd", "30x30", "dominoes", "--count")
    yield with_board("zdd", "30x30", "dominoes", "--order", "diagonals")
    yield with_board("zdd", "11x11", "trominoes", "--marginals")
    yield with_board("zdd", "10x10", "trominoes", "--profile", "--by-size", "--svg", "diagram.svg")
    yield with_board("zdd", "8x8", "dominoes", "--list", "100000000")
    yield with_board("zdd", "10x10", "dominoes", "--sample", "100000000")
    yield with_board("zdd", "10x10", "dominoes", "--best", "10000000", "--lightest", "--weights", "weights.txt")
    yield with_board("zdd", "8x8", "dominoes", "--lightest", "--weights", "long-weight.txt")
    yield with_board("zdd", "10x10", "trominoes", "--dot", "diagram.dot")
    yield with_board("zdd", "12x12", "trominoes", "--save", "diagram.zdd")

    yield ["classes", "pentominoes-6x10"]
    yield ["classes", "pentominoes-6x10", "--engine", "construct"]
    yield with_board("classes", "8x8", "dominoes")
    yield with_board("classes", "6x6", "dominoes", "--svg", "gallery.svg", "--csv", "classes.csv")
    yield with_board("classes", "6x6", "dominoes", "--svg", "graph.svg", "--draw", "graph")
    for engine in ("pairs", "construct"):
        yield ["relate", "--engine", engine, "tiling.txt", "other.txt", *with_board("", square, "dominoes")[1:]]
    yield ["relate", "--cross-check", "--explain", "pentominoes-6x10", "1", "2"]
    yield ["relate", "--gif", "relate.gif", "tiling.txt", "other.txt", *with_board("", square, "dominoes")[1:]]

    yield ["golomb", "60", "--remove", "0,0", "--window", "0,0,100000,100000", "--force"]
    yield ["golomb", "60", "--remove", "0,0", "--window", "0,0,100000,100000", "--png", "board.png"]
    yield ["golomb", "60", "--remove", "0,0", "--window", "0,0,5000,5000", "--svg", "board.svg"]
    yield ["golomb", "17", "--remove", "0,0", "--png", "board.png", "--scale", "4", "--force"]
    yield ["golomb", "14", "--remove", "0,0", "--svg", "board.svg", "--force"]
    yield ["golomb", "12", "--remove", "0,0", "--gif", "board.gif", "--force"]
    yield ["golomb", "15", "--remove", "0,0", "--ascii", "--force"]
    yield ["golomb", "15", "--remove", "0,0", "--json", "--force"]
    yield ["golomb", "4096", "--remove", "0,0", "--cell", "5,5"]
    yield ["golomb", "13", "--remove", "0,0", "--steps", "--force"]

    yield ["deficient", "3001x3001", "--remove", "0,0", "--force"]
    yield ["deficient", "cube:6", "--view", "isometric", "--svg", "solid.svg"]
    yield ["deficient", "cube:6", "--view", "isometric", "--png", "solid.png"]
    yield with_board("solve", "box:30x30x30", "dicubes", "--first", "--view", "isometric", "--png", "dicubes.png")
    yield with_board("solve", "hex-parallelogram:80x80", "dihexes", "--first", "--scale", "256", "--png", "wide.png")
    yield ["deficient", "100000x100000", "--remove", "0,0", "--json", "--force"]
    yield ["deficient", "3001x3001", "--remove", "0,0", "--svg", "board.svg", "--force"]
    yield ["deficient", "3001x3001", "--remove", "0,0", "--png", "board.png", "--force"]
    yield ["deficient", "4000x4000", "--map", "--force"]
    yield ["deficient", "4000x4000", "--map", "--png", "map.png", "--force"]
    yield ["deficient", "2147483648x2147483647", "--map", "--json", "--force"]
    yield ["deficient", "chair:4096", "--force"]
    yield ["deficient", "chair:4096", "--svg", "chair.svg", "--force"]
    yield ["deficient", "cube:9", "--remove", "0,0,0", "--force"]
    yield ["deficient", "cube:8", "--remove", "0,0,0", "--svg", "cube.svg", "--force"]
    yield ["deficient", "40x41", "--count"]

    for puzzle in ("blocks.toml", "crowd.toml", "singles.toml", "hard15.toml", "15-puzzle"):
        for metric in ("step", "slide", "move"):
            yield ["slide", "explore", puzzle, "--metric", metric]
            if puzzle != "crowd.toml":
                yield ["slide", "solve", puzzle, "--metric", metric]
    for more in (["--all-components"], ["--diameter"], ["--hardest", "hardest.toml"], ["--graph", "graph.json"],
                 ["--engine", "ranked"], ["--engine", "sorted"], ["--cross-check"], ["--disk", "levels"]):
        yield ["slide", "explore", "singles.toml", *more]
        yield ["slide", "explore", "15-puzzle", *more]
    yield ["slide", "solve", "singles.toml", "--all"]
    yield ["slide", "solve", "singles.toml", "--cross-check"]
    yield ["slide", "solve", "klotski", "--cross-check"]
    yield ["slide", "solve", "singles.toml", "--svg", "moves.svg"]
    yield ["slide", "check", "singles.toml", "back.txt"]

    yield ["check", *with_board("", square, "dominoes")[1:], "tiling.txt"]
    yield ["check", *with_board("", square, "trominoes", "--tatami")[1:], "tiling.txt"]
    yield ["check", *with_board("", square, "dominoes")[1:], "ones.json"]
    yield ["check", "large.png"]
    yield ["pieces", "heptacubes"]
    yield ["pieces", "octahexes", "--turns", "no", "--svg", "pieces.svg"]
    yield ["pieces", "250x250", "--png", "pieces.png"]
    yield ["pieces", "dodecominoes"]
    yield ["pieces", "dodecominoes", "--json", "--turns", "no"]
    yield ["pieces", "dodecominoes", "--svg", "pieces.svg"]
    yield ["pieces", "decominoes", "--png", "pieces.png"]


def posted():
    """Questions in JSON that no subcommand asks, and some that a page posts most."""
    for board, pieces in (("1000x1000", "pentominoes"), ("60x60", "1..5:octominoes"), ("300x300", "1:octominoes"),
                          ("200x200", "dominoes"), ("2147483648x1", "dominoes"), ("aztec:4096", "dominoes")):
        yield {"question": "show", "board": board, "pieces": pieces}
        yield {"question": "show", "board": board, "pieces": pieces, "placements": True}
        for kind in ("hint", "list", "solutions", "unique", "inspect", "sample", "why", "count"):
            # The example keeps all that comes before an answer; a page takes it as it comes.
            few = {"limit": 2} if kind in ("list", "solutions") else {}
            yield {"question": kind, "board": board, "pieces": pieces, **few}
    placed = [{"piece": "domino", "cells": [[0, 0], [0, 1]]}]
    yield {"question": "hint", "board": "200x200", "pieces": "dominoes", "placed": placed * 2}
    yield {"question": "hint", "board": "200x200", "pieces": "dominoes", "placed": placed}
    for side in (100, 400, 2000):
        empty = ("." * side + "\n") * (side - 1)
        lonely = "A" + "." * (side - 1) + "\n" + empty + "\n" + empty + "." * (side - 1) + "A\n"
        for metric in ("step", "move"):
            yield {"question": "slide_moves", "puzzle": lonely, "metric": metric}
            yield {"question": "slide_graph", "puzzle": lonely, "metric": metric}
    for board in ("8x8", "1000x1000"):
        yield {"question": "best", "board": board, "pieces": "dominoes", "best": 1000, "weights": "domino 1\n"}
        yield {"question": "zdd", "board": board, "pieces": "trominoes", "where": ["L3 at 5,5"]}
        yield {"question": "count", "board": board, "pieces": "trominoes", "where": ["L3 at 5,5"]}
        yield {"question": "sample", "board": board, "pieces": "trominoes", "where": ["L3 at 5,5"]}
        yield {"question": "design_board", "board": board, "pieces": "L,P,U", "limit": 2}
        yield {"question": "design_pieces", "board": board, "pieces": "0..3:pentominoes", "solutions": "1..9", "limit": 2}
        yield {"question": "design_givens", "board": board, "pieces": "dominoes"}
    for family in ("paths(grid:20x20, 1, 400)", "forests(complete:360)", "hitting(paths(grid:7x7, 1, 49))",
                   "maximal(independent_sets(grid:13x13))", "perfect_matchings(path:65000)"):
        yield {"question": "zdd", "eval": family}
    yield {"question": "design_slide", "cars": "8x8", "metric": "slide"}
    yield {"question": "design_number_mind", "secret": "123456"}
    for what in ("queens", "langford", "latin", "partridge"):
        yield {"question": "make", "what": what, "of": "16"}
    yield {"question": "table", "pieces": "tetrominoes", "antidiagonals": 40}
    yield {"question": "series", "board": "aztec:n", "pieces": "trominoes", "to": 100}
    yield {"question": "series", "board": "7xn", "pieces": "trominoes", "growth": True}
    yield {"question": "pieces", "pieces": "dodecominoes"}
    yield {"question": "convert", "board": "1000x1000", "pieces": "dominoes", "to": "dlx"}
    for puzzle in ("15-puzzle", "klotski"):
        for metric in ("step", "move"):
            yield {"question": "slide_moves", "puzzle": puzzle, "metric": metric}
            yield {"question": "slide_graph", "puzzle": puzzle, "metric": metric}


# Commands without an engine have no --threads.
ONE_THREAD = ("pieces", "slide check", "convert", "make", "merge")

# What has answered when it says with status 1 that something is wrong.
CHECKS = ("check", "slide check")

# What a run says that a limit has stopped, by its status.
LIMITS = {
    3: re.compile(r"the time limit was reached (after|while) "
                  r"|would take at least .+ but the memory budget is "
                  r"|are taken, more than the memory budget of "
                  r"|would take .+, which the system does not have"
                  r"|no engine can answer this: "
                  r"|and a picture of more than .+ cannot be read"
                  r"|the items open at once need .+ bits of state"),
    130: re.compile(r"interrupted (after|while) "),
}


# What is no fault of a question, and no limit either.
REFUSALS = ("has no tiling", "cannot answer this", "is not a tiling of the puzzle", "a picture of", "no second engine")


def tell(pid, what):
    """Sends it a signal, unless it has ended."""
    try:
        os.kill(pid, what)
    except ProcessLookupError:
        pass


def run(command, interrupt, given=subprocess.DEVNULL, out=subprocess.DEVNULL):
    """Runs it. Returns the status, seconds, seconds of a processor, mebibytes and the first lines of its errors."""
    with tempfile.TemporaryFile() as errors:
        started = time.monotonic()
        child = subprocess.Popen(command, stdin=given, stdout=out, stderr=errors)
        timers = [threading.Timer(ARGS.patience, tell, [child.pid, signal.SIGKILL])]
        if interrupt:
            # By its number: what asks first whether it has ended would take its status from us.
            timers.append(threading.Timer(1, tell, [child.pid, signal.SIGINT]))
        for timer in timers:
            timer.start()
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.monotonic() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        for timer in timers:
            timer.cancel()
        errors.seek(0)
        said = errors.read(100_000).decode(errors="replace").strip().splitlines()
    return child.returncode, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said


def fault(outcome, interrupt, checks, most):
    """What is wrong with a run: words, and whether time alone is, which the machine may be to blame for."""
    status, seconds, processor, mebibytes, said = outcome
    text = " ".join(said)
    answers = {0, 1} if checks else {0}
    if status == 2 and any(words in text for words in REFUSALS):
        status = 0
    if status not in answers and status not in LIMITS:
        return f"status {status}: {text[:150]}", False
    if status in LIMITS and not LIMITS[status].search(text):
        return f"status {status}, but no limit named: {text[:150]}", False
    if status == 130 and not interrupt:
        return "status 130 without an interrupt", False
    if mebibytes > most:
        return f"{mebibytes:.0f} MiB: {text[:100]}", False
    if seconds > SECONDS * ARGS.factor:
        # Others are to blame only where it was said that there are some.
        return f"{seconds:.2f} s: {text[:100]}", ARGS.factor > 1 and processor < SECONDS
    return None, False


def post(question, mebibytes, seconds):
    """Posts it to the example. Returns what is wrong as `fault` does, and what was said."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out:
        given.write(json.dumps(question).encode() + b"\n")
        given.seek(0)
        command = [ARGS.answers, str(mebibytes), str(seconds)]
        status, took, processor, most, said = run(command, False, given, out)
        out.seek(0)
        text = out.read(300).decode(errors="replace")
        out.seek(0, os.SEEK_END)
        account = f"{took:.2f} s, {processor:.2f} s of a processor, {most:.0f} MiB: {text[:100]}"
        if status != 0 or out.tell() == 0:
            return f"status {status}: {' '.join(said)[:150]}", False, account
    if most > mebibytes * 1.25 + 2 * BESIDE:
        return account, False, account
    if took > (seconds + SECONDS - 1) * ARGS.factor:
        return account, ARGS.factor > 1 and processor < seconds + SECONDS - 1, account
    return None, False, account


def main():
    binary = os.path.abspath(ARGS.polytile)
    failures = slow = runs = 0
    if ARGS.answers:
        ARGS.answers = os.path.abspath(ARGS.answers)
        for question in posted():
            shown = json.dumps(question)[:120]
            if ARGS.only and ARGS.only not in shown:
                continue
            for mebibytes, seconds in ((100, 1), (1024, 8)):
                wrong, may_be_machine, account = post(question, mebibytes, seconds)
                runs += 1
                slow += bool(wrong) and may_be_machine
                failures += bool(wrong) and not may_be_machine
                if wrong or ARGS.verbose:
                    verdict = ("slow" if may_be_machine else "FAIL") if wrong else "ok  "
                    print(f"{verdict}  {mebibytes:4} MiB     {shown}\n      {wrong or account}", flush=True)
        print(f"{runs} questions posted: {failures} failed, {slow} slow")
        return 1 if failures else 0
    os.environ["NO_COLOR"] = "1"
    program = max(0, run([ARGS.polytile, "--version"], interrupt=False)[3] - PROGRAM)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        # In a process of its own: what this one has ever held, its children are said to have held too.
        maker = os.fork()
        if maker == 0:
            try:
                inputs(binary)
                os._exit(0)
            finally:
                os._exit(1)
        if os.waitpid(maker, 0)[1] != 0:
            return 1
        made = set(os.listdir())
        for words in questions():
            shown = " ".join(words)
            if ARGS.only and ARGS.only not in shown:
                continue
            name = " ".join(words[:2]) if words[0] in ("slide", "design") else words[0]
            own = re.search(r"--memory (\d+)MiB", shown)
            for interrupt in (False, True):
                if interrupt and ARGS.skip_interrupts:
                    continue
                most = MEBIBYTES_INTERRUPTED if interrupt else MEBIBYTES
                if own:
                    most = int(own[1]) + BESIDE
                # What a saved diagram takes that is mapped is no memory of the process.
                most += program + (os.path.getsize("large.zdd") >> 20 if "large.zdd" in words else 0)
                limits = [] if interrupt else ["--time-limit", "1s"]
                limits += [] if own else ["--memory", "2GiB" if interrupt else "100MiB"]
                limits += [] if name in ONE_THREAD else ["--threads", str(ARGS.threads)]
                outcome = run([binary, *words, *limits], interrupt)
                wrong, may_be_machine = fault(outcome, interrupt, name in CHECKS, most)
                runs += 1
                kind = "interrupted" if interrupt else "limited"
                if wrong:
                    slow += may_be_machine
                    failures += not may_be_machine
                    print(f"{'slow' if may_be_machine else 'FAIL'}  {kind:11}  {shown}\n      {wrong}", flush=True)
                elif ARGS.verbose:
                    status, seconds, processor, mebibytes, said = outcome
                    print(f"ok    {kind:11}  {shown}\n      {status}, {seconds:.2f} s, {processor:.2f} s of a "
                          f"processor, {mebibytes:.0f} MiB: {' '.join(said)[:100]}", flush=True)
                for file in set(os.listdir()) - made:
                    shutil.rmtree(file) if os.path.isdir(file) else os.remove(file)
    print(f"{runs} runs: {failures} failed, {slow} slow")
    return 1 if failures else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polytile", help="the command to try")
    parser.add_argument("--factor", type=float, default=1, help="allow so many times as long")
    parser.add_argument("--answers", help="post questions to this example instead")
    parser.add_argument("--only", help="only command lines that contain this")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--patience", type=float, default=12, help="seconds after which a run is killed")
    parser.add_argument("--skip-interrupts", action="store_true", help="try the limits only")
    parser.add_argument("--verbose", action="store_true", help="say also what was in order")
    ARGS = parser.parse_args()
    # Nothing here may bring the machine down.
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = 12 << 30 if hard == resource.RLIM_INFINITY else min(12 << 30, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    sys.exit(main())
