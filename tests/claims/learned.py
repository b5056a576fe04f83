"""Figures of what collections and networks learn: docs/tuning.md and docs/systems.md."""

from __future__ import annotations

from tests.claims.sources import percent, plain
from tests.figures import Claim, Source, table

MOVED, THESIS, NETWORK = "moved_questions", "thesis_fusion", "graph_network"
KARGUS = "kargus_network"
LEARNED = (("hotpotqa300", "hotpotqa300 1 in 4", 149), ("nq_uda", "nq_uda", 1233))
TUNED = "whole embedder, learned from 200"
BOUNDS = (
    ("everyday papers", "everyday", (40, 80, 160)),
    ("guides", "guides", (40, 80)),
    ("half without an answer", "half without an answer", (40, 80, 160)),
)
LEFT_OUT = (
    "hotpotqa300 1 in 4",
    "hotpotqa300 1 in 4 without titles",
    "nq_uda",
    "chunking_eval passages",
    "own files, guides",
    "own files, papers",
    "musique_train100",
)
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
    """What a query adapter and a fine-tuned embedder changed, by method, and on the questions held
    out."""

    def difference(name: str, label: str, method: str) -> Source:
        return percent(MOVED, name, label, "with", method, "difference", "MRR@10")

    def held_out(name: str, label: str) -> Source:
        return percent(MOVED, name, label, "held_out", "difference")

    rows = [(words, name, count, f"learned from {count}") for words, name, count in LEARNED]
    rows.append(("nq_uda", "nq_uda", 200, TUNED))
    tables = [
        Claim(
            "docs/tuning.md",
            (f"| {words} | {count:,} | ",),
            (*(difference(name, label, method) for method in METHODS), held_out(name, label)),
        )
        for words, name, count, label in rows
    ]
    adapter = f"learned from {LEARNED[1][2]}"
    systems = [
        Claim(
            "docs/systems.md",
            (f"| [{system}]", "MRR points: "),
            (held_out("nq_uda", label), difference("nq_uda", label, "naive")),
            until=" |",
        )
        for system, label in (("Query adapter", adapter), ("Fine-tuned embedder", TUNED))
    ]
    seconds = plain(MOVED, "nq_uda", TUNED, "learning_processor_seconds")
    took = [
        Claim(
            "docs/systems.md",
            ("BM25 hard negatives; page Tune", "[−1.1, 1.5] | "),
            (seconds,),
            until=" s of",
        ),
        Claim(
            "docs/tuning.md", ("Learning took ",), (seconds,), until=" seconds of processor; most"
        ),
    ]
    return [*tables, *systems, *took]


def bounds_rows() -> list[Claim]:
    """What a collection's own bounds change, by questions and how many of them were judged."""
    heads = ("own", "given_before", "right_before", "given_after", "right_after")
    return [
        Claim(
            "docs/tuning.md",
            (f"| {words} | {count} | {verdict} | ",),
            tuple(plain("own_bounds", f"{kind}_{count}", verdict, head) for head in heads),
        )
        for words, kind, counts in BOUNDS
        for count in counts
        for verdict in ("direct", "likely")
    ]


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


def network_figures() -> list[Claim]:
    """The network on the graph beside fused hybrid as it is."""
    sets = (
        "2wiki101_small, records",
        "2wiki101_small, files",
        "hotpotqa300 1 in 4, second half",
        "nq_uda, every fourth of the second half",
    )

    def recall(name: str, method: str) -> Source:
        return percent(NETWORK, name, "methods", method, "R@5")

    without, corrected = "fused hybrid", "with the network"
    return [
        Claim(
            "docs/fused_hybrid.md",
            ("`python -m bench.graph_network`", f"{name} "),
            (recall(each, without), recall(each, corrected)),
            until=until,
        )
        for name, each, until in (
            ("as records", sets[0], ", as files"),
            ("as files with headings", sets[1], ", hotpotqa300"),
            ("hotpotqa300's second half", sets[2], ", every fourth"),
            ("nq_uda's second half", sets[3], ". None"),
        )
    ] + [
        Claim(
            "docs/fused_hybrid.md",
            ("`python -m bench.graph_network`", "None of the differences, "),
            tuple(percent(NETWORK, each, "difference", "R@5") for each in sets),
            until=", is beyond",
        ),
        Claim(
            "docs/systems.md",
            ("| [Network that ranks]", "Recall@5 "),
            (
                *(recall(each, corrected) for each in sets),
                *(recall(each, without) for each in sets),
            ),
            until="; [with each",
        ),
    ]


def left_out_rows() -> list[Claim]:
    """The network on questions of sets that it had not seen."""

    def figure(*path: str) -> Source:
        return percent("train_network", "network, set left out", *path)

    sides = ("fused", "corrected", "difference")
    rows = [
        (
            f"| {name} |",
            [
                plain("train_network", "network, set left out", name, "questions"),
                *(figure(name, "R@5", side) for side in sides),
                figure(name, "Hit@1", "difference"),
            ],
        )
        for name in LEFT_OUT
    ]
    everything = Claim(
        "docs/fused_hybrid.md",
        ("| Questions, their set left out |", "\n| all | – | – | – | "),
        tuple(figure("all", metric) for metric in ("R@5", "Hit@1")),
    )
    again = Claim(
        "docs/systems.md",
        ("[with each set left out in turn](", "), "),
        (figure("all", "R@5"),),
        until=" over all",
    )
    tables = table("docs/fused_hybrid.md", "| Questions, their set left out |", rows)
    return [*tables, everything, again]


def kargus_figures() -> list[Claim]:
    """Networks of another work as it has them."""

    def recall(name: str) -> Source:
        return percent(KARGUS, "methods", name, "R@5")

    return [
        Claim(
            "docs/systems.md",
            ("ten times the rate GraphSAGE reaches ",),
            (
                recall("GraphSAGE, standardised, rate .01"),
                recall("GraphSAGE, the same, ranked"),
                recall("GCN, the same, ranked"),
            ),
            until=". The version",
        ),
        Claim(
            "docs/systems.md",
            ("| [Network on the graph, as there]", "papers of one's own: "),
            (
                recall("GraphSAGE"),
                recall("GraphSAGE, edge features"),
                recall("meaning alone"),
                recall("fixed weights"),
            ),
            until=" |",
        ),
        Claim(
            "docs/systems.md",
            ("| The same, GCN | ", "papers of one's own: "),
            (recall("GCN"), recall("GCN, edge features")),
            until=" |",
        ),
        Claim(
            "docs/systems.md",
            ("has a squared error of ",),
            (plain(KARGUS, "loss_of_saying_the_mean"),),
            until="; after",
        ),
        Claim(
            "docs/systems.md",
            ("rounds GraphSAGE stands at ",),
            (
                plain(KARGUS, "methods", "GraphSAGE", "loss", 0),
                plain(KARGUS, "methods", "GCN", "loss", 0),
            ),
            until=". So they",
        ),
    ]


def halves_rows() -> list[Claim]:
    """nq_uda as a whole, each half by weights that saw the other."""
    rows = [
        (
            f"| {part} (",
            [
                plain("two_halves", part, "questions"),
                *(percent("two_halves", part, metric) for metric in ("R@5", "Hit@1")),
            ],
        )
        for part in ("first half", "second half", "whole")
    ]
    return table("docs/fused_hybrid.md", "| nq_uda, each half by weights of the other |", rows)


def learned() -> list[Claim]:
    """All of them."""
    return [
        *moved_rows(),
        *bounds_rows(),
        *fusion_rows(),
        *halves_rows(),
        *network_figures(),
        *left_out_rows(),
        *kargus_figures(),
    ]
