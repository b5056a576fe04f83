"""What must hold of a document's parts before a record store takes them in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backend.errors import StorageError
from backend.ports import DocumentBundle
from backend.types import Community

_REMEDY = "Add the document again; if it happens twice, please report it with the document."


def contradiction(title: str, parts: str = "parts") -> StorageError:
    """The error for a document whose parts do not fit each other."""
    return StorageError(
        f"“{title}” came with {parts} that do not belong together; nothing of it was stored.",
        _REMEDY,
    )


def check_bundle(bundle: DocumentBundle) -> None:
    """Each chunk is the document's own and has a vector; so has each community; each table is its
    own, and has the row that a chunk names.

    Raises:
        StorageError: if not.
    """
    document = bundle.document
    if len(bundle.vectors) != len(bundle.chunks) or any(
        chunk.document_id != document.id for chunk in bundle.chunks
    ):
        raise contradiction(document.title, "chunks and vectors")
    tables = {table.id: len(table.rows) for table in bundle.tables}
    if any(table.document_id != document.id for table in bundle.tables) or any(
        chunk.table_id and not -1 <= chunk.row < tables.get(chunk.table_id, -1)
        for chunk in bundle.chunks
    ):
        raise contradiction(document.title, "tables and passages")
    check_graph(bundle.communities, bundle.community_vectors, bundle.graph_recipe)


def check_graph(
    communities: Sequence[Community], vectors: npt.NDArray[np.float16], recipe: str
) -> None:
    """Communities that a recipe made have one vector each.

    Raises:
        StorageError: if they have not.
    """
    if recipe and len(vectors) != len(communities):
        raise StorageError(
            f"{len(communities)} groups of passages came with {len(vectors)} vectors; nothing of "
            "them was stored.",
            _REMEDY,
        )
