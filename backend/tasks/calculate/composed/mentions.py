"""What words of a question stand for in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.tasks.calculate.programs.column_links import Dated


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A word of the question with its stems; `is_content` says that it is more than a function
    word."""

    text: str
    stems: frozenset[str]
    is_content: bool


@dataclass(frozen=True, slots=True)
class ValueMention:
    """Words that stand for texts of a column: `[first, last)` are their places, `fit` is at most
    1. Where no word does and the whole question is like "header: text", `likeness` is their
    cosine."""

    first: int
    last: int
    column: int
    texts: tuple[str, ...]
    fit: float
    likeness: float = 0.0
    is_one: bool = False
    """Whether the texts are one name in full and short."""

    @property
    def is_several(self) -> bool:
        """Whether it may be more than one thing that is meant."""
        return len(self.texts) > 1 and not self.is_one


@dataclass(frozen=True, slots=True)
class HeaderMention:
    """Words that name a column; `fit` is the share of its header that they say."""

    places: frozenset[int]
    column: int
    fit: float


@dataclass(frozen=True, slots=True)
class DayMention:
    """A day or a period that a column of days is bound to, with the places of its words."""

    places: frozenset[int]
    dated: Dated


def content_places(words: Sequence[SaidWord]) -> frozenset[int]:
    """The places of the words that are more than function words."""
    return frozenset(at for at, word in enumerate(words) if word.is_content)
