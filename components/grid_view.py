"""A table of a document as it is kept, with the cells that an answer used marked, sorted by a
column and filtered by words where somebody wants it.

A component of its own because cells have to be marked and a header must stay in sight. Text reaches
the page through `textContent` alone.
"""

from __future__ import annotations

import csv
import re
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
_ISO = re.compile(r"\d{4}(?:-\d{2}){0,2}")
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
.filter { font: inherit; font-size: .9rem; color: inherit; width: min(16rem, 100%);
  box-sizing: border-box; padding: .35rem .6rem; margin: 0 0 .5rem;
  background: var(--st-background-color); border: 1px solid var(--st-border-color);
  border-radius: .5rem; }
.filter[hidden] { display: none; }
.filter:focus-visible, thead button:focus-visible {
  outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
thead button { all: unset; box-sizing: border-box; cursor: pointer; font: inherit;
  white-space: pre-line; }
thead button:hover { text-decoration: underline; }
thead button::after { content: "↕"; opacity: .45; margin-left: .35em; font-weight: 400; }
[aria-sort="ascending"] button::after { content: "↑"; opacity: 1; }
[aria-sort="descending"] button::after { content: "↓"; opacity: 1; }
.note { margin: .4rem 0 0; font-size: .85rem;
  color: color-mix(in srgb, var(--st-text-color) 70%, transparent); }
"""

SCRIPT = """
export default function (component) {
  const { data, parentElement } = component;
  let box = parentElement.querySelector(".grid");
  if (!box) {
    const field = element("input", "filter");
    field.type = "search";
    field.placeholder = "Filter rows";
    field.ariaLabel = "Filter rows";
    const note = element("p", "note");
    note.setAttribute("role", "status");
    box = element("div", "grid");
    parentElement.append(field, box, note);
  }
  const field = parentElement.querySelector(".filter");
  const note = parentElement.querySelector(".note");
  const state = JSON.stringify(data);
  if (box.dataset.state === state) return;
  box.dataset.state = state;
  box.tabIndex = 0;
  box.ariaLabel = data.title;
  if (box.dataset.table !== data.id) {  // another table than the one that was arranged
    box.dataset.table = data.id;
    delete box.dataset.place;
    field.value = "";
  }
  field.hidden = data.rows.length < 3;
  const table = element("table"), head = element("thead"), body = element("tbody");
  const top = element("tr");
  const isText = (place) => data.rows.some(
    (row) => row.cells[place] && row.cells[place][1].split(" ").includes("text"));
  const heads = data.header.map((text, place) => {
    const kinds = [data.heads.includes(place - 1) ? "head" : "", isText(place - 1) ? "text" : ""];
    const cell = element("th", kinds.filter(Boolean).join(" "));
    cell.scope = "col";
    if (!data.sortable[place]) { cell.textContent = text; top.append(cell); return cell; }
    const button = element("button", "", text || (place ? "" : "Rows"));
    button.type = "button";
    if (!text) button.ariaLabel = place ? `Column ${place}` : "Rows";
    button.onclick = () => {
      const isSame = Number(box.dataset.place ?? -1) === place;
      if (isSame && box.dataset.way === "descending") delete box.dataset.place;
      else {
        box.dataset.way = isSame ? "descending" : "ascending";
        box.dataset.place = place;
      }
      arrange();
    };
    cell.append(button);
    top.append(cell);
    return cell;
  });
  head.append(top);
  const lines = data.rows.map((row) => {
    const line = element("tr", row.group ? "group" : "");
    const label = element("th", row.kind || (row.marked ? "head" : ""), row.label);
    label.scope = "row";
    if (row.group) label.colSpan = data.header.length;
    line.append(label);
    for (const [text, kind] of row.cells) line.append(element("td", kind, text));
    const said = [row.label, ...row.cells.map(([text]) => text)].join(" ").toLowerCase();
    return { row, line, said };
  });
  // rows are sorted within the block that a heading begins and a total ends
  const blocks = [];
  for (const each of lines) {
    const last = blocks[blocks.length - 1];
    if (each.row.group) blocks.push({ heading: each, rows: [], total: null });
    else if (!last || last.total) blocks.push({ heading: null, rows: [], total: null });
    const block = blocks[blocks.length - 1];
    if (each.row.total) block.total = each;
    else if (!each.row.group) block.rows.push(each);
  }
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const key = (each, place) => {
    if (!place) return each.row.label;
    const [text, , value] = each.row.cells[place - 1] ?? ["", "", null];
    return value ?? text;
  };
  const compared = (one, other, place, sign) => {
    const [a, b] = [key(one, place), key(other, place)];
    if (a === "" || b === "") return (a === "") - (b === "");  // nothing stands last
    const [first, second] = [typeof a === "number", typeof b === "number"];
    if (first !== second) return second - first;
    return sign * (first ? a - b : collator.compare(a, b));
  };
  const arrange = () => {
    const place = Number(box.dataset.place ?? -1);
    const sign = box.dataset.way === "descending" ? -1 : 1;
    heads.forEach((cell, at) => data.sortable[at] &&
      cell.setAttribute("aria-sort", at === place ? box.dataset.way : "none"));
    const words = field.value.toLowerCase().split(" ").filter(Boolean);
    const fits = (each) => words.every((word) => each.said.includes(word));
    const kept = [];
    for (const { heading, rows, total } of blocks) {
      const isWhole = heading && words.length && fits(heading);
      const those = rows.filter((each) => isWhole || fits(each));
      if (place >= 0) those.sort((one, other) => compared(one, other, place, sign));
      const end = total && (isWhole || fits(total)) ? [total] : [];
      if (heading && (those.length || end.length || !words.length)) kept.push(heading);
      kept.push(...those, ...end);
    }
    body.replaceChildren(...kept.map((each) => each.line));
    const all = lines.filter((each) => !each.row.group);
    const left = all.filter((each) => !kept.includes(each));
    const used = left.filter((each) => each.row.marked || each.row.kind).length;
    const count = `${all.length - left.length} of ${all.length} rows`;
    const away = used ? `; ${used} of those left out hold cells that were used` : "";
    const told = words.length ? `${count}${away}.` : "";
    note.textContent = [told, data.note].filter(Boolean).join(" ");
  };
  field.oninput = arrange;
  arrange();
  table.append(head, body);
  box.replaceChildren(table);
  const open = box.querySelector(".open") || box.querySelector(".used");
  if (open) requestAnimationFrame(() => {
    box.scrollTop = Math.max(0, open.offsetTop - box.clientHeight / 3);
    // no further than it takes to see the cell: the first columns say what its row is
    box.scrollLeft = Math.max(0, open.offsetLeft + open.offsetWidth + 8 - box.clientWidth);
  });
}
"""

_mount = st.components.v2.component("quire_grid_view", css=_CSS, js=ELEMENT + SCRIPT)


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
                "total": row.total,
                "marked": any((at, number) in data.used for number in range(len(row.cells))),
                "cells": [
                    [
                        _printed(cell.text if cell else ""),
                        _kind(cell, (at, number), data),
                        float(cell.value) if cell and cell.value is not None else None,
                    ]
                    for number, cell in enumerate(row.cells)
                ],
            }
        )
    hidden = len(table.rows) - len(shown)
    note = f"{hidden:,} further rows are in the download, and are neither sorted nor filtered here."
    return {
        "title": _printed(table.title or "Table"),
        "header": [
            _printed(table.label_name),
            *(_printed(column.name.replace(" › ", "\n")) for column in table.columns),
        ],
        "id": table.id,
        "sortable": [
            len(table.rows) > 1 and each
            for each in (True, *(_is_sortable(table, at) for at in range(len(table.columns))))
        ],
        "heads": sorted({column for _, column in data.used}),
        "rows": rows,
        "note": note if hidden else "",
    }


def _is_sortable(table: StoredTable, column: int) -> bool:
    """Whether a column's cells have an order that the browser knows: days only as 2024-03-01."""
    held = (row.cells[column] for row in table.rows)
    return all(
        cell is None or cell.kind is not CellKind.DATE or _ISO.fullmatch(cell.text.strip())
        for cell in held
    )


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
