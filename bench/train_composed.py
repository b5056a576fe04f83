"""Train what ranks programs over lists: `python -m bench.train_composed [--examples FILE]`.

It learns from the questions of `bench/own_lists` whose sets are taught. Every program that the
words of a question allow is run over its list; those that come to the answer are right, whatever
way they take, and the network is to give them all of its mass together (Pasupat and Liang 2015,
"Compositional Semantic Parsing on Semi-Structured Tables"). Over two other lists of its set, where
the list has no answer, and for questions over contracts and the like, telling nothing is right.
Which programs are run is what the network that ships thinks most of, so the training is done twice
where features are new. Four groups of sets, each left out in turn, say how probable an answer must
be: the least probability from which at most so many of those that are told are wrong. The network
that ships is the mean of several that have seen all of them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from backend.embedders.sentence_transformers import build as build_embedder
from backend.inference.pair_head import head_arrays
from backend.pipelines._composed_lists import RIVAL
from backend.ports import Embedder
from backend.settings import load_settings
from backend.tasks.calculate.composed.composed_figure import (
    ProgramResult,
    most_probable,
    unread_candidates,
    with_reading,
)
from backend.tasks.calculate.composed.list_programs import sides_named, sides_of
from backend.tasks.calculate.composed.list_steps import CHOSEN, DECIDED, FIGURES_TOLD, ListStep
from backend.tasks.calculate.composed.program_features import Features
from backend.tasks.calculate.composed.program_network import FILE, HEAD, ProgramNetwork, shipped
from backend.tasks.calculate.composed.read_programs import ProgramModel, Scores, program_model
from backend.tasks.calculate.composed.tellable_programs import is_tellable
from backend.tasks.calculate.programs.column_words import FIGURES, value_of
from backend.types.tables import StoredTable
from bench._judged_programs import corrected, judged_results
from bench._list_answers import MINUTES, holds, is_decided, is_hours, is_named, is_number
from bench._own_lists import (
    TAUGHT,
    ListQuestion,
    NamedList,
    lists_of,
    others,
    questions_of,
)
from bench.report import write_results

SEED = 13
OTHER_LISTS = 2
DOCUMENTS = tuple(
    Path(__file__).parent / "own_files" / name for name in ("business.jsonl", "business_more.jsonl")
)
"""Questions over documents, each of which is asked of one list besides."""
LEAST_SEEN = 12
"""Examples that have a feature, below which it is left out."""
NETWORKS = 3
UNITS = 48
PASSES = 12
AT_ONCE = 32
RATE, DECAY = 3e-3, 0.1
NOTHING_COUNTS = 0.5
"""What an example in which nothing is to be told weighs beside one with an answer."""
FOLDS = 4
UNREAD_EVERY = 7
"""Every so many examples nothing is read while it learns."""
MOST_WRONG, MOST_WRONG_LIKELY = 0.06, 0.25
"""Shares of what is told as sure, and of all that is told, which are wrong at most."""
LEAST_TOLD = 0.5
_EACH = frozenset([ListStep.SUM_EACH, ListStep.COUNT_EACH, ListStep.MEAN_EACH])


@dataclass(frozen=True, slots=True)
class Example:
    """A question over a list, its programs, and which of them are right; none where the list has
    no answer, or is another one. `is_own` says that it is the question's list."""

    group: str
    question: ListQuestion
    is_own: bool
    candidates: tuple[ProgramResult, ...]
    right: tuple[bool, ...]

    @property
    def has_answer(self) -> bool:
        """Whether the list answers the question."""
        return self.is_own and bool(self.question.answer)


def examples_of(name: str, model: ProgramModel) -> list[Example]:
    """The examples of a set: its questions, and some over documents that no list answers."""
    lists = lists_of(name)
    found: list[Example] = []
    for asked, document in zip(document_questions(name), itertools.cycle(sorted(lists))):
        own = lists[document]
        made = unread_candidates(asked, own.tables[0], own.title, model)
        none = (False,) * len(made)
        found.append(Example(name, ListQuestion(document, asked, ""), False, tuple(made), none))
    for question in questions_of(name):
        if question.document not in lists:
            continue
        found += _of_its_list(name, question, lists[question.document], model)
        for document in others(list(lists), question.document, OTHER_LISTS):
            own = lists[document]
            made = unread_candidates(question.question, own.tables[0], own.title, model)
            found.append(Example(name, question, False, tuple(made), (False,) * len(made)))
    return found


def _of_its_list(
    name: str, question: ListQuestion, own: NamedList, model: ProgramModel
) -> list[Example]:
    """The examples of a question over the sheets of its list; of those without a right program the
    first is its own where none has one."""
    said = judged_results().get((name, own.document, question.question))
    said = said if question.answer else None
    found = []
    for table in own.tables:
        made = unread_candidates(question.question, table, own.title, model)
        compared = [is_right(each, question.answer, table) for each in made]
        right = corrected(made, compared, said)
        found.append(Example(name, question, any(right), tuple(made), right))
    if not any(each.is_own for each in found):
        found[0] = replace(found[0], is_own=True)
    return found


def document_questions(name: str) -> list[str]:
    """Some questions over contracts, minutes and the like, other ones for each set."""
    rows = [
        json.loads(line)["question"]
        for file in DOCUMENTS
        for line in file.read_text("utf-8").splitlines()
    ]
    return rows[TAUGHT.index(name) :: len(TAUGHT)]


def is_right(candidate: ProgramResult, answer: str, table: StoredTable) -> bool:
    """Whether a program comes to the answer; never where there is none."""
    if not answer:
        return False
    program, outcome = candidate.program, candidate.outcome
    column = program.answer
    looked_up = (
        program.step is ListStep.LOOK_UP
        and column is not None
        and column >= 0
        and (column >= len(table.columns) or table.columns[column].kind in FIGURES)
    )
    if program.step in DECIDED:
        return is_decided(outcome.answer, answer)
    if program.step is ListStep.REPEATED:
        return is_named(outcome.answer, answer)
    if program.step in CHOSEN:
        sides = sides_of(program)
        assert sides is not None
        return is_named(outcome.answer.rpartition(": ")[0], answer, set(sides_named(sides)))
    if program.step in _EACH:
        return bool(outcome.listed) and is_named(outcome.answer, answer)
    if program.step in FIGURES_TOLD or looked_up:
        if outcome.unit in MINUTES and is_hours(outcome.value, answer):
            return True
        days = program.figures is not None and program.step in (ListStep.MOST, ListStep.LEAST)
        return is_number(outcome.value, answer) or (days and is_named(outcome.answer, answer))
    values = {value_of(row, column) for row in table.rows} if column is not None else set()
    is_cell = program.step is ListStep.LOOK_UP and holds(outcome.answer, answer)
    return is_cell or is_named(outcome.answer, answer, values)


@dataclass(frozen=True, slots=True)
class Rows:
    """Features of programs, one row behind the other: which, their values, and where each row
    begins."""

    names: torch.Tensor
    values: torch.Tensor
    starts: torch.Tensor


class Network(nn.Module):
    """`backend.tasks.calculate.composed.program_network.ProgramNetwork` as torch trains it: of some
    thousand features a program has a few dozen."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.linear = nn.EmbeddingBag(features, 1, mode="sum")
        self.hidden = nn.EmbeddingBag(features, UNITS, mode="sum")
        for bag in (self.linear, self.hidden):
            nn.init.uniform_(bag.weight, -(features**-0.5), features**-0.5)
        self.hidden_bias = nn.Parameter(torch.zeros(UNITS))
        self.last = nn.Linear(UNITS, 1)
        self.nothing = nn.Parameter(torch.tensor([2.0]))
        self.before, self.behind = nn.Dropout(0.1), nn.Dropout(0.3)

    def forward(self, rows: Rows) -> torch.Tensor:
        """The scores of programs, shape (programs,)."""
        plain = self.linear(rows.names, rows.starts, per_sample_weights=rows.values)
        kept = self.before(rows.values)
        units = self.hidden(rows.names, rows.starts, per_sample_weights=kept)
        units = nn.functional.gelu(units + self.hidden_bias)
        scores: torch.Tensor = (plain + self.last(self.behind(units)))[:, 0]
        return scores


def shipped_of(
    networks: Sequence[Network],
    names: dict[str, int],
    identity: str,
) -> ProgramNetwork:
    """The mean of some networks as the product runs it: one network with the units of all, with the
    head that ships."""
    share = 1.0 / len(networks)

    def held(values: Sequence[torch.Tensor]) -> npt.NDArray[np.float32]:
        joined = torch.cat([value.detach() for value in values], dim=-1)
        return joined.numpy().astype(np.float16).astype(np.float32)

    linear = torch.stack([own.linear.weight[:, 0] for own in networks]).mean(0)
    bias = sum(own.last.bias.item() for own in networks) * share
    nothing = sum(own.nothing.item() for own in networks) * share
    return ProgramNetwork(
        names,
        held([linear]),
        held([own.hidden.weight for own in networks]),
        held([own.hidden_bias for own in networks]),
        held([own.last.weight[0] * share for own in networks]),
        float(np.float32(bias)),
        float(np.float32(nothing)),
        identity,
        1.0,
        1.0,
        shipped().head,
    )


def names_of(examples: Sequence[Example]) -> dict[str, int]:
    """The features that are learned, in order."""
    seen: Counter[str] = Counter()
    for example in examples:
        seen.update({name for each in example.candidates for name in each.features})
    return {
        name: at for at, name in enumerate(sorted(n for n, m in seen.items() if m >= LEAST_SEEN))
    }


def rows_of(programs: Sequence[Features], names: dict[str, int]) -> Rows:
    """Features as rows."""
    held = [
        [(at, value) for name, value in features.items() if (at := names.get(name)) is not None]
        for features in programs
    ]
    starts = np.cumsum([0, *map(len, held)])[:-1]
    return Rows(
        torch.tensor([at for row in held for at, _ in row], dtype=torch.long),
        torch.tensor([value for row in held for _, value in row], dtype=torch.float32),
        torch.from_numpy(starts),
    )


def together(some: Sequence[Rows]) -> Rows:
    """Rows of several examples as one."""
    sizes = np.cumsum([0, *(len(rows.names) for rows in some)])[:-1]
    return Rows(
        torch.cat([rows.names for rows in some]),
        torch.cat([rows.values for rows in some]),
        torch.cat([rows.starts + int(at) for rows, at in zip(some, sizes, strict=True)]),
    )


Shown = tuple[Rows, torch.Tensor]
"""The programs of an example, and which of them are right."""


def shown_of(examples: Sequence[Example], names: dict[str, int]) -> list[Shown]:
    """What examples teach; those whose answer no program comes to teach nothing."""
    return [
        (
            rows_of([each.features for each in example.candidates], names),
            torch.tensor(example.right),
        )
        for example in examples
        if example.candidates and (any(example.right) or not example.has_answer)
    ]


def trained(shown: Sequence[Shown], features: int, seed: int) -> Network:
    """A network that has learned from the examples."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    network = Network(features)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    steps = PASSES * -(-len(shown) // AT_ONCE)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: 1 - step / steps)
    for _ in range(PASSES):
        order = generator.permutation(len(shown))
        for first in range(0, len(order), AT_ONCE):
            some = [shown[at] for at in order[first : first + AT_ONCE]]
            loss = _loss(network, some)
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            optimiser.step()
            schedule.step()
    return network.eval()


def _loss(network: Network, some: Sequence[Shown]) -> torch.Tensor:
    scores = network(together([rows for rows, _ in some]))
    losses = []
    at = 0
    for _, right in some:
        own = torch.cat([scores[at : at + len(right)], network.nothing]).log_softmax(0)
        at += len(right)
        if right.any():
            losses.append(-torch.logsumexp(own[:-1][right], 0))
        else:
            losses.append(-NOTHING_COUNTS * own[-1])
    return torch.stack(losses).mean()


@dataclass(frozen=True, slots=True)
class Told:
    """What is made of a question over a list: the probability of its best answer, whether that is
    right, and whether it may be told at all."""

    question: ListQuestion
    probability: float
    is_right: bool
    is_tellable: bool


def told_of(examples: Sequence[Example], network: ProgramNetwork) -> list[Told]:
    """One for each question: of its lists the one with the most probable answer tells it, unless
    another one is nearly as probable."""
    of_question: dict[tuple[str, str, str], list[Told]] = defaultdict(list)
    for example in examples:
        key = (example.group, example.question.document, example.question.question)
        made = most_probable(example.candidates, network)
        told = Told(example.question, 0.0, is_right=False, is_tellable=False)
        if made is not None:
            right = example.right[example.candidates.index(made.candidate)]
            may_be_told = is_tellable(example.question.question, made)
            told = Told(example.question, made.probability, right, may_be_told)
        of_question[key].append(told)
    chosen = []
    for own in of_question.values():
        best, *others = sorted(own, key=lambda each: -each.probability)
        has_rival = any(each.probability > RIVAL for each in others)
        is_open = has_rival or not best.is_tellable
        chosen.append(replace(best, probability=0.0) if is_open else best)
    return chosen


def threshold_of(told: Sequence[Told], most: float) -> float:
    """The least probability from which at most such a share of what is told is wrong."""
    ranked = sorted(told, key=lambda each: -each.probability)
    threshold, wrong = 1.0, 0
    for many, each in enumerate(ranked, start=1):
        wrong += not each.is_right
        if each.probability < LEAST_TOLD:
            break
        if wrong <= most * many:
            threshold = each.probability
    return threshold


def save(network: ProgramNetwork, file: Path) -> None:
    """Write a network as `program_network.shipped` reads it."""
    names = sorted(network.names, key=lambda name: network.names[name])
    np.savez_compressed(
        file,
        allow_pickle=False,
        names=np.frombuffer("\n".join(names).encode("utf-8"), np.uint8),
        linear=network.linear.astype(np.float16),
        hidden=network.hidden.astype(np.float16),
        hidden_bias=network.hidden_bias.astype(np.float16),
        last=network.last.astype(np.float16),
        bias=np.float32(network.bias),
        nothing=np.float32(network.nothing),
        identity=np.frombuffer(network.identity.encode("utf-8"), np.uint8),
        likely=np.float32(network.likely),
        sure=np.float32(network.sure),
        **head_arrays(network.head, HEAD),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, help="a file that keeps what is learned from")
    parser.add_argument(
        "--read", type=Path, required=True, help="what bench.train_program_reading wrote"
    )
    arguments = parser.parse_args()
    embedder = build_embedder(load_settings())
    unread = kept_examples(arguments.examples, embedder)
    examples = with_read(unread, arguments.read)
    # what is run is chosen before anything is read, so some teach without it
    taught = [(unread if at % UNREAD_EVERY == 0 else examples)[at] for at in range(len(examples))]
    out_of_fold: list[Told] = []
    for fold in range(FOLDS):
        apart = frozenset(TAUGHT[fold::FOLDS])
        learned = [example for example in taught if example.group not in apart]
        network = learned_from(learned, embedder.identity)
        out_of_fold += told_of([each for each in examples if each.group in apart], network)
    likely, sure = (threshold_of(out_of_fold, most) for most in (MOST_WRONG_LIKELY, MOST_WRONG))
    network = replace(learned_from(taught, embedder.identity), likely=likely, sure=sure)
    save(network, FILE)
    figures = figures_of(out_of_fold, likely, sure, len(network.names))
    write_results("train_composed", figures)


def learned_from(examples: Sequence[Example], identity: str) -> ProgramNetwork:
    """The mean of some networks that have learned from examples."""
    names = names_of(examples)
    shown = shown_of(examples, names)
    networks = [trained(shown, len(names), SEED + at) for at in range(NETWORKS)]
    return shipped_of(networks, names, identity)


def with_read(examples: Sequence[Example], file: Path) -> list[Example]:
    """The examples with what was read of their programs by what learned from other sets."""
    with file.open("rb") as stream:
        scores: list[dict[str, float]] = pickle.load(stream)
    found = []
    for example, own in zip(examples, scores, strict=True):
        if not own:
            found.append(example)
            continue

        def read(_question: str, texts: Sequence[str], own: dict[str, float] = own) -> Scores:
            least = min(own.values())
            return np.array([own.get(text, least) for text in texts], np.float32)

        model = ProgramModel(_not_embedded, read, shipped())
        made = with_reading(example.question.question, list(example.candidates), model)
        found.append(replace(example, candidates=tuple(made)))
    return found


def _not_embedded(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    raise AssertionError(f"{len(texts)} texts have vectors already")


def kept_examples(kept: Path | None, embedder: Embedder) -> list[Example]:
    """The examples of all taught sets, made anew where no file keeps them."""
    if kept is not None and kept.exists():
        with kept.open("rb") as stream:
            found: list[Example] = pickle.load(stream)
        return found
    model = program_model(embedder, shipped())
    assert model is not None, "the network that ships is for another model"
    examples = [example for name in TAUGHT for example in examples_of(name, model)]
    if kept is not None:
        with kept.open("wb") as stream:
            pickle.dump(examples, stream)
    return examples


def figures_of(
    told: Sequence[Told], likely: float, sure: float, features: int
) -> dict[str, object]:
    """What is told of sets left out, from several probabilities on."""
    answerable = sum(bool(each.question.answer) for each in told)
    levels = {"likely": likely, "sure": sure, **{str(at): at for at in (0.5, 0.6, 0.7, 0.8, 0.9)}}
    return {
        "questions": len(told),
        "answerable": answerable,
        "features": features,
        "thresholds": {"likely": round(likely, 3), "sure": round(sure, 3)},
        "from": {
            name: {
                "told": sum(each.probability >= level for each in told),
                "right": sum(each.probability >= level and each.is_right for each in told),
            }
            for name, level in levels.items()
        },
    }


if __name__ == "__main__":
    main()
