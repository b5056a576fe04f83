"""Whether a collection that learns its own bounds of verdicts is told the truth more often:
`python -m bench.own_bounds`.

Questions over everyday papers and over guides, which taught and chose nothing, are drawn at random
as those that people judged; bounds are learned from them as a collection does, and the others are
asked with the shipped bounds and with what was learned, `DRAWS` times for each number of questions.
Once more with the questions of the papers each asked a second time after the passages with the
answer were taken out: a collection that lacks the answer to half of what it is asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.embedders.sentence_transformers import build as build_embedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.decided import Telling
from backend.tasks.answer.extractive.weights import weights_for
from backend.tasks.answer.local import LocalReader
from backend.training.bounds_fitting import JudgedAnswer, Told, learn_bounds
from backend.training.bounds_training import lowest_bounds
from backend.types import ReaderBounds, Verdict
from bench._reader_labels import labels, quote_holds
from bench._reader_own_files import EVERYDAY_APART, GUIDES, default_documents, part_cases
from bench._reader_sets import Case
from bench.report import table, write_results
from bench.verdicts import evidence_of, tests_of_guides

JUDGED = (40, 80, 160)
LEAST_LEFT = 40
"""At least so many questions are left to be asked."""
DRAWS = 200
SEED = 5
VERDICTS = (Verdict.DIRECT, Verdict.LIKELY)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Of all draws: how often a bound was the collection's own, and of the questions that were not
    judged how many had each verdict, rightly, with the shipped bounds and with what was learned."""

    own: dict[Verdict, int]
    before: dict[Verdict, tuple[int, int]]
    after: dict[Verdict, tuple[int, int]]
    asked: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    documents = parser.parse_args().own_files
    embedder = build_embedder(load_settings())
    reader = LocalReader(embedder, weights_for(embedder))
    kinds = {
        "everyday": part_cases(documents, EVERYDAY_APART),
        "guides": tests_of_guides(part_cases(documents, GUIDES)),
    }
    figures: dict[str, object] = {"draws": DRAWS}
    rows: list[list[object]] = []
    judged = {
        kind: [
            judged_answer
            for _, case in cases
            for judged_answer in judged_case(reader, case, near=False)
        ]
        for kind, cases in kinds.items()
    }
    near = [
        judged_answer
        for _, case in kinds["everyday"]
        for judged_answer in judged_case(reader, case, near=True)
    ]
    judged["half without an answer"] = [*judged["everyday"], *near]
    for kind, answers in judged.items():
        figures[f"answers_{kind}"] = len(answers)
        for count in JUDGED:
            if len(answers) < count + LEAST_LEFT:
                continue
            drawn = drawn_often(answers, reader.bounds, count)
            told = {verdict.value: _told(drawn, verdict) for verdict in VERDICTS}
            figures[f"{kind}_{count}"] = told
            rows += [[kind, count, name, *own.values()] for name, own in told.items()]
    heads = ["own", "given before", "right before", "given after", "right after"]
    print(table("Own bounds", ["over", "judged", "verdict", *heads], rows))
    write_results("own_bounds", figures)


def judged_case(reader: LocalReader, case: Case, *, near: bool) -> list[JudgedAnswer]:
    """What bounds decide of a question, nothing if they decide nothing of it: over what was found
    for it, or, with `near`, over near misses."""
    evidence = evidence_of(case)[int(near) :]
    if not evidence:
        return []
    kind, hits = evidence[0]
    found = reader.decided(case.question, hits)
    if found is None or not found.is_open:
        return []
    candidates = reader.read(case.question, hits).candidates
    own = labels(case, candidates, [hit.chunk.document_id for hit in hits])

    def told(telling: Telling) -> Told:
        holds = any(quote_holds(case, candidates, own, unit) for unit in telling.quote)
        return telling.verdict, kind == "top" and holds

    asked = f"{case.question} ({kind})"
    outcomes = told(found.surest), told(found.likely), told(found.least)
    return [JudgedAnswer(asked, found.first, *outcomes)]


def drawn_often(answers: Sequence[JudgedAnswer], shipped: ReaderBounds, count: int) -> Drawn:
    """What comes of learning from `count` of the answers, over `DRAWS` draws."""
    generator = np.random.default_rng(SEED)
    own = dict.fromkeys(VERDICTS, 0)
    before: list[Told] = []
    after: list[Told] = []
    for _ in range(DRAWS):
        order = [answers[at] for at in generator.permutation(len(answers))]
        bounds, report = learn_bounds(order[:count], shipped, lowest_bounds(shipped), 0)
        for change in (report.direct, report.likely):
            own[change.verdict] += change.own
        before += [each.under(shipped) for each in order[count:]]
        after += [each.under(bounds) for each in order[count:]]
    return Drawn(own, _counted(before), _counted(after), len(after))


def _counted(told: Sequence[Told]) -> dict[Verdict, tuple[int, int]]:
    given = {verdict: [right for each, right in told if each is verdict] for verdict in VERDICTS}
    return {verdict: (len(own), sum(map(bool, own))) for verdict, own in given.items()}


def _told(drawn: Drawn, verdict: Verdict) -> dict[str, float]:
    """Per cent of draws with an own bound; of the questions per cent given, and of these right."""

    def share(part: int, whole: int) -> float:
        return round(100 * part / whole, 1) if whole else 0.0

    found = {"own": share(drawn.own[verdict], DRAWS)}
    for name, counts in (("before", drawn.before), ("after", drawn.after)):
        given, right = counts[verdict]
        found |= {f"given_{name}": share(given, drawn.asked), f"right_{name}": share(right, given)}
    return found


if __name__ == "__main__":
    main()
