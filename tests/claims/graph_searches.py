"""Figures of the summary tree and of the searches over the graph of names."""

from __future__ import annotations

from bench.report import known_results
from tests.claims.sources import percent, plain
from tests.figures import Claim, Source, table

FILE, PAGE = "graph_searches", "docs/graph_searches.md"
WAYS = (
    "naive",
    "community graph",
    "fused hybrid",
    "summary tree, collapsed",
    "summary tree, traversal",
    "local search",
    "global search",
)


def graph_searches_page() -> list[Claim]:
    records = table(
        PAGE,
        "| Search (101 questions) |",
        [
            (
                f"| {way} |",
                [
                    *(
                        plain(FILE, "records", "all", way, each)
                        for each in ("recall@2", "recall@5")
                    ),
                    plain(FILE, "records", "all", way, "ms", 0),
                ],
            )
            for way in WAYS
        ],
    )
    novels = table(
        PAGE,
        "| Search (46 questions) |",
        [
            (
                f"| {way} |",
                [
                    *(
                        plain(FILE, "novels", kind, way, mark)
                        for kind in ("broad", "narrow")
                        for mark in ("held", "coverage")
                    ),
                    plain(FILE, "novels", "broad", way, "ms", 0),
                ],
            )
            for way, row in known_results(FILE)["novels"]["broad"].items()
            if isinstance(row, dict)
        ],
    )
    less_naive = Claim(
        PAGE,
        ("\nLess naive, R@5 on the records is ",),
        tuple(plain(FILE, "records", "all", way, "to naive", "recall@5") for way in WAYS[3:]),
    )
    seconds = Claim(
        PAGE,
        ("Making the graph of names took ",),
        tuple(plain(FILE, "records", f"seconds to {each}") for each in ("make", "read")),
    )
    return [*records, *novels, less_naive, seconds]


def walks() -> list[Claim]:
    """The rows of sub-graph and neighbouring documents, which are of `bench.systems`."""
    records, files = "2wiki101_small, records", "2wiki101_small, files"
    hotpot, natural = "hotpotqa300 1 in 4, second half", "nq_uda, every fourth of the second half"

    def recall(form: str, system: str) -> Source:
        return percent("systems", form, "systems", system, "R@5")

    return [
        Claim(
            "docs/systems.md",
            ("Each measured over ", "naive there: Recall@5 "),
            tuple(recall(form, "naive") for form in (records, files, hotpot)),
        ),
        Claim(
            "docs/systems.md",
            ("| [Sub-graph]", "2wiki101_small: Recall@5 "),
            tuple(
                recall(form, system)
                for form in (records, files, hotpot, natural)
                for system in ("sub-graph", "naive")
            ),
            until=" |",
        ),
        *(
            Claim(
                "docs/systems.md",
                (start, "Recall@5 "),
                tuple(
                    recall(form, f"neighbouring documents, {way}")
                    for form in (records, files, hotpot)
                ),
                until=" |",
            )
            for way, start in (
                ("one_hop", "| [Neighbouring documents]"),
                ("attentive", "| The same, attentive |"),
                ("multi_hop", "| The same, multi-hop |"),
            )
        ),
    ]


def systems_page() -> list[Claim]:
    """The rows of `bench.graph_searches`."""
    searches = [
        Claim(
            "docs/systems.md",
            (f"| [{way.capitalize()}](graph_searches.md)", "2wiki101_small: "),
            tuple(
                plain(FILE, *path)
                for path in (
                    ("records", "all", way, "recall@5"),
                    ("records", "all", "naive", "recall@5"),
                    ("novels", "broad", way, "held"),
                    ("novels", "broad", "naive", "held"),
                )
            ),
            until=" |",
        )
        for way in WAYS[3:]
    ]
    return [*walks(), *searches]
