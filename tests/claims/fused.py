"""Figures of the fused hybrid pipeline."""

from __future__ import annotations

from tests.claims.sources import (
    BARE_HOTPOT,
    BARE_WIKI,
    FILINGS,
    HOTPOT,
    NAIVE,
    NQ,
    SCIFACT,
    WIKI,
    fused,
    percent,
    plain,
)
from tests.figures import Claim, Source, table

NOT_READ, READ = "fused, not read together", "fused, read together"
BY_KIND = ("fused, linear", "fused", "fused, boosted")
"""Figures of each kind of model over links, the default one without its name."""


def fused_page() -> list[Claim]:
    page = "docs/fused_hybrid.md"
    ranked = {
        "hotpotqa300, 2nd half (150)": (HOTPOT, ("R@5", "all@5", "Hit@1")),
        "2wiki101 (101)": (WIKI, ("R@5", "all@5", "Hit@1")),
        "hotpotqa300 without titles, 2nd half (150)": (BARE_HOTPOT, ("R@5", "all@5")),
        "2wiki101 without titles (101)": (BARE_WIKI, ("R@5", "all@5")),
        "nq_uda, 2nd half (1,233)": (NQ, ("Hit@1", "Hit@5")),
        "scifact (300)": (SCIFACT, ("nDCG@10", "Hit@1", "Hit@5")),
    }
    forms = {
        "Markdown with headings": "2wiki101_small, headed",
        "Plain paragraphs, no headings": "2wiki101_small, plain",
        "PDF with headings": "2wiki101_small, pdf",
        "hotpotqa300, 2nd half (150), Markdown with headings": "hotpotqa300, second half, headed",
        "hotpotqa300, 2nd half (150), plain paragraphs": "hotpotqa300, second half, plain",
        "musique_train100 (100), Markdown with headings": "musique_train100, headed",
        "musique_train100 (100), plain paragraphs": "musique_train100, plain",
    }
    methods = ("naive", "fused_hybrid, linear", "fused_hybrid, boosted")
    files = table(
        page,
        "| Form | |",
        [
            (
                f"| {label} | {measure} |",
                [percent("files", form, "methods", method, measure) for method in methods],
            )
            for label, form in forms.items()
            for measure in ("R@5", "all@5", "R in budget")
        ],
    )
    kinds_over_links = ("fused_hybrid, linear", "fused_hybrid, ensemble", "fused_hybrid, boosted")
    beside_each_other = {
        **{form: forms[form] for form in list(forms)[:3]},
        "hotpotqa300, 2nd half, Markdown": "hotpotqa300, second half, headed",
        "hotpotqa300, 2nd half, plain paragraphs": "hotpotqa300, second half, plain",
    }
    two_kinds = table(
        page,
        "| Files | |",
        [
            (
                f"| {label} | {measure} |",
                [
                    percent("files", beside_each_other[label], "methods", kind, measure)
                    for kind in kinds_over_links
                ],
            )
            for label in beside_each_other
            for measure in ("R@5", "all@5")
        ],
    )
    all_pipelines = table(
        page,
        "| Files of 2wiki101_small | |",
        [
            (
                f"| {label} | {measure} |",
                [
                    percent("files", form, "methods", each, measure)
                    for each in (
                        *("naive", "chain_of_thought", "community_graph"),
                        "fused_hybrid, ensemble",
                    )
                ],
            )
            for label, form in list(forms.items())[:3]
            for measure in ("R@5", "all@5")
        ],
    )
    by_texts = ("files", "musique_train100, headed", "by_texts_needed")
    hops = Claim(
        page,
        ("As headed files linear has, of musique_train100's questions that need two texts, R@5 ",),
        tuple(
            source
            for needed in "234"
            for source in (
                percent(*by_texts, needed, "fused_hybrid, linear", "R@5"),
                plain(*by_texts, needed, "questions"),
            )
        ),
        until=".\n",
    )
    against = table(
        page,
        "| Questions | | BM25 |",
        [
            (
                f"| {label} | {measure} |",
                [
                    fused(name, measure, method)
                    for method in (*NAIVE, "fused", *(() if name == NQ else (READ,)))
                ],
            )
            for label, (name, measures) in ranked.items()
            for measure in measures
        ],
    )
    records = {
        "hotpotqa300, 2nd half": (HOTPOT, ("R@5", "Hit@1")),
        "hotpotqa300 without titles, 2nd half": (BARE_HOTPOT, ("R@5", "Hit@1")),
        "2wiki101": (WIKI, ("R@5", "Hit@1")),
        "2wiki101 without titles": (BARE_WIKI, ("R@5", "Hit@1")),
        "scifact": (SCIFACT, ("nDCG@10",)),
    }
    on_records = table(
        page,
        "| Records | | linear | ensemble |",
        [
            (
                f"| {label} | {measure} |",
                [
                    *(fused(name, measure, each) for each in BY_KIND),
                    percent("fused", name, "fused_minus_fused, linear", measure),
                ],
            )
            for label, (name, measures) in records.items()
            for measure in measures
        ],
    )
    gains = [
        Claim(
            page,
            ("| Questions | Hit@1 | Hit@5 | set coverage × |", f"\n| {label.split(' (')[0]} |"),
            tuple(percent("fused", name, "fused_minus_dense", each) for each in ("Hit@1", "Hit@5")),
            until=f" | {times} |",
        )
        for (label, (name, _)), times in zip(
            ranked.items(), ("1.8", "3.5", "1.8", "3.6", "1.0", "1.1"), strict=True
        )
    ]
    filings = {
        "rank fusion of passages": "RRF",
        "fused, no glossary": "fused, no glossary",
        "fused, not read together, no glossary": f"{NOT_READ}, no glossary",
        "naive in scope, no glossary": "naive in scope, no glossary",
        "fused, finance glossary": "fused, finance glossary",
        "naive in scope, finance glossary": "naive in scope, finance glossary",
        "fused, scope off": "fused, scope off",
    }
    pages = table(
        page,
        "Pages of 20 filings",
        [
            (f"| {label} |", [fused(FILINGS, each, method) for each in ("Hit@1", "Hit@5")])
            for label, method in filings.items()
        ],
    )
    sets = {HOTPOT: "R@5", WIKI: "R@5", BARE_WIKI: "R@5", NQ: "Hit@5", SCIFACT: "nDCG@10"}
    retrievers = (
        *("dense", "lexical", "page", "entity", "keyword", "late_interaction", "path"),
        *("bridge", "coverage"),
    )
    without = table(
        page,
        "| Left out |",
        [
            (
                f"| {retriever} |",
                [
                    percent("ablations", name, "left_out", retriever, measure)
                    for name, measure in sets.items()
                ],
            )
            for retriever in retrievers
        ],
    )
    left_out = ", its set left out"
    kinds = ("linear", "boosted", f"linear{left_out}", f"boosted{left_out}")
    thin = f"{HOTPOT} 1 in 4"
    trained = {
        "hotpotqa300, 1st half (149)": thin,
        "hotpotqa300 without titles, 1st half (149)": f"{thin} without titles",
        "nq_uda, every sixth of the 1st half (206)": NQ,
        "chunking_eval passages, every second (121)": "chunking_eval passages",
        "own files, guides that train (120)": "own files, guides",
        "own files, papers (233)": "own files, papers",
    }
    models = [
        Claim(
            page,
            ("Kinds of models, by cross-validation", f"\n| {label} ", f"| {measure} |"),
            tuple(percent("train_fusion", kind, f"{name} {measure}") for kind in kinds),
        )
        for label, name in trained.items()
        for measure in ("R@5", "Hit@1")
    ]
    own_words = own_files(page)
    tested = table(
        page,
        "| Questions | linear | boosted | neural | rank |",
        [
            (
                f"| {label} |",
                [
                    percent("fused_models", name, "methods", method, "R@5")
                    for method in ("fused", "fused, boosted", "fused, neural", "fused, rank")
                ],
            )
            for label, (name, _) in list(ranked.items())[:3]
        ],
    )
    slow = ("fused_latency", "100000", "asked")
    stored = ("stored_views", "100000")
    cost = [
        Claim(
            page,
            ("A question of hotpotqa300 took",),
            tuple(
                plain("fused_models", HOTPOT, "milliseconds_of_processor", method)
                for method in ("fused", "fused, neural", "fused, boosted")
            ),
            until=" then.",
        ),
        Claim(
            page,
            ("at 100,000 passages",),
            (
                plain(*slow, "fused", "clock_ms", 0),
                plain(*slow, "fused", "clock_ms", 1),
                plain(*slow, "fused", "processor_ms", 0),
                plain(*slow, "naive", "clock_ms", 0),
                plain(*slow, "vector scan", "clock_ms", 0),
            ),
            until=" in the same run",
        ),
        Claim(
            "docs/scale.md",
            ("In one run (`--result fused_latency_read`) a question takes ",),
            (
                *(
                    plain("fused_latency_read", "100000", "asked", way, "clock_ms", at)
                    for way in ("fused", NOT_READ)
                    for at in (0, 1)
                ),
                plain("fused_latency_read", "100000", "asked", "start", "ready_seconds"),
                plain("fused_latency_read", "100000", "asked", "memory", "own_megabytes"),
            ),
            until=" of its own, since",
        ),
        Claim(
            page,
            ("Of the start, opening the files of names, links and pages",),
            (
                plain("stored_views", "100000", "file_megabytes"),
                plain(*stored, "opened", "processor_seconds"),
                plain(*stored, "opened", "own_megabytes"),
                plain(*stored, "joined", "processor_seconds"),
            ),
            until=" s ([one",
        ),
        Claim(
            page,
            ("Of the first five passages",),
            tuple(
                percent("own_search", part, "methods", method, "elsewhere")
                for part in ("guides", "papers")
                for method in ("naive", "fused_hybrid, linear")
            ),
            until=" on the papers: these",
        ),
        Claim(
            page,
            ("where cross-validation gives R@5",),
            (percent("train_fusion", "linear", "nq_uda R@5"),),
            until=" (below)",
        ),
    ]
    systems = ("naive", "LinearRAG", "HippoRAG's walk", "SPRIG")
    beside = [
        claim
        for label, form in {"as records": "records", "as Markdown with headings": "headed"}.items()
        for metric in ("R@5", "R in budget")
        for claim in table(
            page,
            "| 2wiki101_small (101 questions) |",
            [
                (
                    f"| {label}, {metric} |",
                    [
                        percent("peers", f"2wiki101_small, {form}", "systems", system, metric)
                        for system in ("fused_hybrid", *systems)
                    ],
                ),
                (
                    f"| less, {label}, {metric} | – |",
                    [
                        percent("peers", f"2wiki101_small, {form}", "fused_less", system, metric)
                        for system in systems
                    ],
                ),
            ],
        )
    ]
    whole = (
        files,
        two_kinds,
        all_pipelines,
        on_records,
        [hops],
        beside,
        own_words,
        _read_together(page),
        against,
        gains,
        pages,
        without,
        models,
        tested,
        cost,
    )
    return [claim for claims in whole for claim in claims]


def own_files(page: str) -> list[Claim]:
    """What is said of questions in people's own words."""
    labels = {
        **{each: each for each in ("naive", "naive, without parts")},
        "naive, without parts, by rank": "naive, without parts, by rank",
        "fused, linear": "fused_hybrid, linear",
        "fused, boosted": "fused_hybrid, boosted",
        "fused, linear, without parts": "fused_hybrid, linear, without parts",
        "fused, linear, not read together": "fused_hybrid, linear, not read together",
    }
    metrics = ("Hit@1", "Hit@5", "Hit@10", "page Hit@5")
    whole = ("BM25 over pages", "dense over pages")
    heads = {
        "guides": "| Guides that train nothing (119) |",
        "papers": "| Papers, which train (233) |",
        "unseen": "| Other kinds, which never train or choose (40) |",
        "mixed": "| Guides that train nothing, beside three filings (119) |",
        "filings": "| Filings, on whose questions scope was chosen (55) |",
    }
    rows = [
        claim
        for part, head in heads.items()
        for claim in table(
            page,
            head,
            [
                *(
                    (
                        f"| {label} |",
                        [
                            percent("own_search", part, "methods", name, metric)
                            for metric in metrics
                        ],
                    )
                    for label, name in labels.items()
                ),
                *(
                    (
                        f"| {label} |",
                        [percent("own_search", part, "methods", label, metrics[-1])],
                    )
                    for label in whole
                ),
            ],
        )
    ]

    def gain(over: str, metric: str) -> tuple[Source, ...]:
        name = f"naive − {over}"
        return tuple(percent("own_search", part, "differences", name, metric) for part in heads)

    def less(figure: str, seen: str = "") -> Source:
        return percent("train_fusion", f"boosted − linear{seen}", figure)

    return [
        *rows,
        Claim(
            page,
            ("Parts of passages are worth to naive, at Hit@5,",),
            gain("naive, without parts", "Hit@5"),
            until=" on filings. Naive is ahead",
        ),
        Claim(
            page,
            ("Naive is ahead of BM25 over whole pages, at page Hit@5, by",),
            gain("BM25 over pages", "page Hit@5"),
            until=". Windows were chosen",
        ),
        Claim(
            page,
            ("a question over 2,553 passages of manuals takes",),
            tuple(
                plain("own_search", "guides", "milliseconds_median", f"fused_hybrid, {model}")
                for model in ("linear", "boosted")
            ),
            until=" with `boosted`, on processors",
        ),
        Claim(
            page,
            ("worse by a little on hotpotqa300 without titles (R@5 ",),
            (less("hotpotqa300 1 in 4 without titles R@5", ", its set left out"),),
            until=")",
        ),
        Claim(
            page,
            ("it is better on chunking_eval (Hit@1 ",),
            (less("chunking_eval passages Hit@1"),),
            until=")",
        ),
        Claim(page, ("and worse on nq_uda (R@5 ",), (less("nq_uda R@5"),), until=")"),
    ]


def _read_together(page: str) -> list[Claim]:
    labels = {
        "fourteen everyday papers (182)": "everyday_more",
        "manuals, 4 of 16 (64)": "manuals",
        "further manuals, 6 of 24 (126)": "manuals_further",
        "further everyday papers, 27 of 108 (351)": "everyday_further",
        "handbooks, 18 of 71 (390)": "handbooks",
        "all (1,113)": "all",
    }
    ways = ("naive", "fused hybrid, not read together", "fused hybrid")
    return table(
        page,
        "| Documents | naive, Hit@1 |",
        [
            (
                f"| {label} |",
                [
                    source
                    for metric in ("Hit@1", "Hit@5")
                    for source in (
                        *(percent("passages_read", part, "methods", way, metric) for way in ways),
                        percent("passages_read", part, f"{ways[2]} − {ways[1]}", metric),
                    )
                ],
            )
            for label, part in labels.items()
        ],
    )
