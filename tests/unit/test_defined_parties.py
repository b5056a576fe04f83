"""A party of a contract is told by the words that define it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.defined_parties import is_only_party, party_defined
from backend.tasks.answer.extractive.signposts import holder_of
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

DEED = (
    "This Agreement is made on 3 May 2031 between Heron Boats Limited, whose office is at 9 Sand "
    'Street, Port Elm ("the Owner"), and Ada Finch of 2 Mill Lane, Ashby ("the Hirer").'
)


@pytest.mark.parametrize(
    ("question", "text", "party"),
    [
        (
            "Who is the owner?",
            DEED,
            'Heron Boats Limited, whose office is at 9 Sand Street, Port Elm ("the Owner")',
        ),
        ("Who is the hirer?", DEED, 'Ada Finch of 2 Mill Lane, Ashby ("the Hirer")'),
        (
            "Who are the parties to the agreement?",
            DEED,
            'Heron Boats Limited, whose office is at 9 Sand Street, Port Elm ("the Owner"), and '
            'Ada Finch of 2 Mill Lane, Ashby ("the Hirer")',
        ),
        ("Who are the parties?", 'Bo Rask of Elm ("the Client") pays the yard.', ""),
        ("Who are the parties?", 'Bo Rask ("the Client") has a red hull ("the Hull").', ""),
        ("Who are the parties and when did they meet?", DEED, ""),
        ("Who is the keeper?", DEED, ""),
        ("What is the owner?", DEED, ""),
        (
            "Who is the surety?",
            'Mr Bo Rask of Ashby joins as surety ("the Surety").',
            'Mr Bo Rask of Ashby joins as surety ("the Surety")',
        ),
        (
            "Who is the client?",
            'The hull is built by Ada Finch and paid for by Bo Rask of Elm ("the Client").',
            'Bo Rask of Elm ("the Client")',
        ),
        ("Who is the owner?", 'The boat in Port Elm ("the Owner") is red.', ""),
        ("Who is the owner?", 'Ada Finch, on behalf of the heirs ("the Owner"), signs.', ""),
    ],
)
def test_the_first_name_of_its_part_is_the_party(question: str, text: str, party: str) -> None:
    assert party_defined(reading_of(question, hit(text)).question, text) == party


def test_the_end_of_an_address_is_no_party() -> None:
    reading = reading_of("Who is the owner?", hit(DEED))
    assert is_only_party(reading.question, DEED, [DEED, "The Owner paints the boat."])
    other = 'This deed is made between Tern Boats Limited ("the Owner") and Bo Rask ("the Hirer").'
    assert not is_only_party(reading.question, DEED, [DEED, other])
    assert judged_first("Who is the owner?", DEED, DEED) in {Verdict.DIRECT, Verdict.LIKELY}


def test_a_firm_with_two_names_is_told_with_both() -> None:
    text = "Between: ADA FINCH (claimant) and RASK & SONS LIMITED (defendant)"
    for question, name in (
        ("Who is the defendant?", "RASK & SONS LIMITED (defendant)"),
        ("Who is the claimant?", "ADA FINCH (claimant)"),
    ):
        found = holder_of(reading_of(question, hit(text)).question, text)
        assert found is not None
        assert found.group() == name
