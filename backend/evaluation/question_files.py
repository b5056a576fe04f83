"""Question sets as files: JSON lines and CSV, read and written.

CSV has the columns `qid, question, answers, documents, pages, quotes, kind`; only `question` is
needed. A cell that holds several values has one on each line. The first page and the first quote
belong to the first document and so on; where there is one document, all belong to it.

A cell that a spreadsheet would take for a formula is written with an apostrophe before it, and read
without it (OWASP, CSV injection).
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from backend.errors import ReadingError
from backend.types import UNANSWERABLE, Reference, SetQuestion

MOST_LINES = 20_000
LONGEST_LINE = 100_000
EXAMPLE = '{"question": "What grew?", "relevant": ["Annual report 2024.pdf"]}'
COLUMNS = ("qid", "question", "answers", "documents", "pages", "quotes", "kind")
_NAMES_OF_RELEVANT = ("relevant", "gold", "evidence", "documents", "gold_doc_ids")
_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_ESCAPED = re.compile(r"'+[=+\-@\t\r\n]")


def read_questions(content: bytes, name: str) -> tuple[SetQuestion, ...]:
    """The questions of a file, CSV by the ending of its name, JSON lines otherwise.

    Raises:
        ReadingError: naming the first line that is not a question, or saying that there is none.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadingError(
            "broken", f"{name} is not text in UTF-8.", "Save it as UTF-8 and add it again."
        ) from error
    rows = _csv_rows(text, name) if name.lower().endswith(".csv") else _json_rows(text, name)
    set_questions: list[SetQuestion] = []
    seen: dict[str, int] = {}
    for number, entry in rows:
        if len(set_questions) == MOST_LINES:
            raise ReadingError(
                "too_large",
                f"{name} has more than {MOST_LINES:,} questions.",
                "Add a part of it.",
            )
        question = _question(entry, number, name)
        if question.qid in seen:
            raise ReadingError(
                "broken",
                f"Lines {seen[question.qid]} and {number} of {name} are both “{question.qid}”.",
                "Give each question a qid of its own, or none.",
            )
        seen[question.qid] = number
        set_questions.append(question)
    if not set_questions:
        raise ReadingError("empty", f"{name} holds no question.", _remedy(name))
    return tuple(set_questions)


def as_json_lines(questions: Iterable[SetQuestion]) -> str:
    """One JSON object a line, with the fields that `read_questions` takes."""
    return "".join(
        json.dumps(
            {
                "qid": question.qid,
                "question": question.text,
                "answers": list(question.answers),
                "documents": [one.name for one in question.evidence],
                "pages": [one.page for one in question.evidence],
                "quotes": [one.contains for one in question.evidence],
                "kind": question.kind,
            },
            ensure_ascii=False,
        )
        + "\n"
        for question in questions
    )


def as_csv(questions: Iterable[SetQuestion]) -> str:
    """A table for spreadsheets; quotes lose their line ends, which part values there."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for question in questions:
        cells = (
            question.qid,
            question.text,
            _joined(question.answers),
            _joined([one.name for one in question.evidence]),
            _joined([str(one.page or "") for one in question.evidence]),
            _joined([one.contains for one in question.evidence]),
            question.kind,
        )
        writer.writerow([safe_cell(cell) for cell in cells])
    return out.getvalue()


def safe_cell(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def _plain_cell(text: str) -> str:
    return text[1:] if _ESCAPED.match(text) else text


def _joined(values: Sequence[str]) -> str:
    lines = [" ".join(value.split()) for value in values]
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def _csv_rows(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(LONGEST_LINE)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [each.strip().lower() for each in next(reader, [])]
        if "question" not in header:
            raise ReadingError("broken", f"{name} has no column “question”.", _remedy(name))
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            cells = {key: _plain_cell(cell) for key, cell in zip(header, row, strict=False)}
            lists = {key: cells.get(key, "").split("\n") for key in COLUMNS[2:6] if cells.get(key)}
            yield reader.line_num, {**cells, **lists}
    except csv.Error as error:
        raise ReadingError(
            "broken", f"Line {reader.line_num} of {name} is not CSV: {error}.", _remedy(name)
        ) from error


def _json_rows(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line) if len(line) <= LONGEST_LINE else None
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise _no_question(number, name)
        yield number, entry


def _question(entry: dict[str, Any], number: int, name: str) -> SetQuestion:
    text = entry.get("question")
    if not isinstance(text, str) or not text.strip():
        raise _no_question(number, name)
    qid = str(entry.get("qid") or entry.get("id") or f"q{number}").strip()
    kind = entry.get("kind") or entry.get("type") or ""
    if entry.get("answerable") is False:
        kind = UNANSWERABLE
    return SetQuestion(
        " ".join(qid.split()),
        " ".join(text.split()),
        tuple(dict.fromkeys(_texts(entry.get("answers", entry.get("answer"))))),
        tuple(dict.fromkeys(_evidence(entry, number, name))),
        " ".join(str(kind).split()),
    )


def _texts(value: object) -> list[str]:
    entries = value if isinstance(value, list) else [] if value is None else [value]
    return [text for entry in entries if (text := " ".join(str(entry).split()))]


def _evidence(entry: dict[str, Any], number: int, name: str) -> Iterator[Reference]:
    if entry.get("gold_pages") or (entry.get("gold_spans") and entry.get("gold_text")):
        try:
            yield from _public_evidence(entry)
        except (TypeError, ValueError) as error:
            raise _no_question(number, name) from error
        return
    named: object = next((entry[each] for each in _NAMES_OF_RELEVANT if each in entry), [])
    entries = named if isinstance(named, list) else [named]
    pages, quotes = _list(entry.get("pages")), _list(entry.get("quotes"))
    if not pages and not quotes:
        yield from (one for each in entries if (one := _reference(each)) is not None)
        return
    names = [str(each).strip() for each in entries]
    count = max(len(pages), len(quotes))
    if len(names) == 1:
        names = names * max(1, count)
    if count > len(names):
        raise ReadingError(
            "broken",
            f"Line {number} of {name} has {count} pages or quotes for {len(names)} documents.",
            "Name one document for all of them, or one for each.",
        )
    for document, page, quote in zip_longest(names, pages, quotes, fillvalue=""):
        if document:
            yield Reference(document, " ".join(str(quote or "").split()), _page(page, number, name))


def _public_evidence(entry: dict[str, Any]) -> Iterator[Reference]:
    """Evidence as public question sets have it: pages from 0, or spans with their text."""
    if entry.get("gold_pages"):
        for document, page in entry["gold_pages"]:
            yield Reference(str(document), "", int(page) + 1)
        return
    for (document, *_), quote in zip(entry["gold_spans"], entry["gold_text"], strict=False):
        yield Reference(str(document), " ".join(str(quote).split()))


def _list(value: object) -> list[object]:
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def _page(value: object, number: int, name: str) -> int:
    text = str(value or "").strip()
    if text in {"", "0"}:
        return 0
    if not text.isascii() or not text.isdigit():
        raise ReadingError(
            "broken",
            f"“{text}” in line {number} of {name} is not a page.",
            "Pages are whole numbers from 1.",
        )
    return int(text)


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


def _no_question(number: int, name: str) -> ReadingError:
    return ReadingError("broken", f"Line {number} of {name} is not a question.", _remedy(name))


def _remedy(name: str) -> str:
    if name.lower().endswith(".csv"):
        return f"The first line must name columns of these: {', '.join(COLUMNS)}."
    return f"Each line must be JSON like {EXAMPLE}."
