"""What should happen with a file that is here already, or here under the same name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import Document, UploadCheck
from components import verbatim, wording

OnDuplicate = Literal["skip", "replace", "keep_both"]
Choices = dict[OnDuplicate, tuple[str, str]]

SAME_BYTES: Choices = {
    "skip": ("Skip it", "Nothing changes."),
    "replace": (
        "Replace the old one",
        "Reads the file again with today’s settings; old answers keep their links.",
    ),
    "keep_both": ("Keep both", "Passages will appear twice in results."),
}
NEW_VERSION: Choices = {
    "replace": (
        "Add it as a new version",
        "The old one answers questions until the new one is ready, then it goes.",
    ),
    "keep_both": ("Keep both", "Both versions will answer questions."),
    "skip": ("Skip it", "Nothing changes."),
}


@dataclass(frozen=True, slots=True)
class DuplicateView:
    """The file, what adding it would mean, and how many more such files wait."""

    name: str
    size: int
    check: UploadCheck
    more: int = 0


@dataclass(frozen=True, slots=True)
class DuplicateDecision:
    """What to do, and whether to do it for the waiting files of the same kind too."""

    on_duplicate: OnDuplicate
    for_all: bool


def duplicate_dialog(data: DuplicateView, *, key: str) -> DuplicateDecision | None:
    """The dialog's content: two cards and a choice. Call it inside of `st.dialog`."""
    same = data.check.verdict == "same_bytes"
    choices = SAME_BYTES if same else NEW_VERSION
    old = data.check.existing[0] if data.check.existing else None
    file = f"**{verbatim.markdown(data.name)}**"
    added = f" on {wording.moment(old.added)}" if old else ""
    if same:
        st.markdown(f"{file} has the same bytes as a document that was added{added}.")
    else:
        st.markdown(f"{file} has the name of a document that was added{added}, and other content.")
    with st.grid(2, min_column_width=220):
        _card("In the collection", *_old_facts(old))
        _card("New file", data.name, f"{wording.size(data.size)} · SHA-256", data.check.sha256)
    chosen = st.radio(
        "What should happen?",
        list(choices),
        format_func=lambda choice: choices[choice][0],
        captions=[caption for _, caption in choices.values()],
        key=f"{key}-choice",
    )
    for_all = False
    if data.more:
        noun = "duplicate" if same else "new version"
        label = f"Do the same for {wording.count(data.more, f'more {noun}')}"
        for_all = st.checkbox(label, key=f"{key}-all")
    with st.container(horizontal=True, horizontal_alignment="right"):
        if st.button("Cancel", type="tertiary", key=f"{key}-cancel"):
            return DuplicateDecision("skip", for_all=True)
        if st.button(choices[chosen][0], type="primary", key=f"{key}-decide"):
            return DuplicateDecision(chosen, for_all)
    return None


def _old_facts(old: Document | None) -> tuple[str, str, str]:
    if old is None:
        return "A document", "", ""
    facts = [
        wording.count(old.pages, "page"),
        wording.count(old.chunks, "passage"),
        f"added {wording.moment(old.added)}",
        f"version {old.version}",
    ]
    return old.title or old.name, " · ".join(facts), ""


def _card(head: str, title: str, facts: str, checksum: str) -> None:
    short = f" `{checksum[:4]}…{checksum[-4:]}`" if checksum else ""
    with st.container(border=True, gap="xsmall"):
        st.caption(head)
        st.markdown(f"**{verbatim.markdown(title)}**")
        st.markdown(f":small[{facts}]{short}")
