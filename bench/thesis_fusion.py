"""Neural fusion as its thesis has it, step by step: `python -m bench.thesis_fusion`.

Five retrievers retrieve as there (ten passages by meaning, three by their page's title, five by
their section, five by their names, those that a sub-graph leads to), and the network of
`bench.thesis_network` is trained on every sixth question of the first half of nq_uda. It is tested
on every eighth of the second half, and, trained as it is, on 2wiki101_small for questions that
several passages answer together. Beside it stand naive and fused hybrid as they are. What the
thesis itself reports is kept in THERE. Nothing is chosen here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.datasets import Question, QuestionSet, load_question_set
from backend.evaluation.intervals import mean_interval
from backend.evaluation.metrics.set_coverage import set_coverage
from backend.pipelines.sub_graph import NAME as SUB_GRAPH
from backend.ports import Pipeline, Retriever
from backend.settings import load_settings
from backend.types import Collection, Options, Query
from backend.workbench import Workbench
from bench.libraries import open_with, wait_until_read
from bench.report import table, write_results
from bench.thesis_network import Candidates, Network, Recipe

RETRIEVERS = {"dense": 10, "page": 3, "section": 5, "entity": 5}
"""Passages that each retrieves."""
CITED = 20
"""Most passages that a sub-graph leads to; each scores 1."""
LEARNED_EVERY, TESTED_EVERY, SEED = 6, 8, 17
HITS, COVERED = (1, 3, 5), (4, 6, 8)
RECIPES: Mapping[str, Recipe] = {
    "global standardisation": Recipe(local=False, second_round=False),
    "local standardisation": Recipe(second_round=False),
    "local, missing scores 0": Recipe(missing_below=False, second_round=False),
    "local, second round": Recipe(),
    "local, second round, 200 rows": Recipe(few=True),
}
PIPELINES = ("naive", "fused_hybrid")
MEANING = "meaning alone"
THERE: Mapping[str, Mapping[str, Sequence[float]]] = {
    "hit": {
        MEANING: (0.398, 0.622, 0.710),
        "local, second round": (0.478, 0.756, 0.851),
        "local, second round, 200 rows": (0.391, 0.657, 0.766),
    },
    "coverage": {MEANING: (0.09, 0.16, 0.18), "local, second round": (0.33, 0.43, 0.48)},
}


def candidates_of(
    workbench: Workbench, collection: Collection, asked: Sequence[Question]
) -> list[Candidates]:
    """What the five retrieve for each question."""
    parts = workbench.parts
    retrievers: list[tuple[Retriever, int]] = [
        (registry.load("backend.retrievers", name).build(parts), k)
        for name, k in RETRIEVERS.items()
    ]
    growing: Pipeline = registry.load("backend.pipelines", SUB_GRAPH).build(parts)
    keys = {each.id: each.key for each in workbench.documents(collection.id)}
    found = []
    for question in asked:
        query = Query(question.text, collection.id)
        columns = [
            {each.chunk_id: each.score for each in retriever.propose(query, k)}
            for retriever, k in retrievers
        ]
        hits = growing.retrieve(Query(question.text, collection.id, CITED)).hits
        cited = {hit.chunk.id for hit in hits}
        ids = sorted({*cited, *(chunk for each in columns for chunk in each)})
        chunks = parts.records.chunks(ids)
        ids = [each for each in ids if each in chunks]
        scores = np.array(
            [[*(c.get(each, np.nan) for c in columns), float(each in cited)] for each in ids],
            np.float32,
        ).reshape(len(ids), len(columns) + 1)
        names = tuple(keys[chunks[each].document_id] for each in ids)
        relevant = np.array([each in question.gold for each in names], bool)
        found.append(Candidates(scores, relevant, names))
    return found


def ranked(question: Candidates, scores: Any) -> list[str]:
    """Names, best first, each once; what is not scored last."""
    order = np.argsort(-np.nan_to_num(scores, nan=-np.inf), kind="stable")
    return list(dict.fromkeys(question.names[place] for place in order))


def shown_by(
    workbench: Workbench, collection: Collection, pipeline: str, asked: Sequence[Question]
) -> list[list[str]]:
    """Names that a pipeline shows for each question, best first."""
    built: Pipeline = registry.load("backend.pipelines", pipeline).build(workbench.parts)
    most = max(*HITS, *COVERED)
    wait_until_read(built, Query(asked[0].text, collection.id, most, options=Options()))
    keys = {each.id: each.key for each in workbench.documents(collection.id)}
    found = []
    for each in asked:
        hits = built.retrieve(Query(each.text, collection.id, most)).hits
        found.append(list(dict.fromkeys(keys[hit.chunk.document_id] for hit in hits)))
    return found


def figures(asked: Sequence[Question], lists: Sequence[Sequence[str]]) -> dict[str, list[float]]:
    """Hit and set coverage of lists of names."""
    found: dict[str, list[float]] = {}
    for depth in HITS:
        values = [
            float(bool(set(q.gold) & set(n[:depth]))) for q, n in zip(asked, lists, strict=True)
        ]
        found[f"hit@{depth}"] = _told(values)
    for depth in COVERED:
        values = [set_coverage(n, set(q.gold), depth) for q, n in zip(asked, lists, strict=True)]
        found[f"coverage@{depth}"] = _told(values)
    return found


def _told(values: Sequence[float]) -> list[float]:
    interval = mean_interval(values)
    return [interval.mean, interval.low, interval.high]


def _measured(
    networks: Mapping[str, Network],
    opened: tuple[Workbench, Collection],
    asked: Sequence[Question],
) -> dict[str, Any]:
    found = candidates_of(*opened, asked)
    rows = {MEANING: figures(asked, [ranked(each, each.scores[:, 0]) for each in found])}
    for name, network in networks.items():
        rows[name] = figures(asked, [ranked(each, network.scores(each)) for each in found])
    for pipeline in PIPELINES:
        rows[pipeline] = figures(asked, shown_by(*opened, pipeline, asked))
    return {"questions": len(asked), "methods": rows}


def _open(name: str) -> tuple[QuestionSet, tuple[Workbench, Collection]]:
    chosen = load_question_set(load_settings().benchmarks, name)
    return chosen, open_with(chosen, library=f"systems-{name}")


def main() -> None:
    """Train, measure, print and write."""
    natural, opened = _open("nq_uda")
    learned = natural.first_half()[::LEARNED_EVERY]
    questions = [each for each in candidates_of(*opened, learned) if each.relevant.any()]
    print(f"{len(questions)} questions teach", flush=True)
    networks = {name: Network(recipe, questions, SEED) for name, recipe in RECIPES.items()}
    test = natural.second_half()[::TESTED_EVERY]
    found: dict[str, Any] = {"there": THERE, "learned_from": len(questions)}
    found["nq_uda"] = _measured(networks, opened, test)
    opened[0].close()
    small, opened = _open("2wiki101_small")
    found["2wiki101_small"] = _measured(networks, opened, small.questions)
    opened[0].close()
    for name, metrics in (("nq_uda", "hit"), ("2wiki101_small", "coverage")):
        rows = found[name]["methods"]
        columns = [each for each in rows[MEANING] if each.startswith(metrics)]
        cells = [
            [method, *(" ".join(f"{100 * v:.1f}" for v in row[column]) for column in columns)]
            for method, row in rows.items()
        ]
        print(table(f"\n{name}: {found[name]['questions']} questions", ["", *columns], cells))
    print(write_results("thesis_fusion", found))


if __name__ == "__main__":
    main()
