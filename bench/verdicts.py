"""Whether direct and likely answers over new files keep their promise: `python -m bench.verdicts`.

Three kinds of files that taught the ranking nothing have their say: the three rounds
(`bench/own_files/round_*.jsonl`), and the everyday papers and manuals over which only
`bench.train_sureness` learned. The bounds are the least that keep their promise over all of them
together; with that of a likely answer no kind by itself may fall short by more than `SHORT`. None
is lower than the training's. With the bounds, everyday papers and guides are judged that chose
nothing at all. `--write` puts the bounds into the weights for the embedder that ships.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
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
from backend.tasks.answer.extractive.weights import ALIGNED, MANIFEST, ReaderWeights, weights_for
from backend.tasks.answer.local import LocalReader
from backend.types import Hit, Verdict
from bench._reader_labels import is_unanswerable, labels, quote_holds
from bench._reader_own_files import (
    EVERYDAY_APART,
    GUIDES,
    ROUNDS,
    choosing_cases,
    default_documents,
    part_cases,
)
from bench._reader_readings import TOP, near_misses
from bench._reader_sets import Case
from bench._reader_verdicts import DIRECT, LIKELY
from bench.report import table, write_results

STEPS = tuple(round(0.3 + 0.02 * step, 2) for step in range(16))
"""The probabilities that are tried for a likely answer."""
SURE_STEPS = tuple(round(0.6 + 0.01 * step, 2) for step in range(36))
"""The probabilities that are tried for a direct one."""
NEAR = 1 / 9
"""Near misses beside answered questions: one question in ten. The sets have questions of their own
that no document answers, one in ten as well, so that one in five has no answer in all."""
SHORT = 0.05
"""How far the share of right answers of one kind of files may lie below the promise of a likely
answer: some forty answers of a kind are right within eight points of their true share."""


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
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    embedder = build_embedder(load_settings())
    weights = weights_for(embedder)
    reader = LocalReader(embedder, weights)
    documents = arguments.own_files
    rounds = [readings_of(reader, part_cases(documents, part)) for part in ROUNDS]
    kinds = {
        "rounds": [each for some in rounds for each in some],
        **{kind: readings_of(reader, own) for kind, own in choosing_cases(documents).items()},
    }
    together = [each for some in kinds.values() for each in some]
    trained = weights.thresholds
    sure = next(
        (
            step
            for step in sorted({trained.direct, *SURE_STEPS})
            if step >= trained.direct
            and direct_share(together, bounded(weights, direct=step)).share >= DIRECT
        ),
        trained.direct,
    )
    open_weights = bounded(weights, direct=sure, likely=0.0)
    by_kind = {kind: judged_all(own, open_weights) for kind, own in kinds.items()}
    steps = sorted({*STEPS, trained.likely})
    shares = {step: {kind: share_of(own, step) for kind, own in by_kind.items()} for step in steps}
    chosen = next(
        (
            step
            for step, own in shares.items()
            if step >= trained.likely
            and together_share(own.values()) >= LIKELY
            and min(each.share for each in own.values()) >= LIKELY - SHORT
        ),
        trained.likely,
    )
    print(
        table(
            "Likely from a probability on",
            ["from", *(head for kind in kinds for head in _heads(kind))],
            [
                [round(step, 3), *(cell for each in own.values() for cell in _cells(each))]
                for step, own in shares.items()
            ],
        )
    )
    bound = bounded(weights, direct=sure, likely=chosen)
    told = {
        **kinds,
        "last_round": rounds[-1],
        "everyday": readings_of(reader, part_cases(documents, EVERYDAY_APART)),
        "guides": readings_of(reader, tests_of_guides(part_cases(documents, GUIDES))),
    }
    found = {kind: judged_all(own, bound) for kind, own in told.items()}
    figures: dict[str, object] = {"chosen": round(chosen, 3), "chosen_direct": sure}
    for kind, own in found.items():
        figures[f"direct_{kind}"] = _figures(share_of(own, 0.0, Verdict.DIRECT))
        figures[f"likely_{kind}"] = _figures(share_of(own, 0.0))
        figures[f"questions_{kind}"] = sum(each.kind == "top" for each in own)
        figures[f"without_answer_{kind}"] = sum(each.kind == "none" for each in own)
    print(json.dumps(figures, indent=2))
    write_results("verdicts", figures)
    if arguments.write:
        path = ALIGNED / MANIFEST
        manifest = json.loads(path.read_text(encoding="utf-8"))
        manifest["thresholds"] |= {"likely": chosen, "direct": sure}
        path.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def bounded(weights: ReaderWeights, **bounds: float) -> ReaderWeights:
    """The weights with other thresholds."""
    return replace(weights, thresholds=replace(weights.thresholds, **bounds))


def tests_of_guides(cases: Sequence[tuple[str, Case]]) -> list[tuple[str, Case]]:
    """The cases of the guides that train nothing: every second one, from the second on."""
    names = frozenset(sorted({name for name, _ in cases})[1::2])
    return [each for each in cases if each[0] in names]


def readings_of(reader: LocalReader, cases: Iterable[tuple[str, Case]]) -> list[Unjudged]:
    """What the reader reads of each question, over what was found and over near misses."""
    return [
        read
        for _, case in cases
        for kind, hits in evidence_of(case)
        for read in [reading_of(reader, case, kind, hits)]
        if read is not None
    ]


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
        quote_holds(case, reading.candidates, own, each) for each in first_quote(reading, judgement)
    )
    return Judged(read.kind, judgement.verdict, judgement.first, right)


def direct_share(read: Iterable[Unjudged], weights: ReaderWeights) -> Share:
    """The direct answers among some readings."""
    return share_of(judged_all(read, weights), 0.0, Verdict.DIRECT)


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


def together_share(shares: Iterable[Share]) -> float:
    """The share that is right of several kinds together."""
    own = list(shares)
    return _right_among(
        sum(each.answerable for each in own),
        sum(each.right for each in own),
        sum(each.near_misses for each in own),
        sum(each.unanswerable for each in own),
    )


def _right_among(answerable: int, right: int, near_misses: int, unanswerable: int) -> float:
    mass = answerable + unanswerable + NEAR * near_misses
    return round(right / mass, 3) if mass else 1.0


def _heads(name: str) -> list[str]:
    return [f"{name}: given", "right", "near misses", "without answer", "share"]


def _cells(share: Share) -> list[object]:
    return [share.answerable, share.right, share.near_misses, share.unanswerable, share.share]


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
