"""Questions that are functions. Each fills in a question of the command, and makes an object of its answer."""

from __future__ import annotations

import json
import operator
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from polytile import _polytile
from polytile._answers import Deficient, Related, Tabled
from polytile._errors import InputError, LimitReached
from polytile._limits import Limits
from polytile._polytile import ExactCover, Slide

if TYPE_CHECKING:
    from polytile import Problem, Tiling


class Answered(NamedTuple):
    """What came before the answer, the answer in JSON, and what the command would print."""

    parts: list[Any]
    answer: str
    text: str


def asked(question: Mapping[str, object], limits: Limits) -> Answered:
    """The answer to a question, whose keys with None are left out. What is odd about it is a warning."""
    said = {key: value for key, value in question.items() if value is not None}
    try:
        parts, answer, text = _polytile._ask(json.dumps(said), **limits)
    except LimitReached as error:
        error.had = [json.loads(part) for part in error.had or []]
        raise
    read = [json.loads(part) for part in parts]
    for part in read:
        if "warning" in part:
            warnings.warn(part["warning"], stacklevel=3)
    return Answered([part for part in read if "warning" not in part], answer, text)


def about(puzzle: Problem | ExactCover | Slide | str) -> dict[str, object]:
    """The words of a question that say what it is about."""
    if isinstance(puzzle, str):
        return {"puzzle": puzzle}
    return {"puzzle": puzzle.to_json() if isinstance(puzzle, ExactCover) else puzzle.to_toml()}


def up_to(symmetry: bool | str) -> str | None:
    """The symmetries that are meant."""
    return "symmetries" if symmetry is True else symmetry or None


def number(given: int | None) -> str | None:
    """A whole number of any size, as JSON has it."""
    return None if given is None else str(operator.index(given))


def ask(question: Mapping[str, Any] | str, **limits: Unpack[Limits]) -> dict[str, Any]:
    """Any question that the command answers, in the same JSON, as a dict or a text.

    The result is the answer, with what came before it under `"parts"` and what the command would print under `"text"`.
    Integers beyond 2^53 are texts, as in all JSON of polytile.

    >>> polytile.ask({"question": "count", "board": "9x12", "pieces": "trominoes"})["engine"]
    'dense'
    """
    text = question if isinstance(question, str) else json.dumps(question)
    parts, answer, printed = _polytile._ask(text, **limits)
    found = json.loads(answer)
    result: dict[str, Any] = found if isinstance(found, dict) else {"answer": found}
    return {**result, "parts": [json.loads(part) for part in parts], "text": printed}


def convert(
    puzzle: Problem | ExactCover | Slide | str,
    to: str,
    *,
    solutions: Iterable[Tiling] | str | None = None,
    problem: int | None = None,
    **limits: Unpack[Limits],
) -> str:
    """A puzzle in another format: `"dlx"`, `"json"`, `"cnf"` (DIMACS), `"toml"`, `"xmpuzzle"` (BurrTools) or `"puzzlecad"`.

    `puzzle` is an object, the name of a shipped puzzle, or a text in any format. What other readers may not take is a warning.
    A file of BurrTools has `solutions`, too: tilings, or a text as the command prints them. The text of such a file is written back
    with these in place of those that it has, for its `problem`, from 1, where it has several.

    >>> print(polytile.convert(polytile.Problem("1x2", "dominoes"), "dlx"), end="")
    | A puzzle
    r0c0 r0c1
    r0c0 r0c1
    >>> polytile.convert("langford-8", "cnf").splitlines()[0][:2]
    'c '
    >>> bricks = polytile.Problem("2x2", "dominoes")
    >>> polytile.convert(bricks, "xmpuzzle", solutions=bricks.solve()).count("<assembly>")
    2
    """
    if solutions is not None and not isinstance(solutions, str):
        solutions = "".join(tiling.to_json() + "\n" for tiling in solutions)
    question = {"question": "convert", **about(puzzle), "to": to, "solutions": solutions, "problem": problem}
    found: str = json.loads(asked(question, limits).answer)["written"]
    return found


def make(
    what: str,
    of: int | str | None = None,
    *,
    seed: int | None = None,
    colours: int | None = None,
    **limits: Unpack[Limits],
) -> ExactCover:
    """An exact cover that everybody knows: `"queens"`, `"langford"`, `"latin"` or `"partridge"` of a size, `"sudoku"`, a
    `"word-rectangle"` of words, or the `"colouring"` of a graph in so many `colours`.

    A sudoku is `of` 81 characters, digits and `.` for an empty cell; or a `seed` makes one with one solution and no clue too many.

    >>> polytile.make("queens", 8).count(), polytile.make("langford", 4).count()
    (92, 2)
    >>> polytile.make("sudoku", seed=1).unique()
    True
    """
    question = {"question": "make", "what": what, "of": None if of is None else str(of), "seed": number(seed), "colours": colours}
    return ExactCover.from_dlx(json.loads(asked(question, limits).answer)["written"])


def relate(
    first: Tiling,
    second: Tiling,
    *,
    rules: str | None = None,
    max_pieces: int | None = None,
    relaxed: bool = False,
    half_boards: bool = False,
    engine: str | None = None,
    cross_check: bool = False,
    **limits: Unpack[Limits],
) -> Related:
    """The shortest chain of transformations between two tilings of a problem; the options are those of `Problem.classes`.

    >>> classes = polytile.Problem("pentominoes-6x10").classes()
    >>> found = polytile.relate(*classes[0][:2])
    >>> found.related, len(found.steps)
    (True, 1)
    """
    question = {
        "question": "relate",
        **about(first.problem),
        "first": first.to_json(),
        "second": second.to_json(),
        "rules": rules,
        "max_pieces": max_pieces,
        "relaxed": relaxed,
        "half_boards": half_boards,
        "engine": engine,
        "cross_check": cross_check,
    }
    return Related._of(asked(question, limits).answer, first.problem)


def deficient(
    rows: int,
    columns: int,
    hole: tuple[int, int] | None = None,
    *,
    seed: int | None = None,
    count: bool = False,
    **limits: Unpack[Limits],
) -> Deficient:
    """Whether L-trominoes tile a rectangle, whole or without one cell; with a tiling, or the reason why not.

    `seed` takes away one of the cells that can be missing, in the place of `hole`. `count=True` counts the tilings instead.

    >>> found = polytile.deficient(5, 5, (0, 1))
    >>> found.tilable, polytile.deficient(7, 10, (0, 3)).tilable
    (False, True)
    >>> polytile.deficient(4, 4, (0, 1), count=True).tilings
    1
    """
    rows, columns = operator.index(rows), operator.index(columns)
    if hole is None and seed is None and rows > 0 and columns > 0 and rows * columns % 3 == 1:
        raise InputError(
            "a board of 3k+1 cells has one that is missing", help="say which, as in deficient(7, 10, (0, 3))"
        )
    question: dict[str, object] = {"question": "deficient", "board": f"{rows}x{columns}", "seed": number(seed)}
    if hole is not None:
        row, column = hole
        question["remove"] = f"{row},{column}"
    return Deficient._of(asked({**question, "count": count}, limits).answer)


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
    **limits: Unpack[Limits],
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
    question: dict[str, object] = {"question": "table", "pieces": pieces, "up_to": up_to(up_to_symmetry)}
    question.update({key: number(size) for key, size in {**sizes, "multiple": multiple}.items()})
    question.update(flips=flips, turns=turns, tatami=tatami, fault_free=fault_free)
    question.update(cylinder=cylinder, torus=torus, grid=grid, cross_check=cross_check)
    found = asked(question, limits)
    return Tabled._of(found.answer, found.text)


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
