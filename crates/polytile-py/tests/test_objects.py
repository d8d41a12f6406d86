"""Objects: immutable, hashable, comparable, picklable, with texts that can be typed back in."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import polytile as pt
from polytile._polytile import _restore

NAMES = {name: getattr(pt, name) for name in pt.__all__}


OPTIONAL = """title = "One stays empty"
pieces = "I3"
[board]
lattice = "hex"
cells = [[0, 0], [0, 1], [0, 2], [0, 3]]
optional = [[0, 0], [0, 3]]
holes = 1
"""


def objects() -> dict[str, Any]:
    """One or more of every kind."""
    p = pt.Problem("2x3", "trominoes")
    optional: Any = pt.parse(OPTIONAL)
    holed = pt.Problem("###\n#.#", [pt.Piece("##\n#.", name="chair", copies="1..2", colour="#cc3311")], tatami=True)
    k = pt.Slide("A..\n\n..A\n")
    why = pt.Problem("mutilated-chessboard").why()
    return {
        "Cell": pt.Cell(1, 2),
        "Region": pt.Region("4x5"),
        "Region with a hole": pt.Region("##.\n###"),
        "Region that wraps": pt.Region("torus:4x4", remove=[(0, 0)]),
        "Region of hexagons": pt.Region([(0, 0), (0, 1), (1, 0)], lattice="hex"),
        "Region of triangles": pt.Region("triangle:3"),
        "Region of cubes": pt.Region("box:2x2x2", remove=[(0, 0, 0)]),
        "Region of a layer of cubes": pt.Region("box:2x2x2", remove=[(x, y, 1) for x in (0, 1) for y in (0, 1)]),
        "Region with optional cells": pt.Region("##+\n###"),
        "Region of hexagons with optional cells": optional.region,
        "Problem with holes": optional,
        "Piece": pt.Piece("L3", copies=2),
        "Piece of hexagons": pt.Piece("worm", lattice="hex", copies=1),
        "Piece of prisms": pt.Piece([(0, 0, 0, 0), (0, 0, 1, 0)], lattice="prism", name="step"),
        "PieceSet of hexagons": pt.PieceSet("tetrahexes"),
        "Problem of cubes": pt.puzzles["soma"],
        "Tiling of triangles": pt.Problem("tri-hexagon:2", "lozenge").sample(1, seed=1)[0],
        "one-sided Piece": pt.Piece("L4", flips=False),
        "drawn Piece": pt.Piece([(0, 0), (0, 1), (1, 1)], name="it's", turns=False),
        "PieceSet": pt.PieceSet("1:pentominoes,O4"),
        "fixed PieceSet": pt.PieceSet("tetrominoes", turns=False),
        "Problem": p,
        "holed Problem": holed,
        "shipped Problem": pt.puzzles["euler-161"],
        "Tiling": p.sample(1, seed=1)[0],
        "Family": p.zdd(),
        "Heat": p.zdd().heat(),
        "Family of sets": pt.Family.from_sets([{1, 2}, {3}]),
        "ExactCover": pt.ExactCover("ab", {"x": "a", "y": [("c", "red"), "b"]}, secondary="c", multiplicities={"a": (0, 1)}),
        "Number Mind": pt.number_mind({"12": 1, "34": 0}),
        "Slide": k,
        "Position": k.play(".A."),
        "Solution": k.solve(),
        "Solution by an engine": pt.Slide("klotski").solve(metric="move", engine="both"),
        "Solution from elsewhere": k.solve(start=".A."),
        "Solution among several": pt.Slide("A.\n..\n\n..\n.A\n").solutions()[1],
        "no Solution": pt.Slide("AB\n\nBA\n").solve(),
        "Series": pt.series(3, "trominoes"),
        "Classes": pt.classes(pt.Problem("pentominoes-3x20")),
        "Golomb": pt.golomb(70, hole=(5, 2**69)),
        "Recurrence": pt.series(2, "dominoes").recurrence,
        "Explored": k.explore(),
        "Inspection": p.inspect(),
        "Certificate": why,
        "Circuit": pt.Problem("hex-triangle:8", "tribone").why(),
        "Verdict": pt.Problem("2x3", "L3").why(),
        "Deficient": pt.deficient(4, 4, (0, 0)),
        "Table": pt.classes(pt.Problem("pentominoes-3x20")).pairs(),
    }


OBJECTS = objects()


@pytest.mark.parametrize("name", OBJECTS)
def test_copies_are_equal(name: str) -> None:
    thing = OBJECTS[name]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(thing, protocol))
        assert again == thing and hash(again) == hash(thing) and type(again) is type(thing)
        assert repr(again) == repr(thing)
    assert copy.deepcopy(thing) == thing and not (copy.copy(thing) != thing)
    assert thing != object() and thing is not None


@pytest.mark.parametrize("name", OBJECTS)
def test_reprs_can_be_typed_back_in(name: str) -> None:
    thing = OBJECTS[name]
    text = repr(thing)
    assert len(text) < 2000
    if not text.startswith("<"):
        assert eval(text, dict(NAMES)) == thing, text  # noqa: S307


@pytest.mark.parametrize("name", OBJECTS)
def test_nothing_can_be_changed(name: str) -> None:
    thing = OBJECTS[name]
    with pytest.raises((AttributeError, TypeError)):
        thing.anything = 1


def test_solutions_of_sliding_puzzles() -> None:
    solution = pt.Slide("klotski").solve()
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and hash(again) == hash(solution)
    assert again.solutions == solution.solutions and again.boards == solution.boards
    page = solution._repr_html_()
    assert page.count("<figure") == 117 and 'type="range"' in page and "http://" not in page.replace("http://www.w3.org", "")
    assert solution.svg().startswith("<svg") and solution.gif().startswith(b"GIF89a")


def test_a_pickle_of_another_version_is_refused() -> None:
    text = pickle.dumps(pt.Region("4x5"), 0).replace(b"I2\n", b"I99\n")
    with pytest.raises(pt.InputError, match="form 99"):
        pickle.loads(text)
    with pytest.raises(pt.InputError):
        _restore("Nothing", 1, ())
    with pytest.raises((TypeError, ValueError)):
        _restore("Tiling", 1, (1, 2, 3))


def test_pictures() -> None:
    for name in ("Region", "Piece", "Problem", "Tiling", "Family", "Slide", "Position", "Classes", "Golomb", "Certificate", "Heat"):
        svg = OBJECTS[name]._repr_svg_()
        assert svg.lstrip().startswith(("<svg", "<?xml")) and svg.rstrip().endswith("</svg>")
    sheet = pt.sheet(pt.Problem("6x10", "1:pentominoes").solve(), limit=12)
    assert len(sheet) == 12 and sheet.more and sheet._repr_html_().count("<svg") == 12
    assert "more" in sheet._repr_html_()
    page = pt.PieceSet("1:pentominoes")._repr_html_()
    assert page.count("<svg") == 12 and "F5" in page and "more" not in page
    assert pt.PieceSet("octominoes")._repr_html_().count("<svg") == 60 and "309 more" in pt.PieceSet("octominoes")._repr_html_()
    assert repr(pt.Slide("klotski")) == "Slide('klotski')" == repr(pickle.loads(pickle.dumps(pt.Slide("klotski"))))
    assert "<table" in OBJECTS["Family"].marginals()._repr_html_()


def test_heat_maps() -> None:
    p = pt.Problem("###\n#.#\n###", "trominoes")
    tilings = list(p.solve())
    heat = p.zdd().heat()
    assert list(heat) == ["I3", "L3"] and len(heat) == 2 and "I3" in heat and dict(heat).keys() == {"I3", "L3"}
    for name in heat:
        array = heat[name]
        assert array.shape == (3, 3) and array.dtype == numpy.float64 and not array.flags.owndata
        assert numpy.isnan(array[1, 1])
        for row, column in p.region:
            share = sum(tiling.at(row, column) == name for tiling in tilings) / max(len(tilings), 1)
            assert abs(array[row, column] - share) < 1e-12
    # A single piece has a map for each way to turn it.
    turned = pt.Problem("8x8", "dominoes").zdd().heat()
    assert list(turned) == ["domino, lying", "domino, standing"]
    assert numpy.allclose(turned["domino, lying"] + turned["domino, standing"], 1)
    with pytest.raises(KeyError):
        _ = heat["nothing"]
    with pytest.raises(pt.InputError, match="only tilings"):
        pt.Family.from_sets([{1}]).heat()


def test_what_is_large_is_written_and_shown_short() -> None:
    mask = numpy.ones((400, 400), dtype=bool)
    mask[::3, ::3] = False
    region = pt.Region(mask)
    assert len(repr(region)) < 100 and region._repr_svg_() is None
    assert pickle.loads(pickle.dumps(region)) == region
    problem = pt.Problem(region, "trominoes")
    assert repr(problem).startswith("<Problem on <Region of") and problem._repr_svg_() is None
    board = pt.deficient(100, 100, (0, 1))
    assert board.tiling is not None and len(repr(board.tiling)) < 200
    assert board.tiling._repr_svg_() is not None
    assert pt.Region("5000x5000")._repr_svg_() is None and repr(pt.Region("5000x5000")) == "Region('5000x5000')"
    few = pt.Region("100x100", remove=[(5, 5)])
    assert eval(repr(few), dict(NAMES)) == few


def test_families_share_nodes() -> None:
    """A limit that allows no manager of nodes: what comes out was there before."""
    f = pt.Problem("8x9", "trominoes").zdd()
    g = pt.Problem("8x9", "trominoes").zdd()
    with pt.limits(memory=1):
        assert (f & f) == (f | f) == (f & g) == f
        assert not f - f and not f ^ g and not f - g and f <= g and not f < g
        assert not f.non_subsets(g) and not f.non_supersets(f)
    assert (f & g).problem == f.problem and repr(f | f) == repr(f)
    h = f.with_(f.names[0])
    assert (f | h) == f and (f & h) == h and repr(f | h) == repr(f) and f.minimal() == f
    assert (f & h).problem == (h & f).problem == f.problem
    assert f.join(pt.Family.from_sets([[]], universe=f.names)).problem is None


def test_options_of_other_kinds_are_others() -> None:
    one, other = pt.Family.from_sets([{1}]), pt.Family.from_sets([{"1"}])
    assert one != other
    with pytest.raises(pt.InputError, match="different options"):
        _ = one | other


def test_arrays_are_not_copied() -> None:
    tiling = pt.Problem("6x10", "1:pentominoes").first()
    assert tiling is not None
    grid = tiling.grid
    assert grid.dtype == numpy.int32 and grid.shape == (6, 10) and grid.base is not None
    assert not grid.flags.writeable and not grid.flags.owndata
    names = [name for name, _ in tiling.pieces]
    assert sorted(set(grid.flat)) == list(range(12)) and tiling.at(0, 0) == names[grid[0, 0]]
    assert pt.Region("##\n#.").mask.tolist() == [[True, True], [True, False]]
    holed = pt.Problem("##\n#.", "L3").first()
    assert holed is not None and holed.grid.tolist() == [[0, 0], [0, -1]]


def part(k: int) -> int:
    """A part of a search, in a process of its own."""
    return sum(1 for _ in pt.Problem("6x10", "1:pentominoes").solve(part=(k, 4)))


def test_processes_share_the_work() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert sum(pool.map(part, range(1, 5))) == 9356


def test_joblib_shares_the_work() -> None:
    joblib: Any = pytest.importorskip("joblib")
    problem = pt.Problem("6x10", "1:pentominoes")
    found = joblib.Parallel(n_jobs=2, backend="multiprocessing")(
        joblib.delayed(share)(problem, k) for k in (1, 2, 3)
    )
    assert sum(map(len, found)) == 9356 and all(problem.is_solution(tilings[0]) for tilings in found)


def share(problem: pt.Problem, k: int) -> list[pt.Tiling]:
    """The tilings of a part, sent back from a process of its own."""
    return list(problem.solve(part=(k, 3)))


cells = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)


@given(cells)
@settings(max_examples=60, deadline=None)
def test_any_region(some: set[tuple[int, int]]) -> None:
    mask = numpy.zeros((6, 6), dtype=bool)
    for cell in some:
        mask[cell] = True
    region = pt.Region(mask)
    assert len(region) == len(some) and set(region) == {pt.Cell(*cell) for cell in some}
    assert (region.mask == mask).all()
    assert eval(repr(region), dict(NAMES)) == region  # noqa: S307
    problem = pt.Problem(region, "monomino,dominoes")
    family = problem.zdd()
    assert family.count() == problem.count() == problem.solve().count()


@given(st.lists(st.sets(st.integers(0, 7)), max_size=12), st.lists(st.sets(st.integers(0, 7)), max_size=12))
@settings(max_examples=60, deadline=None)
def test_families_are_sets_of_sets(one: list[set[int]], other: list[set[int]]) -> None:
    universe = range(8)
    f, g = (pt.Family.from_sets(sets, universe=universe) for sets in (one, other))
    a, b = ({frozenset(s) for s in sets} for sets in (one, other))
    assert set(f) == a and f.count() == len(f) == len(a) and bool(f) == bool(a)
    assert set(f & g) == a & b and set(f | g) == a | b and set(f - g) == a - b and set(f ^ g) == a ^ b
    assert set(f.join(g)) == {x | y for x in a for y in b}
    assert set(f.minimal()) == {x for x in a if not any(y < x for y in a)}
    assert (f <= g) == (a <= b) and (f < g) == (a < b) and (f == g) == (a == b)
    assert [f.rank(s) for s in f] == list(range(len(a)))
    assert all(s in f for s in a) and [f[i] for i in range(len(a))] == list(f)


def test_other_lattices() -> None:
    hexagons = pt.Region("hexagon:2")
    assert (hexagons.lattice, len(hexagons), hexagons.symmetries) == ("hex", 7, 12)
    assert (1, 1) in hexagons and (0, 0) not in hexagons and hexagons.cells[0] == (0, 1)
    assert hexagons.mask.tolist() == [True] * 7
    box = pt.Region("box:2x3x4")
    assert (box.lattice, box.layers * box.rows * box.columns, len(box.cells[0])) == ("cube", 24, 3)
    # Soma: 240 up to all symmetries of the cube, as FACTS and every book have it.
    soma: Any = pt.puzzles["soma"]
    assert soma.count(up_to_symmetry=True) == 240
    tiling = next(iter(soma.solve()))
    assert soma.check(tiling) == [] and tiling.grid.shape == (27,) and set(tiling.grid) == set(range(7))
    name, cells = tiling.pieces[0]
    assert tiling.at(*cells[0]) == name
    assert soma.tiling(tiling.to_json()) == tiling
    lozenges = pt.Problem("tri-hexagon:3", "lozenge")
    assert lozenges.count() == 980 and lozenges.zdd().count() == 980
    assert len(lozenges.inspect().placements[0].cells[0]) == 3
    assert pt.Problem(pt.Region("tri-hexagon:3"), pt.PieceSet("lozenge")) == lozenges
    assert pt.Problem("tri-hexagon:3", "lozenge", remove=lozenges.region.cells[:2]).count() < 980
    bar = pt.Piece([(0, 0), (0, 1), (0, 2), (0, 3)], lattice="hex")
    assert (bar.name, bar.orientations) == ("bar", 3)


def test_cells_that_may_stay_empty() -> None:
    problem: Any = pt.parse(OPTIONAL)
    assert (problem.holes, problem.count(), [piece.name for piece in problem.pieces]) == ((1, 1), 2, ["I3"])
    assert {tiling.at(0, 0) for tiling in problem.solve()} == {None, "I3"}
    region = pt.Region("##+")
    assert len(region) == 3 and region.optional == ((0, 2),)
    dominoes = pt.Problem(region, "dominoes")
    assert dominoes == pt.Problem("##+", "dominoes") and dominoes.count() == 1


def test_what_other_lattices_refuse() -> None:
    refused: list[tuple[Callable[[], Any], str]] = [
        (lambda: pt.Region([(0, 0)], lattice="hexagonal"), "there is no lattice 'hexagonal'"),
        (lambda: pt.Region([(0, 0, 7)], lattice="triangle"), "0,0,7 is no cell of this lattice"),
        (lambda: pt.Region("hexagon:3", lattice="hex"), "a lattice is named beside a list of cells"),
        (lambda: pt.Piece("##\n#.", lattice="cube"), "a drawing is of squares"),
        (lambda: pt.Problem(pt.Region("hexagon:3"), "dominoes"), "squares"),
    ]
    for wrong, said in refused:
        with pytest.raises(pt.InputError, match=said):
            problem = wrong()
            problem.count()
