"""Quoted rows of a table as a small table: the asked columns first, what figures are in on top.

A component of its own, whose parts the cards of quotes share. Text reaches the page through
`textContent` alone. One row of many columns stands upright, a line for each column, so that it is
read without scrolling on a phone.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from backend.types import QuotedRow, QuotedTable
from components import verbatim, wording
from components.element import ELEMENT

MOST_ACROSS = 3
"""Columns beside the label up to which a row lies."""
LONGEST_ACROSS = 24
"""Characters of a cell up to which a row lies."""
_LONGEST = 300

CSS = """
.rows { margin: .45rem 0 0; }
.rows .caption { margin: 0 0 .2rem; font-size: .88rem; line-height: 1.4; overflow-wrap: anywhere;
  color: color-mix(in srgb, var(--st-text-color) 70%, transparent); }
.rows .subject { margin: 0 0 .2rem; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; }
.rows table { border-collapse: collapse; width: 100%; font-size: .95rem; line-height: 1.4;
  font-variant-numeric: tabular-nums; }
.rows th, .rows td { padding: .3rem .1rem .3rem .7rem; text-align: right; font-weight: 400;
  vertical-align: bottom; overflow-wrap: anywhere; }
.rows tr + tr > *, .rows tbody > tr > * { border-top: 1px solid var(--st-border-color); }
.rows tr > :first-child { text-align: left; padding-left: .1rem; }
.rows thead th { font-size: .84rem; min-width: 3.6rem;
  color: color-mix(in srgb, var(--st-text-color) 75%, transparent); }
.rows tbody th { font-weight: 600; min-width: 6rem; }
.rows.upright tbody th { font-weight: 400; width: 42%; }
.rows.upright td { text-align: left; }
.rows.upright th, .rows.upright td { vertical-align: top; }
.rows .group { display: block; font-weight: 400; font-size: .84rem;
  color: color-mix(in srgb, var(--st-text-color) 70%, transparent); }
.rows thead th.asked { font-weight: 600; color: inherit; }
.rows td.asked { font-weight: 600; }
.rows td.figure { white-space: nowrap; }
@media (max-width: 640px) {
  .rows table { font-size: .86rem; }
  .rows th, .rows td { padding-left: .4rem; }
  .rows thead th { min-width: 0; }
  .rows tbody th { min-width: 4.5rem; }
}
.rows.marked td.asked { color: light-dark(#1C2230, #FFF3C4);
  background: light-dark(#FFE27A, #5C4A10); }
.rows .note { margin: .25rem 0 0; font-size: .82rem;
  color: color-mix(in srgb, var(--st-text-color) 70%, transparent); }
"""

JS = """
function smallTable(data) {
  const box = element("div", "rows"), table = element("table"), body = element("tbody");
  box.classList.toggle("upright", data.upright);
  box.classList.toggle("marked", data.marked);
  box.dir = "auto";
  if (data.caption) box.append(element("p", "caption", data.caption));
  const headed = (text, scope, name) => {
    const cell = element("th", name || "", text);
    cell.scope = scope;
    return cell;
  };
  if (data.subject) box.append(element("p", "subject", data.subject));
  if (data.heads.length) {
    const head = element("thead"), top = element("tr");
    data.heads.forEach((text, place) => top.append(
      headed(text, "col", place >= data.first && place < data.first + data.asked ? "asked" : "")));
    head.append(top);
    table.append(head);
  }
  for (const row of data.rows) {
    const line = element("tr");
    if (data.first) {
      const label = headed(row.label, "row");
      if (row.group) label.prepend(element("span", "group", row.group));
      line.append(label);
    }
    row.cells.forEach((text, place) => {
      const cell = element("td", row.asked || place < data.asked ? "asked" : "", text);
      cell.classList.toggle("figure", /^[^\\p{L}]{1,14}$/u.test(text));
      line.append(cell);
    });
    body.append(line);
  }
  table.append(body);
  box.append(table);
  if (data.note) box.append(element("p", "note", data.note));
  return box;
}
"""

_HOST = ":host { font-family: var(--st-font); color: var(--st-text-color); }\n"
_DRAW = """
export default function (component) {
  const { data, parentElement } = component;
  const state = JSON.stringify(data);
  let box = parentElement.querySelector(".small");
  if (!box) { box = element("div", "small"); parentElement.append(box); }
  if (box.dataset.state === state) return;
  box.dataset.state = state;
  box.replaceChildren(smallTable(data));
}
"""

_mount = st.components.v2.component("quire_small_table", css=_HOST + CSS, js=ELEMENT + JS + _DRAW)


def small_table(table: QuotedTable, *, marked: bool = False, key: str) -> None:
    """Draws quoted rows; `marked` puts a highlighter over the asked cells."""
    _mount(key=key, data=as_plain(table, marked=marked))


def as_plain(table: QuotedTable, *, marked: bool = False) -> dict[str, object]:
    """What the browser's part is given: the table lying, or one row of it upright."""
    caption = _caption(table)
    if is_upright(table):
        (row,) = table.rows
        return {
            "upright": True,
            "marked": marked,
            "caption": _printed(caption),
            "subject": _printed(_subject(table, row)),
            "heads": [],
            "first": 1,
            "asked": 0,
            "rows": [
                {"label": _printed(head), "group": "", "cells": [_printed(cell)], "asked": asked}
                for head, cell, asked in _lines(table, row)
            ],
            "note": _note(table),
        }
    first = int(table.has_labels)
    return {
        "upright": False,
        "marked": marked,
        "caption": _printed(caption),
        "subject": "",
        "heads": [_printed(head) for head in ([table.label_name] * first + [*table.heads])]
        if any(table.heads)
        else [],
        "first": first,
        "asked": table.asked,
        "rows": [
            {
                "label": _printed(row.label),
                "group": _printed(" › ".join(row.group)),
                "cells": [_printed(cell) for cell in row.cells],
                "asked": False,
            }
            for row in table.rows
        ],
        "note": _note(table),
    }


def in_brief(table: QuotedTable) -> QuotedTable:
    """The first row with the asked columns, or the first few, so that it lies in a line; what is
    left out is counted."""
    kept = min(table.asked or MOST_ACROSS, MOST_ACROSS, len(table.heads))
    hidden = sum(map(bool, table.rows[0].cells[kept:])) if table.rows else 0
    return replace(
        table,
        heads=table.heads[:kept],
        asked=min(table.asked, kept),
        rows=tuple(replace(row, cells=row.cells[:kept]) for row in table.rows[:1]),
        further=table.further + hidden,
        more_rows=table.more_rows + max(0, len(table.rows) - 1),
    )


def as_html(table: QuotedTable) -> str:
    """The table as HTML that stands between other HTML and is not clicked; its looks are the
    page's."""
    asked, first = table.asked, int(table.has_labels)
    caption = _html("p", "quire-rows-caption", _caption(table))
    note = _html("p", "quire-rows-caption", _note(table))
    if is_upright(table):
        (row,) = table.rows
        subject = _html("p", "quire-rows-subject", _subject(table, row))
        lines = "".join(
            f"<tr>{_cell('th', head, marked=False)}{_cell('td', cell, marked=marked)}</tr>"
            for head, cell, marked in _lines(table, row)
        )
        return (
            f"<div class='quire-rows quire-upright' dir='auto'>{caption}{subject}"
            f"<table><tbody>{lines}</tbody></table>{note}</div>"
        )
    heads = "".join(
        _cell("th", each, marked=0 <= at - first < asked)
        for at, each in enumerate([table.label_name] * first + [*table.heads])
    )
    head = f"<thead><tr>{heads}</tr></thead>" if any(table.heads) else ""
    rows = "".join(
        "<tr>"
        + (_cell("th", " › ".join((*row.group, row.label)), marked=False) if first else "")
        + "".join(_cell("td", cell, marked=at < asked) for at, cell in enumerate(row.cells))
        + "</tr>"
        for row in table.rows
    )
    return (
        f"<div class='quire-rows' dir='auto'>{caption}<table>{head}<tbody>{rows}</tbody></table>"
        f"{note}</div>"
    )


def _html(tag: str, name: str, text: str) -> str:
    return f"<{tag} class='{name}'>{verbatim.html(_printed(text))}</{tag}>" if text else ""


def _cell(tag: str, text: str, *, marked: bool) -> str:
    name = " class='quire-asked'" if marked else ""
    return f"<{tag}{name}>{verbatim.html(_printed(text))}</{tag}>"


def is_upright(table: QuotedTable) -> bool:
    """Whether its columns stand beneath each other: one row with many or long cells."""
    return len(table.rows) == 1 and (
        len(table.heads) > MOST_ACROSS
        or any(len(cell) > LONGEST_ACROSS for cell in table.rows[0].cells)
    )


def read_out(table: QuotedTable) -> str:
    """The same for those who hear it: each row as its label with heads and cells."""
    rows = []
    for row in table.rows:
        cells = "; ".join(
            f"{head}: {cell}" if head else cell for head, cell, _ in _lines(table, row) if cell
        )
        rows.append(". ".join(part for part in (_subject(table, row), cells) if part))
    return _printed(". ".join(part for part in (_caption(table), *rows) if part))


def _subject(table: QuotedTable, row: QuotedRow) -> str:
    """What a row is of: the groups that it stands under and its label, which a number alone says
    only together with what stands over the labels ("Order 1050")."""
    bare = row.label and not any(map(str.isalpha, row.label))
    label = f"{table.label_name} {row.label}" if bare and table.label_name else row.label
    return " › ".join(part for part in (*row.group, label) if part)


def _lines(table: QuotedTable, row: QuotedRow) -> list[tuple[str, str, bool]]:
    return [
        (head, cell, place < table.asked)
        for place, (head, cell) in enumerate(zip(table.heads, row.cells, strict=True))
    ]


def _caption(table: QuotedTable) -> str:
    measure = f"in {table.measure}" if table.measure else ""
    return " · ".join(part for part in (table.title, measure) if part)


def _note(table: QuotedTable) -> str:
    hidden = [
        f"{wording.count(number, f'further {word}')}"
        for number, word in ((table.more_rows, "row"), (table.further, "column"))
        if number
    ]
    return f"{' and '.join(hidden)} in the table." if hidden else ""


def _printed(text: str) -> str:
    return verbatim.printable(verbatim.clipped(text, _LONGEST))


def example() -> QuotedTable:
    """One invented row of two years, the first one asked for."""
    row = QuotedRow("Seeds", (), ("420", "760"))
    return QuotedTable("t", "Orchard", "", "kg", ("2024", "2023"), 1, (row,))
