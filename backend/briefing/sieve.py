"""Which questions of a language model are kept: such as the reader answers from where they were
made, and from nowhere else.

It is what `making_for_sets` does to questions by templates, one at a time, since each one costs
money until enough are kept. That no second passage answers is asked of the reader: of figures in
tables it is known beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from backend.analysis import term_texts
from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.question_checks import GOOD, Ask
from backend.briefing.sifting import ALIKE, GIVEAWAY, gives_itself_away
from backend.ports import Records
from backend.tasks.question.written.question_replies import holds
from backend.types import Answer, CheckedQuestion, Chunk, Draft, Hit, Quotation, Scored

KNOWN = "in the set already"
STOPPED = "stopped"
NOT_FOUND = "the reader does not find it"
OTHERWISE = "the reader answers otherwise"
ANOTHER_PLACE = "the reader finds it in another place"
SECOND = "another passage answers it as well"
MOST_BESIDE = 12
"""So many other passages are read for a second answer."""
_OPEN_WORDS = 3
"""A first line of fewer words of the answer than this, and not all of it, is no answer."""

Read = Callable[[str, Sequence[Hit]], Draft]
"""Reads passages for an answer, without a language model."""
ByWords = Callable[[str], Sequence[Scored]]


class Sieve:
    """Keeps or refuses questions one after the other.

    Args:
        ask: answers a question with the best pipeline, without a language model.
        read: reads given passages for an answer, without a language model.
        by_words: passages for a question by words alone, best first.
        known: questions that the set holds already.
    """

    def __init__(
        self, records: Records, ask: Ask, read: Read, by_words: ByWords, known: Iterable[str]
    ) -> None:
        self._records = records
        self._ask, self._read, self._by_words = ask, read, by_words
        self._known = {_words(each) for each in known}
        self._kept: set[frozenset[str]] = set()

    def one(self, candidate: CandidateQuestion) -> CheckedQuestion | str:
        """A question of one passage as it is kept, or why it is not."""
        return self._sifted(candidate.text, candidate)

    def over_two(
        self, text: str, half: CandidateQuestion, also: Quotation
    ) -> CheckedQuestion | str:
        """A question over two passages as it is kept, or why it is not.

        Args:
            half: the question with the shared name, which one passage answers.
            also: what says in the other passage who that is.
        """
        found = self._sifted(text, half, also)
        if isinstance(found, str):
            return found
        return replace(found, text=text, kind="joined", also=(also,))

    def _sifted(
        self, text: str, candidate: CandidateQuestion, also: Quotation | None = None
    ) -> CheckedQuestion | str:
        words = _words(text)
        if words in self._known:
            return KNOWN
        if words in self._kept:
            return ALIKE
        found = self._by_words(text)
        chunks = self._records.chunks([word.chunk_id for word in found])
        if gives_itself_away(replace(candidate, text=text), found, chunks):
            return GIVEAWAY
        answer = self._ask(candidate.text)
        if answer is None:
            return STOPPED
        why = why_not_found(candidate, answer)
        if why:
            return why
        sources = (candidate.source, *((also,) if also else ()))
        beside = passages_beside(answer.hits, found, chunks, sources)
        asked = dict.fromkeys((candidate.text, text))
        if beside and any(self._read(each, beside).verdict in GOOD for each in asked):
            return SECOND
        self._kept.add(words)
        return CheckedQuestion(
            candidate.text, candidate.kind, candidate.right, answer.verdict, candidate.source
        )


def why_not_found(candidate: CandidateQuestion, answer: Answer) -> str:
    """Why an answer is not the one that a question was made with; empty if it is: sure of itself,
    cited from the sentences that hold it, and in words of which one has the other's."""
    if not answer.found or answer.verdict not in GOOD:
        return NOT_FOUND
    source = candidate.source
    cited = [
        citation for citation in answer.citations if citation.document_id == source.document_id
    ]
    if not any(citation.start < source.end and source.start < citation.end for citation in cited):
        return ANOTHER_PLACE
    first = answer.short.strip(" .…") or answer.text
    if holds(first, candidate.right):
        return ""
    told = set(term_texts(candidate.right))
    said = set(term_texts(first))
    enough = len(said) >= _OPEN_WORDS or any(map(str.isdigit, first))
    return "" if said and said <= told and enough else OTHERWISE


def passages_beside(
    hits: Sequence[Hit],
    found: Sequence[Scored],
    chunks: Mapping[str, Chunk],
    sources: Sequence[Quotation],
) -> list[Hit]:
    """The first passages for a question that hold nothing of what it was made of.

    Args:
        hits: those that the best pipeline found.
        found: those that words alone find, with their `chunks`.
    """
    there = [(chunks[each.chunk_id], each.score) for each in found if each.chunk_id in chunks]
    by_words = [Hit(chunk, score, ()) for chunk, score in there]
    every = {word.chunk.id: word for word in (*by_words, *hits)}
    beside = [
        each for each in every.values() if not any(_touches(each.chunk, one) for one in sources)
    ]
    shown = {hit.chunk.id for hit in hits}
    return sorted(beside, key=lambda each: each.chunk.id not in shown)[:MOST_BESIDE]


def _touches(chunk: Chunk, source: Quotation) -> bool:
    same = chunk.document_id == source.document_id
    return same and chunk.start < source.end and source.start < chunk.end


def _words(text: str) -> frozenset[str]:
    return frozenset(term_texts(text))
