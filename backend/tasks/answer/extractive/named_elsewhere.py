"""Sentences of a document that does not know the name which a question gives.

“Ponies are allowed, two to a stall” in the letter of one stable says nothing of “How many ponies
may I keep at Larch Farm?”, where another letter is the one about Larch Farm. The rest of the
question fits it well, so that no ranking tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.analysis import fold, term_texts
from backend.calendar_words import MONTH_NAME, WEEKDAY
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import PRONOUN
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.required import (
    Context,
    folded_words,
    holds_name,
    names_of,
    required,
)
from backend.tasks.answer.extractive.units import Unit

HEAD = 500
"""Characters of a document's beginning that tell from whom or of what it is."""

_JOINED = re.compile(r"[\W_]+")
_NAMED_INSIDE = re.compile(r"(?<=[\w,;’'\"“(] )[^\W\d_a-z][\w’'-]*[^\W\d_]")
"""A capital that does not open a sentence: a name."""


def is_where_name_is_unknown(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a question gives a name that another document has in its title, a heading or its
    head, and that the document of a sentence has nowhere as far as it was found, its beginning with
    it.

    A document's beginning, its title and its file name say of what all of it is. Where they were
    not found nothing is said, nor where the passages with the name lead to this document: they
    have a name of the sentence, or all of the document's own.
    """
    if reading.question.kind is AnswerKind.CHOICE:
        return False
    own = reading.passages[unit.hit]
    apart = [passage for passage in reading.passages.values() if passage.document != own.document]
    beside = [passage for passage in reading.passages.values() if passage.document == own.document]
    if not apart or not any(passage.start == 0 for passage in beside):
        return False
    for name in required(reading.question.text).names:
        if any(_knows(passage, name) for passage in beside):
            continue
        naming = [passage for passage in apart if frozenset(term_texts(name)) <= passage.terms]
        if any(_is_about(passage, name) for passage in naming) and not any(
            _leads_to(passage, own, unit) for passage in naming
        ):
            return True
    return False


_OF_NAME = re.compile(
    r"\b(?P<joint>(?i:for|of|in|at|from|with|to)) (?:the |our )?"
    r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)"
)
"""A name behind what puts something to it."""
_NO_NAME = re.compile(
    rf"(?i)(?:{MONTH_NAME}|{WEEKDAY}\w*|section|part|table|figure|appendix|chapter|clause|page|mr"
    r"|mrs|ms|dr|i|english|german|french|spanish|no|p|members?|friends|christmas|easter|hmrc)\b"
)


def lacks_a_name(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a name of the question stands neither in a sentence, nor in what it stands under, nor
    in the one before it, or before “it”: when a van's test is due may be that of another van."""
    held = unit.term_set | reading.passages[unit.hit].title_terms
    held |= frozenset(term_texts(unit.heading))
    for before in reversed(reading.above(unit)):
        held |= before.term_set
        if not PRONOUN.match(before.text):
            break
    return any(name.isdisjoint(held) for name in names_of(reading.question.text))


def names_siblings(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence tells of others what is asked of a name that it lacks: “for the North Wing
    it is Ann, and for the South Wing Bo” says nothing “for the Annexe”."""
    held = unit.term_set | reading.passages[unit.hit].title_terms
    held |= frozenset(term_texts(unit.heading))
    held = held.union(*(before.term_set for before in reading.above(unit)[-1:]))
    for found in _OF_NAME.finditer(reading.question.text):
        own = frozenset(term_texts(found["name"]))
        if not own or not own.isdisjoint(held) or _NO_NAME.match(found["name"]):
            continue
        if any(
            other["joint"].casefold() == found["joint"].casefold()
            and not _NO_NAME.match(other["name"])
            for other in _OF_NAME.finditer(unit.text)
        ):
            return True
    return False


def _knows(passage: Passage, name: str) -> bool:
    """Whether a passage has any word of a name, its letters run together, or what it is short for.
    “Choir” is the choral society of a name, but “Lane” may be of another one."""
    context = _context(passage)
    return not context.stems.isdisjoint(term_texts(name)) or holds_name(context, name)


def _is_about(passage: Passage, name: str) -> bool:
    """Whether a passage stands under a name, or begins its document with it."""
    head = term_texts(passage.text[:HEAD]) if passage.start == 0 else []
    return frozenset(term_texts(name)) <= passage.title_terms.union(head)


def _context(passage: Passage) -> Context:
    text = f"{passage.title} {passage.text}"
    stems = passage.terms | frozenset(term_texts(text))  # headings are no units
    return Context(stems, _JOINED.sub("", fold(text)), folded_words(text), frozenset())


def _leads_to(naming: Passage, own: Passage, unit: Unit) -> bool:
    """Whether a passage that has the name has another one by which it leads to a sentence."""
    if own.name_terms and own.name_terms <= naming.terms:
        return True
    return any(stems <= naming.terms for stems in _names_in(unit.text))


def _names_in(text: str) -> Iterator[frozenset[str]]:
    for match in _NAMED_INSIDE.finditer(text):
        stems = frozenset(term_texts(match.group()))
        if stems:
            yield stems
