"""Whether likely answers over new files keep their promise: `python -m bench.verdicts [--write]`.

The reader's weights have seen none of the documents of `bench/own_files/round_*.jsonl`, so what it
is sure of there is what it is sure of over files that are new to it. The bound of the training
stays where it keeps the promise of a likely answer over the three rounds, and over the last one by
itself, whose answers nobody had looked at when the reader's rules were written; else the least
probability that does takes its place; that of a direct answer likewise over the three rounds. None
is ever lowered: a bound that suits these files alone breaks the promise elsewhere. With the bounds,
everyday papers are judged that chose nothing at all. `--write` puts the bounds into the weights for
the embedder that ships.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from backend.embedders.sentence_transformers import build as build_embedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import judge, titles_of
from backend.tasks.answer.extractive.required import context_of, missing_required, required
from backend.tasks.answer.extractive.weights import ALIGNED, MANIFEST, ReaderWeights, weights_for
from backend.tasks.answer.local import LocalReader
from backend.types import Hit, Verdict
from bench._reader_labels import is_unanswerable, labels, quote_holds
from bench._reader_own_files import EVERYDAY_APART, ROUNDS, default_documents, part_cases
from bench._reader_readings import TOP, near_misses
from bench._reader_sets import Case
from bench._reader_verdicts import DIRECT, LIKELY, NEAR_WEIGHT, first_quote
from bench.report import table, write_results

STEPS = tuple(round(0.1 + 0.02 * step, 2) for step in range(16))
"""The probabilities that are tried for a likely answer."""
SURE_STEPS = tuple(round(0.6 + 0.01 * step, 2) for step in range(36))
"""The probabilities that are tried for a direct one."""


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
    share that is right, near misses counted as one question in five."""

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
    open_weights = replace(weights, thresholds=replace(weights.thresholds, likely=0.0))
    reader = LocalReader(embedder, open_weights)
    rounds = [judged_part(reader, open_weights, arguments.own_files, part) for part in ROUNDS]
    judged, fresh = [each for some in rounds for each in some], rounds[-1]
    trained = weights.thresholds.likely
    steps = sorted({*STEPS, trained})
    shares = {step: (share_of(judged, step), share_of(fresh, step)) for step in steps}
    kept = [step for step, own in shares.items() if min(each.share for each in own) >= LIKELY]
    chosen = next((step for step in kept if step >= trained), trained)
    surest = weights.thresholds.direct
    sure = next(
        (
            step
            for step in (surest, *(each for each in SURE_STEPS if each > surest))
            if share_of(judged, step, Verdict.DIRECT).share >= DIRECT
        ),
        surest,
    )
    direct = share_of(judged, sure, Verdict.DIRECT)
    print(
        table(
            "Likely from a probability on",
            ["from", *_heads("all"), *_heads("last round")],
            [
                [round(step, 3), *_cells(every), *_cells(own)]
                for step, (every, own) in shares.items()
            ],
        )
    )
    bound = replace(weights, thresholds=replace(weights.thresholds, likely=chosen, direct=sure))
    apart = judged_part(LocalReader(embedder, bound), bound, arguments.own_files, EVERYDAY_APART)
    of_apart = {
        "direct_everyday": share_of(apart, 0.0, Verdict.DIRECT),
        "likely_everyday": share_of(apart, 0.0),
    }
    print(f"direct: {direct}; chosen: {chosen} and {sure}; everyday papers: {of_apart}")
    write_results(
        "verdicts",
        {
            "chosen": chosen,
            "chosen_direct": sure,
            "questions": sum(each.kind == "top" for each in judged),
            "without_answer": sum(each.kind == "none" for each in judged),
            "likely": _figures(shares[chosen][0]),
            "likely_last_round": _figures(shares[chosen][1]),
            "direct": _figures(direct),
            "questions_everyday": sum(each.kind == "top" for each in apart),
            "without_answer_everyday": sum(each.kind == "none" for each in apart),
            **{name: _figures(share) for name, share in of_apart.items()},
        },
    )
    if arguments.write:
        path = ALIGNED / MANIFEST
        manifest = json.loads(path.read_text(encoding="utf-8"))
        manifest["thresholds"] |= {"likely": chosen, "direct": sure}
        path.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def judged_part(
    reader: LocalReader, weights: ReaderWeights, documents: Path, part: str
) -> list[Judged]:
    """What the reader makes of each question of a part, over what was found and near misses.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    return [
        made
        for _, case in part_cases(documents, part)
        for kind, hits in evidence_of(case)
        for made in [judged_one(reader, weights, case, kind, hits)]
        if made is not None
    ]


def evidence_of(case: Case) -> list[tuple[str, Sequence[Hit]]]:
    """What a search found and near misses, or what was found for a question without an answer."""
    if is_unanswerable(case):
        return [("none", case.evidence[:TOP])]
    return [("top", case.evidence[:TOP]), ("near", near_misses(case))]


def judged_one(
    reader: LocalReader,
    weights: ReaderWeights,
    case: Case,
    kind: str,
    hits: Sequence[Hit],
) -> Judged | None:
    """What the reader makes of one question; None without a candidate."""
    reading = reader.read(case.question, hits)
    if not reading.candidates:
        return None
    missing = missing_required(required(case.question), [context_of(hit) for hit in hits])
    judgement = judge(reading, unit_features(reading), weights, titles_of(hits), bool(missing))
    documents = [hit.chunk.document_id for hit in hits]
    own = labels(case, reading.candidates, documents)
    right = kind == "top" and any(
        quote_holds(case, reading.candidates, own, each) for each in first_quote(reading, judgement)
    )
    return Judged(kind, judgement.verdict, judgement.first, right)


def share_of(judged: Sequence[Judged], least: float, verdict: Verdict = Verdict.LIKELY) -> Share:
    """Of the readings with a verdict and at least such a probability, the share that is right."""
    given = [each for each in judged if each.verdict is verdict and each.first >= least]
    counts = {kind: sum(each.kind == kind for each in given) for kind in ("top", "near", "none")}
    right = sum(each.right for each in given)
    mass = counts["top"] + counts["none"] + NEAR_WEIGHT * counts["near"]
    share = right / mass if mass else 1.0
    return Share(counts["top"], right, counts["near"], counts["none"], round(share, 3))


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
