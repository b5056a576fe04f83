"""The colours that need to be the same wherever they stand, in the light and the dark theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backend.types import RetrieverCard, RetrieverFamily
from backend.workbench import retriever_cards

Shade = tuple[str, str]
"""One colour in the light theme and in the dark one."""

SHADES: Mapping[RetrieverFamily, Sequence[Shade]] = {
    "text": (
        ("#3249AA", "#799AF2"),
        ("#197AB0", "#47CEF5"),
        ("#7189F5", "#88FCEE"),
        ("#5B8FD9", "#B6CCFF"),
    ),
    "structure": (
        ("#6A4109", "#987526"),
        ("#C48424", "#F8E657"),
        ("#6D7017", "#A2A931"),
    ),
    "graph": (
        ("#A02361", "#F0AAB4"),
        ("#CF5475", "#C4808A"),
        ("#8A5AA8", "#D9A6E8"),
        ("#68043D", "#B8457E"),
        ("#4C0D7B", "#8060C8"),
    ),
    "pages": (
        ("#7A7F8C", "#8E939E"),
        ("#3B7F6B", "#7FD6BE"),
        ("#9A7B4F", "#D6B98C"),
        ("#4F5666", "#C9CDD6"),
    ),
    "choice": (
        ("#2F6F9F", "#9AD1F5"),
        ("#8C5A2B", "#E8B97A"),
    ),
}
"""Text in blue, structure in ochre, graph in plum. The retrievers of a family take its shades in
their order; where there are more retrievers than shades, the shades begin anew.
"""


def retriever_order(name: str) -> tuple[int, str]:
    """Sort key that keeps known retrievers in the order of their cards, others after them."""
    names = [card.name for card in retriever_cards()]
    return (names.index(name) if name in names else len(names), name)


def retriever_color(name: str, *, dark: bool) -> str:
    """A retriever's colour; one that is gone gets a colour by its name, always the same."""
    cards = retriever_cards()
    family, number = _place(name, cards)
    shades = SHADES[family]
    return shades[number % len(shades)][1 if dark else 0]


def _place(name: str, cards: Sequence[RetrieverCard]) -> tuple[RetrieverFamily, int]:
    """Family, and number within it."""
    for card in cards:
        if card.name == name:
            siblings = [each.name for each in cards if each.family == card.family]
            return card.family, siblings.index(name)
    return "text", sum(name.encode())
