"""Train what tells a change of the very matter: `python -m bench.train_changes [--examples FILE]`.

It learns from the sets of `bench/own_changes` that teach: where the best sentence tells a fact that
a later one changes, that one is right among all candidates that sound like a change, and none is
where the fact still holds. None is, too, for questions over business documents and everyday papers
(`bench/own_files`) whose best sentence answers. Each set is left out in turn to say how often it is
right; from which probability a later sentence is told, or quoted beside, is chosen over them.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from backend.settings import load_settings
from backend.tasks.answer.extractive.changes_told import (
    FEATURES,
    FILE,
    ChangeWeights,
    ToldChange,
    changes_of,
)
from bench._own_changes import TAUGHT, Read, change_questions, open_changes, read_as_asked, says
from bench._reader_own_files import BUSINESS, EVERYDAY_MORE, asked_questions, open_part
from bench.report import write_results

SEED = 7
PASSES = 40
AT_ONCE = 16
RATE, DECAY = 4e-3, 0.3
LEAST_DEVIATION = 0.25
"""What features are divided by at least: of a rare one little is known."""
MOST_REPLACED, MOST_BESIDE = 0.01, 0.05
"""Shares of the questions over other files whose answers would be put behind a later sentence, or
shown with one, at most."""
LEAST_STEP = 0.001
EVERY = 2
"""Every so many of the questions over other files are enough."""
Example = tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class Changed:
    """A question of a set: what may change its best sentence, which of it does, and whether the
    best sentence is right itself."""

    group: str
    kind: str
    changes: tuple[ToldChange, ...]
    right: tuple[bool, ...]
    is_settled: bool

    @property
    def example(self) -> Example | None:
        """What is learned from it; nothing where the sentence that changes it was not found."""
        if not self.changes:
            return None
        rows = np.array([change.features for change in self.changes], np.float64)
        is_changed = self.kind == "changed" and not self.is_settled
        right = np.array(self.right) & is_changed
        return None if is_changed and not right.any() else (rows, right)


def changed_of(read: Read, group: str, kind: str, quotes: tuple[str, ...]) -> Changed:
    """What a reading teaches."""
    scores = read.judgement.scores
    best = int(np.argmax(scores))
    texts = [unit.text for unit in read.reading.candidates]
    changes = tuple(changes_of(read.reading, scores, best))
    right = tuple(any(says(texts[each.later], quote) for quote in quotes) for each in changes)
    return Changed(group, kind, changes, right, any(says(texts[best], quote) for quote in quotes))


def examples() -> Iterator[Changed]:
    """The questions of the taught sets, and those over other files whose best sentence answers."""
    for name in TAUGHT:
        workbench, collection = open_changes(name)
        questions = change_questions(name)
        for question, read in zip(
            questions,
            read_as_asked(workbench, collection, [each.text for each in questions]),
            strict=True,
        ):
            if read is not None and len(read.judgement.scores):
                yield changed_of(read, name, question.kind, (question.quote,))
        workbench.close()
    for part in (BUSINESS, EVERYDAY_MORE):
        workbench, collection = open_part(load_settings().benchmarks, part)
        asked = [each for each in asked_questions(part) if each.quotes][::EVERY]
        for each, read in zip(
            asked,
            read_as_asked(workbench, collection, [each.question for each in asked]),
            strict=True,
        ):
            if read is None or not len(read.judgement.scores):
                continue
            found = changed_of(read, part, "other", each.quotes)
            if found.is_settled:
                yield found
        workbench.close()


def fitted(taught: list[Example]) -> tuple[npt.NDArray[np.float64], float]:
    """The weights of the features and the score of no change."""
    torch.manual_seed(SEED)
    every = np.concatenate([rows for rows, _ in taught])
    mean, deviation = every.mean(0), np.maximum(every.std(0), LEAST_DEVIATION)
    shown = [
        (torch.tensor((rows - mean) / deviation).float(), torch.tensor(right))
        for rows, right in taught
    ]
    weights = torch.zeros(len(FEATURES), requires_grad=True)
    nothing = torch.tensor(2.0, requires_grad=True)
    optimizer = torch.optim.AdamW([weights, nothing], lr=RATE, weight_decay=DECAY)
    for _ in range(PASSES):
        order = torch.randperm(len(shown))
        for first in range(0, len(shown), AT_ONCE):
            losses = []
            for at in order[first : first + AT_ONCE]:
                rows, right = shown[int(at)]
                shares = torch.log_softmax(torch.cat([rows @ weights, nothing[None]]), 0)
                losses.append(
                    -torch.logsumexp(shares[:-1][right], 0) if right.any() else -shares[-1]
                )
            optimizer.zero_grad()
            torch.stack(losses).mean().backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    plain = weights.detach().numpy().astype(np.float64) / deviation
    return plain, float(nothing.detach()) + float(plain @ mean)


def outcomes(every: list[Changed]) -> list[tuple[Changed, float, bool]]:
    """Each question of a set with how probable its likeliest change is where its set is left out,
    and whether that is right."""
    found = []
    for name in sorted({each.group for each in every}):
        taught = [
            example
            for each in every
            if each.group != name and (example := each.example) is not None
        ]
        weights, nothing = fitted(taught)
        learned = ChangeWeights(tuple(weights), nothing, 1.0, 1.0)
        for each in every:
            if each.group != name:
                continue
            if not each.changes:
                found.append((each, 0.0, False))
                continue
            shares = learned.probabilities(each.changes)
            best = int(np.argmax(shares))
            is_right = each.right[best] and each.kind == "changed" and not each.is_settled
            found.append((each, float(shares[best]), is_right))
    return found


def bound_of(found: list[tuple[Changed, float, bool]], most: float) -> float:
    """The least probability from which at most such a share of the questions over other files is
    taken for changed."""
    others = sorted((each[1] for each in found if each[0].kind == "other"), reverse=True)
    kept = int(most * len(others))
    return others[kept] + LEAST_STEP if kept < len(others) else 0.0


def counts(found: list[tuple[Changed, float, bool]], bound: float) -> dict[str, dict[str, int]]:
    """How many of each kind are changed from a probability on, and how many rightly."""
    kinds = {
        "changed": [each for each in found if each[0].kind == "changed" and not each[0].is_settled],
        "changed, answered already": [
            each for each in found if each[0].kind == "changed" and each[0].is_settled
        ],
        "unchanged": [each for each in found if each[0].kind == "unchanged"],
        "past": [each for each in found if each[0].kind == "past"],
        "other files": [each for each in found if each[0].kind == "other"],
    }
    return {
        kind: {
            "questions": len(own),
            "changed": sum(probability >= bound for _, probability, _ in own),
            "rightly": sum(is_right and probability >= bound for _, probability, is_right in own),
        }
        for kind, own in kinds.items()
    }


def kept_examples(kept: Path | None) -> list[Changed]:
    """The questions of all sets, read anew where no file keeps them."""
    if kept is not None and kept.exists():
        with kept.open("rb") as stream:
            found: list[Changed] = pickle.load(stream)
        return found
    every = list(examples())
    if kept is not None:
        with kept.open("wb") as stream:
            pickle.dump(every, stream)
    return every


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, help="a file that keeps what is learned from")
    every = kept_examples(parser.parse_args().examples)
    found = outcomes(every)
    replaces, beside = (round(bound_of(found, most), 3) for most in (MOST_REPLACED, MOST_BESIDE))
    weights, nothing = fitted([example for each in every if (example := each.example) is not None])
    FILE.write_text(
        json.dumps(
            {
                "weights": {
                    name: round(float(value), 5)
                    for name, value in zip(FEATURES, weights, strict=True)
                },
                "nothing": round(nothing, 5),
                "replaces": replaces,
                "beside": beside,
            },
            indent=1,
        )
        + "\n",
        "utf-8",
    )
    figures = {
        "replaces": replaces,
        "beside": beside,
        "told": counts(found, replaces),
        "quoted beside or told": counts(found, beside),
    }
    print(json.dumps(figures, indent=1))
    write_results("train_changes", figures)


if __name__ == "__main__":
    main()
