"""What a deletion removed, in numbers, and as a file to keep."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

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
    """A receipt, how many earlier answers still hold words of what was deleted, and how many were
    redacted, None before somebody asked for it."""

    receipt: Receipt
    holding: int = 0
    redacted: int | None = None


ReceiptEvent = Literal["done", "redact"]


def receipt_dialog(data: ReceiptView, *, key: str) -> ReceiptEvent | None:
    """The dialog's content; what was pressed. Call it inside of `st.dialog`."""
    receipt = data.receipt
    gone = "the document is" if receipt.documents == 1 else "these documents is"
    st.markdown(
        f"All that was made of {gone} gone, and the stored file with it."
        if receipt.documents
        else "There was no document in it."
    )
    redact = receipt.documents > 0 and _earlier_answers(data, key)
    with st.grid(3, min_column_width=120):
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
            as_text(data),
            file_name="receipt.json",
            mime="application/json",
            type="tertiary",
            icon=":material/download:",
            on_click="ignore",
            key=f"{key}-download",
        )
        if st.button("Done", type="primary", key=f"{key}-done"):
            return "done"
    return "redact" if redact else None


def _earlier_answers(data: ReceiptView, key: str) -> bool:
    """What became of earlier answers; whether they shall be redacted."""
    if data.redacted is None and data.holding:
        with st.container(border=True, key=f"{key}-earlier"):
            st.markdown(kept_text(data))
            return st.button(
                f"Redact {'it' if data.holding == 1 else 'them'}",
                icon=":material/ink_eraser:",
                key=f"{key}-redact",
                help="Their words and passages go for good; question, pipeline and time stay.",
            )
    st.markdown(kept_text(data))
    return False


def kept_text(data: ReceiptView) -> str:
    """What earlier answers still hold, in a sentence."""
    if data.redacted is not None:
        answers = wording.count(data.redacted, "earlier answer")
        were = "was" if data.redacted == 1 else "were"
        return (
            f"{answers} {were} redacted: what they said of it is gone, the questions stay until "
            "their conversations are deleted."
        )
    if data.holding:
        answers = wording.count(data.holding, "earlier answer")
        hold = "holds" if data.holding == 1 else "hold"
        return (
            f"**{answers} still {hold} words of it**, until redacted or until the conversation is "
            "deleted."
        )
    return "No earlier answer holds words of it."


def as_text(data: ReceiptView) -> str:
    """The receipt to keep, as JSON with the words of the screen and a date that people read."""
    receipt = data.receipt
    gone = {label.lower(): getattr(receipt, field) for label, field in _PARTS}
    kept = {
        "deleted": list(receipt.titles),
        "at": datetime.fromtimestamp(receipt.at, UTC).isoformat(timespec="seconds"),
        "documents": receipt.documents,
        **gone,
        "freed bytes": receipt.bytes,
        "earlier answers that hold words of it": 0 if data.redacted is not None else data.holding,
        "earlier answers redacted": data.redacted or 0,
        "kept": kept_text(data).replace("**", ""),
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
