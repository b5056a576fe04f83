"""Quoted rows of a table as text: in columns for a terminal, and as a table of Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from backend.types import LOCAL_READER, Answer, Chunk, QuotedRow, QuotedTable

WIDTH = 88
"""Characters up to which a row is printed in one line; a wider one stands upright."""
_LONGEST = 300
LEAST_FIGURES = 2
SHARE_OF_FIGURES = 0.2
"""What a quoted stretch of text has at least of words with digits if it may be rows of a table."""


def as_lines(table: QuotedTable) -> list[str]:
    """For a terminal: what it is of, then heads and cells in columns."""
    above = [_caption(table)] if _caption(table) else []
    rows = [list(table.heads), *(list(row.cells) for row in table.rows)]
    labels = [table.label_name, *(_subject(row) for row in table.rows)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(table.heads))]
    first = max(map(len, labels), default=0)
    if first + sum(width + 2 for width in widths) <= WIDTH:
        figures = [
            any(any(map(str.isdigit, row.cells[at])) for row in table.rows)
            for at in range(len(widths))
        ]
        printed = [
            "  ".join(
                [
                    label.ljust(first),
                    *(
                        text.rjust(width) if figure else text.ljust(width)
                        for text, width, figure in zip(row, widths, figures, strict=True)
                    ),
                ]
            ).rstrip()
            for label, row in zip(labels, rows, strict=True)
        ]
        return [*above, *(f"  {line}" for line in printed if line), *_left_out(table)]
    lines = list(above)
    longest = max(map(len, table.heads), default=0)
    for row in table.rows:
        lines += [f"  {_subject(row)}"] if _subject(row) else []
        lines += [
            f"    {head.ljust(longest)}  {cell[:_LONGEST]}".rstrip()
            for head, cell in zip(table.heads, row.cells, strict=True)
        ]
    return [*lines, *_left_out(table)]


def as_markdown(table: QuotedTable, inert: Callable[[str], str]) -> list[str]:
    """A table of Markdown.

    Args:
        inert: makes a text one that a Markdown viewer shows as it stands.
    """
    above = [inert(_caption(table)), ""] if _caption(table) else []
    rule = "| --- |" + " ---: |" * len(table.heads)
    rows = [markdown_row([_subject(row), *row.cells], inert) for row in table.rows]
    below = ["", *_left_out(table)] if _left_out(table) else []
    heads = markdown_row([table.label_name, *table.heads], inert)
    return [*above, heads, rule, *rows, *below]


def markdown_row(texts: Sequence[str], inert: Callable[[str], str]) -> str:
    """A row of a table of Markdown; a bar within a cell does not end it.

    Args:
        inert: makes a text one that a Markdown viewer shows as it stands.
    """
    return "| " + " | ".join(inert(text).replace("|", "\\|") for text in texts) + " |"


def quoted_whole(answer: Answer) -> frozenset[int]:
    """The numbers of the passages of which a local reader quotes rows of tables as they stand: a
    row whole, or a stretch of text that is full of figures. What any sentence cites in other words
    is not among them."""
    if answer.answered_by != LOCAL_READER or answer.calculation is not None:
        return frozenset()
    quoted: set[int] = set()
    reworded: set[int] = set()
    for sentence in answer.sentences:
        for number in sentence.citations:
            if 0 < number <= len(answer.hits):
                whole = _is_quoted(sentence.text, answer.hits[number - 1].chunk)
                (quoted if whole else reworded).add(number)
    return frozenset(quoted - reworded)


def _is_quoted(sentence: str, chunk: Chunk) -> bool:
    said, held = _words(sentence), _words(chunk.text)
    if chunk.kind == "table_row":
        return said == held
    figures = sum(any(map(str.isdigit, word)) for word in said)
    full = figures >= LEAST_FIGURES and figures >= SHARE_OF_FIGURES * len(said)
    return full and f" {' '.join(said)} " in f" {' '.join(held)} "


def _words(text: str) -> list[str]:
    """The words of a text without control characters, which nobody quotes."""
    return "".join(each if each.isprintable() else " " for each in text).split()


def with_tables(
    answer: Answer,
    tables: Mapping[int, QuotedTable],
    drawn: Callable[[QuotedTable], Sequence[str]],
) -> str:
    """The answer's text, with quoted rows drawn in place of their sentences.

    Args:
        tables: the rows that it quotes whole, by the passage's number.
        drawn: makes the lines of a table.
    """
    text = answer.text
    quotes = [
        (number, sentence)
        for sentence in answer.sentences
        if (number := next((citation for citation in sentence.citations if citation in tables), 0))
    ]
    for at, (number, sentence) in reversed(list(enumerate(quotes))):
        before, after = text[: sentence.start], text[sentence.end :]
        after = _without_marks(after, sentence.citations)
        if any(number == earlier for earlier, _ in quotes[:at]):  # its table stands further up
            text = f"{before.rstrip()}{after}"
            continue
        marks = " ".join(f"[{citation}]" for citation in sentence.citations)
        block = "\n".join(drawn(tables[number]))
        text = f"{before}{block}\n\n{marks}{after}"
    return text


def _without_marks(text: str, numbers: Sequence[int]) -> str:
    """What follows a sentence, without the marks of its citations, which stand under its table."""
    rest = text
    for number in numbers:
        rest = rest.lstrip(" ").removeprefix(f"[{number}]")
    return rest


def _caption(table: QuotedTable) -> str:
    measure = f"in {table.measure}" if table.measure else ""
    return ", ".join(part for part in (table.title, measure) if part)


def _subject(row: QuotedRow) -> str:
    return ": ".join(part for part in (*row.group, row.label) if part)


def _left_out(table: QuotedTable) -> list[str]:
    said = [
        f"{number} further {word}{'' if number == 1 else 's'}"
        for number, word in ((table.more_rows, "row"), (table.further, "column"))
        if number
    ]
    return [f"  ({' and '.join(said)} in the table)"] if said else []
