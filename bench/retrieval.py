"""Retrieval quality of BM25, dense, reciprocal rank and convex fusion on the public sets.

`python -m bench.retrieval [SET …]`. The weight of the convex combination is chosen on the first
halves of hotpotqa300 and nq_uda; every figure that is printed comes from questions that chose
nothing: the second halves of those two, and the whole of the other sets.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from backend import registry
from backend.evaluation.intervals import Interval, mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.recall import recall
from backend.ports import Fusion, Ranking, Retriever
from backend.retrieval.gathering import gather
from backend.settings import load_settings
from backend.types import Collection, Query
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench.libraries import open_with
from bench.report import table, write_results

SETS = ("hotpotqa300", "2wiki101", "scifact", "nq_uda")
TRAINING = ("hotpotqa300", "nq_uda")
DEPTH = 100
ALPHAS = tuple(step / 20 for step in range(4, 20))
METRICS: Mapping[str, Callable[[Sequence[str], Sequence[str]], float]] = {
    "Hit@1": lambda ranked, gold: hit(ranked, gold, 1),
    "R@2": lambda ranked, gold: recall(ranked, gold, 2),
    "R@5": lambda ranked, gold: recall(ranked, gold, 5),
    "Hit@5": lambda ranked, gold: hit(ranked, gold, 5),
    "nDCG@10": lambda ranked, gold: ndcg(ranked, gold, 10),
}
CHOOSING_METRIC = "R@5"

Gathered = list[tuple[DatasetQuestion, Query, list[Ranking]]]


def main() -> None:
    """Print the table of each set and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    wanted: list[str] = parser.parse_args().sets
    folder = load_settings().benchmarks
    gathered: dict[str, tuple[QuestionSet, Gathered, Mapping[str, str], float]] = {}
    for name in dict.fromkeys((*wanted, *TRAINING)):
        question_set = load_question_set(folder, name)
        workbench, collection = open_with(question_set)
        try:
            started = time.perf_counter()
            found = gather_all(workbench, collection, question_set.questions)
            milliseconds = 1000 * (time.perf_counter() - started) / len(found)
            gathered[name] = (question_set, found, document_names(workbench, found), milliseconds)
        finally:
            workbench.close()
    alpha = best_alpha(gathered)
    print(f"\nconvex weight of dense, chosen on first halves of {' and '.join(TRAINING)}: {alpha}")
    figures: dict[str, Any] = {"alpha": alpha, "chosen_on": [f"{n}, 1st half" for n in TRAINING]}
    for name in wanted:
        question_set, found, names, milliseconds = gathered[name]
        tested = set(question_set.second_half() if name in TRAINING else question_set.questions)
        part = [each for each in found if each[0] in tested]
        measured = measure(part, names, alpha)
        label = f"{name}{', second half' if name in TRAINING else ''}, {len(part)} questions"
        print()
        print(
            table(
                f"{label}, {milliseconds:.0f} ms per question for both lists",
                ("method", *METRICS),
                [[method, *(r[m].percent() for m in METRICS)] for method, r in measured.items()],
            )
        )
        figures[name] = {
            "questions": len(part),
            "milliseconds": milliseconds,
            "methods": {
                method: {m: [i.mean, i.low, i.high] for m, i in row.items()}
                for method, row in measured.items()
            },
        }
    print(f"\nwritten to {write_results('retrieval', figures)}")


def gather_all(
    workbench: Workbench, collection: Collection, questions: Sequence[DatasetQuestion]
) -> Gathered:
    """Both retrievers' lists for every question."""
    parts = workbench.parts
    retrievers: list[Retriever] = [
        registry.load("backend.retrievers", name).build(parts) for name in ("dense", "lexical")
    ]
    found: Gathered = []
    for question in questions:
        query = Query(question.text, collection.id, top_k=10)
        found.append((question, query, list(gather(query, retrievers, DEPTH).rankings)))
    return found


def document_names(workbench: Workbench, found: Gathered) -> Mapping[str, str]:
    """The corpus id of every chunk that was retrieved."""
    ids = {chunk_id for _, _, rankings in found for r in rankings for chunk_id in r.scores}
    chunks = workbench.parts.records.chunks(ids)
    keys = {
        document.id: document.key
        for collection in workbench.library.collections()
        for document in workbench.library.documents(collection.id)
    }
    return {chunk_id: keys[chunk.document_id] for chunk_id, chunk in chunks.items()}


def rankings_by_method(
    query: Query, rankings: Sequence[Ranking], names: Mapping[str, str], alpha: float
) -> dict[str, list[str]]:
    """Each method's documents, best first."""
    reciprocal: Fusion = registry.load("backend.fusion", "reciprocal_rank").build()
    convex: Fusion = registry.load("backend.fusion", "convex").build()
    lists = {
        "BM25": [s.chunk_id for r in rankings if r.retriever == "lexical" for s in r.proposed],
        "dense": [s.chunk_id for r in rankings if r.retriever == "dense" for s in r.proposed],
        "RRF": [each.chunk_id for each in reciprocal.fuse(rankings)],
        "convex": [each.chunk_id for each in convex.fuse(rankings, alpha)],
    }
    return {
        method: list(dict.fromkeys(names[chunk_id] for chunk_id in chunk_ids))
        for method, chunk_ids in lists.items()
    }


def best_alpha(
    gathered: Mapping[str, tuple[QuestionSet, Gathered, Mapping[str, str], float]],
) -> float:
    """The weight with the best mean over the training halves, each set counting alike."""

    def quality(alpha: float) -> float:
        means = []
        for name in TRAINING:
            question_set, found, names, _ = gathered[name]
            training = set(question_set.first_half())
            part = [each for each in found if each[0] in training]
            means.append(
                sum(
                    METRICS[CHOOSING_METRIC](
                        rankings_by_method(query, rankings, names, alpha)["convex"], question.gold
                    )
                    for question, query, rankings in part
                )
                / len(part)
            )
        return sum(means) / len(means)

    return max(ALPHAS, key=quality)


def measure(
    found: Gathered, names: Mapping[str, str], alpha: float
) -> dict[str, dict[str, Interval]]:
    """Mean and interval of every metric for every method."""
    values: dict[str, dict[str, list[float]]] = {}
    for question, query, rankings in found:
        for method, ranked in rankings_by_method(query, rankings, names, alpha).items():
            row = values.setdefault(method, {metric: [] for metric in METRICS})
            for metric, measured in METRICS.items():
                row[metric].append(measured(ranked, question.gold))
    return {
        method: {metric: mean_interval(each) for metric, each in row.items()}
        for method, row in values.items()
    }


if __name__ == "__main__":
    main()
