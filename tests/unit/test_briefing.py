"""A collection's first screen: what is asked, what is checked, what is offered."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from backend.briefing import contents, making
from backend.briefing.candidate_questions import CandidateQuestion, is_plural, lowered
from backend.briefing.contents import brief_names, heading_of
from backend.briefing.from_tables import is_label
from backend.briefing.from_text import questions_of
from backend.briefing.leading import beginning, related
from backend.briefing.making import KIND, kept_briefing
from backend.briefing.plain_figures import spoken_period
from backend.briefing.question_checks import BRIEF, checked, in_turns, why_refused
from backend.graph.named_graph import is_name
from backend.ingestion.reading_ahead import ReadingAhead
from backend.pipelines._broad.outline import Outline, outline
from backend.ports import Records
from backend.precedence import QuestionsFirst
from backend.settings import load_settings
from backend.types import (
    NO_USAGE,
    Answer,
    CellKind,
    CheckedQuestion,
    Citation,
    Column,
    Document,
    JobState,
    QuestionKind,
    Quotation,
    Verdict,
)
from backend.workbench import Workbench, open_workbench
from tests.unit.test_workbench import add


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    """Work is queued as with a worker beside the app, and done in the test's own thread."""
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    monkeypatch.setattr(opened.briefing, "_in_background", True)
    monkeypatch.setattr(opened._worker, "ensure", lambda: None)
    yield opened
    opened.close()


def quoted(document: str = "d", start: int = 10, end: int = 20, chunk: str = "c") -> Quotation:
    return Quotation("words", document, "Title", chunk, 0, start, end)


def candidate(text: str, kind: QuestionKind = "what", document: str = "d") -> CandidateQuestion:
    return CandidateQuestion(text, kind, quoted(document))


def answer(
    short: str = "", verdict: Verdict = Verdict.LIKELY, cited: tuple[str, int, int] = ("d", 0, 15)
) -> Answer:
    citation = Citation(1, "c", cited[0], 0, cited[1], cited[2], True)
    return Answer(
        "a", "Who keeps the mill?", "naive", short, short,
        verdict in {Verdict.DIRECT, Verdict.LIKELY}, (), (citation,), (), (), NO_USAGE,
        "local reader", {}, 1, 0.0, verdict=verdict,
    )  # fmt: skip


def question(text: str, kind: QuestionKind = "what", **source: str) -> CheckedQuestion:
    return CheckedQuestion(text, kind, "", Verdict.LIKELY, quoted(**source))  # type: ignore[arg-type]


# --- wording ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "inside", "plural"),
    [
        ("Net sales", "net sales", True),
        ("Cost of sales", "cost of sales", False),
        ("Seeds sown", "seeds sown", True),
        ("Seeds that sprouted in the test", "seeds that sprouted in the test", True),
        ("Depreciation and amortization", "depreciation and amortization", True),
        ("Gross loss", "gross loss", False),
        ("Gull Reach", "Gull Reach", False),
        ("EBITDA", "EBITDA", False),
        ("Africa, Middle East and South Asia", "Africa, Middle East and South Asia", True),
        (
            "Selling, general and administrative costs",
            "selling, general and administrative costs",
            True,
        ),
    ],
)
def test_a_row_is_spoken_of_as_its_label_reads(words: str, inside: str, plural: bool) -> None:
    assert (lowered(words), is_plural(words)) == (inside, plural)


@pytest.mark.parametrize(
    ("period", "path", "spoken"),
    [
        ("2023", ("2023",), "in 2023"),
        ("2022-Q4", ("Q4 2022",), "in Q4 2022"),
        ("2023-01-28", ("January 28, 2023",), "on January 28, 2023"),
        (
            "2023-01-28/13W",
            ("13 Weeks Ended", "January 28, 2023"),
            "in the 13 weeks ended January 28, 2023",
        ),
        ("2023-13-45", ("?",), ""),
        ("", ("August",), ""),
    ],
)
def test_a_column_is_asked_for_by_its_period(
    period: str, path: tuple[str, ...], spoken: str
) -> None:
    column = Column(" › ".join(path), path, CellKind.NUMBER, "", Decimal(1), period)
    assert spoken_period(column) == spoken


def test_names_and_remarks_are_no_labels_of_figures() -> None:
    small = frozenset(["revenue"])
    assert is_label("Net sales", small)
    assert is_label("Revenue", small)
    assert not is_label("Gull Reach", small), "it says whose figures they are"
    assert not is_label("Area in hectares, end of August", small)
    assert not is_label("Gross profit (as a percentage)", small), "half a label asks for another"


def test_sentences_lead_to_the_questions_that_they_answer() -> None:
    asked = {
        sentence: [each[1:] for each in questions_of(sentence, "Norvane")]
        for sentence in (
            "Costs rose in spring because of the frost.",
            "The decrease in revenue was due to fewer visitors.",
            "“We grew,” said Ada Hill, chief executive officer.",
            "The Petrel is a small workboat of 8 metres.",
            "It rose because of the frost.",
            "The following is a list of all sites.",
            "A usual example is the wooden hull.",
            "The remedy for this is a new rope.",
            "Norvane is a small boatyard of two sheds.",
        )
    }
    assert list(asked.values()) == [
        [("Why did costs of Norvane rise?", "of the frost")],
        [("Why did revenue of Norvane decrease?", "fewer visitors")],
        [("Who is the chief executive officer of Norvane?", "Ada Hill")],
        [("What is the Petrel?", "")],
        *([], [], [], []),
        [("What is Norvane?", "")],
    ]


def test_headings_and_names_are_shown_as_people_say_them() -> None:
    assert heading_of("Item 5.07. Submission of Matters (Unaudited)") == "Submission of Matters"
    small = frozenset(["company", "quarter"])
    assert is_name("Ada Hill", small)
    assert not is_name("Company", small)
    assert not is_name("Quarter 3", small)
    assert not is_name("Inc", small)


# --- checking --------------------------------------------------------------------------------


def test_a_question_is_kept_only_if_its_answer_is_sure_and_cites_what_it_was_made_from() -> None:
    what = candidate("What is the Petrel?")
    assert not why_refused(what, answer("A boat"))
    assert why_refused(what, answer("A boat", Verdict.CLOSEST))
    assert why_refused(what, answer("A boat", cited=("d", 20, 30))), "the words behind it"
    assert why_refused(what, answer("A boat", cited=("other", 0, 15)))
    who = replace(what, kind="who", stated="Ada Hill")
    assert not why_refused(who, answer("Ada Hill, skipper"))
    assert why_refused(who, answer("A skipper"))
    number = CandidateQuestion("What were seeds?", "number", quoted(), "1,150")
    assert not why_refused(number, answer("Seeds: 1,150", cited=("d", 90, 99))), (
        "stated elsewhere too"
    )
    assert why_refused(number, answer("Seeds: 760"))
    two = replace(number, stated="2")
    assert not why_refused(two, answer("Boats, 12 weeks to 19 March 2022: 2"))
    assert why_refused(two, answer("Boats, 12 weeks to 19 March 2022: 180"))
    assert why_refused(two, answer("Boats: 2.5 and 1,2"))


def test_candidates_take_turns_over_kinds_and_documents_and_none_comes_twice() -> None:
    made = [
        candidate("n1", "number", "a"),
        candidate("n2", "number", "a"),
        candidate("n3", "number", "b"),
        candidate("r1", "reason", "a"),
        candidate("n1", "number", "a"),
    ]
    assert [turn.text for turn in in_turns(made)] == ["n1", "r1", "n3", "n2"]


def test_checking_ends_when_its_time_is_over_and_keeps_what_was_found() -> None:
    clock = itertools.count(step=BRIEF.seconds / 2)
    made = [candidate(f"What is {number}?") for number in range(9)]
    found = checked(made, lambda text: answer("A boat"), clock=lambda: next(clock))
    assert [checked_question.text for checked_question in found] == ["What is 0?", "What is 1?"]


# --- offering --------------------------------------------------------------------------------


def test_a_newcomer_is_offered_questions_that_differ_direct_ones_first() -> None:
    sure = replace(question("n2", "number", document="b"), verdict=Verdict.DIRECT)
    there = (question("n1", "number"), sure, question("r1", "reason", document="b"))
    assert [checked_question.text for checked_question in beginning(there, 2)] == ["n2", "r1"]


def test_related_questions_stay_with_what_was_cited_and_are_not_asked_twice() -> None:
    there = (
        question("What is a tern?", document="other"),
        question("What is a gull?", chunk="far"),
        question("What is the mill?"),
        question("Who keeps the mill?"),
        question("What is a barn?"),
    )
    found = related(there, answer(), ["What is a barn?"], 3)
    assert [checked_question.text for checked_question in found] == [
        "What is the mill?",
        "What is a gull?",
    ]


def test_what_was_told_is_not_asked_for_in_other_words() -> None:
    same = replace(question("What were seeds sown in 2024?"), short="1,150,000")
    other = replace(question("What is the total of seeds?"), short="2,330,000")
    told = replace(answer(), question="How many seeds?", short="1,150,000")
    assert [checked_question.text for checked_question in related((same, other), told, [], 3)] == [
        other.text
    ]
    asked = ["What were the seeds that were sown in 2024?"]
    when = replace(question("When were seeds sown in 2024?"), short="In May")
    untold = replace(told, short="")
    assert related((when,), untold, asked, 3) == (when,), "another kind of question"
    assert [
        checked_question.text for checked_question in related((same, other), untold, asked, 3)
    ] == [other.text]


# --- all of it -------------------------------------------------------------------------------

MILL = """# The mill

Ada Hill keeps the mill. The Petrel is a small workboat of eight metres that belongs to the mill.

The output of the mill fell in spring because of the long drought in the hills.

# The river

The river rises in the hills and reaches the sea below the town of Ostmouth after forty miles.
"""


def test_a_briefing_is_made_by_the_worker_and_every_word_of_it_stands_where_it_says(
    workbench: Workbench,
) -> None:
    collection = workbench.library.create_collection("Places")
    document = add(workbench, collection.id, "mill.md", MILL)
    assert workbench.briefing.briefing_of(collection.id) is None

    workbench.briefing.notice_missing_briefing(collection.id)
    workbench.briefing.notice_missing_briefing(collection.id)
    jobs = [job for job in workbench.parts.records.jobs(collection.id) if job.kind == KIND]
    assert [job.state for job in jobs] == [JobState.QUEUED], "queued once"
    workbench.queue.work_until_idle(threading.Event())
    assert not workbench.briefing.is_briefing(collection.id)

    found = workbench.briefing.briefing_of(collection.id)
    assert found is not None
    assert not found.stale
    assert [each.document_id for each in found.documents] == [document]
    assert "Why did the output of the mill fall?" in {each.text for each in found.questions}
    assert all(each.verdict in {Verdict.DIRECT, Verdict.LIKELY} for each in found.questions)
    quotations = [
        *(theme.quotation for theme in found.themes),
        *(each.source for each in found.questions),
    ]
    assert quotations
    for quotation in quotations:
        written = workbench.parts.records.text(
            quotation.document_id, quotation.start, quotation.end
        )
        assert " ".join(written.split()) == quotation.text
    assert workbench.questions.conversations(collection.id) == (), "nobody asked these questions"


def test_windows_are_read_before_questions_are_checked_and_each_lets_people_go_first(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "mill.md", MILL)
    done: list[str] = []
    finish, let_pass = ReadingAhead.finish, QuestionsFirst.let_pass

    def read(self: ReadingAhead, *values: Any) -> None:
        done.append("read")
        finish(self, *values)

    def passing(self: QuestionsFirst, *values: Any) -> float:
        done.append("let pass")
        return let_pass(self, *values)

    monkeypatch.setattr(ReadingAhead, "finish", read)
    monkeypatch.setattr(QuestionsFirst, "let_pass", passing)
    workbench.briefing.notice_missing_briefing(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    found = workbench.briefing.briefing_of(collection.id)
    assert found is not None
    assert done[0] == "read"
    assert done.count("let pass") > len(found.questions)


def test_the_headings_of_a_small_collection_are_read_once(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Places")
    documents = [
        add(workbench, collection.id, "mill.md", MILL),
        add(workbench, collection.id, "weir.md", MILL.replace("mill", "weir")),
    ]
    outlined: list[str] = []

    def counted(records: Records, document: Document) -> Outline:
        outlined.append(document.id)
        return outline(records, document)

    monkeypatch.setattr(contents, "outline", counted)
    monkeypatch.setattr(making, "outline", counted)
    asked: list[str] = []
    made = making.make_briefing(
        workbench.parts, collection.id, asked.append, lambda stage, done, number: None
    )
    assert {"What is “mill” about?", "What is “weir” about?"} <= set(asked)
    assert sorted(document.document_id for document in made.documents) == sorted(documents)
    assert sorted(outlined) == sorted(documents)


def test_abbreviations_are_named_apart_and_last(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    document = add(
        workbench,
        collection.id,
        "mill.md",
        MILL.replace("drought", "drought that Tom Reed and the ROBs foretold"),
    )
    more = add(
        workbench,
        collection.id,
        "weir.md",
        "# The weir\n\nThe ROBs and Tom Reed close the weir in May.",
    )
    records = workbench.parts.records
    passages = [chunk for each in (document, more) for chunk in records.chunks_of(each)]
    names = [
        (name.name, name.abbreviation) for name in brief_names(records, collection.id, passages)
    ]
    assert ("Tom Reed", False) in names
    assert names[-1] == ("ROBs", True)
    assert [name for name in names if name[1]] == [("ROBs", True)]


def test_a_briefing_forgets_what_was_deleted_and_is_made_again(
    workbench: Workbench,
) -> None:
    collection = workbench.library.create_collection("Places")
    document = add(workbench, collection.id, "mill.md", MILL)
    workbench.briefing.notice_missing_briefing(collection.id)
    workbench.queue.work_until_idle(threading.Event())

    add(workbench, collection.id, "barn.md", "# The barn\n\nThe barn is a store of dry hay.\n")
    workbench.library.delete_documents([document])
    found = kept_briefing(workbench.parts.records, collection.id)
    assert found is not None
    assert found.stale
    assert (found.documents, found.questions, found.themes) == ((), (), ())
    workbench.briefing.notice_missing_briefing(collection.id)
    assert workbench.briefing.is_briefing(collection.id)


def test_a_deletion_leaves_a_briefing_what_it_says_of_documents_that_were_published_again(
    workbench: Workbench,
) -> None:
    collection = workbench.library.create_collection("Places")
    document = add(workbench, collection.id, "mill.md", MILL)
    leaving = add(workbench, collection.id, "barn.md", "# The barn\n\nThe barn is full of hay.\n")
    workbench.briefing.notice_missing_briefing(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    records = workbench.parts.records
    before = kept_briefing(records, collection.id)
    records.publish([records.bundle(document)])  # with the same content, as other names are
    workbench.library.delete_documents([leaving])
    found = kept_briefing(records, collection.id)
    assert before is not None
    assert found is not None
    assert found.stale
    assert {each.document_id for each in before.documents} == {document, leaving}
    assert {each.document_id for each in found.documents} == {document}


def test_without_a_worker_no_briefing_is_queued(tmp_path: Path) -> None:
    """A single command would leave it waiting for whoever comes next."""
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    collection = opened.library.create_collection("Harbour")
    add(opened, collection.id, "pier.txt", "The pier of Marl opened in 1931.")
    opened.briefing.notice_missing_briefing(collection.id)
    assert not opened.briefing.is_briefing(collection.id)
    opened.close()
