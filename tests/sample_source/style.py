"""How the sample's PDFs look: fonts, colours, page templates and tables."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font
from reportlab.lib.colors import HexColor, white
from reportlab.lib.enums import TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

INK = HexColor("#1C2A30")
GREY = HexColor("#66737A")
TEAL = HexColor("#17616B")
PALE = HexColor("#E9F1F1")
SAND = HexColor("#C9A25B")
RULE = HexColor("#C8D3D4")

WIDTH, HEIGHT = A4
LEFT = RIGHT = 25 * mm
TOP = 30 * mm
BOTTOM = 26 * mm
GUTTER = 8 * mm

SERIF, SERIF_BOLD, SERIF_ITALIC = "SampleSerif", "SampleSerif-Bold", "SampleSerif-Italic"
SANS, SANS_BOLD = "SampleSans", "SampleSans-Bold"
LATIN = [*range(0x20, 0x17F), 0x2013, 0x2014, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026]
FACES = {
    SERIF: "LiberationSerif-Regular",
    SERIF_BOLD: "LiberationSerif-Bold",
    SERIF_ITALIC: "LiberationSerif-Italic",
    SANS: "LiberationSans-Regular",
    SANS_BOLD: "LiberationSans-Bold",
}

BODY = ParagraphStyle(
    "body",
    fontName=SERIF,
    fontSize=10.5,
    leading=14.6,
    textColor=INK,
    alignment=TA_JUSTIFY,
    spaceAfter=6,
)
LEAD = ParagraphStyle("lead", BODY, fontSize=12.5, leading=17.5, textColor=TEAL, alignment=TA_LEFT)
TITLE = ParagraphStyle(
    "title", fontName=SERIF_BOLD, fontSize=27, leading=31, textColor=TEAL, spaceAfter=4
)
SUBTITLE = ParagraphStyle(
    "subtitle", fontName=SANS, fontSize=10.5, leading=14, textColor=GREY, spaceAfter=16
)
HEADING = ParagraphStyle(
    "heading",
    fontName=SERIF_BOLD,
    fontSize=15.5,
    leading=19,
    textColor=TEAL,
    spaceBefore=12,
    spaceAfter=5,
    keepWithNext=1,
)
SUBHEADING = ParagraphStyle(
    "subheading",
    fontName=SANS_BOLD,
    fontSize=10.5,
    leading=14,
    textColor=INK,
    spaceBefore=7,
    spaceAfter=2,
    keepWithNext=1,
)
CAPTION = ParagraphStyle(
    "caption",
    fontName=SANS_BOLD,
    fontSize=8.8,
    leading=12,
    textColor=INK,
    spaceBefore=8,
    spaceAfter=4,
    keepWithNext=1,
)
NOTE = ParagraphStyle("note", fontName=SANS, fontSize=8, leading=10.6, textColor=GREY, spaceAfter=8)
ITEM = ParagraphStyle(
    "item",
    BODY,
    leftIndent=15,
    bulletIndent=2,
    spaceAfter=3,
    bulletFontName=SERIF,
    bulletFontSize=10.5,
)


def register_fonts(folder: Path) -> None:
    """Make the Liberation faces (SIL Open Font Licence) known to reportlab.

    Hinting programs are left out: they are four fifths of a subset's bytes.
    """
    options = Options(hinting=False, notdef_outline=True)
    for name, file in FACES.items():
        face = load_font(str(folder / f"{file}.ttf"), options)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=LATIN)
        subsetter.subset(face)
        content = io.BytesIO()
        face.save(content)
        content.seek(0)
        pdfmetrics.registerFont(TTFont(name, content))
    pdfmetrics.registerFontFamily(
        SERIF, normal=SERIF, bold=SERIF_BOLD, italic=SERIF_ITALIC, boldItalic=SERIF_BOLD
    )
    pdfmetrics.registerFontFamily(SANS, normal=SANS, bold=SANS_BOLD, italic=SANS, boldItalic=SANS)


@dataclass(frozen=True)
class About:
    """What stands in a document's properties and in its running lines."""

    title: str
    author: str
    subject: str
    running_head: str


class Report(BaseDocTemplate):
    """A document with one-column and two-column pages, running head and page number."""

    def __init__(self, path: Path, about: About) -> None:
        super().__init__(
            str(path),
            pagesize=A4,
            title=about.title,
            author=about.author,
            subject=about.subject,
            invariant=1,
        )
        self.about = about
        height = HEIGHT - TOP - BOTTOM
        width = WIDTH - LEFT - RIGHT
        column = (width - GUTTER) / 2
        self.addPageTemplates(
            [
                PageTemplate("one", [_frame(LEFT, width, height)], onPage=self._furnish),
                PageTemplate(
                    "two",
                    [
                        _frame(LEFT, column, height),
                        _frame(LEFT + column + GUTTER, column, height),
                    ],
                    onPage=self._furnish,
                ),
            ]
        )

    def _furnish(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        canvas.saveState()
        canvas.setFont(SANS, 8)
        canvas.setFillColor(GREY)
        if canvas.getPageNumber() > 1:
            canvas.drawString(LEFT, HEIGHT - 17 * mm, self.about.running_head)
            canvas.drawRightString(WIDTH - RIGHT, HEIGHT - 17 * mm, "Lantern Bay Marine Station")
            canvas.setStrokeColor(RULE)
            canvas.setLineWidth(0.6)
            canvas.line(LEFT, HEIGHT - 19.5 * mm, WIDTH - RIGHT, HEIGHT - 19.5 * mm)
        else:
            canvas.setFillColor(TEAL)
            canvas.rect(0, HEIGHT - 9 * mm, WIDTH, 9 * mm, stroke=0, fill=1)
            canvas.setFillColor(SAND)
            canvas.rect(0, HEIGHT - 10.4 * mm, WIDTH, 1.4 * mm, stroke=0, fill=1)
            canvas.setFillColor(GREY)
        canvas.drawCentredString(WIDTH / 2, 14 * mm, f"Page {canvas.getPageNumber()}")
        canvas.restoreState()

    def beforeDocument(self) -> None:  # noqa: N802  # reportlab's name
        """Bookmarks are shown when the document opens."""
        self.canv.showOutline()

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  # reportlab's name
        """Headings become bookmarks."""
        if isinstance(flowable, Paragraph) and flowable.style.name in {"heading", "subheading"}:
            key = f"heading-{self.seq.nextf('heading')}"
            self.canv.bookmarkPage(key)
            level = 0 if flowable.style.name == "heading" else 1
            self.canv.addOutlineEntry(flowable.getPlainText(), key, level, closed=False)


def _frame(left: float, width: float, height: float) -> Frame:
    return Frame(
        left, BOTTOM, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0
    )


def paragraphs(*texts: str) -> list[Flowable]:
    """Body paragraphs."""
    return [Paragraph(text, BODY) for text in texts]


def items(*texts: str) -> list[Flowable]:
    """A bulleted list."""
    return [Paragraph(text, ITEM, bulletText="•") for text in texts]


def steps(*texts: str) -> list[Flowable]:
    """A numbered list."""
    return [
        Paragraph(text, ITEM, bulletText=f"{number}.") for number, text in enumerate(texts, start=1)
    ]


def table(
    caption: str,
    rows: Sequence[Sequence[str]],
    widths: Sequence[float],
    *,
    totals: Sequence[int] = (),
    note: str = "",
    words: int = 1,
) -> list[Flowable]:
    """A table under its caption: the first row is the header, the first `words` columns are text.

    Rows numbered in `totals` are set bold under a rule.
    """
    style = [
        ("FONT", (0, 0), (-1, -1), SANS, 8.8),
        ("FONT", (0, 0), (-1, 0), SANS_BOLD, 8.6),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("TEXTCOLOR", (0, 0), (-1, 0), white),
        ("BACKGROUND", (0, 0), (-1, 0), TEAL),
        ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, PALE]),
        ("ALIGN", (words, 0), (-1, -1), "RIGHT"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 3.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3.6),
        ("LINEBELOW", (0, -1), (-1, -1), 0.8, TEAL),
    ]
    for number in totals:
        style += [
            ("FONT", (0, number), (-1, number), SANS_BOLD, 8.8),
            ("LINEABOVE", (0, number), (-1, number), 0.6, TEAL),
        ]
    made = Table(
        [list(row) for row in rows], colWidths=list(widths), style=TableStyle(style), hAlign="LEFT"
    )
    below: list[Flowable] = [Paragraph(note, NOTE)] if note else []
    return [Paragraph(caption, CAPTION), made, Spacer(1, 4), *below]
