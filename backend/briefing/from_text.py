"""Questions that a sentence of a document answers: why, who, what, and what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.briefing.candidate_questions import CandidateQuestion, lowered
from backend.briefing.contents import heading_of
from backend.briefing.quotations import called, quotation_of
from backend.pipelines._broad.outline import Outline
from backend.pipelines._broad.telling import QuotableSentence
from backend.ports import Records
from backend.types import QuestionKind

MOST_OF_A_KIND = 4
"""Candidates of one kind from one document."""
MOST_SUBJECT_WORDS = 9
REASON_WORDS = 3
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
    r"^(?P<subject>[^\W\d_][^;:.()]*?),?\s+(?:ha(?:s|ve|d)\s+)?"
    rf"(?P<verb>{'|'.join(_BASE)})\b(?P<rest>.*?)"
    r"\b(?P<joint>due to|because|as a result of|reflecting|reflects|driven by|owing to|"
    r"attributable to|thanks to)\b"
)
_CHANGE = re.compile(
    r"^The (?P<verb>increase|decrease|decline|growth|rise|fall|drop|improvement) in "
    r"(?P<subject>[^;:.()]*?)\s+(?:was|is|were)\b.*?\b(?P<joint>due to|because|driven by|"
    r"result of|attributable to)\b"
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
    r"(?i)\b(?:this|these|those|it|them|there|here)\b|"
    r"\b(?:case|example|exception|way|reason|problem|difference|effect|idea|purpose|goal|result|"
    r"alternative|choice|thing|point|aim)s?$"
)
"""A subject that says of what only with the sentence before it: "the single exception to this"."""
_JOINING = re.compile(
    r"(?i)\b(?:however|therefore|moreover|in turn|(?:on|by) (?:the other hand|contrast)"
    r"|for (?:example|instance)|in (?:fact|addition|contrast))\b"
)
"""What ties a sentence to the one before it, and is no part of a name."""
_ANAPHOR = re.compile(r"The [a-z]+$")
"""One of which was told before: "The facility", but "The Petrel" and "The landing fee" are none."""
_UNTOLD = re.compile(rf"An? |{_ANAPHOR.pattern}")
"""Nor does a question say which one was meant: "An offer"."""
_COMPARED = re.compile(r"\b(?:compared|versus|vs|from|than)\b")
_WHEN = re.compile(
    r"\b(?:in|for|during) (?:the )?"
    r"(?:(?:(?:first|second|third|fourth) (?:quarter|half|(?:three|six|nine) months) of )?"
    r"(?:fiscal (?:year )?)?(?:19|20)\d\d|"
    r"[a-z\d-]+ (?:months|weeks) ended [A-Z][a-z]+ \d\d?, (?:19|20)\d\d)\b"
)
"""When something changed, as the sentence says it before it compares."""


_TOPIC = re.compile(r"[^\W\d_][^\W\d_’'-]{2,}(?: [^\W\d_&][^\W\d_’'-]*){0,5}")
"""A heading of one to six plain words."""
_HAPPENED = re.compile(
    r"^(?P<subject>[^\W\d_][^,;:.()]*?) (?P<be>was|were) (?P<verb>\w+ed|held|built|sold|begun|"
    r"found|bought|made|laid|won|lost|paid|born)\b[^,;:.()]*? (?:on|in) (?P<day>(?:[A-Z][a-z]+ "
    r"(?:\d\d?, )?|\d\d? [A-Z][a-z]+ )?(?:1\d|20)\d\d)\b"
)


def sentence_questions(
    records: Records,
    told: Sequence[QuotableSentence],
    subject: str,
    small: frozenset[str] | None = None,
    most: int = MOST_OF_A_KIND,
) -> Iterator[CandidateQuestion]:
    """Questions that single sentences of one document answer.

    Args:
        subject: whom the document is about, as a person says it; empty if that goes without saying.
        small: the words that the document writes in small letters; see `questions_of`.
        most: candidates of one kind.
    """
    asked: dict[str, int] = {}
    for sentence in told:
        for kind, question, stated in questions_of(sentence.text, subject, small):
            if asked.get(kind, 0) < most:
                asked[kind] = asked.get(kind, 0) + 1
                source = quotation_of(records, sentence)
                yield CandidateQuestion(
                    question, kind, source, stated, _right(kind, sentence.text, stated)
                )


def _right(kind: QuestionKind, sentence: str, stated: str) -> str:
    """The right answer in the sentence's own words: the name, the day, the reason, or what it says
    that a thing is."""
    if kind == "reason":
        _, _, behind = sentence.partition(stated)
        return (stated + behind).rstrip(" .")
    if kind == "what":
        return sentence.rstrip(" .")
    return stated


def questions_of(
    sentence: str, subject: str = "", small: frozenset[str] | None = None
) -> Iterator[tuple[QuestionKind, str, str]]:
    """Kind and wording of the questions that a sentence answers by itself, and what an answer must
    give: the name, the day, the first words of the reason; empty for a definition.

    Args:
        subject: whom the document is about; it is added where the question would not name it.
        small: the words that the document writes in small letters; another one that begins the
            sentence is a name and keeps its capital. None if they are not known.

    >>> list(questions_of("Costs rose in spring because of the frost."))
    [('reason', 'Why did costs rise?', 'of the frost')]
    >>> list(questions_of("Costs rose in fiscal 2031, from a low in 2030, due to the frost."))
    [('reason', 'Why did costs rise in fiscal 2031?', 'the frost')]
    """
    match = _REASON.match(sentence) or _CHANGE.match(sentence)
    if match and _is_subject(match["subject"]):
        verb = _BASE.get(match["verb"]) or _TURNED.get(match["verb"], match["verb"])
        reason = sentence[match.end() :]
        if not _says_the_same(match["joint"], reason, verb):
            why = _why(sentence, match["subject"], verb, subject)
            yield "reason", why, " ".join(reason.split()[:REASON_WORDS]).rstrip(" .,;:")
    for pattern in _WHO:
        if match := pattern.search(sentence):
            named = f" of {subject}" if subject and " of " not in match["role"] else ""
            yield "who", f"Who is the {match['role']}{named}?", match["name"]
            break
    match = _HAPPENED.match(sentence)
    if match and _is_subject(match["subject"]) and not _UNTOLD.match(match["subject"]):
        thing = _named(match["subject"], subject, small)
        yield "when", f"When {match['be']} {thing} {match['verb']}?", match["day"]
    match = _WHAT.match(sentence)
    if (
        match
        and _is_subject(match["subject"])
        and not _UNSAID.search(match["subject"])
        and not _ANAPHOR.match(match["subject"])
    ):
        yield "what", f"What {match['verb']} {_named(match['subject'], subject, small)}?", ""


def _says_the_same(joint: str, reason: str, verb: str) -> bool:
    """Whether what looks like a reason only says once more that something changed: "decreased,
    reflecting an operational decrease"."""
    return joint.startswith("reflect") and verb in reason.casefold().split()[:4]


def _why(sentence: str, changed: str, verb: str, subject: str) -> str:
    named = not subject or subject.casefold() in changed.casefold()
    of = "" if named else f" of {subject}"
    when = _WHEN.search(_COMPARED.split(sentence)[0])
    return f"Why did {_spoken(changed, subject)}{of} {verb}{f' {when[0]}' if when else ''}?"


def _is_subject(words: str) -> bool:
    return (
        len(words.split()) <= MOST_SUBJECT_WORDS
        and not _LEANING.match(words)
        and not re.search(r"\b(?:and|but|which|who|that|than)\b|[\d–—/]", words)
        and not _JOINING.search(words)
    )


def _spoken(words: str, subject: str) -> str:
    if words.strip().casefold() == subject.casefold():
        return subject  # "What is Amcor?"
    return re.sub(r"^(The|An?)\b", lambda each: each[0].lower(), lowered(words.strip()))


def topic_questions(
    records: Records, found: Outline, subject: str, small: frozenset[str]
) -> Iterator[CandidateQuestion]:
    """What a document says about each of its main headings that reads as a person would say it.

    Args:
        subject: whom the document is about; empty if that goes without saying.
        small: the words that the document writes in small letters; others are names and stay.
    """
    who = subject or f"“{called(found.document)}”"
    for part in found.parts:
        heading = heading_of(part.name)
        words = heading.split()
        if not _TOPIC.fullmatch(heading) or heading.isupper() or not part.sentences:
            continue
        if words[0] in ("About", "What", "How", "Why") or (subject and subject in heading):
            continue
        spoken = " ".join(word.lower() if word.lower() in small else word for word in words)
        told = part.sentences[0]
        source = quotation_of(records, told)
        yield CandidateQuestion(f"What does {who} say about {spoken}?", "topic", source)


def _named(words: str, subject: str, small: frozenset[str] | None) -> str:
    """A thing inside a sentence; one that the document never writes in small letters is a name."""
    if small is None or words.split(maxsplit=1)[0].casefold() in small:
        return _spoken(words, subject)
    return words


def heading_questions(records: Records, found: Outline) -> Iterator[CandidateQuestion]:
    """What a document is about: its headings and what stands under them answer that."""
    title = called(found.document)
    if found.lead:
        told = found.lead[0]
        source = quotation_of(records, told)
        yield CandidateQuestion(f"What is “{title}” about?", "part", source)
