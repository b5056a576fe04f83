"""The tables that the local reader is measured by: its quotes, short answers and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from backend.tasks.answer.extractive.comparison import compare, parse_choice
from backend.tasks.answer.extractive.decided import first_quote
from backend.tasks.answer.extractive.features import NAMES
from backend.tasks.answer.extractive.judging import Judgement, likeliest_phrase
from backend.tasks.answer.extractive.rule_scores import titles_of, without_debris
from backend.tasks.answer.extractive.selection import SelectionRule, select
from backend.tasks.answer.extractive.shown import shown_units
from backend.tasks.answer.extractive.weights import ReaderWeights
from backend.types import Hit, Verdict
from bench._reader_labels import exact_match, token_f1
from bench._reader_readings import TOP, Labelled, chosen_characters
from bench._reader_sets import Case
from bench._reader_verdicts import (
    NEAR_WEIGHT,
    calibration_error,
    is_right,
    quotes_hold,
)

SEED = 13
SENTENCES = 3
READ = (Verdict.DIRECT, Verdict.LIKELY, Verdict.CLOSEST, Verdict.NOT_FOUND)
"""The verdicts of the reader; what is calculated is measured by `bench.tables`."""
VERDICT_KINDS = ("top", "near", "none")
COSINE = NAMES.index("cosine")
PLAIN = SelectionRule(
    least=SENTENCES, most=SENTENCES, redundancy=0.0, novelty=0.0, repeated=1.1, stop=-1.0
)

Ranker = Callable[[Labelled], npt.NDArray[np.float64]]
Interval = dict[str, float]


def interval(values: Sequence[float], scale: float = 100.0) -> Interval:
    """Mean with its 95% bootstrap interval over questions."""
    drawn = np.asarray(values, dtype=np.float64)
    if not len(drawn):
        return {"n": 0, "mean": float("nan"), "low": float("nan"), "high": float("nan")}
    generator = np.random.default_rng(SEED)
    means = generator.choice(drawn, size=(2000, len(drawn))).mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return {
        "n": len(drawn),
        "mean": round(scale * float(drawn.mean()), 1),
        "low": round(scale * float(low), 1),
        "high": round(scale * float(high), 1),
    }


def shown(figures: Interval) -> str:
    """A mean with its interval, as a cell."""
    return f"{figures['mean']} [{figures['low']}, {figures['high']}]"


def first_sentences(each: Labelled) -> npt.NDArray[np.float64]:
    """The first sentence of every passage, best passage first, then the second ones."""
    return np.array([-100.0 * u.position - u.hit for u in each.reading.candidates])


def by_cosine(each: Labelled) -> npt.NDArray[np.float64]:
    """Cosine of question and sentence (with its title)."""
    return each.features[:, COSINE]


def by_reader(weights: ReaderWeights) -> Ranker:
    """The local reader's scores, computed once for each reading.

    Weights without an aligner take the columns that do not come from one.
    """
    known: dict[int, npt.NDArray[np.float64]] = {}
    columns = None if weights.aligner else len(NAMES)

    def scores(each: Labelled) -> npt.NDArray[np.float64]:
        if id(each) not in known:
            plain = weights.scores(each.features[:, :columns], each.reading.together)
            known[id(each)] = without_debris(each.reading, plain, titles_of(each.hits))
        return known[id(each)]

    return scores


def quoted_answer(each: Labelled, ranker: Ranker, rule: SelectionRule, most: int) -> float:
    """Whether one of the first `most` chosen sentences holds the answer."""
    chosen = select(each.reading, ranker(each), rule)[:most]
    return float(any(is_right(each, index) for index in chosen))


def span_f1(each: Labelled, ranker: Ranker, rule: SelectionRule) -> float:
    """F1 of the characters of the chosen sentences and of the gold spans."""
    chosen = select(each.reading, ranker(each), rule)
    return chosen_characters(each, chosen)


def quoted_table(
    readings: Sequence[Labelled],
    readers: Mapping[str, tuple[Ranker, SelectionRule]],
    most: int,
) -> dict[str, dict[str, Interval]]:
    """Table 1: the answer stands in at most so many sentences."""
    methods: dict[str, tuple[Ranker, SelectionRule]] = {
        "first sentences": (first_sentences, PLAIN),
        "MiniLM cosine": (by_cosine, PLAIN),
        **readers,
    }
    groups = dict.fromkeys((reading.case.collection, reading.kind) for reading in readings)
    return {
        name: {
            f"{collection} {kind}": interval(
                [
                    quoted_answer(reading, ranker, rule, most)
                    for reading in readings
                    if (reading.case.collection, reading.kind) == (collection, kind)
                ]
            )
            for collection, kind in groups
            if kind in {"top", "gold"}
        }
        for name, (ranker, rule) in methods.items()
    }


def span_table(readings: Sequence[Labelled], weights: ReaderWeights) -> dict[str, Interval]:
    """Table 3: chosen sentences against gold spans, on documents that trained nothing."""
    found = [reading for reading in readings if reading.kind == "top"]
    return {
        "first sentences": interval([span_f1(e, first_sentences, PLAIN) for e in found]),
        "MiniLM cosine, 3 sentences": interval([span_f1(e, by_cosine, PLAIN) for e in found]),
        "MiniLM cosine, our stop rule": interval(
            [span_f1(e, by_cosine, weights.rule) for e in found]
        ),
        "local reader": interval([span_f1(e, by_reader(weights), weights.rule) for e in found]),
    }


Judged = Sequence[tuple[Labelled, Judgement | None]]


def found_table(readings: Judged, kept: float = 0.9) -> dict[str, dict[str, Interval]]:
    """Table 4: how often an answer is given, by what the evidence is; at the reader's threshold,
    and for reader and cosine at the threshold that keeps `kept` of the answerable questions."""
    names = {
        "top": "answerable, kept",
        "other": "another question's passages, rejected",
        "near": "near misses, rejected",
    }
    methods: dict[str, Callable[[Labelled, Judgement | None], float]] = {
        "local reader": lambda _, j: float(j is not None and j.verdict is not Verdict.NOT_FOUND),
        "local reader, 90% kept": lambda _, j: 0.0 if j is None else j.found,
        "MiniLM cosine, 90% kept": lambda each, _: (
            float(each.features[:, COSINE].max()) if len(each.features) else 0.0
        ),
    }
    groups: dict[str, dict[str, Interval]] = {name: {} for name in names.values()}
    usable = [
        (each, judgement)
        for each, judgement in readings
        if each.kind in names and (each.kind != "top" or each.answerable)
    ]
    for method, value in methods.items():
        values = [(each.kind, value(each, judgement)) for each, judgement in usable]
        answerable = [number for kind, number in values if kind == "top"]
        threshold = 0.5 if method == "local reader" else float(np.quantile(answerable, 1 - kept))
        for kind, name in names.items():
            own = [number >= threshold for each, number in values if each == kind]
            groups[name][method] = interval([float(given == (kind == "top")) for given in own])
    return groups


def verdict_table(readings: Judged) -> dict[str, dict[str, Interval]]:
    """Table 5: how often each verdict is given over what a search found and over near misses, and
    how often the first sentence then holds the answer, and the quote that it stands in."""
    rows: dict[str, dict[str, Interval]] = {}
    for kind in [kind for kind in VERDICT_KINDS if any(e.kind == kind for e, _ in readings)]:
        own = [(e, j) for e, j in readings if e.kind == kind and j is not None]
        for verdict in READ:
            given = [(e, j) for e, j in own if j.verdict is verdict]
            row = {"given": interval([float(j.verdict is verdict) for _, j in own])}
            if given:
                row["right"] = interval([float(is_right(e, _first(e, j))) for e, j in given])
                row["first_quote"] = interval(
                    [float(quotes_hold(e, first_quote(e.reading, j))) for e, j in given]
                )
            rows[f"{verdict.value} {kind}"] = row
    return rows


def probable_table(readings: Judged) -> dict[str, dict[str, Interval]]:
    """Table 7: how often "one of these passages probably answers" is said, over what a search
    found, near misses and questions without an answer, and how often one of them then does."""
    rows: dict[str, dict[str, Interval]] = {}
    for kind in [kind for kind in VERDICT_KINDS if any(e.kind == kind for e, _ in readings)]:
        own = [(e, j) for e, j in readings if e.kind == kind and j is not None]
        said = [(e, j) for e, j in own if j.probable]
        rows[kind] = {"said": interval([float(j.probable) for _, j in own])}
        if said:
            rows[kind]["right"] = interval(
                [float(quotes_hold(e, shown_units(e.reading, j))) for e, j in said]
            )
    return rows


def verdict_calibration(readings: Judged) -> dict[str, float]:
    """Expected calibration error of P(the first sentence answers), by set and over all, near
    misses weighed as in training."""
    errors: dict[str, list[tuple[float, float, float]]] = {}
    for each, judgement in readings:
        if each.kind in VERDICT_KINDS and judgement is not None:
            weight = NEAR_WEIGHT if each.kind == "near" else 1.0
            right = float(is_right(each, int(np.argmax(judgement.scores))))
            for name in (each.case.collection, "all"):
                errors.setdefault(name, []).append((judgement.first, right, weight))
    return {
        name: round(calibration_error(*(np.array(column) for column in zip(*rows, strict=True))), 3)
        for name, rows in errors.items()
    }


def shown_table(readings: Judged) -> dict[str, Interval]:
    """Table 6: the answer stands in what is shown for the verdict, neighbours included."""
    held: dict[str, list[float]] = {}
    for each, judgement in readings:
        if each.kind == "top" and judgement is not None:
            units = shown_units(each.reading, judgement)
            held.setdefault(each.case.collection, []).append(float(quotes_hold(each, units)))
    return {name: interval(values) for name, values in held.items()}


def _first(each: Labelled, judgement: Judgement) -> int:
    """The candidate that the first quote was made of."""
    first = judgement.units[0]
    inside = [
        index
        for index, unit in enumerate(each.reading.candidates)
        if unit.hit == first.hit and first.start <= unit.start and unit.end <= first.end
    ]
    return max(inside, key=lambda index: judgement.scores[index])


def short_table(readings: Judged, weights: ReaderWeights) -> dict[str, dict[str, Interval]]:
    """Table 2: the likeliest phrase for every question, and those sure enough to be shown."""
    rows: dict[str, dict[str, list[float]]] = {}
    for each, judgement in readings:
        if each.kind != "top" or judgement is None or each.case.gold_spans:
            continue
        row = rows.setdefault(f"{each.case.collection} {each.kind}", {})
        best = likeliest_phrase(each.reading, judgement.scores, each.features, weights)
        text = best[0].text if best else judgement.units[0].text
        f1 = token_f1(text, each.case.answers)
        row.setdefault("EM", []).append(exact_match(text, each.case.answers))
        row.setdefault("F1", []).append(f1)
        bold = (
            bool(judgement.line)
            and best is not None
            and best[1]
            >= (
                weights.sure_phrase
                if judgement.verdict is Verdict.DIRECT
                else weights.likely_phrase
            )
        )
        row.setdefault("shown", []).append(float(bold))
        if bold:
            row.setdefault("right when shown (F1 >= .5)", []).append(float(f1 >= 0.5))
    return {
        name: {figure: interval(values) for figure, values in row.items()}
        for name, row in rows.items()
    }


def comparison_counts(cases: Sequence[Case]) -> dict[str, dict[str, int]]:
    """Questions that name two options: how many are answered, and how many of those rightly."""
    asked = [case for case in cases if parse_choice(case.question)]
    counts = {}
    for kind in ("gold", "top"):
        answers = [(case, compare(case.question, _evidence(case, kind))) for case in asked]
        given = [(case, found) for case, found in answers if found]
        right = sum(token_f1(found.chosen, case.answers) >= 0.6 for case, found in given)
        counts[kind] = {"asked": len(asked), "answered": len(given), "right": right}
    return counts


def _evidence(case: Case, kind: str) -> Sequence[Hit]:
    return case.gold_evidence if kind == "gold" else case.evidence[:TOP]
