"""All readings that go before the plain one, in the order in which they are tried."""

from __future__ import annotations

from backend.tasks.calculate.programs.list_readings.asked_list import (
    AskedList,
    ListReading,
    Outcome,
)
from backend.tasks.calculate.programs.list_readings.days_of_row import days_of_row
from backend.tasks.calculate.programs.list_readings.in_units import in_units
from backend.tasks.calculate.programs.list_readings.leaders import leaders
from backend.tasks.calculate.programs.list_readings.one_year import one_year
from backend.tasks.calculate.programs.list_readings.times_or_share import times_or_share

READINGS: tuple[ListReading, ...] = (in_units, leaders, days_of_row, times_or_share, one_year)


def first_reading(asked: AskedList) -> list[Outcome]:
    """What the first reading that holds comes to; nothing where none does."""
    return next(filter(None, (read(asked) for read in READINGS)), [])
