"""Places as a question says them and as accounts do: "US" or "American" for what these call
"Domestic", and "European sales" for the row "Europe"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.nationalities import NATIONALITIES
from backend.tasks.calculate.programs.series import words_of
from backend.types.tables import StoredTable

_NO_MONEY = r"(?!\w|\$|[ -](?:dollars?|cents|GAAP|pounds?)\b)"
_HOMES = {
    "USD": re.compile(
        rf"\b(?:U\.S\.(?:A\.)?|USA?|United States){_NO_MONEY}|\bAmerican\b(?! [A-Z]){_NO_MONEY}"
    ),
    "GBP": re.compile(rf"\b(?:U\.K\.|UK|United Kingdom){_NO_MONEY}|\bBritish\b(?! [A-Z])"),
}
"""What a country is called, by the money in which accounts at home there are."""
_DOMESTIC = re.compile(r"(?i)\bdomestic\b")
_ADJECTIVE = re.compile(rf"\b(?:{'|'.join(NATIONALITIES)})\b(?! [A-Z])")


def with_places_as_told(question: str, tables: Sequence[StoredTable]) -> str:
    """The question with "domestic" for the country at home, where rows or their groups are called
    so, figures are in its money, and no row of what is asked is called by the country; and with the
    name of a place for its adjective, where a row is called by nothing but the name, and none by
    the adjective."""
    found = _ADJECTIVE.search(question)
    home = next((each for each in _HOMES if _HOMES[each].search(question)), "")
    if not found and not home:
        return question
    said = {text for table in tables for row in table.rows for text in (row.label, *row.group)}
    if found and not any(found.group() in text for text in said):
        names = NATIONALITIES[found.group()]
        called = sorted(text for text in said if text.casefold() in names)
        if called:
            return f"{question[: found.start()]}{called[0]}{question[found.end() :]}"
    if not home or not any(map(_DOMESTIC.search, said)):
        return question
    units = {column.unit for table in tables for column in table.columns}
    is_at_home = _is_at_home(question, home, said, units)
    return _HOMES[home].sub("domestic", question) if is_at_home else question


def _is_at_home(question: str, home: str, said: set[str], units: set[str]) -> bool:
    """Whether figures are in the money of a country that rows speak of, and none is called by it
    that may be meant: by it alone, or with another word of the question."""
    if home not in units or units & (_HOMES.keys() - {home}):
        return False
    country, asked = _HOMES[home], words_of(_HOMES[home].sub(" ", question))
    called = [country.sub(" ", text) for text in said if country.search(text)]
    return bool(called) and not any(not words_of(rest) or words_of(rest) & asked for rest in called)
