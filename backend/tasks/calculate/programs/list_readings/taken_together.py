"""What several come to together: "How many bags did Ada and Bo fill together?", "What are the total
hours of Ada and Bo together?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import bare_question, is_list
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation, Operation

_ADDING = (
    r"(?:buy|bought|carry|carried|catch|caught|collect(?:ed)?|deliver(?:ed)?|donated?|earn(?:ed)?"
    r"|fill(?:ed)?|gather(?:ed)?|give|gave|given|harvest(?:ed)?|order(?:ed)?|pa(?:y|id)"
    r"|pick(?:ed)?|produced?|raised?|sell|sold|sen[dt]|spen[dt]|used?)"
)
"""Verbs of amounts that add up. Who played or walked so much together did it at one time."""
_TOTAL = re.compile(r"(?i)^what (?:is|are|was|were) the (?:total|sum)\b.+(?= together$)")
_DID = re.compile(
    rf"(?i)^(?P<who>how (?:many|much) .+?) (?:together (?P<verb>{_ADDING})"
    rf"|(?P<verb_>{_ADDING}(?: (?:in|on|at|by|for|from|during) .+)?) together)$"
)
_BOTH = re.compile(r"(?i)\bboth (?=.+ and )")
_SEVERAL = " or "


def taken_together(asked: AskedList) -> list[Outcome]:
    """The sum of the rows of several that are named; nothing where one alone is, or the verb does
    not say that amounts are added up."""
    text = bare_question(asked.question)
    if asked.is_part or not is_list(asked.table) or "together" not in text.casefold():
        return []
    if total := _TOTAL.match(text):
        plain = total[0]
    elif did := _DID.match(text):
        plain = f"{did['who']} {did['verb'] or did['verb_']}"
    else:
        return []
    made = asked.ask(_BOTH.sub("", plain))
    if not isinstance(made, Calculation) or made.operation is not Operation.SUM:
        return []
    return [made] if _SEVERAL in made.over.partition(" where ")[2] else []
