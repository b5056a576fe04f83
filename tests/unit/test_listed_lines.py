"""Lines of lists and plain tables are quoted one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.listed_lines import cut_listed_lines, is_listed
from backend.tasks.answer.extractive.reading import read
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in cut_listed_lines(text, 0, len(text))]


def test_what_a_dash_sets_off_on_several_lines_is_told_line_by_line() -> None:
    glossary = (
        "Treble - the lightest bell, rings first\nTenor – the heaviest one,\nours is called Abel\n"
        "Back bells - 5 to 8"
    )
    assert pieces(glossary) == [
        "Treble - the lightest bell, rings first",
        "Tenor – the heaviest one,\nours is called Abel",
        "Back bells - 5 to 8",
    ]
    # one dash is one of a sentence, and a line that breaks off goes on below it
    assert (
        len(pieces("The Petrel – an old cutter –\nsails on Monday from the\nHarbour at nine")) == 1
    )
    assert len(pieces("Ada – the oldest boat of the\nAnglers – sails at nine")) == 1
    units = cut_hits([hit(f"Words we use\n\n{glossary}")])
    assert "Tenor – the heaviest one, ours is called Abel" in [unit.text for unit in units]


@pytest.mark.parametrize(
    "text",
    [
        "Winch      yearly    Reed & Sons\nLamps      weekly    the mate",
        "1.1 Keeper: Ada Finch\n1.2 Boat: the Petrel\n1.3 Seen afloat in a calm",
        "New mast and rigging £ 980\nPaint for the hull £ 1,200",
        "January 1,200\nFebruary 1,350\nMarch 1,100",
        "Children 25 %\nHolders of a pass 50 %\nOther reductions are not given",
    ],
)
def test_rows_items_and_amounts_stand_by_themselves(text: str) -> None:
    assert pieces(text) == text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "The boat was built by\nAda Finch at Reed Quay\nand launched in\nNovember",
        "We met on the evening of 12\nMay 2024 and again in\n2025 with the council of\nReed",
        "Two blanks end this.  The rest\nGoes on with it.  It is\nProse",
        "Keeper: Ada Finch,\n1.2 of the list",
        "The office opens at about\n10.30 in the morning of each day",
        "Wir treffen uns am Dienstag um\n19.30 Uhr im Saal",
        "Die Frist endet am\n31.12. des Jahres",
        "Die Miete steigt ab dem Jahr 2024\nécus 900\nim Monat",
        "winch       yearly     it is\nlamps       weekly     it is",
    ],
)
def test_a_line_that_goes_on_is_no_item(text: str) -> None:
    assert pieces(text) == [text]


def test_what_a_row_goes_on_with_belongs_to_it() -> None:
    text = "1.1 Keeper: Ada Finch\n1.2 The boat was dry and we did\n    not lift the boards."
    assert pieces(text) == [
        "1.1 Keeper: Ada Finch",
        "1.2 The boat was dry and we did\n    not lift the boards.",
    ]


def test_the_reader_quotes_one_row_of_a_plain_table() -> None:
    text = "Winch      yearly    Reed & Sons\nLamps      weekly    the first mate"
    assert [unit.text for unit in cut_hits([hit(text)])] == [
        "Winch yearly Reed & Sons",
        "Lamps weekly the first mate",
    ]


def test_a_short_line_with_its_amount_is_quoted_without_its_neighbours() -> None:
    text = "Key of the shed £ 8\nDeck winch £ 22\nWindow £ 110"
    reading = read("What does a winch cost?", [hit(text)], alike, Background({}, 1000))
    winch = next(unit for unit in reading.units if "winch" in unit.text)
    assert complete_one(reading, winch).text == "Deck winch £ 22"


def test_a_short_sentence_with_a_figure_is_no_listed_line() -> None:
    assert is_listed("Deck winch £ 22")
    assert not is_listed("It was built in 1911.")


def alike(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    return np.ones((len(texts), 1), np.float32)


@given(st.text(alphabet="Aa1. \t\n£%,", max_size=80))
def test_nothing_but_white_space_is_lost(text: str) -> None:
    if text.strip():
        assert "".join("".join(pieces(text)).split()) == "".join(text.split())


def test_each_option_of_a_usage_is_a_line() -> None:
    text = (
        "Usage: furl [options] sail\n  -b <file> read the list of sails\n"
        "  -q, --quiet say nothing\n     unless a line parts\n  -? print this text\n"
        "  --log=FILE write to a file"
    )
    assert pieces(text) == [
        "Usage: furl [options] sail",
        "-b <file> read the list of sails",
        "-q, --quiet say nothing\n     unless a line parts",
        "-? print this text",
        "--log=FILE write to a file",
    ]


def test_a_single_option_in_wrapped_prose_is_no_line() -> None:
    text = "You may use furl with\n-q where it is\nnight and people sleep."
    assert pieces(text) == [text]


def test_an_option_is_quoted_without_its_neighbours() -> None:
    text = "Usage: furl sail\n-l light a lamp\n-q stay quiet"
    reading = read("What does -q do?", [hit(text)], alike, Background({}, 1000))
    quiet = next(unit for unit in reading.units if "quiet" in unit.text)
    assert complete_one(reading, quiet).text == "-q stay quiet"


def test_lines_of_a_timetable_stand_by_themselves() -> None:
    day = "Friday, 6 May\n08:15 Boat to Elm\n10.30-11.00 Tea on board, then\nrowing\nBring a hat"
    assert pieces(day) == [
        "Friday, 6 May",
        "08:15 Boat to Elm",
        "10.30-11.00 Tea on board, then\nrowing",
        "Bring a hat",
    ]


def test_a_short_line_of_a_timetable_is_quoted_alone() -> None:
    day = hit("Friday\n\n17:00 Gates open\n18:30 The Reeds\n20:00 Tea, barn")
    reading = read("When do the Reeds play?", [day], alike, Background({}, 1000))
    reeds = next(unit for unit in reading.units if "Reeds" in unit.text)
    assert complete_one(reading, reeds).text == "18:30 The Reeds"


def test_an_hour_in_wrapped_prose_is_no_line() -> None:
    for text in (
        "The boat leaves at\n08:15 in the morning\nfrom Elm",
        "We meet at\n9.30 or\n10.15",
    ):
        assert pieces(text) == [text]
