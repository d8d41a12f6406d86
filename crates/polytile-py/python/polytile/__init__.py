"""Polyomino tilings and puzzles: count, list, sample, draw and check them, exactly and fast.

Problems are a board and pieces, `Problem("6x10", "1:pentominoes")`, an `ExactCover`, or sliding blocks, `Slide("klotski")`; a `Graph` has
families of paths, trees and matchings; `design` makes puzzles; `load` reads files, and `puzzles` are those that come with it. Integers are exact, whatever their size. Every call that
may take long takes `threads`, `memory` (bytes, or a text such as `"2GiB"`), `time_limit` (seconds) and
`progress` (True, or a callable), and takes them from `limits`, a `with` block, where it is not told; it lets other threads of Python run, and Ctrl-C ends it. What is wrong with what was
passed is an `InputError`, a limit that ends the work `LimitReached`.

>>> import polytile
>>> problem = polytile.Problem("6x10", "1:pentominoes")
>>> problem.count(), problem.count(up_to_symmetry=True)
(9356, 2339)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from polytile import _polytile
from polytile._answers import (
    Circuit,
    Deficient,
    Explored,
    Growth,
    Hardest,
    Hint,
    Inspection,
    Marginals,
    Ratio,
    Recurrence,
    Related,
    Tabled,
    Transformation,
    Tromino,
    UsedOption,
    UsedPlacement,
    Verdict,
)
from polytile._cells import Cell
from polytile._errors import InputError, LimitReached
from polytile._polytile import (
    Certificate,
    Classes,
    Covers,
    Distances,
    ExactCover,
    Family,
    Golomb,
    Graph,
    Heat,
    Members,
    Piece,
    PieceSet,
    Position,
    Problem,
    Region,
    Sampler,
    Series,
    Slide,
    Solution,
    Tiling,
    Tilings,
)
from polytile._limits import limits
from polytile._progress import Progress
from polytile._questions import ask, convert, deficient, make, merge, relate, table
from polytile._show import Sheet
from polytile._spec import Spec
from polytile._tables import Table

# After the classes that its answers hold.
from polytile import design

__version__: str = _polytile.VERSION

__all__ = [
    "Cell",
    "Certificate",
    "Circuit",
    "Classes",
    "Covers",
    "Deficient",
    "Distances",
    "ExactCover",
    "Explored",
    "Family",
    "Golomb",
    "Graph",
    "Growth",
    "Hardest",
    "Heat",
    "InputError",
    "Hint",
    "Inspection",
    "LimitReached",
    "Marginals",
    "Members",
    "Piece",
    "PieceSet",
    "Position",
    "Problem",
    "Progress",
    "Ratio",
    "Recurrence",
    "Region",
    "Related",
    "Sampler",
    "Series",
    "Sheet",
    "Slide",
    "Solution",
    "Spec",
    "Table",
    "Tabled",
    "Tiling",
    "Tilings",
    "Transformation",
    "Tromino",
    "UsedOption",
    "UsedPlacement",
    "Verdict",
    "ask",
    "classes",
    "convert",
    "deficient",
    "design",
    "golomb",
    "limits",
    "load",
    "make",
    "merge",
    "number_mind",
    "parse",
    "puzzles",
    "relate",
    "series",
    "sheet",
    "table",
]

#: `Problem.classes`, by the name that goes with `golomb` and `series`.
classes = Problem.classes
#: `Series`, by the name that goes with `classes` and `golomb`.
series = Series
#: `Golomb`, by the name that goes with `classes` and `series`.
golomb = Golomb
#: `Sheet`, by the name that goes with `classes` and `series`.
sheet = Sheet


class _Puzzles(Mapping[str, "Problem | ExactCover | Slide"]):
    """The puzzles that come with polytile, by their names."""

    def __getitem__(self, name: str) -> Problem | ExactCover | Slide:
        if name not in _polytile._shipped():
            raise KeyError(name)
        return _polytile._puzzle(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_polytile._shipped())

    def __len__(self) -> int:
        return len(_polytile._shipped())

    def __repr__(self) -> str:
        return f"<{len(self)} puzzles: {', '.join(self)}>"


#: The puzzles that come with polytile, by their names: a mapping to a `Problem`, an `ExactCover` or a `Slide`.
puzzles: Mapping[str, Problem | ExactCover | Slide] = _Puzzles()


def parse(
    text: str, name: str = "the text", *, kind: str | None = None, problem: int | None = None
) -> Problem | ExactCover | Slide:
    """What a text is, in any format that the command reads: a `Problem`, an `ExactCover` or a `Slide`.

    `kind` may say which, `"puzzle"`, `"drawing"`, `"dlx"`, `"cover_json"`, `"number_mind"`, `"sliding"` or `"xmpuzzle"`, or the ending of
    `name`; otherwise that is found out. `problem` is the number, from 1, of one of several problems of a file of BurrTools. Raises
    `InputError` with line and column.

    >>> polytile.parse("title = 'Three'\\npieces = 'trominoes'\\n[board]\\nsize = '3x3'")
    Problem('3x3', 'trominoes')
    """
    return _polytile._read(text, name, kind, problem)


def load(
    path: str | os.PathLike[str], *, kind: str | None = None, problem: int | None = None
) -> Problem | ExactCover | Slide:
    """What is in a file, in any format that the command reads: see `parse`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "three.toml")
    ...     size = path.write_text("title = 'Three'\\npieces = 'trominoes'\\n[board]\\nsize = '3x3'")
    ...     polytile.load(path)
    Problem('3x3', 'trominoes')
    """
    with open(path, "rb") as file:
        text = _polytile._unpacked(file.read(), os.fspath(path))
    return parse(text, os.path.basename(os.fspath(path)), kind=kind, problem=problem)


def number_mind(guesses: str | Mapping[str, int] | Iterable[tuple[str, int]]) -> ExactCover:
    """A Number Mind as an exact cover: guesses at a number, and how many digits of each are right.

    >>> mind = polytile.number_mind({"90342": 2, "70794": 0, "39458": 2, "34109": 1, "51545": 2, "12531": 1})
    >>> list(mind.solve())
    ['39542']
    """
    if isinstance(guesses, str):
        return ExactCover.from_guesses(guesses)
    pairs = guesses.items() if isinstance(guesses, Mapping) else guesses
    return ExactCover.from_guesses("".join(f"{digits} ;{hits}\n" for digits, hits in pairs))
