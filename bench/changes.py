"""What is told of facts that were changed later: `python -m bench.changes [SET …] [--read]`.

The sets of `bench/own_changes` that are only ever measured are asked through the whole product
without a language model, the ten documents of each in one collection; once with the later word on a
matter, and once without it. An answer is right if its first sentence is the one that settles the
question; *shown* counts those, too, that quote it further on.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from unittest.mock import patch

from backend.evaluation.intervals import mean_interval
from backend.tasks.answer.extractive import telling
from backend.types import Answer
from bench._local_answers import TOLD, ask_locally
from bench._own_changes import TESTS, ChangeQuestion, change_questions, open_changes, says
from bench.report import write_results

KINDS = ("changed", "unchanged", "past")
Outcome = tuple[ChangeQuestion, Answer]


def asked(name: str, *, with_later_words: bool) -> list[Outcome]:
    """The answers to the questions of a set."""
    workbench, collection = open_changes(name)
    later = telling.last_word if with_later_words else (lambda *_: None)
    try:
        with patch.object(telling, "last_word", later):
            return [
                (question, ask_locally(workbench, collection.id, question.text))
                for question in change_questions(name)
            ]
    finally:
        workbench.close()


def is_told(answer: Answer) -> bool:
    """Whether something is told as an answer."""
    return answer.verdict in TOLD


def is_right(question: ChangeQuestion, answer: Answer) -> bool:
    """Whether the first sentence settles the question, or the first line does before it goes on
    with another word on the matter."""
    first = answer.text.partition(" [")[0]
    line = answer.short.partition(f" · {telling.BEFORE}")[0].partition(f" · {telling.BUT_SEE}")[0]
    return is_told(answer) and (says(first, question.quote) or says(line, question.quote))


def is_shown(question: ChangeQuestion, answer: Answer) -> bool:
    """Whether what settles the question is quoted."""
    said = " ".join(answer.text.split())
    return is_told(answer) and any(
        says(sentence.partition(" [")[0], question.quote) for sentence in said.split("] ")
    )


def figures_of(outcomes: list[Outcome]) -> dict[str, dict[str, object]]:
    """How many of each kind are told, and right."""
    found: dict[str, dict[str, object]] = {}
    for kind in KINDS:
        own = [each for each in outcomes if each[0].kind == kind]
        right = [is_right(*each) for each in own]
        found[kind] = {
            "questions": len(own),
            "told": sum(is_told(answer) for _, answer in own),
            "right": sum(right),
            "shown": sum(is_right(*each) or is_shown(*each) for each in own),
            "interval": asdict(mean_interval([float(each) for each in right])),
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(TESTS))
    parser.add_argument("--read", action="store_true", help="print each answer")
    arguments = parser.parse_args()
    figures: dict[str, dict[str, object]] = {}
    for way in (False, True):
        named = "with later words" if way else "without"
        outcomes = {name: asked(name, with_later_words=way) for name in arguments.sets}
        every = [each for own in outcomes.values() for each in own]
        figures[named] = {name: figures_of(own) for name, own in outcomes.items()}
        figures[named]["together"] = figures_of(every)
        print(named, figures[named]["together"])
        for question, answer in every if arguments.read and way else ():
            mark = "right" if is_right(question, answer) else "-"
            print(f"{mark} {question.kind} {answer.verdict.value} | {question.text}")
            print(f"    {question.answer} | {answer.text[:300]!r}")
    if arguments.sets == list(TESTS):
        write_results("changes", figures)


if __name__ == "__main__":
    main()
