"""Trains the network on the graph and says whether it is better than the stages over links.

`python -m bench.train_network [ROW …]`. It learns from what trains the weights of fused hybrid
(`bench.train_fusion`) and from musique_train100; every set counts alike. Folds are by document.
Rows that leave a whole set out, of the stages and of the network, say whether it is on by default.
Named rows are measured without training the network anew.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.evaluation.intervals import Interval, difference_interval, mean_interval
from backend.fusion.staged.graph_network import FILE, GraphNetwork, save_network
from backend.fusion.staged.weights import FOLDER
from backend.passage_view.collection_view import Array
from bench._network_fitting import Recipe, fit_network
from bench._network_pools import BY_FOLD, BY_SET, training_pools
from bench._reader_own_files import default_documents
from bench._training_pool import TrainingPool, weighed
from bench.report import known_results, table, write_results

SHIPPED = Recipe()
EDGELESS, ALONE = replace(SHIPPED, edges=False), replace(SHIPPED, residual="direct")
ROWS = {
    "network": (BY_FOLD, SHIPPED),
    "network, set left out": (BY_SET, SHIPPED),
    "network without edges, set left out": (BY_SET, EDGELESS),
    "network in place of the stages, set left out": (BY_SET, ALONE),
}
"""By name: whose judgements are corrected, and how. In place of the stages the judgement of each
passage by itself is corrected.
"""
METRICS = ("R@5", "Hit@1")
Values = dict[str, dict[str, list[float]]]
"""By set and metric the value of each question."""
PARTS: Mapping[str, Callable[[TrainingPool], object]] = {
    BY_FOLD: lambda pool: pool.fold,
    BY_SET: lambda pool: pool.family,
}


def left_out(
    pools: Sequence[TrainingPool], recipe: Recipe, part: Callable[[TrainingPool], object]
) -> list[Array]:
    """Scores of each pool by a network that has seen none of its part."""
    networks: dict[object, GraphNetwork] = {}
    for each in dict.fromkeys(map(part, pools)):
        networks[each] = fit_network(weighed([p for p in pools if part(p) != each]), recipe)
    return [
        getattr(pool, recipe.residual)
        + networks[part(pool)].correction(pool.graph(edges=recipe.edges))
        for pool in pools
    ]


def measured(pools: Sequence[TrainingPool], scores: Sequence[Array]) -> Values:
    """R@5 and Hit@1 of the questions with all retrievers."""
    values: Values = {}
    for pool, score in zip(pools, scores, strict=True):
        if pool.hidden:
            continue
        ranked = pool.ranked(score)
        own = values.setdefault(pool.set_name, {metric: [] for metric in METRICS})
        own["R@5"].append(len(pool.gold & set(ranked[:5])) / len(pool.gold))
        own["Hit@1"].append(float(ranked[0] in pool.gold))
    return values


def compared(pools: Sequence[TrainingPool], recipe: Recipe, by: str) -> dict[str, Any]:
    """By set: the scores as they are, and corrected by networks that have not seen the fold or the
    set, with the difference of the pairs.
    """
    before = measured(pools, [pool.score for pool in pools])
    after = measured(pools, left_out(pools, recipe, PARTS[by]))
    told: dict[str, Any] = {}
    for name, metrics in after.items():
        told[name] = {"questions": len(metrics[METRICS[0]])}
        for metric, values in metrics.items():
            earlier = before[name][metric]
            told[name][metric] = {
                "fused": _interval(mean_interval(earlier)),
                "corrected": _interval(mean_interval(values)),
                "difference": _interval(difference_interval(values, earlier)),
            }
    for metric in METRICS:
        joined = [
            [value for name in after for value in each[name][metric]] for each in (after, before)
        ]
        told.setdefault("all", {})[metric] = _interval(difference_interval(joined[0], joined[1]))
    return told


def _interval(found: Interval) -> list[float]:
    return [found.mean, found.low, found.high]


def shown(name: str, told: Mapping[str, Any]) -> str:
    """A row's figures as a table."""

    def share(values: Sequence[float]) -> str:
        return " ".join(f"{100 * value:.1f}" for value in values)

    rows = [
        [set_name, metric, *(share(own[metric][each]) for each in own[metric])]
        for set_name, own in told.items()
        if set_name != "all"
        for metric in METRICS
    ]
    rows += [["all", metric, "", "", share(told["all"][metric])] for metric in METRICS]
    return table(f"\n{name}", ("questions", "", "fused", "corrected", "difference"), rows)


def main() -> None:
    """Compare, train on everything, write the network and the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(ROWS)}")
    parser.add_argument("--documents", type=Path, default=default_documents())
    asked = parser.parse_args()
    pools = training_pools(asked.documents)
    if not asked.rows:
        save_network(fit_network(weighed(pools[BY_FOLD]), SHIPPED), FILE)
        _describe(FOLDER / "manifest.json", len(pools[BY_FOLD]))
    for name, (by, recipe) in ROWS.items():
        if not asked.rows or name in asked.rows:
            told = compared(pools[by], recipe, by)
            print(shown(name, told), flush=True)
            kept = {**known_results("train_network"), name: told}
            write_results("train_network", {"cases": _cases(pools[BY_FOLD]), **kept})


def _cases(pools: Sequence[TrainingPool]) -> dict[str, int]:
    return dict(Counter(pool.set_name for pool in pools))


def _describe(path: Path, pools: int) -> None:
    """What the network was trained on, beside what is said of the models."""
    manifest = json.loads(path.read_text("utf-8"))
    trained = manifest["models"]["linear"]["trained_on"]
    manifest["network"] = {
        "questions": pools,
        "trained_on": [*trained, "MuSiQue sample musique_train100 (CC BY 4.0)"],
    }
    path.write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
