"""Text and Markdown files come out with their blocks, whatever their encoding."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import ReadingError
from backend.readers.detection import media_type_of
from backend.readers.detection.encoding_choices import CHOICES, known_encoding
from backend.readers.text import build, read_text
from backend.settings import Settings
from backend.types import Reading


def read(path: Path, content: bytes) -> Reading:
    """Write a file and read it."""
    path.write_bytes(content)
    return build(Settings()).read(path, path.name, None, lambda *_: None)


def blocks(reading: Reading) -> list[tuple[str, int, str]]:
    """Kind, level and text of each block."""
    return [(b.kind, b.level, reading.text[b.start : b.end]) for b in reading.blocks]


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-32-le", b"\xff\xfe\x00\x00"),
    ],
)
def test_unicode_encodings_are_told_apart(tmp_path: Path, encoding: str, mark: bytes) -> None:
    text = "Größe und Überfluss — 北京市, السلام"
    assert read(tmp_path / "a.txt", mark + text.encode(encoding)).text == text


def test_an_older_encoding_is_guessed(tmp_path: Path) -> None:
    text = "Die Größe der Städte überraschte die Gäste aus München, Köln und Zürich. " * 8
    assert read(tmp_path / "a.txt", text.encode("cp1252")).text == text


def test_line_ends_and_control_characters(tmp_path: Path) -> None:
    reading = read(tmp_path / "a.txt", b"one\r\ntwo\rthree\x07\x1b four\n\nfive")
    assert reading.text == "one\ntwo\nthree four\n\nfive"


def test_markdown_blocks() -> None:
    text = (
        "# Title\n\nIntro line\ngoes on.\n\nUnder\n-----\n- item\n- item two\n\n"
        "```\n# no heading\n\n| a | b |\n```\n"
        "## Part ##\n| Year | Sales |\n|---|--:|\n| 2022 | 1,5 \\| x |\n| 2023 |\n\nEnd."
    )
    reading = read_text(text, "notes.md", markdown=True)
    assert reading.text == (
        "Title\n\nIntro line\ngoes on.\n\nUnder\n\n- item\n- item two\n\n"
        "# no heading\n\n| a | b |\n"
        "Part\n| Year | Sales |\n|---|--:|\n| 2022 | 1,5 \\| x |\n| 2023 |\n\nEnd."
    )
    assert reading.title == "Title"
    assert blocks(reading) == [
        ("heading", 1, "Title"),
        ("paragraph", 0, "Intro line\ngoes on."),
        ("heading", 2, "Under"),
        ("list", 0, "- item\n- item two"),
        ("paragraph", 0, "# no heading\n\n| a | b |"),
        ("heading", 2, "Part"),
        ("table", 0, "| Year | Sales |\n|---|--:|\n| 2022 | 1,5 \\| x |\n| 2023 |"),
        ("paragraph", 0, "End."),
    ]
    (table,) = reading.tables
    assert table.title == "Part"
    assert table.header == ("Year", "Sales")
    assert [row.cells for row in table.rows] == [("2022", "1,5 | x"), ("2023", "")]
    assert reading.text[table.rows[0].start : table.rows[0].end] == "| 2022 | 1,5 \\| x |"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "**9 January.** Wind *north-west*, __calm__ and _cold_.",
            "9 January. Wind north-west, calm and cold.",
        ),
        ("snake_case_name and 2*3*4 stay, as does a * b * c", None),
        ("`code **as it is**` and ``a ` b``", "code **as it is** and a ` b"),
        (
            "See [the report](https://a.example/r) ![a map](map.png).",
            "See the report (https://a.example/r) a map (map.png).",
        ),
        ("> said\n> twice", "said\ntwice"),
        ("above\n\n***\n\nbelow", "above\n\n\n\nbelow"),
        ("\\*not emphasised\\*", "*not emphasised*"),
        ("$5 ** 2 ** 3 and a footnote **", None),
    ],
)
def test_marks_of_markdown_are_not_part_of_the_text(written: str, read: str | None) -> None:
    assert read_text(written, "a.md", markdown=True).text == (written if read is None else read)
    assert read_text(written, "a.txt", markdown=False).text == written


def test_plain_text_headings_are_cautious() -> None:
    text = (
        "CHAPTER I\n\nIt was a dark night\nand rain fell.\n\n"
        "1.2 Early Years\n\nShe was born in 1990.\n\n"
        "Yes.\n\nA SHORT SHOUT!\nfollowed by a line\n\n42\n"
    )
    reading = read_text(text, "novel.txt", markdown=False)
    assert blocks(reading) == [
        ("heading", 1, "CHAPTER I"),
        ("paragraph", 0, "It was a dark night\nand rain fell."),
        ("heading", 2, "1.2 Early Years"),
        ("paragraph", 0, "She was born in 1990."),
        ("paragraph", 0, "Yes."),
        ("paragraph", 0, "A SHORT SHOUT!\nfollowed by a line"),
        ("paragraph", 0, "42"),
    ]


LONG = "There are seven kilns in the yard, and two of them are fired with wood."


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        (f"3. The yard\n{LONG}", ["3. The yard"]),
        (f"The yard\n{LONG}", ["The yard"]),
        (f"Dear Ada,\n{LONG}", []),
        (f"The yard has\nseven kilns, and of these only two are ever fired with wood.\n{LONG}", []),
        ("1. Stir the glaze\n2. Pour it over the pots that stand on the lowest shelf.", []),
        ("12 Mill Lane\nUpper Ferncombe and the other villages of the valley", []),
        (f"A line of wrapped text that is as long as others are\n{LONG}", []),
    ],
)
def test_a_title_right_above_its_text_is_a_heading(text: str, heads: list[str]) -> None:
    reading = read_text(text, "yard.txt", markdown=False)
    assert [each for kind, _, each in blocks(reading) if kind == "heading"] == heads
    assert "".join(each for *_, each in blocks(reading)) == text.replace("\n", "", 1) or not heads


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("Q) May I fire on Sundays ?\n\nA) Only the small kiln.", ["Q) May I fire on Sundays ?"]),
        (
            "Q: May I fire on Sundays,\n   or only on Mondays?\nA: Only on Mondays.",
            ["Q: May I fire on Sundays,\n   or only on Mondays?"],
        ),
        ("Question 2. Who keeps the key?\nAnswer: The porter.", ["Question 2. Who keeps the key?"]),
        ("Q: Who keeps the key? The porter does.\n\nA: Yes.", []),
        ("Q3 sales rose. Why?\n\nBecause of the glaze.", []),
        ("Q. Who\nkeeps\nthe\nkey\nof it?\n\nA. The porter.", []),
    ],
)
def test_a_question_that_is_marked_as_one_is_the_heading_of_its_answer(
    text: str, heads: list[str]
) -> None:
    reading = read_text(text, "kiln.txt", markdown=False)
    assert [each for kind, _, each in blocks(reading) if kind == "heading"] == heads
    assert "".join("".join(each for *_, each in blocks(reading)).split()) == "".join(text.split())


def test_marked_questions_stand_below_the_heading_above_them() -> None:
    text = "2.1 The kiln\n\nQ: Who fires it?\n\nA: Ada.\n\nQ: When?\n\nA: On Monday.\n"
    reading = read_text(text, "kiln.txt", markdown=False)
    levels = [level for kind, level, _ in blocks(reading) if kind == "heading"]
    assert levels == [2, 3, 3]


def test_form_feeds_are_pages() -> None:
    reading = read_text("one\n\ftwo\fthree", "a.txt", markdown=False)
    assert [reading.text[start:][:5].split()[0] for start in reading.page_starts] == [
        "one",
        "two",
        "three",
    ]
    assert [block.page for block in reading.blocks] == [0, 1, 2]
    assert reading.lines == ()


def test_tags_are_text(tmp_path: Path) -> None:
    reading = read(tmp_path / "<b>.txt", b"<script>alert(1)</script>")
    assert reading.text == "<script>alert(1)</script>"


def test_a_text_without_pages_is_one_page(tmp_path: Path) -> None:
    reading = read(tmp_path / "MyLongNotes_2023.txt", b"x" * 2_000_000)
    assert len(reading.text) == 2_000_000
    assert reading.page_starts == (0,)
    assert reading.title == "My Long Notes 2023"


@pytest.mark.parametrize("content", [b"", b" \r\n\t\n"])
def test_nothing_is_empty(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ReadingError, match="empty") as caught:
        read(tmp_path / "a.txt", content)
    assert caught.value.code == "empty"


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadingError) as caught:
        read(tmp_path / "a.txt", bytes(range(256)) * 20)
    assert caught.value.code == "unsupported"


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a.pdf", b"%PDF-1.7\n", "application/pdf"),
        ("a.txt", b"junk before %PDF-1.4", "application/pdf"),
        ("A.PDF", b"", "application/pdf"),
        ("notes.md", b"# Hello", "text/markdown"),
        ("notes.MARKDOWN", b"Hello", "text/markdown"),
        ("notes.txt", b"Hello", "text/plain"),
        ("README", b"Hello", "text/plain"),
        ("strange.xyz", b"plain words", "text/plain"),
        ("wide.txt", "Hällo".encode("utf-16"), "text/plain"),
    ],
)
def test_kinds_of_files(name: str, head: bytes, expected: str) -> None:
    assert media_type_of(name, head) == expected


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("a.zip", b"PK\x03\x04rest"),
        ("a.txt", b"\x89PNG\r\n"),
        ("a.exe", b"MZ\x90\x00"),
        ("a.bin", bytes(range(64))),
        ("../../etc/x.jpg", b"\xff\xd8\xff\xe0"),
    ],
)
def test_other_kinds_are_refused_and_told_what_is_read(name: str, head: bytes) -> None:
    with pytest.raises(
        ReadingError, match=r"PDF, plain text \(\.txt\), Markdown \(\.md\), HTML"
    ) as caught:
        media_type_of(name, head)
    assert caught.value.code == "unsupported"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Les élèves élevaient à côté du château une chèvre; où est-elle passée?"),
        ("cp1252", "El niño comió mañana la piña; ¿dónde está el pingüino? Según él, aquí."),
        ("cp1252", "Die Straße führt über die Brücke; schöne Gärten säumen sie."),
        ("cp1252", "It’s said that “nothing holds” – or so they say."),
        ("iso8859-1", "La forêt brûlée a reculé; les bêtes s'éloignent déjà."),
        ("iso8859-2", "Zażółć gęślą jaźń; ścieżka wiodła przez łąkę."),
        ("cp1250", "Příliš žluťoučký kůň úpěl ďábelské ódy."),
        ("cp850", "Die Straße führt über die Brücke; schöne Gärten säumen sie."),
        ("cp437", "Les élèves élevaient à côté du château une chèvre."),
        ("iso2022_jp", "漁師は夜明けに港を出た。"),
    ],
)
def test_older_encodings_give_the_letters_that_were_written(
    tmp_path: Path, encoding: str, text: str
) -> None:
    assert read(tmp_path / "a.txt", text.encode(encoding)).text == text


def test_a_bad_byte_in_utf_8_costs_itself_alone(tmp_path: Path) -> None:
    content = "Große Bäume, ".encode() + b"\xff" + " schöne Blüten, süße Früchte".encode()
    found = read(tmp_path / "a.txt", content)
    assert found.text == "Große Bäume, \ufffd schöne Blüten, süße Früchte"
    assert found.metadata["Encoding"] == "utf-8"


# --- what is said of an encoding -----------------------------------------------------------------

SPOKEN = "Zażółć gęślą jaźń; ścieżka wiodła przez łąkę."


def test_a_guessed_encoding_is_said_with_what_to_do(tmp_path: Path) -> None:
    found = read(tmp_path / "a.txt", SPOKEN.encode("iso8859-2"))
    assert found.metadata["Encoding"] == "iso8859-2"
    assert "iso8859-2 fits its letters best" in found.warnings[0]
    assert "read it again in another encoding" in found.warnings[0]


@pytest.mark.parametrize(
    "content",
    [SPOKEN.encode(), SPOKEN.encode("utf-8-sig"), b"\xff\xfe" + "abc".encode("utf-16-le")],
)
def test_an_encoding_that_is_sure_needs_no_warning(tmp_path: Path, content: bytes) -> None:
    assert read(tmp_path / "a.txt", content).warnings == ()


def test_bad_bytes_are_counted(tmp_path: Path) -> None:
    found = read(tmp_path / "a.txt", SPOKEN.encode() + b" \xff and \xfe")
    assert found.warnings == ("2 letters were not readable in utf-8, and show as \ufffd.",)


def test_a_replacement_character_that_was_written_is_no_bad_byte(tmp_path: Path) -> None:
    assert read(tmp_path / "a.txt", "a \ufffd here".encode()).warnings == ()


@pytest.mark.parametrize("encoding", ["cp1251", "iso8859-2", "cp437", "utf-7", "shift_jis"])
def test_a_chosen_encoding_is_used_whatever_fits_better(tmp_path: Path, encoding: str) -> None:
    text = {"cp1251": "Вода", "iso8859-2": "Žluť", "cp437": "Élan", "shift_jis": "漁師"}
    wanted = text.get(encoding, "Grüße")
    path = tmp_path / "a.txt"
    path.write_bytes(wanted.encode(encoding))
    found = build(Settings()).in_encoding(encoding).read(path, "a.txt", None, lambda *_: None)
    assert found.text == wanted
    assert found.metadata["Encoding chosen"] == encoding
    assert found.warnings == ()


def test_a_chosen_encoding_that_does_not_fit_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"Gr\xfc\xdfe")
    found = build(Settings()).in_encoding("utf-8").read(path, "a.txt", None, lambda *_: None)
    assert found.warnings == ("2 letters were not readable in utf-8, and show as \ufffd.",)


@pytest.mark.parametrize("text", ["Grüße aus Köln", "Вода и соль", "日本語 の 文", "naïve + so on"])
def test_utf_7_is_known_by_its_plus_signs(tmp_path: Path, text: str) -> None:
    found = read(tmp_path / "a.txt", text.encode("utf-7"))
    assert found.text == text
    assert found.metadata["Encoding"] == "utf-7"


@pytest.mark.parametrize(
    "text",
    [
        "C++ and a+b=c",
        "Call +4930123456 or +49 40 7890",
        "write to john+harbour@example.org",
        "a + b + c",
        "x +abc- y",
        "the key is +AAAA+ and so on",
    ],
)
def test_plus_signs_of_other_texts_stand_for_themselves(tmp_path: Path, text: str) -> None:
    assert read(tmp_path / "a.txt", text.encode()).text == text


def test_a_name_that_is_no_encoding_is_refused() -> None:
    assert known_encoding("Latin1") == "iso8859-1"
    for name in ("klingon", "base64", "rot13", "", "\x00", "hex"):
        with pytest.raises(ReadingError, match="is no encoding of text"):
            known_encoding(name)


def test_every_choice_is_an_encoding() -> None:
    assert all(known_encoding(name) for name, _ in CHOICES)
    assert len({known_encoding(name) for name, _ in CHOICES}) == len(CHOICES)


def test_the_lines_of_contents_head_nothing_and_a_number_may_be_set_off_by_a_hard_blank() -> None:
    parts = ("1. Ropes", "1.1. Tarred ropes", "2. Sails")
    body = [
        f"{part.replace('. ', '.' + chr(160) + ' ', 1)}\n\nWhat is said of it.\n" for part in parts
    ]
    text = "\n\n".join(("A handbook of rigging.", *parts, *body))
    reading = read_text(text, "rigging.txt", markdown=False)
    headings = [block for block in reading.blocks if block.kind == "heading"]
    assert [heading.level for heading in headings] == [1, 2, 1]
    assert all(heading.start > text.index("2. Sails") for heading in headings)
    twice = read_text(
        "\n\n".join(("1. Ropes", "Tar.", "1. Ropes", "Hemp.")), "a.txt", markdown=False
    )
    assert [block.kind for block in twice.blocks] == ["heading", "paragraph"] * 2
