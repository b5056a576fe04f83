"""Tables of one document under one heading: what is printed over the labels tells them apart.

A report prints "June quarter" once and below it a table for each segment, the segment's name over
the labels. A row of such a table says nothing of its segment unless the title does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from backend.types.tables import StoredTable

MOST_WORDS = 8
_MEASURE = re.compile(
    r"(?i)[\d%$€£¥()]|\b(?:in|millions?|thousands?|billions?|except|unaudited|ended|ending|usd|eur)\b"
)


def told_apart(tables: Sequence[StoredTable]) -> tuple[StoredTable, ...]:
    """The tables, those that share their title with a name added to it ("June quarter: Rope") where
    the names over their labels differ."""
    names: dict[str, set[str]] = defaultdict(set)
    for table in tables:
        names[_folded(table.title)].add(_name(table))
    return tuple(
        replace(table, title=f"{table.title.rstrip(' :')}: {name}")
        if table.title and (name := _name(table)) and len(names[_folded(table.title)]) > 1
        else table
        for table in tables
    )


def _name(table: StoredTable) -> str:
    """What stands over the labels, if it is a name and no unit or period."""
    text = " ".join(table.label_name.split())
    if not text or len(text.split()) > MOST_WORDS or _MEASURE.search(text):
        return ""
    return text if any(map(str.isalpha, text)) else ""


def _folded(title: str) -> str:
    return " ".join(title.split()).rstrip(" :").casefold()
