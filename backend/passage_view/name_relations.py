"""Which names of a collection are other forms of one name, and which stand inside which.

Both follow from the texts of names alone. Where names come or go, pairs of names that stayed stay;
of a new name those are looked for that stand inside it, by its own words, and those that it stands
inside, by the hashes of the shorter runs of words in every name.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.analysis import STOP_WORDS
from backend.held_rows import HeldRows, gathered, summed
from backend.joint_segments import JointSegments, JointTexts, Renumbered
from backend.mapped_arrays import AnyArray
from backend.passage_view.nesting import nested_names
from backend.segments import Arrays, Numbers, texts_of


@dataclass(frozen=True, slots=True)
class NameRelation:
    """Pairs of K names, by the first: those of name n are others[starts[n]:starts[n + 1]]."""

    starts: Numbers
    others: npt.NDArray[np.int32]

    @staticmethod
    def of(pairs: Numbers, size: int) -> NameRelation:
        """Pairs (n, 2), in any order, each once."""
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        lengths = np.bincount(pairs[:, 0], minlength=size)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return NameRelation(starts, pairs[order, 1].astype(np.int32))

    def of_names(self, names: Numbers) -> HeldRows:
        """The others of some names."""
        return gathered(self.starts, self.others, None, names, len(self.starts) - 1)

    def onward(self, held: HeldRows, weight: float) -> HeldRows:
        """What the names of rows lead to: the sum of their values, times a weight."""
        found = self.of_names(held.columns.astype(np.int64))
        lengths = np.diff(found.starts)
        values = np.repeat(held.values, lengths) * np.float32(weight)
        rows = np.repeat(held.row_of, lengths)
        return summed(np.add, held.size, found.width, rows, found.columns, values)


def shorter_runs(key: str) -> Iterator[str]:
    """The shorter runs of a name's words that neither begin nor end with a stop word."""
    words = key.split()
    for start, word in enumerate(words):
        if word in STOP_WORDS:
            continue
        for last in range(start + 1, len(words) + 1):
            if last - start < len(words) and words[last - 1] not in STOP_WORDS:
                yield " ".join(words[start:last])


def run_arrays(segment: Arrays) -> dict[str, AnyArray]:
    """`runs.hashes`, ascending, of the shorter runs in a segment's names, `runs.keys` the names
    that they stand in; and `keys.single`, which names are of one word."""
    hashes, keys, single = [], [], []
    for number, written in enumerate(texts_of(segment, "keys")):
        single.append(b" " not in written)
        if not single[-1]:
            runs = set(shorter_runs(written.decode("utf-8", "surrogatepass")))
            hashes += [_hash(run) for run in runs]
            keys += [number] * len(runs)
    found = np.array(hashes, np.uint32)
    order = np.argsort(found, kind="stable")
    return {
        "runs.hashes": found[order],
        "runs.keys": np.array(keys, np.int32)[order],
        "keys.single": np.array(single, bool),
    }


def nested_in(joint: JointSegments) -> Numbers:
    """(n, 2) every name and a name inside it, by looking through all of them."""
    names = joint.texts["keys"]
    if len(joint.segments) == 1:
        return nested_names(names)
    return nested_names({text: number for number, text in enumerate(names)})


def nested_since(before: Numbers, now: Renumbered) -> Numbers:
    """(n, 2) the same, from the pairs of before.

    Args:
        before: those of the names that there were.
    """
    moved, came = now.moved["keys"], now.came["keys"]
    pairs = moved[before].astype(np.int64)
    pairs = pairs[(pairs >= 0).all(1)]
    names = now.joint.texts["keys"]
    found: set[tuple[int, int]] = set()
    for number in came.tolist():
        own = names.texts[number]
        if " " in own:
            found.update(
                (number, inner) for run in shorter_runs(own) if (inner := names.get(run, -1)) >= 0
            )
        found.update((outer, number) for outer in _holding(now.joint, names, own))
    return np.concatenate([pairs, np.array(sorted(found), np.int64).reshape(-1, 2)])


def _holding(joint: JointSegments, names: JointTexts, own: str) -> Iterator[int]:
    """The names that a name stands inside."""
    wanted = np.uint32(_hash(own))
    for numbers, arrays in zip(joint.numbers["keys"], joint.segments, strict=True):
        hashes = arrays["runs.hashes"]
        first, last = np.searchsorted(hashes, wanted), np.searchsorted(hashes, wanted, "right")
        for place in arrays["runs.keys"][first:last].tolist():
            outer = int(numbers[place])
            if own in set(shorter_runs(names.texts[outer])):
                yield outer


def forms_between(joint: JointSegments, forms: Iterable[tuple[str, str, str]]) -> Numbers:
    """(n, 2) numbers of another form and of the name, from (entity's id, their keys)."""
    names = joint.texts["keys"]
    return np.array(
        sorted({(names[form], names[name]) for _, form, name in forms}), np.int64
    ).reshape(-1, 2)


def _hash(run: str) -> int:
    return zlib.crc32(run.encode("utf-8", "surrogatepass"))
