"""Name and settings of a collection: how its documents are cut, embedded and linked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from backend.types import NO_GLOSSARY, CollectionSettings
from components import verbatim, wording

_CUTTING = {
    "fixed": "equal pieces with an overlap",
    "recursive": "at paragraphs, then sentences, then words",
    "semantic": "where the subject changes",
}
_GLOSSARY_HELP = (
    "Words of a field that mean the same, used to find passages that say it otherwise. Left to the "
    "documents, a glossary is used where one of them holds its tables: with a balance sheet and an "
    "income statement that of finance."
)


@dataclass(frozen=True, slots=True)
class CollectionFormView:
    """Present name and settings; `new` changes the words of the button."""

    name: str
    settings: CollectionSettings
    chunkers: Sequence[str]
    glossaries: Sequence[str] = ()
    new: bool = False


@dataclass(frozen=True, slots=True)
class CollectionChoice:
    """What was entered."""

    name: str
    settings: CollectionSettings


def collection_form(data: CollectionFormView, *, key: str) -> CollectionChoice | None:
    """The dialog's content; returns the entries when they are sent."""
    settings = data.settings
    with st.form(f"{key}-form", border=False):
        name = st.text_input(
            "Name", data.name, max_chars=120, key=f"{key}-name", placeholder="Annual reports"
        )
        with st.expander("How documents are read", expanded=not data.new):
            chunkers = [each for each in data.chunkers if each != "table"] or [settings.chunker]
            index = chunkers.index(settings.chunker) if settings.chunker in chunkers else 0
            chunker = st.selectbox(
                "Cut into passages",
                chunkers,
                index=index,
                format_func=_cutting,
                key=f"{key}-chunker",
            )
            tokens, overlap = st.columns(2)
            chunk_tokens = tokens.number_input(
                "Size of a passage",
                32,
                2048,
                settings.chunk_tokens,
                16,
                help="In tokens: about three quarters of a word each. The embedding model may "
                "set a lower limit.",
                key=f"{key}-tokens",
            )
            overlap_tokens = overlap.number_input(
                "Shared with the next",
                0,
                512,
                settings.overlap_tokens,
                8,
                help="Tokens that two neighbouring passages have in common.",
                key=f"{key}-overlap",
            )
            table_rows = st.toggle(
                "Each row of a table is a passage of its own",
                settings.table_rows,
                key=f"{key}-rows",
            )
            embedder = st.text_input(
                "Embedding model",
                settings.embedder,
                placeholder="The built-in one",
                help="Name or folder of a sentence-transformers model. A change reads the "
                "passages again in the background; questions keep working meanwhile.",
                key=f"{key}-embedder",
            )
            glossary = _glossary(data, key)
        with st.expander("How passages hang together"):
            graph = _graph(settings, key)
        if not data.new:
            st.caption("How documents are cut applies to files that are added from now on.")
        sent = st.form_submit_button("Create" if data.new else "Save", type="primary")
    if not sent:
        return None
    chosen = replace(
        graph,
        chunker=chunker,
        chunk_tokens=int(chunk_tokens),
        overlap_tokens=int(overlap_tokens),
        table_rows=table_rows,
        embedder=embedder.strip(),
        glossary=glossary,
    )
    return CollectionChoice(name.strip(), chosen)


def _graph(settings: CollectionSettings, key: str) -> CollectionSettings:
    """The settings with what was entered about the links between passages and between groups."""
    similarity_threshold, similar_neighbours = _links(
        "passage",
        (settings.similarity_threshold, 0.05),
        (settings.similar_neighbours, 50),
        "Passages of a document that are at least so alike are linked; what is linked closely "
        "becomes a group. 0 links the nearest however unlike, 1 only equal ones.",
        key=f"{key}-passage",
    )
    link_threshold, link_neighbours = _links(
        "group",
        (settings.link_threshold, 0.01),
        (settings.link_neighbours, 100),
        "Groups of different documents that are at least so alike are linked. The page Graph, "
        "under Numbers, tells how alike the groups of this collection are.",
        key=f"{key}-group",
    )
    return replace(
        settings,
        similarity_threshold=similarity_threshold,
        similar_neighbours=similar_neighbours,
        link_threshold=link_threshold,
        link_neighbours=link_neighbours,
    )


def _links(
    what: str, likeness: tuple[float, float], most: tuple[int, int], meaning: str, *, key: str
) -> tuple[float, int]:
    """Least likeness of what is linked, and most links of each.

    Args:
        likeness: as it is, and the step by which it is changed.
        most: as it is, and its upper bound.
    """
    left, right = st.columns(2)
    threshold = left.number_input(
        f"Least likeness of {what}s", 0.0, 1.0, *likeness, help=meaning, key=f"{key}-likeness"
    )
    value, limit = most
    neighbours = right.number_input(f"Most links of a {what}", 1, limit, value, key=f"{key}-links")
    return round(float(threshold), 4), int(neighbours)


def _cutting(chunker: str) -> str:
    how = _CUTTING.get(chunker)
    return f"{wording.name(chunker)}: {how}" if how else wording.name(chunker)


def _glossary(data: CollectionFormView, key: str) -> str:
    if not data.glossaries:
        return data.settings.glossary
    names = ["", NO_GLOSSARY, *data.glossaries]
    present = data.settings.glossary
    return str(
        st.selectbox(
            "Glossary",
            names,
            index=names.index(present) if present in names else 0,
            format_func=_field,
            help=_GLOSSARY_HELP,
            key=f"{key}-glossary",
        )
    )


def _field(name: str) -> str:
    return verbatim.printable(wording.name(name)) if name else "As the documents need"
