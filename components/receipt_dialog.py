"""What a deletion removed, in numbers, and as a file to keep."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from backend.types import Receipt
from components import verbatim, wording

_PARTS = (
    ("Documents", "documents"),
    ("Passages", "chunks"),
    ("Vectors", "vectors"),
    ("Sections", "sections"),
    ("Tables", "tables"),
    ("Names", "entities"),
    ("Relations", "triples"),
    ("Groups", "communities"),
    ("Links", "edges"),
)


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """A receipt and what it is about."""

    receipt: Receipt


def receipt_dialog(data: ReceiptView, *, key: str) -> bool | None:
    """The dialog's content; True when it is done with. Call it inside of `st.dialog`."""
    receipt = data.receipt
    gone = "the document is" if receipt.documents == 1 else "these documents is"
    st.markdown(
        f"All that was made of {gone} gone, and the stored file with it. Earlier answers keep the "
        "passages that they quote until their conversations are deleted."
        if receipt.documents
        else "There was no document in it."
    )
    with st.grid(4, min_column_width=120):
        for label, field in _PARTS:
            st.metric(label, f"{getattr(receipt, field):,}", border=True)
    freed = f"{wording.size(receipt.bytes)} freed, {wording.moment(receipt.at)}."
    st.caption(
        f"{freed} Groups are groups of passages with their summaries; links are all that joined "
        "these passages and groups to each other and to other documents."
    )
    if receipt.documents > 1:
        items = "".join(f"<li dir='auto'>{verbatim.html(title)}</li>" for title in receipt.titles)
        with st.expander(f"The {wording.count(len(receipt.titles), 'title')}"):
            st.html(f"<ul class='quire-list'>{items}</ul>")
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        st.download_button(
            "Download receipt",
            as_text(receipt),
            file_name="receipt.json",
            mime="application/json",
            type="tertiary",
            icon=":material/download:",
            on_click="ignore",
            key=f"{key}-download",
        )
        if st.button("Done", type="primary", key=f"{key}-done"):
            return True
    return None


def as_text(receipt: Receipt) -> str:
    """The receipt to keep, as JSON with the words of the screen and a date that people read."""
    gone = {label.lower(): getattr(receipt, field) for label, field in _PARTS}
    kept = {
        "deleted": list(receipt.titles),
        "at": datetime.fromtimestamp(receipt.at, UTC).isoformat(timespec="seconds"),
        "documents": receipt.documents,
        **gone,
        "freed bytes": receipt.bytes,
        "kept": "Earlier answers keep the passages that they quote until their conversations are "
        "deleted.",
    }
    return json.dumps(kept, ensure_ascii=False, indent=2)


def title(receipt: Receipt) -> str:
    """The dialog's title: the one title that went, or how many."""
    if len(receipt.titles) == 1:
        return f"Deleted: {verbatim.clipped(receipt.titles[0], 50)}"
    return f"Deleted: {wording.count(receipt.documents, 'document')}"


def example() -> ReceiptView:
    """An invented receipt."""
    return ReceiptView(
        Receipt(("Amazon 10-K 2017",), 1, 71, 464, 481, 92, 12, 17, 3118, 610_600, 0.0)
    )
