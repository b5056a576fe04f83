"""Pages of company filings: how often the page that answers is first, or among the first five.

`python -m bench.pages`. Twenty filings (financebench_small) are read from their PDF files as a
person's would be; each method ranks their 1,319 pages for 55 analysts' questions. Steps are
cumulative. The weights are constants that were chosen on these questions elsewhere, so a second
pair of rows fits them anew for every filing, on the questions about the other filings alone.

Beside it, what scope does where no document is meant: the second halves of hotpotqa300 and nq_uda,
question by question with and without it, where their library is there (`bench.retrieval` makes it).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

import numpy as np

from backend import registry
from backend.command_line.searching import main_page
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.recall import recall
from backend.pipelines._hits import to_hits
from backend.pipelines._scoping import Scoping
from backend.ports import Fusion, Ranking, Retriever
from backend.retrieval.gathering import gather
from backend.retrievers.page_evidence import PageEvidenceRetriever
from backend.scope.page_scores import WEIGHTS, EvidenceWeights, contributions
from backend.scope.page_view import Array
from backend.scope.scoped_question import ScopedQuestion
from backend.settings import load_settings
from backend.types import NO_GLOSSARY, Collection, Filters, Hit, Options, Query
from backend.workbench import Workbench, open_workbench
from bench._filings import SET, open_filings
from bench._question_sets import DatasetQuestion, load_question_set
from bench.libraries import benchmark_settings
from bench.report import table, write_results

DEPTH = 400
OTHER_SETS: Mapping[str, Callable[[Sequence[str], Sequence[str]], float]] = {
    "hotpotqa300": lambda ranked, gold: recall(list(dict.fromkeys(ranked)), gold, 5),
    "nq_uda": lambda ranked, gold: hit(list(dict.fromkeys(ranked)), gold, 5),
}
GLOSSARY = "finance"
FACTORS = (0.0, 0.5, 1.5, 2.5)
"""What a weight is multiplied by while it is fitted."""
NO_SALIENCE = replace(WEIGHTS, lexical=WEIGHTS.lexical + WEIGHTS.salience, salience=0.0)
STEPS: Mapping[str, tuple[str, EvidenceWeights]] = {
    "+ idf of the pages searched": (NO_GLOSSARY, replace(NO_SALIENCE, dense=0.0)),
    "+ salience": (NO_GLOSSARY, replace(WEIGHTS, dense=0.0)),
    "+ dense (all, no glossary)": (NO_GLOSSARY, WEIGHTS),
    "+ glossary": (GLOSSARY, replace(WEIGHTS, statement=0.0)),
    "+ statements (all)": (GLOSSARY, WEIGHTS),
}


@dataclass(frozen=True)
class Judged:
    """A question with what retrievers say of its pages: what each page needs to be ranked."""

    question: DatasetQuestion
    asked: ScopedQuestion
    dense: Array
    gold: frozenset[int]

    def rank(self, weights: EvidenceWeights) -> int:
        """Rank of the first gold page, from 1."""
        found = contributions(self.asked, self.dense, weights)
        total = np.where(self.asked.among, sum(found.values()), -np.inf)
        order = np.lexsort((np.arange(total.size), -total))
        return 1 + min(int(np.flatnonzero(order == page)[0]) for page in self.gold)


def main() -> None:
    """Print the tables and write the figures."""
    workbench, collection = open_filings()
    try:
        questions = load_question_set(load_settings().benchmarks, SET).questions
        ranks = baselines(workbench, collection, questions)
        started = time.perf_counter()
        judged = {
            glossary: judge(workbench, collection, questions, glossary)
            for glossary in (NO_GLOSSARY, GLOSSARY)
        }
        milliseconds = 1000 * (time.perf_counter() - started) / (2 * len(questions))
        for name, (glossary, weights) in STEPS.items():
            ranks[name] = [each.rank(weights) for each in judged[glossary]]
        for glossary, name in ((NO_GLOSSARY, "no glossary"), (GLOSSARY, "all")):
            ranks[f"{name}, weights fitted elsewhere"] = fitted_elsewhere(judged[glossary])
        for glossary, name in ((NO_GLOSSARY, "no glossary"), (GLOSSARY, "all")):
            ranks[f"passages over RRF, {name}"] = passages(
                workbench, collection, questions, glossary
            )
    finally:
        workbench.close()
    print(report(ranks, milliseconds))
    harm = elsewhere()
    if harm:
        print()
        print(
            table(
                "where no document is meant: with scope less without, second halves",
                ("set", "questions", "narrowed", "difference"),
                [
                    (name, each["questions"], each["narrowed"], each["words"])
                    for name, each in harm.items()
                ],
            )
        )
    found = {**figures(ranks, milliseconds), "elsewhere": harm}
    print(f"\nwritten to {write_results('pages', found)}")


def baselines(
    workbench: Workbench, collection: Collection, questions: Sequence[DatasetQuestion]
) -> dict[str, list[int]]:
    """Ranks of the gold page by passages: each retriever, both, and both within the scope."""
    parts = workbench.parts
    retrievers: list[Retriever] = [
        registry.load("backend.retrievers", name).build(parts) for name in ("lexical", "dense")
    ]
    fusion: Fusion = registry.load("backend.fusion", "reciprocal_rank").build()
    scoping = Scoping(parts)
    pages = Pages(workbench, collection)
    ranks: dict[str, list[int]] = {"BM25": [], "dense": [], "RRF": [], "RRF + routing": []}
    for question in questions:
        query = Query(question.text, collection.id, options=Options(glossary=NO_GLOSSARY))
        found = gather(query, retrievers, DEPTH).rankings
        for name, ranking in zip(("BM25", "dense"), found, strict=True):
            ranks[name].append(pages.rank([s.chunk_id for s in ranking.proposed], question))
        fused = [each.chunk_id for each in fusion.fuse(found)]
        ranks["RRF"].append(pages.rank(fused, question))
        scoped = scoping.narrowed(query)
        within: Sequence[Ranking] = gather(scoped.query, retrievers, DEPTH).rankings
        prior = scoped.asked.prior
        page_of = scoped.asked.page_view.page_of
        ordered = sorted(
            fusion.fuse(within),
            key=lambda each: (
                -(60 * each.score + 1.2 * prior[page_of[each.chunk_id]]),
                each.chunk_id,
            ),
        )
        ranks["RRF + routing"].append(pages.rank([each.chunk_id for each in ordered], question))
    return ranks


def passages(
    workbench: Workbench,
    collection: Collection,
    questions: Sequence[DatasetQuestion],
    glossary: str,
) -> list[int]:
    """Ranks of the gold page by the passages that a pipeline over rank fusion would show."""
    scoping, pages = Scoping(workbench.parts), Pages(workbench, collection)
    base = Base(workbench)
    ranks = []
    for question in questions:
        query = Query(question.text, collection.id, options=Options(glossary=glossary))
        scoped = scoping.narrowed(query)
        hits = scoping.reordered(scoped, scoping.joined(scoped, base.hits(scoped.query)))
        ranks.append(pages.rank([each.chunk.id for each in hits], question))
    return ranks


class Base:
    """Rank fusion of BM25 and dense, as the naive pipeline ranks."""

    def __init__(self, workbench: Workbench) -> None:
        self._records = workbench.parts.records
        self._retrievers: list[Retriever] = [
            registry.load("backend.retrievers", name).build(workbench.parts)
            for name in ("dense", "lexical")
        ]
        self._fusion: Fusion = registry.load("backend.fusion", "reciprocal_rank").build()

    def hits(self, query: Query, depth: int = 50) -> tuple[Hit, ...]:
        """All candidates, best first."""
        found = gather(query, self._retrievers, depth).rankings
        return to_hits(self._records, self._fusion.fuse(found), found, 2 * depth)


def elsewhere() -> dict[str, Any]:
    """Paired differences on sets of single passages; empty without their library."""
    workbench = open_workbench(benchmark_settings("retrieval"), start_workers=False)
    found: dict[str, Any] = {}
    try:
        there = {each.name: each for each in workbench.library.collections()}
        for name in OTHER_SETS:
            if name not in there:
                continue
            collection = there[name]
            keys = {
                document.id: document.key for document in workbench.library.documents(collection.id)
            }
            scoping, base = Scoping(workbench.parts), Base(workbench)
            metric = OTHER_SETS[name]
            before, after, narrowed = [], [], 0
            for question in load_question_set(load_settings().benchmarks, name).second_half():
                query = Query(question.text, collection.id)
                plain = base.hits(query)
                scoped = scoping.narrowed(query)
                hits = plain if scoped.query == query else base.hits(scoped.query)
                ordered = scoping.reordered(scoped, scoping.joined(scoped, hits))
                narrowed += scoped.query.filters != Filters()
                before.append(metric([keys[h.chunk.document_id] for h in plain], question.gold))
                after.append(metric([keys[h.chunk.document_id] for h in ordered], question.gold))
            difference = difference_interval(after, before)
            found[name] = {
                "questions": len(before),
                "narrowed": narrowed,
                "difference": [difference.mean, difference.low, difference.high],
                "words": difference.percent(),
            }
    finally:
        workbench.close()
    return found


class Pages:
    """Names of pages, as the question set gives them."""

    def __init__(self, workbench: Workbench, collection: Collection) -> None:
        self._workbench = workbench
        self._stems = {
            document.id: PurePath(document.name).stem
            for document in workbench.library.documents(collection.id)
        }
        self._names: dict[str, str] = {}

    def named(self, chunk_ids: Sequence[str]) -> list[str]:
        """The pages that passages stand on, each once, in their order."""
        missing = [chunk_id for chunk_id in chunk_ids if chunk_id not in self._names]
        for chunk in self._workbench.parts.records.chunks(missing).values():
            page = main_page(self._workbench, chunk)
            self._names[chunk.id] = f"{self._stems[chunk.document_id]}#p{page}"
        return list(dict.fromkeys(self._names[chunk_id] for chunk_id in chunk_ids))

    def rank(self, chunk_ids: Sequence[str], question: DatasetQuestion) -> int:
        """Rank of the first gold page among the passages' pages; far down if it is not there."""
        for rank, name in enumerate(self.named(chunk_ids), start=1):
            if name in question.gold:
                return rank
        return 10_000


def judge(
    workbench: Workbench,
    collection: Collection,
    questions: Sequence[DatasetQuestion],
    glossary: str,
) -> list[Judged]:
    """Every question with what scoping knows of it."""
    retriever = PageEvidenceRetriever(workbench.parts)
    stems = {
        document.id: PurePath(document.name).stem
        for document in workbench.library.documents(collection.id)
    }
    found = []
    for question in questions:
        query = Query(question.text, collection.id, options=Options(glossary=glossary))
        asked, dense = retriever.measured(query)
        view = asked.page_view
        names = [
            f"{stems[view.documents[document]]}#p{number}"
            for document, number in zip(view.document_of, view.numbers, strict=True)
        ]
        gold = frozenset(place for place, name in enumerate(names) if name in question.gold)
        found.append(Judged(question, asked, dense, gold))
    return found


def fitted_elsewhere(judged: Sequence[Judged]) -> list[int]:
    """Ranks under weights that were fitted without any question about the same filing."""
    filings = [{gold.rsplit("#", 1)[0] for gold in each.question.gold} for each in judged]
    ranks = {}
    for filing in sorted({name for names in filings for name in names}):
        others = [each for each, names in zip(judged, filings, strict=True) if filing not in names]
        weights = fit(others)
        for place, names in enumerate(filings):
            if filing in names:
                ranks[place] = judged[place].rank(weights)
    return [ranks[place] for place in range(len(judged))]


def fit(judged: Sequence[Judged]) -> EvidenceWeights:
    """One round of coordinate ascent on the mean reciprocal rank, from the shipped weights."""

    def quality(weights: EvidenceWeights) -> float:
        return sum(1.0 / each.rank(weights) for each in judged) / len(judged)

    best, score = WEIGHTS, quality(WEIGHTS)
    for name in EvidenceWeights.__dataclass_fields__:
        for factor in FACTORS:
            tried = replace(best, **{name: factor * getattr(WEIGHTS, name)})
            if (found := quality(tried)) > score + 1e-9:
                best, score = tried, found
    return best


def report(ranks: Mapping[str, Sequence[int]], milliseconds: float) -> str:
    """The table of all methods, with the difference from rank fusion."""
    rows = []
    for name, found in ranks.items():
        cells = [mean_interval([float(rank <= k) for rank in found]).percent() for k in (1, 5)]
        gain = difference_interval(
            [float(rank <= 5) for rank in found], [float(rank <= 5) for rank in ranks["RRF"]]
        )
        rows.append((name, *cells, gain.percent()))
    title = f"{SET}, pages, {len(ranks['RRF'])} questions, {milliseconds:.0f} ms for all evidence"
    return table(title, ("method", "Hit@1", "Hit@5", "Hit@5 over RRF"), rows)


def figures(ranks: Mapping[str, Sequence[int]], milliseconds: float) -> dict[str, Any]:
    """Means with their intervals, and the ranks themselves."""
    found: dict[str, Any] = {"milliseconds": milliseconds, "options_off": {"scope": "off"}}
    for name, each in ranks.items():
        intervals = {f"Hit@{k}": mean_interval([float(rank <= k) for rank in each]) for k in (1, 5)}
        found[name] = {
            **{metric: [i.mean, i.low, i.high] for metric, i in intervals.items()},
            "ranks": list(each),
        }
    return found


if __name__ == "__main__":
    main()
