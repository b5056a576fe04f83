"""Answers in a unit that the list does not have."""

from __future__ import annotations

from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.unit_conversions import readings_in_units, told_in_unit


def in_units(asked: AskedList) -> list[Outcome]:
    """The answers in the unit that is asked for; nothing where none is."""
    told = [
        told_in_unit(asked.ask(reading.question), reading, asked.table)
        for reading in readings_in_units(asked.question, asked.table)
    ]
    return [each for each in told if each is not None]
