"""The steps of the layout, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from backend.readers.engines.pdfium_words import is_bold
from backend.readers.layout.cells import cells_of, is_number, is_period
from backend.readers.layout.characters import clean, with_accents
from backend.readers.layout.headings import heading_levels
from backend.readers.layout.letterhead import is_of_letterhead
from backend.readers.layout.page import lay_out
from backend.readers.layout.paragraphs import Paragraph, pieces_of
from backend.readers.layout.rows import fragments, line_of, rows
from backend.readers.layout.running_lines import drop_running_lines
from backend.readers.layout.shapes import (
    Bookmark,
    FragmentRow,
    PageLayout,
    PrintedLine,
    PrintedTable,
    Word,
)
from backend.readers.layout.titles import choose_title, title_of_name


def word(
    text: str, left: float, top: float = 100.0, size: float = 10.0, bold: bool = False
) -> Word:
    """A word whose letters are half as wide as its font's box is high."""
    return Word(text, left, top, left + 0.5 * size * len(text), top + size, size, bold)


def row(*words: Word) -> FragmentRow:
    """The single row that the words make."""
    (only,) = rows(fragments(words))
    return only


def paragraph(text: str, *, size: float = 10.0, bold: bool = False, page: int = 0) -> Paragraph:
    """A paragraph of one line."""
    return Paragraph([PrintedLine(text, 72, 100, 500, 110, size, bold)], page)


def test_a_wide_gap_parts_fragments_and_a_blank_does_not() -> None:
    found = fragments([word("one", 0), word("two", 20), word("far", 60)])
    assert [[each.text for each in piece.words] for piece in found] == [["one", "two"], ["far"]]


def test_words_drawn_out_of_order_are_put_in_order() -> None:
    assert line_of(row(word("world", 35), word("hello", 0))).text == "hello world"


def test_right_to_left_lines_begin_at_the_right() -> None:
    assert line_of(row(word("عليكم", 0), word("السلام", 40))).text == "السلام عليكم"


@pytest.mark.parametrize(
    "text", ["17,846", "(392)", "—", "$1.40", "(54)%", "10.2%", "−3.5", "n/m", "£5", "1,234)", ".5"]
)
def test_figures(text: str) -> None:
    assert is_number(text)


@pytest.mark.parametrize("text", ["Item", "1A", "two", "10-K", "a", "3/25/2023", "(a)", ""])
def test_no_figures(text: str) -> None:
    assert not is_number(text)


@pytest.mark.parametrize("text", ["2022", "FY2023", "12/31/22", "Q3", "4Q23", "2024E"])
def test_periods(text: str) -> None:
    assert is_period(text)


def test_a_row_is_parted_into_label_and_figures() -> None:
    found = cells_of(
        row(
            word("Net", 0),
            word("sales........", 20),
            word("$", 200),
            word("1,234", 225),
            word("(5)", 300),
            word("%", 330),
            word("—", 400),
        )
    )
    assert found.label == "Net sales"
    assert [cell.text for cell in found.cells] == ["$1,234", "(5)%", "—"]
    assert found.numeric == 3


def test_a_sign_without_a_figure_is_kept() -> None:
    found = cells_of(row(word("Price", 0), word("$", 200)))
    assert [cell.text for cell in found.cells] == ["$"]


def test_levels_follow_size_then_capitals_then_bold_and_numbers() -> None:
    paragraphs = [
        paragraph("The Whole Report", size=20),
        paragraph("A Part", size=15),
        paragraph("ITEM 1. BUSINESS", bold=True),
        paragraph("Overview of it", bold=True),
        paragraph("2.1.1 Deep matters", bold=True),
        paragraph("Plain words that say something, and end." * 9),
        paragraph("Bold words that end like a sentence.", bold=True),
    ]
    assert heading_levels(paragraphs, 10.0) == [1, 2, 3, 4, 4, 0, 0]


def test_a_tall_bold_line_is_a_heading_even_with_a_full_stop() -> None:
    paragraphs = [
        paragraph("Example 2. Two kilns fired as one.", size=14, bold=True),
        paragraph("Words in a frame that are tall and end.", size=14),
        paragraph("Plain words that say something, and end." * 9),
    ]
    assert heading_levels(paragraphs, 10.0) == [1, 0, 0]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("kiln -t glaze -o plan.csv", 0),
        ("heat {", 0),
        ("limit=1240", 0),
        ("--limit=<degrees>", 1),
        ("The -t option", 1),
    ],
)
def test_a_line_of_code_is_no_heading_and_an_option_may_be(text: str, level: int) -> None:
    paragraphs = [paragraph("It is fired at night."), paragraph(text, bold=True)]
    assert heading_levels(paragraphs, 10.0) == [0, level]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("12 May 2025", True),
        ("Tuesday 9 September 2025, 7.30 pm, Hall", True),
        ("May 12, 2025", True),
        ("Den 3. Juni 2024", True),
        ("4 Mill Lane, Upper Ferncombe, New York 10001", True),
        ("4 Results 2024", False),
        ("Sales in 2024", False),
        ("Kilns, glazes and 12 pots", False),
        ("Outlook 2025", False),
    ],
)
def test_dates_and_addresses_head_nothing(text: str, told: bool) -> None:
    assert is_of_letterhead(text) is told
    below = paragraph("It is fired at night, when the current is cheap, by two of us." * 3)
    assert heading_levels([paragraph(text, bold=True), below], 10.0) == [int(not told), 0]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Vermont 2-20481 51-7730264", 0),
        ("Lot 44-19-2210", 0),
        ("2.11 Kilns", 1),
        ("Form 12-B 2024", 1),
        ("Sales 2024 2023 2022", 1),
        ("Hall 7", 1),
    ],
)
def test_a_heading_has_more_letters_than_digits_but_for_its_number_and_years(
    text: str, level: int
) -> None:
    below = paragraph("It is fired at night, when the current is cheap, by two of us." * 3)
    assert (heading_levels([paragraph(text, bold=True), below], 10.0)[0] > 0) is bool(level)


def test_what_a_text_announces_is_no_heading() -> None:
    announced = [paragraph("To open it, say:"), paragraph("Open the Kiln", bold=True)]
    assert heading_levels(announced, 10.0) == [0, 0]
    announced[1].lines[0].size = 14
    assert heading_levels(announced, 10.0) == [0, 1]


def laid_out(*lines: Sequence[Word]) -> list[str]:
    """The texts of the paragraphs that the lines of a page make."""
    page = lay_out([each for line in lines for each in line], 400, 800)
    pieces = pieces_of(page, 0)
    return [piece.text for piece in pieces if isinstance(piece, Paragraph)]


def printed(text: str, top: float, left: float = 20.0, taller: str = "") -> list[Word]:
    """The words of a line; those that begin with `taller` have a box that is a quarter taller."""
    words = []
    for each in text.split():
        tall = bool(taller) and each.startswith(taller)
        words.append(word(each, left, top - 2.5 * tall, 12.5 if tall else 10.0))
        left += 5 * len(each) + 3
    return words


def test_a_bracket_whose_box_is_taller_ends_no_paragraph() -> None:
    assert laid_out(
        printed("A kiln is fired at night, when the current is cheap, with", 100),
        printed("Cones (seven of them) in the lowest chamber, and closed by", 112, taller="("),
        printed("Ada.", 124),
    ) == [
        "A kiln is fired at night, when the current is cheap, with Cones (seven of them) in the "
        "lowest chamber, and closed by Ada."
    ]


def test_a_title_of_a_list_item_is_not_glued_to_its_text() -> None:
    long = "Glazes are stirred for an hour before they are poured and"
    assert laid_out(
        printed("1. Glazes in pots", 100),
        printed(long, 112, 34),
        printed("then sieved twice.", 124, 34),
        printed("2. A short item that goes", 136),
        printed("on below it.", 148, 34),
    ) == [
        "1. Glazes in pots",
        f"{long} then sieved twice.",
        "2. A short item that goes on below it.",
    ]


def test_bookmarks_go_first() -> None:
    paragraphs = [paragraph("plain but marked"), paragraph("Bold but Not", bold=True)]
    marks = [Bookmark("Plain, but marked!", 2, 0)]
    assert heading_levels(paragraphs, 10.0, marks) == [2, 3]


def test_a_bookmark_need_not_have_the_number_of_its_section() -> None:
    paragraphs = [
        paragraph("2.1 Kilns", bold=True),
        paragraph("2.1.1 Aims", bold=True),
        paragraph("Clay and sand", size=15, bold=True),
        paragraph("3.1 Glazes", bold=True, page=1),
    ]
    marks = [Bookmark("Kilns", 2, 0), Bookmark("Aims", 3, 0), Bookmark("Glazes", 2, 2)]
    found = heading_levels(paragraphs, 10.0, marks)
    assert found[:2] == [2, 3]
    assert found[2] == 4, "no bookmark tells it"
    assert found[3] != 2, "the bookmark is of another page"


def test_a_bookmark_is_found_behind_a_hyphen_and_the_letter_of_an_appendix() -> None:
    below = paragraph("Plain words that say something, and end." * 9)
    paragraphs = [
        paragraph("4.1 Kilns of the Environ- ment", bold=True),
        paragraph("4.2 Called otherwise", size=15, bold=True),
        paragraph("A Further reading", bold=True),
        below,
    ]
    marks = [Bookmark("Kilns of the Environment", 3, 0), Bookmark("Further reading", 1, 0)]
    assert heading_levels(paragraphs, 10.0, marks) == [3, 3, 1, 0], "4.2 is one like 4.1"


def test_a_section_stands_below_the_one_whose_number_begins_its_own() -> None:
    paragraphs = [
        paragraph("2.5 Kilns", size=14, bold=True),
        paragraph("2.5.1 Aims", size=14, bold=True),
        paragraph("2.5.1.1 Heat", size=14, bold=True),
        paragraph("2.6 Glazes", size=14, bold=True),
        paragraph("Clay", size=14, bold=True),
    ]
    assert heading_levels(paragraphs, 10.0) == [2, 3, 4, 2, 1]
    large = [paragraph("A Report", size=20), paragraph("A Part", size=15), *paragraphs[:1]]
    large += [paragraph("2.5.1 Aims", size=14, bold=True)]
    assert heading_levels(large, 10.0) == [1, 2, 2, 3]


def test_running_lines_need_three_pages() -> None:
    def page(number: int, header: str) -> PageLayout:
        lines = [header, *(f"Body {'abc'[number]} {mark}" for mark in "defgh")]
        items = [
            PrintedLine(text, 72, 300 + 20 * k, 300, 310 + 20 * k, 10, False)
            for k, text in enumerate(lines)
        ]
        return PageLayout(612, 792, list(items))

    twice = drop_running_lines([page(0, "Head 1"), page(1, "Head 2")])
    assert [len(page_layout.items) for page_layout in twice] == [6, 6]
    thrice = drop_running_lines([page(number, f"Head {number}") for number in range(3)])
    assert [len(page_layout.items) for page_layout in thrice] == [5, 5, 5]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RiverStudy_Final.pdf", "River Study Final"),
        ("AMCOR_2022_8K_dated-2022-07-01.pdf", "AMCOR 2022 8K dated 2022-07-01"),
        ("annual-report.v2.txt", "annual report.v2"),
        ("..\\..\\secret.md", "secret"),
        ("", "Untitled"),
    ],
)
def test_names_become_titles(name: str, expected: str) -> None:
    assert title_of_name(name) == expected


def test_a_telling_file_name_goes_before_a_heading_that_says_less() -> None:
    cover = [("UNITED STATES SECURITIES AND EXCHANGE COMMISSION", 20.0), ("FORM 10-K", 12.0)]
    assert choose_title("", cover, "AMAZON_2017_10K.pdf") == "AMAZON 2017 10K"
    paper = [("Attention to Rivers and Their Banks", 20.0), ("Abstract", 12.0)]
    assert choose_title("", paper, "1706.03762.pdf") == "Attention to Rivers and Their Banks"
    assert (
        choose_title("", paper, "rivers_final_draft.pdf") == "Attention to Rivers and Their Banks"
    )


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Gull-17", "Gull-17"),
        ("Chapter-17", "gull17"),
        ("Form-12", "gull17"),
        ("Gull-1", "gull17"),
        ("gull_17", "gull17"),
    ],
)
def test_a_cover_may_name_a_thing_by_a_word_with_a_number(heading: str, title: str) -> None:
    assert choose_title("", [(heading, 20.0), ("Rivers", 12.0)], "gull17.pdf") == title
    assert choose_title("Gull-17", [], "gull17.pdf") == "gull17"


@pytest.mark.parametrize("part", ["Contents", "Table of Contents", "INDEX", "Inhalt", "Sommaire"])
def test_a_part_that_many_documents_have_names_none(part: str) -> None:
    assert (
        choose_title(part, [(part, 20.0), ("Rivers", 12.0)], "rivers-guide.pdf") == "rivers guide"
    )
    assert choose_title(f"{part} of Rivers", [], "x.pdf") == f"{part} of Rivers"


def test_a_row_of_leader_dots_alone_is_no_row_of_a_table() -> None:
    printed = [
        *(word("Revenue", 0, 100), word("10", 100, 100), word("12", 150, 100)),
        word("....", 0, 112),
        *(word("Costs", 0, 124), word("8", 105, 124), word("9", 155, 124)),
    ]
    (table,) = lay_out(printed, 612, 792).items
    assert isinstance(table, PrintedTable)
    assert [cells for _, cells in table.rows] == [("Revenue", "10", "12"), ("Costs", "8", "9")]


def printed_table(lines: list[list[tuple[str, float]]]) -> PrintedTable:
    """The only table of a page whose lines are texts that begin at a place each."""
    words = [
        word(each, left + place)._replace(top=100.0 + 12 * number, bottom=110.0 + 12 * number)
        for number, line in enumerate(lines)
        for text, left in line
        for each, place in _parts(text)
    ]
    (table,) = (item for item in lay_out(words, 612, 792).items if isinstance(item, PrintedTable))
    return table


def _parts(text: str) -> list[tuple[str, float]]:
    """The words of a text and where each begins: 5 points a letter, 3 a blank."""
    found, place = [], 0.0
    for each in text.split(" "):
        found.append((each, place))
        place += 5.0 * len(each) + 3.0
    return found


def test_dates_over_columns_are_a_header_and_no_figures() -> None:
    table = printed_table(
        [
            [("June 30, 2022", 300), ("June 30, 2023", 400)],
            [("Cash", 50), ("775", 350), ("689", 450)],
            [("Stock", 50), ("1,935", 340), ("1,875", 440)],
        ]
    )
    assert table.header == ((), ("June 30, 2022",), ("June 30, 2023",))
    assert [cells for _, cells in table.rows] == [
        ("Cash", "775", "689"),
        ("Stock", "1,935", "1,875"),
    ]


def test_a_header_of_several_columns_stands_over_each_and_lines_of_one_are_joined() -> None:
    table = printed_table(
        [
            [("Three Months Ended", 260), ("Six Months Ended", 465)],
            [("June 30,", 285), ("June 30,", 485)],
            [("2022", 240), ("2021", 340), ("2022", 440), ("2021", 540)],
            [("Sales", 50), ("10", 250), ("20", 350), ("30", 450), ("40", 550)],
            [("Costs", 50), ("11", 250), ("21", 350), ("31", 450), ("41", 550)],
        ]
    )
    three, six = "Three Months Ended June 30,", "Six Months Ended June 30,"
    assert table.header == ((), (three, "2022"), (three, "2021"), (six, "2022"), (six, "2021"))


def test_a_sign_of_the_header_is_not_put_to_the_year_before_it() -> None:
    table = printed_table(
        [
            [("(in millions)", 50), ("2022", 250), ("2021", 320), ("% Change", 370)],
            [("Sales", 50), ("$", 235), ("10", 260), ("20", 330), ("(50)%", 390)],
            [("Costs", 50), ("11", 260), ("21", 330), ("(48)%", 390)],
        ]
    )
    assert table.header == (("(in millions)",), ("2022",), ("2021",), ("% Change",))
    assert table.rows[0][1] == ("Sales", "$10", "20", "(50)%")


def test_a_column_of_texts_is_parted_from_the_labels() -> None:
    table = printed_table(
        [
            [("Place", 200), ("2022", 350), ("2021", 450)],
            [("Gain on swaps", 50), ("Interest", 200), ("10", 360), ("20", 460)],
            [("Loss on debt", 50), ("Other", 200), ("11", 360), ("21", 460)],
        ]
    )
    assert table.header == ((), ("Place",), ("2022",), ("2021",))
    assert table.rows[1][1] == ("Loss on debt", "Other", "11", "21")


def test_years_between_rows_are_groups_of_one_table() -> None:
    table = printed_table(
        [
            [("North", 300), ("South", 400)],
            [("2022", 50)],
            [("Sales", 50), ("10", 315), ("20", 415)],
            [("2021", 50)],
            [("Sales", 50), ("11", 315), ("21", 415)],
        ]
    )
    assert table.header == ((), ("North",), ("South",))
    assert [cells for _, cells in table.rows] == [
        ("2022", "", ""),
        ("Sales", "10", "20"),
        ("2021", "", ""),
        ("Sales", "11", "21"),
    ]


def test_ranges_and_figures_inside_texts_are_one_cell() -> None:
    found = cells_of(row(word("Rate", 0), *_apart("3% - 9%", 200), *_apart("Level 1", 300)))
    assert [(cell.text, cell.numeric) for cell in found.cells] == [
        ("3% - 9%", True),
        ("Level 1", False),
    ]


def _apart(text: str, left: float) -> list[Word]:
    return [word(each, left + place) for each, place in _parts(text)]


def test_a_cell_knows_where_it_stands() -> None:
    table = printed_table(
        [
            [("2022", 340), ("2021", 440)],
            [("Cash", 50), ("$", 320), ("775", 350), ("689", 450)],
            [("Stock", 50), ("1,935", 340)],
            [("Land", 50), ("1", 360), ("2", 460)],
        ]
    )
    assert table.rows[0][0].cells == (
        (50.0, 112.0, 70.0, 122.0),
        (320.0, 112.0, 365.0, 122.0),
        (450.0, 112.0, 465.0, 122.0),
    )
    assert table.rows[1][0].cells[2] is None


def test_a_text_over_years_heads_them_all_and_a_year_may_have_a_mark() -> None:
    table = printed_table(
        [
            [("Gain", 360)],
            [("2023", 250), ("2022", 350), ("2021", 450), ("(6)", 472)],
            [("Swaps", 50), ("10", 260), ("20", 360), ("30", 460)],
            [("Debt", 50), ("11", 260), ("21", 360), ("31", 460)],
        ]
    )
    assert table.header == ((), ("Gain", "2023"), ("Gain", "2022"), ("Gain", "2021 (6)"))


def test_a_label_that_goes_on_with_a_bracket_is_one() -> None:
    table = printed_table(
        [
            [("2022", 250), ("2021", 350)],
            [("Other income", 50)],
            [("(loss), net", 60), ("10", 260), ("20", 360)],
            [("Costs", 50), ("11", 260), ("21", 360)],
        ]
    )
    assert [cells[0] for _, cells in table.rows] == ["Other income (loss), net", "Costs"]


@pytest.mark.parametrize(
    ("name", "weight", "bold"),
    [
        ("CMR10", 744, False),
        ("ABCDEF+CMTT10", 744, False),
        ("CMBX10", 570, True),
        ("ABCDEF+CMSSBX12", 300, True),
        ("SFBX1000", -1, True),
        ("SFRM1000", 744, False),
        ("LMRoman10-Regular", 744, False),
        ("LMRoman10-Bold", 300, True),
        ("TimesNewRomanPSMT", 700, False),
        ("Arial-BoldMT", 380, True),
        ("F12", 744, True),
        ("F12", 305, False),
        ("F12", -1, False),
    ],
)
def test_a_telling_name_goes_before_the_weight_of_a_font(
    name: str, weight: int, bold: bool
) -> None:
    assert is_bold(name, weight) is bold


def _two_lines(upper: str, lower: str, slack: float, upper_bold: bool) -> int:
    """How many paragraphs two lines make of which one is bold."""
    above = PrintedLine(upper, 72, 100, 400 - slack, 110, 10, upper_bold, slack=slack)
    below = PrintedLine(lower, 72, 112, 300, 122, 10, not upper_bold, slack=100)
    return len(pieces_of(PageLayout(500, 700, [above, below]), 0))


@pytest.mark.parametrize("upper_bold", [True, False])
def test_a_sentence_goes_on_where_a_bold_line_begins_or_ends(upper_bold: bool) -> None:
    upper, lower = "The weir may be raised at flood if both", "keepers agree."
    assert _two_lines(upper, lower, 5, upper_bold) == 1
    assert _two_lines(upper, lower, 150, upper_bold) == 2  # the upper line ends early
    assert _two_lines(upper, "Keepers agree.", 5, upper_bold) == 2  # a sentence begins
    assert _two_lines(upper + ":", lower, 5, upper_bold) == 2  # the upper line ends


def test_a_drawing_among_lines_tears_no_paragraph() -> None:
    def line(text: str, top: float, size: float = 10) -> PrintedLine:
        return PrintedLine(text, 72, top, 400, top + size, size, False)

    drawing = [line("h", 100 + 4 * step, 20) for step in range(8)]
    text = [line("The weir may be raised at flood", 160), line("if both keepers agree.", 172)]
    pieces = pieces_of(PageLayout(500, 700, [*drawing, *text]), 0)
    assert isinstance(pieces[-1], Paragraph)
    assert pieces[-1].text.endswith("The weir may be raised at flood if both keepers agree.")


@pytest.mark.parametrize(
    ("printed", "typed"),
    [
        ("set \u2212e, [\u2212p] and (\u2212c)", "set -e, [-p] and (-c)"),
        ("\u2212\u2212quiet", "--quiet"),
        ("\u02dc/.sailrc", "~/.sailrc"),
        # figures, differences and what is no folder stay
        ("a loss of \u22125, a\u2212b", "a loss of \u22125, a\u2212b"),
        ("\u02dcn", "\u02dcn"),
    ],
)
def test_options_and_folders_are_read_as_people_type_them(printed: str, typed: str) -> None:
    assert clean(printed) == typed


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("B¨arenreiter", "Bärenreiter"),
        ("na¨ıve", "naïve"),
        ("Andr´e", "André"),
        ("´Ecole", "École"),
        ("it´s", "it´s"),
        ("˜anna 2ˆe", "˜anna 2ˆe"),
        ("¨", "¨"),
    ],
)
def test_an_accent_printed_before_its_vowel_is_read_with_it(printed: str, read: str) -> None:
    assert with_accents(printed) == read
