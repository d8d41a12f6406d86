"""Questions that are functions: formats, designs, relatives, covers that everybody knows; and options that were asked for later."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import polytile as pt

PENTOMINOES = pt.Problem("6x10", "1:pentominoes")


def test_a_puzzle_in_another_format_is_the_same() -> None:
    problem = pt.Problem("3x4", "trominoes")
    for to in ("dlx", "json"):
        assert pt.parse(pt.convert(problem, to)).count() == problem.count()  # type: ignore[union-attr]
    assert pt.parse(pt.convert(problem, "toml")) == problem
    assert pt.convert("langford-8", "cnf").count("\np cnf ") == 1
    klotski = pt.Slide("klotski")
    assert pt.parse(pt.convert(klotski, "toml")) == klotski
    cover = pt.ExactCover("ab", ["a", "b", "ab"])
    assert pt.parse(pt.convert(cover, "dlx")) == cover
    with pytest.warns(UserWarning, match="costs"):
        pt.convert("a b\na |3\nb\n", "cnf")
    with pytest.raises(pt.InputError, match="nothing to cover"):
        pt.convert(klotski, "dlx")
    with pytest.raises(pt.InputError, match="pdf"):
        pt.convert(problem, "pdf")


def test_files_of_burrtools_are_read_as_they_are(tmp_path: Path) -> None:
    problem = pt.Problem("3x4", "4:L3")
    text = pt.convert(problem, "xmpuzzle")
    for name, content in (("a.xmpuzzle", text.encode()), ("b.xmpuzzle", gzip.compress(text.encode()))):
        (tmp_path / name).write_bytes(content)
        read = pt.load(tmp_path / name, problem=1)
        assert isinstance(read, pt.Problem) and read.count() == problem.count()
    with pytest.raises(pt.InputError, match="problem"):
        pt.load(tmp_path / "a.xmpuzzle", problem=7)
    with pytest.raises(pt.InputError, match="problem is at least 1"):
        pt.load(tmp_path / "a.xmpuzzle", problem=0)
    (tmp_path / "c.xmpuzzle").write_bytes(gzip.compress(text.encode())[:40])
    with pytest.raises(pt.InputError, match="gzip"):
        pt.load(tmp_path / "c.xmpuzzle")


def test_solutions_go_into_files_of_burrtools() -> None:
    soma = pt.Problem("soma")
    found = list(soma.solve(distinct=True))
    text = pt.convert(soma, "xmpuzzle", solutions=found)
    assert text.count("<assembly>") == len(found) == 240
    # Written back into the same file, one takes the place of all.
    with pytest.warns(UserWarning, match="240 solutions stored in the file are passed over"):
        one = pt.convert(text, "xmpuzzle", solutions=found[:1], problem=1)
    assert one.count("<assembly>") == 1 and one.count("<voxel") == 8
    assert one == pt.convert("soma", "xmpuzzle", solutions=found[0].to_json())
    for wrong in (found[0].to_json()[:40], pt.Problem("2x2x2", "4:dicube").first().to_json(), ""):  # type: ignore[union-attr]
        with pytest.raises(pt.InputError):
            pt.convert(soma, "xmpuzzle", solutions=wrong)
    with pytest.raises(pt.InputError, match="BurrTools"):
        pt.convert(soma, "dlx", solutions=found)


def test_the_kind_of_a_text_can_be_said() -> None:
    assert isinstance(pt.parse("a b\na\nb\n", kind="dlx"), pt.ExactCover)
    assert isinstance(pt.parse("AA.\n...\n\n...\n.AA\n", kind="sliding"), pt.Slide)
    with pytest.raises(pt.InputError, match="kind"):
        pt.parse("a b\n", kind="html")


def test_covers_that_everybody_knows() -> None:
    assert [pt.make("queens", n).count() for n in range(4, 8)] == [2, 10, 4, 40]
    assert pt.make("latin", 3).count() == 12 and pt.make("langford", 8).count() == 300
    assert pt.make("sudoku", seed=7).unique() and pt.make("sudoku", seed=7) == pt.make("sudoku", seed=7)
    wrong: list[Callable[[], object]] = [
        lambda: pt.make("kings", 8),
        lambda: pt.make("queens"),
        lambda: pt.make("queens", 8, seed=1),
    ]
    for one in wrong:
        with pytest.raises(pt.InputError):
            one()


def test_relatives_have_a_chain() -> None:
    classes = PENTOMINOES.classes(cross_check=True)
    one, *others = classes.members(0)
    far = classes.tilings[others[-1]]
    found = pt.relate(classes.tilings[one], far)
    assert found.related and not found.same and (found.first, found.second) == (one, others[-1])
    assert found.steps and found.steps[-1].number == others[-1] and all(PENTOMINOES.is_solution(step.tiling) for step in found.steps)
    strange = classes.tilings[classes.members(1)[0]]
    assert not pt.relate(far, strange).related
    assert pt.relate(far, far).same


def test_designs() -> None:
    boards = pt.design.board("3x3", "1:L3,I3,domino", connected=True, up_to_symmetry=True)
    assert boards.complete and boards.found == len(boards.designs) > 0
    for made in boards.designs:
        assert made.problem.count(up_to_symmetry=True) == made.solutions == 1 and len(made.problem.region) == made.cells == 8
    choices = pt.design.pieces("4x4", "0..4:tetrominoes", solutions="1..4", limit=3)
    assert 0 < len(choices.designs) <= 3 <= choices.filling
    for choice in choices.designs:
        assert choice.problem.count() == choice.solutions in range(1, 5)
        assert sum(copies for _, copies in choice.copies) == 4
    givens = pt.design.givens(PENTOMINOES, minimal=True)
    assert givens.given and isinstance(givens.problem, pt.Problem) and givens.problem.unique() and givens.problem.given
    assert pt.design.givens(pt.Problem("5x5", "dominoes")).given is None
    queens = pt.design.givens("queens-8")
    assert queens.minimum and queens.solutions == 92 and queens.given is not None and len(queens.given) == 2
    assert isinstance(queens.problem, pt.ExactCover) and queens.problem.unique()
    assert queens.state is not None and queens.state.count("Q") == 2
    guesses = pt.design.number_mind("314", right=2)
    assert list(guesses.cover.solve()) == ["314"] and max(right for _, right in guesses.guesses) <= 2
    starts = pt.design.slide(cars="4x4", metric="slide", most=3)
    assert [start.pieces for start in starts.designs] == [1, 2, 3]
    for start in starts.designs:
        if start.slide is not None:
            assert start.slide.solve(metric="slide").length == start.moves
    assert pickle.loads(pickle.dumps(boards)) == boards and hash(choices.designs[0])
    with pytest.raises(pt.InputError):
        pt.design.board("3x3", "1:L3", symmetry="odd")


def test_series_of_other_boards() -> None:
    assert pt.series("2xn", "dominoes") != pt.series(2, "dominoes")
    assert pt.series("2xn", "dominoes").terms(8) == pt.series(2, "dominoes").terms(8)
    assert pt.series("torus:nxn", "dominoes").terms(5) == [1, 0, 2, 0, 272]
    assert pt.series("aztec:n", "dominoes").terms(5) == [1, 2, 8, 64, 1024]
    assert pt.series(3, "trominoes").terms(3, start=4) == pt.series(3, "trominoes").terms(7)[4:]
    classes = pt.series(4, "dominoes", up_to_symmetry=True)
    assert classes.terms(5) == [pt.Problem(f"{n}x4", "dominoes").count(up_to_symmetry=True) if n else 1 for n in range(5)]
    for engine in ("dense", "merge"):
        series = pt.series(3, "trominoes", engine=engine, cross_check=True)
        assert series.terms(20) == pt.series(3, "trominoes").terms(20) and series.recurrence.proved
    series = pt.series("nx3", "trominoes", engine="merge", fault_free=False, tatami=True)
    assert pickle.loads(pickle.dumps(series)) == series == eval(repr(series), {"Series": pt.Series}) and series.boards == "nx3"
    assert pt.series(3, "L3").boards == "nx3" and pt.series(3, "L3").width == 3 and series.width is None
    with pytest.raises(pt.InputError, match="can be"):
        pt.series(3, "trominoes", engine="zdd")
    with pytest.raises(pt.InputError):
        pt.series("3x4", "trominoes")


def test_weights_of_covers_are_any_whole_numbers() -> None:
    cover = pt.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    weights = {"one": -9, "three": -4, "two": 9}
    for engine in (None, "bounds", "zdd"):
        assert cover.best(5, weights, engine=engine, cross_check=True) == [(-4, ("three", "four")), (0, ("one", "two"))]
    assert cover.best(1, {"one": -(10**30)}) == [(-(10**30), ("one", "two"))]
    with pytest.raises(pt.InputError, match="64 bits"):
        cover.best(1, {"one": -(10**30)}, engine="bounds")
    with pytest.raises(TypeError, match="whole numbers"):
        cover.best(1, {"one": 0.5})  # type: ignore[dict-item]


def test_options_of_searches() -> None:
    cover = pt.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    assert cover.count(cross_check=True) == 2 == sum(cover.count(part=(k, 2)) for k in (1, 2))
    assert cover.first(seed=3) in set(cover.solve()) and not cover.unique(engine="sparse")
    first = PENTOMINOES.first(engine="sparse", where="X touches border")
    assert first is not None and PENTOMINOES.is_solution(first)
    assert pt.Problem("1x2", "dominoes").unique(engine="bitboard")
    with pytest.raises(pt.InputError):
        PENTOMINOES.first(engine="quick")


def test_what_lies_is_said_in_either_way() -> None:
    problem = pt.Problem("2x3", "L3,I3")
    placed = [("L3", [(0, 0), (0, 1), (1, 0)])]
    assert problem.hint(placed=placed).piece == problem.hint("LL?/L??").piece == "L3"
    tiling = PENTOMINOES.first()
    assert tiling is not None and PENTOMINOES.hint(placed=tiling.pieces[:3]) is not None


def test_placements_are_those_of_the_diagram() -> None:
    problem = pt.Problem("4x5", "dominoes,L3")
    names = {f"{piece}@{'+'.join(f'{row},{column}' for row, column in cells)}" for piece, cells in problem.placements()}
    assert names == set(problem.zdd().names) and len(names) == len(problem.placements())


def test_proofs_and_solutions_are_checked() -> None:
    problem = pt.Problem("mutilated-chessboard")
    why = problem.why()
    assert isinstance(why, pt.Certificate) and problem.certificate(why.to_json()) == why
    with pytest.raises(pt.InputError):
        pt.Problem("8x8", "dominoes").certificate('{"weights": [[1]]}')
    with pytest.raises(pt.InputError):
        problem.certificate("no weights")
    klotski = pt.Slide("klotski")
    solution = klotski.solve(metric="slide")
    assert klotski.check(solution) == [] == klotski.check(solution, metric="slide")
    assert klotski.check("A down") and klotski.check("\n".join(f"{piece} {way}" for piece, way in solution.moves[:-1]))
    with pytest.raises(pt.InputError):
        klotski.check("Z sideways")


def test_deficient_boards_are_counted_and_drawn_at_random() -> None:
    assert pt.deficient(4, 4, (0, 1), count=True).tilings == pt.Problem("4x4", "L3", remove=[(0, 1)]).count()
    found = pt.deficient(7, 10, seed=3)
    assert found.hole is not None and found.tiling is not None and found == pt.deficient(7, 10, seed=3)


def test_solutions_of_covers_are_checked() -> None:
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    question = {"question": "check", "puzzle": clues, "tiling": solved}
    assert pt.ask(question)["correct"]
    wrong = pt.ask({**question, "tiling": solved.replace("5", "4", 1)})
    assert not wrong["correct"] and wrong["faults"][0] == "row 1, column 1 has the clue 5, not '4'"
    queens = pt.ask({"question": "list", "puzzle": "queens-8", "limit": 1})["parts"][0]
    assert pt.ask({"question": "check", "puzzle": "queens-8", "tiling": json.dumps(queens)})["options"] == 8
    number = pt.ask({"question": "check", "puzzle": "number-mind-small", "tiling": "39542"})
    assert number["correct"] and number["digits"] == "39542"


def test_pieces_slide_on_hexagons() -> None:
    board = "lattice = 'hex'\nstart = '''\nA . .\n . . .\n'''\ngoal = '''\n. . .\n . . A\n'''\n"
    puzzle = pt.parse(board, kind="sliding")
    assert isinstance(puzzle, pt.Slide)
    assert (puzzle.explore().states, puzzle.explore().eccentricity) == (6, 3)
    solution = puzzle.solve()
    assert solution.length == 3 and puzzle.check(str(solution)) == []
    position = puzzle.play()
    assert position.moves() == [("A", "right"), ("A", "down-right")]
