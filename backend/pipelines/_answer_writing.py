"""From evidence to a checked, cited answer: the part that all pipelines share.

A pipeline hands over how it retrieves; everything after that (writing, citing, checking each
sentence, counting what it cost) is the same for all, so that their answers can be compared.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from backend.errors import LanguageModelError, NotFoundError
from backend.evidence.citations import Cited, cite
from backend.pipelines._announced_lists import with_announced_lists
from backend.pipelines._broad.answerer import OverviewAnswerer
from backend.pipelines._broad.overview import Overview, overview_of
from backend.pipelines._calculating import calculating
from backend.pipelines._context import PASSAGES, spread, widened
from backend.pipelines._deleted import without_deleted
from backend.pipelines._imprints import with_first_passages
from backend.pipelines._in_parts import retrieved_in_parts
from backend.pipelines._labels import labelled
from backend.pipelines._languages import answer_notices, language_notices
from backend.pipelines._noted_tasks import with_noted_tasks
from backend.pipelines._owners import with_owners
from backend.pipelines._restating import Restated, restated
from backend.pipelines._row_lines import row_line
from backend.pipelines._table_cards import without_cards
from backend.ports import Answerer, Parts, Retrieval, StopSignal
from backend.printed_months import months_as_printed
from backend.scope.wording import without_provisos
from backend.tasks.answer.extractive.question_words import language_of
from backend.tokens import estimate_tokens
from backend.types import (
    LOCAL_READER,
    Answer,
    Citation,
    Draft,
    Event,
    Finished,
    Hit,
    Query,
    Retrieved,
    Step,
    TextDelta,
    Usage,
    Verdict,
)

logger = logging.getLogger(__name__)


def answer_from_evidence(
    parts: Parts,
    pipeline: str,
    query: Query,
    stop: StopSignal,
    retrieve: Callable[[Query], Retrieval],
    overview: Callable[[Query], Overview | None] | None = None,
) -> Iterator[Event]:
    """Retrieve once, then write: Retrieved, the retrieval's Steps, Tokens, Finished.

    A broad question ("What is this collection about?") is answered by an overview instead.

    Args:
        overview: what a broad question is answered from, where the pipeline has a view of its own.

    Raises:
        LanguageModelError: after Retrieved, if a language model did not answer.
    """
    started = time.perf_counter()
    if again := restated(parts, query):
        yield from tell_again(pipeline, again, stop, started)
        return
    steps: list[Step] = []
    asked = standalone(parts, query, stop)
    if is_read_as(asked, query):
        steps.append(Step("follow-up", f"Read as: {asked.text}", time.perf_counter() - started))
        yield steps[-1]
    broad = overview(asked) if overview else overview_of(parts, asked, retrieve)
    retrieval = broad.retrieval if broad else _read_widely(parts, query, asked, retrieve)
    yield Retrieved(retrieval.hits)
    if broad:
        telling, made = telling_overview(parts, broad), retrieval.steps
    else:
        telling, retrieval, computed = calculating(parts, asked, retrieval, stop)
        made = (*retrieval.steps, *computed)
    for step in made:
        steps.append(step)
        yield step
    yield from write(telling, pipeline, query, asked, retrieval, steps, stop, started)


def _read_widely(
    parts: Parts, query: Query, asked: Query, retrieve: Callable[[Query], Retrieval]
) -> Retrieval:
    """The evidence; more of it where a language model reads, in turns over the pages. Two
    questions that are asked at once are searched one by one for the local reader, which reads a
    list that begins the next passage with the one that announces it."""
    if parts.answerer(query).name == LOCAL_READER:
        retrieval = without_cards(parts.records, retrieved_in_parts(asked, retrieve))
        retrieval = with_noted_tasks(parts.records, asked, retrieval, retrieve)
        retrieval = with_first_passages(parts.records, asked, retrieval)
        return with_announced_lists(parts.records, retrieval)
    retrieval = retrieve(replace(asked, top_k=max(PASSAGES, asked.top_k)))
    retrieval = without_cards(parts.records, retrieval)
    return replace(retrieval, hits=spread(retrieval.hits))


def tell_again(pipeline: str, again: Restated, stop: StopSignal, started: float) -> Iterator[Event]:
    """Answer a follow-up on the last answer ("shorter") from what that answer cited."""
    step = Step("follow-up", f"Read as: {again.asked.text}", time.perf_counter() - started)
    yield step
    yield Retrieved(again.retrieval.hits)
    yield from write(
        again.parts,
        pipeline,
        again.query,
        again.asked,
        again.retrieval,
        [step],
        stop,
        started,
        restates=again.restates,
    )


def telling_overview(parts: Parts, overview: Overview) -> Parts:
    """The parts with an answer task that tells the overview."""

    def answerer(query: Query) -> Answerer:
        return OverviewAnswerer(parts.answerer(query), overview)

    return replace(parts, answerer=answerer)


def standalone(parts: Parts, query: Query, stop: StopSignal) -> Query:
    """The query with a follow-up question made complete from the conversation, and months that are
    typed in small letters as they are printed.

    A language model that does not answer is no reason to lose the question: the local rewriting
    stands in for it. A question that was offered as a choice is complete, and so is one in another
    language than the question before it.
    """
    return replace(query, text=months_as_printed(_completed(parts, query, stop)))


def is_read_as(asked: Query, query: Query) -> bool:
    """Whether a question was completed: capitals alone are not worth a word."""
    return asked.text.casefold() != query.text.casefold()


def _completed(parts: Parts, query: Query, stop: StopSignal) -> str:
    if not query.history or any(query.text in turn.offered for turn in query.history):
        return query.text
    if language_of(query.text) not in {"", "english", language_of(query.history[-1].question)}:
        return query.text
    try:
        return parts.rewriter(query).standalone(query.text, query.history, stop)
    except LanguageModelError:
        logger.warning("the follow-up was read without the language model", exc_info=True)
        local = replace(query, options=replace(query.options, answerer="local"))
        return parts.rewriter(local).standalone(query.text, query.history, stop)


def write(
    parts: Parts,
    pipeline: str,
    query: Query,
    asked: Query,
    retrieval: Retrieval,
    steps: Sequence[Step],
    stop: StopSignal,
    started: float,
    *,
    restates: str = "",
) -> Iterator[Event]:
    """Write the answer from the evidence, then cite and check it: Tokens, Steps, Finished.

    Args:
        restates: the question whose answer is told again, if one is.
    """
    answerer = parts.answerer(query)
    writing = time.perf_counter()
    retrieval = without_deleted(parts.records, retrieval)
    draft: Draft | None = None
    hits: tuple[Hit, ...] = retrieval.hits
    text = asked.text
    if answerer.name == LOCAL_READER:
        # it cannot judge whether a question fits, and would read a proviso as another question
        text = without_provisos(text)
        hits = with_owners(parts, asked, hits)
    else:
        hits = widened(parts.records, hits, parts.settings.language_model_context)
        hits = labelled(parts, query.collection_id, hits)
    for piece in answerer.answer(text, query.history, hits, stop):
        if isinstance(piece, Draft):
            draft = piece
        else:
            yield TextDelta(piece)
    if draft is None:
        raise RuntimeError(f"the answer task {answerer.name} ended without a draft")
    sent = _sent(draft)
    yield from sent
    own = {OWN_BOUNDS: draft.bounds} if draft.bounds else {}
    written = Step("answer", _described(draft), time.perf_counter() - writing, own)
    yield written
    checking = time.perf_counter()
    cited = cite(draft, hits, asked.text, parts.embedders.of(query.collection_id))
    checked = [sentence for sentence in cited.sentences if sentence.supported is not None]
    supported = sum(1 for sentence in checked if sentence.supported)
    verified = Step(
        "check",
        f"{supported} of {len(checked)} sentences supported by what they cite"
        if checked
        else "No sentence makes a claim to check",
        time.perf_counter() - checking,
    )
    yield verified
    foreign = (
        *answer_notices(query.text, draft),
        *language_notices(
            parts.records, parts.embedders.of(query.collection_id).identity, retrieval.hits
        ),
    )
    yield Finished(
        Answer(
            id=uuid.uuid4().hex,
            question=query.text,
            pipeline=pipeline,
            text=cited.text,
            short=_short(parts, query, asked, draft, cited, hits),
            found=draft.found,
            verdict=_verdict(draft),
            sentences=cited.sentences,
            citations=tuple(_on_its_page(parts, citation) for citation in cited.citations),
            hits=_shown(retrieval.hits, query.top_k, cited.citations, draft),
            steps=(*steps, *sent, written, verified),
            usage=replace(draft.usage, seconds=time.perf_counter() - started),
            answered_by=draft.answered_by,
            settings={
                **settings_of(parts, query, answerer, asked.text, restates),
                **({BOUNDS: draft.bounds} if draft.bounds else {}),
            },
            index_version=retrieval.index_version,
            at=time.time(),
            collection_id=query.collection_id,
            subgraph=retrieval.subgraph,
            notices=tuple(
                dict.fromkeys((*retrieval.notices, *draft.notices, *cited.notices, *foreign))
            ),
            stopped=stop.is_set(),
            calculation=draft.calculation,
            choices=draft.choices,
        )
    )


def _sent(draft: Draft) -> tuple[Step, ...]:
    """What went to a language model, for the trace."""
    if not draft.sent:
        return ()
    tokens = sum(estimate_tokens(text) for _, text in draft.sent)
    detail = {f"{place}. {role}": text for place, (role, text) in enumerate(draft.sent, start=1)}
    return (Step("context", f"About {tokens:,} tokens sent to {draft.answered_by}", 0.0, detail),)


def _shown(
    hits: tuple[Hit, ...], top_k: int, citations: Sequence[Citation], draft: Draft
) -> tuple[Hit, ...]:
    """The passages beside the answer: those that were asked for, and further ones up to the last
    that a language model cites."""
    if not draft.sent and draft.calculation is None:
        return hits
    return hits[: max(top_k, *(citation.number for citation in citations), 0)]


def _verdict(draft: Draft) -> Verdict:
    """What a language model wrote is likely, whatever the check of its sentences says: the check
    passes most contradictions that are put in other words, so none earns it more."""
    if draft.calculation is not None or not (draft.sent and draft.found):
        return draft.verdict
    return Verdict.LIKELY


def _short(
    parts: Parts, query: Query, asked: Query, draft: Draft, cited: Cited, hits: Sequence[Hit]
) -> str:
    """The first line; of a quoted row the cell that is meant, in a sentence."""
    told = row_line(parts.records, query.collection_id, asked.text, draft, hits)
    return told or draft.short or _first_line(draft, cited)


def _first_line(draft: Draft, cited: Cited) -> str:
    """A language model's first sentence, if it is supported, short and not all that there is."""
    if not (draft.sent and draft.found) or len(cited.sentences) < 2:
        return ""
    first = cited.sentences[0]
    return first.text if first.supported and len(first.text) <= LONGEST_FIRST_LINE else ""


LONGEST_FIRST_LINE = 160
READ_AS = "read_as"
"""Names the question as it was searched, in the settings of an answer to a follow-up."""
BOUNDS = "bounds"
"""Names the collection's own bounds of a verdict, in the settings of an answer."""
OWN_BOUNDS = "bounds of this collection"
"""The same in the trace."""
RESTATES = "restates"
"""Names the question whose answer was told again, in the settings of the answer."""


def settings_of(
    parts: Parts, query: Query, answerer: Answerer, asked: str, restates: str = ""
) -> dict[str, str]:
    """Everything that decided the answer, by name, for the answer's bundle. Of the options, those
    that differ from their defaults.

    Args:
        asked: the question as it was searched.
        restates: the question whose answer was told again, if one was.
    """
    collection = parts.records.collection(query.collection_id)
    return {
        "collection": collection.name,
        "top_k": str(query.top_k),
        "chunker": collection.settings.chunker,
        "chunk_tokens": str(collection.settings.chunk_tokens),
        "overlap_tokens": str(collection.settings.overlap_tokens),
        "embedding": collection.embedding,
        "answered_by": answerer.name,
        "documents": ", ".join(query.filters.document_ids) or "all",
        **({READ_AS: asked} if asked != query.text else {}),
        **query.options.texts(),
        **({RESTATES: restates} if restates else {}),
    }


def _on_its_page(parts: Parts, citation: Citation) -> Citation:
    try:
        lines = parts.records.lines(citation.document_id, citation.start, citation.end)
    except NotFoundError:
        return citation  # deleted while the answer was written
    return replace(citation, page=lines[0].page) if lines else citation


def _described(draft: Draft) -> str:
    if draft.calculation is not None and draft.sent:
        return f"Computed from the cells of a table by a query that {draft.answered_by} wrote"
    if draft.calculation is not None:
        return "Computed from the cells of a table, with no language model"
    own = f", by the {OWN_BOUNDS}" if draft.bounds else ""
    if not draft.found:
        return f"{draft.answered_by} did not find an answer in these passages{own}"
    cost = draft.usage
    if cost == Usage():
        return f"Written by the {draft.answered_by}{own}"
    return (
        f"Written by {draft.answered_by}: {cost.input_tokens} tokens read, "
        f"{cost.output_tokens} written"
    )
