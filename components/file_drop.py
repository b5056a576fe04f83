"""Where files are chosen or dropped, and how far those are that are on their way to the library.

A component of its own because files go by requests of their own: Streamlit announces each uploaded
file over the connection of the page, and loses announcements that cross a redraw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.element import ELEMENT

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "quire_file_drop",
    css=(_HERE / "file_drop.css").read_text("utf-8"),
    js=ELEMENT
    + "".join((_HERE / name).read_text("utf-8") for name in ("file_sending.js", "file_drop.js")),
)


@dataclass(frozen=True, slots=True)
class FileDropView:
    """Where files go and which ones.

    Attributes:
        collection_id: the collection that they join.
        address: the route that takes pieces, up to the file's id.
        header: the request header that shows the pass.
        token: the pass.
        ended: how many files of this pass the page knows the outcome of.
        types: endings of the files that can be read, without dots.
        kinds: the same in words.
        most: bytes of the largest file.
    """

    collection_id: str
    address: str
    header: str
    token: str
    ended: int
    types: Sequence[str]
    kinds: str
    most: int


def file_drop(data: FileDropView, *, key: str) -> None:
    """Draws the control; the page runs again when files have come."""
    _mount(
        key=key,
        data={
            "collection": data.collection_id,
            "address": data.address,
            "header": data.header,
            "token": data.token,
            "ended": data.ended,
            "types": list(data.types),
            "kinds": f"Quire reads {data.kinds}",
            "label": f"{data.kinds}, up to {data.most // 1_000_000} MB each",
            "most": data.most,
        },
        on_came_change=lambda: None,
    )
