"""The frozen values that all layers exchange.

Conventions that hold everywhere:

- pages are counted from 0 (screens add 1); ranks are counted from 1;
- offsets are in Unicode code points of the document's text, half open `[start, end)`;
- boxes are in PDF points, origin at the top left of the page;
- scores compare only within one retriever and one question.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

BlockKind = Literal["heading", "paragraph", "list", "table"]
ChunkKind = Literal["prose", "table", "table_row"]
EdgeKind = Literal[
    "NEXT",
    "SIMILAR_TO",
    "HAS_SECTION",
    "HAS_CHUNK",
    "CITES",
    "RELATES_TO",
    "IN_COMMUNITY",
    "HAS_COMMUNITY",
    "COMM_SIMILAR_TO",
    "DOC_SIMILAR_TO",
]

# --- what a reader returns -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageSize:
    """Width and height of a page in points, as it is shown (rotation applied)."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line: the span of the document's text that it holds, and where it stands."""

    start: int
    end: int
    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list or table in reading order. `level` is 1.. for headings, else 0."""

    kind: BlockKind
    start: int
    end: int
    page: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table: its span in the document's text and its cells (first cell: the label)."""

    start: int
    end: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its header. `title` is the nearest heading or caption above it, or empty."""

    start: int
    end: int
    page: int
    title: str
    header: tuple[str, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as text with its layout: everything that ingestion needs to know of a file.

    `text` is the whole document in reading order, blocks separated by blank lines. `page_starts[p]`
    is the offset at which page p begins; text files without pages have one page and no lines'
    boxes.
    """

    text: str
    title: str
    page_sizes: tuple[PageSize, ...]
    page_starts: tuple[int, ...]
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    lines: tuple[Line, ...]
    metadata: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


# --- what the records hold -----------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True)
class Collection:
    """A named set of documents. `embedding` is the identity of the model whose vectors are live."""

    id: str
    name: str
    created: float
    settings: CollectionSettings
    embedding: str = ""


@dataclass(frozen=True, slots=True)
class CollectionCounts:
    """Sizes of a collection as the header of every page shows them."""

    documents: int
    pages: int
    chunks: int
    bytes: int


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
    ("Net revenue — Q1 2023: 17,846") and its span is the row's line in the document.
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


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing that documents name. `aliases` are the other forms that were seen."""

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """A typed relation between two entities, with the chunk that states it."""

    subject: str
    predicate: str
    object: str
    chunk_id: str


@dataclass(frozen=True, slots=True)
class Community:
    """A group of chunks of one document that belong together, the most central chunk first.

    `summarised_by` is `local`, or the language model's name. `retry` marks a summary that was made
    locally because the language model that should have written it failed.
    """

    id: str
    document_id: str
    chunk_ids: tuple[str, ...]
    title: str
    summary: str
    keywords: tuple[str, ...]
    summarised_by: str = "local"
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Theme:
    """Communities of a collection that belong together, the most central first.

    `level` counts from 1, the lowest; `parent_id` is the theme of the next level that holds this
    one, empty at the top.
    """

    id: str
    level: int
    parent_id: str
    title: str
    summary: str
    keywords: tuple[str, ...]
    community_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThemeTree:
    """All themes of a collection, the lowest level first, the largest of each level first.

    `stale` says that the collection has changed since.
    """

    themes: tuple[Theme, ...] = ()
    stale: bool = False

    @property
    def top(self) -> tuple[Theme, ...]:
        """The themes of the highest level."""
        return tuple(each for each in self.themes if not each.parent_id)


@dataclass(frozen=True, slots=True)
class Edge:
    """A weighted, typed link between two nodes of the graph, named by their ids."""

    source: str
    target: str
    kind: EdgeKind
    weight: float


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


class JobState(StrEnum):
    """Where a file stands on its way into a collection."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Job:
    """One file on its way in. `stage` names the step ("reading", "embedding" …), `done` of `total`.

    `reason` and `remedy` say why it failed and what to do; `code` is the reading error's code.
    `replaces` are the documents that go when this one is ready; `key` makes a kept copy distinct.
    """

    id: str
    kind: str
    collection_id: str
    name: str
    sha256: str
    size: int
    media_type: str
    state: JobState
    stage: str
    done: int
    total: int
    created: float
    started: float
    finished: float
    heartbeat: float
    attempts: int
    code: str = ""
    reason: str = ""
    remedy: str = ""
    document_id: str = ""
    key: str = ""
    replaces: tuple[str, ...] = ()
    cancel_requested: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A person's judgement: of a whole answer (`chunk_id` empty) or of one passage. value is
    +1/-1.
    """

    collection_id: str
    answer_id: str
    question: str
    chunk_id: str
    value: int
    at: float


@dataclass(frozen=True, slots=True)
class Conversation:
    """A thread of questions in one collection."""

    id: str
    collection_id: str
    title: str
    created: float
    updated: float


# --- asking --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Filters:
    """What a question is restricted to; an empty tuple (None for chunks) restricts nothing."""

    document_ids: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    chunk_ids: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation with its answer's text.

    `document_ids` are the documents that the answer cites, the most cited first.
    """

    question: str
    answer: str
    document_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A question with everything that decides its answer.

    `options` are the pipeline's own settings by name (for instance `{"fusion": "convex",
    "alpha": "0.5"}`), kept as strings so that a bundle can repeat them exactly.
    """

    text: str
    collection_id: str
    top_k: int = 5
    filters: Filters = Filters()
    history: tuple[Turn, ...] = ()
    options: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk with one retriever's raw score."""

    chunk_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Signal:
    """What one retriever gave one chunk, and what that was worth in the final score.

    `rank` and `raw` are None where the retriever had nothing to say about the chunk. The
    contributions of a hit's signals sum to its score for additive fusions.
    """

    retriever: str
    rank: int | None
    raw: float | None
    standardised: float | None
    contribution: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved chunk with its final score and every retriever's signal."""

    chunk: Chunk
    score: float
    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """One reference of the answer. `start` and `end` are offsets of the cited span in the document.

    `verified` says whether the local support check found the citing sentence's claims in the chunk.
    """

    number: int
    chunk_id: str
    document_id: str
    page: int
    start: int
    end: int
    verified: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the answer with its span in the answer's text and the citations it rests on.

    `supported` is None for sentences that claim nothing (for instance "I did not find this");
    `problem` says in words what is missing where it is False.
    """

    text: str
    start: int
    end: int
    citations: tuple[int, ...]
    supported: bool | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a question cost: tokens, money in the currency of the price setting, wall seconds."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost + other.cost,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the trace: what was done, in words, its numbers and the chunks it touched."""

    name: str
    summary: str
    seconds: float
    detail: dict[str, str] = field(default_factory=dict)
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subgraph:
    """The neighbourhood shown beside an answer: node ids with kind and label, and their edges."""

    nodes: tuple[tuple[str, str, str], ...] = ()
    edges: tuple[Edge, ...] = ()


LOCAL_READER = "local reader"
"""What `Answer.answered_by` says where no language model was used."""


class Verdict(StrEnum):
    """How sure an answer is of itself. For the local reader the first two are calibrated on
    training questions whose documents were held out."""

    DIRECT = "direct"
    """The first line answers: right about nine times in ten."""
    LIKELY = "likely"
    """The first line probably answers: right about six times in ten."""
    CLOSEST = "closest"
    """What comes nearest is shown; whether it answers is open."""
    NOT_FOUND = "not_found"
    """The best passages do not hold it."""

    @property
    def words(self) -> str:
        """How a person reads it."""
        return _VERDICT_WORDS[self]

    def agreeing_with(self, found: bool) -> Verdict:
        """The verdict itself, or the weakest change of it that agrees with `found`."""
        if found:
            return self if self in _ANSWERED else Verdict.LIKELY
        return Verdict.NOT_FOUND if self in _ANSWERED else self


_ANSWERED = frozenset([Verdict.DIRECT, Verdict.LIKELY])
_VERDICT_WORDS = {
    Verdict.DIRECT: "Direct answer",
    Verdict.LIKELY: "Likely",
    Verdict.CLOSEST: "Closest passages",
    Verdict.NOT_FOUND: "Not found",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer with its whole provenance.

    `found` is False when the documents do not seem to hold the answer; `verdict` says how sure
    that is, and always agrees with it: an answer that was stored before there were verdicts is
    likely, or not found. `short` is the first line, which answers by itself: a phrase, a number
    with its unit, a name, a date, yes or no with the sentence that decides it, or the clause that
    gives the reason; empty where there is no such line. `answered_by` is `local reader` or the
    language model's name.
    """

    id: str
    question: str
    pipeline: str
    text: str
    short: str
    found: bool
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    hits: tuple[Hit, ...]
    steps: tuple[Step, ...]
    usage: Usage
    answered_by: str
    settings: dict[str, str]
    index_version: int
    at: float
    collection_id: str = ""
    conversation_id: str = ""
    subgraph: Subgraph = Subgraph()
    notices: tuple[str, ...] = ()
    stopped: bool = False
    verdict: Verdict = Verdict.LIKELY

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", self.verdict.agreeing_with(self.found))


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Event: the evidence is there."""

    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """Event: more text of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Event: the answer is complete."""

    answer: Answer


Event = Retrieved | Step | Token | Finished


@dataclass(frozen=True, slots=True)
class Draft:
    """What an answer task hands back: the text, and its claims as (start, end, hit numbers).

    Hit numbers count from 1 in the order of the evidence. `spans` narrows a citation to the
    verbatim span it rests on: (hit number, document start, document end). `short`, `found` and
    `verdict` are those of `Answer`.
    """

    text: str
    short: str
    found: bool
    sentences: tuple[tuple[int, int, tuple[int, ...]], ...]
    spans: tuple[tuple[int, int, int], ...]
    usage: Usage
    answered_by: str
    notices: tuple[str, ...] = ()
    verdict: Verdict = Verdict.LIKELY

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", self.verdict.agreeing_with(self.found))


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding of `check`: what is wrong, where, and whether `repair` mends it."""

    where: str
    what: str
    repairable: bool


# --- what the screens ask for ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UploadCheck:
    """What adding a file would mean, and which documents it concerns."""

    verdict: Literal["new", "same_bytes", "new_version"]
    sha256: str
    existing: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as a person sees it. `fraction` is 0..1 over all stages; `seconds_left` None if
    unknown.
    """

    job: Job
    fraction: float
    seconds_left: float | None
    label: str


@dataclass(frozen=True, slots=True)
class OptionCard:
    """One option of a pipeline that the screen offers: `choices` empty means a number."""

    name: str
    label: str
    help: str
    default: str
    choices: tuple[str, ...] = ()
    minimum: float = 0.0
    maximum: float = 1.0
    step: float = 0.05


@dataclass(frozen=True, slots=True)
class PipelineCard:
    """A pipeline as the picker shows it."""

    name: str
    title: str
    hint: str
    icon: str
    options: tuple[OptionCard, ...] = ()


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as PNG with its size in pixels, and the boxes to mark in pixels of that image."""

    png: bytes
    width: int
    height: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class NamingEstimate:
    """What naming things with a language model costs before it is done.

    `cached` passages were read by this model before and cost nothing.
    """

    model: str
    passages: int
    cached: int
    requests: int
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean over questions with the bounds of its 95 % interval, all in [0, 1]."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TuningReport:
    """What came of one training of a collection's own weights.

    `measures` are (name, before, after) on questions that the weights had not seen; `difference` is
    that of the first measure. `importance` says by retriever how much the first measure loses when
    its scores are shuffled among the passages of each question, the largest first.
    """

    questions: int
    measures: tuple[tuple[str, Measure, Measure], ...]
    difference: Measure
    importance: tuple[tuple[str, Measure], ...]
    kept: bool
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class TuningState:
    """What a collection could learn from, and what it has learned.

    `questions` are those that can be used, of at least `least`. `own_weights` says whether its
    questions are ranked by its own weights now; `outdated` that it has some that no longer fit the
    program.
    """

    questions: int
    least: int
    from_marks: int
    from_sets: int
    contradicted: int
    gone: int
    only_unhelpful: int
    unresolved: tuple[str, ...]
    set_name: str
    own_weights: bool
    outdated: bool
    report: TuningReport | None


# --- the graph of a collection --------------------------------------------------------------------

GraphNodeKind = Literal["document", "community", "chunk", "entity"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node of a collection's graph. `document_id` is empty for entities: documents share them."""

    id: str
    kind: GraphNodeKind
    label: str
    document_id: str = ""


@dataclass(frozen=True, slots=True)
class CollectionGraph:
    """Nodes sorted by kind and id, edges by kind, source and target; each edge joins two nodes."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphFilter:
    """What of a graph is to be drawn; empty tuples and texts restrict nothing.

    `least_weight` holds for edges of likeness. `text` keeps what matches it with its neighbours,
    `focus` a node with what is within `hops` of it. At most `most` nodes are drawn.
    """

    kinds: tuple[GraphNodeKind, ...] = ("document", "community")
    edge_kinds: tuple[EdgeKind, ...] = ()
    least_weight: float = 0.0
    document_ids: tuple[str, ...] = ()
    text: str = ""
    focus: str = ""
    hops: int = 1
    most: int = 60


@dataclass(frozen=True, slots=True)
class GraphOverview:
    """The part of a graph that is drawn, and of how many nodes and edges it is a part.

    `matches` are the nodes that the text found. `reason` says why there is nothing to see, or what
    is missing; empty if all is well.
    """

    graph: CollectionGraph = CollectionGraph()
    nodes_in_all: int = 0
    edges_in_all: int = 0
    matches: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LinkLikeness:
    """How near the groups of a collection stand to those of other documents.

    `linked` of `groups` have a link at the least likeness `threshold` of the settings. `median` is
    the cosine that half of the groups reach to their nearest group of another document, `highest`
    the largest of all; both are 0 where there is no other document.
    """

    groups: int
    linked: int
    threshold: float
    median: float
    highest: float


@dataclass(frozen=True, slots=True)
class GraphNodeDetails:
    """A node with its text and its links, the strongest first, each with the node at the other end.

    `chunk` is the passage itself, or the most central one of a community; None for others.
    """

    node: GraphNode
    text: str
    facts: tuple[str, ...]
    links: tuple[tuple[Edge, GraphNode], ...]
    chunk: Chunk | None = None
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphMeasure:
    """One number about a graph. `value` is None where it is not defined; `sentence` explains it."""

    name: str
    value: float | None
    sentence: str


@dataclass(frozen=True, slots=True)
class GraphRanking:
    """A number per node, and the nodes where it is largest with their value."""

    name: str
    sentence: str
    values: tuple[float, ...]
    top: tuple[tuple[GraphNode, float], ...]


@dataclass(frozen=True, slots=True)
class GraphStatistics:
    """Numbers about one level of a graph: its passages, or its groups of passages."""

    nodes: int
    edges: int
    measures: tuple[GraphMeasure, ...] = ()
    rankings: tuple[GraphRanking, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """Health of one part of the workbench; `remedy` says what to do."""

    name: str
    state: Literal["ok", "warning", "failed", "off"]
    summary: str
    detail: dict[str, str] = field(default_factory=dict)
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """Everything on the status page. `disk` maps a part of the library to its bytes."""

    services: tuple[ServiceStatus, ...]
    disk: dict[str, int]
    versions: dict[str, str]
    jobs: tuple[JobView, ...]
    latencies: tuple[tuple[str, float], ...]
    """(pipeline, seconds) of the latest questions, newest first."""
