"""Figures of what collections and networks learn: docs/tuning.md and docs/systems.md."""

from __future__ import annotations

from tests.claims.sources import percent
from tests.figures import Claim, Source

MOVED, THESIS = "moved_questions", "thesis_fusion"
LEARNED = (("hotpotqa300", "hotpotqa300 1 in 4", 149), ("nq_uda", "nq_uda", 1233))
METHODS = ("meaning alone", "naive", "fused hybrid")
RECIPES = (
    "meaning alone",
    "global standardisation",
    "local standardisation",
    "local, missing scores 0",
    "local, second round",
    "local, second round, 200 rows",
    "local, second round behind the first",
    "local, second round behind the first, 200 rows",
)


def moved_rows() -> list[Claim]:
    """What a query adapter changed, by method, and on the questions held out."""

    def difference(name: str, label: str, method: str) -> Source:
        return percent(MOVED, name, label, "with", method, "difference", "MRR@10")

    found = []
    for words, name, count in LEARNED:
        label = f"learned from {count}"
        held = percent(MOVED, name, label, "held_out", "difference")
        sources = (*(difference(name, label, method) for method in METHODS), held)
        found.append(Claim("docs/tuning.md", (f"| {words} | {count:,} | ",), sources))
    return found


def fusion_rows() -> list[Claim]:
    """The thesis's network, step by step."""
    return [
        Claim(
            "docs/systems.md",
            (f"| {recipe}, here | ",),
            (
                *(percent(THESIS, "nq_uda", "methods", recipe, f"hit@{k}") for k in (1, 3, 5)),
                *(
                    percent(THESIS, "2wiki101_small", "methods", recipe, f"coverage@{k}")
                    for k in (4, 6, 8)
                ),
            ),
        )
        for recipe in RECIPES
    ]


def learned() -> list[Claim]:
    """All of them."""
    return [*moved_rows(), *fusion_rows()]
