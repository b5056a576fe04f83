"""A table as a language model reads it: fenced as data, as many of its rows as fit the request."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from backend.evidence.fencing import without_chat_tokens
from backend.ports import Message
from backend.prompts import instruction, load, request
from backend.prompts.prompt_tokens import FRAME_TOKENS
from backend.settings import Settings
from backend.tables.table_wording import SCALES, period_in_words
from backend.tokens import estimate_tokens
from backend.types import Column, StoredRow, StoredTable

PROMPT = "describe_table"
MOST_WORDS = 120
MAX_TOKENS = 400
REPLY_TOKENS = 170
"""What a reply is taken to be before there is one."""
MOST_ROWS = 60
SMALLEST_ROOM = 200


def prompt_of(table: StoredTable, settings: Settings) -> list[Message]:
    """The messages of one request: columns with unit, scale and period, then rows as printed."""
    boundary = secrets.token_hex(8)
    system = instruction(PROMPT, words=str(MOST_WORDS), boundary=boundary)
    used = MAX_TOKENS + FRAME_TOKENS + estimate_tokens(system.content) + 60
    shown = shown_text(table, max(SMALLEST_ROOM, settings.language_model_context - used))
    fenced = f"<<{boundary} table>>\n{shown}\n<<{boundary} end>>"
    return [system, request(PROMPT, table=fenced)]


def shown_text(table: StoredTable, room: int) -> str:
    """What is shown of a table, in about so many tokens: rows that do not fit are counted."""
    lines = [without_chat_tokens(each) for each in _about(table)]
    left = room - estimate_tokens("\n".join(lines))
    rows = 0
    for row in table.rows[:MOST_ROWS]:
        line = without_chat_tokens(_row_line(row))
        left -= estimate_tokens(line) + 1
        if left < 0:
            break
        lines.append(line)
        rows += 1
    if rows < len(table.rows):
        lines.append(f"({len(table.rows) - rows} further rows are not shown.)")
    return "\n".join(lines)


def key_of(model: str, table: StoredTable, settings: Settings) -> str:
    """What a reply is kept under: the model, the prompt, and what is shown of the table."""
    digest = hashlib.sha256()
    for part in (model, load(PROMPT), shown_text(table, settings.language_model_context)):
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(encoded)}:".encode() + encoded)
    return digest.hexdigest()


def _about(table: StoredTable) -> Iterator[str]:
    for name, text in (
        ("Title", table.title),
        ("Section", " › ".join(table.section)),
        ("Text before it", table.lead_in),
        ("Over the labels", table.label_name),
    ):
        if text.strip():
            yield f"{name}: {_plain(text)}"
    columns = (_column(number, column) for number, column in enumerate(table.columns, start=1))
    yield f"Columns: {'; '.join(columns)}"
    yield "Rows:"


def _column(number: int, column: Column) -> str:
    said = (column.unit, SCALES.get(column.scale, ""), period_in_words(column.period))
    facts = ", ".join(part for part in said if part)
    name = _plain(column.name) or f"column {number}"
    return f"{name} ({facts})" if facts else name


def _row_line(row: StoredRow) -> str:
    cells = " | ".join(_plain(cell.text) if cell else "" for cell in row.cells)
    label = _plain(" › ".join((*row.group, row.label)))
    return f"{label} | {cells}{' (a total)' if row.total else ''}"


def _plain(text: str) -> str:
    return " ".join(text.split())
