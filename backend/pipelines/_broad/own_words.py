"""The few words that an overview adds to what it quotes, in the language of the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.types import enumeration


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The words of one language: `listed` and `counted` take a number and names."""

    listed: str
    counted: str
    within: str
    and_: str


_ENGLISH = OwnWords(
    "{number} documents: {names}.",
    "{number} documents, among them {names}. Their largest themes:",
    "In it: {names}.",
    "and",
)
_BY_LANGUAGE = {
    "german": OwnWords(
        "{number} Dokumente: {names}.",
        "{number} Dokumente, darunter {names}. Ihre größten Themen:",
        "Darin: {names}.",
        "und",
    ),
    "french": OwnWords(
        "{number} documents : {names}.",
        "{number} documents, dont {names}. Leurs thèmes les plus importants :",
        "On y trouve : {names}.",
        "et",
    ),
    "spanish": OwnWords(
        "{number} documentos: {names}.",
        "{number} documentos, entre ellos {names}. Sus temas principales:",
        "Contiene: {names}.",
        "y",
    ),
}


def all_of(titles: Sequence[str], language: str) -> str:
    """A sentence that names two documents or more by their titles."""
    words = _BY_LANGUAGE.get(language, _ENGLISH)
    names = enumeration([f"“{title}”" for title in titles], words.and_)
    return words.listed.format(number=len(titles), names=names)


def some_of(titles: Sequence[str], number: int, language: str) -> str:
    """A sentence that names some of so many documents and announces their themes."""
    words = _BY_LANGUAGE.get(language, _ENGLISH)
    names = ", ".join(f"“{title}”" for title in titles)
    return words.counted.format(number=number, names=names)


def parts_of(names: Sequence[str], language: str) -> str:
    """A sentence that lists the headings of a document."""
    return _BY_LANGUAGE.get(language, _ENGLISH).within.format(names="; ".join(names))
