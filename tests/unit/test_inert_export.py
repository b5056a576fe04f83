"""An answer's file has no live link or picture of a document in it, whatever the document holds."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.bundle import inert_line
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import open_workbench

HOSTILE = (
    "Ada Lorne opened the Harrow lighthouse in 1931 ![map](http://192.0.2.1/map.png) "
    "[more](http://192.0.2.1/more) <img src='http://192.0.2.1/i.png'> [ref]: http://192.0.2.1/r"
)
LIVE = re.compile(r"\[[^\[\]]*\][(\[:]|<\s*(?:img|a|https?:)", re.IGNORECASE)
"""What makes a link, a picture, the address of one, or a tag, where no backslash stands before."""


@given(st.text(alphabet="a!([])]:/\\ <>img\"'https", max_size=60))
def test_no_line_forms_a_link_or_a_picture(text: str) -> None:
    assert not LIVE.search(_without_escapes(inert_line(text)))


def _without_escapes(text: str) -> str:
    """Without the pairs of a backslash and what it escapes."""
    return re.sub(r"\\.", "", text)


@pytest.mark.parametrize("pipeline", ["naive", "fused_hybrid"])
def test_what_a_passage_holds_is_text_in_the_file(tmp_path: Path, pipeline: str) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    collection = workbench.library.create_collection("Lights")
    workbench.library.add_file(collection.id, "notes.txt", HOSTILE.encode())
    workbench.queue.work_until_idle(threading.Event())
    asking = workbench.questions.ask(
        Query("Who opened the Harrow lighthouse?", collection.id), pipeline
    )
    assert asking.wait(60)
    assert asking.answer is not None
    text = workbench.evidence.bundle(asking.answer.id, "markdown")
    workbench.close()
    assert "192.0.2.1" in text  # it is all there, as words
    assert not LIVE.search(_without_escapes(text))
