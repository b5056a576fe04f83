"""Candidates for a question set that cannot be told apart, or that give themselves away, are left
out before anybody is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from backend.analysis import term_texts
from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.question_checks import FIGURE
from backend.types import Chunk, Quotation, Scored

ALIKE, GIVEAWAY = "asked twice", "gives itself away"
AHEAD = 2.0
"""So many times the score of every other passage by words alone makes a question a giveaway: it
says nothing about which way of searching is better."""


def told_apart(
    candidates: Sequence[CandidateQuestion], refused: Callable[[CandidateQuestion, str], None]
) -> list[CandidateQuestion]:
    """The candidates that have one answer: of those that ask the same in the same words, the first
    where all were made of the same words or figure, else none. A question for a reason that another
    one asks with more words ("in fiscal 2031") could mean either."""
    by_words: dict[frozenset[str], list[CandidateQuestion]] = defaultdict(list)
    for candidate in candidates:
        by_words[frozenset(term_texts(candidate.text))].append(candidate)
    kept = []
    for words, same in by_words.items():
        told = {each.right or " ".join(each.source.text.split()) for each in same}
        vague = same[0].kind == "reason" and any(words < other for other in by_words)
        if len(told) > 1 or vague:
            for each in same:
                refused(each, ALIKE)
        else:
            kept.append(same[0])
            for each in same[1:]:
                refused(each, ALIKE)
    there = {id(each) for each in kept}
    return [
        candidate_question for candidate_question in candidates if id(candidate_question) in there
    ]


def gives_itself_away(
    candidate: CandidateQuestion, found: Sequence[Scored], chunks: Mapping[str, Chunk]
) -> bool:
    """Whether a search by words alone puts a passage of the source far ahead of all others.

    Args:
        found: passages by BM25.
        chunks: those of `found`.
    """
    here, elsewhere = 0.0, 0.0
    for each in found:
        chunk = chunks.get(each.chunk_id)
        if chunk is not None and _holds(chunk, candidate.source):
            here = max(here, each.score)
        else:
            elsewhere = max(elsewhere, each.score)
    return candidate.kind != FIGURE and here >= AHEAD * elsewhere > 0.0


def _holds(chunk: Chunk, source: Quotation) -> bool:
    return (
        chunk.document_id == source.document_id
        and chunk.start < source.end
        and source.start < chunk.end
    )
