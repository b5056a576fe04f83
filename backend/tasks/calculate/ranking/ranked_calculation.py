"""The likeliest program over all cells of the tables, told only where it is far enough ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.tasks.calculate.programs.agreement import NOT_NAMED, ROUNDING, TOO_WEAK
from backend.tasks.calculate.programs.arithmetic import CannotComputeError
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.fiscal_periods import open_period
from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.measures import open_scale, stated_unit
from backend.tasks.calculate.programs.trusted_tables import (
    has_own_header,
    is_of_a_part,
    is_sound,
    is_statement,
)
from backend.tasks.calculate.ranking.candidates import Candidate, candidates_of
from backend.tasks.calculate.ranking.question_forms import Form, FormKind, forms_of
from backend.tasks.calculate.ranking.ranker import Ranker, shipped_ranker
from backend.tasks.calculate.ranking.results import (
    OPERATIONS,
    outcome_of,
    periods_told,
    result_of,
)
from backend.tasks.calculate.ranking.table_cells import cells_of, named_terms
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

_PERIODS = frozenset([FormKind.PERIODS, FormKind.COUNT, FormKind.LARGEST, FormKind.SMALLEST])
OF_A_PART = 0.5
"""What a candidate keeps of its likelihood in a table of a part of the business."""
OF_ANOTHER_TABLE = 0.6
"""What a candidate keeps for each word of the question that only other tables know."""
OF_THE_NEXT = 0.5
"""What of the next answer's likelihood is taken from that of the likeliest: the trees have seen
how far the others are behind."""
OF_THE_SAME_PERIODS = 0.25
"""What counts of another candidate's likelihood that answers with the same periods, of other
figures."""
OF_ITS_WHOLE_NAME = 0.05
"""What the only figure of a row that is called by all that is asked may lead less: the trees know
tables with several columns alone."""
ONE_FIGURE_A_ROW = 1
"""Columns of figures, beside that of the labels."""
BESIDE_A_STATEMENT = 0.5
"""What another table's candidate keeps where the first one stands in a financial statement."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its table and how likely it is."""

    candidate: Candidate
    table: StoredTable
    likelihood: float


def calculate_ranked(
    question: str,
    tables: Sequence[StoredTable],
    beside: Sequence[StoredTable] = (),
    ranker: Ranker | None = None,
    calendar: FiscalCalendar | None = None,
) -> Calculation | Refusal | None:
    """The figure of the likeliest program; None where the question has no form of one.

    It refuses where another program of another answer comes near, and for the reasons for which
    any calculation is refused: a scale or period that is open, units that differ.

    Args:
        question: as it was asked.
        tables: those that may answer.
        beside: all tables of the same document, which may say more of scales and periods.
        ranker: trees and least lead; those of the package by default.
        calendar: of the fiscal years that the question speaks of.
    """
    model = ranker or shipped_ranker()
    forms = forms_of(question)
    if not forms:
        return None
    ranked = ranking_of(question, forms, tables, model, calendar)
    if not ranked:
        return Refusal(NOT_NAMED)
    best = ranked[0]
    lead = best.likelihood - OF_THE_NEXT * _next(ranked)
    least = model.least_lead - OF_ITS_WHOLE_NAME * _is_called_so(question, best)
    if lead < least:
        labels = (spot.operand.label for each in ranked[:3] for spot in each.candidate.spots)
        return Refusal(TOO_WEAK, tuple(dict.fromkeys(labels))[:4])
    return _told(question, best, beside or tables, lead, calendar)


def _is_called_so(question: str, ranked: Ranked) -> bool:
    """Whether the likeliest is the only figure of a row that is called by all that is asked."""
    asked = frozenset(named_terms(question)) - ASKING
    spots = ranked.candidate.spots
    return (
        len(spots) == 1
        and len(ranked.table.columns) == ONE_FIGURE_A_ROW
        and frozenset(spots[0].label) == asked
    )


def wants_a_figure(question: str) -> bool:
    """Whether a question has a form that a table answers; what only might look something up has
    none without a period."""
    return any(form.kind is not FormKind.LOOKUP or form.years for form in forms_of(question))


def ranking_of(
    question: str,
    forms: Sequence[Form],
    tables: Sequence[StoredTable],
    ranker: Ranker,
    calendar: FiscalCalendar | None = None,
) -> list[Ranked]:
    """Every candidate in every sound table, the likeliest first."""
    found: list[Ranked] = []
    held = [(table, cells_of(table, calendar)) for table in tables if is_sound(table)]
    asked = frozenset(named_terms(question)) - ASKING
    known = frozenset[str]().union(*(cells.frequency for _, cells in held))
    for table, cells in held:
        made = candidates_of(forms, question, cells)
        share = OF_A_PART if len(tables) > 1 and is_of_a_part(table, question) else 1.0
        for candidate, likely in zip(made, ranker.likelihoods(made), strict=True):
            covered = cells.around.union(*(spot.words for spot in candidate.spots))
            # words that name rows or columns of another table, and nothing of this candidate
            left = (asked & known) - covered - frozenset(cells.frequency)
            found.append(Ranked(candidate, table, share * OF_ANOTHER_TABLE ** len(left) * likely))
    return sorted(found, key=lambda each: -each.likelihood)


def _next(ranked: Sequence[Ranked]) -> float:
    """The likelihood of the first candidate of another answer than the likeliest one's; which of
    two cells divides the other is what the wording says surely."""
    best = ranked[0]
    stated = is_statement(best.table)
    others = [
        each.likelihood
        * (BESIDE_A_STATEMENT if stated and not is_statement(each.table) else 1.0)
        * (OF_THE_SAME_PERIODS if says_the_same_periods(best.candidate, each.candidate) else 1.0)
        for each in ranked[1:]
        if not _is_same(best.candidate, each.candidate)
        and each.candidate.spots != best.candidate.spots[::-1]
    ]
    return max(others, default=0.0)


def _is_same(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates have one answer, but for rounding."""
    first, second = outcome_of(one), outcome_of(other)
    if len(first) != len(second) or first[0] != second[0]:
        return False
    return all(
        abs(a - b) <= ROUNDING * max(abs(a), abs(b))
        if isinstance(a, Decimal) and isinstance(b, Decimal)
        else a == b
        for a, b in zip(first[1:], second[1:], strict=True)
    )


def says_the_same_periods(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates answer with the same periods, or how many they are, though of other
    rows; of rows that merely have figures, also one that has some of the periods."""
    kind = one.form.kind
    if kind is not other.form.kind or kind not in _PERIODS:
        return False
    mine, others = periods_told(one), periods_told(other)
    if kind is FormKind.PERIODS and one.form.bound is None:
        return set(others) <= set(mine)
    return sorted(mine) == sorted(others)


def _told(
    question: str,
    best: Ranked,
    beside: Sequence[StoredTable],
    lead: float,
    calendar: FiscalCalendar | None,
) -> Calculation | Refusal:
    """The calculation of the likeliest candidate, or why its figure is open."""
    candidate, table = best.candidate, best.table
    operands = [spot.operand for spot in candidate.spots]
    labels = tuple(dict.fromkeys(operand.label for operand in operands))
    if not all(has_own_header(operand, table) for operand in operands):
        return Refusal("The headers of the table do not tell its columns apart.", labels)
    operation = OPERATIONS[candidate.form.kind]
    reason, nearest = open_period(question, candidate.form.years, operands, beside, calendar)
    if reason:
        return Refusal(reason, nearest, is_open=True)
    if reason := open_scale(operation, operands, table, beside):
        return Refusal(reason, labels)
    stated = [replace(operand, unit=stated_unit(operand, table)) for operand in operands]
    try:
        return result_of(candidate, stated, lead)
    except CannotComputeError as error:
        return Refusal(str(error), labels)
