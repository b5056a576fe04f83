"""A scripted workbench over invented values, for tests of the screens alone."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from backend.errors import LanguageModelError, NotFoundError, QuestionError, WorkbenchError
from backend.services.guarded import SERVICES
from backend.types import (
    Answer,
    Box,
    Briefing,
    CheckedQuestion,
    Chunk,
    Citation,
    Collection,
    CollectionCounts,
    CollectionGraph,
    CollectionSettings,
    Conversation,
    Definition,
    Document,
    Edge,
    GraphFilter,
    GraphNode,
    GraphNodeDetails,
    GraphOverview,
    Hit,
    Job,
    JobState,
    JobView,
    LinkLikeness,
    Options,
    PageImage,
    PageSize,
    PassageSubject,
    PipelineCard,
    Problem,
    Query,
    QuestionSetCard,
    Quotation,
    QuotedRow,
    QuotedTable,
    Receipt,
    Role,
    Sentence,
    ServiceStatus,
    Signal,
    StatedFact,
    StatedFacts,
    Status,
    Step,
    StoredTable,
    TableDescription,
    UploadCheck,
    Usage,
    Waiting,
    option,
)

HOSTILE = "<script>alert(1)</script> $5 to $6 :smile: **bold** [link](http://evil.example)"
NOW = 1_795_000_000.0
QUESTION = "Why did PepsiCo raise its full-year 2023 guidance, and by how much?"
PASSAGES = (
    (
        "d0",
        "PepsiCo Q1 2023 earnings",
        0,
        "Chairman’s statement",
        "“We are very pleased with our performance and business momentum as our categories and "
        "geographies remained resilient during the first quarter. Given our strong start to the "
        "year, we now expect our full-year 2023 organic revenue to increase 8 percent (previously "
        "6 percent) and core constant currency EPS to increase 9 percent (previously 8 percent).”",
    ),
    (
        "d0",
        "PepsiCo Q1 2023 earnings",
        2,
        "Guidance and outlook",
        "The Company provides guidance on a non-GAAP basis as we cannot predict certain elements "
        "which are included in reported GAAP results. For fiscal year 2023, the Company now "
        "expects to deliver 8 percent organic revenue growth (previously 6 percent), and 9 percent "
        "core constant currency EPS growth (previously 8 percent), or $7.27 against $7.20.",
    ),
    (
        "d0",
        "PepsiCo Q1 2023 earnings",
        0,
        "First-quarter highlights",
        "Our results demonstrate that the investments we have made to become an even Faster, even "
        "Stronger, and even Better organization by Winning with pep+ are working.",
    ),
    (
        "d1",
        HOSTILE,
        1,
        "Notes * and _ marks #1",
        "Organic revenue leaves out foreign exchange, acquisitions and the 53rd week. It cost "
        "$5 to $6 :smile: <b>bold</b> and ~10 `code` [x](y) -- as it is.",
    ),
    (
        "d2",
        "Notes of the meeting",
        0,
        "Agenda",
        "The board met on 3 May 2023 and approved the dividend.",
    ),
)
RETRIEVERS = ("dense", "lexical")
ROW = QuotedRow("Apples", (), ("1,150",))


def _chunk(number: int) -> Chunk:
    document, title, page, section, text = PASSAGES[number]
    start = 1000 * number
    return Chunk(
        id=f"c{number}",
        document_id=document,
        section_id="s",
        ordinal=number,
        text=text,
        start=start,
        end=start + len(text),
        pages=(page,),
        kind="prose",
        title=title,
        path=(section,),
    )


def _hits() -> tuple[Hit, ...]:
    scores = (0.94, 0.91, 0.78, 0.55, 0.31)
    hits = []
    for number, score in enumerate(scores):
        shares = (0.58, 0.42) if number % 2 == 0 else (0.4, 0.6)
        signals = tuple(
            Signal(name, (number + offset) % 5 + 1, 9.3 * share, share, score * share)
            for offset, (name, share) in enumerate(zip(RETRIEVERS, shares, strict=True))
        )
        hits.append(Hit(_chunk(number), score, signals))
    return tuple(hits)


TEXT = (
    "PepsiCo raised its 2023 guidance because the year began more strongly than planned [1]: its "
    "chairman cites business momentum and categories and geographies that “remained resilient” in "
    "the first quarter. [1][3]\n\nOrganic revenue is now expected to grow 8 percent instead of 6, "
    "and core constant currency EPS 9 percent instead of 8 [1][2], that is, two and one percentage "
    "points more. Both measures leave out foreign exchange, acquisitions and the 53rd week. [4]"
)


def make_answer(question: str = QUESTION, conversation: str = "k", **changes: object) -> Answer:
    """A finished answer of three sentences, all supported."""
    ends = [TEXT.index(" [1][3]"), TEXT.index(" Both"), TEXT.index(" [4]")]
    starts = [0, TEXT.index("Organic"), TEXT.index("Both")]
    cited = ((1, 3), (1, 2), (4,))
    sentences = tuple(
        Sentence(TEXT[start:end], start, end, numbers, True)
        for start, end, numbers in zip(starts, ends, cited, strict=True)
    )
    spans = {1: (152, 330), 2: (128, 297), 3: (0, 60), 4: (0, 77)}
    citations = tuple(
        Citation(
            number=number,
            chunk_id=f"c{number - 1}",
            document_id=PASSAGES[number - 1][0],
            page=PASSAGES[number - 1][2],
            start=1000 * (number - 1) + span[0],
            end=1000 * (number - 1) + span[1],
            verified=True,
        )
        for number, span in spans.items()
    )
    steps = (
        Step(
            "lexical search", "50 passages share words with the question.", 0.004, {"best": "14.2"}
        ),
        Step("dense search", "50 passages are close in meaning.", 0.012, {"best": "0.71"}),
        Step("fusion", "Two lists became one.", 0.001, {"rule": "reciprocal rank"}, ("c0", "c1")),
        Step("answer", "Four sentences were chosen.", 1.2, {}, ("c0", "c1", "c2", "c3")),
    )
    made = Answer(
        id=uuid.uuid4().hex,
        question=question,
        pipeline="naive",
        text=TEXT,
        short="",
        found=True,
        sentences=sentences,
        citations=citations,
        hits=_hits(),
        steps=steps,
        usage=Usage(seconds=1.4),
        answered_by="local reader",
        settings={},
        index_version=42,
        at=NOW,
        conversation_id=conversation,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class StandInOptions(Options):
    """The options of the stand-in's first pipeline."""

    pipeline = "naive"

    fusion: str = option("rank", "How they are joined", "", choices=("rank", "convex"))
    alpha: float = option(0.5, "Weight of meaning", "")


@dataclass
class StandInAsking:
    """A request that brings its answer over some seconds, or at once."""

    query: Query
    pipeline: str
    conversation_id: str
    whole: Answer
    failure: WorkbenchError | None = None
    seconds: float = 0.0
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    started: float = field(default_factory=time.time)
    stopped: bool = False
    kept: bool = False
    keep: object = None
    place: Waiting | None = None

    @property
    def _part(self) -> float:
        return 1.0 if not self.seconds else min(1.0, (time.time() - self.started) / self.seconds)

    @property
    def text(self) -> str:
        return "" if self.failure else self.whole.text[: int(self._part * len(self.whole.text))]

    @property
    def hits(self) -> tuple[Hit, ...]:
        return self.whole.hits if self._part > 0.1 else ()

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.whole.steps[:3]

    @property
    def waiting(self) -> Waiting | None:
        return self.place

    @property
    def done(self) -> bool:
        finished = self._part >= 1.0 or self.stopped
        if finished and not self.kept and self.failure is None:
            self.kept = True
            self.keep(self.whole)  # type: ignore[operator]
        return finished

    @property
    def answer(self) -> Answer | None:
        return self.whole if self.done and not self.failure else None

    @property
    def error(self) -> WorkbenchError | None:
        return self.failure if self._part >= 1.0 else None

    def stop(self) -> None:
        self.stopped = True
        self.whole = replace(self.whole, text=self.text, stopped=True)


def make_document(identifier: str, title: str, **changes: object) -> Document:
    """A document of the invented collection."""
    made = Document(
        id=identifier,
        collection_id="a",
        name=f"{title[:30]}.pdf",
        title=title,
        media_type="application/pdf",
        sha256=hashlib.sha256(title.encode()).hexdigest(),
        size=781_000,
        pages=16,
        chunks=86,
        version=1,
        added=NOW - 86_400,
        page_sizes=(PageSize(612, 792),) * 16,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def make_job(identifier: str, name: str, state: JobState, **changes: object) -> Job:
    """A job of the invented collection."""
    made = Job(
        id=identifier,
        kind="add",
        collection_id="a",
        name=name,
        sha256="0" * 64,
        size=1_000_000,
        media_type="application/pdf",
        state=state,
        stage="",
        done=0,
        total=0,
        created=NOW,
        started=NOW,
        finished=0.0,
        heartbeat=NOW + 12,
        attempts=1,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


class StandInWorkbench:
    """The verbs of the workbench and of all its services, over lists that a test fills."""

    def __getattr__(self, name: str) -> StandInWorkbench:
        if name in SERVICES:
            return self
        raise AttributeError(f"The stand-in has no {name}; expected a verb of a service.")

    def __init__(self, *, empty: bool = False) -> None:
        self.failure: WorkbenchError | None = None
        self.seconds = 0.0
        self.place: Waiting | None = None
        self.running: StandInAsking | None = None
        self.computed_rows: QuotedTable | None = None
        self.asked: list[tuple[Query, str, str]] = []
        self.added: list[tuple[str, str]] = []
        self.deleted: list[str] = []
        self.holding = 0
        self.redacted_for: list[tuple[str, ...]] = []
        self.retried: list[tuple[str, str | None]] = []
        self.read_anew: list[tuple[str, str]] = []
        self.earlier: list[str] = []
        self.kept_in_sets: list[tuple[str, str]] = []
        self.given_marks: dict[str, int] = {}
        self.drawn_ahead: list[tuple[str, int]] = []
        self.made_briefing: Briefing | None = None
        self.answers: dict[str, list[Answer]] = {}
        self.definitions: dict[str, tuple[Definition, ...]] = {}
        self.subjects: dict[str, tuple[PassageSubject, ...]] = {}
        self.stored_tables: dict[str, StoredTable] = {}
        self.table_descriptions: dict[str, TableDescription] = {}
        self.job_views: list[JobView] = []
        self.check_result = UploadCheck("new", "9f2c" + "0" * 60, ())
        self.collection_list: list[Collection] = []
        self.document_list: list[Document] = []
        self.service_list = [
            ServiceStatus("Records", "ok", "41 documents in 3 collections", {"engine": "SQLite"}),
            ServiceStatus("Search index", "ok", "Up to date", {"version": "42"}),
            ServiceStatus("Embedder", "ok", "Ready", {"model": "MiniLM", "dimensions": "384"}),
            ServiceStatus("Language model", "off", "Off: the local reader answers"),
        ]
        if not empty:
            self.fill()

    def fill(self) -> None:
        """One collection of three documents and some more to make the table long."""
        self.collection_list = [
            Collection("a", "Annual reports 2021–2023", NOW, CollectionSettings()),
            Collection("b", "Empty collection", NOW, CollectionSettings()),
        ]
        names = ("Adobe 10-K 2022", "Amazon 10-K 2017", "Amcor 8-K, 1 July 2022", "Boeing 10-K")
        self.document_list = [
            make_document("d0", "PepsiCo Q1 2023 earnings"),
            make_document("d1", HOSTILE, version=2, warnings=("Page 3 holds no text.",)),
            make_document(
                "d2",
                "Notes of the meeting",
                name="notes.txt",
                media_type="text/plain",
                pages=1,
                metadata={"Encoding": "cp1250"},
            ),
            *(make_document(f"m{number}", name) for number, name in enumerate(names)),
        ]

    def with_jobs(self) -> None:
        """Files at each stage."""
        failed = make_job(
            "j3",
            "scan 0412.pdf",
            JobState.FAILED,
            finished=NOW + 2.0,
            code="encrypted",
            reason="The file is encrypted.",
            remedy="Enter its password below, or remove it from the file and add it again.",
        )
        broken = make_job(
            "j4",
            f"{HOSTILE}.pdf",
            JobState.FAILED,
            finished=NOW + 3.0,
            code="no_text",
            reason="The pages are pictures without text.",
            remedy="Recognise its text with another program and add it again.",
        )
        self.job_views = [
            JobView(
                make_job("j0", "BOEING 2022 10K.pdf", JobState.RUNNING, stage="embedding"),
                0.74,
                41.0,
                "Embedding 1,620 passages, 74 %",
            ),
            JobView(
                make_job("j1", "AMERICANEXPRESS 2022 10K.pdf", JobState.RUNNING, stage="reading"),
                0.21,
                62.0,
                "Reading page 61 of 237",
            ),
            JobView(make_job("j2", "FOOTLOCKER 2022 8K.pdf", JobState.QUEUED), 0, None, "Waiting"),
            JobView(failed, 0.0, None, "Failed"),
            JobView(broken, 0.0, None, "Failed"),
            JobView(
                make_job("j5", "PEPSICO 2023Q1.pdf", JobState.DONE, finished=NOW + 6.2),
                1.0,
                None,
                "Ready",
            ),
        ]

    # collections
    def collections(self) -> tuple[Collection, ...]:
        return tuple(self.collection_list)

    def counts(self, collection_id: str) -> CollectionCounts:
        documents = self.documents(collection_id)
        return CollectionCounts(
            len(documents),
            sum(document.pages for document in documents),
            sum(document.chunks for document in documents),
            sum(document.size for document in documents),
        )

    def create_collection(self, name: str, settings: CollectionSettings) -> Collection:
        made = Collection(uuid.uuid4().hex, name, NOW, settings)
        self.collection_list.append(made)
        return made

    def rename_collection(self, collection_id: str, name: str) -> Collection:
        self.collection_list = [
            replace(each, name=name) if each.id == collection_id else each
            for each in self.collection_list
        ]
        return next(each for each in self.collection_list if each.id == collection_id)

    def change_collection_settings(
        self, collection_id: str, settings: CollectionSettings
    ) -> Collection:
        self.collection_list = [
            replace(each, settings=settings) if each.id == collection_id else each
            for each in self.collection_list
        ]
        return next(each for each in self.collection_list if each.id == collection_id)

    def delete_collection(self, collection_id: str) -> Receipt:
        receipt = self.delete_documents([document.id for document in self.documents(collection_id)])
        self.collection_list = [each for each in self.collection_list if each.id != collection_id]
        return receipt

    def load_sample(self) -> Collection:
        self.fill()
        return self.collection_list[0]

    def chunkers(self) -> tuple[str, ...]:
        return ("fixed", "recursive", "semantic")

    def glossaries(self) -> tuple[str, ...]:
        return ("finance",)

    # documents
    def documents(self, collection_id: str) -> tuple[Document, ...]:
        return tuple(each for each in self.document_list if each.collection_id == collection_id)

    def document(self, document_id: str) -> Document:
        for each in self.document_list:
            if each.id == document_id:
                return each
        raise NotFoundError("This document is not here any more.")

    def table(self, table_id: str) -> StoredTable:
        if table_id not in self.stored_tables:
            raise NotFoundError("This table is not in the library any more.", "Ask again.")
        return self.stored_tables[table_id]

    def table_description(self, table_id: str) -> TableDescription | None:
        return self.table_descriptions.get(table_id)

    def document_chunks(self, document_id: str) -> tuple[Chunk, ...]:
        return tuple(c for c in map(_chunk, range(len(PASSAGES))) if c.document_id == document_id)

    def document_subjects(self, document_id: str) -> dict[str, tuple[PassageSubject, ...]]:
        return self.subjects

    def document_definitions(self, document_id: str) -> dict[str, tuple[Definition, ...]]:
        return self.definitions

    def largest_file(self) -> int:
        return 200_000_000

    def inspect_upload(self, collection_id: str, name: str, content: bytes | Path) -> UploadCheck:
        return self.check_result

    def add_file(
        self,
        collection_id: str,
        name: str,
        content: bytes | Path,
        *,
        on_duplicate: str = "skip",
        password: str | None = None,
    ) -> Job | None:
        self.added.append((name, on_duplicate))
        return make_job("new", name, JobState.QUEUED)

    def delete_documents(self, document_ids: list[str]) -> Receipt:
        gone = [each for each in self.document_list if each.id in document_ids]
        self.deleted += document_ids
        self.document_list = [each for each in self.document_list if each.id not in document_ids]
        titles = tuple(each.title for each in gone)
        return Receipt(titles, len(gone), 71, 464, 481, 92, 12, 17, 3118, 610_600, NOW)

    def answers_holding(self, document_ids: Sequence[str]) -> int:
        return self.holding

    def redact_answers(self, document_ids: Sequence[str]) -> int:
        self.redacted_for.append(tuple(document_ids))
        return self.holding

    def source_file(self, document_id: str) -> tuple[str, bytes, str]:
        document = self.document(document_id)
        return document.name, b"%PDF-1.4 invented", document.media_type

    def encodings(self) -> tuple[tuple[str, str], ...]:
        return (("cp1250", "Central European"), ("cp1252", "Western European"))

    def encoding_sample(self, document_id: str, encoding: str = "") -> str:
        return "élevaient à <b>côté</b>".encode("cp1252").decode(encoding or "cp1252")

    def read_again(self, document_ids: list[str], encoding: str = "") -> tuple[Job, ...]:
        self.read_anew += [(document_id, encoding) for document_id in document_ids]
        return ()

    def read_by_earlier(self, collection_id: str) -> tuple[Document, ...]:
        return tuple(self.document(each) for each in self.earlier)

    def read_earlier_again(self, collection_id: str, document_id: str = "") -> tuple[Job, ...]:
        again = [each for each in self.earlier if document_id in ("", each)]
        self.read_anew += [(each, "") for each in again]
        self.earlier = [each for each in self.earlier if each not in again]
        return ()

    # jobs
    def jobs(self, collection_id: str | None = None) -> tuple[JobView, ...]:
        if collection_id is None:
            return tuple(self.job_views)
        return tuple(view for view in self.job_views if view.job.collection_id == collection_id)

    def cancel_job(self, job_id: str) -> None:
        self.job_views = [
            replace(view, job=replace(view.job, state=JobState.CANCELLED))
            if view.job.id == job_id
            else view
            for view in self.job_views
        ]

    def retry_job(self, job_id: str, password: str | None = None) -> Job:
        self.retried.append((job_id, password))
        return next(view.job for view in self.job_views if view.job.id == job_id)

    def dismiss_job(self, job_id: str) -> None:
        self.job_views = [view for view in self.job_views if view.job.id != job_id]

    # asking
    def pipelines(self) -> tuple[PipelineCard, ...]:
        hint = "Words and meaning, fused. Fast, and right for questions of one passage."
        return (
            PipelineCard("naive", "Naive", hint, "bolt", StandInOptions.cards()),
            PipelineCard("second", "Chain of thought", "Asks in steps.", "timeline"),
        )

    def options_of(self, pipeline: str, texts: Mapping[str, str]) -> Options:
        return (StandInOptions if pipeline == "naive" else Options).read(texts)

    def rehearse(self, collection_id: str) -> None:
        """Nothing here takes long at first."""

    def sets_of(self, collection_id: str) -> tuple[QuestionSetCard, ...]:
        return ()

    def add_answer_to_set(self, answer_id: str, set_name: str) -> QuestionSetCard:
        self.kept_in_sets.append((answer_id, set_name))
        return QuestionSetCard("s", "c", set_name, 0.0, len(self.kept_in_sets))

    def suggested_questions(self, collection_id: str) -> tuple[str, ...]:
        return (
            QUESTION,
            "Which Best Buy product category grew most in the domestic market in Q2 of FY2024?",
            "Did Ulta Beauty’s SG&A fall as a share of sales in FY2023, from $5 to $6, and why?",
            "How do Boeing and Amcor describe the effect of inflation on their costs?",
        )

    def notice_missing_briefing(self, collection_id: str) -> None:
        """Nothing is made in the background here."""

    def is_briefing(self, collection_id: str) -> bool:
        return False

    def briefing_of(self, collection_id: str) -> Briefing | None:
        return self.made_briefing

    def leading_questions(self, collection_id: str, most: int = 3) -> tuple[CheckedQuestion, ...]:
        return self.made_briefing.questions[:most] if self.made_briefing else ()

    def related_questions(self, answer_id: str, most: int = 3) -> tuple[CheckedQuestion, ...]:
        return self.made_briefing.questions[:most] if self.made_briefing else ()

    def ask(self, query: Query, pipeline: str, conversation_id: str = "") -> StandInAsking:
        if not query.text.strip():
            raise QuestionError("The question is empty.", "Write what you want to know.")
        if len(query.text) > 4000:
            raise QuestionError("The question is too long.", "Ask the question itself.")
        self.asked.append((query, pipeline, conversation_id))
        conversation = conversation_id or uuid.uuid4().hex
        failure = None if query.options.answerer == "local" else self.failure
        answer = make_answer(query.text, conversation)

        def keep(kept: Answer) -> None:
            self.answers.setdefault(conversation, []).append(kept)

        return StandInAsking(
            query,
            pipeline,
            conversation,
            answer,
            failure,
            self.seconds,
            keep=keep,
            place=self.place,
        )

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        return tuple(
            Conversation(identifier, "a", answers[0].question, NOW, NOW)
            for identifier, answers in self.answers.items()
        )

    def running_question(self, conversation_id: str) -> StandInAsking | None:
        running = self.running
        return running if running and running.conversation_id == conversation_id else None

    def conversation(self, conversation_id: str) -> tuple[Answer, ...]:
        return tuple(self.answers.get(conversation_id, ()))

    def delete_conversation(self, conversation_id: str) -> None:
        self.answers.pop(conversation_id)

    def answer(self, answer_id: str) -> Answer:
        return next(a for group in self.answers.values() for a in group if a.id == answer_id)

    def mark(self, answer_id: str, value: int, chunk_id: str = "") -> None:
        self.given_marks[chunk_id] = value

    def marks(self, answer_id: str) -> dict[str, int]:
        return dict(self.given_marks)

    def bundle(self, answer_id: str, form: str) -> str:
        return "{}" if form == "json" else "# Answer"

    # evidence
    def page_image(
        self,
        document_id: str,
        page: int,
        *,
        chunk_id: str = "",
        spans: Sequence[tuple[int, int]] = (),
        marked: Sequence[Box] = (),
        scale: float = 1.5,
        crop: bool = False,
    ) -> PageImage:
        width, height = (1224, 620) if crop else (1224, 1584)
        image = Image.new("RGB", (width, height), (255, 255, 255))
        draw = ImageDraw.Draw(image)
        font = ImageFont.load_default(24)
        for line in range(height // 44 - 2):
            draw.text(
                (90, 60 + 44 * line), f"Line {line + 1} of page {page + 1} " * 4, "black", font
            )
        content = BytesIO()
        image.save(content, "PNG")
        boxes = tuple(Box(90, 232 + 44 * n, 1000, 266 + 44 * n) for n in range(3))
        return PageImage(content.getvalue(), width, height, boxes if chunk_id or spans else ())

    def draw_ahead(self, document_id: str, pages: Sequence[int], *, scale: float = 1.5) -> None:
        self.drawn_ahead += [(document_id, page) for page in pages]

    def quoted_tables(self, question: str, hits: Sequence[Hit]) -> dict[int, QuotedTable]:
        return {
            number: QuotedTable(hit.chunk.table_id, "Orchard", "", "kg", ("2024",), 1, (ROW,))
            for number, hit in enumerate(hits, start=1)
            if hit.chunk.table_id
        }

    def rows_computed_from(self, answer: Answer) -> QuotedTable | None:
        return self.computed_rows

    def tables_quoted(self, answer: Answer) -> dict[int, QuotedTable]:
        return self.quoted_tables(answer.question, answer.hits)

    def highlights(self, question: str, text: str) -> tuple[tuple[int, int], ...]:
        position = text.find("guidance")
        return () if position < 0 else ((position, position + 8),)

    # the graph
    def graph_version(self, collection_id: str) -> str:
        return "1"

    def link_likeness(self, collection_id: str) -> LinkLikeness:
        return LinkLikeness(9, 1, 0.78, 0.6, 0.8)

    def collection_graph(self, collection_id: str, kinds: object = ()) -> CollectionGraph:
        documents = [
            GraphNode(document.id, "document", document.title, document.id)
            for document in self.documents(collection_id)
        ]
        groups = [GraphNode(f"g{n}", "community", HOSTILE, "d0") for n in range(2)]
        edges = tuple(Edge("d0", group.id, "HAS_COMMUNITY", 1.0) for group in groups)
        return CollectionGraph((*groups, *documents), edges)

    def graph_overview(self, collection_id: str, wanted: GraphFilter) -> GraphOverview:
        if not self.documents(collection_id):
            return GraphOverview(reason="This collection holds no documents that are ready.")
        graph = self.collection_graph(collection_id)
        return GraphOverview(graph, len(graph.nodes), len(graph.edges))

    def graph_node(self, collection_id: str, node_id: str) -> GraphNodeDetails:
        graph = self.collection_graph(collection_id)
        node = next(graph_node for graph_node in graph.nodes if graph_node.id == node_id)
        said = Quotation(HOSTILE, "d0", HOSTILE, "c0", 0, 0, len(HOSTILE))
        told = tuple(StatedFact(HOSTILE, f"fact {n}", HOSTILE, said) for n in range(6))
        cell = StatedFact(HOSTILE, "2023", "1,250 (USD)", said, of_cell=True)
        return GraphNodeDetails(
            node,
            HOSTILE,
            ("2 passages",),
            ((graph.edges[0], node),),
            facts=StatedFacts(told, (cell,), 6, 1),
        )

    def facts_are_read(self, collection_id: str) -> bool:
        return True

    def answer_graph(self, answer_id: str) -> GraphOverview:
        return self.graph_overview("a", GraphFilter())

    # language models and status
    def allows_anyone(self) -> int:
        return 0

    def sign_in_kind(self) -> str:
        return "none"

    def role_in(self, collection_id: str) -> Role:
        return Role.OWNER

    def language_model_choices(self) -> tuple[str, ...]:
        return ("none", "groq", "openai_compatible")

    def list_models(self, provider: str, url: str) -> tuple[str, ...]:
        raise LanguageModelError("unreachable", "The server does not answer.", "Start it.")

    def configure_language_model(self, provider: str, name: str, url: str) -> None:
        self.asked.append((Query(provider, url), name, ""))

    def settings_summary(self) -> dict[str, str]:
        return {"language_model": "none", "language_model_key": "Secret(empty)"}

    def status(self) -> Status:
        latencies = tuple(("naive", 0.4 + (number * 7 % 11) / 9) for number in range(40))
        return Status(
            tuple(self.service_list),
            {"records": 412_000_000, "index": 88_000_000, "files": 1_200_000_000},
            {"Quire": "0.1.0", "Python": "3.11"},
            self.jobs(),
            latencies,
        )

    def check(self) -> tuple[Problem, ...]:
        return (Problem("index", "3 passages are missing.", True),)

    def repair(self) -> tuple[Problem, ...]:
        return (Problem("index", "3 passages were added again.", True),)

    def close(self) -> None:
        """Nothing is open."""
