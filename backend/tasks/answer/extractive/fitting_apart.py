"""Which candidates tell of the very thing that is asked about, where others tell of one that a word
sets apart: a longer label, what is allowed or claimed, the price of each, a part of a thing, and
what holds without it. As all rules of form, each has its say only where a candidate fits.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.claims_reported import answers_claim, claimed
from backend.tasks.answer.extractive.forms import PRONOUN, is_question, tells_figure
from backend.tasks.answer.extractive.list_marks import without_clause_number
from backend.tasks.answer.extractive.longest_label import without_shorter_labels
from backend.tasks.answer.extractive.money import MONEY, asked_words
from backend.tasks.answer.extractive.plain_statements import asks_leave, gives_leave
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.told_what_it_is import purpose_fit
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.with_or_without import is_of_the_other_state

LESS = 0.6
FAR_LESS = 0.3
"""A figure of a quarter is none of the year."""
LEAST_ASKED = 3
"""Words of a question for yes or no of which the last one must be said."""
_OF_THE_ASKER = re.compile(r"(?i)\b(?:my|our)(?: own)? [\w-]+\W*$")
_SAYS_SO = re.compile(r"(?i)(?:yes|no)\b[,.:;!–—]")
_IDLE = frozenset(
    term_texts("may must can should somebody anybody something anything", keep_stop_words=True)
)
_CASE = re.compile(r"(?i)\b(?:while|when|if|during|after|before|without|as long as)\b")
_EACH_ASKED = re.compile(r"(?i)\beach\b|\ba single\b")
_EACH = re.compile(r"(?i)\b(?:each|per|apiece|a piece|every)\b")
_PART_OF = re.compile(
    r"(?i)^(?:and )?how (?:long|high|large|big|wide|deep|heavy|tall|thick|old|far) "
    r"(?:is|are|was|were|may|must|can|should|does|do|did|will) (?:the|an?) "
    r"(?P<part>(?!(?:price|cost|number|amount|size|length|duration|sum|rest|use|end|start|total|"
    r"weight|height|name|value|rate|share)\b)[a-z-]+) of (?:the|an?|each|every|any|our|your)\b"
)


def _under_the_very_label(reading: ReadEvidence) -> list[bool]:
    """Which candidates stand behind no label that is only a part of the one asked for."""
    texts = [unit.text for unit in reading.candidates]
    return without_shorter_labels(reading.question.text, texts)


def _telling_the_purpose(reading: ReadEvidence) -> list[bool]:
    """Which candidates say what the thing is for, where that is asked: what it consists of or
    belongs to is not."""
    return [
        purpose_fit(reading.question, unit, reading.above(unit)) > 0 for unit in reading.candidates
    ]


def _with_leave_for_it(reading: ReadEvidence) -> list[bool]:
    """Which candidates have the rarest word of what leave is asked for, if one of them that allows
    or forbids something has: what may be shared does not say what may be sublet. What titles say,
    and the case that is asked about, need not be said again."""
    question = reading.question
    if not asks_leave(question):
        return []
    titles = frozenset[str]().union(*(passage.title_terms for passage in reading.passages.values()))
    asked = frozenset(term_texts(_CASE.split(question.text)[0])) - titles
    words = [term for term in question.terms if term in asked]
    rarest = max(words, key=lambda term: question.weights[term], default="")
    held = [rarest in unit.term_set for unit in reading.candidates]
    told = (
        gives_leave(unit.text) and len(unit.term_set & question.weights.keys()) > 1
        for unit in reading.candidates
    )
    return held if any(map(all, zip(held, told, strict=True))) else []


def _not_only_claimed(reading: ReadEvidence) -> list[bool]:
    """Which candidates are no claim to which another one replies."""
    question, units = reading.question, reading.candidates
    if not any(answers_claim(question, unit, reading.before(unit)) for unit in units):
        return []
    return [not claimed(question, unit.text) for unit in units]


def _with_the_price_of_each(reading: ReadEvidence) -> list[bool]:
    """Which candidates tell what one costs, where that is asked of each of several."""
    if not _EACH_ASKED.search(reading.question.text) or not asked_words(reading.question.text):
        return []
    return [bool(_EACH.search(u.text) and MONEY.search(u.text)) for u in reading.candidates]


def _of_the_head(reading: ReadEvidence) -> list[bool]:
    """Which candidates have the part of a thing that a figure is asked of (“the sail of a gig”), if
    one of them has it and a figure: how long the gig is, is not how long its sail is. Those that
    begin with the part stand before what only has it."""
    question = reading.question
    asked = _PART_OF.search(question.text)
    part = frozenset(term_texts(asked["part"])) if asked else frozenset()
    if not part or not part <= question.weights.keys():
        return []
    told = [tells_figure(without_clause_number(unit.text)) for unit in reading.candidates]
    held = [part <= unit.term_set for unit in reading.candidates]
    opens = [unit.terms[:1] == tuple(part) for unit in reading.candidates]
    for fits in (opens, held):
        if any(map(all, zip(fits, told, strict=True))):
            return fits
    return []


def _of_the_state(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not only tell what holds with a thing, where it is asked without."""
    text = reading.question.text
    return [not is_of_the_other_state(text, unit.text) for unit in reading.candidates]


def _of_the_last_thing(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not lack the last thing that yes or no is asked of, where another one has
    it."""
    return [not lacks_last_thing(reading, unit) for unit in reading.candidates]


def lacks_last_thing(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence and what it stands under lack the last thing that yes or no is asked of,
    where another one of its document has it with the first: “The rower pays no fee in May” for
    “Does the rower pay a part of the toll?”, where “A third of the toll is paid by the rower”."""
    question = reading.question
    words = [term for term in question.terms if term not in _IDLE]
    if question.kind is not AnswerKind.YES_NO or len(words) < LEAST_ASKED:
        return False
    over = reading.passages[unit.hit].title_terms | frozenset(term_texts(unit.heading))
    if words[-1] in unit.term_set | over or PRONOUN.match(unit.text):
        return False
    if _OF_THE_ASKER.search(question.text):
        return False  # “of my computer” is no thing that papers decide
    if is_question(unit.heading) or _SAYS_SO.match(unit.text):
        return False  # it answers its own question, which may call the thing otherwise
    wanted = {words[0], words[-1]}
    own = reading.passages[unit.hit].document
    return any(
        wanted <= candidate.term_set
        and not is_question(candidate.text)
        and reading.passages[candidate.hit].document == own
        for candidate in reading.candidates
    )


TOLD_APART = (
    (_under_the_very_label, FAR_LESS),
    (_telling_the_purpose, LESS),
    (_with_leave_for_it, FAR_LESS),
    (_not_only_claimed, FAR_LESS),
    (_with_the_price_of_each, FAR_LESS),
    (_of_the_head, FAR_LESS),
    (_of_the_state, FAR_LESS),
    (_of_the_last_thing, LESS),
)
"""The rules, each with what is left of the score of a candidate that does not fit."""
