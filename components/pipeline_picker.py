"""Which pipeline answers: its name with its purpose beneath, and a line on what it is good at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import PipelineCard
from components import verbatim


@dataclass(frozen=True, slots=True)
class PickerView:
    """The pipelines, the chosen one's name, and whether to show the line about it."""

    pipelines: Sequence[PipelineCard]
    selected: str
    hint: bool = True


def pipeline_picker(data: PickerView, *, key: str) -> str | None:
    """Draws the choice; returns the name of a newly chosen pipeline."""
    titles = {each.name: _label(each) for each in data.pipelines}
    if len(titles) < 2:
        _hint(data, data.selected)
        return None
    if st.session_state.get(key) not in titles:
        st.session_state[key] = data.selected
    chosen = st.segmented_control(
        "Pipeline",
        list(titles),
        format_func=lambda name: titles.get(name, ""),
        required=True,
        key=key,
        label_visibility="collapsed",
        width="stretch",
        wrap=False,
    )
    chosen = chosen or data.selected
    _hint(data, chosen)
    return chosen if chosen != data.selected else None


def _label(card: PipelineCard) -> str:
    """The name, and the purpose as coloured text, which the style sheet puts on its own line."""
    name = verbatim.markdown(card.title)
    return f"{name} :gray[{verbatim.markdown(card.purpose)}]" if card.purpose else name


def _hint(data: PickerView, name: str) -> None:
    card = next((each for each in data.pipelines if each.name == name), None)
    if data.hint and card is not None:
        st.caption(f"**{verbatim.markdown(card.title)}** · {verbatim.markdown(card.hint)}")


def example() -> PickerView:
    """Two invented pipelines."""
    cards = (
        PipelineCard("naive", "Naive", "Words and meaning.", ":material/bolt:", purpose="quick"),
        PipelineCard("other", "Other", "Something else.", ":material/hub:"),
    )
    return PickerView(cards, "naive")
