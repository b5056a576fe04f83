"""Why a passage was not shown: what each retriever makes of it, where it fell out, and what would
have shown it. Whatever is said was tried: the question is searched again, deeper, and with one
thing changed at a time. Retrievers are asked as the pipelines ask them.
"""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from backend import registry
from backend.errors import NotFoundError, QuestionError
from backend.evaluation.pathway import pathways_over
from backend.ports import Parts, Pipeline, Ranking
from backend.retrieval.gathering import gather
from backend.retrieval.retrievers import PACKAGE as RETRIEVERS
from backend.retrieval.retrievers import built, card_of
from backend.types import Chunk, Hit, Options, Query, RetrieverReading, WhyNot

NOT_PROPOSED, NO_CANDIDATE = "not proposed", "never a candidate"
LOST_IN_FUSION, BELOW_CUT = "lost in the fusion", "below the cut"
SEARCHED_ELSEWHERE, OTHER_DOCUMENTS = "searched elsewhere", "crowded out by other documents"
SAME_PAGE, COVERAGE = "held back by its page", "crowded out by coverage"
CAUSES = (
    NOT_PROPOSED,
    NO_CANDIDATE,
    LOST_IN_FUSION,
    BELOW_CUT,
    SEARCHED_ELSEWHERE,
    OTHER_DOCUMENTS,
    SAME_PAGE,
    COVERAGE,
)
"""Kinds of causes, as tables count them."""
PIPELINES, MEANING = "backend.pipelines", "dense"
DEPTH = 200
"""So far the ranking, and each retriever's proposals, are looked through."""
MOST_PASSAGES = 200
"""Passages of one document that may be meant."""
_SWITCHES = (
    ("scope", "off", "Searching every document instead of those that the question names"),
    ("scope", "on", "Searching only the documents that the question names"),
    ("spread", "off", "Showing more than two passages of one page"),
    ("use_coverage", "off", "Choosing passages by themselves, not as a set"),
    ("fusion", "reciprocal_rank", "Joining the two rankings by rank"),
)
"""Options of pipelines that may keep a passage out, with words for changing them."""


def why_not(parts: Parts, pipeline_name: str, query: Query, wanted: Group[str]) -> WhyNot:
    """Why none of the wanted passages is among those that a pipeline shows.

    Args:
        wanted: ids of passages any of which would do.

    Raises:
        NotFoundError: if none of them is in the query's collection.
        QuestionError: if one of them is shown.
    """
    chunks = {
        each: chunk
        for each, chunk in parts.records.chunks(list(wanted)[:MOST_PASSAGES]).items()
        if parts.records.document(chunk.document_id).collection_id == query.collection_id
    }
    if not chunks:
        raise NotFoundError(
            "This passage is not in the collection any more.",
            "Their document was deleted or replaced; look for the words in it.",
        )
    module = registry.load(PIPELINES, pipeline_name)
    pipeline: Pipeline = module.build(parts)
    shown = pipeline.retrieve(query).hits
    if any(each.chunk.id in chunks for each in shown):
        raise QuestionError("This passage is shown.", "Choose one that was missed.")
    deep = pipeline.retrieve(replace(query, top_k=DEPTH)).hits
    place = next((n for n, hit in enumerate(deep) if hit.chunk.id in chunks), None)
    hit = deep[place] if place is not None else None
    rankings = _asked(parts, query, chunks, (*shown, *deep))
    readings = _readings(rankings, chunks, hit, shown, _given(deep, chunks))
    best = hit.chunk if hit is not None else _best(chunks, rankings.get(MEANING))
    rank = None if place is None else place + 1
    changes = tuple(_changes(pipeline, module.OPTIONS, query, chunks, rank))
    kind, cause = _cause(query, rank, readings, changes)
    way = pathways_over(parts).between(
        query.collection_id, [each.chunk.id for each in shown], chunks
    )
    return WhyNot(
        best, pipeline_name, query.top_k, rank, DEPTH, readings, cause, changes, kind, way
    )


def _asked(
    parts: Parts, query: Query, wanted: Group[str], hits: Sequence[Hit]
) -> dict[str, Ranking | None]:
    """What each retriever that took part in the hits proposes, and what it gives to passages.

    None for what counts in a ranking and is no retriever, as a network of links.
    """
    names = dict.fromkeys(signal.retriever for hit in hits for signal in hit.signals)
    known = set(registry.names(RETRIEVERS))
    retrievers = built(parts, [name for name in names if name in known])
    gathered = gather(query, retrievers, DEPTH, judged=wanted, all_propose=True)
    by_name = {ranking.retriever: ranking for ranking in gathered.rankings}
    return {name: by_name.get(name) for name in names}


def _given(hits: Sequence[Hit], chunks: Group[str]) -> dict[tuple[str, str], float]:
    """The raw scores that the pipeline ranked passages by, by retriever and passage."""
    return {
        (signal.retriever, hit.chunk.id): signal.raw
        for hit in hits
        if hit.chunk.id in chunks
        for signal in hit.signals
        if signal.raw is not None
    }


def _readings(
    rankings: Mapping[str, Ranking | None],
    chunks: Group[str],
    hit: Hit | None,
    shown: Sequence[Hit],
    given: Mapping[tuple[str, str], float],
) -> tuple[RetrieverReading, ...]:
    """One reading for each retriever that took part in the ranking.

    Args:
        given: what the pipeline's own ranking gave, which counts before what was asked anew: some
            scores depend on the other candidates, and a pipeline may join those of two retrievers.
    """
    own = {s.retriever: s.contribution for s in hit.signals} if hit is not None else {}
    last = {s.retriever: s.contribution for s in shown[-1].signals} if shown else {}
    readings = []
    for name, ranking in rankings.items():
        rank, score = None, None
        if ranking is not None:
            places = enumerate(ranking.proposed, start=1)
            rank = next((place for place, each in places if each.chunk_id in chunks), None)
            asked = ((each, ranking.scores[each]) for each in chunks if each in ranking.scores)
            score = max((given.get((name, each), raw) for each, raw in asked), default=None)
        readings.append(RetrieverReading(name, rank, DEPTH, score, own.get(name), last.get(name)))
    return tuple(readings)


def _best(chunks: Mapping[str, Chunk], meaning: Ranking | None) -> Chunk:
    """Of passages that no ranking holds, the one that meaning finds nearest, else the first."""
    scores = meaning.scores if meaning is not None else {}
    if any(chunk_id in scores for chunk_id in chunks):
        return max(chunks.values(), key=lambda chunk: (scores.get(chunk.id, -inf), chunk.id))
    return min(chunks.values(), key=lambda chunk: chunk.ordinal)


def _changes(
    pipeline: Pipeline,
    options: type[Options],
    query: Query,
    chunks: dict[str, Chunk],
    rank: int | None,
) -> Iterator[str]:
    """What would have shown it, each tried by itself."""
    given = query.options.texts()
    for name, value, words in _SWITCHES:
        if name not in options.names():
            continue
        changed = options.read({**given, name: value})
        if changed == options.taking(query.options):
            continue
        hits = pipeline.retrieve(replace(query, options=changed)).hits
        if any(hit.chunk.id in chunks for hit in hits):
            yield f"{words}."
    if rank is not None:
        yield f"Showing {rank} passages instead of {query.top_k}."


def _cause(
    query: Query,
    rank: int | None,
    readings: Sequence[RetrieverReading],
    changes: Sequence[str],
) -> tuple[str, str]:
    """Where it fell out: the kind of the cause, and a sentence."""
    ranks = {reading.retriever: reading.rank for reading in readings if reading.rank is not None}
    for name, value, words in _SWITCHES[:4]:
        if f"{words}." in changes:
            return _BY_SWITCH[(name, value)]
    if rank is None and not ranks:
        return NOT_PROPOSED, (
            f"No retriever has it among its first {DEPTH}: the question shares too little with it."
        )
    if rank is None:
        best = min(ranks, key=lambda each: ranks[each] or 0)
        return NO_CANDIDATE, (
            f"It never became a candidate: by {_plain(best)} it has place {ranks[best]}, which is "
            "below what may be proposed."
        )
    lost = _largest_loss(readings)
    tail = f"; it loses most by {lost}" if lost else ""
    better = [
        _plain(name) for name, each in ranks.items() if each is not None and each <= query.top_k
    ]
    if better:
        return LOST_IN_FUSION, (
            f"Lost in the fusion: by {' or '.join(better)} alone it would be shown, all together "
            f"put it in place {rank} of which {query.top_k} are shown{tail}."
        )
    return BELOW_CUT, f"Below the cut: place {rank}, of which {query.top_k} are shown{tail}."


_BY_SWITCH = {
    ("scope", "off"): (
        SEARCHED_ELSEWHERE,
        "Left out by where it was searched: the question was taken to mean other documents.",
    ),
    ("scope", "on"): (
        OTHER_DOCUMENTS,
        "Crowded out by other documents than those that the question names.",
    ),
    ("spread", "off"): (SAME_PAGE, "Held back: two passages of its page are shown already."),
    ("use_coverage", "off"): (
        COVERAGE,
        "Crowded out: together with the others it adds too little that is new.",
    ),
}


def _plain(name: str) -> str:
    """A retriever as a sentence names it."""
    return card_of(name).plain or name


def _largest_loss(readings: Sequence[RetrieverReading]) -> str:
    """The retriever by which the last passage that is shown is ahead most."""
    gaps = {
        reading.retriever: (reading.of_last or 0.0) - reading.contribution
        for reading in readings
        if reading.contribution is not None
    }
    worst = max(gaps, key=lambda retriever: gaps[retriever], default="")
    return _plain(worst) if worst and gaps[worst] > 0 else ""
