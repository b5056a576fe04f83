"""How well and how fast documents are cut: `python -m bench.chunking`.

Quality on the chunking evaluation set of Smith and Troynikov ("Evaluating Chunking Strategies for
Retrieval", 2024): questions over five long documents with the exact spans that answer them. For
the five best chunks of a question, precision, recall and IoU compare the characters retrieved with
the characters wanted (repeated characters count each time they are retrieved, as there); Hit@5
says whether any wanted character was retrieved. Chunks are ranked by BM25 and by the packaged
embedder, joined by reciprocal rank (k0 = 60). Questions of the first half (in file order) choose
defaults; the second half is the test.

Speed is that of cutting alone, on the filings' text, beside LangChain's
RecursiveCharacterTextSplitter by characters and by tokens of the same model.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import registry
from backend.analysis import term_texts
from backend.embedders._model import PACKAGED, find_packaged_or_local
from backend.embedders.sentence_transformers import build
from backend.ingestion.passage_text import chunk_token_budget
from backend.ports import ChunkDraft, Embedder
from backend.settings import load_settings
from backend.types import CollectionSettings, Reading
from bench._environments import environment, measured
from bench._vector_cache import CachedEmbedder
from bench.report import table, write_results

TOP = 5
RRF_K0 = 60
K1, B = 1.2, 0.75
SEED = 7
CHOICES = [
    ("fixed", 256, 32),
    ("recursive", 128, 16),
    ("recursive", 256, 0),
    ("recursive", 256, 32),
    ("recursive", 400, 50),
    ("semantic", 256, 0),
]
RECIPE = ("langchain-text-splitters", "tokenizers==0.23.3")
SPEED_CHARACTERS = 4_000_000

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the spans of one document that answer it."""

    text: str
    document: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk of one of the documents."""

    document: str
    start: int
    end: int
    text: str


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The records of a gzipped JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def load_questions(folder: Path) -> list[Question]:
    """Questions whose spans all lie in one document."""
    found = []
    for row in read_lines(folder / "questions.jsonl.gz"):
        documents = {span[0] for span in row["gold_spans"]}
        if len(documents) == 1:
            spans = tuple((int(start), int(end)) for _, start, end in row["gold_spans"])
            found.append(Question(row["question"], documents.pop(), spans))
    return found


def plain_reading(text: str) -> Reading:
    """A text without headings or pages."""
    return Reading(text, "", (), (0,), (), (), ())


def cut(name: str, size: int, overlap: int, text: str, embedder: Embedder) -> list[ChunkDraft]:
    """The chunks of one text."""
    choice = CollectionSettings(chunk_tokens=size, overlap_tokens=overlap)
    chunker = registry.load("backend.chunkers", name).build()
    limit = chunk_token_budget(embedder)
    drafts: list[ChunkDraft] = chunker.split(plain_reading(text), (), choice, embedder, limit)
    return drafts


def bm25_ranks(questions: Sequence[str], texts: Sequence[str]) -> list[list[int]]:
    """Per question the texts that share a term with it, best first."""
    postings: dict[str, dict[int, int]] = defaultdict(dict)
    lengths = np.zeros(len(texts))
    for number, text in enumerate(texts):
        counts = Counter(term_texts(text))
        lengths[number] = sum(counts.values())
        for term, count in counts.items():
            postings[term][number] = count
    norms = K1 * (1 - B + B * lengths / max(1.0, float(lengths.mean())))
    ranks = []
    for question in questions:
        scores = np.zeros(len(texts))
        for term in set(term_texts(question)) & postings.keys():
            where = np.fromiter(postings[term].keys(), int)
            often = np.fromiter(postings[term].values(), float)
            idf = np.log(1 + (len(texts) - len(where) + 0.5) / (len(where) + 0.5))
            scores[where] += idf * often / (often + norms[where])
        order = np.argsort(-scores, kind="stable")[:100]
        ranks.append([int(each) for each in order if scores[each] > 0])
    return ranks


def dense_ranks(
    questions: Sequence[str], texts: Sequence[str], embedder: Embedder
) -> list[list[int]]:
    """Per question the hundred nearest texts."""
    cosines = embedder.embed(questions) @ embedder.embed(texts).T
    order: npt.NDArray[np.intp] = np.argsort(-cosines, axis=1, kind="stable")[:, :100]
    return [[int(each) for each in row] for row in order]


def fused(*rankings: Sequence[int]) -> list[int]:
    """Reciprocal rank fusion; ties by number."""
    scores: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, each in enumerate(ranking, start=1):
            scores[each] += 1 / (RRF_K0 + rank)
    return sorted(scores, key=lambda number: (-scores[number], number))


def overlap_of(spans: Iterable[Span], others: Sequence[Span]) -> int:
    """Characters that spans share with others, each pair counted."""
    return sum(max(0, min(a[1], b[1]) - max(a[0], b[0])) for a in spans for b in others)


def union(spans: Iterable[Span]) -> list[Span]:
    """The same characters as disjoint spans."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def scores(question: Question, retrieved: Sequence[Piece]) -> dict[str, float]:
    """Precision, recall, F1 and IoU over characters, and Hit."""
    wanted = union(question.spans)
    here = [(piece.start, piece.end) for piece in retrieved if piece.document == question.document]
    common = overlap_of(union(here), wanted)
    all_retrieved = sum(piece.end - piece.start for piece in retrieved)
    all_wanted = sum(end - start for start, end in wanted)
    precision, recall = common / max(1, all_retrieved), common / max(1, all_wanted)
    return {
        "precision": precision,
        "recall": recall,
        "F1": 2 * precision * recall / (precision + recall) if common else 0.0,
        "IoU": common / max(1, all_retrieved + all_wanted - common),
        "Hit@5": float(common > 0),
    }


def quality(
    choice: tuple[str, int, int],
    documents: dict[str, str],
    questions: Sequence[Question],
    embedder: Embedder,
) -> tuple[list[dict[str, float]], dict[str, float]]:
    """Scores of each question, and the number and mean length of the chunks."""
    pieces = [
        Piece(name, draft.start, draft.end, draft.text)
        for name, text in documents.items()
        for draft in cut(*choice, text, embedder)
    ]
    texts = [piece.text for piece in pieces]
    asked = [question.text for question in questions]
    rankings = zip(bm25_ranks(asked, texts), dense_ranks(asked, texts, embedder), strict=True)
    found = [
        scores(question, [pieces[each] for each in fused(lexical, dense)[:TOP]])
        for question, (lexical, dense) in zip(questions, rankings, strict=True)
    ]
    lengths = [len(offset) for offset in embedder.token_offsets(texts)]
    return found, {"chunks": len(pieces), "mean tokens": float(np.mean(lengths))}


def summary(found: Sequence[dict[str, float]]) -> dict[str, tuple[float, float, float]]:
    """Per measure the mean in per cent with its 95% bootstrap interval."""
    generator = np.random.default_rng(SEED)
    draws = generator.integers(0, len(found), (1000, len(found)))
    result = {}
    for measure in found[0]:
        values = 100 * np.array([each[measure] for each in found])
        low, high = np.quantile(values[draws].mean(axis=1), (0.025, 0.975))
        result[measure] = (float(values.mean()), float(low), float(high))
    return result


def speeds(folder: Path, cache: Path, embedder: Embedder) -> dict[str, float]:
    """Seconds per ten million characters of each way to cut."""
    rows = read_lines(folder / "financebench_small" / "corpus.jsonl.gz")
    text = "\n\n".join(row["text"] for row in rows)[:SPEED_CHARACTERS]
    scale = 10_000_000 / len(text)
    found: dict[str, float] = {}
    embedder.token_offsets(["warm"])
    for name in ("fixed", "recursive"):
        start = time.perf_counter()
        cut(name, 256, 32, text, embedder)
        found[f"Quire, {name}, 256 tokens"] = (time.perf_counter() - start) * scale
    sample = cache / "bench" / "chunking.txt"
    sample.parent.mkdir(parents=True, exist_ok=True)
    sample.write_text(text, "utf-8", errors="replace")
    python = environment(cache / "bench" / "environments", "splitters", RECIPE)
    script = str(Path(__file__).with_name("_langchain_splitting.py"))
    tokenizer = str((find_packaged_or_local(PACKAGED) or Path()) / "tokenizer.json")
    run = measured([str(python), script, str(sample), tokenizer])
    for name, seconds in json.loads(run.output).items():
        found[name] = seconds * scale
    return found


def main() -> None:
    """Print quality and speed, and write both."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--half", choices=("first", "second"), default="second")
    arguments.add_argument("--documents", nargs="*", help="only these documents and questions")
    arguments.add_argument("--no-speed", action="store_true")
    chosen = arguments.parse_args()
    settings = load_settings()
    embedder = CachedEmbedder(build(settings), settings.cache / "bench")
    folder = settings.benchmarks / "chunking_eval"
    documents = {row["doc_id"]: row["text"] for row in read_lines(folder / "corpus.jsonl.gz")}
    if chosen.documents:
        documents = {name: documents[name] for name in chosen.documents}
    questions = [question for question in load_questions(folder) if question.document in documents]
    middle = len(questions) // 2
    questions = questions[:middle] if chosen.half == "first" else questions[middle:]
    rows, figures = [], {}
    for choice in CHOICES:
        found, sizes = quality(choice, documents, questions, embedder)
        means = summary(found)
        label = f"{choice[0]} {choice[1]}/{choice[2]}"
        figures[label] = {**sizes, **means}
        rows.append(
            [label, sizes["chunks"], f"{sizes['mean tokens']:.0f}"]
            + [f"{mean:.1f} [{low:.1f}, {high:.1f}]" for mean, low, high in means.values()]
        )
        print(rows[-1], flush=True)
    columns = ["chunker", "chunks", "tokens", *(f"{name}" for name in means)]
    print(table(f"{len(questions)} questions, {chosen.half} half, five chunks", columns, rows))
    result: dict[str, Any] = {"half": chosen.half, "questions": len(questions)}
    result |= {"documents": list(documents), "quality": figures}
    if not chosen.no_speed:
        speed = speeds(settings.benchmarks, settings.cache, embedder)
        lines = [[name, f"{seconds:.1f}"] for name, seconds in speed.items()]
        print(table("Seconds for ten million characters", ["splitter", "seconds"], lines))
        result["seconds per 10 MB"] = {name: round(value, 2) for name, value in speed.items()}
    write_results("chunking", result)


if __name__ == "__main__":
    main()
