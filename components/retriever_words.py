"""What each retriever looks at, in words for a person who has never heard of retrievers."""

from __future__ import annotations

from collections.abc import Sequence

from backend.types import RetrieverCard
from backend.workbench import retriever_cards
from components import wording

NOT_LEARNED = "not weighed by this model, counts by its prior"
"""What is said of a retriever that a model was not trained with."""


def label(name: str) -> str:
    """The retriever's name as a word: `Late interaction`."""
    return wording.name(name)


def plain(name: str) -> str:
    """What it looks at in a word or two; empty for one that nobody has described."""
    return _card(name).plain


def clause(name: str) -> str:
    """What it looks at, as the end of a sentence; empty for one that nobody has described."""
    return _card(name).clause


def both(name: str) -> str:
    """Name and plain words: `Path (links)`."""
    words = plain(name)
    return f"{label(name)} ({words})" if words else label(name)


def listed(names: Sequence[str]) -> str:
    """`Path (links), Dense (meaning) and Entity (names)`."""
    return wording.joined([both(name) for name in names])


def _card(name: str) -> RetrieverCard:
    return next((card for card in retriever_cards() if card.name == name), RetrieverCard(name))
