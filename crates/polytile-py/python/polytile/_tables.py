"""Tables and arrays: for numpy and pandas, where they are installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import pandas


def array(data: bytes, kind: str, shape: tuple[int, int]) -> numpy.ndarray[Any, Any]:
    """An array over `data`, which is not copied and cannot be written to."""
    import numpy

    return numpy.frombuffer(data, dtype=kind).reshape(shape)


class Table(Sequence[tuple[Any, ...]]):
    """Rows of values under named columns.

    >>> table = polytile.classes(polytile.Problem("pentominoes-3x20")).pairs()
    >>> table.columns, table[0]
    (('first', 'second', 'rules', 'moved'), (0, 1, 'S', 7))
    """

    __slots__ = ("_rows", "columns")

    def __init__(self, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        self.columns = tuple(columns)
        self._rows = tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (self.columns, self._rows) == (other.columns, other._rows)

    def __hash__(self) -> int:
        return hash((self.columns, self._rows))

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas with these columns.

        >>> polytile.classes(polytile.Problem("pentominoes-3x20")).pairs().to_pandas().columns.tolist()
        ['first', 'second', 'rules', 'moved']
        """
        import pandas

        return pandas.DataFrame.from_records(list(self._rows), columns=list(self.columns))

    def _repr_html_(self) -> str:
        from polytile._show import table

        return table(self.columns, self._rows)
