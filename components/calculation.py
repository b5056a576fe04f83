"""A computed answer: what it is of, its formula, and every cell as a chip that opens its place.

A component of its own because a chip must answer at once. Text reaches the page through
`textContent` alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

import streamlit as st

from backend.types import PER_GROUP, Calculation, Operand, Operation
from components import verbatim
from components.element import ELEMENT

MOST_CHIPS = 12
"""Cells that are shown as chips; further ones stand in the table."""

MOST_LISTED = 50
"""Names of a list that are shown; the formula says how many there are."""

_CSS = """
:host { font-family: var(--st-font); color: var(--st-text-color); }
.calculation { border: 1px solid var(--st-border-color); border-radius: .5rem;
  padding: .7rem .9rem .8rem; background: var(--st-background-color); }
.subject { margin: 0; font-size: .95rem; overflow-wrap: anywhere; }
.formula { margin: .35rem 0 .65rem; font-size: 1.12rem; font-weight: 600; line-height: 1.5;
  overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.chips { display: flex; flex-wrap: wrap; gap: .45rem; }
button { font: inherit; color: inherit; text-align: left; cursor: pointer; min-height: 2.4rem;
  padding: .3rem .65rem; border-radius: .45rem; border: 1px solid var(--st-border-color);
  background: color-mix(in srgb, var(--st-primary-color) 7%, var(--st-background-color)); }
button:hover { border-color: var(--st-primary-color); }
button[aria-pressed="true"] { border-color: var(--st-primary-color);
  box-shadow: inset 0 -3px 0 var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
button b { display: block; font-variant-numeric: tabular-nums; }
button span { display: block; font-size: .8rem;
  color: color-mix(in srgb, var(--st-text-color) 70%, transparent); }
.listed { margin: 0 0 .65rem; border-collapse: collapse; }
.listed th, .listed td { padding: .2rem .8rem .2rem 0; text-align: left; font-weight: 400;
  border-bottom: 1px solid var(--st-border-color); overflow-wrap: anywhere; }
.listed td { text-align: right; font-variant-numeric: tabular-nums; }
.listed button { min-height: 1.9rem; padding: .1rem .45rem; margin-left: -.45rem; border: 0;
  background: none; text-decoration: underline; text-underline-offset: .2em;
  text-decoration-color: var(--st-border-color); }
.listed button[aria-pressed="true"] { box-shadow: none; font-weight: 600;
  text-decoration-color: var(--st-primary-color); }
.listed button:hover { text-decoration-color: var(--st-primary-color); }
.steps { display: flex; flex-wrap: wrap; gap: .45rem .55rem; align-items: center;
  margin-top: .55rem; font-size: 1.05rem; font-variant-numeric: tabular-nums; }
.steps > span { white-space: pre-wrap; }
.steps .result { font: 600 1.2rem/1.3 "Source Serif", Georgia, serif; }
.steps button.first { border-bottom: 3px solid light-dark(#E0B400, #B8932A); }
.steps button.second { border-bottom: 3px solid light-dark(#7C93D6, #6F89D8); }
.more { margin: .5rem 0 0; font-size: .85rem;
  color: color-mix(in srgb, var(--st-text-color) 70%, transparent); }
"""

_JS = """
export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let box = parentElement.querySelector(".calculation");
  if (!box) { box = element("div", "calculation"); parentElement.append(box); }
  box.dir = "auto";
  const chips = element("div", "chips");
  chips.setAttribute("role", "group");
  chips.ariaLabel = "Cells";
  const opening = (name, place) => {
    const button = element("button");
    button.type = "button";
    button.ariaLabel = name;
    button.setAttribute("aria-pressed", String(place === data.selected));
    button.onclick = () => {
      box.querySelectorAll("button").forEach((other) =>
        other.setAttribute("aria-pressed", String(other === button)));
      const pane = document.querySelector(".st-key-evidence");
      if (pane && innerWidth < 900) pane.scrollIntoView();  // it stands below on a phone
      setTriggerValue("chosen", place);
    };
    return button;
  };
  for (const each of data.chips) {
    const chip = opening(each.name, each.place);
    chip.append(element("b", "", each.text), element("span", "", each.of));
    chips.append(chip);
  }
  const list = data.listed.length ? [element("table", "listed")] : [];
  for (const each of data.listed) {
    const row = element("tr"), head = element("th", "", each.opens ? "" : each.name);
    head.scope = "row";
    if (each.opens) {
      const button = opening(each.opens, each.place);
      button.textContent = each.name;
      head.append(button);
    }
    row.append(head, element("td", "", each.figure));
    list[0].append(row);
  }
  const cells = data.chips.length ? [chips] : [];
  const more = data.more ? [element("p", "more", data.more)] : [];
  const formula = data.formula ? [element("p", "formula", data.formula)] : [];
  if (data.steps.length) {  // the cells stand in the formula itself
    const line = element("div", "steps");
    line.setAttribute("role", "group");
    line.ariaLabel = data.formula;
    for (const each of data.steps) {
      if (each.place < 0) { line.append(element("span", each.result ? "result" : "", each.text));
        continue; }
      const chip = opening(each.name, each.place);
      chip.classList.add(each.place ? "second" : "first");
      chip.append(element("span", "", each.of), element("b", "", each.text));
      line.append(chip);
    }
    box.replaceChildren(element("p", "subject", data.subject), line);
    return;
  }
  const subject = data.subject ? [element("p", "subject", data.subject)] : [];
  box.replaceChildren(...subject, ...formula, ...list, ...cells, ...more);
}
"""

_mount = st.components.v2.component("quire_calculation", css=_CSS, js=ELEMENT + _JS)


@dataclass(frozen=True, slots=True)
class CalculationView:
    """A calculation, and which of its cells is open (-1: none)."""

    calculation: Calculation
    selected: int = -1


def calculation(data: CalculationView, *, key: str, on_choice: Callable[[int], None]) -> None:
    """Draws the calculation.

    Args:
        data: what to show.
        key: the widget's key.
        on_choice: called with a cell's place in the formula, from 0, before the run that a click
            causes.
    """

    def chosen() -> None:
        place = st.session_state[key].chosen
        if place is not None:
            on_choice(int(place))

    _mount(key=key, data=as_plain(data), on_chosen_change=chosen)


def as_plain(data: CalculationView) -> dict[str, object]:
    """What the browser's part is given: a listed name that stands for one cell opens it, and that
    cell is no chip as well. `place` is that of the cell in the formula, from 0."""
    made = data.calculation
    listed = [(name, figure, _cell_of(made, name)) for name, figure in made.listed[:MOST_LISTED]]
    opened = {place for _, _, place in listed}
    all_chips = [(at, operand) for at, operand in enumerate(made.operands) if at not in opened]
    chips = _that_tell(made, all_chips)
    whose = _whose(made)
    further = len(all_chips) - min(len(chips), MOST_CHIPS)
    alone = len(chips) == 1 and made.subject == _of(chips[0][1])
    return {
        "subject": "" if alone else verbatim.printable(made.subject),
        "formula": "" if only_says_its_cell(made) else verbatim.printable(made.formula),
        "steps": [] if listed else steps_of(made),
        "selected": data.selected,
        "listed": [
            {
                "name": verbatim.printable(name),
                "figure": verbatim.printable(figure),
                "place": place,
                "opens": _said(made.operands[place]) if place >= 0 else "",
            }
            for name, figure, place in listed
        ],
        "more": _more(made, further),
        "chips": [
            {
                "text": verbatim.printable(each.text),
                "of": verbatim.printable(verbatim.clipped(f"{whose[place]}{_of(each)}", 70)),
                "name": f"{verbatim.printable(whose[place])}{_said(each)}",
                "place": place,
            }
            for place, each in chips[:MOST_CHIPS]
        ],
    }


def _whose(made: Calculation) -> list[str]:
    """What stands before each cell: the name of its side where two documents are compared."""
    if not made.sides:
        return [""] * len(made.operands)
    return [
        f"{name}: "
        for (name, _), side in zip(made.listed, made.sides, strict=True)
        for _ in side.operands
    ]


def _that_tell(
    made: Calculation, chips: Sequence[tuple[int, Operand]]
) -> Sequence[tuple[int, Operand]]:
    """The cells that are drawn: of figures per group those of the groups that are told, of many the
    first one's, and none over a large table, whose cells at hand are those of the first rows,
    whatever group they are of."""
    if made.operation not in PER_GROUP or not made.listed:
        return chips
    if made.of_rows:
        return ()
    names = {name for name, _ in made.listed}
    told = [(at, each) for at, each in chips if each.label in names]
    if len(told) <= MOST_CHIPS:
        return told
    return [(at, each) for at, each in told if each.label == made.listed[0][0]]


def _more(made: Calculation, further: int) -> str:
    """What is said of cells that are not drawn."""
    if made.of_rows and made.operation in PER_GROUP:
        return f"Worked out over {made.of_rows:,} rows; the first of them are marked in the table."
    if made.cells_left or further <= 0:
        return made.cells_left
    cells = f"{further} further cell{'s' if further != 1 else ''}"
    whose = ", most of other groups," if made.operation in PER_GROUP else ""
    return f"{cells}{whose} {'are' if further != 1 else 'is'} marked in the table."


MOST_STEPS = 4
"""Cells that a formula is drawn with; a longer one is a line of text above its chips."""
_FIGURE = re.compile(r"\d[\d.,]*")
_EQUAL = re.compile(r" [=≈] ")
_SIGNS = "$€£¥ "
"""Signs of money before a figure, which a formula leaves out."""


def steps_of(made: Calculation) -> list[dict[str, object]]:
    """The formula in pieces, its cells in their places: words have the place -1, and those after
    the last equals sign are the result. Empty where a cell does not stand in it as printed."""
    if only_says_its_cell(made) or not 0 < len(made.operands) <= MOST_STEPS:
        return []
    left, equals, result = _parts_of(made.formula)
    steps: list[dict[str, object]] = []
    at = 0

    def words(text: str, *, last: bool = False) -> None:
        if text.strip():
            shown = verbatim.printable(text.strip())
            steps.append({"text": shown, "place": -1, "result": last})

    found = [_FIGURE.search(each.text) for each in made.operands]
    figures = [each[0] for each in found if each is not None]
    # before a colon stands what is computed, maybe with the same digits ("May 2025: 20")
    starts = _places_of(figures, left, left.find(": ") + 1) or _places_of(figures, left, 0)
    if len(starts) != len(made.operands):
        return []
    for place, (operand, figure, start) in enumerate(
        zip(made.operands, figures, starts, strict=True)
    ):
        words(left[at:start])
        steps.append(
            {
                "text": verbatim.printable(operand.text),
                "of": verbatim.printable(verbatim.clipped(_told_apart(operand, made), 40)),
                "name": _said(operand),
                "place": place,
                "result": False,
            }
        )
        at = start + len(figure)
    words(left[at:] + equals)
    words(result, last=True)
    return steps


def _told_apart(each: Operand, made: Calculation) -> str:
    """What tells a cell of a formula from the others: its period, its row, or both."""
    rows = {one.label for one in made.operands}
    periods = {one.when for one in made.operands}
    if len(rows) < 2 or not each.label:
        return each.when or each.label
    return each.label if len(periods) < 2 else _of(each)


def _parts_of(formula: str) -> tuple[str, str, str]:
    """A formula's working, its last sign of equality, and what stands behind it."""
    for match in reversed([*_EQUAL.finditer(formula)]):
        return formula[: match.start()], match[0], formula[match.end() :]
    return "", "", formula


def _places_of(figures: Sequence[str], text: str, begin: int) -> list[int]:
    """Where the figures stand in a text, one behind the other, each as a whole number; empty where
    one does not."""
    starts: list[int] = []
    for figure in figures:
        found = re.compile(rf"(?<!\d){re.escape(figure)}(?!\d)").search(text, begin)
        if found is None:
            return []
        starts.append(found.start())
        begin = found.end()
    return starts


def _cell_of(made: Calculation, name: str) -> int:
    """The only cell that a listed name stands for: its own text, or the one figure of its row or
    group; -1 where there are several or none."""
    if made.of_rows and made.operation in PER_GROUP:
        return -1  # the cells are those of the first rows, whatever group they are of
    own = [at for at, operand in enumerate(made.operands) if operand.text == name]
    rows = [at for at, operand in enumerate(made.operands) if operand.label == name]
    found = own or rows
    return found[0] if len(found) == 1 else -1


def _said(each: Operand) -> str:
    """A cell as it is read out."""
    return verbatim.printable(f"Cell {each.text}: {_of(each)}")


def only_says_its_cell(made: Calculation) -> bool:
    """Whether a formula names the one cell that was looked up and no more: the chip says that."""
    if made.operation is not Operation.LOOKUP or len(made.operands) != 1:
        return False
    (cell,) = made.operands
    figure = cell.text.lstrip(_SIGNS)
    return made.formula.removeprefix(f"{cell.when}: ").lstrip(_SIGNS) == figure


def _of(each: Operand) -> str:
    return ", ".join(part for part in (each.label, each.when) if part)


def example() -> CalculationView:
    """An invented sum of two cells."""
    operands = tuple(
        Operand(
            document_id="d",
            table_id="t",
            row=row,
            column=0,
            label="Seeds",
            header="kg",
            period=year,
            text=text,
            value=Decimal(text),
            scale=Decimal(1),
            unit="kg",
            start=0,
            end=len(text),
            page=0,
            box=None,
        )
        for row, (year, text) in enumerate((("2023", "760"), ("2024", "420")))
    )
    return CalculationView(
        Calculation(
            operation=Operation.SUM,
            answer="1,180",
            value=Decimal(1180),
            unit="kg",
            scale=Decimal(1),
            formula="760 + 420 = 1,180 kg",
            sentence="Seeds, 2023 and 2024: 760 + 420 = 1,180 kg",
            operands=operands,
            confidence=0.97,
        )
    )
