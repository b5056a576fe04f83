"""An item is told with the heading that says what holds of it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.item_heads import with_its_head
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of, under


@pytest.mark.parametrize(
    ("question", "heading", "item", "told"),
    [
        (
            "Is rust covered?",
            "C. What is not covered",
            "- Rust and wear.",
            "What is not covered: Rust and wear.",
        ),
        (
            "What about rust?",
            "Exclusions",
            "2. Rust and wear.",
            "Exclusions: Rust and wear.",
        ),
        ("Is tea included?", "Included in the fee", "- Tea", "Included in the fee: Tea"),
        ("What is drunk?", "Included in the fee", "- Tea", "Tea"),  # only yes or no needs it
        ("Is rust covered?", "Things that rust", "- Rust and wear.", "Rust and wear."),
        ("Is rust covered?", "What is not covered", "Rust and wear.", "Rust and wear."),
        (
            "Is rust covered?",
            "What is not covered",
            "- Rust is not covered in winter.",
            "Rust is not covered in winter.",
        ),
    ],
)
def test_an_item_below_its_heading(question: str, heading: str, item: str, told: str) -> None:
    reading = reading_of(question, under(heading, item))
    line = item.lstrip("-2. ")
    unit = next(each for each in reading.units if each.text.endswith(line))
    assert with_its_head(reading.question, unit, line) == told


def test_what_has_no_heading_stays() -> None:
    reading = reading_of("Is rust covered?", hit("- Rust and wear."))
    assert with_its_head(reading.question, reading.units[0], "Rust and wear.") == "Rust and wear."
