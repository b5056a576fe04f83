"""The documents of a collection as a table in which rows can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from backend.types import ROWS_IN_COLUMNS, Document
from components import verbatim, wording

ROW_PIXELS = 35


@dataclass(frozen=True, slots=True)
class DocumentTableView:
    """Documents in their order, which of them are about to be replaced, and which by a new reading
    of the same file."""

    documents: Sequence[Document]
    being_replaced: frozenset[str] = frozenset()
    being_reread: frozenset[str] = frozenset()


def state_of(
    document: Document, being_replaced: frozenset[str], being_reread: frozenset[str] = frozenset()
) -> str:
    """`Ready`, with what is to be known about it: of a large table how many rows are counted."""
    if document.id in being_reread:
        return "Being read again"
    if document.id in being_replaced:
        return "New version on its way"
    rows = document.metadata.get(ROWS_IN_COLUMNS, "")
    if rows.isdecimal():
        return f"Ready, {wording.count(int(rows), 'row')}"
    if document.warnings:
        return f"Ready, {wording.count(len(document.warnings), 'note')}"
    return "Ready"


def document_table(data: DocumentTableView, *, key: str) -> tuple[str, ...]:
    """Draws the table; returns the ids of the chosen documents."""
    rows = [
        {
            "Title": verbatim.printable(document.title or document.name),
            "State": state_of(document, data.being_replaced, data.being_reread),
            "Pages": document.pages,
            "Passages": document.chunks,
            "Version": document.version,
            "Added": datetime.fromtimestamp(document.added, UTC),
            "Size": document.size,
        }
        for document in data.documents
    ]
    number = st.column_config.NumberColumn
    event = st.dataframe(
        rows,
        hide_index=True,
        key=key,
        on_select="rerun",
        selection_mode="multi-row",
        height=min(640, ROW_PIXELS * (len(rows) + 1) + 3),
        row_height=ROW_PIXELS,
        column_config={
            "Title": st.column_config.TextColumn(width=295),
            "State": st.column_config.TextColumn(width=125),
            "Pages": number(format="localized", width=60),
            "Passages": number(format="localized", width=80),
            "Version": number(width=65),
            "Added": st.column_config.DatetimeColumn(format="D MMM, HH:mm", width=105),
            "Size": number(format="bytes", width=75),
        },
    )
    return tuple(
        data.documents[index].id for index in event.selection.rows if index < len(data.documents)
    )
