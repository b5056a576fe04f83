"""An app that anyone on the network can reach says so on each of its pages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app.page_files import PageFile, page_files
from app.reach import SHARED
from tests.pages.conftest import ROOT
from tests.pages.standin import StandInWorkbench

PAGES = [
    file
    for file in page_files(Path(ROOT) / "pages")
    if file.audience in {"everybody", "administrators"}
]
"""All that are seen where nobody signs in."""


@pytest.fixture
def for_all(monkeypatch: pytest.MonkeyPatch, workbench: StandInWorkbench) -> StandInWorkbench:
    monkeypatch.setattr(workbench, "allows_anyone", lambda: 1)
    real = st.get_option
    given = {"server.address": "0.0.0.0"}
    monkeypatch.setattr(st, "get_option", lambda key: given.get(key, real(key)))
    return workbench


@pytest.mark.parametrize("page", PAGES, ids=lambda each: each.path.stem)
def test_anyone_may_read_and_delete(
    page: PageFile, app: AppTest, for_all: StandInWorkbench
) -> None:
    del for_all
    shown = app.run().switch_page(f"../pages/{page.path.name}").run()
    assert SHARED in [each.value for each in shown.warning]
    assert not shown.exception


def test_all_pages_are_looked_at() -> None:
    assert len(PAGES) >= 8
    assert {page.path.stem for page in PAGES} >= {"ask", "library", "passage", "status"}


def test_no_text_that_describes_a_page_is_drawn_on_it() -> None:
    """Streamlit draws what stands by itself in the file of a page, unless that is switched off."""
    for page in page_files(Path(ROOT) / "pages"):
        _, *statements = ast.parse(page.path.read_text("utf-8")).body
        alone = [statement for statement in statements if isinstance(statement, ast.Expr)]
        assert [
            statement.lineno for statement in alone if not isinstance(statement.value, ast.Call)
        ] == []
    assert st.get_option("runner.magicEnabled") is False


def test_nothing_is_said_on_this_machine_alone(app: AppTest, workbench: StandInWorkbench) -> None:
    del workbench
    assert SHARED not in [each.value for each in app.run().warning]
