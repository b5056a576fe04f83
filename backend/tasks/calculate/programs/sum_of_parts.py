"""What two parts of a business come to together, by a measure that a heading or title names: "What
were the net revenues of Harbour Services and Inland Freight together in the first quarter of 2031?"

Each part is asked for as a figure of its own; both must be of one period and unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.telling import told
from backend.types.calculations import Calculation, Operation, Refusal

_TOGETHER = r"(?:together|combined|in total|altogether|taken together|added up|between them)"
_WHEN = r"(?P<when> (?:in|for|during) (?:the )?(?:[^?,]*\b)?(?:19|20)\d\d)"
_NAMES = r"(?:the )?(?P<one>[^,?]+?) and (?:the )?(?P<other>[^,?]+?)"
_FORMS = (
    re.compile(
        r"(?i)^(?:what|how much) (?:is|was|were|are) (?:the )?"
        r"(?:(?:total|combined) |sum of (?:the )?)(?P<measure>[^,?]+?)"
        rf" (?:of|for|from|in|at) {_NAMES}{_WHEN}\W*$"
    ),
    re.compile(
        r"(?i)^(?:what|how much) (?:is|was|were|are) (?:the )?(?P<measure>[^,?]+?)"
        rf" (?:of|for|from|in|at) {_NAMES},? {_TOGETHER}{_WHEN}\W*$"
    ),
    re.compile(
        r"(?i)^(?:what|how much) (?:is|was|were|are) (?:the )?(?P<measure>[^,?]+?)"
        rf" (?:of|for|from|in|at) {_NAMES}{_WHEN},? {_TOGETHER}\W*$"
    ),
    re.compile(
        rf"(?i)^(?:what|how much) did {_NAMES} (?:bring in|earn|make|take in|come to|contribute),?"
        rf" {_TOGETHER} (?:in|as) (?P<measure>[^,?]+?){_WHEN}\W*$"
    ),
)
_Ask = Callable[[str], Calculation | Refusal | None]


def sum_of_parts(question: str, ask: _Ask) -> Calculation | None:
    """The sum of one measure of two parts; None where the question wants none, or either figure is
    not told, or they are of two periods or units.

    Args:
        question: as it was asked.
        ask: what another question over the tables gives.
    """
    found = next(filter(None, (form.match(question) for form in _FORMS)), None)
    if found is None or len(years_in(question)) != 1:
        return None
    measure, when = found["measure"], found["when"]
    figures = [
        made
        for name in (found["one"], found["other"])
        if (made := _figure(ask(f"What was the {measure} of {name}{when}?"), name)) is not None
    ]
    if len(figures) < len(("one", "other")):
        return None
    one, other = (made.operands[0] for made in figures)
    alike = (one.period, one.unit) == (other.period, other.unit)
    if not alike or (one.table_id, one.row) == (other.table_id, other.row):
        return None
    return told(Operation.SUM, [one, other], min(made.confidence for made in figures))


def _figure(made: Calculation | Refusal | None, name: str) -> Calculation | None:
    """The one cell that was told of a part, in a row that is called so."""
    if not isinstance(made, Calculation) or made.operation is not Operation.LOOKUP:
        return None
    is_its = len(made.operands) == 1 and words_of(name) <= words_of(made.operands[0].label)
    return made if is_its else None
