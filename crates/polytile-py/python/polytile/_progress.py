"""How far the work is, and a bar that shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Progress(NamedTuple):
    """How far the work is: in words, and the finished share of it from 0 to 1 where that is known.

    >>> told = []
    >>> polytile.Problem("6x10", "1:pentominoes").inspect(progress=told.append).solutions
    9356
    >>> all(isinstance(one, polytile.Progress) for one in told)
    True
    """

    text: str
    share: float | None


def bar() -> Callable[[Progress], None]:
    """A bar of tqdm, where that is installed; otherwise nothing is shown."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return lambda _: None
    shown: Any = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}{postfix}", leave=False)

    def tell(progress: Progress) -> None:
        if progress.share is not None:
            shown.n = round(100 * min(progress.share, 1.0), 1)
        shown.set_postfix_str(progress.text)

    return tell
