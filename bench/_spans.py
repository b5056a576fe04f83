"""Questions of chunking_eval over passages: what two of its documents say, cut into sentences."""

from __future__ import annotations

import gzip
import json

from backend.settings import load_settings
from bench._question_sets import DatasetQuestion, QuestionSet
from bench._reader_sets import TRAINING_DOCUMENTS, read_lines, sentence_chunks

NAME = "chunking_eval passages"


def passages_of_spans() -> QuestionSet:
    """Passages of whole sentences of the training documents, without titles; gold are those that a
    question's spans touch. The corpus is written to the cache folder.
    """
    settings = load_settings()
    folder = settings.benchmarks / "chunking_eval"
    chunks = [
        chunk
        for row in read_lines(folder / "corpus.jsonl.gz")
        if row["doc_id"] in TRAINING_DOCUMENTS
        for chunk in sentence_chunks(str(row["doc_id"]), str(row["text"]))
    ]
    path = settings.cache / "bench" / "spans" / "chunking_eval.jsonl.gz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as corpus:
            for chunk in chunks:
                record = {
                    "doc_id": f"{chunk.document_id} {chunk.ordinal}",
                    "title": "",
                    "text": chunk.text,
                }
                corpus.write(json.dumps(record) + "\n")
    questions = []
    for row in read_lines(folder / "questions.jsonl.gz"):
        spans = row["gold_spans"]
        assert isinstance(spans, list)
        gold = {
            f"{chunk.document_id} {chunk.ordinal}"
            for document, start, end in spans
            for chunk in chunks
            if chunk.document_id == document and chunk.start < end and start < chunk.end
        }
        if gold:
            questions.append(
                DatasetQuestion(
                    str(row["qid"]), str(row["question"]), (), tuple(sorted(gold)), "span"
                )
            )
    return QuestionSet(NAME, path, tuple(questions))
