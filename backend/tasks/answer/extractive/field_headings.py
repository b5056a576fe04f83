"""What stands below a heading that is the name of a field, an option or the like.

“What is the Rigger field?” is answered by the first sentence below “Rigger”.
"""

from __future__ import annotations

import re

from backend.definitions.asked_names import CLASS, asked_name
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.units import Unit

LEAST_SAID = 3
"""Words that such a sentence has at least, without function words."""


def is_below_field(question: str, unit: Unit) -> bool:
    """Whether a sentence is the first below a heading that is, letter for letter, the name which a
    question calls a field, an option or the like."""
    name, _ = asked_name(question)
    if not name or not unit.opens or name != unit.heading or is_question(unit.text):
        return False
    called = re.search(rf"\b{re.escape(name)}[\"”’]? (?i:{CLASS})\b", question)
    opens = unit.text[:1].isupper() and len(unit.terms) >= LEAST_SAID
    return called is not None and opens
