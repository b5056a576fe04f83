"""What programs are given: flat values with names instead of ids alone, pages counted from 1.

They are a contract of their own, so that a change inside does not change what programs read. They
have no slots: the SDK of the Model Context Protocol would take a slot for a default.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CollectionSummary:
    """A collection and how much it holds; `created` is in seconds since 1970, UTC."""

    id: str
    name: str
    documents: int
    pages: int
    passages: int
    bytes: int
    created: float


@dataclass(frozen=True)
class DocumentSummary:
    """A document that questions see; `name` is the file's, `key` an imported record's id."""

    id: str
    collection_id: str
    name: str
    title: str
    key: str
    media_type: str
    size: int
    pages: int
    passages: int
    version: int
    added: float
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class RetrieverShare:
    """What one retriever gave a passage: its rank (from 1) and raw score, and its part of the
    final score. Rank and raw score are null where it had nothing to say."""

    retriever: str
    rank: int | None
    raw: float | None
    contribution: float


@dataclass(frozen=True)
class FoundPassage:
    """A passage that was found. `start` and `end` are code points of the document's text."""

    passage_id: str
    document_id: str
    document: str
    title: str
    headings: tuple[str, ...]
    pages: tuple[int, ...]
    kind: str
    text: str
    start: int
    end: int
    score: float
    shares: tuple[RetrieverShare, ...]


@dataclass(frozen=True)
class SearchResult:
    """The passages of a question, best first."""

    question: str
    pipeline: str
    passages: tuple[FoundPassage, ...]


@dataclass(frozen=True)
class CitedPassage:
    """One reference of an answer: which passage, where it stands, and the words it rests on.

    `number` is the one that stands in brackets in the text. `verified` says whether the local
    check found in the passage what the citing sentence says.
    """

    number: int
    passage_id: str
    document_id: str
    document: str
    title: str
    page: int
    start: int
    end: int
    words: str
    verified: bool


@dataclass(frozen=True)
class CheckedSentence:
    """A sentence of an answer with the numbers of what it cites. `supported` is null where it
    claims nothing; `problem` says what is missing where it is false."""

    text: str
    citations: tuple[int, ...]
    supported: bool | None
    problem: str


@dataclass(frozen=True)
class QuotedRowSummary:
    """A row of a table: its label, the rows of a label alone that it stands under, and its cells as
    printed, one for each of the table's `columns`, "" where nothing is printed."""

    label: str
    group: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True)
class QuotedTableSummary:
    """Rows that an answer quotes as they stand, cut from the table that was read.

    `number` is that of the citations whose words they are. The first `asked` of the `columns` are
    those that the question means. `measure` is what all cells are in ("million USD"), empty where
    that differs or is not stated. `further_columns` and `further_rows` count what is left out.
    `markdown` is all of it as a table to show, with no live link or picture in it.
    """

    number: int
    title: str
    label_name: str
    measure: str
    columns: tuple[str, ...]
    asked: int
    rows: tuple[QuotedRowSummary, ...]
    further_columns: int
    further_rows: int
    markdown: str


@dataclass(frozen=True)
class CalculatedCell:
    """A cell that a figure was computed from: as printed, its number before the column's scale, the
    row's label, the column's header, the document with page (from 1), and the row and column in the
    table, from 1; column 0 is that of the labels. `[start, end)` is its span in the document."""

    text: str
    value: str
    label: str
    header: str
    document_id: str
    document: str
    page: int
    table_id: str
    row: int
    column: int
    start: int
    end: int


@dataclass(frozen=True)
class CalculationSummary:
    """How a figure was computed: `operation` is its name, `formula` the working (a SELECT where a
    language model wrote one). `value` times `scale` is what is meant, in `unit`."""

    operation: str
    value: str
    scale: str
    unit: str
    formula: str
    cells: tuple[CalculatedCell, ...]


@dataclass(frozen=True)
class OfferedQuestion:
    """One reading of a question that has several: `label` says it, `question` has it alone;
    `answer` is what it comes to, empty where that is not worked out yet."""

    label: str
    question: str
    answer: str


@dataclass(frozen=True)
class AnswerSummary:
    """An answer with its verdict: `calculated`, `direct`, `likely`, `closest` or `not_found`.

    `short` answers by itself in a line and may be empty; `text` is the whole answer with numbers
    in brackets; `tables` are the rows of tables that it quotes, `calculation` is how a figure was
    computed, null where none was. `answered_by` is `local reader` or
    the language model's name. `choices` are what the question could have meant, where no figure is
    given because that is open, or none is probable enough: ask one of them.
    """

    id: str
    question: str
    pipeline: str
    verdict: str
    verdict_words: str
    found: bool
    short: str
    text: str
    citations: tuple[CitedPassage, ...]
    sentences: tuple[CheckedSentence, ...]
    tables: tuple[QuotedTableSummary, ...]
    calculation: CalculationSummary | None
    passages: tuple[FoundPassage, ...]
    answered_by: str
    seconds: float
    notices: tuple[str, ...]
    choices: tuple[OfferedQuestion, ...]
    conversation_id: str


@dataclass(frozen=True)
class HeldPassage:
    """A passage held against a sentence: the words that come nearest, and what speaks against."""

    passage_id: str
    document_id: str
    document: str
    title: str
    page: int
    words: str
    supported: bool
    problem: str


@dataclass(frozen=True)
class SentenceReport:
    """Whether a collection bears a sentence out; null where the sentence claims nothing."""

    sentence: str
    supported: bool | None
    problem: str
    passages: tuple[HeldPassage, ...]
