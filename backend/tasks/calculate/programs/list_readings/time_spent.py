"""The time that something took: "How many hours went into the survey?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    bare_question,
    headers_of,
    is_list,
    stemmed,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation

_SPENT = re.compile(
    r"(?i)^how (?:many|much) (?P<unit>hours|minutes|days|weeks) "
    r"(?:(?:has |have )?(?:gone|went) (?:into|on)"
    r"|(?:was|were|has been|have been) (?:spent|booked|put|used) (?:on|in|into|for)"
    r"|did (?:we|they|i|you) (?:spend|book|put|use) (?:on|in|into|for)) (?P<what>.+)$"
)


def time_spent(asked: AskedList) -> list[Outcome]:
    """The sum of the times of what is named; nothing where no column is headed by the unit and no
    more than that it was spent: an hour under way is none that went into a boat."""
    match = _SPENT.match(bare_question(asked.question))
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    heads = [headers.of(at) - stemmed(["spent", "worked", "booked"]) for at in headers.figures]
    if stemmed([match["unit"]]) not in heads:
        return []
    made = asked.ask(f"How many {match['unit']} did {match['what']} take")
    return [made] if isinstance(made, Calculation) else []
