"""Sentences that do not pick out what is asked for: “I looked at the three offers” does not say
which offer was the cheapest, “It was the mast” nothing of a cargo that nobody speaks of, and the
day of version 1.4 is not that of version 2.0.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.calendar_words import TITLES_OF_TIME
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.addresses_told import tells_address
from backend.tasks.answer.extractive.list_marks import without_clause_number
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.units import Unit

_SUPERLATIVE = (
    r"(?!(?:interest|request|forest|guest|rest|test|latest|west|east|honest|modest|harvest|protest"
    r"|invest|suggest|chest|nest|quest|contest)\b)[a-z]{3,}est\b"
)
_MOST_ASKED = re.compile(
    r"(?i)^(?:and )?(?:which|who|what)\b.*\b(?:is|are|was|were|has|have|had|costs?|did|does) .*?"
    rf"(?P<most>(?:most|least|best|worst)\b|{_SUPERLATIVE})"
)
_MOST_OF_ROWS = re.compile(
    r"(?i)^(?:and )?(?:which|who|whose|what|where|when|how)\b.*?"
    rf"(?P<most>\b(?:(?<!at )(?:most|least)|fewest|best|worst)\b|\b{_SUPERLATIVE})"
)
_TELLS_MOST = re.compile(
    r"(?i)\b(?:most|least|best|worst|only|first|last|main|top|record|max|maximum|min|minimum|peak"
    rf"|rank|ranking|place|limit|up to)\b|\b{_SUPERLATIVE}"
)
"""What a row says by which it may be the one: figures alone compare it with no other row."""
_COMPARES = re.compile(
    r"(?i)\d|\b(?:more|most|less|least|than|best|worst|better|worse|only|first|last|main|top|record"
    r"|all|none|both|every|half|twice|double)\b|\b(?!(?:other|after|over|under|never|ever|her|per"
    r"|whether|rather|either|neither|together|another|number|letter|paper|water|winter|summer"
    r"|member|order|offer|owner|matter|master|river|tower|corner|further)\b)[a-z]{3,}(?:er|est)\b"
)
_WHICH_DID = re.compile(
    r"(?i)^(?:and )?(?:which|what) (?P<what>[a-z]+) (?!is\b|are\b|was\b|were\b|do\b|does\b|did\b)"
    r"[a-z]+\b"
)
_SAYS_WHICH = re.compile(r"(?i)\b(?:called|named|namely)\b|[\"“‘«`]\w")
_NAME = re.compile(r"(?<=[a-z,;] )[^\W\d_a-z][^\W\d_]*\b(?!\d)")
_OTHER_KINDS = frozenset(
    [AnswerKind.OTHER, AnswerKind.DEFINITION, AnswerKind.PLACE, AnswerKind.LIST]
)

_VERSION = re.compile(r"(?<![\w.,$€£])v?(?P<number>\d{1,3}(?:\.\d{1,3}){1,3})(?![\w%]|[.,]\d)")
_OF_A_VERSION = frozenset([AnswerKind.DATE, AnswerKind.PERSON])


def picks_none_out(question: Question, text: str) -> bool:
    """Whether it is asked which one is the most of something, and a text compares nothing and has
    no figure."""
    asked = _MOST_ASKED.search(question.text.strip())
    if asked is None or question.kind not in _OTHER_KINDS | {AnswerKind.PERSON}:
        return False
    most = frozenset(term_texts(asked["most"]))
    said = without_clause_number(text)
    return most.isdisjoint(term_texts(said)) and _COMPARES.search(said) is None


def is_one_row_of_many(question: Question, text: str) -> bool:
    """Whether the most of something is asked for, and a text is one row of a table that does not
    say that it is the one."""
    if row_of(text) is None or _TELLS_MOST.search(text) is not None:
        return False
    return _MOST_OF_ROWS.search(question.text.strip()) is not None


def leaves_unnamed(question: Question, text: str) -> bool:
    """Whether it is asked which one did it, and a text says only that one did: “a yard, which we
    have left, delivered it” for “Which yard delivered it?”."""
    asked = _WHICH_DID.match(question.text.strip())
    if asked is None or _SAYS_WHICH.search(text):
        return False
    one = re.compile(
        rf"(?i)\b(?:an?|one of our|some|another) {re.escape(asked['what'])}(?=,|\W*$| "
        r"(?:that|which|who|whom|had|has|is|was|were|[a-z]+ed"
        r"|sent|made|built|brought|left|sold|took|gave|came|won|lost|paid|wrote|found|did)\b)"
    )
    known = frozenset(_NAME.findall(question.text)) | TITLES_OF_TIME
    named = frozenset(name for name in _NAME.findall(text) if name not in known)
    return one.search(text) is not None and not named


def is_of_what_nothing_names(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether the thing that is asked for stands in none of the passages, and a sentence has no
    other word of the question either: it can only be of something else."""
    question = reading.question
    if question.kind not in _OTHER_KINDS or not question.focus or len(question.terms) < 2:
        return False
    held = frozenset[str]().union(
        *(passage.terms | passage.title_terms for passage in reading.passages.values())
    )
    if not frozenset(question.focus).isdisjoint(held) or question.focus[0] not in question.weights:
        return False
    if tells_address(question.text, unit.text):
        return False
    own = unit.term_set | frozenset(term_texts(unit.heading))
    return question.weights.keys().isdisjoint(own | reading.passages[unit.hit].title_terms)


def is_of_no_such_version(question: Question, text: str, over: str) -> bool:
    """Whether it is asked when, or by whom, a version was made that the question names by its
    number, and neither a sentence nor what it stands under has that number.

    Args:
        text: the sentence, with what belongs to it.
        over: its heading, the titles above it, and the sentence before it.
    """
    if question.kind not in _OF_A_VERSION:
        return False
    asked = frozenset(match["number"] for match in _VERSION.finditer(question.text))
    said = [match["number"] for match in _VERSION.finditer(f"{over} {text}")]
    return bool(asked) and not any(
        one == other or other.startswith(f"{one}.") for one in asked for other in said
    )
