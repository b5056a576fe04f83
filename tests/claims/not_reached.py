"""Figures that were wanted, beside what is measured."""

from __future__ import annotations

from tests.claims.sources import (
    BARE_WIKI,
    FILINGS,
    HOTPOT,
    NQ,
    SCIFACT,
    WIKI,
    fused,
    percent,
)
from tests.figures import Claim, Source

PAGE = "docs/not_reached.md"
MODELS = ("fused_hybrid, linear", "fused_hybrid, boosted")


def not_reached_page() -> list[Claim]:
    def form(name: str) -> list[Source]:
        return [percent("files", name, "methods", model, "R@5") for model in MODELS]

    def both(name: str) -> list[Source]:
        return [fused(name, "R@5", method) for method in ("fused", "fused, boosted")]

    rows: list[tuple[str, list[Source]]] = [
        ("| 2wiki101_small as Markdown with headings, R@5 | 95 |", form("2wiki101_small, headed")),
        ("| 2wiki101_small as plain paragraphs, R@5 | 86 |", form("2wiki101_small, plain")),
        ("| 2wiki101_small as PDF, R@5 | 95 |", form("2wiki101_small, pdf")),
        ("| 2wiki101 as records, R@5 | 99 |", both(WIKI)),
        ("| 2wiki101 as records without titles, R@5 | 95 |", [fused(BARE_WIKI, "R@5")]),
        ("| hotpotqa300, second half, as records, R@5 | 98 |", both(HOTPOT)),
        (
            "| hotpotqa300, second half, as Markdown with headings, R@5 | 92 |",
            form("hotpotqa300, second half, headed"),
        ),
        (
            "| nq_uda, whole, Hit@5 | 84 |",
            [percent("train_fusion", "linear", "nq_uda R@5"), fused(NQ, "Hit@5")],
        ),
        ("| scifact, nDCG@10 | 75 |", [fused(SCIFACT, "nDCG@10")]),
        (
            "| 20 filings without glossary, page Hit@5 | 78 |",
            [
                fused(FILINGS, "Hit@5", f"{each}, no glossary")
                for each in ("naive in scope", "fused")
            ],
        ),
        (
            "| scanned pages of filings, words and numbers read | 97 |",
            [percent("recognition", f"{each}_recall") for each in ("words", "numbers")],
        ),
    ]
    beside = Claim(
        PAGE,
        ("On the 119 questions over guides that train nothing fused hybrid has ",),
        tuple(
            percent("own_search", "guides", "methods", method, metric)
            for method in ("fused_hybrid, linear", "naive")
            for metric in ("Hit@5", "Hit@1")
        ),
        until=". On the guides",
    )
    return [*(Claim(PAGE, (row,), tuple(sources)) for row, sources in rows), beside]
