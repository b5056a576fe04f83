"""What the parts of Quire promise each other. Protocols only; adapters live in the folders beside.

Each protocol has a contract suite under tests/contracts that every adapter inherits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from backend.settings import Settings
from backend.types import (
    Change,
    Chunk,
    ChunkKind,
    Collection,
    CollectionCounts,
    CollectionSettings,
    Community,
    Conversation,
    Document,
    Draft,
    Edge,
    Entity,
    Event,
    Filters,
    Hit,
    Job,
    JobState,
    Line,
    Mark,
    Problem,
    Query,
    Reading,
    Receipt,
    Scored,
    Section,
    ServiceStatus,
    Step,
    Subgraph,
    Triple,
    Turn,
    Usage,
)

Vectors = npt.NDArray[np.float32]
"""Shape (n, dimension), L2-normalised rows."""

Progress = Callable[[str, int, int], None]
"""Called as progress(stage, done, total); raises CancelledError when the work shall stop."""


class StopSignal(Protocol):
    """Tells running work that a person pressed stop. `threading.Event` satisfies it."""

    def is_set(self) -> bool: ...


# --- ingestion -----------------------------------------------------------------------------------


class Reader(Protocol):
    """Turns a file into text with layout."""

    media_types: tuple[str, ...]

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """Read a file.

        Args:
            path: where the bytes are. `name` is the file's name as the person knows it.
            progress: called with ("reading", pages done, pages in all).

        Raises:
            ReadingError: with the code that says why the file cannot be read.
            CancelledError: if progress asked for it.
        """
        ...


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it has an id. `section` is an index into the sections given to the chunker."""

    start: int
    end: int
    text: str
    kind: ChunkKind
    section: int


class TokenCounter(Protocol):
    """The part of an embedder that chunkers need."""

    @property
    def max_tokens(self) -> int:
        """Most tokens of text that one embedding may hold, special tokens excluded."""
        ...

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        """Per text an array of shape (tokens, 2): start and end of each token in code points."""
        ...


class Embedder(TokenCounter, Protocol):
    """Turns texts into vectors."""

    identity: str
    """Name and content hash of the model: vectors of different identities never mix."""

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension); texts over the limit are cut at it."""
        ...


@runtime_checkable
class StartingEmbedder(Embedder, Protocol):
    """An embedder that takes seconds to start; what knows early that it will be needed says so."""

    def start(self) -> None:
        """Load what many passages are embedded with, where that was not done. Safe for several
        threads.

        Raises:
            EmbedderError: if the model cannot be loaded.
        """
        ...


class Chunker(Protocol):
    """Cuts a document into chunks that never exceed `limit` tokens and cover all its prose."""

    def split(
        self,
        reading: Reading,
        sections: Sequence[Section],
        settings: CollectionSettings,
        embedder: Embedder,
        limit: int,
    ) -> list[ChunkDraft]:
        """Chunks in document order; `reading.text[start:end] == text` except for table rows."""
        ...


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a document names and states, for the graph of its collection.

    `mentions` are (entity id, chunk id, count); every entity has at least one mention or is the
    document's title.
    """

    entities: tuple[Entity, ...]
    mentions: tuple[tuple[str, str, int], ...]
    triples: tuple[Triple, ...]


class Extractor(Protocol):
    """Names entities and relations. The result depends on the document alone, never on others."""

    def extract(
        self, document: Document, sections: Sequence[Section], chunks: Sequence[Chunk]
    ) -> Extraction:
        """Entities, mentions and triples of one document, each in a fixed order."""
        ...


# --- records -------------------------------------------------------------------------------------


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


class Records(Protocol):
    """The truth. Safe for several threads and several processes; each call is one transaction.

    Readers see a document wholly or not at all. Unknown ids raise NotFoundError unless said
    otherwise; a full disk, a lock that does not free or damage raise StorageError.
    """

    # collections
    def collections(self) -> tuple[Collection, ...]:
        """All collections by name."""
        ...

    def collection(self, collection_id: str) -> Collection: ...

    def counts(self, collection_id: str) -> CollectionCounts: ...

    def create_collection(self, name: str, settings: CollectionSettings) -> Collection:
        """Raises NameTakenError if a collection of that name (case-folded, trimmed) exists."""
        ...

    def rename_collection(self, collection_id: str, name: str) -> Collection: ...

    def change_collection_settings(
        self, collection_id: str, settings: CollectionSettings
    ) -> Collection: ...

    def delete_collection(self, collection_id: str) -> Receipt: ...

    # documents
    def documents(self, collection_id: str) -> tuple[Document, ...]:
        """Visible documents, by title then id."""
        ...

    def document(self, document_id: str) -> Document: ...

    def find_documents(
        self, collection_id: str, *, name: str = "", sha256: str = ""
    ) -> tuple[Document, ...]:
        """The collection's documents of that name, of those bytes, or both; by id."""
        ...

    def uses_file(self, sha256: str) -> bool:
        """Whether a document or a job of any collection refers to a file of that hash."""
        ...

    def publish(self, bundles: Sequence[DocumentBundle], replaces: Sequence[str] = ()) -> int:
        """Make documents visible and remove those that they replace, in one transaction.

        Publishing a document that is there already (same id) replaces it. Returns the sequence
        number of the change log after it.

        Raises:
            NotFoundError: if the collection is gone (the job is then moot).
        """
        ...

    def delete_documents(self, document_ids: Sequence[str]) -> Receipt: ...

    def text(self, document_id: str, start: int = 0, end: int | None = None) -> str: ...

    def lines(self, document_id: str, start: int, end: int) -> tuple[Line, ...]:
        """The printed lines that the span touches, in reading order."""
        ...

    def sections(self, document_id: str) -> tuple[Section, ...]: ...

    # chunks and vectors
    def chunks(self, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
        """The chunks that exist; ids that are gone are left out."""
        ...

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        """The document's chunks by ordinal."""
        ...

    def vectors_of(self, document_id: str, embedding: str) -> tuple[tuple[str, ...], Vectors]:
        """Chunk ids by ordinal and their vectors under one embedding (possibly none)."""
        ...

    def store_vectors(
        self, document_id: str, embedding: str, vectors: Mapping[str, npt.NDArray[np.float16]]
    ) -> None:
        """Add vectors of a second embedding beside the live one (re-embedding)."""
        ...

    def activate_embedding(self, collection_id: str, embedding: str) -> int:
        """Switch the collection to another embedding, once every chunk has a vector of it.

        Drops the vectors of all others and all communities, edges between chunks and links, which
        were made from them; every document's graph is then stale. Logs `reembedded`, returns the
        sequence number.

        Raises:
            StorageError: if some chunk has no vector under it.
        """
        ...

    # graph
    def entities(self, collection_id: str) -> tuple[Entity, ...]: ...

    def mentions(self, collection_id: str) -> Iterator[tuple[str, str, int]]:
        """(entity id, chunk id, count), sorted."""
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

    def save_derived(self, collection_id: str, name: str, payload: bytes, sequence: int) -> None:
        """Keep something that was worked out from a collection as it was at a sequence number."""
        ...

    def load_derived(self, collection_id: str, name: str) -> tuple[bytes, int] | None:
        """What `save_derived` kept last, with its sequence number."""
        ...

    def edges(self, collection_id: str, kinds: Sequence[str] = ()) -> Iterator[Edge]:
        """Edges of the collection's documents, sorted by kind, source, target."""
        ...

    # change log
    def sequence(self) -> int:
        """Number of the last change."""
        ...

    def changes(self, after: int) -> tuple[Change, ...]:
        """Changes with a sequence number over `after`, in order."""
        ...

    # jobs
    def enqueue(
        self,
        *,
        kind: str,
        collection_id: str,
        name: str,
        sha256: str,
        size: int,
        media_type: str,
        key: str = "",
        replaces: Sequence[str] = (),
    ) -> Job: ...

    def reject(
        self, *, collection_id: str, name: str, size: int, code: str, reason: str, remedy: str
    ) -> Job:
        """A failed job of kind `refused` for a file that was not taken in, so that it is seen."""
        ...

    def jobs(self, collection_id: str | None = None) -> tuple[Job, ...]:
        """Jobs, oldest first."""
        ...

    def job(self, job_id: str) -> Job: ...

    def claim_job(self, worker: str, stale_after: float) -> Job | None:
        """Take the oldest queued job, or a running one whose heartbeat is older than `stale_after`
        seconds. Exactly one worker gets it. None if there is nothing to do."""
        ...

    def report_job(self, job_id: str, worker: str, stage: str, done: int, total: int) -> bool:
        """Record progress and a heartbeat; False if the job was cancelled or taken over."""
        ...

    def finish_job(
        self,
        job_id: str,
        worker: str,
        state: JobState,
        *,
        code: str = "",
        reason: str = "",
        remedy: str = "",
        document_id: str = "",
    ) -> None:
        """End a job; drops its checkpoints. Ignored when another worker has taken it over."""
        ...

    def request_cancel(self, job_id: str) -> None: ...

    def retry_job(self, job_id: str) -> Job:
        """Queue a failed or cancelled job again."""
        ...

    def dismiss_job(self, job_id: str) -> None:
        """Forget a finished, failed or cancelled job."""
        ...

    def save_checkpoint(self, job_id: str, name: str, payload: bytes) -> None: ...

    def load_checkpoint(self, job_id: str, name: str) -> bytes | None: ...

    # conversations, marks, settings
    def save_answer(
        self, answer_id: str, conversation_id: str, collection_id: str, title: str, payload: str
    ) -> None:
        """Store an answer (JSON); makes the conversation if it is new."""
        ...

    def answer(self, answer_id: str) -> str: ...

    def answers(self, conversation_id: str) -> tuple[str, ...]:
        """The conversation's answers as JSON, oldest first."""
        ...

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        """Newest first."""
        ...

    def delete_conversation(self, conversation_id: str) -> None: ...

    def save_mark(self, mark: Mark) -> None:
        """Set or (value 0) withdraw a mark; one per answer and chunk."""
        ...

    def marks(self, collection_id: str) -> tuple[Mark, ...]: ...

    def preference(self, name: str) -> str | None:
        """A workbench-wide setting that was changed on screen."""
        ...

    def set_preference(self, name: str, value: str) -> None: ...

    # moving to another store
    def bundle(self, document_id: str) -> DocumentBundle:
        """A document as it is now, as `publish` takes it: vectors of the live embedding, edges of
        its own but for links between documents; lists without an order of their own are sorted.

        Raises:
            StorageError: if a chunk has no vector.
        """
        ...

    def restore_collection(self, collection: Collection) -> None:
        """Make a collection with the id, time and settings that it has elsewhere; one that is
        there takes its name and settings. The embedding comes with the documents."""
        ...

    def preferences(self) -> dict[str, str]: ...

    # maintenance
    def check(self) -> tuple[Problem, ...]: ...

    def repair(self) -> tuple[Problem, ...]:
        """Mend what can be mended; returns what was mended."""
        ...

    def version(self) -> str:
        """Engine and schema version, for the status page."""
        ...

    def close(self) -> None: ...


# --- search --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One searchable thing: a chunk, or later a community's summary (another `space`)."""

    id: str
    space: str
    collection_id: str
    document_id: str
    media_type: str
    kind: str
    title: str
    path: str
    text: str
    vector: npt.NDArray[np.float16] | None


@dataclass(frozen=True, slots=True)
class TextSearch:
    """What `Index.search_text` is asked."""

    text: str
    k: int
    filters: Filters
    space: str = "chunk"


@dataclass(frozen=True, slots=True, eq=False)
class VectorSearch:
    """What `Index.search_vector` is asked. `vector` has shape (dimension,)."""

    vector: Vectors
    k: int
    filters: Filters
    space: str = "chunk"


Search = TextSearch | VectorSearch


@dataclass(frozen=True, slots=True)
class Searched:
    """What one of several searches found: its best entries, and its scores by id.

    `judged` are the ids that it was asked to score; to those without a score it gives none.
    """

    best: list[Scored]
    scores: dict[str, float]
    judged: frozenset[str]

    @classmethod
    def alone(cls, best: Sequence[Scored]) -> Searched:
        """Of a search that was asked for its own best alone."""
        scores = {each.chunk_id: each.score for each in best}
        return cls(list(best), scores, frozenset(scores))


class Index(Protocol):
    """The derived search index of all collections. It may lag behind the records, never lie.

    Rankings are by score, ties by id. Scores of `search_*` and `score_*` agree for the same query.
    """

    def catch_up(self, progress: Progress | None = None) -> int:
        """Replay the records' changes that are not in the index; returns the sequence reached."""
        ...

    def sequence(self) -> int:
        """The records' sequence number that searches see."""
        ...

    def search_text(
        self, collection_id: str, text: str, k: int, filters: Filters, space: str = "chunk"
    ) -> list[Scored]:
        """BM25 over text, title and heading path."""
        ...

    def score_text(
        self, collection_id: str, text: str, ids: Sequence[str], space: str = "chunk"
    ) -> dict[str, float]:
        """BM25 of given entries; entries that share no term with the text are absent."""
        ...

    def search_vector(
        self, collection_id: str, vector: Vectors, k: int, filters: Filters, space: str = "chunk"
    ) -> list[Scored]:
        """Cosine over the collection's live embedding. `vector` has shape (dimension,)."""
        ...

    def score_vector(
        self, collection_id: str, vector: Vectors, ids: Sequence[str], space: str = "chunk"
    ) -> dict[str, float]: ...

    def search_together(
        self, collection_id: str, searches: Sequence[Search], *, judged: bool = True
    ) -> list[Searched]:
        """Searches of one question, asked at once: one exchange with an index on a server.

        Each gives what `search_text` or `search_vector` gives and, with `judged`, its scores of
        everything that any of them found in its space, as `score_text` or `score_vector` gives
        them; otherwise the scores of its own best alone.
        """
        ...

    def score_together(
        self, collection_id: str, searches: Sequence[Search], ids: Sequence[str]
    ) -> list[dict[str, float]]:
        """Scores of given entries by each of several searches, asked at once; `k` and `filters` of
        the searches do not matter."""
        ...

    def ids(self, collection_id: str, space: str = "chunk") -> frozenset[str]: ...

    def check(self) -> tuple[Problem, ...]:
        """Compare with the records: what is missing, left over or different."""
        ...

    def repair(self, progress: Progress | None = None) -> tuple[Problem, ...]:
        """Make the index equal to the records; rebuilds what cannot be mended."""
        ...

    def size_bytes(self) -> int: ...

    def version(self) -> str: ...

    def close(self) -> None: ...


@runtime_checkable
class OnServer(Protocol):
    """Records or an index that live on a server, which may be away."""

    def status(self) -> ServiceStatus:
        """The server's version, what it holds, its health and what to do.

        Raises:
            StorageError: if it cannot be asked.
        """
        ...


# --- retrieval and answering ---------------------------------------------------------------------


class Retriever(Protocol):
    """One point of view on relevance. Raw scores; absent where it has nothing to say."""

    name: str

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The k best chunks, best first, ties by id."""
        ...

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Scores of given chunks, on the scale of `propose`."""
        ...


@runtime_checkable
class RetrieverOverIndex(Retriever, Protocol):
    """A retriever whose proposals are one search of the index, so that several may ask at once."""

    @property
    def index(self) -> Index: ...

    def search(self, query: Query, k: int) -> Search:
        """What `propose` asks the index; `score` is the score of the same search."""
        ...


Aspects = Mapping[str, Mapping[str, float]]
"""Further measurements of one retriever by name: scores by chunk id, absent where it has none."""


@runtime_checkable
class RetrieverWithAspects(Retriever, Protocol):
    """A retriever that can say more than one number; learned fusions may weigh each apart."""

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects: ...


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one retriever proposed and scored for one question.

    `proposed` is its own list, best first; `scores` holds every candidate that it could score.
    """

    retriever: str
    proposed: tuple[Scored, ...]
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Fused:
    """A candidate's final score and each retriever's share in it."""

    chunk_id: str
    score: float
    contributions: Mapping[str, float]


class Fusion(Protocol):
    """Turns several rankings of one question into one."""

    def fuse(self, query: Query, rankings: Sequence[Ranking]) -> list[Fused]:
        """All candidates, best first, ties by id."""
        ...


NO_SUBGRAPH = Subgraph()
NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a pipeline found before any answer is written, and the steps by which it found it."""

    hits: tuple[Hit, ...]
    index_version: int
    steps: tuple[Step, ...] = ()
    subgraph: Subgraph = NO_SUBGRAPH
    notices: tuple[str, ...] = ()
    """What a person should know of how it was found, for instance where it was searched."""


class Answerer(Protocol):
    """Writes an answer from evidence."""

    name: str
    """As shown on screen: `local reader`, or the model's name."""

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """Yields pieces of text as they come and, last, exactly one Draft with the whole.

        The pieces concatenate to the draft's text. When `stop` is set, the draft holds what there
        is so far.

        Raises:
            LanguageModelError: if a language model did not answer.
        """
        ...


class Pipeline(Protocol):
    """One way from a question to an answer."""

    name: str

    def retrieve(self, query: Query) -> Retrieval:
        """Evidence alone, top_k hits, best first."""
        ...

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieved first, then Steps and Tokens, Finished last."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat: role is system, user or assistant."""

    role: str
    content: str


Ending = Literal["complete", "length", "filtered", "stopped", "cut", "timeout"]
"""Why a completion ends: the model was done, reached its token limit, or its service withheld the
rest; a person stopped it; the connection broke; the time limit was reached."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The end of a stream: the whole text, what it cost and why it ends.

    `estimated` is True where the server did not report tokens and they were counted from the text.
    """

    text: str
    usage: Usage
    model: str
    ending: Ending = "complete"
    estimated: bool = False


class LanguageModel(Protocol):
    """A chat model behind an HTTP server."""

    name: str

    def models(self) -> tuple[str, ...]:
        """Names of the models that the server offers, sorted; empty if it cannot list them."""
        ...

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: StopSignal,
        schema: Mapping[str, object] | None = None,
    ) -> Iterator[str | Completion]:
        """Pieces of text, then one Completion. `schema` asks for JSON of that JSON Schema.

        Setting `stop` closes the connection; the completion then holds what had come. A broken
        connection or the time limit also ends in a completion once text has come, so that nothing
        received is lost; its `ending` says which.

        Raises:
            LanguageModelError: with a code, only while no text has come; rate limits are retried as
                the server asks, within the time limit, before that.
        """
        ...


class Embedders(Protocol):
    """Gives each collection the model that its vectors were made with."""

    def of(self, collection_id: str) -> Embedder:
        """The embedder of the collection's live vectors.

        Raises:
            EmbedderError: if it cannot be loaded.
        """
        ...

    def named(self, model: str) -> Embedder:
        """The embedder of a model name or folder; empty means the default of the settings."""
        ...


@dataclass(frozen=True, slots=True)
class Summary:
    """What a group of texts is about.

    `summarised_by` is `local` or the language model's name; `retry` says that the language model
    failed and a local summary stands in for it.
    """

    title: str
    text: str
    keywords: tuple[str, ...]
    summarised_by: str = "local"
    retry: bool = False


class Summariser(Protocol):
    """Says what groups of texts are about."""

    name: str
    """As kept with the summary: `local`, or the model's name."""

    def summarise(
        self, title: str, groups: Sequence[Sequence[Chunk]], stop: StopSignal
    ) -> tuple[Summary, ...]:
        """One bounded summary per group, in order.

        The result depends on the groups alone. It never raises because of what a language model or
        a document says; once `stop` is set, or the model fails, the rest is summarised locally.

        Args:
            title: what the groups are parts of: a document's title, or a collection's name.
            groups: all groups of it, each with its most central chunk first.
        """
        ...


class Rewriter(Protocol):
    """Makes a follow-up question stand alone."""

    def standalone(
        self, question: str, history: Sequence[Turn], stop: StopSignal | None = None
    ) -> str:
        """The question with what it leaves out filled in from the conversation.

        A question that stands alone comes back unchanged, and so does any once `stop` is set.

        Raises:
            LanguageModelError: if a language model did not answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that the evidence states, with the ids of the chunks that hold it."""

    text: str
    chunk_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subquery:
    """One query of a chain of thought.

    `name` is the thing that it asks about where that is known: a bridge that the evidence named,
    or a name of the question. `weight` in (0, 1] says how promising it is.
    """

    text: str
    name: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """What one query of a chain brought, best first."""

    query: Subquery
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Scratchpad:
    """What a chain of thought knows: facts, what was asked before, what came now, what is planned.

    `earlier` holds all searches before this step, oldest first; `new` those of this step.
    """

    question: str
    facts: tuple[Fact, ...]
    earlier: tuple[Found, ...]
    new: tuple[Found, ...]
    plan: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Steering:
    """What one look at the evidence gives. `plan` is what is still planned, None to leave it."""

    facts: tuple[Fact, ...]
    enough: bool
    missing: str
    queries: tuple[Subquery, ...]
    steered_by: str
    plan: tuple[str, ...] | None = None
    usage: Usage = NO_USAGE
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A question's more general form, what it wants to know, and two to four steps to it."""

    step_back: str
    intent: str
    steps: tuple[str, ...]
    planned_by: str
    usage: Usage = NO_USAGE
    notices: tuple[str, ...] = ()


class Steerer(Protocol):
    """Leads a chain of thought: reads what was found and says what to ask next.

    Neither verb raises because of what a language model or a document says; at most `tokens`
    tokens are spent by one call.
    """

    name: str
    """As shown on screen: `local rules`, or the model's name."""

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        """Steps for a question before anything was searched."""
        ...

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        """New facts of the new evidence, whether they suffice, and else the next queries.

        Facts name only chunks of the scratchpad's evidence.
        """
        ...


@dataclass(frozen=True, slots=True)
class ChosenSections:
    """Sections that are likely to hold what a question asks for, the likeliest first."""

    section_ids: tuple[str, ...]
    chosen_by: str
    usage: Usage = NO_USAGE
    notices: tuple[str, ...] = ()


class PathChooser(Protocol):
    """Chooses sections by their headings, as a person leafs through tables of contents.

    Never raises because of what a language model or a heading says.
    """

    name: str
    """As shown on screen: `local rules`, or the model's name."""

    def choose(
        self,
        question: str,
        sections: Sequence[tuple[str, Section]],
        most: int,
        stop: StopSignal,
    ) -> ChosenSections:
        """At most `most` of the sections; none if none fits.

        Args:
            sections: each with its document's title.
        """
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What retrievers and pipelines are built from. Made once, by the composition root."""

    settings: Settings
    records: Records
    index: Index
    embedders: Embedders
    answerer: Callable[[Query], Answerer]
    """The answer task that a query asks for (its option `answerer`, else the settings)."""
    rewriter: Callable[[Query], Rewriter]
    steerer: Callable[[Query], Steerer]
    """The task that leads a chain of thought, chosen as the answer task is."""
    path_chooser: Callable[[Query], PathChooser]
    """The task that chooses sections by their headings, chosen as the answer task is."""
