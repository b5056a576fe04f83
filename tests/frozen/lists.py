"""The frozen lists: which questions, over which passages, with which pipelines, and what they find.

For each set, its first 40 questions of those that may be seen (file order), over a corpus of their
own: the passages that answer them, and `OTHERS` further ones taken evenly from the rest of the
file. Nothing is chosen by these questions; they only show whether a change of the code changes what
is found. `python -m tests.frozen.lists` writes the lists anew, for a change that is meant to.
"""

from __future__ import annotations

import gzip
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from backend import registry
from backend.definitions.views import DefinitionViews
from backend.passage_view.views import views_over
from backend.ports import Retrieval
from backend.settings import load_settings
from backend.types import Collection, Query
from backend.windows.views import window_views_over
from backend.workbench import Workbench, open_workbench
from bench._question_sets import DatasetQuestion, load_question_set

FILE = Path(__file__).parent / "lists.json.gz"
SETS = ("hotpotqa300", "2wiki101_small", "nq_uda", "scifact", "financebench_small")
QUESTIONS = 40
OTHERS = 60
FEW = 8
"""Of each set so many questions go through the slower runs."""
TOP_K = 8
PROBED = 4
"""So many numbers of each vector tell whether another machine would find the same lists."""
TIE = 1e-6
"""Scores that differ by no more may change places."""

_AS_THEY_ARE = (
    *("automatic", "graph_global", "graph_local", "neighbouring_documents", "sub_graph"),
    *("summary_tree", "text_and_graph", "weighted_scores"),
)
"""Pipelines that are run with their defaults."""
_ALONE = {"spread": "off", "cross_encoder": "off"}

RUNS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "naive": ("naive", {"spread": "off"}),
    "naive by score, in scope": ("naive", {"fusion": "convex", "scope": "on", "spread": "off"}),
    "community graph": ("community_graph", {"mode": "passages"}),
    "chain of thought": (
        "chain_of_thought",
        {"retrieval": "naive", "seconds": "300", "spread": "off"},
    ),
    "fused, linear": ("fused_hybrid", {**_ALONE, "model": "linear", "scope": "on"}),
    "fused, boosted": ("fused_hybrid", {**_ALONE, "model": "boosted", "scope": "on"}),
    "fused, ensemble": ("fused_hybrid", {**_ALONE, "model": "ensemble", "scope": "on"}),
    "fused, rank": ("fused_hybrid", {**_ALONE, "model": "rank", "scope": "off"}),
    "fused, read together": (
        "fused_hybrid",
        {**_ALONE, "model": "linear", "scope": "on", "cross_encoder": "on"},
    ),
    **{each: (each, {}) for each in _AS_THEY_ARE},
}
"""By name: pipeline and options. The kind of model is said, whatever the default becomes, and
passages of one page may fill a list, so that it shows the ranking itself.
"""
SLOW = frozenset(
    {"chain of thought", "fused, boosted", "fused, ensemble", "fused, read together", *_AS_THEY_ARE}
)

Found = list[tuple[str, float]]
"""Ids and scores, best first."""
Lists = dict[str, dict[str, dict[str, Found]]]
"""By set, run and question."""


def questions_of(folder: Path, name: str) -> tuple[DatasetQuestion, ...]:
    """The questions of a set that are frozen."""
    return load_question_set(folder, name).questions[:QUESTIONS]


def write_corpus(folder: Path, name: str, target: Path) -> None:
    """The set's small corpus, in the order of its file."""
    gold = {each for question in questions_of(folder, name) for each in question.gold}
    with gzip.open(folder / name / "corpus.jsonl.gz", "rt", encoding="utf-8") as stream:
        lines = [line for line in stream if line.strip()]
    ids = [str(json.loads(line)["doc_id"]) for line in lines]
    rest = [place for place, each in enumerate(ids) if each not in gold]
    others = {rest[number * len(rest) // OTHERS] for number in range(min(OTHERS, len(rest)))}
    with gzip.open(target, "wt", encoding="utf-8") as written:
        for place, line in enumerate(lines):
            if ids[place] in gold or place in others:
                written.write(line)


@contextmanager
def opened(folder: Path, library: Path) -> Iterator[tuple[Workbench, dict[str, Collection]]]:
    """A new library with a collection for each set."""
    library.mkdir(parents=True, exist_ok=True)
    settings = load_settings({}, library=library)
    workbench = open_workbench(replace(settings, benchmarks=folder), start_workers=False)
    try:
        collections: dict[str, Collection] = {}
        for name in SETS:
            collection = workbench.library.create_collection(name)
            path = library / f"{name}.jsonl.gz"
            write_corpus(folder, name, path)
            workbench.library.import_corpus(collection.id, path, lambda *_: None)
            views_over(workbench.parts).of(collection.id, wait=True)
            window_views_over(workbench.parts).of(collection.id)
            DefinitionViews.over(workbench.parts).of(collection.id)
            collections[name] = workbench.library.collection_named(name)
        yield workbench, collections
    finally:
        workbench.close()


def found_by(
    workbench: Workbench, collection: Collection, run: str, questions: Sequence[DatasetQuestion]
) -> dict[str, Found]:
    """What one run finds for a set's questions."""
    name, options = RUNS[run]
    pipeline = registry.load("backend.pipelines", name).build(workbench.parts)
    asked = workbench.questions.options_of(name, options)

    def retrieved(question: DatasetQuestion) -> Retrieval:
        query = Query(question.text, collection.id, TOP_K, options=asked)
        retrieval: Retrieval = pipeline.retrieve(query)
        # a question that comes before names and dates are read says so, and is asked again
        while any("still being read" in notice for notice in retrieval.notices):
            time.sleep(0.1)
            retrieval = pipeline.retrieve(query)
        return retrieval

    return {
        question.qid: [
            (hit.chunk.id[:16], float(f"{hit.score:.9g}")) for hit in retrieved(question).hits
        ]
        for question in (questions[:FEW] if run in SLOW else questions)
    }


def probe(workbench: Workbench, collections: Mapping[str, Collection]) -> list[float]:
    """Some numbers of each question's vector, and of those of all passages as they were stored.

    Another processor or runtime gives others, and other scores: of some texts, and not of all, as
    texts are embedded in batches. So all of them are looked at, those of a document added up.
    """
    records = workbench.parts.records
    numbers: list[float] = []
    for name, collection in collections.items():
        asked = questions_of(load_settings().benchmarks, name)
        embedder = workbench.parts.embedders.of(collection.id)
        vectors = [embedder.embed([question.text])[0] for question in asked]
        for document in records.documents(collection.id):
            stored = records.vectors_of(document.id, collection.embedding)[1]
            vectors.append(stored.sum(axis=0))
        numbers += [float(value) for vector in vectors for value in vector[:PROBED]]
    return [float(f"{value:.9g}") for value in numbers]


def load() -> tuple[list[float], Lists]:
    """The probe and the lists as they were frozen."""
    with gzip.open(FILE, "rt", encoding="utf-8") as stream:
        kept = json.load(stream)
    return kept["probe"], kept["lists"]


def difference(old: Sequence[Sequence[object]], new: Sequence[Sequence[object]]) -> str:
    """What differs between two lists, in words; empty where only near ties changed places.

    Of the last group of near ties, others than before may have been cut off.
    """
    if len(old) != len(new):
        return f"{len(old)} passages became {len(new)}"
    scores = [
        (float(str(one[1])), float(str(other[1]))) for one, other in zip(old, new, strict=True)
    ]
    for place, (before, after) in enumerate(scores, start=1):
        if abs(before - after) > TIE:
            return f"the score at place {place} was {before:.9g} and is {after:.9g}"
    start = 0
    for end in range(1, len(old) + 1):
        if end < len(old) and scores[end - 1][0] - scores[end][0] <= TIE:
            continue
        if end < len(old):
            before_ids = {each[0] for each in old[start:end]}
            after_ids = {each[0] for each in new[start:end]}
            if before_ids != after_ids:
                return f"places {start + 1} to {end} hold other passages"
        elif end - start == 1 and old[start][0] != new[start][0]:
            return f"place {end} holds another passage"
        start = end
    return ""


def main() -> None:
    """Write the lists anew."""
    folder = load_settings().benchmarks
    with (
        tempfile.TemporaryDirectory() as library,
        opened(folder, Path(library)) as (workbench, collections),
    ):
        lists: Lists = {}
        for name, collection in collections.items():
            questions = questions_of(folder, name)
            lists[name] = {}
            for run in RUNS:
                started = time.perf_counter()
                lists[name][run] = found_by(workbench, collection, run, questions)
                print(f"{name}: {run}, {time.perf_counter() - started:.1f} s", flush=True)
        kept = json.dumps({"probe": probe(workbench, collections), "lists": lists})
    FILE.write_bytes(gzip.compress(kept.encode(), mtime=0))


if __name__ == "__main__":
    main()
