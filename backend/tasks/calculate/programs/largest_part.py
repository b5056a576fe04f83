"""Which part of a whole is the largest: "What was the smallest asset of the balance sheet in
2023?", "Which branch had the lowest rent in 2023?", "Which of investing, financing and operating
activities used the most cash in 2023?".

The parts are told by arithmetic: they are the rows that add up to a total. So no row of them is
missed, and none that is a total itself is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from backend.tables.headings_over import heading_over
from backend.tables.rounded_sums import last_place
from backend.tasks.calculate.programs.agreement import ROUNDING
from backend.tasks.calculate.programs.asked_part import PartAsked, part_asked
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.fiscal_periods import open_period
from backend.tasks.calculate.programs.kinds_of_part import (
    NO_PART,
    REST_OF_WORLD,
    SEGMENTS,
    is_country,
    is_of_another_kind,
    kind_named,
    says_kind,
)
from backend.tasks.calculate.programs.linking import figures_for
from backend.tasks.calculate.programs.measures import open_scale
from backend.tasks.calculate.programs.named_figures import titled
from backend.tasks.calculate.programs.nationalities import NATIONALITIES
from backend.tasks.calculate.programs.series import SeriesFigure, series_of, words_of
from backend.tasks.calculate.programs.trusted_tables import (
    has_own_header,
    is_of_a_part,
    is_of_cash_flows,
    is_sound,
    is_split_off,
    is_statement,
)
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.tables import StoredTable

_TOTAL = words_of("total")
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)")
_ACTIVITIES = ("operating", "investing", "financing")
_FLOW = re.compile(
    r"(?i)^(?:net |total )+cash (?:flows? )?(?:\(?(?:provided|used|generated|from|flows?)\b).*"
    r"\b(operating|investing|financing) activities"
)
_PARTED = re.compile(
    r"(?i)\b(?:by|to) (?:[\w-]+ ){0,3}"
    r"(?:regions?|countr(?:y|ies)|segments?|divisions?|business units?|subsidiar(?:y|ies))\b"
)
"""A heading of a whole that is parted, and not of one part."""
_LOSS = words_of("loss losses deficit")
_WORDS = re.compile(r"[^\W_]+|[^\w\s]")
_GOES_ON = re.compile(
    r"(?i)by|for|of|from|in|on|to|at|with|within|and|or|per|as|than|that|which|is|are|was|were|has"
    r"|have|had|attribut\w+|earned|generated|record\w+|recogni[sz]\w+|disaggregat\w+|reported"
    r"|information|data|details?|summary|breakdown|split|analysis|table|figures?|amounts?|totals?"
    r"|results?|contribut\w+|performance|mix|share|following|presented|total(?:s|led)?|can|may"
)
"""What may stand behind a measure in a heading without making another thing of it."""
_REST = re.compile(r"(?i)\bother\b")
_LARGE_ONES = re.compile(r"(?i)\b(?:significant|principal|major|largest|main|top|most important)\b")
"""That a heading names the large ones, so that none of the rest is as large."""
_LINES = words_of(
    "income expense expenses provision loss sales cost costs revenue revenues tax taxes interest"
)
"""What names a line of accounts, and no part of a business."""
_NOT_SUCH = re.compile(
    r"(?i)\b(?:other|costs?|changes?|growth|margins?|tax(?:es)?|adjust\w*|volumes?|units"
    r"|increases?|decreases?|forecasts?|budget\w*|plan\w*|cumulative|per)\b"
)
"""Another measure than what was sold or earned."""
_FEWEST = 2
_MOST = 60
"""Rows above a total that may be its parts."""
DIFFER = "Several tables are parted otherwise, and each has another {how} part."
TIE = "Two parts are alike."
NOT_THERE = "The table does not have the part that is left out, or has it twice."
LOST = "Several parts made a loss."
REST = "The {how} part is what is left over, and is called no more than “{label}”."


def largest_part(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | Refusal | None:
    """The largest or smallest part, where every table that is parted so has the same one; None
    where the question asks for none, or no table adds up to such a whole."""
    asked = part_asked(question)
    if asked is None or asked.whole:
        return None
    calculations: list[Calculation | Refusal] = []
    for table in tables:
        if is_sound(table) and _is_of_the_whole(asked, table, question):
            calculations += _in_table(question, asked, table, tables, calendar)
    told = [calculation for calculation in calculations if isinstance(calculation, Calculation)]
    refused = [calculation for calculation in calculations if isinstance(calculation, Refusal)]
    if not told:
        return next(iter(refused), None)
    how = "smallest" if asked.is_low else "largest"
    if refused or len({words_of(calculation.answer) for calculation in told}) > 1:
        sentences = tuple(dict.fromkeys(calculation.sentence for calculation in told))
        return Refusal(DIFFER.format(how=how), sentences, is_open=True)
    return told[0]


def _is_of_the_whole(asked: PartAsked, table: StoredTable, question: str) -> bool:
    """Whether a table is of the whole business; what is headed by segments, or "by region", may be
    parted into them."""
    is_parted = _PARTED.search(heading_over(table)) is not None
    if asked.part and (is_parted or kind_named(asked.part) == SEGMENTS):
        return not is_split_off(table, question)
    return not is_of_a_part(table, question)


def _in_table(
    question: str,
    asked: PartAsked,
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> list[Calculation | Refusal]:
    """What a table says of each whole of the kind that it has."""
    figures = _of_period(asked, table, calendar)
    columns = {figure.operand.column for figure in figures.values()}
    if not columns or (asked.kind and not is_statement(table)):
        return []
    if asked.activities:
        named = _flows(figures) if is_of_cash_flows(table) else []
        wholes = [("Cash flows", named)] if named else []
    else:
        wholes = [
            (whole, parts)
            for column in columns
            for whole, parts in _wholes(asked, table, column, figures)
        ]
    made = [
        _told(question, asked, whole, parts, table, beside, calendar) for whole, parts in wholes
    ]
    return [each for each in made if each is not None]


def _of_period(
    asked: PartAsked, table: StoredTable, calendar: FiscalCalendar | None
) -> dict[int, SeriesFigure]:
    """The one figure of the period of each row that has one, by its row."""
    found = {}
    for one in series_of(table, calendar):
        figures = figures_for(one, "", asked.years[0], asked.quarters)
        if len(figures) == 1 and figures[0].operand.unit != "%":
            found[figures[0].operand.row] = figures[0]
    return found


def _flows(figures: dict[int, SeriesFigure]) -> list[SeriesFigure]:
    """The three sums of a statement of cash flows; none where one of them is missing or twice."""
    found: dict[str, list[SeriesFigure]] = {}
    for figure in figures.values():
        if flow := _FLOW.match(figure.operand.label):
            found.setdefault(flow[1].lower(), []).append(figure)
    if set(found) != set(_ACTIVITIES) or any(len(each) != 1 for each in found.values()):
        return []
    return [each for (each,) in found.values()]


def _wholes(
    asked: PartAsked, table: StoredTable, column: int, figures: dict[int, SeriesFigure]
) -> list[tuple[str, list[SeriesFigure]]]:
    """Each total of the kind in a column with the rows that add up to it."""
    values = [cell.value if (cell := row.cells[column]) is not None else None for row in table.rows]
    found = []
    made_of = parts_of(values)
    # of two totals of one name the parts of both must be known
    unmade = {
        (row.label, row.group)
        for row, value, parts in zip(table.rows, values, made_of, strict=True)
        if value is not None and not parts
    }
    for at, parts in enumerate(made_of):
        if len(parts) < _FEWEST or not _is_whole(asked, table, at, parts):
            continue
        if (table.rows[at].label, table.rows[at].group) in unmade:
            continue
        held = [figures[part] for part in parts if part in figures]
        if len(held) == len(parts) and all(each.operand.column == column for each in held):
            found.append((table.rows[at].label or heading_over(table), held))
    return found


def _is_whole(asked: PartAsked, table: StoredTable, at: int, parts: Sequence[int]) -> bool:
    """Whether a row is the total that is asked about."""
    row = table.rows[at]
    if asked.kind:
        return words_of(row.label) == asked.kind | _TOTAL
    labels = [table.rows[part].label for part in parts]
    if any(is_of_another_kind(asked.part, label) for label in labels):
        return False
    groups = {each for part in parts for each in table.rows[part].group}
    heading = heading_over(table)
    if _turns(asked.measure, heading):
        heading = ""
    over = " ".join((heading, table.label_name, row.label, *groups))
    head = words_of(over)
    if asked.measures:
        if _NOT_SUCH.search(over) or not any(each <= head for each in asked.measures):
            return False
        if any(words_of(label) & _LINES for label in labels):
            return False
    elif not asked.measure <= head:
        return False
    return says_kind(asked.part, table, labels)


def _turns(measure: frozenset[str], heading: str) -> bool:
    """Whether a heading makes another thing of the measure: "revenue deductions" are no revenue."""
    words = _WORDS.findall(heading)
    return any(
        words_of(word) & measure
        and behind.isalpha()
        and behind.islower()
        and not (words_of(behind) & measure or _GOES_ON.fullmatch(behind) or kind_named(behind))
        for word, behind in pairwise(words)
    )


def parts_of(values: Sequence[Decimal | None]) -> list[list[int]]:
    """For each row the rows above it that add up to its figure, but for half a unit of rounding for
    each; of a subtotal among them its own parts. Empty where there are none.

    Args:
        values: the figures of a column, None where a row has none.
    """
    parts: list[list[int]] = []
    for at, value in enumerate(values):
        parts.append([] if value is None else _parts_above(values, at, value, parts))
    return parts


def _parts_above(
    values: Sequence[Decimal | None], at: int, value: Decimal, parts: Sequence[list[int]]
) -> list[int]:
    """The parts of one row, where those of all rows above it are known."""
    found: list[int] = []
    total, count, row = Decimal(0), 0, at - 1
    while row >= 0 and len(found) < _MOST:
        own = values[row]
        if own is not None:
            total, count = total + own, count + 1
            found += parts[row] or [row]
            slack = min(last_place(value) / 2 * count, ROUNDING * abs(value))
            if count >= _FEWEST and abs(total - value) <= slack:
                return sorted(found)
        row = min(parts[row], default=row) - 1
    return []


def _told(
    question: str,
    asked: PartAsked,
    whole: str,
    parts: Sequence[SeriesFigure],
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | Refusal | None:
    kept = [part.operand for part in parts if not NO_PART.search(part.operand.label)]
    if asked.but:
        others = [operand for operand in kept if not _is_same_place(asked.but, operand.label)]
        if len(others) != len(kept) - 1:
            return Refusal(NOT_THERE)
        kept = others
    if asked.part and is_country(asked.part):
        named = [operand for operand in kept if not REST_OF_WORLD.search(operand.label)]
        largest = max((operand.value for operand in named), default=Decimal(0))
        if _LARGE_ONES.search(heading_over(table)) or all(
            operand.value < largest for operand in kept if operand not in named
        ):
            kept = kept if asked.is_low else named
    if asked.is_loss:
        return _lost(question, asked, whole, kept, table, beside, calendar)
    # where a result may be either, a loss is what is below nought, and the least is the largest
    below = [operand for operand in kept if operand.value < 0] if asked.measure & _LOSS else []
    is_mixed = bool(below) and len(below) < len(kept)
    if below:
        kept = below if is_mixed else kept
    ranked = sorted(kept, key=lambda operand: operand.value, reverse=asked.is_low == bool(below))
    if len(ranked) < (1 if is_mixed else _FEWEST) or not all(
        has_own_header(each, table) for each in ranked
    ):
        return None
    if reason := open_period(question, asked.years, ranked, beside, calendar)[0]:
        return Refusal(reason)
    how = "smallest" if asked.is_low else "largest"
    first = ranked[0]
    if len(ranked) > 1 and first.value == ranked[1].value:
        return Refusal(TIE, (first.label, ranked[1].label))
    rest = REST_OF_WORLD if is_country(asked.part) else _REST
    if rest.search(first.label):
        return Refusal(REST.format(how=how, label=first.label))
    besides = f" besides {asked.but}" if asked.but else ""
    return _ranked(asked, whole, ranked, table, beside, f"{how} of {len(ranked)}", besides)


def _lost(
    question: str,
    asked: PartAsked,
    whole: str,
    kept: Sequence[Operand],
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | Refusal | None:
    """The only part below nought."""
    ranked = sorted(kept, key=lambda operand: operand.value)
    below = [operand for operand in ranked if operand.value < 0]
    if not below or len(ranked) < _FEWEST:
        return None
    if not all(has_own_header(each, table) for each in ranked):
        return None
    if reason := open_period(question, asked.years, ranked, beside, calendar)[0]:
        return Refusal(reason)
    if len(below) > 1:
        return Refusal(LOST, tuple(f"{each.label}: {each.text}" for each in below), is_open=True)
    if _REST.search(below[0].label):
        return None
    return _ranked(asked, whole, ranked, table, beside, f"only one below nought of {len(ranked)}")


def _ranked(
    asked: PartAsked,
    whole: str,
    ranked: Sequence[Operand],
    table: StoredTable,
    beside: Sequence[StoredTable],
    how: str,
    besides: str = "",
) -> Calculation:
    """The first of some parts, which is the one that is told."""
    first = ranked[0]
    is_open = open_scale(Operation.LARGEST, ranked, table, beside)
    behind = "" if is_open else measured(first.unit, first.scale)
    figure = first.text if is_open else f"{first.text.strip('$€£ ')}{behind}"
    bare = titled(re.sub(r"(?i)^total ", "", whole))
    return Calculation(
        Operation.SMALLEST if asked.is_low else Operation.LARGEST,
        f"{first.label}: {figure}" if asked.with_figure else first.label,
        first.value,
        first.unit,
        first.scale,
        f"{first.label}: {figure}, the {how}",
        f"{bare}, {first.when} – {first.label}: {figure}, the {how} parts{besides}",
        tuple(ranked),
        1.0,
        over=f"{bare}, {first.when}",
        listed=tuple((each.label, each.text) for each in ranked),
    )


def _is_same_place(said: str, label: str) -> bool:
    """Whether a label is what a question calls a place: "US" is "United States"."""
    bare = _IN_BRACKETS.sub("", label).strip()
    names = (said.casefold(), bare.casefold())
    return words_of(said) == words_of(bare) or any(
        all(name in known for name in names) for known in NATIONALITIES.values()
    )
