"""Limits of calls and of blocks, which operators and properties take too; and many threads at once."""

from __future__ import annotations

import ast
import asyncio
import inspect
import pickle
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import polytile as pt

PROBLEM = pt.Problem("8x9", "trominoes")
FAMILY = PROBLEM.zdd()
LEFT, RIGHT = FAMILY.with_(FAMILY.names[0]), FAMILY.without(FAMILY.names[5])
MEMBER = FAMILY[0]
LINKS = pt.Family.from_sets([{i, i + 1} for i in range(30)])
OTHERS = LINKS.without(7)
PENTOMINOES = pt.Problem("pentominoes-3x20")
CLASSES = pt.classes(pt.Problem("pentominoes-3x20"))
COVER = pt.ExactCover(range(12), [[i, j] for i in range(12) for j in range(i)])
GUESSES = pt.number_mind({"34": 0, "12": 2, "13": 2})
KLOTSKI = pt.Slide("klotski")
DISTANCES = KLOTSKI.distances()
SAMPLER = PROBLEM.sampler()
SERIES = pt.series(4, "trominoes")
GOLOMB = pt.golomb(9, hole=(0, 0))
CHESSBOARD = pt.Problem("mutilated-chessboard")
WHY = CHESSBOARD.why()
CERTIFICATE = WHY.to_json() if WHY else ""
GRID = pt.Graph("grid:6x6")
SOLUTION = KLOTSKI.solve(metric="move")
PICKLE = pickle.dumps(FAMILY)
FILE = Path("nowhere")


def fresh() -> pt.Family:
    """A family that knows no counts yet."""
    return FAMILY.without(FAMILY.names[1])


class Chain(pt.Spec):
    """All sets of twenty options."""

    levels = 20

    def options(self, level: int) -> list[int]:
        return [level]

    def root(self) -> int:
        return 0

    def children(self, level: int, state: object) -> list[tuple[int | None, int]]:
        return [(None, 0), (level, 0)]

    def accepts(self, state: object) -> bool:
        return True


# A call of everything that takes limits.
CALLS: dict[str, Callable[..., Any]] = {
    "Certificate.check": lambda **limits: WHY.check(**limits),  # type: ignore[union-attr]
    "Classes.graph_svg": lambda **limits: CLASSES.graph_svg(0, **limits),
    "Classes.neighbours": lambda **limits: CLASSES.neighbours(0, **limits),
    "Distances.of": lambda **limits: DISTANCES.of(KLOTSKI.start, **limits),
    "ExactCover.best": lambda **limits: COVER.best(2, {0: 1}, **limits),
    "ExactCover.check": lambda **limits: COVER.check([0], **limits),
    "ExactCover.count": COVER.count,
    "ExactCover.first": COVER.first,
    "ExactCover.hint": COVER.hint,
    "ExactCover.inspect": COVER.inspect,
    "ExactCover.is_solution": lambda **limits: COVER.is_solution([0], **limits),
    "ExactCover.sample": lambda **limits: COVER.sample(1000, seed=1, **limits),
    "ExactCover.solve": lambda **limits: list(COVER.solve(**limits)),
    "ExactCover.unique": COVER.unique,
    "ExactCover.why": GUESSES.why,
    "ExactCover.zdd": COVER.zdd,
    "Family.best": lambda **limits: FAMILY.best(1, {}, **limits),
    "Family.by_size": FAMILY.by_size,
    "Family.closure": LINKS.closure,
    "Family.complement": LINKS.complement,
    "Family.count": lambda **limits: fresh().count(**limits),
    "Family.eval": lambda **limits: pt.Family.eval("f - g", {"f": LINKS, "g": OTHERS}, **limits),
    "Family.from_sets": lambda **limits: pt.Family.from_sets([{i, i + 1} for i in range(20000)], **limits),
    "Family.heat": lambda **limits: fresh().heat(**limits),
    "Family.hitting_sets": LINKS.hitting_sets,
    "Family.join": lambda **limits: LINKS.join(OTHERS, **limits),
    "Family.load": lambda **limits: pt.Family.load(FILE, **limits),
    "Family.marginals": lambda **limits: fresh().marginals(**limits),
    "Family.maximal": LINKS.maximal,
    "Family.meet": lambda **limits: LINKS.meet(OTHERS, **limits),
    "Family.minimal": LINKS.minimal,
    "Family.non_subsets": lambda **limits: LINKS.non_subsets(OTHERS, **limits),
    "Family.non_supersets": lambda **limits: LINKS.non_supersets(OTHERS, **limits),
    "Family.quotient": lambda **limits: LINKS.quotient(OTHERS, **limits),
    "Family.rank": lambda **limits: FAMILY.without(FAMILY.names[-1]).rank(MEMBER, **limits),
    "Family.remainder": lambda **limits: LINKS.remainder(OTHERS, **limits),
    "Family.sample": lambda **limits: fresh().sample(3, seed=1, **limits),
    "Family.save": lambda **limits: FAMILY.save(FILE, **limits),
    "Family.subsets": lambda **limits: LINKS.subsets(OTHERS, **limits),
    "Family.supersets": lambda **limits: LINKS.supersets(OTHERS, **limits),
    "Family.with_": lambda **limits: FAMILY.with_(FAMILY.names[0], **limits),
    "Family.without": lambda **limits: FAMILY.without(FAMILY.names[0], **limits),
    **{
        f"Graph.{name}": getattr(GRID, name)
        for name in (
            "cycles",
            "forests",
            "hamiltonian_cycles",
            "independent_sets",
            "matchings",
            "perfect_matchings",
            "spanning_trees",
        )
    },
    "Graph.hamiltonian_paths": lambda **limits: GRID.hamiltonian_paths(1, 36, **limits),
    "Graph.paths": lambda **limits: GRID.paths(1, 36, **limits),
    "Golomb.window": lambda **limits: GOLOMB.window(0, 0, 512, 512, **limits),
    "Problem.best": lambda **limits: PENTOMINOES.best(2, {"X5": 1}, **limits),
    "Problem.certificate": lambda **limits: CHESSBOARD.certificate(CERTIFICATE, **limits),
    "Problem.classes": PENTOMINOES.classes,
    "Problem.count": PROBLEM.count,
    "Problem.first": PENTOMINOES.first,
    "Problem.hint": PENTOMINOES.hint,
    "Problem.inspect": PENTOMINOES.inspect,
    "Problem.placements": PROBLEM.placements,
    "Problem.sample": lambda **limits: PROBLEM.sample(3, seed=1, **limits),
    "Problem.sampler": PROBLEM.sampler,
    "Problem.solve": lambda **limits: list(PENTOMINOES.solve(**limits)),
    "Problem.unique": PENTOMINOES.unique,
    "Problem.why": pt.Problem("mutilated-chessboard").why,
    "Problem.zdd": PROBLEM.zdd,
    "Sampler.draw": lambda **limits: SAMPLER.draw(3, seed=1, **limits),
    "Series.at": lambda **limits: SERIES.at(50, **limits),
    "Series.bfile": lambda **limits: SERIES.bfile(50, **limits),
    "Series.terms": lambda **limits: SERIES.terms(50, **limits),
    "Slide.check": lambda **limits: KLOTSKI.check(SOLUTION, **limits),
    "Slide.distances": KLOTSKI.distances,
    "Slide.explore": KLOTSKI.explore,
    "Slide.graph": KLOTSKI.graph,
    "Slide.solutions": lambda **limits: KLOTSKI.solutions(limit=2, **limits),
    "Slide.solve": KLOTSKI.solve,
    "_ask": lambda **limits: pt.ask({"question": "count", "board": "8x9", "pieces": "trominoes"}, **limits),
    "_family": lambda **limits: Chain().family(**limits),
    "_limits": lambda **limits: pt.limits(**limits).__enter__(),
}

# What is over before anybody asks whether to go on, and what lists nothing but what is known.
SHORT = {
    "Certificate.check", "Classes.graph_svg", "Distances.of", "ExactCover.best", "ExactCover.inspect", "ExactCover.why", "Problem.hint", "Problem.why",
    "_limits", "Problem.certificate", "Problem.placements", "Slide.check",
}

# Operators and properties, which take limits from a block only.
UNSAID: dict[str, Callable[[], object]] = {
    "and": lambda: LEFT & RIGHT,
    "or": lambda: LEFT | RIGHT,
    "sub": lambda: LEFT - RIGHT,
    "xor": lambda: LEFT ^ RIGHT,
    "le": lambda: LEFT <= RIGHT,
    "gt": lambda: LEFT > RIGHT,
    "getitem": lambda: fresh()[5],
    "len": lambda: len(fresh()),
    "pickle": lambda: pickle.dumps(FAMILY),
    "unpickle": lambda: pickle.loads(PICKLE),
    "recurrence": lambda: pt.series(4, "trominoes").recurrence,
    "growth": lambda: pt.series(4, "trominoes").growth,
}


@pytest.fixture(autouse=True)
def saved(tmp_path: Path) -> None:
    global FILE
    FILE = tmp_path / "family.zdd"
    FAMILY.save(FILE)


def test_everything_that_takes_limits_is_called_here() -> None:
    stub = ast.parse(Path(pt.__path__[0], "_polytile.pyi").read_text())
    named = set()
    for kind in stub.body:
        for method in kind.body if isinstance(kind, ast.ClassDef) else [kind]:
            if isinstance(method, ast.FunctionDef) and "time_limit" in {arg.arg for arg in method.args.kwonlyargs}:
                named.add(f"{kind.name}.{method.name}" if isinstance(kind, ast.ClassDef) else method.name)
    assert named == set(CALLS)
    for function in (pt.limits, pt.Spec.family):
        assert {"threads", "memory", "time_limit", "progress"} <= set(inspect.signature(function).parameters)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "ask": lambda **limits: pt.ask({"question": "count", "board": "8x9", "pieces": "trominoes"}, **limits),
    "convert": lambda **limits: pt.convert(PENTOMINOES, "dlx", **limits),
    "deficient": lambda **limits: pt.deficient(7, 10, (0, 3), **limits),
    "design.board": lambda **limits: pt.design.board("3x3", "1:L3,I3,domino", **limits),
    "design.givens": lambda **limits: pt.design.givens(PENTOMINOES, **limits),
    "design.number_mind": lambda **limits: pt.design.number_mind("123", **limits),
    "design.pieces": lambda **limits: pt.design.pieces("3x4", "0..4:trominoes", **limits),
    "design.slide": lambda **limits: pt.design.slide(cars="3x3", **limits),
    "make": lambda **limits: pt.make("queens", 20, **limits),
    "relate": lambda **limits: pt.relate(*CLASSES.tilings, **limits),
    "table": lambda **limits: pt.table("dominoes", squares=8, **limits),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_pass_their_limits_on(name: str) -> None:
    call = FUNCTIONS[name]
    with pytest.raises(pt.InputError, match="threads is at least 1"):
        call(threads=0)
    with pytest.raises(TypeError):
        call(thread=1)
    call(threads=2, time_limit=300, memory="4GiB", progress=lambda _: None)


def test_every_function_that_takes_limits_is_called_here() -> None:
    named = {name: getattr(pt, name) for name in pt.__all__}
    named |= {f"design.{name}": getattr(pt.design, name) for name in pt.design.__all__}
    limited = {name for name, thing in named.items() if inspect.isfunction(thing) and "limits" in inspect.signature(thing).parameters}
    assert limited == set(FUNCTIONS)


@pytest.mark.parametrize("name", CALLS)
def test_calls_read_their_limits(name: str) -> None:
    call = CALLS[name]
    with pytest.raises(pt.InputError, match="threads is at least 1"):
        call(threads=0)
    with pytest.raises(TypeError, match="progress"):
        call(progress="loud")
    call(threads=2, time_limit=300, memory="4GiB", progress=lambda _: None)
    if name not in SHORT:
        with pytest.raises(pt.LimitReached) as caught:
            call(time_limit=0)
        assert caught.value.limit == "time"
        with pytest.raises(pt.LimitReached), pt.limits(time_limit=0):
            call()


def test_what_a_call_says_goes_before_its_block() -> None:
    with pt.limits(time_limit=0, threads=2):
        assert PROBLEM.count(time_limit=300) == FAMILY.count(time_limit=300)
        assert LINKS.join(OTHERS, time_limit=300, threads=1)
        assert next(PROBLEM.solve(time_limit=300)) in FAMILY


@pytest.mark.parametrize("name", UNSAID)
def test_operators_and_properties_take_those_of_the_block(name: str) -> None:
    ask = UNSAID[name]
    with pt.limits(time_limit=0):
        with pytest.raises(pt.LimitReached) as caught:
            ask()
        assert caught.value.limit == "time"
        with pt.limits(threads=2, time_limit=300):
            ask()
        with pytest.raises(pt.LimitReached):
            ask()
    ask()


def test_a_limit_keeps_nothing_from_being_asked_again() -> None:
    series = pt.series(4, "trominoes")
    with pt.limits(time_limit=0), pytest.raises(pt.LimitReached):
        _ = series.recurrence
    assert series.recurrence.proved
    with pt.limits(time_limit=0):
        assert series.recurrence.proved


def test_blocks_are_checked_when_they_begin_and_end_whatever_happens() -> None:
    with pytest.raises(pt.InputError), pt.limits(memory="lots"):
        pass
    with pytest.raises(TypeError), pt.limits(progress=5):  # type: ignore[arg-type]
        pass
    with pytest.raises(KeyError), pt.limits(time_limit=0):
        raise KeyError
    assert (LEFT & RIGHT).count() > 0


def test_progress_of_a_block_is_told_of_operators() -> None:
    told: list[pt.Progress] = []

    class Enough(Exception):
        pass

    def tell(progress: pt.Progress) -> None:
        told.append(progress)
        raise Enough

    big = pt.Problem("12x12", "trominoes").zdd(order="rows")
    one, other = big.without(big.names[7]), big.without(big.names[300])
    with pytest.raises(Enough), pt.limits(progress=tell):
        _ = one & other
    assert len(told) == 1 and "operations" in told[0].text


def test_blocks_are_those_of_a_thread_and_of_a_task() -> None:
    found: list[object] = []
    with pt.limits(time_limit=0):
        thread = threading.Thread(target=lambda: found.append((LEFT & RIGHT).count()))
        thread.start()
        thread.join()
    assert found == [(LEFT & RIGHT).count()]

    async def hurried() -> str:
        with pt.limits(time_limit=0):
            await asyncio.sleep(0)
            try:
                return str(LEFT & RIGHT)
            except pt.LimitReached:
                return "stopped"

    async def calm() -> int:
        await asyncio.sleep(0)
        return (LEFT & RIGHT).count()

    async def both() -> list[object]:
        return list(await asyncio.gather(hurried(), calm(), hurried()))

    assert asyncio.run(both()) == ["stopped", found[0], "stopped"]


def test_engines_are_named_where_they_are_asked_for() -> None:
    small = pt.Problem("2x2", "dominoes")
    asked: list[Callable[..., Any]] = [
        small.count,
        small.solve,
        small.sample,
        small.sampler,
        small.inspect,
        small.classes,
        COVER.count,
        COVER.solve,
        COVER.inspect,
        KLOTSKI.explore,
        KLOTSKI.solve,
    ]
    for ask in asked:
        with pytest.raises(pt.InputError) as caught:
            ask(engine="?")
        words = re.findall(r"\w+", str(caught.value).split("can be")[1])
        missing = [word for word in words if f'"{word}"' not in (ask.__doc__ or "")]
        # Nothing but a search lists solutions.
        assert missing == (["zdd"] if ask.__name__ == "solve" and ask.__self__ is not KLOTSKI else []), ask  # type: ignore[attr-defined]
        for word in missing:
            with pytest.raises(pt.InputError):
                ask(engine=word)


def test_threads_of_python_share_everything() -> None:
    """Eight threads ask the same objects at once, each with limits of its own."""
    family, series = fresh(), pt.series(4, "trominoes")
    sampler, tilings = PROBLEM.sampler(), pt.Problem("6x10", "1:pentominoes").solve()
    drawn = sampler.draw(5, seed=7)
    total, terms, best = FAMILY.without(FAMILY.names[1]).count(), series.terms(30), FAMILY.best(2, {"I3": 1})
    failed: list[BaseException] = []
    begin = threading.Barrier(8)

    def work(number: int) -> None:
        try:
            begin.wait()
            with pt.limits(threads=1 + number % 2, time_limit=None if number < 6 else 0):
                for turn in range(6):
                    if number >= 6:
                        with pytest.raises(pt.LimitReached):
                            _ = LEFT & RIGHT
                        continue
                    assert family.count() == total and family.rank(family[turn]) == turn
                    assert (LEFT | RIGHT) - RIGHT == LEFT - RIGHT
                    assert sampler.draw(5, seed=7) == drawn
                    assert series.terms(30) == terms and series.recurrence.proved
                    assert [weight for weight, _ in FAMILY.best(2, {"I3": 1})] == [weight for weight, _ in best]
                    FAMILY.save(FILE)
                    assert pt.Family.load(FILE) == FAMILY
                    try:
                        next(tilings)
                    except RuntimeError as error:
                        assert "at work in another thread" in str(error)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed
    assert [path.name for path in FILE.parent.iterdir()] == ["family.zdd"]
