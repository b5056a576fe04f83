"""The encodings that a person may choose for a file, when the one that was found is wrong."""

from __future__ import annotations

import codecs

from backend.errors import ReadingError

CHOICES = (
    ("utf-8", "UTF-8"),
    ("cp1252", "Western European, Windows-1252"),
    ("iso8859-15", "Western European, ISO 8859-15 (Latin-9)"),
    ("cp850", "Western European, DOS 850"),
    ("cp437", "Western European, DOS 437"),
    ("mac-roman", "Western European, Mac"),
    ("cp1250", "Central European, Windows-1250"),
    ("iso8859-2", "Central European, ISO 8859-2 (Latin-2)"),
    ("cp852", "Central European, DOS 852"),
    ("cp1251", "Cyrillic, Windows-1251"),
    ("koi8-r", "Cyrillic, KOI8-R"),
    ("cp866", "Cyrillic, DOS 866"),
    ("cp1253", "Greek, Windows-1253"),
    ("cp1254", "Turkish, Windows-1254"),
    ("cp1255", "Hebrew, Windows-1255"),
    ("cp1256", "Arabic, Windows-1256"),
    ("cp1257", "Baltic, Windows-1257"),
    ("iso2022_jp", "Japanese, ISO-2022-JP"),
    ("shift_jis", "Japanese, Shift JIS"),
    ("euc_jp", "Japanese, EUC-JP"),
    ("gb18030", "Chinese, GB 18030"),
    ("big5", "Chinese, Big5"),
    ("euc_kr", "Korean, EUC-KR"),
    ("utf-16-le", "UTF-16, little-endian"),
    ("utf-16-be", "UTF-16, big-endian"),
    ("utf-7", "UTF-7"),
)
"""Names as Python knows them, with words for a person."""


def known_encoding(name: str) -> str:
    """The name under which Python knows an encoding of text.

    Raises:
        ReadingError: `unsupported` if there is none of that name.
    """
    try:
        found = codecs.lookup(name.strip()).name
        bytes(4).decode(found, "replace")  # refuses what turns bytes into other bytes
    except (LookupError, ValueError):
        raise ReadingError(
            "unsupported",
            f"“{name}” is no encoding of text.",
            "Give a name such as utf-8, cp1252, iso8859-2 or shift_jis.",
        ) from None
    return found
