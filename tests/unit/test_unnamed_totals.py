"""A total without a label is named after what it adds up, and only if it does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.tables.unnamed_totals import with_named_totals
from backend.tasks.calculate.programs.calculation import calculate
from backend.types import Calculation, StoredTable
from tests.unit.small_ledgers import ledger

YEARS = (("2022", "2022"), ("2021", "2021"))


def harbour(
    total: tuple[str, str] = ("60", "45"), title: str = "DATA – NET REVENUES (In thousands)"
):
    return ledger(
        YEARS,
        (
            ((), "North pier", ("10", "15")),
            ((), "South pier", ("20", "20")),
            ((), "Old pier", ("30", "10")),
            ((), "", total),
        ),
        title=title,
    )


def last(table: StoredTable) -> str:
    return with_named_totals(table).rows[-1].label


def test_it_is_named_by_the_title_or_the_heading() -> None:
    assert last(harbour()) == "Total net revenues"
    assert last(harbour(title="EBITDA")) == "Total EBITDA"
    headed = ledger(
        YEARS,
        (
            (("Costs:",), "Ropes", ("1", "2")),
            (("Costs:",), "Tar", ("3", "4")),
            (("Costs:",), "", ("4", "6")),
        ),
        title="Statement",
    )
    assert last(headed) == "Total costs"


def test_one_figure_that_does_not_add_up_leaves_it_without_a_name() -> None:
    assert last(harbour(("60", "46"))) == ""
    assert last(harbour(("", ""))) == ""


def test_a_share_of_it_is_computed() -> None:
    made = calculate("What share of 2022 net revenues came from the south pier?", [harbour()])
    assert isinstance(made, Calculation), made
    assert made.sentence == "South pier and Total net revenues, 2022: 20 ÷ 60 = 33.33 %"


@given(st.lists(st.integers(-999, 999), min_size=2, max_size=6), st.integers(-9, 9))
def test_it_is_named_exactly_if_it_is_the_sum(figures: list[int], off: int) -> None:
    rows = tuple(((), f"Row {at}", (str(figure), "1")) for at, figure in enumerate(figures))
    total = (str(sum(figures) + off), str(len(figures)))
    table = ledger(YEARS, (*rows, ((), "", total)), title="Figures")
    assert (last(table) == "Total figures") == (off == 0)
