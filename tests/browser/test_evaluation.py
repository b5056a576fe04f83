"""From an answer to a measured comparison of pipelines, as a person clicks it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

LONG = 240_000
"""Milliseconds for what the worker process does, which starts when it is needed."""


def test_an_answer_is_kept_and_pipelines_are_measured_with_it(
    open_page: Callable[..., Page], answered: str, tmp_path: Path
) -> None:
    page = open_page(answered)
    page.get_by_role("button", name="Question set").click()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("In My questions, which has 1 now.")).to_be_visible()

    page.keyboard.press("Escape")
    page.get_by_role("link", name="Evaluate").click()
    expect(page.get_by_text("2 answers to be worked out")).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("heading", name="Results")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("2 of 2 answers")).to_be_visible(timeout=LONG)
    table = page.locator("table").first
    expect(table).to_contain_text("Fused hybrid")
    expect(table).to_contain_text("Recall@5")
    expect(page.locator(".js-plotly-plot").first).to_be_visible()

    page.get_by_role("button", name="Download report").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="HTML page").click()
    report = tmp_path / "report.html"
    download.value.save_as(report)
    assert "with 95 % intervals" in report.read_text("utf-8")
    page.keyboard.press("Escape")

    page.get_by_text("Questions", exact=True).first.click()
    expect(page.get_by_role("heading", name=re.compile("^1 question$"))).to_be_visible()
    page.get_by_label("Right answers, one a line").fill("12")
    page.get_by_label("Question", exact=True).fill("How many boats are there?")
    page.get_by_role("button", name="Save question").click()
    expect(page.get_by_role("heading", name="2 questions")).to_be_visible()


@pytest.mark.parametrize(("width", "dark"), [(1280, True), (390, False)])
def test_nothing_is_wider_than_the_window(
    open_page: Callable[..., Page], sample: str, width: int, dark: bool
) -> None:
    # the address names the collection: others that a test makes may come before it
    page = open_page(sample.replace("/?", "/evaluate?", 1), width=width, dark=dark)
    expect(page.get_by_text("Results", exact=True).first).to_be_visible()
    wide = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0
