"""Figures of README."""

from __future__ import annotations

from collections.abc import Sequence

from tests.claims.sources import (
    BARE_HOTPOT,
    BARE_WIKI,
    FILINGS,
    HOTPOT,
    NQ,
    SCIFACT,
    WIKI,
    chain,
    fused,
    percent,
    plain,
    retrieval,
)
from tests.figures import Claim, Source, table


def readme() -> list[Claim]:
    steps, small = "chain_of_thought", "chain_of_thought_2wiki101_small"
    article = "; records of one encyclopaedia article each |"
    quoted = "answer_in_three_sentences"
    recipe, prose, whole = "LangChain's recipe", "Quire, tables in prose only", "Quire"
    after_start = "seconds after start"

    def ingestion(side: str, what: str) -> Source:
        return plain("ingestion", "sides", side, what)

    rows: list[tuple[str, Sequence[Source]]] = [
        (
            f"| Recall@5, hotpotqa300, second half{article}",
            [
                *(fused(HOTPOT, "R@5"), fused(BARE_HOTPOT, "R@5")),
                chain(steps, f"{HOTPOT}, naive", "all", "R@5", "chain"),
                *(retrieval(HOTPOT, "R@5", each) for each in ("convex", "BM25", "dense", "RRF")),
            ],
        ),
        (
            f"| Recall@5, 2wiki101{article}",
            [
                *(fused(WIKI, "R@5"), fused(BARE_WIKI, "R@5")),
                chain(steps, f"{WIKI}, naive", "all", "R@5", "chain"),
                *(retrieval(WIKI, "R@5", each) for each in ("convex", "BM25", "dense")),
            ],
        ),
        (
            f"| Recall@5, 2wiki101_small{article}",
            [
                chain(small, "2wiki101_small, fused_hybrid", "all", "R@5", "chain"),
                chain(small, "2wiki101_small, naive", "all", "R@5", "chain"),
                chain(small, "2wiki101_small, fused_hybrid", "all", "R@5", "single"),
                chain(small, "2wiki101_small, naive", "all", "R@5", "single"),
            ],
        ),
        (
            "| Recall@5, 2wiki101_small over ordinary files, twenty articles to a file; two faults"
            " were found by looking at these figures |",
            [
                percent("files", f"2wiki101_small, {form}", "methods", method, "R@5")
                for method in ("fused_hybrid, ensemble", "fused_hybrid, boosted", "naive")
                for form in ("headed", "plain", "pdf")
            ],
        ),
        (
            "| Hit@5, 119 questions in people's own words over twelve manuals, licences and guides"
            " |",
            [
                percent("own_search", "guides", "methods", method, "Hit@5")
                for method in (
                    "fused_hybrid, linear",
                    "naive",
                    "fused_hybrid, linear, without parts",
                    "naive, without parts",
                    "fused_hybrid, linear, not read together",
                )
            ],
        ),
        (
            "| Page among the first five, 40 such questions over slides, a standard, a list of"
            " questions, a manual and a paper that never trained |",
            [
                percent("own_search", "unseen", "methods", method, "page Hit@5")
                for method in ("fused_hybrid, linear", "naive", "BM25 over pages")
            ],
        ),
        (
            "| Hit@5, nq_uda, second half, which is the easier one |",
            [
                *(fused(NQ, "Hit@5"), retrieval(NQ, "Hit@5", "convex")),
                percent("train_fusion", "linear", "nq_uda R@5"),
                percent("two_halves", "whole", "R@5"),
                *(retrieval(NQ, "Hit@5", each) for each in ("BM25", "dense", "RRF")),
            ],
        ),
        (
            "| nDCG@10, scifact |",
            [
                fused(SCIFACT, "nDCG@10"),
                *(
                    retrieval(SCIFACT, "nDCG@10", each)
                    for each in ("convex", "BM25", "dense", "RRF")
                ),
            ],
        ),
        (
            "| Page Hit@5, 20 company filings; the weights of scope and the glossary were chosen on"
            " these same 55 questions |",
            [
                fused(FILINGS, "Hit@5", each)
                for each in (
                    "naive in scope, no glossary",
                    "naive in scope, finance glossary",
                    "fused, no glossary",
                    "fused, finance glossary",
                    "RRF",
                )
            ],
        ),
        (
            "| Answer in the first quoted sentence, nq_uda |",
            [
                plain("reader", "answer_in_first_sentence", "local reader", "nq_uda top"),
                plain("reader", "answer_in_first_sentence", "MiniLM cosine", "nq_uda top"),
            ],
        ),
        (
            "| Answer in at most 3 quoted sentences, nq_uda |",
            [
                plain("reader", quoted, "local reader", "nq_uda top"),
                plain("reader", quoted, "MiniLM cosine", "nq_uda top"),
            ],
        ),
        (
            "| Answer in what is shown, ",
            [
                plain("reader", "answer_in_what_is_shown", "nq_uda"),
                plain("reader", "answer_in_what_is_shown", "own_files"),
                plain("reader", quoted, "MiniLM cosine", "nq_uda top"),
                plain("reader", quoted, "MiniLM cosine", "own_files top"),
            ],
        ),
        (
            "| From PDF to answerable, four filings (69 pages) |",
            [
                ingestion(prose, after_start),
                ingestion(whole, after_start),
                ingestion(whole, "table rows"),
                ingestion(prose, "wall seconds"),
                ingestion(whole, "wall seconds"),
                ingestion(recipe, after_start),
                ingestion(recipe, "wall seconds"),
            ],
        ),
        (
            "| Scanned pages read right, a page of each filing drawn coarsely and slightly"
            " turned |",
            [
                percent("recognition", f"{kind}_{side}")
                for side in ("recall", "precision")
                for kind in ("words", "numbers")
            ],
        ),
        (
            "| Sentences altered by rule (numbers, names, denials exchanged) that the support check"
            " flags, measured before it compared clauses |",
            [
                plain("support", "with embedding", "flags of built sentences", each)
                for each in ("precision", "recall")
            ],
        ),
        (
            "| Scientific claims that their abstract contradicts (scifact) that it flags |",
            [
                plain("support", "with embedding", "SciFact, contradicted"),
                plain("support", "with embedding", "SciFact, supported"),
            ],
        ),
        (
            "| 100 plausible errors, written by hand, that it flags |",
            [
                plain("support", "with embedding", "listed errors"),
                plain("support", "with embedding", "listed paraphrases"),
            ],
        ),
    ]
    return table("README.md", "| What | Figure | Compared with |", rows)
