"""From spans to drafts: kinds, sections, and the promise that none exceeds the limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backend.chunkers._units import Region, Span
from backend.leaders import is_contents
from backend.ports import ChunkDraft, TokenCounter
from backend.types import ChunkKind, Reading

NEARLY = 0.85
"""Chunks beyond this share of the limit are counted once more on their own."""


def drafts_of(
    reading: Reading,
    pieces: Iterable[tuple[Span, int]],
    parts: Sequence[Region],
    counter: TokenCounter,
    size: int,
    limit: int,
) -> list[ChunkDraft]:
    """Drafts of (span, tokens) pieces, in order; those over the size are cut.

    Tables of contents and indexes are left out, as long as there is anything else: they hold the
    words of every question and the answer to none.

    A tokenizer can see more tokens in a piece than it saw in the whole, where a word was cut; so
    pieces near the limit and pieces that begin or end inside a word are counted again.
    """
    text = reading.text
    spans: list[Span] = []
    doubtful: list[int] = []
    for span, tokens in pieces:
        if tokens > NEARLY * limit or _cuts_word(text, span[0]) or _cuts_word(text, span[1]):
            doubtful.append(len(spans))
        spans.append(span)
    cut = _within(text, [spans[i] for i in doubtful], counter, size)
    cuts = dict(zip(doubtful, cut, strict=True))
    final = [piece for i, span in enumerate(spans) for piece in cuts.get(i, [span])]
    told = [(start, end) for start, end in final if not is_contents(text[start:end])]
    final = told or final
    tables = sorted((table.start, table.end) for table in reading.tables)
    return [
        ChunkDraft(start, end, text[start:end], kind, section)
        for (start, end), kind, section in zip(
            final, _kinds(final, tables), sections_of(final, parts), strict=True
        )
    ]


def _cuts_word(text: str, position: int) -> bool:
    return 0 < position < len(text) and not (
        text[position - 1].isspace() or text[position].isspace()
    )


def _within(
    text: str, spans: Sequence[Span], counter: TokenCounter, limit: int
) -> list[list[Span]]:
    """Each span, or the parts it must be cut into."""
    offsets = counter.token_offsets([text[start:end] for start, end in spans])
    found: list[list[Span]] = []
    for (start, end), tokens in zip(spans, offsets, strict=True):
        if len(tokens) <= limit or end - start < 2:
            found.append([(start, end)])
            continue
        middle = start + max(1, min(int(tokens[len(tokens) // 2][0]), end - start - 1))
        space = text.rfind(" ", start + 1, middle)
        if space > start + (middle - start) // 2:
            middle = space
        halves = [half for half in (_trim(text, start, middle), _trim(text, middle, end)) if half]
        found.append([piece for part in _within(text, halves, counter, limit) for piece in part])
    return found


def _trim(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return None
    begin = start + len(piece) - len(piece.lstrip())
    return begin, begin + len(stripped)


def _kinds(spans: Sequence[Span], tables: Sequence[Span]) -> list[ChunkKind]:
    """`table` for spans inside one table, `prose` for the others."""
    kinds: list[ChunkKind] = []
    position = 0
    for start, end in spans:
        while position < len(tables) and tables[position][1] <= start:
            position += 1
        inside = position < len(tables) and tables[position][0] <= start
        kinds.append("table" if inside and end <= tables[position][1] else "prose")
    return kinds


def sections_of(spans: Sequence[Span], parts: Sequence[Region]) -> list[int]:
    """Per span the section that most of it lies in; the earlier one of equals."""
    found: list[int] = []
    position = 0
    for start, end in spans:
        while position + 1 < len(parts) and parts[position].end <= start:
            position += 1
        best, most, here = parts[position].section, -1, position
        while here < len(parts) and parts[here].start < end:
            shared = min(end, parts[here].end) - max(start, parts[here].start)
            if shared > most:
                best, most = parts[here].section, shared
            here += 1
        found.append(best)
    return found
