"""The types of the extension: written by `stubs.py`."""

import os
import typing
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Iterator
from typing import Any, Final, SupportsIndex, final

import networkx
import numpy
import numpy.typing

from polytile._answers import Circuit, Explored, Growth, Hint, Inspection, Marginals, Recurrence, Tromino, Verdict
from polytile._cells import Cell
from polytile._progress import Progress
from polytile._tables import Table

Board: typing.TypeAlias = "str | Region | Iterable[str] | Iterable[Iterable[object]] | numpy.typing.NDArray[typing.Any]"
Pieces: typing.TypeAlias = "str | Piece | PieceSet | Iterable[str | Piece | PieceSet]"

__all__ = ['VERSION', 'Certificate', 'Classes', 'Covers', 'Distances', 'ExactCover', 'Family', 'Golomb', 'Graph', 'Heat', 'Members', 'Piece', 'PieceSet', 'Position', 'Problem', 'Region', 'Sampler', 'Series', 'Slide', 'Solution', 'Tiling', 'Tilings', '_ask', '_family', '_limits', '_puzzle', '_read', '_restore', '_shipped', '_unpacked']
VERSION: Final[str]


@typing.final
class Certificate:
    """
    Weights on the cells of a board that prove that there is no tiling: made by `Problem.why`.

    Its text is the proof in sentences; `check()` makes the proof again by code that shares nothing with what found it.

    >>> why = polytile.Problem("mutilated-chessboard").why()
    >>> why.board, why.possible, why.check()
    (-2, [0], True)
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def __str__(self, /) -> str: ...

    def _repr_svg_(self, /) -> str:
        """
        The weights as a picture.
        """

    @property
    def board(self, /) -> int:
        """
        What the board weighs.
        """

    def check(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> bool:
        """
        Whether the weights prove it, found out anew.

        >>> polytile.Problem("mutilated-chessboard").why().check()
        True
        """

    @property
    def modulus(self, /) -> int | None:
        """
        What weights are read modulo, if anything.
        """

    @property
    def possible(self, /) -> list[int] | None:
        """
        What pieces that cover as many cells can weigh together, where that is a list; None where it is a bound.
        """

    @property
    def problem(self, /) -> Problem:
        """
        The problem that has no tiling.
        """

    def to_json(self, /) -> str:
        """
        The weights as JSON, as the command reads and writes it.

        >>> polytile.Problem("3x3", "I4").why().to_json()
        '{"weights":[[1,1,1],[1,1,1],[1,1,1]]}'
        """

    @property
    def verdict(self, /) -> typing.Literal['impossible']:
        """
        `"impossible"`: as `Circuit` and `Verdict` have it, which `Problem.why` returns where there are no such weights.
        """

    @property
    def weights(self, /) -> list[list[int | None]]:
        """
        A weight for each cell of the board, row by row; None for a hole.
        """


@typing.final
class Classes:
    """
    The classes of related tilings of a problem: made by `polytile.classes`.

    Tilings are numbered from 0, one of each symmetry class; classes too, the largest first. Two tilings are related when
    one becomes the other by a symmetric subset (`S`), by a congruent swap (`W`), or by rearranging two pieces (`P`).

    >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    >>> len(classes.tilings), len(classes), classes.sizes
    (2, 1, [2])
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __getitem__(self, class_: SupportsIndex, /) -> list[Tiling]:
        """
        The tilings of a class.
        """

    def __hash__(self, /) -> int: ...

    def __len__(self, /) -> int: ...

    def __reduce__(self, /) -> tuple[object, ...]:
        """
        A pickle holds the problem, and finds the classes again.
        """

    def __repr__(self, /) -> str: ...

    def _repr_svg_(self, /) -> str: ...

    def graph_svg(self, /, class_: SupportsIndex, *, title: str | None=None, view: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> str:
        """
        The graph of one class as a picture in SVG, seen as `svg` says.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> classes.graph_svg(0)[:4]
        '<svg'
        """

    def index(self, /, tiling: Tiling | int) -> int:
        """
        The number of a tiling among `tilings`; the tiling may lie in any way.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> classes.index(classes.tilings[1])
        1
        """

    def members(self, /, class_: SupportsIndex) -> list[int]:
        """
        The numbers of the tilings of a class.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> classes.members(0)
        [0, 1]
        """

    def neighbours(self, /, tiling: Tiling | int, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[tuple[int, Tiling, str]]:
        """
        The tilings that a tiling is related to, as they result from it, each with its number and with what moves.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> [(number, words) for number, tiling, words in classes.neighbours(0)]
        [(1, 'S (F5 L5 N5 T5 W5 Y5 Z5 turned by 180 degrees)')]
        """

    def of(self, /, tiling: Tiling | int) -> int:
        """
        The class of a tiling, by its number; the tiling may lie in any way.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> classes.of(0), classes.of(classes.tilings[1])
        (0, 0)
        """

    def pairs(self, /) -> Table:
        """
        All related pairs as a table: the numbers of two tilings, the rules that relate them, as in `S+P`, and how many pieces move
        at least.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> list(classes.pairs())
        [(0, 1, 'S', 7)]
        """

    @property
    def problem(self, /) -> Problem:
        """
        The problem.
        """

    def report(self, /) -> dict[str, typing.Any]:
        """
        Everything that the command reports, as a dict: numbers of pairs by rules, sizes, what the search went through.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> classes.report()["related_pairs"]
        1
        """

    @property
    def sizes(self, /) -> list[int]:
        """
        The sizes of the classes, the largest first.
        """

    def svg(self, /, *, view: str | None=None) -> str:
        """
        Pictures of the classes, the largest first, in SVG; cubes and prisms in `"layers"`, or with `view="isometric"` as solid pieces.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> classes.svg()[:4]
        '<svg'
        """

    @property
    def tilings(self, /) -> list[Tiling]:
        """
        All tilings, one of each symmetry class.
        """

    def to_networkx(self, /) -> networkx.Graph[int]:
        """
        The relations as a graph of networkx: tilings by their numbers, `rules` and `moved` on its edges.

        >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
        >>> classes.to_networkx().edges[0, 1]["rules"]
        'S'
        """


@typing.final
class Covers:
    """
    An iterator over the solutions of an exact cover, made by `ExactCover.solve`: tuples of the names of options, or texts of
    digits where it is a Number Mind.

    >>> covers = polytile.ExactCover("ab", ["a", "b", "ab"]).solve()
    >>> next(covers), covers.found
    ((0, 1), 1)
    """

    def __iter__(self, /) -> Covers: ...

    def __next__(self, /) -> typing.Any: ...

    def __repr__(self, /) -> str: ...

    def checkpoint(self, /) -> str | None:
        """
        What is left, as a text for `ExactCover.solve(resume=...)`.

        >>> cover = polytile.ExactCover("ab", ["a", "b", "ab"])
        >>> covers = cover.solve()
        >>> first = next(covers)
        >>> list(cover.solve(resume=covers.checkpoint())) == list(covers)
        True
        """

    def count(self, /) -> int:
        """
        How many solutions are left, counted one by one; afterwards there are none.

        >>> polytile.ExactCover("ab", ["a", "b", "ab"]).solve().count()
        2
        """

    @property
    def found(self, /) -> int:
        """
        How many solutions were handed out, those before a checkpoint included.
        """


@typing.final
class Distances:
    """
    How far every position is from the nearest goal: made by `Slide.distances`.

    >>> slide = polytile.Slide("A..\\n\\n..A\\n")
    >>> slide.distances().of("A..")
    (2, ('A', 'right'))
    """

    @property
    def metric(self, /) -> str:
        """
        What counts as one move.
        """

    def of(self, /, position: Position | str, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> tuple[int, tuple[str, str] | None] | None:
        """
        Moves to the nearest goal from a position, and a first one of them, None at a goal; None where no goal can be reached.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.distances(metric="step").of(".A.")
        (1, ('A', 'right'))
        """


@typing.final
class ExactCover:
    """
    Items and options: choose options so that every item is covered as often as it asks for.

    `items` are covered exactly once, or as often as `multiplicities` says: a dict to numbers, or to pairs of a least and
    a largest one. `secondary` items are covered at most once, or by options that all give them the same colour. `options`
    is a dict from names to lists of items, or a list of such lists, whose options are then called 0, 1, ... A colour is given to
    an item by a pair `(item, colour)` in its place, or by `colours`: a dict from the name of an option to a dict from items to colours. Items
    are texts, or anything else that can be hashed.

    Raises `InputError` where items and options do not fit together.

    >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    >>> list(cover.solve())
    [('one', 'two'), ('three', 'four')]
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __new__(cls, /, items: Iterable[Hashable], options: Mapping[typing.Any, Iterable[typing.Any]] | Iterable[Iterable[typing.Any]], *, secondary: Iterable[Hashable] | None=None, colours: Mapping[typing.Any, Mapping[typing.Any, typing.Any]] | None=None, multiplicities: Mapping[typing.Any, int | tuple[int, int]] | None=None) -> ExactCover: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def best(self, /, k: int, weights: dict[typing.Any, int] | None=None, *, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[tuple[int, typing.Any]]:
        """
        The k solutions of least weight, lightest first, each as a pair of weight and solution; fewer where there are no more.

        Options weigh what they cost in the text that the cover was read from, or else as `weights` says: a dict from the names of options to
        whole numbers, where what is not named weighs 0; of a Number Mind from texts such as `"1=5"`, a place and a digit.
        `engine` is `"bounds"` or `"zdd"`; `cross_check` asks the other too, and compares the weights. What is lightest so far at a limit is
        `had` of the exception.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.best(2, {"one": 7, "three": 1, "four": -2})
        [(-1, ('three', 'four')), (7, ('one', 'two'))]
        """

    def check(self, /, solution: Iterable[Hashable] | str, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[str]:
        """
        What is wrong with a solution, in sentences; an empty list where it is one. `solution` is what `solve` gives, or a text as the command
        prints solutions: what a known board shows, such as the 81 digits of a sudoku, or the items of each option with `;` between options.
        A text lists items, not the names of options; where several options have the same items, each time the next of them. Twenty faults of a
        solution are listed, and then how many more there are. The check shares no code with any engine.

        Raises `InputError` when the text cannot be read, or something is no option.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.check(("one", "two")), cover.check("a b; c"), cover.check(["one", "three"])
        ([], [], ['item `b` is covered 2 times, not 1'])
        """

    def count(self, /, *, engine: str | None=None, part: tuple[int, int] | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> int:
        """
        The number of solutions, an exact integer: by a search, or by a diagram where a search would take long. `engine` is
        `"bitboard"`, `"sparse"` or `"zdd"`; `part=(k, n)` counts those of the k-th of n parts, as in `solve`; `cross_check` counts again by
        another engine and compares.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.count(), cover.count(engine="zdd")
        (2, 2)
        """

    def first(self, /, *, seed: int | None=None, engine: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> typing.Any:
        """
        The first solution that is found, or None if there is none. `seed` tries options in a random order; `engine` is `"bitboard"` or
        `"sparse"`.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.first()
        ('one', 'two')
        """

    @staticmethod
    def from_dlx(text: str) -> ExactCover:
        """
        An exact cover from Knuth's DLX text: items on the first line, an option to a line.

        >>> list(polytile.ExactCover.from_dlx("a b c\\na b\\nc\\n").solve())
        [(0, 1)]
        """

    @staticmethod
    def from_guesses(text: str) -> ExactCover:
        """
        A Number Mind: a guess and how many of its digits are right on each line, as in `90342 ;2`.

        >>> list(polytile.ExactCover.from_guesses("12 ;2\\n").solve())
        ['12']
        """

    @staticmethod
    def from_json(text: str) -> ExactCover:
        """
        An exact cover from JSON as the command reads and writes it.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> polytile.ExactCover.from_json(cover.to_json()).count()
        2
        """

    def hint(self, /, state: Iterable[Hashable] | str | None=None, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Hint:
        """
        What to choose next, and why, as a person would see it. `state` says what is chosen already, as in `check`; of a sudoku, 81 digits with
        `.` for an open cell. The clues of a sudoku are chosen from the beginning.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.hint(["four"]).choose
        ('b', 'c')
        """

    def inspect(self, /, *, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Inspection:
        """
        What all solutions say: which options are in all of them or in none, and how hard the search is.
        `engine` is `"bitboard"` or `"sparse"`; `cross_check` asks another engine too, and compares.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.inspect().solutions, cover.inspect().options[0]
        (2, UsedOption(items=('a', 'b'), solutions=1))
        """

    def is_solution(self, /, solution: Iterable[Hashable] | str, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> bool:
        """
        Whether it is a solution, said as in `check`.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.is_solution(("one", "two")), cover.is_solution(["one", "three"])
        (True, False)
        """

    @property
    def items(self, /) -> tuple[str, ...]:
        """
        The names of the items: those that must be covered, then the secondary ones, as they were given.
        """

    @property
    def options(self, /) -> dict[typing.Any, tuple[str, ...]]:
        """
        The options: what each is called, and the names of its items, with their colours as in `x:red`.
        """

    def sample(self, /, number: int | None=None, *, seed: int | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[typing.Any]:
        """
        Solutions at random, each as likely as any other, as `solve` gives them; a seed means the same ones everywhere. An empty list
        where there is none. What had been drawn before a limit is `had` of the exception. They are drawn from a diagram of all
        solutions; `cross_check` counts these by a search too, and compares.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> sorted(set(cover.sample(20, seed=1)))
        [('one', 'two'), ('three', 'four')]
        """

    def solve(self, /, *, seed: int | None=None, part: tuple[int, int] | None=None, resume: str | None=None, engine: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Covers:
        """
        An iterator over the solutions: tuples of the names of options, in their order; of a Number Mind, texts of digits.
        The arguments are those of `Problem.solve`: `seed`, `part`, `resume`, and `engine`, `"bitboard"` or `"sparse"`.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> [cover.solve(part=(k, 2)).count() for k in (1, 2)]
        [1, 1]
        """

    @property
    def title(self, /) -> str | None:
        """
        What it is called, if it has a name.
        """

    def to_dlx(self, /) -> str:
        """
        The cover as Knuth's DLX text.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> polytile.ExactCover.from_dlx(cover.to_dlx()).count()
        2
        """

    def to_json(self, /) -> str:
        """
        The cover as JSON that the command reads.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> polytile.parse(cover.to_json()).count()
        2
        """

    def unique(self, /, *, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> bool:
        """
        Whether there is exactly one solution; `engine` is `"bitboard"` or `"sparse"`; `cross_check` asks another engine too, and compares.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> cover.unique()
        False
        """

    def why(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[int] | list[str] | None:
        """
        A reason why there is no solution: the items that no option covers, or of a Number Mind a smallest set of guesses that
        contradict each other, by their lines from 1. None where there is a solution, or no such reason.

        >>> polytile.number_mind({"34": 0, "12": 2, "13": 2}).why()
        [2, 3]
        >>> polytile.ExactCover("abc", ["a", "ab"]).why()
        ['c']
        """

    def zdd(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        All solutions at once, as a family in a decision diagram.

        >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
        >>> sorted(sorted(chosen) for chosen in cover.zdd())
        [['four', 'three'], ['one', 'two']]
        """


@typing.final
class Family:
    """
    A family of sets: all tilings of a problem, all solutions of an exact cover, or sets of anything.

    Made by `zdd()` of a `Problem` or an `ExactCover`, `Family.from_sets`, `Family.load`, or a `Spec`. Families over the same
    options are combined by `&`, `|`, `-`, `^` and compared by `<=`, `<`, `==`. Its members are in the order of the
    options: `f[i]` is number i, from 0, `f.rank(f[i]) == i`.

    `len(f)` raises `OverflowError` beyond 2^63 - 1; `f.count()` never does.

    >>> family = polytile.Problem("2x2", "dominoes").zdd()
    >>> family.count(), family.names[0]
    (2, 'domino@0,0+0,1')
    """

    def __and__(self, other: Family, /) -> Family:
        """
        The sets of both.
        """

    def __bool__(self, /) -> bool: ...

    def __contains__(self, member: Any, /) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __ge__(self, other: Family, /) -> bool: ...

    def __getitem__(self, index: SupportsIndex, /) -> typing.Any:
        """
        Number i, from 0; from the end where i is negative.
        """

    def __gt__(self, other: Family, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __iter__(self, /) -> Members: ...

    def __le__(self, other: Family, /) -> bool: ...

    def __len__(self, /) -> int: ...

    def __lt__(self, other: Family, /) -> bool: ...

    def __ne__(self, other: object, /) -> bool: ...

    def __or__(self, other: Family, /) -> Family:
        """
        The sets of either.
        """

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def __sub__(self, other: Family, /) -> Family:
        """
        The sets of this one that the other has not.
        """

    def __xor__(self, other: Family, /) -> Family:
        """
        The sets of exactly one.
        """

    def _repr_svg_(self, /) -> str: ...

    def best(self, /, k: int, weights: Mapping[typing.Any, int] | Iterable[int], *, heaviest: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[tuple[int, typing.Any]]:
        """
        The k sets of least weight, lightest first, each as a pair of weight and set; `heaviest=True`: of most weight.

        `weights` are whole numbers: a dict by options, or by pieces for all options of a piece, where what is not named weighs
        0; or one for each option.

        >>> family = polytile.Problem("2x3", "trominoes").zdd()
        >>> [weight for weight, tiling in family.best(2, {"L3": 5})]
        [0, 10]
        """

    def by_size(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> dict[int, int]:
        """
        The number of sets of each size.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sets.by_size()
        {1: 1, 2: 2}
        """

    def closure(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The intersections of one or more of the sets.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}])
        >>> sorted(map(sorted, sets.closure()))
        [[1, 2], [2], [2, 3]]
        """

    def complement(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of options that are not in the family.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sets.complement().count()
        5
        """

    def count(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> int:
        """
        The number of sets, an exact integer.

        >>> polytile.Problem("12x12", "trominoes").zdd().count()
        17735061025562799941630
        """

    def dot(self, /) -> str:
        """
        The diagram in the language of Graphviz, of at most 500 nodes.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sets.dot().startswith("digraph")
        True
        """

    @staticmethod
    def eval(expression: str, families: Mapping[str, Family | str] | None=None, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        What an expression over families says: names with the signs `&`, `|`, `^`, `-` and `~` between them, and functions, as in
        `"a & minimal(b - {x y})"` or `"paths(grid:8x8, 1, 64)"`.

        `families` says what the names stand for: a `Family`, or a text with a set on each line, or with a graph where it is that of a
        function of graphs. Other names are those of shipped puzzles, and of graphs such as `grid:8x8`. Options are called by
        their names, and those with one name are the same.

        Raises `InputError` where the expression or a text cannot be read.

        >>> polytile.Family.eval("paths(grid:8x8, 1, 64)").count()
        789360053252
        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, polytile.Family.eval("maximal(f) - {{2 3}}", {"f": sets})))
        [['1', '2']]
        """

    @staticmethod
    def from_sets(sets: Iterable[Iterable[Hashable]], *, universe: Iterable[Hashable] | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The family of some sets. `universe` are all options in order, or else those there are as they come.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.minimal()))
        [[2]]
        """

    def heat(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Heat:
        """
        Where the pieces of the tilings lie: for each piece the share of all tilings in which it covers each cell.

        Raises `InputError` where the sets are no tilings.

        >>> family = polytile.Problem("2x3", "trominoes").zdd()
        >>> family.heat()["I3"].round(2).tolist()
        [[0.33, 0.33, 0.33], [0.33, 0.33, 0.33]]
        """

    def hitting_sets(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The smallest sets of options that have something in common with every set.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.hitting_sets()))
        [[2]]
        """

    def join(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        All unions of a set of this one and a set of the other.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.join(sets)))
        [[1, 2], [1, 2, 3], [2], [2, 3]]
        """

    @property
    def labels(self, /) -> tuple[typing.Any, ...]:
        """
        The options as they were passed, where they were; otherwise their names.
        """

    @staticmethod
    def load(path: str | os.PathLike[str], *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The family in a file that `save` has written, or the command `polytile zdd --save`. The file is read whole, so
        that nothing that happens to it later matters.

        Raises `InputError` when the file is not, or not any more, what was saved.

        >>> import tempfile
        >>> family = polytile.Problem("2x3", "trominoes").zdd()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     family.save(folder + "/family.zdd")
        ...     polytile.Family.load(folder + "/family.zdd") == family
        True
        """

    def marginals(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Marginals:
        """
        In how many sets each option is: a `Marginals`.

        >>> family = polytile.Problem("2x3", "trominoes").zdd()
        >>> family.marginals()["I3@0,0+0,1+0,2"]
        Fraction(1, 3)
        """

    def maximal(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets that are part of no other set of the family.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.maximal()))
        [[1, 2], [2, 3]]
        """

    def meet(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        All intersections of a set of this one and a set of the other.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.meet(sets)))
        [[1, 2], [2], [2, 3]]
        """

    def minimal(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets that have no other set of the family as a part.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.minimal()))
        [[2]]
        """

    @property
    def names(self, /) -> tuple[str, ...]:
        """
        The names of the options, in order.
        """

    @property
    def nodes(self, /) -> int:
        """
        Nodes of the diagram, the two terminals included.
        """

    def non_subsets(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of this one that are part of no set of the other.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.non_subsets(sets.with_(1))))
        [[2, 3]]
        """

    def non_supersets(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of this one that have no set of the other as a part.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.non_supersets(sets.with_(1))))
        [[2], [2, 3]]
        """

    @property
    def problem(self, /) -> Problem | None:
        """
        The problem whose tilings the sets are, if they are.
        """

    def profile(self, /) -> list[int]:
        """
        Nodes of each level, from the first option on.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sets.profile()
        [1, 2, 1]
        """

    def quotient(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets that share nothing with any set of the other, and whose union with each of them is here.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.quotient(sets.without(1, 3))))
        [[], [1], [3]]
        """

    def rank(self, /, member: typing.Any, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> int:
        """
        The number of a member, from 0.

        Raises `ValueError` when it is none.

        >>> family = polytile.Problem("2x3", "trominoes").zdd()
        >>> family.rank(family[2])
        2
        """

    def remainder(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets that are no union of a set of the other and one of the quotient.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.remainder(sets.with_(1))))
        [[2], [2, 3]]
        """

    def sample(self, /, number: int | None=None, *, seed: int | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[typing.Any]:
        """
        Sets at random, each as likely as any other; a seed means the same sets everywhere.

        >>> family = polytile.Problem("2x3", "trominoes").zdd()
        >>> [tiling.letters.split() for tiling in family.sample(2, seed=1)]
        [['LLA', 'LAA'], ['LLA', 'LAA']]
        """

    def save(self, /, path: str | os.PathLike[str], *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> None:
        """
        Writes it into a file, whole or not at all.

        >>> import tempfile
        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sets.save(folder + "/sets.zdd")
        ...     polytile.Family.load(folder + "/sets.zdd").count()
        3
        """

    def subsets(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of this one that are part of a set of the other.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.subsets(sets.with_(1))))
        [[1, 2], [2]]
        """

    def supersets(self, /, other: Family, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of this one that have a set of the other as a part.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.supersets(sets.with_(1))))
        [[1, 2]]
        """

    def svg(self, /) -> str:
        """
        The diagram as a picture in SVG, of at most 500 nodes; of a larger one the nodes per level.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sets.svg()[:4]
        '<svg'
        """

    def with_(self, /, *options: typing.Any, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets that have all these options.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.with_(2, 3)))
        [[2, 3]]
        """

    def without(self, /, *options: typing.Any, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets that have none of these options.

        >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
        >>> sorted(map(sorted, sets.without(3)))
        [[1, 2], [2]]
        """


@typing.final
class Golomb:
    """
    A board of 2^n rows and columns without one cell, tiled by L-trominoes: made by `polytile.golomb`.

    Nothing of its 4^n cells is kept: each piece is found when it is asked for. Rows and columns may have any size.

    >>> board = polytile.golomb(60, hole=(0, 0))
    >>> board.cell(123456789, 987654321).level
    2
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __new__(cls, /, n: int, hole: tuple[int, int] | None=None, *, seed: int | None=None) -> Golomb: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def _repr_svg_(self, /) -> str: ...

    def cell(self, /, row: int, column: int) -> Tromino | None:
        """
        The piece on a cell: a `Tromino` with its cells, its level (1 for the smallest blocks) and its colour; None for the hole.

        >>> board = polytile.golomb(2, hole=(0, 0))
        >>> board.cell(1, 1).cells
        ((0, 1), (1, 0), (1, 1))
        """

    @property
    def hole(self, /) -> tuple[int, int]:
        """
        The missing cell: its row and column.
        """

    @property
    def n(self, /) -> int:
        """
        The board has 2^n rows and columns.
        """

    def proof(self, /) -> str:
        """
        The theorem, and what its proof does on this board.

        >>> board = polytile.golomb(2, hole=(0, 0))
        >>> print(board.proof().splitlines()[0])
        Theorem (Golomb, 1954). A board of 2^n x 2^n cells with any one cell missing can be tiled by L-trominoes.
        """

    def svg(self, /) -> str:
        """
        The board, or its first rows and columns, as a picture in SVG.

        >>> board = polytile.golomb(2, hole=(0, 0))
        >>> board.svg()[:4]
        '<svg'
        """

    def window(self, /, row: int, column: int, height: int, width: int, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> numpy.typing.NDArray[numpy.uint8]:
        """
        A part of the board as an array of numpy of shape (height, width), `uint8`: the colour of each cell, 0 to 2, and 255
        for the hole.

        >>> polytile.golomb(1, hole=(0, 0)).window(0, 0, 2, 2).tolist()
        [[255, 0], [0, 0]]
        """


@typing.final
class Graph:
    """
    A graph, for the families of its sets of edges or of vertices.

    `edges` is a name, `"grid:8x8"` (rows x columns of vertices), `"complete:6"`, `"cycle:10"` or `"path:5"`, whose vertices are
    the numbers from 1 on, those of a grid row by row; a text with two vertices on each line, or in DIMACS; pairs of vertices, which are
    anything that can be hashed; or an undirected graph of networkx. `vertices` are further ones, which may have no edge.

    The options of a family are edges, each a pair of vertices as it was given, in the order that suits the graph, or vertices. Families
    of one graph have the same options, where all of them are of edges, and are combined by `&`, `|`, `-` and `^`.

    Raises `InputError` where edges are missing an end, are there twice, or join a vertex to itself.

    >>> grid = polytile.Graph("grid:8x8")
    >>> grid.paths(1, 64).count(), grid.spanning_trees().count() > 10**20
    (789360053252, True)
    >>> ring = polytile.Graph([("a", "b"), ("b", "c"), ("c", "a")])
    >>> sorted(sorted(path) for path in ring.paths("a", "c"))
    [[('a', 'b'), ('b', 'c')], [('a', 'c')]]
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __new__(cls, /, edges: str | Iterable[tuple[Hashable, Hashable]] | networkx.Graph[typing.Any], *, vertices: Iterable[Hashable] | None=None) -> Graph: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def cycles(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The cycles, as sets of edges.

        >>> polytile.Graph("grid:3x3").cycles().count()
        13
        """

    @property
    def edges(self, /) -> tuple[tuple[typing.Any, typing.Any], ...]:
        """
        The edges, pairs of vertices, in the order in which diagrams decide about them.

        >>> polytile.Graph("cycle:3").edges
        ((1, 2), (2, 3), (1, 3))
        """

    def forests(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of edges that close no cycle.

        >>> polytile.Graph("complete:4").forests().count()
        38
        """

    def hamiltonian_cycles(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The cycles through all vertices.

        >>> polytile.Graph("grid:8x8").hamiltonian_cycles().count()
        4638576
        """

    def hamiltonian_paths(self, /, start: Hashable, end: Hashable, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The paths from one vertex to another through all vertices.

        >>> polytile.Graph("grid:5x5").hamiltonian_paths(1, 25).count()
        104
        """

    def independent_sets(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of vertices of which no two are joined.

        >>> polytile.Graph("grid:4x4").independent_sets().count()
        1234
        """

    def matchings(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The sets of edges of which no two share a vertex.

        >>> polytile.Graph("complete:6").matchings().count()
        76
        """

    def paths(self, /, start: Hashable, end: Hashable, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The simple paths from one vertex to another, as sets of edges.

        >>> polytile.Graph("grid:3x3").paths(1, 9).count()
        12
        """

    def perfect_matchings(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The matchings that cover all vertices.

        >>> polytile.Graph("grid:8x8").perfect_matchings().count()
        12988816
        """

    def spanning_trees(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        The trees that connect all vertices.

        >>> polytile.Graph("grid:5x5").spanning_trees().count()
        557568000
        """

    def to_networkx(self, /) -> networkx.Graph[typing.Any]:
        """
        The graph as one of networkx.

        >>> polytile.Graph("grid:8x8").to_networkx().number_of_edges()
        112
        """

    @property
    def vertices(self, /) -> tuple[typing.Any, ...]:
        """
        The vertices, as they were given.
        """


@typing.final
class Heat:
    """
    For each piece a map of the cells: the share of all tilings in which it covers a cell. Made by `Family.heat`.

    A mapping from the names of the pieces to arrays; where a board of the plane has a single piece, there is a map for each
    way to turn it.

    >>> heat = polytile.Problem("2x3", "trominoes").zdd().heat()
    >>> list(heat), heat["L3"].round(2).tolist()
    (['I3', 'L3'], [[0.67, 0.67, 0.67], [0.67, 0.67, 0.67]])
    """

    def __contains__(self, piece: str, /) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __getitem__(self, piece: str, /) -> numpy.typing.NDArray[numpy.float64]:
        """
        An array of numpy of shape (rows, columns), `float64`, from 0 to 1, and NaN for a hole; on other lattices than squares one
        number for each of the board's `cells`.
        """

    def __hash__(self, /) -> int: ...

    def __iter__(self, /) -> Iterator[str]: ...

    def __len__(self, /) -> int: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def _repr_svg_(self, /) -> str | None: ...

    def keys(self, /) -> tuple[str, ...]:
        """
        The names of the pieces, or of the ways to turn a single one.

        >>> polytile.Problem("4x4", "dominoes").zdd().heat().keys()
        ('domino, lying', 'domino, standing')
        """

    @property
    def problem(self, /) -> Problem:
        """
        The problem.
        """

    def svg(self, /) -> str:
        """
        The maps as a picture in SVG.

        >>> family = polytile.Problem("2x3", "trominoes").zdd()
        >>> family.heat().svg()[:4]
        '<svg'
        """


@typing.final
class Members:
    """
    The sets of a family, one after the other.

    >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    >>> members = iter(sets)
    >>> sorted(next(members))
    [1, 2]
    """

    def __iter__(self, /) -> Members: ...

    def __next__(self, /) -> typing.Any: ...


@typing.final
class Piece:
    """
    A piece: its shape, what may be done to it, and how often it is used.

    `shape` is a name (`"L3"`, `"W"`, `"6-17"`), a drawing with `#` for its cells, or a list of cells. `copies` is
    `"any"`, a number, or a range such as `"1..3"`. `flips=False` allows no reflections, `turns=False` neither
    rotations nor reflections. `colour` is `"#rrggbb"`. On other `lattice`s than squares (`"hex"`, `"triangle"`, `"cube"`,
    `"prism"`) a name is looked up there, and cells are tuples of the numbers that they are written with.

    Raises `InputError` when there is no such piece.

    >>> polytile.Piece("W").size, polytile.Piece("##\\n#.", name="chair").orientations
    (5, 4)
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __new__(cls, /, shape: str | Iterable[tuple[int, ...]], *, name: str | None=None, copies: int | str | None=None, flips: bool | None=None, turns: bool | None=None, colour: str | None=None, lattice: str | None=None) -> Piece: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def _repr_svg_(self, /) -> str | None:
        """
        The piece as a picture.
        """

    @property
    def cells(self, /) -> tuple[Cell, ...]:
        """
        Its cells in its first orientation.
        """

    @property
    def copies(self, /) -> tuple[int, int | None]:
        """
        How often it must and may be used: `(1, 3)`, or `(0, None)` for any number.
        """

    @property
    def lattice(self, /) -> str:
        """
        What its cells are: `"square"`, `"hex"`, `"triangle"`, `"cube"` or `"prism"`.
        """

    @property
    def name(self, /) -> str:
        """
        What it is called.
        """

    @property
    def orientations(self, /) -> int:
        """
        How many ways there are to turn it.
        """

    @property
    def size(self, /) -> int:
        """
        Number of its cells.
        """


@typing.final
class PieceSet:
    """
    The pieces of a puzzle, in order.

    `pieces` is a list as on the command line (`"1:pentominoes,O4"`), or any iterable of `Piece` objects and such lists;
    `flips` and `turns` are for what is written.

    Raises `InputError` when there is no such piece.

    >>> [piece.name for piece in polytile.PieceSet("trominoes")]
    ['I3', 'L3']
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __getitem__(self, index: SupportsIndex, /) -> Piece: ...

    def __hash__(self, /) -> int: ...

    def __iter__(self, /) -> Iterator[Piece]: ...

    def __len__(self, /) -> int: ...

    def __new__(cls, /, pieces: Pieces, *, flips: bool | None=None, turns: bool | None=None) -> PieceSet: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def _repr_html_(self, /) -> str:
        """
        The pieces side by side; of very many the first.
        """


@typing.final
class Position:
    """
    Where the pieces of a sliding-block puzzle stand. It does not change: moves make new ones.

    >>> slide = polytile.Slide("A..\\n\\n..A\\n")
    >>> print(slide.start.move("A right 2"), end="")
    ..A
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def __str__(self, /) -> str:
        """
        The position drawn: a letter for each piece, `.` for an empty cell, `#` for a wall.
        """

    def _repr_svg_(self, /) -> str: ...

    @property
    def is_solved(self, /) -> bool:
        """
        Whether a goal is met.
        """

    def move(self, /, move: str | tuple[str, str]) -> Position:
        """
        The position after a move: a text such as `"A right 2"`, or a pair as `moves` lists them.

        Raises `InputError` where the move cannot be made.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.start.move("A right").moves(metric="step")
        [('A', 'left'), ('A', 'right')]
        """

    def moves(self, /, *, metric: str | None=None) -> list[tuple[str, str]]:
        """
        The moves that can be made: pairs of the letter of a piece and its way, such as `("A", "right 2")`.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.start.moves(metric="step"), slide.start.moves(metric="move")
        ([('A', 'right')], [('A', 'right'), ('A', 'right 2')])
        """

    @property
    def slide(self, /) -> Slide:
        """
        The puzzle.
        """


@typing.final
class Problem:
    """
    A puzzle: cover every cell of a board exactly once by pieces.

    `board` and `pieces` are texts as on the command line, or a `Region` and a `PieceSet`, or anything these are made of;
    without pieces `board` is a puzzle, the name of a shipped one or the text of a file. `remove` are cells to take
    away. `given` are pieces that lie already: `"X at 2,2"`, with its first cell, row by row, or cells that it covers, enough to tell where it lies; or `"X on ..."`, with
    all of them. `tatami`: no four pieces meet at a point, of hexagons no three, of triangles no six, of cubes no eight, of prisms no
    twelve; `fault_free`: no straight line, in space no plane, cuts the board and no piece.

    Raises `InputError`, with the place and the mend, when they mean nothing.

    >>> polytile.Problem("9x12", "trominoes").count()
    20574308184277971
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __new__(cls, /, board: Board, pieces: Pieces | None=None, *, flips: bool | None=None, turns: bool | None=None, remove: Iterable[tuple[int, ...]] | None=None, given: Iterable[str] | None=None, tatami: bool=False, fault_free: bool=False) -> Problem: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def _repr_svg_(self, /) -> str | None:
        """
        The board as a picture, where it is not too large to be shown.
        """

    def best(self, /, k: int, weights: dict[str, int], *, where: str | Iterable[str] | None=None, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[tuple[int, Tiling]]:
        """
        The k tilings of least weight, lightest first, each as a pair of weight and tiling; fewer where there are no more.

        `weights` are whole numbers by the names of pieces or of placements, such as `"L3@0,0+0,1+1,0"`; what is not named weighs 0. `where`
        is a condition, or several, as in `solve`. `engine` is `"bounds"` or `"zdd"`; `cross_check` asks the other too, and compares the weights.
        What is lightest so far at a limit is `had` of the exception.

        >>> best = polytile.Problem("2x3", "trominoes").best(2, {"L3": 5})
        >>> [weight for weight, tiling in best]
        [0, 10]
        """

    def certificate(self, /, text: str, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Certificate:
        """
        A proof that there is no tiling, from the JSON that `Certificate.to_json` and the command write. Its weights are checked by code
        that shares nothing with what finds them.

        Raises `InputError` where they cannot be read, or prove nothing.

        >>> problem = polytile.Problem("mutilated-chessboard")
        >>> problem.certificate(problem.why().to_json()) == problem.why()
        True
        """

    def check(self, /, tiling: Tiling) -> list[str]:
        """
        What is wrong with a tiling, in sentences; an empty list where it is a solution of this problem. The check shares
        no code with any engine.

        >>> problem = polytile.Problem("2x3", "L3")
        >>> problem.check(problem.tiling("AAB/AAB"))
        ['the cells from 0,0 on do not form L3', 'the cells from 0,2 on do not form L3']
        """

    def classes(self, /, *, rules: str | None=None, max_pieces: int | None=None, relaxed: bool=False, half_boards: bool=False, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Classes:
        """
        The classes of related tilings: `polytile.classes(problem)`.

        `rules` are some of `S`, `W` and `P`, as in `"S+W"`; `max_pieces` is a limit of the pieces that may move; `relaxed` lets
        the pieces of either region of a swap fill the other in any arrangement; `half_boards` lets a swap move all pieces;
        `engine` is `"pairs"` or `"construct"`; `cross_check` asks the other too, and compares.

        >>> problem = polytile.Problem("pentominoes-6x10")
        >>> len(polytile.classes(problem)), len(problem.classes(rules="S+W"))
        (911, 965)
        """

    @typing.overload
    def count(self, /, *, where: str | Iterable[str] | None=None, up_to_symmetry: bool | str | None=None, by_piece: typing.Literal[False]=False, modulo: int | None=None, engine: str | None=None, order: str | None=None, cross_check: bool=False, part: None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> int:
        """
        The number of tilings, an exact integer.

        `up_to_symmetry=True` counts those that a symmetry of the board carries into each other once
        (`"rotations"`: rotations only). `by_piece=True` gives a dict from the numbers of copies, such as
        `(("I3", 2), ("L3", 4))`, to numbers of tilings. `modulo` counts modulo a number. `engine` is `"dense"`,
        `"kasteleyn"` (pieces of two cells), `"merge"` or `"zdd"`, `order` one of `"rows"`, `"columns"`, `"diagonals"`, in space
        `"layers"`, or one of these from the last cell to the first, as `"reversed-rows"`; where they are not said, what is
        quickest is chosen.
        `cross_check` counts again by another engine and compares. `where` is a condition, or several, as in `solve`.
        `part=(k, n)` counts modulo the k-th of n shares of the primes by which the number is found, for machines side by side, and
        gives a dict; `polytile.merge` makes the number of all of them.

        Raises `LimitReached` at a limit of time or memory, `InputError` where the question has no meaning.

        >>> polytile.Problem("2x3", "trominoes").count(by_piece=True)
        {(('L3', 2),): 2, (('I3', 2),): 1}
        >>> polytile.Problem("2x3", "trominoes").count(where="L3 at 0,0")
        2
        """

    @typing.overload
    def count(self, /, *, where: str | Iterable[str] | None=None, up_to_symmetry: bool | str | None=None, by_piece: typing.Literal[True], modulo: int | None=None, engine: str | None=None, order: str | None=None, cross_check: bool=False, part: None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> dict[tuple[tuple[str, int], ...], int]:
        """
        The number of tilings, an exact integer.

        `up_to_symmetry=True` counts those that a symmetry of the board carries into each other once
        (`"rotations"`: rotations only). `by_piece=True` gives a dict from the numbers of copies, such as
        `(("I3", 2), ("L3", 4))`, to numbers of tilings. `modulo` counts modulo a number. `engine` is `"dense"`,
        `"kasteleyn"` (pieces of two cells), `"merge"` or `"zdd"`, `order` one of `"rows"`, `"columns"`, `"diagonals"`, in space
        `"layers"`, or one of these from the last cell to the first, as `"reversed-rows"`; where they are not said, what is
        quickest is chosen.
        `cross_check` counts again by another engine and compares. `where` is a condition, or several, as in `solve`.
        `part=(k, n)` counts modulo the k-th of n shares of the primes by which the number is found, for machines side by side, and
        gives a dict; `polytile.merge` makes the number of all of them.

        Raises `LimitReached` at a limit of time or memory, `InputError` where the question has no meaning.

        >>> polytile.Problem("2x3", "trominoes").count(by_piece=True)
        {(('L3', 2),): 2, (('I3', 2),): 1}
        >>> polytile.Problem("2x3", "trominoes").count(where="L3 at 0,0")
        2
        """

    @typing.overload
    def count(self, /, *, where: str | Iterable[str] | None=None, up_to_symmetry: bool | str | None=None, by_piece: typing.Literal[False]=False, modulo: int | None=None, engine: str | None=None, order: str | None=None, cross_check: bool=False, part: tuple[int, int], threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> dict[str, typing.Any]:
        """
        The number of tilings, an exact integer.

        `up_to_symmetry=True` counts those that a symmetry of the board carries into each other once
        (`"rotations"`: rotations only). `by_piece=True` gives a dict from the numbers of copies, such as
        `(("I3", 2), ("L3", 4))`, to numbers of tilings. `modulo` counts modulo a number. `engine` is `"dense"`,
        `"kasteleyn"` (pieces of two cells), `"merge"` or `"zdd"`, `order` one of `"rows"`, `"columns"`, `"diagonals"`, in space
        `"layers"`, or one of these from the last cell to the first, as `"reversed-rows"`; where they are not said, what is
        quickest is chosen.
        `cross_check` counts again by another engine and compares. `where` is a condition, or several, as in `solve`.
        `part=(k, n)` counts modulo the k-th of n shares of the primes by which the number is found, for machines side by side, and
        gives a dict; `polytile.merge` makes the number of all of them.

        Raises `LimitReached` at a limit of time or memory, `InputError` where the question has no meaning.

        >>> polytile.Problem("2x3", "trominoes").count(by_piece=True)
        {(('L3', 2),): 2, (('I3', 2),): 1}
        >>> polytile.Problem("2x3", "trominoes").count(where="L3 at 0,0")
        2
        """

    @property
    def fault_free(self, /) -> bool:
        """
        Whether every straight line along the grid, in space every plane, must cut a piece.
        """

    def first(self, /, *, where: str | Iterable[str] | None=None, seed: int | None=None, engine: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Tiling | None:
        """
        The first tiling that is found, or None if there is none. `where`, `seed` and `engine` are as in `solve`.

        >>> polytile.Problem("5x5", "dominoes").first() is None
        True
        """

    @property
    def given(self, /) -> list[str]:
        """
        What lies already, in every solution.

        >>> polytile.Problem("2x3", "L3", given=["L3 at 0,0 0,1 1,0"]).given
        ['L3 on 0,0 0,1 1,0']
        """

    def hint(self, /, state: str | None=None, *, placed: Iterable[tuple[str, Iterable[tuple[int, ...]]]] | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Hint:
        """
        What to lay next, and why, as a person would see it. `state` says what lies already: rows of letters with `/` between them
        or lines, the cells of a piece alike and `?` for an open one, or a tiling in JSON. `placed` says it instead, in the order in which
        the pieces were laid, as `Tiling.pieces` does: pairs of a name and cells.

        >>> polytile.Problem("3x4", "dominoes").hint("?AA?/BB??/????").sentence
        'Nothing that is left covers the corner 0,0. Take the last piece back.'
        """

    @property
    def holes(self, /) -> tuple[int, int | None] | None:
        """
        How many cells may stay empty, at least and at most, where some may: `(0, 5)`, or `(0, None)` for any number.

        >>> polytile.Problem("##+", "dominoes").holes
        (0, None)
        """

    def inspect(self, /, *, where: str | Iterable[str] | None=None, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Inspection:
        """
        What all tilings say: which placements are in all of them or in none, and how hard the search is.
        `engine` is `"bitboard"` or `"sparse"`; `cross_check` asks another engine too, and compares.

        >>> found = polytile.Problem("pentominoes-3x20").inspect()
        >>> found.solutions, found.placements[0].piece
        (8, 'F5')
        """

    def is_solution(self, /, tiling: Tiling | str) -> bool:
        """
        Whether a tiling, or its text, is a solution of this problem.

        >>> problem = polytile.Problem("2x3", "L3")
        >>> problem.is_solution("AAB/ABB"), problem.is_solution("AAB/AAB")
        (True, False)
        """

    @property
    def pieces(self, /) -> PieceSet:
        """
        The pieces.
        """

    def placements(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[tuple[str, tuple[Cell, ...]]]:
        """
        The ways to lay a piece somewhere on the board: pairs of its name and the cells, by piece and orientation.

        >>> polytile.Problem("2x2", "dominoes").placements()[0]
        ('domino', (Cell(row=0, column=0), Cell(row=0, column=1)))
        """

    @property
    def region(self, /) -> Region:
        """
        The board.
        """

    def sample(self, /, number: int | None=None, *, where: str | Iterable[str] | None=None, seed: int | None=None, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[Tiling]:
        """
        Tilings at random, each as likely as any other; a seed means the same tilings everywhere. An empty list where there
        is no tiling. What had been drawn before a limit is `had` of the exception.
        `engine` is `"merge"`, `"zdd"`, `"shuffling"`, `"coupling"` or `"kasteleyn"`; `cross_check` counts the tilings by another engine too, and compares.
        `where` is a condition, or several, as in `solve`.

        >>> len(polytile.Problem("8x8", "dominoes").sample(3, seed=1))
        3
        """

    def sampler(self, /, *, engine: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Sampler:
        """
        All tilings, counted once, from which samples are drawn again and again; `engine` is `"merge"`, `"zdd"`, `"shuffling"`, `"coupling"` or `"kasteleyn"`.

        >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
        >>> sampler.count, sampler.draw(2, seed=1) == sampler.draw(2, seed=1)
        (12988816, True)
        """

    def solve(self, /, *, distinct: bool | str | None=None, where: str | Iterable[str] | None=None, seed: int | None=None, part: tuple[int, int] | None=None, resume: str | None=None, engine: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Tilings:
        """
        An iterator over the tilings, in an order that is always the same.

        `distinct=True` gives one of each class that the symmetries of the board make (`"rotations"`: rotations
        only). `where` is a condition, or several, such as `"X touches border"`. `seed` tries placements in a random order.
        `part=(k, n)` gives the k-th of n parts, from 1, which have no tiling in common and all of them together: for
        processes side by side. `resume` is what `checkpoint()` of an iterator with the same arguments gave. `engine` is `"bitboard"`
        or `"sparse"`. A time limit counts from this call; the iterator can be asked to go on afterwards.

        >>> sum(1 for tiling in polytile.Problem("pentominoes-3x20").solve())
        8
        """

    @property
    def tatami(self, /) -> bool:
        """
        Whether at no point only different pieces may meet: on squares no four.
        """

    def tiling(self, /, text: str) -> Tiling:
        """
        A tiling of this problem from what somebody has written: rows of letters, with line ends or `/` between them, or
        JSON as the command writes it. It need not be right: see `check`.

        Raises `InputError` when it cannot be read.

        >>> polytile.Problem("2x3", "L3").tiling("AAB/ABB").letters
        'LLA\\nLAA\\n'
        """

    @property
    def title(self, /) -> str | None:
        """
        What it is called, if it has a name.
        """

    def to_toml(self, /) -> str:
        """
        The puzzle as the text of a puzzle file.

        >>> problem = polytile.Problem("2x3", "L3")
        >>> polytile.parse(problem.to_toml()) == problem
        True
        """

    def unique(self, /, *, distinct: bool | str | None=None, where: str | Iterable[str] | None=None, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> bool:
        """
        Whether there is exactly one tiling; `distinct=True`: up to the symmetries of the board. `engine` is `"bitboard"` or `"sparse"`;
        `cross_check` asks another engine too, and compares.

        >>> polytile.Problem("1x2", "dominoes").unique(), polytile.Problem("2x2", "dominoes").unique()
        (True, False)
        """

    def why(self, /, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Certificate | Circuit | Verdict:
        """
        Why there is no tiling: a proof, or what is known where no short one is found.

        A `Certificate` are weights on the cells, a `Circuit` a walk around the board: both say `verdict` is `"impossible"`. A `Verdict` is
        false, and tells by `verdict` whether a search found a tiling, went through everything, or was given up.

        >>> print(polytile.Problem("mutilated-chessboard").why())
        Every domino covers 1 black and 1 white cell, wherever it lies.
        So the 31 pieces that fill the board cover 31 black and 31 white cells.
        But the board has 32 black and 30 white cells: there is no tiling.
        >>> why = polytile.Problem("6x10", "1:pentominoes").why()
        >>> bool(why), why.verdict, len(why.tiling)
        (False, 'possible', 12)
        """

    def zdd(self, /, *, where: str | Iterable[str] | None=None, order: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
        """
        All tilings at once, as a family in a decision diagram. `order` is the order of the cells as in `count`, or else the
        one with the narrowest frontier. `where` is a condition, or several, as in `solve`.

        >>> family = polytile.Problem("8x8", "dominoes").zdd()
        >>> family.count(), family.nodes
        (12988816, 2300)
        """


@typing.final
class Region:
    """
    A board: the cells that pieces cover.

    `board` is a size such as `"9x12"` (rows x columns), `"aztec:4"`, `"chair:3"`, `"torus:4x6"` or `"cylinder:4x6"`; a
    drawing with `#` for a cell and `.` for a hole; a list of such lines; or any two-dimensional array, a cell where
    it is true. `remove` are cells to take away. Rows and columns count from 0 at the top left.

    Boards of other lattices have names, such as `"hexagon:3"`, `"triangle:9"` or `"box:3x3x3"`, or are lists of cells with the
    name of their `lattice`: `"hex"`, `"triangle"`, `"cube"` or `"prism"`. Their cells are tuples of the numbers that they are
    written with.

    Raises `InputError` when there is no such board.

    >>> polytile.Region([(0, 0), (1, 0), (1, 1)], lattice="hex").lattice, len(polytile.Region("box:3x3x3"))
    ('hex', 27)
    >>> region = polytile.Region("8x8", remove=[(0, 0), (7, 7)])
    >>> len(region), region.rows, (0, 0) in region
    (62, 8, False)
    """

    def __contains__(self, cell: Any, /) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __iter__(self, /) -> Iterator[Cell]: ...

    def __len__(self, /) -> int: ...

    def __new__(cls, /, board: Board, *, remove: Iterable[tuple[int, ...]] | None=None, lattice: str | None=None) -> Region: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def __str__(self, /) -> str:
        """
        The board as a drawing, `#` for a cell and `.` for a hole; of other lattices than squares as an empty tiling is drawn.
        """

    def _repr_svg_(self, /) -> str | None:
        """
        The board as a picture, where it is not too large to be shown.
        """

    @property
    def cells(self, /) -> tuple[Cell, ...]:
        """
        Its cells, row by row.
        """

    @property
    def columns(self, /) -> int:
        """
        Columns of the rectangle around it.
        """

    @property
    def holes(self, /) -> tuple[Cell, ...]:
        """
        The cells of the rectangle around it that it lacks, row by row.
        """

    @property
    def lattice(self, /) -> str:
        """
        What its cells are: `"square"`, `"hex"`, `"triangle"`, `"cube"` or `"prism"`.
        """

    @property
    def layers(self, /) -> int:
        """
        Layers of the box around it: 1 in the plane.
        """

    @property
    def mask(self, /) -> numpy.typing.NDArray[numpy.bool_]:
        """
        An array of numpy of shape (rows, columns), `bool`, True for a cell; on other lattices than squares True for each cell.

        >>> polytile.Region("##\\n#.").mask.tolist()
        [[True, True], [True, False]]
        """

    @property
    def optional(self, /) -> tuple[Cell, ...]:
        """
        Its cells that may stay empty, row by row: drawn with `+`.

        >>> polytile.Region("##+").optional
        (Cell(row=0, column=2),)
        """

    @property
    def rows(self, /) -> int:
        """
        Rows of the rectangle around it, in the coordinates of its cells.
        """

    @property
    def symmetries(self, /) -> int:
        """
        How many symmetries of its lattice carry it to itself: of the square there are eight.
        """

    @property
    def topology(self, /) -> str:
        """
        Which edges are glued: `"plane"`, `"cylinder"` or `"torus"`.
        """


@typing.final
class Sampler:
    """
    All tilings of a problem, counted, from which samples are drawn: made by `Problem.sampler`.

    >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
    >>> sampler.count, len(sampler.draw(5, seed=1))
    (12988816, 5)
    """

    @property
    def count(self, /) -> int:
        """
        The number of tilings; None where they are drawn by coupling from the past, which does not count.
        """

    def draw(self, /, number: int, *, seed: int, start: int | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[Tiling]:
        """
        So many tilings of the sequence that `seed` determines, from number `start` on.

        >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
        >>> sampler.draw(1, seed=7, start=4) == sampler.draw(5, seed=7)[4:]
        True
        """


@typing.final
class Series:
    """
    The numbers a(n) of tilings of the boards of `width` columns and n rows, n = 0, 1, ...

    In the place of the width may stand other boards that grow, with the letter n: `"2xn"`, `"nx2"`, `"torus:4xn"`, `"cylinder:4xn"`,
    `"nxn"`, `"aztec:n"`. `up_to_symmetry` counts tilings that a symmetry of their board carries into each other once. `tatami` and
    `fault_free` are rules as of a `Problem`. `engine` is `"dense"` or `"merge"`; where it is not said, what is quickest is
    chosen. `cross_check` has another engine find every answer too, and compares.

    >>> series = polytile.series(3, "trominoes")
    >>> series.terms(7)
    [1, 1, 3, 10, 23, 62, 170]
    >>> str(series.recurrence)
    'a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)'
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __new__(cls, /, width: int | str, pieces: Pieces, *, flips: bool | None=None, turns: bool | None=None, tatami: bool=False, fault_free: bool=False, up_to_symmetry: bool | str | None=None, engine: str | None=None, cross_check: bool=False) -> Series: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def at(self, /, n: int, *, modulo: int | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> int:
        """
        The term a(n), exact for n up to 100000, and modulo a number for n of any size.

        >>> series = polytile.series(3, "trominoes")
        >>> series.at(30) == series.terms(31)[30], series.at(30, modulo=1000) == series.at(30) % 1000
        (True, True)
        """

    def bfile(self, /, number: int, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> str:
        """
        The first `number` terms as a b-file of the OEIS.

        >>> print(polytile.series(3, "trominoes").bfile(3), end="")
        0 1
        1 1
        2 3
        """

    @property
    def boards(self, /) -> str:
        """
        The boards, as in `"nx3"`.
        """

    @property
    def growth(self, /) -> Growth:
        """
        How fast the terms grow: the entropy per cell, and the factor from row to row; found once, within
        the limits of the block of `polytile.limits` that asks first.

        >>> round(polytile.series(2, "dominoes").growth.factor, 6)
        1.618034
        """

    @property
    def pieces(self, /) -> PieceSet:
        """
        The pieces.
        """

    @property
    def recurrence(self, /) -> Recurrence:
        """
        The shortest linear recurrence of all terms, with the generating function and what it rests on; found once,
        within the limits of the block of `polytile.limits` that asks first.

        >>> polytile.series(2, "dominoes").recurrence.generating_function
        '1/(1 - x - x^2)'
        """

    def terms(self, /, number: int, *, start: int | None=None, modulo: int | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[int]:
        """
        The first `number` terms, a(0), a(1), ..., as exact integers, or as many from a(`start`) on; modulo a number, where one is given.

        >>> polytile.series(4, "dominoes").terms(8), polytile.series(4, "dominoes").terms(8, modulo=10)
        ([1, 1, 5, 11, 36, 95, 281, 781], [1, 1, 5, 1, 6, 5, 1, 1])
        """

    @property
    def width(self, /) -> int | None:
        """
        Columns; None where the boards have no fixed width, or were named.
        """


@typing.final
class Slide:
    """
    A sliding-block puzzle: the name of a shipped one, or a text; drawn, or in any format that the command reads.

    A step is one piece moved by one unit, a slide one piece moved straight, a move one piece moved along any path:
    `metric` is `"step"`, `"slide"` or `"move"` wherever moves are counted.

    >>> klotski = polytile.Slide("klotski")
    >>> klotski.solve(metric="move").length, klotski.explore(metric="move").states
    (81, 25955)
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __new__(cls, /, puzzle: str) -> Slide: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def _repr_svg_(self, /) -> str: ...

    def check(self, /, solution: Solution | str, *, metric: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[str]:
        """
        What is wrong with a solution, in sentences; an empty list where it leads to the goal. It is a `Solution`, or a text with a move on each line, as
        `polytile slide solve` writes it. The check shares no code with any engine.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.check("A right 2"), slide.check(slide.solve()), len(slide.check("A right"))
        ([], [], 1)
        """

    def distances(self, /, *, metric: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Distances:
        """
        How far every position that can be reached is from the nearest goal.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.distances().of(slide.start)
        (2, ('A', 'right'))
        """

    def explore(self, /, *, metric: str | None=None, components: bool=False, diameter: bool=False, hardest: bool=False, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Explored:
        """
        How many states can be reached, and how far away they are: an `Explored`.

        `components`, `diameter` and `hardest` find out more, and take longer.
        `engine` is `"sorted"` or `"ranked"`; `cross_check` asks another engine too, and compares.

        >>> found = polytile.Slide("klotski").explore(metric="move")
        >>> found.states, found.eccentricity, found.solved_in
        (25955, 124, 81)
        """

    def graph(self, /, *, metric: str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> networkx.Graph[int]:
        """
        All states that can be reached and the moves between them, as a graph of networkx: nodes are numbers, 0 the start, with
        `board`, `distance` and `goal`.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.graph().number_of_edges()
        2
        """

    @property
    def pieces(self, /) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
        """
        The letters of its pieces, and their cells at the start.
        """

    def play(self, /, state: Position | str | None=None) -> Position:
        """
        A position to play from: the start, or the one that is drawn. Its `move` makes moves, and its `moves` lists them.

        >>> position = polytile.Slide("A..\\n\\n..A\\n").play()
        >>> position.move("A right 2").is_solved
        True
        """

    def solutions(self, /, *, metric: str | None=None, limit: int | None=None, start: Position | str | None=None, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> list[Solution]:
        """
        Shortest solutions, all of them or the first `limit`.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> [solution.moves for solution in slide.solutions()]
        [(('A', 'right'), ('A', 'right'))]
        """

    def solve(self, /, *, metric: str | None=None, start: Position | str | None=None, engine: str | None=None, cross_check: bool=False, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Solution:
        """
        A shortest solution, with the number of all of them; one without moves and with a proof where there is none.

        `start` is a position to start from: a `Position`, or a drawing. `engine` is `"start"`, `"both"` or, for tiles, `"tiles"`;
        `cross_check` asks another engine too, and compares.

        >>> solution = polytile.Slide("klotski").solve(metric="move")
        >>> solution.length, solution.moves[0]
        (81, ('J', 'left'))
        """

    @property
    def start(self, /) -> Position:
        """
        Where the pieces stand at the start.
        """

    @property
    def title(self, /) -> str | None:
        """
        What it is called, if it has a name.
        """

    def to_toml(self, /) -> str:
        """
        The puzzle as the text of a puzzle file.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> polytile.parse(slide.to_toml()) == slide
        True
        """


@typing.final
class Solution:
    """
    A shortest solution of a sliding-block puzzle, or why there is none.

    >>> slide = polytile.Slide("A..\\n\\n..A\\n")
    >>> slide.solve().moves, slide.solve().solutions
    ((('A', 'right'), ('A', 'right')), 1)
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __len__(self, /) -> int: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def __str__(self, /) -> str: ...

    def _repr_html_(self, /) -> str:
        """
        A player: the positions one after the other, with a slider.
        """

    @property
    def boards(self, /) -> list[Position]:
        """
        The positions from the start to the goal.
        """

    def gif(self, /) -> bytes:
        """
        The moves as an animated GIF.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.solve().gif()[:6]
        b'GIF89a'
        """

    @property
    def length(self, /) -> int | None:
        """
        The number of moves; None where there is no solution.
        """

    @property
    def metric(self, /) -> str:
        """
        What counts as one move.
        """

    @property
    def moves(self, /) -> tuple[tuple[str, str], ...]:
        """
        The moves: pairs of the letter of a piece and its way, such as `("A", "right 2")`.
        """

    @property
    def proof(self, /) -> str | None:
        """
        Why there is no solution; None where there is one.
        """

    @property
    def slide(self, /) -> Slide:
        """
        The puzzle, from where it was solved.
        """

    @property
    def solutions(self, /) -> int | None:
        """
        How many shortest solutions there are.
        """

    @property
    def states(self, /) -> int:
        """
        States that the search went through.
        """

    def svg(self, /) -> str:
        """
        All positions side by side, with arrows, in SVG.

        >>> slide = polytile.Slide("A..\\n\\n..A\\n")
        >>> slide.solve().svg()[:4]
        '<svg'
        """


@typing.final
class Tiling:
    """
    A tiling: every cell of a board covered by one piece.

    Made by what finds tilings, or by `Problem.tiling` from letters or JSON.

    >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
    >>> len(tiling), tiling.pieces[0]
    (2, ('L3', (Cell(row=0, column=0), Cell(row=0, column=1), Cell(row=1, column=0))))
    """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self, /) -> int: ...

    def __len__(self, /) -> int: ...

    def __reduce__(self, /) -> tuple[object, ...]: ...

    def __repr__(self, /) -> str: ...

    def __str__(self, /) -> str:
        """
        Box lines.
        """

    def _repr_svg_(self, /) -> str | None: ...

    def at(self, /, *cell: int) -> str | None:
        """
        The name of what covers a cell, which is given by its numbers; None for a hole.

        >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
        >>> tiling.at(0, 2)
        'L3'
        """

    @property
    def grid(self, /) -> numpy.typing.NDArray[numpy.int32]:
        """
        An array of numpy of shape (rows, columns), `int32`: for each cell the index of what covers it in `pieces`, and -1
        for a hole. On other lattices than squares it has one number for each of the board's `cells`, in their order.

        >>> polytile.Problem("2x3", "L3").tiling("AAB/ABB").grid.tolist()
        [[0, 0, 1], [0, 1, 1]]
        """

    @property
    def kinds(self, /) -> numpy.typing.NDArray[numpy.int32]:
        """
        The grid with the index of the piece in the problem's `pieces`, so that copies of a piece are alike.
        """

    @property
    def letters(self, /) -> str:
        """
        One letter to a cell, a line to a row; pieces that touch differ.
        """

    @property
    def pieces(self, /) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
        """
        The pieces as they lie: a name and its cells for each, by their first cells.
        """

    @property
    def problem(self, /) -> Problem:
        """
        The problem whose tiling it is.
        """

    def svg(self, /, *, title: str | None=None, by_piece: bool=False, colour_by: str | None=None, view: str | None=None) -> str:
        """
        A picture in SVG; with `by_piece` equal pieces have equal colours. `colour_by` says what colours tell instead:
        `"contrast"` (neighbours apart), `"piece"`, `"turn"`, `"orientation"` or `"none"`. Cubes and prisms are drawn in `"layers"`, or
        with `view="isometric"` as solid pieces, moved apart.

        >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
        >>> tiling.svg(title="Two", colour_by="piece")[:4]
        '<svg'
        """

    def to_json(self, /) -> str:
        """
        The pieces and their cells as JSON, as the command writes it.

        >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
        >>> tiling.problem.tiling(tiling.to_json()) == tiling
        True
        """


@typing.final
class Tilings:
    """
    An iterator over tilings, made by `Problem.solve`.

    It searches as far as it is asked to, can be left at any time, and goes on after an interruption or a limit.

    >>> tilings = polytile.Problem("6x10", "1:pentominoes").solve()
    >>> first = next(tilings)
    >>> text = tilings.checkpoint()
    >>> next(tilings) == next(first.problem.solve(resume=text))
    True
    """

    def __iter__(self, /) -> Tilings: ...

    def __next__(self, /) -> Tiling: ...

    def __repr__(self, /) -> str: ...

    def checkpoint(self, /) -> str | None:
        """
        What is left, as a text for `Problem.solve(resume=...)` with the same arguments.

        >>> problem = polytile.Problem("2x3", "trominoes")
        >>> tilings = problem.solve()
        >>> first = next(tilings)
        >>> list(problem.solve(resume=tilings.checkpoint())) == list(tilings)
        True
        """

    def count(self, /) -> int:
        """
        How many tilings are left, counted one by one; afterwards there are none.

        >>> tilings = polytile.Problem("2x6", "trominoes").solve()
        >>> first = next(tilings)
        >>> tilings.count()
        10
        """

    @property
    def found(self, /) -> int:
        """
        How many tilings were handed out, those before a checkpoint included.
        """


def _ask(question: str, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> tuple[list[str], str, str]:
    """
    What comes before the answer, and the answer, as JSON: `polytile.ask`.
    """


def _family(spec: object, *, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> Family:
    """
    The family of the solutions of a process: `Spec.family`.
    """


def _limits(*, threads: int | None=None, memory: int | str | None=None, time_limit: float | None=None, progress: bool | Callable[[Progress], object] | None=None) -> None:
    """
    Whether these limits mean something: for `polytile.limits`.
    """


def _puzzle(name: str) -> Problem | ExactCover | Slide:
    """
    A shipped puzzle.
    """


def _read(text: str, name: str, kind: str | None=None, problem: int | None=None) -> Problem | ExactCover | Slide:
    """
    What a text, called `name`, is: `polytile.load` and `polytile.parse`.
    """


def _restore(kind: str, version: SupportsIndex, state: Any) -> Any:
    """
    The object that `__reduce__` has described.
    """


def _shipped() -> list[str]:
    """
    The names of the shipped puzzles.
    """


def _unpacked(bytes: bytes, name: str) -> str:
    """
    The text in the bytes of a file, which BurrTools packs: for `polytile.load`.
    """
