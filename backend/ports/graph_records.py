"""The records of the graph, and what is derived from all records."""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from backend.ports.bundles import LinkState
from backend.ports.embedding import Vectors
from backend.types.graph import Community, Edge, Entity, Triple
from backend.types.library import Change


class GraphRecords(Protocol):
    """What documents name and state, groups of passages, and links."""

    def entities(self, collection_id: str) -> tuple[Entity, ...]: ...

    def mentions(self, collection_id: str) -> Iterator[tuple[str, str, int]]:
        """(entity id, chunk id, count), sorted."""
        ...

    def entities_of_several_names(
        self, collection_id: str, document_ids: Sequence[str] | None = None
    ) -> tuple[Entity, ...]:
        """Those entities that have aliases, by id; of those alone that some documents name, where
        documents are given."""
        ...

    def mentions_in(self, document_id: str) -> tuple[tuple[Entity, str, int], ...]:
        """(entity as its collection calls it, chunk id, count) of one document, sorted by id."""
        ...

    def triples(self, collection_id: str) -> tuple[Triple, ...]: ...

    def communities(self, document_id: str) -> tuple[Community, ...]: ...

    def communities_named(self, community_ids: Iterable[str]) -> dict[str, Community]:
        """The communities that exist, in the order of the ids; those that are gone are left out."""
        ...

    def communities_of_collection(self, collection_id: str) -> tuple[Community, ...]:
        """All communities of a collection, by id."""
        ...

    def community_vectors(
        self, collection_id: str
    ) -> tuple[tuple[str, ...], tuple[str, ...], Vectors]:
        """Ids of all communities, sorted, the document id of each, and their vectors as they were
        stored; shape (0, 0) if there are none."""
        ...

    def community_vectors_of(self, document_id: str) -> Vectors:
        """Vectors of a document's communities, in the order of `communities`."""
        ...

    def replace_graph(
        self,
        document_id: str,
        communities: Sequence[Community],
        vectors: npt.NDArray[np.float16],
        edges: Sequence[Edge],
        recipe: str,
    ) -> int:
        """Put other communities and edges in the place of a document's own, in one transaction.

        Of the old edges NEXT, SIMILAR_TO, IN_COMMUNITY and COMM_SIMILAR_TO from it go, and so do
        COMM_SIMILAR_TO edges of other documents to its communities; the others stay. Logs
        `regraphed`, returns the sequence number.

        Raises:
            StorageError: if vectors and communities do not belong together.
        """
        ...

    def stale_graphs(self, collection_id: str, recipe: str) -> tuple[str, ...]:
        """Ids, sorted, of the documents with chunks whose graph was not made by this recipe."""
        ...

    def links_from(self, collection_id: str, kind: str, sources: Sequence[str]) -> tuple[Edge, ...]:
        """Edges of one kind that start at given nodes, by source, then target."""
        ...

    def link_state(self, collection_id: str, kind: str) -> LinkState: ...

    def store_links(
        self,
        collection_id: str,
        kind: str,
        *,
        expected: LinkState,
        sequence: int,
        recipe: str,
        sources: Sequence[str] | None,
        edges: Sequence[Edge],
    ) -> bool:
        """Replace all links of one kind that start at `sources` (None: at any node) by `edges`.

        The links then stand at `sequence`, made by `recipe`, with nothing unsettled. They belong to
        the document of their source (a community or a document) and go with it; they also go with
        what they lead to, or when its graph is made anew, which leaves their source unsettled.

        Returns:
            False, with nothing stored, if the links do not stand as `expected` any more or the
            collection has changed after `sequence`: look again.
        """
        ...

    def edges(self, collection_id: str, kinds: Sequence[str] = ()) -> Iterator[Edge]:
        """Edges of the collection's documents, sorted by kind, source, target."""
        ...


class DerivedRecords(Protocol):
    """The log of changes, and what was worked out from a collection at one of its numbers."""

    def save_derived(
        self,
        collection_id: str,
        name: str,
        payload: bytes,
        sequence: int,
        holds: Group[str] | None = (),
    ) -> None:
        """Keep something that was worked out from a collection as it was at a sequence number.

        Args:
            holds: the documents whose words or names are in it; None: any of the collection may be.
                With one of them it goes too: it is empty from then on. It is kept as empty bytes
                at once if one of them has gone, or has other content, since `sequence`.
        """
        ...

    def load_derived(self, collection_id: str, name: str) -> tuple[bytes, int] | None:
        """What `save_derived` kept last, with its sequence number."""
        ...

    def derived_holds(
        self, collection_id: str, prefix: str, among: Group[str] | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The names that begin with a prefix under which something is kept, and the documents whose
        words are in each.

        Args:
            among: only these documents are told; all where it is None.
        """
        ...

    def derived_documents(self, collection_id: str, name: str) -> tuple[str, ...]:
        """The documents whose words are in what is kept under a name."""
        ...

    def derived_counts(self, collection_id: str, prefix: str) -> dict[str, int]:
        """The names that begin with a prefix under which something is kept, and of how many
        documents words are in each."""
        ...

    def derived_versions(self, collection_id: str, prefix: str) -> dict[str, int]:
        """The names that begin with a prefix under which something is kept, and the sequence number
        of each."""
        ...

    def sequence(self) -> int:
        """Number of the last change."""
        ...

    def changes(self, after: int) -> tuple[Change, ...]:
        """Changes with a sequence number over `after`, in order."""
        ...
