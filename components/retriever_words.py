"""What each retriever looks at, in words for a person who has never heard of retrievers."""

from __future__ import annotations

from collections.abc import Sequence

from backend.types import RetrieverCard, enumeration
from backend.workbench import retriever_cards
from components import wording

NOT_LEARNED = "not weighed by this model, counts by its prior"
"""What is said of a retriever that a model was not trained with."""


def term(name: str) -> str:
    """The field's term for the retriever: `Late interaction`."""
    return wording.name(name)


def label(name: str) -> str:
    """What it looks at, as a heading: `Meaning`; its term where nobody has described it."""
    return wording.name(plain(name) or name)


def plain(name: str) -> str:
    """What it looks at in a word or two; empty for one that nobody has described."""
    return _card(name).plain


def clause(name: str) -> str:
    """What it looks at, as the end of a sentence; empty for one that nobody has described."""
    return _card(name).clause


def words(name: str) -> str:
    """What it looks at, inside a sentence: `meaning`; its term where nobody has described it."""
    return plain(name) or term(name).lower()


def hover(name: str) -> str:
    """What is shown to who points at it: `Dense: how close the passage is to the question …`."""
    return ": ".join(part for part in (term(name), clause(name)) if part)


def listed(names: Sequence[str]) -> str:
    """`links, meaning and names`."""
    return enumeration([words(name) for name in names])


def terms(names: Sequence[str]) -> str:
    """Each with its term: `Links: path · Meaning: dense`."""
    return " · ".join(f"{label(name)}: {term(name).lower()}" for name in names)


def _card(name: str) -> RetrieverCard:
    return next((card for card in retriever_cards() if card.name == name), RetrieverCard(name))
