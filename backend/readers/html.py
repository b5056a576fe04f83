"""Reads HTML: headings, paragraphs, lists and tables; nothing is run, nothing is fetched."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

from backend.errors import ReadingError
from backend.ports import Progress
from backend.readers.detection import HEAD_BYTES, looks_like_text
from backend.readers.detection.encodings import bytes_of, decoded
from backend.readers.layout.spanned_cells import MAX_SPAN, SpannedCell, grid_of, rows_without
from backend.readers.layout.titles import MAX_TITLE, title_of_name
from backend.readers.layout.written_headers import header_rows
from backend.readers.layout.written_tables import MAX_CELLS, TextBuilder
from backend.settings import Settings
from backend.types import BlockKind, Reading

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,30})""", re.IGNORECASE)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SILENT = frozenset(["script", "style", "noscript", "template", "svg", "head", "select", "iframe"])
_LEADING = frozenset(
    ["navheader", "navfooter", "sphinxsidebar", "breadcrumb", "breadcrumbs", "toc"]
)
"""Classes that generators of documentation give to what leads to other pages."""
_BESIDE_HEADINGS = frozenset(["headerlink", "anchorjs-link", "permalink"])
_VOID = frozenset(["br", "hr", "img", "input", "link", "meta", "wbr"])
_BREAKS = frozenset(
    ["p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "form",
     "blockquote", "pre", "ul", "ol", "dl", "dt", "dd", "figure", "figcaption", "address", "hr"]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HtmlReader:
    """An EncodedReader for HTML."""

    max_file_megabytes: int
    media_types: tuple[str, ...] = ("text/html",)
    encoding: str = ""

    def in_encoding(self, encoding: str) -> HtmlReader:
        """See `backend.ports.EncodedReader`."""
        return replace(self, encoding=encoding)

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        progress("reading", 0, 1)
        content = bytes_of(path, self.max_file_megabytes)
        if not self.encoding and not looks_like_text(content[:HEAD_BYTES]):
            raise ReadingError(
                "unsupported",
                "The file's name says that it is HTML, but its bytes are not.",
                "Upload it under its true ending.",
            )
        named = _CHARSET.search(content[: 4 * HEAD_BYTES])
        found = decoded(content, self.encoding, named=named[1].decode() if named else "")
        reading = read_html(found.text, name)
        progress("reading", 1, 1)
        return replace(
            reading,
            metadata={**reading.metadata, **found.metadata},
            warnings=(*reading.warnings, *found.warnings),
        )


def read_html(text: str, name: str) -> Reading:
    """A page of HTML as a document.

    Raises:
        ReadingError: `no_text` if it shows no words, `too_large` over MAX_CELLS cells.
    """
    parser = _parsed(text, whole=False)
    if not parser.builder.length:
        parser = _parsed(text, whole=True)  # a page that does nothing but lead to others
    if not parser.builder.length:
        raise ReadingError(
            "no_text",
            "This HTML file shows no words: it is drawn by a program when it is opened.",
            "Open it in a browser, print it to PDF and upload that.",
        )
    title = " ".join("".join(parser.title).split())[:MAX_TITLE]
    title = title or title_of_name(PurePosixPath(name.replace("\\", "/")).name)
    return parser.builder.reading(title, {"Format": "HTML"})


def _parsed(text: str, *, whole: bool) -> _MarkupParser:
    parser = _MarkupParser(whole=whole)
    parser.feed(text)
    parser.close()
    parser.finish()
    return parser


@dataclass(slots=True)
class _Table:
    """A table in the making."""

    rows: list[list[SpannedCell]] = field(default_factory=list)
    head: int = 0
    cell: list[str] | None = None
    spans: tuple[int, int, bool] = (1, 1, False)
    caption: list[str] | None = None
    title: str = ""


class _MarkupParser(HTMLParser):
    """Blocks and tables in the order in which they are written; a table inside of a table's cell
    becomes a table of its own before it. Unless the `whole` page is wanted, what only leads to
    other pages is passed over."""

    def __init__(self, *, whole: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._whole = whole
        self.builder = TextBuilder()
        self.builder.page()
        self.title: list[str] = []
        self._text: list[str] = []
        self._kind: BlockKind = "paragraph"
        self._level = 0
        self._silent: list[str] = []
        self._passed_over: list[str] = []
        self._in_title = False
        self._tables: list[_Table] = []
        self._cells = 0

    # --- what the parser calls ---

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title" and not self.title:
            self._in_title = True
        if tag == "body":
            self._silent.clear()
        if tag in _SILENT:
            self._silent.append(tag)
        if self._silent or self._is_passed_over(tag, attrs):
            return
        if tag == "table":
            self._flush()
            self._tables.append(_Table())
        elif self._tables:
            self._in_table(self._tables[-1], tag, dict(attrs))
        elif tag in _HEADINGS:
            self._flush()
            self._kind, self._level = "heading", _HEADINGS[tag]
        elif tag == "li":
            self._flush()
            self._kind = "list"
            self._text.append("• ")
        elif tag == "br":
            self._text.append("\n" if self._kind != "heading" else " ")
        elif tag in _BREAKS:
            self._flush()

    def _is_passed_over(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """Whether the tag stands in what only leads elsewhere: bars and lists of links to other
        pages, and the marks beside headings that link to them. It says nothing that the page
        itself does not say."""
        if self._whole:
            return False
        if self._passed_over:
            if tag == self._passed_over[-1]:
                self._passed_over.append(tag)
            return True
        given = dict(attrs)
        classes = frozenset((given.get("class") or "").lower().split())
        leads = tag == "nav" or given.get("role") == "navigation"
        if (leads or classes & _LEADING) and tag not in _VOID:
            self._flush()
            self._passed_over.append(tag)
            return True
        if tag == "a" and classes & _BESIDE_HEADINGS:
            self._passed_over.append(tag)
            return True
        return False

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if self._passed_over:
            if tag == self._passed_over[-1]:
                self._passed_over.pop()
            return
        if tag in self._silent:
            del self._silent[self._silent.index(tag) :]
            return
        if self._silent:
            return
        if self._tables:
            self._end_in_table(tag)
        elif tag in _HEADINGS or tag in _BREAKS or tag == "li":
            self._flush()

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        if self._silent or self._passed_over:
            return
        if self._tables:
            table = self._tables[-1]
            target = table.caption if table.caption is not None else table.cell
            if target is not None:
                target.append(data)
        else:
            self._text.append(re.sub(r"\s+", " ", data))

    def finish(self) -> None:
        """Take in what was never closed."""
        while self._tables:
            self._end_in_table("table")
        self._flush()

    # --- tables ---

    def _in_table(self, table: _Table, tag: str, attributes: dict[str, str | None]) -> None:
        if tag == "caption":
            table.caption = []
        elif tag == "tr":
            self._end_cell(table)
            table.rows.append([])
        elif tag in ("td", "th"):
            self._end_cell(table)
            if not table.rows:
                table.rows.append([])
            table.cell = []
            columns = _span(attributes.get("colspan"))
            table.spans = (columns, _span(attributes.get("rowspan")), tag == "th")
        elif table.cell is not None:
            table.cell.append(" ")

    def _end_in_table(self, tag: str) -> None:
        table = self._tables[-1]
        if tag in ("td", "th", "tr"):
            self._end_cell(table)
        elif tag == "caption" and table.caption is not None:
            table.title, table.caption = " ".join("".join(table.caption).split()), None
        elif tag == "thead":
            self._end_cell(table)
            table.head = len(table.rows)
        elif tag == "table":
            self._end_cell(table)
            self._tables.pop()
            self._add_table(table)

    def _end_cell(self, table: _Table) -> None:
        if table.cell is None:
            return
        self._cells += table.spans[0] * table.spans[1]
        if self._cells > MAX_CELLS:
            raise ReadingError(
                "too_large",
                f"The tables of this file have more than {MAX_CELLS:,} cells, the most that are "
                "read.",
                "Split it into several files.",
            )
        text = " ".join("".join(table.cell).split())
        table.rows[-1].append(SpannedCell(text, *table.spans))
        table.cell = None

    def _add_table(self, table: _Table) -> None:
        rows = grid_of(table.rows, header=True)
        heads = [bool(cells) and all(cell.is_header for cell in cells) for cells in table.rows]
        rows_with_text = [row for row in rows if any(row)]
        if not rows_with_text:
            return
        if max(map(len, rows)) < 2 or sum(len([c for c in row if c]) > 1 for row in rows) < 2:
            for row in rows_with_text:  # a table that only lays a page out
                texts = dict.fromkeys(cell for cell in row if cell)
                self.builder.block("paragraph", " ".join(texts))
            return
        count = table.head or next((n for n, head in enumerate(heads) if not head), 0)
        count = count if count < len(rows) else 0
        body = grid_of(table.rows, header=False)[count:]
        self.builder.rows_without += rows_without(table.rows)
        if not count:
            count = header_rows(body)
            self.builder.table(rows[:count], body[count:], table.title)
        else:
            self.builder.table(rows[:count], body, table.title)

    # --- text ---

    def _flush(self) -> None:
        text = re.sub(r" *\n *", "\n", "".join(self._text))
        self._text.clear()
        if text.strip(" •\n"):
            self.builder.block(self._kind, text, self._level)
        self._kind, self._level = "paragraph", 0


def _span(text: str | None) -> int:
    plain = (text or "").strip()
    return max(1, min(int(plain), MAX_SPAN)) if plain.isdecimal() and len(plain) < 6 else 1


def build(settings: Settings) -> HtmlReader:
    """The reader with the limits of the settings."""
    return HtmlReader(settings.max_file_megabytes)
