"""Letters that a heading sets apart with blanks are read as its words."""

from __future__ import annotations

from pathlib import Path

from tests.unit.test_reader_pdf import both, lines_at, make, read

BELOW = lines_at(72, 130, ["The harbour was closed on Monday, and no boat left it before noon."])


def test_letters_set_apart_are_words(tmp_path: Path) -> None:
    heading = lines_at(72, 90, ["H a r b o u r   n o t i c e"])
    text = read(make(tmp_path / "notice.pdf", both(heading, BELOW))).text
    assert "Harbour notice" in text
    assert "The harbour was closed on Monday" in text


def test_letters_in_columns_and_lists_of_letters_stay_apart(tmp_path: Path) -> None:
    columns = [lines_at(72 + 60 * at, 90, [letter]) for at, letter in enumerate("ABCDEF")]
    text = read(make(tmp_path / "columns.pdf", both(*columns, BELOW))).text
    assert "ABCDEF" not in text
    names = lines_at(72, 90, ["a   b   c   d   e   f"])
    assert "abc" not in read(make(tmp_path / "names.pdf", both(names, BELOW))).text
    inside = lines_at(72, 90, ["Read the columns a b c d e of the log."])
    assert "a b c d e" in read(make(tmp_path / "inside.pdf", both(inside, BELOW))).text
