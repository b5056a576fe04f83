"""What part of a period's sum something was: "What share of the electricity came from wind in
2031?" of a list with a row for each source and year.

The year at the end of such a question is that of the whole, too. Part and whole are two questions
for a total, whose rows must be of one list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.column_answers import made
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_words import (
    bare_question,
    content,
    headers_of,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_ASKED = re.compile(
    r"(?i)^(?:what|which) (?:share|proportion|percentage|per ?cent|part) of "
    r"(?:the |our |all |all the )?(?P<what>.+?) "
    r"(?:(?:came|comes|come) from|(?:was|were|is|are)(?: from)?) (?:the )?(?P<part>.+?) "
    r"(?P<when>(?:in|during) (?:[^\W\d]+ )?(?:19|20)\d\d)$"
)
_PERIOD = re.compile(r"(?:19|20)\d\d")
_AMOUNTS = stemmed(
    ["electricity", "energy", "power", "heat", "water", "gas", "oil", "coal", "fuel", "waste"]
)
"""What a list may be of that has no number but an amount."""
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
    if len(added) != 1 or len(headers.figures) != 1:
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
    return _told(part, whole)


def _told(part: Calculation, whole: Calculation) -> Calculation | None:
    is_sum = part.operation is whole.operation is Operation.SUM
    own = {each.place for each in part.operands}
    others = tuple(each for each in whole.operands if each.place not in own)
    is_part = len(others) + len(own) == len(whole.operands) and bool(others)
    of_one = (part.unit, part.scale) == (whole.unit, whole.scale) and part.unit != "%"
    if not (is_sum and is_part and of_one) or any(each.value < 0 for each in whole.operands):
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
