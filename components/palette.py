"""The colours that need to be the same wherever they stand, in the light and the dark theme."""

from __future__ import annotations

RETRIEVERS = (
    "dense",
    "lexical",
    "keyword",
    "page",
    "section",
    "document_graph",
    "entity",
    "path",
    "graph_embedding",
    "community",
    "late_interaction",
    "bridge",
    "scope",
    "salience",
    "glossary",
    "statement",
    "coverage",
    "chosen_section",
)
"""Text in blue, structure in ochre, graph in plum; the order is that of the theme's colours."""

_LIGHT = [
    "#3249AA",
    "#197AB0",
    "#7189F5",
    "#6A4109",
    "#C48424",
    "#6D7017",
    "#A02361",
    "#CF5475",
    "#4C0D7B",
    "#68043D",
    "#5B8FD9",
    "#8A5AA8",
    "#7A7F8C",
    "#3B7F6B",
    "#9A7B4F",
    "#4F5666",
    "#2F6F9F",
    "#8C5A2B",
]
_DARK = [
    "#799AF2",
    "#47CEF5",
    "#88FCEE",
    "#987526",
    "#F8E657",
    "#A2A931",
    "#F0AAB4",
    "#C4808A",
    "#8060C8",
    "#B8457E",
    "#B6CCFF",
    "#D9A6E8",
    "#8E939E",
    "#7FD6BE",
    "#D6B98C",
    "#C9CDD6",
    "#9AD1F5",
    "#E8B97A",
]


def retriever_order(name: str) -> tuple[int, str]:
    """Sort key that keeps known retrievers in the order of the palette, others after them."""
    return (RETRIEVERS.index(name) if name in RETRIEVERS else len(RETRIEVERS), name)


def retriever_color(name: str, *, dark: bool) -> str:
    """A retriever's colour; an unknown one gets a colour by its name, always the same."""
    known = name in RETRIEVERS
    number = RETRIEVERS.index(name) if known else sum(name.encode()) % len(RETRIEVERS)
    return (_DARK if dark else _LIGHT)[number]
