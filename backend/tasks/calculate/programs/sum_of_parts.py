"""What two parts of a business come to together, by a measure that a heading or title names: "What
were the net revenues of Harbour Services and Inland Freight together in the first quarter of 2031?"

Each part is asked for as a figure of its own; both must be of one period and unit.
"""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.part_figures import Ask, figure_of_part
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.telling import told
from backend.types.calculations import Calculation, Operation

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


def sum_of_parts(question: str, ask: Ask) -> Calculation | None:
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
    first = figure_of_part(ask, measure, found["one"], when)
    second = figure_of_part(ask, measure, found["other"], when)
    if first is None or second is None:
        return None
    one, other = first.operands[0], second.operands[0]
    alike = (one.period, one.unit) == (other.period, other.unit)
    if not alike or (one.table_id, one.row) == (other.table_id, other.row):
        return None
    return told(Operation.SUM, [one, other], min(first.confidence, second.confidence))
