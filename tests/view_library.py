"""A library whose views are stored in files, whatever their size, as tests of stored views need it,
and a model that remembers what it embedded."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, TypeVar

import numpy as np
import pytest

from backend import joined_views
from backend.errors import EmbedderError
from backend.ports import DocumentBundle, Embedder, Records, Vectors
from backend.records import sqlite
from backend.settings import Settings
from backend.types import Collection, CollectionSettings
from backend.view_files import ViewFiles
from backend.view_folder import FOLDER
from tests.factories import DIMENSION, EMBEDDING, unit_vector


@dataclass
class WatchedEmbedder:
    """Vectors by text alone; remembers what it was asked for."""

    identity: str = EMBEDDING
    dimension: int = DIMENSION
    max_tokens: int = 100
    asked: list[str] = field(default_factory=list)
    broken: bool = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            raise EmbedderError("The model is gone.", "Bring it back.")
        self.asked += texts
        return np.stack([unit_vector(text) for text in texts])

    def of(self, collection_id: str) -> Embedder:
        return self  # type: ignore[return-value]

    def named(self, model: str) -> Embedder:
        return self  # type: ignore[return-value]

    def question(self, collection_id: str, text: str) -> Vectors:
        found: Vectors = self.embed([text])[0]
        return found

    def learned_from(self, collection_id: str) -> int:
        return 0


@dataclass(frozen=True)
class ViewLibrary:
    """A library's records and the files of its views. Who inherits says which kind of view its
    files are of, and what a document of a name is."""

    folder: Path
    records: Records
    files: ViewFiles
    kind: ClassVar[str]
    bundle: ClassVar[Callable[[str, str], DocumentBundle]]

    def path(self, collection: Collection) -> Path:
        return self.folder / FOLDER / f"{collection.id}.{self.kind}.view"

    def segments(self, collection: Collection) -> list[Path]:
        return sorted((self.folder / FOLDER).glob(f"{collection.id}.{self.kind}.*.segment"))

    def content(self, collection: Collection) -> bytes:
        """Every byte that is stored of a collection's view."""
        return b"".join(
            segment.read_bytes() for segment in (self.path(collection), *self.segments(collection))
        )

    def collection(self, *names: str) -> Collection:
        """A new collection with documents of some names."""
        made = self.records.create_collection(
            f"c{len(self.records.collections())}", CollectionSettings()
        )
        if names:
            bundle = type(self).bundle
            self.records.publish([bundle(made.id, name) for name in names])
        return made


L = TypeVar("L", bound=ViewLibrary)


@contextmanager
def opened_library(sort: type[L]) -> Iterator[L]:
    """A new library in a folder of its own, which stores views of any size."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(joined_views, "STORED_FROM", 1)
        records = sqlite.build(Settings(library=Path(folder)))
        yield sort(Path(folder), records, ViewFiles(Path(folder), records))
        records.close()
