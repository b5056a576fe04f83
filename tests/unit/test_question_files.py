"""Question sets as files: both forms hold the same, and bad ones are refused by line."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import ReadingError
from backend.evaluation.question_files import (
    COLUMNS,
    as_csv,
    as_json_lines,
    read_questions,
    safe_cell,
)
from backend.types import UNANSWERABLE, Reference, SetQuestion

SEALS = SetQuestion(
    "a1",
    "How many seals?",
    ("600", "six hundred"),
    (
        Reference("Survey.pdf", "600 grey seals were counted", 3),
        Reference("Notes.md", "", 0),
    ),
    "number",
)


def read(text: str, name: str = "set.jsonl") -> tuple[SetQuestion, ...]:
    return read_questions(text.encode(), name)


def test_a_question_survives_both_forms() -> None:
    bare = SetQuestion("a2", "Who knows?", kind=UNANSWERABLE)
    assert not bare.answerable
    assert read(as_json_lines([SEALS, bare])) == (SEALS, bare)
    assert read(as_csv([SEALS, bare]), "set.csv") == (SEALS, bare)


LINE = st.text(st.characters(blacklist_categories=["C", "Z"]), min_size=1, max_size=12)
QUESTIONS = st.builds(
    SetQuestion,
    st.just("q1"),
    LINE,
    st.lists(LINE, max_size=3, unique=True).map(tuple),
    st.lists(st.builds(Reference, LINE, LINE, st.integers(1, 900)), max_size=3, unique=True).map(
        tuple
    ),
    LINE,
)


@given(QUESTIONS)
def test_any_question_survives_both_forms(question: SetQuestion) -> None:
    assert read(as_json_lines([question])) == (question,)
    assert read(as_csv([question]), "set.csv") == (question,)


@given(st.text(max_size=20))
def test_no_cell_begins_as_a_formula(text: str) -> None:
    assert not safe_cell(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_a_spreadsheet_sees_text_where_a_formula_was_typed() -> None:
    question = SetQuestion("=1+1", "=HYPERLINK(A1)", ("-5 %", "'=x"), (), "@kind")
    rows = list(csv.reader(io.StringIO(as_csv([question]))))
    assert rows[0] == list(COLUMNS)
    assert rows[1][0] == "'=1+1"
    assert rows[1][1] == "'=HYPERLINK(A1)"
    assert rows[1][2] == "'-5 %\n'=x"
    assert read(as_csv([question]), "set.csv") == (question,)


def test_one_document_may_have_many_quotes() -> None:
    entry = {"question": "Why?", "documents": ["A.pdf"], "quotes": ["one", "two"], "pages": [4]}
    (found,) = read(json.dumps(entry))
    assert found.evidence == (Reference("A.pdf", "one", 4), Reference("A.pdf", "two", 0))
    assert found.qid == "q1"


def test_public_sets_are_understood() -> None:
    pages = {"question": "Why?", "gold_doc_ids": ["X#p1"], "gold_pages": [["X", 1]], "type": "t"}
    spans = {"question": "How?", "gold_spans": [["d", 5, 9]], "gold_text": ["some words"]}
    plain = {"qid": 7, "question": "Who?", "gold_doc_ids": ["d1", "d2"], "answers": "one"}
    found = read("\n".join(map(json.dumps, (pages, spans, plain))))
    assert found[0].evidence == (Reference("X", "", 2),)
    assert found[0].kind == "t"
    assert found[1].evidence == (Reference("d", "some words"),)
    assert found[2] == SetQuestion("7", "Who?", ("one",), (Reference("d1"), Reference("d2")))


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("", "a.jsonl", "holds no question"),
        ('{"question": "A?"}\n[1]', "a.jsonl", "Line 2 of a.jsonl is not a question"),
        ('{"question": 3}', "a.jsonl", "Line 1 of a.jsonl"),
        ('{"question": "A?", "gold_pages": [["X"]]}', "a.jsonl", "Line 1 of a.jsonl"),
        (
            '{"question": "A?", "qid": "x"}\n{"question": "B?", "qid": "x"}',
            "a.jsonl",
            "Lines 1 and 2 of a.jsonl are both “x”",
        ),
        (
            '{"question": "A?", "documents": ["a", "b"], "pages": [1, 2, 3]}',
            "a.jsonl",
            "3 pages or quotes for 2 documents",
        ),
        ('{"question": "A?", "documents": ["a"], "pages": ["iv"]}', "a.jsonl", "“iv” in line 1"),
        ("text,answers\nA?,b", "a.csv", "no column “question”"),
        ('question\n"A?', "a.csv", "is not CSV"),
    ],
)
def test_bad_files_are_refused_by_line(text: str, name: str, words: str) -> None:
    with pytest.raises(ReadingError, match=words.replace("?", r"\?")):
        read(text, name)


def test_a_file_in_another_encoding_or_with_too_many_questions_is_refused() -> None:
    with pytest.raises(ReadingError, match="UTF-8"):
        read_questions(b"\xff\xfe", "a.jsonl")
    with pytest.raises(ReadingError, match="more than 20,000"):
        read('{"question": "A?"}\n' * 20_001)
