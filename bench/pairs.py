"""What it adds to read question and sentence together: `python -m bench.pairs`.

The local reader with its cross-encoder beside the same reader without it, over questions on own
files that taught neither anything and chose nothing: everyday papers (`everyday_apart.jsonl`),
the guides that are tests, and documents of other kinds (`unseen.jsonl`). A question counts as
answered if the quote that stands first holds the answer. Of the reader as it ships, near misses and
questions without an answer count as refused if the verdict is that nothing was found.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from backend.embedders.sentence_transformers import build as build_embedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.weights import ALIGNED, ReaderWeights, load_weights
from backend.tasks.answer.local import LocalReader
from backend.types import Verdict
from bench._reader_own_files import EVERYDAY_APART, GUIDES, UNSEEN, default_documents, part_cases
from bench._reader_sets import Case
from bench._reader_tables import interval
from bench.report import table, write_results
from bench.verdicts import Judged, evidence_of, judged_one, tests_of_guides

SETS = {EVERYDAY_APART: "everyday papers", GUIDES: "guides", UNSEEN: "other kinds"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One reading: where its evidence came from, and what was made of it with and without."""

    kind: str
    together: Judged
    apart: Judged
    seconds: float
    """What the reader with the cross-encoder took longer, both having embedded before."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    arguments = parser.parse_args()
    weights = load_weights(ALIGNED)
    embedder = build_embedder(load_settings())
    readers = (
        LocalReader(embedder, weights),
        LocalReader(embedder, replace(weights, encoder=None)),
    )
    found = {part: outcomes(readers, weights, tested(arguments.own_files, part)) for part in SETS}
    rows = {name: figures(found[part]) for part, name in SETS.items()}
    rows["all"] = figures([each for some in found.values() for each in some])
    for name, row in rows.items():
        print(table(name, ["measure", "value"], [[each, value] for each, value in row.items()]))
    write_results(
        "pairs", {"share": round(weights.encoder.share, 3) if weights.encoder else 0.0, **rows}
    )


def tested(documents: Path, part: str) -> list[Case]:
    """The cases of a part that teach nothing: of the guides every second document's.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    cases = part_cases(documents, part)
    return [case for _, case in (tests_of_guides(cases) if part == GUIDES else cases)]


def outcomes(
    readers: tuple[LocalReader, LocalReader], weights: ReaderWeights, cases: Sequence[Case]
) -> list[Outcome]:
    """Each case over what was found and over near misses, by both readers."""
    made: list[Outcome] = []
    plain = replace(weights, encoder=None)
    for case in cases:
        for kind, hits in evidence_of(case):
            for reader in readers:  # whoever comes first embeds, and that is not compared
                reader.read(case.question, hits)
            started = time.perf_counter()
            apart = judged_one(readers[1], plain, case, kind, hits)
            between = time.perf_counter()
            together = judged_one(readers[0], weights, case, kind, hits)
            ended = time.perf_counter()
            if apart is not None and together is not None:
                longer = (ended - between) - (between - started)
                made.append(Outcome(kind, together, apart, longer))
    return made


def figures(found: Sequence[Outcome]) -> dict[str, object]:
    """Shares in per cent with 95 % intervals over questions, and the median of what is longer."""
    asked = [outcome for outcome in found if outcome.kind == "top"]
    together = np.array([outcome.together.right for outcome in asked], dtype=np.float64)
    apart = np.array([outcome.apart.right for outcome in asked], dtype=np.float64)

    def refused(kind: str) -> tuple[float | None, int]:
        own = [
            outcome.together.verdict is Verdict.NOT_FOUND
            for outcome in found
            if outcome.kind == kind
        ]
        return (round(100 * float(np.mean(own)), 1), len(own)) if own else (None, 0)

    near, none = refused("near"), refused("none")
    return {
        "questions": len(asked),
        "together": interval(together.tolist()),
        "apart": interval(apart.tolist()),
        "difference": interval((together - apart).tolist()),
        "near_refused": near[0],
        "near_misses": near[1],
        "unanswerable_refused": none[0],
        "unanswerable": none[1],
        "milliseconds_longer": round(
            1000 * float(np.median([outcome.seconds for outcome in found])), 1
        ),
    }


if __name__ == "__main__":
    main()
