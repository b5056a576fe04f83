"""Which switch, command or function does something: the entry that says so names it.

“-L List the sails on board” names the option that "Which switch lists the sails?" asks for, though
it holds no sentence; it is also how one lists the sails.
"""

from __future__ import annotations

import re
from typing import Protocol

from backend.analysis import term_texts
from backend.definitions.asked_names import CLASS
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST_ASKED = 2
"""Words that say what it does, at least: one alone is said of many."""

_WHICH = re.compile(
    rf"(?i)^(?:and )?(?:which|what) (?P<kind>(?:[a-z]+ ){{0,2}}?(?:{CLASS}|keys?|shortcuts?))"
    r"(?: (?:of|in|for) (?:the )?(?P<of>[\w.-]+))? (?!(?:is|are|was|were|has|have|do|does|did)\b"
    r"(?! used\b))(?P<does>[a-z]+\b.*)$"
)
_HOW = re.compile(
    r"(?i)^(?:and )?how (?:do|can|could|should|would) (?:i|we|you|one) (?P<does>[a-z]+\b.*)$"
)
_SWITCHED = re.compile(r"(?i)\b(?P<on>on|enabl\w+|show\w*)\b|\b(?:off|disabl\w+|hid(?:e|es|ing))\b")
"""What turns something on does not turn it off."""
_MARK = re.compile(r"^(?:[•▪◦‣·*]\s+|\(?\d{1,2}[.)]\s+)?[\"'“‘«`]?")
_NAME = re.compile(
    r"^(?:--?[^\W\d][\w\[\]=-]*|-[#?@]|\.[^\W\d]\w*|[\w.:]+\(\)|[^\W\d]\w*_\w*|[^\W\d][\w-]*\(\d\))$"
)
"""What only a program calls something: `-x`, `--quiet`, `.reef`, `furl()`, `furl_sail`,
`furl(1)`."""
_NAMED_SO = re.compile(
    rf"(?i)\b{CLASS} [\"'“‘«`]?(?P<name>--?[^\W\d][\w-]*|[\w.-]+\(\)|[^\W\d]\w*_\w+)(?![\w-])"
)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_PUNCTUATION = ".,;:!?}\"'”’»`"


class Surroundings(Protocol):
    """What is known of the passage that a sentence stands in."""

    @property
    def title_terms(self) -> frozenset[str]: ...

    @property
    def terms(self) -> frozenset[str]: ...


def naming_fit(question: Question, unit: Unit, about: Surroundings) -> float:
    """`FIT` if a unit is the entry of what does all that the question asks for, or a sentence that
    names it with its kind ("the switch -L lists …"); else 0.

    Args:
        about: the passage, which must speak of the program that is named behind "of".
    """
    asked = _WHICH.match(question.text.strip())
    if asked is None:
        return _way_fit(question, unit, about)
    kind = frozenset(term_texts(asked["kind"]))
    program = frozenset(term_texts(asked["of"] or "")) & question.weights.keys()
    does = frozenset(term_texts(asked["does"])) & question.weights.keys()
    if len(does - kind - program) < LEAST_ASKED or not does - kind - program <= unit.term_set:
        return 0.0
    plain = _IN_BRACKETS.sub(" ", unit.text)  # “(0 is no speed)” denies nothing of the switch
    if NEGATION.search(plain) and not NEGATION.search(question.text):
        return 0.0
    if not program <= unit.term_set | about.terms | about.title_terms:
        return 0.0
    behind = unit.text.partition(": ")[2]  # the first of several behind what announces them
    named = _begins_with_name(unit.text) or _begins_with_name(behind)
    return FIT if named or _NAMED_SO.search(unit.text) else 0.0


def _way_fit(question: Question, unit: Unit, about: Surroundings) -> float:
    """`FIT` if a unit is the entry of an option that does all that “How do I …?” asks for, where
    the titles may name the program."""
    asked = _HOW.match(question.text.strip())
    first = unit.text.partition(" ")[0]
    if asked is None or not first.startswith("-") or not _begins_with_name(unit.text):
        return 0.0
    does = frozenset(term_texts(asked["does"])) & question.weights.keys()
    own = does & unit.term_set
    if len(own) < LEAST_ASKED or not does <= own | about.title_terms:
        return 0.0
    if NEGATION.search(_IN_BRACKETS.sub(" ", unit.text)) and not NEGATION.search(question.text):
        return 0.0
    wanted, told = (_turned(each) for each in (question.text, unit.text))
    return FIT if wanted is None or told is None or wanted is told else 0.0


def _turned(text: str) -> bool | None:
    """Whether a text says that something is turned on, or off; None where it says neither."""
    match = _SWITCHED.search(text)
    return None if match is None else match["on"] is not None


def _begins_with_name(text: str) -> bool:
    """Whether a text begins with a name that is no plain word, and goes on."""
    mark = _MARK.match(text)
    first, _, rest = text[mark.end() if mark else 0 :].partition(" ")
    return bool(rest) and _NAME.match(first.rstrip(_PUNCTUATION)) is not None
