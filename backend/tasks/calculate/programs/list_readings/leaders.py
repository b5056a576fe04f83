"""What has the most in each group of rows."""

from __future__ import annotations

from backend.tasks.calculate.programs.leaders_per_group import leaders_of
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome


def leaders(asked: AskedList) -> list[Outcome]:
    """What leads each group; nothing where that is not asked for."""
    if asked.is_part:
        return []
    told = leaders_of(asked.question, asked.table, asked.ask)
    return [told] if told is not None else []
