"""Whatever bytes come, a reader gives a reading or a sentence, and lives."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
import types
import zlib
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from backend.errors import CancelledError, ReadingError
from backend.guarded_process import ChildDiedError, GuardedProcess
from backend.readers.pdf import PdfReader
from backend.readers.text import build as build_text
from backend.settings import Settings
from backend.types import Reading

READER = PdfReader(seconds=60, megabytes=1024, max_file_megabytes=50, max_pages=5_000)


def nothing(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def sample() -> bytes:
    """A sound PDF of three pages."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=letter)
    for number in range(3):
        canvas.drawString(72, 700, f"Page {number} of a sound document")
        canvas.showPage()
    canvas.save()
    return content.getvalue()


def read(path: Path, content: bytes, reader: PdfReader = READER) -> Reading:
    """Write the bytes and read them."""
    path.write_bytes(content)
    return reader.read(path, path.name, None, nothing)


def outcome(path: Path, content: bytes, reader: PdfReader = READER) -> tuple[str, str]:
    """The text that was read and "", or "" and the refusal's code."""
    try:
        return read(path, content, reader).text, ""
    except ReadingError as error:
        return "", error.code


def stream_pdf(stream: bytes, *, pages: int = 1) -> bytes:
    """A PDF whose pages share one deflated content stream."""
    packed = zlib.compress(stream, 9)
    kids = " ".join(f"{number + 5} 0 R" for number in range(pages))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
        + packed
        + b"\nendstream",
        *[
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>"
        ]
        * pages,
    ]
    content = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, each in enumerate(objects, start=1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n".encode() + each + b"\nendobj\n"
    start = len(content)
    content += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    content += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    content += (
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF".encode()
    )
    return bytes(content)


def test_an_empty_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReadingError, match="empty") as caught:
        read(tmp_path / "a.pdf", b"")
    assert caught.value.code == "empty"


@pytest.mark.parametrize("content", [b"%PDF-1.7\n", b"no pdf at all", bytes(range(256))])
def test_what_is_no_pdf_is_broken(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ReadingError, match="damaged or not a PDF") as caught:
        read(tmp_path / "a.pdf", content)
    assert caught.value.code == "broken"
    assert caught.value.remedy


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_a_cut_off_file_gives_its_pages_or_a_sentence(tmp_path: Path, share: float) -> None:
    whole = sample()
    text, code = outcome(tmp_path / "cut.pdf", whole[: int(len(whole) * share)])
    assert "sound document" in text or code in ("broken", "no_text")


@pytest.mark.parametrize("seed", range(3))
def test_flipped_bytes_give_a_reading_or_a_sentence(tmp_path: Path, seed: int) -> None:
    content = bytearray(sample())
    for position in range(seed, len(content), 37 + seed):
        content[position] ^= 1 << (seed % 8)
    text, code = outcome(tmp_path / "flipped.pdf", bytes(content))
    text.encode("utf-8")
    assert text or code in ("broken", "no_text", "encrypted")


def test_a_bomb_harms_nothing(tmp_path: Path) -> None:
    bomb = stream_pdf(b"BT /F1 10 Tf 72 700 Td (boom) Tj ET " + b" " * 120_000_000)
    tight = PdfReader(seconds=30, megabytes=300, max_file_megabytes=50, max_pages=10)
    text, code = outcome(tmp_path / "bomb.pdf", bomb, tight)
    assert "boom" in text or code in ("memory", "timeout", "broken", "no_text")


def test_twenty_thousand_pages_are_too_many(tmp_path: Path) -> None:
    many = stream_pdf(b"BT /F1 10 Tf 72 700 Td (page) Tj ET", pages=20_000)
    with pytest.raises(ReadingError, match="20,000 pages; at most 5,000") as caught:
        read(tmp_path / "many.pdf", many)
    assert caught.value.code == "too_many_pages"


def test_a_page_of_control_characters_is_valid_text(tmp_path: Path) -> None:
    codes = b"".join(b"\\%03o" % code for code in [*range(1, 32), 127, 129, 141])
    reading = read(
        tmp_path / "control.pdf",
        stream_pdf(b"BT /F1 10 Tf 72 700 Td (word" + codes + b"end) Tj ET"),
    )
    assert "word" in reading.text
    assert all(character.isprintable() or character == "\n" for character in reading.text)
    reading.text.encode("utf-8")


@pytest.mark.parametrize("engine", ["pdfium", "pdfplumber", "pypdf"])
def test_ligatures_that_a_font_maps_to_control_bytes_are_letters(
    tmp_path: Path, engine: str
) -> None:
    # OT1 and T1, the encodings of TeX: ff fi fl ffi ffl at octal 013 to 017 and 033 to 037
    drawn = (
        b"BT /F1 10 Tf 72 700 Td (\\014rst de\\014ned \\015oat o\\016ce a\\013ect wa\\017e) Tj "
        b"0 -14 Td (\\034rst de\\034ned \\035oat o\\036ce a\\033ect wa\\037e) Tj ET"
    )
    reader = PdfReader(60, 1024, 50, 10, engines=(engine,))
    text = read(tmp_path / "ligatures.pdf", stream_pdf(drawn), reader).text
    assert text.split() == ["first", "defined", "float", "office", "affect", "waffle"] * 2


def test_control_bytes_that_are_no_part_of_a_word_are_left_out(tmp_path: Path) -> None:
    drawn = b"BT /F1 10 Tf 72 700 Td (\\017 an item, a \\014 and b\\015) Tj ET"
    assert read(tmp_path / "bytes.pdf", stream_pdf(drawn)).text.split() == [
        "an", "item,", "a", "and", "b",
    ]  # fmt: skip


def test_words_far_off_the_page_do_no_harm(tmp_path: Path) -> None:
    draw = b"BT /F1 10 Tf 1e30 1e30 Td (far) Tj ET BT /F1 10 Tf 72 700 Td (near) Tj ET"
    assert "near" in read(tmp_path / "far.pdf", stream_pdf(draw)).text


def test_reading_stops_at_its_time(tmp_path: Path) -> None:
    long = stream_pdf(b"BT /F1 10 Tf 72 700 Td (a line of words) Tj ET " * 3_000, pages=2_000)
    hasty = PdfReader(seconds=1.0, megabytes=1024, max_file_megabytes=50, max_pages=5_000)
    with pytest.raises(ReadingError, match="longer than 1 second") as caught:
        read(tmp_path / "long.pdf", long, hasty)
    assert caught.value.code == "timeout"


def numbered(*objects: bytes) -> bytes:
    """A PDF of these objects with a sound table of where they are; the first is its root."""
    content = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, each in enumerate(objects, start=1):
        offsets.append(len(content))
        content += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    start = len(content)
    content += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    content += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    content += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1,
        start,
    )
    return bytes(content)


ENDLESS_TABLE = (
    b"%PDF-1.5\n1 0 obj\n<</Type/XRef/Size 99999999/W[0 0 0]/Index[0 999999999]/Root 1 0 R"
    b"/Length 0>>stream\n\nendstream\nendobj\nstartxref\n9\n%%EOF"
)
"""A table of a thousand million objects that takes no bytes."""
LOOP_OF_PAGES = numbered(b"<</Type/Catalog/Pages 2 0 R>>", b"3 0 R", b"2 0 R")
LOOP_OF_FORMS = numbered(
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R"
    b"/Resources<</XObject<</F 5 0 R>>>>>>",
    b"<</Length 5>>stream\n/F Do\nendstream",
    b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>/Length 11>>"
    b"stream\n/F Do /F Do\nendstream",
)
IMPATIENT = PdfReader(
    seconds=90, megabytes=1024, max_file_megabytes=50, max_pages=10, stall_seconds=8.0
)


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (ENDLESS_TABLE, ["broken"]),
        (LOOP_OF_PAGES, ["broken"]),
        (LOOP_OF_FORMS, ["broken", "no_text"]),
    ],
)
def test_a_file_that_runs_in_circles_is_called_damaged_by_an_engine_that_sees_it(
    tmp_path: Path, content: bytes, codes: list[str]
) -> None:
    with pytest.raises(ReadingError) as caught:
        read(tmp_path / "circle.pdf", content, IMPATIENT)
    assert caught.value.code in codes
    assert "reader_seconds" not in caught.value.remedy


def test_an_engine_without_progress_is_stopped_with_advice_that_fits(tmp_path: Path) -> None:
    stuck = PdfReader(
        seconds=60,
        megabytes=1024,
        max_file_megabytes=50,
        max_pages=10,
        engines=("pdfplumber",),
        stall_seconds=2.0,
    )
    with pytest.raises(ReadingError, match="got no further for 2 seconds") as caught:
        read(tmp_path / "circle.pdf", LOOP_OF_PAGES, stuck)
    assert caught.value.code == "timeout"
    assert "print it to a new PDF" in caught.value.remedy


def test_each_engine_has_a_share_of_the_time_and_the_last_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [1_000.0]
    monkeypatch.setattr(
        "backend.readers.pdf.time", types.SimpleNamespace(monotonic=lambda: clock[0])
    )
    reader = PdfReader(seconds=100, megabytes=1024, max_file_megabytes=50, max_pages=10)
    shares = reader._shares()
    assert next(shares) == ("pdfium", 1_060.0)
    clock[0] = 1_010.0  # it gave up after ten seconds: 90 are left
    assert next(shares) == ("pdfplumber", pytest.approx(1_064.0))
    clock[0] = 1_064.0
    assert next(shares) == ("pypdf", pytest.approx(1_100.0))


def test_cancelling_works_while_a_page_takes_its_time(tmp_path: Path) -> None:
    slow = stream_pdf(b"BT /F1 10 Tf 72 700 Td (a line of words) Tj ET " * 400_000)
    path = tmp_path / "slow.pdf"
    path.write_bytes(slow)
    pressed = threading.Event()
    threading.Timer(0.3, pressed.set).start()

    def progress(stage: str, done: int, total: int) -> None:
        if pressed.is_set():
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        READER.read(path, "slow.pdf", None, progress)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_child_that_dies_is_noticed() -> None:
    with GuardedProcess("backend.evidence.page_painter", megabytes=1024, seconds=10) as child:
        os.kill(child._process.pid, signal.SIGKILL)
        with pytest.raises(ChildDiedError):
            child.receive(time.monotonic() + 30)


def test_text_files_full_of_marks_are_valid_text(tmp_path: Path) -> None:
    path = tmp_path / "marks.txt"
    path.write_bytes(b"plain words that go on for a while \xed\xa0\x80 and \x01 marks \xff " * 50)
    reading = build_text(Settings()).read(path, "marks.txt", None, nothing)
    reading.text.encode("utf-8")
    assert reading.text.startswith("plain words")
    path.write_bytes(b"a\x00b\x00\x00\x07" * 50)
    with pytest.raises(ReadingError) as caught:
        build_text(Settings()).read(path, "marks.txt", None, nothing)
    assert caught.value.code == "unsupported"
