"""The graph of a question's collection, with the step and the notices that tell of it."""

from __future__ import annotations

import time

from backend.graph.name_network import MOST_NAMES
from backend.pipelines._names.facts import told_size
from backend.pipelines._names.kept import NameGraph, graph_of
from backend.ports import Parts
from backend.types import Step

NO_NAMES = (
    "No names were found in these documents, so there is no graph of names to search; the passages "
    "nearest by meaning stand in for it."
)
NO_REPORTS = (
    "There is nothing to report: no two names of these documents are told of together in a "
    "sentence that could be quoted. Ask with another pipeline."
)


def ready_graph(parts: Parts, collection_id: str) -> tuple[NameGraph, Step, tuple[str, ...]]:
    """The graph, the first step of the trace, and what a person should know of it."""
    started = time.perf_counter()
    graph = graph_of(parts, collection_id)
    network = graph.network
    written = sum(report.by != "local" for report in graph.reports)
    refused = [report for report in graph.reports if report.refused]
    step = Step(
        "graph",
        told_size(network, len(graph.groups)),
        time.perf_counter() - started,
        {
            "reports": f"{len(graph.reports):,}, {written:,} of them by a language model",
            **{f"refused: {report.title}": report.refused for report in refused[:5]},
        },
    )
    notices: tuple[str, ...] = ()
    if graph.stale:
        notices = (*notices, "The graph of names is of an earlier state and is being made anew.")
    if network.left_out:
        notices = (
            *notices,
            f"The graph holds the {MOST_NAMES:,} names of most passages; {network.left_out:,} "
            "others are left out.",
        )
    return graph, step, notices
