"""The pages over the stand-in."""

from __future__ import annotations

from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app import session
from tests.pages.standin import StandInWorkbench

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 30


@pytest.fixture
def workbench(monkeypatch: pytest.MonkeyPatch) -> StandInWorkbench:
    """A filled stand-in that the pages take for the workbench."""
    st.cache_data.clear()
    made = StandInWorkbench()
    monkeypatch.setattr(session, "workbench", lambda: made)
    monkeypatch.setattr(session, "library", lambda: made)
    return made


@pytest.fixture
def empty_workbench(workbench: StandInWorkbench) -> StandInWorkbench:
    """A stand-in of a library that holds nothing yet."""
    workbench.collection_list, workbench.document_list = [], []
    return workbench


@pytest.fixture
def app() -> AppTest:
    """The whole app; it opens on Ask."""
    return AppTest.from_file(str(ROOT / "app" / "main.py"), default_timeout=SECONDS)


@pytest.fixture
def library() -> AppTest:
    """The page Library alone."""
    return AppTest.from_file(str(ROOT / "pages" / "library.py"), default_timeout=SECONDS)


@pytest.fixture
def status() -> AppTest:
    """The page Status alone."""
    return AppTest.from_file(str(ROOT / "pages" / "status.py"), default_timeout=SECONDS)
