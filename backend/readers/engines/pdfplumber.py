"""The second engine: pdfplumber, in pure Python. A child process of `backend.readers.pdf`."""

from __future__ import annotations

import re

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfplumber.page import Page
from pdfplumber.utils.exceptions import PdfminerException

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
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PageLayout, Word
from backend.types import Reading

_BOLD_NAME = re.compile(r"(?i)bold|black|heavy|semibold|demi")

_WITHOUT_NAME = re.compile(r"\(cid:(\d{1,2})\)")
"""How pdfplumber writes a byte whose letter it does not know."""


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole document."""
    try:
        document = pdfplumber.open(request.path, password=request.password or "")
    except PDFPasswordIncorrect:
        raise FileRefusal("encrypted") from None
    except PdfminerException as error:
        wrong_password = any(isinstance(each, PDFPasswordIncorrect) for each in error.args)
        raise FileRefusal("encrypted" if wrong_password else "broken") from None
    with document:
        count = len(document.pages)
        request.check_pages(count)
        pages: list[PageLayout] = []
        silent: list[int] = []
        for number, page in enumerate(document.pages):
            words = _words(page)
            if not words:
                silent.append(number)
            pages.append(lay_out(words, float(page.width), float(page.height)))
            page.close()
            report(number + 1, count)
        metadata = {
            str(key): clean(str(value)) for key, value in document.metadata.items() if value
        }
    return assemble(
        pages,
        name=request.name,
        metadata=metadata,
        warnings=missing_text_warning(silent, count),
    )


def _words(page: Page) -> list[Word]:
    words: list[Word] = []
    for word in page.extract_words(use_text_flow=True, extra_attrs=["fontname", "size"]):
        text = with_accents(clean(with_ligatures(_WITHOUT_NAME.sub(_byte, word["text"]))))
        if text:
            bold = _BOLD_NAME.search(str(word["fontname"])) is not None
            box = (word["x0"], word["top"], word["x1"], word["bottom"])
            words.append(Word(text, *box, float(word["size"]), bold))
    return words


def _byte(found: re.Match[str]) -> str:
    code = int(found[1])
    return chr(code) if code < 32 else found[0]


if __name__ == "__main__":
    serve(converse(read))
