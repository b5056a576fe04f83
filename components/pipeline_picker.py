"""Which pipeline answers: its name with its purpose beneath, and a line on what it is good at.

Experiments stand behind a button, each with its line; the one that is chosen is named on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import PipelineCard
from components import verbatim
from components.widget_value import tell_value

EXPERIMENTS = "Experiments"


@dataclass(frozen=True, slots=True)
class PickerView:
    """The pipelines, the chosen one's name, and whether to show the line about it."""

    pipelines: Sequence[PipelineCard]
    selected: str
    hint: bool = True


def pipeline_picker(data: PickerView, *, key: str) -> str | None:
    """Draws the choice; returns the name of a newly chosen pipeline."""
    if len(data.pipelines) < 2:
        _hint(data, data.selected)
        return None
    main = {
        pipeline.name: _label(pipeline) for pipeline in data.pipelines if not pipeline.experiment
    }
    tried = {
        pipeline_card.name: pipeline_card
        for pipeline_card in data.pipelines
        if pipeline_card.experiment
    }
    _follow(data.selected, main, tried, key)
    with st.container(
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        wrap=data.hint,  # below a follow-up all stand in one line
        key=f"{key}-row",
    ):
        chosen = st.segmented_control(
            "Pipeline",
            list(main),
            format_func=lambda name: main.get(name, ""),
            required=data.selected in main,
            key=key,
            label_visibility="collapsed",
            width="stretch",
            wrap=False,
        )
        trying = _experiments(data, tried, key) if tried else None
    for each in (chosen, trying):
        if each is not None and each != data.selected:
            _hint(data, each)
            return each
    _hint(data, data.selected)
    return None


def _follow(selected: str, main: dict[str, str], tried: dict[str, PipelineCard], key: str) -> None:
    """Let both widgets show what is chosen, wherever it was chosen."""
    known, trying = f"{key}-shown", f"{key}-tried"
    chosen, tries = st.session_state.get(key), st.session_state.get(trying)
    if st.session_state.get(known) != selected:
        st.session_state[known] = selected
        chosen = selected if selected in main else None
        tries = selected if selected in tried else None
    tell_value(key, chosen)
    tell_value(trying, tries)


def _experiments(data: PickerView, tried: dict[str, PipelineCard], key: str) -> str | None:
    """The button, which names the experiment that is chosen, and what is behind it. Where there is
    no room for a line on pipelines there is none for its name, which then shows at a hover."""
    on = tried.get(data.selected)
    label = verbatim.markdown(on.title) if on else EXPERIMENTS
    with st.popover(
        label,
        help=None if data.hint else label,
        icon=":material/science:",
        type="secondary" if on else "tertiary",
        key=f"{key}-experiments",
    ):
        st.caption("Other systems, built to be compared; none of them measured better.")
        return st.radio(
            EXPERIMENTS,
            list(tried),
            index=None,
            format_func=lambda name: verbatim.markdown(tried[name].title),
            captions=[verbatim.markdown(each.hint) for each in tried.values()],
            key=f"{key}-tried",
            label_visibility="collapsed",
        )


def _label(card: PipelineCard) -> str:
    """The name, and the purpose as coloured text, which the style sheet puts on its own line."""
    name = verbatim.markdown(card.title)
    return f"{name} :gray[{verbatim.markdown(card.purpose)}]" if card.purpose else name


def _hint(data: PickerView, name: str) -> None:
    card = next((pipeline for pipeline in data.pipelines if pipeline.name == name), None)
    if data.hint and card is not None:
        st.caption(f"**{verbatim.markdown(card.title)}** · {verbatim.markdown(card.hint)}")


def example() -> PickerView:
    """Two invented pipelines and an experiment."""
    cards = (
        PipelineCard("naive", "Naive", "Words and meaning.", ":material/bolt:", purpose="quick"),
        PipelineCard("other", "Other", "Something else.", ":material/hub:"),
        PipelineCard("tree", "Tree", "From the top down.", "account_tree", experiment=True),
    )
    return PickerView(cards, "naive")
