"""What becomes of a thing is told by the sentence that opens with it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.fates import fate_fit, tells_fate_of_another
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit


@pytest.mark.parametrize(
    ("question", "text", "fits", "other"),
    [
        ("What happens to late entries?", "Late entries are not rowed.", True, False),
        ("What becomes of late entries?", "All late entries go to the mate.", True, False),
        ("What happens to late entries?", "Entries are rowed in turn.", False, True),
        ("What happens to late entries?", "Crews with late entries are fined.", False, False),
        ("What happens to late entries?", "Whoever is slow is not rowed.", False, False),
        ("What happens to boats left in the lock?", "Boats are towed away.", False, False),
        ("What happens to entries?", "Entries are rowed in turn.", False, False),
        ("What are late entries?", "Late entries are not rowed.", False, False),
        ("What happens to late entries?", "Late entries may be many this year.", False, False),
    ],
)
def test_its_fate_is_told(question: str, text: str, fits: bool, other: bool) -> None:
    (unit,) = cut_hits([hit(text)])
    asked = read_question(question, Background({}, 1000))
    assert bool(fate_fit(asked, unit)) is fits
    assert tells_fate_of_another(asked, unit, frozenset()) is other
    assert not tells_fate_of_another(asked, unit, frozenset(["late"]))


def test_the_verdict_follows() -> None:
    question, text = "What happens to late entries?", "Entries are rowed in the order of names."
    assert judged_first(question, text, text) is Verdict.CLOSEST
    late = "Late entries are not rowed."
    assert judged_first(question, late, late) is not Verdict.CLOSEST
