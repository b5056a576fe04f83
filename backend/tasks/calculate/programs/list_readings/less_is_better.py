"""Figures of which less is better: times, ranks, faults."""

from __future__ import annotations

from backend.tasks.calculate.programs.column_words import WORD, content, plain_heading, stemmed
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList

_IN_HEADERS = stemmed(
    [
        *("time", "rank", "ranking", "place", "position", "error", "fault", "mistake", "penalty"),
        *("day", "cost", "price", "stroke", "lap", "handicap", "seed", "loss", "miss", "split"),
    ]
)
_IN_TITLES = stemmed(
    [
        *("time", "ranking", "race", "sprint", "marathon", "heat", "lap", "fault", "error"),
        *("penalty", "golf", "stroke", "cross-country"),
    ]
)
"""What a list is of whose headers name nothing but rounds, courses or distances."""


def is_less_better(asked: AskedList, *columns: int) -> bool:
    """Whether less of one of these columns may be better, by their headers or by what the list is
    called."""
    heads = " ".join(plain_heading(at, asked.table) for at in columns)
    around = content(" ".join((asked.about, asked.table.title, *asked.table.section[-1:])))
    return bool(stemmed(WORD.findall(heads)) & _IN_HEADERS or around & _IN_TITLES)
