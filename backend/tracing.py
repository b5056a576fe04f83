"""Spans of what a question or a job does, for OpenTelemetry where it is switched on.

Otherwise its library is neither imported nor needed. Names and attributes are those of the GenAI
semantic conventions (in development; as of version 1.41), and what is Quire's own begins with
`quire.`. No question, passage, answer or name of a file is in a span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeVar

from backend.errors import SettingsError

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer, TracerProvider

SCOPE = "quire"
Attributes = Mapping[str, str | int | float | bool | Sequence[str]]
Kind = Literal["internal", "client"]
Piece = TypeVar("Piece")

_tracer: Tracer | None = None


class Recording:
    """A span at work; nothing where spans are off."""

    def __init__(self, span: Span | None = None) -> None:
        self._span = span

    def add(self, attributes: Attributes) -> None:
        """Say more of it."""
        if self._span is not None:
            self._span.set_attributes(dict(attributes))


NOT_RECORDED = Recording()


def switch_on(provider: TracerProvider | None = None) -> None:
    """Make spans from now on, in the whole program.

    Args:
        provider: what takes them. Without one it is that of the program, if it has set one, else
            one that sends by OTLP over HTTP to where the variables OTEL_EXPORTER_OTLP_... say.

    Raises:
        SettingsError: if the SDK of OpenTelemetry is not installed.
    """
    global _tracer  # noqa: PLW0603 - as logging, spans are the program's and not of one library
    try:
        _tracer = (provider or _provider()).get_tracer(SCOPE)
    except ImportError as error:
        raise SettingsError(
            "Traces are switched on, but OpenTelemetry's SDK is not installed.",
            "`pip install -r requirements-traces.txt -c constraints.txt`, or switch off the "
            "setting traces.",
        ) from error


def switch_off() -> None:
    """Make no more spans."""
    global _tracer  # noqa: PLW0603 - as above
    _tracer = None


def are_on() -> bool:
    """Whether spans are made."""
    return _tracer is not None


def _provider() -> TracerProvider:
    from opentelemetry import trace  # noqa: PLC0415 - only where it is switched on
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider as Sending  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    given = trace.get_tracer_provider()
    if isinstance(given, Sending):
        return given
    # Resource.create puts OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES over these.
    provider = Sending(resource=Resource.create({"service.name": SCOPE}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider


@contextmanager
def span(name: str, attributes: Attributes, kind: Kind = "internal") -> Iterator[Recording]:
    """A span round the block; an error that leaves it is told by its type alone."""
    if _tracer is None:
        yield NOT_RECORDED
        return
    begun = _begun(_tracer, name, attributes, kind)
    try:
        with _current(begun):
            yield Recording(begun)
    except BaseException as error:
        _fail(begun, error)
        raise
    finally:
        begun.end()


def spanned(
    name: str,
    attributes: Attributes,
    pieces: Iterator[Piece],
    told: Callable[[Recording, Piece], None],
    kind: Kind = "internal",
) -> Iterator[Piece]:
    """Pieces as they come, with a span round their making.

    Whoever takes them does so outside of the span, and may stop taking them at any point.

    Args:
        told: adds to the span what a piece says.
    """
    if _tracer is None:
        yield from pieces
        return
    begun = _begun(_tracer, name, attributes, kind)
    recording = Recording(begun)
    try:
        while True:
            with _current(begun):
                try:
                    piece = next(pieces)
                except StopIteration:
                    return
            told(recording, piece)
            yield piece
    except GeneratorExit:
        raise
    except BaseException as error:
        _fail(begun, error)
        raise
    finally:
        begun.end()


def _begun(tracer: Tracer, name: str, attributes: Attributes, kind: Kind) -> Span:
    from opentelemetry.trace import SpanKind  # noqa: PLC0415 - only where it is switched on

    kinds = {"internal": SpanKind.INTERNAL, "client": SpanKind.CLIENT}
    return tracer.start_span(name, attributes=dict(attributes), kind=kinds[kind])


@contextmanager
def _current(begun: Span) -> Iterator[None]:
    from opentelemetry.trace import use_span  # noqa: PLC0415 - only where it is switched on

    with use_span(begun, record_exception=False, set_status_on_exception=False):
        yield


def _fail(begun: Span, error: BaseException) -> None:
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415 - as above

    begun.set_attribute("error.type", type(error).__qualname__)
    begun.set_status(Status(StatusCode.ERROR))
