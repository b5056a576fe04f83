"""Questions that a sentence of a document answers: why, who, what, and what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.briefing.candidates import Candidate, lowered
from backend.briefing.quoting import called, quotation
from backend.pipelines._broad.outline import Outline
from backend.pipelines._broad.telling import Told
from backend.ports import Records
from backend.types import QuestionKind

MOST_OF_A_KIND = 4
"""Candidates of one kind from one document."""
MOST_SUBJECT_WORDS = 9
_BASE = {
    "increased": "increase",
    "decreased": "decrease",
    "declined": "decline",
    "grew": "grow",
    "rose": "rise",
    "fell": "fall",
    "dropped": "drop",
    "improved": "improve",
}
_REASON = re.compile(
    r"^(?P<subject>[^\W\d_][^;:.()]*?),?\s+(?P<verb>" + "|".join(_BASE) + r")\b(?P<rest>.*?)"
    r"\b(?:due to|because|as a result of|reflecting|reflects|driven by|owing to|attributable to|"
    r"thanks to)\b"
)
_CHANGE = re.compile(
    r"^The (?P<verb>increase|decrease|decline|growth|rise|fall|drop|improvement) in "
    r"(?P<subject>[^;:.()]*?)\s+(?:was|is|were)\b.*?\b(?:due to|because|driven by|result of|"
    r"attributable to)\b"
)
_TURNED = {"growth": "grow", "improvement": "improve"}
_ROLE = (
    r"(?:chief [a-z]+(?: [a-z]+)? officer|president|chair(?:man|woman|person)?|secretary|treasurer|"
    r"director|head|founder|manager|mayor|editor|captain|skipper|keeper|minister|principal|dean)"
)
_PERSON = r"(?:[A-Z][\w’'-]+|[A-Z]\.)(?: (?:[A-Z][\w’'-]+|[A-Z]\.)){1,3}"
_WHO = (
    re.compile(
        rf"\b(?P<name>{_PERSON}), "
        rf"(?:the |our )?(?P<role>{_ROLE}(?: of [^,.;]{{3,40}})?)[,.]"
    ),
    re.compile(
        rf"^(?P<name>{_PERSON}) (?:is|was) the "
        rf"(?P<role>{_ROLE}(?: of [^,.;]{{3,40}})?)\b"
    ),
)
_WHAT = re.compile(
    r"^(?P<subject>(?:The |An? )?[^\W\d_][\w’'-]*(?: [\w’'&-]+){0,4}) (?P<verb>is|are) "
    r"(?:an? |the )(?!following|same|only|first|last|result)\w+ (?:\w+ )?\w"
)
_LEANING = re.compile(
    r"(?i)^(?:this|that|these|those|it|they|he|she|we|i|you|there|here|such|each|all|both|one|"
    r"another|other|below|above|included|also|what|which|who|our|their|his|her|its|my|your|in|on|at|if|when|while|as|for|"
    r"the (?:following|company|document|result|above|latter|former))\b"
)
_UNSAID = re.compile(
    r"(?i)\b(?:this|these|those|it|them)\b|"
    r"\b(?:case|example|exception|way|reason|problem|difference|effect|idea|purpose|goal|result|"
    r"alternative|choice|thing|point|aim)s?$"
)
"""A subject that says of what only with the sentence before it: "the single exception to this"."""


def sentence_questions(records: Records, told: Sequence[Told], subject: str) -> Iterator[Candidate]:
    """Questions that single sentences of one document answer.

    Args:
        subject: whom the document is about, as a person says it; empty if that goes without saying.
    """
    asked: dict[str, int] = {}
    for each in told:
        for kind, question, stated in questions_of(each.text, subject):
            if asked.get(kind, 0) < MOST_OF_A_KIND:
                asked[kind] = asked.get(kind, 0) + 1
                source = quotation(records, each.chunk, each.start, each.end, each.text)
                yield Candidate(question, kind, source, stated)


def questions_of(sentence: str, subject: str = "") -> Iterator[tuple[QuestionKind, str, str]]:
    """Kind and wording of the questions that a sentence answers by itself, and the name that an
    answer must give (empty for most).

    >>> list(questions_of("Costs rose in spring because of the frost."))
    [('reason', 'Why did costs rise?', '')]
    """
    of = f" of {subject}" if subject and subject.casefold() not in sentence.casefold() else ""
    if match := _REASON.match(sentence):
        if _is_subject(match["subject"]):
            yield (
                "reason",
                f"Why did {_spoken(match['subject'], subject)}{of} {_BASE[match['verb']]}?",
                "",
            )
    elif (match := _CHANGE.match(sentence)) and _is_subject(match["subject"]):
        verb = _TURNED.get(match["verb"], match["verb"])
        yield "reason", f"Why did {_spoken(match['subject'], subject)}{of} {verb}?", ""
    for pattern in _WHO:
        if match := pattern.search(sentence):
            named = f" of {subject}" if subject and " of " not in match["role"] else ""
            yield "who", f"Who is the {match['role']}{named}?", match["name"]
            break
    match = _WHAT.match(sentence)
    if match and _is_subject(match["subject"]) and not _UNSAID.search(match["subject"]):
        yield "what", f"What {match['verb']} {_spoken(match['subject'], subject)}?", ""


def _is_subject(words: str) -> bool:
    return (
        len(words.split()) <= MOST_SUBJECT_WORDS
        and not _LEANING.match(words)
        and not re.search(r"\b(?:and|but|which|who|that|than)\b|\d", words)
    )


def _spoken(words: str, subject: str) -> str:
    if words.strip().casefold() == subject.casefold():
        return subject  # "What is Amcor?"
    return re.sub(r"^(The|An?)\b", lambda each: each[0].lower(), lowered(words.strip()))


def heading_questions(records: Records, found: Outline) -> Iterator[Candidate]:
    """What a document is about: its headings and what stands under them answer that."""
    title = called(found.document)
    if found.lead:
        told = found.lead[0]
        source = quotation(records, told.chunk, told.start, told.end, told.text)
        yield Candidate(f"What is “{title}” about?", "part", source)
