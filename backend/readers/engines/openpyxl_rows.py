"""The rows of one large sheet of an XLSX workbook, a few at a time. A child process of
`backend.readers.spreadsheet`, which asks for each further piece."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from backend.guarded_process import Channel, serve
from backend.readers.engines.openpyxl import (
    about_parts,
    checked,
    merged_rows,
    opened,
    texts_of,
)
from backend.readers.engines.protocol import EngineRequest, FileRefusal, request_of
from backend.readers.layout.spanned_cells import reach_of
from backend.readers.layout.written_tables import about_rows_without

PIECE = 5_000
"""Rows of one piece."""


def stream(channel: Channel) -> None:
    """Tell which sheet it is, then its rows in pieces, each when it is asked for."""
    message = channel.receive()
    if message is None:
        return
    try:
        _stream(channel, request_of(message[0]))
    except FileRefusal as refusal:
        channel.send({"refused": refusal.code})
    except MemoryError:
        channel.send({"refused": "memory"})
    except Exception:  # noqa: BLE001 - edge of the child: any other failure means a broken file
        channel.send({"refused": "broken"})


def _stream(channel: Channel, request: EngineRequest) -> None:
    names = checked(request.path)
    sheets = opened(request.path, values=True).worksheets
    visible = [each for each in sheets if each.sheet_state == "visible"]
    if not visible:
        raise FileRefusal("empty")
    sheet = max(visible, key=_size)
    hidden = [each.title for each in sheets if each.sheet_state != "visible"]
    said = about_parts(names, hidden, 0)
    if others := [each.title for each in visible if each is not sheet]:
        said.append(
            f"Of this workbook the sheet {sheet.title} alone was read, since it has so many rows. "
            f"Save the others as workbooks of their own: {', '.join(others[:8])}."
        )
    channel.send({"sheet": sheet.title, "rows": sheet.max_row or 0, "said": said})
    piece: list[list[str]] = []
    merged = merged_rows(sheet)
    shared: Counter[int] = Counter()
    for row in texts_of(sheet, merged):
        shared.update(at for at, each in enumerate(reach_of(row)) if each > 1)
        piece.append(row)
        if len(piece) == PIECE:
            if not _sent(channel, piece):
                return
            piece = []
    if not piece or _sent(channel, piece):
        said = about_rows_without(merged.without)
        channel.send({"done": True, "said": said, "shared": dict(shared)})


def _size(sheet: Any) -> int:
    """How many bytes a sheet has, unpacked: how many cells it says to have may be wrong."""
    return int(sheet.parent._archive.getinfo(sheet._worksheet_path).file_size)


def _sent(channel: Channel, piece: list[list[str]]) -> bool:
    """Send a piece, and wait until the next one is wanted; False where nobody wants it."""
    channel.send({"piece": len(piece)}, json.dumps(piece, ensure_ascii=False).encode())
    return channel.receive() is not None


if __name__ == "__main__":
    serve(stream)
