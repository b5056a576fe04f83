"""What a property of a named thing is: “The range of DA3 is 0 to 5 volts.”, “DA3 range is …”.

“What is the range of the second output DA3?” calls the thing what no sentence about it need say
again: a name that is no plain word stands for one thing.
"""

from __future__ import annotations

import re

from backend.analysis import fold, term_texts
from backend.tasks.answer.extractive.fit import FIT

_NAME = r"[\"“‘'`]?(?P<name>(?=[\w.+-]*[A-Z\d_])[A-Za-z][\w.+-]*\w)[\"”’'`]?"
_ASKED = re.compile(
    r"(?:And )?(?i:what|which) (?:is|are|was|were) (?:the )?(?P<what>[a-z][a-z -]{1,40}?)"
    rf" (?:of|for) (?:the |an? )?(?:[a-z][a-z-]* ){{0,4}}?{_NAME}(?: [a-z]+)?\W*$"
)
_STATED = (
    r"(?:.{{0,40}}\bthe )?(?:(?P<what>[a-z][a-z -]{{1,40}}?) of (?:the )?(?:[a-z-]+ ){{0,3}}{name}"
    r"|(?:the )?{name}(?:[’']s)? (?P<own>[a-z][a-z -]{{1,40}}?)) (?:is|are|was|were)"
    r" (?!(?:not|set|shown|given|chosen|defined|only|known|now)\b|\w+ed\b)\S"
)


def property_fit(question: str, text: str) -> float:
    """How surely a sentence states the property that a question asks for: 0 or `FIT`."""
    asked = _ASKED.match(question.strip())
    if asked is None or not _is_name(asked["name"]):
        return 0.0
    said = re.match(_STATED.format(name=re.escape(asked["name"])), text, re.IGNORECASE)
    if said is None:
        return 0.0
    wanted = frozenset(term_texts(asked["what"]))
    told = frozenset(term_texts(said["what"] or said["own"]))
    return FIT if wanted and wanted == told else 0.0


def _is_name(name: str) -> bool:
    """Whether a name is no plain word: it has a digit, or capitals that no sentence gives it."""
    return any(map(str.isdigit, name)) or name[1:] != fold(name)[1:] or "_" in name
