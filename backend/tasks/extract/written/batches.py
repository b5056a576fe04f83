"""Passages in requests that fit a language model, and what they will cost."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from backend.prompts import load
from backend.settings import Settings
from backend.tokens import estimate_tokens
from backend.types import Chunk, NamingEstimate

PROMPT = "extract"
FRAME_TOKENS = 40
"""The lines around a passage and the request around them."""
MOST_PASSAGES = 6
"""With more in one request, models begin to leave some out."""
ANSWER_SHARE = 0.6
"""Tokens of the answer for each token of the passages, from the schema's own words and names."""
LEAST_ANSWER = 60
"""Tokens of the answer for each passage, however short."""


def key_of(model: str, chunk: Chunk) -> str:
    """What a passage's reply is kept under: the model, the prompt and the passage's text."""
    digest = hashlib.sha256()
    for part in (model, load(PROMPT), chunk.title, chunk.text):
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(encoded)}:".encode() + encoded)
    return digest.hexdigest()


def worth_reading(chunk: Chunk) -> bool:
    """Prose; the rules know the labels of tables as well as any model."""
    return chunk.kind == "prose" and any(character.isalpha() for character in chunk.text)


def answer_tokens(chunks: Sequence[Chunk]) -> int:
    """Tokens that the answer about some passages may take."""
    return sum(
        max(LEAST_ANSWER, round(ANSWER_SHARE * estimate_tokens(chunk.text))) for chunk in chunks
    )


def batches(chunks: Sequence[Chunk], settings: Settings) -> Iterator[list[Chunk]]:
    """Passages in order, in groups whose request and answer fit the model's limits."""
    instruction = estimate_tokens(load(PROMPT))
    room = settings.language_model_context - instruction
    batch: list[Chunk] = []
    used = 0
    for chunk in chunks:
        size = FRAME_TOKENS + estimate_tokens(chunk.text) + answer_tokens([chunk])
        answer = answer_tokens([*batch, chunk])
        full = len(batch) >= MOST_PASSAGES or used + size > room
        if batch and (full or answer > settings.language_model_max_tokens):
            yield batch
            batch, used = [], 0
        batch.append(chunk)
        used += size
    if batch:
        yield batch


def estimate(
    model: str, chunks: Sequence[Chunk], cached: int, settings: Settings
) -> NamingEstimate:
    """The cost of reading passages, none of which was read before.

    Args:
        cached: passages beside these that were read before.
    """
    instruction = estimate_tokens(load(PROMPT))
    groups = list(batches(chunks, settings))
    given = sum(FRAME_TOKENS + estimate_tokens(chunk.text) for chunk in chunks)
    given += instruction * len(groups)
    written = answer_tokens(chunks)
    cost = (given * settings.price_input + written * settings.price_output) / 1_000_000
    return NamingEstimate(
        model, len(chunks), cached, len(groups), given, written, cost, settings.price_currency
    )
