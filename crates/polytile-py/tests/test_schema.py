"""Whatever the command can be asked in JSON can be asked in Python: for each kind of question there are functions that take each of its
options, by the same name, by one that stands here, or not at all, for a reason that stands here."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import polytile as pt

SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "schema"
pytestmark = pytest.mark.skipif(not SCHEMA.exists(), reason="the schema is not in the package")

# What a question is about: objects, whose constructors take these.
WORDS: dict[str, tuple[Callable[..., Any], str]] = {
    "board": (pt.Problem, "board"),
    "fault_free": (pt.Problem, "fault_free"),
    "flips": (pt.Problem, "flips"),
    "given": (pt.Problem, "given"),
    "kind": (pt.parse, "kind"),
    "pieces": (pt.Problem, "pieces"),
    "problem": (pt.parse, "problem"),
    "puzzle": (pt.parse, "text"),
    "remove": (pt.Problem, "remove"),
    "tatami": (pt.Problem, "tatami"),
    "turns": (pt.Problem, "turns"),
}

A_SEED = "a search with a seed has a random order"
IN_TEXT = "an option of what is printed: the object holds all of it"


class Kind(NamedTuple):
    """The functions that answer a kind of question; options with other names there; and reasons why an option has none."""

    by: tuple[Callable[..., Any], ...]
    called: dict[str, str] = {}
    reasons: dict[str, str] = {}


SEARCH = {"up_to": "distinct", "subtree": "part"}
HELD = {
    "with": "Family.with_",
    "without": "Family.without",
    "eval": "Family.eval",
    "families": "an argument of Family.eval",
    "kth": "Family[i], which counts from 0",
    "rank": "Family.rank",
}


def held(*options: str) -> dict[str, str]:
    """The reasons of some options that are methods of families."""
    return {option: HELD[option] for option in options}


KINDS: dict[str, Kind] = {
    "best": Kind((pt.Problem.best, pt.ExactCover.best), {"best": "k"}),
    "check": Kind((pt.Problem.check, pt.Problem.is_solution, pt.Problem.certificate, pt.ExactCover.check)),
    "classes": Kind(
        (pt.classes,),
        reasons={"of": "Classes.of, members and neighbours", "graph": "Classes.tilings and pairs", "shapes": "Classes.report"},
    ),
    "convert": Kind((pt.convert,)),
    "count": Kind((pt.Problem.count,), {"up_to": "up_to_symmetry"}),
    "deficient": Kind(
        (pt.deficient,), {"remove": "hole"}, {"map": "a cell can be missing where deficient(rows, columns, cell).tilable"}
    ),
    "design_board": Kind((pt.design.board,), {"up_to": "up_to_symmetry"}),
    "design_givens": Kind((pt.design.givens,)),
    "design_number_mind": Kind((pt.design.number_mind,)),
    "design_pieces": Kind((pt.design.pieces,), {"up_to": "up_to_symmetry"}),
    "design_slide": Kind((pt.design.slide,), {"from": "least", "to": "most"}),
    "explore": Kind((pt.Slide.explore,), {"all_components": "components"}, {"histogram": "Explored has it always"}),
    "first": Kind(
        (pt.Problem.first, pt.ExactCover.first),
        reasons={
            "random": A_SEED,
            "up_to": "the first of a class is one of all",
            "subtree": "next(solve(part=...))",
            "cross_check": "whether there is one is what count(cross_check=True) says",
        },
    ),
    "golomb": Kind(
        (pt.golomb, pt.Golomb.cell, pt.Golomb.window, pt.Golomb.proof),
        {"remove": "hole", "cell": "row", "window": "width"},
        {
            "colours": "Golomb.window and cell hold colours",
            "letters": IN_TEXT,
            "levels": "Golomb.cell has levels",
            "proof": "Golomb.proof",
            "steps": "Golomb.cell has the level of the induction that lays a piece",
        },
    ),
    "hint": Kind((pt.Problem.hint, pt.ExactCover.hint)),
    "inspect": Kind((pt.Problem.inspect, pt.ExactCover.inspect)),
    "kth": Kind((pt.Problem.zdd, pt.ExactCover.zdd), reasons=held("eval", "families", "kth", "with", "without")),
    "list": Kind(
        (pt.Problem.solve, pt.ExactCover.solve),
        SEARCH,
        {
            "random": A_SEED,
            "limit": "an iterator is left at any time",
            "first": "next(solve())",
            "cross_check": "an iterator does not know how many are to come: count(cross_check=True)",
        },
    ),
    "make": Kind((pt.make,)),
    "merge": Kind((pt.merge,)),
    "pieces": Kind((pt.PieceSet,), {"what": "pieces"}),
    "puzzles": Kind((), reasons={"name": "a mapping: puzzles[name]"}),
    "rank": Kind((pt.Problem.zdd, pt.ExactCover.zdd), reasons=held("eval", "families", "rank", "with", "without")),
    "relate": Kind((pt.relate,)),
    "sample": Kind((pt.Problem.sample,), {"limit": "number"}),
    "series": Kind(
        (pt.series, pt.Series.terms, pt.Series.at),
        {"up_to": "up_to_symmetry", "to": "number", "from": "start", "at": "n"},
        {
            "board": "in the place of the width",
            "recurrence": "Series.recurrence",
            "growth": "Series.growth",
            "all": IN_TEXT,
            "format": IN_TEXT,
        },
    ),
    "show": Kind((pt.Problem.placements,), reasons={"placements": "Problem.placements", "solid": "Tiling.svg, with `view`"}),
    "slide_check": Kind((pt.Slide.check,)),
    "slide_graph": Kind((pt.Slide.graph,)),
    "slide_moves": Kind((pt.Slide.play, pt.Position.moves), {"from": "state"}),
    "slide_solve": Kind(
        (pt.Slide.solve, pt.Slide.solutions),
        {"from": "start"},
        {"all": "Slide.solutions", "hint": "Solution.moves[0], or Distances.of", "boards": "Solution.boards"},
    ),
    "solutions": Kind(
        (pt.Problem.count, pt.ExactCover.count, pt.Problem.solve), SEARCH, {"random": "an order does not change a number", "seed": A_SEED}
    ),
    "table": Kind((pt.table,), {"up_to": "up_to_symmetry"}),
    "unique": Kind(
        (pt.Problem.unique, pt.ExactCover.unique),
        {"up_to": "distinct"},
        {"random": A_SEED, "seed": "an order does not change a verdict", "subtree": "a part has no verdict about the whole"},
    ),
    "why": Kind((pt.Problem.why, pt.ExactCover.why)),
    "zdd": Kind(
        (pt.Problem.zdd, pt.ExactCover.zdd, pt.Family.sample, pt.Family.best),
        {"best": "k"},
        HELD
        | {
            "by_size": "Family.by_size",
            "count": "Family.count",
            "cross_check": "Problem.count(engine='zdd', cross_check=True)",
            "lightest": "Family.best(1, weights)",
            "list": "iter(family)",
            "marginals": "Family.marginals",
            "profile": "Family.profile",
            "sample": "Family.sample",
        },
    ),
}


def questions() -> dict[str, set[str]]:
    """The options of every kind of question."""
    found = {}
    for path in SCHEMA.glob("*.question.json"):
        properties = set(json.loads(path.read_text())["properties"]) - {"question"}
        found[path.name.removesuffix(".question.json")] = properties
    return found


def taken(functions: tuple[Callable[..., Any], ...]) -> set[str]:
    """The arguments that one of these functions takes."""
    return {name for function in functions for name in inspect.signature(function).parameters}


def test_every_kind_of_question_has_functions() -> None:
    assert set(questions()) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_is_an_argument_or_has_a_reason(kind: str) -> None:
    by, called, reasons = KINDS[kind]
    options = questions()[kind]
    # What is not there any more needs neither name nor reason.
    assert (set(called) | set(reasons)) <= options
    own = {option for option in options if option not in WORDS or option in called}
    arguments = taken(by)
    missing = {option for option in own - set(reasons) if called.get(option, option) not in arguments}
    assert not missing


def test_what_questions_are_about_are_objects() -> None:
    about = {option for options in questions().values() for option in options} & set(WORDS)
    assert about == set(WORDS)
    for function, argument in WORDS.values():
        assert argument in inspect.signature(function).parameters


def test_reasons_name_what_there_is() -> None:
    for _, _, reasons in KINDS.values():
        for reason in reasons.values():
            owner, dot, name = reason.partition(".")
            if dot and owner.isidentifier() and hasattr(pt, owner):
                method = name.split("(")[0].split(",")[0].split(" ")[0].split("[")[0]
                assert hasattr(getattr(pt, owner), method), reason
