"""Documents in which facts are later changed, and questions over them.

`bench/own_changes` holds ten sets of ten documents each (contracts with amendments, policies with
errata, minutes, e-mails, handbooks, release notes), written for this purpose, with sixty questions
over each set: of facts that a later sentence changes, of facts beside which something else is
changed, and of what was so before. Each row has the sentence that settles it, and the old value.
The sets of `TESTS` are only ever measured and were never read; the others train.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from backend.tasks.answer import local
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.types import Answer, Collection
from backend.workbench import Workbench
from bench._local_answers import ask_locally
from bench.libraries import library_of, read_through

FOLDER = Path(__file__).parent / "own_changes"
TAUGHT = ("business", "clubs", "technical", "care", "events", "building", "software", "food")
TESTS = ("households", "public")
QUESTIONS = "questions.jsonl"


@dataclass(frozen=True, slots=True)
class ChangeQuestion:
    """A question with its answer, the sentence that settles it and the value that held before.
    `kind` is "changed", "unchanged" or "past"."""

    text: str
    answer: str
    quote: str
    old: str
    kind: str


@dataclass(frozen=True, slots=True)
class Read:
    """What the reader made of a question on its way through the product."""

    answer: Answer
    reading: ReadEvidence
    judgement: Judgement


def change_questions(name: str) -> tuple[ChangeQuestion, ...]:
    """The questions of a set in the order of its file."""
    rows = map(json.loads, (FOLDER / name / QUESTIONS).read_text("utf-8").splitlines())
    return tuple(
        ChangeQuestion(row["q"], row["a"], row["quote"], row["old"], row["kind"]) for row in rows
    )


def open_changes(name: str) -> tuple[Workbench, Collection]:
    """A workbench whose only collection holds the documents of a set."""
    files = sorted((FOLDER / name).iterdir())
    named = {file.name: file for file in files if file.name != QUESTIONS}
    workbench, collection = library_of(f"own-changes-{name}", name, named)
    read_through(workbench, collection.id)
    return workbench, collection


def read_as_asked(
    workbench: Workbench, collection: Collection, questions: Sequence[str]
) -> Iterator[Read | None]:
    """What the reader makes of each question as the product asks it; None where it is answered
    otherwise, or asked in parts."""
    judge = local.judge
    made: list[tuple[ReadEvidence, Judgement]] = []

    def recorded(reading: ReadEvidence, *others: object) -> Judgement:
        judgement = judge(reading, *others)  # type: ignore[arg-type]
        made.append((reading, judgement))
        return judgement

    for question in questions:
        made.clear()
        with patch.object(local, "judge", recorded):
            answer = ask_locally(workbench, collection.id, question)
        yield Read(answer, *made[0]) if len(made) == 1 else None


def says(text: str, quote: str) -> bool:
    """Whether a sentence is, or is a part of, the one that settles a question, or holds it."""
    said, settled = (" ".join(re.findall(r"[\w.£%:]+", each.casefold())) for each in (text, quote))
    return len(said) > FEWEST_LETTERS and (said in settled or settled in said)


FEWEST_LETTERS = 8
