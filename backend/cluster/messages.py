"""What travels to a worker and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backend.bootstrap import model_of
from backend.ingestion.corpus import SourcedRecord
from backend.ingestion.document import Source
from backend.ports import Embedder, Vectors
from backend.settings import Settings


@dataclass(frozen=True, slots=True)
class Terms:
    """What must be the same on both sides for the same result: the model, and the readers' limits.

    `model` is its name or folder, `identity` what its files must be.
    """

    model: str
    identity: str
    max_file_megabytes: int
    max_pages: int
    reader_seconds: float
    reader_megabytes: int
    ocr_languages: str = ""
    ocr_seconds: float = 0.0


def terms_of(settings: Settings, embedder: Embedder) -> Terms:
    """The terms on which this machine would do the work itself."""
    return Terms(
        model=model_of(embedder.identity),
        identity=embedder.identity,
        max_file_megabytes=settings.max_file_megabytes,
        max_pages=settings.max_pages,
        reader_seconds=settings.reader_seconds,
        reader_megabytes=settings.reader_megabytes,
        ocr_languages=settings.ocr_languages,
        ocr_seconds=settings.ocr_seconds,
    )


@dataclass(frozen=True, slots=True)
class FileParcel:
    """One file to prepare: its bytes travel along, so that no disk is shared."""

    terms: Terms
    source: Source
    content: bytes


@dataclass(frozen=True, slots=True)
class RecordsParcel:
    """Records of a corpus that are embedded together."""

    terms: Terms
    records: tuple[SourcedRecord, ...]


@dataclass(frozen=True, slots=True)
class Raised:
    """Work raised, or could not be called at all: the error's class and its words."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class ProcessDescription:
    """What a process is made of, as far as its results depend on it.

    `program` is a hash of Quire's own sources, `libraries` the versions of what reads and embeds,
    `vectors` what the model makes of fixed texts, float32 of shape (texts, dimension).
    """

    python: str
    program: str
    libraries: Mapping[str, str]
    identity: str
    vectors: Vectors
