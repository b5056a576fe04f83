"""Reasons that only name what “why” asks about: “The choir lost singers because of the closure of
the hall” for “Why was the hall shut?”.

Such a sentence gives the reason of something else. What led to the event stands where the event
itself is told: “The ceiling had come down, and we shut the hall.”
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.calendar_words import MONTHS, WEEKDAYS
from backend.evidence.quantities import NUMBER_WORDS
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.complete import gives_reason
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.reason_clauses import gives_reason_of_another
from backend.tasks.answer.extractive.units import Unit

Scores = npt.NDArray[np.float64]

AS_GOOD = 0.4
"""Share of the best score that a sentence has at least which tells what led to the event."""
FEWEST = 4
"""Words of what happened before an event, at least."""
_EVENTS = tuple(
    re.compile(rf"(?i)\b(?:{words})\b")
    for words in (
        r"clos(?:e|es|ed|ing|ures?)|shut(?:s|ting|downs?)?",
        r"cancel\w*|call(?:s|ed|ing)? off",
        r"delay\w*|postpon\w*|put(?:s|ting)? off|defer\w*",
        r"fail(?:s|ed|ing|ures?)?|br(?:eak|eaks|oke|oken|eaking) down|breakdowns?",
        r"leav(?:e|es|ing)|left|depart\w*|resign\w*|quit(?:s|ting)?",
        r"ris(?:e|es|en|ing)|rose|increas\w*|gr[eo]w(?:s|n|ing|th)?|(?:go(?:es|ne|ing)?|went) up",
        r"fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|declin\w*|decreas\w*"
        r"|(?:go(?:es|ne|ing)?|went) down",
        r"los(?:e|es|t|ing)|loss(?:es)?",
        r"mov(?:e|es|ed|ing)|relocat\w*",
        r"suspend\w*|suspensions?|stop(?:s|ped|ping|pages?)?|halt\w*",
        r"refus\w*|reject\w*|turn(?:s|ed|ing)? down",
        r"withdr[ae]w\w*",
        r"collaps\w*|c(?:ame|omes?|oming) down",
        r"die[ds]?|dying|deaths?",
        r"replac\w*",
        r"demoli\w+|(?:pull|t[eo]a?r)\w* down",
        r"evacuat\w*",
        r"dismiss\w*|sack(?:s|ed|ing)?",
    )
)
"""What may befall a thing, each with the nouns for it and other words for the same."""
_BECAUSE = re.compile(
    r"(?i)\b(?:because(?: of)?|due to|owing to|on account of|as a result of|resulting from"
    r"|caused by|thanks to)\b"
)
_CLAUSE_END = re.compile(r"[;:–—]|, (?:and|but|while|whereas|so|which|though)\b|[.!?]\W*$")
_THEN = re.compile(r", (?:and|so)\b|;|\band (?:so|therefore)\b")
_OF_TIME = frozenset(
    term_texts(
        " ".join((*MONTHS, *WEEKDAYS, *NUMBER_WORDS))
        + " day week month year hour time spring summer autumn winter season term morning"
        " afternoon evening night weekend long longer short early earlier late later last whole"
        " entire temporary sudden unexpected planned brief complete recent first second",
        keep_stop_words=True,
    )
)


def event_asked(question: Question) -> re.Pattern[str] | None:
    """What has the event whose reason is asked for, in any words; None where it is none of those
    that are known by several, or may be one of two."""
    if question.kind is not AnswerKind.REASON:
        return None
    found = [event for event in _EVENTS if event.search(question.text)]
    return found[0] if len(found) == 1 else None


def only_names_the_event(question: Question, text: str) -> bool:
    """Whether “why” is asked of an event, and the reason that a text gives is that event, of which
    it says nothing new, for something else."""
    event, because = event_asked(question), _BECAUSE.search(text)
    if event is None or because is None or _BECAUSE.search(text, because.end()):
        return False
    if text[: because.start()].strip(" ,"):
        end = _CLAUSE_END.search(text, because.end())
        until = end.start() if end else len(text)
    else:  # “Because of the closure, the choir …”
        until = text.find(",", because.end())
    reason = text[because.end() : until] if until >= 0 else ""
    rest = f"{text[: because.start()]} {text[until:]}"
    if event.search(reason) is None or event.search(rest):
        return False
    said = term_texts(event.sub(" ", reason).replace("-", " "))
    return all(_says_nothing_new(stem, question) for stem in said)


def with_event_told_first(reading: ReadEvidence, scores: Scores) -> Scores:
    """The scores, where the reason that the best sentence gives is only the event that is asked
    about: it changes places with one that is thought of nearly half as well and tells the event
    with what led to it."""
    question, best = reading.question, reading.candidates[int(np.argmax(scores))]
    event = event_asked(question)
    if event is None or not only_names_the_event(question, best.text):
        return scores
    telling = [
        index
        for index, candidate in enumerate(reading.candidates)
        if scores[index] >= AS_GOOD * scores.max()
        and _shares_a_thing(question, event, candidate.text)
        and (_leads_to(event, candidate.text) or gives_reason(candidate.text))
        and not only_names_the_event(question, candidate.text)
        and not gives_reason_of_another(question, candidate)
    ]
    return with_best_of(scores, telling)


def tells_what_led_to_it(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether “why” is asked of an event, and a sentence tells first what happened and then the
    event of the very thing, which it names with the sentence before it and its heading."""
    question = reading.question
    event, before = event_asked(question), reading.before(unit)
    if event is None or not unit.whole or not _leads_to(event, unit.text):
        return False
    if not _shares_a_thing(question, event, unit.text) or NEGATION.search(question.text):
        return False
    asked = question.weights.keys() - frozenset(term_texts(_words_of(event, question.text)))
    over = " ".join((before.text if before is not None else "", unit.heading))
    held = unit.term_set | frozenset(term_texts(over))
    return all(term in held or (term in _OF_TIME and term.isalpha()) for term in asked)


def _words_of(event: re.Pattern[str], text: str) -> str:
    return " ".join(event.findall(text))


def _says_nothing_new(stem: str, question: Question) -> bool:
    return stem in question.weights or stem in _OF_TIME or not stem.isalpha()


def _shares_a_thing(question: Question, event: re.Pattern[str], text: str) -> bool:
    """Whether a text tells an event, and has something else of the question."""
    if event.search(text) is None:
        return False
    asked = frozenset(term_texts(event.sub(" ", question.text))) & question.weights.keys()
    return not (asked - _OF_TIME).isdisjoint(term_texts(event.sub(" ", text)))


def _leads_to(event: re.Pattern[str], text: str) -> bool:
    """Whether a text tells first what happened and then the event: “…, and we shut the hall”."""
    first, *then = _THEN.split(text)
    happened = len(first.split()) >= FEWEST and event.search(first) is None
    return happened and any(event.search(each) and not NEGATION.search(each) for each in then)
