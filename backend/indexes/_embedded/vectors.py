"""The vector file of one part: unit rows of little-endian float32, appended, never rewritten.

Searching maps the file into memory, so processes share it and opening costs nothing. A scan of the
whole matrix in single precision picks the candidates; their scores are then computed row by row in
double precision, which makes them independent of where in the file a vector stands.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.errors import StorageError
from backend.indexes._embedded.catalogue import DamagedError
from backend.ports import Vectors
from backend.remembered import Remembered

SHARED_FROM = 100_000
"""Rows from which on a scan takes milliseconds, and is shared."""
SLACK = 1e-5
"""More than single precision can be wrong by: candidates are taken this far below the k-th."""

Rows = npt.NDArray[np.int64]


def unit_rows(vectors: npt.NDArray[np.floating]) -> Vectors:
    """Rows scaled to length one; rows of zeros stay, what is not a number counts as 0."""
    wide = np.nan_to_num(np.asarray(vectors, dtype=np.float64))
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    return np.asarray(wide / np.where(lengths > 0, lengths, 1.0), dtype="<f4")


def append(path: Path, rows: int, vectors: Vectors) -> None:
    """Write vectors after the first `rows` rows, over whatever a crash left there."""
    if not vectors.size:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("r+b" if path.exists() else "w+b") as file:
            file.seek(rows * vectors.shape[1] * 4)
            file.write(np.ascontiguousarray(vectors, dtype="<f4").tobytes())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageError(
            f"The vectors could not be written to the search index: {error.strerror or error}.",
            "Check that the disk of the library folder has room; the index catches up by itself.",
        ) from error


def open_matrix(path: Path, rows: int, dimension: int) -> Vectors:
    """The first `rows` rows, mapped into memory.

    Raises:
        DamagedError: if the file is missing or too short.
    """
    if not rows or not dimension:
        return np.zeros((0, dimension), dtype=np.float32)
    try:
        mapped = np.memmap(path, dtype="<f4", mode="r", shape=(rows, dimension))
    except (OSError, ValueError) as error:
        raise DamagedError(f"The vector file cannot be read: {error}.") from error
    return np.asarray(mapped)


Scans = Remembered[bytes, npt.NDArray[np.float32]]
"""The latest questions' products with a whole matrix, by the question's vector."""


def nearest(
    matrix: Vectors,
    allowed: npt.NDArray[np.bool_],
    query: npt.NDArray[np.float64],
    k: int,
    scans: Scans,
) -> Rows:
    """Rows that may be among the k nearest of the allowed ones: all of these, and a few more.

    Args:
        scans: of this matrix; a question that several ask for, each for another number, scans once.
    """
    count = int(allowed.sum())
    if not count or k <= 0:
        return np.zeros(0, dtype=np.int64)
    narrow = query.astype(np.float32)
    if 3 * count < len(matrix):
        rows = np.flatnonzero(allowed)
        scores = matrix[rows] @ narrow
    else:
        rows = np.arange(len(matrix))
        scores = scans.of(narrow.tobytes(), lambda: scanned(matrix, narrow))
        if count < len(matrix):
            scores = np.where(allowed, scores, np.float32(-np.inf))
    if k < len(scores):
        floor = max(np.partition(scores, len(scores) - k)[-k] - SLACK, np.float32(-2.0))
        return np.asarray(rows[scores >= floor], dtype=np.int64)
    return np.asarray(rows[scores > -np.inf], dtype=np.int64)


def scanned(matrix: Vectors, query: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The product of each row with a query, shape (len(matrix),); of a large matrix by two threads,
    since one alone waits for memory."""
    if len(matrix) < SHARED_FROM:
        return np.asarray(matrix @ query, np.float32)
    found, half = np.empty(len(matrix), np.float32), len(matrix) // 2
    with ThreadPoolExecutor(1) as other:
        rest = other.submit(np.dot, matrix[half:], query, out=found[half:])
        np.dot(matrix[:half], query, out=found[:half])
        rest.result()
    return found


def cosines(matrix: Vectors, rows: Rows, query: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Cosines of rows with a unit query, shape (len(rows),)."""
    return np.asarray((matrix[rows].astype(np.float64) * query).sum(axis=1))
