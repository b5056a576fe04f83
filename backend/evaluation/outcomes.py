"""An answer, or evidence alone, as the outcome of a question."""

from __future__ import annotations

from collections.abc import Sequence

from backend.types import Answer, Hit, MeasuredPassage, Outcome, Step


def outcome_of_answer(pipeline: str, answer: Answer) -> Outcome:
    """What measuring needs of an answer."""
    found = {hit.chunk.id: _found(hit) for hit in answer.hits}
    return Outcome(
        question=answer.question,
        pipeline=pipeline,
        found=tuple(found.values()),
        answer=answer.short or answer.text,
        refused=not answer.found,
        verdict=answer.verdict,
        supported=tuple(
            sentence.supported for sentence in answer.sentences if sentence.supported is not None
        ),
        verified=tuple(citation.verified for citation in answer.citations),
        cited=tuple(
            MeasuredPassage(citation.chunk_id, citation.document_id, (citation.page,))
            for citation in answer.citations
        ),
        seconds=answer.usage.seconds,
        steps=len(answer.steps),
        input_tokens=answer.usage.input_tokens,
        output_tokens=answer.usage.output_tokens,
        cost=answer.usage.cost,
        answered_by=answer.answered_by,
        at=answer.at,
        written=answer.text,
    )


def outcome_of_evidence(
    question: str,
    pipeline: str,
    hits: Sequence[Hit],
    steps: Sequence[Step],
    seconds: float,
    at: float,
) -> Outcome:
    """What measuring needs of evidence without an answer."""
    return Outcome(
        question, pipeline, tuple(map(_found, hits)), seconds=seconds, steps=len(steps), at=at
    )


def _found(hit: Hit) -> MeasuredPassage:
    chunk = hit.chunk
    return MeasuredPassage(chunk.id, chunk.document_id, chunk.pages, (chunk.start, chunk.end))
