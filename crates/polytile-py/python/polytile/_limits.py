"""Limits for all calls in a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypedDict

from polytile._polytile import _limits
from polytile._progress import Progress

class Limits(TypedDict, total=False):
    """The keyword arguments of every call that may take long: threads, bytes or a text such as `"2GiB"`, seconds, and who is told."""

    threads: int | None
    memory: int | str | None
    time_limit: float | None
    progress: bool | Callable[[Progress], object] | None


_BLOCK: ContextVar[dict[str, Any] | None] = ContextVar("polytile.limits", default=None)

#: What the blocks around the caller say, or None: the extension asks it.
current = _BLOCK.get


@contextmanager
def limits(
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
) -> Iterator[None]:
    """What every call in a `with` block takes that does not say otherwise: operators and properties too.

    A block inside of another one changes what it names. The time limit is that of each call. It holds for this thread
    and, as context variables do, for each task of asyncio by itself.

    Raises `InputError` or `TypeError` where the limits mean nothing.

    >>> family = polytile.Problem("9x12", "trominoes").zdd()
    >>> with polytile.limits(memory="1MiB"):
    ...     try:
    ...         family & family.with_(family.names[0])
    ...     except polytile.LimitReached as error:
    ...         print(error.limit)
    memory
    """
    said: dict[str, Any] = {"threads": threads, "memory": memory, "time_limit": time_limit, "progress": progress}
    _limits(**said)
    before = _BLOCK.get()
    named = {name: value for name, value in said.items() if value is not None}
    token = _BLOCK.set({**(before or {}), **named})
    try:
        yield
    finally:
        _BLOCK.reset(token)
