"""What cells, headers and rows of tables mean. Values worked out by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tables.cell_values import cell_value, writes_decimal_comma
from backend.tables.column_periods import period_of
from backend.tables.column_scales import measure_of, scale_of_cell, unit_around
from backend.tables.stored_tables import stored_tables
from backend.types import Block, Box, CellKind, PageSize, Reading, StoredTable, Table, TableRow


@pytest.mark.parametrize(
    ("text", "kind", "value", "unit", "note"),
    [
        ("1,234", "number", "1234", "", ""),
        ("(1,234)", "number", "-1234", "", ""),
        ("$ (1,234.5)", "currency", "-1234.5", "USD", ""),
        ("-$1.40", "currency", "-1.40", "USD", ""),
        ("($4,935)", "currency", "-4935", "USD", ""),
        ("−3.5", "number", "-3.5", "", ""),
        ("12.5 %", "per_cent", "12.5", "%", ""),
        ("(4.8)%", "per_cent", "-4.8", "%", ""),
        ("(4.8%)", "per_cent", "-4.8", "%", ""),
        ("1.234,56", "number", "1234.56", "", ""),
        ("1.234.567", "number", "1234567", "", ""),
        ("1\u2009234\u2009567", "number", "1234567", "", ""),
        ("1\u00a0234,5 €", "currency", "1234.5", "EUR", ""),
        ("1'234'567", "number", "1234567", "", ""),
        ("12,34,567", "number", "1234567", "", ""),
        ("12,5", "number", "12.5", "", ""),
        ("12*", "number", "12", "", "*"),
        ("1,234 (1)", "number", "1234", "", "(1)"),
        ("(1,234)(a)", "number", "-1234", "", "(a)"),
        ("43²", "number", "43", "", "²"),
        ("420 kg", "number", "420", "kg", ""),
        ("$1.2 million", "currency", "1200000.0", "USD", ""),
        ("£5", "currency", "5", "GBP", ""),
        (".5", "number", "0.5", "", ""),
        ("—", "nil", None, "", ""),
        ("$ —", "nil", None, "", ""),
        ("—%", "nil", None, "%", ""),
        ("n/m", "nil", None, "", ""),
        ("N/A", "nil", None, "", ""),
        ("", "nil", None, "", ""),
        ("December 31, 2022", "date", None, "", ""),
        ("2022-12-31", "date", None, "", ""),
        ("3/25/2023", "date", None, "", ""),
        ("Q4 2022", "date", None, "", ""),
        ("5-Mar-2022", "date", None, "", ""),
        ("2022-12-31T10:30:00Z", "date", None, "", ""),
        ("March 5th, 2022", "date", None, "", ""),
        ("2022/03/05", "date", None, "", ""),
        ("5. März 2022", "date", None, "", ""),
        ("Sept 2022", "date", None, "", ""),
        ("Market 2022", "text", None, "", ""),
        ("Decor 12, 2022", "text", None, "", ""),
        ("4% to 5%", "text", None, "", ""),
        ("(1,234", "text", None, "", ""),
        ("Level 1", "text", None, "", ""),
    ],
)
def test_a_cell_is_typed(text: str, kind: str, value: str | None, unit: str, note: str) -> None:
    found = cell_value(text)
    assert found.kind == CellKind(kind)
    assert found.value == (None if value is None else Decimal(value))
    assert (found.unit, found.note) == (unit, note)


def test_a_table_says_whether_its_commas_are_decimals() -> None:
    assert writes_decimal_comma(["1.234,56", "1,234", "7,5"])
    assert not writes_decimal_comma(["1,234", "1,234.5", "17,846"])
    assert cell_value("1,234", decimal_comma=True).value == Decimal("1.234")
    assert cell_value("1.234", decimal_comma=True).value == Decimal(1234)


@pytest.mark.parametrize(
    ("path", "period"),
    [
        (("2022",), "2022"),
        (("FY23",), "2023"),
        (("Three Months Ended December 31,", "2022"), "2022-Q4"),
        (("Three months ended", "March 31, 2021"), "2021-Q1"),
        (("Twelve Months Ended December 31, 2022",), "2022"),
        (("Years ended December 31,", "2021"), "2021"),
        (("52 Weeks Ended", "January 28, 2023"), "2023-01-28/12M"),
        (("13 Weeks Ended", "January 28, 2023"), "2023-01-28/13W"),
        (("Nine Months Ended September 30,", "2022"), "2022-09-30/9M"),
        (("December 31, 2022",), "2022-12-31"),
        (("31 December 2022",), "2022-12-31"),
        (("Q4", "2022"), "2022-Q4"),
        (("First quarter of 2023",), "2023-Q1"),
        (("3/25/2023",), "2023-03-25"),
        (("25/3/2023",), "2023-03-25"),
        (("May 2021",), "2021-05"),
        (("Mar-2021",), "2021-03"),
        (("Sept. 30, 2021",), "2021-09-30"),
        (("31. Dezember 2021",), "2021-12-31"),
        (("Juni 2021",), "2021-06"),
        (("Juni-2021",), "2021-06"),
        (("Decrease 2021",), "2021"),
        (("Market value", "2021"), "2021"),
        (("Mei-Lin 2021",), "2021"),
        (("Plans of 2013, 2014, 2016 and 2017", "as of 2021-06-30", "Q2"), "2021-Q2"),
        (("Plans of 2023, 2024, 2026 and 2027", "as of 2021-06-30", "Q2"), "2021-Q2"),
        (("2022 vs. 2021",), ""),
        (("Change",), ""),
        ((), ""),
    ],
)
def test_a_header_names_a_period(path: tuple[str, ...], period: str) -> None:
    assert period_of(path) == period


@pytest.mark.parametrize(
    ("text", "unit", "scale"),
    [
        ("(In thousands, except per share data)", "", 1000),
        ("($ in millions)", "USD", 1_000_000),
        ("Amounts in billions of euros", "EUR", 1_000_000_000),
        ("$ million", "USD", 1_000_000),
        ("(000s)", "", 1000),
        ("(Dollars in Millions Except Per Share Data)", "USD", 1_000_000),
        ("% Change", "%", None),
        ("Seeds (kg)", "kg", None),
        ("Net sales", "", None),
        ("US$m", "USD", 1_000_000),
        ("Walk (min)", "min", None),
        ("Shift (h)", "h", None),
        ("Fuel (l)", "l", None),
        ("Milk (mL)", "ml", None),
        ("Reservoir (ML)", "", None),  # megalitres
        ("Ore (Mg)", "", None),
        ("Ore (Mt)", "Mt", None),
        ("Water (Ml)", "Ml", None),
        ("Peak (kW)", "kW", None),
        ("Costs (Ml)", "", None),  # of money such letters are a note
        ("Tank (L)", "", None),
        ("Other income (l)", "", None),  # a note
        ("Record (W, L, D)", "", None),
        ("Crew (FT)", "", None),
        ("Draft budget in EUR (m)", "EUR", None),
        ("Salary by length of service (m)", "", None),
        ("Draft (m)", "", None),
        ("Beam (cm)", "cm", None),
        ("Water temperature (°C)", "°c", None),
        ("Length (m)", "m", None),
        ("Rainfall (mm)", "mm", None),
        ("Population (m)", "", None),  # millions
        ("a barn was bought for 3 million euro ($3.4 million) in May", "USD", None),
        ("figures (2 billion) of none", "", None),
        ("Sums in CHF 1000s", "CHF", 1000),
        ("Visitors (1,000s)", "", 1000),
        ("Mills of the 1000s", "", None),  # of a time
        ("Orders over CHF 1000", "CHF", None),
    ],
)
def test_a_text_says_unit_and_scale(text: str, unit: str, scale: int | None) -> None:
    assert measure_of(text) == (unit, None if scale is None else Decimal(scale))


# --- whole tables --------------------------------------------------------------------------------


def reading(
    rows: list[list[str]],
    header: list[tuple[str, ...]],
    *,
    before: str = "",
    indents: list[float] | None = None,
) -> Reading:
    """A document of a paragraph and one table, whose rows are printed with two blanks between."""
    text = before + "\n\n" if before else ""
    blocks = [Block("paragraph", 0, len(before), 0)] if before else []
    start = len(text)
    found: list[TableRow] = []
    for number, cells in enumerate(rows):
        begin = len(text)
        text += "  ".join(cell for cell in cells if cell)
        left = indents[number] if indents else 0.0
        boxes = tuple(
            Box(left + 100 * column, 10 * number, left + 100 * column + 50, 10 * number + 8)
            if cell
            else None
            for column, cell in enumerate(cells)
        )
        found.append(TableRow(begin, len(text), tuple(cells), boxes if indents else ()))
        text += "\n"
    text = text[:-1]
    table = Table(
        start, len(text), 0, "", tuple(map(" ".join, header)), tuple(found), tuple(header)
    )
    blocks.append(Block("table", start, len(text), 0))
    return Reading(text, "T", (PageSize(600, 800),), (0,), tuple(blocks), (table,), ())


def only(found: Reading) -> StoredTable:
    (table,) = stored_tables(found, (), "d")
    return table


def test_scale_currency_and_periods_come_from_header_and_lead_in() -> None:
    table = only(
        reading(
            [
                ["Net sales", "$1,200", "$1,000", "20%"],
                ["Profit per share", "1.20", "(0.40)", "n/m"],
            ],
            [("Years ended June 30,",), ("2023",), ("2022",), ("% Change",)],
            before="Results were as follows (in thousands):",
        )
    )
    first, second, change = table.columns
    assert (first.kind, first.unit, first.scale) == (CellKind.CURRENCY, "USD", Decimal(1000))
    assert (first.period, second.period) == ("2023-06-30/12M", "2022-06-30/12M")
    assert (change.kind, change.unit, change.scale, change.period) == ("per_cent", "%", 1, "")
    sales, share = table.rows
    assert scale_of_cell(table, sales, 0) == 1000
    assert scale_of_cell(table, share, 0) == 1
    assert scale_of_cell(table, sales, 2) == 1
    assert share.cells[1] is not None
    assert share.cells[1].value == Decimal("-0.40")
    assert table.lead_in == "Results were as follows (in thousands):"


@pytest.mark.parametrize(
    ("before", "unit"),
    [
        ("Crew at the yard, full time (FT) and part time (PT)", ""),
        ("Games won (W) and lost (L)", ""),
        ("Fuel and stores (l)", ""),
        ("Length of the contract and takings of each buyer (m)", ""),
        ("Harvest of the valley (kg)", "kg"),
    ],
)
def test_letters_around_a_table_are_no_units_of_its_columns(before: str, unit: str) -> None:
    header = [("Yard",), ("North",), ("Depth (m)",)]
    table = only(reading([["Elm", "12", "3"], ["Ash", "9", "4"]], header, before=before))
    assert [column.unit for column in table.columns] == [unit, "m"]


def test_every_cell_is_where_the_text_says_it() -> None:
    found = reading(
        [["10", "10", "10"], ["Sum", "$20", "20"]], [(), ("10",), ("10",)], before="10 and 10"
    )
    table = only(found)
    for row in table.rows:
        for cell in (row.label_cell, *row.cells):
            assert cell is not None
            assert found.text[cell.start : cell.end] == cell.text
    starts = [cell.start for row in table.rows for cell in row.cells if cell]
    assert starts == sorted(starts)
    assert len(set(starts)) == len(starts)


def test_labels_alone_open_groups_and_totals_close_them() -> None:
    table = only(
        reading(
            [
                ["Assets", "", ""],
                ["Current assets:", "", ""],
                ["Cash", "5", "6"],
                ["Stock", "7", "8"],
                ["Total current assets", "12", "14"],
                ["Land", "3", "4"],
                ["", "15", "18"],
            ],
            [(), ("2022",), ("2021",)],
            indents=[0, 10, 20, 20, 10, 10, 10],
        )
    )
    assert [(row.label, row.group, row.total) for row in table.rows] == [
        ("Cash", ("Assets", "Current assets"), False),
        ("Stock", ("Assets", "Current assets"), False),
        ("Total current assets", ("Assets", "Current assets"), True),
        ("Land", ("Assets",), False),
        ("", ("Assets",), False),
    ]


def test_a_sum_without_a_name_is_a_total() -> None:
    rows = [["A", "5", "6"], ["B", "7", "8"], ["", "12", "14"], ["C", "12", "1"]]
    table = only(reading(rows, [(), ("x",), ("y",)]))
    assert [row.total for row in table.rows] == [False, False, True, False]


def test_columns_of_signs_belong_to_their_figures() -> None:
    table = only(
        reading(
            [["A", "$", "5", "10", "%"], ["B", "$", "7", "20", "%"]],
            [(), (), ("Cost",), ("Share",), ()],
        )
    )
    assert [(column.name, column.kind) for column in table.columns] == [
        ("Cost", "currency"),
        ("Share", "per_cent"),
    ]
    assert [cell.text for cell in table.rows[0].cells if cell] == ["$5", "10%"]


def test_amount_and_share_under_one_header_are_told_apart() -> None:
    table = only(
        reading([["Sales", "$100", "100%"], ["Cost", "60", "60%"]], [(), ("2022",), ("2022",)])
    )
    assert [column.name for column in table.columns] == ["2022", "2022 › %"]


def test_the_smallest_figures_beside_the_largest_are_no_minutes() -> None:
    header: list[tuple[str, ...]] = [(), ("Depth (min)",), ("Depth (max)",)]
    table = only(reading([["Well", "3", "9"], ["Pond", "1", "2"]], header))
    assert [column.unit for column in table.columns] == ["", ""]
    alone = only(reading([["Well", "3"], ["Pond", "1"]], [(), ("Pumping (min)",)]))
    assert alone.columns[0].unit == "min"


def test_numbers_with_a_letter_of_their_own_are_names() -> None:
    table = only(reading([["Ada", "7A", "5 V"], ["Ben", "7B", "6 V"]], [(), ("Class",), ("Cell",)]))
    assert [(column.kind, column.unit) for column in table.columns] == [
        ("text", ""),
        ("number", "V"),
    ]


def test_the_same_document_gives_the_same_ids_and_another_document_others() -> None:
    found = reading([["A", "1"], ["B", "2"]], [(), ("x",)])
    assert stored_tables(found, (), "d") == stored_tables(found, (), "d")
    assert stored_tables(found, (), "d")[0].id != stored_tables(found, (), "e")[0].id


def test_a_table_over_two_pages_is_one() -> None:
    text = "Item  Kg\nA  1\nB  2\n\nC  3\nD  4"
    at = text.index("C  3")

    def row(label: str, value: str, page: int) -> TableRow:
        start = text.index(f"{label}  {value}")
        boxes = (Box(0, page, 10, page + 9), Box(100, page, 110, page + 9))
        return TableRow(start, start + 4, (label, value), boxes)

    header = (("Item",), ("Kg",))
    tables = (
        Table(0, 18, 0, "", ("Item", "Kg"), (row("A", "1", 0), row("B", "2", 0)), header),
        Table(at, len(text), 1, "", (), (row("C", "3", 1), row("D", "4", 1))),
    )
    blocks = (Block("table", 0, 18, 0), Block("table", at, len(text), 1))
    sizes = (PageSize(600, 800), PageSize(600, 800))
    table = only(Reading(text, "T", sizes, (0, at), blocks, tables, ()))
    assert table.pages == (0, 1)
    assert [row.label for row in table.rows] == ["A", "B", "C", "D"]
    assert [cell.page for row in table.rows for cell in row.cells if cell] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("All sums in GBP", "GBP"),
        ("(in millions of $)", "USD"),
        ("($000)", "USD"),
        ("Barges that pay less than GBP 50 are left out", ""),
        ("A toll of $4.50 or 3 € is due", ""),
        ("Sums in EUR; tolls below EUR 5 are left out", "EUR"),
        ("Sums in CHF 1000s", "CHF"),
        ("Sums in CHF 1,000s", "CHF"),
        ("Orders over CHF 1,000 are left out", ""),
    ],
)
def test_an_amount_in_a_note_says_no_unit_of_the_table(text: str, unit: str) -> None:
    assert unit_around(text) == unit
