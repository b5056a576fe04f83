"""Which port or version is asked for is told by a number."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.numbered_things import lacks_its_number
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("What port does it use?", "By default it listens on all IPv4 addresses.", True),
        ("What port does it use?", "It listens on port 655.", False),
        ("Which version is needed?", "The newest version is needed.", True),
        ("Which version is needed?", "Use v2.1 or later.", False),
        ("What is a port?", "A port is a door for data.", False),
        ("Which version control system is used?", "It uses darcs.", False),
        ("Which platforms does it run on?", "It needs a screen.", False),
        ("Which versions of Tern does it need?", "It needs Tern Gold.", False),  # by their names
        ("Which language is used?", "By default English is used.", False),
    ],
)
def test_a_number_is_wanted(question: str, text: str, lacks: bool) -> None:
    assert lacks_its_number(question, text) is lacks


def test_what_has_no_number_is_at_most_closest() -> None:
    text = "By default the ferry program listens on every address and port of the machine."
    question = "Which port does the ferry program listen on by default?"
    assert ask(question, [hit(text)])[1].verdict not in {Verdict.DIRECT, Verdict.LIKELY}
