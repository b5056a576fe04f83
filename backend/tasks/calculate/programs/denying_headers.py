"""Headers that deny something themselves: under "Not satisfied" stands who is not, and no other
column of those who are is meant by "not satisfied"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import bare_question, key_of
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import HEADER_JOINT, StoredTable

_DENIES = re.compile(r"(?i)^(?:not|never|without)\b")


def denies_by_header(
    question: str, made: Calculation, tables: Sequence[StoredTable]
) -> Refusal | None:
    """A refusal where a question says such a header, and a figure was taken from others."""
    said = key_of(bare_question(question))
    used = {operand.column for operand in made.operands}
    for table in tables:
        for at, column in enumerate(table.columns):
            name = column.name.rsplit(HEADER_JOINT, maxsplit=1)[-1]
            key = key_of(name)
            if not _DENIES.match(name) or at in used:
                continue
            if any(said[start : start + len(key)] == key for start in range(len(said))):
                return Refusal(f"The question may mean what stands under “{name}”.")
    return None
