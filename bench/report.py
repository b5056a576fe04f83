"""Tables on the screen and the same figures as JSON beside them."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The rows as an aligned text table under its title."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [
        max(len(str(column)), *(len(row[number]) for row in cells)) if cells else len(str(column))
        for number, column in enumerate(columns)
    ]
    lines = [title, "  ".join(str(c).ljust(w) for c, w in zip(columns, widths, strict=True))]
    lines.append("  ".join("-" * width for width in widths))
    lines += ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(line.rstrip() for line in lines)


def known_results(name: str) -> dict[str, Any]:
    """The figures that were written before, to be kept beside those of a run of some parts; empty
    where none were."""
    path = RESULTS / f"{name}.json"
    known: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    known.pop("measured_on", None)
    return known


def write_results(name: str, figures: Mapping[str, Any]) -> Path:
    """Write the figures of a run with what they were measured on; returns the file."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    measured_on = {
        "processor_count": os.cpu_count(),
        "system": platform.system(),
        "machine": platform.machine(),
        "python": platform.python_version(),
    }
    path.write_text(
        json.dumps({"measured_on": measured_on, **figures}, indent=2, ensure_ascii=False) + "\n",
        encoding="utf-8",
    )
    return path
