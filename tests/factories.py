"""Made-up documents for tests: small, deterministic, complete bundles."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from backend.identity import chunk_id, content_id, document_id, section_id
from backend.ports import DocumentBundle
from backend.types import (
    Box,
    Cell,
    CellKind,
    Chunk,
    Column,
    Community,
    Document,
    Edge,
    Entity,
    Line,
    PageSize,
    Section,
    StoredRow,
    StoredTable,
    Triple,
)

BOX = Box(72.0, 72.25, 523.5, 84.25)
EMBEDDING = "test-embedding"
RECIPE = "test-recipe"
DIMENSION = 8


def unit_vector(seed: str, dimension: int = DIMENSION) -> npt.NDArray[np.float32]:
    """A unit vector that depends on nothing but the seed."""
    number = int.from_bytes(hashlib.sha256(seed.encode("utf-8", "replace")).digest()[:8], "big")
    vector = np.random.default_rng(number).standard_normal(dimension)
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def make_bundle(
    collection_id: str,
    title: str = "Harbour report",
    passages: Sequence[str] = ("The harbour froze in March.", "Ships waited for the pilot."),
    *,
    key: str = "",
    media_type: str = "application/pdf",
    path: tuple[str, ...] = ("Winter",),
    entities: Sequence[str] = (),
    embedding: str = EMBEDDING,
    dimension: int = DIMENSION,
    vectors: npt.NDArray[np.float16] | None = None,
    version: int = 1,
    added: float = 1_700_000_000.0,
) -> DocumentBundle:
    """A document whose chunks are the passages, one printed line and one page each.

    The vector of a chunk depends on its text alone. Each named entity is mentioned by the chunks
    whose text holds its name. Chunks are linked by NEXT edges; one community holds them all.
    """
    text = "\n\n".join(passages)
    sha256 = hashlib.sha256(f"{title}\n{text}".encode("utf-8", "replace")).hexdigest()
    identity = document_id(collection_id, sha256, key)
    starts = [
        sum(len(passage) + 2 for passage in passages[:number]) for number in range(len(passages))
    ]
    section = Section(
        id=section_id(identity, 0, 0, path[-1] if path else ""),
        document_id=identity,
        parent_id="",
        title=path[-1] if path else "",
        path=path,
        level=1,
        page=0,
        start=0,
        end=len(text),
    )
    chunks = tuple(
        Chunk(
            id=chunk_id(identity, "prose", start, start + len(passage), passage),
            document_id=identity,
            section_id=section.id,
            ordinal=number,
            text=passage,
            start=start,
            end=start + len(passage),
            pages=(number,),
            kind="prose",
            title=title,
            path=path,
        )
        for number, (start, passage) in enumerate(zip(starts, passages, strict=True))
    )
    named = tuple(Entity(content_id("entity", name.lower()), name, "thing") for name in entities)
    mentions = tuple(
        (entity.id, chunk.id, chunk.text.count(entity.name))
        for entity in named
        for chunk in chunks
        if entity.name in chunk.text
    )
    if vectors is None:
        vectors = np.array(
            [unit_vector(passage, dimension) for passage in passages], dtype=np.float16
        ).reshape(len(passages), dimension)
    return DocumentBundle(
        document=Document(
            id=identity,
            collection_id=collection_id,
            name=f"{title}.pdf",
            title=title,
            media_type=media_type,
            sha256=sha256,
            size=len(text.encode("utf-8", "replace")),
            pages=len(passages),
            chunks=len(chunks),
            version=version,
            added=added,
            key=key,
            page_sizes=tuple(PageSize(595.0, 842.0) for _ in passages),
            metadata={"author": "A. Keeper"},
            warnings=("one picture was left out",),
        ),
        text=text,
        lines=tuple(
            Line(chunk.start, chunk.end, chunk.ordinal, Box(72.0, 72.0, 523.5, 84.25))
            for chunk in chunks
        ),
        sections=(section,),
        chunks=chunks,
        vectors=vectors,
        embedding=embedding,
        entities=named,
        mentions=mentions,
        triples=tuple(
            Triple(first[0], "appears with", second[0], first[1])
            for first, second in pairwise(sorted(mentions, key=lambda mention: mention[1]))
            if first[1] == second[1]
        ),
        communities=(
            Community(
                id=content_id("community", identity),
                document_id=identity,
                chunk_ids=tuple(chunk.id for chunk in chunks),
                title=title,
                summary=text[:100],
                keywords=("harbour",),
            ),
        ),
        edges=tuple(Edge(first.id, second.id, "NEXT", 0.1) for first, second in pairwise(chunks)),
        community_vectors=unit_vector(text, dimension)[None].astype(np.float16),
        graph_recipe=RECIPE,
    )


def with_tables(bundle: DocumentBundle) -> DocumentBundle:
    """The document with two tables on its pages; its last chunk stands for a row of the second.

    The second holds what is hard to keep: no box, digits behind the point, nothing in a cell, a
    letter of another script.
    """
    identity = bundle.document.id
    figure = Cell("$(1,234.50)", CellKind.CURRENCY, Decimal("-1234.50"), 4, 15, 0, BOX, "(1)")
    label = Cell("Pilotage", CellKind.TEXT, None, 0, 3, 0, BOX)
    thousands = Column(
        "2022 › Fees", ("2022", "Fees"), CellKind.CURRENCY, "USD", Decimal(1000), "2022-Q4"
    )
    plain = Column("", (), CellKind.NUMBER, "", Decimal(1), "")
    first = StoredTable(
        id=content_id("table", identity, 0),
        document_id=identity,
        pages=(0, 1),
        box=BOX,
        section=("Winter", "Fees"),
        title="Fees",
        lead_in="In thousands:",
        columns=(thousands,),
        rows=(StoredRow("Pilotage", ("Harbour",), (figure,), True, label),),
        label_name="Kind",
    )
    nil = Cell("—", CellKind.NIL, None, 1, 2, 1, None)
    digits = Cell("0.10", CellKind.NUMBER, Decimal("0.10"), 3, 7, 1, None)
    second = StoredTable(
        id=content_id("table", identity, 1),
        document_id=identity,
        pages=(1,),
        box=None,
        section=(),
        title="灯台",
        lead_in="",
        columns=(plain, plain),
        rows=(
            StoredRow("", (), (nil, digits), False, None),
            StoredRow("Lamp", (), (None, digits), False, None),
        ),
    )
    *others, last = bundle.chunks
    chunks = (*others, replace(last, kind="table_row", table_id=second.id, row=1))
    return replace(bundle, tables=(first, second), chunks=chunks)
