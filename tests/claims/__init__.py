"""Where each figure of the documents comes from: the one list that a new figure is entered in."""

from __future__ import annotations

from tests.claims import (
    answers,
    elsewhere,
    fused,
    graph_searches,
    judged,
    learned,
    not_reached,
    pipelines,
    readme,
    seeds,
    systems,
)
from tests.figures import Claim

CLAIMS: list[Claim] = [
    *readme.readme(),
    *answers.answers_page(),
    *fused.fused_page(),
    *not_reached.not_reached_page(),
    *pipelines.naive_page(),
    *pipelines.chain_page(),
    *pipelines.community_page(),
    *pipelines.automatic_page(),
    *graph_searches.graph_searches_page(),
    *graph_searches.systems_page(),
    *judged.judged_page(),
    *learned.learned(),
    *systems.systems(),
    *seeds.seeds_page(),
    *elsewhere.scope_page(),
    *elsewhere.tables_page(),
    *elsewhere.scale_page(),
    *elsewhere.demo_page(),
    *elsewhere.dask_page(),
    *elsewhere.decisions_page(),
    *elsewhere.reliability_page(),
    *elsewhere.evaluate_page(),
]
"""Every claim of every document."""
