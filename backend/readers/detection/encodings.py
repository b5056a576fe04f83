"""The bytes of a text file, and the text that they stand for."""

from __future__ import annotations

import codecs
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
_JAPANESE_ESCAPES = (b"\x1b$B", b"\x1b$@")
_VALID_FOR_ONE_BAD = 2


def bytes_of(path: Path, max_megabytes: int) -> bytes:
    """The bytes of a text file.

    Raises:
        ReadingError: `empty`, `too_large` or `broken`.
    """
    try:
        size = path.stat().st_size
        if size > max_megabytes * 1024 * 1024:
            raise ReadingError(
                "too_large",
                f"The file has {size / 1024 / 1024:,.0f} MB; at most "
                f"{max_megabytes:,} MB are read.",
                "Split it, or raise the setting max_file_megabytes.",
            )
        content = path.read_bytes()
    except OSError:
        raise ReadingError("broken", "The file cannot be opened.", "Upload it again.") from None
    if not content.strip(b" \t\r\n\x0c\x0b"):
        what = f"it has {len(content):,} bytes" if not content else "it holds only blanks"
        raise ReadingError("empty", f"The file is empty: {what}.", "Upload it again.")
    return content


def decode(content: bytes) -> str:
    """Bytes as text: by byte order mark, as UTF-8, else in the most likely encoding.

    Raises:
        ReadingError: `broken` if no encoding fits.
    """
    encoding, skipped = encoding_of(content)
    return content[skipped:].decode(encoding, "replace")


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
        japanese = any(escape in content for escape in _JAPANESE_ESCAPES)
        return ("iso2022_jp" if japanese else "utf-8"), 0
    if _nearly_utf_8(content):
        return "utf-8", 0
    sample = content[:_SAMPLE_BYTES]
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
