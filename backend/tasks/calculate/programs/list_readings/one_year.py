"""Answers over the columns of the year that is named."""

from __future__ import annotations

from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.year_of_list import told_of_year, year_of_list


def one_year(asked: AskedList) -> list[Outcome]:
    """The answer of that year; nothing where it is not told."""
    cut = None if asked.is_part else year_of_list(asked.question, asked.table)
    calculation = told_of_year(asked.ask_of(asked.question, cut.table), cut) if cut else None
    return [calculation] if calculation is not None else []
