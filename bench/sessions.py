"""How long people wait who ask at the same moment.

`python -m bench.sessions [--sessions 1 20 50] [--pipeline fused_hybrid]`. Every session asks one
question of the sample library at once, in turn those that come with it; all share one workbench,
as visitors of one app do. Screens are not part of it.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np

from backend import sample
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import RunningQuestion, Workbench, open_workbench
from bench.report import table, write_results

SESSIONS = (1, 20, 50)
VARIANTS = {"all at once": 1_000, "in turns": 0}
"""By name: the setting `questions_at_once`."""
ROUNDS = 2
WARMING = 8
"""Questions that are asked first and not counted: each of the sample's once."""
LOOK_EVERY = 0.02
"""Seconds between two looks at who has evidence."""


def main() -> None:
    """Measure each number of sessions, all questions at once and in turns alternately."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", nargs="+", type=int, default=list(SESSIONS))
    parser.add_argument("--pipeline", default="fused_hybrid")
    given = parser.parse_args()
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        settings = replace(load_settings({}), library=Path(folder))
        for number in range(ROUNDS):
            for name, at_once in VARIANTS.items():
                workbench = open_workbench(replace(settings, questions_at_once=at_once))
                collection_id = loaded(workbench)
                asked_at_once(workbench, collection_id, given.pipeline, WARMING)
                for sessions in given.sessions:
                    key = f"{sessions}, {name}, round {number + 1}"
                    figures[key] = asked_at_once(workbench, collection_id, given.pipeline, sessions)
                workbench.close()
    print(
        table(
            f"{given.pipeline}, local reader, the sample library",
            ("sessions", "evidence p50 / p95 s", "answer p50 / p95 s", "lost"),
            [
                (
                    key,
                    " / ".join(f"{each:.1f}" for each in row["evidence_seconds"]),
                    " / ".join(f"{each:.1f}" for each in row["answer_seconds"]),
                    str(row["lost"]),
                )
                for key, row in sorted(figures.items())
            ],
        )
    )
    print(f"written to {write_results('sessions', figures)}")


def loaded(workbench: Workbench) -> str:
    """A collection with the sample's documents, once they are read."""
    collection = workbench.library.load_sample()
    while workbench.queue.has_work():
        time.sleep(0.2)
    return collection.id


def asked_at_once(
    workbench: Workbench, collection_id: str, pipeline: str, sessions: int
) -> dict[str, Any]:
    """Median and 95th percentile of the seconds until evidence and answer, and how many ended
    without an answer."""
    texts = list(islice(cycle(sample.questions()), sessions))
    begun = time.perf_counter()
    asked = [
        workbench.questions.ask(Query(text, collection_id), pipeline, kept=False) for text in texts
    ]
    ended = [0.0] * sessions
    waiting = [
        threading.Thread(target=_wait, args=(each, place, ended))
        for place, each in enumerate(asked)
    ]
    for thread in waiting:
        thread.start()
    found: dict[str, float] = {}
    while any(thread.is_alive() for thread in waiting):
        now = time.perf_counter()
        found.update({each.id: now for each in asked if each.hits and each.id not in found})
        time.sleep(LOOK_EVERY)
    found = {each.id: found.get(each.id, ended[place]) for place, each in enumerate(asked)}
    return {
        "evidence_seconds": _percentiles([each - begun for each in found.values()]),
        "answer_seconds": _percentiles([each - begun for each in ended]),
        "lost": sum(each.answer is None for each in asked),
    }


def _wait(asking: RunningQuestion, place: int, ended: list[float]) -> None:
    asking.wait()
    ended[place] = time.perf_counter()


def _percentiles(seconds: list[float]) -> list[float]:
    return [round(float(each), 3) for each in np.percentile(seconds, [50, 95])]


if __name__ == "__main__":
    main()
