"""Names that a list writes from behind ("Falk, Ines") and a question from the front."""

from __future__ import annotations

import re
from collections import Counter

from backend.tasks.calculate.programs.column_words import LABEL, is_list, value_of
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation
from backend.types.tables import CellKind, StoredTable

MOST_NAMES = 2000
"""Rows of a list whose names are turned, at most."""
LEAST_TURNED = 0.8
"""Share of a column's texts that are written so, from which it holds names of people."""
_TURNED = re.compile(r"(?P<last>[^\W\d_][^,\d]*[^\W\d_]), (?P<first>[^\W\d_][^,\d]*)")


def turned_names(asked: AskedList) -> list[Outcome]:
    """What is told of the question with its names as the list writes them; nothing where it names
    none so."""
    if asked.is_part or not is_list(asked.table) or len(asked.table.rows) > MOST_NAMES:
        return []
    text = " ".join(asked.question.split())
    plain = text
    for said, written in _names(asked.table).items():
        name = re.compile(rf"(?i)\b{re.escape(said)}(?![\w-])")
        plain = name.sub(written.replace("\\", r"\\"), plain)
    made = asked.ask(plain) if plain != text else None
    return [made] if isinstance(made, Calculation) else []


def _names(table: StoredTable) -> dict[str, str]:
    """Names from the front, with how they are written; none that two rows' names make alike."""
    found: dict[str, str] = {}
    words = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    for column in (LABEL, *words):
        texts = {text for row in table.rows if not row.total and (text := value_of(row, column))}
        turned = {each: match for each in texts if (match := _TURNED.fullmatch(each))}
        if not turned or len(turned) < LEAST_TURNED * len(texts):
            continue
        names = {each: f"{match['first']} {match['last']}" for each, match in turned.items()}
        many = Counter(name.casefold() for name in names.values())
        found |= {name: each for each, name in names.items() if many[name.casefold()] == 1}
    return found
