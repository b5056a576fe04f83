"""Pages of PDFs that are made for a test, laid out as they are read."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import SimpleDocTemplate, Table, TableStyle

from backend.readers.engines.pdfium_words import Fonts, layout_size, page_words
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PageLayout, PrintedTable

GRID = ("GRID", (0, 0), (-1, -1), 0.5, "black")
BOLD = ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")


def pages_of(*parts: object, landscape: int = 0) -> list[PageLayout]:
    """The pages of a PDF that is made of parts, laid out as they are read."""
    content = BytesIO()

    def turned(canvas: Canvas, _: object) -> None:
        if landscape:
            canvas.setPageRotation(landscape)

    SimpleDocTemplate(content, pagesize=A4, invariant=1).build(
        list(parts), onFirstPage=turned, onLaterPages=turned
    )
    document = pypdfium2.PdfDocument(content.getvalue())
    read = [page_words(document.raw, number, Fonts()) for number in range(len(document))]
    return [lay_out(each.words, *layout_size(each), each.rules) for each in read]


def table_of(cells: list[list[object]], *styles: object, **given: object) -> Table:
    return Table(cells, style=TableStyle([GRID, *styles]), **given)


def tables_in(page: PageLayout) -> list[PrintedTable]:
    return [item for item in page.items if isinstance(item, PrintedTable)]


def cells_of(table: PrintedTable) -> list[tuple[str, ...]]:
    return [cells for _, cells in table.rows]
