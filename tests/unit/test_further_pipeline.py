"""A further pipeline is a file, and an option a field of it: both count by being there."""

from __future__ import annotations

import importlib
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from types import ModuleType

import pytest
from streamlit.testing.v1 import AppTest

import backend.pipelines
from backend import registry
from backend.errors import QuestionError
from backend.pipelines import chain_of_thought
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench

DOCS = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
NAME = "words_alone"
QUESTION = "Which harbour did the Petrel leave?"
SCREEN = f"""
from backend import registry
from components.question_options import OptionsView, question_options

card = registry.load("backend.pipelines", "{NAME}").CARD
question_options(OptionsView(card.options), key="k")
"""


def block_after(words: str) -> str:
    """The Python that the documentation shows after some words."""
    found = re.search(re.escape(words) + r".*?```python\n(.*?)```", DOCS, re.S)
    assert found is not None, words
    return found.group(1)


def with_the_option(pipeline: str) -> str:
    """The pipeline after the documentation's steps for a further option."""
    field, use = block_after("below `pipeline = NAME`"), block_after("above `step = …`")
    for above, new, mark in (
        ("    pipeline = NAME\n", indent(field, "    "), ""),
        ("", indent(use, "        "), "        step = Step("),
    ):
        assert pipeline.count(above + mark) == 1
        pipeline = pipeline.replace(above + mark, above + new + mark)
    return pipeline


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose modules lie beside the other pipelines."""
    made = tmp_path / "pipelines"
    made.mkdir()
    monkeypatch.setattr(backend.pipelines, "__path__", [*backend.pipelines.__path__, str(made)])
    registry.names.cache_clear()
    before = dict(vars(chain_of_thought))
    yield made
    monkeypatch.undo()
    registry.names.cache_clear()
    vars(chain_of_thought).update(before)
    sys.modules.pop(f"backend.pipelines.{NAME}", None)


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    collection = opened.library.create_collection("Log")
    for text in ("The Petrel left the harbour of Ribe.", "The harbour was dredged.", "It rained."):
        opened.library.add_file(collection.id, f"{text[4:9]}.txt", text.encode())
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def add(folder: Path, source: str) -> ModuleType:
    (folder / f"{NAME}.py").write_text(source, "utf-8")
    importlib.invalidate_caches()
    return registry.load("backend.pipelines", NAME)


def test_a_further_pipeline_is_offered_and_answers(folder: Path, workbench: Workbench) -> None:
    add(folder, block_after("`words_alone.py` in"))
    assert NAME in {pipeline.name for pipeline in workbench.questions.pipelines()}
    offered = {option.name: option for option in importlib.reload(chain_of_thought).CARD.options}
    assert NAME in offered["retrieval"].choices
    collection = workbench.library.collection_named("Log")
    asking = workbench.questions.ask(Query(QUESTION, collection.id), NAME)
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    assert asking.answer.pipeline == NAME
    assert [hit.chunk.text for hit in asking.answer.hits] == [
        "The Petrel left the harbour of Ribe.",
        "The harbour was dredged.",
    ]
    with pytest.raises(QuestionError, match="“share” is not an option of the pipeline words_alone"):
        workbench.questions.options_of(NAME, {"share": "0.5"})


def test_a_further_option_is_shown_read_checked_and_stored(
    folder: Path, workbench: Workbench
) -> None:
    add(folder, with_the_option(block_after("`words_alone.py` in")))
    screen = AppTest.from_string(SCREEN, default_timeout=30).run()
    assert not screen.exception
    slider = screen.slider(key="k-option-share")
    assert (slider.label, slider.value, slider.max) == ("Least share of the best score", 0.0, 1.0)
    with pytest.raises(QuestionError, match="The option share cannot be 2"):
        workbench.questions.options_of(NAME, {"share": "2"})
    collection = workbench.library.collection_named("Log")
    options = workbench.questions.options_of(NAME, {"share": "0.9"})
    asking = workbench.questions.ask(Query(QUESTION, collection.id, options=options), NAME)
    assert asking.wait(60)
    answer = asking.answer
    assert answer is not None, asking.error
    assert [hit.chunk.text for hit in answer.hits] == ["The Petrel left the harbour of Ribe."]
    assert answer.settings["share"] == "0.9"
    assert len(workbench.questions.search_again(answer.id, {}).hits) == 1
    assert len(workbench.questions.search_again(answer.id, {"share": "0"}).hits) == 2
