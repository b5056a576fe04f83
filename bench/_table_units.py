"""What a table may be searched by: rows, blocks of rows, its own text, its card, a description."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from backend.ingestion.passage_text import chunk_token_budget, embedding_text
from backend.ingestion.table_cards import card_text
from backend.ports import Embedder
from backend.tables.row_structure import span_of
from backend.tables.table_wording import column_names
from backend.tasks.describe_table.local import described
from backend.types import Chunk, ChunkKind, Document, StoredRow, StoredTable
from backend.workbench import Workbench

LEAST_ROWS, MOST_ROWS = 3, 12
"""Rows of a block; it is cut where a group ends once it has the least."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One text of the search: its words, what is embedded, and the places (documents or pages) that
    it stands for. `chunk_id` names the passage whose stored vector it has; empty where it has
    none."""

    text: str
    embedded: str
    places: tuple[str, ...]
    chunk_id: str = ""


Places = Callable[[Document, Sequence[int]], tuple[str, ...]]
"""What a unit on some pages (from 0) of a document counts for."""


def units_by_form(
    workbench: Workbench, collection_id: str, embedder: Embedder, places: Places
) -> Mapping[str, list[Unit]]:
    """All units of a collection by form: `prose`, passages without what stands in tables; `text`,
    passages that hold a table or a part of one, as they are cut; and the tables as `rows`,
    `blocks`, `cards`, `descriptions` and `described cards`."""
    found: dict[str, list[Unit]] = {
        each: []
        for each in (
            *("prose", "text", "rows", "blocks"),
            *("cards", "descriptions", "described cards"),
        )
    }
    limit = chunk_token_budget(embedder)
    records = workbench.parts.records
    for document in workbench.library.documents(collection_id):
        tables = records.tables(collection_id, [document.id])
        printed = spans(records.text(document.id), tables)
        for chunk in workbench.library.document_chunks(document.id):
            here = places(document, chunk.pages)
            if chunk.kind == "table_row":
                found["rows"].append(_unit(chunk, chunk.text, here))
                continue
            if chunk.is_composed:
                continue
            rest = outside(chunk, printed)
            if rest != chunk.text:
                found["text"].append(_unit(chunk, chunk.text, here))
            if any(each.isalpha() for each in rest):
                found["prose"].append(_unit(chunk, rest, here))
        for table in tables:
            here = places(document, table.pages or (0,))
            said = described(table)
            for form, text in (
                ("cards", card_text(table, embedder, limit)),
                ("descriptions", said),
                ("described cards", card_text(table, embedder, limit, said)),
            ):
                found[form].append(_of_table(document, table, text, here, "table"))
            for rows in blocks(table):
                first, last = span_of(rows[0])[0], span_of(rows[-1])[1]
                pages = sorted({cell.page for row in rows for cell in row.cells if cell})
                text = block_text(table, rows)
                spot = places(document, pages or table.pages or (0,))
                if first <= last:
                    found["blocks"].append(_of_table(document, table, text, spot, "table"))
    return found


def spans(text: str, tables: Sequence[StoredTable]) -> list[tuple[int, int]]:
    """Where tables stand in a document's text with their headers: from the end of the block before
    to the last row."""
    found = []
    for table in tables:
        rows = [span_of(row) for row in table.rows]
        start = min(first for first, _ in rows)
        found.append((text.rfind("\n\n", 0, start) + 1, max(last for _, last in rows)))
    return found


def outside(chunk: Chunk, printed: Sequence[tuple[int, int]]) -> str:
    """A passage without what stands in tables."""
    kept = [
        letter
        for at, letter in enumerate(chunk.text, start=chunk.start)
        if not any(start <= at < end for start, end in printed)
    ]
    return "".join(kept) if len(kept) < len(chunk.text) else chunk.text


def blocks(table: StoredTable) -> Iterator[Sequence[StoredRow]]:
    """The rows of a table in runs of 3 to 12, cut where the group changes; what is left at the end
    joins the last run if that stays within 12."""
    runs: list[list[StoredRow]] = []
    for row in table.rows:
        run = runs[-1] if runs else []
        other = bool(run) and run[-1].group != row.group and len(run) >= LEAST_ROWS
        if not run or other or len(run) == MOST_ROWS:
            runs.append([row])
        else:
            run.append(row)
    if len(runs) > 1 and len(runs[-1]) < LEAST_ROWS and len(runs[-2]) + len(runs[-1]) <= MOST_ROWS:
        last = runs.pop()
        runs[-1] += last
    return iter(runs)


def block_text(table: StoredTable, rows: Sequence[StoredRow]) -> str:
    """Title and header, then each row with its group where that changes."""
    lines = [" ".join(table.title.split()), "; ".join(column_names(table))]
    group: tuple[str, ...] = ()
    for row in rows:
        if row.group != group:
            lines.append(": ".join(row.group))
        group = row.group
        cells = "; ".join(" ".join(cell.text.split()) for cell in row.cells if cell)
        lines.append(f"{row.label}: {cells}" if row.label else cells)
    return "\n".join(line for line in lines if line)


def _unit(chunk: Chunk, text: str, here: tuple[str, ...]) -> Unit:
    embedded = embedding_text(chunk.title, chunk.path, text, chunk.kind)
    known = chunk.id if text == chunk.text else ""
    return Unit(f"{chunk.title}\n{' '.join(chunk.path)}\n{text}", embedded, here, known)


def _of_table(
    document: Document, table: StoredTable, text: str, here: tuple[str, ...], kind: ChunkKind
) -> Unit:
    words = f"{document.title}\n{' '.join(table.section)}\n{text}"
    return Unit(words, embedding_text(document.title, table.section, text, kind), here)
