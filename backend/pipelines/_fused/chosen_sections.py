"""Passages of the sections that were chosen by their headings stand higher (option `sections`).

The sections are those of the documents of the best passages (seed thesis, §3.2.5: three pages); a
person, or a language model, that leafs through tables of contents would look there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from backend.ports import LibraryRecords, PathChooser
from backend.types import Hit, RetrieverCard, Section, Signal, Step, option

RETRIEVER_CARD = RetrieverCard(
    "chosen_section",
    plain="table of contents",
    clause="whether its section was chosen by its headings",
    family="choice",
    place=170,
    asked="never",
)
RETRIEVER = RETRIEVER_CARD.name
DOCUMENTS = 3
MOST = 2
LIFT = 1.0
"""What being in a chosen section adds, in standard deviations of the candidates' scores."""


def sections_option() -> Any:
    """The option by which passages of chosen sections stand higher."""
    return option(
        False,
        "Choose sections by their headings",
        "Passages of the sections whose headings fit the question stand higher; with a language "
        "model, it chooses them.",
    )


@dataclass(frozen=True, slots=True)
class Lifted:
    """Hits, best first, what was done, and what a person should know of it."""

    hits: tuple[Hit, ...]
    step: Step
    notices: tuple[str, ...]


def lifted(
    records: LibraryRecords, chooser: PathChooser, question: str, hits: Sequence[Hit]
) -> Lifted:
    """Lift the passages of chosen sections.

    Args:
        hits: all candidates, best first.
    """
    started = time.perf_counter()
    documents = list(dict.fromkeys(hit.chunk.document_id for hit in hits))[:DOCUMENTS]
    titles = {hit.chunk.document_id: hit.chunk.title for hit in hits}
    offered: list[tuple[str, Section]] = [
        (titles[document], section)
        for document in documents
        for section in records.sections(document)
        if section.title.strip()
    ]
    found = chooser.choose(question, offered, MOST, threading.Event())
    place = {section_id: rank for rank, section_id in enumerate(found.section_ids, start=1)}
    add = LIFT * (float(np.std([hit.score for hit in hits])) if hits else 0.0)
    changed = [_lifted(hit, place.get(hit.chunk.section_id), add) for hit in hits]
    changed.sort(key=lambda hit: (-hit.score, hit.chunk.id))
    named = {section.id: section.title for _, section in offered}
    chosen = ", ".join(f"“{named[section_id]}”" for section_id in found.section_ids)
    step = Step(
        "sections",
        f"Chosen by {found.chosen_by}: {chosen}"
        if chosen
        else f"None of {len(offered)} headings fits, says {found.chosen_by}",
        time.perf_counter() - started,
    )
    return Lifted(tuple(changed), step, found.notices)


def _lifted(hit: Hit, rank: int | None, add: float) -> Hit:
    signal = Signal(
        RETRIEVER,
        rank,
        None if rank is None else 1.0,
        None,
        0.0 if rank is None else add,
    )
    return replace(hit, score=hit.score + signal.contribution, signals=(*hit.signals, signal))
