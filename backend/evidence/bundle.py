"""An answer with everything needed to check it elsewhere: settings, evidence with hashes, text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from backend.evidence.quoted_text import as_markdown as as_markdown_table
from backend.evidence.quoted_text import markdown_row, quoted_whole, with_tables
from backend.serialisation import to_json, to_plain
from backend.types import Answer, Calculation, Choice, Document, QuotedTable

FORMAT = "quire-answer-1"
_TABLE = "\ue000"
"""Stands round the number of a table while the text about it is made inert; for private use, and
taken out of the text before."""


def as_json(
    answer: Answer,
    documents: Mapping[str, Document],
    tables: Mapping[int, QuotedTable] | None = None,
) -> str:
    """The answer as JSON; every passage carries the SHA-256 of its text and of its file, and its
    cells where it is rows of a table.

    Args:
        tables: the rows that passages stand for, by the passage's number.
    """
    return to_json(_plain(answer, documents, tables or {}), indent=2)


def _plain(
    answer: Answer, documents: Mapping[str, Document], tables: Mapping[int, QuotedTable]
) -> dict[str, Any]:
    evidence = []
    for number, hit in enumerate(answer.hits, start=1):
        document = documents.get(hit.chunk.document_id)
        evidence.append(
            {
                "number": number,
                "document": document.name if document else hit.chunk.title,
                "document_sha256": document.sha256 if document else "",
                "text_sha256": text_hash(hit.chunk.text),
                **to_plain(hit),
                **({"table": to_plain(tables[number])} if number in tables else {}),
            }
        )
    return {
        "format": FORMAT,
        "question": answer.question,
        "answer": to_plain(answer) | {"hits": []},
        "evidence": evidence,
        "asked_at": datetime.fromtimestamp(answer.at, UTC).isoformat(timespec="seconds"),
    }


def as_markdown(
    answer: Answer,
    documents: Mapping[str, Document],
    tables: Mapping[int, QuotedTable] | None = None,
) -> str:
    """The answer as a Markdown document for people.

    Args:
        tables: the rows that passages stand for, by the passage's number; they are drawn as
            tables in place of the passages' texts.
    """
    tables = tables or {}
    whole = quoted_whole(answer)
    quoted = {number: table for number, table in tables.items() if number in whole}
    drawn = any(table.is_said_by(answer.short) for table in quoted.values())
    short = "" if drawn else answer.short
    asked = datetime.fromtimestamp(answer.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    lines = [
        f"# {inert_line(answer.question)}",
        "",
        f"**{answer.verdict.words}.**" + (f" **{inert_line(short)}**" if short else ""),
        "",
        _text(answer, quoted),
        "",
        *_calculated(answer.calculation, documents),
        *_choices(answer.choices),
        f"*Pipeline {answer.pipeline}, answered by {inert_line(answer.answered_by)}, {asked}, "
        f"{answer.usage.seconds:.1f} s.*",
        "",
        "## Evidence",
        "",
    ]
    for number, hit in enumerate(answer.hits, start=1):
        chunk = hit.chunk
        document = documents.get(chunk.document_id)
        where = ", ".join(
            part
            for part in (
                f"page {chunk.pages[0] + 1}" if document and document.pages > 1 else "",
                " › ".join(chunk.path),
            )
            if part
        )
        signals = ", ".join(
            f"{signal.retriever} #{signal.rank} ({signal.raw:.3f})"
            for signal in hit.signals
            if signal.rank is not None and signal.raw is not None
        )
        lines += [
            f"### [{number}] {inert_line(chunk.title)}"
            + (f" ({inert_line(where)})" if where else ""),
            "",
            *(
                as_markdown_table(tables[number], inert_line)
                if number in tables
                else (f"> {line}" for line in inert(chunk.text).splitlines())
            ),
            "",
            f"Score {hit.score:.4f}; {signals or 'no retriever proposed it'}  ",
            f"SHA-256 of the passage: `{text_hash(chunk.text)}`",
            "",
        ]
    lines += ["## Settings", ""]
    lines += [f"- {inert_line(key)}: {inert_line(value)}" for key, value in answer.settings.items()]
    if answer.notices:
        lines += ["", "## Notices", "", *(f"- {inert_line(notice)}" for notice in answer.notices)]
    return "\n".join(lines) + "\n"


def _text(answer: Answer, quoted: Mapping[int, QuotedTable]) -> str:
    """The answer's text; quoted rows as tables, whose cells are made inert one by one."""
    tables: list[str] = []

    def put(table: QuotedTable) -> list[str]:
        tables.append("\n".join(as_markdown_table(table, inert_line)))
        return [f"{_TABLE}{len(tables) - 1}{_TABLE}"]

    plain = replace(answer, text=answer.text.replace(_TABLE, " "))  # of the same length
    text = inert(with_tables(plain, quoted, put))
    for number, table in enumerate(tables):
        text = text.replace(f"{_TABLE}{number}{_TABLE}", table)
    return text


def _calculated(made: Calculation | None, documents: Mapping[str, Document]) -> list[str]:
    """The formula, and a table of its cells."""
    if made is None:
        return []
    lines = [f"Formula: {inert_line(made.formula)}", ""]
    lines += ["| Cell | Row | Column | Document | Page |", "| --- | --- | --- | --- | --- |"]
    for operand in made.operands:
        document = documents.get(operand.document_id)
        fields = (
            operand.text,
            operand.label,
            operand.header,
            document.name if document else "",
            str(operand.page + 1) if document and document.pages > 1 else "",
        )
        lines.append(markdown_row(fields, inert_line))
    return [*lines, *(["", made.cells_left] if made.cells_left else []), ""]


def _choices(choices: tuple[Choice, ...]) -> list[str]:
    """What the question could have meant, as questions."""
    if not choices:
        return []
    listed = [
        f"{number}. {inert_line(choice.told)}: {inert_line(choice.question)}"
        for number, choice in enumerate(choices, start=1)
    ]
    return ["Which is meant:", "", *listed, ""]


def text_hash(text: str) -> str:
    """SHA-256 of a passage's UTF-8 bytes, as hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def inert(text: str) -> str:
    """Text that a Markdown viewer shows as it stands: no markup of HTML, and no link or picture
    that would be followed or loaded. Numbers of citations stay as they are: without a definition,
    which is none here, they lead nowhere."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;")
    plain = re.sub(r"(?<!\\)!?\[(?!\d{1,3}\]\[)[^\]\n]*\]\s?[(\[:]", _shown_bracket, plain)
    plain = plain.replace("](", "]\\(")  # also after brackets within brackets
    plain = re.sub(r"(?i)\b(https?|ftp|file|data)(:)(?=//|[a-z])", r"\1\\\2", plain)
    return re.sub(r"(?i)\bwww(?=\.\w)", r"www\\", plain)


def _shown_bracket(match: re.Match[str]) -> str:
    return match.group().replace("[", "\\[").replace("!", "\\!")


def inert_line(text: str) -> str:
    """The same in one line, for a heading or a cell."""
    return inert(" ".join(text.split()))
