"""Whether direct and likely answers over new files keep their promise: `python -m bench.verdicts`.

Measured over files that neither taught the reader nor chose anything of how sure it is: three
rounds (`bench/own_files/round_*.jsonl`), everyday papers (`everyday_apart.jsonl`), business
documents (`business_apart.jsonl`), people's papers (`people_apart.jsonl`) and the guides that are
tests; business documents and people's papers are asked of those that taught besides. All but the
rounds are asked of their own document alone, of that one among five, and of all documents of their
part. What was promised is `bench.train_sureness`'s to choose.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.embedders.sentence_transformers import build as build_embedder
from backend.inference.logistic import Matrix
from backend.settings import load_settings
from backend.tasks.answer.extractive.decided import first_quote
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import Judgement, judge
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.required import context_of, missing_required, required
from backend.tasks.answer.extractive.rule_scores import titles_of
from backend.tasks.answer.extractive.weights import ReaderWeights, weights_for
from backend.tasks.answer.local import LocalReader
from backend.types import Hit, Verdict
from bench._reader_labels import is_unanswerable, labels, quote_holds
from bench._reader_own_files import (
    BUSINESS_APART,
    EVERYDAY_APART,
    GUIDES,
    PEOPLE_APART,
    ROUNDS,
    TEMPTING_APART,
    Context,
    asked_questions,
    cases_in_contexts,
    default_documents,
    part_cases,
)
from bench._reader_readings import TOP, near_misses
from bench._reader_sets import Case
from bench.report import write_results

TESTED = (Context.ALONE, Context.FEW, Context.ALL)
NEAR = 1 / 9
"""Near misses beside answered questions: one question in ten. The sets have questions of their own
that no document answers, one in ten as well, so that one in five has no answer in all."""


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A question, where its evidence came from, and what was read of it."""

    case: Case
    kind: str
    hits: tuple[Hit, ...]
    reading: ReadEvidence
    features: Matrix


@dataclass(frozen=True, slots=True)
class Judged:
    """One reading: where its evidence came from, whether it is answered whatever the probability,
    and whether the quote that stands first then holds the answer."""

    kind: str
    verdict: Verdict
    first: float
    right: bool


@dataclass(frozen=True, slots=True)
class Share:
    """Of the readings that would be called likely: how many there are, how many are right, and the
    share that is right, near misses counted as one question in ten."""

    answerable: int
    right: int
    near_misses: int
    unanswerable: int
    share: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    arguments = parser.parse_args()
    embedder = build_embedder(load_settings())
    weights = weights_for(embedder)
    reader = LocalReader(embedder, weights)
    documents = arguments.own_files
    read = {"rounds": [each for part in ROUNDS for each in _of_round(reader, documents, part)]}
    tests = (
        ("everyday", EVERYDAY_APART, None),
        ("business", BUSINESS_APART, None),
        ("people", PEOPLE_APART, None),
        ("tempting", TEMPTING_APART, None),
        ("guides", GUIDES, tested_guides()),
    )
    for name, part, of in tests:
        for case in cases_in_contexts(documents, part, of, TESTED):
            kind = f"{name}_{case.context}"
            evidence = evidence_in(case.context, case.case)
            read.setdefault(kind, []).extend(readings_of(reader, case.case, evidence))
    bounds = weights.thresholds
    figures: dict[str, object] = {
        "likely": round(bounds.likely, 3),
        "direct": round(bounds.direct, 3),
    }
    found = {kind: judged_all(own, weights) for kind, own in read.items()}
    for kind, own in found.items():
        figures[f"direct_{kind}"] = _figures(share_of(own, 0.0, Verdict.DIRECT))
        figures[f"likely_{kind}"] = _figures(share_of(own, 0.0))
        figures[f"questions_{kind}"] = sum(each.kind == "top" for each in own)
        figures[f"without_answer_{kind}"] = sum(each.kind == "none" for each in own)
    print(json.dumps(figures, indent=2))
    write_results("verdicts", figures)


def tested_guides() -> frozenset[str]:
    """The guides that train nothing: every second one, from the second on."""
    return frozenset(sorted({question.document for question in asked_questions(GUIDES)})[1::2])


def tests_of_guides(cases: Sequence[tuple[str, Case]]) -> list[tuple[str, Case]]:
    """The cases of the guides that train nothing."""
    names = tested_guides()
    return [case for case in cases if case[0] in names]


def _of_round(reader: LocalReader, documents: Path, part: str) -> list[Unjudged]:
    return [
        read
        for _, case in part_cases(documents, part)
        for read in readings_of(reader, case, evidence_of(case))
    ]


def readings_of(
    reader: LocalReader, case: Case, evidence: Iterable[tuple[str, Sequence[Hit]]]
) -> list[Unjudged]:
    """What the reader reads of one question over each kind of evidence."""
    found = (reading_of(reader, case, kind, hits) for kind, hits in evidence)
    return [each for each in found if each is not None]


def evidence_in(context: Context, case: Case) -> list[tuple[str, Sequence[Hit]]]:
    """The evidence that a case is read over in its context, and the kind of each: only of its own
    document also without the passages that answer. What is asked elsewhere is a near miss too."""
    if context is Context.ELSEWHERE:
        return [("near", case.evidence[:TOP])]
    evidence = evidence_of(case)
    return evidence if context is Context.ALONE else evidence[:1]


def reading_of(reader: LocalReader, case: Case, kind: str, hits: Sequence[Hit]) -> Unjudged | None:
    """What the reader reads of one question; None without a candidate."""
    reading = reader.read(case.question, hits)
    if not reading.candidates:
        return None
    return Unjudged(case, kind, tuple(hits), reading, unit_features(reading))


def judged_all(read: Iterable[Unjudged], weights: ReaderWeights) -> list[Judged]:
    """What is made of each reading."""
    return [judged(each, weights) for each in read]


def judgement_of(read: Unjudged, weights: ReaderWeights) -> Judgement:
    """What the reader makes of one reading."""
    asked = required(read.case.question)
    missing = missing_required(asked, [context_of(hit) for hit in read.hits])
    titles = titles_of(read.hits)
    return judge(read.reading, read.features, weights, titles, bool(missing))


def judged(read: Unjudged, weights: ReaderWeights) -> Judged:
    """What is made of one reading, and whether the quote that stands first holds the answer."""
    case, reading, hits = read.case, read.reading, read.hits
    judgement = judgement_of(read, weights)
    own = labels(case, reading.candidates, [hit.chunk.document_id for hit in hits])
    right = read.kind == "top" and any(
        quote_holds(case, reading.candidates, own, unit) for unit in first_quote(reading, judgement)
    )
    return Judged(read.kind, judgement.verdict, judgement.first, right)


def evidence_of(case: Case) -> list[tuple[str, Sequence[Hit]]]:
    """What a search found and near misses, or what was found for a question without an answer."""
    if is_unanswerable(case):
        return [("none", case.evidence[:TOP])]
    return [("top", case.evidence[:TOP]), ("near", near_misses(case))]


def judged_one(
    reader: LocalReader, weights: ReaderWeights, case: Case, kind: str, hits: Sequence[Hit]
) -> Judged | None:
    """What the reader makes of one question; None without a candidate."""
    read = reading_of(reader, case, kind, hits)
    return None if read is None else judged(read, weights)


def share_of(judged: Sequence[Judged], least: float, verdict: Verdict = Verdict.LIKELY) -> Share:
    """Of the readings with a verdict and at least such a probability, the share that is right."""
    given = [each for each in judged if each.verdict is verdict and each.first >= least]
    counts = {kind: sum(each.kind == kind for each in given) for kind in ("top", "near", "none")}
    right = sum(each.right for each in given)
    share = _right_among(counts["top"], right, counts["near"], counts["none"])
    return Share(counts["top"], right, counts["near"], counts["none"], share)


def _right_among(answerable: int, right: int, near_misses: int, unanswerable: int) -> float:
    mass = answerable + unanswerable + NEAR * near_misses
    return round(right / mass, 3) if mass else 1.0


def _figures(share: Share) -> dict[str, object]:
    return {
        "given": share.answerable,
        "right": share.right,
        "near_misses": share.near_misses,
        "without_answer": share.unanswerable,
        "share": share.share,
    }


if __name__ == "__main__":
    main()
