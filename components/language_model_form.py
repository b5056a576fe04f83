"""Which language model answers, if any. Keys are never entered or shown here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from backend.errors import LanguageModelError
from components import verbatim
from components.failure import failure

_PROVIDERS = {
    "none": "None: the local reader answers",
    "groq": "Groq",
    "openai_compatible": "OpenAI-compatible server (Ollama, vLLM, LM Studio …)",
}


@dataclass(frozen=True, slots=True)
class LanguageModelView:
    """Present choice, the providers to choose from, and how to list a server's models."""

    provider: str
    name: str
    url: str
    providers: Sequence[str]
    list_models: Callable[[str, str], Sequence[str]]
    key_is_set: bool = False


@dataclass(frozen=True, slots=True)
class LanguageModelChoice:
    """What was chosen."""

    provider: str
    name: str
    url: str


def language_model_form(data: LanguageModelView, *, key: str) -> LanguageModelChoice | None:
    """Draws the fields; returns them when they are to be used."""
    index = data.providers.index(data.provider) if data.provider in data.providers else 0
    provider = st.selectbox(
        "Who writes the answers",
        list(data.providers),
        index=index,
        format_func=lambda name: _PROVIDERS.get(name, name),
        key=f"{key}-provider",
    )
    if provider == "none":
        url = name = ""
        st.caption("The best sentences of the documents are shown as they stand there.")
    else:
        url = st.text_input(
            "Address of the server",
            data.url,
            placeholder="http://localhost:11434/v1" if provider != "groq" else "Groq’s own",
            key=f"{key}-url",
        ).strip()
        name = _model(data, provider, url, key)
        st.caption(
            "Key: set."
            if data.key_is_set
            else "Key: not set. Set QUIRE_LANGUAGE_MODEL_KEY or "
            "language_model_key in secrets.toml if the server asks for one, and start again."
        )
    with st.container(horizontal=True):
        if st.button("Use this", type="primary", key=f"{key}-use"):
            return LanguageModelChoice(provider, name, url)
    return None


def _model(data: LanguageModelView, provider: str, url: str, key: str) -> str:
    listed = f"{key}-listed"
    if st.button("List the server’s models", icon=":material/list:", key=f"{key}-list"):
        try:
            st.session_state[listed] = (provider, url, tuple(data.list_models(provider, url)))
        except LanguageModelError as error:
            st.session_state.pop(listed, None)
            failure(error, key=f"{key}-list")
    known = st.session_state.get(listed)
    names = list(known[2]) if known and known[:2] == (provider, url) else []
    if data.name and data.name not in names:
        names.insert(0, data.name)
    chosen = st.selectbox(
        "Model",
        names,
        index=names.index(data.name) if data.name in names else None,
        format_func=verbatim.printable,
        accept_new_options=True,
        placeholder="The server’s first, or type a name",
        key=f"{key}-model",
    )
    return chosen or ""
