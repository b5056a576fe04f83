"""How the question is asked: number of passages, documents, and the pipeline's own options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from backend.types import Document, OptionCard
from components import retriever_words, verbatim, wording

SWITCH, ON, OFF = "use_", "on", "off"
"""Options whose names begin so are on or off, and are shown together."""


@dataclass(frozen=True, slots=True)
class OptionsView:
    """What can be set, and how it is set now (`values` by option name, missing means default)."""

    options: Sequence[OptionCard]
    values: Mapping[str, str] = field(default_factory=dict)
    top_k: int = 5
    documents: Sequence[Document] = ()
    document_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChosenOptions:
    """The whole choice after a change."""

    values: Mapping[str, str]
    top_k: int
    document_ids: tuple[str, ...]


def question_options(data: OptionsView, *, key: str) -> ChosenOptions | None:
    """A popover with the settings; returns them all when one changed."""
    chosen = [document for document in data.documents if document.id in data.document_ids]
    label = f"In {wording.count(len(chosen), 'document')}" if chosen else "Options"
    with st.popover(label, icon=":material/tune:", type="tertiary", key=f"{key}-popover"):
        documents = _documents(data, key)
        top_k = st.slider(
            "Passages to read",
            1,
            20,
            data.top_k,
            key=f"{key}-top-k",
            help="How many of the best passages the answer is written from.",
        )
        switches = [option for option in data.options if option.name.startswith(SWITCH)]
        values = {
            option.name: _option(option, data.values, key)
            for option in data.options
            if option not in switches
        }
        values.update(_switches(switches, data.values, key))
    result = ChosenOptions(values, top_k, documents)
    before = {
        option_card.name: data.values.get(option_card.name, option_card.default)
        for option_card in data.options
    }
    if result == ChosenOptions(before, data.top_k, data.document_ids):
        return None
    return result


def _documents(data: OptionsView, key: str) -> tuple[str, ...]:
    titles = {document.id: document.title or document.name for document in data.documents}
    known = [identifier for identifier in data.document_ids if identifier in titles]
    chosen = st.multiselect(
        "Only in these documents",
        list(titles),
        default=known,
        format_func=lambda identifier: verbatim.printable(titles.get(identifier, "")),
        placeholder="All documents",
        key=f"{key}-documents",
    )
    return tuple(chosen)


def _switches(
    options: Sequence[OptionCard], values: Mapping[str, str], key: str
) -> Mapping[str, str]:
    """All switches in one place."""
    if not options:
        return {}
    names = {option.name: option.name.removeprefix(SWITCH) for option in options}
    on = [
        option_card.name
        for option_card in options
        if values.get(option_card.name, option_card.default) == ON
    ]
    chosen = st.pills(
        "What to look at",
        list(names),
        selection_mode="multi",
        default=on,
        format_func=lambda name: retriever_words.label(names[name]),
        help=retriever_words.terms(list(names.values())),
        key=f"{key}-switches",
    )
    return {name: ON if name in chosen else OFF for name in names}


def _option(option: OptionCard, values: Mapping[str, str], key: str) -> str:
    value = values.get(option.name, option.default)
    widget = f"{key}-option-{option.name}"
    if option.choices:
        index = option.choices.index(value) if value in option.choices else 0
        return str(
            st.selectbox(
                option.label,
                option.choices,
                index=index,
                format_func=wording.name,
                help=option.help or None,
                key=widget,
            )
        )
    number = st.slider(
        option.label,
        float(option.minimum),
        float(option.maximum),
        float(value or option.minimum),
        float(option.step),
        help=option.help or None,
        key=widget,
    )
    return f"{number:g}"
