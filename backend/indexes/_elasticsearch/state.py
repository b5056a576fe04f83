"""How far the library's indices have come, kept in the cluster beside them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import elasticsearch

from backend.errors import StorageError
from backend.indexes._elasticsearch.connection import Cluster, once_ready
from backend.indexes._elasticsearch.lease import LostLeaseError
from backend.indexes._elasticsearch.mapping import FORMAT, Layout, StoredPart, ours
from backend.ports import Records

DOCUMENT = "progress"
LIBRARY = "search_library"
"""Name of the preference in the records that tells two libraries apart."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What the cluster knows of the library. `version` is the document's, for the next change."""

    library: str
    format: int
    sequence: int
    version: Mapping[str, int]


NONE = Progress("", FORMAT, 0, {})


class IndexState:
    """Reads and writes the library's progress, and lists its indices."""

    def __init__(
        self,
        cluster: Cluster,
        layout: Layout,
        records: Records,
    ) -> None:
        self._cluster = cluster
        self._client = cluster.client
        self._layout = layout
        self._records = records
        self._library = ""

    def prepare(self) -> None:
        """Make the index of the state if it is not there.

        Raises:
            StorageError: if something else has its name.
        """
        name = self._layout.state
        with self._cluster.explained():
            if not self._client.indices.exists(index=name):
                try:
                    self._client.indices.create(index=name, body=self._layout.state_body())
                except elasticsearch.BadRequestError as error:
                    if error.error != "resource_already_exists_exception":
                        raise
            found = self._client.indices.get_mapping(index=name)
        for index in found.body.values():
            if index["mappings"].get("_meta", {}).get("quire", {}).get("prefix") is None:
                raise foreign(name)

    def progress(self) -> Progress:
        """How far the indices have come; nothing yet if the cluster has never seen the library.

        Raises:
            StorageError: if the names are another library's.
        """
        with self._cluster.explained():
            try:
                name = self._layout.state
                answer = once_ready(lambda: self._client.get(index=name, id=DOCUMENT))
            except elasticsearch.NotFoundError:
                return NONE
        told = answer["_source"]
        if "sequence" not in told:
            raise foreign(self._layout.state)
        if told["library"] != self.library():
            raise StorageError(
                f"The names that begin with “{self._layout.prefix}-” on Elasticsearch are another "
                "library's.",
                "Set QUIRE_ELASTICSEARCH_PREFIX to a prefix of this library's own, or delete those "
                "indices if that library is no more.",
            )
        return Progress(
            told["library"],
            int(told["format"]),
            int(told["sequence"]),
            {"if_seq_no": answer["_seq_no"], "if_primary_term": answer["_primary_term"]},
        )

    def reached(self, before: Progress, sequence: int) -> Progress:
        """Note how far the indices have come.

        Raises:
            LostLeaseError: if another process has noted something since.
        """
        library = self.library()
        document = {"library": library, "format": FORMAT, "sequence": sequence}
        fence: dict[str, Any] = dict(before.version) if before.version else {"op_type": "create"}
        with self._cluster.explained():
            try:
                made = self._client.index(
                    index=self._layout.state, id=DOCUMENT, document=document, **fence
                )
            except elasticsearch.ConflictError:
                raise LostLeaseError() from None
        version = {"if_seq_no": made["_seq_no"], "if_primary_term": made["_primary_term"]}
        return Progress(library, FORMAT, sequence, version)

    def library(self) -> str:
        """The library's own name among others, made the first time."""
        if not self._library:
            if self._records.preference(LIBRARY) is None:
                self._records.set_preference(LIBRARY, uuid.uuid4().hex)
            self._library = self._records.preference(LIBRARY) or ""
        return self._library

    def parts(self) -> list[StoredPart]:
        """All indices that this library has made, in use or not."""
        with self._cluster.explained():
            found = self._client.indices.get(
                index=f"{self._layout.prefix}-*", features="aliases,mappings"
            )
        made = []
        for name, index in found.body.items():
            part = ours(name, index["mappings"], self._layout.prefix)
            if part is not None:
                alias = self._layout.alias(part.part.collection_id, part.part.space)
                used = alias if alias in index["aliases"] else ""
                made.append(StoredPart(part.name, part.part, part.dimension, part.format, used))
        return sorted(made, key=lambda each: each.name)

    def part(self, collection_id: str, space: str) -> StoredPart | None:
        """The index that a collection's space is searched in; None if there is none.

        Raises:
            StorageError: if its name is taken by something that this library did not make.
        """
        alias = self._layout.alias(collection_id, space)
        with self._cluster.explained():
            try:
                found = self._client.indices.get_mapping(index=alias)
            except elasticsearch.NotFoundError:
                return None
        made = [ours(name, each["mappings"], self._layout.prefix) for name, each in found.items()]
        if len(made) != 1 or made[0] is None or made[0].name == alias:
            raise foreign(alias)
        part = made[0]
        return StoredPart(part.name, part.part, part.dimension, part.format, alias)


def foreign(name: str) -> StorageError:
    """The error for a name that another program has taken."""
    return StorageError(
        f"Elasticsearch holds something under the name “{name}” that Quire did not make.",
        "Rename or delete it, or set QUIRE_ELASTICSEARCH_PREFIX to another prefix and start Quire "
        "again.",
    )
