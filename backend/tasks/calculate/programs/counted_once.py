"""How many things something was done to, where one thing has several rows: "How many books were
borrowed in March?" may count a book that was borrowed twice once or twice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import bare_question, heading
from backend.tasks.calculate.programs.comparison_words import called_people
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

_DONE = re.compile(
    r"(?i)^how many (?P<what>(?!different|distinct|unique)[^\W\d_]+)(?: \w+){0,2}? "
    r"(?:were|was|have been|has been) "
    r"(?P<verb>(?:re)?(?:[^\W\d_]+ed|sold|lent|sent|bought|hired|held|given|taken|made|kept|read"
    r"|sung|shown|won|lost|seen))\b"
)
_ROWS = re.compile(r" in (?P<rows>\d+)(?: of \d+)? rows?\b")


def counted_once(question: str, made: Calculation, tables: Sequence[StoredTable]) -> Refusal | None:
    """A refusal where different things were counted, and there are more rows of them; not for
    people, who are counted once whatever they did."""
    match = _DONE.match(bare_question(question))
    if match is None or made.operation is not Operation.COUNT or not made.operands:
        return None
    rows = _ROWS.search(made.formula)
    if not made.formula.startswith("different ") or rows is None:
        return None
    if int(rows["rows"]) == made.value:
        return None
    first = made.operands[0]
    table = next(
        (stored_table for stored_table in tables if stored_table.id == first.table_id), None
    )
    if table is None or _are_people(table, first.column):
        return None
    what = f"How many {match['what']}"
    readings = (
        Interpretation("Each once", (((what, f"How many different {match['what']}"),),), over=" "),
        Interpretation("Every row", (((what, "How many rows"),),), over=" "),
    )
    return Refusal(
        f"Some come several times under {heading(first.column, table)}, and it is open whether "
        "they are counted once.",
        (made.sentence,),
        is_open=True,
        readings=readings,
    )


def _are_people(table: StoredTable, column: int) -> bool:
    head = heading(column, table).casefold().strip()
    return head in called_people() or head.removesuffix("s") in called_people()
