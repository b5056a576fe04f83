"""What is kept in the project speaks of the project alone."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_BYTES = 5_000_000

HOME = re.compile(
    r"(?<![\w.~$}])/(?:root|home/[a-z]\w*|Users/[A-Za-z]\w*|work/[a-z]\w*)(?:/|\b)|[A-Z]:\\+Users\\"
)
INDEX = re.compile(r"--(?:extra-)?index-url|--find-links|https?://|git\+|@ file:")

DIRECT = ("requirements.txt", "requirements-dev.txt", "requirements-traces.txt")


def tracked() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this copy is not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    found = []
    for path in tracked():
        content = path.read_bytes()
        if b"\0" in content:
            continue
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
            if HOME.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert found == []


def test_requirements_name_packages_and_no_place_to_fetch_them_from() -> None:
    for name in (*DIRECT, "constraints.txt"):
        for line in (ROOT / name).read_text("utf-8").splitlines():
            if not line.startswith("#"):
                assert not INDEX.search(line), f"{name}: {line}"


def test_direct_requirements_are_exact_and_agree_with_the_constraints() -> None:
    def pins(name: str) -> dict[str, str]:
        lines = (ROOT / name).read_text("utf-8").splitlines()
        found = [re.fullmatch(r"([\w.-]+)==([\w.]+)(?: ;.*)?", line.strip()) for line in lines]
        assert all(
            match or not line.strip() or line.startswith("#")
            for line, match in zip(lines, found, strict=True)
        ), f"{name} holds a line that is not NAME==VERSION"
        return {re.sub(r"[-_.]+", "-", each[1].lower()): each[2] for each in found if each}

    constraints = pins("constraints.txt")
    direct = {key: pin for name in DIRECT for key, pin in pins(name).items()}
    assert {name: constraints.get(name) for name in direct} == direct


def test_nothing_large_is_tracked() -> None:
    large = [str(path.relative_to(ROOT)) for path in tracked() if path.stat().st_size > MOST_BYTES]
    assert large == []
