"""A table of words without rules is read by its bold names; what else stands in columns is not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, Table, TableStyle

from backend.readers.layout.shapes import PrintedLine
from tests.drawn_pages import BOLD, cells_of, pages_of, tables_in

BODY = getSampleStyleSheet()["BodyText"]
PORTS = [
    ["System", "Parallel port", "Serial port"],
    ["Petrel", "/dev/par0", "/dev/ser0"],
    ["Gannet", "/dev/port1", "/dev/line1"],
    ["Tern", "/dev/printers/0", "/dev/term/a"],
]
TIGHT = [("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 0)]


def words(cells: Sequence[Sequence[object]], *styles: object, **given: object) -> Table:
    """A table without rules, its rows as close as lines of text."""
    return Table([list(row) for row in cells], style=TableStyle([*TIGHT, *styles]), **given)


def test_rows_below_bold_names_are_a_table_and_the_text_around_it_stays_text() -> None:
    (page,) = pages_of(
        Paragraph("Each system has ports of its own.", BODY),
        words(PORTS, BOLD, hAlign="LEFT", colWidths=[90, 120, 120]),
        Paragraph(
            "On Petrel the parallel port is opened first and the serial one behind it, unless the"
            " file of settings says that it is the other way round for all users of the boat.",
            BODY,
        ),
    )
    (table,) = tables_in(page)
    assert table.header == (("System",), ("Parallel port",), ("Serial port",))
    assert cells_of(table) == [tuple(row) for row in PORTS[1:]]
    lines = [item.text for item in page.items if isinstance(item, PrintedLine)]
    assert lines[0] == "Each system has ports of its own."
    assert lines[1].startswith("On Petrel the parallel port")
    place = [type(item).__name__ for item in page.items].index("PrintedTable")
    assert place == 1


def test_a_column_of_short_names_beside_long_texts_is_no_column_of_the_page() -> None:
    cells = [["Name", "Description", "Example"]]
    cells += [
        [
            f"outlet.group.{at}.kind",
            f"What the outlet of the number {at} is for, and by whom it is used",
            f"A{at}",
        ]
        for at in range(10)
    ]
    (page,) = pages_of(
        Paragraph(
            "Some things that outlets have are listed here, and each of them may be asked for by"
            " its name, as is said in the chapter before this one.",
            BODY,
        ),
        words(cells, BOLD, hAlign="LEFT", colWidths=[110, 330, 60]),
        *(Paragraph(f"outlet.{at}.current: 0.0", BODY) for at in range(6)),
    )
    (table,) = tables_in(page)
    assert table.header == (("Name",), ("Description",), ("Example",))
    assert cells_of(table) == [tuple(row) for row in cells[1:]]


def test_lines_of_one_cell_are_put_together_where_rows_stand_apart() -> None:
    cells = [
        ["Sail", "Where it is kept", "Who mends it"],
        ["Main", "In the loft above\nthe boat house", "Ada Finch"],
        ["Storm jib\nOld one", "In the shed", "Tom Crane"],
        ["Jib", "In the shed", "Nobody, it is\nto be replaced"],
    ]
    apart = ("BOTTOMPADDING", (0, 0), (-1, -1), 5)
    top = ("VALIGN", (0, 0), (-1, -1), "TOP")
    (page,) = pages_of(words(cells, BOLD, apart, top, hAlign="LEFT"))
    (table,) = tables_in(page)
    assert cells_of(table) == [
        ("Main", "In the loft above the boat house", "Ada Finch"),
        ("Storm jib Old one", "In the shed", "Tom Crane"),
        ("Jib", "In the shed", "Nobody, it is to be replaced"),
    ]


def test_a_label_in_the_middle_of_its_row_has_the_lines_above_and_below_it() -> None:
    cells = [
        ["Sail", "Where it is kept"],
        ["Main", "In the loft above\nthe boat house, on\nthe upper shelf"],
        ["Jib", "In the shed"],
        ["Spinnaker", "In the hall beside\nthe slip, behind\nthe oars"],
    ]
    apart = ("BOTTOMPADDING", (0, 0), (-1, -1), 5)
    middle = ("VALIGN", (0, 0), (-1, -1), "MIDDLE")
    (page,) = pages_of(words(cells, BOLD, apart, middle, hAlign="LEFT"))
    (table,) = tables_in(page)
    assert cells_of(table) == [
        ("Main", "In the loft above the boat house, on the upper shelf"),
        ("Jib", "In the shed"),
        ("Spinnaker", "In the hall beside the slip, behind the oars"),
    ]


def test_a_line_across_the_columns_ends_the_table() -> None:
    across = ["On this system nothing is known of any of the ports that it has", "", ""]
    (page,) = pages_of(
        words([*PORTS, across, *PORTS[1:]], BOLD, hAlign="LEFT", colWidths=[90, 120, 120])
    )
    (table,) = tables_in(page)
    assert cells_of(table) == [tuple(row) for row in PORTS[1:]]


@pytest.mark.parametrize(
    "cells",
    [
        # two rows of two columns, a row that reaches into the next column, codes as names
        [["Name", "Port"], ["Petrel", "/dev/par0"], ["Gannet", "/dev/port1"]],
        [["31-0442", "98-14553"], ["Number of file", "Number of tax"], ["a", "b"], ["c", "d"]],
        # people beside each other
        [
            ["Ada Finch", "Tom Crane", "Ida Wren"],
            ["Warden", "Purser", "Cook"],
            ["ada@tern.example", "tom@tern.example", "ida@tern.example"],
        ],
        # open whether two lines are one row
        [
            ["Sail", "Place", "Who"],
            ["Main", "Loft", "Ada"],
            ["", "Shed", "Tom"],
            ["Jib", "Yard", "Ida"],
        ],
    ],
)
def test_what_may_be_something_else_is_no_table(cells: list[list[str]]) -> None:
    (page,) = pages_of(words(cells, BOLD, hAlign="LEFT", colWidths=[130] * len(cells[0])))
    assert not tables_in(page)


def test_names_that_are_not_bold_name_nothing() -> None:
    (page,) = pages_of(words(PORTS, hAlign="LEFT", colWidths=[90, 120, 120]))
    assert not tables_in(page)


def test_columns_of_text_below_headings_beside_each_other_are_read_one_after_the_other() -> None:
    mill = [
        "The mill was built in the year of the",
        "flood and ground oats for the whole valley",
        "until the war came and it had to close its",
        "gates for good. Its wheel was sold to a",
        "weaver of the town who drove looms with it",
    ]
    quay = [
        "Boats lay at the quay until the storm had",
        "gone by, and the fish was carried to carts",
        "that stood below the weir. In the winter all",
        "of them were drawn up on the slip and tarred",
        "before the ice of the river could reach them",
    ]
    _are_read_in_turn(mill, quay)


def test_names_and_sentences_within_lines_tell_columns_of_text_as_well() -> None:
    ada = [
        "Ada Finch has led the Tern Works",
        "since 2004. She was Warden of the",
        "Rowing Club of Upper Ternbridge",
        "and wrote a history of the mills.",
    ]
    tom = [
        "Tom Crane has been a Warden of",
        "Weirs since 2010. He is one of the",
        "Members of the Council of Rooks",
        "and of the Trust for old mills.",
    ]
    _are_read_in_turn(ada, tom)


def _are_read_in_turn(mill: list[str], quay: list[str]) -> None:
    rows = [["The mill", "The quay"], *zip(mill, quay, strict=True)]
    (page,) = pages_of(words(rows, BOLD, hAlign="LEFT", colWidths=[230, 230]))
    assert not tables_in(page)
    lines = [item.text for item in page.items if isinstance(item, PrintedLine)]
    assert lines == ["The mill", *mill, "The quay", *quay]


@pytest.mark.parametrize(
    "cells",
    [
        # two addresses, items of two lists, names with values
        [["Bill to", "Ship to"], ["Ada Finch", "Tom Crane"], ["Weir", "Quay"], ["Tern", "Rook"]],
        [
            ["For the yard", "For the crew"],
            ["Ada Finch", "Tom Crane"],
            ["Weir", "Tern"],
            ["a", "b"],
        ],
        [["Left", "Done"], ["• Mast", "• Keel"], ["• Sail", "• Hull"], ["• Rope", "• Oars"]],
        [["Buyer", "Bill"], ["Ada Finch", "No: 17"], ["Weir", "Date: May"], ["Tern", "Due: June"]],
        [["Open", "Way"], ["Mon: shut", "By bus"], ["Tue: all day", "By boat"], ["Fri: 2", "On"]],
    ],
)
def test_blocks_and_lists_beside_each_other_are_no_table(cells: list[list[str]]) -> None:
    (page,) = pages_of(words(cells, BOLD, hAlign="LEFT", colWidths=[130, 130]))
    assert not tables_in(page)


def test_numbers_in_bold_that_rise_name_columns_of_figures() -> None:
    prices = [
        ["Printed matter", "Paper", "50", "100", "250"],
        ["Cards", "Cartridge", "48.00", "62.00", "110.00"],
        ["Letterheads", "Laid", "58.00", "79.00", "144.00"],
        ["Posters", "Satin", "165.00", "248.00", "510.00"],
    ]
    (page,) = pages_of(words(prices, BOLD, hAlign="LEFT", colWidths=[120, 90, 60, 60, 60]))
    (table,) = tables_in(page)
    assert table.header == (("Printed matter",), ("Paper",), ("50",), ("100",), ("250",))
    assert cells_of(table) == [tuple(row) for row in prices[1:]]


@pytest.mark.parametrize(
    ("first", "bold"),
    [
        # a row of the table that stands out, and a first row like the others
        (["All", "Any", "271.00", "389.00", "764.00"], True),
        (["All", "Any", "271", "89", "764"], True),
        (["All", "Any", "50", "100", "250"], False),
    ],
)
def test_a_bold_row_of_other_figures_names_nothing(first: list[str], bold: bool) -> None:
    rows = [
        first,
        ["Cards", "Cartridge", "48.00", "62.00", "110.00"],
        ["Letterheads", "Laid", "58.00", "79.00", "144.00"],
        ["Posters", "Satin", "165.00", "248.00", "510.00"],
    ]
    styles = [BOLD] if bold else []
    (page,) = pages_of(words(rows, *styles, hAlign="LEFT", colWidths=[120, 90, 60, 60, 60]))
    (table,) = tables_in(page)
    assert cells_of(table)[0] == tuple(first)
