"""The passages of a document in their order, a page of them at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import Chunk
from components import verbatim, wording

PER_PAGE = 10
_KINDS = {
    "prose": "",
    "table": "table",
    "table_row": "row of a table",
    "table_card": "card of a table",
}


@dataclass(frozen=True, slots=True)
class PassageListView:
    """All passages of one document."""

    passages: Sequence[Chunk]


def passage_list(data: PassageListView, *, key: str) -> None:
    """Draws the passages and, if there are many, the pages of the list."""
    pages = -(-len(data.passages) // PER_PAGE)
    number = 1
    st.caption(wording.count(len(data.passages), "passage"))
    if pages > 1:
        number = st.pagination(pages, key=f"passages-{key}")
    for each in data.passages[(number - 1) * PER_PAGE : number * PER_PAGE]:
        section = each.path[-1] if each.path else ""
        facts = [str(each.ordinal + 1), wording.pages(each.pages), section, _KINDS[each.kind]]
        head = " · ".join(verbatim.html(fact) for fact in facts if fact)
        st.html(
            f"<div class='quire-title'><span>{head}</span></div>"
            f"<div class='quire-passage' dir='auto'>{verbatim.html(each.text)}</div>"
        )


def example() -> PassageListView:
    """One invented passage."""
    return PassageListView((Chunk("a", "d", "s", 0, "Revenue grew.", 0, 13, (0,), "prose"),))
