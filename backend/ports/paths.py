"""Choosing sections by their headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.ports.running import StopSignal
from backend.types.answers import NO_USAGE, Usage
from backend.types.library import Section


@dataclass(frozen=True, slots=True)
class ChosenSections:
    """Sections that are likely to hold what a question asks for, the likeliest first."""

    section_ids: tuple[str, ...]
    chosen_by: str
    usage: Usage = NO_USAGE
    notices: tuple[str, ...] = ()


class PathChooser(Protocol):
    """Chooses sections by their headings, as a person leafs through tables of contents.

    Never raises because of what a language model or a heading says.
    """

    name: str
    """As shown on screen: `local rules`, or the model's name."""

    def choose(
        self,
        question: str,
        sections: Sequence[tuple[str, Section]],
        most: int,
        stop: StopSignal,
    ) -> ChosenSections:
        """At most `most` of the sections; none if none fits.

        Args:
            sections: each with its document's title.
        """
        ...
