"""A question at work: the pipeline runs in a thread, screens and command line look at what came."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace

from backend.errors import WorkbenchError
from backend.ports import StopSignal
from backend.turns import GoneError, Stage, Ticket, Turns
from backend.types import Answer, Event, Finished, Hit, Query, Retrieved, Step, TextDelta, Waiting

logger = logging.getLogger(__name__)


class RunningQuestion:
    """What a running question has brought so far. All properties may be read from any thread."""

    def __init__(self, query: Query, pipeline: str, conversation_id: str, owner: str = "") -> None:
        self.owner = owner
        """Id of the person who asked, where people sign in."""
        self.id = uuid.uuid4().hex
        self.query = query
        self.pipeline = pipeline
        self.conversation_id = conversation_id
        self.started = time.time()
        self._pieces: list[str] = []
        self._hits: tuple[Hit, ...] = ()
        self._steps: list[Step] = []
        self._answer: Answer | None = None
        self._error: WorkbenchError | None = None
        self._ticket: Ticket | None = None
        self._stop = threading.Event()
        self._done = threading.Event()

    @property
    def text(self) -> str:
        """The answer's text so far."""
        return "".join(self._pieces)

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The evidence; empty until it was retrieved."""
        return self._hits

    @property
    def steps(self) -> tuple[Step, ...]:
        """The trace so far."""
        return tuple(self._steps)

    @property
    def waiting(self) -> Waiting | None:
        """Its place in the line of questions; None while it is worked on and after."""
        return self._ticket.waiting() if self._ticket else None

    def wait_with(self, ticket: Ticket) -> None:
        """Take the ticket that says where it stands."""
        self._ticket = ticket

    @property
    def answer(self) -> Answer | None:
        """The finished answer."""
        return self._answer

    @property
    def error(self) -> WorkbenchError | None:
        """Why there is no answer."""
        return self._error

    @property
    def done(self) -> bool:
        """Whether it ended, with an answer or an error."""
        return self._done.is_set()

    def stop(self) -> None:
        """End the request; what there is stays."""
        self._stop.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it ended; False if `timeout` seconds passed before."""
        return self._done.wait(timeout)

    def run(
        self,
        events: Callable[[Query, StopSignal], Iterator[Event]],
        keep: Callable[[Answer], None],
    ) -> None:
        """Consume a pipeline's events to the end; `keep` stores the finished answer."""
        try:
            for event in events(self.query, self._stop):
                self._take(event, keep)
        except WorkbenchError as error:
            self._error = error
        except Exception:  # the edge of a worker: the screen needs a sentence, the log the cause
            logger.exception("a question failed unexpectedly")
            self._error = WorkbenchError(
                "Something unexpected went wrong while answering; the log has the details.",
                "Ask again, or choose another pipeline.",
            )
        finally:
            self._done.set()

    def _take(self, event: Event, keep: Callable[[Answer], None]) -> None:
        match event:
            case TextDelta():
                self._pieces.append(event.text)
            case Retrieved():
                self._hits = event.hits
            case Step():
                self._steps.append(event)
            case Finished():
                # the time that a person waited: from the question on, a place in line included
                usage = replace(event.answer.usage, seconds=time.time() - self.started)
                answer = replace(event.answer, conversation_id=self.conversation_id, usage=usage)
                keep(answer)
                self._answer = answer


def in_turns(
    asking: RunningQuestion, turns: Turns, begin: Callable[[], Iterator[Event]], stop: StopSignal
) -> Iterator[Event]:
    """A pipeline's events, the evidence in one turn and all after it in another.

    Raises:
        WorkbenchError: if it is stopped while it waits for its evidence: there is nothing to show.
    """
    stopped = stop.is_set
    try:
        with turns.turn(Stage.EVIDENCE, gone=stopped, told=asking.wait_with):
            events = begin()
            for event in events:
                yield event
                if isinstance(event, Retrieved):
                    break
    except GoneError:
        raise WorkbenchError(
            "The question was stopped before its turn came.", "Ask again when you like."
        ) from None
    try:
        with turns.turn(Stage.WRITING, gone=stopped, told=asking.wait_with):
            yield from events
    except GoneError:  # what was found stands; the pipeline ends by itself as it is told to stop
        yield from events
