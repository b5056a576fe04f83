"""Who did something to a thing of a list, where a header names those that do it: "Who supplied the
gloves?" of a list with the column "Supplier"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import WORD, heading
from backend.tasks.calculate.programs.comparison_words import doers
from backend.types.tables import CellKind, StoredTable

_WHO = re.compile(
    r"(?i)^(?:who(?: has| have| had)?|(?:which|what) (?P<called>[^\W\d_]+)) "
    r"(?P<verb>[^\W\d_]+) (?P<rest>.+)$"
)
_RANKED = re.compile(r"(?i)\b(?:most|least|fewest|first|last|latest|earliest)\b")


def with_doer_asked(question: str, table: StoredTable) -> str:
    """The question for the column of those who do what its verb says: "Which Supplier gloves" for
    "Who supplied the gloves?"; as it was where not exactly one column is of those."""
    text = " ".join(question.split()).strip(" ?.!")
    found = _WHO.match(text)
    if table.box is not None or found is None or _RANKED.search(text):
        return question
    verb = found["verb"].casefold()
    texts = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    heads = [heading(at, table) for at in texts]
    held = [head for head in heads if any(_does(word, verb) for word in WORD.findall(head))]
    called = (found["called"] or "").casefold()
    if called:
        held = [each for each in held if called in (word.casefold() for word in WORD.findall(each))]
    return f"Which {held[0]} {found['rest']}" if len(held) == 1 else question


def _does(word: str, verb: str) -> bool:
    """Whether those who are called by a word do what a verb says."""
    return verb in doers().get(word.casefold(), ())
