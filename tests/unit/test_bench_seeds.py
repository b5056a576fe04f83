"""The table of the works that Quire grew from is that of the measured figures."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from backend.settings import Settings, load_settings
from bench import seeds
from bench.report import RESULTS
from bench.seeds import ROWS, Row, as_markdown, nameless, ours, shown
from tests.scripted_server.script import answer
from tests.scripted_server.server import ScriptedServer

pytest_plugins = ("tests.scripted_server.fixtures",)
DOCUMENT = Path(__file__).parents[2] / "docs" / "seeds.md"


def test_the_document_holds_the_table_of_the_results() -> None:
    figures = json.loads((RESULTS / "seeds.json").read_text("utf-8"))
    assert as_markdown(shown(figures)) in DOCUMENT.read_text("utf-8")


def test_every_row_says_why_it_is_not_comparable() -> None:
    assert all(row.why and row.theirs for row in ROWS)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ([0.5, 0.25, 0.75], ".500 [.250, .750]"),
        (1.93, "1.9"),
        (None, "–"),
        ([1, 1, 1], "1.000 [1.000, 1.000]"),
    ],
)
def test_figures_are_written_as_theirs_are(value: object, written: str) -> None:
    assert ours({"a": {"b": value}}, Row("Pipelines", "x", ".5", ("a", "b"), "y")) == written
    assert ours({}, Row("Pipelines", "x", ".5", ("a", "b"), "y")) == "–"


def test_names_are_left_out_by_rule() -> None:
    asked = "Whom did Princess Frederica of Hanover marry in the royal chapel?"
    assert nameless(asked) == "Whom did this one marry in the royal chapel?"
    assert nameless("Which plant grows there?") == "Which plant grows there?"


def test_a_language_model_writes_the_answers_where_it_is_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    scripted_server: ScriptedServer,
) -> None:
    folder = tmp_path / "sets" / seeds.NOVELS
    folder.mkdir(parents=True)
    boats = {
        f"b{n}": f"The boat {name} was built by Ada Lorne in 191{n}."
        for n, name in enumerate(("Petrel", "Gannet", "Tern"))
    }
    write(
        folder / "corpus.jsonl.gz", [{"doc_id": k, "title": k, "text": v} for k, v in boats.items()]
    )
    asked = [
        ("Who built the Petrel?", "b0", seeds.KINDS[0]),
        ("When was the Tern built?", "b2", seeds.KINDS[1]),
    ]
    write(
        folder / "questions.jsonl.gz",
        [
            {
                "qid": at,
                "question": text,
                "answers": ["Ada Lorne"],
                "gold_doc_ids": [at],
                "type": kind,
            }
            for text, at, kind in asked
        ],
    )
    for name, value in {
        "BENCHMARKS": str(tmp_path / "sets"),
        "LANGUAGE_MODEL": "openai_compatible",
        "LANGUAGE_MODEL_URL": scripted_server.openai_url,
        "LANGUAGE_MODEL_NAME": "tiny",
    }.items():
        monkeypatch.setenv(f"QUIRE_{name}", value)

    def settings(library: str) -> Settings:
        return replace(load_settings(), library=tmp_path / library)

    monkeypatch.setattr("bench.libraries.benchmark_settings", settings)
    monkeypatch.setattr(seeds, "SIZES", (300,))
    monkeypatch.setattr("sys.argv", ["seeds", "novels", "--language-model"])
    kept = (RESULTS / "seeds.json").read_bytes()
    scripted_server.script(answer("Ada Lorne built it in 1910 [1].", usage=(50, 9)))
    seeds.main()
    rows = capsys.readouterr().out.splitlines()
    (naive,) = [row for row in rows if "novels, 300 tokens, naive: correctness" in row]
    assert naive.endswith("1.000 [1.000, 1.000]"), "the model named whom the documents name"
    assert any("Who built the Petrel?" in chat.text for chat in scripted_server.chats)
    assert (RESULTS / "seeds.json").read_bytes() == kept, "what a model wrote is not kept"
    monkeypatch.setenv("QUIRE_LANGUAGE_MODEL", "none")
    with pytest.raises(SystemExit):
        seeds.main()
    assert "set QUIRE_LANGUAGE_MODEL" in capsys.readouterr().err


def write(path: Path, records: Sequence[object]) -> None:
    with gzip.open(path, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(record) + "\n" for record in records)
