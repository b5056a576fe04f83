"""What a language model is told about each passage besides its text and place: the date of its
document, and of a table the names of its columns with their units."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from backend.errors import NotFoundError
from backend.ports import Parts, Records
from backend.scope.periods import Times
from backend.scope.views import scope_views_over
from backend.types import Column, Hit, LabelledHit

MOST_COLUMNS = 12
_SCALES = {1_000: "thousands", 1_000_000: "millions", 1_000_000_000: "billions"}


def labelled(parts: Parts, collection_id: str, hits: Sequence[Hit]) -> tuple[LabelledHit, ...]:
    """The hits with the dates of their documents and the columns of their tables."""
    profiles = scope_views_over(parts).of(collection_id).directory.by_id
    columns: dict[str, str] = {}
    found = []
    for hit in hits:
        chunk = hit.chunk
        profile = profiles.get(chunk.document_id)
        if chunk.table_id and chunk.table_id not in columns:
            columns[chunk.table_id] = _columns_of(parts.records, chunk.table_id)
        found.append(
            LabelledHit(
                chunk,
                hit.score,
                hit.signals,
                date_of(profile.times) if profile else "",
                columns.get(chunk.table_id, ""),
            )
        )
    return tuple(found)


def date_of(times: Times) -> str:
    """The one day, else the one year or quarter, that a document's file name, or the first page of
    a report, says it is of; empty where there are several: which is its own is not known."""
    if len(times.days) == 1:
        return times.days[0].isoformat()
    if not times.days and len(times.periods) == 1:
        return str(times.periods[0])
    return ""


def _columns_of(records: Records, table_id: str) -> str:
    try:
        return columns_told(records.table(table_id).columns)
    except NotFoundError:
        return ""  # deleted while the question was answered


def columns_told(columns: Sequence[Column]) -> str:
    """The names of columns; unit and scale once if all that have one share it, else with each."""
    named = [column for column in columns if column.name]
    if not named:
        return ""
    units = {unit for column in columns if (unit := _unit(column))}
    shared = next(iter(units)) if len(units) == 1 and all(map(_unit, columns)) else ""
    told = [
        column.name if shared or not _unit(column) else f"{column.name} ({_unit(column)})"
        for column in named[:MOST_COLUMNS]
    ]
    more = ["…"] if len(named) > MOST_COLUMNS else []
    names = "; ".join([*told, *more])
    return f"{names}. Unit: {shared}" if shared else names


def _unit(column: Column) -> str:
    scale = _SCALES.get(int(column.scale), "") if column.scale != Decimal(1) else ""
    return " in ".join(each for each in (column.unit, scale) if each)
