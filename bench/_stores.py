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
        rows = generator.integers(len(pool), size=(size, SENTENCES_OF_CHUNK))
        vectors = unit_vectors(generator, size)
        yield document_of(collection_id, number, pool, rows, vectors, "random")
        number += 1


def document_of(
    collection_id: str,
    number: int,
    pool: Sequence[str],
    rows: npt.NDArray[np.int64],
    vectors: npt.NDArray[np.float32],
    embedding: str,
) -> DocumentBundle:
    """A document of sentences of the pool, whose key is its number.

    Args:
        rows: of each chunk the numbers of its sentences, shape (chunks, SENTENCES_OF_CHUNK).
        vectors: of the chunks, shape (chunks, dimension).
        embedding: under which the vectors are stored.
    """
    identity = document_id(collection_id, "", str(number))
    texts = [" ".join(pool[each] for each in row) for row in rows]
    title = pool[number % len(pool)][:40]
    starts = np.cumsum([0, *(len(text) + 1 for text in texts)]).tolist()
    chunks = tuple(
        Chunk(
            id=chunk_id(identity, "prose", start, start + len(text), text),
            document_id=identity,
            section_id="",
            ordinal=ordinal,
            text=text,
            start=start,
            end=start + len(text),
            pages=(ordinal,),
            kind="prose",
            title=title,
        )
        for ordinal, (start, text) in enumerate(zip(starts, texts, strict=False))
    )
    body = " ".join(texts)
    return DocumentBundle(
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
        vectors=vectors.astype(np.float16),
        embedding=embedding,
    )


def named(collection_id: str, settings: Settings) -> Iterator[DocumentBundle]:
    """Endless documents with the names in their passages."""
    extractor = names_extractor(settings)
    generator = np.random.default_rng(7)
    for bundle in documents(collection_id, sentences(settings.benchmarks), generator):
        yield with_names(bundle, extractor)


def names_extractor(settings: Settings) -> Extractor:
    """The one that ingestion uses without a language model."""
    extractor: Extractor = registry.load("backend.tasks.extract", "local").build(settings)
    return extractor


def with_names(bundle: DocumentBundle, extractor: Extractor) -> DocumentBundle:
    """The same document with the names in its passages."""
    extraction = extractor.extract(bundle.document, bundle.sections, bundle.chunks)
    return replace(bundle, entities=extraction.entities, mentions=extraction.mentions)
