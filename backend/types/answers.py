"""Answers, the events in which they come, and what people make of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from backend.types.calculations import Calculation
from backend.types.choices import Choice
from backend.types.evidence import Hit
from backend.types.graph import NO_SUBGRAPH, Subgraph
from backend.types.verdicts import Verdict


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
    owner: str = ""
    """Who began it, where people sign in; nobody else sees it unless it is shared."""
    shared: bool = False
    """Whether everyone who may read the collection may open it by its link."""


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


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the trace: what was done, in words, its numbers and the chunks it touched."""

    name: str
    summary: str
    seconds: float
    detail: dict[str, str] = field(default_factory=dict)
    chunk_ids: tuple[str, ...] = ()


NARROWED = "Searched in"
"""Begins the summary of a step that left documents out. A step that only puts some documents first
begins otherwise, and the screen claims no narrowing."""

LOCAL_READER = "local reader"
"""What `Answer.answered_by` says where no language model was used."""

NO_MODEL_USED = (
    "No language model was used: the sentences are quoted word for word from the documents."
)
"""The notice of an answer that the local reader quotes."""


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
    subgraph: Subgraph = NO_SUBGRAPH
    notices: tuple[str, ...] = ()
    stopped: bool = False
    verdict: Verdict = Verdict.LIKELY
    calculation: Calculation | None = None
    """The figure with its cells, where the answer was computed from a table."""
    choices: tuple[Choice, ...] = ()
    """What the question could have meant, where no figure was computed because that is open."""
    redacted: bool = False
    """Its words are gone, because a document that they rested on was deleted."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", self.verdict.agreeing_with(self.found))


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Event: the evidence is there."""

    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Event: more text of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Event: the answer is complete."""

    answer: Answer


Event = Retrieved | Step | TextDelta | Finished


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
    sent: tuple[tuple[str, str], ...] = ()
    """What was sent to a language model, as (role, text); empty without one."""
    calculation: Calculation | None = None
    """As in `Answer`."""
    choices: tuple[Choice, ...] = ()
    """As in `Answer`."""
    bounds: str = ""
    """The collection's own bounds that the verdict keeps to, in words; empty for the shipped."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", self.verdict.agreeing_with(self.found))
