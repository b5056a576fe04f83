"""What a language model would cost: prompts that were made and counted, and not sent."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PromptCount:
    """Requests and their tokens. Those in are counted from the prompts, those out are what replies
    of their kind usually take. `by_task` counts requests by what they are for."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    by_task: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WouldCost:
    """What questions would cost through one pipeline.

    `input_tokens`, `output_tokens` and `cost` are means over `questions`, `low` and `high` the
    95 % interval of the input tokens. `factor` compares all tokens with the naive pipeline's over
    the same questions; None where that sends nothing. `cost_per_right` is None where nothing is
    known of right answers.
    """

    contender: str
    questions: int
    requests: float
    input_tokens: float
    low: float
    high: float
    output_tokens: float
    cost: float
    factor: float | None
    by_task: dict[str, int]
    cost_per_right: float | None = None


@dataclass(frozen=True, slots=True)
class IndexingCost:
    """What a language model would cost once for a collection, and who would use what it writes."""

    what: str
    used_by: str
    requests: int
    input_tokens: int
    output_tokens: int
    cost: float


@dataclass(frozen=True, slots=True)
class WouldCostReport:
    """What a language model would cost at asking and at indexing. `asked` of `total` questions were
    counted. `priced` says whether prices are set: without them money is not told."""

    rows: tuple[WouldCost, ...]
    indexing: tuple[IndexingCost, ...]
    asked: int
    total: int
    currency: str
    priced: bool


@dataclass(frozen=True, slots=True)
class PerRight:
    """Seconds and money for each right answer of a contender: all that was spent by the number of
    right answers, with 95 % intervals.

    `right` of `asked` questions are; `by` says what counts as right. An upper bound is None where
    there is none, since some resamples hold no right answer.
    """

    contender: str
    right: int
    asked: int
    seconds: float
    seconds_low: float
    seconds_high: float | None
    cost: float
    cost_low: float
    cost_high: float | None
    by: str
