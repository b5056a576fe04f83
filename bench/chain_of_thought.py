"""Chain of thought led by rules against one search, over the same retrieval, in the same run.

`python -m bench.chain_of_thought [SET …] [--retrieval NAME …] [--questions N]`. No language model
takes part. The constants were chosen on the first half of hotpotqa300; printed are its second half
and the whole of 2wiki101, by kind of question and by number of gold passages, with 95 % intervals
and the paired difference, question by question.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend import registry
from backend.evaluation.intervals import Interval, difference_interval, mean_interval
from backend.evaluation.metrics.recall import recall
from backend.evaluation.metrics.set_coverage import set_coverage
from backend.ports import Pipeline, Retrieval
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, load_question_set
from bench.libraries import open_with
from bench.report import known_results, table, write_results

SETS = ("hotpotqa300", "2wiki101")
HALVED = ("hotpotqa300",)
PIPELINES = "backend.pipelines"
CHAIN = "chain_of_thought"
TOP_K = 5
METRICS: Mapping[str, Callable[[Sequence[str], Sequence[str]], float]] = {
    "R@2": lambda ranked, gold: recall(ranked, gold, 2),
    "R@5": lambda ranked, gold: recall(ranked, gold, 5),
    "all gold@5": lambda ranked, gold: set_coverage(ranked, gold, 5),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """One question answered both ways: documents best first, seconds, and how the chain went."""

    question: DatasetQuestion
    single: tuple[str, ...]
    chained: tuple[str, ...]
    single_seconds: float
    chained_seconds: float
    steps: int
    queries: int
    ended: str


def main() -> None:
    """Print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--retrieval", action="append", help="pipelines underneath")
    parser.add_argument("--questions", type=int, default=0, help="at most so many of each set")
    options = parser.parse_args()
    usual = tuple(options.sets) == SETS
    kept = CHAIN if usual else "_".join((CHAIN, *options.sets))
    # what is measured over one retrieval stays when another one is measured later
    figures: dict[str, Any] = {**known_results(kept), "chosen_on": "hotpotqa300, first half"}
    for name in options.sets:
        question_set = load_question_set(load_settings().benchmarks, name)
        questions = question_set.second_half() if name in HALVED else question_set.questions
        questions = questions[: options.questions or len(questions)]
        workbench, collection = open_with(question_set)
        try:
            for underneath in options.retrieval or ["naive"]:
                asked = ask_all(workbench, collection.id, questions, underneath)
                figures[f"{name}, {underneath}"] = report(name, underneath, asked)
        finally:
            workbench.close()
    print(f"\nwritten to {write_results(kept, figures)}")


def ask_all(
    workbench: Workbench, collection_id: str, questions: Sequence[DatasetQuestion], underneath: str
) -> list[Asked]:
    """Every question by one search and by the chain; the two take turns in going first."""
    single: Pipeline = registry.load(PIPELINES, underneath).build(workbench.parts)
    chain: Pipeline = registry.load(PIPELINES, CHAIN).build(workbench.parts)
    keys = {document.id: document.key for document in workbench.library.documents(collection_id)}
    warm = Query("warm up", collection_id, top_k=TOP_K)
    single.retrieve(warm)
    found = []
    for number, question in enumerate(questions):
        query = Query(question.text, collection_id, top_k=TOP_K)
        deeper = workbench.questions.options_of(
            CHAIN, {"retrieval": underneath, "answerer": "local"}
        )
        chained = Query(question.text, collection_id, top_k=TOP_K, options=deeper)
        if number % 2:
            many, many_seconds = timed(chain, chained)
            one, one_seconds = timed(single, query)
        else:
            one, one_seconds = timed(single, query)
            many, many_seconds = timed(chain, chained)
        found.append(
            Asked(
                question,
                documents(one, keys),
                documents(many, keys),
                one_seconds,
                many_seconds,
                len(many.steps),
                sum(1 for step in many.steps for key in step.detail if key.startswith("query")),
                many.steps[-1].detail.get("why it stopped", "") if many.steps else "",
            )
        )
        print(f"\r{number + 1} of {len(questions)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def timed(pipeline: Pipeline, query: Query) -> tuple[Retrieval, float]:
    """What the pipeline found and how many seconds it took."""
    started = time.perf_counter()
    retrieval = pipeline.retrieve(query)
    return retrieval, time.perf_counter() - started


def documents(retrieval: Retrieval, keys: Mapping[str, str]) -> tuple[str, ...]:
    """The documents of the passages, each once, best first."""
    return tuple(dict.fromkeys(keys[hit.chunk.document_id] for hit in retrieval.hits))


def report(name: str, underneath: str, asked: Sequence[Asked]) -> dict[str, Any]:
    """Print one set's tables and return its figures."""
    label = f"{name}{', second half' if name in HALVED else ''}, over {underneath}"
    groups: dict[str, list[Asked]] = {"all": list(asked)}
    for each in asked:
        groups.setdefault(f"{each.question.kind}", []).append(each)
        groups.setdefault(f"{len(each.question.gold)} passages", []).append(each)
    for ending in sorted({_short(each.ended) for each in asked}):
        groups[f"ended: {ending}"] = [each for each in asked if _short(each.ended) == ending]
    figures: dict[str, Any] = {}
    rows = []
    for group, part in groups.items():
        measured = compare(part)
        figures[group] = {"questions": len(part)} | {
            metric: {way: [i.mean, i.low, i.high] for way, i in ways.items()}
            for metric, ways in measured.items()
        }
        for metric, ways in measured.items():
            rows.append((group, len(part), metric, *(way.percent() for way in ways.values())))
    print(f"\n{table(label, ('questions', 'n', 'metric', underneath, CHAIN, 'difference'), rows)}")
    costs = {
        "milliseconds, one search": 1000 * mean(each.single_seconds for each in asked),
        "milliseconds, chain": 1000 * mean(each.chained_seconds for each in asked),
        "steps": mean(each.steps for each in asked),
        "queries": mean(each.queries for each in asked),
    }
    print("; ".join(f"{what}: {value:.1f}" for what, value in costs.items()))
    ended = Counter(_short(each.ended) for each in asked)
    print("ended: " + "; ".join(f"{why}: {count}" for why, count in ended.most_common()))
    return {"groups": figures, "costs": costs, "ended": dict(ended)}


def compare(asked: Sequence[Asked]) -> dict[str, dict[str, Interval]]:
    """Each metric of both ways and their paired difference."""
    found = {}
    for metric, measured in METRICS.items():
        one = [measured(each.single, each.question.gold) for each in asked]
        many = [measured(each.chained, each.question.gold) for each in asked]
        found[metric] = {
            "single": mean_interval(one),
            "chain": mean_interval(many),
            "difference": difference_interval(many, one),
        }
    return found


def mean(values: Any) -> float:
    """The arithmetic mean."""
    listed = [float(value) for value in values]
    return sum(listed) / len(listed)


def _short(ended: str) -> str:
    return "limit of steps" if "steps was reached" in ended else ended


if __name__ == "__main__":
    main()
