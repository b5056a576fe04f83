"""Listings on pages of prose: their lines stay lines, with their indents and comments."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from backend.readers.engines.pdfium_words import is_fixed
from backend.readers.layout.document import assemble
from backend.readers.layout.headings import heading_levels
from backend.readers.layout.page import lay_out
from backend.readers.layout.paragraphs import BULLET, Paragraph
from backend.readers.layout.shapes import Bookmark, PrintedLine, Word

WIDTH = 5.0
"""Points that a letter is wide; lines are 10 high and 12 apart."""
FULL = "a line of prose that reaches as far as any line of this page does, words"


def printed(text: str, line: int, left: float = 50.0, fixed: bool = False) -> list[Word]:
    """The words of a line, one blank apart; two or more blanks stay as wide as they are."""
    words, position = [], 0
    for text_of_word in text.split(" "):
        if text_of_word:
            x = left + WIDTH * position
            top = 100.0 + 12.0 * line
            box = (x, top, x + WIDTH * len(text_of_word), top + 10.0)
            words.append(Word(text_of_word, *box, 10.0, False, fixed))
        position += len(text_of_word) + 1
    return words


def read(lines: Sequence[tuple[str, bool]]) -> list[str]:
    """The blocks of a page with a line per entry, an empty one leaving a gap."""
    words = [
        word for row, (text, fixed) in enumerate(lines) for word in printed(text, row, 50, fixed)
    ]
    found = assemble([lay_out(words, 600, 800)], name="x.pdf", metadata={})
    return [found.text[block.start : block.end] for block in found.blocks]


PROSE = [(FULL, False)] * 4 + [("", False)]


def test_lines_of_a_listing_keep_their_ends_and_indents() -> None:
    listing = [("if ready:", True), ("    start(now)", True), ("stop(later)", True)]
    assert read([*PROSE, *listing])[1:] == ["if ready:\n    start(now)\nstop(later)"]


def test_lines_of_prose_are_joined_in_letters_of_one_width_too() -> None:
    assert read([(FULL, True), ("and its end.", True)]) == [f"{FULL} and its end."]
    assert read([*PROSE, (FULL, True), ("and its end.", True)])[1:] == [f"{FULL} and its end."]


def test_a_listing_of_which_one_line_is_broken_off_keeps_its_longest_lines_too() -> None:
    assert read([*PROSE, (FULL, True), ("and", True), ("so on", True)])[1:] == [
        f"{FULL}\nand\nso on"
    ]


def test_prose_below_a_listing_begins_a_paragraph() -> None:
    found = read([*PROSE, ("make all", True), (FULL, False), ("ends.", False)])
    assert found[1:] == ["make all", f"{FULL} ends."]


def test_a_term_is_not_torn_from_what_explains_it() -> None:
    found = read([*PROSE, ("keep", True), ("      leaves the old file as it is.", False)])
    assert found[1:] == ["keep leaves the old file as it is."]


def test_comments_beside_a_listing_are_no_column() -> None:
    listing = [
        (f"set colour of part {number}          # how the colour of a part looks", True)
        for number in "abcde"
    ]
    found = read([*PROSE, ("", False), *listing])
    assert found[-1].split("\n")[1] == "set colour of part b # how the colour of a part looks"


def test_two_columns_written_by_machine_as_a_whole_are_columns() -> None:
    row = "the first column has words such as     and the second one has its own text"
    found = " ".join(read([(row, True)] * 6))
    assert found.startswith("the first column has words such as the first column")


@pytest.mark.parametrize(
    ("name", "flags", "fixed"),
    [
        ("CMTT10", 0, True),
        ("ABCDEF+CMSLTT10", 0, True),
        ("Courier-Bold", 0, True),
        ("AAAAAA+LiberationMono", 0, True),
        ("Anything", 1, True),
        ("CMR10", 0, False),
        ("MonotypeCorsiva", 0, False),
        ("CMVTT10", 0, False),
    ],
)
def test_fonts_of_one_width(name: str, flags: int, fixed: bool) -> None:
    assert is_fixed(name, flags) is fixed


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("(p. 12). More follows", False),
        ("p. 12 tells more", False),
        ("(a) first", True),
        ("a) first", True),
        ("a. first", True),
        ("p. Peel the apples", True),
        ("(iv) fourth", True),
        ("- next", True),
    ],
)
def test_a_reference_to_a_page_is_no_item_of_a_list(line: str, item: bool) -> None:
    assert (BULLET.match(line) is not None) is item


def test_an_example_of_the_command_that_a_bookmark_names_is_no_second_heading() -> None:
    heading = Paragraph([PrintedLine("Clear", 50, 100, 80, 112, 12, True)], 0)
    example = Paragraph([PrintedLine("clear", 50, 150, 75, 160, 10, False, fixed=True)], 0)
    prose = Paragraph([PrintedLine("Clear", 50, 200, 75, 210, 10, False)], 0)
    bookmarks = [Bookmark("Clear", 2, 0)]
    assert heading_levels([heading, example, prose], 10.0, bookmarks) == [2, 0, 2]
