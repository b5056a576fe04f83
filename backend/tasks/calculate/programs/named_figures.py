"""What figures that a field has a name for share: how a question asks for one and for nothing else,
and how a row is called."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.series import words_of

_MEANT_ANYWAY = words_of(
    "company group consolidated reported gaap calculate compute calculated computed day"
)
SEVERAL = re.compile(
    r"(?i)\b(?:average|mean|change[ds]?|grow|grew|growth|improve[ds]?|increase[ds]?|decrease[ds]?"
    r"|decline[ds]?|trend|compare[ds]?|than|versus|vs|each|by how m\w+|why)\b"
)
"""What asks for more than the figure of one period."""
_BEFORE = re.compile(r"(?i)\bbefore\b")
_IN_BRACKETS = re.compile(r"\([^)]*\)")


def without(question: str, name: re.Match[str]) -> str:
    """The question without the figure's name."""
    return f"{question[: name.start()]} {question[name.end() :]}"


def further_words(rest: str) -> frozenset[str]:
    """The words beside a figure's name that are not always said, figures left out: with one of them
    ("of the cloud segment", "adjusted") another figure is meant."""
    said = {text for text in term_texts(rest) if not any(map(str.isdigit, text))}
    return frozenset(said) - ASKING - _MEANT_ANYWAY


def says_before(label: str) -> bool:
    """Whether a row stands before something: what is income before taxes is not the taxes on it,
    though all words that tell are the same."""
    return bool(_BEFORE.search(label))


def bare_label(label: str) -> str:
    """A row's label without what stands in brackets and at its ends."""
    return _IN_BRACKETS.sub(" ", label).strip(" :.")


def titled(name: str) -> str:
    """A figure's name as a sentence begins with it."""
    return f"{name[:1].upper()}{name[1:]}"
