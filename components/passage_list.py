"""The passages of a document in their order, a page of them at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from backend.types import Chunk, Definition, PassageSubject
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
    """All passages of one document, and by the passage's id the terms that they define and what
    they are about."""

    passages: Sequence[Chunk]
    definitions: Mapping[str, Sequence[Definition]] = field(default_factory=dict)
    subjects: Mapping[str, Sequence[PassageSubject]] = field(default_factory=dict)


def defined_terms(definitions: Sequence[Definition]) -> str:
    """“defines: Company, Lessee”, each term once, the surest first; empty without any."""
    ordered = sorted(definitions, key=lambda definition: -definition.strength)
    terms = list(dict.fromkeys(each.term for each in ordered))
    return f"defines: {', '.join(terms)}" if terms else ""


def told_subjects(
    passage: Chunk, subjects: Sequence[PassageSubject], pages: Mapping[str, tuple[int, ...]]
) -> str:
    """“about: Harbour Grill Ltd (the Company), from page 1”, the surest first; empty without any.

    Args:
        pages: of the document's passages by their ids, from 0: a subject that comes from another
            page is told with it.
    """
    told = []
    for subject in subjects:
        called = f" ({subject.called})" if subject.called else ""
        from_pages = pages.get(subject.introduced, ())
        elsewhere = from_pages and subject.introduced != passage.id and (
            from_pages[0] not in passage.pages
        )  # fmt: skip
        told.append(
            subject.name + called + (f", from page {from_pages[0] + 1}" if elsewhere else "")
        )
    return f"about: {'; '.join(told)}" if told else ""


def passage_list(data: PassageListView, *, key: str) -> None:
    """Draws the passages and, if there are many, the pages of the list."""
    pages = -(-len(data.passages) // PER_PAGE)
    number = 1
    on_pages = {each.id: each.pages for each in data.passages}
    st.caption(wording.count(len(data.passages), "passage"))
    if pages > 1:
        number = st.pagination(pages, key=f"passages-{key}")
    for passage in data.passages[(number - 1) * PER_PAGE : number * PER_PAGE]:
        section = wording.section(passage)
        defines = defined_terms(data.definitions.get(passage.id, ()))
        about = told_subjects(passage, data.subjects.get(passage.id, ()), on_pages)
        place = wording.pages(passage.pages)
        facts = [str(passage.ordinal + 1), place, section, _KINDS[passage.kind], about, defines]
        head = " · ".join(verbatim.html(fact) for fact in facts if fact)
        st.html(
            f"<div class='quire-title'><span>{head}</span></div>"
            f"<div class='quire-passage' dir='auto'>{verbatim.html(passage.text)}</div>"
        )
