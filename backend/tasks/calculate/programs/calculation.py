"""From a question and tables to a figure with its working, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.calendar_words import MONTH_NAME, month_number
from backend.tables.cell_values import CURRENCIES, is_year
from backend.tables.column_scales import with_scale_over_labels
from backend.tables.other_rows import (
    is_before_of,
    is_of_another_number,
    is_of_others,
)
from backend.tables.unnamed_totals import with_named_totals
from backend.tasks.calculate.programs.abbreviations import written_out
from backend.tasks.calculate.programs.agreement import OTHER_PERIOD, TOO_WEAK, Attempt, agreed
from backend.tasks.calculate.programs.arithmetic import CannotComputeError
from backend.tasks.calculate.programs.called_otherwise import called_otherwise
from backend.tasks.calculate.programs.change_under_title import change_under_title
from backend.tasks.calculate.programs.column_words import is_list
from backend.tasks.calculate.programs.confidence import (
    Weights,
    confidence,
    features_of,
    is_exact,
    shipped,
)
from backend.tasks.calculate.programs.dated_series import days_in
from backend.tasks.calculate.programs.expected_moves import as_moved
from backend.tasks.calculate.programs.figure_under_title import figure_under_title
from backend.tasks.calculate.programs.figure_wordings import (
    counts_things,
    is_of_earning,
    is_of_more,
    is_of_paying,
    is_of_spending,
    plain_wordings,
)
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.fiscal_periods import is_of_another_month, open_period
from backend.tasks.calculate.programs.home_country import with_places_as_told
from backend.tasks.calculate.programs.how_it_did import how_it_did
from backend.tasks.calculate.programs.label_lists import label_list, labels_asked
from backend.tasks.calculate.programs.largest_part import largest_part
from backend.tasks.calculate.programs.linking import (
    Link,
    fit_of,
    fit_of_link,
    is_share_unasked,
)
from backend.tasks.calculate.programs.measures import OPEN_SCALES, open_scale, stated_unit
from backend.tasks.calculate.programs.merged_figures import of_shared_figures
from backend.tasks.calculate.programs.named_composite import named_composite
from backend.tasks.calculate.programs.named_ratio import named_ratio, open_ratio
from backend.tasks.calculate.programs.outflows import as_outflow, is_inflow_among_outflows
from backend.tasks.calculate.programs.own_definition import own_definition
from backend.tasks.calculate.programs.part_column import part_column
from backend.tasks.calculate.programs.part_of_total import part_of_total
from backend.tasks.calculate.programs.periods_kept import (
    is_first_half,
    is_of_other_time,
    is_the_wrong_way,
)
from backend.tasks.calculate.programs.program_readings import (
    readings_of_periods,
    readings_of_request,
)
from backend.tasks.calculate.programs.ratio_of_part import ratio_of_part
from backend.tasks.calculate.programs.ratio_parts import (
    NOT_ALL_ROWS,
    is_share_of_unnamed_row,
    lacks_per,
    lacks_share,
)
from backend.tasks.calculate.programs.region_of_group import region_of_group
from backend.tasks.calculate.programs.requested_cells import between_the_only_two, program_of
from backend.tasks.calculate.programs.requests import Request, in_per_cent, request_of
from backend.tasks.calculate.programs.row_of_title import with_row_of_title
from backend.tasks.calculate.programs.rows_of_change import is_change_itself
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.several_years import several_years
from backend.tasks.calculate.programs.shares_for_prices import tells_share_for_price
from backend.tasks.calculate.programs.statement_lines import debt_owed, per_share
from backend.tasks.calculate.programs.sum_of_parts import sum_of_parts
from backend.tasks.calculate.programs.telling import EXTREMES, told
from backend.tasks.calculate.programs.total_said import without_total
from backend.tasks.calculate.programs.trusted_tables import (
    GROUP_LABEL,
    has_own_header,
    is_balance_sheet,
    is_of_a_group,
    is_of_a_part,
    is_of_cash_flows,
    is_of_taxes,
    is_sound,
    is_split_off,
    is_statement,
)
from backend.tasks.calculate.programs.two_periods import two_periods
from backend.tasks.calculate.programs.values_asked import is_no_value
from backend.tasks.calculate.ranking.fastest_growth import fastest_growth
from backend.tasks.calculate.ranking.ranked_calculation import calculate_ranked
from backend.tasks.calculate.ranking.ranker import Ranker
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.tables import StoredTable

SEVERAL_COMPARED = "The question compares several rows, and one alone was found."
OF_SHARES = (
    "The figures are in per cent themselves: whether “in per cent” means points or what the change "
    "comes to of the earlier figure is open."
)
ROWS_ASKED = "The question asks for rows, and the table does not tell them for certain."
OTHER_ROW = "The row that comes nearest is of other ones."
OTHER_NUMBER = "The row that comes nearest is called by another number or letter."
BEFORE = (
    "Of the question and the row that comes nearest only one speaks of a result before something."
)
_OF_ROWS = frozenset([Operation.LIST, Operation.COUNT])
_OF_SEVERAL = frozenset([Operation.SHARE, Operation.RATIO, Operation.COMBINED])
OTHER_WAY = "The figures say the contrary: which of them is to be the larger one is open."
WHOLE_YEAR = "The question names a month; the figures are those of a whole year."
OTHER_PART = "The row that comes nearest is of a part of the business that is not asked about."
MONEY_FOR_A_COUNT = "The question asks how many there are, and the figures are money."
COUNT_FOR_A_VALUE = "The question asks what something is worth, and the figure is no money."
SHARE_FOR_A_PRICE = "The question asks how much something is, and the figure is a part of a whole."
_MONTH = re.compile(rf"(?i)\b(?:{MONTH_NAME})\b")
_COST = re.compile(r"(?i)\b(?:expenses?|costs?|loss(?:es)?|paid|payments?)\b")
_GAIN = re.compile(r"(?i)\b(?:income|revenues?|sales|profits?|earnings)\b")
_A_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_YEAR_TO = re.compile(r"(?i)\byear (?:to|ended|ending|until)\b")
_MONTH_OF_YEAR = re.compile(rf"(?i)\b(?P<month>{MONTH_NAME})\b\.?,? (?:of )?(?:19|20)\d\d\b")
_WHICH_ARE = re.compile(
    r"(?i)^(?:in |at )?which \S+(?: \S+){0,2} (?:is|are|was|were|did|do|does|stayed|remained|came) "
    r"(?:\S+ ){0,2}(?:above|below|over|under|within)\b"
)
_SUPERLATIVE = re.compile(
    r"(?i)(?<!at )\b(?:highest|largest|greatest|biggest|maximum|most(?! recent)|lowest|smallest"
    r"|least|fewest|minimum|best|worst|fastest|slowest|strongest|weakest)\b(?!-)"
)


def calculate(
    question: str,
    tables: Sequence[StoredTable],
    weights: Weights | None = None,
    beside: Sequence[StoredTable] = (),
    ranker: Ranker | None = None,
    calendar: FiscalCalendar | None = None,
) -> Calculation | Refusal | None:
    """The figure that the question asks for; None where it asks for none.

    All cells come from one table; where several tables fit alike, they must agree. It refuses where
    no row is named, a cell is missing, several fit equally well, units or scales differ, scale or
    period is open, or the link to the question is weak.

    Args:
        question: as it was asked.
        tables: those that may answer.
        weights: of the confidence; those of the package by default.
        beside: all tables of the same document, which may say more of scales and periods.
        ranker: of programs over all cells; that of the package by default.
        calendar: of the document, where the question speaks of its fiscal years.
    """
    tables = [with_scale_over_labels(with_named_totals(table)) for table in tables]
    said = with_places_as_told(written_out(question, tables), tables)
    question = in_per_cent(as_moved(said))

    def ask(each: str) -> Calculation | Refusal | None:
        return _of_no_other(each, _said(each, tables, weights, beside, ranker, calendar), tables)

    made = ask(question)
    for in_other_words in (without_total, with_row_of_title):
        if not isinstance(made, Refusal) or made.is_open:
            break
        if other := in_other_words(question, tables):
            again = ask(other)
            made = again if isinstance(again, Calculation) else made
    if not (isinstance(made, Calculation) or (made is not None and made.is_open)):
        made = _otherwise(question, tables, weights, beside, ranker, calendar) or made
    reason = _of_other_time(said, made, tables, calendar) if isinstance(made, Calculation) else ""
    if isinstance(made, Calculation) and reason:
        return Refusal(reason, (made.sentence,))
    if isinstance(made, Calculation) and is_change_itself(question, made):
        return told(Operation.LOOKUP, made.operands[:1], made.confidence)
    if question != said and isinstance(made, Calculation) and _is_change_of_shares(made):
        return Refusal(OF_SHARES, (made.sentence,), is_open=True)
    return made


def _of_other_time(
    question: str,
    made: Calculation,
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> str:
    """Why a figure is of another time than is asked for, or says the contrary; empty where not."""
    if not all(is_first_half(each.period, question, calendar) for each in made.operands):
        return f"{OTHER_PERIOD}."
    if is_of_other_time(question, made.operands, tables, calendar):
        return f"{OTHER_PERIOD}."
    return OTHER_WAY if is_the_wrong_way(question, made.operation, made.value) else ""


def _is_money(made: Calculation, tables: Sequence[StoredTable]) -> bool:
    """Whether a figure is money: in a currency, or among cash flows."""
    is_flow = any(is_of_cash_flows(table) for _, table in _with_tables(made.operands, tables))
    return made.unit in CURRENCIES.values() or (is_flow and not made.unit)


def _otherwise(
    question: str,
    tables: Sequence[StoredTable],
    weights: Weights | None,
    beside: Sequence[StoredTable],
    ranker: Ranker | None,
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    """The figure that the question asks for in plainer words; what was spent is money, and a line
    of a statement is nothing else."""
    of_money, came_in = is_of_spending(question), is_of_earning(question)
    for plain in plain_wordings(question):
        made = calculate(plain, tables, weights, beside, ranker, calendar)
        if not isinstance(made, Calculation) or (of_money and not _may_be_spent(made, tables)):
            continue
        if is_of_more(question) and not made.sides:
            continue
        if is_of_paying(question) and is_inflow_among_outflows(made, tables):
            continue
        if not (came_in and _cannot_come_in(made, tables)):
            return as_outflow(made, tables) if is_of_paying(question) else made
    return None


def _cannot_come_in(made: Calculation, tables: Sequence[StoredTable]) -> bool:
    """Whether a figure is a cost, by its label or the heading over it, or what there is on a day:
    the cash that a business has is not what it brought in."""
    for cell, table in _with_tables(made.operands, tables):
        said = (cell.label, *(() if _GAIN.search(cell.label) else table.rows[cell.row].group[-1:]))
        if is_balance_sheet(table) or any(map(_COST.search, said)):
            return True
    return False


def _may_be_spent(made: Calculation, tables: Sequence[StoredTable]) -> bool:
    """Whether a figure is money over some time: what stands in a balance sheet, or somewhere else
    on a day, is what there is, and not what was spent on it."""
    pairs = _with_tables(made.operands, tables)
    if any(
        is_balance_sheet(table) or (_A_DAY.fullmatch(cell.period) and not is_statement(table))
        for cell, table in pairs
    ):
        return False
    return made.unit in CURRENCIES.values() or (
        not made.unit and all(is_statement(table) for _, table in pairs)
    )


def _is_change_of_shares(made: Calculation) -> bool:
    """Whether a change in per cent is of figures in per cent themselves."""
    return made.operation is Operation.CHANGE and any(
        operand.unit == "%" for operand in made.operands
    )


def _of_another_kind(question: str, made: Calculation, tables: Sequence[StoredTable]) -> str:
    """Why a figure is of another kind than is asked for; empty where it is of that kind."""
    if counts_things(question) and _is_money(made, tables):
        return MONEY_FOR_A_COUNT
    if is_no_value(question, made, tables):
        return COUNT_FOR_A_VALUE
    of_shares = any(is_share_unasked(question, operand.label) for operand in made.operands)
    return SHARE_FOR_A_PRICE if of_shares or tells_share_for_price(question, made) else ""


def _of_no_other(
    question: str, made: Calculation | Refusal | None, tables: Sequence[StoredTable]
) -> Calculation | Refusal | None:
    """A figure, unless its row is of "other assets" where the question wants assets, or its table
    of what was split off from the whole and is not asked about. A list of rows may hold any."""
    if not isinstance(made, Calculation) or made.operation in _OF_ROWS:
        return made
    if _sums_years_for_rows(question, made) or _is_cell_for_rows(question, made):
        return Refusal(ROWS_ASKED, (made.operands[0].label,))
    if reason := _of_another_kind(question, made, tables):
        return Refusal(reason, (made.sentence,))
    # of ranked rows the first one is told
    rows = made.operands[:1] if made.operation in EXTREMES and made.over else made.operands
    others = tuple(row.label for row in rows if is_of_others(row.label, question))
    if others:
        return Refusal(OTHER_ROW, others)
    labels = tuple(row.label for row in rows)
    numbered = tuple(label for label in labels if is_of_another_number(label, question))
    if numbered:
        return Refusal(OTHER_NUMBER, numbered)
    # a share of two rows may name either
    if made.operation not in _OF_SEVERAL and any(is_before_of(label, question) for label in labels):
        return Refusal(BEFORE, labels)
    if made.operation not in _OF_SEVERAL and any(
        is_of_a_group(row, question, table) for row in rows for table in tables
    ):
        return Refusal(GROUP_LABEL, labels)
    titles = (
        stored_table.title
        for stored_table in tables
        if stored_table.id in {one.table_id for one in made.operands}
    )
    said = "\n".join((*titles, *(f"{operand.label} {operand.header}" for operand in made.operands)))
    if made.operation not in _OF_SEVERAL and lacks_per(question, said):
        return Refusal(NOT_ALL_ROWS, labels)
    heads = (" ".join(table.rows[each.row].group) for each, table in _with_tables(rows, tables))
    if lacks_share(question, "\n".join((said, *heads))):
        return Refusal(NOT_ALL_ROWS, labels)
    if (shared := of_shared_figures(made.operands, tables)) is not None:
        return shared
    used = {operand.table_id for operand in made.operands}
    if any(is_split_off(table, question) for table in tables if table.id in used):
        return Refusal(OTHER_PART, (made.sentence,), is_open=True)
    return made


def _with_tables(
    rows: Sequence[Operand], tables: Sequence[StoredTable]
) -> list[tuple[Operand, StoredTable]]:
    """Cells of rows with the tables that they stand in."""
    return [(row, table) for row in rows for table in tables if table.id == row.table_id]


def _sums_years_for_rows(question: str, made: Calculation) -> bool:
    """Whether a question for the rows that make up a total got the total's years added up."""
    is_one_row = len({operand.label for operand in made.operands}) == 1 < len(made.operands)
    return made.operation is Operation.SUM and is_one_row and labels_asked(question) is not None


def _is_cell_for_rows(question: str, made: Calculation) -> bool:
    """Whether a question for the rows on one side of a bound ("Which halls were above forecast?")
    got a single cell."""
    return made.operation is Operation.LOOKUP and _WHICH_ARE.search(question) is not None


def _said(
    question: str,
    tables: Sequence[StoredTable],
    weights: Weights | None,
    beside: Sequence[StoredTable],
    ranker: Ranker | None,
    calendar: FiscalCalendar | None,
) -> Calculation | Refusal | None:
    rules = (own_definition, fastest_growth, largest_part, part_column, region_of_group)
    for first in (*rules, _of_several_lines):
        if (own := first(question, tables, calendar)) is not None:
            return own
    if (labels := label_list(question, tables)) is not None:
        return labels

    def ask(each: str) -> Calculation | Refusal | None:
        return _of_no_other(each, _surely(each, tables, weights, beside, calendar), tables)

    def ask_freely(each: str) -> Calculation | Refusal | None:
        return calculate(each, tables, weights, beside, ranker, calendar)

    of_parts = ratio_of_part(question, tables, ask) or sum_of_parts(question, ask)
    moved = of_parts or two_periods(question, ask) or how_it_did(question, ask_freely)
    if moved is not None:
        return moved
    if (beside_each_other := several_years(question, ask)) is not None:
        return beside_each_other
    exact = _by_rules(question, tables, weights, beside or tables, calendar)
    if isinstance(exact, Calculation):
        return _without_a_superlative_left(question, exact)
    for further in (named_ratio, _share_of_total, change_under_title, figure_under_title):
        if (made := further(question, tables, calendar)) is not None:
            return made
    ranked = calculate_ranked(question, tables, beside, ranker, calendar)
    if isinstance(ranked, Calculation) and is_share_of_unnamed_row(question, ranked):
        ranked = Refusal(NOT_ALL_ROWS, tuple(operand.label for operand in ranked.operands))
    if isinstance(ranked, Calculation):
        return _without_a_superlative_left(question, ranked)
    if (undated := open_ratio(question, tables, calendar)) is not None:
        return undated
    if (meant := _called_otherwise(question, tables, weights, beside, calendar)) is not None:
        return meant
    return ranked if exact is None else exact


def _share_of_total(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None
) -> Calculation | None:
    calculation = part_of_total(question, tables, calendar)
    return (
        None
        if calculation is not None and is_share_of_unnamed_row(question, calculation)
        else calculation
    )


def _of_several_lines(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None
) -> Calculation | Refusal | None:
    """A figure that is made of several lines, or told in one that no question names; where two rows
    make it, these go before more."""
    for first in (per_share, debt_owed):
        if (own := first(question, tables, calendar)) is not None:
            return own
    made = named_composite(question, tables, calendar)
    ratio = named_ratio(question, tables, calendar) if made is not None else None
    return ratio if isinstance(ratio, Calculation) else made


def _surely(
    question: str,
    tables: Sequence[StoredTable],
    weights: Weights | None,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | Refusal | None:
    """One figure of a period by the rules that leave nothing to guess."""
    if (own := _of_several_lines(question, tables, calendar)) is not None:
        return own
    exact = _by_rules(question, tables, weights, beside or tables, calendar)
    if isinstance(exact, Calculation) and exact.exact:
        return _without_a_superlative_left(question, exact)
    for further in (named_ratio, figure_under_title):
        if (made := further(question, tables, calendar)) is not None:
            return made
    return _called_otherwise(question, tables, weights, beside, calendar)


def _called_otherwise(
    question: str,
    tables: Sequence[StoredTable],
    weights: Weights | None,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    """The figure of the one row that means what the question names by another word, where nothing
    else is left to guess."""
    plain = called_otherwise(question, tables)
    made = _by_rules(plain, tables, weights, beside or tables, calendar) if plain else None
    if not isinstance(made, Calculation) or not made.exact:
        return None
    told = _without_a_superlative_left(plain, made)
    return told if isinstance(told, Calculation) else None


def _without_a_superlative_left(question: str, made: Calculation) -> Calculation | Refusal:
    """A figure that was looked up, unless the question wants the largest or the like of several
    and neither row nor column is called so."""
    if made.operation not in (Operation.LOOKUP, Operation.VALUES):
        return made
    said = " ".join(f"{operand.label} {operand.header}" for operand in made.operands).casefold()
    left = [word for word in _SUPERLATIVE.findall(question) if word.casefold() not in said]
    return Refusal(SEVERAL_COMPARED, (made.sentence,)) if left else made


def _by_rules(
    question: str,
    tables: Sequence[StoredTable],
    weights: Weights | None,
    known: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | Refusal | None:
    """What one reading of the question by rules says; None where it has none."""
    request = request_of(question)
    if request is None:
        return None
    request = replace(request, calendar=calendar, days=days_in(question))
    tried = [
        _tried(question, request, table, weights or shipped(), known)
        for table in tables
        if is_sound(table)
    ]
    return agreed([each for each in tried if each.fit > 0])


def _tried(
    question: str,
    request: Request,
    table: StoredTable,
    weights: Weights,
    beside: Sequence[StoredTable],
) -> Attempt:
    """What one table says."""
    made = program_of(request, [table])
    if isinstance(made, Refusal) and (pair := between_the_only_two(request, table, made)):
        again = program_of(pair, [table])
        request, made = (request, made) if isinstance(again, Refusal) else (pair, again)
    kind, taxed = (is_statement(table), is_of_a_part(table, question)), is_of_taxes(table, question)
    if isinstance(made, Refusal):
        offered = readings_of_request(question, request, table, made)
        refused = replace(made, readings=made.readings or offered)
        return Attempt(fit_of(request.subjects, table), *kind, refused, is_of_taxes=taxed)
    links, operands = made
    fit = min(fit_of_link(link) for link in links)
    sure = confidence(features_of_program(request, links), weights)
    dated = bool(request.years) or request.operation in EXTREMES
    exact = is_exact(links, operands, dated, words_of(" ".join(request.subjects)))
    outcome = _checked(question, request, operands, table, beside, sure)
    if sure < weights.threshold and not exact:
        labels = tuple(dict.fromkeys(link.series.label for link in links))
        guess = None if isinstance(outcome, Refusal) else outcome
        return Attempt(fit, *kind, Refusal(TOO_WEAK, labels), guess, taxed)
    if isinstance(outcome, Calculation):
        outcome = replace(outcome, exact=exact)
    lacks_scale = isinstance(outcome, Refusal) and outcome.reason in OPEN_SCALES
    printed = tuple((operand.label, operand.value) for operand in operands) if lacks_scale else ()
    return Attempt(fit, *kind, outcome, is_of_taxes=taxed, printed=printed)


def _checked(
    question: str,
    request: Request,
    operands: Sequence[Operand],
    table: StoredTable,
    beside: Sequence[StoredTable],
    sure: float,
) -> Calculation | Refusal:
    """The figure, unless it is open what its cells are."""
    labels = tuple(dict.fromkeys(operand.label for operand in operands))
    if not all(has_own_header(operand, table) for operand in operands):
        return Refusal("The headers of the table do not tell its columns apart.", labels)
    if _is_of_a_month(question, operands, table):
        return Refusal(WHOLE_YEAR, labels, is_open=True)
    if is_of_another_month(question, operands):
        return Refusal(f"{OTHER_PERIOD}.", labels)
    reason, nearest = open_period(question, request.years, operands, beside, request.calendar)
    if reason:
        readings = readings_of_periods(question, request, table, beside)
        return Refusal(reason, nearest, is_open=True, readings=readings)
    if reason := open_scale(request.operation, operands, table, beside):
        return Refusal(reason, labels)
    stated = [replace(operand, unit=stated_unit(operand, table)) for operand in operands]
    try:
        return told(request.operation, stated, sure)
    except CannotComputeError as error:
        return Refusal(str(error), labels)


def _is_of_a_month(question: str, operands: Sequence[Operand], table: StoredTable) -> bool:
    """Whether a question names a month, and the figures are those of a list's column of a year
    ("Spend 2024") that nothing says to end then."""
    asked = {month_number(match["month"]) for match in _MONTH_OF_YEAR.finditer(question)}
    named = {month_number(match.group()) for match in _MONTH.finditer(question)}
    if named >= {1, 12} or _YEAR_TO.search(question):
        return False
    around = f"{table.title} {table.label_name}"
    told = {month_number(match.group()) for match in _MONTH.finditer(around)}
    dated = any(is_year(operand.period) for operand in operands)
    return bool(asked) and dated and is_list(table) and not asked & told


def features_of_program(request: Request, links: Sequence[Link]) -> tuple[float, ...]:
    """What the confidence of a program is computed from."""
    return features_of(request.operation, links, bool(request.years))
