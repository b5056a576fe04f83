"""Train the reader's cross-encoder: `python -m bench.train_pairs` writes adapter and head.

It learns from the questions that train the reader (`bench.train_reader`), from everyday papers and
from three in four manuals of `bench/own_files`. Everyday papers that came later
(`everyday_more.jsonl`), every fourth manual and the three rounds teach it nothing: over them it is
chosen how much of a sentence's score it decides. Among the sentences that a question shows, those
that answer must stand out (log of their softmax mass), and each is judged alone as well (cross
entropy), near misses among them. Takes three quarters of an hour on two processors.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from backend.embedders._adapter import PAIRS
from backend.embedders._tokenizer import ModelTokenizer
from backend.embedders.sentence_transformers import build as build_embedder
from backend.embedders.sentence_transformers import model_of_name
from backend.ports import Embedder, Vectors
from backend.settings import load_settings
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.cross_encoder import QUESTION_TOKENS, cut, pair_texts
from backend.tasks.answer.extractive.judging import titles_of, without_debris
from backend.tasks.answer.extractive.reading import read
from backend.tasks.answer.extractive.trees import log_odds, sigmoid
from backend.tasks.answer.extractive.weights import (
    ALIGNED,
    MANIFEST,
    load_weights,
    save_weights,
)
from backend.tasks.answer.local import LocalReader
from backend.types import Hit
from bench._pair_network import Pair, PairNetwork, save_adapter
from bench._reader_labels import is_unanswerable, labels
from bench._reader_own_files import (
    EVERYDAY_MORE,
    LEFT_OUT,
    MANUALS,
    ROUNDS,
    default_documents,
    part_cases,
)
from bench._reader_readings import TOP, near_misses
from bench._reader_sets import Case
from bench._reader_verdicts import is_right, quote_is_right
from bench._vector_cache import CachedEmbedder
from bench.train_further import Read, readings_of_part
from bench.train_reader import training_cases

SEED = 13
EPOCHS = 4
QUESTIONS_PER_STEP = 5
MOST_RIGHT, MOST_WRONG, MOST_MISSED = 2, 5, 2
"""Sentences that one question shows in a step: right ones, others, and some of a near miss."""
FOUND_RATHER_THAN_GOLD = 0.75
MISSED_AS_WELL = 0.5
"""How often a question that is answered shows a near miss besides."""
BODY_RATE, HEAD_RATE, WEIGHT_DECAY = 1e-3, 2e-3, 1e-2
EACH_ALONE = 0.5
PARTS_OF_STEP = 4
"""A step's pairs are run in so many parts of like length, since padding costs as text does."""
SHARES = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a question shows: its pairs, and which of them answer."""

    pairs: tuple[Pair, ...]
    right: tuple[int, ...]
    wrong: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question over what was found and over gold passages, and over evidence that lacks its
    answer; what does not exist is None."""

    found: Shown | None
    gold: Shown | None
    missed: Shown | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    arguments = parser.parse_args()
    settings = load_settings()
    model = model_of_name(settings, "")
    embedder = build_embedder(settings)
    cached = CachedEmbedder(embedder, settings.cache / "bench")
    weights = load_weights(ALIGNED)
    manuals = part_cases(arguments.own_files, MANUALS)
    unseen = frozenset(sorted({name for name, _ in manuals})[::LEFT_OUT])
    cases = [
        *(
            case
            for part in training_cases(settings.benchmarks, arguments.own_files, cached)
            for case in part
        ),
        *(case for name, case in manuals if name not in unseen),
    ]
    tokens = ModelTokenizer(model.folder / "tokenizer.json", embedder.max_tokens)
    lessons = [lesson(case, weights.background, embedder, tokens) for case in cases]
    network = trained(lessons, str(model.folder))
    reader = LocalReader(embedder, replace(weights, encoder=None))
    held_out = [
        each
        for part in (EVERYDAY_MORE, MANUALS, *ROUNDS)
        for each in readings_of_part(arguments.own_files, part, reader)
        if each.labelled.kind == "top" and (part != MANUALS or each.document in unseen)
    ]
    rates = first_right_by_share(held_out, network, embedder, tokens)
    share = max(SHARES, key=lambda each: (rates[each], -each))
    print(json.dumps({"questions": len(held_out), "first_right": rates, "share": share}, indent=2))
    save_adapter(PAIRS, network.adapter(embedder.identity))
    known = json.loads((ALIGNED / MANIFEST).read_text(encoding="utf-8"))["training"]
    told = {
        "lessons": len(lessons),
        "epochs": EPOCHS,
        "seed": SEED,
        "chosen_over": len(held_out),
        "first_right": {str(each): rate for each, rate in rates.items()},
    }
    save_weights(
        replace(weights, encoder=network.encoder(embedder.identity, share)),
        ALIGNED,
        {**known, "pairs": told},
    )


def lesson(
    case: Case, background: Background, embedder: Embedder, tokens: ModelTokenizer
) -> Lesson:
    """What a case teaches."""
    if is_unanswerable(case):
        return Lesson(None, None, shown(case, case.evidence[:TOP], background, embedder, tokens))
    return Lesson(
        shown(case, case.evidence[:TOP], background, embedder, tokens),
        shown(case, case.gold_evidence[:TOP], background, embedder, tokens),
        shown(case, near_misses(case), background, embedder, tokens),
    )


def shown(
    case: Case,
    hits: Sequence[Hit],
    background: Background,
    embedder: Embedder,
    tokens: ModelTokenizer,
) -> Shown | None:
    """The candidates of some evidence as pairs; None without any. They are the same whatever
    vectors say of them, so none are computed."""

    def nothing(texts: Sequence[str]) -> Vectors:
        return np.zeros((len(texts), embedder.dimension), np.float32)

    reading = read(case.question, hits, nothing, background)
    if not reading.candidates:
        return None
    own = labels(case, reading.candidates, [hit.chunk.document_id for hit in hits])
    pairs = pairs_of(
        case.question, pair_texts(reading.candidates, reading.passages, embedder), embedder, tokens
    )
    return Shown(
        pairs,
        tuple(int(each) for each in np.flatnonzero(own == 1)),
        tuple(int(each) for each in np.flatnonzero(own == 0)),
    )


def pairs_of(
    question: str, texts: Sequence[str], embedder: Embedder, tokens: ModelTokenizer
) -> tuple[Pair, ...]:
    """A question with each text."""
    asked = cut(embedder, [question], QUESTION_TOKENS)[0]
    return tuple((ids, ids.index(ids[-1]) + 1) for ids in tokens.pair_ids(asked, texts))


def trained(lessons: Sequence[Lesson], folder: str) -> PairNetwork:
    """The network after `EPOCHS` rounds over the lessons in a new order each time."""
    torch.manual_seed(SEED)
    generator = np.random.default_rng(SEED)
    network = PairNetwork(folder)
    optimiser = torch.optim.AdamW(
        [
            {"params": network.body(), "lr": BODY_RATE},
            {"params": network.head(), "lr": HEAD_RATE},
        ],
        weight_decay=WEIGHT_DECAY,
    )
    per_epoch = math.ceil(len(lessons) / QUESTIONS_PER_STEP)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [BODY_RATE, HEAD_RATE], total_steps=EPOCHS * per_epoch, pct_start=0.1
    )
    network.train()
    for _ in range(EPOCHS):
        for some in np.array_split(generator.permutation(len(lessons)), per_epoch):
            drawn = [drawn_from(lessons[index], generator) for index in some]
            loss = loss_of(network, [each for each in drawn if each[0] or each[1]])
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_([*network.body(), *network.head()], 1.0)
            optimiser.step()
            schedule.step()
    return network.eval()


Drawn = tuple[list[tuple[Pair, float]], list[Pair]]
"""Pairs to choose among, each with whether it answers; and pairs that do not answer."""


def drawn_from(each: Lesson, generator: np.random.Generator) -> Drawn:
    """What a lesson shows in one step."""
    usable = [one for one in (each.found, each.gold) if one and one.right and one.wrong]
    among: list[tuple[Pair, float]] = []
    if usable:
        first = len(usable) == 1 or generator.random() < FOUND_RATHER_THAN_GOLD
        chosen = usable[0] if first else usable[1]
        right = generator.permutation(chosen.right)[:MOST_RIGHT]
        wrong = generator.permutation(chosen.wrong)[:MOST_WRONG]
        among = [(chosen.pairs[index], 1.0) for index in right]
        among += [(chosen.pairs[index], 0.0) for index in wrong]
    missed: list[Pair] = []
    if each.missed and (not among or generator.random() < MISSED_AS_WELL):
        some = generator.permutation(each.missed.wrong)[:MOST_MISSED]
        missed = [each.missed.pairs[index] for index in some]
    return among, missed


def loss_of(network: PairNetwork, drawn: Sequence[Drawn]) -> torch.Tensor:
    """Choosing among each question's sentences, and judging every sentence alone."""
    pairs = [pair for among, missed in drawn for pair in (*(one for one, _ in among), *missed)]
    target = torch.tensor(
        [
            value
            for among, missed in drawn
            for value in (*(right for _, right in among), *(0.0 for _ in missed))
        ]
    )
    scores = scores_of(network, pairs)
    alone = functional.binary_cross_entropy_with_logits(scores, target)
    chosen: list[torch.Tensor] = []
    at = 0
    for among, missed in drawn:
        own = slice(at, at + len(among))
        at += len(among) + len(missed)
        if among:
            shares = scores[own].log_softmax(0)
            chosen.append(-torch.logsumexp(shares[target[own] == 1.0], 0))
    if not chosen:
        return EACH_ALONE * alone
    return torch.stack(chosen).mean() + EACH_ALONE * alone


def scores_of(network: PairNetwork, pairs: Sequence[Pair]) -> torch.Tensor:
    """The log-odds of the pairs, shape (pairs,), run in parts of like length."""
    order = sorted(range(len(pairs)), key=lambda index: len(pairs[index][0]))
    size = max(1, len(pairs) // PARTS_OF_STEP)
    parts = [order[first : first + size] for first in range(0, len(order), size)]
    scores = torch.cat([network([pairs[index] for index in part]) for part in parts])
    places = torch.empty(len(pairs), dtype=torch.long)
    places[torch.tensor(order)] = torch.arange(len(pairs))
    return scores[places]


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
        texts = pair_texts(reading.candidates, reading.passages, embedder)
        pairs = pairs_of(own.case.question, texts, embedder, tokens)
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
