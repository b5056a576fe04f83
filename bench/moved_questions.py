"""What a collection gains by learning where its questions are searched from.

`python -m bench.moved_questions [SET …]`. The query adapter learns from questions of a set's first
half, as the page Tune learns, and is measured on those of the second half that no document answers
which it has seen: meaning alone, naive and fused hybrid, each with it and without. Beside that
stands what the training said of itself, from questions about documents held out. Nothing is chosen
here on the second half. `--full N …` fine-tunes the whole embedder on N questions in the adapter's
place, in a library of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pickle
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.ingestion.reembedding import reembed
from backend.ports import EmbeddingNetwork, Pipeline, Progress, Triplet
from backend.question_vectors.kept_adapter import (
    forget_adapter,
    keep_adapter,
    learned_adapter,
    switch_off,
    switch_on,
)
from backend.question_vectors.kept_network import identity_of, is_fine_tuned
from backend.settings import load_settings
from backend.training import embedder_job
from backend.training.adapter_training import Adapted, train_adapter
from backend.training.embedder_training import TunedEmbedder, train_embedder
from backend.training.known import Lesson
from backend.types import Collection, Options, Query, TuningReport
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench._thinned import thinned
from bench._unread import UNREAD_TEXTS
from bench.libraries import open_with, wait_until_read
from bench.report import known_results, table, write_results

NAME = "moved_questions"
LEARNED = (50, 200, 0)
"""From so many questions of the first half, at even distances; 0: from all."""
MOST_ASKED = 200
"""Questions of the second half, at even distances."""
TOP = 10
METHODS: Mapping[str, tuple[str, dict[str, str]]] = {
    "meaning alone": ("naive", {"alpha": "1", "parts": "off", "spread": "off"}),
    "naive": ("naive", {}),
    "fused hybrid": ("fused_hybrid", UNREAD_TEXTS),
}
METRICS = ("Hit@1", "Hit@5", "R@5", "MRR@10")


def sets() -> dict[str, QuestionSet]:
    """The sets by name."""
    folder = load_settings().benchmarks
    hotpot = thinned(load_question_set(folder, "hotpotqa300"), 4)
    return {each.name: each for each in (hotpot, load_question_set(folder, "nq_uda"))}


def spaced(questions: Sequence[DatasetQuestion], most: int) -> list[DatasetQuestion]:
    """At most so many, at even distances; all for 0."""
    if not most or most >= len(questions):
        return list(questions)
    return [questions[place * len(questions) // most] for place in range(most)]


def measure(
    chosen: QuestionSet, methods: Sequence[str], learned: Sequence[int], kept: Mapping[str, Any]
) -> dict[str, Any]:
    """The figures of a set for some methods and numbers of questions; those of `kept` stay."""
    workbench, collection = open_with(chosen, library=f"systems-{chosen.name}")
    try:
        second = chosen.second_half()
        first = [
            question for question in chosen.questions if question not in second and question.gold
        ]
        seen = {gold for question in first for gold in question.gold}
        test = [
            dataset_question
            for dataset_question in second
            if dataset_question.gold and not seen & set(dataset_question.gold)
        ]
        asked = spaced(test, MOST_ASKED)
        records = workbench.parts.records
        switch_off(records, collection.id)
        before = {method: _values(workbench, collection, asked, method) for method in methods}
        found: dict[str, Any] = {
            **kept,
            "questions": len(asked),
            "passages": workbench.library.counts(collection.id).chunks,
            "without": {
                **kept.get("without", {}),
                **{method: _means(before[method]) for method in methods},
            },
        }
        for most in learned:
            taught = spaced(first, most)
            if most and len(taught) < most:
                continue
            began = time.process_time()
            adapted = _learned(workbench, collection, taught)
            label = f"learned from {len(taught)}"
            found[label] = {
                "processor_seconds": time.process_time() - began,
                "held_out": _told(adapted.report),
                "with": {
                    **kept.get(label, {}).get("with", {}),
                    **{
                        method: _compared(
                            _values(workbench, collection, asked, method), before[method]
                        )
                        for method in methods
                    },
                },
            }
            forget_adapter(records, collection.id)
        return found
    finally:
        workbench.close()


def _lessons(
    workbench: Workbench, collection: Collection, taught: Sequence[DatasetQuestion]
) -> list[Lesson]:
    ids = {document.key: document.id for document in workbench.library.documents(collection.id)}
    return [
        Lesson(
            dataset_question.text,
            frozenset(),
            frozenset(ids[gold] for gold in dataset_question.gold if gold in ids),
        )
        for dataset_question in taught
    ]


def _learned(
    workbench: Workbench, collection: Collection, taught: Sequence[DatasetQuestion]
) -> Adapted:
    """Learn, and use it whether or not it was better."""
    lessons = _lessons(workbench, collection, taught)
    records = workbench.parts.records
    sequence = records.sequence()
    adapted = train_adapter(workbench.parts, collection.id, lessons, lambda *_: None)
    keep_adapter(records, collection.id, adapted.adapter, sequence, adapted.documents)
    if not switch_on(records, collection.id) or learned_adapter(records, collection.id) is None:
        raise RuntimeError("what was learned is not used")
    return adapted


def measure_full(
    chosen: QuestionSet, methods: Sequence[str], most: int, kept: Mapping[str, Any]
) -> dict[str, Any]:
    """The figures of a set with an embedder that learned from `most` questions, used whether or not
    it was better; those of `kept` stay. The first call learns and embeds, the second measures."""
    workbench, collection = open_with(chosen, library=f"fine-tuned-{chosen.name}")
    values_before = workbench.parts.settings.library / "before.json"
    label = f"whole embedder, learned from {most}"
    try:
        second = chosen.second_half()
        first = [
            question for question in chosen.questions if question not in second and question.gold
        ]
        seen = {gold for question in first for gold in question.gold}
        test = [
            dataset_question
            for dataset_question in second
            if dataset_question.gold and not seen & set(dataset_question.gold)
        ]
        asked = spaced(test, MOST_ASKED)
        if "with" not in kept.get(label, {"with": {}}):
            if not is_fine_tuned(collection.embedding):
                raise RuntimeError("what was learned is not used")
            before = json.loads(values_before.read_text("utf-8"))
            after = {method: _values(workbench, collection, asked, method) for method in methods}
            compared = {method: _compared(after[method], before[method]) for method in methods}
            return {**kept, label: {**kept[label], "with": compared}}
        records, embedders = workbench.parts.records, workbench.parts.embedders
        embedder_job.use(records, embedders, collection.id, on=False)
        reembed(workbench.ingestion, collection.id, _progress)
        if not values_before.exists():
            before = {method: _values(workbench, collection, asked, method) for method in methods}
            values_before.write_text(json.dumps(before), "utf-8")
        timings: dict[str, float] = {}
        tuned = _tuned(workbench, collection, spaced(first, most), timings)
        forced = replace(tuned, report=replace(tuned.report, kept=True))
        embedder_job.keep_tuned(records, embedders, collection.id, forced, records.sequence())
        reembed(workbench.ingestion, collection.id, _progress)
        told = {
            **timings,
            "taught": tuned.taught,
            "held_out": _told(tuned.report),
        }
        return {**kept, label: told}
    finally:
        workbench.close()


def _processor_seconds() -> float:
    """Of this process and of those that it ended."""
    told = os.times()
    return told.user + told.system + told.children_user + told.children_system


def _tuned(
    workbench: Workbench,
    collection: Collection,
    taught: Sequence[DatasetQuestion],
    timings: dict[str, float],
) -> TunedEmbedder:
    settings = workbench.parts.settings
    runtime = registry.load("backend.embedders", "sentence_transformers")

    def learn(
        batches: Sequence[Sequence[Triplet]], longest: int, progress: Progress
    ) -> EmbeddingNetwork:
        """What was learned from the same before is taken again: a call may end after learning."""
        key = hashlib.sha256(repr((batches, longest)).encode()).hexdigest()[:16]
        path = settings.library / f"network-{key}.pickle"
        if not path.exists():
            began, processor = time.perf_counter(), _processor_seconds()
            network = runtime.fine_tune(settings, "", batches, longest, progress)
            spent = (time.perf_counter() - began, _processor_seconds() - processor)
            path.write_bytes(pickle.dumps((network, spent)))
        known: EmbeddingNetwork
        known, (seconds, processor) = pickle.loads(path.read_bytes())
        timings.update({"learning_seconds": seconds, "learning_processor_seconds": processor})
        return known

    return train_embedder(
        workbench.parts,
        workbench.ingestion.embedders.named(""),
        collection.id,
        _lessons(workbench, collection, taught),
        learn,
        lambda network: runtime.build_network(settings, network, identity_of(network), bulk=True),
        _progress,
    )


def _progress(stage: str, done: int, total: int) -> None:
    print(f"\r{stage} {done:,} of {total:,}  ", end="", file=sys.stderr, flush=True)


def _told(report: TuningReport) -> dict[str, Any]:
    return {
        "measures": [
            [name, [one.mean, one.low, one.high], [two.mean, two.low, two.high]]
            for name, one, two in report.measures
        ],
        "difference": [report.difference.mean, report.difference.low, report.difference.high],
        "kept": report.kept,
    }


def _values(
    workbench: Workbench, collection: Collection, asked: Sequence[DatasetQuestion], method: str
) -> dict[str, list[float]]:
    pipeline, texts = METHODS[method]
    built: Pipeline = registry.load("backend.pipelines", pipeline).build(workbench.parts)
    kind: type[Options] = registry.load("backend.pipelines", pipeline).OPTIONS
    options = kind.read(dict(texts))
    wait_until_read(built, Query(asked[0].text, collection.id, TOP, options=options))
    keys = {document.id: document.key for document in workbench.library.documents(collection.id)}
    values: dict[str, list[float]] = {metric: [] for metric in METRICS}
    for dataset_question in asked:
        hits = built.retrieve(
            Query(dataset_question.text, collection.id, TOP, options=options)
        ).hits
        shown = list(dict.fromkeys(keys[hit.chunk.document_id] for hit in hits))
        ranks = [shown.index(gold) + 1 for gold in dataset_question.gold if gold in shown]
        values["Hit@1"].append(float(1 in ranks))
        values["Hit@5"].append(float(any(rank <= 5 for rank in ranks)))
        values["R@5"].append(sum(rank <= 5 for rank in ranks) / len(set(dataset_question.gold)))
        values["MRR@10"].append(1.0 / min(ranks) if ranks else 0.0)
    return values


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, list[float]]:
    found = {metric: mean_interval(value) for metric, value in values.items()}
    return {metric: [each.mean, each.low, each.high] for metric, each in found.items()}


def _compared(
    values: Mapping[str, Sequence[float]], before: Mapping[str, Sequence[float]]
) -> dict[str, Any]:
    found = {metric: difference_interval(values[metric], before[metric]) for metric in METRICS}
    return {
        **_means(values),
        "difference": {metric: [e.mean, e.low, e.high] for metric, e in found.items()},
    }


def shown(name: str, found: Mapping[str, Any]) -> str:
    """A set's figures as a table."""

    def percent(each: Sequence[float]) -> str:
        return f"{100 * each[0]:.1f} [{100 * each[1]:.1f}, {100 * each[2]:.1f}]"

    rows = [
        [method, "without", *(percent(row[m]) for m in METRICS)]
        for method, row in found["without"].items()
    ]
    for label, learned in found.items():
        if isinstance(learned, dict) and "with" in learned:
            rows += [
                [method, label, *(percent(row["difference"][m]) for m in METRICS)]
                for method, row in learned["with"].items()
            ]
            held, kept = learned["held_out"]["difference"], learned["held_out"]["kept"]
            spent = learned.get("processor_seconds", learned.get("learning_processor_seconds"))
            seconds = f"{spent:.1f} s"
            rows.append(["held out", label, percent(held), f"kept: {kept}", seconds, ""])
    title = f"\n{name}: {found['questions']} questions over {found['passages']:,} passages"
    return table(title, ("method", "adapter", *METRICS), rows)


def main() -> None:
    """Measure sets and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET")
    parser.add_argument("--methods", nargs="+", default=list(METHODS), choices=list(METHODS))
    parser.add_argument("--learned", nargs="+", type=int, default=list(LEARNED))
    parser.add_argument("--full", nargs="+", type=int, default=[], metavar="N")
    asked = parser.parse_args()
    kept = known_results(NAME)
    for name, chosen in sets().items():
        if asked.sets and not any(each in name for each in asked.sets):
            continue
        if asked.full:
            for most in asked.full:
                kept[name] = measure_full(chosen, asked.methods, most, kept.get(name, {}))
        else:
            kept[name] = measure(chosen, asked.methods, asked.learned, kept.get(name, {}))
        write_results(NAME, kept)
        print(shown(name, kept[name]), flush=True)


if __name__ == "__main__":
    main()
