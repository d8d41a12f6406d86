"""Cells, and boards from whatever has rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """A cell: its row and its column, from 0 at the top left.

    >>> polytile.Cell(0, 3).column
    3
    """

    row: int
    column: int


def drawn(rows: Iterable[Any]) -> str:
    """A drawing of lines, or of an array that is true where there is a cell."""
    try:
        lines = ["".join("#" if cell else "." for cell in row) if not isinstance(row, str) else row for row in rows]
    except TypeError:
        raise TypeError(
            f"a board is a text, a Region, or rows of it, and not {type(rows).__name__}"
        ) from None
    return "\n".join(lines) + "\n"
