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
        ("#01345E", "#13748D"),
        ("#5A65D9", "#1373D7"),
        ("#3D9E98", "#01AAC6"),
        ("#1B2290", "#667FB6"),
        ("#42386E", "#89B1CD"),
        ("#595D96", "#2B9095"),
        ("#034D73", "#0593E6"),
        ("#036884", "#31C3B5"),
    ),
    "structure": (
        ("#6A4109", "#987526"),
        ("#C48424", "#F8E657"),
        ("#6D7017", "#A2A931"),
        ("#8A9434", "#F5810F"),
        ("#BA5D1D", "#C1D02A"),
    ),
    "graph": (
        ("#A02361", "#F0AAB4"),
        ("#CF5475", "#C4808A"),
        ("#8A5AA8", "#D9A6E8"),
        ("#68043D", "#B8457E"),
        ("#4C0D7B", "#8060C8"),
        ("#C468CF", "#CA6ED6"),
        ("#713383", "#FF75AA"),
        ("#9C585B", "#806383"),
        ("#472022", "#E25563"),
        ("#B97CA1", "#FED6F6"),
        ("#743648", "#B28EC7"),
        ("#B8489E", "#9879F2"),
        ("#9569E0", "#A96466"),
        ("#3D1D4D", "#B069A5"),
    ),
    "pages": (
        ("#7A7F8C", "#8E939E"),
        ("#3B7F6B", "#7FD6BE"),
        ("#9A7B4F", "#D6B98C"),
        ("#4F5666", "#C9CDD6"),
        ("#32413D", "#F3EDC7"),
        ("#6F685C", "#5F765A"),
        ("#9C9086", "#C0A3A2"),
    ),
    "choice": (
        ("#093809", "#0F8614"),
        ("#3CA63A", "#8CF487"),
        ("#015F06", "#3FA270"),
        ("#0F8614", "#52CE6D"),
        ("#455A37", "#8FAF8D"),
    ),
}
"""Text in blue, structure in ochre, graph in plum, pages in muted colours, choice in green. Each
stands out from the ground, and from each other one. The retrievers of a family take its shades in
their order; each family has a shade left for a further one.
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
            siblings = [
                retriever_card.name
                for retriever_card in cards
                if retriever_card.family == card.family
            ]
            return card.family, siblings.index(name)
    return "text", sum(name.encode())
