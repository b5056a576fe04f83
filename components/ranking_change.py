"""How a ranking changed: which passages rose, fell, came up or dropped out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import Hit
from components import verbatim, wording
from components.evidence_cards import place as page_and_section

NEW = "+"
"""Stands for the number of a passage that the answer does not have."""


@dataclass(frozen=True, slots=True)
class Move:
    """A passage in both rankings: its places, counted from 1, None where it is not there."""

    hit: Hit
    before: int | None
    after: int | None

    @property
    def words(self) -> str:
        """`up 2`, `down 1`, `new`, `dropped`, `as before`."""
        if self.before is None:
            return "new"
        if self.after is None:
            return "dropped"
        by = self.before - self.after
        return f"up {by}" if by > 0 else f"down {-by}" if by < 0 else "as before"


@dataclass(frozen=True, slots=True)
class ChangeView:
    """Both rankings, best first; the numbers of the first are the answer's citations."""

    before: Sequence[Hit]
    after: Sequence[Hit]


def moves(data: ChangeView) -> tuple[Move, ...]:
    """The new ranking in its order, then what dropped out of the old one in its order."""
    earlier = {hit.chunk.id: number for number, hit in enumerate(data.before, start=1)}
    later = {hit.chunk.id for hit in data.after}
    kept = [
        Move(hit, earlier.get(hit.chunk.id), number)
        for number, hit in enumerate(data.after, start=1)
    ]
    gone = [
        Move(hit, number, None)
        for number, hit in enumerate(data.before, start=1)
        if hit.chunk.id not in later
    ]
    return (*kept, *gone)


def numbers(data: ChangeView) -> list[str]:
    """The new ranking's passages by their numbers in the answer, `+` for those that it lacks."""
    earlier = {hit.chunk.id: number for number, hit in enumerate(data.before, start=1)}
    return [str(earlier.get(hit.chunk.id, NEW)) for hit in data.after]


def summary(found: Sequence[Move]) -> str:
    """`2 passages dropped, 2 came up, 1 moved.`; says so where nothing changed."""
    dropped = sum(move.after is None for move in found)
    new = sum(move.before is None for move in found)
    moved = sum(
        move.before is not None and move.after is not None and move.before != move.after
        for move in found
    )
    if not dropped and not new and not moved:
        return "The ranking is the same without it."
    parts = [
        f"{wording.count(dropped, 'passage')} dropped" if dropped else "",
        f"{wording.count(new, 'passage')} came up" if new else "",
        f"{wording.count(moved, 'passage')} moved" if moved else "",
    ]
    return ", ".join(part for part in parts if part) + "."


def ranking_change(data: ChangeView, *, key: str) -> None:
    """Draws the moves as a list: place now, number in the answer, title, and what happened."""
    found = moves(data)
    with st.container(key=f"ranking-change-{key}"):
        st.html(
            f"<p class='quire-moved'>{verbatim.html(summary(found))}</p>"
            f"<ol class='quire-moves'>{''.join(map(_item, found))}</ol>"
        )


_SYMBOLS = {"up": "arrow_upward", "down": "arrow_downward", "new": "add", "dropped": "close"}


def _item(move: Move) -> str:
    kind = move.words.split()[0]
    symbol = _SYMBOLS.get(kind, "remove")
    number = "" if move.before is None else f"<span class='quire-number'>{move.before}</span>"
    where = page_and_section(move.hit.chunk)
    return (
        f"<li class='quire-move-{kind}'><b>{move.after or '–'}</b>"
        f"<span class='quire-move-number'>{number}</span>"
        f"<span class='quire-title'>{verbatim.html(move.hit.chunk.title or 'Untitled')}"
        f"<span>{verbatim.html(where)}</span></span>"
        f"<em><i class='quire-glyph' aria-hidden='true'>{symbol}</i>{move.words}</em></li>"
    )
