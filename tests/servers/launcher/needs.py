"""What the servers need of the machine, and what happens where it is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

REQUIRE = "QUIRE_REQUIRE_SERVERS"
"""Set to 1, a missing server fails the tests that need it; otherwise they are skipped."""
OLDEST_JAVA = 17


class MissingError(Exception):
    """The machine lacks something; the text says what."""


def unavailable(reason: str) -> NoReturn:
    """End the test that asked: skipped with the reason, or failed where servers are required."""
    if os.environ.get(REQUIRE, "") not in {"", "0"}:
        pytest.fail(f"{REQUIRE} is set, and {reason}", pytrace=False)
    pytest.skip(reason)


@cache
def java_home() -> Path:
    """Folder of a Java that is new enough.

    Raises:
        MissingError: if there is none.
    """
    named = os.environ.get("JAVA_HOME", "")
    program = Path(named, "bin", "java") if named else Path(shutil.which("java") or "")
    if not program.is_file():
        raise MissingError("Java is not installed")
    told = subprocess.run([program, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', told)
    if found is None or int(found[1]) < OLDEST_JAVA:
        raise MissingError(f"Java is older than {OLDEST_JAVA}")
    return program.resolve().parent.parent


@cache
def maven() -> str:
    """The Maven program.

    Raises:
        MissingError: if it is not installed.
    """
    program = shutil.which("mvn")
    if program is None:
        raise MissingError("Maven is not installed")
    return program


def fetch(folder: Path, *arguments: str) -> None:
    """Run Maven in a folder. Its own repository is left alone: what is fetched is kept once.

    Raises:
        MissingError: if it could not fetch what was asked.
    """
    done = subprocess.run(
        [maven(), "-q", "-B", f"-Dmaven.repo.local={folder / 'repository'}", *arguments],
        cwd=folder,
        env={**os.environ, "JAVA_HOME": str(java_home())},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    shutil.rmtree(folder / "repository", ignore_errors=True)
    if done.returncode:
        told = (done.stdout + done.stderr).strip().splitlines()
        raise MissingError(f"Maven could not fetch it: {' '.join(told[:3])[:400]}")
