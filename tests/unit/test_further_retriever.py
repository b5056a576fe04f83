"""A further retriever is a file: it is asked, counted, shown and switchable by being there."""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import backend.retrievers
from backend import registry
from backend.pipelines import fused_hybrid
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import open_workbench, retriever_cards
from components import palette, retriever_words

DOCS = Path(__file__).parents[2] / "docs" / "architecture.md"


def file_of_the_documentation() -> str:
    """The retriever that the documentation shows whole."""
    found = re.search(r"`newest\.py` in.*?```python\n(.*?)```", DOCS.read_text("utf-8"), re.S)
    assert found is not None
    return found.group(1)


@pytest.fixture
def pipelines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The fused pipeline as it is where `newest.py` lies beside the other retrievers."""
    folder = tmp_path / "retrievers"
    folder.mkdir()
    (folder / "newest.py").write_text(file_of_the_documentation(), "utf-8")
    monkeypatch.setattr(backend.retrievers, "__path__", [*backend.retrievers.__path__, str(folder)])
    registry.names.cache_clear()
    before = dict(vars(fused_hybrid))
    yield importlib.reload(fused_hybrid)
    monkeypatch.undo()
    registry.names.cache_clear()
    # its classes as others have imported them, not equal ones made anew
    vars(fused_hybrid).update(before)


@pytest.mark.parametrize("model", ["linear", "boosted", "rank"])
def test_a_further_retriever_is_counted_shown_and_can_be_switched_off(
    pipelines: ModuleType, tmp_path: Path, model: str
) -> None:
    assert pipelines.RETRIEVERS[-1] == "newest"
    card = next(
        retriever_card for retriever_card in retriever_cards() if retriever_card.name == "newest"
    )
    assert retriever_words.clause("newest") == card.clause == "how late its document came in"
    others = [
        retriever_card.name
        for retriever_card in retriever_cards()
        if retriever_card.name != "newest"
    ]
    taken = {palette.retriever_color(name, dark=False) for name in others}
    assert palette.retriever_color("newest", dark=False) not in taken
    assert "use_newest" in {option.name for option in pipelines.CARD.options}
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    try:
        collection = workbench.library.create_collection("Log")
        for day in (1, 2, 3):
            workbench.library.add_file(
                collection.id, f"day {day}.txt", f"Day {day}. The ferry left at {day}.".encode()
            )
        workbench.queue.work_until_idle(threading.Event())
        pipeline = pipelines.FusedHybridPipeline(workbench.parts)
        options = pipelines.FusedOptions(model=model)
        found = pipeline.retrieve(
            Query("When did the ferry leave?", collection.id, 3, options=options)
        )
        signals = {
            hit.chunk.text: next(signal for signal in hit.signals if signal.retriever == "newest")
            for hit in found.hits
        }
        newest = signals["Day 3. The ferry left at 3."]
        assert (newest.rank, newest.raw) == (1, 1.0)
        shares = [signals[f"Day {day}. The ferry left at {day}."].contribution for day in (3, 2, 1)]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] > 0.0 > shares[-1]
        assert newest.learned is (model == "rank")
        assert {step.name: step for step in found.steps}["gather"].detail["newest"] == "3"
        without = pipeline.retrieve(
            Query(
                "When did the ferry leave?",
                collection.id,
                3,
                options=replace(options, use={"newest": False}),
            )
        )
        assert "newest" not in {signal.retriever for hit in without.hits for signal in hit.signals}
    finally:
        workbench.close()
