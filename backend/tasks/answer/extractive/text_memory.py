"""Texts as the reader's models see them, kept for the sentences that questions meet again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np

from backend.ports import ContextualEmbedder, Embedder, Vectors
from backend.tasks.answer.extractive.alignment import Aligner, Tokens


@dataclass(frozen=True, slots=True)
class _Seen:
    vector: Vectors
    tokens: Tokens | None


class TextMemory:
    """Embeds texts, remembering the `limit` most recently used. Safe for threads.

    Args:
        embedder: gives the vectors; with an aligner it must give states of tokens too.
        aligner: what tokens are made for; none are made without.
        limit: a text takes 2 kB, with its tokens about 10 kB.
    """

    def __init__(self, embedder: Embedder, aligner: Aligner | None = None, limit: int = 4096):
        self._embedder = embedder
        self._aligner = aligner
        self._limit = limit
        self._texts: OrderedDict[str, _Seen] = OrderedDict()
        self._lock = Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension), as the embedder gives them.

        Raises:
            EmbedderError: if the model cannot be run.
        """
        if not texts:
            return np.zeros((0, self._embedder.dimension), dtype=np.float32)
        return np.stack([each.vector for each in self._seen(texts)])

    def tokens(self, texts: Sequence[str]) -> tuple[Tokens, ...]:
        """The texts' tokens for the aligner; of texts that were just embedded they are there.

        Raises:
            EmbedderError: if the model cannot be run.
            ValueError: without an aligner.
        """
        found = [each.tokens for each in self._seen(texts)]
        if any(each is None for each in found):
            raise ValueError("tokens are made for an aligner, and none was given")
        return tuple(each for each in found if each is not None)

    def _seen(self, texts: Sequence[str]) -> list[_Seen]:
        with self._lock:
            found = {text: self._texts[text] for text in texts if text in self._texts}
            for text in found:
                self._texts.move_to_end(text)
        missing = list(dict.fromkeys(text for text in texts if text not in found))
        if missing:
            found.update(zip(missing, self._made(missing), strict=True))
            with self._lock:
                for text in missing:
                    self._texts[text] = found[text]
                while len(self._texts) > self._limit:
                    self._texts.popitem(last=False)
        return [found[text] for text in texts]

    def _made(self, texts: Sequence[str]) -> list[_Seen]:
        if self._aligner is None or not isinstance(self._embedder, ContextualEmbedder):
            return [_Seen(vector, None) for vector in self._embedder.embed(texts)]
        vectors, states = self._embedder.embed_with_states(texts)
        return [
            _Seen(vector, self._aligner.tokens(state))
            for vector, state in zip(vectors, states, strict=True)
        ]
