"""A language model behind a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from backend.ports.running import StopSignal
from backend.types.answers import Usage


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat: role is system, user or assistant."""

    role: str
    content: str


Ending = Literal["complete", "length", "filtered", "stopped", "cut", "timeout"]
"""Why a completion ends: the model was done, reached its token limit, or its service withheld the
rest; a person stopped it; the connection broke; the time limit was reached."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The end of a stream: the whole text, what it cost and why it ends.

    `estimated` is True where the server did not report tokens and they were counted from the text.
    """

    text: str
    usage: Usage
    model: str
    ending: Ending = "complete"
    estimated: bool = False


class LanguageModel(Protocol):
    """A chat model behind an HTTP server."""

    name: str

    def models(self) -> tuple[str, ...]:
        """Names of the models that the server offers, sorted; empty if it cannot list them."""
        ...

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: StopSignal,
        schema: Mapping[str, object] | None = None,
    ) -> Iterator[str | Completion]:
        """Pieces of text, then one Completion. `schema` asks for JSON of that JSON Schema.

        Setting `stop` closes the connection; the completion then holds what had come. A broken
        connection or the time limit also ends in a completion once text has come, so that nothing
        received is lost; its `ending` says which.

        Raises:
            LanguageModelError: with a code, only while no text has come; rate limits are retried as
                the server asks, within the time limit, before that.
        """
        ...


class ReplyStore(Protocol):
    """Where replies are kept, so that nothing is paid for twice."""

    def load(self, key: str) -> str | None:
        """The text that was kept under a key; None if there is none."""
        ...

    def save(self, key: str, text: str, document_id: str) -> None:
        """Keep a text, which goes with its document."""
        ...
