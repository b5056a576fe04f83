"""How many tokens a prompt is taken to be, before it is sent."""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import Message
from backend.tokens import estimate_tokens

FRAME_TOKENS = 64
"""What a server puts around the messages of a prompt, at most."""


def prompt_tokens(messages: Sequence[Message]) -> int:
    """Estimated tokens of a prompt with what the server puts around it."""
    return sum(estimate_tokens(message.content) for message in messages) + FRAME_TOKENS
