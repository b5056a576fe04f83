"""Rows that something is made of are told by their labels, or counted, with each label's cell."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.settings import load_settings
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.label_lists import label_list, labels_asked
from backend.types import Calculation, JobState, Operation, Query, StoredTable, Verdict
from backend.types.tables import Cell, CellKind
from backend.workbench import Workbench, open_workbench
from tests.unit.small_ledgers import Row, ledger

YEARS = (("2022", "2022"), ("2021", "2021"))


def labelled(rows: tuple[Row, ...], *totals: str, name: str = "t") -> StoredTable:
    """A ledger whose labels are cells, each with a place of its own; some rows are totals."""
    plain = ledger(YEARS, rows, name=name)
    return replace(
        plain,
        rows=tuple(
            replace(
                row,
                label_cell=Cell(
                    row.label, CellKind.TEXT, None, 100 * at, 100 * at + len(row.label), 2, None
                ),
                total=row.label in totals,
            )
            for at, row in enumerate(plain.rows)
        ),
    )


STORES = labelled(
    (
        (("Stores",), "Oats", ("70", "40")),
        (("Stores",), "Barley", ("30", "45")),
        (("Stores",), "Hay", ("12", "15")),
        (("Stores",), "Total stores", ("112", "100")),
        ((), "Carts", ("9", "8")),
        ((), "Ploughs", ("4", "6")),
        ((), "Total implements", ("13", "14")),
    ),
    "Total stores",
    "Total implements",
)


def told(question: str, *tables: StoredTable) -> Calculation:
    made = label_list(question, tables or (STORES,))
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What are the components of stores?", ["Oats", "Barley", "Hay"]),
        ("Which items make up stores?", ["Oats", "Barley", "Hay"]),
        ("What types of implements are there?", ["Carts", "Ploughs"]),
        ("What are the components of implements in 2022?", ["Carts", "Ploughs"]),
        ("Which components of stores exceeded 20 thousand in 2022?", ["Oats", "Barley"]),
        ("Which components of stores were below 20 thousand in 2021?", ["Hay"]),
    ],
)
def test_rows_of_a_heading_or_of_a_total(question: str, names: list[str]) -> None:
    made = told(question)
    assert made.operation is Operation.LIST
    assert [name for name, _ in made.listed] == names
    assert made.answer == ", ".join(names)
    labels = [operand.text for operand in made.operands if operand.column < 0]
    assert labels == names
    assert [operand.start for operand in made.operands if operand.column < 0] == [
        row.label_cell.start for row in STORES.rows if row.label in names and row.label_cell
    ]


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many components of stores are there?", "3"),
        ("How many types of implements are there?", "2"),
        ("How many components of stores were above 40 thousand in 2021?", "1"),
    ],
)
def test_how_many_rows(question: str, count: str) -> None:
    made = told(question)
    assert (made.operation, made.answer) == (Operation.COUNT, count)


@pytest.mark.parametrize(
    "question",
    [
        "What are the components of fodder?",  # no heading is called so
        "What are the components of winter stores?",
        "Which component of stores was the largest in 2022?",  # one of them
        "What are the components of stores in 2022 and 2021?",
        "How many components of stores exceeded 40 in 2022?",  # 40, or 40 thousand?
        "How many components of stores exceeded 40 % in 2022?",
        "Which components of stores exceeded 90 thousand in 2022?",  # none does
        "Which components of stores were not above 40 thousand in 2022?",
        "What are the components of stores except hay?",
        "Which segments of stores are there?",  # nothing says that they are segments
        "Why are there several types of implements?",
        "What does the item stores represent?",
    ],
)
def test_what_is_left_to_reading(question: str) -> None:
    assert label_list(question, [STORES]) is None


def test_a_bound_without_a_scale_is_told_where_both_readings_agree() -> None:
    made = told("How many components of stores exceeded 5 in 2022?")  # 5, or 5 thousand
    assert made.answer == "3"


def test_a_row_without_a_figure_of_the_year_leaves_it_open() -> None:
    rows = STORES.rows
    holed = replace(STORES, rows=(replace(rows[0], cells=(None, rows[0].cells[1])), *rows[1:]))
    assert label_list("What are the components of stores in 2022?", [holed]) is None
    assert label_list("What are the components of stores in 2021?", [holed]) is not None


def test_rows_that_do_not_add_up_to_a_total_are_not_its_parts() -> None:
    off = labelled(
        (((), "Carts", ("9", "8")), ((), "Ploughs", ("4", "6")), ((), "Total tools", ("20", "14"))),
        "Total tools",
    )
    assert label_list("What are the components of tools?", [off]) is None


def test_two_totals_of_one_name_must_both_be_told_apart() -> None:
    rows: tuple[Row, ...] = (
        ((), "Carts", ("9", "8")),
        ((), "Ploughs", ("4", "7")),
        ((), "Total tools", ("15", "15")),
        ((), "Bought", ("8", "5")),
        ((), "Made", ("7", "10")),
        ((), "Total tools", ("15", "15")),
    )
    assert label_list("What are the components of tools?", [labelled(rows, "Total tools")]) is None


def test_a_bound_picks_no_rows_of_several_measures() -> None:
    rows: tuple[Row, ...] = (((), "Wages", ("300", "200")), ((), "Rents", ("120", "90")))
    question = "List the items in the table above 100 thousand in 2022."
    assert told(question, labelled(rows)).answer == "Wages, Rents"
    staffed = labelled((*rows, ((), "Number of employees", ("130", "80"))))
    assert label_list(question, [staffed]) is None


def test_rounded_parts_may_miss_a_large_total_by_one_in_its_last_place() -> None:
    def parts_of(total: str) -> list[str]:
        rows = ((), "Carts", ("500", "8")), ((), "Ploughs", ("300", "6"))
        table = labelled((*rows, ((), "Total tools", (total, "14"))), "Total tools")
        made = label_list("What are the components of tools?", [table])
        return [name for name, _ in made.listed] if made is not None else []

    assert parts_of("801") == ["Carts", "Ploughs"]
    assert parts_of("802") == []
    small = (
        ((), "Carts", ("1", "1")),
        ((), "Ploughs", ("1", "1")),
        ((), "Total tools", ("3", "2")),
    )
    assert label_list("What are the components of tools?", [labelled(small, "Total tools")]) is None


def test_tables_with_different_lists_leave_it_open() -> None:
    other = labelled(
        ((("Stores",), "Oats", ("70", "40")), (("Stores",), "Straw", ("5", "4"))), name="u"
    )
    question = "What are the components of stores?"
    assert label_list(question, [STORES, other]) is None
    assert label_list(question, [STORES, replace(STORES, id="v")]) is not None


def test_a_heading_that_says_more_is_another_one() -> None:
    winter = labelled(
        ((("Winter stores",), "Oats", ("7", "4")), (("Winter stores",), "Straw", ("5", "4")))
    )
    assert label_list("What are the components of stores?", [winter]) is None
    assert told("What are the components of winter stores?", winter).answer == "Oats, Straw"


def test_all_rows_of_a_table_without_headings() -> None:
    plain = labelled((((), "Carts", ("9", "8")), ((), "Ploughs", ("4", "6"))))
    assert told("What items are listed in the table?", plain).answer == "Carts, Ploughs"
    assert label_list("What items are listed in the table?", [STORES]) is None
    assert label_list("What items are there?", [plain]) is None


def test_a_column_of_the_things_that_are_asked_for_is_no_list_of_the_rows() -> None:
    plain = labelled((((), "Ada", ("30", "1")), ((), "Bo", ("40", "2"))))
    question = "Which classes are listed in the table?"
    assert label_list(question, [plain]) is not None
    first, second = plain.columns
    named = replace(plain, columns=(first, replace(second, name="Class")))
    assert label_list(question, [named]) is None


def test_segments_are_told_where_the_heading_says_so_and_none_of_the_rows_is_another_thing() -> (
    None
):
    rows: tuple[Row, ...] = (
        ((), "Boats", ("70", "40")),
        ((), "Nets", ("30", "45")),
        ((), "Total sales", ("100", "85")),
    )
    question = "Which segments had sales above 40 thousand in 2022?"
    plain = labelled(rows, "Total sales")
    assert label_list(question, [plain]) is None
    made = told(question, replace(plain, title="Sales by segment"))
    assert made.answer == "Boats"
    (boats, nets, total) = rows
    beside = labelled((boats, nets, ((), "Corporate", ("5", "1")), total), "Total sales")
    assert label_list(question, [replace(beside, title="Sales by segment")]) is None


def test_the_years_of_a_total_are_not_added_up_where_its_rows_are_asked_for() -> None:
    odd = labelled((((), "Rope", ("5", "4")), ((), "Total tackle", ("9", "8"))), "Total tackle")
    assert not isinstance(calculate("What items make up total tackle?", [odd]), Calculation)


def test_what_a_question_is_about_is_what_is_left_of_it() -> None:
    asked = labels_asked("How many types of farm stores were above 30 thousand in 2021?")
    assert asked is not None
    assert (asked.counts, asked.years) == (True, ("2021",))
    assert asked.topic == {"farm", "store"}
    assert asked.bound is not None
    assert asked.bound.value * asked.bound.scale == Decimal(30000)


@example(figures=[(1, 1), (1, 1), (1, 1)], before=0)
@given(
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)), min_size=2, max_size=6),
    st.integers(0, 3),
)
def test_parts_of_a_total_add_up_to_it(figures: list[tuple[int, int]], before: int) -> None:
    """Whatever stands above them, the rows that are told come to the total in each column."""
    above = tuple(((), f"Loose {at}", ("7", "3")) for at in range(before))
    parts = tuple(((), f"Part {at}", (str(a), str(b))) for at, (a, b) in enumerate(figures))
    sums = tuple(str(sum(each)) for each in zip(*figures, strict=True))
    table = labelled((*above, *parts, ((), "Total harvest", sums)), "Total harvest")
    made = told("What are the parts of the harvest?", table)
    by_name = {row.label: row for row in table.rows}
    for column in (0, 1):
        cells = [by_name[name].cells[column] for name, _ in made.listed]
        total = sum(cell.value for cell in cells if cell is not None and cell.value is not None)
        assert str(total) == sums[column]


FARM = """# Accounts of Wick Farm

| | 2022 | 2021 |
| --- | --- | --- |
| Stores: | | |
| Oats | 70 | 40 |
| Barley | 30 | 45 |
| Hay | 12 | 15 |
| Total stores | 112 | 100 |

The farm keeps its accounts by hand.
"""


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("labels")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Farm")
    assert opened.library.add_file(made.id, "farm.md", FARM.encode()) is not None
    both = opened.library.create_collection("Both")
    assert opened.library.add_file(both.id, "farm.md", FARM.encode()) is not None
    other = FARM.replace("Wick", "Holm").replace("Hay", "Straw")
    assert opened.library.add_file(both.id, "holm.md", other.encode()) is not None
    opened.queue.work_until_idle(threading.Event())
    assert {view.job.state for view in opened.queue.jobs()} == {JobState.DONE}
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("question", "short", "cells"),
    [
        ("What are the components of stores?", "Oats, Barley, Hay", ["Oats", "Barley", "Hay"]),
        ("How many components of stores are there?", "3", ["Oats", "Barley", "Hay"]),
        (
            "Which components of stores were above 20 in 2022?",
            "Oats, Barley",
            ["Oats", "70", "Barley", "30"],
        ),
    ],
)
def test_labels_are_told_cited_and_checked(
    workbench: Workbench, question: str, short: str, cells: list[str]
) -> None:
    collection = workbench.library.collection_named("Farm")
    asking = workbench.questions.ask(Query(question, collection.id), "naive")
    assert asking.wait(60)
    answer = asking.answer
    assert answer is not None
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, short)
    assert all(sentence.supported for sentence in answer.sentences)
    assert answer.calculation is not None
    text = workbench.parts.records.text(answer.calculation.operands[0].document_id)
    assert [text[operand.start : operand.end] for operand in answer.calculation.operands] == cells
    assert [text[citation.start : citation.end] for citation in answer.citations] == cells
    assert "calculate" in [step.name for step in answer.steps]


def test_two_documents_with_different_lists_leave_it_open(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Both")
    question = "What are the components of stores?"
    for asked, short in ((question, ""), (f"{question[:-1]}, according to holm.md?", "Straw")):
        asking = workbench.questions.ask(Query(asked, collection.id), "naive")
        assert asking.wait(60)
        assert asking.answer is not None
        assert (asking.answer.calculation is None) is not bool(short)
        assert short in asking.answer.short


def test_a_row_of_other_ones_may_be_in_a_list() -> None:
    table = labelled(((("Stores",), "Oats", ("7", "4")), (("Stores",), "Other stores", ("3", "5"))))
    made = calculate("What are the components of stores?", [table])
    assert isinstance(made, Calculation)
    assert made.answer == "Oats, Other stores"
    assert {operand.label for operand in made.operands} == {
        "Stores"
    }  # what rivals are looked for by


def test_the_list_is_told_before_any_figure() -> None:
    made = calculate("What are the components of stores?", [STORES])
    assert isinstance(made, Calculation)
    assert made.operation is Operation.LIST
