"""Invented documents on valleys in a library without a model: subjects that documents share."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.ports import Vectors
from backend.settings import load_settings
from backend.types import CollectionSettings, Edge, JobState
from backend.workbench import Workbench, open_workbench
from tests.chunking import SmallEmbedder

SUBJECTS = ("glacier", "harbour", "orchard", "railway", "observatory")
VERBS = ("was measured", "was repaired", "was painted", "grew larger", "was closed")
SETTINGS = CollectionSettings(
    chunk_tokens=24,
    overlap_tokens=0,
    similarity_threshold=0.3,
    link_threshold=0.5,
    link_neighbours=4,
)


class WordEmbedder(SmallEmbedder):
    """Texts that share words are near: a sum of one direction per word."""

    identity = "words@0"

    def embed(self, texts: Sequence[str]) -> Vectors:
        made = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().replace(".", " ").split():
                made[row] += _direction(word, self.dimension)
        norms = np.linalg.norm(made, axis=1, keepdims=True)
        made /= np.where(norms > 0, norms, 1)
        return made

    @property
    def dimension(self) -> int:
        return 32


@cache
def _direction(word: str, dimension: int) -> npt.NDArray[np.float64]:
    seed = int.from_bytes(word.encode()[:8].ljust(8, b"\0"), "big")
    return np.random.default_rng(seed).standard_normal(dimension)


def document(number: int) -> str:
    """Paragraphs on two of the subjects; neighbours in number share one."""
    first, second = (SUBJECTS[(number + step) % len(SUBJECTS)] for step in (0, 1))
    return "\n\n".join(
        f"The {subject} of valley {number} {verb} in the year {1900 + number * 7 + step}. "
        f"People of the valley spoke of the {subject} for long."
        for subject in (first, second)
        for step, verb in enumerate(VERBS)
    )


def opened(folder: Path) -> Workbench:
    return open_workbench(load_settings({}, library=folder), start_workers=False)


def add(workbench: Workbench, collection_id: str, numbers: Sequence[int]) -> None:
    for number in numbers:
        workbench.library.add_file(collection_id, f"valley {number}.txt", document(number).encode())
    finish(workbench)


def finish(workbench: Workbench) -> None:
    workbench.queue.work_until_idle(threading.Event())
    ended = [(view.job.name, view.job.state, view.job.reason) for view in workbench.queue.jobs()]
    assert all(state is JobState.DONE for _, state, _ in ended), ended


def filled(workbench: Workbench, numbers: Sequence[int] = range(10)) -> str:
    collection = workbench.library.create_collection("Valleys", SETTINGS)
    add(workbench, collection.id, numbers)
    return collection.id


def graph_of(workbench: Workbench, collection_id: str) -> tuple[object, list[Edge]]:
    records = workbench.parts.records
    return records.communities_of_collection(collection_id), list(records.edges(collection_id))
