"""A table whose cells are drawn is read by its rules: words, cells of several lines, names of
columns, names over several of them; a frame, a drawing and cells made one among the figures are no
such table."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pypdfium2
import pytest
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, Table, TableStyle

from backend.readers.engines.pdfium_words import Fonts, page_words
from backend.readers.layout.carried_headers import with_carried_headers
from backend.readers.layout.page import lay_out
from backend.readers.layout.rule_runs import Rule
from backend.readers.layout.ruled_tables import CellGrid, grids_of
from backend.readers.layout.shapes import PrintedLine, PrintedTable, Word
from backend.readers.layout.spanned_cells import reach_of
from tests.drawn_pages import BOLD, cells_of, pages_of, table_of, tables_in

BODY = getSampleStyleSheet()["BodyText"]
KEYS = [
    ["Key", "What it does", "Since"],
    ["Insert", "Puts a line in", "first"],
    ["Delete", "Takes a line out", "first"],
    ["Escape", "Goes back", "second"],
]


def test_words_in_drawn_cells_are_a_table_between_the_lines_around_it() -> None:
    (page,) = pages_of(
        Paragraph("The keys of the editor.", BODY),
        table_of(KEYS, BOLD),
        Paragraph("Nothing else is typed.", BODY),
    )
    before, table, after = page.items
    assert isinstance(before, PrintedLine)
    assert before.text == "The keys of the editor."
    assert isinstance(table, PrintedTable)
    assert table.drawn
    assert table.header == (("Key",), ("What it does",), ("Since",))
    assert cells_of(table) == [tuple(row) for row in KEYS[1:]]
    assert table.rows[0][0].text == "Insert  Puts a line in  first"
    assert isinstance(after, PrintedLine)
    assert after.text == "Nothing else is typed."


def test_lines_of_one_cell_stay_together_and_broken_words_are_put_together() -> None:
    long = "Puts a line in above the one where the cursor stands, as a typewriter would"
    cells = [[each, Paragraph(long, BODY)] for each in ("Insert", "Control and i", "Return")]
    (page,) = pages_of(table_of(cells, colWidths=[90, 90]))
    (table,) = tables_in(page)
    assert cells_of(table) == [(each, long) for each in ("Insert", "Control and i", "Return")]
    label, text = table.rows[0][0].cells
    assert label is not None
    assert text is not None
    assert label[2] < text[0]
    assert text[3] - text[1] > 2 * (label[3] - label[1])
    (broken,) = tables_in(pages_of(table_of([[each, "type-\nwriter"] for each in "ABC"]))[0])
    assert [text for _, text in cells_of(broken)] == ["typewriter"] * 3
    (kept,) = tables_in(pages_of(table_of([[each, "long-\nterm"] for each in "ABC"]))[0])
    assert [text for _, text in cells_of(kept)] == ["long-term"] * 3


def test_a_title_in_a_row_of_its_own_stands_over_the_table() -> None:
    cells = [["Keys of the editor", "", ""], *KEYS]
    (page,) = pages_of(table_of(cells, ("SPAN", (0, 0), (-1, 0))))
    title, table = page.items
    assert isinstance(title, PrintedLine)
    assert title.text == "Keys of the editor"
    assert isinstance(table, PrintedTable)
    assert table.header == (("Key",), ("What it does",), ("Since",))


@pytest.mark.parametrize("quarter", [90, 180, 270])
def test_a_page_that_is_shown_turned_has_the_same_table(quarter: int) -> None:
    (page,) = pages_of(table_of(KEYS, BOLD), landscape=quarter)
    (table,) = tables_in(page)
    assert cells_of(table) == [tuple(row) for row in KEYS[1:]]


def test_what_is_not_drawn_cell_by_cell_is_read_as_before() -> None:
    merged = ("SPAN", (1, 1), (2, 1))
    plain = Table(KEYS, style=TableStyle([("BOX", (0, 0), (-1, -1), 0.5, "black"), merged]))
    (page,) = pages_of(plain)
    assert not any(table.drawn for table in tables_in(page))


def test_a_merged_cell_leaves_the_table_to_be_read_as_before() -> None:
    (page,) = pages_of(table_of(KEYS, ("SPAN", (1, 1), (2, 1))))
    assert not any(table.drawn for table in tables_in(page))


def test_a_form_and_a_page_laid_out_in_boxes_are_no_tables() -> None:
    form = [["Name", ""], ["Street", ""], ["Town", ""], ["Day", ""]]
    (page,) = pages_of(table_of(form))
    assert tables_in(page) == []
    paragraph = Paragraph("The boats lie at the north quay until the ice has gone. " * 12, BODY)
    (page,) = pages_of(table_of([[paragraph, paragraph] for _ in range(3)], colWidths=[220, 220]))
    assert tables_in(page) == []


def test_a_table_of_figures_is_read_by_its_figures() -> None:
    cells = [["Toll", "2024", "2023"], ["Boats", "310", "290"], ["Barges", "120", "101"]]
    cells.append(["Rafts", "12", "19"])
    (page,) = pages_of(table_of(cells))
    (table,) = tables_in(page)
    assert not table.drawn
    assert cells_of(table)[0] == ("Boats", "310", "290")


@pytest.mark.parametrize(
    ("first", "styles", "header"),
    [
        (["Code", "Language"], [], True),
        (["code", "language"], [], False),  # open: it may be a row
        (["code", "language"], [BOLD], True),
        (["en", "English"], [], False),
        (["Spanish", "es"], [], False),
        (["Frisian spoken in the north", "Fy"], [], False),
        (["German", "Fy"], [], False),  # said again below
    ],
)
def test_names_of_columns_are_bold_or_a_few_words_of_their_own(
    first: list[str], styles: list[object], header: bool
) -> None:
    rest = [["German", "de"], ["French", "fr"], ["Danish", "da"]]
    (page,) = pages_of(table_of([first, *rest], *styles))
    (table,) = tables_in(page)
    assert bool(table.header) is header
    assert cells_of(table)[-1] == ("Danish", "da")


def test_the_next_page_has_the_names_of_the_columns_that_it_goes_on_with() -> None:
    rest = [["endo", "Ends a part"], ["exto", "Extends a part"], ["zero", "Empties a part"]]
    both = [["Word", "Meaning"], ["aleph", "Begins a part"], ["beth", "Goes on with a part"]]
    first, second = pages_of(
        table_of(both, BOLD, colWidths=[90, 200]),
        PageBreak(),
        table_of(rest, colWidths=[90, 200]),
    )
    assert tables_in(second)[0].header == ()
    carried = with_carried_headers([first, second])
    assert tables_in(carried[1])[0].header == (("Word",), ("Meaning",))
    elsewhere = pages_of(table_of(rest, colWidths=[140, 200], hAlign="LEFT"))
    assert tables_in(with_carried_headers([first, *elsewhere])[1])[0].header == ()


def test_rules_that_meet_are_one_and_double_ones_count_once() -> None:
    level = [Rule(10, y, 60, y) for y in (10, 30, 50, 70)]
    level += [Rule(61, y + 1, 110, y + 1) for y in (10, 30, 50, 70)]
    upright = [Rule(x, 10, x, 70) for x in (10, 60, 61.5, 110)]
    (found,) = grids_of([*level, *upright])
    assert found == CellGrid((10, 60, 110), (10, 30, 50, 70))
    assert grids_of(level) == []
    assert grids_of([*level, *upright[:1]]) == []
    assert grids_of([*level[1:], *upright]) == []  # a line does not run through


@pytest.mark.parametrize("drawn_as", ["lines", "boxes", "bars", "one path", "closed"])
def test_rules_are_lines_boxes_around_cells_or_thin_bars(drawn_as: str) -> None:
    content = BytesIO()
    canvas = Canvas(content, pagesize=(300, 200), invariant=1)
    across, down = (20, 120, 260), (20, 60, 100, 140)
    if drawn_as == "lines":
        canvas.grid(across, down)
    elif drawn_as == "boxes":
        for left, right in pairwise(across):
            for bottom, top in pairwise(down):
                canvas.rect(left, bottom, right - left, top - bottom, stroke=1, fill=0)
    elif drawn_as == "bars":
        for x in across:
            canvas.rect(x - 0.5, 20, 1, 120, stroke=0, fill=1)
        for y in down:
            canvas.rect(20, y - 0.5, 240, 1, stroke=0, fill=1)
    else:
        path = canvas.beginPath()
        for left, right in pairwise(across):
            for bottom, top in pairwise(down):
                if drawn_as == "one path":
                    path.rect(left, bottom, right - left, top - bottom)
                    continue
                path.moveTo(left, bottom)
                path.lineTo(right, bottom)
                path.lineTo(right, top)
                path.lineTo(left, top)
                path.close()
        canvas.drawPath(path, stroke=1, fill=0)
    canvas.circle(280, 180, 10)  # a curve is no rule
    canvas.save()
    document = pypdfium2.PdfDocument(content.getvalue())
    (grid,) = grids_of(page_words(document.raw, 0, Fonts()).rules)
    assert grid.across == pytest.approx(across, abs=1)
    assert grid.down == pytest.approx([200 - y for y in reversed(down)], abs=1)


def printed(text: str, left: float, top: float) -> list[Word]:
    words, at = [], left
    for each in text.split():
        words.append(Word(each, at, top, at + 5 * len(each), top + 12, 12, False))
        at += 5 * (len(each) + 1)
    return words


def test_in_a_column_of_text_a_table_is_read_before_the_next_column() -> None:
    said = "the boats lie at the quay until the ice is gone"
    words = [word for row in range(12) for word in printed(said, 50, 50 + 14 * row)]
    keys = [["Key", "Use"], ["Tab", "moves on"], ["Esc", "goes back"]]
    across, down = (50, 110, 280), (240, 260, 280, 300)
    for row, cells in enumerate(keys):
        for at, cell in enumerate(cells):
            words += printed(cell, across[at] + 4, down[row] + 4)
    words += [word for row in range(18) for word in printed(said, 320, 50 + 14 * row)]
    rules = [Rule(50, y, 280, y) for y in down] + [Rule(x, 240, x, 300) for x in across]
    items = lay_out(words, 600, 800, rules).items
    (place,) = [number for number, item in enumerate(items) if isinstance(item, PrintedTable)]
    assert place == 12
    assert len(items) == 12 + 1 + 18


def test_a_list_of_names_without_a_header_keeps_its_first_row() -> None:
    people = [
        ["Ada Finch", "Harbour master", "Room A"],
        ["Tom Reed", "Treasurer", "Room B"],
        ["Eve Holm", "Secretary", "Room C"],
    ]
    (page,) = pages_of(table_of(people))
    (table,) = tables_in(page)
    assert table.header == ()
    assert cells_of(table) == [tuple(row) for row in people]


def test_a_page_of_too_many_strokes_is_a_drawing() -> None:
    content = BytesIO()
    canvas = Canvas(content, pagesize=(300, 200), invariant=1)
    canvas.grid((20, 120, 260), (20, 60, 100, 140))
    path = canvas.beginPath()
    for number in range(21_000):
        path.moveTo(10, 10 + number % 100)
        path.lineTo(12, 11 + number % 90)
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.save()
    document = pypdfium2.PdfDocument(content.getvalue())
    assert page_words(document.raw, 0, Fonts()).rules == ()


def test_a_short_line_over_a_narrow_table_stays_with_its_column() -> None:
    said = "the boats lie at the quay until the ice is gone"
    words = [word for row in range(12) for word in printed(said, 50, 50 + 14 * row)]
    words += printed("and back", 50, 218)
    across, down = (150, 200, 280), (240, 260, 280, 300)
    for row, cells in enumerate([["Key", "Use"], ["Tab", "moves on"], ["Esc", "goes back"]]):
        for at, cell in enumerate(cells):
            words += printed(cell, across[at] + 4, down[row] + 4)
    words += [word for row in range(18) for word in printed(said, 320, 50 + 14 * row)]
    rules = [Rule(150, y, 280, y) for y in down] + [Rule(x, 240, x, 300) for x in across]
    items = lay_out(words, 600, 800, rules).items
    (place,) = [number for number, item in enumerate(items) if isinstance(item, PrintedTable)]
    assert place == 13


def test_of_two_tables_beside_each_other_the_left_one_is_read_first() -> None:
    words, rules = printed("Two tables of keys stand here.", 50, 100), []
    for left, keys in ((320, ["c", "Cut", "d", "Dry", "e", "End"]), (50, ["a", "Add", "b", "Bar"])):
        across = (left, left + 60, left + 160)
        rows = list(zip(keys[::2], keys[1::2], strict=True))
        rows += [("z", "Zero")] * (4 - len(rows))
        down = [140 + 20 * row for row in range(len(rows) + 1)]
        for row, cells in enumerate(rows):
            for at, cell in enumerate(cells):
                words += printed(f"{cell}{row} it", across[at] + 4, down[row] + 4)
        rules += [Rule(across[0], y, across[-1], y) for y in down]
        rules += [Rule(x, down[0], x, down[-1]) for x in across]
    first, second = tables_in(lay_out(words, 600, 800, rules))
    assert first.rows[0][1][0].startswith("a0")
    assert second.rows[0][1][0].startswith("c0")


LOADS = [["Barge", "Load (t)", "", "Crew"], ["", "March", "April", ""]]
SPANS = [("SPAN", (0, 0), (0, 1)), ("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (3, 1))]


def test_a_name_over_two_columns_and_a_label_beside_several_rows_reach_over_all_of_them() -> None:
    cells = [
        *LOADS,
        ["Elder Moon", "12 of gravel", "9 of sand", "Ines Falk"],
        ["", "4 of lime", "none", "Bo Rask"],
        ["Heron", "7 of sand", "8 of sand", "Ida Lund"],
    ]
    styles = [*SPANS, ("SPAN", (0, 2), (0, 3)), ("FONTNAME", (0, 0), (-1, 1), "Helvetica-Bold")]
    for given in (styles, styles[:-1]):  # whether or not the names are bold
        (table,) = tables_in(pages_of(table_of(cells, *given))[0])
        assert table.drawn
        assert table.header == (
            ("Barge",),
            ("Load (t)", "March"),
            ("Load (t)", "April"),
            ("Crew",),
        )
        assert cells_of(table) == [
            ("Elder Moon", "12 of gravel", "9 of sand", "Ines Falk"),
            ("Elder Moon", "4 of lime", "none", "Bo Rask"),
            ("Heron", "7 of sand", "8 of sand", "Ida Lund"),
        ]


QUARRIES = [
    ["Quarry", "Fee (EUR)", "Keeper", ""],
    ["Elder", "40", "Ines Falk", "Upper road"],
    ["Moss", "30", "Bo Rask", "Mill lane"],
    ["Flint", "21", "Ida Lund", "Upper road"],
]


def test_a_name_over_two_columns_makes_no_name_of_the_first_row_below() -> None:
    (table,) = tables_in(pages_of(table_of(QUARRIES, ("SPAN", (2, 0), (3, 0))))[0])
    assert table.header == (("Quarry",), ("Fee (EUR)",), ("Keeper",), ("Keeper",))
    assert cells_of(table) == [tuple(row) for row in QUARRIES[1:]]
    # words alone: rows that are not bold below names that are
    words = [[row[0], *row[2:]] for row in QUARRIES]
    (table,) = tables_in(pages_of(table_of(words, ("SPAN", (1, 0), (2, 0)), BOLD))[0])
    assert table.header == (("Quarry",), ("Keeper",), ("Keeper",))
    assert cells_of(table) == [tuple(row) for row in words[1:]]
    # nothing tells whether the second row is one of names
    (page,) = pages_of(table_of(words, ("SPAN", (1, 0), (2, 0))))
    assert not any(each.drawn for each in tables_in(page))


@pytest.mark.parametrize(
    ("second", "styles"),
    [
        (["", "a year", "Name", "Road"], []),
        (
            ["Name", "a year", "Name", "Road"],
            [("FONTNAME", (0, 0), (-1, 1), "Helvetica-Bold")],
        ),
        (
            ["Name", "a year", "2031", "2032"],
            [("FONTNAME", (0, 0), (-1, 1), "Helvetica-Bold")],
        ),
    ],
)
def test_a_second_row_of_names_below_one_over_two_columns_is_told(
    second: list[str], styles: list[object]
) -> None:
    cells = [QUARRIES[0], second, *QUARRIES[1:]]
    (table,) = tables_in(pages_of(table_of(cells, ("SPAN", (2, 0), (3, 0)), *styles))[0])
    assert [path[-1] for path in table.header][1:] == second[1:]
    assert table.header[2] == ("Keeper", second[2])
    assert len(table.rows) == 3


def test_a_figure_beside_several_rows_stands_in_the_first_alone() -> None:
    cells = [
        ["Sluice", "Keeper", "Toll"],
        ["Upper", "Ines Falk", "40"],
        ["Lower", "Bo Rask", ""],
        ["Old", "Ida Lund", "15"],
        ["Weir", "Per Holt", "20"],
    ]
    (table,) = tables_in(pages_of(table_of(cells, ("SPAN", (2, 1), (2, 2)), BOLD))[0])
    assert table.drawn
    assert [row[2] for row in cells_of(table)] == ["40", "", "15", "20"]


@pytest.mark.parametrize("at", ["TOP", "MIDDLE", "BOTTOM"])
def test_a_figure_over_two_rows_is_of_both_wherever_it_stands_in_its_cell(at: str) -> None:
    cells = [["Mill", "Miller", "Sacks"], ["Upper", "Falk", "40"], ["Lower", "Rask", ""]]
    cells += [["Old", "Lund", "15"], ["Weir", "Holt", "20"], ["Pond", "Berg", "31"]]
    both = [("SPAN", (2, 1), (2, 2)), ("VALIGN", (2, 1), (2, 2), at)]
    (table,) = tables_in(pages_of(table_of(cells, *both))[0])
    assert [path[-1] for path in table.header] == ["Mill", "Miller", "Sacks"]
    assert [row[2] for row in cells_of(table)] == ["40", "", "15", "20", "31"]
    assert [reach_of(row) for row in cells_of(table)] == [(1, 1, 2), (), (), (), ()]


@pytest.mark.parametrize(
    "styles",
    [
        [("SPAN", (1, 2), (2, 2))],  # of which month is the load?
        [("SPAN", (1, 2), (2, 3))],
        [("SPAN", (0, 1), (0, 2))],  # the names would reach into the rows
    ],
)
def test_cells_made_one_among_the_figures_leave_the_table_as_it_was(styles: list[object]) -> None:
    cells = [
        ["Barge", "March", "April", "Crew"],
        ["Elder Moon", "gravel", "sand", "Ines"],
        ["Heron", "lime", "", "Bo"],
        ["Otter", "", "", "Ida"],
    ]
    if ("SPAN", (0, 1), (0, 2)) in styles:
        cells, styles = [*LOADS, *cells[1:]], [*SPANS[1:2], *styles]
    (page,) = pages_of(table_of(cells, *styles))
    assert not any(table.drawn for table in tables_in(page))


def test_cells_are_told_by_rules_where_figures_stand_close_to_words() -> None:
    cells = [["No.", "Kind", "Made", "Shed"], ["B1", "Punt", "1921", "Upper shed"]]
    cells += [["B2", "Skiff", "1934", "Mill"], ["B3", "Gig", "1950", "Boathouse"]]
    widths = [30, 40, 42, 200]
    right = ("ALIGN", (2, 0), (2, -1), "RIGHT")
    tight = [("LEFTPADDING", (0, 0), (-1, -1), 1), ("RIGHTPADDING", (0, 0), (-1, -1), 1)]
    (table,) = tables_in(pages_of(table_of(cells, right, *tight, colWidths=widths))[0])
    assert table.header == (("No.",), ("Kind",), ("Made",), ("Shed",))
    assert cells_of(table) == [tuple(row) for row in cells[1:]]


def test_figures_under_each_other_in_a_drawn_cell_are_rows_that_are_not_drawn() -> None:
    cells = [["Toll", "Boats"], ["Upper\nLower", "31\n29"], ["Old\nNew", "12\n10"]]
    (page,) = pages_of(table_of([*cells, ["All", "82"]], BOLD))
    assert not any(table.drawn for table in tables_in(page))


def test_a_table_right_below_one_of_the_same_widths_has_names_of_its_own() -> None:
    cells = [["No.", "Name", "Kind", "Length (m)"], ["1", "Otter", "punt", "6"]]
    cells += [["2", "Heron", "gig", "9"], ["3", "Mole", "skiff", "5"]]
    other = [["No.", "Hired by", "Paid to", "Days"], ["1", "A. Falk", "B. Rask", "14"]]
    other += [["3", "I. Lund", "B. Rask", "21"]]
    widths = {"colWidths": [40, 90, 90, 90]}
    (page,) = pages_of(table_of(cells, **widths), table_of(other, **widths))
    above, below = tables_in(page)
    assert [path[-1] for path in above.header] == cells[0]
    assert cells_of(above) == [tuple(row) for row in cells[1:]]
    assert [path[-1] for path in below.header] == other[0]
    assert cells_of(below) == [tuple(row) for row in other[1:]]


PUNTS = [["Punt", "Toll (EUR)", "Length (m)", "Berth"], ["Otter", "6", "4.5", "Mill"]]
PUNTS += [["Heron", "9", "5.5", "Weir"], ["Mole", "5", "4.0", "Mill"]]
MORE = [["Elk", "8", "6.5", "Weir"], ["Wren", "7", "3.5", "Mill"]]


@pytest.mark.parametrize(
    ("row", "is_bold"),
    [
        (["Old Ida", "n/a", "–", "Weir"], True),
        (["Punts of the weir", "see below", "not told", "Weir"], True),
        (["Punts in the shed", "none yet", "n/a", "all"], True),
        (["Finch", "free", "unknown", "Berth"], False),
        (["Finch", "Toll (EUR)", "unknown", "Weir"], False),
    ],
)
def test_a_row_of_words_among_figures_begins_no_table(row: list[str], is_bold: bool) -> None:
    styles = [("FONTNAME", (0, 4), (-1, 4), "Helvetica-Bold")] if is_bold else []
    (page,) = pages_of(table_of([*PUNTS, row, *MORE], BOLD, *styles, colWidths=[110, 80, 80, 80]))
    (table,) = tables_in(page)
    assert [path[-1] for path in table.header] == PUNTS[0]
    told = [cells for cells in cells_of(table) if cells[0] != row[0]]
    assert told == [tuple(punt) for punt in (*PUNTS[1:], *MORE)]


@pytest.mark.parametrize(
    "row", [["Gig", "Fee (GBP)", "Width (m)", "Owner"], ["Keeper", "2031", "2032", "Home"]]
)
def test_a_bold_row_of_units_or_years_begins_a_table(row: list[str]) -> None:
    styles = (BOLD, ("FONTNAME", (0, 4), (-1, 4), "Helvetica-Bold"))
    (page,) = pages_of(table_of([*PUNTS, row, *MORE], *styles, colWidths=[90, 80, 80, 80]))
    above, below = tables_in(page)
    assert cells_of(above) == [tuple(punt) for punt in PUNTS[1:]]
    assert [path[-1] for path in below.header] == row
    assert cells_of(below) == [tuple(each) for each in MORE]


@pytest.mark.parametrize("row", [["4", "Wren", "gig", "n/a"], ["4", "Wren", "gig", "lost"]])
def test_a_row_whose_figure_is_missing_begins_no_table(row: list[str]) -> None:
    cells = [["No.", "Name", "Kind", "Length (m)"], ["1", "Otter", "punt", "6"]]
    cells += [
        ["2", "Heron", "gig", "9"],
        ["3", "Mole", "skiff", "5"],
        row,
        ["5", "Elk", "gig", "8"],
    ]
    (table,) = tables_in(pages_of(table_of(cells, colWidths=[40, 90, 90, 90]))[0])
    assert len(table.rows) == 5


def test_a_list_of_another_kind_on_the_next_page_is_not_given_the_names() -> None:
    rest = [["40", "Ends a part"], ["38", "Extends a part"], ["21", "Empties a part"]]
    both = [["Word", "Meaning"], ["aleph", "Begins a part"], ["beth", "Goes on with a part"]]
    first, second = pages_of(
        table_of(both, BOLD, colWidths=[90, 200]), PageBreak(), table_of(rest, colWidths=[90, 200])
    )
    assert tables_in(with_carried_headers([first, second])[1])[0].header == ()


def test_a_header_of_two_rows_over_figures_is_told_by_its_figures() -> None:
    cells = [["Toll", "Boats", "Barges"], ["", "2031", "2031"], ["Upper", "310", "29"]]
    cells += [["Lower", "120", "10"], ["Old", "12", "19"]]
    (table,) = tables_in(pages_of(table_of(cells))[0])
    assert not table.drawn
    assert table.header == (("Toll",), ("Boats 2031",), ("Barges 2031",))
    assert len(table.rows) == 3


def test_a_row_of_one_text_from_edge_to_edge_heads_the_rows_below_it() -> None:
    cells = [["Code", "Product", "Price"], ["Sawn timber", "", ""], ["S1", "Batten", "3.35"]]
    cells += [["S2", "Board", "9.85"], ["Planed timber", "", ""], ["P1", "Board", "14.60"]]
    spans = [("SPAN", (0, row), (-1, row)) for row in (1, 4)]
    bold = [("FONTNAME", (0, row), (-1, row), "Helvetica-Bold") for row in (0, 1, 4)]
    (table,) = tables_in(pages_of(table_of(cells, *spans, *bold))[0])
    assert table.header == (("Code",), ("Product",), ("Price",))
    assert [cells[0] for cells in cells_of(table)] == [
        "Sawn timber",
        "S1",
        "S2",
        "Planed timber",
        "P1",
    ]


TESTS = [["Place", "2030", "", "2031", ""], ["", "Tests", "Failed", "Tests", "Failed"]]
TESTS += [["North", "510", "3", "512", "2"], ["South", "156", "2", "166", "1"]]
OVER_TWO = [("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (4, 0)), ("SPAN", (0, 0), (0, 1))]
RIGHT = ("ALIGN", (1, 1), (-1, -1), "RIGHT")


def test_names_over_several_columns_are_those_of_the_grid_over_figures_too() -> None:
    middle = ("ALIGN", (0, 0), (-1, 1), "CENTER")
    valign = ("VALIGN", (0, 0), (-1, 1), "MIDDLE")
    (table,) = tables_in(pages_of(table_of(TESTS, *OVER_TWO, RIGHT, middle, valign))[0])
    assert table.header == (
        ("Place",),
        ("2030", "Tests"),
        ("2030", "Failed"),
        ("2031", "Tests"),
        ("2031", "Failed"),
    )
    assert cells_of(table) == [tuple(row) for row in TESTS[2:]]


def test_names_of_several_lines_below_others_are_those_of_the_grid() -> None:
    cells = [["Ward", "Network", "", "Losses", "", "Mean\npressure\n(m)"]]
    cells += [["", "Pipes", "Mains\n(km)", "Share of\nsupply", "Litres for\neach pipe\na day", ""]]
    cells += [["North", "4,210", "48.2", "20.0%", "110", "58"]]
    cells += [["South", "3,860", "51.6", "20.1%", "101", "44"]]
    cells += [["Quay", "1,540", "19.5", "27.8%", "144", "49"]]
    spans = [("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (4, 0))]
    spans += [("SPAN", (at, 0), (at, 1)) for at in (0, 5)]
    middle = [("ALIGN", (0, 0), (-1, 1), "CENTER"), ("VALIGN", (0, 0), (-1, 1), "MIDDLE")]
    right = ("ALIGN", (1, 2), (-1, -1), "RIGHT")
    (table,) = tables_in(pages_of(table_of(cells, *spans, *middle, right))[0])
    assert table.header == (
        ("Ward",),
        ("Network", "Pipes"),
        ("Network", "Mains (km)"),
        ("Losses", "Share of supply"),
        ("Losses", "Litres for each pipe a day"),
        ("Mean pressure (m)",),
    )


def test_a_figure_of_two_columns_at_the_end_stands_in_neither() -> None:
    share = ["Passed", "99.4%", "", "99.7%", ""]
    spans = [("SPAN", (1, 4), (2, 4)), ("SPAN", (3, 4), (4, 4))]
    (table,) = tables_in(pages_of(table_of([*TESTS, share], *OVER_TWO, *spans, RIGHT))[0])
    assert cells_of(table)[-1] == ("Passed  99.4%  99.7%", "", "", "", "")
    assert cells_of(table)[:-1] == [tuple(row) for row in TESTS[2:]]


def test_a_figure_of_two_columns_among_the_rows_leaves_the_table_as_before() -> None:
    share = ["Passed", "99.4%", "", "99.7%", ""]
    cells = [*TESTS[:3], share, TESTS[3]]
    spans = [("SPAN", (1, 3), (2, 3)), ("SPAN", (3, 3), (4, 3))]
    assert not any(
        table.drawn for table in tables_in(pages_of(table_of(cells, *OVER_TWO, *spans, RIGHT))[0])
    )


def test_a_grid_whose_figures_tell_no_names_keeps_those_that_it_has() -> None:
    cells = [["Part", "New", "2031", "2033"], ["Shell", "14.0", "13.4", "13.2"]]
    cells += [["Plate", "9.5", "7.6", "7.2"], ["Dome", "12.5", "12.5", "12.4"]]
    apart = ("ALIGN", (1, 0), (-1, 0), "LEFT")
    (table,) = tables_in(pages_of(table_of(cells, RIGHT, apart, colWidths=[110, 90, 90, 90]))[0])
    assert table.header == (("Part",), ("New",), ("2031",), ("2033",))
    assert cells_of(table) == [tuple(row) for row in cells[1:]]


PINS = [["Pin", "Carries"], ["1", "GND"], ["2", "VCC"], ["3", "RESET"], ["4", "CLK"]]


def of_fonts(first: str, rest: str, cells: list[list[str]] = PINS) -> PrintedTable:
    fonts = (("FONT", (0, 0), (-1, 0), first), ("FONT", (0, 1), (-1, -1), rest))
    (table,) = tables_in(pages_of(table_of(cells, *fonts))[0])
    return table


@pytest.mark.parametrize(
    ("first", "rest"), [("Helvetica", "Times-Roman"), ("Times-Roman", "Helvetica")]
)
def test_a_first_row_in_another_font_names_the_columns(first: str, rest: str) -> None:
    table = of_fonts(first, rest)
    assert table.header == (("Pin",), ("Carries",))
    assert cells_of(table) == [tuple(row) for row in PINS[1:]]


def test_a_first_row_in_the_same_font_or_with_figures_may_be_a_row() -> None:
    assert not of_fonts("Times-Roman", "Times-Roman").header
    assert not of_fonts("Helvetica", "Times-Roman", [["0", "TXD"], *PINS[1:]]).header


def test_rows_in_several_fonts_say_nothing_of_the_first() -> None:
    fonts = (
        ("FONT", (0, 0), (-1, 0), "Helvetica"),
        ("FONT", (0, 1), (-1, -1), "Times-Roman"),
        ("FONT", (0, 3), (-1, 3), "Helvetica"),
    )
    (table,) = tables_in(pages_of(table_of(PINS, *fonts))[0])
    assert not table.header
