"""What every pipeline can be told is drawn beside the question, whatever its options are called."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from backend import registry

SCREEN = """
import streamlit as st

from backend import registry
from components.question_options import OptionsView, question_options

card = registry.load("backend.pipelines", "{name}").CARD
chosen = question_options(OptionsView(card.options), key="k")
st.session_state.chosen = dict(chosen.values) if chosen else None
"""


@pytest.mark.parametrize("name", registry.names("backend.pipelines"))
def test_a_pipelines_options_are_drawn_and_can_be_changed(name: str) -> None:
    app = AppTest.from_string(SCREEN.format(name=name), default_timeout=30).run()
    assert not app.exception
    assert app.session_state.chosen is None
    card = registry.load("backend.pipelines", name).CARD
    option = next(
        option_card for option_card in card.options if not option_card.name.startswith("use_")
    )
    key = f"k-option-{option.name}"
    if option.choices:
        other = next(choice for choice in option.choices if choice != option.default)
        app.selectbox(key=key).set_value(other).run()
    else:
        other = f"{option.minimum:g}"
        app.slider(key=key).set_value(option.minimum).run()
    assert not app.exception
    assert app.session_state.chosen[option.name] == other
