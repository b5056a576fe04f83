"""Taking out of an earlier answer what it holds of documents that were deleted. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import replace

from backend.types import LOCAL_READER, NO_SUBGRAPH, Answer, Hit, Sentence, Verdict, meant_in

REDACTED_ANSWER = "This answer was redacted: a document that it rested on was deleted."
REDACTED_PASSAGE = "Redacted: the document of this passage was deleted."
REDACTED_TITLE = "Deleted document"
REDACTED_SENTENCE = "[redacted]"
_MARKS = re.compile(r"(?:\s*\[\d+\])+")
"""Numbers of passages behind a sentence."""


def holds_words_of(answer: Answer, document_ids: Set[str]) -> bool:
    """Whether an answer still holds words of these documents, quoted or among its passages."""
    offered = {each for choice in answer.choices for each in choice.document_ids}
    return (
        _rests_on(answer, document_ids)
        or not offered.isdisjoint(document_ids)
        or any(_holds(hit, document_ids) for hit in answer.hits)
    )


def redacted(answer: Answer, document_ids: Set[str]) -> Answer:
    """The answer without any word of these documents.

    Quotes of them give way to `REDACTED_SENTENCE`, and their passages are emptied; the numbers of
    passages stay, so that the citations of others still lead to the right ones. Where the first
    line, a figure or a language model's words rest on them, question, pipeline and time are all
    that is left.
    """
    if not _stands_without(answer, document_ids):
        return replace(
            answer,
            question=meant_in(answer.question)[0],
            text=REDACTED_ANSWER,
            short="",
            found=False,
            sentences=(),
            citations=(),
            hits=(),
            steps=(),
            settings={},
            subgraph=NO_SUBGRAPH,
            notices=(),
            verdict=Verdict.NOT_FOUND,
            calculation=None,
            choices=(),
            redacted=True,
        )
    text, sentences = _without_quotes(answer, document_ids)
    return replace(
        answer,
        text=text,
        sentences=sentences,
        citations=tuple(
            citation for citation in answer.citations if citation.document_id not in document_ids
        ),
        hits=tuple(_emptied(hit) if _holds(hit, document_ids) else hit for hit in answer.hits),
        steps=(),
        subgraph=NO_SUBGRAPH,
        choices=(),
    )


def _stands_without(answer: Answer, document_ids: Set[str]) -> bool:
    """Whether something is left to say without these documents. A language model may have used
    every passage that it was given, whatever it cited; headings may be names of documents."""
    if not _rests_on(answer, document_ids):
        return True
    if answer.answered_by != LOCAL_READER or answer.calculation or "\n#" in f"\n{answer.text}":
        return False
    kept = [
        sentence
        for sentence in answer.sentences
        if sentence.citations and not _cites(answer, sentence, document_ids)
    ]
    first_line = answer.short.casefold()
    return any(first_line in sentence.text.casefold() for sentence in kept)


def _without_quotes(answer: Answer, document_ids: Set[str]) -> tuple[str, tuple[Sentence, ...]]:
    """Text and sentences with quotes of these documents replaced, marks behind them included."""
    text, sentences, shift = answer.text, [], 0
    for sentence in answer.sentences:
        start, end = sentence.start + shift, sentence.end + shift
        if not _cites(answer, sentence, document_ids):
            sentences.append(replace(sentence, start=start, end=end))
            continue
        marks = _MARKS.match(text, end)
        after = marks.end() if marks else end
        text = text[:start] + REDACTED_SENTENCE + text[after:]
        shift += len(REDACTED_SENTENCE) - (after - start)
        ends = start + len(REDACTED_SENTENCE)
        sentences.append(Sentence(REDACTED_SENTENCE, start, ends, (), None))
    return text, tuple(sentences)


def _cites(answer: Answer, sentence: Sentence, document_ids: Set[str]) -> bool:
    return any(
        answer.hits[number - 1].chunk.document_id in document_ids
        for number in sentence.citations
        if 0 < number <= len(answer.hits)
    )


def _rests_on(answer: Answer, document_ids: Set[str]) -> bool:
    """Whether words of an answer come from these documents, or may come from them."""
    cited = {citation.document_id for citation in answer.citations}
    if answer.calculation is not None:
        cited |= {operand.document_id for operand in answer.calculation.operands}
    if answer.answered_by != LOCAL_READER:
        cited |= {hit.chunk.document_id for hit in answer.hits if _holds(hit, document_ids)}
    return not cited.isdisjoint(document_ids) or any(
        _cites(answer, sentence, document_ids) for sentence in answer.sentences
    )


def _holds(hit: Hit, document_ids: Set[str]) -> bool:
    return hit.chunk.document_id in document_ids and hit.chunk.text != REDACTED_PASSAGE


def _emptied(hit: Hit) -> Hit:
    return replace(
        hit,
        chunk=replace(
            hit.chunk, text=REDACTED_PASSAGE, title=REDACTED_TITLE, path=(), table_id="", row=-1
        ),
    )
