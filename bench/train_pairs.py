"""Train the reader's cross-encoder: `python -m bench.train_pairs` writes adapter and head.

It learns from the questions that train the reader (`bench.train_reader`), and from three in four
of the documents of the later parts of `bench/own_files`, each question over the passages of its own
document first, as in a collection of few. The other documents and the fourteen papers of
`everyday_more.jsonl` teach it nothing: over some of them it is chosen how much of a sentence's
score it decides. Among the sentences that a question shows, those that answer must stand out (log
of their softmax mass), and each is judged alone as well (cross entropy), near misses among them;
most of the wrong ones are those that the ranking thinks best of.

A second head learns along, of questions over lists (`bench/own_lists`), which program is meant: the
model beneath is the same. Its steps and those over sentences follow each other in no order.

`--further` goes on from the weights that ship instead of beginning anew: with the questions of own
files that came last, and some of all others so that it forgets nothing. That takes twenty minutes
on two processors. `--lessons FILE` and `--programs FILE` keep what is learned from between runs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from backend.embedders._adapter import PAIRS
from backend.embedders._tokenizer import ModelTokenizer
from backend.embedders.sentence_transformers import build as build_embedder
from backend.embedders.sentence_transformers import model_of_name
from backend.inference.log_odds import log_odds, sigmoid
from backend.ports import Embedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.cross_encoder import (
    LOOKED_AT,
    pair_texts,
)
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rule_scores import titles_of, without_debris
from backend.tasks.answer.extractive.weights import (
    ALIGNED,
    MANIFEST,
    load_weights,
    save_weights,
)
from backend.tasks.answer.local import LocalReader
from backend.tasks.calculate.composed.program_network import FILE, shipped
from backend.types import Hit
from bench._pair_network import Drawn, Pair, PairNetwork, loss_of, save_adapter, scores_of
from bench._program_lessons import (
    ProgramLesson,
    in_turn,
    pairs_with,
    program_lessons,
    shown_in_a_pass,
    shown_of,
)
from bench._reader_labels import is_unanswerable, labels
from bench._reader_own_files import (
    BUSINESS,
    BUSINESS_MORE,
    CONVERSATIONS,
    EVERYDAY,
    EVERYDAY_FURTHER,
    HANDBOOKS,
    HANDBOOKS_FURTHER,
    MANUALS,
    MANUALS_FURTHER,
    OWN_FILES,
    PEOPLE,
    PEOPLE_MORE,
    REFERENCES,
    REFERENCES_MORE,
    TAUGHT_PAIRS,
    choosing_cases,
    default_documents,
    own_document_first,
    taught,
)
from bench._reader_readings import TOP, near_misses
from bench._reader_sets import Case, evenly
from bench._reader_verdicts import is_right, quote_is_right
from bench._vector_cache import CachedEmbedder
from bench.train_composed import kept_examples, save
from bench.train_further import Read, readings_of_cases
from bench.train_reader import training_cases

SEED = 13
QUESTIONS_PER_STEP = 12
MOST_RIGHT, MOST_WRONG, MOST_MISSED = 2, 6, 2
"""Sentences that one question shows in a step: right ones, others, and some of a near miss."""
MOST_HARD = 4
"""So many of the wrong ones are among those that the reader would look at."""
MISSED_AS_WELL = 0.5
"""How often a question that is answered shows a near miss besides."""
WEIGHT_DECAY = 1e-2
REMINDED = {
    "nq_uda": 200,
    "tatqa_dev": 60,
    "musique_train100": 20,
    "hotpotqa300": 0,
    "chunking_eval": 0,
    OWN_FILES: 200,
    EVERYDAY: 100,
    MANUALS: 108,
    MANUALS_FURTHER: 108,
    HANDBOOKS: 250,
    EVERYDAY_FURTHER: 250,
    BUSINESS: 180,
    BUSINESS_MORE: 150,
    REFERENCES: 200,
    REFERENCES_MORE: 200,
    CONVERSATIONS: 100,
    PEOPLE: 500,
    PEOPLE_MORE: 600,
    HANDBOOKS_FURTHER: 250,
}
"""Questions of a set that a further training shows again, of others all."""
SHARES = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Course:
    """How often the lessons are shown, and the highest learning rates of model and head."""

    passes: float
    body_rate: float
    head_rate: float
    warming: float
    """The share of the steps in which the rates rise."""
    program_passes: float
    """How often the lessons over lists are shown."""


ANEW = Course(4.0, 1e-3, 2e-3, 0.1, 2.5)
FURTHER = Course(1.0, 6e-4, 8e-4, 0.12, 1.25)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a question shows: its pairs, which of them answer, which do not, and which of those the
    reader would look at."""

    pairs: tuple[Pair, ...]
    right: tuple[int, ...]
    wrong: tuple[int, ...]
    hard: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question over what was found, or over gold passages where that does not hold its answer,
    and over evidence that lacks it; what does not exist is None."""

    found: Shown | None
    missed: Shown | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    parser.add_argument("--lessons", type=Path, help="a file that keeps what is learned from")
    parser.add_argument("--programs", type=Path, help="a file that keeps the questions over lists")
    parser.add_argument("--further", action="store_true", help="go on from the weights that ship")
    arguments = parser.parse_args()
    model = model_of_name(load_settings(), "")
    embedder = build_embedder(load_settings())
    weights = load_weights(ALIGNED)
    tokens = ModelTokenizer(model.folder / "tokenizer.json", embedder.max_tokens)
    reader = LocalReader(embedder, replace(weights, encoder=None))
    lessons = kept_lessons(arguments.lessons, arguments.own_files, reader, embedder, tokens)
    ranking = shipped()
    programs = program_lessons(
        kept_examples(arguments.programs, embedder), ranking, embedder, tokens
    )
    network = PairNetwork(str(model.folder))
    if arguments.further and weights.encoder is not None:
        network.go_on_from(PAIRS, weights.encoder.head, ranking.head)
        lessons = reminded(lessons)
    course = FURTHER if arguments.further else ANEW
    every = [each for own in lessons.values() for each in own]
    network = trained(network, every, programs, course)
    chosen_over = choosing_cases(arguments.own_files)
    held_out = [
        reading
        for reading in readings_of_cases(chosen_over, "own", reader)
        if reading.labelled.kind == "top"
    ]
    rates = first_right_by_share(held_out, network, embedder, tokens)
    share = max(SHARES, key=lambda each: (rates[each], -each))
    print(json.dumps({"questions": len(held_out), "first_right": rates, "share": share}, indent=2))
    save_adapter(PAIRS, network.adapter(embedder.identity))
    known = json.loads((ALIGNED / MANIFEST).read_text(encoding="utf-8"))["training"]
    told = {
        "lessons": len(every),
        "lessons_over_lists": len(programs),
        "passes": course.passes,
        "further": arguments.further,
        "seed": SEED,
        "chosen_over": len(held_out),
        "first_right": {str(each): rate for each, rate in rates.items()},
    }
    save(replace(ranking, head=network.program_head()), FILE)
    save_weights(
        replace(weights, encoder=network.encoder(embedder.identity, share)),
        ALIGNED,
        {**known, "pairs": told},
    )


def kept_lessons(
    kept: Path | None,
    documents: Path,
    reader: LocalReader,
    embedder: Embedder,
    tokens: ModelTokenizer,
) -> dict[str, list[Lesson]]:
    """What each set teaches, read anew where no file keeps it.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    if kept is not None and kept.exists():
        with kept.open("rb") as stream:
            found: dict[str, list[Lesson]] = pickle.load(stream)
        return found
    settings = load_settings()
    cached = CachedEmbedder(embedder, settings.cache / "bench")
    lessons: dict[str, list[Lesson]] = {}
    for public in training_cases(settings.benchmarks, documents, cached):
        for case in public:
            lessons.setdefault(case.collection, []).append(lesson(case, reader, embedder, tokens))
    for part in TAUGHT_PAIRS:
        # asked in a library of many documents, they mostly do not say which of them they mean
        lessons[part] = [
            lesson(own_document_first(case), reader, embedder, tokens)
            for _, case in taught(documents, part)
        ]
    if kept is not None:
        with kept.open("wb") as stream:
            pickle.dump(lessons, stream)
    return lessons


def reminded(lessons: Mapping[str, list[Lesson]]) -> dict[str, list[Lesson]]:
    """All lessons of what came last, and some of the others, spread evenly."""
    return {name: evenly(own, REMINDED.get(name, len(own))) for name, own in lessons.items()}


def lesson(case: Case, reader: LocalReader, embedder: Embedder, tokens: ModelTokenizer) -> Lesson:
    """What a case teaches."""
    if is_unanswerable(case):
        return Lesson(None, shown(case, case.evidence[:TOP], reader, embedder, tokens))
    found = shown(case, case.evidence[:TOP], reader, embedder, tokens)
    if found is None or not found.right:
        found = shown(case, case.gold_evidence[:TOP], reader, embedder, tokens)
    return Lesson(found, shown(case, near_misses(case), reader, embedder, tokens))


def shown(
    case: Case,
    hits: Sequence[Hit],
    reader: LocalReader,
    embedder: Embedder,
    tokens: ModelTokenizer,
) -> Shown | None:
    """The candidates of some evidence as pairs; None without any."""
    reading = reader.read(case.question, hits)
    if not reading.candidates:
        return None
    own = labels(case, reading.candidates, [hit.chunk.document_id for hit in hits])
    ranked = without_debris(
        reading, load_weights(ALIGNED).ranker.probabilities(unit_features(reading)), titles_of(hits)
    )
    looked_at = np.argsort(-ranked, kind="stable")[:LOOKED_AT]
    return Shown(
        pairs_of(reading, embedder, tokens),
        tuple(map(int, np.flatnonzero(own == 1))),
        tuple(map(int, np.flatnonzero(own == 0))),
        tuple(int(each) for each in looked_at if own[each] == 0),
    )


def pairs_of(reading: ReadEvidence, embedder: Embedder, tokens: ModelTokenizer) -> tuple[Pair, ...]:
    """A question with each candidate."""
    texts = pair_texts(reading.candidates, reading.passages, embedder)
    return pairs_with(reading.question.text, texts, embedder, tokens)


def trained(
    network: PairNetwork,
    lessons: Sequence[Lesson],
    programs: Sequence[ProgramLesson],
    course: Course,
) -> PairNetwork:
    """The network after the lessons, which are shown in a new order each time; steps over
    sentences and steps over programs follow each other in no order."""
    torch.manual_seed(SEED)
    generator = np.random.default_rng(SEED)
    rates = [course.body_rate, course.head_rate]
    optimiser = torch.optim.AdamW(
        [
            {"params": network.body(), "lr": course.body_rate},
            {"params": network.head(), "lr": course.head_rate},
        ],
        weight_decay=WEIGHT_DECAY,
    )
    many = [
        math.ceil(course.passes * len(lessons) / QUESTIONS_PER_STEP),
        math.ceil(course.program_passes * shown_in_a_pass(programs) / QUESTIONS_PER_STEP),
    ]
    plan = generator.permutation(np.repeat([False, True], many))
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rates, total_steps=len(plan), pct_start=course.warming
    )
    sentences = _in_turn(lessons, generator)
    statements = in_turn(programs, generator)
    network.train()
    for of_programs in plan:
        if of_programs:
            some = itertools.islice(statements, QUESTIONS_PER_STEP)
            drawn = [shown_of(each, generator) for each in some]
        else:
            asked = itertools.islice(sentences, QUESTIONS_PER_STEP)
            drawn = [drawn_from(each, generator) for each in asked]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            held = [each for each in drawn if each[0] or each[1]]
            loss = loss_of(network, held, of_programs=bool(of_programs))
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_([*network.body(), *network.head()], 1.0)
        optimiser.step()
        schedule.step()
    return network.eval()


def _in_turn(lessons: Sequence[Lesson], generator: np.random.Generator) -> Iterator[Lesson]:
    while True:
        for at in generator.permutation(len(lessons)):
            yield lessons[at]


def drawn_from(each: Lesson, generator: np.random.Generator) -> Drawn:
    """What a lesson shows in one step."""
    among: list[tuple[Pair, float]] = []
    chosen = each.found
    if chosen and chosen.right and chosen.wrong:
        right = generator.permutation(chosen.right)[:MOST_RIGHT]
        hard = generator.permutation(chosen.hard)[:MOST_HARD]
        rest = [index for index in chosen.wrong if index not in hard]
        wrong = [*hard, *generator.permutation(rest)[: MOST_WRONG - len(hard)]]
        among = [(chosen.pairs[index], 1.0) for index in right]
        among += [(chosen.pairs[index], 0.0) for index in wrong]
    missed: list[Pair] = []
    if each.missed and (not among or generator.random() < MISSED_AS_WELL):
        some = generator.permutation(each.missed.hard)[:MOST_MISSED]
        missed = [each.missed.pairs[index] for index in some]
    return among, missed


def first_right_by_share(
    held_out: Iterable[Read], network: PairNetwork, embedder: Embedder, tokens: ModelTokenizer
) -> dict[float, float]:
    """Per cent of the questions whose best sentence, or what is quoted with it, answers, by the
    share of the score that the network decides."""
    ranker = load_weights(ALIGNED).ranker
    right: dict[float, list[bool]] = {share: [] for share in SHARES}
    for each in held_out:
        own = each.labelled
        reading = own.reading
        pairs = pairs_of(reading, embedder, tokens)
        with torch.no_grad():
            answers = torch.sigmoid(scores_of(network, pairs)).numpy().astype(np.float64)
        plain = ranker.probabilities(own.features)
        for share, outcomes in right.items():
            mixed = sigmoid((1.0 - share) * log_odds(plain) + share * log_odds(answers))
            best = int(np.argmax(without_debris(reading, mixed, titles_of(own.hits))))
            outcomes.append(is_right(own, best) or quote_is_right(own, best))
    return {share: round(100 * float(np.mean(each)), 1) for share, each in right.items()}


if __name__ == "__main__":
    main()
