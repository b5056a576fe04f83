"""Who did something in a year, of those who did it one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.tasks.answer.extractive.tenures import (
    holds_its_year,
    tenure_fit,
    term_of,
)
from tests.unit.test_local_reader import hit

BACKGROUND = Background({}, 1)
CHAIRS = (
    "Those who ran the rowing club.\n\nIda Kern ran the club from May 1990 until June 1996.\n\n"
    "Ole Vogt ran the club from June 1996 until March 2001.\n\n"
    "Ada Roth ran it from 2001 to 2009.\n\nThe boathouse stood empty."
)


def evidence(question: str, text: str = CHAIRS) -> ReadEvidence:
    def embed(texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), 4), dtype=np.float32)

    return read(question, [hit(text)], embed, BACKGROUND)


def told(question: str, text: str = CHAIRS) -> list[str]:
    reading = evidence(question, text)
    passage = reading.passages[1]
    about = passage.terms | passage.title_terms
    return [
        unit.text
        for unit in reading.units
        if tenure_fit(reading.question, unit, reading.units, about)
    ]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who was in charge of the club in 1999?", "Ole Vogt"),
        ("Who led the club in 2005?", "Ada Roth"),
        ("Who was the leader of the club in 1999?", "Ole Vogt"),
        ("Who was secretary of the club in 1999?", ""),  # another office
        ("Who coached the club in 1999?", ""),
        ("Who headed the club in 1996?", ""),  # one or the other
        ("Who headed the club in 2001?", ""),
        ("Who headed the club in 1985?", ""),
        ("Who headed the club?", ""),
        ("Who headed the club between 1992 and 1999?", ""),
        ("Why did the club close in 1999?", ""),
        ("Who grew pears in 1999?", ""),  # nothing is said of them
    ],
)
def test_the_year_picks_out_whose_term_it_was(question: str, name: str) -> None:
    sentences = told(question)
    assert [sentence.startswith(name) for sentence in sentences] == ([True] if name else [])


def test_two_terms_at_once_leave_it_open() -> None:
    two = CHAIRS + "\n\nBen Lind kept the books from 1994 until 2003."
    assert told("Who ran the club in 1999?", two) == []


def test_a_single_term_is_no_succession() -> None:
    alone = "Ole Vogt ran the club from June 1996 until March 2001.\n\nThe boathouse stood empty."
    assert told("Who ran the club in 1999?", alone) == []


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Ole Vogt ran the club from June 1996 until March 2001.", (1996, 2001)),
        ("Ole Vogt (1996–2001)", (1996, 2001)),
        ("Ole Vogt was chair between 3 May 1996 and 2001.", (1996, 2001)),
        ("He left in 1996.", None),
        ("From 1996 until 2001 and from 2004 until 2005 he was chair.", None),
        ("Pages 1996 to 1990", None),
    ],
)
def test_terms_are_read_as_they_are_written(text: str, term: tuple[int, int] | None) -> None:
    assert term_of(text) == term


def test_the_year_must_stand_within_the_term() -> None:
    question = read_question("Who ran the club in 1999?", BACKGROUND)
    assert holds_its_year(question, "Ole Vogt ran the club from 1996 until 2001.")
    assert not holds_its_year(question, "Nobody ran the club from 1996 until 2001.")


def test_an_office_is_its_own_and_a_lifetime_is_no_term() -> None:
    lists = CHAIRS.replace("ran the club", "was treasurer of the club").replace(
        "ran it", "was treasurer"
    )
    assert [each[:4] for each in told("Who was treasurer of the club in 1999?", lists)] == ["Ole "]
    assert told("Who ran the club in 1999?", lists) == []
    lives = CHAIRS.replace("ran the club", "lived by the club").replace("ran it", "lived there")
    assert told("Who lived by the club in 1999?", lives) == []
