"""Pages for notebooks: self-contained, without any network."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from polytile import Tiling

# Rows of a table, and pictures of a sheet, that are shown at most.
ROWS = 20
PICTURES = 60


def table(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    """The first rows of a table, and how many more there are."""
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in row) + "</tr>" for row in rows[:ROWS]
    )
    more = f"<p>{len(rows) - ROWS} more rows</p>" if len(rows) > ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def pieces(shown: Sequence[tuple[str, str]], number: int) -> str:
    """Pieces by their names and pictures, and how many more there are."""
    figures = "".join(
        f'<figure style="margin:0">{_sized(picture, 90)}<figcaption>{html.escape(name)}</figcaption></figure>'
        for name, picture in shown
    )
    more = f"<p>{number - len(shown)} more pieces</p>" if number > len(shown) else ""
    return f'<div style="display:flex;flex-wrap:wrap;gap:12px">{figures}</div>{more}'


class Sheet:
    """Tilings side by side, for a notebook; with `by_piece` equal pieces have equal colours in all of them. `view` is as in
    `Tiling.svg`.

    >>> sheet = polytile.sheet(polytile.Problem("2x3", "trominoes").solve())
    >>> len(sheet)
    3
    """

    def __init__(
        self,
        tilings: Iterable[Tiling],
        *,
        limit: int = PICTURES,
        title: str | None = None,
        by_piece: bool = False,
        view: str | None = None,
    ) -> None:
        shown: list[Tiling] = []
        self.more = False
        for tiling in tilings:
            if len(shown) == limit:
                self.more = True
                break
            shown.append(tiling)
        self.tilings = tuple(shown)
        self.title = title
        self.by_piece = by_piece
        self.view = view

    def __len__(self) -> int:
        return len(self.tilings)

    def __repr__(self) -> str:
        return f"<Sheet of {len(self)} tilings{', and there are more' if self.more else ''}>"

    def _repr_html_(self) -> str:
        pictures = "".join(
            f'<div style="width:150px">{_sized(tiling.svg(by_piece=self.by_piece, view=self.view), 150)}</div>'
            for tiling in self.tilings
        )
        title = f"<p>{html.escape(self.title)}</p>" if self.title else ""
        more = f"<p>the first {len(self)}; there are more</p>" if self.more else ""
        return f'{title}<div style="display:flex;flex-wrap:wrap;gap:12px">{pictures}</div>{more}'


def _sized(svg: str, width: int) -> str:
    """A picture that is no wider than this."""
    return svg[svg.index("<svg") :].replace("<svg", f'<svg style="max-width:{width}px;height:auto"', 1)


def player(pictures: Sequence[str], moves: Sequence[str], text: str) -> str:
    """The positions of a solution one after the other, with a slider that needs no script but its own line."""
    if len(pictures) <= 1:
        return f"<pre>{html.escape(text)}</pre>" + "".join(_sized(picture, 240) for picture in pictures)
    captions = ["start", *(f"{number}. {move}" for number, move in enumerate(moves, 1))]
    frames = "".join(
        f'<figure style="margin:0;display:{"block" if number == 0 else "none"}">{_sized(picture, 240)}'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
        for number, (picture, caption) in enumerate(zip(pictures, captions, strict=True))
    )
    step = (
        "const all=this.parentElement.querySelectorAll('figure');"
        "all.forEach((one,i)=>one.style.display=i==this.value?'block':'none')"
    )
    return (
        f'<div>{frames}<input type="range" min="0" max="{len(pictures) - 1}" value="0" '
        f'aria-label="move" style="width:240px" oninput="{step}"></div>'
    )
