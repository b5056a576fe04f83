"""The third engine: pypdf, which mends damaged files but gives text alone, without boxes.

Run as a child process by `backend.readers.pdf`.
"""

from __future__ import annotations

from dataclasses import replace

import pypdf
from pypdf.errors import PyPdfError

from backend.guarded_process import serve
from backend.readers.engines.protocol import (
    EngineRequest,
    FileRefusal,
    Report,
    converse,
    missing_text_warning,
)
from backend.readers.layout.characters import clean, with_accents, with_ligatures
from backend.readers.layout.document import assemble
from backend.readers.layout.shapes import PageLayout, PrintedLine
from backend.types import Reading

_PITCH = 12.0
_SIZE = 10.0


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole document."""
    try:
        document = pypdf.PdfReader(request.path)
        if document.is_encrypted and not document.decrypt(request.password):
            raise FileRefusal("encrypted")
        count = len(document.pages)
    except PyPdfError:
        raise FileRefusal("broken") from None
    request.check_pages(count)
    pages: list[PageLayout] = []
    silent: list[int] = []
    for number, page in enumerate(document.pages):
        lines = _lines(page)
        if not lines:
            silent.append(number)
        box = page.cropbox
        pages.append(PageLayout(float(box.width), float(box.height), list(lines)))
        report(number + 1, count)
    metadata = {
        str(key).lstrip("/"): clean(str(value))
        for key, value in (document.metadata or {}).items()
        if value
    }
    reading = assemble(
        pages,
        name=request.name,
        metadata=metadata,
        warnings=(
            *missing_text_warning(silent, count),
            "This PDF is damaged; its text was read, but passages cannot be marked on its pages.",
        ),
    )
    return replace(reading, lines=())


def _lines(page: pypdf.PageObject) -> list[PrintedLine]:
    """The page's lines, as if printed one under the other: pypdf does not say where they stand."""
    try:
        text = page.extract_text()
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError):
        return []  # one damaged page does not cost the others
    lines: list[PrintedLine] = []
    top = 0.0
    for line in with_accents(clean(with_ligatures(text))).split("\n"):
        words = " ".join(line.split())
        if words:
            lines.append(PrintedLine(words, 0.0, top, 0.0, top + _SIZE, _SIZE, False))
        else:
            top += _PITCH
        top += _PITCH
    return lines


if __name__ == "__main__":
    serve(converse(read))
