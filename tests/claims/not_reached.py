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
    plain,
)
from tests.figures import Claim, Source, table

PAGE = "docs/not_reached.md"
MODELS = ("fused_hybrid, linear", "fused_hybrid, ensemble", "fused_hybrid, boosted")


def not_reached_page() -> list[Claim]:
    def form(name: str) -> list[Source]:
        return [percent("files", name, "methods", model, "R@5") for model in MODELS]

    def both(name: str) -> list[Source]:
        kinds = ("fused, linear", "fused", "fused, boosted")
        return [fused(name, "R@5", method) for method in kinds]

    def kinds(form: str) -> list[Source]:
        return [
            percent("files", f"2wiki101_small, {form}", "methods", f"fused_hybrid, {each}", "R@5")
            for each in ("linear", "ensemble", "boosted")
        ]

    rows: list[tuple[str, list[Source]]] = [
        ("| 2wiki101_small as Markdown with headings, R@5 | 95 |", kinds("headed")),
        ("| 2wiki101_small as plain paragraphs, R@5 | 86 |", kinds("plain")),
        ("| 2wiki101_small as PDF, R@5 | 95 |", kinds("pdf")),
        ("| 2wiki101 as records, R@5 | 99 |", both(WIKI)),
        ("| 2wiki101 as records without titles, R@5 | 95 |", both(BARE_WIKI)),
        ("| hotpotqa300, second half, as records, R@5 | 98 |", both(HOTPOT)),
        (
            "| hotpotqa300, second half, as Markdown with headings, R@5 | 92 |",
            form("hotpotqa300, second half, headed"),
        ),
        (
            "| nq_uda, whole, Hit@5 | 84 |",
            [
                percent("train_fusion", "linear", "nq_uda R@5"),
                fused(NQ, "Hit@5"),
                percent("two_halves", "whole", "R@5"),
            ],
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
            for method in (
                "fused_hybrid, linear",
                "naive",
                "fused_hybrid, linear, not read together",
            )
            for metric in ("Hit@5", "Hit@1")
        ),
        until=". All below",
    )
    rows_of_tables = (Claim(PAGE, (row,), tuple(own)) for row, own in (*rows, *_answers()))
    return [*rows_of_tables, beside, *_tried(), *_headings()]


def _headings() -> list[Claim]:
    rows = {
        "words alone": "words alone",
        "mean, difference": "mean",
        "maximum, difference": "maximum",
    }
    return table(
        PAGE,
        "| Headings | papers, Hit@1 |",
        [
            (
                f"| {label} |",
                [
                    percent("section_paths", part, way, metric)
                    for part in ("papers", "guides")
                    for metric in ("Hit@1", "Hit@5")
                ],
            )
            for label, way in rows.items()
        ],
    )


def _tried() -> list[Claim]:
    """What was tried and is still measured."""

    def encyclopaedia(model: str) -> tuple[Source, ...]:
        return tuple(
            percent("fused_models", name, "methods", f"fused, {model}", "R@5")
            for name in (WIKI, HOTPOT)
        )

    def pages(method: str) -> Source:
        return percent("pages", method, "Hit@5")

    def filings(method: str) -> Source:
        return fused(FILINGS, "Hit@5", method)

    natural = tuple(percent("train_fusion", model, "nq_uda R@5") for model in ("boosted", "linear"))
    in_scope = (pages("passages over RRF, no glossary"), filings("naive in scope, no glossary"))
    return [
        Claim(
            PAGE,
            ("- Boosted trees in place of the linear model: ",),
            encyclopaedia("boosted"),
            until=" on the second half",
        ),
        Claim(
            PAGE,
            ("- The network of the seed thesis: ",),
            encyclopaedia("neural"),
            until=". No better",
        ),
        Claim(PAGE, ("- Boosted trees: ",), natural, until=", on every sixth"),
        Claim(
            PAGE,
            ("- Routing to the documents that a question means, over rank fusion: ",),
            (pages("RRF + routing"),),
            until=". Kept",
        ),
        Claim(
            PAGE,
            ("- Pages as wholes by words, salience and meaning: ",),
            (pages("+ dense (all, no glossary)"),),
            until="; with weights",
        ),
        Claim(PAGE, ("- Passages over rank fusion, in scope: ",), in_scope),
        Claim(
            PAGE,
            ("- With scope off fused hybrid has ",),
            (filings("fused, scope off"), filings("RRF")),
            until=". Without reading",
        ),
        Claim(
            PAGE,
            ("| wrong among the answered, where 60 % are answered | 5 | ",),
            (percent("calculate", "parts", "all", "wrong_among_answered"),),
            until=" where",
        ),
    ]


def _answers() -> list[tuple[str, list[Source]]]:
    """Rows on the reader and on tables."""

    def reader(figure: str, *groups: str) -> list[Source]:
        return [plain("reader", figure, "local reader", group) for group in groups]

    def part(name: str, measure: str) -> Source:
        return percent("calculate", "parts", name, measure)

    three, first = "answer_in_three_sentences", "answer_in_first_sentence"
    nq = ("nq_uda top", "nq_uda gold")
    return [
        (
            "| nq_uda, second half, in at most three sentences, first five passages / gold "
            "| 88 / 98 |",
            reader(three, *nq),
        ),
        (
            "| nq_uda, second half, in the first sentence, first five passages / gold | 65 / 82 |",
            reader(first, *nq),
        ),
        (
            "| hotpotqa300, second half, in at most three sentences, first five passages | 78 |",
            reader(three, "hotpotqa300 top"),
        ),
        *(
            (row, [plain("reader", "short_answers", f"{name} top", each) for each in ("EM", "F1")])
            for name, row in (
                ("nq_uda", "| nq_uda, second half, short line, exact / word F1 | 38 / 55 |"),
                (
                    "tatqa_dev",
                    "| tatqa_dev, second half, questions that the text answers, short line, "
                    "exact / word F1 | 50 / 60 |",
                ),
            )
        ),
        (
            "| near misses refused where 90 % of the answerable are kept | 80 |",
            [plain("reader", "found", "near misses, rejected", "local reader, 90% kept")],
        ),
        (
            "| calibration error of the verdict | .05 |",
            [plain("reader", "calibration_error", "all")],
        ),
        (
            "| scifact, contradicted claims flagged / supported ones accepted | 65 / 75 |",
            [
                plain("support", "with embedding", f"SciFact, {each}")
                for each in ("contradicted", "supported")
            ],
        ),
        (
            "| TAT-QA, second half of the contexts, F1, all / from the table | 60 / 68 |",
            [part("all", "f1"), part("table", "f1")],
        ),
        (
            "| the same, the whole program with the context as its document | 60 / 68 |",
            [percent("calculate", "together", each, "f1") for each in ("all", "from table")],
        ),
        ("| cells that an answer rests on | 90 |", [part("all", "cells_right")]),
        (
            "| the question's context among the first five, naive / fused hybrid | 85 |",
            [
                percent("tables_together", "found", each, "Hit@5")
                for each in ("naive", "fused_hybrid")
            ],
        ),
        (
            "| cells / header paths of tables, held out | 97 / 93 |",
            [
                percent("tables_grid", "held out", "this reader", each)
                for each in ("cells", "headers")
            ],
        ),
    ]
