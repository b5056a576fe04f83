"""A question that is waited for without holding a thread; whoever goes away ends its work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import anyio

from backend.errors import CancelledError, WorkbenchError
from backend.types import Answer, Hit, Step
from backend.workbench import RunningQuestion

LOOK_EVERY = 0.02
"""Seconds between two looks at a question."""
STILL_HERE = 15.0
"""Seconds of silence after which a sign of life is due, so that no proxy closes a stream."""


async def stays() -> bool:
    """For those who cannot go away unnoticed."""
    return False


async def answered(asking: RunningQuestion, gone: Callable[[], Awaitable[bool]] = stays) -> Answer:
    """Wait for an answer; the question is stopped if nobody waits any more.

    Args:
        gone: whether whoever asked has gone away.

    Raises:
        WorkbenchError: why there is no answer.
    """
    try:
        while not asking.done:
            if await gone():
                raise CancelledError("The client went away.", "Ask again.")
            await anyio.sleep(LOOK_EVERY)
    finally:
        asking.stop()
    return answer_of(asking)


def answer_of(asking: RunningQuestion) -> Answer:
    """The answer of a question that has ended.

    Raises:
        WorkbenchError: why there is none.
    """
    if asking.error is not None:
        raise asking.error
    if asking.answer is None:
        raise WorkbenchError("The question ended without an answer.", "Ask again.")
    return asking.answer


@dataclass(frozen=True, slots=True)
class News:
    """What a question brought since the last look: its evidence (once), steps and text. Nothing of
    all is a sign of life."""

    hits: tuple[Hit, ...] = ()
    steps: tuple[Step, ...] = ()
    text: str = ""


async def news_of(asking: RunningQuestion) -> AsyncIterator[News]:
    """What comes, as it comes, until the question has ended."""
    told, steps, written, silent = False, 0, 0, 0.0
    while True:
        done = asking.done
        news = News(() if told else asking.hits, asking.steps[steps:], asking.text[written:])
        if news != News():
            told = told or bool(news.hits)
            steps += len(news.steps)
            written += len(news.text)
            silent = 0.0
            yield news
        elif silent >= STILL_HERE:
            silent = 0.0
            yield news
        if done:
            return
        silent += LOOK_EVERY
        await anyio.sleep(LOOK_EVERY)
