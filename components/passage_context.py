"""A passage between the text that stands before and after it, for documents without pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import Chunk
from components import verbatim


@dataclass(frozen=True, slots=True)
class ContextView:
    """The text before the passage, the passage with spans to highlight, the text after it."""

    before: str
    passage: str
    after: str
    spans: Sequence[tuple[int, int]] = ()


def context_of(chunk: Chunk, siblings: Sequence[Chunk], reach: int = 1) -> tuple[str, str]:
    """What stands before and after a passage in its document.

    Passages may overlap and table rows repeat their table, so pieces are cut by their offsets.

    Args:
        chunk: the passage.
        siblings: all passages of its document.
        reach: how many passages to look at on each side.
    """
    flowing = sorted(
        (each for each in siblings if each.kind != "table_row"), key=lambda each: each.start
    )
    earlier = [each for each in flowing if each.start < chunk.start][-reach:]
    later = [each for each in flowing if each.end > chunk.end and each.start >= chunk.start]
    before, position = "", None
    for each in earlier:
        text = each.text if position is None else each.text[max(0, position - each.start) :]
        before += text if position is None or each.start <= position else "\n\n" + text
        position = each.end
    if position is not None:
        surplus = position - chunk.start
        before = before[:-surplus] if surplus > 0 else before
    after, position = "", chunk.end
    for each in later[:reach]:
        gap = "\n\n" if each.start > position else ""
        after += gap + each.text[max(0, position - each.start) :]
        position = each.end
    return before, after


def passage_context(data: ContextView, *, key: str) -> None:
    """Draws the three parts as running text."""
    spans = data.spans or ((0, len(data.passage)),)
    with st.container(key=f"context-{key}"):
        st.html(
            "<div class='quire-context' dir='auto'>"
            f"<span class='quire-around'>{verbatim.html(data.before)}</span>"
            f"<span class='quire-here'>{verbatim.marked(data.passage, spans)}</span>"
            f"<span class='quire-around'>{verbatim.html(data.after)}</span></div>"
        )


def example() -> ContextView:
    """Three invented sentences."""
    return ContextView("It rained. ", "Revenue grew 8 percent.", " Costs were flat.", ((8, 22),))
