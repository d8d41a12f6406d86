"""Polyomino tilings and puzzles: count, list, sample, draw and check them, exactly and fast.

Problems are a board and pieces, `Problem("6x10", "1:pentominoes")`, an `ExactCover`, or sliding blocks, `Slide("klotski")`;
`load` reads files, and `puzzles` are those that come with it. Integers are exact, whatever their size. Every call that
may take long takes `threads`, `memory` (bytes, or a text such as `"2GiB"`), `time_limit` (seconds) and
`progress` (True, or a callable), and takes them from `limits`, a `with` block, where it is not told; it lets other threads of Python run, and Ctrl-C ends it. What is wrong with what was
passed is an `InputError`, a limit that ends the work `LimitReached`.

>>> import polytile
>>> problem = polytile.Problem("6x10", "1:pentominoes")
>>> problem.count(), problem.count(up_to_symmetry=True)
(9356, 2339)
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from polytile import _polytile
from polytile._answers import (
    Deficient,
    Explored,
    Growth,
    Hardest,
    Hint,
    Inspection,
    Marginals,
    Ratio,
    Recurrence,
    Tabled,
    Tromino,
    UsedOption,
    UsedPlacement,
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
from polytile._show import Sheet
from polytile._spec import Spec
from polytile._tables import Table

__version__: str = _polytile.VERSION

__all__ = [
    "Cell",
    "Certificate",
    "Classes",
    "Covers",
    "Deficient",
    "Distances",
    "ExactCover",
    "Explored",
    "Family",
    "Golomb",
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
    "Tromino",
    "UsedOption",
    "UsedPlacement",
    "ask",
    "classes",
    "deficient",
    "golomb",
    "limits",
    "load",
    "merge",
    "number_mind",
    "parse",
    "puzzles",
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


def parse(text: str, name: str = "the text") -> Problem | ExactCover | Slide:
    """What a text is, in any format that the command reads: a `Problem`, an `ExactCover` or a `Slide`.

    The ending of `name` may say which; otherwise that is found out. Raises `InputError` with line and column.

    >>> polytile.parse("title = 'Three'\\npieces = 'trominoes'\\n[board]\\nsize = '3x3'")
    Problem('3x3', 'trominoes')
    """
    return _polytile._read(text, name)


def load(path: str | os.PathLike[str]) -> Problem | ExactCover | Slide:
    """What is in a file, in any format that the command reads: see `parse`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "three.toml")
    ...     size = path.write_text("title = 'Three'\\npieces = 'trominoes'\\n[board]\\nsize = '3x3'")
    ...     polytile.load(path)
    Problem('3x3', 'trominoes')
    """
    with open(path, encoding="utf-8") as file:
        try:
            text = file.read()
        except UnicodeDecodeError as error:
            raise InputError(f"{os.fspath(path)} is not UTF-8: {error.reason}", help="save it as UTF-8") from None
    return parse(text, os.path.basename(os.fspath(path)))


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


def deficient(
    rows: int,
    columns: int,
    hole: tuple[int, int] | None = None,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
) -> Deficient:
    """Whether L-trominoes tile a rectangle, whole or without one cell; with a tiling, or the reason why not.

    >>> found = polytile.deficient(5, 5, (0, 1))
    >>> found.tilable, polytile.deficient(7, 10, (0, 3)).tilable
    (False, True)
    """
    rows, columns = operator.index(rows), operator.index(columns)
    question: dict[str, Any] = {"question": "deficient", "board": f"{rows}x{columns}"}
    if hole is not None:
        row, column = hole
        question["remove"] = f"{row},{column}"
    elif rows > 0 and columns > 0 and rows * columns % 3 == 1:
        raise InputError(
            "a board of 3k+1 cells has one that is missing", help="say which, as in deficient(7, 10, (0, 3))"
        )
    _, answer, _ = _polytile._ask(
        json.dumps(question), threads=threads, memory=memory, time_limit=time_limit, progress=progress
    )
    return Deficient._of(answer)


def table(
    pieces: str,
    *,
    antidiagonals: int | None = None,
    square: int | None = None,
    triangle: int | None = None,
    squares: int | None = None,
    aztec: int | None = None,
    cylinder: bool = False,
    torus: bool = False,
    multiple: int | None = None,
    up_to_symmetry: bool | str = False,
    flips: bool | None = None,
    turns: bool | None = None,
    tatami: bool = False,
    fault_free: bool = False,
    grid: bool = False,
    cross_check: bool = False,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
) -> Tabled:
    """The numbers of tilings of all boards of an array, as the OEIS lists them; one pass over a width gives all heights.

    One of `antidiagonals`, `square`, `triangle`, `squares` and `aztec` says up to where it goes; the boards are n rows and k
    columns, `multiple` times as many where that is given.

    >>> polytile.table("dominoes", squares=8)[8, 8]
    12988816
    >>> print(polytile.table("trominoes", square=3, multiple=3).text, end="")
    n\\k  0   1    2     3
      0  1   1    1     1
      1  1   1    1     1
      2  1   3   11    41
      3  1  10  170  3127
    """
    sizes = {"antidiagonals": antidiagonals, "square": square, "triangle": triangle, "squares": squares, "aztec": aztec}
    question: dict[str, Any] = {"question": "table", "pieces": pieces}
    for key, size in {**sizes, "multiple": multiple}.items():
        if size is not None:
            question[key] = str(operator.index(size))
    flags = {"cylinder": cylinder, "torus": torus, "tatami": tatami, "fault_free": fault_free, "grid": grid}
    question.update({key: True for key, given in {**flags, "cross_check": cross_check}.items() if given})
    question.update({key: given for key, given in {"flips": flips, "turns": turns}.items() if given is not None})
    if up_to_symmetry:
        question["up_to"] = "symmetries" if up_to_symmetry is True else up_to_symmetry
    _, answer, text = _polytile._ask(
        json.dumps(question), threads=threads, memory=memory, time_limit=time_limit, progress=progress
    )
    return Tabled._of(answer, text)


def ask(
    question: Mapping[str, Any] | str,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
) -> dict[str, Any]:
    """Any question that the command answers, in the same JSON, as a dict or a text.

    The result is the answer, with what came before it under `"parts"` and what the command would print under `"text"`.
    Integers beyond 2^53 are texts, as in all JSON of polytile.

    >>> polytile.ask({"question": "count", "board": "9x12", "pieces": "trominoes"})["engine"]
    'dense'
    """
    text = question if isinstance(question, str) else json.dumps(question)
    parts, answer, printed = _polytile._ask(
        text, threads=threads, memory=memory, time_limit=time_limit, progress=progress
    )
    found = json.loads(answer)
    result: dict[str, Any] = found if isinstance(found, dict) else {"answer": found}
    return {**result, "parts": [json.loads(part) for part in parts], "text": printed}


def merge(parts: Iterable[Mapping[str, Any] | str]) -> int:
    """The number whose parts `Problem.count(part=(k, n))` has found: all of them, as dicts, or as texts such as `polytile count --part
    k/n --json` prints.

    Raises `InputError` where parts are missing, there twice, or of another question.

    >>> problem = polytile.Problem("9x12", "trominoes")
    >>> polytile.merge(problem.count(part=(k, 2)) for k in (1, 2))
    20574308184277971
    """
    texts = [part if isinstance(part, str) else json.dumps(part) for part in parts]
    return int(ask({"question": "merge", "parts": texts})["count"])
