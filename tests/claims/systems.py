"""Figures of `bench.systems` in docs/systems.md: rows over four sets, and the first twenty passages
in other orders."""

from __future__ import annotations

from bench.report import known_results
from bench.systems import SYSTEMS, how_asked, sources
from tests.claims.sources import HOTPOT, NQ, WIKI, chain, fused, percent
from tests.figures import Claim, Source, table

PAGE = "docs/systems.md"
NOVELS = "graphrag_novel_open, Contextual Summarize"
SETS = {
    "2wiki101_small, records": "2wiki101_small, records",
    "2wiki101_small, files": "2wiki101_small, files",
    "hotpotqa300": "hotpotqa300 1 in 4, second half",
    "nq_uda": "nq_uda, every fourth of the second half",
}
"""By the words of the page, in the order in which its rows give figures."""
ROWS = (
    ("| [Text and graph]", "(no factors there) | Recall@5 ", "text and graph, names"),
    ("| The same, TransE |", "| .892 | ", "text and graph, transe"),
    ("| The same, RotatE |", "| .876 | ", "text and graph, rotate"),
    ("| The same, QuatE |", "| .871 | ", "text and graph, quate"),
    ("| Graph vectors alone |", "| “poorly” | ", "graph vectors alone, names"),
    ("| [Fixed weights]", "| Recall@5 .850 | ", "fixed weights .75/.2/.05"),
    ("| Equal weights |", "| .635 | ", "equal weights"),
    ("| Keywords alone |", "| .586 | ", "keywords alone"),
    ("| Names alone |", "| .105 | ", "names alone"),
)
"""The beginning of a row, what its column “There” ends with, and the system."""
ORDERS = {
    "meaning alone": "meaning alone",
    "factors of names": "text and graph, names",
    "TransE": "text and graph, transe",
    "RotatE": "text and graph, rotate",
    "QuatE": "text and graph, quate",
    "the reader's network": "the reader's aligning network",
    "the reader": "the reader's judgement of sentences",
}


def _measured(questions: str, system: str, *metric: str) -> Source:
    return percent("systems", SETS[questions], "systems", system, *metric)


def _recalls(system: str) -> tuple[Source, ...]:
    return tuple(_measured(questions, system, "R@5") for questions in SETS)


def pipelines() -> list[Claim]:
    """The column “Here” of pipelines, whose figures are of their own benches."""
    steps = ("chain_of_thought", f"{HOTPOT}, naive", "all", "R@5")
    rows = (
        (
            "| [Fused hybrid]",
            "nq_uda, second half: Hit@1 ",
            "; set coverage",
            (
                *(fused(NQ, metric) for metric in ("Hit@1", "Hit@5")),
                *(fused(NQ, metric, "dense") for metric in ("Hit@1", "Hit@5")),
            ),
        ),
        ("| [Naive]", "second half: Recall@5 ", " |", (fused(HOTPOT, "R@5", "convex"),)),
        (
            "| [Chain of thought]",
            "second half: Recall@5 ",
            " |",
            tuple(chain(*steps, side) for side in ("chain", "single")),
        ),
        (
            "| [Community graph]",
            "contextual summary: coverage ",
            " |",
            tuple(
                percent("community_graph", "quality", NOVELS, side, "coverage")
                for side in ("community_graph", "naive")
            ),
        ),
        (
            "| [Links and second questions]",
            "2wiki101: Recall@5 ",
            " |",
            (fused(WIKI, "R@5"), fused(WIKI, "R@5", "convex")),
        ),
    )
    return [
        Claim(PAGE, (row, before), sources, until=until) for row, before, until, sources in rows
    ]


def rows_over_four_sets() -> list[Claim]:
    """Recall@5 in the column “Here”, and of what they are compared with."""
    compared = Claim(
        PAGE,
        ("Meaning alone, for comparison: Recall@5 ",),
        (*_recalls("meaning alone"), *_recalls("fused hybrid")),
    )
    return [
        compared,
        *(Claim(PAGE, (row, there), _recalls(system), until=" |") for row, there, system in ROWS),
    ]


def orders() -> list[Claim]:
    """The first twenty passages by meaning in other orders."""
    return table(
        PAGE,
        "| Questions, order |",
        [
            (
                f"| {questions}: {words} |",
                [_measured(questions, system, metric) for metric in ("HR@1", "HR@3", "HR@5")],
            )
            for questions in SETS
            for words, system in ORDERS.items()
        ],
    )


def side_by_side() -> list[Claim]:
    """Recall@5 of all systems over all sets, as far as they were measured."""
    kept = known_results("systems")
    return table(
        PAGE,
        "| System | Asked by |",
        [
            (
                f"| {system.name} | {how_asked(system)} |",
                [
                    percent("systems", name, "systems", system.name, "R@5")
                    for name in sources()
                    if system.name in kept.get(name, {}).get("systems", {})
                ],
            )
            for system in SYSTEMS
        ],
    )


def first_places() -> Claim:
    """What vectors of the graph change at the first place."""
    system = "text and graph, names"
    return Claim(
        PAGE,
        ("to the first place more often over 2wiki101_small (",),
        tuple(
            _measured(f"2wiki101_small, {form}", system, "difference", "HR@1")
            for form in ("records", "files")
        ),
        until=", by factors",
    )


def systems() -> list[Claim]:
    """All of them."""
    return [
        *pipelines(),
        *rows_over_four_sets(),
        *orders(),
        first_places(),
        *side_by_side(),
    ]
