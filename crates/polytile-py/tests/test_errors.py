"""Bad input, limits and interruptions: a clear exception, and the interpreter goes on."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import polytile as pt

BIG = pt.Problem("18x18", "tetrominoes")

# A list that holds itself.
ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


def test_what_is_wrong_has_a_place_and_a_mend(tmp_path: Path) -> None:
    with pytest.raises(pt.InputError) as caught:
        pt.Problem("9x12", "I3,tromines")
    error = caught.value
    assert (error.line, error.column, error.help) == (1, 4, "did you mean 'trominoes'?")
    assert isinstance(error, ValueError) and "tromines" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.column == 4
    file = tmp_path / "bad.toml"
    file.write_text("title = 'A'\npieces = 'tromines'\n[board]\nsize = '3x3'")
    with pytest.raises(pt.InputError) as caught:
        pt.load(file)
    assert caught.value.line == 2 and caught.value.source == "bad.toml"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: pt.Problem("9x12", "domnos"),
        lambda: pt.Problem("9y12", "dominoes"),
        lambda: pt.Problem("0x3", "dominoes"),
        lambda: pt.Problem("9x12"),
        lambda: pt.Problem(pt.Region("2x2")),
        lambda: pt.Problem("nothing-like-it"),
        lambda: pt.Problem("3x3", []),
        lambda: pt.series(3, []),
        lambda: pt.Problem("2x2", "dominoes", remove=[(5, 5)]),
        lambda: pt.Problem("2x2", "dominoes", remove=[(-1, 0)]),
        lambda: pt.Problem("2x2", "dominoes", flips=True, turns=False),
        lambda: pt.Region("#\t#\n###"),
        lambda: pt.Region([]),
        lambda: pt.Piece("##\n\t#"),
        lambda: pt.Piece("Q7"),
        lambda: pt.Piece("trominoes"),
        lambda: pt.Piece("L3", copies="3..1"),
        lambda: pt.Piece("L3", colour="red"),
        lambda: pt.Piece([]),
        lambda: pt.Problem("2x2", "dominoes").count(engine="magic"),
        lambda: pt.Problem("2x2", "dominoes").count(modulo=-3),
        lambda: pt.Problem("2x2", "dominoes").count(threads=0),
        lambda: pt.Problem("2x2", "dominoes").count(threads=-1),
        lambda: pt.Problem("2x2", "dominoes").count(memory="lots"),
        lambda: pt.Problem("2x2", "dominoes").count(memory=-1),
        lambda: pt.Problem("2x2", "dominoes").count(time_limit=-1.0),
        lambda: pt.Problem("2x2", "dominoes").count(time_limit=float("nan")),
        lambda: pt.Problem("2x2", "dominoes").solve(part=(3, 2)),
        lambda: pt.Problem("2x2", "dominoes").solve(part=(0, 2)),
        lambda: pt.Problem("2x2", "dominoes").solve(part=(-1, 2)),
        lambda: pt.Problem("2x2", "dominoes").solve(where="X touches border"),
        lambda: pt.Problem("2x2", "dominoes").solve(resume="not a checkpoint"),
        lambda: pt.Problem("2x2", "dominoes").solve(resume=pt.Problem("4x4", "dominoes").solve().checkpoint()),
        lambda: pt.Problem("2x2", "dominoes").sample(-1),
        lambda: pt.Problem("2x2", "dominoes").sample(1, seed=-1),
        lambda: pt.Problem("2x2", "dominoes").tiling("AB"),
        lambda: pt.Problem("2x2", "dominoes").zdd().with_("nothing"),
        lambda: pt.Problem("2x2", "dominoes").zdd().rank([]),
        lambda: pt.Problem("5x5", "dominoes").classes(),
        lambda: pt.Problem("2x2", "dominoes").classes(rules="X"),
        lambda: pt.Problem("2x2", "dominoes").classes(max_pieces=-1),
        lambda: pt.Problem("2x2", "dominoes").sampler().draw(1, seed=1, start=-1),
        lambda: pt.ExactCover("aa", []),
        lambda: pt.ExactCover("a", ["b"]),
        lambda: pt.ExactCover("a", ["aa"]),
        lambda: pt.ExactCover("a", [[]]),
        lambda: pt.ExactCover("a", [[("a", "red")]]),
        lambda: pt.ExactCover("a", ["a"], multiplicities={"a": (3, 1)}),
        lambda: pt.ExactCover("a", ["a"], multiplicities={"b": 1}),
        lambda: pt.ExactCover("a", ["ab"], secondary="b", multiplicities={"b": 2}),
        lambda: pt.ExactCover("a", {"x": "ab"}, secondary="b", colours={"z": {"b": "red"}}),
        lambda: pt.ExactCover("a", {"x": "a"}, secondary="b", colours={"x": {"b": "red"}}),
        lambda: pt.ExactCover.from_dlx("a b\nc\n"),
        lambda: pt.number_mind({"12": 3}),
        lambda: pt.Slide("euler-161"),
        lambda: pt.Slide("AB\nA.\n\nBA\n..").solve(),
        lambda: pt.Slide("klotski").play("nothing"),
        lambda: pt.Slide("klotski").play().move("B up"),
        lambda: pt.Slide("klotski").play().move("?"),
        lambda: pt.Slide("klotski").solve(metric="jump"),
        lambda: pt.series(0, "trominoes"),
        lambda: pt.series(3, "trominoes").terms(-1),
        lambda: pt.series(3, "trominoes").at(-1),
        lambda: pt.golomb(3, hole=(8, 0)),
        lambda: pt.golomb(3, hole=(0, 0)).cell(-1, 0),
        lambda: pt.golomb(3, hole=(0, 0)).window(0, 0, 9, 9),
        lambda: pt.golomb(3, hole=(0, 0)).window(0, 0, -1, 2),
        lambda: pt.golomb(5000, hole=(0, 0)),
        lambda: pt.deficient(-1, 5),
        lambda: pt.deficient(7, 7),
        lambda: pt.deficient(7, 7, (9, 9)),
        lambda: pt.ask({"question": "nothing"}),
        lambda: pt.ask("{"),
        lambda: pt.Family.from_sets([{1}, {2}], universe=[1]),
    ],
)
def test_bad_values_are_value_errors(wrong: Any) -> None:
    with pytest.raises(ValueError) as caught:
        wrong()
    assert len(str(caught.value)) > 8


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: pt.Problem(5, "dominoes"),  # type: ignore[arg-type]
        lambda: pt.Problem("2x2", 5),  # type: ignore[arg-type]
        lambda: pt.Problem("2x2", [["dominoes"]]),  # type: ignore[list-item]
        lambda: pt.Problem("2x2", ENDLESS),
        lambda: pt.Problem("2x2", "dominoes").solve(part="1/2"),  # type: ignore[arg-type]
        lambda: pt.Problem("2x2", "dominoes").zdd()["a"],  # type: ignore[index]
        lambda: pt.deficient("a", 5),  # type: ignore[arg-type]
        lambda: pt.Problem("2x2", "dominoes").count(1),  # type: ignore[call-overload]
        lambda: pt.Problem("2x2", "dominoes").count(threads=1.5),  # type: ignore[call-overload]
        lambda: pt.Problem("2x2", "dominoes").count(timelimit=5),  # type: ignore[call-overload]
        lambda: pt.Problem("2x2", "dominoes").count(progress=5),  # type: ignore[call-overload]
        lambda: pt.Problem("2x2", "dominoes").count(time_limit="soon"),  # type: ignore[call-overload]
        lambda: pt.Problem("2x2", "dominoes").sample("many"),  # type: ignore[arg-type]
        lambda: pt.Region(3.5),  # type: ignore[arg-type]
        lambda: pt.Piece([1, 2]),  # type: ignore[list-item]
        lambda: pt.Problem("2x2", "dominoes").zdd().best(1, {"domino": 0.5}),  # type: ignore[arg-type]
        lambda: pt.Problem("2x2", "dominoes").zdd() & {1},  # type: ignore[operator]
        lambda: pt.golomb("3"),  # type: ignore[arg-type]
        lambda: pt.ExactCover(5, []),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_type_errors(wrong: Any) -> None:
    with pytest.raises(TypeError):
        wrong()


def test_numbers_beyond_the_end_are_index_errors() -> None:
    classes = pt.classes(pt.Problem("pentominoes-3x20"))
    assert classes[-1] == classes[len(classes) - 1] and classes.of(-1) == classes.of(1)
    beyond: list[Callable[[], object]] = [
        lambda: classes[99],
        lambda: classes[-99],
        lambda: classes.of(99),
        lambda: classes.members(10**30),
        lambda: classes.graph_svg(5),
        lambda: pt.Problem("2x2", "dominoes").zdd()[2],
        lambda: pt.PieceSet("trominoes")[2],
    ]
    for wrong in beyond:
        with pytest.raises(IndexError):
            wrong()


def test_huge_boards_are_refused_at_once() -> None:
    begun = time.monotonic()
    for wrong in (
        lambda: pt.Problem("100000x100000", "dominoes").count(),
        lambda: pt.Problem("30000x30000", "pentominoes").zdd(memory="100MiB"),
        lambda: next(pt.Problem("30000x30000", "dominoes").solve(memory="100MiB")),
        lambda: pt.Problem("31623x31623", "trominoes").first(memory="100MiB"),
        lambda: pt.Problem("31623x31623", "trominoes").inspect(memory="100MiB"),
        lambda: pt.Problem("31623x31623", "trominoes").classes(memory="100MiB"),
        lambda: pt.Problem("31623x31623", "trominoes").sample(1, memory="100MiB"),
        lambda: pt.Problem("31623x31623", "L3").why(memory="100MiB"),
        lambda: pt.series(10**9, "trominoes").terms(10, memory="100MiB"),
        lambda: pt.series(10**9, "trominoes").recurrence,
        lambda: pt.series(3, "trominoes").terms(10**12, memory="100MiB"),
        lambda: pt.golomb(40, hole=(0, 0)).window(0, 0, 2**39, 2**39),
    ):
        with pytest.raises((pt.LimitReached, pt.InputError)):
            wrong()
    assert time.monotonic() - begun < 60


def test_limits_say_what_was_had() -> None:
    with pytest.raises(pt.LimitReached) as caught:
        BIG.count(time_limit=0.2)
    assert caught.value.limit == "time" and "time limit" in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).limit == "time"
    with pytest.raises(pt.LimitReached) as caught:
        BIG.count(memory=1 << 20)
    assert caught.value.limit == "memory"
    with pytest.raises(pt.LimitReached) as caught:
        pt.Problem("12x12", "dominoes").sample(10**9, seed=1, time_limit=4)
    assert len(caught.value.had) > 0 and isinstance(caught.value.had[0], pt.Tiling)
    with pytest.raises(pt.LimitReached):
        pt.Slide("tiles-3x4").explore(time_limit=0.2)


def test_an_iterator_goes_on_after_a_limit() -> None:
    problem = pt.Problem("6x10", "1:pentominoes")
    # A limit that is over before anything is asked.
    tilings = problem.solve(engine="sparse", time_limit=1)
    time.sleep(1)
    with pytest.raises(pt.LimitReached):
        list(tilings)
    text = tilings.checkpoint()
    assert tilings.found == 0
    with pytest.raises(pt.LimitReached):
        next(tilings)
    assert next(problem.solve(engine="sparse", resume=text)) == next(problem.solve(engine="sparse"))


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_callback_raises_comes_out(threads: int) -> None:
    class Enough(Exception):
        pass

    told: list[pt.Progress] = []

    def tell(progress: pt.Progress) -> None:
        told.append(progress)
        if len(told) == 3:
            raise Enough

    with pytest.raises(Enough):
        BIG.count(progress=tell, threads=threads)
    assert len(told) == 3 and told[0].text
    # It has stopped, and all can be asked again.
    assert pt.Problem("8x8", "dominoes").count(threads=threads) == 12988816


def test_a_slow_callback_only_slows(capsys: pytest.CaptureFixture[str]) -> None:
    def slow(progress: pt.Progress) -> None:
        time.sleep(0.3)

    assert pt.Problem("pentominoes-6x10").solve(progress=slow).count() == 9356
    assert pt.Problem("pentominoes-6x10").solve(progress=True).count() == 9356


INTERRUPTED = """
    import signal, threading, time, os
    import polytile as pt
    # A shell lets what runs behind it ignore the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    def press():
        time.sleep(0.7)
        global pressed
        pressed = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)
    {first}
    ask = lambda: {ask}
    for _ in range(2):
        threading.Thread(target=press).start()
        try:
            ask()
        except KeyboardInterrupt:
            print(round(time.monotonic() - pressed, 3))
        else:
            print("finished")
"""


FAMILIES = """f = pt.Problem('10x12', 'trominoes').zdd()
    g = f.without(f.names[5])
"""

CHAIN = """class Chain(pt.Spec):
        levels = 10**4
        def options(self, level): return [level]
        def root(self): return 0
        def children(self, level, state): return [(None, state), (level, (state * 31 + level) % 10007)]
        def accepts(self, state): return True
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize(
    "ask",
    [
        "pt.Problem('18x18', 'trominoes').count()",
        "pt.Problem('18x18', 'trominoes').count(threads=2)",
        "pt.Problem('18x18', 'tetrominoes').count()",
        "pt.Problem('18x18', 'tetrominoes').zdd()",
        "pt.Problem('12x12', 'tetrominoes').sample(3)",
        "pt.Problem('8x8', '1:pentominoes,1:O4').solve().count()",
        "pt.Problem('8x8', '1:pentominoes,1:O4').solve(threads=2).count()",
        "list(pt.Problem('8x8', '1:pentominoes,1:O4').solve(engine='sparse'))",
        "pt.Slide('tiles-3x4').explore()",
        "pt.Slide('tiles-3x4').explore(threads=2)",
        "pt.series(14, 'tetrominoes').recurrence",
        "pt.ExactCover.from_dlx(pt.puzzles['queens-16'].to_dlx()).solve().count()",
        "[f & g for _ in range(10**6)]",
        "[f.minimal() for _ in range(10**6)]",
        "[f == g for _ in range(10**9)]",
        "[f.hitting_sets() for _ in range(10**6)]",
        "pt.Family.from_sets({i, j} for i in range(10**4) for j in range(10**4))",
        "pt.ExactCover(range(10**4), ([i, j] for i in range(10**4) for j in range(i)))",
        "pt.series(14, 'tetrominoes').growth",
        "Chain().family()",
        "[pt.PieceSet('dodecominoes') for _ in range(10**6)]",
        "[pt.Problem('12x12', '1:dodecominoes') for _ in range(10**6)]",
        "[pt.Piece([(0, i) for i in range(12)]) for _ in range(10**6)]",
        "[pt.ask({'question': 'pieces', 'what': '12'}) for _ in range(10**6)]",
    ],
)
def test_control_c(ask: str) -> None:
    first = FAMILIES if re.search(r"\bf\b", ask) else CHAIN if "Chain" in ask else ""
    program = textwrap.dedent(INTERRUPTED.replace("{ask}", ask).replace("{first}", first))
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    times = ended.stdout.split()
    assert len(times) == 2 and "finished" not in times, ended.stdout
    # Never a clock: but a hundred times as long as it should be is a failure all the same.
    assert all(float(time) < 20 for time in times)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption_loses_nothing(threads: int) -> None:
    problem = pt.Problem("6x10", "1:pentominoes")

    class Stop(Exception):
        pass

    def tell(progress: pt.Progress) -> None:
        if ready:
            stopped.append(progress)
            raise Stop

    ready: list[bool] = []
    stopped: list[pt.Progress] = []
    tilings = problem.solve(progress=tell, threads=threads)
    ready.append(True)
    found = []
    while True:
        try:
            found.append(next(tilings))
        except Stop:
            ready.clear() if len(stopped) > 5 else None
        except StopIteration:
            break
    assert found == list(problem.solve()) and tilings.found == 9356


def test_threads_of_python_ask_at_once() -> None:
    problem = pt.Problem("9x12", "trominoes")
    family = pt.Problem("8x8", "dominoes").zdd()
    tilings = pt.Problem("6x10", "1:pentominoes").solve()
    found: list[int] = []
    failed: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(5):
                assert problem.count(threads=1 + number % 2) == 20574308184277971
                assert family.count() == 12988816 and family[number] in family
                assert (family & family.with_(family.names[number])).count() > 0
                for _ in range(20):
                    try:
                        found.append(len(next(tilings)))
                    except RuntimeError:
                        time.sleep(0.001)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.001)
    assert not failed, failed
    assert set(found) == {12} and ticks > 1


def test_an_iterator_that_asks_itself_is_told_so() -> None:
    problem = pt.Problem("6x10", "1:pentominoes")

    def tell(_: pt.Progress) -> None:
        for one in asked:
            next(one)

    asked: list[pt.Tilings] = []
    tilings = problem.solve(progress=tell)
    asked.append(tilings)
    with pytest.raises(RuntimeError, match="asks itself"):
        tilings.count()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_forks_while_engines_run() -> None:
    program = textwrap.dedent(
        """
        import os, threading, warnings
        import polytile as pt
        warnings.simplefilter("ignore")
        # What is made once, the catalogue and what progress is said with, a child must not find half made.
        pt.Problem("2x2", "dominoes").count(threads=2)
        problem = pt.Problem("14x14", "trominoes")
        engine = threading.Thread(target=lambda: problem.count(threads=2))
        engine.start()
        for _ in range(3):
            child = os.fork()
            if child == 0:
                right = pt.Problem("8x8", "dominoes").count(threads=2) == 12988816
                os._exit(0 if right else 1)
            assert os.waitpid(child, 0)[1] == 0
        engine.join()
        """
    )
    subprocess.run([sys.executable, "-c", program], timeout=120, check=True)


def test_files_that_are_missing_or_damaged(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        pt.load(tmp_path / "nothing.toml")
    with pytest.raises(FileNotFoundError):
        pt.Family.load(tmp_path / "nothing.zdd")
    family = pt.Problem("6x6", "dominoes").zdd()
    with pytest.raises(OSError):
        family.save(tmp_path / "no-folder" / "family.zdd")
    path = tmp_path / "family.zdd"
    family.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["family.zdd"]
    whole = path.read_bytes()
    for length in (0, 7, 40, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(pt.InputError):
            pt.Family.load(path)
    path.write_bytes(whole)
    loaded = pt.Family.load(path)
    path.unlink()
    assert loaded == family and loaded.sample(3, seed=1) == family.sample(3, seed=1)
    text = tmp_path / "latin.toml"
    text.write_bytes(b"title = '\xe9'")
    with pytest.raises(pt.InputError, match="UTF-8"):
        pt.load(text)


def test_what_a_process_raises_comes_out() -> None:
    class Broken(pt.Spec):
        levels = 3

        def options(self, level: int) -> list[int]:
            return [level]

        def root(self) -> int:
            return 0

        def children(self, level: int, state: object) -> list[tuple[int | None, int]]:
            if level == 1:
                raise KeyError("broken")
            return [(None, 0), (level, 1)]

        def accepts(self, state: object) -> bool:
            return True

    with pytest.raises(KeyError, match="broken"):
        Broken().family()

    class Long(Broken):
        levels = 10**9

    with pytest.raises(pt.LimitReached):
        Long().family(time_limit=0.1)

    class Foreign(Broken):
        def children(self, level: int, state: object) -> list[tuple[int | None, int]]:
            return [(level + 7, 1)]

    with pytest.raises(pt.InputError, match="none of its options"):
        Foreign().family()


def test_nothing_else_has_to_be_installed() -> None:
    program = textwrap.dedent(
        """
        import sys
        for name in ("numpy", "pandas", "networkx", "tqdm", "IPython"):
            sys.modules[name] = None
        import polytile as pt
        problem = pt.Problem("6x10", "1:pentominoes")
        assert problem.solve(progress=True).count() == 9356
        small = pt.Problem("4x4", "dominoes")
        assert small.first() in small.zdd() and pt.Slide("klotski").solve(metric="move").length == 81
        assert len(pt.classes(pt.Problem("pentominoes-3x20")).pairs()) == 1 and problem.first()._repr_svg_()
        for wanting in (lambda: problem.first().grid, lambda: pt.Slide("A..\\n\\n..A\\n").graph(), lambda: problem.inspect().to_pandas()):
            try:
                wanting()
            except ImportError as error:
                print(error.name)
        """
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == ["numpy", "networkx", "pandas"]


def test_odd_words_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="shorter"):
        pt.Problem("###\n##\n", "monomino")
