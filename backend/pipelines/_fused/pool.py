"""Which passages a question considers: what retrievers propose, and where links lead from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.analysis import term_texts
from backend.fusion.reciprocal_rank import K0
from backend.held_rows import rows_of
from backend.passage_view.collection_view import CollectionView, Numbers
from backend.passage_view.names import names_of
from backend.passage_view.passage_subjects import heading_of
from backend.passage_view.question_terms import (
    QuestionTerms,
    asked_bm25,
    asked_terms,
    bm25,
    name_match,
)
from backend.passage_view.ranking import top_rows
from backend.passage_view.reach import Reach, neighbours
from backend.ports import Records, Retriever
from backend.retrieval.gathering import gather
from backend.retrieval.lane import PATIENCE
from backend.types import Query, Scored

SEEDS = 20
BRIDGED_SEEDS = 6
BRIDGED_DEPTH = 6
SEED_NAME_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates' rows, sorted, and how they were found.

    `reached` says how many rows came from retrievers, over links, and by the seeds' names.
    `failed` names retrievers that raised, with the reason.
    """

    rows: Numbers
    proposed: Mapping[str, tuple[Scored, ...]]
    asked: QuestionTerms
    allowed: np.ndarray | None
    reached: tuple[int, int, int]
    failed: Mapping[str, str]


def pool(
    query: Query,
    view: CollectionView,
    retrievers: Sequence[Retriever],
    records: Records,
    *,
    linked: bool = True,
) -> Pool:
    """Propose, follow links from the best twenty, and ask for what the best six name.

    A retriever that fails is left out and named in `failed`.
    """
    candidates = gather(
        query, retrievers, query.top_k, own_depths=True, judging=(), patience=PATIENCE
    )
    proposed, failed = candidates.proposed, candidates.failed
    asked = asked_terms(view, query.text)
    allowed = view.allowed(query.filters)
    direct = view.rows({each.chunk_id for found in proposed.values() for each in found})
    direct = np.unique(direct)
    if not linked or not direct.size:
        return Pool(direct, proposed, asked, allowed, (direct.size, 0, 0), failed)
    lexical = asked_bm25(view, query.text)
    nearness = lexical / (float(lexical.max(initial=0.0)) + 1e-9)
    seeds = _seeds(view, query, proposed, direct)
    linked_rows = np.setdiff1d(neighbours(view, seeds, nearness, Reach()), direct)
    bridged = _named_by_seeds(view, asked, seeds[:BRIDGED_SEEDS], records)
    bridged = np.setdiff1d(bridged, np.union1d(direct, linked_rows))
    rows = np.concatenate([direct, linked_rows, bridged])
    if allowed is not None:
        rows = rows[allowed[rows]]
    return Pool(
        np.sort(rows),
        proposed,
        asked,
        allowed,
        (direct.size, linked_rows.size, bridged.size),
        failed,
    )


def _seeds(
    view: CollectionView,
    query: Query,
    proposed: Mapping[str, tuple[Scored, ...]],
    direct: Numbers,
) -> Numbers:
    """The most promising rows by reciprocal rank in BM25 and dense, and by being named.

    Args:
        direct: rows that were proposed, ascending.
    """
    by_title, by_text = name_match(view, query.text)
    score = np.maximum(by_title[direct], by_text[direct])
    for name in ("lexical", "dense"):
        for rank, each in enumerate(proposed.get(name, ()), start=1):
            row = view.row_of.get(each.chunk_id)
            if row is not None:
                score[np.searchsorted(direct, row)] += 0.5 * K0 / (K0 + rank)
    return direct[top_rows(score, SEEDS)]


def _named_by_seeds(
    view: CollectionView, asked: QuestionTerms, seeds: Numbers, records: Records
) -> Numbers:
    """What BM25 finds for the question's open terms together with the names of each seed."""
    chunks = records.chunks([view.ids[row] for row in seeds])
    found: list[Numbers] = []
    for row in seeds:
        chunk = chunks.get(view.ids[row])
        if chunk is None:
            continue
        held = set(rows_of(view.counts, np.array([row])).columns.tolist())
        weights = {
            term: 1.0
            for term, column in zip(asked.texts, asked.columns.tolist(), strict=True)
            if column not in held
        }
        own = heading_of(chunk) or chunk.title
        names = " ".join((own, *(name.surface for name in names_of(chunk.text))))
        for term in set(term_texts(names)):
            weights[term] = weights.get(term, 0.0) + SEED_NAME_WEIGHT
        found.append(top_rows(bm25(view, weights), BRIDGED_DEPTH))
    return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)
