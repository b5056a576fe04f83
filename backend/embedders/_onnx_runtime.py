"""Runs an exported model with onnxruntime."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime

from backend.embedders._tokens import Tokens
from backend.ports import Vectors

BATCH_TOKENS = 2_048
BATCH_TEXTS = 16


class OnnxRuntime:
    """Vectors from a network that takes token ids and gives unit vectors.

    Args:
        network: the exported file.
        tokens: its tokenizer.
        dimension: length of its vectors.
        threads: threads of one run; 0 lets onnxruntime take the physical cores.
    """

    def __init__(self, network: Path, tokens: Tokens, dimension: int, threads: int) -> None:
        self._network = network
        self._tokens = tokens
        self._dimension = dimension
        self._threads = threads
        self._session: onnxruntime.InferenceSession | None = None
        self._lock = threading.Lock()

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension), in the order of the texts."""
        session = self._loaded()
        ids = self._tokens.ids(texts)
        vectors = np.empty((len(ids), self._dimension), np.float32)
        # Texts of like length share a batch, so that next to nothing is computed for padding.
        order = sorted(range(len(ids)), key=lambda each: -len(ids[each]))
        for batch in _batches(order, ids):
            width = len(ids[batch[0]])
            padded = np.zeros((len(batch), width), np.int64)
            mask = np.zeros((len(batch), width), np.int64)
            for row, each in enumerate(batch):
                padded[row, : len(ids[each])] = ids[each]
                mask[row, : len(ids[each])] = 1
            vectors[batch] = session.run(None, {"input_ids": padded, "attention_mask": mask})[0]
        return vectors

    def _loaded(self) -> onnxruntime.InferenceSession:
        with self._lock:
            if self._session is None:
                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = self._threads
                options.inter_op_num_threads = 1
                options.log_severity_level = 3
                self._session = onnxruntime.InferenceSession(
                    str(self._network), options, providers=["CPUExecutionProvider"]
                )
            return self._session


def _batches(order: Sequence[int], ids: Sequence[Sequence[int]]) -> list[list[int]]:
    """Consecutive texts, longest first, up to a number of texts and of padded tokens."""
    batches: list[list[int]] = []
    for each in order:
        last = batches[-1] if batches else None
        if (
            last is None
            or len(last) >= BATCH_TEXTS
            or (len(last) + 1) * len(ids[last[0]]) > BATCH_TOKENS
        ):
            batches.append([each])
        else:
            last.append(each)
    return batches
