"""Which kind of file a name and the first bytes speak of."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from backend.errors import ReadingError

HEAD_BYTES = 2048
"""How many bytes from the beginning `media_type_of` wants to see."""

SUPPORTED = (
    "PDF, plain text (.txt), Markdown (.md), HTML, DOCX, PPTX, ODT, and tables as CSV, TSV and XLSX"
)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
ODT = "application/vnd.oasis.opendocument.text"

_PDF_WITHIN = 1024  # readers of PDF accept the mark anywhere in the first kilobyte
_MARKDOWN = frozenset([".md", ".markdown", ".mdown", ".mkd"])
_TEXT = frozenset([".txt", ".text", ".log", ".rst", ".org", ""])
_BY_ENDING = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".tab": "text/tab-separated-values",
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "text/html",
}
_ARCHIVES = {
    ".xlsx": XLSX,
    ".xlsm": XLSX,
    ".docx": DOCX,
    ".docm": DOCX,
    ".pptx": PPTX,
    ".pptm": PPTX,
    ".odt": ODT,
}
ENDINGS = frozenset([".pdf", ".txt", ".text", *_MARKDOWN, *_BY_ENDING, *_ARCHIVES])
"""Of the files that are taken from a folder."""
_ZIP = b"PK\x03\x04"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_HTML = re.compile(
    rb"(?i)\s*(?:<!--.{0,500}?-->\s*)?(?:<\?xml[^>]{0,200}>\s*)?"
    rb"<(?:!doctype\s+html|html)\b"
)
_SIGNATURES = {
    b"PK\x03\x04": "an Office document or a ZIP archive",
    b"\xd0\xcf\x11\xe0": "an older Office document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"II*\x00": "a picture",
    b"MM\x00*": "a picture",
    b"\x1f\x8b": "a compressed file",
    b"7z\xbc\xaf": "a compressed file",
    b"Rar!": "a compressed file",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"{\\rtf": "an RTF document",
    b"SQLite format 3": "a database",
}
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")


def media_type_of(name: str, head: bytes) -> str:
    """The media type of a file: one of those that a reader of the registry takes.

    What the bytes say goes before what the name says.

    Args:
        name: the file's name.
        head: its first bytes, up to `HEAD_BYTES`; empty for an empty file.

    Raises:
        ReadingError: `unsupported`, naming what is supported.
    """
    ending = PurePosixPath(name.replace("\\", "/").lower()).suffix
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return "application/pdf"
    if ending in _ARCHIVES and head.startswith((_ZIP, _OLD_OFFICE)):
        return _ARCHIVES[ending]  # its reader says whether a password protects it
    for signature, kind in _SIGNATURES.items():
        if head.startswith(signature) and not head.startswith(_BYTE_ORDER_MARKS):
            raise _unsupported(f"The file is {kind}")
    if ending == ".pdf":
        return "application/pdf"  # its reader says what is wrong with it
    if ending in _MARKDOWN:
        return "text/markdown"
    if ending in _BY_ENDING:
        return _BY_ENDING[ending]
    if ending != ".txt" and _HTML.match(head):
        return "text/html"
    if ending in _TEXT or looks_like_text(head):
        return "text/plain"
    raise _unsupported(f"Files ending in “{ending}” cannot be read" if ending else "Unknown file")


def looks_like_text(head: bytes) -> bool:
    """Whether bytes can be the beginning of a text: no NULs but those of UTF-16 and UTF-32, and
    hardly any control characters."""
    if head.startswith(_BYTE_ORDER_MARKS):
        return True
    if b"\x00" in head:
        return _looks_like_utf16(head)
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\v\x1b\x08" for byte in head)
    return controls <= max(4, 0.02 * len(head))


def _looks_like_utf16(head: bytes) -> bool:
    """Latin text in UTF-16 without a mark has a NUL in nearly every second byte."""
    even, odd = head[0::2], head[1::2]
    if not odd:
        return False
    shares = sorted((even.count(0) / len(even), odd.count(0) / len(odd)))
    return shares[0] < 0.02 and shares[1] > 0.7


def _unsupported(what: str) -> ReadingError:
    return ReadingError(
        "unsupported",
        f"{what}; Quire reads {SUPPORTED}.",
        "Save it in one of these formats and upload the result.",
    )
