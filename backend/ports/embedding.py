"""Turning texts into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
"""Shape (n, dimension), L2-normalised rows."""


@dataclass(frozen=True, slots=True)
class TokenStates:
    """A text as a transformer sees it: `ids` of shape (tokens,), special tokens included, and
    `states` of shape (tokens, hidden), its last layer."""

    ids: npt.NDArray[np.int32]
    states: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EmbeddingNetwork:
    """A model that is ready to run, whole in memory.

    `base` is the name of the model that it was made from; `max_sequence` counts all tokens of an
    input, `max_tokens` what is left for the text itself; `prompt` stands before every text;
    `tokenizer` is a tokenizer.json, `network` an ONNX file from ids and mask to unit vectors.
    """

    base: str
    dimension: int
    max_sequence: int
    max_tokens: int
    prompt: str
    tokenizer: str
    network: bytes


@dataclass(frozen=True, slots=True)
class Triplet:
    """A text to be learned: a question, a passage that answers it, and one that shares words with
    it and does not."""

    question: str
    right: str
    wrong: str


class TokenCounter(Protocol):
    """The part of an embedder that chunkers need."""

    @property
    def max_tokens(self) -> int:
        """Most tokens of text that one embedding may hold, special tokens excluded."""
        ...

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        """Per text an array of shape (tokens, 2): start and end of each token in code points."""
        ...


class Embedder(TokenCounter, Protocol):
    """Turns texts into vectors."""

    identity: str
    """Name and content hash of the model: vectors of different identities never mix."""

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension); texts over the limit are cut at it."""
        ...


@runtime_checkable
class ContextualEmbedder(Embedder, Protocol):
    """An embedder whose model may also tell what each token means where it stands."""

    @property
    def gives_states(self) -> bool:
        """Whether `embed_with_states` may be called.

        Raises:
            EmbedderError: if the model cannot be loaded.
        """
        ...

    def embed_with_states(self, texts: Sequence[str]) -> tuple[Vectors, tuple[TokenStates, ...]]:
        """As `embed`, and the states of each text's tokens, for the cost of the vectors alone.

        Raises:
            EmbedderError: if the model cannot be run, or gives no states.
        """
        ...


@runtime_checkable
class PairEmbedder(Embedder, Protocol):
    """An embedder whose model may also read two texts as one, each in the light of the other."""

    @property
    def reads_pairs(self) -> bool:
        """Whether `pair_states` may be called.

        Raises:
            EmbedderError: if the model cannot be loaded.
        """
        ...

    def pair_states(self, text: str, others: Sequence[str]) -> tuple[TokenStates, ...]:
        """The states of the tokens of the text followed by each of the others: a mark for the
        beginning, the text, a separator, the other, a separator. What is too long is cut at its
        end.

        Raises:
            EmbedderError: if the model cannot be run, or reads no pairs.
        """
        ...


@runtime_checkable
class StartingEmbedder(Embedder, Protocol):
    """An embedder that takes seconds to start; what knows early that it will be needed says so."""

    def start(self) -> None:
        """Load what many passages are embedded with, where that was not done. Safe for several
        threads.

        Raises:
            EmbedderError: if the model cannot be loaded.
        """
        ...


class Embedders(Protocol):
    """Gives each collection the model that its vectors were made with."""

    def of(self, collection_id: str) -> Embedder:
        """The embedder of the collection's live vectors.

        Raises:
            EmbedderError: if it cannot be loaded.
        """
        ...

    def named(self, model: str) -> Embedder:
        """The embedder of a model name or folder; empty means the default of the settings."""
        ...

    def wanted(self, collection_id: str) -> Embedder:
        """The embedder that the collection's settings ask for: its own fine-tuned one where that is
        switched on and there, else the one that is named.

        Raises:
            EmbedderError: if it cannot be loaded.
        """
        ...

    def question(self, collection_id: str, text: str) -> Vectors:
        """Of shape (dimension,): where a question is searched from among a collection's passages.
        It is moved by the collection's query adapter where one is on.

        Raises:
            EmbedderError: as `of`.
        """
        ...

    def learned_from(self, collection_id: str) -> int:
        """Of how many questions the query adapter learned that moves this collection's questions;
        0 if none does."""
        ...
