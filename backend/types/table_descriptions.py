"""Descriptions of tables: who writes them, what they cost, and what they say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DescribedBy(StrEnum):
    """Who describes a collection's tables so that they are found by it: nobody, a template, or the
    language model that is on."""

    NOBODY = "none"
    TEMPLATE = "local"
    LANGUAGE_MODEL = "language_model"


@dataclass(frozen=True, slots=True)
class TableDescription:
    """What a table was said to show. `described_by` is `local` or the language model's name."""

    text: str
    described_by: str


@dataclass(frozen=True, slots=True)
class DescribingEstimate:
    """What describing tables with a language model costs before it is done, one request a table.

    `cached` tables were described by this model before and cost nothing.
    """

    model: str
    tables: int
    cached: int
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str


@dataclass(frozen=True, slots=True)
class DescribingState:
    """How far a collection's tables are described, and what language models took for it so far.

    `written` of the `described` tables are in words of a language model. `cost` is at the prices
    that the settings name now.
    """

    described_by: DescribedBy
    tables: int
    described: int
    written: int
    requests: int
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str
