"""Saying what groups of passages are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.ports.running import StopSignal
from backend.types.library import Chunk


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
