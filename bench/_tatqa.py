"""TAT-QA: its contexts as stored tables, and the metric of its paper (Zhu et al. 2021).

An answer is right by exact match if its number times its scale equals the gold one (rounded to
two places), or its words are the same without case, punctuation and articles. The numeracy-focused
F1 is the overlap of words for texts, and all or nothing for numbers.
"""

from __future__ import annotations

import gzip
import json
import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from backend.tables.column_scales import measure_of
from backend.tables.column_typing import typed_columns
from backend.tables.period_labels import is_period_label
from backend.tables.row_structure import structured_rows
from backend.tables.table_parts import Grid, Place
from backend.types.tables import StoredTable

SCALES = {
    "": Decimal(1),
    "percent": Decimal("0.01"),
    "thousand": Decimal(1000),
    "million": Decimal(10**6),
    "billion": Decimal(10**9),
}
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NUMERIC = re.compile(r"[^\W\d]{0,3}[^\w]*\d[\d,.]*[^\w]*(?:x|m|bps|years?)?[^\w]*")
"""A cell of a figure, with its currency, bracket, unit or note around it."""
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its gold answers; `kind` is span, multi-span, arithmetic or count."""

    text: str
    answers: tuple[str, ...]
    scale: str
    kind: str
    source: str
    derivation: str


@dataclass(frozen=True, slots=True)
class Context:
    """A table with the questions over it."""

    table: StoredTable
    questions: tuple[Question, ...]


def read_contexts(path: Path) -> list[Context]:
    """All contexts in the order of the file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [_context(json.loads(line)) for line in lines]


def _context(kept: dict[str, Any]) -> Context:
    paragraphs = [
        each["text"] for each in sorted(kept["paragraphs"], key=lambda each: each["order"])
    ]
    questions = tuple(
        Question(
            each["question"],
            tuple(map(str, each["answer"]))
            if isinstance(each["answer"], list)
            else (str(each["answer"]),),
            each["scale"],
            each["answer_type"],
            each["answer_from"],
            each["derivation"],
        )
        for each in kept["questions"]
    )
    return Context(as_table(kept["table"]["uid"], kept["table"]["table"], paragraphs), questions)


def as_table(name: str, rows: list[list[str]], paragraphs: list[str]) -> StoredTable:
    """A table of bare texts as it would be kept: the rows above the first with a figure that is no
    year are its header, without those last ones that have a label alone: they are the first
    group's."""
    body = next((at for at, row in enumerate(rows) if at and _has_figures(row)), 1)
    above = max((at for at, row in enumerate(rows[:body]) if _has_columns(row)), default=body - 1)
    body = above + 1
    width = max(map(len, rows))
    rows = [[*row, *[""] * (width - len(row))] for row in rows]
    header: list[list[str]] = []
    for row in rows[:body]:
        spread, last = [], ""
        for text in row[1:]:
            last = text.strip() or last
            spread.append(last)
        said = {text.strip() for text in row[1:] if text.strip()}
        if len(said) == 1 and _is_over_all(next(iter(said))):
            spread = [next(iter(said))] * (width - 1)
        header.append(spread if sum(bool(text.strip()) for text in row[1:]) else [""] * (width - 1))
    paths = tuple(
        tuple(dict.fromkeys(level[at] for level in header if level[at])) for at in range(width - 1)
    )
    offset = 0
    places: list[tuple[Place | None, ...]] = []
    for row in rows[body:]:
        line: list[Place | None] = []
        for text in row:
            kept = " ".join(text.split())
            line.append(Place(kept, offset, offset + len(kept), 1, None) if kept else None)
            offset += len(kept) + 1
        places.append(tuple(line))
    label = " ".join(row[0] for row in rows[:body] if row[0].strip())
    grid = Grid(0, offset, "", (label,) if label else (), paths, tuple(places))
    said = [row[0] for row in rows[body:] if measure_of(row[0]).scale is not None]
    columns, cells = typed_columns(grid, [label, *said, *paragraphs])
    return StoredTable(
        id=name,
        document_id=name,
        pages=(1,),
        box=None,
        section=(),
        title="",
        lead_in=" ".join(paragraphs)[:400],
        columns=columns,
        rows=structured_rows([row[0] for row in places], cells),
        label_name=label,
    )


def _is_over_all(text: str) -> bool:
    """Whether a text that stands alone in a header row, in the middle of it, is over all columns:
    a period without its year, or a scale."""
    period = is_period_label(text) and not re.search(r"\b(?:19|20)\d\d\b", text)
    return period or measure_of(text).scale is not None


def _has_columns(row: list[str]) -> bool:
    """Whether a row has more than a label."""
    return any(text.strip() for text in row[1:])


def _has_figures(row: list[str]) -> bool:
    """Whether a row has a label and a figure that is no year."""
    figures = [text for text in row[1:] if _NUMERIC.fullmatch(text.strip())]
    years = [text for text in figures if re.search(r"\b(?:19|20)\d\d\b", text)]
    return bool(row[0].strip()) and len(figures) > len(years)


def number_in(text: str) -> Decimal | None:
    """The number that a text is; None if it is not one. "(12)" is negative, "12%" is 0.12."""
    bare = text.strip().replace("−", "-").replace("–", "-").replace(",", "")
    bare = bare.lstrip("$£€¥ ")
    negative = bare.startswith(("(", "-"))
    core = bare.strip("()-$£€¥ ").removesuffix("%").strip("()$£€¥ ")
    try:
        value = Decimal(core)
    except InvalidOperation:
        return None
    return (-value if negative else value) * (Decimal("0.01") if "%" in bare else 1)


def normal(text: str, scale: str) -> str:
    """A text as it is compared: a number times its scale to two places, else its bare words."""
    number = number_in(text)
    if number is not None and number.is_finite():
        factor = Decimal(1) if "%" in text and scale == "percent" else SCALES[scale]
        places = Decimal("0.0001") if factor < 1 or "%" in text else Decimal("0.01")
        return f"{(number * factor).quantize(places).normalize():f}"
    words = text.casefold().translate(str.maketrans("", "", string.punctuation))
    return " ".join(_ARTICLES.sub(" ", words).split())


def scores(predicted: Sequence[str], scale: str, question: Question) -> tuple[float, float]:
    """Exact match and numeracy-focused F1 of the predicted spans, one or several, with their
    scale."""
    ours = [normal(each, scale) for each in predicted]
    theirs = [normal(answer, question.scale) for answer in question.answers]
    if sorted(ours) == sorted(theirs):
        return 1.0, 1.0
    if len(ours) > 1 or len(theirs) > 1:
        hit = sum(min(ours.count(each), theirs.count(each)) for each in set(ours))
        return 0.0, hit / max(len(ours), len(theirs))
    if question.kind in ("arithmetic", "count") or number_in(question.answers[0]) is not None:
        return 0.0, 0.0
    one, other = ours[0].split(), theirs[0].split()
    common = sum(min(one.count(word), other.count(word)) for word in set(one))
    if not common:
        return 0.0, 0.0
    return 0.0, 2 * common / (len(one) + len(other))


def derivation_cells(derivation: str) -> set[Decimal]:
    """The sizes of the figures of a derivation, without those that only divide a mean."""
    bare = re.sub(r"/\s*\d\s*$", "", derivation)
    return {Decimal(figure.replace(",", "")) for figure in _FIGURE.findall(bare)}
