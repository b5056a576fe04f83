"""How-to questions over people's papers, with steps told as a whole and without: `python -m
bench.how_to [PART …] [--read]`.

Each question is asked of all documents of its part, through the whole product without a language
model. An answer is right if its first quote holds one of the sentences that answer, and whole if it
holds all of them. `PEOPLE` chose from which cosine on a heading names what is asked for; the other
parts chose nothing of it, and `APART` chose nothing at all.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from pathlib import Path
from unittest.mock import patch

from backend.evaluation.intervals import mean_interval
from backend.tasks.answer.extractive import judging
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.steps_below import asks_for_steps
from backend.tasks.answer.extractive.weights import weights_for
from backend.types import Answer, Verdict
from bench._local_answers import TOLD, ask_locally
from bench._reader_own_files import (
    BUSINESS_APART,
    EVERYDAY_APART,
    PEOPLE,
    PEOPLE_APART,
    PEOPLE_MORE,
    TEMPTING_APART,
    Asked,
    asked_questions,
    default_documents,
    open_part,
    spans_of,
)
from bench.report import write_results

APART = (PEOPLE_APART, BUSINESS_APART, TEMPTING_APART, EVERYDAY_APART)
CHOSE = (PEOPLE,)
BESIDE = (PEOPLE_MORE,)


@dataclass(frozen=True, slots=True)
class HowTo:
    """A question with what is answered with steps told as a whole, and without."""

    question: Asked
    with_steps: Answer
    without: Answer


def how_tos(documents: Path, part: str) -> list[HowTo]:
    """The questions of a part that ask for steps, with both answers.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    workbench, collection = open_part(documents, part)
    try:
        background = weights_for(workbench.parts.embedders.of(collection.id)).background
        found = []
        for question in asked_questions(part):
            text = question.question
            if not asks_for_steps(read_question(text, background)):
                continue
            told = ask_locally(workbench, collection.id, text)
            with patch.object(judging, "steps_meant", lambda *_, **__: None):
                plain = ask_locally(workbench, collection.id, text)
            found.append(HowTo(question, told, plain))
        return found
    finally:
        workbench.close()


def _held(question: Asked, answer: Answer) -> list[bool]:
    """Whether the first quote holds each of the sentences that answer, or is a part of it."""
    first = answer.text.partition(" [")[0]
    return [
        bool(spans_of(quote, first) or (len(first) > 0 and spans_of(first, quote)))
        for quote in question.quotes
    ]


def _figures(found: list[HowTo], *, with_steps: bool) -> dict[str, object]:
    answers = [(each.question, each.with_steps if with_steps else each.without) for each in found]
    told = [(question, answer) for question, answer in answers if answer.verdict in TOLD]
    answered = [question for question, _ in answers if question.quotes]
    right = [
        answer.verdict in TOLD and any(_held(question, answer))
        for question, answer in answers
        if question.quotes
    ]
    whole = [
        answer.verdict in TOLD and all(_held(question, answer))
        for question, answer in answers
        if question.quotes
    ]
    return {
        "questions": len(answered),
        "told": sum(bool(question.quotes) for question, _ in told),
        "right": sum(right),
        "whole": sum(whole),
        "direct": sum(answer.verdict is Verdict.DIRECT for _, answer in told),
        "told without an answer": sum(not question.quotes for question, _ in told),
        "without an answer": len(found) - len(answered),
        "interval": asdict(mean_interval([float(each) for each in right])) if right else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*APART, *CHOSE, *BESIDE])
    parser.add_argument("--read", action="store_true", help="print the answers that differ")
    arguments = parser.parse_args()
    documents = default_documents()
    found = {part: how_tos(documents, part) for part in arguments.parts}
    groups = {"apart": APART, "that chose": CHOSE, "beside": BESIDE}
    figures = {
        name: {
            way: _figures([each for part in parts for each in found.get(part, [])], with_steps=told)
            for way, told in (("without", False), ("with steps", True))
        }
        for name, parts in groups.items()
    }
    for name, each in figures.items():
        print(name, each)
    if arguments.read:
        for part, own in found.items():
            for each in own:
                if each.with_steps.text != each.without.text:
                    print(f"\n{part} | {each.question.question} | {each.question.quotes}")
                    for answer in (each.without, each.with_steps):
                        print(f"    {answer.verdict.value} | {answer.text[:300]!r}")
    if set(arguments.parts) == {*APART, *CHOSE, *BESIDE}:
        write_results("how_to", figures)


if __name__ == "__main__":
    main()
