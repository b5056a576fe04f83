"""Named arrays in one file that is written once and then mapped into memory.

Processes that open the same file share its pages, and what nobody looks at need not be in memory.
The file begins with a magic number, the length and the CRC-32 of a head, and the head as JSON: what
the file is of, and of each array its type, shape and place. The arrays follow, each at a multiple
of 64 bytes, and the CRC-32 of all of them stands in the head.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

MAGIC = b"QUIREMAP"
FORMAT = 1
"""Raise it when the file is laid out in another way."""
_START = struct.Struct("<8sII")
_ALIGNED = 64
_PIECE = 1 << 20
_MOST_HEAD = 1 << 26

AnyArray = npt.NDArray[Any]


class DamagedArraysError(Exception):
    """The file is not one of these, not of this format, or other than it was written."""


@dataclass(frozen=True, slots=True)
class MappedArrays:
    """Arrays of a file, read-only, and what the file says that it is of."""

    about: Mapping[str, Any]
    arrays: Mapping[str, AnyArray]


def write_arrays(path: Path, about: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> None:
    """Write a new file that only its owner may read, through to the disk.

    Args:
        about: plain values for JSON.

    Raises:
        OSError: if it exists or cannot be written; what there is of it is left.
    """
    whole = {name: _plain(array) for name, array in arrays.items()}
    places, body = {}, 0
    for name, each in whole.items():
        places[name] = [each.dtype.str, list(each.shape), body]
        body += each.nbytes + -each.nbytes % _ALIGNED
    crc = 0
    for piece in _pieces(whole):
        crc = zlib.crc32(piece, crc)
    head = json.dumps(
        {"format": FORMAT, "about": dict(about), "arrays": places, "bytes": body, "crc": crc}
    ).encode()
    start = _START.pack(MAGIC, len(head), zlib.crc32(head))
    before = start + head
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(before + bytes(-len(before) % _ALIGNED))
        for piece in _pieces(whole):
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())


def open_arrays(path: Path, *, checked: bool = False) -> MappedArrays:
    """Map a file into memory, after every byte of it was compared with its checksums.

    Args:
        checked: whether the arrays were compared before; then the head alone is.

    Raises:
        DamagedArraysError: if it is not as it was written.
        OSError: if it cannot be read.
    """
    with path.open("rb") as file:
        head, first = _checked(file, whole=not checked)
        if not head["bytes"]:
            whole = np.zeros(0, np.uint8)
        else:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            whole = np.frombuffer(mapped, np.uint8)[first:]
    arrays = {}
    for name, (kind, shape, place) in head["arrays"].items():
        dtype = np.dtype(kind)
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        arrays[name] = whole[place : place + size].view(dtype).reshape(shape)
    return MappedArrays(head["about"], arrays)


def check_arrays(path: Path, *, whole: bool = True) -> Mapping[str, Any]:
    """What a file says that it is of, after every byte was compared; with `whole` off, after its
    head was.

    Raises:
        DamagedArraysError, OSError: as `open_arrays`.
    """
    with path.open("rb") as file:
        about: Mapping[str, Any] = _checked(file, whole=whole)[0]["about"]
        return about


def _checked(file: BinaryIO, *, whole: bool = True) -> tuple[dict[str, Any], int]:
    """The head of a sound file, and where its arrays begin."""
    size = os.fstat(file.fileno()).st_size
    try:
        magic, length, crc = _START.unpack(file.read(_START.size))
        if magic != MAGIC or length > _MOST_HEAD:
            raise DamagedArraysError("It is another kind of file.")
        written = file.read(length)
        if len(written) != length or zlib.crc32(written) != crc:
            raise DamagedArraysError("Its head is damaged.")
        head: dict[str, Any] = json.loads(written)
        if head["format"] != FORMAT:
            raise DamagedArraysError("It is of another format.")
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise DamagedArraysError("Its head is damaged.") from error
    first = _START.size + length
    first += -first % _ALIGNED
    if size != first + head["bytes"]:
        raise DamagedArraysError("It is not as long as it was written.")
    if not whole:
        return head, first
    file.seek(first)
    found = 0
    while piece := file.read(_PIECE):
        found = zlib.crc32(piece, found)
    if found != head["crc"]:
        raise DamagedArraysError("Its arrays are other than they were written.")
    return head, first


def _plain(array: AnyArray) -> AnyArray:
    """The same values side by side and with the low byte first, as they are written."""
    if array.dtype.hasobject:
        raise TypeError("objects are not written")
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<")).reshape(array.shape)


def _pieces(arrays: Mapping[str, AnyArray]) -> Iterator[memoryview | bytes]:
    """The bytes of the arrays, each filled up to a multiple of 64."""
    for array in arrays.values():
        if array.nbytes:
            yield array.reshape(-1).view(np.uint8).data
        yield bytes(-array.nbytes % _ALIGNED)
