"""What part of a period's sum something was: "What share of the electricity came from wind in
2031?" of a list with a row for each source and year.

The year at the end of such a question is that of the whole, too. Part and whole are two questions
for a total, whose rows must be of one list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import accumulate

from backend.tables.rounded_sums import last_place
from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.column_answers import made
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    bare_question,
    content,
    headers_of,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.tables import CellKind, StoredTable

_ASKED = re.compile(
    r"(?i)^(?:what|which) (?:share|proportion|percentage|per ?cent|part) of "
    r"(?:the |our |all |all the )?(?P<what>.+?) "
    r"(?:(?:came|comes|come) from|(?:was|were|is|are)(?: from)?) (?:the )?(?P<part>.+?) "
    r"(?P<when>(?:in|during) (?:[^\W\d]+ )?(?:19|20)\d\d)$"
)
_OF_ALL = re.compile(
    r"(?i)\b(?:(?:grand|sub)?-?totals?|all|sum|overall|world|worldwide|global|combined|together|whole"
    r"|altogether|average|mean)\b"
)
_PERIOD = re.compile(r"(?:19|20)\d\d")
_AMOUNTS = stemmed(
    ["electricity", "energy", "power", "heat", "water", "gas", "oil", "coal", "fuel", "waste"]
)
"""What a list may be of that has no number but an amount."""
FEWEST = 2
"""Figures that may be the parts of another one."""
_Ask = Callable[[str], Calculation | Refusal | None]


def share_in_period(question: str, table: StoredTable, about: str, ask: _Ask) -> Calculation | None:
    """The share of a part in what all rows of a period come to; None where the question wants none,
    it is open what is added up, or part and whole are not told.

    Args:
        question: as it was asked.
        table: a list.
        about: the title of its document.
        ask: what another question over the list gives.
    """
    asked = _ASKED.match(bare_question(question))
    if asked is None or table.box is not None or len(_PERIOD.findall(question)) != 1:
        return None
    headers = headers_of(table, about)
    added = that_add_up(table, headers.figures)
    if not added or len(headers.figures) != 1:
        return None
    own, what = headers.of(added[0]), content(asked["what"])
    known = own | headers.around | headers.own | stemmed(["total"])
    is_amount = what <= _AMOUNTS and not is_money(table.columns[added[0]])
    if not what <= known or not (what & own or is_amount):
        return None  # a share of the visitors is not one of what they spent
    head = plain_heading(added[0], table)
    part = ask(f"What is the total {head} of {asked['part']} {asked['when']}")
    whole = ask(f"What is the total {head} {asked['when']}")
    if not isinstance(part, Calculation) or not isinstance(whole, Calculation):
        return None
    if _counts_twice(whole.operands, table):
        return None
    return _told(part, whole)


def _counts_twice(operands: Sequence[Operand], table: StoredTable) -> bool:
    """Whether some of the figures of a whole may hold others of them: a row says that it is of all,
    it is of what another one is a kind of ("Wind", "Onshore wind"), or its figure is the sum of all
    others or of those next to it."""
    columns = [LABEL, *(at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT)]
    for column in columns:
        texts = {value_of(table.rows[operand.row], column) for operand in operands}
        if any(_OF_ALL.search(text) for text in texts):
            return True
        names = {stemmed(WORD.findall(text)) for text in texts if text}
        if any(one < other for one in names for other in names):
            return True
    values = [operand.value for operand in sorted(operands, key=lambda each: each.row)]
    return any(_is_sum(at, values) for at in range(len(values)))


def _is_sum(at: int, values: Sequence[Decimal]) -> bool:
    """Whether a figure is the sum of all others but for their rounding, or of two or more next to
    it."""
    value = values[at]
    slack = last_place(value) / 2 * (len(values) - 1)
    if len(values) > FEWEST and abs(sum(values) - 2 * value) <= slack:
        return True
    for beside in (values[:at][::-1], values[at + 1 :]):
        sums = list(accumulate(beside))
        if value in sums[FEWEST - 1 :]:
            return True
    return False


def _told(part: Calculation, whole: Calculation) -> Calculation | None:
    is_sum = part.operation is whole.operation is Operation.SUM
    own = {operand.place for operand in part.operands}
    others = tuple(operand for operand in whole.operands if operand.place not in own)
    is_part = len(others) + len(own) == len(whole.operands) and bool(others)
    of_one = (part.unit, part.scale) == (whole.unit, whole.scale) and part.unit != "%"
    if not (is_sum and is_part and of_one) or any(operand.value < 0 for operand in whole.operands):
        return None
    if whole.value <= 0:
        return None
    value = rounded(part.value / whole.value * HUNDRED)
    formula = f"{written(part.value)} ÷ {written(whole.value)} = {written(value)} %"
    cells = (*part.operands, *others)
    over = f"share of {part.over}"
    share = made(Operation.SHARE, written(value), value, formula, cells, over, "%")
    sentence = f"{written(value)} % ({part.over}, of {whole.over}: {formula})"
    return replace(share, sentence=sentence)
