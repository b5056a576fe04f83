"""The bytes of a text file, and the text that they stand for."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import charset_normalizer

from backend.errors import ReadingError
from backend.readers.detection.single_byte import european_encoding

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE_BYTES = 200_000
_PART_BYTES = 1 << 20
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_JAPANESE_ESCAPES = (b"\x1b$B", b"\x1b$@")
_VALID_FOR_ONE_BAD = 2
_IDEOGRAPHS, _FEW_IDEOGRAPHS = "\u2e80", 4
_UTF_7_LETTERS = re.compile(rb"\+[A-Za-z0-9+/]{3,}-?")


def bytes_of(path: Path, max_megabytes: int) -> bytes:
    """The bytes of a text file.

    Raises:
        ReadingError: `empty`, `too_large` or `broken`.
    """
    try:
        check_size(path.stat().st_size, max_megabytes)
        content = path.read_bytes()
    except OSError:
        raise ReadingError("broken", "The file cannot be opened.", "Upload it again.") from None
    if not content.strip(b" \t\r\n\x0c\x0b"):
        what = f"it has {len(content):,} bytes" if not content else "it holds only blanks"
        raise ReadingError("empty", f"The file is empty: {what}.", "Upload it again.")
    return content


def check_size(size: int, max_megabytes: int) -> None:
    """
    Raises:
        ReadingError: `too_large` if a file of so many bytes is larger than what is read.
    """
    if size > max_megabytes * 1024 * 1024:
        raise ReadingError(
            "too_large",
            f"The file has {size / 1024 / 1024:,.0f} MB; at most {max_megabytes:,} MB are read.",
            "Split it, or raise the setting max_file_megabytes.",
        )


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with the encoding that gave it, and what a person should know of that."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()
    chosen: bool = False

    @property
    def metadata(self) -> dict[str, str]:
        """What a document keeps: its encoding, and that a person chose it."""
        found = {"Encoding": self.encoding}
        return {**found, "Encoding chosen": self.encoding} if self.chosen else found


def decoded(content: bytes, chosen: str = "", *, named: str = "") -> Decoded:
    """Bytes as text: in the encoding that a person chose, else the one that the file names, else by
    byte order mark, as UTF-8, or in the most likely one.

    Raises:
        ReadingError: `broken` if no encoding fits.
    """
    if chosen:
        text = content.decode(chosen, "replace").removeprefix("\ufeff")
        return Decoded(text, chosen, _about_bad_bytes(text, content, chosen), chosen=True)
    if named:
        try:
            encoding = codecs.lookup(named).name
            return Decoded(content.decode(encoding).removeprefix("\ufeff"), encoding)
        except (LookupError, UnicodeError):
            pass  # it says something else than it is
    encoding, skipped = encoding_of(content)
    text = content[skipped:].decode(encoding, "replace")
    warnings = _about_bad_bytes(text, content, encoding)
    if not skipped:
        warnings = (*about_guess(encoding), *warnings)
    return Decoded(text, encoding, warnings)


def about_guess(encoding: str) -> tuple[str, ...]:
    """A sentence about an encoding that a file without a mark does not name; none about UTF-8."""
    if encoding == "utf-8":
        return ()
    return (
        f"The file does not say in which encoding it was written: {encoding} fits its letters "
        "best. If letters are wrong, read it again in another encoding.",
    )


def _about_bad_bytes(text: str, content: bytes, encoding: str) -> tuple[str, ...]:
    written = content.count("\ufffd".encode()) if encoding == "utf-8" else 0
    return about_bad_letters(text.count("\ufffd") - written, encoding)


def about_bad_letters(bad: int, encoding: str) -> tuple[str, ...]:
    """A sentence about letters that could not be read; none where there are none."""
    if bad <= 0:
        return ()
    what = "1 letter was" if bad == 1 else f"{bad:,} letters were"
    return (f"{what} not readable in {encoding}, and {'shows' if bad == 1 else 'show'} as \ufffd.",)


def encoding_of(content: bytes) -> tuple[str, int]:
    """The encoding of a text's bytes, and how many bytes of mark stand before it.

    UTF-8 where nearly all is valid UTF-8: a bad byte costs itself alone, not every other letter.

    Raises:
        ReadingError: `broken` if no encoding fits.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding, len(mark)
    if content.isascii():
        # Japanese mail switches its letters by escape sequences of ASCII
        if any(escape in content for escape in _JAPANESE_ESCAPES):
            return "iso2022_jp", 0
        return ("utf-7" if _is_utf_7(content) else "utf-8"), 0
    if _nearly_utf_8(content):
        return "utf-8", 0
    sample = _telling(content)
    found = european_encoding(sample)
    if found is not None:
        return found, 0
    best = charset_normalizer.from_bytes(sample).best()
    if best is None:
        raise ReadingError(
            "broken",
            "The file's letters are in no known encoding.",
            "Save it as UTF-8 text and upload the result.",
        )
    return best.encoding, 0


def _telling(content: bytes) -> bytes:
    """As many bytes as are looked at, from the line of the first letter beyond ASCII if those at
    the beginning have none."""
    sample = content[:_SAMPLE_BYTES]
    match = _BEYOND_ASCII.search(content) if sample.isascii() else None
    if match is None:
        return sample
    start = content.rfind(b"\n", 0, match.start()) + 1
    return content[start : start + _SAMPLE_BYTES]


def encoding_of_file(path: Path, chosen: str = "") -> tuple[str, int]:
    """The same of a file that is too large to be held at once: told by its beginning, or by the
    first part that has letters beyond ASCII.

    Args:
        chosen: the encoding that a person chose.

    Raises:
        ReadingError: `broken` if no encoding fits, or the file cannot be opened.
    """
    try:
        with path.open("rb") as file:
            head = part = file.read(_PART_BYTES)
            while part and part.isascii():
                part = file.read(_PART_BYTES)
    except OSError:
        raise ReadingError("broken", "The file cannot be opened.", "Upload it again.") from None
    if chosen:
        marks = (len(mark) for mark, encoding in _MARKS if head.startswith(mark))
        return chosen, next(marks, 0)
    return encoding_of(part or head)


def _nearly_utf_8(content: bytes) -> bool:
    """Whether valid letters beyond ASCII outnumber bad bytes: other encodings make hardly any."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > len(content) - 4:  # cut off in the middle of its last letter
            return error.reason == "unexpected end of data"
        valid = sum(not letter.isascii() for letter in content.decode("utf-8", "ignore"))
        replaced = sum(letter == "\ufffd" for letter in content.decode("utf-8", "replace"))
        return valid > _VALID_FOR_ONE_BAD * replaced
    return True


def _is_utf_7(content: bytes) -> bool:
    """Whether every plus sign of an ASCII text begins letters beyond ASCII, as UTF-7 writes them.

    In other texts plus signs stand for themselves, and hardly ever make letters.
    """
    if _UTF_7_LETTERS.search(content) is None:
        return False
    try:
        text = content.decode("utf-7")
    except UnicodeDecodeError:
        return False
    beyond = [sign for sign in text if not sign.isascii()]
    eastern = sum(sign >= _IDEOGRAPHS for sign in beyond)
    if not beyond or (eastern == len(beyond) and eastern < _FEW_IDEOGRAPHS):
        return False  # "+abc-" happens to be one
    return all(sign.isalpha() or unicodedata.category(sign)[0] in "PMSZ" for sign in beyond)
