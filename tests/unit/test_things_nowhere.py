"""What is paid for a thing that a document nowhere names is not told with the price of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from backend.ports import Vectors
from backend.settings import Settings
from backend.tasks.answer.extractive.complements import (
    asked_of_what_is_not_there,
    is_for_others,
    nearness,
    tells_another_price,
)
from backend.tasks.answer.extractive.priced_things import deed_asked, thing_asked
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.local import build
from backend.types import Draft, Verdict
from tests.unit.test_local_reader import WordEmbedder, hit
from tests.unit.test_signposts import best_of, reading_of

PLOT = (
    "The yearly fee for a plot by the orchard is £90. Tools hang in the shed. Admission is £4 each."
)
ALIKE = (("entry", "Admission"), ("ploughing", "plot"), ("wireless", "Wi-Fi"))


def embed(texts: Sequence[str]) -> Vectors:
    """Unit vectors: words of one pair are near each other, all others are not."""
    rows = np.zeros((len(texts), len(texts) + len(ALIKE)), dtype=np.float32)
    for row, text in enumerate(texts):
        pair = next((at for at, each in enumerate(ALIKE) if text in each), None)
        rows[row, len(texts) + pair if pair is not None else row] = 1.0
    return rows


def with_nearness(question: str, text: str = PLOT) -> ReadEvidence:
    reading = reading_of(question, hit(text))
    return replace(reading, nearness=nearness(reading, np.ones(len(reading.candidates)), embed))


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("How much does heating by the orchard cost?", "heating"),
        ("How much does heating cost?", "heating"),
        ("How much does the heating cost?", "heating"),
        ("What does a seed drill cost?", "seed drill"),
        ("How much are seedlings?", "seedlings"),
        ("How much is parking per day?", "parking"),
        ("How much does it cost to plough?", ""),
        ("How much do you charge for heating?", ""),
        ("How much is spent on heating?", ""),
        ("How much was reported in May?", ""),
        ("How much does the club own?", ""),
        ("What does the heating do?", ""),
    ],
)
def test_the_thing_whose_price_is_asked_for(question: str, thing: str) -> None:
    assert thing_asked(question) == thing


@pytest.mark.parametrize(
    ("question", "words", "nowhere"),
    [
        ("How much does heating by the orchard cost?", "yearly", True),
        ("How much does the heating cost?", "yearly", True),
        ("How much does heating cost?", "Admission", True),
        ("How much does entry cost?", "Admission", False),  # called otherwise
        ("How much does entry cost?", "yearly", True),
        ("How much does ploughing cost?", "yearly", False),
        ("How much does a plot cost?", "yearly", False),
        ("How much do tools cost?", "yearly", False),  # the document names them
        ("How much does a plot scraper cost?", "yearly", True),  # it is no plot
        ("How much does a plot scraper cost?", "Admission", True),
        ("How many tools hang there?", "yearly", False),
    ],
)
def test_a_price_is_none_of_a_thing_that_nothing_near_stands_for(
    question: str, words: str, nowhere: bool
) -> None:
    reading = with_nearness(question)
    unit = next(candidate for candidate in reading.candidates if words in candidate.text)
    assert asked_of_what_is_not_there(reading, unit) is nowhere


@pytest.mark.parametrize(
    ("text", "near", "nowhere"),
    [
        ("Hens may be kept by the orchard.", 0.5, True),  # all is said, of another bird
        ("Hens may be kept by the orchard.", 0.7, False),  # nearly another name of it
        ("Hens live by the orchard.", 0.5, False),  # which says it in words of its own
        ("Hens live by the orchard.", 0.4, True),
        ("A parrot may be kept by the orchard.", 0.5, False),
    ],
)
def test_what_is_said_of_another_thing_word_for_word(text: str, near: float, nowhere: bool) -> None:
    reading = reading_of("May I keep a parrot by the orchard?", hit(text))
    reading = replace(reading, nearness=np.array([near]))
    assert asked_of_what_is_not_there(reading, reading.candidates[0]) is nowhere


def test_a_word_with_a_hyphen_is_one_word() -> None:
    reading = with_nearness("Is there wireless in the barn?", "All of the barn has Wi-Fi.")
    assert not asked_of_what_is_not_there(reading, reading.candidates[0])
    other = with_nearness("Is there wireless in the barn?", "All of the barn has skylights.")
    assert asked_of_what_is_not_there(other, other.candidates[0])


@pytest.mark.parametrize(
    ("question", "words", "another"),
    [
        ("How much do tools cost?", "yearly", True),  # the fee is that for a plot
        ("How much does entry cost?", "Admission", False),
        ("How much does a plot cost?", "yearly", False),
        ("How much does the orchard cost?", "yearly", False),  # the sentence names it
        ("How much does the shed cost?", "Admission", False),  # it says not whose price it is
        ("Do tools cost much?", "yearly", False),
    ],
)
def test_a_price_that_is_said_to_be_of_another_thing(
    question: str, words: str, another: bool
) -> None:
    reading = with_nearness(question)
    unit = next(candidate for candidate in reading.candidates if words in candidate.text)
    assert tells_another_price(reading, unit) is another


@pytest.mark.parametrize(
    ("question", "deed"),
    [
        ("How much does it cost to plough a field?", "plough"),
        ("How much is it to plough a field?", "plough"),
        ("What will it cost us to plough a field?", "plough"),
        ("How much does it cost to get a plot?", ""),  # any price is one for getting it
        ("How much does a plough cost?", ""),
    ],
)
def test_what_is_to_be_done_for_a_price(question: str, deed: str) -> None:
    assert deed_asked(question) == deed


def test_the_price_of_the_very_thing_is_told() -> None:
    def best(question: str, text: str) -> str:
        return best_of(reading_of(question, hit(text)))

    plot, plough = "A plot of two rods costs £90 a year.", "The fee for ploughing is £7."
    assert best("How much does it cost to plough a plot?", f"{plot} {plough}") == plough
    fine, free = "The fine for a lost key is £4.", "Entry to the orchard is free."
    assert best("How much does entry cost?", f"{fine} {free}") == free
    assert best("How much does a plot cost?", f"{plot} {plough}") == plot


def test_nothing_is_embedded_where_the_document_names_the_thing() -> None:
    def fails(texts: Sequence[str]) -> Vectors:
        raise AssertionError(texts)

    for question in ("How much does a plot cost?", "Who keeps the tools?"):
        reading = reading_of(question, hit(PLOT))
        assert nearness(reading, np.ones(len(reading.candidates)), fails) is None


def test_a_sentence_without_a_figure_is_not_looked_at() -> None:
    reading = with_nearness("How much does heating cost?")
    assert reading.nearness is not None
    told = dict(
        zip((candidate.text for candidate in reading.candidates), reading.nearness, strict=True)
    )
    assert told["Tools hang in the shed."] == 1.0
    assert told["Admission is £4 each."] == 0.0


def test_the_price_of_a_thing_that_stands_nowhere_is_no_answer() -> None:
    reader = build(Settings(), WordEmbedder())

    def verdict(question: str) -> Verdict:
        *_, draft = reader.answer(question, (), [hit(PLOT)], Event())
        assert isinstance(draft, Draft)
        return draft.verdict

    asked = "How much does {} by the orchard cost?"
    assert verdict(asked.format("a plot")) in {Verdict.DIRECT, Verdict.LIKELY}
    assert verdict(asked.format("heating")) in {Verdict.CLOSEST, Verdict.NOT_FOUND}


@pytest.mark.parametrize(
    ("question", "nowhere"),
    [
        ("Are goats allowed in the orchard?", True),
        ("Is there a lamp in the shed?", True),
        ("Is ploughing included in the fee?", False),  # near to the plot
        ("Are tools kept in the shed?", False),
        ("Does the fee go up every week?", False),  # a time is no thing
        ("Is the fee for a plot £90?", False),
    ],
)
def test_yes_or_no_is_not_told_of_what_stands_nowhere(question: str, nowhere: bool) -> None:
    reading = with_nearness(question)
    unit = next(candidate for candidate in reading.candidates if "yearly" in candidate.text)
    assert asked_of_what_is_not_there(reading, unit) is nowhere


@pytest.mark.parametrize(
    ("question", "text", "others"),
    [
        ("How much is a plot for guests?", "A plot for members costs £90.", True),
        ("How much is a plot for guests?", "A plot for a guest costs £90.", False),
        ("How much is a plot for guests?", "For members £90, for guests £120.", False),
        ("How much is a plot for guests?", "A plot for members is £90, guests pay £120.", False),
        ("How much is a plot for guests?", "A plot costs £90.", False),
        ("How much is a plot for the summer?", "A plot for members costs £90.", False),
        ("How much is a plot?", "A plot for members costs £90.", False),
    ],
)
def test_what_others_pay_is_not_told(question: str, text: str, others: bool) -> None:
    assert is_for_others(question, text) is others


def test_a_title_stands_for_no_thing_of_one_word_beside_the_price_of_another() -> None:
    """“Entry”, as the title has it, is near to “Admission”; a rake still has a price of its own."""
    text = "A rake costs £4 a day."
    titled = hit(f"Sheds are let.\n\n{text}", title="Admission")
    reading = reading_of("How much is the entry to the orchard?", titled)
    near = nearness(reading, np.ones(len(reading.candidates)), embed)
    assert near is not None
    told = dict(zip((candidate.text for candidate in reading.candidates), near, strict=True))
    assert told[text] == 0.0
    free = hit("Sheds are let.\n\nAdults £4 each.", title="Admission")
    reading = reading_of("How much is the entry to the orchard?", free)
    near = nearness(reading, np.ones(len(reading.candidates)), embed)
    assert near is not None
    assert near.max() == 1.0


@pytest.mark.parametrize(
    ("question", "nowhere"),
    [
        ("How much did the kiosk of the orchard take?", True),
        ("How much did the plot of the orchard take?", False),
        ("How much did the entry of the orchard bring?", False),  # admission, by its vector
        ("How much did the kiosk of the orchard pay?", False),  # “paid”
    ],
)
def test_how_much_is_taken_by_what_stands_nowhere(question: str, nowhere: bool) -> None:
    reading = with_nearness(question, "The orchard has a plot. Admission of £4 was paid by sixty.")
    unit = next(candidate for candidate in reading.candidates if "£4" in candidate.text)
    assert asked_of_what_is_not_there(reading, unit) is nowhere


@pytest.mark.parametrize(
    ("text", "near", "nowhere"),
    [
        ("The roof costs £23,400, of which £900 is ours.", 0.4, True),
        ("The roof costs £23,400, of which £900 is ours.", 0.5, False),
        ("You pay £900 a month.", 0.4, False),  # it does not say for what
    ],
)
def test_what_begins_with_another_thing_and_its_price(
    text: str, near: float, nowhere: bool
) -> None:
    reading = replace(reading_of("How much is the rent?", hit(text)), nearness=np.array([near]))
    assert asked_of_what_is_not_there(reading, reading.candidates[0]) is nowhere


@pytest.mark.parametrize(
    ("question", "nowhere"),
    [
        ("What is the piper's fee?", True),
        ("What is the orchard's fee?", False),
        ("What is the entry's fee?", False),  # admission, by its vector
    ],
)
def test_whose_fee_it_is_stands_somewhere(question: str, nowhere: bool) -> None:
    reading = with_nearness(question)
    text = "Admission" if "entry" in question else "The yearly fee"
    unit = next(candidate for candidate in reading.candidates if candidate.text.startswith(text))
    assert asked_of_what_is_not_there(reading, unit) is nowhere
