"""What the headers of a list are of."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.header_kinds import holds_money
from tests.unit.csv_lists import list_of


@pytest.mark.parametrize(
    ("header", "cells", "is_money"),
    [
        ("Cost", ("50", "20"), True),
        ("Budget", ("50", "20"), True),
        ("Amount paid", ("50", "20"), True),
        ("Repairs (EUR)", ("50", "20"), True),
        ("Repairs", ("£50", "£20"), True),
        ("Repairs", ("50", "20"), False),
        ("Hours", ("50", "20"), False),
        ("Paid", ("yes", "no"), False),  # no figures
        ("Cost centre", ("North", "South"), False),
        ("Due", ("2031-05-01", "2031-06-01"), False),
    ],
)
def test_money_is_known_by_its_sign_or_its_header(
    header: str, cells: tuple[str, str], is_money: bool
) -> None:
    one, two = cells
    table = list_of(f"Job,{header}\nFence,{one}\nPond,{two}\n", "jobs.csv")
    assert holds_money(table.columns[0]) is is_money
