"""How an index on the server is made: strict mappings, and whose it is.

Each space of each collection is an index of its own, searched under an alias: BM25 then counts the
words of this collection alone, vectors of two models never meet, and a collection is rebuilt beside
the one in use and takes its place in one step.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from backend.bm25 import K1, B
from backend.errors import SettingsError
from backend.indexes._terms import FIELD_WEIGHTS
from backend.settings import Settings

FORMAT = 2
"""Counts up when the form below or what is indexed changes; every index is then built anew."""
WINDOW = 100_000
"""Most hits of one request."""
MOST_FILTER_VALUES = 1_000_000
CANDIDATES = ("hnsw", "int8_hnsw", "int4_hnsw", "bbq_hnsw")
"""How vectors may be kept for finding candidates; scores always come from the full vectors."""
_PREFIX = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
_SAFE = re.compile(r"[a-z0-9_]{1,100}")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the settings say of the indices that this library makes."""

    prefix: str
    shards: int
    replicas: str
    vectors: str

    @classmethod
    def of(cls, settings: Settings) -> Layout:
        """Raises SettingsError if a setting cannot be used."""
        prefix, vectors = settings.elasticsearch_prefix, settings.elasticsearch_vectors
        if not _PREFIX.fullmatch(prefix):
            raise SettingsError(
                f"The setting elasticsearch_prefix is “{prefix}”, which cannot begin the name of "
                "an index.",
                "Use lower-case letters, digits, - and _, beginning with a letter or digit.",
            )
        if vectors not in CANDIDATES:
            raise SettingsError(
                f"The setting elasticsearch_vectors is “{vectors}”, which is not known.",
                f"Choose one of: {', '.join(CANDIDATES)}.",
            )
        return cls(
            prefix,
            max(1, settings.elasticsearch_shards),
            settings.elasticsearch_replicas,
            vectors,
        )

    @property
    def state(self) -> str:
        """Name of the index that holds how far the library has come, and who writes."""
        return f"{self.prefix}-state"

    def alias(self, collection_id: str, space: str) -> str:
        """Name under which a collection's space is searched."""
        safe = collection_id
        if not _SAFE.fullmatch(safe):
            encoded = collection_id.encode("utf-8", "surrogatepass")
            safe = f"x{hashlib.sha256(encoded).hexdigest()[:24]}"
        return f"{self.prefix}-{space}-{safe}"

    def index_body(self, part: IndexPart, dimension: int) -> dict[str, Any]:
        """Settings and mappings of a new index."""
        return {
            "settings": {
                "number_of_shards": self.shards,
                **self._copies(),
                # what was written is shown batch by batch, when it is complete
                "refresh_interval": "-1",
                "max_result_window": WINDOW,
                "max_terms_count": MOST_FILTER_VALUES,
                # removed entries leave the statistics entirely when they are expunged
                "merge.policy.expunge_deletes_allowed": 0,
                "similarity": {"default": {"type": "BM25", "k1": K1, "b": B}},
                "analysis": {
                    "analyzer": {"terms": {"type": "custom", "tokenizer": "whitespace"}},
                },
            },
            "mappings": {
                "dynamic": "strict",
                "_meta": {"quire": part.described(self.prefix, dimension)},
                # the records hold everything; what is here serves searching alone
                "_source": {"excludes": [*FIELD_WEIGHTS, "vector"]},
                "properties": {
                    **{
                        name: {"type": "keyword"}
                        for name in ("id", "document_id", "media_type", "kind", "hash")
                    },
                    **{
                        name: {"type": "text", "analyzer": "terms", "index_options": "freqs"}
                        for name in FIELD_WEIGHTS
                    },
                    **self.vector_property(dimension),
                },
            },
        }

    def vector_property(self, dimension: int) -> dict[str, Any]:
        """The field of the vectors; none while their length is not known."""
        if not dimension:
            return {}
        return {
            "vector": {
                "type": "dense_vector",
                "dims": dimension,
                "index": True,
                "similarity": "dot_product",  # of unit vectors: the cosine
                "index_options": {"type": self.vectors, "m": 16, "ef_construction": 128},
            }
        }

    def state_body(self) -> dict[str, Any]:
        """Settings and mappings of the state's index."""
        return {
            "settings": {"number_of_shards": 1, **self._copies()},
            "mappings": {
                "dynamic": "strict",
                "_meta": {"quire": {"prefix": self.prefix, "format": FORMAT}},
                "properties": {
                    "library": {"type": "keyword"},
                    "format": {"type": "integer"},
                    "sequence": {"type": "long"},
                    "holder": {"type": "keyword"},
                    "renewed": {"type": "double"},
                },
            },
        }

    def _copies(self) -> dict[str, Any]:
        if "-" in self.replicas:
            return {"auto_expand_replicas": self.replicas}
        return {"number_of_replicas": self.replicas}


@dataclass(frozen=True, slots=True)
class IndexPart:
    """Whose an index is: one space of one collection, with vectors of one embedding."""

    collection_id: str
    space: str
    embedding: str

    def described(self, prefix: str, dimension: int) -> dict[str, Any]:
        """As it is written into the index's own description."""
        return {
            "prefix": prefix,
            "collection": self.collection_id,
            "space": self.space,
            "embedding": self.embedding,
            "dimension": dimension,
            "format": FORMAT,
        }


@dataclass(frozen=True, slots=True)
class StoredPart:
    """An index that is on the server."""

    name: str
    part: IndexPart
    dimension: int
    format: int
    alias: str = ""
    """The alias that it is searched under; empty if it is not in use (yet)."""


def ours(name: str, mappings: Mapping[str, Any], prefix: str) -> StoredPart | None:
    """What an index says of itself; None if this library did not make it."""
    told = mappings.get("_meta", {}).get("quire", {})
    if told.get("prefix") != prefix or "collection" not in told:
        return None
    return StoredPart(
        name,
        IndexPart(told["collection"], told["space"], told["embedding"]),
        int(told.get("dimension", 0)),
        int(told.get("format", 0)),
    )
