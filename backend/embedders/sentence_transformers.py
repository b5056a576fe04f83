"""Any sentence-transformers model, run without torch in this process.

The first use of a model exports the whole pipeline (transformer, pooling, unit length) to ONNX in
a child process and compares it with the original; onnxruntime then runs it. A model whose export
fails or disagrees is run by sentence-transformers itself in a child process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from backend.embedders._model import PACKAGED, Model, fetch, find_packaged_or_local, identify
from backend.embedders._onnx_runtime import OnnxRuntime
from backend.embedders._openvino_runtime import fast_runtime
from backend.embedders._preparation import PAIRS, Prepared, prepare
from backend.embedders._tokenizer import ModelTokenizer
from backend.embedders._torch_runtime import TorchRuntime
from backend.errors import EmbedderError
from backend.guarded_process import ChildDiedError, ChildTimeoutError, GuardedProcess
from backend.ports import Embedder, EmbeddingNetwork, Progress, TokenStates, Triplet, Vectors
from backend.remembered import Remembered
from backend.settings import Settings

REMEMBERED_QUESTIONS = 256
MANY_TEXTS = 8
"""So many texts in one call are worth the start of a faster runtime where bulk is foreseen."""


_LEARNING = "backend.embedders._fine_tuning"
_UNLIMITED = 10_000_000
_LONGEST_BATCH = 1_800.0
"""Seconds after which a child that says nothing is given up."""


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
    model = model_of_name(settings, model_name)
    return SentenceTransformersEmbedder(
        model, settings.cache, settings.embedding_threads, progress, bulk=bulk
    )


def build_network(
    settings: Settings, network: EmbeddingNetwork, identity: str, *, bulk: bool = False
) -> Embedder:
    """The embedder of a network that is in memory.

    Args:
        bulk: as in `build`.
    """
    return NetworkEmbedder(network, identity, settings.embedding_threads, bulk=bulk)


def fine_tune(
    settings: Settings,
    model_name: str,
    batches: Sequence[Sequence[Triplet]],
    longest: int,
    progress: Progress,
) -> EmbeddingNetwork:
    """All weights of a model learn from batches of triplets, in a process of their own.

    Args:
        model_name: as in `build`.
        longest: tokens after which texts are cut while learning.
        progress: called with ("loading" | "learning", batches done, of); what it raises ends the
            learning.

    Raises:
        EmbedderError: if the model cannot be loaded, learn or be exported.
    """
    model = model_of_name(settings, model_name)
    told = [[(each.question, each.right, each.wrong) for each in batch] for batch in batches]
    task = {"folder": str(model.folder), "threads": settings.embedding_threads}
    stage, done, of = "loading", 0, len(batches)

    def wait() -> None:
        progress(stage, done, of)

    try:
        with GuardedProcess(_LEARNING, megabytes=_UNLIMITED, seconds=_UNLIMITED) as child:
            child.send({**task, "batches": told, "longest": longest})
            while True:
                header, payload = child.receive(time.monotonic() + _LONGEST_BATCH, wait)
                if "done" not in header:
                    break
                stage, done = "learning", int(header["done"])
    except (ChildDiedError, ChildTimeoutError) as error:
        raise EmbedderError(
            "The process that fine-tunes the embedding model has ended unexpectedly.",
            "Try again; if it happens once more, the machine may be short of memory.",
        ) from error
    if "problem" in header:
        raise EmbedderError(
            f"The embedding model “{model.label}” cannot be fine-tuned: {header['problem']}.",
            "Choose another model in the collection's settings.",
        )
    return EmbeddingNetwork(model.label, network=payload, **header)


def model_of_name(settings: Settings, model_name: str) -> Model:
    """The model of a name or folder on this machine; empty takes the settings' default.

    Raises:
        EmbedderError: if it is not on this machine and cannot be downloaded.
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
    return identify(name, folder, settings.cache)


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

    @property
    def reads_pairs(self) -> bool:
        """Whether the model has an adapter for pairs; see `backend.ports.PairEmbedder`."""
        return self._description().reads_pairs

    def pair_states(self, text: str, others: Sequence[str]) -> tuple[TokenStates, ...]:
        """See `backend.ports.PairEmbedder`."""
        runtime = self._pairs_runtime
        if runtime is None:
            raise EmbedderError(
                f"{self.identity} reads no pairs of texts.",
                "Ask `reads_pairs` before, or choose the model that ships.",
            )
        return runtime.states_of_ids(self._tokens.pair_ids(text, others))

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
    def _tokens(self) -> ModelTokenizer:
        prepared = self._description()
        return ModelTokenizer(prepared.folder / "tokenizer.json", prepared.max_sequence)

    @cached_property
    def _network(self) -> Path | bytes:
        return self._description().folder / "model.onnx"

    @cached_property
    def _runtime(self) -> Runtime:
        prepared = self._description()
        if prepared.runtime == "torch":
            return TorchRuntime(
                self._model.folder, prepared.max_sequence, prepared.dimension, self._threads
            )
        return OnnxRuntime(self._network, self._tokens, prepared.dimension, self._threads)

    @cached_property
    def _pairs_runtime(self) -> OnnxRuntime | None:
        prepared = self._description()
        if not prepared.reads_pairs:
            return None
        network = prepared.folder / PAIRS
        return OnnxRuntime(network, self._tokens, prepared.dimension, self._threads)

    @cached_property
    def _bulk_runtime(self) -> Runtime:
        exact = self._runtime
        if not isinstance(exact, OnnxRuntime):
            return exact
        fast = fast_runtime(self._network, self._tokens, self.dimension, self._threads, exact)
        return fast or exact


class NetworkEmbedder(SentenceTransformersEmbedder):
    """Vectors of a network in memory, of which nothing is on the disk."""

    def __init__(
        self, network: EmbeddingNetwork, identity: str, threads: int, *, bulk: bool = False
    ) -> None:
        nowhere = Path()
        super().__init__(
            Model(network.base, nowhere, identity), nowhere, threads, _unheard, bulk=bulk
        )
        self._given = network

    def _description(self) -> Prepared:
        given = self._given
        return Prepared(
            Path(), "onnx", given.dimension, given.max_tokens, given.max_sequence, given.prompt
        )

    @cached_property
    def _tokens(self) -> ModelTokenizer:
        return ModelTokenizer(self._given.tokenizer, self._given.max_sequence)

    @cached_property
    def _network(self) -> bytes:
        return self._given.network


def _unheard(_stage: str, _done: int, _total: int) -> None:
    """Nothing is prepared, so nothing is told."""
