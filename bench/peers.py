"""Fused hybrid beside other systems that use no language model, over the same passages.

`python -m bench.peers [SET …] [--forms …]`. LinearRAG, HippoRAG's walk and SPRIG are rebuilt in
`bench/_name_walks.py` from their papers, with the embedder of Quire and names found by rules; same
questions and the same measure as `bench.files`, in one run. LinearRAG's bound of what is worth
following depends on the embedder: it is measured with five, and the best on these very questions
counts, which is in its favour.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.passage_view.names import names_of
from backend.passage_view.passage_subjects import heading_of
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.naive import NAME as NAIVE
from backend.ports import Pipeline
from backend.settings import load_settings
from backend.types import Chunk, Collection, Query
from backend.workbench import Workbench
from bench._file_sets import FORMS, RECORDS, open_form
from bench._name_walks import (
    Floats,
    Vectors,
    linear_rag,
    name_graph,
    name_walk,
    seeded_walk,
    synonyms,
)
from bench._vector_cache import CachedEmbedder
from bench.files import CHOOSING, DEPTH, measured, questions_of
from bench.libraries import wait_until_read
from bench.report import known_results, table, write_results

METRICS = ("R@5", "all@5", "R in budget")
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5)
"""LinearRAG's bounds; published with .5 for a larger embedder."""
LINEAR, WALK, SEEDED = "LinearRAG", "HippoRAG's walk", "SPRIG"
Values = dict[str, list[float]]
Shown = Callable[[str], Sequence[str]]
"""From a question to the texts of the passages that a system shows, best first."""


class Peers:
    """The rebuilt systems over the passages of one collection."""

    def __init__(self, workbench: Workbench, collection: Collection, form: str) -> None:
        chunks = [
            chunk
            for document in workbench.library.documents(collection.id)
            for chunk in workbench.library.document_chunks(document.id)
        ]
        self._texts = [chunk.text for chunk in chunks]
        self._embedder = CachedEmbedder(
            workbench.parts.embedders.of(collection.id), load_settings().cache / "bench"
        )
        read = [_below_heading(chunk, form) for chunk in chunks]
        self._graph = name_graph(read)
        self._passages = self._vectors(read)
        self._sentences = self._vectors(self._graph.sentences)
        self._names = self._vectors(self._graph.keys)
        self._alike = synonyms(self._names)

    def systems(self, lists: Callable[[str], Mapping[str, float]]) -> dict[str, Shown]:
        """Each system by name.

        Args:
            lists: the scores that naive search gives to passages, by text, for SPRIG's seeds.
        """

        def sprig(question: str) -> Floats:
            scores = lists(question)
            ranked = np.array([scores.get(text, 0.0) for text in self._texts])
            return seeded_walk(self._graph, self._seeds(question), ranked)

        return {
            **{f"{LINEAR}, {threshold}": self._linear(threshold) for threshold in THRESHOLDS},
            WALK: self._best(
                lambda q: name_walk(self._graph, self._seeds(q), self._alike, self._cosines(q))
            ),
            SEEDED: self._best(sprig),
        }

    def _linear(self, threshold: float) -> Shown:
        def scored(question: str) -> Floats:
            nearness = self._sentences @ self._vectors([question])[0]
            seeds, cosines = self._seeds(question), self._cosines(question)
            return linear_rag(self._graph, seeds, nearness, cosines, threshold)

        return self._best(scored)

    def _best(self, scored: Callable[[str], Floats]) -> Shown:
        def shown(question: str) -> Sequence[str]:
            order = np.argsort(-scored(question), kind="stable")[:DEPTH]
            return [self._texts[row] for row in order.tolist()]

        return shown

    def _seeds(self, question: str) -> list[tuple[int, float]]:
        """The nearest name of the collection to each name of the question, with its cosine."""
        keys = sorted({name.key for name in names_of(question) if name.key})
        if not keys or not self._graph.keys:
            return []
        cosines = self._vectors(keys) @ self._names.T
        best = cosines.argmax(1)
        found: dict[int, float] = {}
        for row, name in enumerate(best.tolist()):
            found[name] = max(found.get(name, 0.0), float(cosines[row, name]))
        return sorted(found.items())

    def _cosines(self, question: str) -> Vectors:
        return np.asarray(self._passages @ self._vectors([question])[0], np.float32)

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        found = self._embedder.embed(texts)
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        return np.asarray(found / np.maximum(lengths, 1e-9), np.float32)


def _below_heading(chunk: Chunk, form: str) -> str:
    """A passage under what names it: its heading, or a record's title."""
    head = chunk.title if form == RECORDS else heading_of(chunk)
    return f"{head}\n\n{chunk.text}" if head else chunk.text


def measure(name: str, form: str, half: str) -> dict[str, Any]:
    """Figures of one set in one form, printed as a table."""
    workbench, collection = open_form(name, form)
    try:
        questions = questions_of(name, form, half)
        systems: dict[str, Shown] = {}
        pipelines: dict[str, Pipeline] = {}
        for pipeline in (FUSED, NAIVE):
            built = registry.load("backend.pipelines", pipeline).build(workbench.parts)
            wait_until_read(built, Query(questions[0].text, collection.id, DEPTH))
            pipelines[pipeline] = built

            def shown(question: str, built: Pipeline = built) -> Sequence[str]:
                hits = built.retrieve(Query(question, collection.id, DEPTH)).hits
                return [hit.chunk.text for hit in hits]

            systems[pipeline] = shown

        def lists(question: str) -> Mapping[str, float]:
            hits = pipelines[NAIVE].retrieve(Query(question, collection.id, DEPTH)).hits
            return {hit.chunk.text: hit.score for hit in hits}

        peers = Peers(workbench, collection, form)
        systems |= peers.systems(lists)
        values: dict[str, Values] = {}
        milliseconds: dict[str, float] = {}
        for label, system in systems.items():
            wall = []
            for question in questions:
                started = time.perf_counter()
                texts = system(question.text)
                wall.append(time.perf_counter() - started)
                own = measured(question, texts)
                for metric in METRICS:
                    values.setdefault(label, {}).setdefault(metric, []).append(own[metric])
            milliseconds[label] = 1000 * float(np.median(wall))
    finally:
        workbench.close()
    best = max(
        (f"{LINEAR}, {threshold}" for threshold in THRESHOLDS), key=lambda e: sum(values[e]["R@5"])
    )
    values[LINEAR], milliseconds[LINEAR] = values[best], milliseconds[best]
    return {**_report(f"{name}, {form}", values, milliseconds), "best_of_five": best}


def _report(
    title: str, values: Mapping[str, Values], milliseconds: Mapping[str, float]
) -> dict[str, Any]:
    figures: dict[str, dict[str, list[float]]] = {}
    differences: dict[str, dict[str, list[float]]] = {}
    rows: list[list[str]] = []
    for label, own in values.items():
        found = {metric: mean_interval(own[metric]) for metric in METRICS}
        figures[label] = {metric: [i.mean, i.low, i.high] for metric, i in found.items()}
        rows.append([label, *(i.percent() for i in found.values()), f"{milliseconds[label]:.0f}"])
        if label != FUSED:
            gains = {m: difference_interval(values[FUSED][m], own[m]) for m in METRICS}
            differences[label] = {m: [i.mean, i.low, i.high] for m, i in gains.items()}
            rows.append([f"{FUSED} − {label}", *(i.percent() for i in gains.values()), ""])
    count = len(values[FUSED][METRICS[0]])
    print(table(f"\n{title}: {count} questions", ("", *METRICS, "ms"), rows), flush=True)
    return {
        "questions": count,
        "milliseconds_median": dict(milliseconds),
        "systems": figures,
        "fused_less": differences,
    }


def main() -> None:
    """Measure sets in some forms and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=["2wiki101_small"])
    parser.add_argument("--forms", nargs="+", default=[RECORDS, *FORMS[:2]])
    parser.add_argument("--half", choices=("first", "second", "whole"), default="second")
    parser.add_argument("--unwritten", action="store_true", help="print only")
    asked = parser.parse_args()
    for name in asked.sets:
        for form in asked.forms:
            found = measure(name, form, asked.half)
            role = "chooses" if name in CHOOSING else "test"
            if not asked.unwritten:
                _write(f"{name}, {form}", {"role": role, **found})


def _write(name: str, found: Mapping[str, Any]) -> None:
    """Write one form's figures beside those of the others."""
    write_results("peers", {**known_results("peers"), name: found})


if __name__ == "__main__":
    main()
