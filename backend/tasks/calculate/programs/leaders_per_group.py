"""What has the most in each of several groups: "Which boat carried the most passengers in each
month?", "Which two people spent the most time per project?".

The question without its groups is asked of each group alone. Only where every group has an answer
is one told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from backend.dates import part_of
from backend.tasks.calculate.programs.column_answers import ONE
from backend.tasks.calculate.programs.column_choice import chosen
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_wording import PER
from backend.tasks.calculate.programs.column_words import (
    bare_question,
    column_called,
    headers_of,
    heading,
    is_list,
    key_of,
    value_of,
)
from backend.types.calculations import GROUP_JOINT, Calculation, Operand, Operation, Refusal
from backend.types.tables import StoredTable

MOST_GROUPS = 24
"""More groups are no answer that somebody reads."""
_ASKS = re.compile(
    r"(?i)^(?:who|which|what(?: (?:is|was|are|were) the)? (?:top|best|leading)|the top|top)\b"
    r"|^(?:what|which) (?:is|was|are|were) the (?:top|best|leading)\b"
)
_RANKS = re.compile(
    r"(?i)\b(?:most|fewest|least|highest|lowest|largest|smallest|longest|shortest|top|best)\b"
)
_TOP_BY = re.compile(
    r"(?i)^(?:(?:which|what) (?:is|are|was|were) )?(?:the )?top (?P<many>(?:\w+ )?)"
    r"(?P<what>[^\W\d_]+) by (?:total )?(?P<measure>.+)$"
)
_HAS_MOST = re.compile(
    r"(?i)^(?P<start>(?:who|which .+?) (?:has|have|had)) the (?P<end>most|fewest|least) "
    r"(?P<measure>.+)$"
)
_NUMBER = re.compile(r"(?i)^(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) $")
_PARTS = ("month", "quarter", "year")
_RANKED = frozenset(
    [
        *(Operation.SUM_PER_GROUP, Operation.COUNT_PER_GROUP, Operation.MEAN_PER_GROUP),
        *(Operation.LARGEST_PER_GROUP, Operation.SMALLEST_PER_GROUP),
        *(Operation.LARGEST, Operation.SMALLEST, Operation.TOP, Operation.BOTTOM),
    ]
)
_START = re.compile(r"^(?P<start>.+?)(?: per .+?, | of )\d+ ")
"""What the formula of one group begins with: "largest sum of Passengers"."""


def leaders_of(
    question: str, table: StoredTable, ask: Callable[[str], Calculation | Refusal | None]
) -> Calculation | Refusal | None:
    """What has the most in each group; None where a question does not ask for that, or the list has
    not exactly one column for the groups. A refusal where a group has no answer.

    Args:
        question: as it was asked.
        table: a list in a file of its own.
        ask: what another question over the same list gives.
    """
    text = bare_question(question)
    if not is_list(table) or not _ASKS.search(text) or not _RANKS.search(text):
        return None
    found = [(per, _groups(per["group"], text, table)) for per in PER.finditer(text)]
    named = [(per, groups) for per, groups in found if groups is not None]
    if len(named) != 1 or not 1 < len(named[0][1][1]) <= MOST_GROUPS:
        return None
    per, (head, names) = named[0]
    rest = _plain(f"{text[: per.start()]}{text[per.end() :]}".strip())
    asked: dict[str, Calculation | None] = {}
    for name, ways in names.items():
        told = (ask(f"{rest}{where}") for where in ways)
        asked[name] = next((each for each in told if isinstance(each, Calculation)), None)
    made = [(name, one) for name, one in asked.items() if one is not None]
    if not made or any(one.operation not in _RANKED or one.joint for _, one in made):
        return None
    if len(made) < len(asked):
        without = next(name for name, one in asked.items() if one is None)
        return Refusal(f"For {head} {without} there is no answer, so that none is told.")
    return _together(head, made) if len({each.operation for _, each in made}) == 1 else None


def _plain(text: str) -> str:
    """ "The top two boats by passengers" as "which two boats have the highest total passengers"."""
    if most := _HAS_MOST.match(text):
        end = "highest" if most["end"].casefold() == "most" else "lowest"
        return f"{most['start']} the {end} total {most['measure']}"  # and no single row
    match = _TOP_BY.match(text)
    if match is None:
        return text
    many = match["many"] if _NUMBER.match(match["many"]) else ""
    if match["many"] and not many:
        return text
    has = "have" if many else "has"
    return f"which {many}{match['what']} {has} the highest total {match['measure']}"


def _groups(
    said: str, text: str, table: StoredTable
) -> tuple[str, dict[str, tuple[str, ...]]] | None:
    """What the groups are of, and by the name of each how a question is narrowed to it."""
    rows = entries_of(table)[0]
    column = column_called(said, table)
    if column is not None and column not in headers_of(table, "").dates:
        head = heading(column, table)
        values = [value_of(table.rows[row], column) for row in rows]
        texts: dict[tuple[str, ...], str] = {}
        for value in values:
            texts.setdefault(key_of(value), value)
        held: dict[str, tuple[str, ...]] = {
            each: (f" where {head} is {each}", f" for {each}") for each in texts.values()
        }
        return (head, held) if all(values) else None
    part = said.casefold().removesuffix("s")
    headers = headers_of(table, "")
    date = chosen(headers.dates, text, headers)
    if part not in _PARTS or date is None:
        return None
    spans = spans_of(table, date, rows)
    days = [spans.get(value_of(table.rows[row], date)) for row in rows]
    named = [part_of(each, part) if each is not None else "" for each in sorted(filter(None, days))]
    if None in days or not all(named):
        return None
    return part, {name: (f" in {name}",) for name in dict.fromkeys(named)}


def _together(head: str, made: Sequence[tuple[str, Calculation]]) -> Calculation | None:
    first = made[0][1]
    starts = {match["start"] for _, each in made if (match := _START.match(each.formula))}
    if len(starts) != 1 or len({(each.unit, each.scale) for _, each in made}) != 1:
        return None
    cells: list[Operand] = []
    listed: list[tuple[str, str]] = []
    told: list[str] = []
    for name, each in made:
        cells += [replace(cell, label=f"{name}{GROUP_JOINT}{cell.label}") for cell in each.operands]
        leading = _leading(each)
        if not leading:
            return None
        listed += [(f"{name}{GROUP_JOINT}{who}", figure) for who, figure in leading]
        told.append(f"{name}: {', '.join(f'{who} ({figure})' for who, figure in leading)}")
    answer = "; ".join(told)
    formula = f"{starts.pop()} for each {head}, {len(made)} groups"
    return Calculation(
        Operation.LEADERS_PER_GROUP,
        answer,
        Decimal(len(listed)),
        "",
        ONE,
        formula,
        f"{answer} ({formula})",
        tuple(cells),
        1.0,
        exact=True,
        over=f"{formula} of {first.over}",
        listed=tuple(listed),
    )


def _leading(made: Calculation) -> tuple[tuple[str, str], ...]:
    """Those that lead in one group, with their figures; none where it is no name but a figure, or
    where several tie: then it is open which of them a list of so many would leave out."""
    behind = made.formula.rpartition(": ")[2].split(" (")[0]
    if made.listed:
        names = made.answer.split(", ")
        leading = tuple(each for each in made.listed if each[0] in names)
        return leading if len(leading) == len(names) and "(a tie" not in made.answer else ()
    is_name = made.formula.endswith(f"{made.answer}: {behind}")
    return ((made.answer, behind),) if is_name else ()
