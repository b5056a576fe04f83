"""Runs an exported model with onnxruntime.

Each run uses one thread and several runs go on at once. On processors with large caches this is
faster than one run over many threads: nothing waits for the slowest thread of each operator, and a
small batch's intermediate values stay in the cache.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime

from backend.embedders._tokenizer import ModelTokenizer
from backend.ports import TokenStates, Vectors

BATCH_TOKENS = 256
"""Texts share a batch up to so many padded tokens; a longer text is a batch of its own."""
MOST_THREADS = 8
VECTORS, STATES = "vectors", "states"
"""What the network gives: unit vectors of texts, and its tokens' states where it has them."""


class OnnxRuntime:
    """Vectors from a network that takes token ids and gives unit vectors. Thread safe.

    Args:
        network: the exported file, or what it would hold; read when the first vector is asked for.
        tokens: its tokenizer.
        dimension: length of its vectors.
        threads: runs at the same time; 0 takes the processors that this process may use.
    """

    def __init__(
        self, network: Path | bytes, tokens: ModelTokenizer, dimension: int, threads: int
    ) -> None:
        self._network = network
        self._tokens = tokens
        self._dimension = dimension
        self._threads = threads or min(MOST_THREADS, processors())
        self._session: onnxruntime.InferenceSession | None = None
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="embed")
        self._lock = threading.Lock()

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension), in the order of the texts."""
        session = self._loaded()
        ids = self._tokens.ids(texts)
        vectors = np.empty((len(ids), self._dimension), np.float32)

        def run(batch: list[int]) -> None:
            vectors[batch] = session.run([VECTORS], padded([ids[each] for each in batch]))[0]

        self._each_batch(ids, run)
        return vectors

    @property
    def gives_states(self) -> bool:
        """Whether the network gives its tokens' states."""
        return any(output.name == STATES for output in self._loaded().get_outputs())

    def vectors_and_states(self, texts: Sequence[str]) -> tuple[Vectors, tuple[TokenStates, ...]]:
        """Unit vectors, shape (len(texts), dimension), and the states of each text's tokens."""
        ids = self._tokens.ids(texts)
        vectors = np.empty((len(ids), self._dimension), np.float32)
        return vectors, self._states(ids, vectors)

    def states_of_ids(self, ids: Sequence[Sequence[int]]) -> tuple[TokenStates, ...]:
        """The states of texts that are given by their tokens, special ones included."""
        return self._states(ids, np.empty((len(ids), self._dimension), np.float32))

    def _states(self, ids: Sequence[Sequence[int]], vectors: Vectors) -> tuple[TokenStates, ...]:
        """The states of each text; its vector is put into `vectors`."""
        session = self._loaded()
        states: dict[int, TokenStates] = {}

        def run(batch: list[int]) -> None:
            inputs = padded([ids[each] for each in batch])
            vectors[batch], made = session.run([VECTORS, STATES], inputs)
            for row, each in enumerate(batch):
                tokens = np.array(ids[each], np.int32)
                states[each] = TokenStates(tokens, made[row, : len(tokens)])

        self._each_batch(ids, run)
        return tuple(states[each] for each in range(len(ids)))

    def _each_batch(self, ids: Sequence[Sequence[int]], run: Callable[[list[int]], None]) -> None:
        batches = batches_by_length([len(each) for each in ids])
        if len(batches) == 1:  # a question is not worth a change of threads
            run(batches[0])
            return
        for _ in self._pool.map(run, batches):
            pass

    def _loaded(self) -> onnxruntime.InferenceSession:
        with self._lock:
            if self._session is None:
                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = 1
                options.inter_op_num_threads = 1
                options.log_severity_level = 3
                given = self._network if isinstance(self._network, bytes) else str(self._network)
                self._session = onnxruntime.InferenceSession(
                    given, options, providers=["CPUExecutionProvider"]
                )
            return self._session


def batches_by_length(lengths: Sequence[int], most: int = BATCH_TOKENS) -> list[list[int]]:
    """Numbers of the texts in batches of like length, longest first, of `most` tokens at most."""
    batches: list[list[int]] = []
    for each in sorted(range(len(lengths)), key=lambda number: -lengths[number]):
        last = batches[-1] if batches else None
        if last is None or (len(last) + 1) * lengths[last[0]] > most:
            batches.append([each])
        else:
            last.append(each)
    return batches


def padded(ids: Sequence[Sequence[int]], step: int = 1) -> dict[str, np.ndarray]:
    """The network's inputs for one batch, padded to a multiple of `step` tokens."""
    width = -(-max(len(each) for each in ids) // step) * step
    padded = np.zeros((len(ids), width), np.int64)
    mask = np.zeros((len(ids), width), np.int64)
    for row, each in enumerate(ids):
        padded[row, : len(each)] = each
        mask[row, : len(each)] = 1
    return {"input_ids": padded, "attention_mask": mask}


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
