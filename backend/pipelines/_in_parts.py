"""Two questions asked at once: the evidence of each, in turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, zip_longest

from backend.ports import Retrieval
from backend.question_kinds import parts_with_subject, question_parts
from backend.types import Hit, Query


def retrieved_in_parts(query: Query, retrieve: Callable[[Query], Retrieval]) -> Retrieval:
    """What a pipeline finds for a question; for two at once what it finds for each, the best
    passages of both in turns, no more than were asked for.

    Everything but the passages and the steps is that of the first question's search.
    """
    parts = question_parts(query.text)
    if len(parts) == 1:
        return retrieve(query)
    retrievals = [retrieve(replace(query, text=part)) for part in parts_with_subject(parts)]
    turns = chain.from_iterable(zip_longest(*(each.hits for each in retrievals)))
    hits: dict[str, Hit] = {}
    for hit in turns:
        if hit is not None:
            hits.setdefault(hit.chunk.id, hit)
    steps = tuple(step for each in retrievals for step in each.steps)
    notices = tuple(dict.fromkeys(notice for each in retrievals for notice in each.notices))
    kept = tuple(hits.values())[: query.top_k]
    return replace(retrievals[0], hits=kept, steps=steps, notices=notices)
