"""Cases turned into labelled readings: what training and measuring both start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.inference.logistic import Matrix
from backend.ports import Embedder
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.types import Hit
from bench._reader_labels import contains_answer, is_unanswerable, labels
from bench._reader_sets import Case

TOP = 5
FOLDS = 5
BLOCK = 30
"""Questions about one page stand together in nq_uda: folds are made of blocks of the file."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A reading with its features and labels. `kind` names where its evidence came from."""

    case: Case
    kind: str
    hits: tuple[Hit, ...]
    reading: ReadEvidence
    features: Matrix
    labels: npt.NDArray[np.int8]

    @property
    def answerable(self) -> bool:
        """Whether some candidate holds the gold answer."""
        return bool((self.labels == 1).any())


def fold_of(case: Case) -> int:
    """The fold of cross-validation that a case belongs to."""
    return case.number // BLOCK % FOLDS


def labelled(
    case: Case, kind: str, hits: Sequence[Hit], embedder: Embedder, background: Background
) -> Labelled:
    """Read a case's question over some evidence."""
    reading = read(case.question, hits, embedder.embed, background)
    documents = [hit.chunk.document_id for hit in hits]
    return Labelled(
        case,
        kind,
        tuple(hits),
        reading,
        unit_features(reading),
        labels(case, reading.candidates, documents),
    )


def other_evidence(cases: Sequence[Case], index: int, generator: np.random.Generator) -> Case:
    """Another case of the same set whose first passages hold no gold document of this one."""
    case = cases[index]
    while True:
        other = cases[int(generator.integers(len(cases)))]
        documents = {hit.chunk.document_id for hit in other.evidence[:TOP]}
        same_book = bool(case.gold_spans)
        if other is case or (not same_book and documents & case.gold_documents):
            continue
        if same_book and other.gold_documents & case.gold_documents:
            continue
        return other


def near_misses(case: Case) -> tuple[Hit, ...]:
    """The best passages that are not gold and do not hold the answer."""
    gold = {hit.chunk.id for hit in case.gold_evidence}
    return tuple(
        hit
        for hit in case.evidence
        if hit.chunk.id not in gold
        and (case.gold_spans or hit.chunk.document_id not in case.gold_documents)
        and not contains_answer(f"{hit.chunk.title} {hit.chunk.text}", case.answers)
    )[:TOP]


def readings_of_cases(
    cases: Sequence[Case],
    embedder: Embedder,
    background: Background,
    generator: np.random.Generator,
) -> list[Labelled]:
    """Each case over what is found, over gold, over another question's and over near misses; one
    without an answer over what is found."""
    readings = []
    for index, case in enumerate(cases):
        if is_unanswerable(case):
            hits = case.evidence[:TOP]
            readings.append(labelled(case, "none", hits, embedder, background))
            continue
        other = other_evidence(cases, index, generator)
        for kind, hits in (
            ("top", case.evidence[:TOP]),
            ("gold", case.gold_evidence[:TOP]),
            ("other", other.evidence[:TOP]),
            ("near", near_misses(case)),
        ):
            if hits:
                readings.append(labelled(case, kind, hits, embedder, background))
    return readings


def chosen_characters(each: Labelled, chosen: Sequence[int]) -> float:
    """F1 of the characters of the chosen units and of the gold spans."""
    quoted: set[tuple[str, int]] = set()
    for index in chosen:
        unit = each.reading.candidates[index]
        document = each.hits[unit.hit - 1].chunk.document_id
        quoted.update((document, at) for at in range(unit.start, unit.end))
    gold = {(name, at) for name, start, end in each.case.gold_spans for at in range(start, end)}
    shared = len(quoted & gold)
    return 2.0 * shared / (len(quoted) + len(gold)) if shared else 0.0
