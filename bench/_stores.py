"""Libraries of any size for measuring the stores: real sentences, random unit vectors."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend import registry
from backend.identity import chunk_id, document_id
from backend.ports import DocumentBundle, Extractor
from backend.sentences import sentence_spans
from backend.settings import Settings
from backend.types import Chunk, Document

DIMENSION = 384
CHUNKS_OF_DOCUMENT = 10
SENTENCES_OF_CHUNK = 7
SETS = ("hotpotqa300", "scifact")


def _lines(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def sentences(benchmarks: Path) -> list[str]:
    """All sentences of the corpora, in file order."""
    return [
        record["text"][start:end]
        for name in SETS
        for record in _lines(benchmarks / name / "corpus.jsonl.gz")
        for start, end in sentence_spans(record["text"])
    ]


def questions(benchmarks: Path, count: int) -> list[str]:
    """Questions of both sets in turn."""
    lists = [
        [record["question"] for record in _lines(benchmarks / name / "questions.jsonl.gz")]
        for name in SETS
    ]
    mixed = (question for pair in zip(*lists, strict=False) for question in pair)
    return list(islice(mixed, count))


def unit_vectors(generator: np.random.Generator, count: int) -> npt.NDArray[np.float32]:
    """Random directions, shape (count, DIMENSION)."""
    drawn = generator.standard_normal((count, DIMENSION)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True))


def documents(
    collection_id: str,
    pool: Sequence[str],
    generator: np.random.Generator,
    first: int = 0,
    size: int = CHUNKS_OF_DOCUMENT,
) -> Iterator[DocumentBundle]:
    """Endless documents of `size` chunks, each of sentences drawn from the pool."""
    number = first
    while True:
        identity = document_id(collection_id, "", str(number))
        texts = [
            " ".join(pool[each] for each in row)
            for row in generator.integers(len(pool), size=(size, SENTENCES_OF_CHUNK))
        ]
        starts = np.cumsum([0, *(len(text) + 1 for text in texts)])
        title = pool[number % len(pool)][:40]
        chunks = tuple(
            Chunk(
                id=chunk_id(identity, "prose", int(start), int(start) + len(text), text),
                document_id=identity,
                section_id="",
                ordinal=ordinal,
                text=text,
                start=int(start),
                end=int(start) + len(text),
                pages=(ordinal,),
                kind="prose",
                title=title,
            )
            for ordinal, (start, text) in enumerate(zip(starts, texts, strict=False))
        )
        body = " ".join(texts)
        yield DocumentBundle(
            document=Document(
                id=identity,
                collection_id=collection_id,
                name=f"{number}.txt",
                title=title,
                media_type="text/plain",
                sha256="",
                size=len(body),
                pages=len(chunks),
                chunks=len(chunks),
                version=1,
                added=0.0,
                key=str(number),
            ),
            text=body,
            lines=(),
            sections=(),
            chunks=chunks,
            vectors=unit_vectors(generator, len(chunks)).astype(np.float16),
            embedding="random",
        )
        number += 1


def named(collection_id: str, settings: Settings) -> Iterator[DocumentBundle]:
    """Endless documents with the names in their passages."""
    extractor: Extractor = registry.load("backend.tasks.extract", "local").build(settings)
    generator = np.random.default_rng(7)
    for bundle in documents(collection_id, sentences(settings.benchmarks), generator):
        found = extractor.extract(bundle.document, (), bundle.chunks)
        yield replace(bundle, entities=found.entities, mentions=found.mentions)
