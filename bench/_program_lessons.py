"""What questions over lists teach the model that reads programs together with them.

A question shows statements of its programs (`backend.tasks.calculate.composed.paraphrases`): those
that are right must stand out among others, most of which the network thinks best of. Where a list
has no answer, all of them are wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from backend.embedders._tokenizer import ModelTokenizer
from backend.ports import TokenCounter
from backend.tasks.answer.extractive.cross_encoder import QUESTION_TOKENS, cut
from backend.tasks.calculate.composed.program_network import ProgramNetwork
from bench._own_lists import TAUGHT
from bench._pair_network import Drawn, Pair, PairNetwork, scores_of
from bench.train_composed import Example

MOST_RIGHT, MOST_WRONG, MOST_OF_NONE = 4, 24, 6
SHOWN_RIGHT, SHOWN_HARD, SHOWN_OTHERS, SHOWN_OF_NONE = 2, 5, 2, 3
"""Statements that one question shows in a step."""
NONE_SHARE = 0.3
"""How many of the lists without an answer are shown in a pass."""


@dataclass(frozen=True, slots=True)
class ProgramLesson:
    """A question with the statements that are right, none where a list has no answer, and others,
    those that the network thinks best of first."""

    right: tuple[Pair, ...]
    wrong: tuple[Pair, ...]


def halves() -> tuple[frozenset[str], frozenset[str]]:
    """The taught sets in two halves, of which each is read by what learned from the other."""
    names = sorted(TAUGHT)
    return frozenset(names[::2]), frozenset(names[1::2])


def program_lessons(
    examples: Iterable[Example],
    network: ProgramNetwork,
    embedder: TokenCounter,
    tokens: ModelTokenizer,
) -> list[ProgramLesson]:
    """What examples teach; those whose answer no program comes to teach nothing."""
    found = []
    for example in examples:
        if not example.candidates or (example.has_answer and not any(example.right)):
            continue
        ranked = statements_of(example, network)
        right = [text for text, is_right in ranked.items() if is_right][:MOST_RIGHT]
        most = MOST_WRONG if example.has_answer else MOST_OF_NONE
        wrong = [text for text, is_right in ranked.items() if not is_right][:most]
        if not wrong:
            continue
        pairs = pairs_with(example.question.question, [*right, *wrong], embedder, tokens)
        found.append(ProgramLesson(pairs[: len(right)], pairs[len(right) :]))
    return found


def statements_of(example: Example, network: ProgramNetwork) -> dict[str, bool]:
    """The statements of an example's programs, those that the network thinks best of first, and
    whether each is right."""
    scores = network.scores([each.features for each in example.candidates])
    ranked: dict[str, bool] = {}
    for at in np.argsort(-scores, kind="stable"):
        said = example.candidates[at].said
        ranked[said] = ranked.get(said, False) or example.right[at]
    return ranked


def pairs_with(
    question: str, texts: Sequence[str], embedder: TokenCounter, tokens: ModelTokenizer
) -> tuple[Pair, ...]:
    """A question with each text."""
    asked = cut(embedder, [question], QUESTION_TOKENS)[0]
    return tuple((ids, ids.index(ids[-1]) + 1) for ids in tokens.pair_ids(asked, texts))


def in_turn(
    lessons: Sequence[ProgramLesson], generator: np.random.Generator
) -> Iterator[ProgramLesson]:
    """All lessons with an answer and some of the others, in a new order each time, without end."""
    own = [each for each in lessons if each.right]
    none = [each for each in lessons if not each.right]
    while True:
        some = generator.permutation(len(none))[: int(NONE_SHARE * len(none))]
        shown = [*own, *(none[at] for at in some)]
        for at in generator.permutation(len(shown)):
            yield shown[at]


def shown_in_a_pass(lessons: Sequence[ProgramLesson]) -> float:
    """How many lessons are shown before the first is shown again."""
    own = sum(bool(each.right) for each in lessons)
    return own + NONE_SHARE * (len(lessons) - own)


def shown_of(lesson: ProgramLesson, generator: np.random.Generator) -> Drawn:
    """What a lesson shows in one step: statements to choose among, each with whether it is right,
    and statements that are all wrong."""

    def some(pairs: Sequence[Pair], most: int) -> list[Pair]:
        return [pairs[at] for at in generator.permutation(len(pairs))[:most]]

    if not lesson.right:
        return [], some(lesson.wrong, SHOWN_OF_NONE)
    wrong = [*lesson.wrong[:SHOWN_HARD], *some(lesson.wrong[SHOWN_HARD:], SHOWN_OTHERS)]
    right = some(lesson.right, SHOWN_RIGHT)
    return [*((pair, 1.0) for pair in right), *((pair, 0.0) for pair in wrong)], []


def read_of(
    example: Example,
    most: int,
    ranking: ProgramNetwork,
    network: PairNetwork,
    embedder: TokenCounter,
    tokens: ModelTokenizer,
) -> dict[str, float]:
    """The log-odds of the statements that the ranking thinks most of, by what they say."""
    texts = list(statements_of(example, ranking))[:most]
    pairs = pairs_with(example.question.question, texts, embedder, tokens)
    with torch.no_grad():
        scores = scores_of(network, pairs, of_programs=True)
    return dict(zip(texts, scores.tolist(), strict=True))
