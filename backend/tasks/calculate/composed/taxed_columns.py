"""Columns of a figure without a tax, of the tax, and of both together, of which a question means
one by what it says of the tax: "VAT included"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.tasks.calculate.programs.column_words import FIGURES, WORD
from backend.types.tables import StoredTable

_TAXES = "vat|gst|hst|mwst|ust|tva|iva|sales tax"
_TAX = re.compile(rf"(?i)(?:{_TAXES})(?: amount)?")
_NET = re.compile(
    rf"(?i)net(?: \w+)?|\w* ?(?:ex|excl|excluding|before|without) (?:{_TAXES})|subtotal"
)
_GROSS = re.compile(rf"(?i)(?:gross|total)(?: \w+)?|\w* ?(?:inc|incl|including|with) (?:{_TAXES})")
_FIGURE = "(?:amount|price|total|value|cost|figure|sum|bill|invoice)s?"
_WITH = re.compile(
    rf"(?i)\b(?:with|incl?\.?|including|inclusive of|plus) (?:the )?(?:{_TAXES})\b"
    rf"|\b(?:{_TAXES}) (?:included|inclusive)\b|\bgross {_FIGURE}\b"
)
_WITHOUT = re.compile(
    rf"(?i)\b(?:without|ex|excl\.?|excluding|exclusive of|before|not counting|leaving out) "
    rf"(?:the )?(?:{_TAXES})\b|\b(?:{_TAXES}) (?:excluded|exclusive)\b"
    rf"|\bnet (?:{_FIGURE}|of (?:{_TAXES}))\b"
)
_ASKS_TAX = re.compile(rf"(?i)\b(?:how much|the|what|which|any) (?:{_TAXES})\b(?! (?:in|ex)clu)")
"""The tax itself is asked for."""


@dataclass(frozen=True, slots=True)
class TaxedColumns:
    """The column that a question means by what it says of a tax, in the words `said`, and those
    that it does not mean, the column of the tax among them."""

    meant: int
    others: frozenset[int]
    said: str


def taxed_columns(question: str, table: StoredTable) -> TaxedColumns | None:
    """What a question says of the tax, over a list that has one column of each kind; None where it
    says nothing of it, or the list has none, or several, of a kind."""
    found = [(_WITH.search(question), 0), (_WITHOUT.search(question), 1)]
    said = [(match[0], at) for match, at in found if match is not None]
    rest = question.replace(said[0][0], " ", 1) if said else question
    if len(said) != 1 or _ASKS_TAX.search(rest):
        return None
    kinds = [list(_called(form, table)) for form in (_GROSS, _NET, _TAX)]
    if any(len(columns) != 1 for columns in kinds):
        return None
    (text, at), ((gross,), (net,), (tax,)) = said[0], kinds
    meant, other = (gross, net)[at], (gross, net)[1 - at]
    return TaxedColumns(meant, frozenset([other, tax]), text)


def _called(form: re.Pattern[str], table: StoredTable) -> Iterator[int]:
    """The columns of figures whose header is of a form, its currency left out."""
    for at, column in enumerate(table.columns):
        words = " ".join(WORD.findall(column.name))
        is_rate = column.unit == "%" or "%" in column.name
        if column.kind in FIGURES and not is_rate and form.fullmatch(words):
            yield at
