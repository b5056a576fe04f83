"""Databases that answer one SELECT over tables and can do nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from backend.types.large_tables import LargeTable, SqlValue, TypedCell

CELLS = "cells"
"""The only table of a file of columns. It has the number of each row, from 0, as `row_id`; `is_sum`
for rows that sum up others; and for the column numbered n, from 0, its texts as `t{n}` and its
figures or days as `v{n}`."""


class QueryFailedError(Exception):
    """A query that was stopped or cannot run; the message says why."""


class TableQueries(Protocol):
    """Answers one SELECT, read-only, within limits of time, rows and memory; no file is within its
    reach."""

    def select(
        self, sql: str, parameters: Sequence[SqlValue] = (), *, seconds: float, most: int
    ) -> tuple[tuple[SqlValue, ...], ...]:
        """The rows that a query gives.

        Args:
            seconds: the longest time that it may take.
            most: rows that it may give.

        Raises:
            QueryFailedError: if it is no single SELECT, reads anything but the tables, takes too
                long, gives too many rows, or cannot run.
        """
        ...


class ColumnFile(TableQueries, Protocol):
    """A large table in a file of columns."""

    @property
    def table(self) -> LargeTable:
        """What is known of all its rows."""
        ...


@dataclass(frozen=True, slots=True)
class LargeSource:
    """A large table of a document: what answers queries over it, and where its answers are cited.

    `table_id` is that of the table of its first rows, `[start, end)` where the document's text says
    what table it is.
    """

    document_id: str
    table_id: str
    title: str
    start: int
    end: int
    file: ColumnFile


class ColumnFiles(Protocol):
    """Makes and opens files of columns."""

    def write(
        self, target: Path, table: LargeTable, rows: Iterable[tuple[bool, Sequence[TypedCell]]]
    ) -> None:
        """Write a table to a file that is not there yet, whole and synchronised to the disk, or
        not at all. `rows` are those of the table: whether each is a sum, and its cells.

        Raises:
            StorageError: if it cannot be written.
        """
        ...

    def open(self, path: Path) -> ColumnFile:
        """The table of a file.

        Raises:
            StorageError: if there is none, or it is damaged or of another version.
        """
        ...
