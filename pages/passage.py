"""One passage where it stands, opened by its address: `/passage?passage=ID`."""

from __future__ import annotations

import streamlit as st

from app import session
from backend.errors import NotFoundError, ReadingError
from backend.types import Chunk, Document
from components import verbatim
from components.page_image import PageImageView, page_image
from components.passage_list import defined_terms, told_subjects

TITLE = "Passage"
ICON = "find_in_page"
ORDER = 95
HIDDEN = True

PASSAGE = "passage"  # the address's parameter


@session.guarded
def show_page() -> None:
    """Draws the page."""
    wanted = st.query_params.get(PASSAGE, "")
    if not wanted:
        st.info("The address of this page names a passage: /passage?passage=ID.")
        return
    workbench = session.workbench()
    chunk = workbench.evidence.passage(wanted)
    document = workbench.library.document(chunk.document_id)
    page = chunk.pages[0] if chunk.pages else 0
    st.title(verbatim.markdown(document.title or document.name), anchor=False)
    place = f"page {page + 1} of {document.pages}" if document.pages > 1 else ""
    parts = [verbatim.markdown(document.name), place, verbatim.markdown(" › ".join(chunk.path))]
    about = workbench.library.document_subjects(document.id).get(chunk.id, ())
    given = {each.introduced for each in about if each.introduced} - {chunk.id}
    pages = (
        {each.id: each.pages for each in workbench.library.document_chunks(document.id)}
        if given
        else {}
    )
    parts.append(verbatim.markdown(told_subjects(chunk, about, pages)))
    own = workbench.library.document_definitions(document.id).get(chunk.id, ())
    parts.append(verbatim.markdown(defined_terms(own)))
    st.caption(" · ".join(filter(None, parts)))
    left, right = st.columns([0.6, 0.4], gap="large")
    with right:
        st.html(f"<p dir='auto'>{verbatim.html(chunk.text)}</p>")
    with left:
        _page(document, chunk, page)


def _page(document: Document, chunk: Chunk, page: int) -> None:
    """The printed page with the passage marked; the text round it where there is none."""
    workbench = session.workbench()
    try:
        image = workbench.evidence.page_image(document.id, page, chunk_id=chunk.id)
    except (NotFoundError, ReadingError):
        before = workbench.library.document_text(
            document.id, max(0, chunk.start - 800), chunk.start
        )
        inside = workbench.library.document_text(document.id, chunk.start, chunk.end)
        after = workbench.library.document_text(document.id, chunk.end, chunk.end + 800)
        st.html(
            f"<p dir='auto' style='white-space: pre-wrap'>{verbatim.html(before)}"
            f"<mark>{verbatim.html(inside)}</mark>{verbatim.html(after)}</p>"
        )
        return
    told = f"Page {page + 1} of {document.pages}, the passage is marked"
    page_image(PageImageView(image, told), key="passage")


show_page()
