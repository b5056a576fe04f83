"""What a collection holds: documents, their sections and passages, and how they are cut."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from backend.types.layout import PageSize
from backend.types.table_descriptions import DescribedBy

ChunkKind = Literal["prose", "table", "table_row", "table_card"]

NO_GLOSSARY = "none"
"""In the place of a glossary's name: none, whatever the documents hold."""


@dataclass(frozen=True, slots=True)
class CollectionSettings:
    """How a collection's documents are cut and embedded. Sizes are in tokens of the embedder."""

    chunker: str = "recursive"
    chunk_tokens: int = 384
    overlap_tokens: int = 48
    table_rows: bool = True
    embedder: str = ""
    """Name or folder of a sentence-transformers model; empty means the workbench's default."""
    glossary: str = ""
    """Name of the glossary by which it is searched, or `NO_GLOSSARY`; empty for the one whose
    tables its documents hold, if there is one (`backend.scope.field_glossary`)."""
    similarity_threshold: float = 0.5
    """Least cosine at which two passages of a document are linked as similar."""
    similar_neighbours: int = 8
    """Most similar passages that a passage is linked to."""
    next_weight: float = 0.1
    """Weight of the link between passages that follow each other."""
    link_threshold: float = 0.78
    """Least cosine at which groups of passages of different documents are linked."""
    link_neighbours: int = 20
    """Most groups of other documents that a group is linked to."""
    extractor: str = "local"
    """Who names things and relations: `local` rules, or `language_model` on top of them."""
    query_adapter: str = ""
    """Which query adapter moves questions, by its hash; empty if none does."""
    fine_tuned: str = ""
    """Identity of the collection's own fine-tuned embedder, which then stands in the place of
    `embedder`; empty if none does."""
    reader_bounds: str = ""
    """Which bounds of its own the local reader's verdicts keep to, by their hash; empty for those
    that come with Quire."""
    describer: str = DescribedBy.NOBODY.value
    """Who describes tables, so that each is found by a card as well (`DescribedBy`)."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A named set of documents. `embedding` is the identity of the model whose vectors are live."""

    id: str
    name: str
    created: float
    settings: CollectionSettings
    embedding: str = ""
    owner: str = ""
    """Who made it, where people sign in: names are told apart among those of one person."""


@dataclass(frozen=True, slots=True)
class CollectionCounts:
    """Sizes of a collection as the header of every page shows them."""

    documents: int
    pages: int
    chunks: int
    bytes: int


RECORD_MEDIA_TYPE = "application/json"
"""Of records that were imported from a corpus: the library has no file of them."""


@dataclass(frozen=True, slots=True)
class Document:
    """One version of one file (or imported record) that queries can see.

    `name` is the file's name as uploaded, `key` the external id of an imported record (else empty),
    `version` counts from 1 for files of the same name in the same collection.
    """

    id: str
    collection_id: str
    name: str
    title: str
    media_type: str
    sha256: str
    size: int
    pages: int
    chunks: int
    version: int
    added: float
    key: str = ""
    page_sizes: tuple[PageSize, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document under one heading. `path` holds the headings from the top down to it."""

    id: str
    document_id: str
    parent_id: str
    title: str
    path: tuple[str, ...]
    level: int
    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage that can be retrieved and cited.

    For prose and tables `document.text[start:end] == text`; a table row's text repeats the header
    ("Net revenue — Q1 2023: 17,846") and its span is the row's line in the document; a card says
    what a whole table is about: the table is found by it, and the card itself is never quoted.
    `table_id` names the stored table that a row, a part or the card of a table stands for (else
    empty), and `row` the first of its rows that it shows, from 0 (else -1).
    """

    id: str
    document_id: str
    section_id: str
    ordinal: int
    text: str
    start: int
    end: int
    pages: tuple[int, ...]
    kind: ChunkKind
    title: str = ""
    path: tuple[str, ...] = ()
    table_id: str = ""
    row: int = -1

    @property
    def is_composed(self) -> bool:
        """Whether its text was put together from a table, and does not stand so in the document."""
        return self.kind in ("table_row", "table_card")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a deletion removed."""

    titles: tuple[str, ...]
    documents: int
    sections: int
    chunks: int
    vectors: int
    entities: int
    triples: int
    communities: int
    edges: int
    bytes: int
    at: float
    tables: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the records' change log, which derived indexes replay.

    `action` is `added`, `removed`, `regraphed` (the document's communities or edges were made
    anew), `reembedded` or `collection_removed`; for the last two `document_id` is empty.
    """

    sequence: int
    collection_id: str
    document_id: str
    action: str


@dataclass(frozen=True, slots=True)
class UploadCheck:
    """What adding a file would mean, and which documents it concerns."""

    verdict: Literal["new", "same_bytes", "new_version"]
    sha256: str
    existing: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class PartialUpload:
    """A file that comes in pieces: `received` of its `size` bytes are here.

    `ends` is when it is given up if nothing more comes, in seconds since 1970. Once `done`, the
    file is in the library; `job_id` is then the job that reads it, empty where the same bytes were
    there. `owner` is who began it, where people sign in. `beside` are the jobs of the same bytes
    that there were when its last byte came, and it began to be taken in; None before.
    """

    id: str
    collection_id: str
    name: str
    size: int
    on_duplicate: Literal["skip", "replace", "keep_both"] = "skip"
    owner: str = ""
    received: int = 0
    ends: float = 0.0
    done: bool = False
    job_id: str = ""
    beside: tuple[str, ...] | None = None
