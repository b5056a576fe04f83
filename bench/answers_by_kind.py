"""What the reader gets right and wrong, by kind of question: `python -m bench.answers_by_kind`.

Questions over own files that taught the reader nothing and chose nothing: everyday papers
(`everyday_apart.jsonl`), the guides that are tests, and documents of other kinds (`unseen.jsonl`),
each read over the five passages that a search found. A first line counts as right if the quote that
stands first holds the answer.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.embedders.sentence_transformers import build as build_embedder
from backend.question_kinds import answer_kind
from backend.settings import load_settings
from backend.tasks.answer.extractive.decided import first_quote
from backend.tasks.answer.extractive.shown import shown_units
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.weights import ReaderWeights, weights_for
from backend.tasks.answer.local import LocalReader
from backend.types import Hit, Verdict
from bench._reader_labels import is_unanswerable, labels, quote_holds
from bench._reader_own_files import default_documents
from bench._reader_readings import TOP
from bench._reader_sets import Case
from bench.pairs import SETS, tested
from bench.report import table, write_results
from bench.verdicts import judgement_of, reading_of

UNANSWERABLE = "no answer in the files"
_TOLD = frozenset([Verdict.DIRECT, Verdict.LIKELY])


@dataclass(frozen=True, slots=True)
class Answered:
    """What was made of one question: whether the five passages hold the answer, the verdict, and
    whether the first quote and all that is shown hold it."""

    kind: str
    held: bool
    verdict: Verdict
    first_right: bool
    shown_right: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    arguments = parser.parse_args()
    embedder = build_embedder(load_settings())
    weights = weights_for(embedder)
    reader = LocalReader(embedder, weights)
    found = [
        each
        for part in SETS
        for case in tested(arguments.own_files, part)
        for each in [answered(reader, weights, case)]
        if each is not None
    ]
    rows = by_kind(found)
    heads = next(iter(rows.values())).keys()
    print(table("kinds", ["kind", *heads], [[each, *row.values()] for each, row in rows.items()]))
    write_results("answers_by_kind", rows)


def answered(reader: LocalReader, weights: ReaderWeights, case: Case) -> Answered | None:
    """What the reader makes of one question; None without a candidate."""
    read = reading_of(reader, case, "top", case.evidence[:TOP])
    if read is None:
        return None
    reading, hits = read.reading, read.hits
    judgement = judgement_of(read, weights)
    own = labels(case, reading.candidates, [hit.chunk.document_id for hit in hits])
    absent = is_unanswerable(case)

    def right(quotes: Sequence[Unit]) -> bool:
        return not absent and any(quote_holds(case, reading.candidates, own, q) for q in quotes)

    return Answered(
        UNANSWERABLE if absent else answer_kind(case.question).value,
        not absent and any(_holds(case, hit) for hit in hits),
        judgement.verdict,
        right(first_quote(reading, judgement)),
        right(shown_units(reading, judgement)),
    )


def _holds(case: Case, hit: Hit) -> bool:
    chunk = hit.chunk
    return any(
        chunk.document_id == document and chunk.start < end and start < chunk.end
        for document, start, end in case.gold_spans
    )


def by_kind(found: Sequence[Answered]) -> Mapping[str, Mapping[str, int]]:
    """Counts for each kind of question, most asked first, then over all that have an answer, and
    over those that have none."""
    groups: dict[str, list[Answered]] = defaultdict(list)
    for each in found:
        groups[each.kind].append(each)
    absent = groups.pop(UNANSWERABLE, [])
    ordered = sorted(groups, key=lambda kind: (-len(groups[kind]), kind))
    rows = {kind: counts(groups[kind]) for kind in ordered}
    rows["all"] = counts([each for group in groups.values() for each in group])
    rows[UNANSWERABLE] = counts(absent)
    return rows


def counts(found: Sequence[Answered]) -> dict[str, int]:
    """How many questions there are, how many have the answer in their passages, and of each verdict
    how many are right."""
    told = [each for each in found if each.verdict in _TOLD]
    closest = [each for each in found if each.verdict is Verdict.CLOSEST]
    refused = [each for each in found if each.verdict is Verdict.NOT_FOUND]
    direct = [each for each in told if each.verdict is Verdict.DIRECT]
    return {
        "questions": len(found),
        "in five passages": sum(each.held for each in found),
        "direct": len(direct),
        "direct, right": sum(each.first_right for each in direct),
        "likely": len(told) - len(direct),
        "likely, right": sum(each.first_right for each in told if each.verdict is Verdict.LIKELY),
        "closest": len(closest),
        "closest, right first": sum(each.first_right for each in closest),
        "closest, right among them": sum(each.shown_right for each in closest),
        "not found": len(refused),
        "not found, shown below": sum(each.shown_right for each in refused),
    }


if __name__ == "__main__":
    main()
