"""Plain text files as they were printed: words cut at line ends, pages parted by form feeds."""

from __future__ import annotations

from backend.readers.layout.written_lines import without_running_lines
from backend.readers.text import read_text

LONG = "The keeper writes down what he sees of the "


def text_of(text: str) -> str:
    """The text of a plain text file."""
    return read_text(text, "notes.txt", markdown=False).text


def test_a_word_cut_at_the_end_of_a_line_is_whole_again() -> None:
    text = f"{LONG}har-\nbour each day.\nThe harbour is small."
    assert text_of(text) == f"{LONG}harbour\neach day.\nThe harbour is small."


def test_signs_after_the_word_stay_with_it_and_indents_with_the_line() -> None:
    text = f"    {LONG}har-\n    bour, each day.\nThe harbour is small."
    assert text_of(text) == f"    {LONG}harbour,\n    each day.\nThe harbour is small."


def test_a_word_that_the_document_writes_with_a_hyphen_keeps_it() -> None:
    text = f"{LONG}salt-\nwater each day.\nThe salt-water is cold."
    assert text_of(text) == f"{LONG}salt-water\neach day.\nThe salt-water is cold."


def test_two_words_of_the_document_keep_their_hyphen() -> None:
    text = f"{LONG}salt-\nwater each day.\nThe salt is dry.\nThe water is cold."
    assert "salt-water\neach day" in text_of(text)


def test_unknown_words_are_taken_as_cut() -> None:
    assert "of the lighthouse\neach day" in text_of(f"{LONG}light-\nhouse each day.")


def test_a_cut_word_alone_on_its_line_leaves_no_empty_line() -> None:
    assert text_of(f"{LONG}har-\nbour\nThe harbour.") == f"{LONG}harbour\nThe harbour."


def test_short_lines_names_and_dashes_are_left_alone() -> None:
    for text in (
        "a cell -\nbelow",
        "short-\nword",
        f"{LONG}Baden-\nBaden each day.",
        f"{LONG}dash -\nbour each day.",
        f"{LONG}year 2020-\nand more each day.",
    ):
        assert text_of(text) == text


def test_markdown_keeps_its_lines() -> None:
    text = f"{LONG}har-\nbour each day."
    assert "har-\nbour" in read_text(text, "notes.md", markdown=True).text


def pages_with_headers(count: int) -> str:
    """A text as a printer of text files would page it."""
    return "\f".join(
        f"Harbour board    Rules of the quay    May 1996\n\n\nRule {number} is kept by all.\n"
        f"Nobody may break rule {number}.\n\n\nBoard    Informational    [Page {number}]\n"
        for number in range(1, count + 1)
    )


def test_headers_and_footers_of_paged_text_are_left_out() -> None:
    text = text_of(pages_with_headers(4))
    assert "Harbour board" not in text
    assert "Informational" not in text
    assert text.count("is kept by all") == 4


def test_two_pages_prove_no_header() -> None:
    assert text_of(pages_with_headers(2)).count("Harbour board") == 2


def test_first_lines_that_are_not_set_off_are_text() -> None:
    pages = [f"Item {number}\nwith a line below\nand another" for number in range(5)]
    assert without_running_lines(pages) == pages


def test_a_sentence_goes_on_over_a_form_feed() -> None:
    text = f"{LONG}harbour and\n\fof the sea beyond.\n\nAnother rule."
    reading = read_text(text, "notes.txt", markdown=False)
    assert f"{LONG}harbour and\nof the sea beyond." in reading.text
    assert reading.text[reading.page_starts[1] :].startswith("of the sea")
    assert len(reading.blocks) == 2


def test_a_finished_sentence_ends_its_page() -> None:
    text = f"{LONG}harbour.\n\fof the sea beyond."
    assert f"{LONG}harbour.\n\n\nof the sea" in text_of(text)
