"""All pages of a document as one text with blocks, tables and lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from backend.readers.layout.carried_headers import with_carried_headers
from backend.readers.layout.figures import FigureText, with_figures
from backend.readers.layout.headings import heading_levels
from backend.readers.layout.line_ends import are_written_together, is_hyphenated
from backend.readers.layout.listings import blanks_before, is_listing, mostly_typed
from backend.readers.layout.page_breaks import goes_on
from backend.readers.layout.paragraphs import Paragraph, Piece, body_size, pieces_of
from backend.readers.layout.running_lines import drop_running_lines
from backend.readers.layout.shapes import (
    Bookmark,
    PageLayout,
    PrintedLine,
    PrintedTable,
    lines_of,
)
from backend.readers.layout.spanned_cells import reach_of
from backend.readers.layout.titles import choose_title
from backend.types import Block, Box, Line, PageSize, Reading, Table, TableRow

MOST_CAPTION_WORDS = 20
MOST_CAPTION_LINES = 4
_ELSEWHERE = re.compile(
    r"(?i)(?:please )?(?:see|refer to) (?:the |our )?(?:accompanying )?notes?\b"
)


class _Text:
    """The document's text as it grows."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0

    def add(self, text: str) -> tuple[int, int]:
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        return start, self.length

    def drop_last(self, characters: int) -> None:
        self.parts[-1] = self.parts[-1][:-characters]
        self.length -= characters


def assemble(
    pages: Sequence[PageLayout],
    *,
    name: str,
    metadata: Mapping[str, str],
    bookmarks: Sequence[Bookmark] = (),
    warnings: Sequence[str] = (),
) -> Reading:
    """Put a document together: running lines out, paragraphs, headings, tables, offsets.

    Args:
        name: the file's name, from which a title is made where nothing better is found.
        bookmarks: the document's outline in order.
    """
    kept = with_carried_headers(drop_running_lines(pages))
    body = body_size(kept)
    typed = mostly_typed([line for page in kept for line in lines_of(page)])
    pieces = [pieces_of(page, number, typed) for number, page in enumerate(kept)]
    paragraphs = [piece for page in pieces for piece in page if isinstance(piece, Paragraph)]
    levels = dict(
        zip(map(id, paragraphs), heading_levels(paragraphs, body, bookmarks), strict=True)
    )
    text = _Text()
    blocks: list[Block] = []
    lines: list[Line] = []
    tables: list[Table] = []
    page_starts: list[int] = []
    caption = ""
    before: Paragraph | None = None
    for number, page in enumerate(kept):
        starts = -1
        for piece in _with_figures(page, pieces, number, before, levels):
            if isinstance(piece, FigureText):
                begins = _add_figure(text, piece, number, caption, blocks, tables, lines)
                starts = begins if starts < 0 else starts
                before = None
                continue
            if starts < 0 and _continues(before, piece, levels, number):
                assert before is not None
                assert isinstance(piece, Paragraph)
                _join(text, before.lines[-1], piece.lines[0], lines)
                starts, end = _add_paragraph(text, piece, lines)
                blocks[-1] = replace(blocks[-1], end=end)
                before = piece
                continue
            before = piece if isinstance(piece, Paragraph) and not levels[id(piece)] else None
            if text.length:
                text.add("\n\n")
            if starts < 0:
                starts = text.length
            if isinstance(piece, Paragraph):
                level = levels[id(piece)]
                follows = (
                    piece.bullet
                    and not level
                    and blocks
                    and blocks[-1].kind == "list"
                    and blocks[-1].page == number
                )
                if follows:
                    text.drop_last(1)
                start, end = _add_paragraph(text, piece, lines)
                if follows:
                    blocks[-1] = Block("list", blocks[-1].start, end, number)
                else:
                    kind = "heading" if level else "list" if piece.bullet else "paragraph"
                    blocks.append(Block(kind, start, end, number, level))  # type: ignore[arg-type]
                caption = piece.text if level or _is_caption(piece) else caption
            else:
                table = _add_table(text, piece[0], number, caption, lines)
                tables.append(table)
                blocks.append(Block("table", table.start, table.end, number))
        page_starts.append(text.length if starts < 0 else starts)
    return Reading(
        text="".join(text.parts),
        title=choose_title(metadata.get("Title", ""), _first_page_headings(pieces, levels), name),
        page_sizes=tuple(PageSize(page.width, page.height) for page in pages),
        page_starts=tuple(page_starts),
        blocks=tuple(blocks),
        tables=tuple(tables),
        lines=tuple(lines),
        metadata=dict(metadata),
        warnings=tuple(warnings),
    )


def _continues(
    before: Paragraph | None,
    piece: Piece | None,
    levels: Mapping[int, int],
    number: int,
) -> bool:
    """Whether the first piece of a page goes on with the last paragraph of the page before."""
    return (
        before is not None
        and before.page == number - 1
        and isinstance(piece, Paragraph)
        and not levels[id(piece)]
        and goes_on(before, piece)
    )


def _with_figures(
    page: PageLayout,
    pieces: Sequence[Sequence[Piece]],
    number: int,
    before: Paragraph | None,
    levels: Mapping[int, int],
) -> Sequence[Piece | FigureText]:
    """The pieces of a page with the text of its pictures; `before` is what may go on there."""
    own = pieces[number]
    if not page.figures:
        return own
    first, last = (own[0], own[-1]) if own else (None, None)
    plain = last if isinstance(last, Paragraph) and not levels[id(last)] else None
    following = pieces[number + 1][:1] if number + 1 < len(pieces) else []
    return with_figures(
        own,
        page,
        number,
        begun=_continues(before, first, levels, number),
        unfinished=_continues(plain, next(iter(following), None), levels, number + 1),
    )


def _add_paragraph(text: _Text, paragraph: Paragraph, lines: list[Line]) -> tuple[int, int]:
    start = text.length
    left = min(line.left for line in paragraph.lines)
    listing = paragraph.listing or is_listing(paragraph.lines)
    for position, line in enumerate(paragraph.lines):
        upper = paragraph.lines[position - 1]
        if position and listing:
            text.add("\n" + " " * blanks_before(line, left))
        elif position:
            _join(text, upper, line, lines)
        _add_line(text, line, paragraph.page, lines)
    return start, text.length


def _join(text: _Text, upper: PrintedLine, lower: PrintedLine, lines: list[Line]) -> None:
    """Prepare the text for the lower line, which follows the upper one in a paragraph."""
    if is_hyphenated(upper.text, lower.text):
        text.drop_last(1)
        lines[-1] = replace(lines[-1], end=text.length)
    elif not are_written_together(upper.text, lower.text):
        text.add(" ")


def _add_line(text: _Text, line: PrintedLine, page: int, lines: list[Line]) -> tuple[int, int]:
    start, end = text.add(line.text)
    box = _box(line.shown or (line.left, line.top, line.right, line.bottom))
    lines.append(Line(start, end, page, box))
    return start, end


def _box(edges: tuple[float, float, float, float]) -> Box:
    """To a hundredth of a point, which no screen shows."""
    left, top, right, bottom = edges
    return Box(round(left, 2), round(top, 2), round(right, 2), round(bottom, 2))


def _add_table(
    text: _Text, table: PrintedTable, page: int, caption: str, lines: list[Line]
) -> Table:
    start = text.length
    for line in table.header_lines:
        _add_line(text, line, page, lines)
        text.add("\n")
    rows: list[TableRow] = []
    for position, (line, cells) in enumerate(table.rows):
        if position:
            text.add("\n")
        row_start, row_end = _add_line(text, line, page, lines)
        boxes = tuple(_box(box) if box else None for box in line.cells)
        rows.append(TableRow(row_start, row_end, cells, boxes, reach_of(cells)))
    header = tuple(" ".join(path) for path in table.header)
    return Table(start, text.length, page, caption, header, tuple(rows), table.header)


def _add_figure(
    text: _Text,
    figure: FigureText,
    page: int,
    caption: str,
    blocks: list[Block],
    tables: list[Table],
    lines: list[Line],
) -> int:
    """Add what was read in a picture: one paragraph, however it is spread, beside its tables.

    Returns:
        Where it begins.
    """
    begins = -1
    together = False
    for piece in figure.pieces:
        if text.length:
            text.add("\n" if together else "\n\n")
        if isinstance(piece, Paragraph):
            start, end = _add_paragraph(text, piece, lines)
            if together:
                blocks[-1] = replace(blocks[-1], end=end)
            else:
                blocks.append(Block("paragraph", start, end, page))
        else:
            table = _add_table(text, piece[0], page, caption, lines)
            tables.append(table)
            blocks.append(Block("table", table.start, table.end, page))
            start = table.start
        together = isinstance(piece, Paragraph)
        begins = start if begins < 0 else begins
    return begins


def _is_caption(paragraph: Paragraph) -> bool:
    """Whether a paragraph may be the title of the table below it: a line or two, or a name and a
    title above the unit of the figures ("($ in millions)"), but no word that sends elsewhere."""
    text, lines = paragraph.text, len(paragraph.lines)
    if len(text.split()) > MOST_CAPTION_WORDS or not text[:1].isupper() or _ELSEWHERE.match(text):
        return False
    return lines <= 2 or (lines <= MOST_CAPTION_LINES and text.endswith(")") and "(" in text)


def _first_page_headings(
    pieces: Sequence[Sequence[Piece]], levels: Mapping[int, int]
) -> list[tuple[str, float]]:
    first = pieces[0] if pieces else []
    return [
        (piece.text, piece.size)
        for piece in first
        if isinstance(piece, Paragraph) and levels.get(id(piece))
    ]
