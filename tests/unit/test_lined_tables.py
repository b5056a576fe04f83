"""A table between rules that run along the page, with none up it, is read by these and by what is
blank in all of its rows; sums, prose and lists between rules are no tables of their own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, Spacer, Table, TableStyle

from backend.readers.layout.lined_tables import lined_tables
from backend.readers.layout.rule_runs import Rule
from backend.readers.layout.shapes import PrintedLine, PrintedTable, Word
from tests.drawn_pages import BOLD, cells_of, pages_of, tables_in

BODY = getSampleStyleSheet()["BodyText"]
RIGHT = ("ALIGN", (1, 0), (-1, -1), "RIGHT")
MIDDLE = ("ALIGN", (0, 0), (-1, 0), "CENTER")
CATCH = [
    ["Boat", "Landed", "Sold"],
    ["Petrel", "410", "380"],
    ["Gannet", "275", "275"],
    ["Tern", "96", "41"],
]


def lined(
    cells: Sequence[Sequence[object]], *styles: object, names: int = 1, **given: object
) -> Table:
    """A table with a rule above its names, one below them and one at its end."""
    rules = [
        ("LINEABOVE", (0, 0), (-1, 0), 0.8, "black"),
        ("LINEBELOW", (0, names - 1), (-1, names - 1), 0.5, "black"),
        ("LINEBELOW", (0, -1), (-1, -1), 0.8, "black"),
    ]
    return Table([list(row) for row in cells], style=TableStyle([*rules, *styles]), **given)


def only_table(*parts: object) -> PrintedTable:
    (page,) = pages_of(*parts)
    (table,) = tables_in(page)
    return table


def test_names_stand_over_their_columns_and_what_stands_above_the_rules_does_not() -> None:
    (page,) = pages_of(
        Paragraph("Prices fell in spring.", BODY),
        Paragraph("Table 4 Fish by boat, 2031", BODY),
        lined([["Boat", "Landed\n(crates)", "Sold\n(crates)"], *CATCH[1:]], RIGHT, BOLD),
    )
    (table,) = tables_in(page)
    assert table.header == (("Boat",), ("Landed (crates)",), ("Sold (crates)",))
    assert cells_of(table) == [tuple(row) for row in CATCH[1:]]
    above = [item.text for item in page.items if isinstance(item, PrintedLine)]
    assert above == ["Prices fell in spring.", "Table 4 Fish by boat, 2031"]


def test_a_column_of_texts_may_stand_behind_figures_and_its_cells_have_lines() -> None:
    cells = [["Weeks", "Strength", "Factor", "Remark"], ["0 to 2", "140", "1.00", "As it stands"]]
    cells += [["3 to 4", "130", "1.08", ""], ["5 to 6", "121", "1.16", "Ask the\nstores first"]]
    cells += [["Later", "", "", "Send it back"]]
    table = only_table(lined(cells, MIDDLE, BOLD, ("ALIGN", (1, 1), (2, -1), "RIGHT")))
    assert table.header == (("Weeks",), ("Strength",), ("Factor",), ("Remark",))
    assert cells_of(table)[2:] == [
        ("5 to 6", "121", "1.16", "Ask the stores first"),
        ("Later", "", "", "Send it back"),
    ]


def test_a_text_alone_in_its_row_heads_the_rows_below_it() -> None:
    cells = [["Quay", "Limit", "2030", "2031"], ["Iron (mg)", "", "", ""]]
    cells += [["North", "200", "21", "19"], ["South", "200", "8", "9"]]
    table = only_table(lined(cells, RIGHT, BOLD, colWidths=[150, 60, 60, 60]))
    assert table.header == (("Quay",), ("Limit",), ("2030",), ("2031",))
    assert cells_of(table)[:2] == [("Iron (mg)", "", "", ""), ("North", "200", "21", "19")]


def test_without_a_rule_above_it_a_name_on_its_own_rule_is_of_all_columns_below() -> None:
    cells = [["", "Revised", "Budget", ""], ["£000", "2030/31", "2031/32", "2032/33"]]
    cells += [["Staff", "2,910", "3,020", "3,130"], ["Ropes", "312", "338", "345"]]
    cells += [["All", "3,222", "3,358", "3,475"]]
    table = only_table(
        Table(
            cells,
            style=TableStyle(
                [
                    RIGHT,
                    ("SPAN", (2, 0), (3, 0)),
                    ("ALIGN", (2, 0), (3, 0), "CENTER"),
                    ("LINEBELOW", (2, 0), (3, 0), 0.5, "black"),
                    ("LINEBELOW", (0, 1), (-1, 1), 0.5, "black"),
                    ("LINEBELOW", (0, 3), (-1, 3), 0.5, "black"),
                    ("LINEBELOW", (0, 4), (-1, 4), 0.5, "black"),
                ]
            ),
        )
    )
    budget = [("Budget", "2031/32"), ("Budget", "2032/33")]
    assert table.header == (("£000",), ("Revised 2030/31",), *budget)
    assert [label for label, *_ in cells_of(table)] == ["Staff", "Ropes", "All"]


def test_names_beside_each_other_on_one_rule_have_as_many_columns_each() -> None:
    cells = [["", "All", "", "Mates", ""], ["Ship", "Young", "Old", "Young", "Old"]]
    cells += [["Petrel", "12", "9", "3", "1"], ["Gannet", "7", "11", "2", "4"]]
    spans = [("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (4, 0))]
    rule = ("LINEBELOW", (1, 0), (4, 0), 0.5, "black")
    table = only_table(
        lined(cells, RIGHT, ("ALIGN", (1, 0), (-1, 0), "CENTER"), rule, *spans, names=2)
    )
    assert table.header == (
        ("Ship",),
        ("All", "Young"),
        ("All", "Old"),
        ("Mates", "Young"),
        ("Mates", "Old"),
    )


def test_a_total_below_the_last_rule_is_of_the_table_and_a_note_is_not() -> None:
    table = lined(CATCH, RIGHT, colWidths=[120, 60, 60])
    total = Table([["All", "781", "696"]], style=TableStyle([RIGHT]), colWidths=[120, 60, 60])
    (page,) = pages_of(table, total, Paragraph("Crates of 30 kg.", BODY))
    (found,) = tables_in(page)
    assert cells_of(found)[-1] == ("All", "781", "696")
    assert [item.text for item in page.items if isinstance(item, PrintedLine)] == [
        "Crates of 30 kg."
    ]


KEYS = [["Key", "What it does"], ["Insert", "Puts a line in"], ["Escape", "Goes back a step"]]


def test_a_table_of_texts_is_one_where_a_rule_of_its_own_parts_the_names() -> None:
    table = only_table(lined([*KEYS, ["Delete", "Takes a line out"]], colWidths=[90, 180]))
    assert table.header == (("Key",), ("What it does",))
    assert len(table.rows) == 3


@pytest.mark.parametrize(("styles", "found"), [([], 0), ([BOLD], 1)])
def test_where_each_row_has_rules_only_bold_names_tell_texts_from_a_list(
    styles: list[object], found: int
) -> None:
    rules = [
        ("LINEABOVE", (0, 0), (-1, -1), 0.5, "black"),
        ("LINEBELOW", (0, -1), (-1, -1), 0.5, "black"),
    ]
    cells = [["Aldous Ltd", "Norway"], ["Brand Ltd", "Spain"], ["Corbel Ltd", "Spain"]]
    table = Table(cells, style=TableStyle([*rules, *styles]), colWidths=[90, 90])
    (page,) = pages_of(table)
    assert len(tables_in(page)) == found


def test_rows_between_rules_of_their_own_keep_the_lines_of_their_cells() -> None:
    cells = [["Risk", "What is done", "Cost"], ["Loss of a\nlarge buyer", "Longer contracts", "12"]]
    cells += [["Fog", "A second\nlamp at\nthe mole", "340"], ["Ice", "Nothing", "–"]]
    each = ("LINEBELOW", (0, 0), (-1, -1), 0.5, "black")
    table = only_table(lined(cells, BOLD, each, colWidths=[90, 110, 50]))
    assert cells_of(table) == [
        ("Loss of a large buyer", "Longer contracts", "12"),
        ("Fog", "A second lamp at the mole", "340"),
        ("Ice", "Nothing", "–"),
    ]


def test_dots_that_lead_to_a_figure_are_left_out() -> None:
    cells = [["Charge", "Men", "Women"], ["Theft . . . . . . .", "310", "29"]]
    cells += [["Fraud. . . . . . .", "120", "10"]]
    table = only_table(lined(cells, MIDDLE, colWidths=[150, 80, 80]))
    assert [label for label, *_ in cells_of(table)] == ["Theft", "Fraud"]


def test_rules_under_the_figures_alone_leave_the_table_as_it_is() -> None:
    cells = [["", "2031", "2030"], ["Tolls", "310", "290"], ["Rents", "120", "110"]]
    cells += [["Sum", "430", "400"], ["Wages", "200", "190"], ["Left", "230", "210"]]
    rules = [("LINEBELOW", (1, number), (-1, number), 0.5, "black") for number in (0, 2, 4)]
    table = only_table(Table(cells, style=TableStyle([RIGHT, *rules]), colWidths=[150, 80, 80]))
    assert not table.drawn
    assert len(table.rows) == 5
    assert table.header[1:] == (("2031",), ("2030",))


def test_two_tables_with_a_caption_between_them_are_two() -> None:
    other = [["Quay", "Landed", "Sold"], ["North", "51", "40"], ["South", "7", "6"]]
    widths = {"colWidths": [120, 70, 70], "hAlign": "LEFT"}
    (page,) = pages_of(
        lined(CATCH, MIDDLE, BOLD, **widths),
        Paragraph("Table 5 The same by quay", BODY),
        lined(other, MIDDLE, BOLD, **widths),
    )
    first, second = tables_in(page)
    assert [label for label, *_ in cells_of(first)] == ["Petrel", "Gannet", "Tern"]
    assert [label for label, *_ in cells_of(second)] == ["North", "South"]
    assert second.header == (("Quay",), ("Landed",), ("Sold",))


LONG = "The harbour master shall keep a list of all boats that lie in the basin over the winter"


@pytest.mark.parametrize(
    "rows",
    [
        # columns of a page
        [["Notes", "Remarks"], *[[LONG[:52], LONG[20:74]], [LONG[5:60], LONG[9:66]]] * 3],
        # a list below a command
        [["add", "NAME"], ["•", "puts a boat in"], ["•", "asks for its berth"], ["•", "ends"]],
    ],
)
def test_columns_of_prose_and_lists_between_rules_are_no_tables(rows: list[list[str]]) -> None:
    (page,) = pages_of(lined(rows, colWidths=[270, 270]))
    assert not any(table.drawn for table in tables_in(page))


def test_what_is_told_by_its_figures_alike_is_read_so_and_goes_on_below() -> None:
    rows = [["Year", "Landed"], ["Herring", "410"], ["Cod", "275"], ["Ling", "96"]]
    widths = {"colWidths": [120, 80], "hAlign": "LEFT"}
    apart = Table([["Eel", "12"]], style=TableStyle([RIGHT]), **widths)
    table = only_table(lined(rows, RIGHT, **widths), Spacer(1, 24), apart)
    assert not table.drawn
    assert [label for label, *_ in cells_of(table)] == ["Herring", "Cod", "Ling", "Eel"]


SIZE, STEP, WIDTH = 10.0, 16.0, 80.0


def word(text: str, left: float, row: int, *, bold: bool = False) -> Word:
    top = 100.0 + row * STEP
    return Word(text, left, top, left + 5.0 * len(text), top + SIZE, SIZE, bold)


@given(
    st.integers(2, 6).flatmap(
        lambda wide: st.lists(
            st.lists(st.integers(0, 9999), min_size=wide, max_size=wide), min_size=2, max_size=9
        )
    )
)
def test_whatever_figures_stand_between_rules_each_is_read_in_its_place(
    figures: list[list[int]],
) -> None:
    wide = len(figures[0])
    names = ["Ship", *(f"Name{place}" for place in range(wide))]
    words = [word(name, 50.0 + WIDTH * place, 0) for place, name in enumerate(names)]
    for number, row in enumerate(figures, start=1):
        words.append(word(f"Row{number}", 50.0, number))
        words += [
            word(str(figure), 50.0 + WIDTH * place, number)
            for place, figure in enumerate(row, start=1)
        ]
    end = 50.0 + WIDTH * (wide + 1)
    at = [96.0, 113.0, 114.0 + len(figures) * STEP + SIZE]
    (found,) = lined_tables([Rule(45.0, y, end, y) for y in at], words)
    assert found.table.header == tuple((name,) for name in names)
    assert cells_of(found.table) == [
        (f"Row{number}", *map(str, row)) for number, row in enumerate(figures, start=1)
    ]
