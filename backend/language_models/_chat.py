"""The chat-completions protocol over an SDK's client: streaming, time limit, retries, stop, cost.

The SDKs that adapters bring are generated from the same specification and share their shape
(`chat.completions.create`, `models.list`, `APIStatusError` …), so one module serves them all and
imports none. The SDK's own retries are switched off: they can be neither stopped nor bounded.

When a request ends early: while no visible text has come it is asked again if that can help, and
otherwise ends in a LanguageModelError. Once text has come it is never asked again, since a second
answer would not continue the first; the stream ends in a Completion whose `ending` is `cut` or
`timeout`, so that nothing received is lost.
"""

from __future__ import annotations

import asyncio
import queue
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backend.errors import LanguageModelError
from backend.language_models import _request_failures
from backend.language_models._concessions import RequestForm
from backend.language_models._event_loop import submit
from backend.language_models._reasoning import ReasoningFilter
from backend.language_models._request_failures import RequestFailure, ServerWording
from backend.ports import Completion, Ending, Message, StopSignal
from backend.settings import Settings
from backend.tokens import estimate_tokens
from backend.types import Usage

ATTEMPTS = 4
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 8.0
CONNECT_SECONDS = 10.0
LISTING_SECONDS = 15.0
MESSAGE_TOKENS = 4
"""What the frame of one message costs in chat templates, for estimates."""
_POLL_SECONDS = 0.05
_CLOSING_SECONDS = 2.0
_NOT_LISTED = frozenset([404, 405, 501])
_ENDINGS: dict[str, Ending] = {"length": "length", "content_filter": "filtered"}


@dataclass(frozen=True, slots=True)
class ChatClient:
    """An SDK's asynchronous client with what the protocol needs to know of it.

    `sdk` is the module with the exception classes, `transport_errors` are those of its HTTP client,
    `default_model` may be empty: then the first model that the server lists is asked.
    """

    client: Any
    sdk: Any
    transport_errors: tuple[type[Exception], ...]
    server: ServerWording
    form: RequestForm
    default_model: str = ""


@dataclass(slots=True)
class _Reply:
    """What has come of one answer so far."""

    deliver: Callable[[str], None]
    visible: ReasoningFilter = field(default_factory=ReasoningFilter)
    has_text: bool = False
    finish: str = ""
    fault: str = ""
    usage: tuple[int, int] | None = None

    def take(self, chunk: Any) -> None:
        """Take in one chunk of the stream; parts that are missing or malformed are passed over."""
        extra = getattr(chunk, "x_groq", None)
        self.usage = (
            _tokens(getattr(chunk, "usage", None))
            or _tokens(getattr(extra, "usage", None))
            or self.usage
        )
        self.fault = self.fault or str(getattr(extra, "error", None) or "")
        choices = getattr(chunk, "choices", None)
        for choice in choices[:1] if isinstance(choices, list) else ():
            content = getattr(getattr(choice, "delta", None), "content", None)
            if isinstance(content, str):
                self._show(self.visible.feed(content))
            self.finish = str(getattr(choice, "finish_reason", None) or self.finish)

    def end(self) -> None:
        """The stream is over: show what was held back."""
        self._show(self.visible.finish())

    @property
    def ending(self) -> Ending:
        """How the stream ended, when it ended by itself; without a reason given, it was cut."""
        return _ENDINGS.get(self.finish, "complete") if self.finish and not self.fault else "cut"

    def _show(self, text: str) -> None:
        if text:
            self.has_text = True
            self.deliver(text)


class ChatModel:
    """A language model behind a server that speaks the chat-completions protocol."""

    def __init__(self, service: ChatClient, settings: Settings) -> None:
        self._service = service
        self._settings = settings
        self._model = settings.language_model_name or service.default_model
        self.name = self._model or f"model of {service.server.title}"
        """The model's name; until the server has been asked for its first one, the server's."""
        self._forms: dict[str, RequestForm] = {}
        sdk, transport_errors = service.sdk, service.transport_errors
        self._status_error: type[Exception] = sdk.APIStatusError
        self._connection_errors = (sdk.APIConnectionError, *transport_errors)
        # A ValueError is what the SDKs let through when a line of the stream is not JSON.
        self._errors: tuple[type[Exception], ...] = (sdk.APIError, *transport_errors, ValueError)

    def models(self) -> tuple[str, ...]:
        """Names of the models that the server offers, sorted; empty if it cannot list them.

        Raises:
            LanguageModelError: if it cannot be reached or does not accept the key.
        """
        return tuple(sorted(submit(self._within(LISTING_SECONDS)).result()))

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: StopSignal,
        schema: Mapping[str, object] | None = None,
    ) -> Iterator[str | Completion]:
        """See `backend.ports.LanguageModel.stream`."""
        started = time.perf_counter()
        arrived: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        text = ""
        if stop.is_set():
            yield Completion(text, Usage(), self.name, "stopped")
            return
        reply = _Reply(arrived.put)
        work = submit(self._converse(reply, tuple(messages), max_tokens, schema, arrived))
        try:
            stopped = False
            while True:
                if not stopped and stop.is_set():
                    stopped = work.cancel()  # False if the answer is complete by now
                try:
                    piece = arrived.get(timeout=_CLOSING_SECONDS if stopped else _POLL_SECONDS)
                except queue.Empty:
                    if stopped:
                        break
                    continue
                if piece is None:
                    break
                text += piece
                yield piece
            ending: Ending = "stopped" if stopped else work.result()
            yield self._completion(text, messages, reply.usage, ending, started)
        finally:
            work.cancel()

    def close(self) -> None:
        """Close the connections that are kept open."""
        submit(self._service.client.close()).result(timeout=_CLOSING_SECONDS)

    def _completion(
        self,
        text: str,
        messages: Sequence[Message],
        reported: tuple[int, int] | None,
        ending: Ending,
        started: float,
    ) -> Completion:
        asked, written = reported or (
            sum(estimate_tokens(message.content) + MESSAGE_TOKENS for message in messages),
            estimate_tokens(text),
        )
        prices = self._settings.price_input, self._settings.price_output
        cost = (asked * prices[0] + written * prices[1]) / 1e6
        usage = Usage(asked, written, cost, time.perf_counter() - started)
        return Completion(text, usage, self.name, ending, estimated=reported is None)

    # --- on the background loop -------------------------------------------------------------------

    async def _converse(
        self,
        reply: _Reply,
        messages: tuple[Message, ...],
        max_tokens: int,
        schema: Mapping[str, object] | None,
        arrived: queue.SimpleQueue[str | None],
    ) -> Ending:
        seconds = self._settings.language_model_timeout
        deadline = asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(deadline):
                return await self._persist(reply, messages, max_tokens, schema, deadline)
        except TimeoutError:
            if reply.finish:
                return reply.ending  # all has come; only the connection was left open
            if reply.has_text:
                return "timeout"
            raise _request_failures.timed_out(self._service.server, seconds) from None
        finally:
            if reply.has_text:
                reply.end()
            arrived.put(None)

    async def _persist(
        self,
        reply: _Reply,
        messages: tuple[Message, ...],
        max_tokens: int,
        schema: Mapping[str, object] | None,
        deadline: float,
    ) -> Ending:
        """Ask until there is an answer or no hope of one."""
        attempt = 0
        form: RequestForm | None = None
        while True:
            try:
                model = await self._chosen_model()
                form = form or self._forms.get(model, self._service.form)
                ending = await self._ask(reply, model, form, messages, max_tokens, schema)
            except self._errors as error:
                if reply.has_text:
                    return "cut"
                smaller = self._conceded(error, form, schema)
                if smaller is not None:
                    # known from now on, whatever becomes of this request
                    self._forms[model] = form = smaller
                    continue
                attempt += 1
                await self._pause_or_raise(error, attempt, deadline)
                reply.visible, reply.finish, reply.fault = ReasoningFilter(), "", ""
            else:
                self._forms[model] = form
                return ending

    async def _ask(
        self,
        reply: _Reply,
        model: str,
        form: RequestForm,
        messages: tuple[Message, ...],
        max_tokens: int,
        schema: Mapping[str, object] | None,
    ) -> Ending:
        stream = await self._service.client.chat.completions.create(
            model=model,
            messages=form.messages(messages, schema),
            stream=True,
            **form.parameters(max_tokens, schema),
        )
        async with stream:
            async for chunk in stream:
                reply.take(chunk)
        reply.end()
        if not reply.has_text:
            raise self._empty_answer(reply, max_tokens)
        return reply.ending

    def _empty_answer(self, reply: _Reply, max_tokens: int) -> LanguageModelError:
        server = self._service.server
        if reply.finish == "length":
            return LanguageModelError(
                "broken_answer",
                f"{self.name} used up all of its {max_tokens} tokens before it began to answer.",
                "Raise the setting language_model_max_tokens, or choose a model that reasons less.",
            )
        if reply.finish == "content_filter":
            return LanguageModelError(
                "refused",
                f"{server.title} withheld the answer by its content rules.",
                "Ask in other words, or use another model.",
            )
        said = _request_failures.quote(reply.fault, server.key)
        return _request_failures.broken(server, f"ended the answer before it began{said}")

    def _conceded(
        self, error: Exception, form: RequestForm | None, schema: Mapping[str, object] | None
    ) -> RequestForm | None:
        if form is None or getattr(error, "status_code", None) not in (400, 422):
            return None
        complaint = f"{error} {getattr(error, 'body', '')}"
        return form.without(complaint, has_schema=schema is not None)

    async def _pause_or_raise(self, error: Exception, attempt: int, deadline: float) -> None:
        failure = self._failure(error)
        pause = failure.wait
        if pause is None:
            longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt)
            pause = random.uniform(longest / 2, longest)
        left = deadline - asyncio.get_running_loop().time()
        if not failure.transient or attempt >= ATTEMPTS or pause >= left:
            raise failure.error from error
        await asyncio.sleep(pause)

    def _failure(self, error: Exception) -> RequestFailure:
        server = self._service.server
        if isinstance(error, self._status_error):
            response: Any = getattr(error, "response")  # noqa: B009  # of the SDK's own class
            return _request_failures.of_status(
                int(response.status_code), _message(error), response.headers, server
            )
        if isinstance(error, self._connection_errors):
            return _request_failures.unreachable(server)
        if isinstance(error, ValueError):
            return RequestFailure(
                _request_failures.broken(server, "sent an answer that cannot be read"), False
            )
        said = _request_failures.quote(_message(error), server.key)
        return RequestFailure(
            _request_failures.broken(server, f"broke off with an error{said}"), False
        )

    async def _chosen_model(self) -> str:
        if not self._model:
            listed = await self._listed()
            # Servers of local models list their embedding models among the others.
            self._model = next((each for each in listed if "embed" not in each.lower()), "")
            self.name = self._model or self.name
        if not self._model:
            raise LanguageModelError(
                "refused",
                f"{self._service.server.title} does not say which models it has.",
                "Name one by the setting language_model_name.",
            )
        return self._model

    async def _listed(self) -> list[str]:
        try:
            page = await self._service.client.models.list()
        except self._status_error as error:
            if getattr(error, "status_code", None) in _NOT_LISTED:
                return []
            raise
        entries = getattr(page, "data", None)
        names = [getattr(entry, "id", None) for entry in entries or ()]
        return [name for name in names if isinstance(name, str) and name]

    async def _within(self, seconds: float) -> list[str]:
        try:
            async with asyncio.timeout(min(seconds, self._settings.language_model_timeout)):
                return await self._listed()
        except TimeoutError:
            raise _request_failures.timed_out(self._service.server, seconds) from None
        except ValueError:
            return []
        except self._errors as error:
            raise self._failure(error).error from error


def _tokens(usage: Any) -> tuple[int, int] | None:
    asked, written = (
        getattr(usage, "prompt_tokens", None),
        getattr(usage, "completion_tokens", None),
    )
    return (asked, written) if isinstance(asked, int) and isinstance(written, int) else None


def _message(error: Exception) -> str:
    """The server's own sentence, without the SDK's frame around it."""
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict):
            parts = [str(inner[key]) for key in ("message", "code") if inner.get(key)]
            return " ".join(parts)
        return str(inner)
    return str(getattr(error, "message", error)) if not isinstance(body, str) else ""
