"""Commands in a process of their own find what the app finds, also in a collection of some size."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from backend.command_line.parser import main

ROOT = Path(__file__).parents[2]
FERRIES = 520
"""Names are read in the background above 400 passages, pages above 500."""
QUESTIONS = (
    "How many crates of salt did Ferry Quill 17 carry to Harbour 4?",
    "Who is the pilot of Ferry Quill 21?",
)
WAIT_FOR_ALL = frozenset(["page", "entity", "path", "window", "late_interaction", "coverage"])
"""Retrievers that need names, links, pages or parts of passages."""
PROGRAM = """
import json, sys
from backend import joined_views
from backend.command_line.parser import main
from backend.pipelines._fused import readiness
from backend.pipelines.fused_hybrid import FusedHybridPipeline

# whatever is stored is opened in the background, as a large collection is
joined_views.OPENED_AT_ONCE = joined_views.OPENING = readiness.OPENING = 0
retrieve = FusedHybridPipeline.retrieve

def told(self, query):
    found = retrieve(self, query)
    names = sorted({signal.retriever for hit in found.hits for signal in hit.signals})
    with open(sys.argv[1], "a") as out:
        print(json.dumps({"notices": found.notices, "retrievers": names}), file=out)
    return found

FusedHybridPipeline.retrieve = told
sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of a corpus of which nothing was read beyond its passages."""
    folder = tmp_path_factory.mktemp("ferries")
    corpus = folder / "corpus.jsonl"
    corpus.write_text(
        "\n".join(
            json.dumps(
                {
                    "doc_id": f"f{number}",
                    "title": f"Ferry Quill {number}",
                    "text": f"It carried {3 * number} crates of salt to Harbour {number % 13}.",
                }
            )
            for number in range(FERRIES)
        )
    )
    library = folder / "library"
    assert main(["--library", str(library), "import", str(corpus), "--collection", "Ferries"]) == 0
    return library


@pytest.fixture(scope="module")
def stored(imported: Path) -> Path:
    """The same, with what was read of it stored."""
    library = imported.parent / "stored"
    shutil.copytree(imported, library)
    asked_cold(library, imported.parent, "search")
    assert list((library / "views").glob("*.names.view"))
    return library


def asked_cold(library: Path, folder: Path, command: str) -> list[dict[str, Any]]:
    """What fused hybrid found for each question of a command in a new process.

    Args:
        folder: for what the command reads and writes.
    """
    log, questions = folder / "log.jsonl", folder / "questions.jsonl"
    questions.write_text(
        "\n".join(
            json.dumps({"qid": str(number), "question": text, "gold_doc_ids": [f"f{number}"]})
            for number, text in enumerate(QUESTIONS)
        )
    )
    arguments = {
        "ask": (QUESTIONS[0],),
        "search": (str(questions), "--run", str(folder / "run.trec")),
        "evaluate": (str(questions), "--pipelines", "fused_hybrid", "--no-answers"),
    }[command]
    whole = ("--library", str(library), command, *arguments, "--collection", "Ferries")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(log), *whole],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize(
    ("command", "library"),
    [("ask", "stored"), ("search", "stored"), ("search", "imported"), ("evaluate", "imported")],
)
def test_the_first_question_of_a_process_is_asked_of_all_retrievers(
    request: pytest.FixtureRequest, tmp_path: Path, command: str, library: str
) -> None:
    copy = tmp_path / "library"
    shutil.copytree(request.getfixturevalue(library), copy)
    found = asked_cold(copy, tmp_path, command)
    assert len(found) >= (1 if command == "ask" else len(QUESTIONS))
    for each in found:
        assert not any("being read" in notice for notice in each["notices"])
        assert set(each["retrievers"]) >= WAIT_FOR_ALL
