"""How often something took place whose kind a column says: "How many shifts does Ada have?" of a
roster with a column "Shift" of "Early" and "Late" may mean her rows, or their kinds."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    WORD,
    bare_question,
    headers_of,
    is_list,
    key_of,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.choices import Interpretation
from backend.types.tables import CellKind, StoredTable

_HOW_MANY = re.compile(r"(?i)^how many (?P<what>[^\W\d_]+)(?= )(?P<rest>.+)$")
_EVENTS = stemmed(
    [
        *("shift", "session", "visit", "lesson", "appointment", "call", "ride", "trip", "flight"),
        *("match", "treatment", "inspection", "repair", "meeting", "rehearsal", "workshop"),
        *("training", "duty", "watch", "performance", "tour", "run", "walk", "delivery"),
    ]
)
"""Names of what each row may be one of; a course that many take is one course."""
_DAYS = stemmed(["day", "date", "weekday"])


def events_counted(asked: AskedList) -> list[Outcome]:
    """The rows, where these are as many as their kinds; else that it is open which are counted."""
    text = bare_question(asked.question)
    match = _HOW_MANY.match(text)
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    column = _column_of_events(match["what"], asked.table)
    if column is None:
        return []
    what = text[: match.end("what")]
    rows, kinds = (
        asked.ask(f"How many {each}{match['rest']}")
        for each in ("rows", f"different {match['what']}")
    )
    if not isinstance(kinds, Calculation) or kinds.operation is not Operation.COUNT:
        return []
    if isinstance(rows, Calculation) and rows.value == kinds.value:
        return [kinds]
    readings = tuple(
        Interpretation(label, (((what, words),),), over=" ")
        for label, words in (
            ("Every row", "How many rows"),
            (
                f"Different {plain_heading(column, asked.table)}",
                f"How many different {match['what']}",
            ),
        )
    )
    return [
        Refusal(
            f"It is open whether every row is counted, or what stands under "
            f"{plain_heading(column, asked.table)} only once each.",
            (kinds.sentence,),
            is_open=True,
            readings=readings,
        )
    ]


def _column_of_events(what: str, table: StoredTable) -> int | None:
    """The column of texts that is called so, if its texts come again and the rows are of days."""
    headers = headers_of(table, "")
    said = stemmed([what])
    heads = [stemmed(WORD.findall(column.name)) for column in table.columns] + [headers.own]
    if not said <= _EVENTS or not (headers.dates or any(head & _DAYS for head in heads)):
        return None
    found = [
        at
        for at, column in enumerate(table.columns)
        if column.kind is CellKind.TEXT and headers.of(at) == said
    ]
    if len(found) != 1:
        return None
    texts = [text for at in entries_of(table)[0] if (text := value_of(table.rows[at], found[0]))]
    return found[0] if len(set(map(key_of, texts))) < len(texts) else None
