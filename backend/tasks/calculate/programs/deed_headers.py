"""Headers of what was done with a thing: of "Diesel (litres)" and "Sold (litres)" the second one is
meant by "How much diesel was sold?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_units import names_of_unit, unit_of_header
from backend.tasks.calculate.programs.column_words import bare_question, headers_of, stemmed
from backend.tasks.calculate.programs.comparison_words import deeds
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

_DONE = re.compile(
    r"(?i)^how (?:much|many) (?P<thing>[^?]+?) (?:(?:was|were|is|are|has been|have been) "
    r"(?P<done>[^\W\d_]+)|(?:did|do|does|have|has) (?:[^\W\d_]+ ){1,2}?(?P<do>[^\W\d_]+))\b"
)


def means_deed_header(
    question: str, made: Calculation, tables: Sequence[StoredTable]
) -> Refusal | None:
    """A refusal where a question says what was done with a thing, a figure was taken from the
    column of the thing, and another one of that list is headed by the deed alone."""
    match = _DONE.match(bare_question(question))
    if match is None:
        return None
    deed = match["done"] or match["do"]
    said = _alike(deed)
    used = {operand.column for operand in made.operands}
    for table in tables:
        if not any(operand.table_id == table.id for operand in made.operands):
            continue
        headers = headers_of(table, "")
        figures = set(headers.figures)
        if not used & figures or any(headers.of(at) & said for at in used & figures):
            continue
        units = {_unit(at, table) for at in used & figures}
        for at in figures - used:
            unit = _unit(at, table)
            head = headers.of(at) - stemmed([unit, *names_of_unit(unit)])
            # "Sales" of eggs may be what they were sold for
            meant = said if unit else stemmed([deed])
            if head and head <= meant and units == {unit}:
                return Refusal(
                    f"The question may mean what stands under “{table.columns[at].name}”.",
                    (made.sentence,),
                    is_open=True,
                )
    return None


def _unit(column: int, table: StoredTable) -> str:
    return table.columns[column].unit or unit_of_header(table.columns[column].name)


def _alike(deed: str) -> frozenset[str]:
    """The stems of a deed and of its other forms."""
    word = deed.casefold()
    families = [family for family in deeds() if word in family]
    return stemmed([word]).union(*(stemmed(family) for family in families))
