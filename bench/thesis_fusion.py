"""Neural fusion as its thesis has it, step by step: `python -m bench.thesis_fusion`.

Four of its five retrievers retrieve as there: ten passages by meaning, and those of the pages,
sections and names that are nearest by title. Its fifth, path retrieval, is left out: a language
model chooses in it, and its sub-graph is measured by itself (`bench.systems`). The network of
`bench.thesis_network` is trained on every third question of the first half of nq_uda. It is tested
on every fourth of the second half, and, trained as it is, on 2wiki101_small for questions that
several passages answer together. What the thesis itself reports is kept in THERE. Nothing is chosen
here.

Every step is an option as well (`--help`): with any of them one network is trained as they say,
beside the thesis's for all others, and its figures are printed and not kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import mean_interval
from backend.evaluation.metrics.set_coverage import set_coverage
from backend.ports import Retriever
from backend.settings import load_settings
from backend.types import Collection, Query
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench.libraries import open_with
from bench.report import table, write_results
from bench.thesis_network import FEW, Candidates, Network, Recipe

RETRIEVERS = {"dense": 10, "page": 30, "section": 50, "entity": 50}
"""Passages that each retrieves. There three pages, five sections and five names bring all of their
passages; here each counts for ten. With as many passages as there pages, the tenth of a question's
negatives that the second round keeps is one, the hardest, and the network learns to prefer it."""
LEARNED_EVERY, TESTED_EVERY, SEED = 3, 4, 17
HITS, COVERED = (1, 3, 5), (4, 6, 8)
RECIPES: Mapping[str, Recipe] = {
    "global standardisation": Recipe(local=False, second_round=False),
    "local standardisation": Recipe(second_round=False),
    "local, missing scores 0": Recipe(missing_below=False, second_round=False),
    "local, second round": Recipe(),
    "local, second round, 200 rows": Recipe(rows=FEW),
    "local, second round behind the first": Recipe(behind=True),
    "local, second round behind the first, 200 rows": Recipe(behind=True, rows=FEW),
}
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
    workbench: Workbench, collection: Collection, asked: Sequence[DatasetQuestion]
) -> list[Candidates]:
    """What the four retrieve for each question."""
    parts = workbench.parts
    retrievers: list[tuple[Retriever, int]] = [
        (registry.load("backend.retrievers", name).build(parts), k)
        for name, k in RETRIEVERS.items()
    ]
    keys = {document.id: document.key for document in workbench.library.documents(collection.id)}
    found = []
    for question in asked:
        query = Query(question.text, collection.id)
        columns = [
            {each.chunk_id: each.score for each in retriever.propose(query, k)}
            for retriever, k in retrievers
        ]
        ids = sorted({chunk_id for column in columns for chunk_id in column})
        chunks = parts.records.chunks(ids)
        ids = [chunk_id for chunk_id in ids if chunk_id in chunks]
        scores = np.array(
            [[column.get(chunk_id, np.nan) for column in columns] for chunk_id in ids], np.float32
        ).reshape(len(ids), len(columns))
        names = tuple(keys[chunks[chunk_id].document_id] for chunk_id in ids)
        relevant = np.array([name in question.gold for name in names], bool)
        found.append(Candidates(scores, relevant, names))
    return found


def ranked(question: Candidates, scores: Any) -> list[str]:
    """Names, best first, each once; what is not scored last."""
    order = np.argsort(-np.nan_to_num(scores, nan=-np.inf), kind="stable")
    return list(dict.fromkeys(question.names[place] for place in order))


def figures(
    asked: Sequence[DatasetQuestion], lists: Sequence[Sequence[str]]
) -> dict[str, list[float]]:
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
    asked: Sequence[DatasetQuestion],
) -> dict[str, Any]:
    found = candidates_of(*opened, asked)
    rows = {
        MEANING: figures(asked, [ranked(candidate, candidate.scores[:, 0]) for candidate in found])
    }
    for recipe, network in networks.items():
        rows[recipe] = figures(
            asked, [ranked(candidate, network.scores(candidate)) for candidate in found]
        )
    return {"questions": len(asked), "methods": rows}


def _open(name: str) -> tuple[QuestionSet, tuple[Workbench, Collection]]:
    chosen = load_question_set(load_settings().benchmarks, name)
    return chosen, open_with(chosen, library=f"systems-{name}")


def asked_recipe(words: Sequence[str] | None = None) -> Recipe | None:
    """The recipe that the command's options say; None without any."""
    usual = Recipe()
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add(
        "--standardise", choices=("local", "global"), help="scores within each question or over all"
    )
    add("--missing", choices=("below", "zero"), help="below the lowest score that was seen, or 0")
    add("--second-round", choices=("alone", "behind", "off"), help="how its network ranks")
    add("--dropped", type=float, help=f"share of negatives that it leaves out ({usual.dropped})")
    add("--rows", type=int, help=f"learn from so many; that work's smallest training has {FEW}")
    add("--layers", type=int, nargs="+", help=f"widths of hidden layers {usual.layers}")
    add("--dropout", type=float, nargs="+", help=f"one for each layer {usual.dropout}")
    add("--l2", type=float, help=f"weight of the sum of squares ({usual.l2})")
    add("--batch", type=int, help=f"rows of a batch ({usual.batch})")
    add("--patience", type=int, help=f"epochs without improvement ({usual.patience})")
    given = {
        name: each for name, each in vars(parser.parse_args(words)).items() if each is not None
    }
    if not given:
        return None
    found = replace(
        usual,
        local=given.pop("standardise", "local") == "local",
        missing_below=given.pop("missing", "below") == "below",
        second_round=(ranks := given.pop("second_round", "alone")) != "off",
        behind=ranks == "behind",
        **{name: tuple(each) if isinstance(each, list) else each for name, each in given.items()},
    )
    if len(found.layers) != len(found.dropout):
        parser.error("Each of --layers needs its --dropout.")
    return found


def main() -> None:
    """Train, measure, print and write."""
    alone = asked_recipe()
    recipes = RECIPES if alone is None else {"as asked": alone}
    natural, opened = _open("nq_uda")
    learned = natural.first_half()[::LEARNED_EVERY]
    gathered = candidates_of(*opened, learned)
    questions = [candidate for candidate in gathered if candidate.relevant.any()]
    print(f"{len(questions)} questions teach", flush=True)
    networks = {name: Network(recipe, questions, SEED) for name, recipe in recipes.items()}
    test = natural.second_half()[::TESTED_EVERY]
    found: dict[str, Any] = {"there": THERE, "learned_from": len(questions)}
    found["nq_uda"] = _measured(networks, opened, test)
    opened[0].close()
    small, opened = _open("2wiki101_small")
    found["2wiki101_small"] = _measured(networks, opened, small.questions)
    opened[0].close()
    for name, metrics in (("nq_uda", "hit"), ("2wiki101_small", "coverage")):
        print(_shown(name, found[name], metrics))
    if alone is None:
        print(write_results("thesis_fusion", found))


def _shown(name: str, found: Mapping[str, Any], metrics: str) -> str:
    rows = found["methods"]
    columns = [each for each in rows[MEANING] if each.startswith(metrics)]
    cells = [
        [method, *(" ".join(f"{100 * v:.1f}" for v in row[column]) for column in columns)]
        for method, row in rows.items()
    ]
    return table(f"\n{name}: {found['questions']} questions", ["", *columns], cells)


if __name__ == "__main__":
    main()
