"""The examples of docstrings, of `docs/python.md`, and the notebooks."""

from __future__ import annotations

import ast
import doctest
import inspect
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import polytile
from polytile import _polytile

HERE = Path(__file__).resolve().parent.parent
MODULES = ["polytile", *(f"polytile.{found.name}" for found in pkgutil.iter_modules(polytile.__path__))]


def examples() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True, recurse=True)
    found: dict[str, doctest.DocTest] = {}
    for name in MODULES:
        module = import_module(name)
        for test in finder.find(module, globs={"polytile": polytile}):
            found[test.name] = test
    # Classes of the extension belong to `polytile`, where the finder does not look for them.
    for name in polytile.__all__:
        thing = getattr(polytile, name)
        members = [(name, thing), *((f"{name}.{key}", getattr(thing, key)) for key in vars(thing))] if inspect.isclass(thing) else [(name, thing)]
        for path, member in members:
            text = inspect.getdoc(member)
            if isinstance(text, str) and ">>>" in text:
                parsed = doctest.DocTestParser().get_doctest(text, {"polytile": polytile}, path, None, None)
                found.setdefault(path, parsed)
    # In an order that is the same in every process, as tests that run side by side must be.
    return [found[name] for name in sorted(found) if found[name].examples]


EXAMPLES = examples()


@pytest.mark.parametrize("test", EXAMPLES, ids=[test.name for test in EXAMPLES])
def test_examples(test: doctest.DocTest) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.failures == 0


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 100


def test_everything_public_is_described() -> None:
    bare = []
    for name in polytile.__all__:
        thing = getattr(polytile, name)
        if not inspect.getdoc(thing):
            bare.append(name)
        if inspect.isclass(thing) and thing.__module__ == "polytile":
            for key, value in vars(thing).items():
                if not key.startswith("_") and not inspect.getdoc(value):
                    bare.append(f"{name}.{key}")
    assert not bare


def test_whatever_answers_has_an_example() -> None:
    shown = {test.name for test in EXAMPLES}
    bare = []
    for name in polytile.__all__:
        thing = getattr(polytile, name)
        if not callable(thing):
            continue
        kind = thing if inspect.isclass(thing) else type(None)
        methods = [getattr(thing, key) for key in vars(kind) if not key.startswith("_")]
        # What a process of one's own consists of, and what makes it a family, is shown by the example of `Spec`.
        answering = [] if thing is polytile.Spec else filter(callable, methods)
        bare += [one.__qualname__ for one in [thing, *answering] if ">>>" not in (inspect.getdoc(one) or "")]
    assert not bare
    assert {"Problem.count", "ExactCover.from_dlx", "Family.from_sets", "Classes.pairs"} <= shown


def test_help_says_what_the_types_say() -> None:
    """Limits are one keyword argument of the extension; what is shown has all four."""
    stub = Path(polytile.__path__[0], "_polytile.pyi")
    limits = {"threads", "memory", "time_limit", "progress"}
    limited = 0
    for kind in ast.parse(stub.read_text()).body:
        for method in kind.body if isinstance(kind, ast.ClassDef) else [kind]:
            if not isinstance(method, ast.FunctionDef) or not limits <= {arg.arg for arg in method.args.kwonlyargs}:
                continue
            owner = getattr(_polytile, kind.name) if isinstance(kind, ast.ClassDef) else _polytile
            shown = inspect.signature(getattr(owner, method.name)).parameters
            args = [*method.args.posonlyargs, *method.args.args, *filter(None, [method.args.vararg]), *method.args.kwonlyargs]
            assert list(shown) == [arg.arg for arg in args], method.name
            limited += 1
    assert limited > 25


PAGE = HERE.parent.parent / "docs" / "python.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the page is not in the package")
def test_the_page() -> None:
    text = PAGE.read_text()
    code = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    assert len(code) > 5
    globs: dict[str, object] = {}
    failures = 0
    for number, block in enumerate(code):
        parsed = doctest.DocTestParser().get_doctest(block, globs, f"block {number}", None, None)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(parsed, clear_globs=False)
        globs.update(parsed.globs)
        failures += runner.failures
    assert failures == 0


NOTEBOOKS = sorted((HERE / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
@pytest.mark.filterwarnings("ignore")
def test_notebooks(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    pictures = [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "image/svg+xml" in output.get("data", {}) or "text/html" in output.get("data", {})
    ]
    assert pictures
