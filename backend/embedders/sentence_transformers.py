"""Any sentence-transformers model, run without torch in this process.

The first use of a model exports the whole pipeline (transformer, pooling, unit length) to ONNX in
a child process and compares it with the original; onnxruntime then runs it. A model whose export
fails or disagrees is run by sentence-transformers itself in a child process.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from backend.embedders._model import PACKAGED, Model, fetch, find_packaged_or_local, identify
from backend.embedders._onnx_runtime import OnnxRuntime
from backend.embedders._openvino_runtime import fast_runtime
from backend.embedders._preparation import Prepared, prepare
from backend.embedders._tokens import Tokens
from backend.embedders._torch_runtime import TorchRuntime
from backend.errors import EmbedderError
from backend.ports import Embedder, Progress, TokenStates, Vectors
from backend.remembered import Remembered
from backend.settings import Settings

REMEMBERED_QUESTIONS = 256
MANY_TEXTS = 8
"""So many texts in one call are worth the start of a faster runtime where bulk is foreseen."""


class Runtime(Protocol):
    """What computes vectors."""

    def vectors(self, texts: Sequence[str]) -> Vectors: ...


def build(
    settings: Settings,
    model_name: str = "",
    progress: Progress = lambda _stage, _done, _total: None,
    *,
    bulk: bool = False,
) -> Embedder:
    """The embedder of a model; nothing is exported or loaded before it is first used.

    Args:
        model_name: a sentence-transformers name or folder; empty takes the settings' default.
        progress: hears of the first-time preparation ("loading", "exporting", "comparing",
            "ready", with steps done of 3).
        bulk: many passages will be embedded: where the processor allows, in lower precision (a
            cosine of .9999 or more to the exact vectors) and several times faster.

    Raises:
        EmbedderError: if the model is not on this machine and cannot be downloaded.
    """
    name = model_name or settings.embedder
    folder = find_packaged_or_local(name)
    if folder is None:
        # The hub's client takes a second to import and is needed for downloaded models only.
        from huggingface_hub import snapshot_download  # noqa: PLC0415 - see above

        def download(repository: str, ignore: list[str]) -> str:
            try:
                return snapshot_download(repository, ignore_patterns=ignore, local_files_only=True)
            except OSError:
                return snapshot_download(repository, ignore_patterns=ignore)

        folder = fetch(name, download)
    elif name.endswith(f"/{PACKAGED}") and not Path(name).is_dir():
        name = PACKAGED
    model = identify(name, folder, settings.cache)
    return SentenceTransformersEmbedder(
        model, settings.cache, settings.embedding_threads, progress, bulk=bulk
    )


class SentenceTransformersEmbedder:
    """Vectors of one model. Safe from several threads.

    The vectors of single texts are remembered, since several retrievers and checks ask for the
    same question's.
    """

    def __init__(
        self, model: Model, cache: Path, threads: int, progress: Progress, *, bulk: bool = False
    ) -> None:
        self.identity = model.identity
        self._model = model
        self._cache = cache
        self._threads = threads
        self._progress = progress
        self._bulk = bulk
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._prepared: Prepared | None = None
        self._remembered: Remembered[str, Vectors] = Remembered(REMEMBERED_QUESTIONS)

    def start(self) -> None:
        """See `backend.ports.StartingEmbedder`."""
        self._many()

    @cached_property
    def dimension(self) -> int:
        """Length of the vectors."""
        return self._description().dimension

    @cached_property
    def max_tokens(self) -> int:
        """Most tokens of text that one vector may stand for, special tokens excluded."""
        return self._description().max_tokens

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        """Per text the start and end of each token in code points, special tokens excluded."""
        return self._tokens.offsets(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension); texts over the limit are cut at it.

        Raises:
            EmbedderError: if the model cannot be loaded or run.
        """
        if len(texts) == 1:
            return self._remembered.of(texts[0], lambda: self._vectors(texts)).copy()
        places: dict[str, int] = {}
        for text in texts:
            places.setdefault(text, len(places))
        vectors = self._vectors(list(places))
        if len(places) == len(texts):
            return vectors
        return vectors[[places[text] for text in texts]]

    @property
    def gives_states(self) -> bool:
        """Whether the model gives its tokens' states; see `backend.ports.ContextualEmbedder`."""
        return isinstance(self._runtime, OnnxRuntime) and self._runtime.gives_states

    def embed_with_states(self, texts: Sequence[str]) -> tuple[Vectors, tuple[TokenStates, ...]]:
        """See `backend.ports.ContextualEmbedder`."""
        if not isinstance(self._runtime, OnnxRuntime) or not self._runtime.gives_states:
            raise EmbedderError(
                f"{self.identity} gives no states of tokens.",
                "Ask `gives_states` before, or choose a model that can be exported.",
            )
        if not texts:
            return np.zeros((0, self.dimension), "f4"), ()
        return self._runtime.vectors_and_states(self._prompted(texts))

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), "f4")
        runtime = self._many() if len(texts) >= MANY_TEXTS else self._runtime
        return runtime.vectors(self._prompted(texts))

    def _prompted(self, texts: Sequence[str]) -> Sequence[str]:
        prompt = self._description().prompt
        return [prompt + text for text in texts] if prompt else texts

    def _many(self) -> Runtime:
        """What many texts are embedded with."""
        if not self._bulk:
            return self._runtime
        # two that start at once would wait for each other inside the library
        with self._starting:
            return self._bulk_runtime

    def _description(self) -> Prepared:
        with self._lock:
            if self._prepared is None:
                self._prepared = prepare(self._model, self._cache, self._threads, self._progress)
            return self._prepared

    @cached_property
    def _tokens(self) -> Tokens:
        prepared = self._description()
        return Tokens(prepared.folder / "tokenizer.json", prepared.max_sequence)

    @cached_property
    def _runtime(self) -> Runtime:
        prepared = self._description()
        if prepared.runtime == "torch":
            return TorchRuntime(
                self._model.folder, prepared.max_sequence, prepared.dimension, self._threads
            )
        network = prepared.folder / "model.onnx"
        return OnnxRuntime(network, self._tokens, prepared.dimension, self._threads)

    @cached_property
    def _bulk_runtime(self) -> Runtime:
        exact = self._runtime
        if not isinstance(exact, OnnxRuntime):
            return exact
        network = self._description().folder / "model.onnx"
        fast = fast_runtime(network, self._tokens, self.dimension, self._threads, exact)
        return fast or exact
