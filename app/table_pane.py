"""The table that a figure was computed from, beside the answer, with a download."""

from __future__ import annotations

import streamlit as st

from app import session
from app.shown import Shown
from backend.errors import NotFoundError
from components import verbatim
from components.grid_view import GridView, as_csv, grid_view


def show(shown: Shown, number: int) -> None:
    """Draws the table of the open cell, else that of the first cell."""
    made = shown.calculation
    if made is None:
        return
    cell = shown.cell
    operand = made.operands[cell if 0 <= cell < len(made.operands) else 0]
    places = sorted({each.row for each in made.operands if each.table_id == operand.table_id})
    try:
        large = (
            session.workbench().evidence.large_rows(operand.table_id, places)
            if made.of_rows
            else None
        )
        table = large[0] if large else session.workbench().evidence.table(operand.table_id)
    except NotFoundError as error:
        st.warning(verbatim.markdown(f"{error.what} {error.remedy}"), icon=":material/delete:")
        return
    document = session.document_or_none(table.document_id)
    name = document.title or document.name if document else ""
    st.markdown(f"**{verbatim.markdown(table.title or name or 'Table')}**")
    if name and document and document.pages > 1 and table.pages:
        st.caption(verbatim.markdown(f"{name} · page {table.pages[0] + 1}"))
    said = session.workbench().describing.table_description(table.id)
    if said is not None:
        by = "" if said.described_by == "local" else f" (described by {said.described_by})"
        st.markdown(verbatim.markdown(f"{said.text}{by}"))
    row_of = {place: place for place in places}
    if large:
        row_of = {number: at for at, number in enumerate(large[1])}
        first = "first " if len(table.rows) < made.of_rows else ""
        st.caption(f"The {first}{len(table.rows):,} of {made.of_rows:,} rows that were used")
    used = frozenset(
        (row_of[each.row], each.column)
        for each in made.operands
        if each.table_id == table.id and each.row in row_of
    )
    is_open = 0 <= cell < len(made.operands) and operand.row in row_of
    opened = (row_of[operand.row], operand.column) if is_open else None
    grid_view(GridView(table, used, opened), key=f"grid-{shown.answer_id}")
    st.download_button(
        "CSV",
        as_csv(table),
        file_name=f"table-{table.id[:8]}.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        key="table-csv",
    )
