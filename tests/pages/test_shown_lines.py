"""The line that answers by itself, and what an answer that found nothing says first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.answer_pane import denial
from backend.types import Verdict
from components.first_line import first_line
from tests.pages.standin import make_answer


@pytest.mark.parametrize(
    ("short", "number", "unit"),
    [
        ("188,911 thousand USD", "188,911", " thousand USD"),
        ("$3.59 billion", "$3.59", " billion"),
        ("17.5 %", "17.5 %", ""),
        ("(61.6) million USD", "(61.6)", " million USD"),
        ("3 May 1911", "3 May 1911", ""),
    ],
)
def test_a_figure_is_large_and_its_unit_small(short: str, number: str, unit: str) -> None:
    small = f"<span>{unit}</span>" if unit else ""
    assert first_line(short) == (
        f"<p class='quire-first quire-figure' dir='auto'>{number}{small}</p>"
    )


@pytest.mark.parametrize("short", ["Ines Calder", "2 of 5 boats, all from Merrow Point"])
def test_words_are_a_title(short: str) -> None:
    assert first_line(short) == f"<p class='quire-first' dir='auto'>{short}</p>"


def test_a_long_line_is_read_as_a_sentence_and_no_line_as_markup() -> None:
    assert "quire-long" in first_line("The keeper " * 10)
    assert "<b>" not in first_line("<b>12</b>")


def test_a_denial_stands_apart_from_what_follows_it() -> None:
    answer = replace(
        make_answer("Who?"),
        text="I did not find this. No passage mentions “seals”. The nearest passages:",
        sentences=(),
        verdict=Verdict.NOT_FOUND,
    )
    assert denial(answer) == (
        "I did not find this.",
        "No passage mentions “seals”. The nearest passages:",
    )
    in_paragraphs = replace(answer, text="I did not find this.\n\nThe nearest passages:")
    assert denial(in_paragraphs) == ("I did not find this.", "The nearest passages:")
    assert denial(replace(answer, text="I did not find this.")) == ("I did not find this.", "")
