"""The local reader against simpler ways to quote: `python -m bench.reader`.

Questions are the second halves of hotpotqa300, nq_uda and tatqa_dev (those that text answers),
three documents of chunking_eval and every second document of the questions over own files; none of
them trained or chose anything. The reader is measured as it ships, without its cross-encoder, and
with weights of its own without alignment. Evidence is the first five passages of a hybrid search
(over own files of fused hybrid), or the gold passages alone. All methods use the same embedder.
`--readings FILE` and `--states FILE` keep what was read and embedded between runs.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np

from backend.embedders.sentence_transformers import build as build_embedder
from backend.ports import ContextualEmbedder, Embedder, PairEmbedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.cross_encoder import probabilities
from backend.tasks.answer.extractive.judging import Judgement, judge
from backend.tasks.answer.extractive.reading import texts_of
from backend.tasks.answer.extractive.required import context_of, missing_required, required
from backend.tasks.answer.extractive.rule_scores import titles_of
from backend.tasks.answer.extractive.weights import ReaderWeights, load_weights, weights_for
from backend.tasks.answer.local import LocalReader
from backend.types import Draft
from bench._reader_alignment import KeptStates, with_alignment
from bench._reader_labels import is_extractive
from bench._reader_own_files import OWN_FILES, default_documents, own_file_cases
from bench._reader_readings import TOP, Labelled, readings_of_cases
from bench._reader_sets import Case, context_cases, evenly, passage_cases, span_cases
from bench._reader_tables import (
    SEED,
    SENTENCES,
    by_reader,
    comparison_counts,
    found_table,
    probable_table,
    quoted_table,
    short_table,
    shown,
    shown_table,
    span_table,
    verdict_calibration,
    verdict_table,
)
from bench._vector_cache import CachedEmbedder
from bench.report import table, write_results

MOST_PER_SET = 400


def judged(each: Labelled, weights: ReaderWeights) -> Judgement | None:
    """What the reader makes of the question; None without a candidate."""
    if not len(each.features):
        return None
    asked = required(each.case.question)
    missing = missing_required(asked, [context_of(hit) for hit in each.hits])
    return judge(each.reading, each.features, weights, titles_of(each.hits), bool(missing))


def test_readings(
    cases: Sequence[Case], embedder: Embedder, weights: ReaderWeights
) -> list[Labelled]:
    """The readings of the cases of one set."""
    return readings_of_cases(cases, embedder, weights.background, np.random.default_rng(SEED))


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


def _readings(
    kept: Path | None, documents: Path, embedder: Embedder, weights: ReaderWeights
) -> tuple[list[Labelled], list[Labelled], list[Case]]:
    if kept is not None and kept.exists():
        with kept.open("rb") as stream:
            return pickle.load(stream)  # type: ignore[no-any-return]
    folder = load_settings().benchmarks
    splits = [passage_cases(folder, name, embedder) for name in ("hotpotqa300", "nq_uda")]
    splits.append(context_cases(folder, embedder))
    cases = [evenly([c for c in split.test if is_extractive(c)], MOST_PER_SET) for split in splits]
    cases.append(list(own_file_cases(documents).test))

    readings = [reading for some in cases for reading in test_readings(some, embedder, weights)]
    of_spans = test_readings(span_cases(folder, embedder).test, embedder, weights)
    made = (readings, of_spans, list(splits[0].test))
    if kept is not None:
        with kept.open("wb") as stream:
            pickle.dump(made, stream)
    return made


def with_cross_encoder(each: Labelled, weights: ReaderWeights, embedder: Embedder) -> Labelled:
    """A labelled reading with what the cross-encoder makes of its best candidates.

    Raises:
        EmbedderError: if the model cannot be run.
        TypeError: if the embedder reads no pairs.
    """
    if weights.encoder is None or not each.reading.candidates:
        return each
    if not isinstance(embedder, PairEmbedder) or not embedder.reads_pairs:
        raise TypeError("Expected the embedder that ships, found one without a cross-encoder.")
    scores = weights.scores(each.features)
    together = probabilities(each.reading, scores, weights.encoder, embedder)
    return replace(each, reading=replace(each.reading, together=together))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readings", type=Path, help="a file that keeps what was read")
    parser.add_argument("--states", type=Path, help="a file that keeps states of tokens")
    parser.add_argument("--own-files", type=Path, default=default_documents())
    arguments = parser.parse_args()
    settings = load_settings()
    plain = build_embedder(settings)
    weights, unaligned = weights_for(plain), load_weights()
    if weights.aligner is None or not isinstance(plain, ContextualEmbedder):
        raise SystemExit("The figures are of the embedder that ships; choose it in the settings.")
    embedder = CachedEmbedder(plain, settings.cache / "bench")
    readings, of_spans, hops = _readings(arguments.readings, arguments.own_files, embedder, weights)
    states = KeptStates(plain, arguments.states)
    states.add([text for reading in (*readings, *of_spans) for text in texts_of(reading.reading)])
    readings = [with_alignment(reading, weights.aligner, states) for reading in readings]
    of_spans = [with_alignment(span, weights.aligner, states) for span in of_spans]
    readings = [with_cross_encoder(reading, weights, plain) for reading in readings]
    readers = {
        "local reader without alignment": (by_reader(unaligned), unaligned.rule),
        "local reader without cross-encoder": (
            by_reader(replace(weights, encoder=None)),
            weights.rule,
        ),
        "local reader": (by_reader(weights), weights.rule),
    }
    quoted = {most: quoted_table(readings, readers, most) for most in (1, SENTENCES)}
    spanned = span_table(of_spans, weights)
    given = [(reading, judged(reading, weights)) for reading in readings if reading.kind != "gold"]
    found, short = found_table(given), short_table(given, weights)
    public = [(each, judgement) for each, judgement in given if each.case.collection != OWN_FILES]
    own = [(each, judgement) for each, judgement in given if each.case.collection == OWN_FILES]
    verdicts, own_verdicts = verdict_table(public), verdict_table(own)
    probable, own_probable = probable_table(public), probable_table(own)
    errors = verdict_calibration(given)
    in_all = shown_table(given)
    compared = comparison_counts(hops)
    asked = [each.case for each, _ in public if each.kind == "top"]
    seconds = latencies(evenly(asked, 20), plain, weights)

    for most, rows in quoted.items():
        columns = list(next(iter(rows.values())))
        print(
            table(
                f"The answer stands in at most {most} sentence{'s' * (most > 1)}, %",
                ["method", *columns],
                [[name, *(shown(row[column]) for column in columns)] for name, row in rows.items()],
            )
        )
        print()
    figures = ["EM", "F1", "shown", "right when shown (F1 >= .5)"]
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
    methods = list(next(iter(found.values())))
    print(
        table(
            "Found or not found, % judged rightly",
            ["evidence", *methods],
            [[name, *(shown(row[method]) for method in methods)] for name, row in found.items()],
        )
    )
    print()
    for title, rows in (("Verdicts, %", verdicts), ("Verdicts over own files, %", own_verdicts)):
        print(
            table(
                title,
                ["verdict and evidence", "given", "first sentence right", "first quote right"],
                [
                    [
                        name,
                        *(
                            shown(row[figure]) if figure in row else "–"
                            for figure in ("given", "right", "first_quote")
                        ),
                    ]
                    for name, row in rows.items()
                ],
            )
        )
    print()
    print(
        table(
            "The answer stands in what is shown, %",
            ["set", "shown"],
            [[name, shown(row)] for name, row in in_all.items()],
        )
    )
    for title, said in (("", probable), (", own files", own_probable)):
        print(
            table(
                f"One of these passages probably answers{title}, %",
                ["evidence", "said", "right"],
                [
                    [name, *(shown(row[f]) if f in row else "–" for f in ("said", "right"))]
                    for name, row in said.items()
                ],
            )
        )
    print(f"\nCalibration error of P(first sentence answers): {errors}")
    print(f"Comparisons of two dates (hotpotqa300): {compared}")
    print(f"Median seconds of an answer: {seconds}")
    write_results(
        "reader",
        {
            "answer_in_first_sentence": quoted[1],
            "answer_in_three_sentences": quoted[SENTENCES],
            "answer_in_what_is_shown": in_all,
            "short_answers": short,
            "gold_spans_f1": spanned,
            "found": found,
            "verdicts": verdicts,
            "verdicts_own_files": own_verdicts,
            "probably_answers": probable,
            "probably_answers_own_files": own_probable,
            "calibration_error": errors,
            "comparisons": compared,
            "median_seconds": seconds,
        },
    )


if __name__ == "__main__":
    main()
