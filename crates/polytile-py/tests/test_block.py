"""What one can write: every line of the tour, completed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from pathlib import Path

import numpy
import pytest

import polytile as pt


@pytest.fixture(scope="module")
def pentominoes() -> pt.Problem:
    return pt.Problem("6x10", "1:pentominoes")


def test_problems_are_texts_objects_or_files(tmp_path: Path, pentominoes: pt.Problem) -> None:
    assert pt.Problem(pt.Region("6x10"), pt.PieceSet("1:pentominoes")) == pentominoes
    assert pt.Problem(numpy.ones((6, 10), dtype=bool), "1:pentominoes") == pentominoes
    assert pt.Problem(["#" * 10] * 6, ["1:pentominoes"]) == pentominoes
    assert pt.puzzles["pentominoes-6x10"] == pentominoes == pt.Problem("pentominoes-6x10")
    file = tmp_path / "cat.toml"
    file.write_text(pentominoes.to_toml())
    assert pt.load(file) == pentominoes
    slide = pt.puzzles["klotski"]
    assert isinstance(slide, pt.Slide) and slide.title == "Klotski"
    file = tmp_path / "slide.toml"
    file.write_text(slide.to_toml())
    assert pt.load(file) == slide
    assert isinstance(pt.puzzles["langford-8"], pt.ExactCover)
    assert "klotski" in pt.puzzles and len(pt.puzzles) == len(list(pt.puzzles)) > 40


def test_counts(pentominoes: pt.Problem) -> None:
    assert pentominoes.count() == 9356
    assert pentominoes.count(up_to_symmetry=True) == 2339
    assert pentominoes.count(up_to_symmetry="rotations") == 4678
    trominoes = pt.Problem("2x9", "trominoes")
    by_piece = trominoes.count(by_piece=True)
    assert sum(by_piece.values()) == trominoes.count() == 41
    assert by_piece[(("I3", 2), ("L3", 4))] == by_piece[("I3", 2), ("L3", 4)] > 0
    assert pt.Problem("12x12", "trominoes").count() == 17735061025562799941630
    assert pt.Problem("12x12", "trominoes").count(modulo=10**9 + 7) == 17735061025562799941630 % (10**9 + 7)
    assert pt.Problem("8x8", "dominoes").count(engine="merge", order="diagonals", cross_check=True) == 12988816


def test_counts_have_parts() -> None:
    trominoes = pt.Problem("9x12", "trominoes")
    parts = [trominoes.count(part=(k, 3)) for k in (3, 1, 2)]
    assert pt.merge(parts) == trominoes.count() == 20574308184277971
    assert pt.merge(map(json.dumps, parts)) == 20574308184277971
    with pytest.raises(pt.InputError, match="part 2/3 is missing"):
        pt.merge(parts[:2])
    with pytest.raises(pt.InputError, match="each part would be the whole"):
        trominoes.count(part=(1, 2), engine="zdd")


def test_solutions_are_lazy_left_resumed_and_split(pentominoes: pt.Problem) -> None:
    found = [t for t in pentominoes.solve(distinct=True, where="X touches border")]
    assert 0 < len(found) < 2339
    assert all(pentominoes.is_solution(t) for t in found[:50])
    solutions = pentominoes.solve()
    first = list(itertools.islice(solutions, 100))
    text = solutions.checkpoint()
    assert text is not None and solutions.found == 100
    rest = list(pentominoes.solve(resume=text))
    assert [*first, *rest] == list(pentominoes.solve()) and len(rest) == 9256
    parts = [set(pentominoes.solve(part=(k, 5))) for k in range(1, 6)]
    assert sum(map(len, parts)) == 9356 == len(set().union(*parts))
    assert pentominoes.solve(part=(2, 5)).count() == len(parts[1])


@pytest.mark.parametrize("taken", [0, 1, 100])
def test_several_threads_give_the_same_in_the_same_order(pentominoes: pt.Problem, taken: int) -> None:
    solutions = pentominoes.solve(threads=2)
    first = list(itertools.islice(solutions, taken))
    text = solutions.checkpoint()
    assert solutions.found == taken
    assert first == list(itertools.islice(pentominoes.solve(), taken))
    assert next(solutions) == next(pentominoes.solve(resume=text))
    assert solutions.count() == 9356 - taken - 1
    assert list(solutions) == []


def test_other_questions(pentominoes: pt.Problem) -> None:
    assert pentominoes.unique() is False and pt.Problem("1x2", "dominoes").unique() is True
    why = pt.Problem("mutilated-chessboard").why()
    assert isinstance(why, pt.Certificate) and why.check() and "there is no tiling" in str(why)
    assert why.weights[0][0] is None and why.weights[0][1] is not None
    inspection = pt.Problem("pentominoes-3x20").inspect()
    assert inspection.solutions == 8 and len(inspection.forced) == 0 and len(inspection.useless) > 0
    sample = pentominoes.sample(10, seed=1)
    assert len(sample) == 10 and sample == pentominoes.sample(10, seed=1)
    assert all(pentominoes.is_solution(t) for t in sample)
    assert not pentominoes.is_solution(pt.Problem("6x10", "dominoes").sample(1)[0])
    first = pentominoes.first(where="X touches border")
    assert first is not None and first.grid.shape == (6, 10)


def test_verdicts_are_told_apart(pentominoes: pt.Problem) -> None:
    some = pentominoes.why()
    assert not some and some.verdict == "possible" and some.tiling is not None
    assert pentominoes.is_solution(some.tiling) and "there is a tiling" in str(some)
    none = pt.Problem("3x5", "1:F5,1:P5,1:V5").why()
    assert not none and none.verdict == "impossible" and none.tiling is None and none.nodes > 0
    assert "all possibilities" in str(none)
    unknown = pt.Problem("20x20", "Y5,X5").why()
    assert not unknown and unknown.verdict == "unknown" and unknown.tiling is None
    weights = pt.Problem("mutilated-chessboard").why()
    assert weights and weights.verdict == "impossible"
    walk = pt.Problem("hex-triangle:8", "tribone").why()
    assert isinstance(walk, pt.Circuit) and walk and walk.verdict == "impossible" and "Around the board" in str(walk)
    claim = {"question": "check", "board": "hex-triangle:8", "pieces": "tribone", "tiling": walk.to_json()}
    assert pt.ask(claim)["correct"]


def test_conditions_go_everywhere(pentominoes: pt.Problem) -> None:
    inside = ["not X touches border", "I touches corner"]
    listed = set(pentominoes.solve(where=inside))
    assert 0 < len(listed) < 9356 and pentominoes.count(where=inside) == len(listed)
    assert set(pentominoes.zdd(where=inside)) == listed
    assert set(pentominoes.sample(20, where=inside, seed=1)) <= listed
    for asked in (pentominoes.count, pentominoes.sample, pentominoes.zdd):
        with pytest.raises(pt.InputError, match="whole tiling"):
            asked(where="X touches I")


def test_families(tmp_path: Path) -> None:
    p = pt.Problem("9x12", "trominoes")
    f = p.zdd()
    assert f.count() == 20574308184277971 and f.nodes == 379242
    t = f[10**15]
    assert t in f and f.rank(t) == 10**15 and p.is_solution(t)
    assert f[-1] == f[f.count() - 1]
    o, other = f.names[0], f.names[1]
    g, h = f.with_(o), f.without(o)
    assert g.count() + h.count() == f.count()
    assert (g & h).count() == 0 and (g | h) == f and (f - g) == h and (f ^ g) == h
    assert g <= f and g < f and not f <= g and f >= g
    assert f.with_(o, other).count() == 0
    assert len(f.sample(5)) == 5 and f.sample(3, seed=7) == f.sample(3, seed=7)
    assert all(t in f for t in f.sample(5, seed=1))
    best = f.best(3, {"I3": 1})
    assert [weight for weight, _ in best] == [0, 0, 0]
    assert f.best(1, {"I3": 1}, heaviest=True)[0][0] == 36
    marginals = f.marginals()
    assert marginals[o] * f.count() == g.count()
    assert sum(marginals.values()) == 36
    assert marginals.to_pandas().shape == (526, 3)
    path = tmp_path / "family.zdd"
    f.save(path)
    loaded = pt.Family.load(path)
    path.write_bytes(path.read_bytes()[:1000])
    assert loaded == f and loaded[10**15] == t and loaded.problem == p
    with pytest.raises(pt.InputError, match="family.zdd"):
        pt.Family.load(path)
    small = pt.Problem("4x4", "dominoes").zdd()
    assert len(small) == 36 == len(list(small)) == len(set(small))
    assert [small.rank(t) for t in small] == list(range(36))
    with pytest.raises(OverflowError):
        len(pt.Problem("12x12", "trominoes").zdd())


def test_sets_of_anything() -> None:
    f = pt.Family.from_sets([{"a", "b"}, {"b", "c"}, {"b"}])
    g = pt.Family.from_sets([{"c"}], universe=f.labels)
    assert set(f.join(g)) == {frozenset("abc"), frozenset("bc")}
    assert set(f.minimal()) == {frozenset("b")} and set(f.maximal()) == {frozenset("ab"), frozenset("bc")}
    assert {"b", "a"} in f and {"a"} not in f and {"z"} not in f
    assert set(f.hitting_sets()) == {frozenset("b")}
    assert f.by_size() == {1: 1, 2: 2}
    with pytest.raises(pt.InputError, match="different options"):
        _ = f & pt.Family.from_sets([{1}])


def test_series() -> None:
    s = pt.series(width=3, pieces="trominoes")
    assert s.terms(20)[:7] == [1, 1, 3, 10, 23, 62, 170] and len(s.terms(20)) == 20
    assert str(s.recurrence) == "a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)" and s.recurrence.proved
    assert s.at(19) == s.terms(20)[19]
    assert s.at(10**4, modulo=10**9 + 7) == s.at(10**4) % (10**9 + 7)
    assert 0 <= s.at(10**18, modulo=10**9 + 7) < 10**9 + 7
    assert s.growth.factor is not None and 2.6 < s.growth.factor < 3.0
    assert s.bfile(2) == "0 1\n1 1\n"


def test_exact_covers() -> None:
    items, options = ["p", "q", "r"], {
        "one": ["p", "q", "x", ("y", "A")],
        "two": ["p", "r", ("x", "A"), "y"],
        "three": ["p", ("x", "B")],
        "four": ["q", ("x", "A")],
        "five": ["r", ("y", "B")],
    }
    cover = pt.ExactCover(items, options, secondary=["x", "y"])
    assert list(cover.solve()) == [("two", "four")] and cover.unique() and cover.count() == 1
    assert set(cover.zdd()) == {frozenset({"two", "four"})}
    coloured = {"one": {"y": "A"}, "two": {"x": "A"}, "three": {"x": "B"}, "four": {"x": "A"}, "five": {"y": "B"}}
    plain = {name: [item[0] if isinstance(item, tuple) else item for item in its] for name, its in options.items()}
    assert pt.ExactCover(items, plain, secondary=["x", "y"], colours=coloured) == cover
    several = pt.ExactCover(["n"], [["n"]] * 5, multiplicities={"n": (2, 3)})
    assert several.count() == 20
    langford = pt.ExactCover.from_dlx(pt.puzzles["langford-8"].to_dlx())  # type: ignore[union-attr]
    assert langford.count() == 300 == langford.zdd().count() == sum(1 for _ in langford.solve())


def test_number_mind() -> None:
    small = {"90342": 2, "70794": 0, "39458": 2, "34109": 1, "51545": 2, "12531": 1}
    mind = pt.number_mind(small)
    assert list(mind.solve()) == ["39542"] and isinstance(mind, pt.ExactCover)
    assert list(mind.zdd()) == ["39542"] and "39542" in mind.zdd()
    euler = pt.puzzles["number-mind-185"]
    assert isinstance(euler, pt.ExactCover) and euler.first() == "4640261571849533"
    assert pt.number_mind({"34": 0, "12": 2, "13": 2}).why() == [2, 3]


def test_sliding() -> None:
    k = pt.Slide("klotski")
    explored = k.explore(metric="move")
    assert explored.states == 25955 == sum(explored.histogram)
    solution = k.solve(metric="move")
    assert solution.length == 81 == len(solution.moves) == len(solution.boards) - 1
    assert solution.boards[-1].is_solved
    assert [k.solve(metric=m).length for m in ("step", "slide")] == [116, 90]
    position = k.play()
    piece, way = position.moves(metric="move")[0]
    moved = position.move((piece, way))
    assert moved != position and k.play(moved) == moved == k.play(str(moved))
    assert k.distances(metric="move").of(position) is not None
    small = pt.Slide("A..\n\n..A\n")
    graph = small.graph()
    assert graph.number_of_nodes() == 3 and graph.nodes[2]["goal"]
    assert len(small.solutions()) == 1 and small.solve(start=".A.").length == 1


def test_golomb_and_deficient() -> None:
    board = pt.golomb(60, hole=(0, 0))
    tromino = board.cell(123456789, 987654321)
    assert tromino is not None and tromino.level == 2 and tromino.colour == 2
    window = board.window(0, 0, 4, 4)
    assert window.dtype == numpy.uint8 and window[0, 0] == 255 and set(window.flat) <= {0, 1, 2, 255}
    # Its 76 cells are no multiple of 3.
    assert not pt.deficient(7, 11, (0, 3)).tilable
    found = pt.deficient(7, 10, (0, 3))
    assert found.tilable and found.tiling is not None
    assert found.problem.is_solution(found.tiling)
    assert not pt.deficient(5, 5, (0, 1)).tilable and pt.deficient(5, 5, (0, 0)).tilable


def test_classes() -> None:
    p = pt.Problem("pentominoes-6x10")
    c = pt.classes(p)
    assert len(c) == 911 and c.sizes[0] == 50 and len(c.tilings) == 2339
    t = c.tilings[17]
    assert c.index(t) == 17 and 17 in c.members(c.of(t)) and t in c[c.of(t)]
    pairs = c.pairs()
    assert len(pairs) == 2074 == len(pairs.to_pandas())
    assert c.to_networkx().number_of_edges() == 2074
    number, other, words = c.neighbours(c[0][0])[0]
    assert p.is_solution(other) and c.index(other) == number and words


class Sums(pt.Spec):
    """Sets of different numbers that add up to something."""

    def __init__(self, most: int, total: int) -> None:
        self.levels = most
        self.total = total

    def options(self, level: int) -> Iterable[int]:
        return [level + 1]

    def root(self) -> int:
        return self.total

    def children(self, level: int, state: object) -> Iterable[tuple[int | None, int]]:
        assert isinstance(state, int)
        yield None, state
        if state > level:
            yield level + 1, state - level - 1

    def accepts(self, state: object) -> bool:
        return state == 0


def test_specs() -> None:
    f = Sums(60, 60).family()
    assert f.count() == 10880  # A000009
    assert {10, 20, 30} in f and {1, 2} not in f
    assert all(sum(s) == 60 for s in f.sample(20, seed=1))


def test_any_question() -> None:
    answer = pt.ask({"question": "count", "board": "9x12", "pieces": "trominoes"})
    assert answer["count"] == "20574308184277971" and answer["text"] == "20574308184277971\n"
    assert pt.ask({"question": "list", "board": "2x2", "pieces": "dominoes"})["parts"]
