"""What is told of people's own lists: `python -m bench.lists_asked [SET …]`.

The sets of `bench/own_lists` that are only ever measured, the lists of each in one collection, are
asked through the whole product without a language model, all lists at once; once with the programs
that are composed of a question's words, and once without them. The untidy ones and those with
empty rows are counted apart. An answer is right if it is the one that was worked out by hand; what
is told where a list has no answer is wrong. Where no right answer is told, it is counted apart
whether a reading to choose from comes to it.
"""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from unittest.mock import patch

from backend.evaluation.intervals import mean_interval
from backend.pipelines import _calculating
from backend.types import Answer
from bench._list_answers import first_number, is_decided, is_named, is_number, says_yes_or_no
from bench._local_answers import TOLD, ask_locally
from bench._own_lists import GAPS_TESTS, TESTS, UNTIDY_TESTS, ListQuestion, open_set, questions_of
from bench.libraries import read_through
from bench.report import write_results

Outcome = tuple[ListQuestion, Answer]


def without_programs() -> AbstractContextManager[object]:
    """Without readings of lists, so that nothing is told or offered of them."""
    return patch.object(_calculating, "readings_of_lists", lambda *_, **__: ())


GROUPS = {"together": TESTS, "untidy": UNTIDY_TESTS, "with gaps": GAPS_TESTS}
MEASURED = [name for names in GROUPS.values() for name in names]
WAYS = {"without programs": without_programs, "with programs": nullcontext}


def asked(name: str) -> list[Outcome]:
    """The answers to the questions of a set."""
    workbench, collection = open_set(name)
    try:
        read_through(workbench, collection.id)
        return [
            (question, ask_locally(workbench, collection.id, question.question))
            for question in questions_of(name)
        ]
    finally:
        workbench.close()


def is_right(question: ListQuestion, answer: Answer) -> bool:
    """Whether the first line is the answer of the list."""
    return answer.verdict in TOLD and _says(answer.short, question.answer)


def is_among_offered(question: ListQuestion, answer: Answer) -> bool:
    """Whether one of the readings to choose from comes to the answer of the list."""
    return any(_says(choice.answer, question.answer) for choice in answer.choices)


def _says(text: str, answer: str) -> bool:
    if not answer or not text:
        return False
    if says_yes_or_no(text):
        return is_decided(text, answer)
    if is_named(text, answer):
        return True
    number = first_number(text)
    return number is not None and is_number(number, answer)


def figures_of(outcomes: list[Outcome]) -> dict[str, object]:
    """How many are told, and right."""
    answerable = [each for each in outcomes if each[0].answer]
    told = [each for each in outcomes if each[1].verdict in TOLD]
    right = [each for each in told if is_right(*each)]
    offered = [each for each in answerable if each not in right and each[1].choices]
    among = [each for each in offered if is_among_offered(*each)]
    seen = [float(each in right or each in among) for each in answerable]
    verdicts = {
        verdict.value: {
            "told": len(own := [each for each in told if each[1].verdict is verdict]),
            "right": sum(is_right(*each) for each in own),
        }
        for verdict in sorted(TOLD)
    }
    return {
        "questions": len(outcomes),
        "answerable": len(answerable),
        "told": len(told),
        "right": len(right),
        "told without an answer": sum(not question.answer for question, _ in told),
        "right of told": round(100 * len(right) / max(1, len(told)), 1),
        "right of answerable": round(100 * len(right) / len(answerable), 1),
        "interval": asdict(mean_interval([float(is_right(*each)) for each in answerable])),
        "readings offered besides": len(offered),
        "right among them": len(among),
        "right told or offered": round(100 * len(right + among) / len(answerable), 1),
        "interval of these": asdict(mean_interval(seen)),
        "offered without an answer": sum(
            bool(answer.choices) for question, answer in outcomes if not question.answer
        ),
        "verdicts": verdicts,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=MEASURED)
    parser.add_argument("--read", action="store_true", help="print each answer")
    arguments = parser.parse_args()
    figures: dict[str, dict[str, object]] = {}
    for way, patched in WAYS.items():
        with patched():
            outcomes = {name: asked(name) for name in arguments.sets}
        if arguments.read:
            _print(way, outcomes)
        figures[way] = {name: figures_of(own) for name, own in outcomes.items()}
        for group, names in GROUPS.items():
            every = [each for name in names for each in outcomes.get(name, [])]
            if every:
                figures[way][group] = figures_of(every)
                print(way, group, figures[way][group])
    if list(arguments.sets) == MEASURED:
        write_results("lists_asked", figures)


def _print(way: str, outcomes: dict[str, list[Outcome]]) -> None:
    for name, own in outcomes.items():
        for question, answer in own:
            mark = "right" if is_right(question, answer) else "-"
            said = f"{question.question} | {question.answer}"
            print(f"{way} | {name} {mark} {answer.verdict.value} | {said}")
            print(f"    {answer.short!r} {answer.text[:200]!r}")


if __name__ == "__main__":
    main()
