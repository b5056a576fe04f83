"""Settings of one pipeline side by side: which option, and the values that are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from app import session
from backend.errors import QuestionError
from backend.types import Contender, OptionCard, PipelineCard
from components import verbatim, wording

MOST = 6
"""Values that are compared at once."""


def settings_form(cards: Mapping[str, PipelineCard], *, key: str) -> list[Contender]:
    """Draws the choice of a pipeline, an option of it and the values to compare, and returns what
    was chosen; empty where a value cannot be had, which is said."""
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{key}-settings"):
        pipeline = st.selectbox(
            "Pipeline",
            [name for name, card in cards.items() if card.options],
            format_func=lambda name: verbatim.printable(cards[name].title),
            key=f"{key}-settings-pipeline",
            width=190,
        )
        options = {option_card.name: option_card for option_card in cards[pipeline].options}
        chooser = f"{key}-settings-option-{pipeline}"
        name = st.selectbox(
            "Setting",
            list(options),
            format_func=lambda each: verbatim.printable(options[each].label),
            key=chooser,
            help=options[st.session_state.get(chooser) or next(iter(options))].help or None,
            width=230,
        )
        option = options[name]
        widget = f"{key}-settings-values-{pipeline}-{name}"
        if option.choices:
            values: Sequence[str] = st.pills(
                "Values",
                option.choices,
                selection_mode="multi",
                default=list(option.choices[:MOST]),
                format_func=wording.name,
                key=widget,
                width="content",
            )
        else:
            text = st.text_input(
                "Values, separated by commas",
                f"{option.minimum:g}, {option.default or f'{option.maximum:g}'}",
                help=f"{option.help} Each is {option.expected}.".strip(),
                key=widget,
                width=230,
            )
            values = [each.strip() for each in text.split(",") if each.strip()]
    return _checked(pipeline, option, values)


def _checked(pipeline: str, option: OptionCard, values: Sequence[str]) -> list[Contender]:
    contenders = [Contender(pipeline, {option.name: value}) for value in dict.fromkeys(values)]
    if len(contenders) > MOST:
        st.warning(f"At most {MOST} values are compared at once.")
        return []
    try:
        for contender in contenders:
            session.workbench().questions.options_of(pipeline, contender.options)
    except QuestionError as error:
        st.warning(verbatim.markdown(str(error)))
        return []
    return contenders


def contender_title(contender: Contender, cards: Mapping[str, PipelineCard]) -> str:
    """As a person reads it: `Naive`, or `Naive, Fusion: convex`."""
    card = cards[contender.pipeline]
    labels = {option.name: option for option in card.options}
    said = [
        f"{labels[name].label if name in labels else name}: "
        f"{wording.name(value) if name in labels and labels[name].choices else value}"
        for name, value in sorted(contender.options.items())
    ]
    return ", ".join([card.title, *said])
