"""How what was spent stands to what was planned, over a list with a column of each: "Was Garden
over or under budget in Q2?", "What is left of the Garden budget?", "Which project is over budget?".

A list of this kind has a row for each period or kind of cost, so that sums are compared and not
rows; and where nothing stands below "Actual" yet, nothing was spent of the budget.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.mentions import ValueMention, content_places
from backend.tasks.calculate.composed.question_cues import is_courtesy
from backend.tasks.calculate.composed.row_conditions import PairMention
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_answers import made, operands, said_list
from backend.tasks.calculate.programs.column_conditions import scale_at, unit_at
from backend.tasks.calculate.programs.column_links import Pair
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    heading,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured

_PLANNED = stemmed(["budget", "budgeted", "allocated", "allocation", "plan", "planned"])
_CAME = stemmed(["actual", "actuals", "outturn", "spent", "spend", "expenditure", "used"])
_STANDS = re.compile(
    r"(?i)\b(?:left|remain\w*|unspent|not|balance|variance|difference|over\w*|under\w*|to spend)\b"
)
"""Headers that say themselves how what was spent stands to a budget."""
_INCOME = stemmed(
    [
        *("income", "revenue", "receipts", "takings", "earned", "sales", "fees", "donations"),
        *("subscriptions", "grants", "fundraising", "interest", "membership", "sponsorship"),
    ]
)
"""What is over budget there is no money too much."""
_YEARS = stemmed(["year", "fy", "season"])
_OF_ALL = stemmed(["annual", "yearly", "year", "total", "cumulative", "date", "ytd", "running"])
_PERIODS = stemmed(["quarter", "qtr", "month", "week", "period", "term", "half"])
_PLAN = r"(?:budget(?:s|ed)?|plan(?:s|ned)?)"
_ITS = r"(?:(?:its|the|our|their|this|that|annual|own|year['’]?s) ){0,2}(?:[^\W\d_]+ )?"
_OVER = re.compile(
    rf"(?i)\b(?:over|above|beyond|exceed(?:s|ed|ing)?) {_ITS}{_PLAN}\b"
    r"|\bover(?:spent|spend|spending|budget)\b"
)
_UNDER = re.compile(
    rf"(?i)\b(?:under|below) {_ITS}{_PLAN}\b|\bunder(?:spent|spend|spending|budget)\b"
)
_WITHIN = re.compile(rf"(?i)\b(?:within|(?:at|on) or (?:below|under)|inside) {_ITS}{_PLAN}\b")
_EITHER = re.compile(
    rf"(?i)\b(?:over or under|under or over|above or below|below or above) {_ITS}{_PLAN}\b"
    rf"|\bover {_ITS}{_PLAN} or under\b|\bunder {_ITS}{_PLAN} or over\b"
    r"|\b(?:over- ?or under|under- ?or over)spen(?:t|d|ding)\b"
)
_WHICH = re.compile(
    r"(?i)^\W*(?:and |so |but )?(?:(?:for|in|on|tell me|show me) )?(?:which|what)"
    r"(?: of (?:the|our))? (?P<noun>[^\W\d_]+)(?: [^\W\d_]+){0,2}? "
    r"(?:is|are|was|were|has|have|had|did|do|does|went|goes?|ran|runs?|over(?:sp\w+)?"
    r"|under(?:sp\w+)?|exceed\w*)\b"
)
_IS = re.compile(r"(?i)^\W*(?:and |so |but )?(?:is|are|was|were|did|has|have|does|do)\b")
_FURTHEST = re.compile(r"(?i)\b(?:furthest|farthest|most|worst|biggest|largest|highest)\b")
_OTHER = re.compile(
    r"(?i)^\W*(?:and |so |but )?(?:why|when|who(?:se|m)?|where|how come|how (?!much|far|many)"
    r"|what (?:if|happens|causes?|caused|made|makes|should|must|do|does|can)"
    r"|should|can|may|must|could|would|will)\b"
)
"""Questions for reasons, ways and rules, which no sum answers."""
_SAYS_MORE = re.compile(
    r"(?i)\b(?:no|not|never|neither|without|except|excluding|ever|always|will|would|next|last"
    r"|any(?:one|body|thing)?|rows?|how many|some|all|every|each|not counting"
    r"|leav(?:e|ing) out|only|but for|up to|until|till|since|after|before|by (?!how\b)"
    r"|\w+n['’]t)\b"
)
"""What denies, leaves out, or asks of other times or of single rows."""
_LEFT = re.compile(
    r"(?i)\b(?:left|remain(?:s|ing)?|unspent) (?:of|in|from|on) [^?]*\bbudget\b"
    r"|\bbudget (?:(?:is|do we have|have we|have i|has) )?(?:(?:still|got) )?"
    r"(?:left|remain(?:s|ing)?|unspent)\b(?! of\b)"
    r"|\bof [^?]*\bbudget (?:is|are|remains?)\b[^?]*\b(?:left|remain(?:s|ing)?|unspent)\b"
    r"|\b(?:remaining|unspent) budget\b"
)
_SAYS_LITTLE = re.compile(
    r"(?i)(?:over|under|above|below|beyond|within|exceed(?:s|ed)?|(?:over|under)sp(?:en[dt]|ending)"
    r"|budget(?:s|ed)?|plan(?:s|ned)?|far|much|left|remain(?:s|ing)?"
    r"|unspent|furthest|farthest|most|worst|biggest|largest|highest|so|year|year['’]s|date|yet|now"
    r"|money|amount|actual|spent|spend|spending|total|altogether|overall|currently|still|moment)"
)
"""Words of such questions that say nothing of which rows are meant."""
_THIS_YEAR = re.compile(r"(?i)\bthis year\b")
_LETTER = re.compile(r"(?<!^)(?<![.!?] )\b(?!I\b)[A-Z]\b")
"""A single letter that names something, where no sentence begins with it."""
_CURRENCY = re.compile(r"[£$€¥]|\b(?:EUR|USD|GBP|CHF)\b")
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class _Sums:
    """What was planned and what was spent of some rows, with their cells."""

    planned: tuple[Operand, ...]
    spent: tuple[Operand, ...]

    @property
    def beyond(self) -> Decimal:
        """By how much more was spent than planned; below nought where it is less."""
        return _sum(self.spent) - _sum(self.planned)


def may_be_of_budget(question: str) -> bool:
    """Whether a question may ask how what was spent stands to a budget, whatever the list."""
    return is_of_budget(question) and _OTHER.match(question) is None


def is_of_budget(question: str) -> bool:
    """Whether a question sets something against a budget, for whatever it asks."""
    forms = (_LEFT, _OVER, _UNDER, _WITHIN, _EITHER)
    return any(form.search(question) is not None for form in forms)


def spent_of_budget(
    question: str, mentions: Meanings
) -> tuple[Program, Calculation | Refusal] | None:
    """The program that tells it, with what it comes to; None where the question asks nothing of the
    kind or more than that, the list has not one column of either, of amounts of one currency that
    are all expenses, or a word is left over."""
    if not may_be_of_budget(question) or _SAYS_MORE.search(question) is not None:
        return None
    if mentions.day_sets[0] or not mentions.is_understood or _LETTER.search(question):
        return None
    if _THIS_YEAR.search(question) and not mentions.is_of_one_year:
        return None
    columns, values = _columns(mentions), _values(mentions)
    if columns is None or values is None or not _are_expenses(mentions, values):
        return None
    if _is_of_several_years(mentions, values) or _runs_up(mentions, columns):
        return None
    planned, spent = columns
    is_left = _LEFT.search(question) is not None
    which = None if is_left else _WHICH.match(question)
    group = _group_of(which["noun"], mentions) if which is not None else None
    if (which is None) is not (group is None) or _leaves_words(mentions, values, group):
        return None
    is_either = _EITHER.search(question) is not None
    is_ranked = _FURTHEST.search(question) is not None
    if group in {value.column for value in values} or (group is not None and is_either):
        return None
    if group is None and is_ranked:
        return None  # the most that anything is over is of the rows or of their groups
    rows = _rows(mentions, values)
    over = f"{len(rows)} of {len(mentions.entries)} rows{_where(mentions, values)}"
    if not _are_alike(mentions, rows, columns):
        return None
    if is_left:
        program = Program(ListStep.LEFT_OF, spent, planned, values)
        return program, _left_of(mentions, rows, columns, over)
    both = [at for at in rows if _has(mentions, at, spent)]
    is_open = len(both) < len(rows) and not _has_periods(mentions)
    if not any(_has(mentions, at, planned) for at in both) or is_open:
        return None  # of some rows nothing is said to be spent, and no time is to come
    over = f"{len(both)} of {len(mentions.entries)} rows{_where(mentions, values)}"
    if group is not None:
        sign = ">" if _OVER.search(question) else "<" if _UNDER.search(question) else "≤"
        pair = PairMention(frozenset(), Pair(spent, sign, planned))
        program = Program(ListStep.BEYOND_EACH, spent, group, values, pairs=(pair,))
        told = _of_each(mentions, both, columns, group, sign, over, is_ranked=is_ranked)
        return program, told
    program = Program(ListStep.BEYOND, spent, planned, values)
    return program, _beyond(question, mentions, both, columns, over)


def _is_of_several_years(mentions: Meanings, values: Sequence[ValueMention]) -> bool:
    """Whether the rows that are meant may be of several years."""
    kept = {value.column for value in values}
    of_years = (
        at
        for at in (*mentions.text_columns, *mentions.own_figures, *mentions.headers.dates)
        if mentions.headers.of(at) & _YEARS
        and not mentions.headers.of(at) & (_PLANNED | _CAME)
        and at not in kept
    )
    return any(
        len({value_of(mentions.table.rows[row], at) for row in mentions.entries} - {""}) > 1
        for at in of_years
    )


def _runs_up(mentions: Meanings, columns: tuple[int, int]) -> bool:
    """Whether the figures of a column are no parts of a sum: of the whole year, or of all until
    then; or one budget stands in each row of a list without periods."""
    labels = [mentions.table.rows[at].label for at in mentions.entries]
    is_repeated = len(set(labels)) < len(labels) or _has_periods(mentions)
    names = " ".join(mentions.table.columns[at].name for at in columns)
    if is_repeated and stemmed(re.findall(r"\w+", names)) & _OF_ALL:
        return True
    held = [mentions.table.rows[at].cells[columns[0]] for at in mentions.entries]
    values = [cell.value for cell in held if cell is not None and cell.value is not None]
    return len(values) > 1 and len(set(values)) == 1 and not _has_periods(mentions)


def _has_periods(mentions: Meanings) -> bool:
    """Whether the rows are of periods, some of which may be to come."""
    return bool(mentions.headers.dates) or any(
        mentions.headers.of(at) & _PERIODS for at in mentions.headers.all()
    )


def _are_expenses(mentions: Meanings, values: Sequence[ValueMention]) -> bool:
    """Whether no row is of income, unless the rows that are meant are of one kind."""
    kept = {value.column for value in values}
    return not any(
        stemmed(re.findall(r"\w+", value_of(mentions.table.rows[at], column))) & _INCOME
        for at in mentions.entries
        for column in mentions.text_columns
        if column not in kept
    )


def _columns(mentions: Meanings) -> tuple[int, int] | None:
    """The columns of what was planned and of what was spent; None where either is not one alone."""
    columns = mentions.table.columns
    figures = [at for at in mentions.own_figures if not _STANDS.search(columns[at].name)]
    planned = [at for at in figures if mentions.headers.of(at) & _PLANNED]
    spent = [
        at
        for at in figures
        if mentions.headers.of(at) & _CAME and not mentions.headers.of(at) & _PLANNED
    ]
    return (planned[0], spent[0]) if len(planned) == len(spent) == 1 else None


def _values(mentions: Meanings) -> tuple[ValueMention, ...] | None:
    """The values that say which rows are meant, one of each column at most; None where it is open
    which ones are, or a word of the comparison is one ("over budget" below *Status*)."""
    whole = [value for value in mentions.values if value.fit == 1.0 and value.last > value.first]
    if any(value.is_several for value in whole):
        return None
    columns = [value.column for value in whole]
    places = [at for value in whole for at in range(value.first, value.last)]
    is_open = len(set(columns)) < len(columns) or len(set(places)) < len(places)
    compared = any(
        _SAYS_LITTLE.fullmatch(mentions.words[at].text)
        for value in mentions.values
        for at in range(value.first, value.last)
    )
    return None if is_open or compared else tuple(whole)


def _group_of(noun: str, mentions: Meanings) -> int | None:
    """The column of what a noun is the word for; None where there is not one."""
    stems = stemmed([noun])
    named = [at for at in mentions.text_columns if stems & mentions.header_stems(at)]
    if len(named) == 1:
        return named[0]
    is_of_rows = not named and stems <= words_for_rows(mentions.headers)
    return LABEL if is_of_rows else None


def _leaves_words(mentions: Meanings, values: Sequence[ValueMention], group: int | None) -> bool:
    """Whether the question has a word of something else."""
    said = {at for value in values for at in range(value.first, value.last)}
    for column in (*(value.column for value in values), *((group,) if group is not None else ())):
        said |= mentions.named_places(column)
    rows = words_for_rows(mentions.headers)
    left = (at for at in content_places(mentions.words) if at not in said)
    return any(
        not (
            is_courtesy(mentions.words[at].text)
            or _SAYS_LITTLE.fullmatch(mentions.words[at].text)
            or mentions.words[at].stems <= rows
        )
        for at in left
    )


def _rows(mentions: Meanings, values: Sequence[ValueMention]) -> list[int]:
    rows = mentions.table.rows
    return [
        at
        for at in mentions.entries
        if all(value_of(rows[at], value.column) in value.texts for value in values)
    ]


def _where(mentions: Meanings, values: Sequence[ValueMention]) -> str:
    said = [
        f"{heading(value.column, mentions.table)} is {' or '.join(value.texts)}" for value in values
    ]
    return f" where {' and '.join(said)}" if said else ""


def _has(mentions: Meanings, at: int, column: int) -> bool:
    cell = mentions.table.rows[at].cells[column]
    return cell is not None and cell.value is not None


def _are_alike(mentions: Meanings, rows: Sequence[int], columns: tuple[int, int]) -> bool:
    """Whether the amounts of some rows are of one unit and currency, none of them below nought."""
    table = mentions.table
    held = [(at, column) for at in rows for column in columns if _has(mentions, at, column)]
    units = {(unit_at(table, *each), scale_at(table, *each)) for each in held}
    cells = [table.rows[at].cells[column] for at, column in held]
    printed = (table.rows[at].cells[column] for at in mentions.entries for column in columns)
    signs = {sign for cell in printed if cell is not None for sign in _CURRENCY.findall(cell.text)}
    is_below = any(cell is not None and (cell.value or _NOTHING) < 0 for cell in cells)
    return len(units) == 1 and len(signs) < 2 and not is_below


def _sum(cells: Sequence[Operand]) -> Decimal:
    return sum((cell.value for cell in cells), _NOTHING)


def _sums(mentions: Meanings, rows: Sequence[int], columns: tuple[int, int], of: str = "") -> _Sums:
    """The cells of some rows, without those that are empty."""
    planned, spent = (
        operands(mentions.table, [at for at in rows if _has(mentions, at, column)], column, of)
        for column in columns
    )
    return _Sums(planned, spent)


def _compared(answer: str, sums: _Sums, over: str, operation: Operation) -> Calculation:
    """How two sums stand to each other, the larger one first, with all their cells."""
    one, two = sums.spent, sums.planned
    if _sum(one) < _sum(two):
        one, two = two, one
    value = _sum(one) - _sum(two)
    unit, scale = sums.planned[0].unit, sums.planned[0].scale
    formula = f"{written(_sum(one))} − {written(_sum(two))} = {written(value)}"
    formula = f"{formula}{measured(unit, scale)}"
    heads = " − ".join(each[0].header for each in (one, two) if each)
    told = made(operation, answer, value, formula, (*one, *two), f"{heads} of {over}", unit, scale)
    behind = measured(unit, scale) if operation is Operation.DIFFERENCE else ""
    return replace(told, sentence=f"{answer}{behind} ({told.over}: {formula})")


def _left_of(
    mentions: Meanings, rows: Sequence[int], columns: tuple[int, int], over: str
) -> Calculation | Refusal:
    """What is left of the budget: what nothing was spent of yet is left as a whole."""
    sums = _sums(mentions, rows, columns)
    if not sums.planned:
        return Refusal("Nothing was planned in these rows.")
    if not sums.spent:
        return _whole(sums, over)
    if sums.beyond <= 0:
        return _compared(written(-sums.beyond), sums, over, Operation.DIFFERENCE)
    behind = measured(sums.planned[0].unit, sums.planned[0].scale)
    answer = f"Nothing: {written(sums.beyond)}{behind} over"
    return _compared(answer, sums, over, Operation.COMPARISON)


def _whole(sums: _Sums, over: str) -> Calculation:
    """What was planned, of which nothing was spent yet."""
    unit, scale = sums.planned[0].unit, sums.planned[0].scale
    answer = written(_sum(sums.planned))
    of = f"sum of {sums.planned[0].header} of {over}, of which nothing is spent"
    formula = f"{of} = {answer}{measured(unit, scale)}"
    return made(Operation.SUM, answer, _sum(sums.planned), formula, sums.planned, over, unit, scale)


def _beyond(
    question: str,
    mentions: Meanings,
    rows: Sequence[int],
    columns: tuple[int, int],
    over: str,
) -> Calculation:
    """Whether what was spent is beyond what was planned, and by how much."""
    sums = _sums(mentions, rows, columns)
    behind = measured(sums.planned[0].unit, sums.planned[0].scale)
    figure = f"{written(abs(sums.beyond))}{behind}"
    side = "over" if sums.beyond > 0 else "under" if sums.beyond < 0 else ""
    is_within = _WITHIN.search(question) is not None
    is_so = side != "over" if is_within else side == ("over" if _OVER.search(question) else "under")
    if _EITHER.search(question) is not None:
        answer = f"{side.capitalize()}, by {figure}" if side else "Neither: both are the same"
    elif _IS.match(question):
        answer = f"{'Yes' if is_so else 'No'}, {f'{side} by {figure}' if side else 'just on it'}"
    elif is_so and side:
        return _compared(written(abs(sums.beyond)), sums, over, Operation.DIFFERENCE)
    else:
        answer = f"It is {side}, by {figure}" if side else "Both are the same"
    return _compared(answer, sums, over, Operation.COMPARISON)


def _of_each(
    mentions: Meanings,
    rows: Sequence[int],
    columns: tuple[int, int],
    group: int,
    sign: str,
    over: str,
    *,
    is_ranked: bool,
) -> Calculation | Refusal:
    """Which groups are beyond what was planned for them, by how much, with the cells of all."""
    groups: dict[str, list[int]] = {}
    for at in rows:
        groups.setdefault(value_of(mentions.table.rows[at], group), []).append(at)
    lacks = any(not _has(mentions, at, columns[0]) for at in rows)
    if "" in groups or len(groups) < 2 or lacks:
        return Refusal("Of some rows it is not said what they are of, or what was planned.")
    turned = 1 if sign == ">" else -1
    sums = {name: _sums(mentions, own, columns, name) for name, own in groups.items()}
    figures = {name: turned * own.beyond + _NOTHING for name, own in sums.items()}
    names = sorted(sums, key=lambda name: -figures[name])
    unit, scale = sums[names[0]].planned[0].unit, sums[names[0]].planned[0].scale
    behind = measured(unit, scale)
    told = [name for name in names if figures[name] > 0 or (sign == "≤" and not figures[name])]
    if not told:
        return Refusal("There is none.")
    if is_ranked:
        told = [name for name in told if figures[name] == figures[told[0]]]
    side = "over" if turned > 0 else "under"
    answer = said_list([f"{name} ({written(figures[name])}{behind} {side})" for name in told])
    cells = tuple(cell for name in names for pair in _pairs(sums[name], turned) for cell in pair)
    plan, spent = (heading(at, mentions.table) for at in columns)
    per = heading(group, mentions.table)
    what = f"{spent} − {plan}" if turned > 0 else f"{plan} − {spent}"
    formula = f"sum of {what} per {per}, {len(names)} groups of {over}"
    listed = tuple((name, f"{written(figures[name])}{behind}") for name in names)
    working = "; ".join(f"{name}: {figure}" for name, figure in listed)
    result = made(
        Operation.SUM_PER_GROUP,
        answer,
        figures[names[0]],
        formula,
        cells,
        f"{what} per {per} of {over}",
        unit,
        scale,
        listed=listed,
        joint="−",
    )
    return replace(result, sentence=f"{answer} ({formula}: {working})")


def _pairs(sums: _Sums, turned: int) -> list[tuple[Operand, Operand]]:
    pairs = list(zip(sums.spent, sums.planned, strict=True))
    return pairs if turned > 0 else [(two, one) for one, two in pairs]
