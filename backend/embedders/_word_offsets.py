"""Offsets of WordPiece tokens by looking each distinct word up once.

BERT's tokenizer never joins what white space parts, so the tokens of a text are those of its
words, and a document of a million words has some ten thousand distinct ones.
"""

from __future__ import annotations

import json
import re
import threading

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

# White space for BERT's normaliser as well as for everyone else; other blanks stay in their words.
_WORD = re.compile(r"[^ \t\n\r]+")
_MOST_CHARACTERS = 8_000_000

Offsets = npt.NDArray[np.int32]


class WordOffsets:
    """Remembers the offsets of words' tokens. Thread safe.

    Args:
        tokenizer: one for which `parts_at_white_space` holds, without truncation or padding.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._lock = threading.Lock()
        self._forget()

    def of(self, text: str) -> Offsets:
        """Start and end of each token in code points, shape (tokens, 2)."""
        matches = [(match.group(), match.start()) for match in _WORD.finditer(text)]
        with self._lock:
            if self._characters > _MOST_CHARACTERS:
                self._forget()
            self._learn({word for word, _ in matches if word not in self._numbers})
            numbers = np.array([self._numbers[word] for word, _ in matches], np.int64)
            firsts, counts, offsets = self._firsts, self._counts, self._offsets
        starts = np.array([start for _, start in matches], np.int64)
        many = counts[numbers]
        within = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
        places = offsets[np.repeat(firsts[numbers], many) + within]
        moved: Offsets = (places + np.repeat(starts, many)[:, None]).astype(np.int32)
        return moved

    def _forget(self) -> None:
        self._numbers: dict[str, int] = {}
        self._characters = 0
        self._firsts = np.zeros(0, np.int64)
        self._counts = np.zeros(0, np.int64)
        self._offsets = np.zeros((0, 2), np.int64)

    def _learn(self, words: set[str]) -> None:
        if not words:
            return
        found = self._tokenizer.encode_batch(list(words), add_special_tokens=False)
        offsets = [np.array(each.offsets, np.int64).reshape(-1, 2) for each in found]
        counts = np.array([len(offset) for offset in offsets], np.int64)
        self._numbers.update({word: len(self._numbers) + place for place, word in enumerate(words)})
        self._characters += sum(map(len, words))
        self._firsts = np.concatenate(
            [self._firsts, len(self._offsets) + np.cumsum(counts) - counts]
        )
        self._counts = np.concatenate([self._counts, counts])
        self._offsets = np.concatenate([self._offsets, *offsets])


def parts_at_white_space(tokenizer: Tokenizer) -> bool:
    """Whether this is BERT's WordPiece, with no added token that reaches over white space."""
    parts = json.loads(tokenizer.to_str())
    kinds = [
        (parts.get(part) or {}).get("type") for part in ("normalizer", "pre_tokenizer", "model")
    ]
    return kinds == ["BertNormalizer", "BertPreTokenizer", "WordPiece"] and not any(
        token["lstrip"] or token["rstrip"] or token["single_word"] or _parted(token["content"])
        for token in parts.get("added_tokens", [])
    )


def _parted(content: str) -> bool:
    return _WORD.fullmatch(content) is None
