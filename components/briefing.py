"""What a collection holds: its documents in time, what they are about and whom they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import (
    BriefDocument,
    Briefing,
    BriefName,
    BriefTheme,
    Document,
    Quotation,
)
from components import verbatim, wording

SHOWN_DOCUMENTS = 8
ABOUT_LENGTH = 110
OUTER_QUOTES = '“”"'
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class BriefingView:
    """The briefing."""

    briefing: Briefing


def period(text: str) -> str:
    """A time as people read it: `2023-05-20` becomes `20 May 2023`; others stay as they are."""
    parts = text.split("-")
    if len(parts) == 3 and all(part.isdigit() for part in parts) and 1 <= int(parts[1]) <= 12:
        return f"{int(parts[2])} {MONTHS[int(parts[1]) - 1]} {parts[0]}"
    return text


def place(data: Quotation, length: int = 34, *, under: str = "") -> str:
    """Document and page of words, as a pill names them; the page alone where the document's title
    stands over it already.

    Args:
        under: what stands over the pill.
    """
    page = f"p. {data.page + 1}" if data.page >= 0 else ""
    if data.title and under.strip().casefold() == data.title.strip().casefold():
        return page or "Text"
    title = verbatim.clipped(data.title or "Untitled", length)
    return f"{title} · {page}" if page else title


def summary(data: Briefing) -> str:
    """`5 documents, 2022 to 2024.`"""
    times = [time for document in data.documents for time in (document.period, document.until)]
    years = sorted(filter(None, map(_year, times)))
    span = f", {_span(years[0], years[-1])}" if years else ""
    return f"{wording.count(data.documents_in_all, 'document')}{span}."


def _span(first: str, last: str) -> str:
    return f"{first} to {last}" if last and last != first else first


def _year(text: str) -> str:
    return next((each for each in text.replace("-", " ").split() if len(each) == 4), "")


def titles_alone(documents: Sequence[Document]) -> BriefingView:
    """What can be said of documents before their briefing is worked out: their titles and pages,
    as they were added."""
    shown = sorted(documents, key=lambda document: (document.added, document.id))
    brief = (BriefDocument(each.id, each.title, each.pages, "", None) for each in shown)
    return BriefingView(Briefing(tuple(brief), documents_in_all=len(shown)))


def briefing_themes(data: BriefingView, *, key: str) -> Quotation | None:
    """Draws what the documents are about; returns the quotation whose place was clicked."""
    if not data.briefing.themes:
        return None
    chosen = None
    with st.container(key=f"{key}-heading"):
        st.header("What they are about", anchor=False)
    with st.grid(2, min_column_width=260):
        for number, theme in enumerate(data.briefing.themes):
            with st.container(border=True, key=f"{key}-theme-{number}", gap="small"):
                if _theme(theme, f"{key}-theme-place-{number}"):
                    chosen = theme.quotation
    return chosen


def _theme(data: BriefTheme, key: str) -> bool:
    said = verbatim.html(data.quotation.text.strip(OUTER_QUOTES))
    st.html(
        f"<div class='quire-theme'><b dir='auto'>{verbatim.html(data.title)}</b>"
        f"<span>{wording.count(data.documents, 'document')}</span></div>"
        f"<p class='quire-said' dir='auto'>“{said}”</p>"
    )
    with st.container(key=f"pill-{key}"):
        return st.button(
            verbatim.markdown(place(data.quotation, under=data.title)),
            key=key,
            type="tertiary",
            help="Show where this stands",
        )


def briefing_documents(data: BriefingView, *, key: str) -> Quotation | None:
    """Draws the documents in the order of their time; returns a quotation that was clicked."""
    documents = data.briefing.documents
    if not documents:
        return None
    chosen = None
    timed = any(each.period for each in documents)
    with st.container(border=True, key=f"{key}-documents"):
        st.header("Documents in time" if timed else "Documents", anchor=False)
        for number, document in enumerate(documents[:SHOWN_DOCUMENTS]):
            if _document(document, f"{key}-document-{number}", timed=timed):
                chosen = document.about
        rest = data.briefing.documents_in_all - min(len(documents), SHOWN_DOCUMENTS)
        if rest > 0:
            st.caption(f"and {wording.count(rest, 'more document')}")
    return chosen


def _document(data: BriefDocument, key: str, *, timed: bool) -> bool:
    when = (
        f"<span class='quire-when'>{verbatim.html(_span(period(data.period), data.until))}</span>"
        if timed
        else ""
    )
    kind = "quire-dated" if data.period else "quire-dated quire-undated"
    about = verbatim.clipped(data.about.text, ABOUT_LENGTH) if data.about else ""
    pages = wording.count(data.pages, "page") if data.pages else ""
    with st.container(horizontal=True, vertical_alignment="top", gap="small", wrap=False):
        st.html(
            f"<div class='{kind}'>{when}<div class='quire-title'>"
            f"<b dir='auto'>{verbatim.html(data.title)}</b>"
            f"<span dir='auto'>{verbatim.html(about)}</span></div></div>"
        )
        if data.about is None:
            st.caption(pages, width="content")
            return False
        return st.button(
            pages or "Text",
            key=key,
            type="tertiary",
            help="Show where this stands",
        )


def briefing_names(data: BriefingView, *, key: str) -> Quotation | None:
    """Draws the names, abbreviations apart; returns the quotation of one that was clicked."""
    names = data.briefing.names
    if not names:
        return None
    groups = (
        ("People, places and organisations", [name for name in names if not name.abbreviation]),
        ("Abbreviations", [name for name in names if name.abbreviation]),
    )
    chosen = None
    with st.container(border=True, key=f"{key}-names"):
        number = 0
        for title, group in groups:
            if not group:
                continue
            st.header(title, anchor=False)
            with st.container(horizontal=True, gap="small", key=f"pill-{key}-names-{number}"):
                for each in group:
                    if _name(each, f"{key}-name-{number}"):
                        chosen = each.first
                    number += 1
    return chosen


def _name(data: BriefName, key: str) -> bool:
    return st.button(
        verbatim.markdown(data.name),
        key=key,
        type="tertiary",
        help=f"In {wording.count(data.passages, 'passage')} of "
        f"{wording.count(data.documents, 'document')}; shows where first",
    )


def example() -> BriefingView:
    """One invented document, theme and name."""
    said = Quotation("Revenue grew by 8 percent.", "d", "Report", "c", 0, 0, 26)
    return BriefingView(
        Briefing(
            (BriefDocument("d", "Report", 3, "2023-05-20", said),),
            (BriefTheme("Revenue", 1, said),),
            (
                BriefName("Ada Hill", 1, 2, said),
                BriefName("HTBs", 1, 2, said, abbreviation=True),
            ),
            documents_in_all=1,
        )
    )
