"""The entries of a part as arrays in a file, so that a start reads no row of the catalogue twice.

The catalogue is what counts. Of a large part the writer keeps what the catalogue said at one
version; who opens the part maps that, and reads from the catalogue what has come and gone since.
The file lies in the folder of the part's generation and goes with it. One that is missing, damaged
or newer than the catalogue is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.mapped_arrays import DamagedArraysError, check_arrays, open_arrays, write_arrays

NAME = "entries.arrays"
_UNFINISHED = "entries.unfinished"
_NOTHING = ""
_ENCODING = ("utf-8", "surrogatepass")

Texts = npt.NDArray[np.bytes_]
Column = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]
Entry = tuple[int, str, str, str, int]
"""Row, id, document, media type, and whether there is a vector."""


class EntryIds:
    """The id at each row and the row of each id; a later row of an id goes before an earlier one.

    Shared by all versions of a generation, and only grows: whether a row counts is not said here.

    Args:
        kept: (rows,) the ids of the first rows as UTF-8, empty where nothing stood.
        order: (rows,) these rows by their ids.
    """

    def __init__(self, kept: Texts, order: Column) -> None:
        self._kept = kept
        self._order = order
        self._first = len(kept)
        self._newer: list[str] = []
        self._rows: dict[str, int] = {}

    def add(self, row: int, identity: str) -> None:
        """Note an entry, whose row is not lower than that of any before it."""
        self._newer.extend([_NOTHING] * (row + 1 - self._first - len(self._newer)))
        self._newer[row - self._first] = identity
        self._rows[identity] = row

    def forget(self, row: int, identity: str) -> None:
        """An entry has gone from a row."""
        if self._rows.get(identity) == row:
            del self._rows[identity]

    def at(self, row: int) -> str:
        """The id at a row."""
        if row >= self._first:
            return self._newer[row - self._first]
        return bytes(self._kept[row]).decode(*_ENCODING)

    def rows_of(self, ids: Iterable[str]) -> list[int]:
        """The rows of those ids that have one."""
        found, rest = [], []
        for each in ids:
            row = self._rows.get(each)
            if row is None and each:
                rest.append(each)  # an empty one stands for nothing
            elif row is not None:
                found.append(row)
        return [*found, *self._kept_rows(rest)]

    def _kept_rows(self, ids: Sequence[str]) -> list[int]:
        if not ids or not self._first:
            return []
        wanted = _texts(ids)
        places = np.searchsorted(self._kept, wanted, sorter=self._order)
        rows = self._order[np.minimum(places, self._first - 1)]
        return [int(row) for row in rows[self._kept[rows] == wanted]]


@dataclass(frozen=True, slots=True)
class KnownEntries:
    """What is known of the first `rows` rows of a part at a version.

    The arrays have one element per row; `codes` number documents and media types, as in `documents`
    and `media_types`.
    """

    version: int
    rows: int
    ids: EntryIds
    codes: dict[str, int]
    alive: Mask
    has_vector: Mask
    documents: Column
    media_types: Column


def nothing_known() -> KnownEntries:
    """Of a part of which nothing was read yet."""
    marks, codes = np.zeros(0, np.bool_), np.zeros(0, np.int32)
    return KnownEntries(0, 0, EntryIds(_texts([]), codes), {}, marks, marks, codes, codes)


def keep_entries(folder: Path, version: int, rows: int, entries: Iterable[Entry]) -> None:
    """Write the file of a generation, in the place of an older one.

    Args:
        entries: those that stand, by row.

    Raises:
        OSError: if it cannot be written; then the older one is as it was.
    """
    places, ids, documents, media, vectors = [], [], [], [], []
    codes: dict[str, int] = {}
    for row, identity, document, media_type, has_vector in entries:
        places.append(row)
        ids.append(identity)
        documents.append(codes.setdefault(document, len(codes)))
        media.append(codes.setdefault(media_type, len(codes)))
        vectors.append(bool(has_vector))
    stand = np.array(places, np.int32)
    at = _spread(_texts(ids), stand, rows)
    arrays = {
        "ids": at,
        "order": np.argsort(at, kind="stable").astype(np.int32),
        "alive": _spread(np.ones(len(stand), np.bool_), stand, rows),
        "has_vector": _spread(np.array(vectors, np.bool_), stand, rows),
        "documents": _spread(np.array(documents, np.int32), stand, rows),
        "media_types": _spread(np.array(media, np.int32), stand, rows),
        "codes": _texts(list(codes)),
    }
    unfinished = folder / _UNFINISHED
    unfinished.unlink(missing_ok=True)
    write_arrays(unfinished, {"version": version, "rows": rows}, arrays)
    unfinished.replace(folder / NAME)


def rows_kept(folder: Path) -> int:
    """How many rows the file of a generation is of; 0 where there is none to be read."""
    return _extent(folder)[1]


def drop_newer(folder: Path, version: int, rows: int) -> None:
    """Remove a file that is ahead of the catalogue, as after a loss of power: once that had caught
    up, the file would be taken for one of its own past.

    Raises:
        OSError: if it cannot be removed.
    """
    kept = _extent(folder)
    if kept[0] > version or kept[1] > rows:
        (folder / NAME).unlink(missing_ok=True)


def _extent(folder: Path) -> tuple[int, int]:
    """Version and rows of what is kept; (0, 0) where there is nothing to be read."""
    try:
        about = check_arrays(folder / NAME, whole=False)
        return int(about["version"]), int(about["rows"])
    except (OSError, DamagedArraysError, KeyError):
        return 0, 0


def kept_entries(folder: Path, version: int, rows: int) -> KnownEntries | None:
    """What is kept of a generation; None where there is nothing, or nothing that is to be read, or
    the catalogue is not as far.

    Args:
        version, rows: of the part as the catalogue has it.
    """
    try:
        found = open_arrays(folder / NAME)
        about, arrays = found.about, found.arrays
        if about["version"] > version or about["rows"] > rows:
            return None
        texts = (bytes(each).decode(*_ENCODING) for each in arrays["codes"])
        return KnownEntries(
            version=about["version"],
            rows=about["rows"],
            ids=EntryIds(arrays["ids"], arrays["order"]),
            codes={text: number for number, text in enumerate(texts)},
            alive=arrays["alive"],
            has_vector=arrays["has_vector"],
            documents=arrays["documents"],
            media_types=arrays["media_types"],
        )
    except (OSError, DamagedArraysError, KeyError):
        return None


def _texts(texts: Sequence[str]) -> Texts:
    """Texts as bytes of one width, at least one."""
    return np.array([text.encode(*_ENCODING) for text in texts] or [b""]).astype(np.bytes_)[
        : len(texts)
    ]


def _spread(values: npt.NDArray[np.generic], rows: Column, size: int) -> npt.NDArray[np.generic]:
    """An array of that size with the values at their rows and nothing elsewhere."""
    found = np.zeros(size, values.dtype)
    found[rows] = values
    return found
