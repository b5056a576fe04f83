"""Figures of the other pipelines."""

from __future__ import annotations

from tests.claims.sources import HOTPOT, NAIVE, NQ, SCIFACT, WIKI, chain, percent, plain, retrieval
from tests.figures import Claim, Source, table


def naive_page() -> list[Claim]:
    columns = [
        (HOTPOT, "R@5"),
        (WIKI, "R@5"),
        (NQ, "Hit@1"),
        (NQ, "Hit@5"),
        (SCIFACT, "nDCG@10"),
    ]
    labels = ("| BM25 |", "| dense |", "| by rank |", "| by score, α = 0.9 |")
    rows = table(
        "docs/naive.md",
        "| method | hotpotqa300",
        [
            (label, [retrieval(*column, method) for column in columns])
            for label, method in zip(labels, NAIVE, strict=True)
        ],
    )
    clock = Claim(
        "docs/naive.md",
        ("By the clock a question over 2,553 passages of manuals takes",),
        tuple(
            plain("own_search", "guides", "milliseconds_median", each)
            for each in ("naive", "naive, without parts")
        ),
        until=" without, on processors",
    )
    return [*rows, clock]


def chain_page() -> list[Claim]:
    page, columns = "docs/chain_of_thought.md", ("single", "chain", "difference")
    steps, small, one = (
        *("chain_of_thought", "chain_of_thought_2wiki101_small"),
        "chain_of_thought_nq_uda",
    )
    measures = {"R@2": "R@2", "R@5": "R@5", "all gold at 5": "all gold@5"}
    wanted: list[tuple[str, str, str, str, tuple[str, ...]]] = [
        ("hotpotqa300, second half", steps, f"{HOTPOT}, naive", "all", tuple(measures)),
        ("2wiki101", steps, f"{WIKI}, naive", "all", tuple(measures)),
        ("2wiki101, two passages", steps, f"{WIKI}, naive", "2 passages", ("R@5",)),
        (
            *("2wiki101, four passages", steps, f"{WIKI}, naive", "4 passages"),
            ("R@5", "all gold at 5"),
        ),
        (
            *("2wiki101, both sides named", steps, f"{WIKI}, naive", "comparison_or_both_named"),
            ("R@5",),
        ),
        (
            "2wiki101_small, the same questions over the first 780 passages",
            *(small, "2wiki101_small, naive", "all", tuple(measures)),
        ),
        ("nq_uda, first 80 questions", one, f"{NQ}, naive", "all", ("R@5",)),
    ]
    rows = [
        Claim(
            page,
            ("| set | questions |", f"\n| {label} |", f"| {measure} |"),
            tuple(chain(file, run, group, measures[measure], side) for side in columns),
        )
        for label, file, run, group, asked in wanted
        for measure in asked
    ]
    over = ("2wiki101_small, fused_hybrid", "all")
    prose = [
        Claim(
            page,
            ("the chain over fused hybrid finds as much as fused hybrid alone:",),
            (
                *(chain(small, *over, "R@5", side) for side in ("chain", "single", "difference")),
                *(chain(small, *over, "all gold@5", side) for side in ("chain", "single")),
                chain(small, "2wiki101_small, naive", "all", "R@5", "chain"),
            ),
            until=". On the longest",
        ),
        *(
            Claim(
                page,
                ("Milliseconds per question", f"{name} "),
                tuple(
                    plain(file, run, "costs", each)
                    for each in (
                        *("milliseconds, one search", "milliseconds, chain"),
                        *("steps", "queries"),
                    )
                ),
                until=" queries)",
            )
            for name, file, run in (
                (HOTPOT, steps, f"{HOTPOT}, naive"),
                (WIKI, steps, f"{WIKI}, naive"),
                (NQ, one, f"{NQ}, naive"),
            )
        ),
    ]
    return [*rows, *prose, *_ends_of_chains(page), *_answers_of_chains(page)]


def _ends_of_chains(page: str) -> list[Claim]:
    def ended(run: str) -> tuple[Source, ...]:
        ends = ("enough was found", "limit of steps", "nothing new was left to ask")
        return tuple(
            source
            for end in (f"ended: {each}" for each in ends)
            for source in (
                plain("chain_of_thought", run, "groups", end, "questions"),
                chain("chain_of_thought", run, end, "R@5", "chain"),
            )
        )

    hotpot, wiki = f"{HOTPOT}, naive", f"{WIKI}, naive"
    begin = "How chains ended, and the R@5 of those questions: "
    held = tuple(
        chain("chain_of_thought", hotpot, f"ended: {end}", "all gold@5", "chain")
        for end in ("enough was found", "limit of steps")
    )
    second = tuple(
        chain("chain_of_thought", wiki, "4 passages", "R@2", side) for side in ("single", "chain")
    )
    return [
        Claim(page, (f"{begin}hotpotqa300 by enough ",), ended(hotpot), until="; 2wiki101"),
        Claim(page, (begin, "; 2wiki101 "), ended(wiki), until=".\n"),
        Claim(page, ("gain almost nothing (R@2 ",), second, until=")"),
        Claim(page, ("those chains hold all gold passages in ",), held, until=" %.\n"),
    ]


def _answers_of_chains(page: str) -> list[Claim]:
    file = "chain_answers"
    test, best = "hotpotqa300, second half", "all that was found, whole"
    ways = ("fact sentences", "whole", "whole, facts second", best, "all, facts second")
    measures = (
        *("in the first quote", "in what is shown", "gold passages quoted"),
        *("answered", "answered rightly"),
    )
    rows = [
        Claim(
            page,
            ("| questions | measure | fact sentences |", f"\n| {label} |", f"{measure} |"),
            tuple(percent(file, part, way, measure, "mean") for way in ways),
        )
        for label, part in (
            ("hotpotqa300, first half (60, chose)", "hotpotqa300, first half"),
            ("musique_train100 (40, chose)", "musique_train100"),
            ("hotpotqa300, second half (60)", test),
        )
        for measure in measures
    ]
    prose = [
        Claim(
            page,
            ("in what is shown for ",),
            (percent(file, test, best, "in what is shown", "difference"),),
            until=" more of",
        ),
        Claim(
            page,
            ("the first quote (a difference of",),
            (percent(file, test, best, "in the first quote", "difference"),),
            until="),",
        ),
        Claim(
            page,
            ("as many words are quoted,",),
            tuple(plain(file, test, way, "words shown", "mean") for way in (best, ways[0])),
            until=". The cut",
        ),
        Claim(
            page,
            ("the gold answer stands in ",),
            tuple(
                percent(file, test, "gold in", each)
                for each in ("fact sentences", "whole passages", "all evidence")
            ),
            until=" of all five",
        ),
        Claim(
            page,
            ("that a chain goes through (",),
            tuple(
                percent(file, test, way, "gold passages quoted", "mean") for way in (ways[-1], best)
            ),
            until=")",
        ),
    ]
    return [*rows, *prose]


def community_page() -> list[Claim]:
    page, file = "docs/community_graph.md", "community_graph"
    sides = ("naive", "community_graph", "difference")
    novels = {
        "novels, complex reasoning (314)": "Complex Reasoning",
        "novels, contextual summary (166)": "Contextual Summarize",
        "novels, creative generation (32)": "Creative Generation",
        "novels, fact retrieval (473)": "Fact Retrieval",
    }
    header = "| questions | measure |"

    def of(passages: str) -> Source:
        return plain(file, "build", passages, "seconds")

    rows = [
        Claim(
            page,
            (header, f"\n| {label}", f"| {measure} |"),
            tuple(percent(file, "quality", name, side, key) for side in asked),
        )
        for label, name in (
            ("hotpotqa300, second half (150)", HOTPOT),
            ("nq_uda, second half (1,233)", NQ),
        )
        for measure, key, asked in (
            *(("R@2", "R@2", sides), ("R@5", "R@5", sides)),
            ("passages in the pool", "pool", sides[:2]),
        )
    ]
    rows += table(
        page,
        header,
        [
            (
                f"| {label} | coverage |",
                [
                    percent(file, "quality", f"graphrag_novel_open, {name}", side, "coverage")
                    for side in sides
                ],
            )
            for label, name in novels.items()
        ],
    )
    costs = [
        Claim(
            page,
            ("| documents | one added |", f"\n| {size} |"),
            tuple(Source(file, ("update", key, each), factor) for each, factor in units),
        )
        for size, key, units in (
            ("10", "10", (("added", 1e3), ("deleted", 1e3), ("afresh", 1e3))),
            ("1,000", "1000", (("added", 1e3), ("deleted", 1e3), ("afresh", 1.0))),
            ("10,000", "10000", (("added", 1.0), ("deleted", 1.0), ("afresh", 1.0))),
        )
    ]
    building = [
        Claim(
            page, ("Building the graph of one document takes ",), (of("1000"),), until=" s of one"
        ),
        Claim(
            page, ("s of one processor for 1,000 passages and ",), (of("10000"),), until=" s for"
        ),
    ]
    return [*rows, *costs, *building]


def automatic_page() -> list[Claim]:
    names = {
        HOTPOT: "| hotpotqa300, second half (",
        "guides": "| guides (",
        "unseen": "| documents of other kinds (",
    }
    return table(
        "docs/automatic.md",
        "| Questions | Right, one search",
        [
            (
                label,
                [
                    plain("automatic", name, "questions"),
                    percent("automatic", name, "fused_hybrid", "right"),
                    percent("automatic", name, "automatic", "right"),
                    percent("automatic", name, "gain"),
                    *(
                        plain("automatic", name, "steps", each)
                        for each in ("tried", "taken", "taken_and_right")
                    ),
                    plain("automatic", name, "fused_hybrid", "seconds_median"),
                    plain("automatic", name, "automatic", "seconds_median"),
                ],
            )
            for name, label in names.items()
        ],
    )
