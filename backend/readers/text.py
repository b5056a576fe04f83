"""Reads plain text and Markdown: encoding found, line ends made alike, form feeds as pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from backend.errors import ReadingError
from backend.ports import Progress
from backend.readers.detection import HEAD_BYTES, looks_like_text, media_type_of
from backend.readers.detection.encodings import bytes_of, decoded
from backend.readers.layout.blank_tables import with_blank_tables
from backend.readers.layout.character_tables import with_pipe_tables
from backend.readers.layout.characters import clean
from backend.readers.layout.markup import without_marks
from backend.readers.layout.plain import markdown_blocks, text_blocks
from backend.readers.layout.titles import MAX_TITLE, title_of_name
from backend.readers.layout.typewritten import with_page_breaks, without_overstrikes
from backend.readers.layout.written_lines import (
    page_break,
    without_cut_words,
    without_running_lines,
)
from backend.settings import Settings
from backend.types import Block, PageSize, Reading

_PAGE_BREAK = "\n\n"
_LINE_ENDS = re.compile("\r\n?|[\u0085\u2028\u2029\x0b]")


@dataclass(frozen=True, slots=True)
class TextReader:
    """An EncodedReader for plain text and Markdown."""

    max_file_megabytes: int
    media_types: tuple[str, ...] = ("text/plain", "text/markdown")
    encoding: str = ""

    def in_encoding(self, encoding: str) -> TextReader:
        """See `backend.ports.EncodedReader`."""
        return replace(self, encoding=encoding)

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        progress("reading", 0, 1)
        content = bytes_of(path, self.max_file_megabytes)
        kind = media_type_of(name, content[:HEAD_BYTES])
        if kind not in self.media_types or not (
            self.encoding or looks_like_text(content[:HEAD_BYTES])
        ):
            raise ReadingError(
                "unsupported",
                "The file's name says that it is a text, but its bytes are not.",
                "Save it as a text file, or upload it under its true ending.",
            )
        found = decoded(content, self.encoding)
        reading = read_text(found.text, name, markdown=kind == "text/markdown")
        progress("reading", 1, 1)
        metadata = {**reading.metadata, **found.metadata}
        return replace(reading, metadata=metadata, warnings=found.warnings)


def read_text(text: str, name: str, *, markdown: bool) -> Reading:
    """A text as a reading: one page, or one per form feed; Markdown without its marks."""
    text = without_overstrikes(_LINE_ENDS.sub("\n", text))
    pages = [clean(page) for page in (text if markdown else with_page_breaks(text)).split("\f")]
    if not markdown:
        pages = [with_blank_tables(with_pipe_tables(page)) for page in pages]
        pages = without_cut_words(without_running_lines(pages))
    whole, page_starts = _joined(pages, markdown=markdown)
    if markdown:
        whole, page_starts, blocks, tables = without_marks(
            whole, page_starts, *markdown_blocks(whole, page_starts)
        )
    else:
        blocks, tables = text_blocks(whole, page_starts)
    return Reading(
        text=whole,
        title=_title(whole, blocks, name, markdown=markdown),
        page_sizes=tuple(PageSize(0.0, 0.0) for _ in page_starts),
        page_starts=page_starts,
        blocks=blocks,
        tables=tables,
        lines=(),
        metadata={"Format": "Markdown" if markdown else "Text"},
    )


def _joined(pages: Sequence[str], *, markdown: bool) -> tuple[str, tuple[int, ...]]:
    """The text of all pages, and where each begins."""
    starts: list[int] = []
    parts: list[str] = []
    length = 0
    for page in pages:
        if starts:
            between = _PAGE_BREAK if markdown else page_break(parts[-1], page)
            if between == "\n":
                trimmed = parts[-1].rstrip()
                length -= len(parts[-1]) - len(trimmed)
                parts[-1], page = trimmed, page.lstrip("\n")  # noqa: PLW2901
            parts.append(between)
            length += len(between)
        starts.append(length)
        parts.append(page)
        length += len(page)
    return "".join(parts), tuple(starts)


def _title(text: str, blocks: tuple[Block, ...], name: str, *, markdown: bool) -> str:
    """The first heading if nothing stands above it and all others stand below it, else the file's
    name: of several headings of one level the first is the title of its own section alone.
    """
    first = blocks[0] if blocks else None
    if first is not None and first.kind == "heading" and (markdown or first.level == 1):
        if any(block.kind == "heading" and block.level <= first.level for block in blocks[1:]):
            return title_of_name(PurePosixPath(name.replace("\\", "/")).name)
        title = " ".join(text[first.start : first.end].strip("# \t").split())
        if title:
            return title[:MAX_TITLE]
    return title_of_name(PurePosixPath(name.replace("\\", "/")).name)


def build(settings: Settings) -> TextReader:
    """The reader with the limits of the settings."""
    return TextReader(settings.max_file_megabytes)
