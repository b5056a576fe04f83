"""What the documents say to type and to open exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import manage
from backend.command_line.parser import build_parser
from backend.services.permissions import VERBS

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands(path: Path) -> list[str]:
    """The lines of the document's shell blocks."""
    blocks = re.findall(r"```sh\n(.*?)```", path.read_text("utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def test_the_readme_has_two_commands() -> None:
    assert commands(ROOT / "README.md") == ["python manage.py run", "python manage.py test"]
    assert set(manage.REQUIREMENTS) == {"run", "test"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_of_a_document_is_understood(path: Path) -> None:
    for line in commands(path):
        words = shlex.split(line)
        if words[1:3] == ["-m", "backend"]:
            build_parser().parse_args(words[3:])
        else:
            assert words[:2] == ["python", "manage.py"], line


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_and_picture_leads_to_a_file(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8"))
    missing = [
        target
        for target in targets
        if "://" not in target and not (path.parent / target).resolve().is_file()
    ]
    assert missing == []


def test_the_command_line_page_lists_every_command() -> None:
    page = (ROOT / "docs" / "command_line.md").read_text("utf-8")
    described = set(re.findall(r"^\| `(\w+)", page, re.MULTILINE))
    usage = re.search(r"COMMAND", build_parser().format_usage())
    assert usage is not None
    listed = set(re.findall(r"^    (\w+) ", build_parser().format_help(), re.MULTILINE))
    assert described == listed


def test_every_direct_library_is_explained() -> None:
    decisions = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    named = [line.split("==")[0] for line in lines if "==" in line and not line.startswith("#")]
    assert [name for name in named if not re.search(rf"\b{re.escape(name)}\b", decisions)] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_files_named_in_the_documents_exist(path: Path) -> None:
    named = re.findall(
        r"`((?:backend|tests|docs|bench)/[\w/]+\.(?:py|md))`", path.read_text("utf-8")
    )
    assert [each for each in named if not (ROOT / each).is_file()] == []


def test_the_example_in_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    monkeypatch.setenv("QUIRE_LIBRARY", str(tmp_path / "library"))
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    told: dict[str, Any] = {}
    exec(compile(example, "docs/python.md", "exec"), told)
    assert "barley" in told["answer"].short
    assert (tmp_path / "library").is_dir()
    named = set(re.findall(r"workbench\.(\w+\.\w+)\(", page))
    assert named
    assert named <= set(VERBS)


def test_what_stands_between_quire_and_dask_is_as_long_as_is_said() -> None:
    said = re.search(
        r"`backend/cluster` has ([\d,]+) lines", (ROOT / "docs" / "dask.md").read_text("utf-8")
    )
    assert said is not None
    sources = (ROOT / "backend" / "cluster").glob("*.py")
    lines = sum(len(source.read_text("utf-8").splitlines()) for source in sources)
    assert abs(int(said[1].replace(",", "")) - lines) <= 50
