"""The sample library holds what its questions say it holds."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pypdf
import pytest

from backend import sample

FOLDER = Path(sample.__file__).parent
ENTRIES: list[dict[str, Any]] = json.loads((FOLDER / "questions.json").read_text("utf-8"))
MOST_BYTES = 300_000


def page_texts(name: str, content: bytes) -> list[str]:
    """The text of each page with all white space as single blanks."""
    if name.endswith(".pdf"):
        pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]
    else:
        pages = [content.decode("utf-8")]
    return [" ".join(page.split()) for page in pages]


def test_three_pdfs_and_two_text_files_that_are_quick_to_load() -> None:
    files = sample.files()
    assert [Path(name).suffix for name, _ in files].count(".pdf") == 3
    assert len(files) == 5
    assert sum(len(content) for _, content in files) < MOST_BYTES


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["question"])
def test_the_evidence_stands_where_the_question_says(entry: dict[str, Any]) -> None:
    texts = {name: page_texts(name, content) for name, content in sample.files()}
    assert bool(entry["answer"]) == bool(entry["evidence"])
    for evidence in entry["evidence"]:
        assert evidence["contains"] in texts[evidence["document"]][evidence["page"]]


def test_the_last_question_has_no_answer_in_the_documents() -> None:
    assert "seals" in ENTRIES[-1]["question"]
    for name, content in sample.files():
        assert " seal " not in " ".join(page_texts(name, content)).lower()
        assert "seals" not in " ".join(page_texts(name, content)).lower()


def test_questions_are_offered_in_order() -> None:
    assert sample.questions() == tuple(entry["question"] for entry in ENTRIES)
