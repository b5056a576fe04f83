"""What a computed answer shows: formula, cells as chips, the table with its used cells."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from streamlit.testing.v1 import AppTest

from app.page_pane import cells_marked, heads_of
from app.shown import Shown
from backend.readers.delimited import read_delimited
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import (
    LABELS,
    Box,
    Calculation,
    Cell,
    CellKind,
    Column,
    Operation,
    StoredRow,
    StoredTable,
    TableDescription,
    Verdict,
)
from components import calculation, grid_view
from components.grid_view import GridView, as_csv
from components.page_viewer import as_plain as viewer_as_plain
from components.page_viewer import example as viewer_example
from tests.pages.standin import StandInWorkbench, make_answer


def test_every_cell_is_a_chip_and_the_open_one_is_told() -> None:
    shown = calculation.as_plain(replace(calculation.example(), selected=1))
    assert shown["formula"] == "760 + 420 = 1,180 kg"
    assert shown["selected"] == 1
    assert [each["text"] for each in shown["chips"]] == ["760", "420"]  # type: ignore[attr-defined]
    assert shown["chips"][0]["name"] == "Cell 760: Seeds, kg, 2023"  # type: ignore[index]


def test_a_formula_that_says_no_more_than_its_cell_is_left_out() -> None:
    one = calculation.example()
    cell = one.calculation.operands[0]
    looked_up = replace(
        one.calculation, operation=Operation.LOOKUP, operands=(cell,), formula=f"{cell.when}: 760"
    )
    assert calculation.as_plain(replace(one, calculation=looked_up))["formula"] == ""
    scaled = replace(looked_up, formula=f"{cell.when}: 760 thousand kg")
    shown = calculation.as_plain(replace(one, calculation=scaled))
    assert shown["formula"] == "kg, 2023: 760 thousand kg"


def test_a_sign_of_money_makes_a_formula_no_other_than_its_cell() -> None:
    one = calculation.example()
    cell = replace(one.calculation.operands[0], text="$760")
    looked_up = replace(
        one.calculation, operation=Operation.LOOKUP, operands=(cell,), formula=f"{cell.when}: 760"
    )
    assert calculation.only_says_its_cell(looked_up)
    assert not calculation.only_says_its_cell(replace(looked_up, formula="760 kg"))


def test_of_many_cells_the_rest_is_counted() -> None:
    one = calculation.example()
    many = replace(one.calculation, operands=one.calculation.operands * 10)
    shown = calculation.as_plain(replace(one, calculation=many))
    assert len(shown["chips"]) == calculation.MOST_CHIPS  # type: ignore[arg-type]
    assert shown["more"] == "8 further cells are marked in the table."


def test_the_cells_stand_in_the_formula_where_it_has_few() -> None:
    one = calculation.example()
    shown = calculation.steps_of(one.calculation)
    assert [(step["text"], step["place"]) for step in shown] == [
        ("760", 0),
        ("+", -1),
        ("420", 1),
        ("=", -1),
        ("1,180 kg", -1),
    ]
    assert [step["result"] for step in shown] == [False, False, False, False, True]
    dated = replace(one.calculation, formula="Date in May 1760, page 42: 760 + 420 = 1,180 kg")
    texts = [step["text"] for step in calculation.steps_of(dated)]
    assert texts == ["Date in May 1760, page 42:", "760", "+", "420", "=", "1,180 kg"]
    other = replace(one.calculation, formula="the sum of both = 1,180 kg")
    assert calculation.steps_of(other) == [], "its cells do not stand in it"
    many = replace(one.calculation, operands=one.calculation.operands * 3)
    assert calculation.steps_of(many) == []


def test_a_list_is_not_repeated_as_chips() -> None:
    one = calculation.example().calculation
    cells = tuple(replace(one.operands[0], row=at, text=f"B{at}", label=f"B{at}") for at in (1, 2))
    listed = replace(one, operation=Operation.LIST, operands=cells, listed=(("B1", ""), ("B2", "")))
    shown = calculation.as_plain(calculation.CalculationView(listed))
    assert [each["place"] for each in shown["listed"]] == [0, 1]  # type: ignore[attr-defined]
    assert shown["chips"] == []


def test_of_many_groups_the_cells_of_the_first_are_drawn() -> None:
    one = calculation.example().calculation
    cell = one.operands[0]
    labels = ["Oats"] * 3 + ["Rye"] * 12
    cells = tuple(replace(cell, row=at, label=label) for at, label in enumerate(labels))
    grouped = replace(
        one,
        operation=Operation.SUM_PER_GROUP,
        operands=cells,
        listed=(("Oats", "2,280"), ("Rye", "9,120")),
    )
    shown = calculation.as_plain(calculation.CalculationView(grouped))
    assert [each["place"] for each in shown["chips"]] == [0, 1, 2]  # type: ignore[attr-defined]
    assert shown["more"] == "12 further cells, most of other groups, are marked in the table."

    # those at hand of a large table are of whatever group its first rows are
    large = replace(grouped, operands=cells[:4], of_rows=30_000)
    shown = calculation.as_plain(calculation.CalculationView(large))
    assert shown["chips"] == []
    assert "30,000 rows" in str(shown["more"])


def test_the_table_marks_used_cells_with_their_row_and_column() -> None:
    shown = grid_view.as_plain(grid_view.example())
    assert shown["header"] == ["Year", "Seeds (kg)"]
    assert shown["heads"] == [0]
    first, second = shown["rows"]  # type: ignore[misc]
    assert (first["marked"], first["cells"]) == (True, [["760", "used open", 760.0]])
    assert (second["marked"], second["cells"]) == (False, [["420", "", 420.0]])


def test_a_long_table_is_drawn_from_before_its_first_used_row() -> None:
    table = grid_view.example().table
    long = replace(table, rows=table.rows[:1] * 1_000)
    shown = grid_view.as_plain(GridView(long, frozenset({(600, 0)})))
    rows = shown["rows"]
    assert [at for at, row in enumerate(rows) if row["marked"]] == [grid_view.BEFORE]  # type: ignore[arg-type]
    assert str(shown["note"]).startswith("700 further rows are in the download")


def test_columns_of_days_in_words_are_not_sorted() -> None:
    table = grid_view.example().table

    def of_days(*texts: str) -> StoredTable:
        rows = tuple(
            replace(row, cells=(Cell(text, CellKind.DATE, None, 0, 3, 0, None),))
            for row, text in zip(table.rows, texts, strict=True)
        )
        return replace(table, rows=rows)

    spoken, plain = of_days("5 May 2024", "2 June 2023"), of_days("2024-05-05", "2023-06-02")
    assert grid_view.as_plain(GridView(table))["sortable"] == [True, True]
    assert grid_view.as_plain(GridView(spoken))["sortable"] == [True, False]
    assert grid_view.as_plain(GridView(plain))["sortable"] == [True, True]
    only = replace(table, rows=table.rows[:1])
    assert grid_view.as_plain(GridView(only))["sortable"] == [False, False]


def test_the_download_holds_all_rows_and_no_formula() -> None:
    table = grid_view.example().table
    hostile = replace(table.rows[0], label="=cmd|' /C calc'!A0")
    minus = Cell("-12", CellKind.NUMBER, Decimal(-12), 0, 3, 0, None)
    csv = as_csv(replace(table, rows=(hostile, replace(table.rows[1], cells=(minus,)))))
    assert csv.splitlines() == ["Year,Seeds (kg)", "'=cmd|' /C calc'!A0,760", "2024,-12"]


def test_label_and_column_head_of_a_cell_are_found_on_its_page() -> None:
    def cell(text: str, box: Box) -> Cell:
        return Cell(text, CellKind.NUMBER, None, 0, 1, 0, box)

    rows = tuple(
        StoredRow(
            "Seeds", (), (cell("7", Box(60, top, 80, top + 10)),), False,
            cell("Seeds", Box(10, top, 50, top + 10)),
        )
        for top in (30, 45)
    )  # fmt: skip
    column = Column("2024", ("2024",), CellKind.NUMBER, "", Decimal(1), "2024")
    table = StoredTable("t", "d", (0,), Box(10, 12, 80, 55), (), "", "", (column,), rows)
    assert heads_of(table, 1, 0) == (Box(10, 45, 50, 55), Box(60, 12, 80, 30))


def test_all_cells_of_a_calculation_are_marked_on_their_page_and_one_that_is_opened_alone() -> None:
    made = calculation.example().calculation
    first, second = (
        replace(operand, document_id="d", page=at, box=Box(10, 10, 20, 20))
        for at, operand in enumerate(made.operands[:2])
    )
    boxless = replace(first, box=None)
    cells = (first, replace(second, page=0), second, boxless)
    shown = Shown("?", (), (), calculation=replace(made, operands=cells))
    assert cells_marked(shown, "d", 0) == cells[:2]
    assert cells_marked(shown, "d", 1) == (second,)
    assert cells_marked(shown, "other", 0) == ()
    assert cells_marked(replace(shown, cell=1), "d", 0) == (cells[1],)
    assert cells_marked(replace(shown, calculation=None), "d", 0) == ()


def test_a_cell_on_a_page_is_framed_and_its_heads_are_shaded() -> None:
    shown = viewer_as_plain(replace(viewer_example(), boxed=True, shades=(Box(30, 100, 60, 120),)))
    assert shown["boxed"] is True
    assert shown["shades"] == [(10.0, 25.0, 10.0, 5.0)]


def test_a_computed_answer_has_a_tab_for_its_table(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    made = calculation.example().calculation
    answer = replace(make_answer(), calculation=made, verdict=Verdict.CALCULATED, short="1,180 kg")
    workbench.answers["k"] = [answer]
    workbench.stored_tables = {"t": grid_view.example().table}
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Table"
    app.run()
    assert not app.exception
    assert "Table" in [tab.label for tab in app.tabs]
    assert "**Orchard**" in [each.value for each in app.markdown]
    assert "computed from a table" in "\n".join(str(each.value) for each in app.caption)


@pytest.mark.parametrize("by", ["local", "tiny"])
def test_what_a_table_was_said_to_show_stands_above_it(
    workbench: StandInWorkbench, app: AppTest, by: str
) -> None:
    made = calculation.example().calculation
    answer = replace(make_answer(), calculation=made, verdict=Verdict.CALCULATED, short="1,180 kg")
    workbench.answers["k"] = [answer]
    workbench.stored_tables = {"t": grid_view.example().table}
    workbench.table_descriptions = {"t": TableDescription("Seeds of <b>two</b> years.", by)}
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Table"
    app.run()
    assert not app.exception
    (said,) = [str(each.value) for each in app.markdown if "Seeds of" in str(each.value)]
    assert "<b>" not in said
    assert ("described by tiny" in said) == (by == "tiny")


@pytest.mark.parametrize("on_page", [True, False])
def test_the_table_comes_before_the_page_where_a_list_has_no_page(
    workbench: StandInWorkbench, app: AppTest, on_page: bool
) -> None:
    made = calculation.example().calculation
    box = Box(10, 10, 30, 20) if on_page else None
    cells = tuple(replace(operand, box=box) for operand in made.operands)
    answer = replace(make_answer(), calculation=replace(made, operands=cells), short="1,180 kg")
    workbench.answers["k"] = [replace(answer, verdict=Verdict.CALCULATED)]
    workbench.stored_tables = {"t": grid_view.example().table}
    app.query_params["conversation"] = "k"
    app.run()
    assert not app.exception
    first = [tab.label for tab in app.tabs][:2]
    assert first == (["Page", "Table"] if on_page else ["Table", "Page"])


def test_an_answer_of_groups_shows_them_with_every_cell_in_its_table(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    reading = read_delimited("Box,Guide,Guests\nB1,Mora,7\nB2,Lind,20\nB3,Mora,12\n", "boxes.csv")
    (table,) = stored_tables(reading, (), "d")
    made = calculate_columns("Total guests per guide", [table])
    assert isinstance(made, Calculation)
    workbench.answers["k"] = [
        replace(make_answer(), calculation=made, verdict=Verdict.CALCULATED, short=made.figure)
    ]
    workbench.stored_tables = {table.id: table}
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Table"
    app.run()
    assert not app.exception
    assert "Table" in [tab.label for tab in app.tabs]
    assert "computed from a table" in "\n".join(str(each.value) for each in app.caption)
    shown = calculation.as_plain(calculation.CalculationView(made))
    assert shown["listed"] == [
        {"name": "Lind", "figure": "20", "place": 0, "opens": "Cell 20: Lind, Guests"},
        {"name": "Mora", "figure": "19", "place": -1, "opens": ""},  # of two cells: two chips
    ]
    assert [(each["of"], each["place"]) for each in shown["chips"]] == [  # type: ignore[attr-defined]
        ("Mora, Guests", 1),
        ("Mora, Guests", 2),
    ]
    used = frozenset((operand.row, operand.column) for operand in made.operands)
    assert used == {(0, 1), (1, 1), (2, 1)}
    rows = grid_view.as_plain(GridView(table, used))["rows"]
    assert all(row["marked"] for row in rows)  # type: ignore[attr-defined]


def test_an_answer_that_was_read_has_no_such_tab(workbench: StandInWorkbench, app: AppTest) -> None:
    workbench.answers["k"] = [make_answer()]
    app.query_params["conversation"] = "k"
    app.run()
    assert "Table" not in [tab.label for tab in app.tabs]


def test_a_table_that_was_deleted_since_is_said_to_be(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    made = calculation.example().calculation
    workbench.answers["k"] = [replace(make_answer(), calculation=made)]
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Table"
    app.run()
    assert not app.exception
    assert "not in the library" in app.warning[0].value


def test_a_row_that_is_used_by_its_label_has_the_label_marked() -> None:
    table = grid_view.example().table
    shown = grid_view.as_plain(GridView(table, frozenset({(0, LABELS)}), (0, LABELS)))
    rows = shown["rows"]
    assert rows[0]["kind"] == "used open"  # type: ignore[index]
    assert rows[1]["kind"] == ""  # type: ignore[index]
    assert all("used" not in kind for row in rows for _, kind, _ in row["cells"])  # type: ignore[attr-defined]
    assert shown["heads"] == [LABELS]
