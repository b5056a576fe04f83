"""Answers that hold nothing of what is asked, or nothing but it.

“The mate is Ada Finch” names nobody for “Who was the mate before Ada Finch?”, and “The crew may
rest after two hours” has no word of “How long does it take until the paint is dry?”.
"""

from __future__ import annotations

import re
from collections.abc import Set

from backend.analysis import term_texts
from backend.calendar_words import TITLES_OF_TIME
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import PRONOUN
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import MAY_OR_MUST
from backend.tasks.answer.extractive.units import Unit

_BESIDES = re.compile(
    r"^[Ww]ho(?:m|se)?\b.*\b(?:before|after|besides|other than|apart from|instead of|except) "
    r"(?:Mrs? |Ms |Dr |Prof\.? )?(?P<name>[^\W\d_a-z][\w.’'-]*(?: [^\W\d_a-z][\w.’'-]*)*)\W*$"
)
_NAME = re.compile(r"[^\W\d_a-z][\w’'-]+")
_ASKS_NAME = re.compile(
    r"(?i)^(?:and )?what(?: is|['’]s|s| was| are| were) (?:the |its |their |your |our )?"
    r"(?:(?:full |exact |own )?names? of\b|[\w’' -]{2,40} (?:called|named)\W*$)"
)
_SAYS_NAME = re.compile(
    r"(?i)(?<!whose )\b(?:names?|named|called|known as|entitled)\b|[\"“‘«`]|\w[._/@]\w"
)
_CALLED = re.compile(r"(?i)\b(?:named|called|known as|entitled)\b")
_OF_WHAT = re.compile(
    r"(?i)\bnames? of (?:the |our |its |their |your |an? )?(?P<what>[\w’'-]+(?: [\w’'-]+)?)\b"
)
NEAR = 8
"""Words from a thing to where it is said what it is called, at most."""
_PLACED = re.compile(r"\b(?:in|near|from) (?:the )?[^\W\d_a-z][\w’'-]+(?: [^\W\d_a-z][\w’'-]+)*")
"""Where something is, which is not its name."""
_TITLES = frozenset(["Mr", "Mrs", "Ms", "Dr", "Prof", "Sir", "Lady", "The", "A", "An", "Our", "In"])
_FIGURES = frozenset([AnswerKind.AMOUNT, AnswerKind.COUNT, AnswerKind.DATE])
_HOW_LONG = re.compile(r"(?i)^(?:and )?how long (?:does|did|will|would) it take\b")
_TAKES = frozenset(term_texts("long take"))
LEAST_ASKED = 2
"""Words of a question of which an answer has one, at least: a single one may be put otherwise."""


def names_only_asked(question: Question, text: str) -> bool:
    """Whether it is asked who was it before, after or besides somebody, and a text names nobody
    else."""
    asked = _BESIDES.match(question.text.strip())
    if question.kind is not AnswerKind.PERSON or asked is None:
        return False
    known = frozenset(_NAME.findall(question.text)) | _TITLES
    named = frozenset(_NAME.findall(text))
    return not named.isdisjoint(_NAME.findall(asked["name"])) and named <= known


def tells_no_name(question: Question, text: str) -> bool:
    """Whether a name is asked for, and a text has none but those of the question and of where
    something is: “The inn in Elm has no bar.” for what the inn is called. Its first word may be a
    name."""
    if _ASKS_NAME.match(question.text.strip()) is None:
        return False
    if _SAYS_NAME.search(text) and not _calls_another(question.text, text):
        return False
    named = frozenset(_NAME.findall(_PLACED.sub(" ", text)))
    return named <= frozenset(_NAME.findall(question.text)) | _TITLES | TITLES_OF_TIME


def _calls_another(question: str, text: str) -> bool:
    """Whether a text says what something is called so far behind the thing whose name is asked for,
    that it is another one: “The crew that rows the gig keeps its oars in the old shed behind the
    mill, which is called Barrow.”"""
    asked, called = _OF_WHAT.search(question), _CALLED.search(text)
    if asked is None or called is None or PRONOUN.match(text):
        return False
    what = frozenset(term_texts(asked["what"]))
    near = text[: called.start()].split()[-NEAR:]
    near += text[called.end() :].split()[:NEAR]
    held = frozenset(term_texts(" ".join(near)))
    return bool(what) and what.isdisjoint(held) and not what.isdisjoint(term_texts(text))


def shares_nothing(question: Question, unit: Unit, above: Set[str]) -> bool:
    """Whether a figure or a date is asked for, and a sentence, with the heading that it stands
    under, has no word of the question, and none that points back to one before it. It may still
    put the answer in other words.

    Args:
        above: stems of its nearest heading.
    """
    if question.kind not in _FIGURES or len(question.terms) < LEAST_ASKED:
        return False
    if PRONOUN.match(unit.text) or question.times.years:
        return False
    idle = _TAKES if _HOW_LONG.match(question.text) else frozenset[str]()
    asked = question.weights.keys() - idle - MAY_OR_MUST
    return asked.isdisjoint(unit.term_set | above)
