"""What “what happens if …” is asked of: a sentence with a condition of its own that shares nothing
with the asked one tells of another case."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import IF_ASKED

HALF = 0.5
"""Share of the asked condition's words that a text has outside of its own conditions, at least:
“The agent charges 45 pounds for a lost key, once the form is signed.”"""
LEAST_STEM = 3
"""Letters of a stem that another one may begin with."""

_ASKED = re.compile(r"(?i)\b(?:if|when|in case)\b(?P<case>.*)$")
_SAID = re.compile(
    r"(?i)\b(?:if|when|unless|in case|once(?! (?:a|an|per|every|each|in)\b)|as soon as|whenever)\b"
    r"(?P<case>[^,;:.]{3,160})"
)
"""“Once a year” is no condition."""


def of_another_condition(question: str, text: str) -> bool:
    """Whether a text has conditions, all in words of their own, none of which has a word of the
    one that is asked about, and says little of it besides."""
    if not IF_ASKED.search(question):
        return False
    asked = _ASKED.search(question)
    wanted = frozenset(term_texts(asked["case"])) if asked else frozenset[str]()
    said = [frozenset(term_texts(each["case"])) for each in _SAID.finditer(text)]
    if not wanted or not said or not all(said):  # “if so” and “when on” may be any case
        return False
    if any(_share(wanted, each) for each in said):
        return False
    besides = frozenset(term_texts(_SAID.sub(" ", text)))
    return sum(_share(frozenset([each]), besides) for each in wanted) < HALF * len(wanted)


def _share(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sets have a stem in common, or one of which the other begins with ("pay",
    "payment")."""
    return any(
        min(len(left), len(right)) >= LEAST_STEM
        and (left.startswith(right) or right.startswith(left))
        for left in one
        for right in other
    )
