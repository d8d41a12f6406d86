"""Weighted solutions, growth as an algebraic number, and set algebra, each against what is found by going through all sets."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal
from itertools import combinations

import pytest

import polytile as pt

Set = frozenset[int]
Sets = set[Set]
UNIVERSE = range(5)
ALL = [frozenset(chosen) for size in range(6) for chosen in combinations(UNIVERSE, size)]


def quotient(f: Sets, g: Sets) -> Sets:
    # Of no sets at all every set is a quotient.
    return {a for a in ALL if all(not a & b and a | b in f for b in g)}


TWO: dict[str, Callable[[Sets, Sets], Sets]] = {
    "join": lambda f, g: {a | b for a in f for b in g},
    "meet": lambda f, g: {a & b for a in f for b in g},
    "quotient": quotient,
    "remainder": lambda f, g: f - {a | b for a in quotient(f, g) for b in g},
    "non_supersets": lambda f, g: {a for a in f if not any(b <= a for b in g)},
    "non_subsets": lambda f, g: {a for a in f if not any(a <= b for b in g)},
    "supersets": lambda f, g: {a for a in f if any(b <= a for b in g)},
    "subsets": lambda f, g: {a for a in f if any(a <= b for b in g)},
}


def hitting(f: Sets) -> Sets:
    hit = {a for a in ALL if all(a & b for b in f)}
    return {a for a in hit if not any(b < a for b in hit)}


ONE: dict[str, Callable[[Sets], Sets]] = {
    "minimal": lambda f: {a for a in f if not any(b < a for b in f)},
    "maximal": lambda f: {a for a in f if not any(a < b for b in f)},
    "hitting_sets": hitting,
    # The intersection of all that hold it, if there are some.
    "closure": lambda f: {a for a in ALL if (some := [b for b in f if a <= b]) and frozenset.intersection(*some) == a},
    "complement": lambda f: set(ALL) - f,
}


def drawn(seed: int) -> list[Sets]:
    source = random.Random(seed)
    return [set(source.sample(ALL, source.randint(1, 12))) for _ in range(2)]


def family(sets: Sets) -> pt.Family:
    return pt.Family.from_sets(sets, universe=UNIVERSE)


def sets_of(made: pt.Family) -> Sets:
    return {frozenset(one) for one in made}


@pytest.mark.parametrize("name", TWO)
def test_operations_on_two_families(name: str) -> None:
    for seed in range(40):
        f, g = drawn(seed)
        # Quotients of random families are mostly empty: this one is not.
        products = {a | b for a in f for b in g if not a & b}
        for one, two in ((f, g), (f, f), (products | f, g), (set(), g)):
            assert sets_of(getattr(family(one), name)(family(two))) == TWO[name](one, two), seed


@pytest.mark.parametrize("name", ONE)
def test_operations_on_one_family(name: str) -> None:
    for seed in range(40):
        for f in drawn(seed):
            assert sets_of(getattr(family(f), name)()) == ONE[name](f), seed


def test_the_ratio_is_a_root_of_its_polynomial() -> None:
    ratio = pt.series(2, "dominoes").growth.ratio
    assert ratio is not None and ratio.step == 1
    assert ratio.decimals == Decimal("1.6180339887498948482045868343656381177203")
    ratio = pt.series(3, "dominoes").growth.ratio
    assert ratio is not None and ratio.proved
    # 2 + sqrt(3), from row to row but one: a board of 3 columns and an odd number of rows has no tiling.
    assert (ratio.step, ratio.minimal_polynomial, ratio.polynomial) == (2, "x^2 - 4*x + 1", (1, -4, 1))


def test_the_lightest_tilings_are_those_of_all() -> None:
    problem = pt.Problem("4x5", "dominoes,any:L3")
    weights = {"domino": 3, "L3": 4, "domino@0,0+0,1": -9}

    def weight(tiling: pt.Tiling) -> int:
        return sum(-9 if [*map(tuple, cells)] == [(0, 0), (0, 1)] else weights[name] for name, cells in tiling.pieces)

    best = problem.best(20, weights, cross_check=True)
    assert [cost for cost, _ in best] == sorted(map(weight, problem.solve()))[:20]
    assert [cost for cost, _ in best] == [weight(tiling) for _, tiling in best]
    assert len({tiling for _, tiling in best}) == 20
    held = problem.best(20, weights, where="L3 at 0,0")
    assert [cost for cost, _ in held] == sorted(map(weight, problem.solve(where="L3 at 0,0")))[:20]
    assert pt.Problem("5x5", "dominoes").best(3, {"domino": 1}) == []


def test_the_lightest_solutions_of_covers() -> None:
    text = "a b c\na b |7\nb c\na |1\nc |2\n"
    assert pt.ExactCover.from_dlx(text).best(5) == [(1, (1, 2)), (9, (0, 3))]
    cover = pt.ExactCover("ab", {"x": "a", "y": "a", "z": "b"})
    assert cover.best(9, {"x": 2, "y": 1}, engine="zdd") == cover.best(9, {"x": 2, "y": 1}) == [(1, ("y", "z")), (2, ("x", "z"))]
    with pytest.raises(pt.InputError, match="nothing says what an option weighs"):
        cover.best(1)
    with pytest.raises(pt.InputError, match="'w' is no option"):
        cover.best(1, {"w": 1})
    with pytest.raises(pt.InputError, match="neither an option nor a piece 'T4'"):
        pt.Problem("2x3", "trominoes").best(1, {"T4": 1})


def test_another_engine_says_whether_there_is_one() -> None:
    assert not pt.Problem("4x4", "dominoes").unique(cross_check=True)
    assert pt.number_mind({"90342": 2, "70794": 0, "39458": 2, "34109": 1, "51545": 2, "12531": 1}).unique(cross_check=True)


def test_solutions_of_covers_are_checked() -> None:
    queens = pt.make("queens", 6)
    for chosen in queens.solve():
        assert queens.is_solution(chosen)
        assert queens.is_solution(list(reversed(chosen)))
        assert not queens.is_solution(chosen[1:])
        assert len(queens.check([*chosen, chosen[0]])) == 1
    with pytest.raises(pt.InputError, match="99 is no option"):
        queens.check([99])
    with pytest.raises(pt.InputError, match=r"\[1\] is no option"):
        queens.check([[1]])  # type: ignore[list-item]
    named = pt.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    assert named.check("a b; c") == named.check(("two", "one")) == []
    assert named.check("a b; b c") == named.check(["one", "three"])
    # Two options alike: each is one of its own.
    alike = pt.ExactCover("a", [["a"], ["a"]], multiplicities={"a": 2})
    assert alike.is_solution((0, 1)) and not alike.is_solution((0, 0))
    assert alike.is_solution("a; a") and alike.check("a; a; a") == ["a is chosen twice"]
    assert alike.hint([0, 1]).reason == "done" and alike.hint([0]).choose == ("a",)
    # A text says items.
    assert named.check("one; two")
    # A wrong answer of a large board is listed as far as it is read.
    wrong = pt.make("latin", 30).check(range(27000))
    assert len(wrong) == 21 and wrong[-1].startswith("and ")


def test_sudokus_and_numbers_are_checked_and_hinted() -> None:
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    sudoku = pt.parse(clues)
    assert isinstance(sudoku, pt.ExactCover)
    assert sudoku.is_solution(solved) and sudoku.is_solution(sudoku.first())
    assert sudoku.check("6" + solved[1:])[0] == "row 1, column 1 has the clue 5, not '6'"
    first = sudoku.hint()
    assert first.choose and first.take_back == 0 and first.sentence in str(first)
    assert sudoku.hint(solved).reason == "done"
    mind = pt.number_mind({"90342": 2, "70794": 0, "39458": 2, "34109": 1, "51545": 2, "12531": 1})
    assert mind.check("39542") == [] and len(mind.check("39543")) == 1
    with pytest.raises(pt.InputError, match="pass them as a text"):
        mind.check(["3", "9"])
    assert mind.hint("39...").sentence.startswith("Write ")


def test_hints_lead_to_a_solution() -> None:
    cover = pt.ExactCover(range(8), [[i, j] for i in range(8) for j in range(i)])
    chosen: list[int] = []
    while (hint := cover.hint(chosen)).choose:
        chosen += [number for number, items in cover.options.items() if items == hint.choose]
    assert hint.reason == "done" and cover.is_solution(chosen)
