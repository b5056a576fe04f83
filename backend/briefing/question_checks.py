"""Which candidates are answered: each is asked, and kept only if its answer is right."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.briefing.candidate_questions import CandidateQuestion
from backend.types import Answer, CheckedQuestion, Verdict

Ask = Callable[[str], Answer | None]
"""Answers a question, or does not because it was stopped."""


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """How many questions are kept, in all, of one document and over one list (each of those of
    another kind), and for how many seconds candidates are asked, whatever was found until then.
    Without `overviews` none asks what something is about:
    such a question has no one answer. With `quoting` the first line of an answer must be words of
    the sentence that the question was made from, since it becomes the right answer."""

    questions: int = 24
    of_a_document: int = 6
    seconds: float = 90.0
    overviews: bool = True
    quoting: bool = False
    of_a_list: int = 3


OVERVIEW, FIGURE, TOPIC = "part", "number", "topic"
"""A topic has places that speak of it, and no one right answer."""
OVER_A_LIST = frozenset(["total", "largest", "entry", "count"])
"""Their answers are computed, and must come to what the list's own cells come to."""
BRIEF = CheckLimits()
"""For a briefing."""
GOOD = frozenset([Verdict.DIRECT, Verdict.LIKELY])
"""A calculated figure is good as well where it is the one that its table's cell holds."""
LONGEST_SHORT, LONGEST_RIGHT = 160, 320
_KINDS = ("number", "reason", "who", "what", "total", "entry", "largest", "count", "part")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def checked(
    candidates: Iterable[CandidateQuestion],
    ask: Ask,
    told: Callable[[int], None] = lambda number: None,
    clock: Callable[[], float] = time.monotonic,
    limits: CheckLimits = BRIEF,
    refused: Callable[[CandidateQuestion, str], None] = lambda candidate, reason: None,
) -> tuple[CheckedQuestion, ...]:
    """The candidates that are answered from what they were made of, in the order of asking.

    Args:
        ask: answers without a language model, so that nothing is paid for.
        told: called before each question with how many were asked.
        refused: called with each candidate that is not kept, and why.
    """
    until = clock() + limits.seconds
    checked_questions: list[CheckedQuestion] = []
    each_of: defaultdict[str, int] = defaultdict(int)
    over: defaultdict[str, set[str]] = defaultdict(set)
    for number, candidate in enumerate(in_turns(list(candidates))):
        if len(checked_questions) == limits.questions or clock() > until:
            break
        document = candidate.source.document_id
        if each_of[document] == limits.of_a_document:
            continue
        kinds = over[candidate.table] if candidate.table else set()
        if candidate.kind in kinds or len(kinds) == limits.of_a_list:
            continue
        if candidate.kind == OVERVIEW and not limits.overviews:
            continue
        told(number)
        answer = ask(candidate.text)
        if answer is None:
            continue
        reason = why_refused(candidate, answer, quoting=limits.quoting)
        if reason:
            refused(candidate, reason)
            continue
        each_of[document] += 1
        kinds.add(candidate.kind)
        short = candidate.right if limits.quoting and candidate.right else answer.short
        if candidate.kind == TOPIC or len(short) > (
            LONGEST_RIGHT if limits.quoting else LONGEST_SHORT
        ):
            short = ""
        checked_questions.append(
            CheckedQuestion(candidate.text, candidate.kind, short, answer.verdict, candidate.source)
        )
    return tuple(checked_questions)


def why_refused(candidate: CandidateQuestion, answer: Answer, *, quoting: bool = False) -> str:
    """Why a candidate is not kept; empty if its answer is sure of itself, cites what the question
    was made from, and states the figure or the name. A figure may be cited from another place of
    its document.

    Args:
        quoting: as in `CheckLimits`.
    """
    source = candidate.source
    cited = [
        citation for citation in answer.citations if citation.document_id == source.document_id
    ]
    if not answer.found:
        return "not found"
    if candidate.kind in OVER_A_LIST:
        return _why_not_computed(candidate, answer)
    if candidate.kind == FIGURE:
        if answer.verdict not in GOOD | {Verdict.CALCULATED}:
            return "not sure"
        if not _states(answer.short or answer.text, candidate.stated):
            return "another figure"
        return "" if cited else "from another document"
    if answer.verdict not in GOOD:
        return "not sure"
    if candidate.stated not in answer.short:
        return "another name"
    if not any(citation.start < source.end and source.start < citation.end for citation in cited):
        return "from another place"
    if (
        quoting
        and candidate.kind != TOPIC
        and not candidate.stated
        and not _is_quoted(answer.short, source.text)
    ):
        return "in other words"
    return ""


def _why_not_computed(candidate: CandidateQuestion, answer: Answer) -> str:
    """Why an answer over a list is not the right one; empty if it was computed from the list's own
    cells and comes to what they come to."""
    computed = answer.calculation
    if answer.verdict is not Verdict.CALCULATED or computed is None:
        return "not sure"
    if any(operand.table_id != candidate.table for operand in computed.operands):
        return "from another place"
    short = " ".join(answer.short.split())
    if candidate.worth is None:
        return "" if short.casefold() == candidate.stated.casefold() else "another name"
    figures = _NUMBER.findall(short)
    as_printed = bool(candidate.stated) and short == candidate.stated
    if as_printed or [Decimal(figure.replace(",", "")) for figure in figures] == [candidate.worth]:
        return ""
    return "another figure"


def _is_quoted(short: str, sentence: str) -> bool:
    """Whether a first line is words of a sentence, as they stand or with some left out."""
    pieces = [" ".join(each.split()).strip(" .") for each in short.split("…")]
    return bool(short) and all(piece in " ".join(sentence.split()) for piece in pieces)


def _states(text: str, figure: str) -> bool:
    """Whether a text holds a figure, and not only as a part of a longer one (2 in 2022)."""
    return re.search(rf"(?<![\d.,]){re.escape(figure)}(?!\d|[.,]\d)", text) is not None


def in_turns(candidates: Sequence[CandidateQuestion]) -> Iterator[CandidateQuestion]:
    """The candidates in turns over kinds, and within a kind over documents, so that the first ones
    differ most; each question once."""
    queues: dict[str, dict[str, list[CandidateQuestion]]] = {kind: {} for kind in _KINDS}
    for each in {candidate.text: candidate for candidate in candidates}.values():
        of_kind = queues.setdefault(each.kind, {})
        of_kind.setdefault(each.source.document_id, []).append(each)
    latest = ""
    while any(queues.values()):
        for documents in queues.values():
            if not documents:
                continue
            # another document than the one before, if it has something of this kind
            document = next((each for each in documents if each != latest), next(iter(documents)))
            waiting = documents.pop(document)
            yield waiting.pop(0)
            if waiting:
                documents[document] = waiting  # behind the others
            latest = document
