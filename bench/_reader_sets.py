"""Questions with evidence for training and measuring the local reader.

Evidence is what a plain hybrid search finds: BM25 and MiniLM cosine joined by reciprocal rank
fusion (k0 = 60), here in numpy so that the reader is measured apart from the index.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from scipy import sparse

from backend.analysis import term_texts
from backend.identity import content_id
from backend.ports import Embedder
from backend.sentences import sentence_spans
from backend.types import Chunk, Hit

TRAINING_DOCUMENTS = ("wikitexts", "finance")
"""Documents of chunking_eval that train the reader; the other three are tests."""
DEPTH = 30
CHUNK_CHARACTERS = 1000


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its gold and the retrieved evidence, best first, `DEPTH` long."""

    collection: str
    number: int
    question: str
    answers: tuple[str, ...]
    gold_documents: frozenset[str]
    gold_spans: tuple[tuple[str, int, int], ...]
    evidence: tuple[Hit, ...]
    gold_evidence: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class CaseSplit:
    """Cases that train and choose, and cases that are only ever measured."""

    training: tuple[Case, ...]
    test: tuple[Case, ...]


def read_lines(path: Path) -> Iterator[dict[str, object]]:
    """The objects of a gzipped JSON-lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def passage_cases(folder: Path, collection: str, embedder: Embedder) -> CaseSplit:
    """Cases of a set whose gold are whole passages, split in halves by file order."""
    chunks = [
        whole_document(str(row["doc_id"]), str(row.get("title") or ""), str(row["text"]))
        for row in read_lines(folder / collection / "corpus.jsonl.gz")
    ]
    rows = list(read_lines(folder / collection / "questions.jsonl.gz"))
    return _split(collection, rows, chunks, embedder, len(rows) // 2)


def span_cases(folder: Path, embedder: Embedder) -> CaseSplit:
    """Cases of chunking_eval, over chunks of whole sentences; split by document."""
    collection = "chunking_eval"
    chunks = [
        chunk
        for row in read_lines(folder / collection / "corpus.jsonl.gz")
        for chunk in sentence_chunks(str(row["doc_id"]), str(row["text"]))
    ]
    rows = list(read_lines(folder / collection / "questions.jsonl.gz"))
    rows.sort(key=lambda row: str(row["type"]) not in TRAINING_DOCUMENTS)
    split = sum(str(row["type"]) in TRAINING_DOCUMENTS for row in rows)
    return _split(collection, rows, chunks, embedder, split)


def training_passage_cases(folder: Path, collection: str, embedder: Embedder) -> tuple[Case, ...]:
    """Cases of a set that is for training and choosing as a whole."""
    split = passage_cases(folder, collection, embedder)
    return (*split.training, *split.test)


def context_cases(folder: Path, embedder: Embedder) -> CaseSplit:
    """tatqa_dev's questions that one span of a context's text answers; split by context.

    The questions do not name their company, so the evidence is the paragraphs of their own context
    in the order of a hybrid search, and behind them those of the other contexts of the same half.
    """
    collection = "tatqa_dev"
    contexts = list(read_lines(folder / collection / "contexts.jsonl.gz"))
    halves = (contexts[: len(contexts) // 2], contexts[len(contexts) // 2 :])
    first, second = (_context_half(collection, half, embedder) for half in halves)
    return CaseSplit(first, second)


def _context_half(
    collection: str, contexts: Sequence[dict[str, Any]], embedder: Embedder
) -> tuple[Case, ...]:
    chunks: list[Chunk] = []
    rows: list[dict[str, object]] = []
    for context in contexts:
        name = str(context["table"]["uid"])
        for paragraph in context["paragraphs"]:
            chunks.append(
                whole_document(f"{name}:{paragraph['order']}", "", str(paragraph["text"]))
            )
        for asked in context["questions"]:
            if asked["answer_from"] == "text" and asked["answer_type"] == "span":
                gold = [f"{name}:{order}" for order in asked["rel_paragraphs"]]
                rows.append(
                    {
                        "question": asked["question"],
                        "answers": asked["answer"],
                        "gold_doc_ids": gold,
                    }
                )
    cases = _split(collection, rows, chunks, embedder, len(rows)).training
    return tuple(_own_context_first(case, chunks) for case in cases)


def _own_context_first(case: Case, chunks: Sequence[Chunk]) -> Case:
    own = next(iter(case.gold_documents)).rpartition(":")[0]
    ranked = [hit.chunk for hit in case.evidence]
    found = {chunk.id for chunk in ranked}
    mine = [chunk for chunk in ranked if chunk.document_id.rpartition(":")[0] == own]
    mine += [
        chunk
        for chunk in chunks
        if chunk.document_id.rpartition(":")[0] == own and chunk.id not in found
    ]
    others = [chunk for chunk in ranked if chunk.document_id.rpartition(":")[0] != own]
    return replace(case, evidence=as_hits((mine + others)[:DEPTH]))


def whole_document(document: str, title: str, text: str) -> Chunk:
    """A passage that is its own document."""
    return Chunk(
        id=content_id("chunk", document),
        document_id=document,
        section_id="",
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
        pages=(0,),
        kind="prose",
        title=title,
    )


def sentence_chunks(document: str, text: str) -> list[Chunk]:
    """Chunks of whole sentences up to `CHUNK_CHARACTERS`, without overlap."""
    spans: list[tuple[int, int]] = []
    for start, end in sentence_spans(text):
        if spans and end - spans[-1][0] <= CHUNK_CHARACTERS:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [
        Chunk(
            id=content_id("chunk", document, start),
            document_id=document,
            section_id="",
            ordinal=ordinal,
            text=text[start:end],
            start=start,
            end=end,
            pages=(0,),
            kind="prose",
            title="",
        )
        for ordinal, (start, end) in enumerate(spans)
    ]


def _split(
    collection: str,
    rows: Sequence[dict[str, object]],
    chunks: Sequence[Chunk],
    embedder: Embedder,
    training: int,
) -> CaseSplit:
    rankings = _hybrid(rows, chunks, embedder)
    of_document: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        of_document.setdefault(chunk.document_id, []).append(chunk)
    cases = []
    for number, (row, ranking) in enumerate(zip(rows, rankings, strict=True)):
        gold = tuple(str(each) for each in row["gold_doc_ids"])  # type: ignore[attr-defined]
        spans = tuple(
            (str(name), int(start), int(end))
            for name, start, end in row.get("gold_spans") or ()  # type: ignore[attr-defined]
        )
        gold_chunks = [
            chunk
            for document in gold
            for chunk in of_document.get(document, ())
            if not spans or any(_overlaps(chunk, span) for span in spans)
        ]
        cases.append(
            Case(
                collection=collection,
                number=number,
                question=str(row["question"]),
                answers=tuple(str(each) for each in row["answers"]),  # type: ignore[attr-defined]
                gold_documents=frozenset(gold),
                gold_spans=spans,
                evidence=as_hits([chunks[index] for index in ranking]),
                gold_evidence=as_hits(gold_chunks),
            )
        )
    return CaseSplit(tuple(cases[:training]), tuple(cases[training:]))


def as_hits(chunks: Sequence[Chunk]) -> tuple[Hit, ...]:
    """The chunks as evidence, best first."""
    return tuple(Hit(chunk, 1.0 / rank, ()) for rank, chunk in enumerate(chunks, start=1))


def _overlaps(chunk: Chunk, span: tuple[str, int, int]) -> bool:
    return chunk.document_id == span[0] and chunk.start < span[2] and span[1] < chunk.end


def _hybrid(
    rows: Sequence[dict[str, object]], chunks: Sequence[Chunk], embedder: Embedder
) -> list[list[int]]:
    """Per question the indices of the `DEPTH` best chunks by reciprocal rank fusion."""
    texts = [f"{chunk.title}. {chunk.text}" if chunk.title else chunk.text for chunk in chunks]
    questions = [str(row["question"]) for row in rows]
    vectors = embedder.embed(texts)
    asked = embedder.embed(questions)
    bm25, vocabulary = _bm25_matrix(texts)
    rankings = []
    for question, vector in zip(questions, asked, strict=True):
        columns = [vocabulary[t] for t in term_texts(question) if t in vocabulary]
        lexical = (
            np.asarray(bm25[:, columns].sum(axis=1)).ravel() if columns else np.zeros(len(texts))
        )
        fused = np.zeros(len(texts))
        for scores in (lexical, vectors @ vector):
            best = np.argsort(-scores, kind="stable")[:100]
            best = best[scores[best] > 0]
            fused[best] += 1.0 / (60 + 1 + np.arange(len(best)))
        rankings.append([int(i) for i in np.argsort(-fused, kind="stable")[:DEPTH]])
    return rankings


def _bm25_matrix(
    texts: Sequence[str], k1: float = 1.2, b: float = 0.75
) -> tuple[sparse.csc_matrix, dict[str, int]]:
    """BM25 weights (Robertson and Zaragoza 2009, with Lucene's idf), documents by terms."""
    vocabulary: dict[str, int] = {}
    rows: list[int] = []
    columns: list[int] = []
    for row, text in enumerate(texts):
        for term in term_texts(text):
            rows.append(row)
            columns.append(vocabulary.setdefault(term, len(vocabulary)))
    counts = sparse.coo_matrix(
        (np.ones(len(rows)), (rows, columns)), shape=(len(texts), len(vocabulary))
    ).tocsr()
    counts.sum_duplicates()
    lengths = np.asarray(counts.sum(axis=1)).ravel()
    norm = k1 * (1 - b + b * lengths / max(lengths.mean(), 1e-9))
    frequency = np.bincount(counts.indices, minlength=len(vocabulary)).astype(np.float64)
    idf = np.log1p((len(texts) - frequency + 0.5) / (frequency + 0.5))
    of_row = np.repeat(np.arange(len(texts)), np.diff(counts.indptr))
    counts.data = idf[counts.indices] * counts.data / (counts.data + norm[of_row])
    return counts.tocsc(), vocabulary


Each = TypeVar("Each")


def evenly(cases: Sequence[Each], most: int) -> list[Each]:
    """At most so many cases, spread evenly over the file."""
    if len(cases) <= most:
        return list(cases)
    return [cases[int(at)] for at in np.linspace(0, len(cases) - 1, most)]
