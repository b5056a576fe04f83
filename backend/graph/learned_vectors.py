"""Vectors of a collection's graph that were learned by a training: TransE, RotatE or QuatE.

The graph is that of Doan et al. (§3.3.1) without the medical vocabulary: a passage mentions names
and lies in a document, and names are linked by what passages state. Such vectors are of the moment
of their training. A passage that came later is placed where its names say, and one that went is
passed over.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.graph.translations import MOVEMENTS, Learned, Triples, learn
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.name_factors import (
    INSIDE,
    NAMED,
    Incidence,
    held_of,
    incidence,
    sealed,
    unit,
)
from backend.passage_view.names import name_key
from backend.ports import DerivedRecords, Records
from backend.types import Entity, Triple

Array = npt.NDArray[np.float32]

RELATES, LEAST_FACTS = "relates to", 5
"""Predicates of fewer facts count as one relation."""
OF_COLUMNS = 2
"""The first relations: to a name, and to a document (see `Incidence`)."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedVectors:
    """What a training left.

    `passages` by id with (n, DIMENSIONS) `vectors`; `columns` and `ends` (m, DIMENSIONS) the names
    and documents; `relations` (2, DIMENSIONS) what leads from a passage to a name and to its
    document; `losses` the mean loss of each epoch.
    """

    kind: str
    passages: tuple[str, ...]
    vectors: Array
    columns: tuple[str, ...]
    ends: Array
    relations: Array
    losses: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PassageGraph:
    """Passages, then what they hold, then names that only facts hold, as nodes of triples."""

    passages: tuple[str, ...]
    held: Incidence
    triples: Triples


def stored_name(kind: str) -> str:
    """Under which name the vectors of a kind are kept."""
    return f"learned graph vectors {kind} 1"


def passage_graph(view: CollectionView, records: Records, collection_id: str) -> PassageGraph:
    """The triples of a collection as it is now."""
    return graph_of(view, records.entities(collection_id), records.triples(collection_id))


def graph_of(
    view: CollectionView, entities: tuple[Entity, ...], facts: tuple[Triple, ...]
) -> PassageGraph:
    """The triples of a view and of what its passages state."""
    held = incidence(view)
    found = held.matrix.tocoo()
    documents = np.array([column.startswith(INSIDE) for column in held.columns], bool)
    kind = documents[found.col].astype(np.int64) if found.nnz else np.zeros(0, np.int64)
    rows = [np.column_stack([found.row, kind, found.col + view.size]).astype(np.int64)]
    number = {text: place + view.size for place, text in enumerate(held.columns)}
    names = {entity.id: NAMED + name_key(entity.name) for entity in entities}
    counted = Counter(triple.predicate for triple in facts)
    relations = {RELATES: OF_COLUMNS}
    stated = []
    for fact in sorted(facts, key=lambda triple: (triple.chunk_id, triple.subject, triple.object)):
        if fact.subject not in names or fact.object not in names:
            continue
        predicate = fact.predicate if counted[fact.predicate] >= LEAST_FACTS else RELATES
        subject, target = (
            number.setdefault(names[end], view.size + len(number))
            for end in (fact.subject, fact.object)
        )
        stated.append(
            (subject, relations.setdefault(predicate, OF_COLUMNS + len(relations)), target)
        )
    rows.append(np.array(stated, np.int64).reshape(-1, 3))
    triples = Triples(
        np.unique(np.concatenate(rows), axis=0),
        view.size + len(number),
        OF_COLUMNS + len(relations),
    )
    return PassageGraph(tuple(view.ids), held, triples)


def learn_vectors(
    graph: PassageGraph, kind: str, told: Callable[[int, int], None] = lambda done, of: None
) -> LearnedVectors:
    """Learn the vectors of a graph.

    Args:
        kind: transe, rotate or quate.
        told: called before each epoch; what it raises ends the learning.
    """
    found: Learned = learn(graph.triples, kind, told=told)
    passages, columns = len(graph.passages), len(graph.held.columns)
    return LearnedVectors(
        kind,
        graph.passages,
        found.nodes[:passages],
        tuple(map(sealed, graph.held.columns)),
        found.nodes[passages : passages + columns],
        found.relations[:OF_COLUMNS],
        found.losses,
    )


def placed(learned: LearnedVectors, view: CollectionView, held: Incidence) -> tuple[Array, int]:
    """(passages of the view, DIMENSIONS) unit vectors, and how many passages are newer than they.

    A newer passage stands in the mean of where its names and its document, moved back over their
    relation, put it; without any that are known it has zeros.
    """
    row = {chunk_id: place for place, chunk_id in enumerate(learned.passages)}
    places = np.array([row.get(each, -1) for each in view.ids], np.int64)
    known = places >= 0
    found = np.zeros((view.size, learned.vectors.shape[1]), np.float32)
    found[known] = learned.vectors[places[known]]
    newer = np.flatnonzero(~known)
    if len(newer):
        found[newer] = _by_names(learned, held, newer)
    return unit(found), len(newer)


def _by_names(learned: LearnedVectors, held: Incidence, rows: npt.NDArray[np.int64]) -> Array:
    if not learned.columns:
        return np.zeros((len(rows), learned.vectors.shape[1]), np.float32)
    documents = np.array([column.startswith(INSIDE) for column in learned.columns], np.int64)
    moved = MOVEMENTS[learned.kind].moved_back(learned.ends, learned.relations[documents])
    weights = held_of(Incidence(held.matrix[rows], held.columns), learned.columns)
    summed = np.asarray(weights @ moved)
    counts = np.maximum(1.0, np.asarray(weights.sum(axis=1)))
    found: Array = (summed / counts.reshape(-1, 1)).astype(np.float32)
    return found


def keep_learned_vectors(
    records: DerivedRecords, collection_id: str, learned: LearnedVectors, sequence: int
) -> None:
    """Store what a training left, in place of what one of the same kind left before.

    Args:
        sequence: the version of the records that it learned from.

    Raises:
        NotFoundError: if the collection went in the meantime.
    """
    payload = packed(learned)
    records.save_derived(collection_id, stored_name(learned.kind), payload, sequence)
    digest = hashlib.sha256(payload).hexdigest().encode()
    records.save_derived(collection_id, _training(learned.kind), digest, sequence)


def forget_learned_vectors(records: DerivedRecords, collection_id: str, kind: str) -> None:
    """Take away what the last training of a kind left."""
    for name in (stored_name(kind), _training(kind)):
        records.save_derived(collection_id, name, b"", records.sequence())


def training_of(records: DerivedRecords, collection_id: str, kind: str) -> str:
    """Which training of a kind was the last, in a word; empty without any."""
    found = records.load_derived(collection_id, _training(kind))
    return found[0].decode() if found is not None else ""


def _training(kind: str) -> str:
    return f"{stored_name(kind)}/training"


def learned_vectors(
    records: DerivedRecords, collection_id: str, kind: str
) -> LearnedVectors | None:
    """What the last training of a kind left; None if there was none."""
    found = records.load_derived(collection_id, stored_name(kind))
    return unpacked(found[0]) if found is not None and found[0] else None


def packed(learned: LearnedVectors) -> bytes:
    """Learned vectors as bytes, half as exact as they were."""
    head: dict[str, Any] = {
        "kind": learned.kind,
        "passages": learned.passages,
        "columns": learned.columns,
        "sealed": True,
        "losses": learned.losses,
    }
    file = io.BytesIO()
    np.savez(
        file,
        head=np.frombuffer(json.dumps(head).encode(), np.uint8),
        vectors=learned.vectors.astype(np.float16),
        ends=learned.ends.astype(np.float16),
        relations=learned.relations,
    )
    return file.getvalue()


def unpacked(payload: bytes) -> LearnedVectors:
    """What `packed` made."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        # older versions kept the names themselves
        columns = head["columns"] if "sealed" in head else map(sealed, head["columns"])
        return LearnedVectors(
            head["kind"],
            tuple(head["passages"]),
            arrays["vectors"].astype(np.float32),
            tuple(columns),
            arrays["ends"].astype(np.float32),
            arrays["relations"],
            tuple(head["losses"]),
        )
