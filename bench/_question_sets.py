"""Public question sets with gold evidence, read from the folder that the settings name."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class DatasetQuestion:
    """A question with the ids of the documents (or STEM#pN pages) that answer it."""

    qid: str
    text: str
    answers: tuple[str, ...]
    gold: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A named corpus file with its questions in file order."""

    name: str
    corpus: Path
    questions: tuple[DatasetQuestion, ...]

    def first_half(self) -> tuple[DatasetQuestion, ...]:
        """Questions that may train and choose parameters."""
        return self.questions[: len(self.questions) // 2]

    def second_half(self) -> tuple[DatasetQuestion, ...]:
        """Questions that only test."""
        return self.questions[len(self.questions) // 2 :]


def load_question_set(folder: Path, name: str) -> QuestionSet:
    """Read a set's questions; those without gold evidence are left out.

    Raises:
        NotFoundError: if the folder does not hold the set.
    """
    path = folder / name / "questions.jsonl.gz"
    if not path.is_file():
        raise NotFoundError(
            f"The question set “{name}” is not in {folder}.",
            "Set QUIRE_BENCHMARKS to the folder that holds the question sets.",
        )
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        questions = [_question(json.loads(line)) for line in lines if line.strip()]
    return QuestionSet(
        name,
        folder / name / "corpus.jsonl.gz",
        tuple(question for question in questions if question.gold),
    )


def _question(record: dict[str, Any]) -> DatasetQuestion:
    return DatasetQuestion(
        qid=str(record["qid"]),
        text=str(record["question"]),
        answers=tuple(str(answer) for answer in record.get("answers", ())),
        gold=tuple(str(gold) for gold in record.get("gold_doc_ids", ())),
        kind=str(record.get("type", "")),
    )
