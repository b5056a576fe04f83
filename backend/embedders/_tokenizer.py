"""A model's own tokenizer: ids for the network, offsets for the chunkers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from backend.embedders._word_offsets import WordOffsets, parts_at_white_space
from backend.errors import EmbedderError

_SURROGATE = re.compile("[\ud800-\udfff]")
_BATCH_CHARACTERS = 250_000
"""Encodings take some 200 bytes per token, so long inputs are encoded piece by piece."""


class ModelTokenizer:
    """Thread safe: the tokenizer's settings do not change after construction.

    Args:
        source: a tokenizer.json, or what it would hold; lower-casing and the like are part of it.
        max_sequence: tokens after which `ids` cuts, special tokens included.
    """

    def __init__(self, source: Path | str, max_sequence: int) -> None:
        if isinstance(source, Path) and not source.is_file():
            raise EmbedderError(
                "The embedding model has no tokenizer.json.",
                "Choose a model with a fast tokenizer, or delete the cache folder and try again.",
            )
        self._whole = _tokenizer(source)
        self._whole.no_padding()
        self._whole.no_truncation()
        self.special = int(self._whole.num_special_tokens_to_add(False))
        self._words = WordOffsets(self._whole) if parts_at_white_space(self._whole) else None
        # in a pair a text's own "[SEP]" is no end of it
        self._plain = _tokenizer(source)
        self._plain.no_padding()
        self._plain.no_truncation()
        self._plain.encode_special_tokens = True
        self._most = max_sequence
        self._cut = _tokenizer(source)
        self._cut.no_padding()
        self._cut.enable_truncation(max_sequence)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids with special tokens, cut at the limit."""
        return [
            encoding.ids
            for batch in _batches(texts)
            for encoding in self._cut.encode_batch_fast(batch)
        ]

    def pair_ids(self, text: str, others: Sequence[str]) -> list[list[int]]:
        """Ids of the text and each of the others as one text, a separator between the two; those
        that are too long are cut at the limit.

        Raises:
            EmbedderError: if the tokenizer has no marks for a beginning and an end.
        """
        marks = self._whole.encode("").ids
        if len(marks) != len("[]"):
            raise EmbedderError(
                "The embedding model's tokenizer does not separate two texts.",
                "Choose the model that ships.",
            )
        opening, separator = marks
        asked = self._plain.encode(_without_surrogates(text), add_special_tokens=False).ids
        said = self._plain.encode_batch_fast(
            [_without_surrogates(other) for other in others], add_special_tokens=False
        )
        return [[opening, *asked, separator, *each.ids, separator][: self._most] for each in said]

    def offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        """Start and end of each token in code points, shape (tokens, 2), special ones excluded."""
        if self._words is not None:
            return [self._words.of(text) for batch in _batches(texts) for text in batch]
        return [
            np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2)
            for batch in _batches(texts)
            for encoding in self._whole.encode_batch(batch, add_special_tokens=False)
        ]


def _tokenizer(source: Path | str) -> Tokenizer:
    if isinstance(source, Path):
        return Tokenizer.from_file(str(source))
    return Tokenizer.from_str(source)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(_without_surrogates(text))
        size += len(text)
        if size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _without_surrogates(text: str) -> str:
    """Half of a surrogate pair has no UTF-8 form; one replacement character keeps the offsets."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
