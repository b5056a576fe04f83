"""A table of a document as it is kept, with the cells that an answer used marked.

A component of its own because cells have to be marked and a header must stay in sight. Text reaches
the page through `textContent` alone.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO

import streamlit as st

from backend.types import LABELS, Cell, CellKind, Column, StoredRow, StoredTable
from components import verbatim
from components.element import ELEMENT

MOST_ROWS = 300
"""Rows that are drawn: from well before the first marked one; the download holds all."""
BEFORE = 20
_RISKY = ("=", "+", "-", "@", "\t", "\r")

_CSS = """
:host { font-family: var(--st-font); color: var(--st-text-color); }
.grid { overflow: auto; max-height: calc(100vh - 15rem); min-height: 8rem;
  border: 1px solid var(--st-border-color); border-radius: .5rem; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { padding: .35rem .65rem; border-bottom: 1px solid var(--st-border-color);
  text-align: right; font-variant-numeric: tabular-nums; font-weight: 400; }
th { background: var(--st-secondary-background-color); }
thead th { position: sticky; top: 0; font-weight: 600; z-index: 1; white-space: pre-line;
  vertical-align: bottom; }
th:first-child { text-align: left; position: sticky; left: 0; z-index: 1;
  max-width: min(22rem, 45vw); }
thead th:first-child { z-index: 2; }
td.text, thead th.text { text-align: left; }
.group th:first-child { font-weight: 600; position: static; max-width: none; }
.head { box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--st-primary-color) 16%, transparent); }
td.used, th.used {
  background: light-dark(#FFE27A, #5C4A10); color: light-dark(#1C2230, #FFF3C4); }
td.open, th.open {
  outline: 2px solid var(--st-primary-color); outline-offset: -2px; font-weight: 600; }
.note { margin: .4rem 0 0; font-size: .85rem;
  color: color-mix(in srgb, var(--st-text-color) 70%, transparent); }
"""

_JS = """
export default function (component) {
  const { data, parentElement } = component;
  let box = parentElement.querySelector(".grid");
  if (!box) {
    box = element("div", "grid");
    parentElement.append(box, element("p", "note"));
  }
  const state = JSON.stringify(data);
  if (box.dataset.state === state) return;
  box.dataset.state = state;
  box.tabIndex = 0;
  box.ariaLabel = data.title;
  const table = element("table"), head = element("thead"), body = element("tbody");
  const top = element("tr");
  const isText = (place) => data.rows.some(
    (row) => row.cells[place] && row.cells[place][1].split(" ").includes("text"));
  data.header.forEach((text, place) => {
    const kinds = [data.heads.includes(place - 1) ? "head" : "", isText(place - 1) ? "text" : ""];
    const cell = element("th", kinds.filter(Boolean).join(" "), text);
    cell.scope = "col";
    top.append(cell);
  });
  head.append(top);
  for (const row of data.rows) {
    const line = element("tr", row.group ? "group" : "");
    const label = element("th", row.kind || (row.marked ? "head" : ""), row.label);
    label.scope = "row";
    if (row.group) label.colSpan = data.header.length;
    line.append(label);
    for (const [text, kind] of row.cells) line.append(element("td", kind, text));
    body.append(line);
  }
  table.append(head, body);
  box.replaceChildren(table);
  parentElement.querySelector(".note").textContent = data.note;
  const open = box.querySelector(".open") || box.querySelector(".used");
  if (open) requestAnimationFrame(() => {
    box.scrollTop = Math.max(0, open.offsetTop - box.clientHeight / 3);
    // no further than it takes to see the cell: the first columns say what its row is
    box.scrollLeft = Math.max(0, open.offsetLeft + open.offsetWidth + 8 - box.clientWidth);
  });
}
"""

_mount = st.components.v2.component("quire_grid_view", css=_CSS, js=ELEMENT + _JS)


@dataclass(frozen=True, slots=True)
class GridView:
    """A table, the cells that were used as (row, column), a label's column being `LABELS`, and the
    one that is open."""

    table: StoredTable
    used: frozenset[tuple[int, int]] = frozenset()
    open: tuple[int, int] | None = None


def grid_view(data: GridView, *, key: str) -> None:
    """Draws the table."""
    _mount(key=key, data=as_plain(data))


def as_plain(data: GridView) -> dict[str, object]:
    """What the browser's part is given."""
    table = data.table
    first = max(0, min((row for row, _ in data.used), default=0) - BEFORE)
    if len(table.rows) <= MOST_ROWS:
        first = 0
    shown = table.rows[first : first + MOST_ROWS]
    rows: list[dict[str, object]] = []
    group: tuple[str, ...] = ()
    for at, row in enumerate(shown, start=first):
        if row.group != group and row.group:
            rows.append({"label": _printed(" › ".join(row.group)), "group": True, "cells": []})
        group = row.group
        rows.append(
            {
                "label": _printed(row.label),
                "group": False,
                "kind": _marks((at, LABELS), data),
                "marked": any((at, number) in data.used for number in range(len(row.cells))),
                "cells": [
                    [_printed(cell.text if cell else ""), _kind(cell, (at, number), data)]
                    for number, cell in enumerate(row.cells)
                ],
            }
        )
    hidden = len(table.rows) - len(shown)
    return {
        "title": _printed(table.title or "Table"),
        "header": [
            _printed(table.label_name),
            *(_printed(each.name.replace(" › ", "\n")) for each in table.columns),
        ],
        "heads": sorted({column for _, column in data.used}),
        "rows": rows,
        "note": f"{hidden:,} further rows are in the download." if hidden else "",
    }


def as_csv(table: StoredTable) -> str:
    """The table as CSV, texts as printed; what a spreadsheet program would run is made a text."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(_safe(each) for each in (table.label_name, *(c.name for c in table.columns)))
    for row in table.rows:
        writer.writerow(
            [_safe(row.label), *(_safe(cell.text, cell) if cell else "" for cell in row.cells)]
        )
    return out.getvalue()


def _safe(text: str, cell: Cell | None = None) -> str:
    """A text that no program takes for a formula; figures keep their sign."""
    if cell is not None and cell.value is not None and cell.kind is not CellKind.TEXT:
        return text
    return f"'{text}" if text.startswith(_RISKY) else text


def _printed(text: str) -> str:
    return verbatim.printable(verbatim.clipped(text, 300))


def _kind(cell: Cell | None, place: tuple[int, int], data: GridView) -> str:
    words = [] if cell is None or cell.kind is not CellKind.TEXT else ["text"]
    return " ".join(filter(None, (*words, _marks(place, data))))


def _marks(place: tuple[int, int], data: GridView) -> str:
    words = ["used"] if place in data.used else []
    words += ["open"] if place == data.open else []
    return " ".join(words)


def example() -> GridView:
    """Two invented years, one cell used."""
    texts = (("2023", "760"), ("2024", "420"))
    rows = tuple(
        StoredRow(
            year, (), (Cell(text, CellKind.NUMBER, Decimal(text), 0, 3, 0, None),), False, None
        )
        for year, text in texts
    )
    column = Column("Seeds (kg)", ("Seeds (kg)",), CellKind.NUMBER, "kg", Decimal(1), "")
    table = StoredTable("t", "d", (0,), None, (), "Orchard", "", (column,), rows, "Year")
    return GridView(table, frozenset({(0, 0)}), (0, 0))
