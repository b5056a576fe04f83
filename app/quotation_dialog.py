"""Where quoted words stand: their page, or the text around them, in a dialog."""

from __future__ import annotations

import streamlit as st

from app import session
from app.shown import PDF
from backend.errors import NotFoundError
from backend.types import Box, Quotation
from components import verbatim
from components.page_image import PageImageView, page_image

SCALE = 1.7
"""Pixels of the page's image per point."""


def show(quoted: Quotation, box: Box | None = None) -> None:
    """Opens the dialog.

    Args:
        box: where the words stand on their page, if that is better known than by their lines.
    """
    _dialog(quoted, box)


@st.dialog("Where this stands", width="large")
@session.guarded
def _dialog(quoted: Quotation, box: Box | None) -> None:
    document = session.document_or_none(quoted.document_id)
    if document is None:
        st.warning("This document has been deleted since.", icon=":material/delete:")
        return
    title = verbatim.markdown(document.title or document.name)
    page = f" · page {quoted.page + 1} of {document.pages}" if quoted.page >= 0 else ""
    st.markdown(f"**{title}**{page}")
    workbench = session.workbench()
    if document.media_type == PDF and quoted.page >= 0:
        image = workbench.evidence.page_image(
            document.id,
            quoted.page,
            spans=() if box else ((quoted.start, quoted.end),),
            marked=(box,) if box else (),
            scale=SCALE,
        )
        page_image(
            PageImageView(image, f"Page {quoted.page + 1}; the quoted words are marked"),
            key="quotation",
        )
        return
    try:
        chunk = workbench.evidence.passage(quoted.chunk_id)
    except NotFoundError:
        st.caption("The passage is not there any more.")
        return
    span = (quoted.start - chunk.start, quoted.end - chunk.start)
    text = verbatim.marked(chunk.text, [span], ())
    st.html(f"<div class='quire-passage' dir='auto'>{text}</div>")
