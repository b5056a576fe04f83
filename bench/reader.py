"""The local reader against simpler ways to quote: `python -m bench.reader`.

Questions are the second halves of hotpotqa300 and nq_uda and three documents of chunking_eval; none
of them trained or chose anything. Evidence is the first five passages of a hybrid search, or the
gold passages alone. All methods use the same embedder.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Event

import numpy as np
import numpy.typing as npt

from backend.embedders.sentence_transformers import build as build_embedder
from backend.ports import Embedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.comparison import compare, parse_choice
from backend.tasks.answer.extractive.confidence import confidence_features
from backend.tasks.answer.extractive.features import NAMES
from backend.tasks.answer.extractive.phrases import (
    answerable_by_phrase,
    best_phrase,
    phrase_features,
)
from backend.tasks.answer.extractive.selection import SelectionRule, select
from backend.tasks.answer.extractive.weights import ReaderWeights, load_weights
from backend.tasks.answer.local import LocalReader
from backend.types import Draft, Hit
from bench._reader_labels import contains_answer, exact_match, is_extractive, token_f1
from bench._reader_readings import TOP, Labelled, labelled, near_misses, other_evidence
from bench._reader_sets import Case, passage_cases, span_cases
from bench._vector_cache import CachedEmbedder
from bench.report import table, write_results
from bench.train_reader import chosen_characters, evenly

MOST_PER_SET = 400
SEED = 13
SENTENCES = 3
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


def quoted_answer(each: Labelled, ranker: Ranker, rule: SelectionRule) -> float:
    """Whether one of the chosen sentences holds the answer."""
    chosen = select(each.reading, ranker(each), rule)
    units = each.reading.candidates
    return float(any(contains_answer(units[i].text, each.case.answers) for i in chosen))


def span_f1(each: Labelled, ranker: Ranker, rule: SelectionRule) -> float:
    """F1 of the characters of the chosen sentences and of the gold spans."""
    chosen = select(each.reading, ranker(each), rule)
    return chosen_characters(each, chosen)


def quoted_table(
    readings: Sequence[Labelled], weights: ReaderWeights
) -> dict[str, dict[str, Interval]]:
    """Table 1: the answer stands in at most three sentences."""
    methods: dict[str, tuple[Ranker, SelectionRule]] = {
        "first sentences": (first_sentences, PLAIN),
        "MiniLM cosine": (by_cosine, PLAIN),
        "local reader": (lambda each: weights.scores(each.features), weights.rule),
    }
    groups = dict.fromkeys((each.case.collection, each.kind) for each in readings)
    return {
        name: {
            f"{collection} {kind}": interval(
                [
                    quoted_answer(each, ranker, rule)
                    for each in readings
                    if (each.case.collection, each.kind) == (collection, kind)
                ]
            )
            for collection, kind in groups
            if kind in {"top", "gold"}
        }
        for name, (ranker, rule) in methods.items()
    }


def span_table(readings: Sequence[Labelled], weights: ReaderWeights) -> dict[str, Interval]:
    """Table 3: chosen sentences against gold spans, on documents that trained nothing."""
    found = [each for each in readings if each.kind == "top"]
    return {
        "first sentences": interval([span_f1(e, first_sentences, PLAIN) for e in found]),
        "MiniLM cosine, 3 sentences": interval([span_f1(e, by_cosine, PLAIN) for e in found]),
        "MiniLM cosine, our stop rule": interval(
            [span_f1(e, by_cosine, weights.rule) for e in found]
        ),
        "local reader": interval(
            [span_f1(e, lambda each: weights.scores(each.features), weights.rule) for e in found]
        ),
    }


def confidence_of(each: Labelled, weights: ReaderWeights) -> float:
    """P(the evidence holds an answer)."""
    if not len(each.features):
        return 0.0
    scores = weights.scores(each.features)
    row = confidence_features(each.reading, each.features, scores)
    return float(weights.confidence.probabilities(row)[0])


def found_table(
    readings: Sequence[Labelled], weights: ReaderWeights
) -> dict[str, dict[str, Interval]]:
    """Table 4: how often an answer is given, by what the evidence is."""
    names = {
        "top": "answerable, kept",
        "other": "another question's passages, rejected",
        "near": "near misses, rejected",
    }
    groups: dict[str, dict[str, list[float]]] = {}
    cosines: dict[str, list[tuple[str, float]]] = {}
    for each in readings:
        if each.kind not in names or (each.kind == "top" and not each.answerable):
            continue
        kept = confidence_of(each, weights) >= weights.found_threshold
        right = kept if each.kind == "top" else not kept
        row = groups.setdefault(names[each.kind], {})
        row.setdefault("local reader", []).append(float(right))
        best = float(each.features[:, COSINE].max()) if len(each.features) else 0.0
        cosines.setdefault(each.kind, []).append((each.case.collection, best))
    kept_share = float(np.mean(groups[names["top"]]["local reader"]))
    threshold = float(np.quantile([value for _, value in cosines["top"]], 1 - kept_share))
    for kind, values in cosines.items():
        groups[names[kind]]["MiniLM cosine, same share kept"] = [
            float((value >= threshold) == (kind == "top")) for _, value in values
        ]
    return {
        name: {method: interval(values) for method, values in row.items()}
        for name, row in groups.items()
    }


def short_table(
    readings: Sequence[Labelled], weights: ReaderWeights
) -> dict[str, dict[str, Interval]]:
    """Table 2: the likeliest phrase for every question, and those sure enough to be shown."""
    rows: dict[str, dict[str, list[float]]] = {}
    for each in readings:
        if each.kind not in {"top", "gold"}:
            continue
        row = rows.setdefault(f"{each.case.collection} {each.kind}", {})
        best = None
        if answerable_by_phrase(each.reading.question.kind):
            phrases, features = phrase_features(
                each.reading,
                weights.scores(each.features),
                each.features[:, COSINE],
                weights.background,
            )
            best = best_phrase(phrases, weights.phrases.probabilities(features))
        text = best[0].text if best else ""
        f1 = token_f1(text, each.case.answers)
        row.setdefault("EM", []).append(exact_match(text, each.case.answers))
        row.setdefault("F1", []).append(f1)
        bold = (
            best is not None
            and best[1] >= weights.bold_threshold
            and confidence_of(each, weights) >= weights.found_threshold
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


def test_readings(
    cases: Sequence[Case], embedder: Embedder, weights: ReaderWeights
) -> list[Labelled]:
    """Each case over what is found, gold, another question's passages and near misses."""
    generator = np.random.default_rng(SEED)
    found = []
    for index, case in enumerate(cases):
        other = other_evidence(cases, index, generator)
        for kind, hits in (
            ("top", case.evidence[:TOP]),
            ("gold", case.gold_evidence[:TOP]),
            ("other", other.evidence[:TOP]),
            ("near", near_misses(case)),
        ):
            if hits:
                found.append(labelled(case, kind, hits, embedder, weights.background))
    return found


def latencies(
    cases: Sequence[Case], embedder: Embedder, weights: ReaderWeights
) -> dict[str, float]:
    """Seconds for a whole answer: sentences never seen before, and seen before."""
    reader = LocalReader(embedder, weights)
    seconds: dict[str, list[float]] = {"new sentences": [], "sentences seen before": []}
    for row in seconds.values():
        for case in cases:
            started = time.perf_counter()
            *_, draft = reader.answer(case.question, (), case.evidence[:TOP], Event())
            row.append(time.perf_counter() - started)
            if not isinstance(draft, Draft):
                raise TypeError("the reader ended without a draft")
    return {name: round(float(np.median(row)), 3) for name, row in seconds.items()}


def main() -> None:
    settings = load_settings()
    weights = load_weights()
    plain = build_embedder(settings)
    embedder = CachedEmbedder(plain, settings.cache / "bench")
    splits = [passage_cases(settings.benchmarks, n, embedder) for n in ("hotpotqa300", "nq_uda")]
    cases = [evenly([c for c in split.test if is_extractive(c)], MOST_PER_SET) for split in splits]
    spans = span_cases(settings.benchmarks, embedder)
    readings = [each for some in cases for each in test_readings(some, embedder, weights)]
    of_spans = test_readings(spans.test, embedder, weights)
    quoted, spanned = quoted_table(readings, weights), span_table(of_spans, weights)
    found, short = found_table(readings, weights), short_table(readings, weights)
    compared = comparison_counts(splits[0].test)
    seconds = latencies([case for some in cases for case in some[:20]], plain, weights)

    columns = list(next(iter(quoted.values())))
    print(
        table(
            "The answer stands in at most three sentences, %",
            ["method", *columns],
            [[name, *(shown(row[column]) for column in columns)] for name, row in quoted.items()],
        )
    )
    figures = ["EM", "F1", "shown", "right when shown (F1 >= .5)"]
    print()
    print(
        table(
            "Short answers, %",
            ["set", *figures],
            [
                [name, *(shown(row[f]) if f in row else "–" for f in figures)]
                for name, row in short.items()
            ],
        )
    )
    print()
    print(
        table(
            "Chosen sentences against gold spans (chunking_eval, three documents), F1 %",
            ["method", "F1"],
            [[name, shown(row)] for name, row in spanned.items()],
        )
    )
    print()
    methods = ["local reader", "MiniLM cosine, same share kept"]
    print(
        table(
            "Found or not found, % judged rightly",
            ["evidence", *methods],
            [[name, *(shown(row[method]) for method in methods)] for name, row in found.items()],
        )
    )
    print(f"\nComparisons of two dates (hotpotqa300): {compared}")
    print(f"Median seconds of an answer: {seconds}")
    write_results(
        "reader",
        {
            "answer_in_three_sentences": quoted,
            "short_answers": short,
            "gold_spans_f1": spanned,
            "found": found,
            "comparisons": compared,
            "median_seconds": seconds,
        },
    )


if __name__ == "__main__":
    main()
