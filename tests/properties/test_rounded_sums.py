"""Figures that add up but for rounding: the same as adding up anew from every row."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tables.rounded_sums import RunningSums
from backend.tasks.calculate.programs.column_rows import entries_of
from tests.unit.test_column_groups import bare

FIGURES = st.integers(-40, 40).flatmap(
    lambda whole: st.sampled_from([Decimal(whole), Decimal(whole).scaleb(-1), None])
)
COLUMNS = st.one_of(
    st.lists(FIGURES, min_size=1, max_size=14),
    st.lists(st.integers(0, 9).map(Decimal), min_size=1, max_size=14),
)


def added_up(values: list[Decimal | None], at: int, first: int, last: int) -> list[int]:
    """Every row in turn, by the words of the promise."""
    value = values[at]
    if value is None:
        return []
    unit = Decimal(1).scaleb(int(value.as_tuple().exponent))
    found = []
    for start in range(first, last + 1):
        parts = [each for each in values[start:at] if each is not None]
        if len(parts) >= 2 and abs(sum(parts) - value) <= unit * len(parts) / 2:
            found.append(start)
    return found


@given(COLUMNS, st.data())
def test_every_start_is_found_and_no_other(
    values: list[Decimal | None], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(values) - 1))
    first = data.draw(st.integers(0, at))
    last = data.draw(st.integers(first - 1, at))
    assert RunningSums(values).starts(at, first, last) == added_up(values, at, first, last)


@pytest.mark.parametrize(
    ("values", "starts"),
    [
        (["120", "300", "180", "601"], [0]),  # each is rounded, 600 within 1.5
        (["120", "300", "180", "602"], []),
        (["0", "120", "300", "420"], [0, 1]),
        (["-5", "-7", "-12"], [0]),
        (["5", "-5", "7", "3", "10"], [0, 2]),
        (["10", "10"], []),  # one figure is no sum
    ],
)
def test_figures_by_hand(values: list[str], starts: list[int]) -> None:
    held = [Decimal(value) for value in values]
    assert RunningSums(held).starts(len(held) - 1, 0, len(held) - 2) == starts


def test_a_list_of_thousands_without_words_is_looked_through() -> None:
    """Adding up anew from every row would take hours."""
    rows = [(f"S{at}", str(at % 17 - 8), str(at % 13 + 1)) for at in range(4_000)]
    total = ("S4000", str(sum(int(a) for _, a, _ in rows)), str(sum(int(b) for *_, b in rows)))
    entries, totals, doubtful = entries_of(bare("Sensor,Heat,Flow", (*rows, total)))
    assert (len(entries), totals) == (4_001, 0)
    assert "S4000" in doubtful
