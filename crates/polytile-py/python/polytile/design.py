"""Puzzles made to order: boards, choices of pieces, givens, guesses and starts of sliding blocks with what is wanted of them.

Each function is a question of `polytile design`, and takes limits as every call does that may take long. What was found when a limit ended
the rest is `had` of the exception, as the command writes it in JSON.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from polytile import _polytile
from polytile._answers import whole
from polytile._limits import Limits
from polytile._questions import about, asked, number, up_to

if TYPE_CHECKING:
    from polytile import ExactCover, Problem, Slide

__all__ = ["Board", "Boards", "Choice", "Choices", "Givens", "Guesses", "Start", "Starts", "board", "givens", "number_mind", "pieces", "slide"]


def _read(text: str) -> Any:
    return _polytile._read(text, "the design")


@dataclass(frozen=True)
class Board:
    """A board with as many solutions as were wanted, and the puzzle that it is.

    >>> made = polytile.design.board("3x4", "1:L3,I3,domino", limit=1)
    >>> made.designs[0].cells
    8
    """

    number: int
    solutions: int
    cells: int
    problem: Problem
    grade: float | None


@dataclass(frozen=True)
class Boards:
    """What `board` has found: `found` boards of the `filled` ones, which the pieces cover, of all `boards` in the frame; a local search has
    `tried` so many of them.

    >>> polytile.design.board("3x3", "1:L3,I3,domino").complete
    True
    """

    found: int
    filled: int
    boards: int
    complete: bool
    designs: tuple[Board, ...]
    tried: int | None


def board(
    frame: Problem | str,
    pieces: str | None = None,
    *,
    solutions: int | str | None = None,
    area: int | None = None,
    connected: bool = False,
    no_holes: bool = False,
    symmetry: str | None = None,
    up_to_symmetry: bool | str = False,
    rank: str | None = None,
    grade: bool = False,
    seed: int | None = None,
    tries: int | None = None,
    limit: int | None = None,
    **limits: Unpack[Limits],
) -> Boards:
    """The boards inside a frame on which pieces have so many `solutions`: a number, `"1..3"` or `"2.."`; one, where that is not said.

    The frame is a problem, or a board beside a list of pieces. `symmetry` is `"any"`, `"turn"`, `"mirror"` or `"full"`.
    `rank` says which come first, as of the command: `"symmetry"`, say. `grade` says how hard each puzzle is. With a `seed` a local search goes through some of the boards, `tries` of them, where there are too
    many to see all.

    >>> made = polytile.design.board("3x3", "1:L3,I3,domino", connected=True, up_to_symmetry=True)
    >>> made.found == len(made.designs), {one.problem.count(up_to_symmetry=True) for one in made.designs}
    (True, {1})
    """
    question = {
        "question": "design_board",
        **_subject(frame, pieces),
        "solutions": solutions,
        "area": number(area),
        "connected": connected,
        "no_holes": no_holes,
        "symmetry": symmetry,
        "up_to": up_to(up_to_symmetry),
        "rank": rank,
        "grade": grade,
        "seed": number(seed),
        "tries": number(tries),
        "limit": number(limit),
    }
    answered = asked(question, limits)
    found = json.loads(answered.answer)
    designs = tuple(
        Board(one["number"], whole(one["solutions"]), whole(one["cells"]), _read(one["puzzle"]), one.get("grade"))
        for one in answered.parts
    )
    tried = found.get("tried")
    counted = (found["found"], found["filled"], whole(found["boards"]), found["complete"])
    return Boards(*counted, designs, None if tried is None else whole(tried))


@dataclass(frozen=True)
class Choice:
    """A choice of pieces with as many solutions as were wanted: `copies` as the keys of `Problem.count(by_piece=True)`, and the puzzle.

    >>> polytile.design.pieces("2x3", "0..2:trominoes").designs[0].copies
    (('I3', 2),)
    """

    number: int
    solutions: int
    copies: tuple[tuple[str, int], ...]
    grade: float | None
    problem: Problem


@dataclass(frozen=True)
class Choices:
    """What `pieces` has found: `found` choices of the `filling` ones, of all `choices` that have the area of the board.

    >>> found = polytile.design.pieces("2x3", "0..2:trominoes")
    >>> found.found, found.filling, found.choices
    (1, 2, 3)
    """

    found: int
    filling: int
    choices: int
    designs: tuple[Choice, ...]


def pieces(
    board: Problem | str,
    pieces: str | None = None,
    *,
    solutions: int | str | None = None,
    up_to_symmetry: bool | str = False,
    rank: str | None = None,
    grade: bool = False,
    limit: int | None = None,
    **limits: Unpack[Limits],
) -> Choices:
    """The choices of pieces that have so many `solutions` on a board: a number, `"1..3"` or `"2.."`; one, where that is not said.

    A piece of the list may be used once where its copies are not said. `rank` says which come first, as of the command; those with fewest
    solutions, where it is not said. `grade` says how hard each puzzle is.

    >>> [one.problem.count() for one in polytile.design.pieces("2x3", "0..2:trominoes", solutions="1..").designs]
    [1, 2]
    """
    question = {
        "question": "design_pieces",
        **_subject(board, pieces),
        "solutions": solutions,
        "up_to": up_to(up_to_symmetry),
        "rank": rank,
        "grade": grade,
        "limit": number(limit),
    }
    answered = asked(question, limits)
    found = json.loads(answered.answer)
    designs = (
        Choice(
            one["number"],
            whole(one["solutions"]),
            tuple((name, whole(copies)) for name, copies in one["copies"].items()),
            one.get("grade"),
            _read(one["puzzle"]),
        )
        for one in answered.parts
    )
    return Choices(found["found"], found["filling"], whole(found["choices"]), tuple(designs))


@dataclass(frozen=True)
class Givens:
    """Placements, or options of an exact cover, that leave one solution; `minimum` says whether it is proved that no fewer do; `grade` how hard the
    rest is. None where there is no solution. `state` is what a known board shows with them, and `clues` how many there were, if clues were left out.

    >>> found = polytile.design.givens("pentominoes-3x20")
    >>> len(found.given), found.minimum, found.problem.unique()
    (1, True, True)
    """

    given: tuple[str, ...] | None
    minimum: bool
    solutions: int | None
    problem: Problem | ExactCover | None
    grade: float | None
    state: str | None = None
    clues: int | None = None


def givens(puzzle: Problem | ExactCover | str, *, minimal: bool = False, **limits: Unpack[Limits]) -> Givens:
    """The fewest placements, or options of an exact cover, that leave one solution; with `minimal`, some of which none can be left out, which is
    quicker. The clues of a sudoku that has one solution are what is left out.

    >>> polytile.design.givens(polytile.Problem("2x3", "dominoes")).given
    ('domino on 0,0 0,1',)
    >>> found = polytile.design.givens("sudoku")
    >>> len(found.given), found.clues, found.problem.unique()
    (23, 30, True)
    """
    found = json.loads(asked({"question": "design_givens", **about(puzzle), "minimal": minimal}, limits).answer)
    given, solutions, text = found["given"], found["solutions"], found["puzzle"]
    return Givens(
        None if given is None else tuple(given),
        found["minimum"],
        None if solutions is None else whole(solutions),
        None if text is None else _read(text),
        found.get("grade"),
        found.get("state"),
        found.get("clues"),
    )


@dataclass(frozen=True)
class Guesses:
    """Guesses at a number, each with how many of its digits are right, that leave that number alone; `at_least` so many are needed.

    >>> found = polytile.design.number_mind("123")
    >>> found.cover.first(), found.minimum == (found.at_least == len(found.guesses))
    ('123', True)
    """

    guesses: tuple[tuple[str, int], ...]
    minimum: bool
    at_least: int
    cover: ExactCover
    grade: float | None


def number_mind(secret: str, *, right: int | None = None, **limits: Unpack[Limits]) -> Guesses:
    """The fewest guesses that leave a number of two to six digits, none of them with more than `right` of its digits.

    >>> polytile.design.number_mind("42").cover.unique()
    True
    """
    question = {"question": "design_number_mind", "secret": secret, "right": number(right)}
    found = json.loads(asked(question, limits).answer)
    guesses = ((one["digits"], one["correct"]) for one in found["guesses"])
    return Guesses(tuple(guesses), found["minimum"], found["at_least"], _read(found["written"]), found.get("grade"))


@dataclass(frozen=True)
class Start:
    """The hardest start with so many `pieces`: the moves it needs, how many starts need as many, and the puzzle; None where none is solvable.

    >>> made = polytile.design.slide(cars="3x3")
    >>> made.designs[-1].slide.solve(metric="move").length == made.designs[-1].moves
    True
    """

    pieces: int
    sets: int
    solvable: int
    complete: bool
    moves: int | None
    starts: int | None
    minimal: bool | None
    slide: Slide | None
    grade: float | None


@dataclass(frozen=True)
class Starts:
    """What `slide` has found: the hardest start for each number of pieces.

    >>> polytile.design.slide(cars="3x3").complete
    True
    """

    sets: int
    solvable: int
    moves: int | None
    complete: bool
    designs: tuple[Start, ...]


def slide(
    puzzle: Slide | str | None = None,
    *,
    cars: str | None = None,
    metric: str | None = None,
    walls: int | None = None,
    any_goal: bool = False,
    least: int | None = None,
    most: int | None = None,
    **limits: Unpack[Limits],
) -> Starts:
    """The hardest starts of sliding-block puzzles, for each number of pieces: of some pieces of `puzzle`, or of `cars` on a board of this size.

    `least` and `most` are numbers of pieces. So many `walls` are added in every way; with `any_goal` the goal may be wherever it can be
    shifted to.

    >>> polytile.design.slide(cars="3x3", metric="slide").designs[0].pieces
    1
    """
    question = {
        "question": "design_slide",
        **({} if puzzle is None else about(puzzle)),
        "cars": cars,
        "metric": metric,
        "walls": number(walls),
        "any_goal": any_goal,
        "from": number(least),
        "to": number(most),
    }
    answered = asked(question, limits)
    found = json.loads(answered.answer)
    designs = []
    for one in answered.parts:
        hardest = one["hardest"] or {"moves": None, "starts": None, "minimal": None, "puzzle": None, "grade": None}
        slide = None if hardest["puzzle"] is None else _read(hardest["puzzle"])
        row = (one["pieces"], one["sets"], one["solvable"], one["complete"])
        designs.append(Start(*row, hardest["moves"], hardest["starts"], hardest["minimal"], slide, hardest["grade"]))
    return Starts(found["sets"], found["solvable"], found["moves"], found["complete"], tuple(designs))


def _subject(board: Problem | str, pieces: str | None) -> dict[str, object]:
    """A problem, or a board and pieces."""
    return about(board) if pieces is None else {"board": board, "pieces": pieces}
