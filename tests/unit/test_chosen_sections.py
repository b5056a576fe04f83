"""Sections that were chosen by their headings lift their passages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from backend.pipelines._fused.chosen_sections import RETRIEVER, lifted
from backend.ports import ChosenSections, PathChooser, Records, StopSignal
from backend.types import Chunk, Hit, Section, Signal


def section(name: str, document: str) -> Section:
    return Section(name, document, "", f"Heading {name}", (f"Heading {name}",), 1, 0, 0, 9)


class SomeRecords:
    """Two sections for each document."""

    def sections(self, document_id: str) -> tuple[Section, ...]:
        return (section(f"{document_id}1", document_id), section(f"{document_id}2", document_id))


class Chooser:
    """Chooses what a test says, and remembers what it was offered."""

    name = "tester"

    def __init__(self, *chosen: str) -> None:
        self.chosen = chosen
        self.offered: list[str] = []

    def choose(
        self,
        question: str,
        sections: Sequence[tuple[str, Section]],
        most: int,
        stop: StopSignal,
    ) -> ChosenSections:
        self.offered = [each.id for _, each in sections]
        return ChosenSections(self.chosen[:most], self.name, notices=("noted",))


def hit(name: str, document: str, where: str, score: float) -> Hit:
    chunk = Chunk(name, document, where, 0, name, 0, 1, (0,), "prose", f"Title {document}")
    return Hit(chunk, score, (Signal("dense", 1, score, score, score),))


HITS = (
    hit("x", "a", "a1", 4.0),
    hit("y", "b", "b1", 3.0),
    hit("z", "c", "c2", 2.0),
    hit("w", "d", "d1", 1.0),
)


def lift(chooser: Chooser) -> tuple[Hit, ...]:
    found = lifted(cast(Records, SomeRecords()), cast(PathChooser, chooser), "Where?", HITS)
    assert found.notices == ("noted",)
    return found.hits


def test_passages_of_a_chosen_section_rise_by_one_deviation() -> None:
    # Scores 4, 3, 2, 1 have a deviation of the square root of 1.25, about 1.118.
    chooser = Chooser("c2")
    found = lift(chooser)
    assert [each.chunk.id for each in found] == ["x", "z", "y", "w"]
    risen = found[1]
    assert risen.score == pytest.approx(2.0 + 1.25**0.5)
    assert risen.signals[-1].retriever == RETRIEVER
    for each in found:
        assert sum(signal.contribution for signal in each.signals) == pytest.approx(each.score)


def test_only_the_three_best_documents_are_leafed_through() -> None:
    chooser = Chooser()
    found = lift(chooser)
    assert chooser.offered == ["a1", "a2", "b1", "b2", "c1", "c2"]
    assert [each.chunk.id for each in found] == ["x", "y", "z", "w"]


def test_the_step_says_who_chose_what() -> None:
    records = cast(Records, SomeRecords())
    found = lifted(records, cast(PathChooser, Chooser("b1")), "Where?", HITS)
    assert found.step.summary == "Chosen by tester: “Heading b1”"
    none = lifted(records, cast(PathChooser, Chooser()), "Where?", ())
    assert none.step.summary == "None of 0 headings fits, says tester"
