"""`search`: retrieval alone for many questions, written as a TREC run."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath

from backend.command_line.ask_command import READING, pipeline_options
from backend.errors import ReadingError
from backend.types import RECORD_MEDIA_TYPE, Chunk, Document, Hit, Query
from backend.workbench import Workbench

_CHUNKS_PER_DOCUMENT = 3
_MOST_CHUNKS = 400


def search(workbench: Workbench, options: argparse.Namespace) -> int:
    """Retrieve for each question and write `qid Q0 document rank score tag` lines.

    What retrievers read of a collection is read before, so that all questions find the same.
    """
    collection = workbench.library.collection_named(options.collection)
    documents = {document.id: document for document in workbench.library.documents(collection.id)}
    choices = workbench.questions.options_of(options.pipeline, pipeline_options(options.option))
    print("Preparing for questions", file=sys.stderr, flush=True)
    workbench.queue.read_ahead(collection.id)
    workbench.questions.wait_while_reading(READING)
    started = time.perf_counter()
    asked = 0
    with options.run.open("w", encoding="utf-8") as out:
        for qid, question in read_questions(options.questions):
            query = Query(question, collection.id, options.top_k, options=choices)
            ranked = ranked_documents(workbench, query, options.pipeline, documents)
            for rank, (name, score) in enumerate(ranked, start=1):
                out.write(f"{qid} Q0 {name} {rank} {score:.6f} quire-{options.pipeline}\n")
            asked += 1
            if asked % 100 == 0:
                print(f"{asked} questions", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - started
    print(f"{asked} questions, {seconds / max(1, asked) * 1000:.0f} ms each")
    return 0


def read_questions(path: Path) -> Iterator[tuple[str, str]]:
    """(qid, question) of each line.

    Raises:
        ReadingError: naming the line that is not a question.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                try:
                    found = json.loads(line)
                    yield str(found["qid"]), str(found["question"])
                except (json.JSONDecodeError, KeyError, TypeError) as error:
                    raise ReadingError(
                        "broken",
                        f"Line {number} of {path.name} is not a question.",
                        'Each line must be JSON like {"qid": "1", "question": "…"}.',
                    ) from error
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise ReadingError(
            "broken", f"{path.name} could not be read: {error}.", "Check that the file is whole."
        ) from error


def ranked_documents(
    workbench: Workbench, query: Query, pipeline: str, documents: dict[str, Document]
) -> list[tuple[str, float]]:
    """The top_k documents (pages of PDFs) by their best passage, with its score."""
    asked_for = min(_MOST_CHUNKS, query.top_k * _CHUNKS_PER_DOCUMENT)
    while True:
        hits = workbench.questions.search(replace(query, top_k=asked_for), pipeline).hits
        ranked: dict[str, float] = {}
        for hit in hits:
            ranked.setdefault(_run_name(workbench, hit, documents), hit.score)
        enough = len(ranked) >= query.top_k or len(hits) < asked_for
        if enough or asked_for >= _MOST_CHUNKS:
            return list(ranked.items())[: query.top_k]
        asked_for = min(_MOST_CHUNKS, asked_for * 2)


def _run_name(workbench: Workbench, hit: Hit, documents: dict[str, Document]) -> str:
    document = documents[hit.chunk.document_id]
    if document.key and document.media_type == RECORD_MEDIA_TYPE:
        return document.key
    stem = PurePath(document.name).stem.replace(" ", "_")
    if document.media_type != "application/pdf":
        return stem
    return f"{stem}#p{main_page(workbench, hit.chunk)}"


def main_page(workbench: Workbench, chunk: Chunk) -> int:
    """The page that holds most of the passage."""
    if len(chunk.pages) == 1:
        return chunk.pages[0]
    shares: Counter[int] = Counter()
    for line in workbench.library.lines(chunk.document_id, chunk.start, chunk.end):
        shares[line.page] += min(line.end, chunk.end) - max(line.start, chunk.start)
    return shares.most_common(1)[0][0] if shares else chunk.pages[0]
