"""The network on the graph beside fused hybrid as it is: `python -m bench.graph_network [SET …]`.

2wiki101_small as records and as files, the second half of hotpotqa300 (every fourth of the records
that answer nothing) and every fourth question of nq_uda's: they trained and chose nothing, of the
network or of the weights. Differences are of pairs. Whether the network is better where a whole set
is left out is said by `bench.train_network`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from backend.evaluation.intervals import difference_interval, mean_interval
from backend.pipelines.fused_hybrid import FusedHybridPipeline, FusedOptions
from backend.types import Query
from bench._unread import UNREAD_TEXTS
from bench.libraries import wait_until_read
from bench.report import known_results, table, write_results
from bench.systems import TOP, Source, sources

METHODS = {"fused hybrid": {"network": "off"}, "with the network": {"network": "on"}}
Values = dict[str, dict[str, list[float]]]


def measure(source: Source) -> dict[str, Any]:
    """Figures of one source."""
    workbench, collection = source.open()
    try:
        asked = source.questions(workbench, collection)
        pipeline = FusedHybridPipeline(workbench.parts)
        wait_until_read(pipeline, Query(asked[0].text, collection.id, TOP))
        values: Values = {name: {"Hit@1": [], "R@5": [], "all@5": []} for name in METHODS}
        used: dict[str, list[float]] = {name: [] for name in METHODS}
        for each in asked:
            for name, texts in METHODS.items():
                options = FusedOptions.read({**UNREAD_TEXTS, **texts, **source.options})
                query = Query(each.text, collection.id, TOP, options=options)
                began = time.process_time()
                hits = pipeline.retrieve(query).hits
                used[name].append(1000 * (time.process_time() - began))
                five = each.found(hits, 5)
                values[name]["Hit@1"].append(float(any(each.found(hits, 1))))
                values[name]["R@5"].append(float(np.mean(five)))
                values[name]["all@5"].append(float(all(five)))
        passages = workbench.library.counts(collection.id).chunks
    finally:
        workbench.close()
    return {
        "questions": len(asked),
        "passages": passages,
        "milliseconds_of_processor": {name: float(np.mean(each)) for name, each in used.items()},
        **told(values),
    }


def told(values: Mapping[str, Mapping[str, Sequence[float]]]) -> dict[str, Any]:
    """Means, and what the last method has more than the first, with intervals."""
    first, last = list(values)
    means = {
        name: {metric: mean_interval(each) for metric, each in own.items()}
        for name, own in values.items()
    }
    gains = {
        metric: difference_interval(values[last][metric], values[first][metric])
        for metric in values[first]
    }
    return {
        "methods": {
            name: {metric: [i.mean, i.low, i.high] for metric, i in own.items()}
            for name, own in means.items()
        },
        "difference": {metric: [i.mean, i.low, i.high] for metric, i in gains.items()},
    }


def shown(name: str, found: Mapping[str, Any]) -> str:
    """A set's figures as a table."""

    def share(each: Sequence[float]) -> str:
        return " ".join(f"{100 * value:.1f}" for value in each)

    rows = [
        [method, *map(share, own.values()), f"{found['milliseconds_of_processor'][method]:.0f}"]
        for method, own in found["methods"].items()
    ]
    rows.append(["difference", *map(share, found["difference"].values()), ""])
    title = f"\n{name}: {found['questions']} questions over {found['passages']:,} passages"
    return table(title, ("", *found["difference"], "ms of processor"), rows)


def main() -> None:
    """Measure the sets and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET")
    asked = parser.parse_args()
    for name, made in sources().items():
        if not asked.sets or any(each in name for each in asked.sets):
            found = measure(made())
            print(shown(name, found), flush=True)
            write_results("graph_network", {**known_results("graph_network"), name: found})


if __name__ == "__main__":
    main()
