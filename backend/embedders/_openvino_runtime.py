"""Runs an exported model with OpenVINO where the processor multiplies in bfloat16.

Such processors multiply matrices of half the precision several times faster, and vectors keep a
cosine over .9999 to the exact ones, which is checked whenever the runtime starts. It takes a second
or two to start and is meant for many passages, never for a question.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from backend.embedders._model_agreement import AGREEMENT, SAMPLES
from backend.embedders._onnx_runtime import OnnxRuntime, batches_by_length, padded, processors
from backend.embedders._tokenizer import ModelTokenizer
from backend.ports import Vectors

if TYPE_CHECKING:
    import openvino

BATCH_TOKENS = 512
"""Texts share a batch up to so many padded tokens; a longer text is a batch of its own."""
WIDTH_STEP = 8
"""Batches are padded to multiples of so many tokens: each new shape costs a preparation."""
CAPABILITY = "BF16"

logger = logging.getLogger(__name__)


class OpenVinoRuntime:
    """Vectors from a network that takes token ids and gives unit vectors. Thread safe.

    Args:
        model: the compiled network, with as many streams as `threads`.
        tokens: its tokenizer.
        dimension: length of its vectors.
        threads: runs at the same time.
    """

    def __init__(
        self, model: openvino.CompiledModel, tokens: ModelTokenizer, dimension: int, threads: int
    ) -> None:
        self._model = model
        self._tokens = tokens
        self._dimension = dimension
        self._requests = threading.local()
        # the library's binding makes its own constants at the first call, and two first calls at
        # once wait for each other for ever: one alone goes before
        self._request().infer(padded(tokens.ids(["first"]), WIDTH_STEP))[0]
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="embed-many")

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension), in the order of the texts."""
        ids = self._tokens.ids(texts)
        vectors = np.empty((len(ids), self._dimension), np.float32)

        def run(batch: list[int]) -> None:
            inputs = padded([ids[each] for each in batch], WIDTH_STEP)
            vectors[batch] = self._request().infer(inputs)[0]

        sizes = [-(-len(each) // WIDTH_STEP) * WIDTH_STEP for each in ids]
        for _ in self._pool.map(run, batches_by_length(sizes, BATCH_TOKENS)):
            pass
        # half the precision leaves lengths a little off 1
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)

    def _request(self) -> openvino.InferRequest:
        if not hasattr(self._requests, "own"):
            self._requests.own = self._model.create_infer_request()
        request: openvino.InferRequest = self._requests.own
        return request


def fast_runtime(
    network: Path | bytes, tokens: ModelTokenizer, dimension: int, threads: int, exact: OnnxRuntime
) -> OpenVinoRuntime | None:
    """The runtime, or None where it is not installed, gains nothing or does not agree.

    Args:
        network: the exported file, or what it would hold.
        threads: runs at the same time; 0 takes the processors that this process may use.
        exact: the runtime in single precision that it is compared with.
    """
    try:
        # takes a second to import, and no question needs it
        import openvino  # noqa: PLC0415 - see above
    except ImportError:
        return None
    core = openvino.Core()
    if CAPABILITY not in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES"):
        return None
    streams = threads or processors()
    options = {
        "INFERENCE_PRECISION_HINT": "bf16",
        "INFERENCE_NUM_THREADS": streams,
        "NUM_STREAMS": streams,
    }
    try:
        read = core.read_model(BytesIO(network) if isinstance(network, bytes) else str(network))
        model = core.compile_model(read, "CPU", options)
        runtime = OpenVinoRuntime(model, tokens, dimension, streams)
        cosine = float((runtime.vectors(SAMPLES) * exact.vectors(SAMPLES)).sum(axis=1).min())
    except RuntimeError:  # an operator of some other model that it does not know
        logger.warning("the model runs in single precision only", exc_info=True)
        return None
    if cosine >= AGREEMENT:
        return runtime
    logger.warning("vectors in bfloat16 agree to a cosine of %.5f only and are not used", cosine)
    return None
