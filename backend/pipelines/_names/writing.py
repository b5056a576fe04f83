"""Reports written by a language model, kept beside the graph; a job, never on a question's way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from backend.errors import LanguageModelError
from backend.pipelines._names.facts import told_fact
from backend.pipelines._names.kept import (
    forget,
    graph_of,
    keep_written,
    written_reports,
)
from backend.pipelines._names.reports import (
    FACTS,
    WrittenReport,
    central_passages,
    facts_inside,
    key_of,
)
from backend.ports import Parts, Progress, StopSignal
from backend.tasks.report.language_model import ReportWriter
from backend.types import Chunk

KEPT_EVERY = 10
"""After so many reports what was written is kept, so that a stop loses little."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a language model is given of a group."""

    key: str
    names: tuple[str, ...]
    facts: tuple[str, ...]
    passages: tuple[Chunk, ...]


def assignments(parts: Parts, collection_id: str) -> Iterator[Assignment]:
    """What each group of names would be written from, the largest first."""
    graph = graph_of(parts, collection_id)
    inside = facts_inside(graph.network, graph.groups)
    for group, facts in zip(graph.groups, inside, strict=True):
        ids = central_passages(graph.network, group.names)
        chunks = parts.records.chunks(ids)
        if chunks:
            yield Assignment(
                key_of(graph.network, group),
                tuple(graph.network.labels[name] for name in group.names),
                tuple(told_fact(graph.network, fact) for fact in facts[:FACTS]),
                tuple(chunks.values()),
            )


def write_reports(
    parts: Parts, writer: ReportWriter, collection_id: str, progress: Progress, stop: StopSignal
) -> None:
    """Let a language model report on every group that none has reported on as it is now.

    What it wrote without a passage is refused, and the local report stays; that is kept with its
    reason and not asked for again.

    Raises:
        LanguageModelError: if the model failed; what it wrote so far is kept.
    """
    todo = list(assignments(parts, collection_id))
    known = written_reports(parts.records, collection_id)
    held = {each.key: known[each.key] for each in todo if each.key in known}
    missing = [each for each in todo if each.key not in held]
    try:
        for number, each in enumerate(missing, start=1):
            progress("reporting", number, len(missing))  # raises if it was cancelled
            reply = writer.write(each.names, each.facts, each.passages, stop)
            held[each.key] = WrittenReport(
                each.key,
                writer.name,
                reply.title,
                tuple(
                    (text, tuple(each.passages[n - 1].id for n in numbers))
                    for text, numbers in reply.sentences
                ),
                f"{writer.name}: {reply.refused}" if reply.refused else "",
            )
            if number % KEPT_EVERY == 0:
                keep_written(parts.records, collection_id, held.values())
    except LanguageModelError as error:
        done = len(held)
        raise LanguageModelError(
            "unreachable",
            f"The language model did not report on all groups of names; {done} of {len(todo)} are "
            f"done. {error.what}",
            "Look at the language model on the Status page and try again: it goes on where it was.",
        ) from error
    finally:
        keep_written(parts.records, collection_id, held.values())
        forget(parts, collection_id)
