"""Who wrote a document and when: told from the lines above its text, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.answer.extractive.imprint import (
    Imprint,
    asked_imprint,
    told_imprint,
)
from backend.types import Hit, Query, Verdict
from backend.workbench import Workbench
from tests.unit.test_broad_questions import workbench
from tests.unit.test_local_reader import hit
from tests.valleys import finish

__all__ = ["workbench"]

REPORT = (
    "Weir report, week 9\n\nPrepared by Ada Finch for the guild, 3 May 2031.\n\n"
    "The weir was closed on 9 April 2031 by Bo Rask, who mended the gate and wrote the log of it."
)


def first(text: str, title: str) -> Hit:
    made = hit(text)
    return replace(made, chunk=replace(made.chunk, title=title, ordinal=0))


@pytest.mark.parametrize(
    ("question", "what", "named"),
    [
        ("Who wrote the weir report?", Imprint.AUTHOR, {"weir"}),
        ("Who is the author of this manual?", Imprint.AUTHOR, set()),
        ("By whom was the report on the weir prepared?", Imprint.AUTHOR, {"weir"}),
        ("Wer hat den Wehrbericht verfasst?", Imprint.AUTHOR, {"wehrbericht"}),
        ("Qui a rédigé le rapport ?", Imprint.AUTHOR, set()),
        ("When was the weir report published?", Imprint.DATE, {"weir"}),
        ("What is the date of the letter?", Imprint.DATE, set()),
    ],
)
def test_what_is_asked_of_a_document(question: str, what: Imprint, named: set[str]) -> None:
    asked = asked_imprint(question)
    assert asked is not None
    assert (asked.what, asked.named) == (what, named)


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote the parser?",
        "Who repaired the weir?",
        "When was the weir closed?",
        "Who reads the report?",
        "What is the date of the fair?",
        "Who wrote the report and when?",
    ],
)
def test_what_is_asked_of_something_else(question: str) -> None:
    assert asked_imprint(question) is None


@pytest.mark.parametrize(
    ("text", "title", "line"),
    [
        (REPORT, "Weir report, week 9", "Ada Finch"),
        ("Weir report\nBo Rask <bo@weir.example>\nMay 2031\nText", "Weir report", "Bo Rask"),
        (
            "Weir report\nBo Rask, Elm\n29 May 2031\n\nThe weir is old.",
            "Weir report",
            "Bo Rask, Elm",
        ),
        (
            "Weir report\nBo Rask, Elm 29 May 2031\n\nThe weir is old.",
            "Weir report",
            "Bo Rask, Elm",
        ),
        ("Weir report\nVon: Frau Dr. Ilse Brandt\n", "Weir report", "Frau Dr. Ilse Brandt"),
        ("Weir report\nUser Guide\n29 May 2031\n", "Weir report", None),
        ("Weir report\nSpring Edition\n29 May 2031\n", "Weir report", None),
        ("Weir report\nBo Rask\n\nThe weir is old.", "Weir report", None),  # it may be a thing
        (REPORT, "Mill report, week 9", None),
    ],
)
def test_who_wrote_it(text: str, title: str, line: str | None) -> None:
    told = told_imprint("Who wrote the weir report?", [first(text, title)])
    if title.startswith("Mill"):
        text = text.replace("Weir", "Mill").replace("weir", "mill")
        told = told_imprint("Who wrote the weir report?", [first(text, title)])
    assert (told and told.line) == line


def test_when_it_was_written_is_no_day_of_its_text() -> None:
    told = told_imprint("When was the weir report written?", [first(REPORT, "Weir report, week 9")])
    assert told is not None
    assert told.line == "3 May 2031"
    bare = REPORT.replace(", 3 May 2031", "")
    assert told_imprint("When was the weir report written?", [first(bare, "Weir report")]) is None


def test_of_two_documents_that_are_called_so_none_is_told() -> None:
    hits = [first(REPORT, "Weir report, week 9"), first(REPORT, "Weir report, week 10")]
    assert told_imprint("Who wrote the weir report?", hits) is None


def test_only_the_first_passage_says_it() -> None:
    later = first(REPORT, "Weir report, week 9")
    later = replace(later, chunk=replace(later.chunk, ordinal=1))
    assert told_imprint("Who wrote the weir report?", [later]) is None


def test_the_passage_that_says_it_is_read_whatever_its_words(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("c")
    for name, text in (
        ("weir_report.txt", REPORT.replace("Weir report, week 9\n\n", "")),
        ("log.txt", "Who wrote the report on the weir is not known to the keeper of this log.\n"),
    ):
        workbench.library.add_file(collection.id, name, text.encode())
    finish(workbench)
    asking = workbench.questions.ask(Query("Who wrote the weir report?", collection.id), "naive")
    asking.wait()
    assert asking.answer is not None
    assert asking.answer.verdict in {Verdict.LIKELY, Verdict.DIRECT}
    assert asking.answer.short == "Ada Finch"
