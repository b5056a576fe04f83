"""Training questions of the network on the graph, each with its candidates, judged and linked.

The judgements are by stages that did not see the question: of other folds by document, or (`by
set`) of other sets. Kept in the cache folder, since measuring the candidates takes minutes.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np

from backend.fusion.staged.pool_graph import RELATIONS, heard, pool_graph
from backend.pipelines._fused.learning import JudgedCandidates, train
from backend.settings import load_settings
from backend.types import Collection
from backend.workbench import Workbench
from bench._question_sets import QuestionSet, load_question_set
from bench._training_pool import TrainingPool
from bench.libraries import open_with
from bench.train_fusion import EVERY, Case, by_set, cases_of, of_records, sources

CHOOSING = "musique_train100"
"""Trains the network beside what trains the stages, which count none of its questions."""
BY_FOLD, BY_SET = "by fold", "by set"


def training_pools(documents: Path) -> dict[str, list[TrainingPool]]:
    """The pools judged by fold and by set, from the cache folder where they are there.

    Args:
        documents: the folder with the documents of `bench/own_files`.
    """
    path = load_settings().cache / "bench" / "network" / "pools.pickle"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(_gathered(documents)))
    found: dict[str, list[TrainingPool]] = pickle.loads(path.read_bytes())
    return found


def _gathered(documents: Path) -> dict[str, list[TrainingPool]]:
    further = load_question_set(load_settings().benchmarks, CHOOSING)
    asked = [
        *sources(documents, EVERY, _open),
        of_records(further, further.questions, True, 0.0, 0.0, _open),
    ]
    cases = [case for each in asked for case in cases_of(each)]
    found: dict[str, list[TrainingPool]] = {}
    for name, ordered in ((BY_FOLD, cases), (BY_SET, by_set(cases))):
        trained = train([case.example for case in ordered])
        found[name] = [_pool(*both) for both in zip(ordered, trained.judged, strict=True)]
        print(f"judged {name}", flush=True)
    return found


def _open(question_set: QuestionSet) -> tuple[Workbench, Collection]:
    return open_with(question_set, library=f"systems-{question_set.name}")


def _pool(case: Case, judged: JudgedCandidates) -> TrainingPool:
    example, links = judged.example, judged.example.measured.links
    rows = example.measured.rows
    chunks = example.records.chunks([example.view.ids[row] for row in rows])
    places = [
        (chunks[each].document_id, chunks[each].ordinal)
        for each in (example.view.ids[row] for row in rows)
    ]
    graph = pool_graph(judged.columns, judged.direct, judged.linked, judged.final, links, places)
    direct = judged.direct.log_odds - judged.direct.log_odds.mean()
    return TrainingPool(
        set_name=case.set_name,
        fold=example.fold,
        hidden=bool(example.hidden),
        weight=1.0,
        features=graph.features,
        edges={relation: heard(graph, relation) for relation in RELATIONS},
        label=example.labels(rows),
        score=judged.final.score,
        direct=(direct / max(float(direct.std()), 1e-9)).astype(np.float32),
        names=tuple(case.names[row] for row in rows),
        gold=case.gold,
        covered=None if links.coverage is None else links.coverage.astype(np.float16),
        worth=links.weights,
        carried=judged.final.links,
    )
