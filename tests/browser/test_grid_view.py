"""The table beside an answer, sorted by its heads and filtered, in a browser without the app."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.types import Cell, CellKind, Column, StoredRow, StoredTable
from components import grid_view

pytestmark = pytest.mark.browser

ROWS = (
    ("Assets", "Cash", "120", False),
    ("Assets", "Stock", "1,050", False),
    ("Assets", "Receivables", "", False),
    ("Assets", "Total assets", "1,170", True),
    ("Debts", "Loans", "30", False),
    ("Debts", "Payables", "(4)", False),
)


def table() -> StoredTable:
    def cell(text: str) -> Cell | None:
        bare = text.replace(",", "").replace("(", "-").strip(")")
        return Cell(text, CellKind.NUMBER, Decimal(bare), 0, 1, 0, None) if text else None

    def note(text: str) -> Cell:
        return Cell(text, CellKind.TEXT, None, 0, 1, 0, None)

    rows = tuple(
        StoredRow(label, (group,), (cell(text), note(label[::-1])), total, None)
        for group, label, text, total in ROWS
    )
    columns = tuple(
        Column(name, (name,), kind, "", Decimal(1), "")
        for name, kind in (("2024", CellKind.NUMBER), ("Note", CellKind.TEXT))
    )
    return StoredTable("t", "d", (0,), None, (), "Balance", "", columns, rows, "EUR")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """The component alone, with the cell of "Stock" used and open."""
    data = grid_view.as_plain(grid_view.GridView(table(), frozenset({(1, 0)}), (1, 0)))
    script = grid_view.ELEMENT + grid_view.SCRIPT.replace("export default", "window.draw =")
    made = chromium.new_page()
    made.set_content(
        f"<div id=at></div><script>{script}; window.redraw = (data) => window.draw("
        "{ data, parentElement: document.querySelector('#at') });"
        f"window.redraw({json.dumps(data)});</script>"
    )
    yield made
    made.close()


def shown(page: Page) -> list[str]:
    return page.locator("tbody tr th").all_inner_texts()


def sort_by(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def test_rows_are_sorted_within_their_heading_and_totals_stay_last(page: Page) -> None:
    sort_by(page, "2024")
    head = page.locator("thead th").nth(1)
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert shown(page) == [
        *("Assets", "Cash", "Stock", "Receivables", "Total assets"),
        *("Debts", "Payables", "Loans"),
    ]
    sort_by(page, "2024")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert shown(page) == [
        *("Assets", "Stock", "Cash", "Receivables", "Total assets"),
        *("Debts", "Loans", "Payables"),
    ]
    expect(page.locator("td.used.open")).to_have_text("1,050")
    sort_by(page, "2024")
    expect(head).to_have_attribute("aria-sort", "none")
    assert shown(page) == ["Assets", *(row[1] for row in ROWS[:4]), "Debts", "Loans", "Payables"]


def test_the_filter_keeps_headings_of_what_fits_and_tells_of_used_cells(page: Page) -> None:
    field, note = page.get_by_role("searchbox"), page.get_by_role("status")
    field.fill("loan")
    assert shown(page) == ["Debts", "Loans"]
    expect(note).to_have_text("1 of 6 rows; 1 of those left out hold cells that were used.")
    field.fill("assets")  # of a heading that fits all rows are kept
    assert shown(page) == ["Assets", "Cash", "Stock", "Receivables", "Total assets"]
    expect(note).to_have_text("4 of 6 rows.")
    expect(page.locator("td.used")).to_have_text("1,050")
    field.fill("")
    assert len(shown(page)) == len(ROWS) + 2
    expect(note).to_have_text("")


def test_what_was_arranged_stays_when_another_cell_is_opened_and_not_for_another_table(
    page: Page,
) -> None:
    sort_by(page, "2024")
    page.get_by_role("searchbox").fill("debts")
    other = grid_view.as_plain(grid_view.GridView(table(), frozenset({(4, 0)}), (4, 0)))
    page.evaluate("(data) => window.redraw(data)", other)
    assert shown(page) == ["Debts", "Payables", "Loans"]
    fresh = grid_view.as_plain(grid_view.GridView(replace(table(), id="u")))
    page.evaluate("(data) => window.redraw(data)", fresh)
    assert len(shown(page)) == len(ROWS) + 2
    expect(page.get_by_role("searchbox")).to_have_value("")
