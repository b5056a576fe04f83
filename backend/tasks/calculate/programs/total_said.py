"""“Total” where no row is called so: "total net sales" of accounts that print "Net sales"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.requests import quarters_in, years_in
from backend.tasks.calculate.programs.series import series_of, words_of
from backend.types.tables import StoredTable

_TOTAL_OF = re.compile(r"(?i)\b(?:the )?total (?:(?:amount|value|sum) )?(?:of )?(?=\w)")
_SEVERAL = re.compile(r"(?i)\b(?:and|or|between|from|each|every|all|together)\b")
_TOTAL = words_of("total")


def without_total(question: str, tables: Sequence[StoredTable]) -> str:
    """The question without the word; empty where it may add several figures up, or where a row that
    is called a total shares a further word with it."""
    if _SEVERAL.search(question) or len(years_in(question)) > 1 or len(quarters_in(question)) > 1:
        return ""
    plain = _TOTAL_OF.sub("", question, count=1)
    asked = words_of(plain) - ASKING - _TOTAL
    if plain == question or not asked:
        return ""
    totals = (
        series.words | series.group
        for table in tables
        for series in series_of(table)
        if series.words & _TOTAL
    )
    return plain if all(asked.isdisjoint(total) for total in totals) else ""
