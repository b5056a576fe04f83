"""Rows that a question calls by another word of the field: "revenue" where the table says "Net
sales". The words of a line item stand in the glossaries (`[items]`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.glossaries import line_items
from backend.tasks.calculate.programs.series import series_of, words_of
from backend.types.tables import StoredTable


def called_otherwise(question: str, tables: Sequence[StoredTable]) -> str:
    """The question with a line item as the tables' only row of that meaning calls it; empty where
    it names none or several, a row has its words, or none or several have other ones."""
    named = _named(question)
    if named is None:
        return ""
    item, found = named
    held = {each.label: each.words for table in tables for each in series_of(table)}
    asked = words_of(found[0])
    meant = [words_of(label) for label in line_items()[item]]
    if any(words == asked or (asked <= words and words not in meant) for words in held.values()):
        return ""
    rows = [label for label, words in held.items() if words in meant]
    if len({words_of(each) for each in rows}) != 1:
        return ""
    return f"{question[: found.start()]}{rows[0].lower()}{question[found.end() :]}"


def _named(question: str) -> tuple[str, re.Match[str]] | None:
    """The one line item that a question names, by its longest label."""
    found: list[tuple[str, re.Match[str]]] = []
    for item, labels in line_items().items():
        for label in sorted(labels, key=len, reverse=True):
            if match := re.search(rf"(?i)\b{re.escape(label)}(?!\w)", question):
                found.append((item, match))
                break
    whole = [
        (item, match)
        for item, match in found
        if not any(
            other is not match and other.start() <= match.start() and match.end() <= other.end()
            for _, other in found
        )
    ]
    return whole[0] if len(whole) == 1 else None
