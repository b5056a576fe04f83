"""The nodes of a collection's summary tree above its passages, with their vectors.

Nothing is kept beside what the community graph keeps. A group of passages has the vector of its
summary, a theme the mean direction of its groups, by which it was made. Summaries and their vectors
belong to a document and change with it alone; themes are sums over kept vectors, made anew after a
change without embedding anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.pipelines._community.theme_tree import themes_of
from backend.pipelines._current import Current
from backend.ports import Parts, Vectors
from backend.types import Filters, Theme


@dataclass(frozen=True, eq=False)
class ThemeNodes:
    """The themes of a collection at one number of its log of changes.

    `vectors` (themes, dimension) are unit rows, in the order of `themes`. `document_of` says which
    document each group is of. `stale` says that the themes are of an earlier state.
    """

    themes: tuple[Theme, ...]
    vectors: Vectors
    document_of: Mapping[str, str]
    stale: bool

    @property
    def levels(self) -> int:
        """How many levels of themes there are."""
        return max((theme.level for theme in self.themes), default=0)

    def cosines(self, vector: Vectors) -> dict[str, float]:
        """The cosine of each theme, by its id, with a unit vector (dimension,)."""
        scores = self.vectors @ vector if len(self.themes) else ()
        return {theme.id: float(score) for theme, score in zip(self.themes, scores, strict=True)}

    def within(self, groups: frozenset[str] | None) -> tuple[Theme, ...]:
        """The themes that hold one of some groups; all themes where that is None."""
        if groups is None:
            return self.themes
        return tuple(theme for theme in self.themes if not groups.isdisjoint(theme.community_ids))


class KeptNodes(Current[ThemeNodes]):
    """The latest nodes of each collection."""


def nodes_of(parts: Parts, collection_id: str) -> ThemeNodes:
    """The themes of a collection with their vectors; read again after a change."""
    kept = parts.shared.of(KeptNodes, KeptNodes)
    return kept.of(parts.records, collection_id, lambda: _read(parts, collection_id))


def allowed_groups(parts: Parts, nodes: ThemeNodes, filters: Filters) -> frozenset[str] | None:
    """The groups of the documents and passages that a question may use; None for all."""
    if filters == Filters():
        return None
    documents = set(filters.document_ids)
    if filters.chunk_ids is not None:
        held = {chunk.document_id for chunk in parts.records.chunks(filters.chunk_ids).values()}
        documents = documents & held if documents else held
    elif not documents:
        documents = set(nodes.document_of.values())
    if filters.media_types:
        documents = {
            document
            for document in documents
            if parts.records.document(document).media_type in filters.media_types
        }
    groups = {group for group, document in nodes.document_of.items() if document in documents}
    if filters.chunk_ids is not None:
        communities = parts.records.communities_named(groups)
        groups = {
            name
            for name, community in communities.items()
            if not filters.chunk_ids.isdisjoint(community.chunk_ids)
        }
    return frozenset(groups)


def _read(parts: Parts, collection_id: str) -> ThemeNodes:
    tree = themes_of(parts.records, parts.settings, collection_id)
    ids, documents, stored = parts.records.community_vectors(collection_id)
    return ThemeNodes(
        tree.themes,
        mean_directions(tree.themes, ids, np.asarray(stored, np.float32)),
        dict(zip(ids, documents, strict=True)),
        tree.stale,
    )


def mean_directions(themes: Sequence[Theme], ids: Sequence[str], vectors: Vectors) -> Vectors:
    """(themes, dimension) unit sums of the unit vectors of each theme's groups; a theme whose
    groups are gone has zeros."""
    row_of = {identity: row for row, identity in enumerate(ids)}
    made = np.zeros((len(themes), vectors.shape[1] if vectors.ndim == 2 else 0), np.float32)
    for place, theme in enumerate(themes):
        rows = [
            row_of[community_id] for community_id in theme.community_ids if community_id in row_of
        ]
        if rows:
            made[place] = _unit(_unit(vectors[rows]).sum(0))
    return made


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    made: Vectors = np.asarray(vectors / np.where(lengths > 0.0, lengths, 1.0), np.float32)
    return made
