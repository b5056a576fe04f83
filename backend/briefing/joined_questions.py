"""Questions over two passages, made of questions that one passage answers.

Each half was seen to be answered from its passage, so the whole is right without being asked; that
no pipeline had to find both keeps it fair to all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from backend.briefing.candidate_questions import AskedFigure, is_plural, lowered
from backend.briefing.quotations import quotation_of
from backend.pipelines._broad.telling import QuotableSentence
from backend.ports import Records
from backend.types import CheckedQuestion, Quotation

LEAST_APART = Decimal("0.02")
"""Two figures that differ by less could be the same thing rounded."""
_DEFINED = re.compile(
    r"^(?P<name>(?:The )?[A-Z][\w’&-]*(?: [A-Z][\w’&-]*){0,3}) (?:is|was) "
    r"(?P<what>(?:an?|the) (?:[^,;:.()]|\b[A-Z]\.|\.(?=\w)){8,80}?)"
    r"(?: and (?:the|an?) |[,;:(]|\.?$)"
)
_PERSONAL = re.compile(r"(?i)\b(?:we|our|you|your|it|its|and|they|their|this|these|those|he|she)\b")


@dataclass(frozen=True, slots=True)
class NameDescription:
    """What a sentence says that a name is: "the largest harbour of the coast"."""

    name: str
    what: str
    source: Quotation


def definitions(records: Records, told: Sequence[QuotableSentence]) -> Iterator[NameDescription]:
    """The names that sentences define, each in words that say it without the sentence before."""
    for sentence in told:
        match = _DEFINED.match(sentence.text)
        if match is None:
            continue
        what = match["what"].strip()
        if len(what.split()) > 2 and not _PERSONAL.search(what):
            source = quotation_of(records, sentence)
            what = re.sub(r"^an? ", "the ", what)
            yield NameDescription(match["name"].removeprefix("The "), what, source)


def paraphrased(
    kept: Sequence[CheckedQuestion], known: Sequence[NameDescription]
) -> Iterator[CheckedQuestion]:
    """Kept questions with a name left out for what another passage says that it is, so that the
    name has to be found first; it stands neither in the question nor in the answer. What several
    are said to be is passed over; each question and each name comes once."""
    said = Counter(name_description.what.casefold() for name_description in known)
    used: set[str] = set()
    for checked_question in kept:
        for one in known:
            pattern = rf"(?<!\w)(?:[Tt]he )?{re.escape(one.name)}(?!\w)(?!’s|'s)"
            if (
                one.name in used
                or said[one.what.casefold()] > 1
                or checked_question.kind in ("what", "joined")
            ):
                continue
            if (
                one.source.chunk_id == checked_question.source.chunk_id
                or one.name in checked_question.short
            ):
                continue
            text = one.what.join(re.split(pattern, checked_question.text))
            if text != checked_question.text and one.name.casefold() not in text.casefold():
                used.add(one.name)
                yield CheckedQuestion(
                    text,
                    "joined",
                    checked_question.short,
                    checked_question.verdict,
                    checked_question.source,
                    (one.source,),
                )
                break


def compared(
    kept: Sequence[CheckedQuestion], figures: Mapping[str, AskedFigure]
) -> Iterator[CheckedQuestion]:
    """Which of two had the higher figure: of each pair of kept questions for the same row and time
    in documents about different ones.

    Args:
        figures: what the questions for figures ask, by their text.
    """
    told = [
        (checked_question, figures[checked_question.text])
        for checked_question in kept
        if checked_question.text in figures
    ]
    for (first, one), (second, other) in combinations(told, 2):
        same = (one.label.casefold(), one.when, one.unit) == (
            other.label.casefold(),
            other.when,
            other.unit,
        )
        largest = max(abs(one.value), abs(other.value))
        apart = abs(one.value - other.value) > largest * LEAST_APART
        if not same or not apart or not one.subject or not other.subject:
            continue
        if one.subject == other.subject or not one.unit or min(one.value, other.value) < 0:
            continue
        had = "had the higher" if not is_plural(one.label) else "had higher"
        yield CheckedQuestion(
            f"Which {had} {lowered(one.label)} {one.when}, {one.subject} or {other.subject}?",
            "joined",
            one.subject if one.value > other.value else other.subject,
            first.verdict,
            first.source,
            (second.source,),
        )
