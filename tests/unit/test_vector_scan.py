"""A scan of all vectors gives the same however many threads share it."""

from __future__ import annotations

import numpy as np
import pytest

from backend.indexes._embedded import vectors
from backend.indexes._embedded.vectors import Scans, nearest, scanned, unit_rows


@pytest.mark.parametrize("rows", [0, 1, 2, 7])
def test_a_scan_that_two_threads_share_is_the_one_of_one(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # halves and quarters add up exactly, in whatever order
    matrix = np.arange(4 * rows, dtype=np.float32).reshape(rows, 4) / 4
    query = np.array([1.0, 0.5, 0.25, 2.0], np.float32)
    alone = scanned(matrix, query)
    monkeypatch.setattr(vectors, "SHARED_FROM", 0)
    assert scanned(matrix, query).tolist() == alone.tolist() == (matrix @ query).tolist()


def test_what_fails_in_one_of_them_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "SHARED_FROM", 0)
    with pytest.raises(ValueError, match="shapes"):
        scanned(np.ones((4, 3), np.float32), np.ones(2, np.float32))


def test_the_nearest_are_found_in_both_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "SHARED_FROM", 0)
    matrix = unit_rows(np.array([[1, 0], [0, 1], [1, 1], [0, 2], [3, 0]], np.float64))
    found = nearest(matrix, np.ones(5, bool), np.array([1.0, 0.0]), 2, Scans(1))
    assert found.tolist() == [0, 4]
