"""A ratio that a field has a name for, of a part of the business: "What was the operating margin of
Harbour Services in the first quarter of 2031?" over tables that tell operating profit and revenue
part by part.

Each of the two rows is asked for as a figure of its own; what one question gives and another gives
must be of one period, one unit and one name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.glossaries import RatioForm, named_ratios
from backend.tasks.calculate.programs.named_figures import SEVERAL, titled
from backend.tasks.calculate.programs.part_figures import Ask, figure_of_part
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.telling import told
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_OF_PART = re.compile(
    r"(?i)^what (?:is|was|were|are) (?:the )?(?P<ratio>.+?) (?:of|for|in|at) (?:the )?"
    r"(?P<part>[^,?]+?)(?P<when> (?:in|for|during) (?:the )?(?:[^?]*\b)?(?:19|20)\d\d[^?]*?)\??$"
)
_OWNED = re.compile(
    r"(?i)^what (?:is|was|were|are) (?:the )?(?P<part>[^,?]+?)['’]s? "
    r"(?P<ratio>.+?)(?P<when> (?:in|for|during) (?:the )?(?:[^?]*\b)?(?:19|20)\d\d[^?]*?)\??$"
)


def ratio_of_part(question: str, tables: Sequence[StoredTable], ask: Ask) -> Calculation | None:
    """The ratio of two figures of a part that rows or headings name; None where the question wants
    none of a part, or either figure is not told for it.

    Args:
        question: as it was asked.
        tables: those that may answer.
        ask: what another question over the tables gives.
    """
    found = _OF_PART.match(question) or _OWNED.match(question)
    if found is None or len(years_in(question)) != 1 or SEVERAL.search(question):
        return None
    ratio = next((each for each in named_ratios() if each.asks.fullmatch(found["ratio"])), None)
    part = words_of(found["part"])
    if ratio is None or ratio.form is not RatioForm.PER_CENT or not part:
        return None
    rows = [row for table in tables for row in table.rows]
    if not any(part <= words_of(row.label) for row in rows):
        return None
    whole = part | words_of(found["ratio"])
    if any(whole <= words_of(" ".join((row.label, *row.group))) for row in rows):
        return None  # it is printed
    over = _figure(ratio.over, found["part"], found["when"], ask)
    under = _figure(ratio.under, found["part"], found["when"], ask)
    if over is None or under is None:
        return None
    one, other = over.operands[0], under.operands[0]
    alike = (one.period, one.unit) == (other.period, other.unit) and one.label == other.label
    if not alike or (one.table_id, one.row) == (other.table_id, other.row) or not other.value:
        return None
    made = told(Operation.SHARE, [one, other], min(over.confidence, under.confidence))
    return replace(made, sentence=f"{titled(ratio.name)} – {made.sentence}")


def _figure(names: Sequence[str], part: str, when: str, ask: Ask) -> Calculation | None:
    """The figure of the part under the likeliest name that any is told for."""
    made = (figure_of_part(ask, name, part, when) for name in names)
    return next((each for each in made if each is not None), None)
