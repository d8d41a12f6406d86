"""Answers as data: what the engines have found, in words of Python."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from polytile._cells import Cell

if TYPE_CHECKING:
    import pandas

    from polytile import Problem, Tiling


def whole(number: int | str) -> int:
    """An integer, which beyond 2^53 is a text in JSON."""
    return int(number)


class Plain:
    """Answers that are shown as they are."""

    @staticmethod
    def _of(text: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(text)
        return found


class UsedPlacement(NamedTuple):
    """How many solutions use a placement.

    >>> polytile.Problem("2x3", "trominoes").inspect().placements[0].solutions
    1
    """

    piece: str
    cells: tuple[Cell, ...] | tuple[tuple[int, ...], ...]
    solutions: int


class UsedOption(NamedTuple):
    """How many solutions use an option.

    >>> polytile.ExactCover("ab", ["a", "b", "ab"]).inspect().options[2]
    UsedOption(items=('a', 'b'), solutions=1)
    """

    items: tuple[str, ...]
    solutions: int


@dataclass(frozen=True)
class Inspection:
    """What all solutions say about a puzzle.

    `nodes` are those of the search, `levels` the same by depth, `difficulty` the logarithm to base 10 of the nodes divided
    by the number of solutions and one; `only_one` are the items that a single option covers. `grade`, from 1 to 10, is how hard
    the puzzle is for somebody who reasons, and `techniques` how often each is the hardest that a step needs; None and empty where
    there is no solution.

    >>> found = polytile.Problem("2x3", "trominoes").inspect()
    >>> found.solutions, len(found.placements), found.forced
    (3, 10, ())
    """

    solutions: int
    nodes: int
    levels: tuple[int, ...]
    difficulty: float
    only_one: tuple[str, ...]
    placements: tuple[UsedPlacement, ...]
    options: tuple[UsedOption, ...]
    grade: float | None
    techniques: tuple[tuple[str, float], ...]

    @staticmethod
    def _of(text: str) -> Inspection:
        found = json.loads(text)
        grade = found["grade"] or {"grade": None, "techniques": []}
        # Cells of other lattices have no rows and columns.
        cell = tuple if "lattice" in found else Cell._make
        placements = (
            UsedPlacement(one["piece"], tuple(map(cell, one["cells"])), whole(one["solutions"]))
            for one in found.get("placements") or ()
        )
        options = (UsedOption(tuple(one["items"]), whole(one["solutions"])) for one in found.get("options") or ())
        return Inspection(
            solutions=whole(found["solutions"]),
            nodes=whole(found["nodes"]),
            levels=tuple(map(whole, found["levels"])),
            difficulty=found["difficulty"],
            only_one=tuple(found["only_one"]),
            placements=tuple(placements),
            options=tuple(options),
            grade=grade["grade"],
            techniques=tuple((one["technique"], one["times"]) for one in grade["techniques"]),
        )

    @property
    def forced(self) -> tuple[UsedPlacement | UsedOption, ...]:
        """What all solutions use."""
        used: Sequence[UsedPlacement | UsedOption] = self.placements or self.options
        return tuple(one for one in used if self.solutions and one.solutions == self.solutions)

    @property
    def useless(self) -> tuple[UsedPlacement | UsedOption, ...]:
        """What no solution uses."""
        used: Sequence[UsedPlacement | UsedOption] = self.placements or self.options
        return tuple(one for one in used if one.solutions == 0)

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each placement or option, and how many solutions use it.

        >>> polytile.Problem("2x3", "trominoes").inspect().to_pandas().shape
        (10, 3)
        """
        import pandas

        return pandas.DataFrame([one._asdict() for one in self.placements or self.options])


@dataclass(frozen=True)
class Circuit:
    """A walk around a board that proves that there is no tiling: made by `Problem.why` where no weights prove it.

    `steps` are permutations of some points, one for each direction of a step along edges. A walk around a piece leaves all points where they
    are; one around the board moves them to `moved`. Its text is the proof in sentences.

    >>> why = polytile.Problem("hex-triangle:8", "tribone").why()
    >>> why.verdict, len(why.steps), len(why.moved)
    ('impossible', 3, 8)
    """

    steps: tuple[tuple[int, ...], ...]
    moved: tuple[int, ...]
    sentences: tuple[str, ...]

    @staticmethod
    def _of(text: str) -> Circuit:
        found = json.loads(text)
        return Circuit(tuple(map(tuple, found["steps"])), tuple(found["moved"]), tuple(found["explanation"]))

    @property
    def verdict(self) -> Literal["impossible"]:
        """`"impossible"`, as `Certificate` and `Verdict` have it."""
        return "impossible"

    def __bool__(self) -> Literal[True]:
        return True

    def to_json(self) -> str:
        """The permutations as JSON, as the command reads them.

        >>> polytile.Problem("hex-triangle:8", "tribone").why().to_json().startswith('{"steps": [[')
        True
        """
        return json.dumps({"steps": self.steps})

    def __str__(self) -> str:
        return "\n".join(self.sentences)


@dataclass(frozen=True)
class Verdict:
    """What `Problem.why` knows of a board where no short reason was found: it is false, since it proves nothing.

    `verdict` is `"possible"` where a search found a tiling, which is `tiling`; `"impossible"` where it went through everything; and
    `"unknown"` where it was given up. `nodes` are those of that search.

    >>> why = polytile.Problem("2x3", "L3").why()
    >>> why.verdict, "proved" if why else "searched", len(why.tiling)
    ('possible', 'searched', 2)
    """

    verdict: Literal["possible", "impossible", "unknown"]
    nodes: int
    tiling: Tiling | None

    @staticmethod
    def _of(text: str, tiling: Tiling | None) -> Verdict:
        found = json.loads(text)
        verdicts: dict[bool | None, Literal["possible", "impossible", "unknown"]] = {
            True: "possible",
            False: "impossible",
            None: "unknown",
        }
        return Verdict(verdicts[found["exists"]], whole(found["nodes"]), tiling)

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return {
            "possible": "there is a tiling",
            "impossible": f"there is no tiling: a search went through all possibilities ({self.nodes} nodes); no short reason was found",
            "unknown": "no short reason was found; whether there is a tiling is not known: "
            f"a search was given up after {self.nodes} nodes",
        }[self.verdict]


@dataclass(frozen=True)
class Hint:
    """What to lay next, and why: `piece` on `cells`, or no piece where nothing leads on; then `take_back` of the last pieces.

    Of an exact cover, `choose` is the items of the option that is to be chosen. `technique` is the hardest that has to be seen, `because`
    what is ruled out before, in sentences.

    >>> hint = polytile.Problem("2x3", "L3,I3").hint("LL?/L??")
    >>> print(hint)
    Lay L3 on 0,2 1,1 1,2: nothing else can cover the corner 0,2.
    >>> hint.piece, hint.technique
    ('L3', 'only-way')
    """

    piece: str | None
    cells: tuple[Cell | tuple[int, ...], ...]
    take_back: int
    reason: str
    technique: str | None
    sentence: str
    because: tuple[str, ...]
    choose: tuple[str, ...] | None = None

    @staticmethod
    def _of(text: str) -> Hint:
        found = json.loads(text)
        lay = found["lay"] or {"piece": None, "cells": []}
        cell = tuple if any(len(cell) != 2 for cell in lay["cells"]) else Cell._make
        return Hint(
            piece=lay["piece"],
            cells=tuple(map(cell, lay["cells"])),
            take_back=found["take_back"],
            reason=found["reason"],
            technique=found.get("technique"),
            sentence=found["sentence"],
            because=tuple(one["sentence"] for one in found.get("because", [])),
            choose=tuple(found["choose"]) if "choose" in found else None,
        )

    def __str__(self) -> str:
        return "\n".join([self.sentence, *(f"- {sentence}" for sentence in self.because)])


@dataclass(frozen=True)
class Hardest:
    """A position from which the nearest goal is farthest: how far, how many are as hard, and the position drawn.

    >>> polytile.Slide("klotski").explore(hardest=True).hardest.distance
    126
    """

    distance: int
    states: int
    goals: int
    position: str


@dataclass(frozen=True)
class Explored:
    """What is known about all states of a sliding-block puzzle.

    `histogram[d]` is the number of states at distance d from the start, `eccentricity` the largest distance, `edges` the
    number of pairs one move apart, `solved_in` the distance of the nearest goal, `farthest` a farthest position, drawn.
    `diameter` is a pair of bounds; `components` maps sizes of components to how many there are.

    >>> polytile.Slide("klotski").explore(metric="move").histogram[:5]
    (1, 8, 10, 15, 18)
    """

    metric: str
    states: int
    eccentricity: int
    edges: int
    one_neighbour: int
    solved_in: int | None
    legal: int | None
    histogram: tuple[int, ...]
    farthest: str
    engine: str
    components: tuple[tuple[int, int], ...] | None = None
    diameter: tuple[int, int] | None = None
    hardest: Hardest | None = None

    @staticmethod
    def _of(text: str) -> Explored:
        found = json.loads(text)
        legal, components, diameter = found["legal"], found.get("components"), found.get("diameter")
        hardest = found.get("hardest")
        return Explored(
            metric=found["metric"],
            states=whole(found["states"]),
            eccentricity=whole(found["eccentricity"]),
            edges=whole(found["edges"]),
            one_neighbour=whole(found["one_neighbour"]),
            solved_in=found["solved_in"],
            legal=None if legal is None else whole(legal),
            histogram=tuple(map(whole, found["depth_histogram"])),
            farthest=found["farthest"],
            engine=found["engine"],
            components=components
            and tuple((whole(one["size"]), whole(one["count"])) for one in components["sizes"]),
            diameter=diameter and (diameter["lower"], diameter["upper"]),
            hardest=hardest
            and Hardest(
                hardest["distance"], whole(hardest["states"]), whole(hardest["goals"]), hardest["position"]
            ),
        )


@dataclass(frozen=True)
class Recurrence:
    """A linear recurrence, which holds from `first_index` on, with the terms before, and the generating function.

    a(n) is 0 wherever `step` does not divide n, and `signature` has the factors of the recurrence of a(step n). `proved` says
    whether it is proved for all n, and `evidence` by what.

    >>> found = polytile.series(2, "dominoes").recurrence
    >>> str(found), found.order, found.proved
    ('a(n) = a(n-1) + a(n-2)', 2, True)
    """

    recurrence: str
    coefficients: tuple[int, ...]
    first_index: int
    initial: tuple[int, ...]
    generating_function: str
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    step: int
    signature: tuple[int, ...]
    proved: bool
    evidence: str

    @staticmethod
    def _of(text: str) -> Recurrence:
        found = json.loads(text)
        for key in ("coefficients", "initial", "numerator", "denominator", "signature"):
            found[key] = tuple(map(whole, found[key]))
        return Recurrence(**found)

    @property
    def order(self) -> int:
        """How far back it reaches."""
        return len(self.coefficients)

    def __str__(self) -> str:
        return self.recurrence


@dataclass(frozen=True)
class Tabled(Mapping[tuple[int, int], int]):
    """The numbers of tilings of the boards of a table, by n and k, in the order in which the OEIS lists them.

    `boards` and `terms` are those in this order, `what` says what is counted, and `cross_check` who found the same, where that
    was asked for.

    >>> found = polytile.table("trominoes", antidiagonals=9)
    >>> found[3, 6], found.terms[:9], found.what
    (170, (1, 1, 1, 1, 0, 1, 1, 0, 0), 'the number of tilings of the n X k rectangle by I3, L3')
    """

    pieces: tuple[str, ...]
    what: str
    listing: str
    to: int
    boards: tuple[tuple[int, int], ...]
    terms: tuple[int, ...]
    cross_check: str | None
    #: As the command prints it: a b-file of the OEIS with its comment lines, or rows and columns.
    text: str

    @staticmethod
    def _of(answer: str, text: str) -> Tabled:
        found = json.loads(answer)
        return Tabled(
            tuple(found["pieces"]),
            found["what"],
            found["listing"],
            whole(found["to"]),
            tuple((n, k) for n, k in found["boards"]),
            tuple(map(whole, found["terms"])),
            found.get("cross_check"),
            text,
        )

    def __getitem__(self, board: tuple[int, int]) -> int:
        try:
            return self.terms[self.boards.index(board)]
        except ValueError:
            raise KeyError(board) from None

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)


@dataclass(frozen=True)
class Ratio:
    """The limit of a(n + step) / a(n), as the largest root of its minimal polynomial.

    `decimals` is cut off after 40 digits, not rounded. `polynomial` has the coefficients from x^0 on, and `minimal_polynomial` is the same
    as it is written. `proved` says whether the recurrence behind it holds for all n, `evidence` what that rests on.

    >>> ratio = polytile.series(2, "dominoes").growth.ratio
    >>> ratio.minimal_polynomial, ratio.polynomial, ratio.proved
    ('x^2 - x - 1', (-1, -1, 1), True)
    >>> str(ratio)
    '1.6180339887498948482045868343656381177203'
    """

    decimals: Decimal
    step: int
    minimal_polynomial: str
    polynomial: tuple[int, ...]
    proved: bool
    evidence: str

    @staticmethod
    def _read(found: dict[str, Any]) -> Ratio:
        return Ratio(
            # A decimal is made of a text as it is, whatever the precision of the context.
            Decimal(found["decimals"]),
            found["step"],
            found["minimal_polynomial"],
            tuple(map(whole, found["polynomial"])),
            found["proved"],
            found["evidence"],
        )

    def __str__(self) -> str:
        return str(self.decimals)

    def __float__(self) -> float:
        return float(self.decimals)


@dataclass(frozen=True)
class Growth:
    """How fast a series grows, as far as that settles.

    `entropy` is the limit of ln a(n) / (width n), of which `digits` decimals can be relied on; `factor` is that from row to
    row; terms that are not 0 recur with `period`. `ratio` is the factor as an algebraic number, a `Ratio`, where the terms show a
    recurrence of a moderate order, and else None.

    >>> growth = polytile.series(3, "trominoes").growth
    >>> growth.period, abs(float(growth.ratio) - growth.factor) < 1e-9
    (1, True)
    """

    entropy: float | None
    digits: int | None
    factor: float | None
    period: int | None
    ratio: Ratio | None = None

    @staticmethod
    def _of(text: str) -> Growth:
        found = json.loads(text)
        ratio = Ratio._read(found["ratio"]) if found["ratio"] else None
        return Growth(found["entropy"], found["digits"], found["lambda"], found["period"], ratio)


class Tromino(NamedTuple):
    """A piece of a board of Golomb's: its cells, the level of the induction that lays it, and its colour, 0 to 2.

    >>> polytile.golomb(1, hole=(0, 0)).cell(1, 1)
    Tromino(cells=((0, 1), (1, 0), (1, 1)), level=1, colour=0)
    """

    cells: tuple[tuple[int, int], ...]
    level: int
    colour: int


class Transformation(NamedTuple):
    """A step of a chain between tilings: the rules that allow it, and the tiling that it makes, with its number from 0.

    >>> problem = polytile.Problem("pentominoes-3x20")
    >>> first, second = problem.classes().tilings
    >>> [step.rules for step in polytile.relate(first, second).steps]
    ['S']
    """

    number: int
    rules: str
    tiling: Tiling


@dataclass(frozen=True)
class Related:
    """How two tilings are related: `same` up to the symmetries of the puzzle, or by the `steps` that make the one of the other.

    `first` and `second` are their numbers, from 0, as of `Classes`.

    >>> problem = polytile.Problem("pentominoes-3x20")
    >>> first, second = problem.classes().tilings
    >>> found = polytile.relate(first, second)
    >>> found.related, found.same, len(found.steps)
    (True, False, 1)
    """

    first: int
    second: int
    same: bool
    related: bool
    steps: tuple[Transformation, ...]

    @staticmethod
    def _of(text: str, problem: Problem) -> Related:
        found = json.loads(text)
        steps = (
            Transformation(
                one["tiling"] - 1,
                "".join(way["rule"] for way in one["ways"]),
                problem.tiling(json.dumps({"pieces": one["pieces"]})),
            )
            for one in found["steps"]
        )
        return Related(found["a"] - 1, found["b"] - 1, found["same"], found["related"], tuple(steps))


@dataclass(frozen=True)
class Deficient:
    """Whether L-trominoes tile a rectangle, whole or with one cell missing: with the theorem or the obstacle.

    `tilings` is their number, where that was asked for; otherwise `blocks` are what the rectangle is cut into.

    >>> found = polytile.deficient(4, 4, (0, 1))
    >>> found.tilable, len(found.tiling)
    (True, 5)
    >>> print(polytile.deficient(7, 11, (0, 3)).obstacle)
    76 cells are no multiple of 3, and a tromino covers three
    """

    rows: int
    columns: int
    hole: tuple[int, int] | None
    tilable: bool
    theorem: str | None
    source: str | None
    obstacle: str | None
    blocks: tuple[tuple[int, int, int, int], ...]
    pieces: str | None
    tilings: int | None = None

    @staticmethod
    def _of(text: str) -> Deficient:
        found = json.loads(text)
        hole, pieces = found["hole"], found.get("pieces")
        return Deficient(
            rows=found["board"]["rows"],
            columns=found["board"]["columns"],
            hole=hole and (hole[0], hole[1]),
            tilable=found["tilable"],
            theorem=found["theorem"],
            source=found["source"],
            obstacle=found["obstacle"],
            blocks=tuple(
                (one["row"], one["column"], one["rows"], one["columns"]) for one in found.get("blocks") or ()
            ),
            pieces=None if pieces is None else json.dumps({"pieces": pieces}),
            tilings=None if found.get("count") is None else whole(found["count"]),
        )

    @property
    def problem(self) -> Problem:
        """The board with its piece."""
        from polytile import Problem

        holes = [self.hole] if self.hole else []
        return Problem(f"{self.rows}x{self.columns}", "L3", remove=holes)

    @property
    def tiling(self) -> Tiling | None:
        """A tiling, if there is one."""
        return None if self.pieces is None else self.problem.tiling(self.pieces)

    def _repr_svg_(self) -> str | None:
        tiling = self.tiling
        return self.problem._repr_svg_() if tiling is None else tiling._repr_svg_()


class Marginals(Mapping[Any, Fraction]):
    """For each option of a family the share of the sets that have it: a mapping to exact fractions.

    `counts` are numbers of sets, in the order of the options, and `total` is the number of all.

    >>> marginals = polytile.Problem("2x3", "trominoes").zdd().marginals()
    >>> marginals["I3@0,0+0,1+0,2"], marginals.total
    (Fraction(1, 3), 3)
    """

    __slots__ = ("_index", "counts", "options", "total")

    def __init__(self, options: tuple[Any, ...], counts: tuple[int, ...], total: int) -> None:
        self.options = options
        self.counts = counts
        self.total = total
        self._index = {option: number for number, option in enumerate(options)}

    def __getitem__(self, option: Any) -> Fraction:
        return Fraction(self.counts[self._index[option]], max(self.total, 1))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def __hash__(self) -> int:
        return hash((self.options, self.counts, self.total))

    def __repr__(self) -> str:
        return f"<Marginals of {len(self)} options, {self.total} sets>"

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each option: the number of sets that have it, and their share.

        >>> polytile.Problem("2x3", "trominoes").zdd().marginals().to_pandas().columns.tolist()
        ['option', 'count', 'share']
        """
        import pandas

        shares = [float(Fraction(count, max(self.total, 1))) for count in self.counts]
        return pandas.DataFrame({"option": list(self.options), "count": list(self.counts), "share": shares})

    def _repr_html_(self) -> str:
        from polytile._show import table

        rows = [(option, count, float(self[option])) for option, count in zip(self.options, self.counts, strict=True)]
        return table(("option", "count", "share"), rows)
