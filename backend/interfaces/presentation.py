"""From the workbench's values to those that programs are given."""

from __future__ import annotations

from collections.abc import Mapping

from backend.errors import NotFoundError
from backend.evidence.bundle import inert_line
from backend.evidence.quoted_text import as_markdown
from backend.interfaces.values import (
    AnswerSummary,
    CalculatedCell,
    CalculationSummary,
    CheckedSentence,
    CitedPassage,
    CollectionSummary,
    DocumentSummary,
    FoundPassage,
    HeldPassage,
    OfferedQuestion,
    QuotedRowSummary,
    QuotedTableSummary,
    RetrieverShare,
    SearchResult,
    SentenceReport,
)
from backend.types import (
    Answer,
    Citation,
    ClaimCheck,
    Collection,
    Document,
    Hit,
    QuotedTable,
)
from backend.workbench import Workbench

GONE = "(no longer in the library)"


def collection_summary(workbench: Workbench, collection: Collection) -> CollectionSummary:
    """A collection with its sizes."""
    counts = workbench.library.counts(collection.id)
    return CollectionSummary(
        id=collection.id,
        name=collection.name,
        documents=counts.documents,
        pages=counts.pages,
        passages=counts.chunks,
        bytes=counts.bytes,
        created=collection.created,
    )


def document_summary(document: Document) -> DocumentSummary:
    """A document without its pages' sizes and metadata."""
    return DocumentSummary(
        id=document.id,
        collection_id=document.collection_id,
        name=document.name,
        title=document.title,
        key=document.key,
        media_type=document.media_type,
        size=document.size,
        pages=document.pages,
        passages=document.chunks,
        version=document.version,
        added=document.added,
        warnings=document.warnings,
    )


class Naming:
    """Documents by id, each looked up once; one that was deleted meanwhile keeps a stand-in."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._known: dict[str, Document | None] = {}

    def document(self, document_id: str) -> Document | None:
        """The document, None if it is gone."""
        if document_id not in self._known:
            try:
                self._known[document_id] = self._workbench.library.document(document_id)
            except NotFoundError:
                self._known[document_id] = None
        return self._known[document_id]

    def name(self, document_id: str) -> str:
        """The key of an imported record, else the file's name."""
        document = self.document(document_id)
        return (document.key or document.name) if document else GONE

    def title(self, document_id: str) -> str:
        """The document's title."""
        document = self.document(document_id)
        return document.title if document else GONE

    def words(self, document_id: str, start: int, end: int) -> str:
        """A span of the document's text with single blanks; empty if it is gone."""
        if self.document(document_id) is None:
            return ""
        return " ".join(self._workbench.library.document_text(document_id, start, end).split())


def found_passage(hit: Hit, naming: Naming) -> FoundPassage:
    """A passage with every retriever's share."""
    chunk = hit.chunk
    return FoundPassage(
        passage_id=chunk.id,
        document_id=chunk.document_id,
        document=naming.name(chunk.document_id),
        title=naming.title(chunk.document_id),
        headings=chunk.path,
        pages=tuple(page + 1 for page in chunk.pages),
        kind=chunk.kind,
        text=chunk.text,
        start=chunk.start,
        end=chunk.end,
        score=hit.score,
        shares=tuple(
            RetrieverShare(signal.retriever, signal.rank, signal.raw, signal.contribution)
            for signal in hit.signals
        ),
    )


def search_result(
    question: str, pipeline: str, hits: tuple[Hit, ...], naming: Naming
) -> SearchResult:
    """What a search found."""
    return SearchResult(question, pipeline, tuple(found_passage(hit, naming) for hit in hits))


def cited_passage(citation: Citation, naming: Naming) -> CitedPassage:
    """A reference of an answer with the words that it rests on."""
    return CitedPassage(
        number=citation.number,
        passage_id=citation.chunk_id,
        document_id=citation.document_id,
        document=naming.name(citation.document_id),
        title=naming.title(citation.document_id),
        page=citation.page + 1,
        start=citation.start,
        end=citation.end,
        words=naming.words(citation.document_id, citation.start, citation.end),
        verified=citation.verified,
    )


def quoted_table(number: int, table: QuotedTable) -> QuotedTableSummary:
    """Quoted rows as values, and as a table of Markdown."""
    return QuotedTableSummary(
        number=number,
        title=table.title,
        label_name=table.label_name,
        measure=table.measure,
        columns=table.heads,
        asked=table.asked,
        rows=tuple(QuotedRowSummary(row.label, row.group, row.cells) for row in table.rows),
        further_columns=table.further,
        further_rows=table.more_rows,
        markdown="\n".join(as_markdown(table, inert_line)),
    )


def calculation_of(answer: Answer, naming: Naming) -> CalculationSummary | None:
    """How the figure of an answer was computed, with its cells; None where none was."""
    made = answer.calculation
    if made is None:
        return None
    return CalculationSummary(
        operation=made.operation.value,
        value=f"{made.value:f}",
        scale=f"{made.scale:f}",
        unit=made.unit,
        formula=made.formula,
        cells=tuple(
            CalculatedCell(
                text=operand.text,
                value=f"{operand.value:f}",
                label=operand.label,
                header=operand.header,
                document_id=operand.document_id,
                document=naming.name(operand.document_id),
                page=operand.page + 1,
                table_id=operand.table_id,
                row=operand.row + 1,
                column=operand.column + 1,
                start=operand.start,
                end=operand.end,
            )
            for operand in made.operands
        ),
    )


def answer_summary(
    answer: Answer, naming: Naming, tables: Mapping[int, QuotedTable]
) -> AnswerSummary:
    """An answer with its citations.

    Args:
        tables: the rows that it quotes as they stand, by the passage's number.
    """
    return AnswerSummary(
        id=answer.id,
        question=answer.question,
        pipeline=answer.pipeline,
        verdict=answer.verdict.value,
        verdict_words=answer.verdict.words,
        found=answer.found,
        short=answer.short,
        text=answer.text,
        citations=tuple(cited_passage(citation, naming) for citation in answer.citations),
        sentences=tuple(
            CheckedSentence(sentence.text, sentence.citations, sentence.supported, sentence.problem)
            for sentence in answer.sentences
        ),
        tables=tuple(quoted_table(number, table) for number, table in tables.items()),
        calculation=calculation_of(answer, naming),
        passages=tuple(found_passage(hit, naming) for hit in answer.hits),
        answered_by=answer.answered_by,
        seconds=answer.usage.seconds,
        notices=answer.notices,
        choices=offered_questions(answer),
        conversation_id=answer.conversation_id,
    )


def offered_questions(answer: Answer) -> tuple[OfferedQuestion, ...]:
    """What the question could have meant, as questions to ask."""
    return tuple(
        OfferedQuestion(choice.label, choice.question, choice.answer) for choice in answer.choices
    )


def sentence_report(check: ClaimCheck, naming: Naming) -> SentenceReport:
    """A checked sentence with the passages that it was held against."""
    return SentenceReport(
        sentence=check.sentence,
        supported=check.supported,
        problem=check.problem,
        passages=tuple(
            HeldPassage(
                passage_id=finding.hit.chunk.id,
                document_id=finding.hit.chunk.document_id,
                document=naming.name(finding.hit.chunk.document_id),
                title=naming.title(finding.hit.chunk.document_id),
                page=finding.page + 1,
                words=naming.words(finding.hit.chunk.document_id, finding.start, finding.end),
                supported=finding.supported,
                problem=finding.problem,
            )
            for finding in check.findings
        ),
    )
