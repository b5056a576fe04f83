"""What the retriever `section` gains if the headings' meaning counts beside their words.

`python -m bench.section_paths [PART …] [--documents FOLDER]`. The path of a passage (title,
section, subsection) is embedded once for each distinct path, and its cosine with the question joins
the agreement of words: their mean, or the larger of both. Fused hybrid is asked with the shipped
weights, over the documents of `bench/own_files` that train, of the guides every second question and
of the papers every third. Records of an encyclopaedia have no headings but their title, which the
retriever leaves to others, so nothing changes there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from backend.evaluation.intervals import difference_interval, mean_interval
from backend.passage_view.collection_view import Array, CollectionView
from backend.passage_view.ranking import best_rows
from backend.passage_view.views import views_over
from backend.pipelines.fused_hybrid import FusedHybridPipeline
from backend.ports import Parts
from backend.retrievers.section import SectionRetriever
from backend.types import Query, Scored
from bench._reader_own_files import (
    GUIDES,
    PAPERS,
    default_documents,
    open_part,
    questions_with_passages,
)
from bench._unread import UNREAD
from bench.libraries import wait_until_read
from bench.report import known_results, table, write_results

EVERY = {PAPERS: 3, GUIDES: 2}
"""Every n-th question of a part is asked."""
METRICS = {"Hit@1": 1, "Hit@5": 5}
JOINS: Mapping[str, Callable[[float, float], float]] = {
    "mean": lambda words, meaning: (words + meaning) / 2.0,
    "maximum": max,
}
"""How the agreement of words and the cosine, both from 0 to 1, are joined."""
BEFORE = "words alone"
SEPARATOR = " › "


def path_of(title: str, headings: Sequence[str]) -> str:
    """The path as it is embedded, empty without a heading other than the title."""
    own = [heading for heading in headings if heading != title]
    return SEPARATOR.join((title, *own)) if own else ""


class SectionWithMeaning(SectionRetriever):
    """Relevance as agreement of the heading path and the question, by words and by meaning."""

    def __init__(
        self, parts: Parts, collection_id: str, join: Callable[[float, float], float]
    ) -> None:
        super().__init__(views_over(parts))
        self._join = join
        self._view: CollectionView = views_over(parts).of(collection_id, wait=True)
        self._embedder = parts.embedders.of(collection_id)
        paths = {
            chunk.id: path_of(chunk.title, chunk.path)
            for document in parts.records.documents(collection_id)
            for chunk in parts.records.chunks_of(document.id)
        }
        distinct = sorted({path for path in paths.values() if path})
        self._vectors = unit_rows(np.asarray(self._embedder.embed(distinct), np.float32))
        number = {path: place for place, path in enumerate(distinct)}
        self._path_of = {each: number[path] for each, path in paths.items() if path}

    def propose(self, query: Query, k: int) -> list[Scored]:
        """Passages whose headings fit best, by both."""
        view = self._view
        scores = self.score(query, view.ids)
        values = np.array([scores.get(each, 0.0) for each in view.ids], np.float32)
        return best_rows(view, values, k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Agreement by both; absent without headings, or where it is 0."""
        words = super().score(query, chunk_ids)
        asked = unit_rows(np.asarray(self._embedder.embed([query.text]), np.float32))[0]
        cosine = np.clip(self._vectors @ asked, 0.0, 1.0)
        found = {
            chunk_id: self._join(words.get(chunk_id, 0.0), float(cosine[self._path_of[chunk_id]]))
            for chunk_id in chunk_ids
            if chunk_id in self._path_of
        }
        return {each: value for each, value in found.items() if value > 0.0}


class FusedWithPaths(FusedHybridPipeline):
    """Fused hybrid whose retriever `section` is another one."""

    def __init__(self, parts: Parts, section: SectionRetriever) -> None:
        super().__init__(parts)
        self._retrievers = tuple(
            section if retriever.name == section.name else retriever
            for retriever in self._retrievers
        )


def unit_rows(vectors: Array) -> Array:
    """(n, d) rows of length 1."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Array = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return scaled


def measure_part(documents: Path, part: str) -> dict[str, Any]:
    """Figures of one part, printed as a table."""
    asked = questions_with_passages(documents, part, training=True)[:: EVERY[part]]
    workbench, collection = open_part(documents, part)
    try:
        parts = workbench.parts
        pipelines = {BEFORE: FusedHybridPipeline(parts)}
        for name, join in JOINS.items():
            meaning = SectionWithMeaning(parts, collection.id, join)
            pipelines[name] = FusedWithPaths(parts, meaning)
        wait_until_read(pipelines[BEFORE], Query(asked[0][0].question, collection.id))
        values: dict[str, dict[str, list[float]]] = {name: {} for name in pipelines}
        for question, gold in asked:
            for name, pipeline in pipelines.items():
                hits = pipeline.retrieve(
                    Query(question.question, collection.id, options=UNREAD)
                ).hits
                for metric, k in METRICS.items():
                    right = any(hit.chunk.id in gold for hit in hits[:k])
                    values[name].setdefault(metric, []).append(float(right))
    finally:
        workbench.close()
    means = {metric: mean_interval(each) for metric, each in values[BEFORE].items()}
    rows = [[BEFORE, *(each.percent() for each in means.values())]]
    figures: dict[str, Any] = {
        "questions": len(asked),
        BEFORE: {metric: [i.mean, i.low, i.high] for metric, i in means.items()},
    }
    for name in JOINS:
        gains = {m: difference_interval(values[name][m], values[BEFORE][m]) for m in METRICS}
        rows.append([f"{name}, difference", *(gain.percent() for gain in gains.values())])
        figures[name] = {metric: [i.mean, i.low, i.high] for metric, i in gains.items()}
    print(table(f"\n{part}: {len(asked)} questions", ("section", *METRICS), rows), flush=True)
    return figures


def main() -> None:
    """Measure the parts and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(EVERY))
    parser.add_argument("--documents", type=Path, default=default_documents())
    asked = parser.parse_args()
    for part in asked.parts:
        found = measure_part(asked.documents, part)
        known = known_results("section_paths")
        print(f"written to {write_results('section_paths', {**known, part: found})}", flush=True)


if __name__ == "__main__":
    main()
