"""Writes `python/polytile/_polytile.pyi`, the types of the extension; `--check` compares instead.

In: the stub that maturin reads off a build. It knows the arguments and results that signatures say. Results of properties and of
methods with two underscores cannot be said there, nor that a result depends on an argument: they stand here.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STUB = HERE / "python" / "polytile" / "_polytile.pyi"

HEAD = '''"""The types of the extension: written by `stubs.py`."""

import os
import typing
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
IMPORTS

import networkx
import numpy
import numpy.typing

from polytile._answers import Circuit, Explored, Growth, Hint, Inspection, Marginals, Recurrence, Tromino, Verdict
from polytile._cells import Cell
from polytile._progress import Progress
from polytile._tables import Table

Board: typing.TypeAlias = "str | Region | Iterable[str] | Iterable[Iterable[object]] | numpy.typing.NDArray[typing.Any]"
Pieces: typing.TypeAlias = "str | Piece | PieceSet | Iterable[str | Piece | PieceSet]"

'''

RESULTS = {
    "Certificate.verdict": "typing.Literal['impossible']",
    "Classes.__getitem__": "list[Tiling]",
    "Classes.to_networkx": "networkx.Graph[int]",
    "Covers.__next__": "typing.Any",
    "ExactCover.items": "tuple[str, ...]",
    "ExactCover.options": "dict[typing.Any, tuple[str, ...]]",
    "Family.__getitem__": "typing.Any",
    "Graph.edges": "tuple[tuple[typing.Any, typing.Any], ...]",
    "Graph.to_networkx": "networkx.Graph[typing.Any]",
    "Graph.vertices": "tuple[typing.Any, ...]",
    "Family.labels": "tuple[typing.Any, ...]",
    "Family.names": "tuple[str, ...]",
    "Golomb.hole": "tuple[int, int]",
    "Heat.__getitem__": "numpy.typing.NDArray[numpy.float64]",
    "Heat.__iter__": "Iterator[str]",
    "Heat.keys": "tuple[str, ...]",
    "Members.__next__": "typing.Any",
    "Piece.cells": "tuple[Cell, ...]",
    "PieceSet.__iter__": "Iterator[Piece]",
    "PieceSet._repr_html_": "str",
    "Region.__iter__": "Iterator[Cell]",
    "Region.cells": "tuple[Cell, ...]",
    "Region.holes": "tuple[Cell, ...]",
    "Region.optional": "tuple[Cell, ...]",
    "Region.mask": "numpy.typing.NDArray[numpy.bool_]",
    "Sampler.count": "int",
    "Series.growth": "Growth",
    "Series.recurrence": "Recurrence",
    "Slide.graph": "networkx.Graph[int]",
    "Slide.pieces": "tuple[tuple[str, tuple[Cell, ...]], ...]",
    "Solution.moves": "tuple[tuple[str, str], ...]",
    "Solution.solutions": "int | None",
    "Tiling.grid": "numpy.typing.NDArray[numpy.int32]",
    "Tiling.kinds": "numpy.typing.NDArray[numpy.int32]",
    "Tiling.pieces": "tuple[tuple[str, tuple[Cell, ...]], ...]",
}

# Operators between families: of anything else they are an error, which types can say.
OPERATORS = {f"Family.__{name}__" for name in ("and", "ge", "gt", "le", "lt", "or", "sub", "xor")}

# What `run::Limits` reads, in the place of `**limits`.
LIMITS = {
    "threads": "int | None",
    "memory": "int | str | None",
    "time_limit": "float | None",
    "progress": "bool | Callable[[Progress], object] | None",
}

COUNT = "dict[tuple[tuple[str, int], ...], int]"


class Mend(ast.NodeTransformer):
    """Puts in what signatures cannot say."""

    def __init__(self) -> None:
        self.path: list[str] = []
        self.met: set[str] = set()

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.path.append(node.name)
        node.decorator_list = [ast.Name("typing.final")]
        node.body = [new for old in node.body for new in self.mended(old)]
        self.path.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return self.mended(node)[0]  # type: ignore[return-value]

    def mended(self, node: ast.stmt) -> list[ast.stmt]:
        if not isinstance(node, ast.FunctionDef):
            return [node]
        name = ".".join([*self.path, node.name])
        for arg in [*node.args.args, *node.args.kwonlyargs, *node.args.posonlyargs, node.args.vararg]:
            if arg is not None:
                arg.annotation = plain(arg.annotation)
        node.returns = plain(node.returns)
        if node.args.kwarg is not None and ast.unparse(node.args.kwarg.annotation or ast.Constant(None)).strip("'\"") == "Limits":
            node.args.kwarg = None
            for limit, kind in LIMITS.items():
                node.args.kwonlyargs.append(ast.arg(limit, ast.parse(kind, mode="eval").body))
                node.args.kw_defaults.append(ast.Constant(None))
        # A default of None that is not said to be one.
        pairs = [
            *zip(node.args.args[len(node.args.args) - len(node.args.defaults) :], node.args.defaults, strict=True),
            *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
        ]
        for arg, default in pairs:
            if isinstance(default, ast.Constant) and default.value is None and arg.annotation is not None:
                if "None" not in ast.unparse(arg.annotation):
                    arg.annotation = ast.BinOp(arg.annotation, ast.BitOr(), ast.Constant(None))
        if name in OPERATORS:
            node.args.posonlyargs[1].annotation = ast.Name("Family")
        if name in RESULTS:
            self.met.add(name)
            node.returns = ast.parse(RESULTS[name], mode="eval").body
        if name == "Problem.count":
            return overloaded(node)
        return [node]


def plain(annotation: ast.expr | None) -> ast.expr | None:
    """A type that stands in quotes, without them."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def overloaded(node: ast.FunctionDef) -> list[ast.stmt]:
    """`Problem.count`, whose result depends on `by_piece` and `part`."""
    made: list[ast.stmt] = []
    number = {"by_piece": ("typing.Literal[False]", False), "part": ("None", None)}
    by_piece = {**number, "by_piece": ("typing.Literal[True]", ...)}
    part = {**number, "part": ("tuple[int, int]", ...)}
    for kinds, result in ((number, "int"), (by_piece, COUNT), (part, "dict[str, typing.Any]")):
        one = ast.parse(ast.unparse(node)).body[0]
        assert isinstance(one, ast.FunctionDef)
        one.decorator_list = [ast.Name("typing.overload")]
        one.returns = ast.parse(result, mode="eval").body
        for place, arg in enumerate(one.args.kwonlyargs):
            if arg.arg in kinds:
                annotation, default = kinds[arg.arg]
                arg.annotation = ast.parse(annotation, mode="eval").body
                one.args.kw_defaults[place] = None if default is ... else ast.Constant(default)
        made.append(one)
    return made


def raw(profile: str) -> str:
    """The stub as maturin writes it, of a build with this profile."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "maturin", "generate-stubs", "--profile", profile, "--out", folder]
        subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL)
        files = list(Path(folder).rglob("*.pyi"))
        return next(text for text in (file.read_text() for file in files) if "class Problem" in text)


def written(profile: str) -> str:
    """The stub as it should be."""
    tree = ast.parse(raw(profile))
    mend = Mend()
    tree = mend.visit(tree)
    missing = RESULTS.keys() - mend.met
    if missing:
        sys.exit(f"stubs.py names what is not there: {', '.join(sorted(missing))}")
    # What it says of the module stands in the package; what it imports is used.
    imports = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)]
    text = ast.unparse(ast.fix_missing_locations(tree))
    text = re.sub(r"\n+(?=@typing.final\n|def )", "\n\n\n", text)
    text = re.sub(r"\n(@typing.final)\n+", r"\n\1\n", text)
    text = re.sub(r"\n        \.\.\.\n", " ...\n", re.sub(r":\n        \.\.\.(?=\n)", ": ...", text))
    return HEAD.replace("IMPORTS\n", "".join(f"{line}\n" for line in imports)) + text + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--profile", default="dev", help="how the extension is built")
    given = parser.parse_args()
    text = written(given.profile)
    if not given.check:
        STUB.write_text(text)
    elif STUB.read_text() != text:
        sys.exit(f"{STUB.relative_to(HERE)} is not what the extension has: run stubs.py")


main()
