"""What both children do with torch. Imported by child processes only, never by the app."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from sentence_transformers import SentenceTransformer

from backend.ports import Vectors

LEAST_POSITIONS = 512
"""Models that know so many positions use them, even where their default is to cut earlier."""
_COUNT_FROM_PADDING = frozenset(
    ["roberta", "xlm-roberta", "xlm-roberta-xl", "camembert", "mpnet", "longformer", "xmod"]
)


def load_model(folder: str, threads: int, attention: str = "") -> SentenceTransformer:
    """The model on the processor, in single precision, cutting at `usable_tokens`.

    Args:
        attention: implementation that transformers shall take; empty leaves the choice to it.
    """
    if threads:
        torch.set_num_threads(threads)
    model = SentenceTransformer(
        folder,
        device="cpu",
        local_files_only=True,
        model_kwargs={"attn_implementation": attention} if attention else None,
    )
    model.float().eval()
    model.max_seq_length = usable_tokens(model)
    return model


def usable_tokens(model: SentenceTransformer) -> int:
    """Longest input with special tokens: the declared length, or 512 where positions allow it.

    RoBERTa and its kin count positions from the padding index on, so that many fewer are usable.
    """
    declared = int(model.max_seq_length or LEAST_POSITIONS)
    config = getattr(model[0], "config", None)
    positions = int(getattr(config, "max_position_embeddings", 0) or 0)
    if positions <= 0:
        return declared
    if getattr(config, "model_type", "") in _COUNT_FROM_PADDING:
        positions -= int(getattr(config, "pad_token_id", None) or 1) + 1
    return max(min(declared, positions), min(positions, LEAST_POSITIONS))


def unit_vectors(model: SentenceTransformer, texts: Sequence[str]) -> Vectors:
    """Unit vectors as sentence-transformers makes them, shape (len(texts), dimension)."""
    made = model.encode(
        list(texts), batch_size=8, normalize_embeddings=True, show_progress_bar=False
    )
    return np.asarray(made, dtype=np.float32)


def message_of(error: Exception) -> str:
    """The first line of an error, short enough for a sentence."""
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0].rstrip(".")[:200]
