"""Whether the files of a word index are as they were written.

tantivy ends each file with a footer that has the CRC-32 of what stands before it, and never looks
at it again: a flipped byte among the terms makes words unfindable without an error. The footer is
JSON, then its length and a magic number, both unsigned 32 bits, little endian (tantivy,
`directory/footer.rs`).
"""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

_END = struct.Struct("<II")
_MAGIC = 1337
_MOST_FOOTER = 50_000
_PIECE = 1 << 20
_KINDS = ("idx", "pos", "term", "store", "fast", "fieldnorm")
"""Endings of the files that each segment has."""
_LISTS = ("meta.json", ".managed.json")
_TRIES = 3


def damaged_files(folder: Path) -> list[str]:
    """Names of the files that are missing or other than they were written.

    A writer may replace files while this looks; then it looks again.
    """
    damaged: list[str] = []
    for _ in range(_TRIES):
        before = _read(folder / "meta.json")
        damaged = _damaged(folder, before)
        if not damaged or _read(folder / "meta.json") == before:
            break
    return damaged


def _damaged(folder: Path, meta: bytes) -> list[str]:
    missing = [name for name in _LISTS if not (folder / name).is_file()]
    try:
        names = [name for each in json.loads(meta)["segments"] for name in _files(each)]
    except (ValueError, TypeError, KeyError):
        return missing or ["meta.json"]
    return missing + [name for name in names if not _is_whole(folder / name)]


def _files(segment: dict[str, Any]) -> list[str]:
    stem = str(segment["segment_id"]).replace("-", "")
    deletes = segment.get("deletes")
    gone = [f"{stem}.{deletes['opstamp']}.del"] if deletes else []
    return [*(f"{stem}.{kind}" for kind in _KINDS), *gone]


def _is_whole(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            file.seek(max(0, size - _END.size))
            length, magic = _END.unpack(file.read())
            body = size - _END.size - length
            if magic != _MAGIC or length > _MOST_FOOTER or body < 0:
                return False
            file.seek(body)
            wanted = json.loads(file.read(length))["crc"]
            file.seek(0)
            found = 0
            while body:
                piece = file.read(min(_PIECE, body))
                if not piece:
                    return False
                found = zlib.crc32(piece, found)
                body -= len(piece)
    except (OSError, ValueError, TypeError, KeyError, struct.error):
        return False
    return bool(found == wanted)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
