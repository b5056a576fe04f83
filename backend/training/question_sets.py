"""Sets of questions with what is relevant, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from backend.errors import ReadingError

MOST_LINES = 20_000
LONGEST_LINE = 100_000
EXAMPLE = '{"question": "What grew?", "relevant": ["Annual report 2024.pdf"]}'
_NAMES_OF_RELEVANT = ("relevant", "gold", "evidence", "documents")


@dataclass(frozen=True, slots=True)
class Reference:
    """What is relevant: a document by its name, title, key or id, or a passage by its id.

    With `contains`, only the passages of the document that hold these words; with `page` (from 1)
    only those of that page.
    """

    name: str
    contains: str = ""
    page: int = 0

    @property
    def words(self) -> str:
        """As a person reads it."""
        return f"{self.name}: {self.contains}" if self.contains else self.name


@dataclass(frozen=True, slots=True)
class KnownQuestion:
    """A question with what is relevant to it."""

    text: str
    relevant: tuple[Reference, ...]


def read_question_set(content: bytes, name: str) -> tuple[KnownQuestion, ...]:
    """The questions of a JSON-lines file; those without anything relevant are left out.

    Raises:
        ReadingError: naming the first line that is not a question, or saying that there is none.
    """
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise ReadingError(
            "broken", f"{name} is not text in UTF-8.", "Save it as UTF-8 and add it again."
        ) from error
    if len(lines) > MOST_LINES:
        raise ReadingError(
            "too_large",
            f"{name} has {len(lines):,} lines; the most is {MOST_LINES:,}.",
            "Add a part of it.",
        )
    found: list[KnownQuestion] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            question = _question(line, number, name)
            if question.relevant:
                found.append(question)
    if not found:
        raise ReadingError("empty", f"{name} holds no question with something relevant.", _remedy())
    return tuple(found)


def to_json(questions: Sequence[KnownQuestion]) -> bytes:
    """As they are kept."""
    return json.dumps(
        [
            [each.text, [[one.name, one.contains, one.page] for one in each.relevant]]
            for each in questions
        ],
        ensure_ascii=False,
    ).encode("utf-8", "surrogatepass")


def from_json(payload: bytes) -> tuple[KnownQuestion, ...]:
    """What `to_json` wrote."""
    found = json.loads(payload.decode("utf-8", "surrogatepass"))
    return tuple(
        KnownQuestion(text, tuple(Reference(*reference) for reference in relevant))
        for text, relevant in found
    )


def _question(line: str, number: int, name: str) -> KnownQuestion:
    try:
        entry = json.loads(line) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        entry = None
    text = entry.get("question") if isinstance(entry, dict) else None
    if not isinstance(text, str) or not text.strip() or not isinstance(entry, dict):
        raise ReadingError("broken", f"Line {number} of {name} is not a question.", _remedy())
    named: object = next((entry[each] for each in _NAMES_OF_RELEVANT if each in entry), [])
    entries = named if isinstance(named, list) else [named]
    references = tuple(one for each in entries if (one := _reference(each)) is not None)
    return KnownQuestion(" ".join(text.split()), tuple(dict.fromkeys(references)))


def _reference(entry: object) -> Reference | None:
    if isinstance(entry, str):
        return Reference(entry.strip()) if entry.strip() else None
    if not isinstance(entry, dict):
        return None
    name = entry.get("passage", entry.get("document"))
    contains, page = entry.get("contains", ""), entry.get("page", 0)
    if not isinstance(name, str) or not name.strip() or not isinstance(contains, str):
        return None
    return Reference(name.strip(), contains, page if isinstance(page, int) else 0)


def _remedy() -> str:
    return f"Each line must be JSON like {EXAMPLE}."
