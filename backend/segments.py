"""What was read of documents as named arrays: rows, the texts that they use, and how some of them
are joined with others without looking at a text twice.

A schema says which rows there are. `merged` gives the same bits for the same documents, however
they were spread over segments and whatever was in these besides: documents, and what bears a text
of its own, are numbered in the order of their texts (by code point), all else as it stands in its
document, and of the texts that several documents may share those alone are kept that are used.

Arrays of a segment, for an axis with texts: `AXIS.bytes[AXIS.starts[n]:AXIS.starts[n + 1]]`, text n
as UTF-8; for one whose rows belong to another's: `AXIS.of`, the row that each belongs to; for a
table: `TABLE.COLUMN`, and where a row has many values `TABLE.starts`, as above.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.mapped_arrays import AnyArray

Arrays = Mapping[str, AnyArray]
Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

DOCUMENTS = "documents"
"""The first axis of every schema: what comes and goes."""
_STEP = 1 << 16
"""Rows that are moved at once, so that joining needs little memory beside what it makes."""
_RUN = 16
"""From so many rows to a run on they are moved run by run."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What rows are numbered by.

    Args:
        owner: the axis to whose rows these belong, and with which they go; without one, texts are
            shared by all documents that use them.
        texts: whether each row has a text of its own, by which it is numbered.
    """

    owner: str = ""
    texts: bool = True


@dataclass(frozen=True, slots=True)
class AxisTable:
    """Values of the rows of an axis.

    Args:
        columns: of each the axis that it holds numbers of, or the type of its values. Where a row
            has many they ascend, by the first column first.
        many: whether a row has any number of values, and not one.
    """

    axis: str
    columns: Mapping[str, str]
    many: bool = True


@dataclass(frozen=True, slots=True)
class Schema:
    """Axes, an owner before what it owns and shared ones last, and tables."""

    axes: Mapping[str, Axis]
    tables: Mapping[str, AxisTable]

    def rows(self, arrays: Arrays, axis: str) -> int:
        """How many rows of an axis there are."""
        if self.axes[axis].texts:
            return len(arrays[f"{axis}.starts"]) - 1
        return len(arrays[f"{axis}.of"])

    def goes_with_documents(self, axis: str) -> bool:
        """Whether each row of an axis is of one document."""
        return axis == DOCUMENTS or bool(self.axes[axis].owner)

    def numbers_in(self, table: str) -> str:
        """The axis that the first column of a table of many values holds numbers of; else empty."""
        kind = self.tables[table]
        of = next(iter(kind.columns.values()))
        return of if kind.many and of in self.axes else ""


@dataclass(frozen=True, slots=True)
class Layer:
    """Some of the documents of a segment: `kept`, (documents,)."""

    arrays: Arrays
    kept: Mask


def merged(
    schema: Schema, layers: Sequence[Layer], also: Mapping[str, Iterable[str]] | None = None
) -> dict[str, AnyArray]:
    """One segment of the documents of several; each is in one of them only.

    Args:
        also: further texts of shared axes, which no table uses.

    Raises:
        ValueError: if a document is in two of them.
    """
    return merged_with_places(schema, layers, also)[0]


def merged_with_places(
    schema: Schema, layers: Sequence[Layer], also: Mapping[str, Iterable[str]] | None = None
) -> tuple[dict[str, AnyArray], Sequence[Mapping[str, Numbers]]]:
    """The same, and of each layer and axis where its rows are now, −1 for those that are not there.

    Raises:
        ValueError: as `merged`.
    """
    kept: list[dict[str, Mask]] = [{} for _ in layers]
    placed: list[dict[str, Numbers]] = [{} for _ in layers]
    found: dict[str, AnyArray] = {}
    for name, axis in schema.axes.items():
        for layer, own in zip(layers, kept, strict=True):
            if axis.owner:
                own[name] = own[axis.owner][layer.arrays[f"{name}.of"]]
            elif name == DOCUMENTS:
                own[name] = layer.kept
            else:
                own[name] = _used(schema, layer.arrays, own, name)
        if axis.texts:
            _number_texts(found, name, layers, kept, placed, (also or {}).get(name, ()))
        else:
            _number_rows(name, axis.owner, layers, kept, placed)
        if axis.owner:
            of = np.zeros(sum(int(own[name].sum()) for own in kept), np.int32)
            for layer, own, place in zip(layers, kept, placed, strict=True):
                owners = layer.arrays[f"{name}.of"][own[name]]
                of[place[name][own[name]]] = place[axis.owner][owners]
            found[f"{name}.of"] = of
    for name, table in schema.tables.items():
        _move(schema, found, name, table, layers, kept, placed)
    return found, placed


def chosen(schema: Schema, arrays: Arrays, documents: Iterable[str]) -> Layer:
    """Those of some documents that a segment holds."""
    wanted = {document.encode("utf-8", "surrogatepass") for document in documents}
    return Layer(arrays, np.array([text in wanted for text in texts_of(arrays, DOCUMENTS)], bool))


def whole(schema: Schema, arrays: Arrays) -> Layer:
    """All documents of a segment."""
    return Layer(arrays, np.ones(schema.rows(arrays, DOCUMENTS), bool))


def documents_in(arrays: Arrays) -> tuple[str, ...]:
    """The ids of a segment's documents."""
    return tuple(text.decode("utf-8", "surrogatepass") for text in texts_of(arrays, DOCUMENTS))


def texts_of(arrays: Arrays, axis: str) -> list[bytes]:
    """The texts of an axis, or of a table's rows of bytes, as UTF-8."""
    name = f"{axis}.bytes"
    whole = np.asarray(arrays[name]).tobytes()
    return [whole[first:last] for first, last in pairwise(arrays[f"{axis}.starts"].tolist())]


def texts_as_arrays(axis: str, texts: Sequence[str]) -> dict[str, AnyArray]:
    """Texts as the arrays of an axis, or of a table's rows of bytes."""
    return bytes_as_arrays(axis, [text.encode("utf-8", "surrogatepass") for text in texts])


def bytes_as_arrays(axis: str, written: Sequence[bytes]) -> dict[str, AnyArray]:
    """Texts in UTF-8 as the arrays of an axis."""
    return {
        f"{axis}.bytes": np.frombuffer(b"".join(written), np.uint8),
        f"{axis}.starts": np.cumsum([0, *map(len, written)], dtype=np.int64),
    }


def shared_texts(
    axis: str, texts: Sequence[str], used: Sequence[npt.NDArray[np.integer]]
) -> tuple[dict[str, AnyArray], Numbers]:
    """The arrays of an axis of those texts that are used, and the new number of each old one.

    Args:
        used: the old numbers where they are used.
    """
    old = np.unique(np.concatenate([np.zeros(0, np.int64), *used])).tolist()
    old.sort(key=texts.__getitem__)
    numbers = np.full(len(texts), -1, np.int64)
    numbers[old] = np.arange(len(old))
    return texts_as_arrays(axis, [texts[each] for each in old]), numbers


def table_arrays(
    name: str, rows: npt.NDArray[np.integer], size: int, **columns: AnyArray
) -> dict[str, AnyArray]:
    """A table of many values a row.

    Args:
        rows: the row of each value, of `size` rows.
        columns: in the order of the schema.
    """
    order = np.lexsort((*reversed(columns.values()), rows))
    lengths = np.bincount(rows, minlength=size) if len(rows) else np.zeros(size, np.int64)
    return {
        f"{name}.starts": _starts(lengths),
        **{f"{name}.{column}": values[order] for column, values in columns.items()},
    }


def packed(arrays: Arrays) -> bytes:
    """A segment as bytes."""
    file = io.BytesIO()
    named: dict[str, Any] = dict(arrays)
    np.savez(file, **named)
    return file.getvalue()


def unpacked(payload: bytes) -> dict[str, AnyArray]:
    """A segment of bytes."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        return dict(arrays)


def _used(schema: Schema, arrays: Arrays, kept: Mapping[str, Mask], axis: str) -> Mask:
    """(rows of a shared axis,) which of them kept rows use."""
    used = np.zeros(schema.rows(arrays, axis), bool)
    for name, table in schema.tables.items():
        for column, of in table.columns.items():
            if of == axis:
                values = arrays[f"{name}.{column}"]
                if not kept[table.axis].all():
                    own = kept[table.axis]
                    lengths = np.diff(arrays[f"{name}.starts"]) if table.many else 1
                    values = values[np.repeat(own, lengths)]
                used[values] = True
    return used


def _number_texts(
    found: dict[str, AnyArray],
    name: str,
    layers: Sequence[Layer],
    kept: Sequence[Mapping[str, Mask]],
    placed: Sequence[dict[str, Numbers]],
    also: Iterable[str],
) -> None:
    """Number the texts of an axis in their order."""
    texts = [
        list(compress(texts_of(layer.arrays, name), own[name].tolist()))
        for layer, own in zip(layers, kept, strict=True)
    ]
    further = (each.encode("utf-8", "surrogatepass") for each in also)
    ordered = sorted(set(further).union(*texts))
    if name == DOCUMENTS and len(ordered) < sum(map(len, texts)):
        raise ValueError("A document is in two segments; take it from one of them.")
    number = dict(zip(ordered, range(len(ordered)), strict=True))
    for own, place, written in zip(kept, placed, texts, strict=True):
        place[name] = np.full(len(own[name]), -1, np.int64)
        place[name][own[name]] = [number[each] for each in written]
    found.update(bytes_as_arrays(name, ordered))


def _number_rows(
    name: str,
    owner: str,
    layers: Sequence[Layer],
    kept: Sequence[Mapping[str, Mask]],
    placed: Sequence[dict[str, Numbers]],
) -> None:
    """Number rows without texts in the order of what they belong to."""
    owners = [
        place[owner][layer.arrays[f"{name}.of"][own[name]]]
        for layer, own, place in zip(layers, kept, placed, strict=True)
    ]
    order = np.argsort(np.concatenate([np.zeros(0, np.int64), *owners]), kind="stable")
    number = np.empty(order.size, np.int64)
    number[order] = np.arange(order.size)
    first = 0
    for own, place in zip(kept, placed, strict=True):
        place[name] = np.full(len(own[name]), -1, np.int64)
        last = first + int(own[name].sum())
        place[name][own[name]] = number[first:last]
        first = last


def _move(
    schema: Schema,
    found: dict[str, AnyArray],
    name: str,
    table: AxisTable,
    layers: Sequence[Layer],
    kept: Sequence[Mapping[str, Mask]],
    placed: Sequence[Mapping[str, Numbers]],
) -> None:
    """Put the values of a table's kept rows where the rows are now, with the numbers of now."""
    lengths = np.ones(schema.rows(found, table.axis), np.int64)
    if table.many:
        for layer, own, place in zip(layers, kept, placed, strict=True):
            here = own[table.axis]
            lengths[place[table.axis][here]] = np.diff(layer.arrays[f"{name}.starts"])[here]
    starts = _starts(lengths)
    made = {
        column: np.empty(int(starts[-1]), np.int32 if of in schema.axes else of)
        for column, of in table.columns.items()
    }
    for layer, own, place in zip(layers, kept, placed, strict=True):
        rows = np.flatnonzero(own[table.axis])
        at = place[table.axis][rows]
        before = (
            layer.arrays[f"{name}.starts"] if table.many else np.arange(len(own[table.axis]) + 1)
        )
        for source, target in _ways(rows, at, before.astype(np.int64), starts.astype(np.int64)):
            for column, of in table.columns.items():
                values = layer.arrays[f"{name}.{column}"][source]
                made[column][target] = place[of][values] if of in schema.axes else values
    if table.many:
        found[f"{name}.starts"] = starts
    found.update({f"{name}.{column}": values for column, values in made.items()})


def _ways(
    rows: Numbers, at: Numbers, before: Numbers, starts: Numbers
) -> Iterator[tuple[slice, slice] | tuple[Numbers, Numbers]]:
    """Where values of rows stand, and where they go, step by step: as slices where long runs of
    rows stay side by side, which is much faster.

    Args:
        at: where the rows go.
        before, starts: where the values of each row begin, before and now.
    """
    edges = np.flatnonzero((np.diff(rows) != 1) | (np.diff(at) != 1)) + 1
    if edges.size < rows.size // _RUN:
        for first, last in pairwise([0, *edges.tolist(), rows.size]):
            begin, end = before[rows[first]], before[rows[last - 1] + 1]
            to = starts[at[first]]
            yield slice(begin, end), slice(to, to + end - begin)
        return
    for first in range(0, rows.size, _STEP):
        some = rows[first : first + _STEP]
        begins = before[some]
        size = before[some + 1] - begins
        within = np.cumsum(size) - size
        every = np.arange(int(size.sum()))
        yield (
            every + np.repeat(begins - within, size),
            every + np.repeat(starts[at[first : first + _STEP]] - within, size),
        )


def _starts(lengths: npt.NDArray[np.integer]) -> AnyArray:
    """Where each row begins, and the last ends; of the type that scipy gives to so many."""
    found = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return found.astype(np.int32) if found[-1] <= np.iinfo(np.int32).max else found
