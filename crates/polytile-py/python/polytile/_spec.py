"""Decision processes of one's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

from polytile._polytile import _family

if TYPE_CHECKING:
    from polytile import Family
    from polytile._progress import Progress


class Spec(ABC):
    """A decision process by levels, whose solutions are a family: the sets of options taken on ways that are accepted.

    On every level the process either takes one of the options of that level or none, and goes on to a state. Two
    ways to one state have the same future, so states say what matters for the rest, and nothing else; they are whatever can
    be hashed. `children` has to answer the same whenever it is asked.

    >>> class Sums(polytile.Spec):
    ...     levels = 10
    ...     def options(self, level): return [level + 1]
    ...     def root(self): return 12
    ...     def children(self, level, state):
    ...         yield None, state
    ...         if state > level:
    ...             yield level + 1, state - level - 1
    ...     def accepts(self, state): return state == 0
    >>> sums = Sums().family()
    >>> sums.count(), {5, 7} in sums
    (13, True)
    """

    #: The number of levels.
    levels: int

    @abstractmethod
    def options(self, level: int) -> Iterable[Hashable]:
        """The options of a level, from 0; no option belongs to two."""

    @abstractmethod
    def root(self) -> Hashable:
        """The state before the first level."""

    @abstractmethod
    def children(self, level: int, state: Hashable) -> Iterable[tuple[Hashable, Hashable]]:
        """Every way to go on: the option taken, or None, and the state that it leads to. A state without any is dead."""

    @abstractmethod
    def accepts(self, state: Hashable) -> bool:
        """Whether a state after the last level ends a solution."""

    def family(
        self,
        *,
        threads: int | None = None,
        memory: int | str | None = None,
        time_limit: float | None = None,
        progress: bool | Callable[[Progress], object] | None = None,
    ) -> Family:
        """All solutions, as a family in a decision diagram.

        The steps are Python's, so that one thread works whatever `threads` says, and other threads of Python run as they do
        beside any code of Python.
        """
        return _family(self, threads=threads, memory=memory, time_limit=time_limit, progress=progress)
