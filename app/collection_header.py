"""The row on top of a page about one collection, and what stands there where there is none."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app import session
from backend.types import Collection
from components.header import HeaderView, header


def collection_header(key: str, *, leave: Callable[[], None] | None = None) -> Collection | None:
    """Draws the row with the choice of the collection; returns the chosen one.

    Args:
        leave: called before another collection is shown.
    """
    workbench, collection = session.workbench(), session.collection()
    event = header(
        HeaderView(
            collections=workbench.library.collections(),
            selected_id=collection.id if collection else "",
            counts=workbench.library.counts(collection.id) if collection else None,
        ),
        key=key,
    )
    if event is not None and event.collection_id:
        if leave is not None:
            leave()
        session.choose_collection(event.collection_id)
        st.rerun()
    session.show_failures()
    if collection is None:
        st.info("There is no collection yet. Make one in Library.", icon=":material/info:")
    return collection
