"""Figures of scope, of the stores, of many machines and of reading."""

from __future__ import annotations

from tests.claims.sources import percent, plain
from tests.figures import Claim, Source, table


def scope_page() -> list[Claim]:
    methods = {
        "BM25": "BM25",
        "dense": "dense",
        "rank fusion of both (the naive pipeline)": "RRF",
        "the same, with routing": "RRF + routing",
        "pages: BM25 within the scope": "+ idf of the pages searched",
        "+ salience": "+ salience",
        "+ dense (all that needs no glossary)": "+ dense (all, no glossary)",
        "+ glossary labels": "+ glossary",
        "+ tables by kind (all)": "+ statements (all)",
        "passages over rank fusion, no glossary": "passages over RRF, no glossary",
        "passages over rank fusion, all": "passages over RRF, all",
    }
    page = "docs/scope.md"
    parts = {"which chose": "named", "which only test": "named_apart"}
    pipelines = {"naive in scope": "naive, in scope", "fused hybrid": "fused_hybrid"}
    ways = {"before": "without first pages", "with first pages": "with first pages"}
    columns = ("elsewhere", "first elsewhere", "Hit@1", "Hit@5")
    named = [
        (
            f"| {said}: {label}, {short} |",
            [
                percent("right_document", part, "methods", f"{pipeline}, {way}", column)
                for column in columns
            ],
        )
        for said, part in parts.items()
        for label, pipeline in pipelines.items()
        for short, way in ways.items()
    ]
    everyday, naive = ("right_document", "everyday_apart"), pipelines["naive in scope"]
    return [
        *table(
            page,
            "20 filings read from their PDF files",
            [
                (f"| {label} |", [percent("pages", method, each) for each in ("Hit@1", "Hit@5")])
                for label, method in methods.items()
            ],
        ),
        *table(page, "| Named in passing (23 questions each) |", named),
        Claim(
            page,
            ("Passages of a wrong document become fewer by",),
            (
                *(
                    Source("right_document", (part, "differences", naive, "elsewhere"), -100.0)
                    for part in ("named", "named_apart")
                ),
                *(
                    percent(
                        *("right_document", "named", "methods"),
                        f"{pipeline}, {ways['before']}",
                        "first elsewhere",
                    )
                    for pipeline in ("fused_hybrid", naive)
                ),
            ),
            until="; that, and what",
        ),
        Claim(
            page,
            ("the share of passages from a wrong document falls from",),
            tuple(
                source
                for pipeline in pipelines.values()
                for source in (
                    *(
                        percent(*everyday, "methods", f"{pipeline}, {way}", "elsewhere")
                        for way in ways.values()
                    ),
                    percent(*everyday, "differences", pipeline, "elsewhere"),
                )
            ),
            until=", by priors alone",
        ),
    ]


def tables_page() -> list[Claim]:
    sources = tuple(plain("filing_figures", each) for each in ("right", "wrong", "refused"))
    outcome = Claim("docs/tables.md", ("Outcome: ",), sources, until=". Before")
    forms = (
        *("no table", "own text", "rows", "blocks", "cards", "descriptions", "described cards"),
        *("own text and rows", "own text, rows and blocks", "own text, rows and cards"),
        *("own text, rows and descriptions", "own text, rows and described cards"),
    )
    rows = [
        (
            f"| {form} |",
            [
                percent("table_passages", "contexts", "hit_at_5", half, form, mode, "hit")
                for half in ("first half", "second half")
                for mode in ("lexical", "dense", "hybrid")
            ],
        )
        for form in forms
    ]
    grids = [
        (
            f"| {words}, 33 tables |",
            [
                percent("tables_grid", half, reader, part)
                for reader in ("this reader", "pdfplumber", "camelot")
                for part in ("cells", "headers")
            ],
        )
        for words, half in (("shaping", "shaping"), ("held out", "held out"))
    ]
    found = [
        (
            f"| {words} |",
            [
                percent("tables_together", "found", pipeline, f"{of}{hit}")
                for pipeline in ("naive", "fused_hybrid")
                for hit in ("Hit@1", "Hit@5")
            ],
        )
        for words, of in (
            ("all questions", ""),
            ("those that the table answers", "from the table: "),
        )
    ]
    told = [
        (
            f"| {words} |",
            [
                *(
                    plain("tables_together", "answers", part, each)
                    for each in ("questions", "answered")
                ),
                *(
                    percent("tables_together", "answers", part, each)
                    for each in ("exact_match", "f1", "told")
                ),
                *(
                    plain("tables_together", "answers", part, each)
                    for each in ("computed", "computed_right", "answered_from_own_context")
                ),
            ],
        )
        for words, part in (
            ("all", "all"),
            ("from the table alone", "from the table"),
            ("arithmetic", "arithmetic"),
        )
    ]
    named = {
        "all": "all",
        "answers from the table": "from table",
        "answers from table and text": "from table-text",
        "answers from the text": "from text",
        **{each: each for each in ("span", "multi-span", "count", "arithmetic")},
    }
    together = [
        (
            f"| {said} |",
            [
                plain("calculate", "together", part, "questions"),
                *(percent("calculate", "together", part, each) for each in ("exact_match", "f1")),
                *(
                    plain("calculate", "together", part, each)
                    for each in ("computed", "computed_wrong", "read")
                ),
            ],
        )
        for said, part in named.items()
    ]
    learned = Claim(
        "docs/tables.md",
        ("With a quarter of the sets left out in turn",),
        tuple(
            plain("train_composed", *path)
            for path in (
                ("answerable",),
                *(
                    ("from", level, each)
                    for level in ("likely", "sure")
                    for each in ("right", "told")
                ),
            )
        ),
        until=". Some of what counts as wrong",
    )
    asked = [
        (
            f"| {way} programs{said} |",
            [
                plain("lists_asked", f"{way} programs", group, each)
                for each in (
                    *("told", "right", "right of answerable", "right told or offered"),
                    "told without an answer",
                )
            ],
        )
        for group, said in (
            ("together", ""),
            ("untidy", ", untidy lists"),
            ("with gaps", ", lists with gaps"),
        )
        for way in ("without", "with")
    ]
    return [
        outcome,
        learned,
        *table("docs/tables.md", "| Lists asked |", asked),
        Claim(
            "docs/tables.md",
            ("**`calculate` alone** (`parts`)", "; F1 "),
            tuple(percent("calculate", "parts", each, "f1") for each in ("all", "table")),
            until=" over those that the table answers",
        ),
        *table("docs/tables.md", "| | questions | exact match | F1 |", together),
        *table("docs/tables.md", "| Context found |", found),
        *table("docs/tables.md", "| Answers | Questions |", told),
        *table("docs/tables.md", "| What is searched of tables |", rows),
        *table("docs/tables.md", "| Labels | this reader: cells |", grids),
    ]


def scale_page() -> list[Claim]:
    engines = (("SQLite", "embedded"), ("SQLite", "Elasticsearch"), ("Neo4j", "embedded"))
    columns = (
        *("stored per s", "indexed per s", "question p50 ms", "p95 ms", "20 at once p50 ms"),
        *("20 at once p95 ms", "questions per s", "index MB"),
    )
    rows = [
        (f"| {size} | {records} | {index} |", [plain("servers", "rows", at, c) for c in columns])
        for at, (size, (records, index)) in enumerate(
            (size, pair)
            for size in ("1,000", "10,000", "100,000")
            for pair in (*engines, ("Neo4j", "Elasticsearch"))
        )
    ]
    embedding = Claim(
        "docs/scale.md",
        ("In `bench.distributed` one thread needed",),
        (plain("distributed", "sides", 0, "seconds"), plain("distributed", "sides", 0, "passages")),
        until=" passages of",
    )
    added = [
        (
            f"| {int(size):,} | {version} |",
            [
                *(plain(file, size, way, "processor_seconds") for way in ways),
                *(plain(file, size, way, "peak_megabytes") for way in ways),
            ],
        )
        for size in ("10000", "100000")
        for version, file in (("before", "stored_views_before"), ("now", "stored_views"))
        for ways in (("joined", "opened", "added"),)
    ]
    at_a_million = ("fused_latency_million", "1000000")
    million = [
        (
            "| 1,000,000 |",
            [
                plain(*at_a_million, "asked", "start", "ready_seconds"),
                plain(*at_a_million, "asked", "memory", "own_megabytes"),
                plain(*at_a_million, "asked", "memory", "mapped_megabytes"),
                plain(*at_a_million, "asked", "fused", "clock_ms", 0),
                plain(*at_a_million, "asked", "fused", "processor_ms", 0),
                plain(*at_a_million, "asked", "fused, not read together", "processor_ms", 0),
                plain(*at_a_million, "asked", "naive", "clock_ms", 0),
                plain(*at_a_million, "asked", "naive", "processor_ms", 0),
                plain(*at_a_million, "added", "joined_seconds"),
                plain(*at_a_million, "added", "joined_processor_seconds"),
            ],
        )
    ]
    whole = [
        (
            f"| {version} |",
            [
                plain(file, "100000", "asked", "start", "ready_seconds"),
                *(
                    plain(file, "100000", "asked", "memory", f"{kind}_megabytes")
                    for kind in ("own", "mapped")
                ),
                *(
                    plain(file, "100000", "asked", pipeline, "clock_ms", place)
                    for pipeline in ("fused", "naive")
                    for place in (0, 1)
                ),
                *(
                    plain(file, "100000", "added", f"{step}_seconds")
                    for step in ("joined", "whole")
                ),
            ],
        )
        for version, file in (
            ("before", "fused_latency_before"),
            ("now", "fused_latency"),
            ("with passages read together", "fused_latency_read"),
        )
    ]
    searches = {
        "Words, Quire": "words: embedded index",
        "Words, LanceDB": "words: LanceDB",
        "Words, SQLite FTS5": "words: SQLite FTS5",
        "Vectors, Quire, all compared": "vectors: embedded index",
        "Vectors, numpy, all compared": "vectors: plain numpy",
        "Vectors, LanceDB, all compared": "vectors: LanceDB, all compared",
        "Vectors, LanceDB, graph of neighbours": "vectors: LanceDB, IVF_HNSW_SQ",
    }
    beside = [
        (
            f"| {size:,} | {label} |",
            [
                plain("index_latency", "sizes", str(size), name, each)
                for each in ("p50_ms", "p95_ms", "p50_processor_ms")
            ],
        )
        for size in (100_000, 1_000_000)
        for label, name in searches.items()
    ]
    return [
        *table("docs/scale.md", "| Passages | Records | Index |", rows),
        *table("docs/scale.md", "| Version | Ready, s |", whole),
        *table("docs/scale.md", "| Passages | Ready, s |", million),
        *table("docs/scale.md", "| Passages | Search | Median |", beside),
        *table("docs/scale.md", "| Passages | Version |", added),
        embedding,
    ]


def dask_page() -> list[Claim]:
    return [
        Claim(
            "docs/dask.md",
            ("| | Connecting,", f"\n| {label} |"),
            (
                plain("distributed", "sides", side, "connecting"),
                plain("distributed", "sides", side, "seconds"),
            ),
            until=f" | {times} |",
        )
        for side, (label, times) in enumerate(
            (("here", "1.00"), ("1 Dask worker", "1.03"), ("2 Dask workers", "1.34"))
        )
    ]


def decisions_page() -> list[Claim]:
    page, speed = "docs/decisions.md", "pages_per_second"
    return [
        Claim(page, (after,), (plain("reading", "speed", side, speed),), until=" pages a second")
        for after, side in (
            ("with headings and tables, reads", "this reader"),
            ("knows where words stand; slow (", "pdfplumber text, first 1 pages"),
            ("but gives text without boxes (", "pypdf (PyPDFLoader)"),
        )
    ]


def demo_page() -> list[Claim]:
    waits = (
        "first page after a start",
        "a new visit",
        "a citation's page",
        "a tab",
        "a switch of page",
        "the map of the graph",
        "a node",
    )
    rows = [
        (f"| {wait} |", [plain("screen", "seconds", "now", wait, at) for at in (0, 1)])
        for wait in waits
    ]
    load = Claim(
        "docs/demo.md",
        ("did nothing else: ",),
        (plain("screen", "load", "before"), plain("screen", "load", "after")),
        until=". Half",
    )
    return [*table("docs/demo.md", "| Wait | p50 | p95 |", rows), load]


def reliability_page() -> list[Claim]:
    ways = [
        f"{people}, {way}" for people in ("1", "20", "50") for way in ("all at once", "in turns")
    ]
    rows = [
        (
            f"| {way} |",
            [
                *(
                    plain("sessions", f"{way}, round {number}", part, place)
                    for part, place in (
                        ("evidence_seconds", 0),
                        ("answer_seconds", 0),
                        ("answer_seconds", 1),
                    )
                    for number in (1, 2)
                ),
                plain("sessions", f"{way}, round 1", "lost"),
            ],
        )
        for way in ways
    ]
    return table("docs/reliability.md", "| Sessions | Evidence, median s |", rows)


def evaluate_page() -> list[Claim]:
    run = ("2wiki101_small, naive", "groups", "all", "R@5")
    return [
        Claim(
            "docs/evaluate.md",
            ("keeps of this set (Recall@5 of naive ",),
            tuple(
                percent("chain_of_thought_2wiki101_small", *run, side)
                for side in ("single", "chain")
            ),
            until=").",
        )
    ]
