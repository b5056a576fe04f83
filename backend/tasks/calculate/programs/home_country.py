"""Places as a question says them and as accounts do: "US" or "American" for what these call
"Domestic", and "European sales" for the row "Europe"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.nationalities import NATIONALITIES
from backend.types.tables import StoredTable

_HOME = re.compile(
    r"\b(?:U\.S\.(?:A\.)?|US|USA|UK|U\.K\.)(?!\w)|\b(?:American|United States|British)\b(?! [A-Z])"
)
_DOMESTIC = re.compile(r"(?i)\bdomestic\b")
_ADJECTIVE = re.compile(rf"\b(?:{'|'.join(NATIONALITIES)})\b(?! [A-Z])")


def with_places_as_told(question: str, tables: Sequence[StoredTable]) -> str:
    """The question with "domestic" for the country at home, where rows or their groups are called
    so and none is called by a country; and with the name of a place for its adjective, where a row
    is called by nothing but the name, and none by the adjective."""
    found = _ADJECTIVE.search(question)
    if not found and not _HOME.search(question):
        return question
    said = {text for table in tables for row in table.rows for text in (row.label, *row.group)}
    if found and not any(found.group() in text for text in said):
        names = NATIONALITIES[found.group()]
        called = sorted(text for text in said if text.casefold() in names)
        if called:
            return f"{question[: found.start()]}{called[0]}{question[found.end() :]}"
    is_at_home = any(map(_DOMESTIC.search, said)) and not any(map(_HOME.fullmatch, said))
    return _HOME.sub("domestic", question) if is_at_home else question
