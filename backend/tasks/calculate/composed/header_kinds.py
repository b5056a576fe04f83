"""What headers are of: kinds of figures, places, and how far each row is."""

from __future__ import annotations

from functools import cache

from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_words import FIGURES, WORD, stemmed
from backend.types.tables import Column

_OF_KIND = {
    "money": "cost price amount fee fine pay paid charge total sum value budget spent spend rent "
    "salary wage revenue turnover income net gross bill rate deposit money earnings donation",
    "time": "hours hrs minutes mins time duration days nights weeks delay late overtime",
    "distance": "distance km miles kilometres length mileage",
    "weight": "weight kg g grams kilos tonnes tons mass",
    "number": "quantity qty number pieces units count copies crates people guests visitors stock",
    "temperature": "temperature temp",
    "score": "score mark points rating result grade place rank",
    "age": "age born",
}
_PIECES = "quantity qty number pieces units count copies stock"
_PLACES = "place where location site venue room town city destination shelf address street hall"
_STATES = "status state stage progress done finished completed fixed returned outcome"


@cache
def _kind_stems() -> dict[str, frozenset[str]]:
    return {kind: stemmed(words.split()) for kind, words in _OF_KIND.items()}


@cache
def any_pieces() -> frozenset[str]:
    """The stems of headers over how many there are of whatever a row is."""
    return stemmed(_PIECES.split())


@cache
def state_stems() -> frozenset[str]:
    """The stems of headers over how far each row is."""
    return stemmed(_STATES.split())


@cache
def place_stems() -> frozenset[str]:
    """The stems of headers over places."""
    return stemmed(_PLACES.split())


def holds_money(column: Column) -> bool:
    """Whether a column of figures is of money, by its unit or by its header."""
    said = stemmed(WORD.findall(column.name))
    is_named = column.kind in FIGURES and bool(said & _kind_stems()["money"])
    return is_named or is_money(column)


def kinds_of(mentions: Meanings, column: int) -> frozenset[str]:
    """The kinds of figures that a column's header and its unit speak of."""
    stems = mentions.header_stems(column) | stemmed([mentions.table.columns[column].unit])
    kinds = {kind for kind, words in _kind_stems().items() if words & stems}
    if is_money(mentions.table.columns[column]):
        kinds.add("money")
    return frozenset(kinds)
