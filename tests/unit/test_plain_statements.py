"""House rules, notices and minutes answer in plain sentences."""

from __future__ import annotations

import pytest

from backend.analysis import term_texts
from backend.tasks.answer.extractive.plain_statements import FIT, plainly_said
from backend.tasks.answer.extractive.question import read_question
from tests.unit.test_first_line import NOTHING_KNOWN, unit

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
    ],
)
def test_a_plain_sentence_says_all_that_is_asked(question: str, text: str, fits: bool) -> None:
    read = read_question(question, NOTHING_KNOWN)
    assert plainly_said(read, unit(text), ABOUT) == (FIT if fits else 0.0)
