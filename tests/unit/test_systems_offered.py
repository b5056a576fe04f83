"""Every system of the page on systems is offered on the screen and by the command line, says in its
trace how it went, and draws what it followed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.command_line.parser import main
from backend.types import PipelineCard
from backend.workbench import Workbench
from bench.systems import FIRST, SYSTEMS, System, how_asked
from tests.unit.test_graph_searches import FILES
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

OFFERED = tuple(system for system in SYSTEMS if not system.order)
WITHOUT_GRAPH = {FIRST, "naive", "chain of thought"}
MAIN = {"automatic", "naive", "chain_of_thought", "community_graph", "fused_hybrid"}
EVERYWHERE = {"answerer"}
"""What every pipeline can be told, and a screen does not offer."""
QUESTION = "What did Orla Venn found?"
PAGE = Path(__file__).parents[2] / "docs" / "systems.md"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """Three documents that name people and houses, with vectors of their graph."""
    with pytest.MonkeyPatch.context() as patch:
        embedder = WordEmbedder()
        patch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
        made = opened(tmp_path_factory.mktemp("systems") / "library")
        collection = made.library.create_collection("Names", SETTINGS).id
        for name, text in FILES.items():
            made.library.add_file(collection, name, text.encode())
        finish(made)
        for kind in dict.fromkeys(each.learned for each in OFFERED if each.learned):
            made.tuning.learn_graph_vectors(collection, kind)
            finish(made)
        yield made
        made.close()


def card_of(workbench: Workbench, system: System) -> PipelineCard:
    (card,) = [
        pipeline for pipeline in workbench.questions.pipelines() if pipeline.name == system.pipeline
    ]
    return card


@pytest.mark.parametrize("system", OFFERED, ids=lambda each: each.name)
def test_the_screen_offers_it(library: Workbench, system: System) -> None:
    card = card_of(library, system)
    assert card.experiment is (card.name not in MAIN)
    shown = {option_card.name: option_card for option_card in card.options}
    for name, value in system.options.items():
        if name in EVERYWHERE:
            continue
        option = shown[name]
        if option.choices:
            assert value in option.choices
        else:
            assert option.minimum <= float(value) <= option.maximum


@pytest.mark.parametrize("system", OFFERED, ids=lambda each: each.name)
def test_the_command_line_asks_it_and_the_answer_says_how_it_went(
    library: Workbench, system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(library.parts.settings.library)
    options = [f"--option={name}={value}" for name, value in system.options.items()]
    words = ["--library", folder, "ask", QUESTION, "--collection", "Names", "--json"]
    assert main([*words, "--pipeline", system.pipeline, *options]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["pipeline"] == system.pipeline
    before_writing = [each for each in answer["steps"] if each["name"] not in {"answer", "check"}]
    assert before_writing
    assert all(each["summary"] for each in before_writing)
    assert any("Orla Venn" in each["chunk"]["text"] for each in answer["hits"])
    drawn = answer["subgraph"]["nodes"]
    assert bool(drawn) is (system.name not in WITHOUT_GRAPH)
    assert not [each for each in answer["notices"] if "has no" in each]


def test_the_page_says_how_each_is_asked() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    for system in SYSTEMS:
        row = f"| {system.name} | {how_asked(system)} |"
        assert [line for line in lines if line.startswith(row)], row
