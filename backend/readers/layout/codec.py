"""A Reading as JSON, so that it can cross from the child process without unpickling anything."""

from __future__ import annotations

import json
from typing import Any

from backend.types import Block, Box, Line, PageSize, Reading, Table, TableRow


def encode(reading: Reading) -> bytes:
    """A reading as bytes."""
    return json.dumps(
        {
            "text": reading.text,
            "title": reading.title,
            "page_sizes": [[size.width, size.height] for size in reading.page_sizes],
            "page_starts": reading.page_starts,
            "blocks": [
                [block.kind, block.start, block.end, block.page, block.level]
                for block in reading.blocks
            ],
            "tables": [
                [
                    table.start,
                    table.end,
                    table.page,
                    table.title,
                    table.header,
                    [
                        [
                            row.start,
                            row.end,
                            row.cells,
                            [box and _rounded(box) for box in row.boxes],
                        ]
                        for row in table.rows
                    ],
                    table.paths,
                ]
                for table in reading.tables
            ],
            "lines": [
                [line.start, line.end, line.page, *_rounded(line.box)] for line in reading.lines
            ],
            "metadata": reading.metadata,
            "warnings": reading.warnings,
        },
        separators=(",", ":"),
    ).encode()


def decode(payload: bytes) -> Reading:
    """The reading that `encode` made.

    Raises:
        ValueError, KeyError, TypeError: if the bytes are not an encoded reading.
    """
    found: dict[str, Any] = json.loads(payload)
    return Reading(
        text=str(found["text"]),
        title=str(found["title"]),
        page_sizes=tuple(
            PageSize(float(width), float(height)) for width, height in found["page_sizes"]
        ),
        page_starts=tuple(int(start) for start in found["page_starts"]),
        blocks=tuple(Block(*block) for block in found["blocks"]),
        tables=tuple(
            Table(
                start,
                end,
                page,
                title,
                tuple(header),
                tuple(
                    TableRow(
                        first,
                        last,
                        tuple(cells),
                        tuple(Box(*box) if box else None for box in boxes),
                    )
                    for first, last, cells, boxes in rows
                ),
                tuple(tuple(path) for path in paths),
            )
            for start, end, page, title, header, rows, paths in found["tables"]
        ),
        lines=tuple(
            Line(start, end, page, Box(left, top, right, bottom))
            for start, end, page, left, top, right, bottom in found["lines"]
        ),
        metadata={str(key): str(value) for key, value in found["metadata"].items()},
        warnings=tuple(str(warning) for warning in found["warnings"]),
    )


def _rounded(box: Box) -> tuple[float, float, float, float]:
    return round(box.left, 2), round(box.top, 2), round(box.right, 2), round(box.bottom, 2)
