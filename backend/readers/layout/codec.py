"""A Reading as JSON, so that it can cross from the child process without unpickling anything."""

from __future__ import annotations

from backend.serialisation import from_json, to_json
from backend.types import Reading


def encode(reading: Reading) -> bytes:
    """A reading as bytes."""
    return to_json(reading).encode("utf-8", "surrogatepass")


def decode(payload: bytes) -> Reading:
    """The reading that `encode` made.

    Raises:
        UnreadableError: if the bytes are not an encoded reading.
    """
    return from_json(Reading, payload)
