"""Marks before what a text lists: those of the items of a list, and the numbers of clauses."""

from __future__ import annotations

import re

ITEM = re.compile(r"(?:[•▪◦‣·*–—-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+(?=\S)")
"""“- ”, “2. ”, “(b) ”, “iv) ”; a hyphen close to its word belongs to an option's name."""
_CLAUSE = re.compile(r"\W*(?:\d{1,2}[.)]|\d{1,2}(?:\.\d{1,2})+[.)]?)\s+(?=[^\w\s]|[^\W\d_a-z])")


def without_clause_number(text: str) -> str:
    """A text without the number of its clause: “3.2 A deposit is paid” without “3.2”."""
    number = _CLAUSE.match(text)
    return text[number.end() :] if number else text
