"""The commands: results on standard output, progress on standard error, exit codes that tell."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from backend.command_line.parser import main

CORPUS = [
    {"doc_id": "b1", "title": "Harrow Bridge", "text": "Ada Lorne opened the bridge in 1931."},
    {"doc_id": "m1", "title": "Old Mill", "text": "The mill ground barley until 1954."},
    {"doc_id": "s1", "title": "Salt works", "text": "Salt was boiled at the river mouth."},
]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def imported(library: Path, tmp_path: Path) -> Path:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("\n".join(json.dumps(record) for record in CORPUS))
    assert run(library, "import", str(corpus), "--collection", "Places") == 0
    return library


def run(library: Path, *arguments: str) -> int:
    return main(["--library", str(library), *arguments])


def test_a_file_is_added_asked_and_removed(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "bridge.txt"
    source.write_text("Ada Lorne opened the Harrow Bridge in 1931. It has three steel arches.")
    assert run(library, "add", str(source), "--collection", "Places") == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("bridge.txt\t")
    assert "Ready" in printed.err

    assert run(library, "ask", "Who opened the Harrow Bridge?", "--collection", "places") == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0].startswith(("Direct answer", "Likely"))
    assert "Ada Lorne" in printed.out
    assert "[1] " in printed.out

    assert run(library, "list", "--collection", "Places", "--json") == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert document["name"] == "bridge.txt"

    assert run(library, "remove", "--collection", "Places", "bridge.txt") == 0
    assert "removed 1 documents" in capsys.readouterr().out
    assert run(library, "check") == 0


def test_a_failed_file_makes_the_exit_code_non_zero_and_says_why(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.txt"
    good.write_text("The mill ground barley until 1954.")
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    missing = tmp_path / "missing.txt"
    files = (str(good), str(empty), str(missing))
    assert run(library, "add", *files, "--collection", "Places") == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("good.txt\t")
    assert "empty.txt: The file is empty" in printed.err
    assert "missing.txt: missing.txt could not be opened" in printed.err


def test_an_answer_as_json_holds_all_of_its_provenance(
    imported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    question = ("ask", "Who opened the bridge?", "--collection", "Places", "--json")
    assert run(imported, *question) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "Ada Lorne" in answer["text"]
    citation = answer["citations"][0]
    assert citation["document"] == "b1"
    assert citation["page"] == 0
    record = CORPUS[0]["text"]
    assert "Ada Lorne" in record[citation["start"] : citation["end"]]
    named = {signal["retriever"] for signal in answer["hits"][0]["signals"]}
    assert named >= {"dense", "lexical"}
    assert {step["name"] for step in answer["steps"]} >= {"gather", "fuse", "answer", "check"}
    assert answer["usage"]["seconds"] > 0
    assert answer["sentences"]


def test_importing_again_changes_nothing_and_a_changed_record_replaces_the_old_one(
    imported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = tmp_path / "corpus.jsonl"
    capsys.readouterr()
    assert run(imported, "import", str(corpus), "--collection", "Places") == 0
    assert capsys.readouterr().out == "added 0, unchanged 3, empty 0\n"
    changed = [{**CORPUS[0], "text": "Ida Thorn opened the bridge in 1932."}, {**CORPUS[1]}]
    corpus.write_text("\n".join(json.dumps(record) for record in changed))
    assert run(imported, "import", str(corpus), "--collection", "Places") == 0
    assert capsys.readouterr().out == "added 1, unchanged 1, empty 0\n"
    assert run(imported, "list") == 0
    assert capsys.readouterr().out == "Places\t3 documents\t3 pages\t3 passages\n"


def test_a_run_file_has_one_line_per_question_and_document(
    imported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"qid": "q1", "question": "Who opened the bridge?"}\n')
    out = tmp_path / "run.trec"
    options = ("--collection", "Places", "--top-k", "2", "--run", str(out))
    assert run(imported, "search", str(questions), *options) == 0
    lines = [line.split() for line in out.read_text().splitlines()]
    assert [(line[0], line[1], line[3]) for line in lines] == [("q1", "Q0", "1"), ("q1", "Q0", "2")]
    assert lines[0][2] == "b1"
    assert float(lines[0][4]) >= float(lines[1][4])


def test_an_export_holds_documents_and_passages(
    imported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "export.jsonl"
    assert run(imported, "export", "--collection", "Places", "--out", str(out)) == 0
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["record"] for record in records].count("document") == 3
    passages = [record["text"] for record in records if record["record"] == "passage"]
    assert sorted(passages) == sorted(record["text"] for record in CORPUS)


def test_pipelines_are_listed_with_what_they_can_be_told(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(library, "pipelines") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("automatic\t")
    assert any(line.startswith("naive\t") for line in lines)
    assert "  hops=2\ta whole number from 0 to 3\tLinks to follow. How many" in "\n".join(lines)
    last = lines[lines.index("Every pipeline also takes:") :]
    assert any(each.startswith("  answerer\tlocal\t") for each in last)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("ask", "Who?", "--collection", "Elsewhere"), "There is no collection “Elsewhere”."),
        (("ask", "  ", "--collection", "Places"), "The question is empty."),
        (("ask", "Who?", "--collection", "Places", "--pipeline", "magic"), "magic"),
        (("ask", "Who?", "--collection", "Places", "--option", "x"), "NAME=VALUE"),
        (("remove", "--collection", "Places"), "Nothing was removed."),
        (("remove", "--collection", "Places", "none.pdf"), "There is no document “none.pdf”"),
    ],
)
def test_mistakes_are_answered_with_a_sentence(
    imported: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    assert run(imported, *arguments) == 1
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert "Traceback" not in printed.err


def test_accounts_roles_and_the_audit_list(
    imported: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def typed(password: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))

    typed("short")
    assert run(imported, "people", "add", "Ada") == 1
    typed("correct horse battery")
    assert run(imported, "people", "add", "Ada", "--called", "Ada Lorne", "--group", "keepers") == 0
    assert run(imported, "people", "groups", "ada", "--group", "keepers", "--group", "authors") == 0
    capsys.readouterr()
    assert run(imported, "people", "list") == 0
    assert capsys.readouterr().out == "ada\tAda Lorne\tkeepers, authors\n"
    place = ("share", "--collection", "Places")
    assert run(imported, *place, "--person", "ADA", "--role", "owner") == 0
    assert run(imported, *place, "--group", "keepers") == 0
    capsys.readouterr()
    assert run(imported, *place) == 0
    assert capsys.readouterr().out == "person\tada\towner\ngroup\tkeepers\treader\n"
    assert run(imported, *place, "--person", "ada", "--remove") == 1
    assert "needs an owner" in capsys.readouterr().err
    assert run(imported, *place, "--group", "keepers", "--remove") == 0
    assert run(imported, *place, "--group", "keepers", "--remove") == 1
    assert run(imported, "tokens", "add", "reports", "--person", "ada") == 0
    capsys.readouterr()
    assert run(imported, "tokens", "list") == 0
    assert capsys.readouterr().out.endswith("good\tada\n")
    assert run(imported, "tokens", "withdraw", "reports") == 1
    assert run(imported, "tokens", "withdraw", "reports", "--person", "ada") == 0
    assert run(imported, "people", "remove", "ada") == 0
    assert run(imported, "people", "remove", "ada") == 1
    capsys.readouterr()
    assert run(imported, "audit") == 0
    assert capsys.readouterr().out.startswith("Time (UTC),Who,What,Collection,About")


def test_one_question_of_a_large_collection_is_answered_as_the_app_answers(
    library: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for year in ("2021", "2022"):
        source = tmp_path / f"ferry_{year}.txt"
        parts = [f"Section {n}. The ferry made {n}{year[-1]} trips in {year}." for n in range(40)]
        source.write_text("\n\n".join(f"{part} {'Rain fell. ' * 60}" for part in parts))
        assert run(library, "add", str(source), "--collection", "Ferries") == 0
    # every collection counts as large
    monkeypatch.setattr("backend.joined_views.STORED_FROM", 1)
    monkeypatch.setattr("backend.joined_views.READ_AT_ONCE", 0)
    monkeypatch.setattr("backend.joined_views.JOINED_AT_ONCE", 0)
    monkeypatch.setattr("backend.pipelines._fused.readiness.SCOPED_AT_ONCE", 0)
    capsys.readouterr()
    question = ("ask", "How many trips in ferry_2022?", "--collection", "Ferries")
    for _ in range(2):
        assert run(library, *question, "--pipeline", "fused_hybrid") == 0
        told = capsys.readouterr().err
        assert "being read" not in told
        assert "Scope" in told or "scope" in told
    assert list((library / "views").glob("*.names.view"))
