"""“There are two rules.” names none; what somebody has or needs is said whole by its count."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.forms import announces_several, only_counts_them


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("There are two rules for the winch.", True),
        ("In short, there are several reasons why it stops.", True),
        ("You have 14 days to return it.", False),
        ("They need six hours of sun every day.", False),
        ("We offer three courses in spring, on knots, charts and tides.", False),
        ("There are several buses from the quay, of which the 12 is the quickest.", False),
        ("There are two gates: north and south.", False),
    ],
)
def test_what_only_counts(text: str, counts: bool) -> None:
    assert only_counts_them(text) is counts


def test_what_one_has_is_still_a_count() -> None:
    assert announces_several("You have three options.")
