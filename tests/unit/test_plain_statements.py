"""House rules, notices and minutes answer in plain sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.analysis import term_texts
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.plain_statements import plainly_said, signer_of
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_first_line import NOTHING_KNOWN, unit
from tests.unit.test_local_reader import hit

ABOUT = frozenset(term_texts("Rules of the reading room"))


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("May I bring my cat to the reading room?", "Cats must stay outside.", True),
        ("Are cats allowed in the reading room?", "Cats are welcome on Fridays.", True),
        ("May I bring my cat to the reading room?", "Tea is permitted in the hall.", False),
        ("May I bring my cat to the reading room?", "The porter has a cat.", False),
        ("May I bring my cat to the reading room?", "May cats stay?", False),
        ("May members borrow maps?", "Maps may be used here.", False),  # nothing of borrowing
        ("Who may bring a cat?", "Cats must stay outside.", False),
        (
            "When does the reading room close on Fridays?",
            "We close at 6 p.m., on Fridays at 4.",
            True,
        ),
        ("When does the reading room close on Fridays?", "We close early on Fridays.", False),
        ("When does the reading room close on Fridays?", "We close at 6 p.m.", False),
        ("When does the reading room close on Fridays?", "Tea is at 4 p.m. on Fridays.", False),
        ("How deep will the cellar be?", "The cellar is to be deepened to 3.5 metres.", True),
        ("How deep will the cellar be?", "The cellar is to be deepened by 12 March.", False),
        ("How deep will the cellar be?", "The cellar is 12 metres long.", False),
        ("How deep will the cellar be?", "The pond has a depth of 2 m.", False),
        ("How large is the room?", "The room has an area of 140 square metres.", True),
        ("How large is the cellar?", "The cellar has a door of 2 metres.", False),
        ("How long does the loan run?", "The loan began in May and runs for five weeks.", True),
        ("How long does the loan run?", "The loan runs from May.", False),
        ("How long does the lamp burn?", "The loan runs for five weeks.", False),
        ("How long were readers locked out?", "Readers wait two hours in the hall.", False),
        ("How long were readers locked out?", "Readers were locked out for two hours.", True),
        ("When was the cellar flooded?", "At 9:40 the cellar was flooded.", True),
        ("When was the cellar flooded?", "9.40 The cellar is flooded; the porter rings.", True),
        ("When was the cellar flooded?", "At 9:40 the porter saw the cellar.", False),
        ("When was the cellar flooded?", "The cellar, flooded in spring, opens at 9:40.", False),
        ("By when must books be returned?", "Books are returned by Friday, 3 July.", True),
        ("By when must books be returned?", "Books are returned by the reader.", False),
        ("By when must the fee be paid?", "The fee is payable by the third day.", True),
        ("By when must the fine be paid?", "The fee is payable by the third day.", False),
        ("By when must maps be returned?", "Books are returned by Friday.", False),
        ("When is the reading?", "The reading takes place on 18 July.", True),
        ("When is the reading?", "On 18 July the choir, not the reading, takes place.", False),
        ("When is the reading?", "The reading takes place outside.", False),
        ("Why are we closing?", "We are closing because the roof leaks.", True),
        ("Why are we closing?", "We are closing in July.", False),
        ("Why are we closing?", "The roof leaks because we paint.", False),
        ("Who wrote the rules?", "From: Petra Aalto, operations", True),
        ("Who wrote the letter?", "From: Petra Aalto, operations", False),  # these are rules
        ("Who wrote the rules?", "Rules come from Petra Aalto.", False),
        ("How heavy is the globe?", "The globe weighs 40 kg.", True),
        ("How heavy is the globe?", "The globe is 40 cm wide.", False),
        ("How long may I keep the map?", "You may keep a map for two weeks.", True),
        ("How loud is the pump?", "Noise level of the pump: 62 dB", True),
        ("How loud is the pump?", "Noise of the pump is a nuisance.", False),
        ("How hot is the kiln?", "The kiln reaches a temperature of 1,240 °C.", True),
        ("How far is the pond?", "The pond is 300 metres from the gate.", True),
        ("How far is the pond?", "The pond is ten minutes' walk away.", True),
        ("How far is the pond?", "The pond is 300 metres long.", False),
        ("How far is the pond?", "The mill is 300 metres from the gate.", False),
        ("Who signed the letter?", "Yours sincerely, Petra Aalto Head of the archive", True),
        ("Who wrote the letter about the roof?", "Kind regards Petra Aalto", True),
        ("Who signed the roof?", "Yours sincerely, Petra Aalto", False),
        ("Who reads the letter?", "Yours sincerely, Petra Aalto", False),
    ],
)
def test_a_plain_sentence_says_all_that_is_asked(question: str, text: str, fits: bool) -> None:
    read = read_question(question, NOTHING_KNOWN)
    assert plainly_said(read, unit(text), ABOUT) == (FIT if fits else 0.0)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Noise: 62 dB", True),
        ("Data: Noise level — Value: 62 dB", True),
        ("The noise is about 62 dB", True),
        ("The noise of the bell is 62 dB.", False),
        ("Bell noise: 62 dB", False),
        ("Noise: less than before", False),
    ],
)
def test_a_size_without_a_thing_is_of_what_the_titles_name(text: str, fits: bool) -> None:
    read = read_question("How loud is the pump?", NOTHING_KNOWN)
    assert bool(plainly_said(read, unit(text), frozenset(["pump"]))) is fits
    assert not plainly_said(read, unit(text), frozenset(["mill"]))


def test_a_name_alone_signs_only_at_the_end_of_a_letter() -> None:
    letter = "Dear members,\n\nThe roof is mended.\n\nThe pump is not.\n\nPetra Aalto\nTown Clerk"
    units = cut_hits([hit(letter)])
    read = read_question("Who signed the notice?", NOTHING_KNOWN)
    assert [signer_of(read, each) for each in units][-1] == "Petra Aalto"
    assert not any(signer_of(read, each) for each in units[:-1])
    first = replace(units[-1], position=0)
    assert signer_of(read, first) == ""
    assert signer_of(read_question("Who mended the roof?", NOTHING_KNOWN), units[-1]) == ""
