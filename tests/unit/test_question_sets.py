"""Question sets of a real collection: from answers, from files, in reports, and after deletions."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.briefing.for_sets import set_questions
from backend.briefing.from_tables import figure_questions
from backend.command_line.parser import main
from backend.errors import NotFoundError, QuestionError, ReadingError
from backend.evaluation.gold import Resolver
from backend.evaluation.report_files import FORMS
from backend.settings import load_settings
from backend.types import (
    UNANSWERABLE,
    CheckedQuestion,
    Contender,
    EvaluationReport,
    MeasuredRow,
    Query,
    Reference,
    RowError,
    SetQuestion,
    Verdict,
)
from backend.workbench import Workbench, open_workbench, report_text

HOSTILE = '=HYPERLINK("x") <script>alert(1)</script> | **bold**'
FILES = {
    "Pilots.txt": "The harbour pilot of Teme Ford is Jonas Lindqvist. He joined in 1998.",
    "Ice.txt": "Ice closed the harbour of Teme Ford for 41 days in the winter of 2011.",
    "Boats.txt": "The boat Petrel was built in 1954. It is painted red.",
}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("sets")
    opened = open_workbench(load_settings({}, library=folder / "library"), start_workers=False)
    collection = opened.library.create_collection("Harbour")
    for name, text in FILES.items():
        opened.library.add_file(collection.id, name, text.encode())
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def harbour(workbench: Workbench) -> str:
    return workbench.library.collection_named("Harbour").id


def answered(workbench: Workbench, collection_id: str, text: str) -> str:
    asking = workbench.questions.ask(Query(text, collection_id), "naive")
    asking.wait(60)
    assert asking.answer is not None
    return asking.answer.id


def test_an_answer_becomes_a_question_with_its_evidence_once(
    workbench: Workbench, harbour: str
) -> None:
    answer_id = answered(workbench, harbour, "Who is the harbour pilot of Teme Ford?")
    card = workbench.question_sets.add_answer_to_set(answer_id, "From answers")
    again = workbench.question_sets.add_answer_to_set(answer_id, "from answers")
    assert (card.id, card.questions) == (again.id, 1)
    (question,) = workbench.question_sets.questions_of_set(harbour, card.id)
    (told,) = question.answers  # the name, or the sentence that says it
    assert "Jonas Lindqvist" in told
    assert question.evidence[0].name == "Pilots.txt"
    assert "Jonas Lindqvist" in question.evidence[0].contains
    assert workbench.question_sets.unresolved_evidence(harbour, card.id) == {}
    workbench.question_sets.strike_questions(
        harbour, card.id, frozenset([question.qid]), struck=True
    )
    assert workbench.question_sets.sets_of(harbour)[0].struck == 1
    assert workbench.question_sets.set_file(harbour, card.id, "jsonl") == ""
    workbench.question_sets.delete_set(harbour, card.id)


def test_passages_that_a_person_marks_become_evidence_or_none(
    workbench: Workbench, harbour: str
) -> None:
    answer_id = answered(workbench, harbour, "Who is the harbour pilot of Teme Ford?")
    answer = workbench.questions.answer(answer_id)
    cited = {citation.chunk_id for citation in answer.citations}
    other = next(hit.chunk for hit in answer.hits if hit.chunk.id not in cited)
    workbench.questions.mark(answer_id, 1, other.id)
    card = workbench.question_sets.add_answer_to_set(answer_id, "Marked")
    (question,) = workbench.question_sets.questions_of_set(harbour, card.id)
    names = [each.name for each in question.evidence]
    assert names[0] == "Pilots.txt"
    assert names[-1] == workbench.library.document(other.document_id).name
    assert question.evidence[-1].contains == " ".join(other.text.split())
    assert workbench.question_sets.unresolved_evidence(harbour, card.id) == {}
    for chunk_id in cited:
        workbench.questions.mark(answer_id, -1, chunk_id)
    workbench.question_sets.add_answer_to_set(answer_id, "Marked")
    (question,) = workbench.question_sets.questions_of_set(harbour, card.id)
    assert [each.name for each in question.evidence] == names[-1:]
    for each in (*cited, other.id):
        workbench.questions.mark(answer_id, 0, each)
    workbench.question_sets.delete_set(harbour, card.id)


def set_of(workbench: Workbench, harbour: str) -> str:
    rows = [
        {
            "qid": "pilot",
            "question": "Who is the harbour pilot of Teme Ford?",
            "answers": ["Jonas Lindqvist"],
            "documents": ["Pilots.txt"],
            "quotes": ["The harbour pilot of Teme Ford is Jonas Lindqvist."],
            "kind": "who",
        },
        {"qid": "ice", "question": "How many days did ice close the harbour?", "answers": ["41"],
         "documents": ["Ice"], "kind": "number"},
        {"qid": "none", "question": "What colour is the boat Petrel?", "documents": ["Boats.txt"],
         "kind": UNANSWERABLE},
        {"qid": "evil", "question": HOSTILE, "documents": ["gone.pdf"]},
    ]  # fmt: skip
    content = "\n".join(map(json.dumps, rows)).encode()
    return workbench.question_sets.add_set_file(harbour, "Harbour questions.jsonl", content).id


@pytest.fixture(scope="module")
def report(workbench: Workbench, harbour: str) -> EvaluationReport:
    contenders = [Contender("naive"), Contender("naive", {"fusion": "reciprocal_rank"})]
    run = workbench.evaluation.plan_run(harbour, set_of(workbench, harbour), contenders)
    assert workbench.evaluation.start_run(run) is not None
    workbench.queue.work_until_idle(threading.Event())
    return workbench.evaluation.evaluation_report(harbour, run.id)


def test_a_run_measures_answers_evidence_and_refusals(report: EvaluationReport) -> None:
    first, second = report.results
    assert second.contender.name == "naive fusion=reciprocal_rank"
    measures = {row.measure: row for row in first.rows}
    assert measures["Exact match"].mean in (0.0, 0.5)  # a first line is a name or its sentence
    assert 0.0 < measures["Token F1"].mean < 1.0
    assert measures["Judged right"].mean == 1.0
    assert measures["Recall@5"].count == 2  # of “evil” nothing is known, “none” has no answer
    assert measures["Hit@5"].mean == 1.0
    assert measures["Right refusals"].count == 1
    assert measures["Seconds"].count == 4
    assert report.unresolved == ("gone.pdf",)
    assert report.unit == "passages and documents"
    assert [kind.kind for kind in report.kinds] == ["number", "who"]
    assert report.progress.changed == ()
    assert sum(each.count for each in report.reliability["naive"]) == 2


def test_a_question_without_an_answer_is_not_asked_of_its_own_document(
    workbench: Workbench, harbour: str, report: EvaluationReport
) -> None:
    outcomes = workbench.parts.records.entries(harbour, "outcome").values()
    asked = [each for each in map(json.loads, outcomes) if each["question"].startswith("What c")]
    (boats,) = [
        document
        for document in workbench.library.documents(harbour)
        if document.name == "Boats.txt"
    ]
    assert len(asked) == 2
    found = {one["document_id"] for each in asked for one in each["found"]}
    assert found
    assert boats.id not in found


def test_a_report_is_written_in_every_form_and_no_text_becomes_markup(
    report: EvaluationReport,
) -> None:
    evil = replace(
        report,
        set_name=HOSTILE,
        questions=tuple(replace(question, text=HOSTILE) for question in report.questions),
    )
    # contenders of a report over several collections are named with theirs
    first, *others = evil.results
    named = replace(first, contender=replace(first.contender, collection="A|B ![x](www.y.z)"))
    evil = replace(
        evil,
        results=(named, *others),
        advice=(f"{named.contender.name} is better.", "_So_ it is."),
        errors=(RowError("q1", "", named.contender.name, "no"),),
    )
    texts = {form: report_text(evil, form) for form in FORMS}
    lines = texts["markdown"].splitlines()
    assert "![x](" not in texts["markdown"]
    assert texts["markdown"].count("A\\|B \\!\\[x]\\(www\\.y.z)") >= 4
    table = [line for line in lines if line.startswith("| Measure") or "Judged right" in line]
    assert {re.sub(r"\\.", "", line).count("|") for line in table} == {4}
    assert "- \\_So\\_ it is." in lines
    assert "<script>" not in texts["html"] + texts["markdown"].replace("\\<", "")
    assert "http" not in texts["html"].replace("http-equiv", "")
    assert "95 % intervals" in texts["html"]
    assert "<h2>Recall@5 against seconds per question</h2>" in texts["html"]
    assert "against money" not in texts["html"], "nothing was spent"
    paid = [
        replace(result, rows=(*(r for r in result.rows if r.measure != "Money"), spent))
        for result, spent in zip(
            evil.results,
            (MeasuredRow("Money", 0.5, 0.25, 1.0, 2, share=False),) * len(evil.results),
            strict=True,
        )
    ]
    page = report_text(replace(evil, results=tuple(paid)), "html")
    assert "<h2>Recall@5 against money per question</h2>" in page
    # the dearest interval ends at the right edge, its middle and its begin at a half and a quarter
    assert "x1='200.0' x2='620.0'" in page
    assert "cx='340.0'" in page
    rows = list(csv.reader(io.StringIO(texts["csv"])))
    assert rows[0] == ["contender", "measure", "mean", "low", "high", "questions"]
    assert [named.contender.name, "Judged right", "1.0", "1.0", "1.0", "2"] in rows
    assert json.loads(texts["json"])["leading"] == "Recall@5"
    assert "| Judged right | 100.0 [100.0, 100.0] |" in texts["markdown"]


def test_no_name_of_a_report_is_a_formula_for_a_spreadsheet(report: EvaluationReport) -> None:
    (row, *_), (first, *_) = report.results[0].rows, report.results
    command, sums = "=cmd|' /C calc'!A0", "@SUM(1,2)"
    contender = replace(first.contender, pipeline=command)
    named = replace(first, contender=contender, rows=(replace(row, measure=sums),))
    cells = list(csv.reader(io.StringIO(report_text(replace(report, results=(named,)), "csv"))))
    assert [cell[:2] for cell in cells[1:]] == [[f"'{contender.name}", f"'{sums}"]]
    assert float(cells[1][2]) == row.mean


def test_runs_are_compared_with_earlier_ones_and_deleted(
    workbench: Workbench, harbour: str, report: EvaluationReport
) -> None:
    set_id = report.progress.run.set_id
    other = workbench.evaluation.plan_run(harbour, set_id, [Contender("naive")], top_k=3)
    assert workbench.evaluation.estimate_run(other).asked == 4
    estimate = workbench.evaluation.estimate_run(other)
    assert estimate.seconds is not None
    workbench.evaluation.start_run(other)
    workbench.queue.work_until_idle(threading.Event())
    found = workbench.evaluation.run_against(harbour, other.id, report.progress.run.id)
    assert [difference.measure for difference in found] == ["Recall@5", "Token F1", "Seconds"]
    assert "Naive now against then: no difference beyond chance" in found[0].words
    workbench.evaluation.delete_run(harbour, other.id)
    assert [run.run.id for run in workbench.evaluation.evaluation_runs(harbour)] == [
        report.progress.run.id
    ]


def test_what_is_wrong_is_said_before_anything_is_asked(
    workbench: Workbench, harbour: str, report: EvaluationReport
) -> None:
    set_id = report.progress.run.set_id
    with pytest.raises(QuestionError, match="nothing to ask"):
        workbench.evaluation.plan_run(harbour, set_id, [])
    with pytest.raises(QuestionError, match="alpha"):
        workbench.evaluation.plan_run(harbour, set_id, [Contender("naive", {"alpha": "7"})])
    with pytest.raises(NotFoundError, match="not there any more"):
        workbench.evaluation.plan_run(harbour, "nowhere", [Contender("naive")])
    with pytest.raises(QuestionError, match="already"):
        workbench.question_sets.new_set(harbour, "harbour QUESTIONS")
    with pytest.raises(QuestionError, match="empty"):
        workbench.question_sets.put_question(harbour, set_id, SetQuestion("", " "))
    with pytest.raises(ReadingError, match="something relevant"):
        workbench.tuning.learn_from_set(
            harbour, workbench.question_sets.new_set(harbour, "Empty").id
        )


def test_a_set_can_be_learned_from(
    workbench: Workbench, harbour: str, report: EvaluationReport
) -> None:
    assert workbench.tuning.learn_from_set(harbour, report.progress.run.set_id) == 3
    state = workbench.tuning.tuning_state(harbour)
    assert state.set_name == "Harbour questions"
    assert state.unresolved == ("gone.pdf",)


def test_missed_evidence_is_explained(
    workbench: Workbench, harbour: str, report: EvaluationReport
) -> None:
    run = report.progress.run
    assert workbench.evaluation.why_missed(run, Contender("naive"), "pilot") == ()  # it is shown
    with pytest.raises(NotFoundError, match="not in the set"):
        workbench.evaluation.why_missed(run, Contender("naive"), "nowhere")
    query = Query("Who is the harbour pilot of Teme Ford?", harbour, 1)
    passages = {
        document.name: workbench.library.document_chunks(document.id)[0].id
        for document in workbench.library.documents(harbour)
    }
    found = workbench.evaluation.why_not_shown(query, "naive", passages["Boats.txt"])
    assert found.passage.id == passages["Boats.txt"]
    assert found.rank in {2, 3}
    assert found.cause.startswith(f"Below the cut: place {found.rank}, of which 1 are shown")
    assert f"Showing {found.rank} passages instead of 1." in found.changes
    assert {reading.retriever for reading in found.readings} >= {"dense", "lexical"}
    with pytest.raises(QuestionError, match="is shown"):
        workbench.evaluation.why_not_shown(query, "naive", passages["Pilots.txt"])
    other = workbench.library.create_collection("Another")
    with pytest.raises(NotFoundError, match="not in the collection"):
        workbench.evaluation.why_not_shown(Query("Who?", other.id), "naive", passages["Pilots.txt"])


def test_words_of_a_deleted_document_go_from_sets_and_runs(tmp_path: Path) -> None:
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    collection = opened.library.create_collection("Harbour")
    for name, text in FILES.items():
        opened.library.add_file(collection.id, name, text.encode())
    opened.queue.work_until_idle(threading.Event())
    set_id = set_of(opened, collection.id)
    run = opened.evaluation.plan_run(collection.id, set_id, [Contender("naive")], top_k=1)
    opened.evaluation.start_run(run)
    opened.queue.work_until_idle(threading.Event())
    (pilots,) = [
        document
        for document in opened.library.documents(collection.id)
        if document.name == "Pilots.txt"
    ]
    opened.library.delete_documents([pilots.id])
    (progress,) = opened.evaluation.evaluation_runs(collection.id)
    assert progress.changed == ("The documents have changed: there were 3, now there are 2.",)
    assert opened.redaction.answers_holding([pilots.id]) >= 2
    assert opened.redaction.redact_answers([pilots.id]) >= 2
    assert opened.redaction.answers_holding([pilots.id]) == 0
    kept = json.dumps(
        [opened.parts.records.entries(collection.id, each) for each in ("question", "outcome")]
    )
    assert "Lindqvist" not in kept
    assert "41" in kept
    first = opened.question_sets.questions_of_set(collection.id, set_id)[0]
    assert first.text == "Who is the harbour pilot of Teme Ford?"
    assert first.evidence == (Reference("Pilots.txt"),)
    opened.close()


def test_a_public_set_is_imported_by_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "sets" / "tiny"
    folder.mkdir(parents=True)
    with gzip.open(folder / "corpus.jsonl.gz", "wt") as out:
        out.write(json.dumps({"doc_id": "d1", "title": "Teme", "text": "The pilot is Jonas."}))
    with gzip.open(folder / "questions.jsonl.gz", "wt") as out:
        out.write(json.dumps({"qid": "1", "question": "Who is it?", "gold_doc_ids": ["d1"]}))
    monkeypatch.setenv("QUIRE_BENCHMARKS", str(tmp_path / "sets"))
    library = ["--library", str(tmp_path / "library")]
    assert main([*library, "benchmark", "tiny"]) == 0
    assert capsys.readouterr().out == "tiny: 1 documents, 1 questions\n"
    assert main([*library, "benchmark", "absent"]) == 1
    assert "There are: tiny." in capsys.readouterr().err
    asked = [*library, "evaluate", "tiny", "--collection", "tiny", "--no-answers"]
    assert main([*asked, "--pipelines", "naive", "--estimate"]) == 0
    assert "1 questions are to be asked" in capsys.readouterr().err
    assert main([*asked, "--pipelines", "naive", "--least", "Hit@1=1"]) == 0
    assert "| Hit@1 | 100.0 [100.0, 100.0] |" in capsys.readouterr().out
    assert main([*asked, "--pipelines", "naive", "--least", "Hit@1"]) == 1
    assert "is not a threshold" in capsys.readouterr().err


def test_questions_are_made_of_the_documents_and_stay_struck(workbench: Workbench) -> None:
    made_from = {
        "Nursery.txt": "Spending on the seed nursery rose because two cold tanks were bought. "
        "The manager of the nursery is Ruth Calder.",
        "Boats.txt": "The landing fee fell because the boats stayed out for longer.",
    }
    collection = workbench.library.create_collection("Nursery").id
    for name, text in made_from.items():
        workbench.library.add_file(collection, name, text.encode())
    workbench.queue.work_until_idle(threading.Event())
    workbench.question_making.make_questions(collection, "Made", 4)
    with pytest.raises(QuestionError, match="already"):
        workbench.question_making.make_questions(collection, "Made", 4)
    workbench.queue.work_until_idle(threading.Event())
    (card,) = workbench.question_sets.sets_of(collection)
    made = workbench.question_sets.questions_of_set(collection, card.id)
    assert made
    for set_question in made:
        assert not set_question.text.endswith("about?")
        if set_question.answerable:
            assert set_question.evidence[0].contains in made_from[set_question.evidence[0].name]
    assert sum(each.answerable for each in made) * 2 == len(made)
    assert workbench.question_sets.unresolved_evidence(collection, card.id) == {}
    assert len({each.qid for each in made}) == len(made)
    workbench.question_sets.strike_questions(
        collection, card.id, frozenset([made[0].qid]), struck=True
    )
    workbench.question_making.make_questions(collection, "made", 4)
    workbench.queue.work_until_idle(threading.Event())
    again = workbench.question_sets.questions_of_set(collection, card.id)
    assert [each.text for each in again] == [each.text for each in made]
    assert again[0].struck


def test_what_was_made_of_a_cell_is_found_again(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Sales").id
    table = "| | 2022 | 2023 |\n| --- | ---: | ---: |\n| Net sales | 1,022 | 1,150 |\n"
    workbench.library.add_file(
        collection, "Sales.md", f"# Sales\n\nOf the nursery.\n\n{table}".encode()
    )
    workbench.queue.work_until_idle(threading.Event())
    records = workbench.parts.records
    (document,) = workbench.library.documents(collection)
    passages = records.chunks_of(document.id)
    (candidate,) = figure_questions(records, records.tables(collection), passages, "")
    checked = CheckedQuestion(candidate.text, "number", "1,150", Verdict.DIRECT, candidate.source)
    (question,) = set_questions(records, collection, [checked])
    assert question.evidence[0].contains == "| Net sales | 1,022 | 1,150 |"
    gold = Resolver(records, [document]).gold(question)
    assert gold.missing == ()
    assert gold.pages == frozenset([(document.id, 0)])
    # the passage of the row says it in other words, the one around it has it as it stands
    assert gold.passages == (frozenset(passage.id for passage in passages),)
    assert {chunk.kind for chunk in passages} == {"prose", "table_row"}
