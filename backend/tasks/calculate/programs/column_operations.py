"""Questions over the rows of a table, worked out from typed cells alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial

from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.before_after import change_of, told_of_change
from backend.tasks.calculate.programs.between_columns import whole_open, with_columns_named
from backend.tasks.calculate.programs.column_answers import ONE, Selected, made, said_list
from backend.tasks.calculate.programs.column_conditions import (
    Kept,
    figure_at,
    has_measure,
    kept_rows,
)
from backend.tasks.calculate.programs.column_differences import (
    ComparedSums,
    compared_sums,
    difference_of_sums,
)
from backend.tasks.calculate.programs.column_doers import with_doers_named
from backend.tasks.calculate.programs.column_groups import grouped
from backend.tasks.calculate.programs.column_linking import OPEN_PERIODS, link_columns
from backend.tasks.calculate.programs.column_links import ColumnLink, Grouping
from backend.tasks.calculate.programs.column_lookup import looked_up
from backend.tasks.calculate.programs.column_parts import part_of_all
from backend.tasks.calculate.programs.column_rankings import extreme, ranked
from backend.tasks.calculate.programs.column_readings import is_row_per_time, mean_per_group
from backend.tasks.calculate.programs.column_repeats import amounts_of, most_of, of_repeats
from backend.tasks.calculate.programs.column_requests import (
    ColumnOperation,
    ColumnRequest,
    column_requests_of,
    spending_requests_of,
)
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_units import unit_named
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    ROWS,
    headers_of,
    heading,
    is_list,
    key_of,
    value_of,
)
from backend.tasks.calculate.programs.days_completed import with_year_completed
from backend.tasks.calculate.programs.everyday_words import with_everyday_words, with_means_named
from backend.tasks.calculate.programs.list_doubts import doubt_of
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList
from backend.tasks.calculate.programs.list_readings.every_reading import first_reading
from backend.tasks.calculate.programs.measured_questions import with_measures_named
from backend.tasks.calculate.programs.medians import as_average, median_of
from backend.tasks.calculate.programs.merged_figures import shared_figure
from backend.tasks.calculate.programs.missing_columns import MOST_MISSING
from backend.tasks.calculate.programs.money_flows import OTHER_WAY, is_other_way, tells_receipt
from backend.tasks.calculate.programs.month_values import NO_YEAR, lacks_year, with_months_named
from backend.tasks.calculate.programs.moved_between import moved_between, told_of_move
from backend.tasks.calculate.programs.numbered_labels import (
    column_beside_codes,
    column_of_names,
)
from backend.tasks.calculate.programs.partial_names import with_names_completed
from backend.tasks.calculate.programs.plain_marks import as_printed, in_plain_marks
from backend.tasks.calculate.programs.readings_that_hold import is_for, that_hold
from backend.tasks.calculate.programs.registers import of_registers
from backend.tasks.calculate.programs.row_deeds import deeds_of, offers_of, told_of_deeds
from backend.tasks.calculate.programs.row_states import (
    StatedQuestion,
    lacks_day,
    payment_open,
    states_of,
)
from backend.tasks.calculate.programs.trusted_tables import (
    GROUP_LABEL,
    is_sound,
    is_statement,
    reaches_below,
)
from backend.tasks.calculate.programs.turned_periods import (
    NO_COST,
    NO_SUM_OF_PERIODS,
    told_of_turned,
    turned_of,
)
from backend.tasks.calculate.programs.unit_conversions import (
    converted,
    in_own_unit,
)
from backend.tasks.calculate.programs.who_did import with_doer_asked
from backend.tasks.calculate.programs.yes_no_wording import (
    with_abilities_named,
    with_denials_named,
)
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.tables import StoredTable

FEWEST_ROWS = 2
"""A table of fewer rows is no list."""
MOST_WRITTEN_OUT = 5
"""Figures of a sum that its formula writes one by one."""
NO_DAY = Refusal(
    "It is open on which day they would be overdue: the list says none. Name it, as in “overdue on "
    "1 April 2026”.",
    is_open=True,
)
ANOTHER_EMPTY = Refusal("Another row that fits has no entry there.", is_open=True)
NO_ROW = "No row of the list fits all of this."
MIXED = Refusal("Some of them have rows that fit and rows that do not.", is_open=True)
_RANKED = (ColumnOperation.TOP, ColumnOperation.BOTTOM, ColumnOperation.GROWTH)
_NAMING = (ColumnOperation.LIST, ColumnOperation.TOP, ColumnOperation.BOTTOM)
_EXTREME = (ColumnOperation.HIGHEST, ColumnOperation.LOWEST)


Work = Callable[[ColumnRequest, StoredTable, str, "StatedQuestion | None"], Calculation | Refusal]
"""Works a request out over a table, as `operate` does."""


def calculate_columns(
    question: str,
    tables: Sequence[StoredTable],
    about: str = "",
    work: Work | None = None,
) -> Calculation | Refusal | None:
    """The answer from all rows of one table; None where the question wants no such operation.

    Every word of the question must be an operation, a column, a value or name the table. Where
    two tables, or two readings of the question, answer differently, none is told.

    Args:
        question: as it was asked.
        tables: those that may answer.
        about: the title of their document.
        work: works a request out where the tables hold a part of their rows only. Names that are
            said in part are then not completed: another row may have them, too.
    """
    if work is None and (marked := in_plain_marks(tables)) is not None:
        return as_printed(calculate_columns(question, marked, about), tables)
    if work is None and (plain := as_average(question, tables)):
        return median_of(calculate_columns(plain, tables, about))
    moved = moved_between(question) if work is None else None
    went = None
    if moved is not None:
        went = told_of_move(moved, lambda each: calculate_columns(each, tables, about), tables)
        if isinstance(went, Calculation):
            return went
    if (sums := compared_sums(question)) is not None:
        larger, smaller = (
            calculate_columns(each, tables, about, work) for each in (sums.larger, sums.smaller)
        )
        if (made_of_both := _difference(sums, larger, smaller)) is not None:
            return made_of_both
    tried = [
        outcome
        for table in tables
        if is_sound(table)
        for outcome in _over_table(_in_its_words(question, table, about, work), table, about, work)
    ]
    answers = of_registers([outcome for outcome in tried if isinstance(outcome, Calculation)])
    refused = [outcome for outcome in tried if isinstance(outcome, Refusal)]
    if any(tells_receipt(question, table) for table in tables):  # that one is meant
        refused = [outcome for outcome in refused if outcome is not OTHER_WAY]
    doubts = (doubt_of(question, answer, tables, about) for answer in answers)
    if (doubt := next(filter(None, doubts), None)) is not None:
        return doubt
    if not answers:
        if isinstance(went, Refusal) and went.is_open:
            return went
        return min(refused, key=_farness, default=None)
    if any(_said(calculation) != _said(answers[0]) for calculation in answers):
        sentences = tuple(dict.fromkeys(answer.sentence for answer in answers))
        return Refusal(
            "The table answers this in different ways, and it is open which is meant.",
            sentences,
            is_open=True,
        )
    return answers[0]


def _difference(
    sums: ComparedSums,
    larger: Calculation | Refusal | None,
    smaller: Calculation | Refusal | None,
) -> Calculation | Refusal | None:
    """The difference of two figures, in another unit where both were asked for in that."""
    if not isinstance(larger, Calculation) or not isinstance(smaller, Calculation):
        return difference_of_sums(sums, larger, smaller)
    asked = larger.unit if larger.converted is not None else ""
    if (larger.converted is None) is not (smaller.converted is None):
        return None
    made_of_both = difference_of_sums(sums, in_own_unit(larger), in_own_unit(smaller))
    if not asked or not isinstance(made_of_both, Calculation):
        return made_of_both
    if made_of_both.operation is not Operation.DIFFERENCE:
        return made_of_both
    return converted(made_of_both, unit_named(made_of_both.unit), asked)


def _in_its_words(question: str, table: StoredTable, about: str, work: Work | None) -> str:
    if work is not None:
        return question
    named = with_means_named(with_year_completed(question, table), table)
    return with_everyday_words(named, table, about) if is_list(table) else named


def _over_table(
    question: str, table: StoredTable, about: str, work: Work | None
) -> list[Calculation | Refusal]:
    """What the readings of a question come to over one table."""
    if is_other_way(question, table, about):
        return [OTHER_WAY]

    def ask_of(other: str, of: StoredTable) -> Calculation | Refusal | None:
        return calculate_columns(other, [of], about, work)

    if special := first_reading(AskedList(question, table, about, work is not None, ask_of)):
        return special
    if lacks_day(question, table):
        return [NO_DAY]
    if lacks_year(question, table):
        return [NO_YEAR]
    for why in (payment_open, whole_open):
        if (unclear := why(question, table)) is not None:
            return [unclear]
    change = change_of(question, table, about)
    if isinstance(change, Refusal):
        return [change]
    if change is not None:
        went = told_of_change(change, partial(_asked_of, table, about, work))
        if went is not None:
            return [went]
    if deeds := deeds_of(question, table, about):
        ask = partial(_asked_of, table, about, work)
        if (done := told_of_deeds(question, deeds, ask)) is not None:
            return [done]
    turned = _of_turned(question, table, about, work)
    if NO_SUM_OF_PERIODS in turned or NO_COST in turned:
        return turned  # no other reading knows of what kind the figures are
    found = turned + _of_readings(question, table, about, work)
    offers = None if any(map(_is_telling, found)) else offers_of(question, table, about)
    return found if offers is None else [offers]


def _asked_of(
    table: StoredTable, about: str, work: Work | None, question: str
) -> Calculation | Refusal | None:
    """What another question over the same table gives."""
    return calculate_columns(question, [table], about, work)


def _of_turned(
    question: str, table: StoredTable, about: str, work: Work | None
) -> list[Calculation | Refusal]:
    """The answer over a table of months that was turned; nothing where it has none."""
    turned = turned_of(question, table, about) if work is None else None
    if turned is None:
        return []
    if isinstance(turned, Refusal):
        return [turned]
    told = told_of_turned(calculate_columns(turned.question, [turned.table], about), turned, table)
    return [told] if isinstance(told, Calculation) or told is NO_SUM_OF_PERIODS else []


def _of_readings(
    question: str, table: StoredTable, about: str, work: Work | None
) -> list[Calculation | Refusal]:
    """The results of the readings that hold; only those that are open where one is."""
    operating = work or operate
    completed = with_names_completed(question, table, about) if work is None else question
    named = with_denials_named(with_abilities_named(completed, table), table)
    named = with_doer_asked(named, table)
    stated = states_of(with_columns_named(named, table), table, about)
    measured_by = with_measures_named(stated.text, table, about)
    said = with_doers_named(with_months_named(measured_by, table), table, about)
    requests = column_requests_of(said)
    made_of = that_hold(
        [
            (request, operating(request, table, about, stated))
            for request in requests
            if is_for(request, table)
        ]
    )
    if table.box is None and not any(_is_telling(calculation) for calculation in made_of):
        spending = spending_requests_of(stated.text)
        spent = [operating(column_request, table, about, stated) for column_request in spending]
        made_of = [each for each in spent if _is_telling(each)] or made_of
    unclear = [
        calculation
        for calculation in made_of
        if not isinstance(calculation, Calculation) and calculation.is_open
    ]
    return [*unclear] or made_of  # one reading that is open leaves the table open


def _is_telling(outcome: Calculation | Refusal) -> bool:
    return isinstance(outcome, Calculation) or outcome.is_open


def _farness(refusal: Refusal) -> tuple[bool, bool, int]:
    """What is open comes first, then what has readings, then what lacks the fewest columns."""
    return not refusal.is_open, not refusal.readings, len(refusal.lacks) or MOST_MISSING + 1


def operate(
    request: ColumnRequest,
    table: StoredTable,
    about: str = "",
    stated: StatedQuestion | None = None,
) -> Calculation | Refusal:
    """The result of a request over one table, with every cell that it rests on, or a refusal.

    Rows of totals are left out. Rows without a figure where one is needed are left out too, and
    the formula says how many.
    """
    if is_statement(table) and request.operation is not ColumnOperation.GROWTH:
        return Refusal("The rows of a financial statement are not of one kind.")
    if ":" in table.label_name:  # the label of a first group: where it ends is not marked
        return Refusal("The header over the labels is that of a group.")
    link = link_columns(request, table, about, entries_of(table)[0])
    if isinstance(link, Refusal):
        return link
    return operate_link(request, link if stated is None else stated.narrowing(link), table)


def operate_link(
    request: ColumnRequest, link: ColumnLink, table: StoredTable, own: StoredTable | None = None
) -> Calculation | Refusal:
    """The result of a request whose columns and conditions are known. `own` is the list without
    further columns that were made of its own: what its entries are, they do not tell."""
    entries, totals, doubtful = entries_of(own or table)
    if request.operation in _NAMING and link.entity in (LABEL, ROWS):
        names = column_of_names(table, entries)
        if names is None:
            names = column_beside_codes(table, entries, request.entity)
        if names is not None and names not in (equal.column for equal in link.equals):
            link = replace(link, entity=names)
    narrowed = link.is_narrowed
    if request.operation is ColumnOperation.LIST and not narrowed:
        return Refusal("It is open which rows are meant.")
    of_all = request.operation is ColumnOperation.PART or (
        request.operation is ColumnOperation.COUNT and not narrowed
    )
    if of_all and table.box is not None:
        return Refusal("A table within a document need not hold all that there are.")
    if doubtful:
        return Refusal("It is open whether a row sums up others or heads them.", doubtful)
    shared = shared_figure(request, link, table, entries)
    kept = shared or kept_rows(table, link, entries)
    if isinstance(kept, Refusal):
        return kept
    if (unclear := _unclear_rows(request, link, table, kept)) is not None:
        return unclear
    if link.measure and kept.figureless > len(kept.rows):
        return Refusal("Most rows have no figure.")
    if not narrowed and len(kept.rows) < FEWEST_ROWS:
        return Refusal("The table has too few rows.")
    left = [
        f"{count} {what} left out"
        for count, what in ((totals, "of totals"), (kept.blank, "without an entry"))
        if count
    ]
    said = f" ({', '.join(left)})" if left else ""
    return _worked_out(Selected(request, link, table, entries, kept.rows, said))


def _unclear_rows(
    request: ColumnRequest, link: ColumnLink, table: StoredTable, kept: Kept
) -> Refusal | None:
    """Why no row is sure to be the one that is meant."""
    if not kept.rows:
        return Refusal("The cell is empty." if kept.blank else NO_ROW)
    if request.operation is ColumnOperation.LOOKUP and kept.blank:
        return ANOTHER_EMPTY
    if {equal.column for equal in link.equals if not equal.is_negated} == {LABEL} and any(
        reaches_below(table, at) for at in kept.rows
    ):
        return Refusal(GROUP_LABEL, is_open=True)
    return None


def _worked_out(selected: Selected) -> Calculation | Refusal:
    operation = selected.request.operation
    if selected.link.group is not None:
        return _of_groups(selected, selected.link.group)
    if operation is ColumnOperation.LOOKUP:
        return looked_up(selected)
    if operation is ColumnOperation.COUNT:
        return _counted(selected)
    if operation is ColumnOperation.SHARE:
        return _shared(selected)
    if operation is ColumnOperation.PART:
        return part_of_all(selected)
    if operation is ColumnOperation.LIST:
        return _listed(selected)
    if operation in _RANKED:
        made_of = ranked(selected)
        if isinstance(made_of, Calculation):
            return made_of
        again = partial(_grouped_again, selected)
        return of_repeats(selected.request, selected.link, selected.table, made_of, again)
    if operation in _EXTREME:
        return extreme(selected)
    return _added(selected)


def _of_groups(selected: Selected, by: Grouping) -> Calculation | Refusal:
    """Figures of groups; where rows may be meant or what they come to, all must name one group."""
    request = selected.request
    if request.is_open and (request.is_of_totals or request.operation is ColumnOperation.MEAN):
        unclear = mean_per_group(selected, by)
        if unclear is not None and is_row_per_time(selected, by):
            totals = replace(
                request, operation=ColumnOperation.SUM, is_of_totals=True, is_open=False
            )
            return grouped(replace(selected, request=totals), by)
        return unclear or grouped(selected, by)
    first = grouped(selected, by)
    if not request.is_open:
        return first
    headers = headers_of(selected.table, "")
    columns = amounts_of(request, selected.table, headers, selected.entries)
    again = partial(_grouped_again, selected)
    return most_of(request, selected.link, selected.table, columns, first, again)


def _grouped_again(
    selected: Selected, request: ColumnRequest, link: ColumnLink
) -> Calculation | Refusal:
    """Figures of groups over the same rows, those that have one."""
    by, table = link.group, selected.table
    assert by is not None
    rows = [
        at
        for at in selected.rows
        if all(has_measure(table, table.rows[at], each) for each in link.measure)
    ]
    empty = len(selected.rows) - len(rows)
    left = f"{selected.left} ({empty} without an entry left out)" if empty else selected.left
    if not rows:
        return Refusal("No row has a figure.")
    return grouped(replace(selected, request=request, link=link, rows=rows, left=left), by)


def _counted(selected: Selected) -> Calculation | Refusal:
    """How many rows, or how many different things they name."""
    link, table, rows = selected.link, selected.table, selected.rows
    if not selected.request.is_distinct and any(
        equal.column == link.entity and len(equal.texts) == 1 and not equal.is_negated
        for equal in link.equals
    ):
        # of one value there is but one kind: how often it stands there is asked for
        link = replace(link, entity=ROWS)
        selected = replace(selected, link=link)
    first = {key_of(selected.name(at)): at for at in reversed(rows) if selected.name(at)}
    if link.entity != ROWS and is_mixed(selected):
        return MIXED
    if link.entity != ROWS and (
        len(first) < len(rows) or selected.request.is_distinct or link.entity != LABEL
    ):
        if any(date.further for date in link.dates):
            return OPEN_PERIODS  # who came in April and June may have come in both
        different = sorted(first.values())
        head = heading(link.entity, table)
        formula = f"different {head} in {selected.many} = {len(different)}{selected.left}"
        cells = selected.cells(different, (link.entity,))
        over = f"different {head} in {selected.many}"
        count = len(different)
        return made(Operation.COUNT, str(count), Decimal(count), formula, cells, over)
    column = link.bounds[0].column if link.bounds else LABEL
    if column == LABEL and link.equals:
        column = max(equal.column for equal in link.equals)
    if column == LABEL and link.dates:
        column = link.dates[0].column
    columns = link.compared or (column,)
    formula = f"count of {selected.many} = {len(rows)}{selected.left}"
    cells = selected.cells(rows, columns)
    return made(Operation.COUNT, str(len(rows)), Decimal(len(rows)), formula, cells, selected.many)


def _shared(selected: Selected) -> Calculation | Refusal:
    """What share of all rows keeps to the one condition: with two it is open of which rows."""
    link, rows = selected.link, selected.rows
    conditions = {equal.column for equal in link.equals} | {bound.column for bound in link.bounds}
    conditions |= {date.column for date in link.dates}
    if len(conditions) != 1 or link.blanks or link.compared:
        return Refusal("It is open of which rows the share is meant.")
    (column,) = conditions
    if not all(value_of(selected.table.rows[at], column) for at in selected.entries):
        return Refusal("Some rows have no entry there: it is open of which the share is meant.")
    if link.entity != ROWS and len({key_of(selected.name(at)) for at in selected.entries}) < len(
        selected.entries
    ):
        return Refusal("It is open whether rows or what they name are counted.")
    value = rounded(Decimal(len(rows) * 100) / len(selected.entries))
    formula = f"{len(rows)} ÷ {len(selected.entries)} = {written(value)} %"
    return replace(
        made(
            Operation.SHARE,
            written(value),
            value,
            formula,
            selected.cells(rows, (column,)),
            f"share of {selected.many}",
            "%",
        ),
        sentence=f"{written(value)} % ({selected.many}: {formula}{selected.left})",
    )


def _listed(selected: Selected) -> Calculation | Refusal:
    """The names of the rows, each once."""
    entity = LABEL if selected.link.entity == ROWS else selected.link.entity
    names = {at: selected.name(at) for at in selected.rows}
    if not all(names.values()):
        return Refusal("A row has no name.")
    if is_mixed(selected):
        return MIXED
    first = list({key_of(name): at for at, name in reversed(names.items())}.values())[::-1]
    texts = [names[at] for at in first]
    head = heading(entity, selected.table)
    formula = f"{head} of {selected.many}: {len(texts)}{selected.left}"
    return made(
        Operation.LIST,
        said_list(texts),
        Decimal(len(texts)),
        formula,
        selected.cells(first, (entity, *selected.link.compared)),
        selected.many,
        listed=tuple((text, "") for text in texts),
    )


def is_mixed(selected: Selected) -> bool:
    """Whether something has rows that keep to a "not" or "without" and others that do not: it is
    open whether a customer of two regions is "not from the north"."""
    link = selected.link
    if link.is_some:
        return False
    if not link.blanks and not any(equal.is_negated for equal in link.equals):
        return False
    kept = set(selected.rows)
    others = {key_of(selected.name(at)) for at in selected.entries if at not in kept}
    return any(key_of(selected.name(at)) in others for at in kept)


def _added(selected: Selected) -> Calculation | Refusal:
    """The sum or the mean of the figures."""
    measure = selected.unit()
    if isinstance(measure, Refusal):
        return measure
    values = selected.values()
    if isinstance(values, Refusal):
        return values
    unit, scale = measure
    mean = selected.request.operation is ColumnOperation.MEAN
    if unit == "%" and not mean and not _is_one_whole(selected):
        return Refusal("Shares of different wholes are not added up.")
    total = sum(values.values(), Decimal(0))
    value = rounded(total / len(values)) if mean else total
    result = f"{written(value)}{measured(unit, scale)}"
    few = not mean and not selected.link.joint and 2 <= len(values) <= MOST_WRITTEN_OUT
    parts = f": {' + '.join(written(each) for each in values.values())}" if few else ""
    if selected.link.joint and len(values) == 1:
        pair = (figure_at(selected.table, next(iter(values)), at) for at in selected.link.measure)
        parts = f": {f' {selected.link.joint} '.join(map(written, pair))}"
    formula = f"{'mean' if mean else 'sum'} of {selected.subject}{parts} = {result}{selected.left}"
    return made(
        Operation.MEAN if mean else Operation.SUM,
        written(value),
        value,
        formula,
        selected.cells(selected.rows, selected.link.measure),
        selected.subject,
        unit,
        scale or ONE,
        joint=selected.link.joint,
    )


def _is_one_whole(selected: Selected) -> bool:
    """Whether the shares of all rows make up one whole: a hundred per cent."""
    table, measure = selected.table, selected.link.measure
    if not all(
        has_measure(table, table.rows[at], each) for at in selected.entries for each in measure
    ):
        return False
    every = replace(selected, rows=selected.entries).values()
    return not isinstance(every, Refusal) and sum(every.values(), Decimal(0)) == HUNDRED


def _said(made_of: Calculation) -> tuple[str, str, Decimal]:
    return made_of.answer, made_of.unit, made_of.scale
