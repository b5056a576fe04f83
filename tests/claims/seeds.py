"""Figures of docs/seeds.md: ours of the seeds' tables."""

from __future__ import annotations

from tests.claims.sources import plain
from tests.figures import Claim, Source

PAGE = "docs/seeds.md"
PIPELINES = {
    "naive": "naive",
    "chain of thought": "chain_of_thought",
    "community graph": "community_graph",
}
NETWORK = (
    "global standardisation",
    "local standardisation",
    "local, second round",
    "local, second round behind the first",
    "local, second round, 200 rows",
    "local, second round behind the first, 200 rows",
)
WEIGHTS = {
    "cosine alone": "cosine",
    "cosine .75, keywords .2, names .05": "mixed",
    "keywords alone": "keywords",
    "names alone": "names",
}


def seeds_page() -> list[Claim]:
    rows: list[tuple[str, Source]] = [
        (
            f"novels, {tokens} tokens, {said}: {measure}",
            plain("seeds", "novels", tokens, pipeline, measure),
        )
        for tokens in ("300", "600")
        for said, pipeline in PIPELINES.items()
        if (tokens, pipeline) != ("600", "community_graph")  # theirs tells none of 600
        for measure in ("correctness", "coverage", "faithfulness")
    ]
    rows += [
        (
            f"{said}, questions without names: correctness",
            plain("seeds", "novels", "300", "without names", PIPELINES[said], "correctness"),
        )
        for said in ("community graph", "naive")
    ]
    rows.append(
        (
            "chain of thought, input tokens to naive",
            plain("seeds", "novels", "300", "chain_of_thought", "input factor"),
        )
    )
    rows += [
        (f"NQ, {said}: Hit@1", plain("seeds", "chunkers", chunker, "Hit@1"))
        for said, chunker in (
            ("fixed chunks of 256 tokens", "fixed"),
            ("semantic chunks", "semantic"),
        )
    ]
    rows += [
        (
            f"| network, {said}: Hit@3",
            plain("thesis_fusion", "nq_uda", "methods", said, "hit@3"),
        )
        for said in NETWORK
    ]
    rows += [(f"{said}: Recall@5", plain("seeds", "weights", way)) for said, way in WEIGHTS.items()]
    # behind what is measured stands the column of theirs
    return [Claim(PAGE, (f"{row} | ", "| "), (source,), until=" |") for row, source in rows]
