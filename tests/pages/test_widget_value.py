"""A widget says its value with each drawing: one that is cut short takes none along."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

COLLECTIONS = """
from backend.types import Collection, CollectionSettings
from components.header import HeaderView, header

names = (("first", "First"), ("second", "Second"))
held = [Collection(each, name, 0.0, CollectionSettings()) for each, name in names]
header(HeaderView(held, "second", None), key="k")
"""
PIPELINES = """
from dataclasses import replace

from components.pipeline_picker import example, pipeline_picker

pipeline_picker(replace(example(), selected="{}"), key="k")
"""
RETRIEVERS = """
from components.retriever_switches import example, retriever_switches

retriever_switches(example(), key="k")
"""
MARKS = """
from components.marks import marks

marks(-1, key="k")
"""


@pytest.mark.parametrize(
    ("screen", "kind", "value"),
    [
        (COLLECTIONS, "selectbox", "Second"),
        (PIPELINES.format("other"), "button_group", ["Other"]),
        (PIPELINES.format("tree"), "radio", "Tree"),
        (RETRIEVERS, "button_group", ["Meaning", "Words"]),
        (MARKS, "feedback", 0),
    ],
    ids=["collection", "pipeline", "experiment", "retrievers", "marks"],
)
def test_each_drawing_tells_the_value(screen: str, kind: str, value: object) -> None:
    app = AppTest.from_string(screen).run()
    for _ in range(3):
        assert not app.exception
        assert value_told(app.get(kind)[0]) == value
        app.run()


def value_told(widget: Any) -> object:
    """What the browser is told to show, whatever it showed before; None where it is not told."""
    proto = widget.proto
    if not proto.set_value:
        return None
    if widget.type == "feedback":
        return proto.value
    return list(proto.raw_values) if widget.type == "button_group" else proto.raw_value
