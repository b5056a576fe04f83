"""What is stored at once: a document with all its parts, and how far links have come."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from backend.types.graph import Community, Edge, Entity, Triple
from backend.types.layout import Line
from backend.types.library import Chunk, Document, Section
from backend.types.tables import StoredTable


@dataclass(frozen=True, slots=True)
class DocumentBundle:
    """Everything that becomes visible at once when a document is published.

    `vectors` has one float16 row per chunk, in the order of `chunks`; `embedding` is the identity
    of the model that made them. `community_vectors` has one float16 row per community, in the order
    of `communities`, by the same model. `graph_recipe` names the method, settings and model that
    made communities and edges; empty where they were not made.
    """

    document: Document
    text: str
    lines: tuple[Line, ...]
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
    vectors: npt.NDArray[np.float16]
    embedding: str
    entities: tuple[Entity, ...] = ()
    mentions: tuple[tuple[str, str, int], ...] = ()
    """(entity id, chunk id, count)"""
    triples: tuple[Triple, ...] = ()
    communities: tuple[Community, ...] = ()
    edges: tuple[Edge, ...] = ()
    community_vectors: npt.NDArray[np.float16] = field(
        default_factory=lambda: np.zeros((0, 0), np.float16)
    )
    graph_recipe: str = ""
    tables: tuple[StoredTable, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkState:
    """How far the links of one kind among a collection's documents have come.

    `recipe` names the method and settings that made them (empty: never made), `sequence` the last
    change that they know of. `unsettled` are nodes, sorted, that have lost a link since, because
    the document at its other end went or was made anew: what remains of their links may be too
    little.
    """

    recipe: str = ""
    sequence: int = 0
    unsettled: tuple[str, ...] = ()
