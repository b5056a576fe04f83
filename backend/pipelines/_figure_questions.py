"""Which questions the tables of documents are asked for a figure, and what no row may answer by
merely standing there."""

from __future__ import annotations

from collections.abc import Sequence

from backend.pipelines._table_documents import is_of_table
from backend.tasks.calculate.programs.asked_part import part_asked
from backend.tasks.calculate.programs.before_after import may_ask_change
from backend.tasks.calculate.programs.column_differences import compared_sums
from backend.tasks.calculate.programs.column_doers import may_name_a_doer
from backend.tasks.calculate.programs.column_requests import (
    ColumnOperation,
    WantedColumn,
    column_requests_of,
)
from backend.tasks.calculate.programs.days_between import may_ask_days
from backend.tasks.calculate.programs.figure_wordings import (
    is_of_earning,
    is_of_more,
    is_of_spending,
    plain_wordings,
)
from backend.tasks.calculate.programs.how_it_did import result_asked
from backend.tasks.calculate.programs.label_lists import labels_asked
from backend.tasks.calculate.programs.measured_questions import may_ask_measures
from backend.tasks.calculate.programs.named_composite import composite_asked
from backend.tasks.calculate.programs.named_ratio import ratio_asked
from backend.tasks.calculate.programs.own_definition import definition_in
from backend.tasks.calculate.programs.ratio_parts import NOT_ALL_ROWS, asks_for_ratio
from backend.tasks.calculate.programs.region_of_group import region_asked
from backend.tasks.calculate.programs.requests import request_of
from backend.tasks.calculate.programs.row_deeds import may_ask_deeds
from backend.tasks.calculate.programs.row_states import may_state
from backend.tasks.calculate.programs.several_asked import asks_several
from backend.tasks.calculate.programs.turned_periods import may_ask_months
from backend.tasks.calculate.programs.two_periods import periods_asked
from backend.tasks.calculate.programs.unit_conversions import may_ask_units
from backend.tasks.calculate.programs.wanted_work import (
    asks_cost,
    asks_movement,
    asks_share,
    asks_whole_year,
    bounds_years,
    compares,
    counts,
    leaves_unsaid,
    wants_work,
)
from backend.tasks.calculate.programs.yes_no_wording import may_ask_abilities, may_deny
from backend.tasks.calculate.ranking.fastest_growth import growth_in
from backend.tasks.calculate.ranking.ranked_calculation import wants_a_figure
from backend.types import Hit, Refusal

_OF_THE_FIELD = (
    ratio_asked,
    composite_asked,
    periods_asked,
    part_asked,
    definition_in,
    result_asked,
    region_asked,
)
_RANKINGS = frozenset(
    [
        *(ColumnOperation.TOP, ColumnOperation.BOTTOM),
        *(ColumnOperation.HIGHEST, ColumnOperation.LOWEST),
    ]
)
_CAREFUL = (
    wants_work,
    compares,
    counts,
    lambda question: leaves_unsaid(question, ""),
    asks_cost,
    asks_for_ratio,
    asks_movement,
    asks_share,
    asks_whole_year,
    bounds_years,
    asks_several,
    is_of_spending,
    is_of_earning,
    is_of_more,
    lambda question: result_asked(question) is not None,
)


def asks_tables(question: str) -> bool:
    """Whether a question has any form that tables may answer."""
    return is_computable(question) or is_of_columns(question) or labels_asked(question) is not None


def is_computable(question: str) -> bool:
    """Whether a question asks for a figure of rows and periods."""
    return (
        request_of(question) is not None
        or wants_a_figure(question)
        or growth_in(question) is not None
        or is_of_the_field(question)
        or any(request_of(wording) is not None for wording in plain_wordings(question))
    )


def is_of_the_field(question: str) -> bool:
    """Whether a question asks for a figure as accounts have them: by a name of the field, between
    two years, or of a part of a whole."""
    return any(each(question) is not None for each in _OF_THE_FIELD)


def asks_for_the_most(question: str) -> bool:
    """Whether a question asks for the row, or group of rows, that has the most or least of
    something: every row of a table matters then, whether or not a passage stands for one."""
    return any(each.operation in _RANKINGS for each in column_requests_of(question))


def is_of_columns(question: str) -> bool:
    """Whether a question has a form that the columns of a list may answer."""
    return bool(
        column_requests_of(question)
        or may_name_a_doer(question)
        or may_deny(question)
        or may_ask_abilities(question)
        or may_state(question)
        or may_ask_days(question)
        or may_ask_months(question)
        or may_ask_deeds(question)
        or may_ask_change(question)
        or may_ask_measures(question)
        or may_ask_units(question)
        or compared_sums(question) is not None
    )


def is_for_reading(question: str) -> bool:
    """Whether a question is one of those that prose answers as often as the cell of a table."""
    return not is_computable(question) and all(
        request.operation is ColumnOperation.LOOKUP or request.asked is WantedColumn.PERSON
        for request in column_requests_of(question)
    )


def needs_care(question: str) -> bool:
    """Whether a quote for such a question may have all its words and be no answer: it has to be
    worked out, counted, compared, or be of a whole, of money or of a year."""
    return any(each(question) for each in _CAREFUL)


def not_worked_out(question: str, hits: Sequence[Hit]) -> Refusal | None:
    """What a row may not answer though nothing was to be computed; None where one may."""
    if compares(question):
        return Refusal("Two figures are compared, and no row was found that holds both.")
    if leaves_unsaid(question, "") and any(is_of_table(hit.chunk) for hit in hits):
        return Refusal("The question picks one of several, and no row says which of them it is.")
    if asks_cost(question) and any(is_of_table(hit.chunk) for hit in hits):
        return Refusal("The question asks what something costs, which no column was found for.")
    if asks_for_ratio(question):
        return Refusal(NOT_ALL_ROWS)
    if asks_several(question) and any(is_of_table(hit.chunk) for hit in hits):
        return Refusal("The question asks for several together, which were not added up.")
    if bounds_years(question) and any(is_of_table(hit.chunk) for hit in hits):
        return Refusal("The question sets a bound on a year, which no column was found for.")
    return None
