"""Question sets, runs of pipelines over them, and what came of each question."""

from __future__ import annotations

from dataclasses import dataclass, field

from backend.types.judgings import JudgingReport
from backend.types.library import Chunk
from backend.types.pathways import CausesReport, Pathway
from backend.types.verdicts import Verdict
from backend.types.would_costs import PerRight, WouldCostReport

UNANSWERABLE = "unanswerable"
"""Kind of a question that the documents do not answer: saying so is right."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What is relevant: a document by its name, title, key or id, or a passage by its id.

    With `contains`, only the passages of the document that hold these words; with `page` (from 1)
    only those of that page. `document_id` is the document that was meant when the question was
    kept, so that its words can be taken out when it is deleted; it decides nothing else.
    """

    name: str
    contains: str = ""
    page: int = 0
    document_id: str = field(default="", compare=False)

    @property
    def words(self) -> str:
        """As a person reads it."""
        return f"{self.name}: {self.contains}" if self.contains else self.name


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """A question of a set: what answers it, and where that stands.

    `qid` tells it apart within its set. Any of `answers` is right. `struck` says that a person took
    it out; it is kept so that it can be put back.
    """

    qid: str
    text: str
    answers: tuple[str, ...] = ()
    evidence: tuple[Reference, ...] = ()
    kind: str = ""
    struck: bool = False

    @property
    def answerable(self) -> bool:
        """Whether the documents are said to answer it."""
        return self.kind != UNANSWERABLE


@dataclass(frozen=True, slots=True)
class QuestionSetCard:
    """A question set of a collection without its questions. `questions` counts those that are not
    struck."""

    id: str
    collection_id: str
    name: str
    created: float
    questions: int
    struck: int = 0


@dataclass(frozen=True, slots=True)
class MeasuredPassage:
    """A passage that was found or cited, as much of it as measuring needs; pages from 0. `span` is
    its part of the document's text, empty where that was not kept."""

    chunk_id: str
    document_id: str
    pages: tuple[int, ...] = ()
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question through one pipeline: enough to measure it again at any time.

    `found` is in the order of the ranking. `answer` is what stands for the answer in a comparison:
    its first line, or else its text; empty where only evidence was asked for, and `verdict` is then
    None. `written` is the whole answer, for a judge. `supported` says of each claiming sentence,
    and `verified` of each citation, whether the support check bore it out. `error` is why there is
    nothing else; empty if all went well.
    """

    question: str
    pipeline: str
    found: tuple[MeasuredPassage, ...] = ()
    answer: str = ""
    refused: bool = False
    verdict: Verdict | None = None
    supported: tuple[bool, ...] = ()
    verified: tuple[bool, ...] = ()
    cited: tuple[MeasuredPassage, ...] = ()
    seconds: float = 0.0
    steps: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    answered_by: str = ""
    at: float = 0.0
    error: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class Contender:
    """A pipeline with the options that differ from its defaults, as texts by name.

    `collection` is named where runs in several collections are compared, else empty.
    """

    pipeline: str
    options: dict[str, str] = field(default_factory=dict)
    collection: str = ""

    @property
    def name(self) -> str:
        """As a person or a program names it: `naive fusion=convex`, `naive in Harbour`."""
        place = [f"in {self.collection}"] if self.collection else []
        options = (f"{k}={v}" for k, v in sorted(self.options.items()))
        return " ".join([self.pipeline, *options, *place])


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """A question set asked of several contenders.

    `state` is what the results depend on besides, by name (documents, embedder, weights, program …)
    when the run began. With `answers` off only evidence is asked for.
    """

    id: str
    collection_id: str
    set_id: str
    contenders: tuple[Contender, ...]
    top_k: int
    answers: bool
    state: dict[str, str]
    created: float


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is: questions times contenders in all, done, failed. `changed` says in words
    what has changed since it began; empty while its results are of today."""

    run: EvaluationRun
    total: int
    done: int
    failed: int
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """What a run would take. `asked` questions are not known yet; `seconds` is None where nothing
    was measured for one of the contenders. `tokens` and `cost` go by what was measured as well."""

    asked: int
    known: int
    seconds: float | None
    tokens: int = 0
    cost: float = 0.0
    currency: str = ""


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A measure of one contender with its 95 % interval, over the `count` questions it applies to.

    `share` says that it lies in [0, 1] and more is better; seconds and the like are no shares.
    """

    measure: str
    mean: float
    low: float
    high: float
    count: int
    share: bool = True


@dataclass(frozen=True, slots=True)
class ContenderResult:
    """All measures of one contender; `failed` counts its rows in error, `missing` those that were
    not asked yet."""

    contender: Contender
    rows: tuple[MeasuredRow, ...]
    failed: int = 0
    missing: int = 0

    def row(self, measure: str) -> MeasuredRow | None:
        """A measure by name; None if it applies to no question."""
        return next((row for row in self.rows if row.measure == measure), None)


@dataclass(frozen=True, slots=True)
class Difference:
    """The paired difference of two contenders in one measure, first − second, in words too."""

    first: str
    second: str
    measure: str
    mean: float
    low: float
    high: float
    count: int
    words: str


@dataclass(frozen=True, slots=True)
class QuestionOutcome:
    """One question with its values by contender's name and measure, for the table of those that
    differ most. `spread` is the largest difference of the leading measure."""

    qid: str
    text: str
    kind: str
    spread: float
    values: dict[str, float]
    answers: dict[str, str]


@dataclass(frozen=True, slots=True)
class KindResult:
    """The leading measure by kind of question: values by contender's name."""

    kind: str
    count: int
    values: dict[str, float]


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Answers of one confidence: how many, what they claim on average, and the share of them that
    is right."""

    count: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class RowError:
    """A question that could not be asked, with the reason."""

    qid: str
    text: str
    contender: str
    error: str


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """Everything that a run has to say. `leading` names the measure by which contenders are put in
    order; `advice` says in sentences what follows. `unresolved` names evidence that the collection
    does not hold; questions all of whose evidence is missing are in no measure of evidence.
    """

    set_name: str
    collection: str
    progress: RunProgress
    results: tuple[ContenderResult, ...]
    leading: str
    differences: tuple[Difference, ...]
    advice: tuple[str, ...]
    questions: tuple[QuestionOutcome, ...]
    kinds: tuple[KindResult, ...]
    reliability: dict[str, tuple[ReliabilityBin, ...]]
    errors: tuple[RowError, ...]
    unresolved: tuple[str, ...]
    unit: str
    """What evidence is counted by: `passages`, `pages`, `documents`, or several of them."""
    judging: JudgingReport | None = None
    """What a language model judged; None where none was asked to."""
    per_right: tuple[PerRight, ...] = ()
    """Seconds and money for each right answer, by contender."""
    would_cost: WouldCostReport | None = None
    """What a language model would cost; None where that was not counted."""
    causes: CausesReport | None = None
    """Why evidence was missed; None where nobody asked."""


@dataclass(frozen=True, slots=True)
class RetrieverReading:
    """What one retriever makes of a passage: its rank among its own proposals (None beyond
    `depth`), and its raw score (None where it has nothing to say).

    `contribution` is what that was worth in the pipeline's ranking, and `of_last` what the last
    passage shown got; both None where the passage was not ranked.
    """

    retriever: str
    rank: int | None
    depth: int
    score: float | None
    contribution: float | None = None
    of_last: float | None = None


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a pipeline did not show a passage.

    `rank` is its place in the pipeline's ranking, None if it was not ranked within `depth`.
    `cause` says in a sentence where it fell out; `changes` what would have shown it, each tried.
    """

    passage: Chunk
    pipeline: str
    shown: int
    rank: int | None
    depth: int
    readings: tuple[RetrieverReading, ...]
    cause: str
    changes: tuple[str, ...]
    kind: str = ""
    """The cause in two or three words, for counting."""
    pathway: Pathway | None = None
    """The shortest way to it from the passages that are shown."""
