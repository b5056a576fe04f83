"""What the local reader should be shown of a chain's passages: `python -m bench.chain_answers`.

Each question is followed once by chain of thought, led by rules over the naive pipeline; then every
way reads what the same chain found. Ways: the passages that facts cite, cut to the sentences that
became facts; those passages whole; all five passages that the chain found, whole; and both with the
facts' sentences quoted behind the first quote. 60 questions of each half of hotpotqa300, over every
fourth record, and 40 of musique_train100, spread evenly; the first half and musique choose, the
second half tests. Questions that "yes" or "no" answers are left out: no quote says that.
`--kept FILE` keeps the chains between runs.
"""

from __future__ import annotations

import argparse
import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

from backend.evaluation.intervals import difference_interval, mean_interval
from backend.pipelines._chain.limits import Limits
from backend.pipelines._chain.loop import Chain, run
from backend.pipelines.naive import build as build_naive
from backend.ports import Answerer, NotedFact
from backend.sentences import sentence_spans
from backend.settings import load_settings
from backend.types import Chunk, Draft, Hit, Query, Verdict
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench._reader_labels import contains_answer, normalise
from bench._reader_sets import evenly
from bench._thinned import thinned
from bench.libraries import open_with
from bench.report import table, write_results

TOP_K = 5
THINNED, EVERY = frozenset(["hotpotqa300"]), 4
"""Sets of which what answers and every n-th other record is searched."""
PATIENT = 600.0
"""Seconds of a chain: none ends early because the machine was busy with other work."""
PARTS: Mapping[str, tuple[str, Callable[[QuestionSet], Sequence[DatasetQuestion]], int]] = {
    "hotpotqa300, first half": ("hotpotqa300", QuestionSet.first_half, 60),
    "hotpotqa300, second half": ("hotpotqa300", QuestionSet.second_half, 60),
    "musique_train100": ("musique_train100", lambda all_of: all_of.questions, 40),
}
"""By name: the set, the questions of it that are taken from, and how many are."""
MOST_QUOTES = 3
"""Quotes of an answer, with the facts' sentences among them."""
TODAY = "fact sentences"
ANSWERED = frozenset([Verdict.DIRECT, Verdict.LIKELY])


@dataclass(frozen=True, slots=True)
class Followed:
    """A question with what its chain found: facts, and the evidence of all steps, best first."""

    question: DatasetQuestion
    facts: tuple[NotedFact, ...]
    evidence: tuple[Hit, ...]

    @property
    def cited(self) -> tuple[Hit, ...]:
        """The passages that facts cite; all where there is no fact."""
        named = {identity for fact in self.facts for identity in fact.chunk_ids}
        return tuple(hit for hit in self.evidence if hit.chunk.id in named) or self.evidence


@dataclass(frozen=True, slots=True)
class Read:
    """What a way quoted, best first, and how sure it was."""

    quotes: tuple[str, ...]
    verdict: Verdict
    documents: frozenset[str]
    """Ids of the documents that are quoted."""


Way = Callable[[Answerer, Followed], Read]


def cut_to_facts(reader: Answerer, followed: Followed) -> Read:
    """The cited passages, each from the first to the last of its sentences that became facts."""
    hits = [replace(hit, chunk=_excerpt(hit.chunk, followed.facts)) for hit in followed.cited]
    return _read(reader, followed, hits)


def whole(reader: Answerer, followed: Followed) -> Read:
    """The cited passages whole."""
    return _read(reader, followed, followed.cited)


def facts_second(reader: Answerer, followed: Followed) -> Read:
    """The cited passages whole, with the facts' sentences quoted behind the first quote."""
    return _read(reader, followed, followed.cited, facts_second=True)


def all_found(reader: Answerer, followed: Followed) -> Read:
    """All passages of the evidence whole, those that no fact cites too."""
    return _read(reader, followed, followed.evidence)


def all_facts_second(reader: Answerer, followed: Followed) -> Read:
    """All passages whole, with the facts' sentences quoted behind the first quote."""
    return _read(reader, followed, followed.evidence, facts_second=True)


WAYS: Mapping[str, Way] = {
    TODAY: cut_to_facts,
    "whole": whole,
    "whole, facts second": facts_second,
    "all that was found, whole": all_found,
    "all, facts second": all_facts_second,
}
MEASURES: Mapping[str, Callable[[Followed, Read], float]] = {
    "in the first quote": lambda of, read: contains_answer(
        "".join(read.quotes[:1]), of.question.answers
    ),
    "in what is shown": lambda of, read: contains_answer(
        "\n".join(read.quotes), of.question.answers
    ),
    "gold passages quoted": lambda of, read: (
        len(read.documents & set(of.question.gold)) / len(set(of.question.gold))
    ),
    "answered": lambda of, read: read.verdict in ANSWERED,
    "answered rightly": lambda of, read: (
        read.verdict in ANSWERED and contains_answer("".join(read.quotes[:1]), of.question.answers)
    ),
    "words shown": lambda of, read: sum(len(quote.split()) for quote in read.quotes),
}
COUNTED = frozenset(["words shown"])
"""Measures that are no shares."""


def main() -> None:
    """Print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), help="some of the parts, by name")
    parser.add_argument("--kept", type=Path, help="a file that keeps the chains")
    options = parser.parse_args()
    kept: dict[str, list[Followed]] = {}
    if options.kept and options.kept.exists():
        kept = pickle.loads(options.kept.read_bytes())
    figures: dict[str, Any] = {}
    for part in options.parts:
        name, half, most = PARTS[part]
        question_set = load_question_set(load_settings().benchmarks, name)
        asked = evenly([q for q in half(question_set) if _can_be_quoted(q)], most)
        corpus = thinned(question_set, EVERY) if name in THINNED else question_set
        workbench, collection = open_with(corpus)
        try:
            if part not in kept:
                kept[part] = follow(workbench, collection.id, asked)
                if options.kept:
                    options.kept.write_bytes(pickle.dumps(kept))
            reader = workbench.parts.answerer(_query("", collection.id))
            ids = {
                document.key: document.id for document in workbench.library.documents(collection.id)
            }
            known = [_with_ids(each, ids) for each in kept[part]]
            figures[part] = report(part, known, reader)
        finally:
            workbench.close()
    if set(options.parts) == set(PARTS):
        print(f"\nwritten to {write_results('chain_answers', figures)}")


def follow(
    workbench: Workbench, collection_id: str, questions: Sequence[DatasetQuestion]
) -> list[Followed]:
    """Every question's chain, led by rules over the naive pipeline."""
    naive = build_naive(workbench.parts)
    found = []
    for number, question in enumerate(questions, start=1):
        query = _query(question.text, collection_id)
        chain = Chain(question.text)
        steerer = workbench.parts.steerer(query)
        embedder = workbench.parts.embedders.of(collection_id)
        limits = Limits(seconds=PATIENT)
        steps = run(chain, query, naive.retrieve, steerer, embedder, limits, Event(), planned=False)
        for _ in steps:
            pass
        found.append(Followed(question, tuple(chain.facts), chain.evidence(TOP_K)))
        print(f"\r{number} of {len(questions)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def report(part: str, followed: Sequence[Followed], reader: Answerer) -> dict[str, Any]:
    """Print one part's table and return its figures: each measure of each way with its interval,
    and the paired difference to what the reader is shown today."""
    read = {name: [way(reader, each) for each in followed] for name, way in WAYS.items()}
    figures: dict[str, Any] = {"questions": len(followed)}
    rows = []
    for name, answers in read.items():
        figures[name] = {}
        row: list[str] = [name]
        for measure, measured in MEASURES.items():
            values = [float(measured(of, a)) for of, a in zip(followed, answers, strict=True)]
            today = [float(measured(of, a)) for of, a in zip(followed, read[TODAY], strict=True)]
            own, more = mean_interval(values), difference_interval(values, today)
            figures[name][measure] = {
                "mean": [own.mean, own.low, own.high],
                "difference": [more.mean, more.low, more.high],
            }
            row.append(f"{own.mean:.0f}" if measure in COUNTED else own.percent())
            if name != TODAY and measure not in COUNTED:
                row[-1] += f" ({more.percent()})"
        rows.append(row)
    print(f"\n{table(f'{part}, {len(followed)} questions', ('way', *MEASURES), rows)}")
    figures["gold in"] = {
        "fact sentences": _share(followed, lambda hit, of: _excerpt(hit.chunk, of.facts).text),
        "whole passages": _share(followed, lambda hit, of: hit.chunk.text),
        "all evidence": sum(
            contains_answer("\n".join(hit.chunk.text for hit in of.evidence), of.question.answers)
            for of in followed
        )
        / len(followed),
    }
    print("gold answer in: " + str({k: f"{100 * v:.1f}" for k, v in figures["gold in"].items()}))
    return figures


def _query(text: str, collection_id: str) -> Query:
    query = Query(text, collection_id, top_k=TOP_K)
    return replace(query, options=replace(query.options, answerer="local"))


def _with_ids(followed: Followed, ids: Mapping[str, str]) -> Followed:
    """The gold told by the ids of its documents, as hits tell them, in place of their keys."""
    gold = tuple(ids[each] for each in followed.question.gold)
    return replace(followed, question=replace(followed.question, gold=gold))


def _can_be_quoted(question: DatasetQuestion) -> bool:
    return any(normalise(answer) not in {"", "yes", "no"} for answer in question.answers)


def _read(
    reader: Answerer, followed: Followed, hits: Sequence[Hit], *, facts_second: bool = False
) -> Read:
    *_, draft = reader.answer(followed.question.text, (), hits, Event())
    if not isinstance(draft, Draft):
        raise TypeError("the reader ended without a draft")
    spans = list(draft.spans)
    if facts_second and spans:
        told = [
            (number, start, end)
            for number, hit in enumerate(hits, start=1)
            for start, end in _fact_spans(hit.chunk, followed.facts)
            if number != spans[0][0]
        ]
        apart = [span for span in spans[1:] if not any(_meet(span, other) for other in told)]
        spans = [spans[0], *told, *apart][:MOST_QUOTES]
    documents = frozenset(hits[number - 1].chunk.document_id for number, _, _ in spans)
    return Read(_texts(spans, hits), draft.verdict, documents)


def _texts(spans: Sequence[tuple[int, int, int]], hits: Sequence[Hit]) -> tuple[str, ...]:
    chunks = [(hits[number - 1].chunk, start, end) for number, start, end in spans]
    return tuple(
        chunk.text[start - chunk.start : end - chunk.start] for chunk, start, end in chunks
    )


def _excerpt(chunk: Chunk, facts: Sequence[NotedFact]) -> Chunk:
    """The passage from the first to the last of its sentences that facts hold; whole without one,
    and where it is a row."""
    held = [] if chunk.kind == "table_row" else _fact_spans(chunk, facts)
    if not held:
        return chunk
    first, last = held[0][0], held[-1][1]
    text = chunk.text[first - chunk.start : last - chunk.start]
    return replace(chunk, text=text, start=first, end=last)


def _fact_spans(chunk: Chunk, facts: Sequence[NotedFact]) -> list[tuple[int, int]]:
    """Where sentences of a passage stand in its document that facts hold."""
    told = [_collapsed(fact.text) for fact in facts if chunk.id in fact.chunk_ids]
    return [
        (chunk.start + start, chunk.start + end)
        for start, end in sentence_spans(chunk.text)
        if any(text.endswith(_collapsed(chunk.text[start:end])) for text in told)
    ]


def _meet(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def _share(followed: Sequence[Followed], text: Callable[[Hit, Followed], str]) -> float:
    held = [
        contains_answer("\n".join(text(hit, of) for hit in of.cited), of.question.answers)
        for of in followed
    ]
    return sum(held) / len(held)


def _collapsed(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
