"""Train the local reader: `python -m bench.train_reader` writes the weights that are shipped.

Trains on the first halves of hotpotqa300, nq_uda and tatqa_dev (questions answered by text), on
musique_train100, on two documents of chunking_eval and on the questions over own files (every
second guide, all papers, ten everyday papers), and on nothing else; whatever is chosen is
chosen there by cross-validation over questions, and the verdict's thresholds with the documents of
each question left out. The same data and seed give the same weights. Two sets of weights are
written: one for any embedder, one for the embedder that ships, with a network over its tokens.
`--readings FILE` and `--states FILE` keep what was read and embedded between runs. `--verdicts`
learns only how sure the reader may be and leaves all other weights as they are; `--most NUMBER`
takes no more questions of a set, spread evenly, which is enough for that.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.embedders.sentence_transformers import build as build_embedder
from backend.inference.mixture import Mixture
from backend.ports import ContextualEmbedder, Embedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.alignment import Aligner
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.reading import texts_of
from backend.tasks.answer.extractive.rule_scores import titles_of, without_debris
from backend.tasks.answer.extractive.selection import SelectionRule, select
from backend.tasks.answer.extractive.weights import (
    ALIGNED,
    FOLDER,
    MANIFEST,
    ReaderWeights,
    load_weights,
    save_weights,
)
from bench._reader_alignment import KeptStates, aligned_by_fold, train_aligner
from bench._reader_fitting import SEED, fit_mixture
from bench._reader_labels import contains_answer, is_extractive
from bench._reader_own_files import default_documents, everyday_cases, own_file_cases
from bench._reader_phrases import by_likeliest_phrase, phrase_forest, phrase_limits
from bench._reader_readings import Labelled, chosen_characters, fold_of, readings_of_cases
from bench._reader_sets import (
    Case,
    context_cases,
    evenly,
    passage_cases,
    read_lines,
    span_cases,
    training_passage_cases,
)
from bench._reader_verdicts import calibrated, sureness
from bench._vector_cache import CachedEmbedder

FOREST_SHARE = 0.9
LEAST_FREQUENCY = 10

DATA = {
    "hotpotqa300": "first half of the questions; HotpotQA, CC BY-SA 4.0",
    "nq_uda": "first half; Natural Questions, CC BY-SA 3.0, through UDA, CC BY-SA 4.0",
    "tatqa_dev": "first half of the contexts, questions answered by text; TAT-QA, MIT",
    "musique_train100": "all questions; MuSiQue, CC BY 4.0",
    "chunking_eval": "documents wikitexts and finance; MIT",
    "own_files": "every second guide and all papers of bench/own_files, written for Quire",
    "everyday": "everyday.jsonl of bench/own_files, written for Quire",
}

Scores = npt.NDArray[np.float64]


def background_of(folder: Path) -> Background:
    """Document frequencies over the passages of the two encyclopaedia sets."""
    counts: Counter[str] = Counter()
    documents = 0
    for collection in ("hotpotqa300", "nq_uda"):
        for row in read_lines(folder / collection / "corpus.jsonl.gz"):
            documents += 1
            counts.update(set(term_texts(f"{row.get('title') or ''} {row['text']}")))
    common = {term: count for term, count in counts.items() if count >= LEAST_FREQUENCY}
    return Background(common, documents)


def training_cases(folder: Path, documents: Path, embedder: Embedder) -> list[list[Case]]:
    """The extractive training cases of each set, and of own files also those without an answer."""
    sets = [
        passage_cases(folder, "hotpotqa300", embedder).training,
        passage_cases(folder, "nq_uda", embedder).training,
        context_cases(folder, embedder).training,
        training_passage_cases(folder, "musique_train100", embedder),
        span_cases(folder, embedder).training,
    ]
    extractive = [[case for case in cases if is_extractive(case)] for cases in sets]
    own = (own_file_cases(documents), everyday_cases(documents))
    return [*extractive, *(list(split.training) for split in own)]


def training_readings(
    sets: Sequence[Sequence[Case]], embedder: Embedder, background: Background
) -> list[Labelled]:
    """The readings of the cases of all sets."""
    generator = np.random.default_rng(SEED)
    return [
        reading
        for cases in sets
        for reading in readings_of_cases(cases, embedder, background, generator)
    ]


def fit_ranker(readings: Sequence[Labelled]) -> Mixture:
    """The ranker, on readings that hold an answer; units of unknown label are left out."""
    usable = [
        reading for reading in readings if reading.kind in {"top", "gold"} and reading.answerable
    ]
    rows = np.concatenate([reading.features[reading.labels >= 0] for reading in usable])
    target = np.concatenate([reading.labels[reading.labels >= 0] for reading in usable])
    return fit_mixture(rows, target, FOREST_SHARE)


def scored(ranker: Mixture, each: Labelled) -> Scores:
    """A reading's scores, those of debris made small as the reader does."""
    scores = ranker.probabilities(each.features)
    return without_debris(each.reading, scores, titles_of(each.hits))


def scores_by_fold(readings: Sequence[Labelled], folds: Sequence[object]) -> list[Scores]:
    """Each reading's scores by a ranker that has not seen its fold."""
    scores: list[Scores] = [np.zeros(0)] * len(readings)
    for fold in dict.fromkeys(folds):
        ranker = fit_ranker([r for r, of in zip(readings, folds, strict=True) if of != fold])
        for index, of in enumerate(folds):
            if of == fold:
                scores[index] = scored(ranker, readings[index])
    return scores


def answer_rates(
    readings: Sequence[Labelled], scores: Sequence[Scores], rule: SelectionRule, most: int
) -> dict[str, float]:
    """Share of cases whose answer stands in the first `most` chosen sentences, by set."""
    hits: dict[str, list[bool]] = {}
    for reading, its_scores in zip(readings, scores, strict=True):
        if reading.kind not in {"top", "gold"} or reading.case.gold_spans:
            continue
        chosen = select(reading.reading, its_scores, rule)[:most]
        text = " | ".join(reading.reading.candidates[index].text for index in chosen)
        name = f"{reading.case.collection} {reading.kind}"
        hits.setdefault(name, []).append(contains_answer(text, reading.case.answers))
    return {name: round(100 * float(np.mean(rate)), 1) for name, rate in hits.items()}


def choose_rule(
    readings: Sequence[Labelled], scores: Sequence[Scores]
) -> tuple[SelectionRule, dict[str, float]]:
    """The rule with the best mean of answer rates and span F1, less a little for each sentence
    that is quoted, and every rule's mean."""
    found = [
        (reading, s) for reading, s in zip(readings, scores, strict=True) if reading.kind == "top"
    ]
    means: dict[str, float] = {}
    best, best_mean = SelectionRule(), -1.0
    for least in (1, 2):
        for stop in (0.2, 0.35, 0.5):
            for novelty in (0.0, 0.3):
                rule = SelectionRule(least=least, stop=stop, novelty=novelty)
                rates: dict[str, list[float]] = {}
                for each, its_scores in found:
                    chosen = select(each.reading, its_scores, rule)
                    units = [each.reading.candidates[index].text for index in chosen]
                    value = (
                        chosen_characters(each, chosen)
                        if each.case.gold_spans
                        else float(contains_answer(" | ".join(units), each.case.answers))
                    )
                    rates.setdefault(each.case.collection, []).append(value)
                mean = float(np.mean([np.mean(values) for values in rates.values()]))
                means[f"least {least} stop {stop} novelty {novelty}"] = round(mean, 4)
                if mean > best_mean:
                    best, best_mean = rule, mean
    return best, means


def _readings(
    kept: Path | None,
    documents: Path,
    embedder: Embedder,
    background: Background,
    most: int | None = None,
) -> list[Labelled]:
    if kept is not None and kept.exists():
        with kept.open("rb") as stream:
            return list(pickle.load(stream))
    sets = training_cases(load_settings().benchmarks, documents, embedder)
    cases = [evenly(case, most or len(case)) for case in sets]
    readings = training_readings(cases, embedder, background)
    if kept is not None:
        with kept.open("wb") as stream:
            pickle.dump(readings, stream)
    return readings


def fitted(
    readings: Sequence[Labelled], background: Background, aligner: Aligner | None
) -> tuple[ReaderWeights, dict[str, object]]:
    """Everything that training decides, and figures of what was left out in turn.

    Args:
        readings: with an aligner, they have the scores of networks that had not seen their fold.
    """
    folds = [fold_of(reading.case) for reading in readings]
    scores = scores_by_fold(readings, folds)
    rule, rule_means = choose_rule(readings, scores)
    cases, probabilities, likeliest = by_likeliest_phrase(readings, scores, background)
    limits, phrase_figures = phrase_limits(cases, probabilities)
    likely = [likeliest.get(id(reading), 0.0) for reading in readings]
    sure, sure_figures = calibrated(sureness(readings, scores, likely, folds))
    figures: dict[str, object] = {
        "answer_in_first": answer_rates(readings, scores, rule, 1),
        "answer_in_three": answer_rates(readings, scores, rule, 3),
        **sure_figures,
        "short": phrase_figures,
        "rules": rule_means,
    }
    weights = ReaderWeights(
        background=background,
        ranker=fit_ranker(readings),
        phrases=phrase_forest(cases),
        found=sure.found,
        first=sure.first,
        thresholds=sure.thresholds,
        rule=rule,
        sure_phrase=limits[0],
        likely_phrase=limits[1],
        aligner=aligner,
    )
    return weights, figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readings", type=Path, help="a file that keeps what was read")
    parser.add_argument("--states", type=Path, help="a file that keeps states of tokens")
    parser.add_argument("--own-files", type=Path, default=default_documents())
    parser.add_argument("--verdicts", action="store_true", help="learn only how sure it may be")
    parser.add_argument("--most", type=int, help="questions of each set, at most")
    arguments = parser.parse_args()
    settings = load_settings()
    model = build_embedder(settings)
    embedder = CachedEmbedder(model, settings.cache / "bench")
    background = background_of(settings.benchmarks)
    readings = _readings(
        arguments.readings, arguments.own_files, embedder, background, arguments.most
    )
    facts = {"data": DATA, "seed": SEED, "embedder": embedder.identity, "readings": len(readings)}
    _train(readings, background, None, FOLDER, facts, verdicts=arguments.verdicts)
    if not isinstance(model, ContextualEmbedder):
        raise SystemExit("The embedder gives no states of tokens; choose the one that ships.")
    states = KeptStates(model, arguments.states)
    states.add([text for reading in readings for text in texts_of(reading.reading)])
    # where only the verdict is learnt the aligner that is there stays
    aligner = (
        load_weights(ALIGNED).aligner
        if arguments.verdicts
        else train_aligner(readings, states, embedder.identity)
    )
    folds = [fold_of(reading.case) for reading in readings]
    seen = aligned_by_fold(readings, folds, states, embedder.identity)
    _train(seen, background, aligner, ALIGNED, facts, verdicts=arguments.verdicts)


def _train(
    readings: Sequence[Labelled],
    background: Background,
    aligner: Aligner | None,
    folder: Path,
    facts: Mapping[str, object],
    *,
    verdicts: bool,
) -> None:
    """Write the weights of a folder anew: all of them, or those of the verdict alone."""
    weights, figures = fitted(readings, background, aligner)
    if not verdicts:
        save_weights(weights, folder, {**facts, "cross_validated": figures})
    else:
        known = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["training"]
        sure = {name: row for name, row in figures.items() if name.startswith("verdict")}
        kept = {n: row for n, row in known["cross_validated"].items() if n not in sure}
        weights = replace(
            load_weights(folder),
            first=weights.first,
            found=weights.found,
            thresholds=weights.thresholds,
        )
        told = {**known, "cross_validated": kept}
        told["verdict"] = {"readings": len(readings), "cross_validated": sure}
        save_weights(weights, folder, told)
    print(json.dumps({folder.name: figures}, indent=2))


if __name__ == "__main__":
    main()
