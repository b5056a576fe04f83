"""Text made for a terminal or a typewriter: letters struck over each other, counted pages."""

from __future__ import annotations

import pytest

from backend.readers.layout.typewritten import with_page_breaks, without_overstrikes
from backend.readers.text import read_text

PAGE = 12


def struck(text: str) -> str:
    """Every letter struck four times, as a formatter makes bold."""
    return "".join(each if each.isspace() else "\b".join(each * 4) for each in text)


def lined(text: str) -> str:
    """Every letter over a line below, as a formatter underlines."""
    return "".join(each if each.isspace() else f"_\b{each}" for each in text)


@pytest.mark.parametrize("mark", [struck, lined])
def test_struck_letters_are_read_once(mark) -> None:  # type: ignore[no-untyped-def]
    assert without_overstrikes(f"See {mark('the rope_locker')} below.") == (
        "See the rope_locker below."
    )


def test_a_line_below_alone_stays_and_colours_go() -> None:
    assert without_overstrikes("a _\b_ b \x1b[1mbold\x1b[0m \x1b[38;5;12mblue\x1b[m") == (
        "a _ b bold blue"
    )


def manual(pages: int, header: str = "KEEPING ROPES", first: int = 1, lengths: int = 0) -> str:
    """Pages with a counted title above their text; each `lengths` lines longer than the last."""
    parts = []
    for number in range(first, first + pages):
        text = [
            f"On day {'abcdefgh'[number % 8]} the rope of boat {'xyzuvw'[number % 6]} is dried.",
            *["It hangs free of the floor."] * (4 + lengths * number),
        ]
        title = f"\n\n\n{header}    {number}\n\n\n" if number > 1 else ""
        parts.append(title + "\n".join(text + [""] * (PAGE - 8)))
    return "".join(parts)


def test_a_counted_title_between_blank_lines_begins_a_page() -> None:
    reading = read_text(manual(5), "ropes.txt", markdown=False)
    assert len(reading.page_starts) == 5
    assert "KEEPING" not in reading.text


def test_struck_titles_count_as_well() -> None:
    text = manual(4).replace("KEEPING ROPES", struck("KEEPING ROPES"))
    assert len(read_text(text, "ropes.txt", markdown=False).page_starts) == 4


def test_two_titles_are_too_few() -> None:
    assert with_page_breaks(manual(3)) == manual(3)


def test_titles_that_count_chapters_of_any_length_stay() -> None:
    text = manual(7, header="CHAPTER", lengths=2)
    assert with_page_breaks(text) == text


def test_numbers_that_do_not_grow_by_one_are_no_pages() -> None:
    text = manual(5).replace("ROPES    3", "ROPES    7")
    assert with_page_breaks(text) == text


def test_form_feeds_say_where_pages_end() -> None:
    text = "\f".join(["one", manual(5), "two"])
    assert with_page_breaks(text) == text


def test_a_sentence_goes_on_over_a_counted_title() -> None:
    pages = [
        f"The rope of boat {each} hangs free of the floor until the keeper has\n"
        f"{'seen' if number else 'oiled'} it and writes down the day on which it was"
        for number, each in enumerate("abcde")
    ]
    breaks = [f"\n\n\nROPES {number}\n\n\n" for number in range(2, 6)]
    text = pages[0] + "".join(a + b for a, b in zip(breaks, pages[1:], strict=True))
    reading = read_text(text.replace("The rope", "the rope"), "ropes.txt", markdown=False)
    assert "day on which it was\nthe rope of boat b" in reading.text


def test_words_cut_with_a_printed_hyphen_are_whole_again() -> None:
    text = "The keeper writes down what he sees of the har\u2010\nbour each day."
    assert "harbour\neach" in read_text(text, "notes.txt", markdown=False).text
