"""The days between two dates of a row."""

from __future__ import annotations

from backend.tasks.calculate.programs.days_between import elapsed_of, told_in_days
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Refusal


def days_of_row(asked: AskedList) -> list[Outcome]:
    """How many days passed; nothing where they are not asked for."""
    elapsed = None if asked.is_part else elapsed_of(asked.question, asked.table)
    if isinstance(elapsed, Refusal):
        return [elapsed]
    if elapsed is None:
        return []
    in_days = told_in_days(asked.ask_of(elapsed.question, elapsed.table), elapsed, asked.table)
    return [in_days] if in_days is not None else []
