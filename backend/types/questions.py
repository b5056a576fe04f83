"""A question with everything that decides its answer, and what a screen offers for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from backend.types.answers import Citation, Sentence
from backend.types.option_fields import OptionCard
from backend.types.options import Options

FIRST_CHOICE = "fused_hybrid"
"""The pipeline that is asked where nobody has chosen one."""
AUTOMATIC = "automatic"
"""The pipeline that passes a question on to another one."""
CHOSEN_BY = "chosen_by"
"""Names, in the settings of an answer, the pipeline that chose the one which answered."""
WAY = "way"
"""The name of a step that says which pipeline was chosen, and why."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What a question is restricted to; an empty tuple (None for chunks) restricts nothing."""

    document_ids: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    chunk_ids: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation, as it was understood, with its answer's text.

    `document_ids` are the documents that the answer cites, the most cited first. `sentences`,
    `citations` and `short` are the answer's own; empty where they are not known. `offered` are the
    whole questions that the answer offered as choices.
    """

    question: str
    answer: str
    document_ids: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    short: str = ""
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A question with everything that decides its answer.

    `options` are those of the pipeline that is asked, or of none: then its own have their defaults.
    """

    text: str
    collection_id: str
    top_k: int = 5
    filters: Filters = Filters()
    history: tuple[Turn, ...] = ()
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class PipelineCard:
    """A pipeline as the picker shows it. `purpose` says in a word or two what it is good for;
    `icon` is the plain name of a Material Symbol, from which a screen writes its own markup.
    `experiment` marks one that measured no better than the others: screens offer it behind them.
    """

    name: str
    title: str
    hint: str
    icon: str
    options: tuple[OptionCard, ...] = ()
    purpose: str = ""
    experiment: bool = False
