"""All readings that go before the plain one, in the order in which they are tried."""

from __future__ import annotations

from backend.tasks.calculate.programs.list_readings.account_entries import account_entries
from backend.tasks.calculate.programs.list_readings.asked_list import (
    AskedList,
    ListReading,
    Outcome,
)
from backend.tasks.calculate.programs.list_readings.average_told import average_told
from backend.tasks.calculate.programs.list_readings.best_mark import best_mark
from backend.tasks.calculate.programs.list_readings.closing_row import closing_row
from backend.tasks.calculate.programs.list_readings.compared_rows import compared_rows
from backend.tasks.calculate.programs.list_readings.cost_of_row import cost_of_row
from backend.tasks.calculate.programs.list_readings.days_of_row import days_of_row
from backend.tasks.calculate.programs.list_readings.dearest_row import dearest_row
from backend.tasks.calculate.programs.list_readings.deed_days import deed_days
from backend.tasks.calculate.programs.list_readings.events_counted import events_counted
from backend.tasks.calculate.programs.list_readings.fees_paid import fees_paid
from backend.tasks.calculate.programs.list_readings.in_units import in_units
from backend.tasks.calculate.programs.list_readings.kind_booked import kind_booked
from backend.tasks.calculate.programs.list_readings.kind_ranked import kind_ranked
from backend.tasks.calculate.programs.list_readings.kinds_counted import kinds_counted
from backend.tasks.calculate.programs.list_readings.leaders import leaders
from backend.tasks.calculate.programs.list_readings.money_given import money_given
from backend.tasks.calculate.programs.list_readings.most_of_one_row import most_of_one_row
from backend.tasks.calculate.programs.list_readings.none_left import none_left
from backend.tasks.calculate.programs.list_readings.noun_done import noun_done
from backend.tasks.calculate.programs.list_readings.of_first_row import of_first_row
from backend.tasks.calculate.programs.list_readings.one_year import one_year
from backend.tasks.calculate.programs.list_readings.still_owed import still_owed
from backend.tasks.calculate.programs.list_readings.sum_of_deeds import sum_of_deeds
from backend.tasks.calculate.programs.list_readings.superlative_row import superlative_row
from backend.tasks.calculate.programs.list_readings.taken_together import taken_together
from backend.tasks.calculate.programs.list_readings.things_counted import things_counted
from backend.tasks.calculate.programs.list_readings.time_spent import time_spent
from backend.tasks.calculate.programs.list_readings.times_or_share import times_or_share
from backend.tasks.calculate.programs.list_readings.title_noun import title_noun
from backend.tasks.calculate.programs.list_readings.turned_names import turned_names
from backend.tasks.calculate.programs.list_readings.two_columns import two_columns
from backend.tasks.calculate.programs.list_readings.who_owes import who_owes
from backend.tasks.calculate.programs.list_readings.within_list import within_list

READINGS: tuple[ListReading, ...] = (
    *(average_told, events_counted, in_units, leaders, days_of_row, times_or_share, one_year),
    *(within_list, turned_names, title_noun, two_columns, none_left),
    *(time_spent, deed_days, closing_row, sum_of_deeds, best_mark),
    *(things_counted, kinds_counted, kind_booked, account_entries, cost_of_row, dearest_row),
    *(who_owes, still_owed, money_given, fees_paid, noun_done, taken_together, of_first_row),
    *(compared_rows, kind_ranked, superlative_row, most_of_one_row),
)


def first_reading(asked: AskedList) -> list[Outcome]:
    """What the first reading that holds comes to; nothing where none does."""
    return next(filter(None, (read(asked) for read in READINGS)), [])
