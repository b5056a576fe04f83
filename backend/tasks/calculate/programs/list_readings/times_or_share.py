"""Who gives so many days, and what part of a period's sum something was."""

from __future__ import annotations

from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.share_in_period import share_in_period
from backend.tasks.calculate.programs.times_given import given_times


def times_or_share(asked: AskedList) -> list[Outcome]:
    """The times or the share; nothing where neither is asked for."""
    if asked.is_part:
        return []
    calculation = given_times(asked.question, asked.table, asked.about) or share_in_period(
        asked.question, asked.table, asked.about, asked.ask
    )
    return [calculation] if calculation is not None else []
