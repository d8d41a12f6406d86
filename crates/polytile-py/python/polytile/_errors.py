"""What can go wrong."""

from __future__ import annotations

from typing import Any


class InputError(ValueError):
    """What was passed means nothing: says what is wrong, where, and how to mend it.

    `line` and `column` count from 1 and are None where no place can be named; `text` is that line, `source` what it is
    a line of, and `help` the mend.

    >>> try:
    ...     polytile.Problem("9x12", "tromines")
    ... except polytile.InputError as error:
    ...     print(error.help, error.column)
    did you mean 'trominoes'? 1
    """

    def __init__(
        self,
        message: str,
        *,
        help: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.line = line
        self.column = column
        self.text = text
        self.source = source

    def __str__(self) -> str:
        lines = [self.message]
        if self.line is not None and self.text is not None and self.column is not None:
            lines.append(f"  {self.source}:{self.line}:{self.column}: {self.text}")
        if self.help:
            lines.append(f"  help: {self.help}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        state = {key: value for key, value in vars(self).items() if key != "message"}
        return (type(self), (self.message,), state)


class LimitReached(RuntimeError):
    """A limit ended the work before the answer.

    `limit` is `"time"`, `"memory"` or `"size"`, and `had` is what there was by then, where that is of any use.

    >>> try:
    ...     polytile.Problem("9x12", "trominoes").zdd(memory="1MiB")
    ... except polytile.LimitReached as error:
    ...     print(error.limit)
    memory
    """

    def __init__(self, message: str, *, limit: str = "size", help: str | None = None, had: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.limit = limit
        self.help = help
        self.had = had

    def __reduce__(self) -> tuple[Any, ...]:
        state = {key: value for key, value in vars(self).items() if key != "message"}
        return (type(self), (self.message,), state)
