"""Runs a model that cannot be exported in a child process of its own, which holds torch."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from backend.errors import EmbedderError
from backend.guarded_process import ChildDiedError, ChildTimeoutError, GuardedProcess
from backend.ports import Vectors

_CHILD = "backend.embedders._torch_child"
_UNLIMITED_MEGABYTES = 1_000_000
_UNLIMITED_SECONDS = 10_000_000
_LONGEST_SECONDS = 1_800.0
_TEXTS_PER_MESSAGE = 256


class TorchRuntime:
    """Keeps one child running; starts another when it has ended. Calls take turns.

    Args:
        folder: the sentence-transformers model.
        max_sequence: tokens after which a text is cut, special tokens included.
        threads: threads of torch; 0 lets it choose.
    """

    def __init__(self, folder: Path, max_sequence: int, dimension: int, threads: int) -> None:
        self._task = {"folder": str(folder), "max_sequence": max_sequence, "threads": threads}
        self._dimension = dimension
        self._process: GuardedProcess | None = None
        self._lock = threading.Lock()

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension), in the order of the texts.

        Raises:
            EmbedderError: if the child ends, hangs or cannot load the model.
        """
        made = [np.zeros((0, self._dimension), np.float32)]
        with self._lock:
            for start in range(0, len(texts), _TEXTS_PER_MESSAGE):
                made.append(self._ask(texts[start : start + _TEXTS_PER_MESSAGE]))
        return np.concatenate(made)

    def close(self) -> None:
        """End the child."""
        with self._lock:
            if self._process is not None:
                self._process.close()
                self._process = None

    def _ask(self, texts: Sequence[str]) -> Vectors:
        try:
            if self._process is None or not self._process.alive:
                self._process = GuardedProcess(
                    _CHILD, megabytes=_UNLIMITED_MEGABYTES, seconds=_UNLIMITED_SECONDS
                )
                self._process.send(self._task)
            self._process.send({"texts": list(texts)})
            header, payload = self._process.receive(time.monotonic() + _LONGEST_SECONDS)
        except (ChildDiedError, ChildTimeoutError) as error:
            if self._process is not None:
                self._process.close()
                self._process = None
            raise EmbedderError(
                "The process that runs the embedding model has ended unexpectedly.",
                "Try again; if it happens once more, the machine may be short of memory.",
            ) from error
        if "problem" in header:
            raise EmbedderError(
                f"The embedding model could not be run: {header['problem']}.",
                "Choose another model in the settings.",
            )
        return np.frombuffer(payload, np.float32).reshape(len(texts), self._dimension)
