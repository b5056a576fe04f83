"""Titles that run through one chapter, dates in margins, and sentences over the end of a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from backend.readers.layout.document import assemble
from backend.readers.layout.page import lay_out
from backend.readers.layout.running_bands import running_bands
from backend.readers.layout.running_lines import drop_running_lines
from backend.readers.layout.shapes import PageLayout, Word, lines_of
from backend.types import Reading

BODY = [
    "The pump is switched on with the lever at its left side, which must be free of salt.",
    "Wait until the light is green before the valve is opened by a quarter of a turn.",
    "Nobody may stand behind the tank while the pressure rises above the lower mark.",
]
WIDTH = 5.0
_fresh = count()


def body() -> list[str]:
    """Three lines that no other page has."""
    number = next(_fresh)
    name = "".join(chr(97 + number // 26**power % 26) for power in range(3))
    return [f"{name} {each}" for each in BODY]


def line(text: str, top: float, size: float = 10.0, left: float = 72.0) -> list[Word]:
    """The words of a printed line."""
    words = []
    for text_of_word in text.split():
        right = left + WIDTH * len(text_of_word)
        words.append(Word(text_of_word, left, top, right, top + size, size, False))
        left = right + WIDTH
    return words


def page(header: str, text: Sequence[str] = (), size: float = 10.0) -> PageLayout:
    """A page with a title above its text."""
    words = line(header, 40.0, size) if header else []
    for position, each in enumerate(text or body()):
        words += line(each, 100.0 + 12.0 * position)
    return lay_out(words, 612, 792)


def texts(pages: Sequence[PageLayout]) -> list[list[str]]:
    """What is kept of each page."""
    return [
        [printed_line.text for printed_line in lines_of(kept)] for kept in drop_running_lines(pages)
    ]


def titles_left(pages: Sequence[PageLayout]) -> int:
    """How many pages still have more, or less, than their text."""
    return sum(
        len(kept) != len(BODY) or not all(a.endswith(b) for a, b in zip(kept, BODY, strict=True))
        for kept in texts(pages)
    )


def chapters(*lengths: int) -> list[str]:
    """A title per page of chapters that have so many pages."""
    names = ["Starting", "Stopping", "Cleaning", "Storing", "Mending", "Selling", "Painting"]
    return [names[chapter] for chapter, length in enumerate(lengths) for _ in range(length)]


def test_titles_of_chapters_are_known_by_their_place() -> None:
    titles = chapters(3, 4, 3, 5, 3, 4, 3)  # none stands on a fifth of the 25 pages
    pages = [page(f"{number + 1}. {title.upper()}") for number, title in enumerate(titles)]
    assert titles_left(pages) == 0


def test_a_title_that_stands_on_one_page_goes_with_its_neighbours() -> None:
    titles = [*chapters(4, 4, 4, 4, 4), "An appendix of one page"]
    assert titles_left([page(f"CHAPTER {title}") for title in titles]) == 0


def test_a_title_that_counts_the_pages_needs_no_neighbour() -> None:
    words = ["salt", "tide", "mast", "keel", "rope", "sail", "hull", "deck", "oar", "net"]
    pages = [page(f"Of {word} {number + 11}") for number, word in enumerate(words)]
    assert titles_left(pages) == 0


def test_left_and_right_pages_may_have_titles_of_their_own() -> None:
    left = chapters(6, 6, 6, 6)
    pages = [
        page("Handbook of the pump" if number % 2 else f"Chapter {title}")
        for number, title in enumerate(left)
    ]
    assert titles_left(pages) == 0


def test_what_differs_on_every_page_is_text() -> None:
    words = ["salt", "tide", "mast", "keel", "rope", "sail", "hull", "deck", "oar", "net"]
    pages = [page(f"The {word} is stowed below") for word in words]
    assert all(kept[0].endswith("is stowed below") for kept in texts(pages))


def test_tall_titles_are_headings() -> None:
    pages = [page(f"Slide about {title}", size=24.0) for title in chapters(3, 3, 3, 3, 3, 3)]
    assert all(kept[0].startswith("Slide about") for kept in texts(pages))


def test_a_line_that_leads_into_the_text_is_text() -> None:
    rooms = ["galley", "engine room", "bridge", "hold", "cabin", "store", "locker"]
    notes = [f"For the keeper of the {room}" for room in rooms for _ in range(3)]
    pages = [page("", [note, *body()]) for note in notes]
    assert [kept[0] for kept in texts(pages)] == notes


def test_a_tall_picture_in_the_margin_of_one_page_saves_no_title() -> None:
    pages = [page(f"CHAPTER {title}") for title in chapters(4, 4, 4, 4, 4, 4)]
    words = [*line("CHAPTER Starting", 40.0), *line("tall", 47.0, 40.0), *line(BODY[0], 120.0)]
    assert titles_left([*pages, lay_out(words, 612, 792)]) == 1  # the odd page


def long_page(header: str, first: float = 60.0) -> tuple[PageLayout, list[str]]:
    """A page that is full of text from a height on, and that text."""
    name = body()[0].split()[0]
    said = [f"{name} {'abcdefghijklmnopqrstuvwxyz'[k % 26]} {BODY[k % 3]}" for k in range(40)]
    words = line(header, 40.0) if header else []
    for position, each in enumerate(said):
        words += line(each, first + 15.0 * position)
    return lay_out(words, 612, 792), said


def test_nearly_empty_pages_with_one_label_cost_the_full_pages_nothing() -> None:
    sparse = [
        lay_out([*line("Exhibit of the board", 70.0), *line(body()[0], 500.0)], 612, 792)
        for _ in range(4)
    ]
    full = [long_page("") for _ in range(16)]
    assert texts([*sparse, *(each for each, _ in full)])[4:] == [said for _, said in full]


def test_a_label_deep_in_the_page_is_no_title() -> None:
    pages = [
        lay_out([*line("Exhibit of the board", 300.0), *line(body()[0], 500.0)], 612, 792)
        for _ in range(16)
    ]
    label = "Exhibit of the board"
    assert running_bands(pages) == set()
    assert all(
        label in [printed_line.text for printed_line in lines_of(each_page)] for each_page in pages
    )


def test_text_that_begins_higher_on_a_page_is_kept_whole() -> None:
    pages = [page(f"CHAPTER {title}") for title in chapters(4, 4, 4, 4, 4)]
    higher, said = long_page("", first=42.0)
    assert texts([*pages, higher])[-1] == said


@pytest.mark.parametrize(
    "date",
    [
        *("2024-03-{day:02}", "{day}/3/24, 4:5{day} PM", "{day} March 2024", "March {day}, 2024"),
        *("{day}-Mar-2024", "{day}. März 2024, 10:3{day}"),
    ],
)
def test_dates_in_the_margin_are_no_text(date: str) -> None:
    pages = [page(date.format(day=number + 1)) for number in range(6)]
    assert titles_left(pages) == 0


@pytest.mark.parametrize(
    "months", ["January February March April May June", "Januar März Mai Juni Oktober Dezember"]
)
def test_dates_in_the_margin_may_be_of_different_months(months: str) -> None:
    pages = [page(f"{day}. {month} 2024") for day, month in enumerate(months.split(), start=3)]
    assert titles_left(pages) == 0


# --- over the end of a page ----------------------------------------------------------------------


def reading(*pages: PageLayout) -> Reading:
    """The pages as one document."""
    return assemble(pages, name="a.pdf", metadata={})


CUT = "The keeper who has found the valve shut must at once call the harbour and"


def test_a_sentence_goes_on_over_the_end_of_the_page() -> None:
    found = reading(page("", [*BODY, CUT]), page("", ["wait for an answer of", *body()]))
    assert f"{CUT} wait for an answer of" in found.text
    assert len(found.blocks) == 1
    start = found.page_starts[1]
    assert found.text[start:].startswith("wait for an answer of")
    assert [each.page for each in found.lines] == [0] * 4 + [1] * 4


def test_a_word_cut_by_the_end_of_the_page_is_whole() -> None:
    cut = "The keeper who has found the valve shut must at once call the har-"
    found = reading(page("", [*BODY, cut]), page("", ["bour and wait for an answer.", *body()]))
    assert "call the harbour and wait" in found.text
    assert found.text[found.page_starts[1] :].startswith("bour and")


@pytest.mark.parametrize(
    ("last", "first"),
    [
        (BODY[-1], "wait for an answer."),  # the sentence has ended
        ("Short line", "wait for an answer."),  # a line that stops before the column does
        ("The keeper who has found the valve shut must at once call Harbour", "Wait for it."),
    ],
)
def test_what_is_finished_stays_apart(last: str, first: str) -> None:
    found = reading(page("", [*BODY, last]), page("", [first, *body()]))
    assert f"{last}\n\n{first}" in found.text


def test_a_list_item_on_the_next_page_is_a_new_item() -> None:
    found = reading(page("", [*BODY, CUT]), page("", ["• an item of a list", *body()]))
    assert f"{CUT}\n\n• an item" in found.text


def test_a_page_of_small_listings_has_its_title_in_the_common_size() -> None:
    pages = [page(f"CHAPTER {title}") for title in chapters(4, 4, 4, 4, 4)]
    words = line("CHAPTER Selling", 40.0)
    for position in range(20):
        words += line(f"listing {position} := {body()[0]}", 100.0 + 9.0 * position, size=7.0)
    kept = drop_running_lines([*pages, lay_out(words, 612, 792)])[-1]
    assert all("CHAPTER" not in printed_line.text for printed_line in lines_of(kept))
