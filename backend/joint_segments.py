"""Several segments numbered as one, without being written as one.

Each segment numbers its texts in their order, and so does the whole: from a segment's numbers to
those of the whole the order stays, so that what ascends there ascends here. A document that is
added has its own texts looked for among the others; of these nothing is read but the places that
a search passes, and their numbers move on by array operations.

Of an axis of each segment there is `numbers`: the number in the whole of each of its rows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from backend.held_rows import HeldRows, gathered, joined, summed
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import ARRAYS, NumberedTexts, bucket_arrays
from backend.segments import Arrays, Schema, texts_of

Numbers = npt.NDArray[np.integer[Any]]
Places = Mapping[str, Numbers]
"""Of each axis where its rows are now, −1 for those that are not there any more."""
BY_SEARCH = 50
"""Looking for a text among others costs as much as numbering so many of them anew."""
REMEMBERED = 20_000
"""So many texts and numbers of an axis are kept as they were asked for last: a dozen retrievers
ask for the same candidates of a question."""

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class NewSegment:
    """A segment that was not in the whole of before.

    Args:
        sources: segments of before that it was made of, by their place there, and where their rows
            are in it.
    """

    arrays: Arrays
    sources: Mapping[int, Places]


@dataclass(frozen=True, eq=False)
class JointSegments:
    """Segments in their order, and of each axis their numbers in the whole and how many there
    are."""

    schema: Schema
    segments: Sequence[Arrays]
    numbers: Mapping[str, Sequence[Numbers]]
    sizes: Mapping[str, int]

    @cached_property
    def texts(self) -> Mapping[str, JointTexts]:
        """The texts of each axis and their numbers."""
        return {
            axis: JointTexts(
                [numbered(segment, axis) for segment in self.segments],
                numbers,
                self.sizes[axis],
                self.homes.get(axis),
            )
            for axis, numbers in self.numbers.items()
            if self.schema.axes[axis].texts
        }

    @cached_property
    def homes(self) -> Mapping[str, tuple[AnyArray, AnyArray]]:
        """Of each axis that belongs to documents the segment of each row, and its place there."""
        found = {}
        for axis, numbers in self.numbers.items():
            if self.schema.goes_with_documents(axis):
                segment = np.zeros(self.sizes[axis], np.int16)
                place = np.zeros(self.sizes[axis], np.int32)
                for number, own in enumerate(numbers):
                    segment[own] = number
                    place[own] = np.arange(len(own))
                found[axis] = segment, place
        return found

    def values(self, axis: str, column: str, dtype: Any) -> AnyArray:
        """What each row of an axis that belongs to documents has one of."""
        found = np.zeros(self.sizes[axis], dtype)
        for own, arrays in zip(self.numbers[axis], self.segments, strict=True):
            found[own] = arrays[column]
        return found

    def owners(self, axis: str) -> Numbers:
        """The row that each row of an axis belongs to, as the whole numbers both."""
        owner, found = self.schema.axes[axis].owner, np.zeros(self.sizes[axis], np.int32)
        for own, numbers, arrays in zip(
            self.numbers[axis], self.numbers[owner], self.segments, strict=True
        ):
            found[own] = numbers[arrays[f"{axis}.of"]]
        return found

    def rows(self, table: str, column: str, rows: Numbers, values: str = "") -> HeldRows:
        """Rows of a table whose column holds numbers of an axis; `values` is another column of it,
        without one all are 1."""
        axis = self.schema.tables[table].axis
        of = self.schema.tables[table].columns[column]
        segment, place = self.homes[axis]
        home, within = segment[rows], place[rows].astype(np.int64)
        parts = []
        for number in range(len(self.segments)):
            asked = np.flatnonzero(home == number)
            if asked.size:
                arrays = self.segments[number]
                starts, columns = arrays[f"{table}.starts"], arrays[f"{table}.{column}"]
                given = arrays[f"{table}.{values}"] if values else None
                held = gathered(starts, columns, given, within[asked], self.width(of))
                parts.append((asked, self._numbered(held, of, number)))
        return _in_order(parts, len(rows), self.width(of))

    def holders(self, table: str, columns: Numbers, values: str = "") -> HeldRows:
        """Of some numbers that a table's only column of numbers holds the rows that hold each,
        ascending; `values` is another column of it, without one all are 1."""
        axis = self.schema.tables[table].axis
        parts = self.holders_apart(table, columns, values)
        if len(parts) < 2:
            return parts[0] if parts else _in_order([], len(columns), self.width(axis))
        if self.schema.goes_with_documents(axis):  # each row is in one segment: nothing is added up
            parts.sort(key=lambda part: len(part.columns))
            return reduce(lambda few, many: joined(np.add, many, few), parts)
        return summed(
            np.add,
            len(columns),
            self.width(axis),
            np.concatenate([part.row_of for part in parts]),
            np.concatenate([part.columns for part in parts]),
            np.concatenate([part.values for part in parts]),
        )

    def holders_apart(self, table: str, columns: Numbers, values: str = "") -> list[HeldRows]:
        """The same as each segment holds them, of those that hold any: what is only added up need
        not be put in order over segments."""
        axis, of = self.schema.tables[table].axis, self.schema.numbers_in(table)
        found = []
        for number, arrays in enumerate(self.segments):
            own = self.numbers[of][number]
            # of one type, or all numbers of the segment are copied to be searched
            place = np.searchsorted(own, columns.astype(own.dtype, copy=False))
            place[place == len(own)] = 0
            asked = np.flatnonzero(own[place] == columns) if len(own) else place[:0]
            if asked.size:
                starts, rows = arrays[f"{table}.holders.starts"], arrays[f"{table}.holders.rows"]
                given = arrays[f"{table}.holders.{values}"] if values else None
                held = gathered(starts, rows, given, place[asked], self.width(axis))
                found.append(_spread(asked, self._numbered(held, axis, number), len(columns)))
        return found

    def holder_counts(self, table: str) -> Numbers:
        """How many rows hold each number that a table's only column of numbers holds."""
        of = self.schema.numbers_in(table)
        found = np.zeros(self.width(of), np.int64)
        for own, arrays in zip(self.numbers[of], self.segments, strict=True):
            found[own] += np.diff(arrays[f"{table}.holders.starts"])
        return found

    def width(self, axis: str) -> int:
        """How many rows of an axis there are; 0 if it is none."""
        return self.sizes.get(axis, 0)

    def _numbered(self, held: HeldRows, axis: str, segment: int) -> HeldRows:
        if axis not in self.numbers:
            return held
        own = self.numbers[axis][segment]
        if len(own) == self.sizes[axis]:  # the same numbers
            return held
        return HeldRows(held.starts, own[held.columns], held.values, held.width)


class JointTexts(Mapping[str, int]):
    """The texts of an axis by number (`texts`), and the number of each."""

    def __init__(
        self,
        own: Sequence[NumberedTexts],
        numbers: Sequence[Numbers],
        size: int,
        homes: tuple[AnyArray, AnyArray] | None,
    ) -> None:
        self._own = list(zip(own, numbers, strict=True))
        self._size = size
        self._known: dict[str, int] = {}
        """Numbers of the texts that were asked for last, −1 of those that are not here."""
        self.texts = _TextOf(self._own, size, homes)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __contains__(self, text: object) -> bool:
        return any(text in own for own, _ in self._own)

    def __getitem__(self, text: str) -> int:
        found = int(self.get(text, -1))
        if found < 0:
            raise KeyError(text)
        return found

    @overload
    def get(self, text: str, default: None = None, /) -> int | None: ...

    @overload
    def get(self, text: str, default: Any, /) -> Any: ...

    def get(self, text: str, default: Any = None, /) -> Any:
        """The number of a text, or the default."""
        found = self._known.get(text)
        if found is None:
            found = _remember(self._known, text, self._number(text))
        return default if found < 0 else found

    def _number(self, text: str) -> int:
        for own, numbers in self._own:
            found = own.get(text, -1)
            if found >= 0:
                return int(numbers[found])
        return -1

    def before(self, text: bytes) -> int:
        """How many texts come before one."""
        found = -1
        for own, numbers in self._own:
            place = bisect_left(range(len(own)), text, key=partial(_raw, own))
            if place:
                found = max(found, int(numbers[place - 1]))
        return found + 1


class _TextOf(Sequence[str]):
    """Texts by their number in the whole.

    Args:
        homes: the segment of each, and its place there; None where several may have it.
    """

    def __init__(
        self,
        own: Sequence[tuple[NumberedTexts, Numbers]],
        size: int,
        homes: tuple[AnyArray, AnyArray] | None,
    ) -> None:
        self._own = own
        self._size = size
        self._homes = None if homes is None else (homes[0].data, homes[1].data)
        self._known: dict[int, str] = {}
        """Those that were asked for last, by number."""

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, number: int) -> str: ...

    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...

    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(self._size)))
        if number < 0:
            number += self._size
        if not 0 <= number < self._size:
            raise IndexError(number)
        found = self._known.get(number)
        return _remember(self._known, number, self._text(number)) if found is None else found

    def _text(self, number: int) -> str:
        """
        Raises:
            IndexError: if no segment has it.
        """
        if self._homes is not None:
            segments, places = self._homes
            return self._own[segments[number]][0].texts[places[number]]
        for own, numbers in self._own:
            place = int(np.searchsorted(numbers, number))
            if place < len(numbers) and numbers[place] == number:
                return own.texts[place]
        raise IndexError(number)

    def __iter__(self) -> Iterator[str]:
        if len(self._own) == 1:
            return iter(self._own[0][0].texts)
        found = [""] * self._size
        for own, numbers in self._own:
            for place, text in zip(numbers.tolist(), own.texts, strict=True):
                found[place] = text
        return iter(found)


def _remember(known: dict[K, V], key: K, value: V) -> V:
    """Put a value among those that are known, which are dropped when they are many."""
    if len(known) >= REMEMBERED:
        known.clear()
    known[key] = value
    return value


def numbered(arrays: Arrays, axis: str) -> NumberedTexts:
    """The texts of a segment's axis."""
    return NumberedTexts({part: arrays[f"{axis}.{part}"] for part in ARRAYS})


def searchable(schema: Schema, segment: Arrays, tables: Iterable[str]) -> dict[str, AnyArray]:
    """A segment with what a search in it needs besides: texts by their hash, and of some tables
    whose first column holds numbers of an axis the rows that hold each.

    `TABLE.holders.rows[TABLE.holders.starts[n]:TABLE.holders.starts[n + 1]]` are the rows that hold
    number n, ascending, and `TABLE.holders.COLUMN` the other values of the table at these places.
    """
    found = dict(segment)
    for axis, kind in schema.axes.items():
        if kind.texts:
            buckets = bucket_arrays(texts_of(segment, axis))
            found |= {f"{axis}.{name}": bucket for name, bucket in buckets.items()}
    for name in tables:
        table, of = schema.tables[name], schema.numbers_in(name)
        numbers = segment[f"{name}.{next(iter(table.columns))}"]
        order = np.argsort(numbers, kind="stable")
        lengths = np.bincount(numbers, minlength=schema.rows(segment, of))
        rows = np.repeat(
            np.arange(schema.rows(segment, table.axis), dtype=np.int32),
            np.diff(segment[f"{name}.starts"]),
        )
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(segment[f"{name}.starts"].dtype)
        found |= {f"{name}.holders.starts": starts, f"{name}.holders.rows": rows[order]}
        for column in list(table.columns)[1:]:
            found[f"{name}.holders.{column}"] = segment[f"{name}.{column}"][order]
    return found


def number_arrays(joint: JointSegments) -> dict[str, AnyArray]:
    """The numbers of segments as arrays of a file."""
    return {
        f"numbers.{axis}.{place}": numbers
        for axis, own in joint.numbers.items()
        for place, numbers in enumerate(own)
    }


def numbered_as_stored(
    schema: Schema, segments: Sequence[Arrays], arrays: Arrays, sizes: Mapping[str, int]
) -> JointSegments:
    """Segments with the numbers that `number_arrays` gave."""
    numbers = {
        axis: [arrays[f"numbers.{axis}.{place}"] for place in range(len(segments))]
        for axis in schema.axes
    }
    return JointSegments(schema, segments, numbers, sizes)


def numbered_anew(schema: Schema, segments: Sequence[Arrays]) -> JointSegments:
    """Segments as one, every text looked at."""
    numbers: dict[str, list[Numbers]] = {}
    sizes = {}
    for axis, kind in schema.axes.items():
        if len(segments) == 1:
            sizes[axis] = schema.rows(segments[0], axis)
            numbers[axis] = [np.arange(sizes[axis], dtype=np.int32)]
        elif kind.texts:
            texts = [texts_of(segment, axis) for segment in segments]
            ordered = sorted(set[bytes]().union(*texts))
            number = dict(zip(ordered, range(len(ordered)), strict=True))
            numbers[axis] = [np.array([number[each] for each in text], np.int32) for text in texts]
            sizes[axis] = len(ordered)
        else:
            numbers[axis], sizes[axis] = _by_owner(axis, segments, numbers[kind.owner])
    return JointSegments(schema, segments, numbers, sizes)


@dataclass(frozen=True, slots=True)
class Renumbered:
    """Segments as one, and of each axis with texts where the rows of before are in it (−1 for those
    that went), and the numbers that were not there before."""

    joint: JointSegments
    moved: Mapping[str, Numbers]
    came: Mapping[str, Numbers]


def renumbered(
    before: JointSegments, stayed: Sequence[int], new: Sequence[NewSegment]
) -> Renumbered:
    """Those segments of before that stayed, and new ones behind them, as one.

    Args:
        stayed: places among the segments of before.
    """
    schema = before.schema
    segments = (
        *(before.segments[each] for each in stayed),
        *(new_segment.arrays for new_segment in new),
    )
    numbers: dict[str, list[Numbers]] = {}
    sizes: dict[str, int] = {}
    moved: dict[str, Numbers] = {}
    came: dict[str, Numbers] = {}
    for axis, size in before.sizes.items():
        if not schema.axes[axis].texts:
            owners = numbers[schema.axes[axis].owner]
            numbers[axis], sizes[axis] = _by_owner(axis, segments, owners)
            continue
        used = np.zeros(size, bool)
        for each in stayed:
            used[before.numbers[axis][each]] = True
        known = [_known(before, axis, new_segment) for new_segment in new]
        for own in known:
            used[own[own >= 0]] = True
        inserted, further = _inserted(before, axis, new, known)
        rank = np.concatenate([[0], np.cumsum(used)])
        ahead = np.cumsum(np.bincount(inserted, minlength=size + 1))
        moved[axis] = np.where(used, rank[:-1] + ahead[:size], -1).astype(np.int32)
        came[axis] = (rank[inserted] + np.arange(len(inserted))).astype(np.int32)
        sizes[axis] = int(rank[-1]) + len(inserted)
        numbers[axis] = [moved[axis][before.numbers[axis][each]] for each in stayed]
        for own, others in zip(known, further, strict=True):
            made = moved[axis][own] if size else np.zeros(len(own), np.int32)
            made[own < 0] = came[axis][others]
            numbers[axis].append(made)
    return Renumbered(JointSegments(schema, segments, numbers, sizes), moved, came)


def _by_owner(
    axis: str, segments: Sequence[Arrays], owners: Sequence[Numbers]
) -> tuple[list[Numbers], int]:
    """The numbers of rows without texts, in the order of what they belong to; and how many."""
    of = [own[arrays[f"{axis}.of"]] for own, arrays in zip(owners, segments, strict=True)]
    order = np.argsort(np.concatenate([np.zeros(0, np.int32), *of]), kind="stable")
    number = np.empty(order.size, np.int32)
    number[order] = np.arange(order.size)
    return np.split(number, np.cumsum([len(each) for each in of])[:-1]), order.size


def _known(before: JointSegments, axis: str, new: NewSegment) -> Numbers:
    """The number in the whole of before of each text of a new segment, −1 for those not there."""
    rows = before.schema.rows(new.arrays, axis)
    found = np.full(rows, -1, np.int64)
    for source, places in new.sources.items():
        here = places[axis] >= 0
        found[places[axis][here]] = before.numbers[axis][source][here]
    own, all_texts = numbered(new.arrays, axis).texts, before.texts[axis]
    for row in np.flatnonzero(found < 0).tolist():
        found[row] = all_texts.get(own[row], -1)
    return found


def _inserted(
    before: JointSegments, axis: str, new: Sequence[NewSegment], known: Sequence[Numbers]
) -> tuple[Numbers, list[Numbers]]:
    """Before which number of before each further text comes, in their order; and which of these
    each new segment's further texts are."""
    own = [
        [bytes(texts.raw(row)) for row in np.flatnonzero(numbers < 0).tolist()]
        for texts, numbers in zip(
            (numbered(new_segment.arrays, axis).texts for new_segment in new), known, strict=True
        )
    ]
    ordered = sorted(set[bytes]().union(*own))
    all_texts = before.texts[axis]
    if len(ordered) * BY_SEARCH < before.sizes[axis]:
        places = [all_texts.before(each) for each in ordered]
    else:
        every = [text.encode("utf-8", "surrogatepass") for text in all_texts]
        places = [bisect_left(every, each) for each in ordered]
    number = dict(zip(ordered, range(len(ordered)), strict=True))
    return np.array(places, np.int64), [
        np.array([number[text] for text in texts], np.int64) for texts in own
    ]


def _spread(asked: Numbers, held: HeldRows, size: int) -> HeldRows:
    """Held rows at their places, ascending, among so many; the others hold nothing."""
    lengths = np.zeros(size + 1, np.int64)
    lengths[asked + 1] = np.diff(held.starts)
    return HeldRows(np.cumsum(lengths), held.columns, held.values, held.width)


def _in_order(parts: Sequence[tuple[Numbers, HeldRows]], size: int, width: int) -> HeldRows:
    """Rows that several hold, each where it was asked for."""
    if len(parts) == 1 and len(parts[0][0]) == size:
        return parts[0][1]
    lengths = np.zeros(size, np.int64)
    for asked, held in parts:
        lengths[asked] = np.diff(held.starts)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    columns = np.zeros(int(starts[-1]), np.int32)
    values = np.zeros(int(starts[-1]), np.float32)
    for asked, held in parts:
        begins = starts[asked] - held.starts[:-1]
        places = np.arange(len(held.columns)) + np.repeat(begins, np.diff(held.starts))
        columns[places], values[places] = held.columns, held.values
    return HeldRows(starts, columns, values, width)


def _raw(texts: NumberedTexts, number: int) -> bytes:
    return bytes(texts.texts.raw(number))
