"""Global search (GraphRAG): points from all reports, rated by how much they help, the best told.

Map: every sentence of every report is a point with a helpfulness from 0 to 100, by a language model
where one is on for the question, else by nearness. Reduce: points that do not help are dropped, the
others taken from the best on up to so many tokens (Edge et al. 2024, §3.1.6).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.pipelines._broad.overview import Heading, Overview
from backend.pipelines._broad.telling import QuotableSentence
from backend.pipelines._names.cards import REPORT
from backend.pipelines._names.kept import NameGraph
from backend.pipelines._names.local_search import allowed
from backend.pipelines._names.reports import NameReport, Statement
from backend.ports import Parts, Rater, Retrieval, Vectors, VectorSearch, one_score
from backend.tokens import estimate_tokens, first_within
from backend.types import Chunk, Hit, Query, Signal, Step

LOW, HIGH = 0.2, 0.8
"""Cosines of a passage with the question that count nothing and all."""
OVERLAP = 0.3
"""Weight of the question's terms in a point, by rarity, beside the cosine of its passage."""
MOST_RATED = 300
"""Points that a language model rates, those first that are nearest to the question."""
MOST_HEADINGS = 8
"""Groups that are told of."""


@dataclass(frozen=True, slots=True)
class Point:
    """A sentence of a report with its helpfulness, 0 to 100."""

    report: NameReport
    statement: Statement
    helpfulness: int


@dataclass(frozen=True, slots=True)
class Mapped:
    """The points that help, best first, who rated them, and what was looked at."""

    points: tuple[Point, ...]
    by: str
    looked_at: int
    notices: tuple[str, ...]
    chunks: Mapping[str, Chunk]


def mapped(parts: Parts, query: Query, vector: Vectors, graph: NameGraph) -> Mapped:
    """Every statement of every report that the question may use, rated; zeros dropped.

    Args:
        vector: (dimension,) of the question, of unit length.
    """
    all_of = [(report, statement) for report in graph.reports for statement in report.statements]
    ids = dict.fromkeys(chunk_id for _, each in all_of for chunk_id in each.chunk_ids)
    chunks = allowed(parts, query.filters, parts.records.chunks(ids))
    looked = [(report, each) for report, each in all_of if all(c in chunks for c in each.chunk_ids)]
    search = VectorSearch(vector, 0, query.filters)
    cosines = one_score(parts.index, query.collection_id, search, list(chunks))
    asked = rarity(query.text, graph)
    points = [
        Point(
            report,
            each,
            helpfulness(max(cosines.get(c, 0.0) for c in each.chunk_ids), each.text, asked),
        )
        for report, each in looked
    ]
    points.sort(key=_order)
    rater = parts.rater(query)
    by = "nearness"
    notices: tuple[str, ...] = ()
    if rater is not None and points:
        points, by, notices = _rated(rater, query.text, points)
    helping = tuple(point for point in points if point.helpfulness > 0)
    return Mapped(helping, by, len(looked), notices, chunks)


def rarity(question: str, graph: NameGraph) -> dict[str, float]:
    """The question's terms with log((N + 1) / (n + 1)), n of the N statements of reports with the
    term; a term that no statement holds weighs nothing, since it tells none apart."""
    total = sum(len(report.statements) for report in graph.reports)
    return {
        term: math.log((total + 1) / (graph.holders[term] + 1))
        for term in dict.fromkeys(term_texts(question))
        if graph.holders.get(term)
    }


def helpfulness(cosine: float, text: str, asked: Mapping[str, float]) -> int:
    """How much a statement helps, 0 to 100: 70 for the cosine of its passage between LOW and HIGH,
    30 for the share of the question's terms that it holds. Nothing where it is far in both."""
    near = min(1.0, max(0.0, (cosine - LOW) / (HIGH - LOW)))
    held = sum(asked.get(term, 0.0) for term in set(term_texts(text)))
    share = held / (sum(asked.values()) or 1.0)
    return round(100 * ((1.0 - OVERLAP) * near + OVERLAP * share))


def reduced(points: Sequence[Point], tokens: int) -> list[Point]:
    """The best points up to so many tokens, one in any case; what was said already is passed
    over."""
    said: dict[str, Point] = {}
    for each in points:
        said.setdefault(each.statement.text, each)
    return first_within(said.values(), tokens, lambda point: point.statement.text)


def hits_of(points: Sequence[Point], chunks: Mapping[str, Chunk]) -> tuple[Hit, ...]:
    """The passages that points cite, each with the helpfulness of the best as a share of 100."""
    best: dict[str, tuple[int, float]] = {}
    for rank, point in enumerate(points, start=1):
        for chunk_id in point.statement.chunk_ids:
            best.setdefault(chunk_id, (rank, point.helpfulness / 100.0))
    return tuple(
        Hit(chunks[identity], worth, (Signal(REPORT.name, rank, worth, None, worth),))
        for identity, (rank, worth) in best.items()
    )


def overview_of_points(
    points: Sequence[Point], found: Retrieval, chunks: Mapping[str, Chunk]
) -> Overview:
    """The points under the titles of their reports, the report of the best point first."""
    told: dict[str, list[QuotableSentence]] = {}
    for point in points:
        chunk, place = chunks[point.statement.chunk_ids[0]], point.statement
        told.setdefault(point.report.title, []).append(
            QuotableSentence(place.text, place.start, place.end, chunk, point.helpfulness / 100.0)
        )
    headings = [Heading(title, tuple(some)) for title, some in told.items()]
    return Overview(found, "", tuple(headings[:MOST_HEADINGS]))


def steps_of(
    found: Mapped, kept: Sequence[Point], hits: Sequence[Hit], started: float
) -> list[Step]:
    """What the trace shows: points with their helpfulness, and what was kept of them."""
    reports = len({point.report.key for point in kept})
    tokens = sum(estimate_tokens(point.statement.text) for point in kept)
    return [
        Step(
            "map",
            f"{len(found.points):,} of {found.looked_at:,} points help, rated by {found.by}",
            time.perf_counter() - started,
            {
                f"{place}. {point.report.title}": f"{point.helpfulness} · {point.statement.text}"
                for place, point in enumerate(kept, start=1)
            },
        ),
        Step(
            "reduce",
            f"{len(kept)} points of {reports} reports, about {tokens:,} tokens",
            0.0,
            {},
            tuple(hit.chunk.id for hit in hits),
        ),
    ]


def _order(point: Point) -> tuple[int, str, int]:
    return -point.helpfulness, point.statement.chunk_ids[0], point.statement.start


def _rated(
    rater: Rater, question: str, points: list[Point]
) -> tuple[list[Point], str, tuple[str, ...]]:
    """The nearest points with a language model's ratings; where it gave none, nearness stays."""
    nearest = points[:MOST_RATED]
    ratings = rater.rate(question, [each.statement.text for each in nearest], threading.Event())
    rated = [
        point if score is None else Point(point.report, point.statement, score)
        for point, score in zip(nearest, ratings.scores, strict=True)
    ]
    given = sum(score is not None for score in ratings.scores)
    by = f"{ratings.rated_by} ({ratings.usage.input_tokens:,} tokens read)" if given else "nearness"
    return sorted(rated, key=_order), by, ratings.notices
