"""The pipelines are picked by name, experiments behind their button."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

SCREEN = """
import streamlit as st

from components.pipeline_picker import PickerView, example, pipeline_picker

st.session_state.setdefault("selected", "naive")
view = PickerView(example().pipelines, st.session_state.selected)
chosen = pipeline_picker(view, key="pipeline-k")
if chosen is not None:
    st.session_state.selected = chosen
    st.rerun()
"""


def shown(app: AppTest) -> tuple[object, object]:
    """What is marked among the main ones, and among the experiments."""
    assert not app.exception
    return app.button_group(key="pipeline-k").value, app.radio(key="pipeline-k-tried").value


def test_a_choice_in_either_place_unmarks_the_other() -> None:
    app = AppTest.from_string(SCREEN).run()
    assert shown(app) == ("naive", None)
    assert app.radio(key="pipeline-k-tried").options == ["Tree"]
    app.radio(key="pipeline-k-tried").set_value("tree").run()
    assert app.session_state.selected == "tree"
    assert shown(app) == (None, "tree")
    assert "From the top down" in app.caption[-1].value
    app.button_group(key="pipeline-k").set_value("other").run()
    assert app.session_state.selected == "other"
    assert shown(app) == ("other", None)
    app.session_state.selected = "tree"  # chosen elsewhere
    app.run()
    assert shown(app) == (None, "tree")
