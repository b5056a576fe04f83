"""A telephone number or an address of mail is told alone, from the line that has them all."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.addresses_told import address_told, tells_address
from backend.tasks.answer.extractive.further import about_another
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of, under

HEAD = "Elm & Finch Boatyard 4 Quay Street, Elm · Telephone 01792 555 210 · yard@elmfinch.example"
PHONE, MAIL = "What is the phone number of Elm & Finch?", "What is the email address of the yard?"


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        (PHONE, HEAD, "Telephone 01792 555 210"),
        (MAIL, HEAD, "yard@elmfinch.example"),
        (PHONE, f"{HEAD} · Fax 01792 555 211", ""),  # two numbers
        (PHONE, HEAD.replace("Telephone", "Fax"), ""),  # another kind of number
        (PHONE, "Members may ring the yard at 01792 555 210 on weekdays.", ""),  # a sentence
        ("Where is the yard?", HEAD, ""),
    ],
)
def test_the_only_one_of_a_letter_head(question: str, text: str, told: str) -> None:
    assert address_told(question, text) == told


def test_the_parts_of_a_letter_head_answer_only_who_asks_for_an_address() -> None:
    letter = hit(f"{HEAD}\n\nThe slip is open again. Boats are lifted on Mondays.")
    draft = ask(PHONE, [letter])[1]
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short == "Telephone 01792 555 210"
    assert "Quay Street" not in ask("When are boats lifted at the yard?", [letter])[1].short


def test_an_address_need_not_say_that_it_is_one() -> None:
    letter = hit("The yard\n\nQuay Street, Elm, yard@elmfinch.example", document="a", title="yard")
    mail = under("Email address", "Each list has one. It is set by the owner.", title="lists")
    reading = reading_of(MAIL, letter, mail)
    line = next(unit for unit in reading.units if "@" in unit.text)
    assert tells_address(MAIL, line.text)
    assert not about_another(reading, line)
    plain = hit("The yard\n\nQuay Street, Elm, by the old mill", document="a", title="yard")
    other = reading_of(MAIL, plain, mail)
    assert about_another(other, next(unit for unit in other.units if "Quay" in unit.text))
