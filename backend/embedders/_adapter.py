"""Low-rank changes of a model that ships with Quire.

An adapter adds up @ down to some of a model's matrices and puts other vectors in the place of some
of its own (Hu et al., "LoRA: Low-Rank Adaptation of Large Language Models", 2021). The changed
model reads a question and a sentence as one text, where the original embeds each by itself. A file
holds arrays in half precision: `NAME.down` of shape (rank, inputs), `NAME.up` of shape (outputs,
rank), and `NAME.instead`, each under the end of a parameter's name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).resolve().parent / "adapters"
PAIRS = FOLDER / "pairs.npz"
DOWN, UP, INSTEAD = ".down", ".up", ".instead"
BASE = "base"
"""The array that holds the identity of the model which an adapter changes, in UTF-8."""

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Adapter:
    """Where an adapter lies, and the first 32 bits of what its file holds."""

    file: Path
    digest: str


@lru_cache(maxsize=8)
def adapter_of(identity: str, file: Path = PAIRS) -> Adapter | None:
    """The adapter for a model; None where none was trained for it."""
    if not file.is_file():
        return None
    with np.load(file, allow_pickle=False) as stored:
        base = stored[BASE].tobytes().decode("utf-8")
    if base != identity:
        return None
    return Adapter(file, hashlib.sha256(file.read_bytes()).hexdigest()[:8])


def changes(file: Path) -> tuple[Mapping[str, Array], Mapping[str, Array]]:
    """(what is added to parameters, what stands in the place of parameters), by the end of a name.

    Raises:
        OSError: if the file cannot be read.
    """
    with np.load(file, allow_pickle=False) as stored:
        arrays = {name: stored[name].astype(np.float32) for name in stored.files if name != BASE}
    added = {
        name.removesuffix(DOWN): arrays[name.removesuffix(DOWN) + UP] @ arrays[name]
        for name in arrays
        if name.endswith(DOWN)
    }
    instead = {n.removesuffix(INSTEAD): array for n, array in arrays.items() if n.endswith(INSTEAD)}
    return added, instead
