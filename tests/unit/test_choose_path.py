"""Choosing sections by their headings: by rules, and by a language model through the real SDK."""

from __future__ import annotations

import json
import threading

import pytest

from backend.embedders import sentence_transformers
from backend.language_models import openai_compatible
from backend.ports import ChosenSections, Embedder, PathChooser
from backend.settings import Secret, Settings, load_settings
from backend.tasks.choose_path import language_model, local
from backend.tasks.choose_path.language_model import read_numbers
from backend.types import Section
from tests.scripted_server.script import answer, refusal
from tests.scripted_server.server import ScriptedServer

QUESTION = "How much did the station spend on moorings?"


def section(number: int, *path: str) -> tuple[str, Section]:
    return "Annual report", Section(f"s{number}", "d", "", path[-1], path, 1, 0, 0, 9)


SECTIONS = [
    section(0, "A word from the director"),
    section(1, "Accounts", "What was spent on moorings and repairs"),
    section(2, "People and boats"),
]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    settings = load_settings({})
    built: Embedder = sentence_transformers.build(settings, settings.embedder)
    return built


def choose(chooser: PathChooser, most: int = 2) -> ChosenSections:
    return chooser.choose(QUESTION, SECTIONS, most, threading.Event())


def written(server: ScriptedServer, embedder: Embedder) -> PathChooser:
    settings = Settings(
        language_model_url=server.openai_url,
        language_model_name="tiny",
        language_model_key=Secret("hidden"),
    )
    return language_model.build(
        settings, openai_compatible.build(settings), local.build(settings, embedder)
    )


def test_the_rules_choose_the_heading_that_fits(embedder: Embedder) -> None:
    found = choose(local.build(Settings(), embedder))
    assert found.section_ids[0] == "s1"
    assert "s2" not in found.section_ids
    assert found.chosen_by == "local rules"


def test_headings_that_do_not_fit_are_not_chosen(embedder: Embedder) -> None:
    chooser = local.build(Settings(), embedder)
    found = chooser.choose("Why is the sky blue?", SECTIONS, 2, threading.Event())
    assert found.section_ids == ()
    assert chooser.choose(QUESTION, [], 2, threading.Event()).section_ids == ()


def test_the_model_chooses_among_headings(
    scripted_server: ScriptedServer, embedder: Embedder
) -> None:
    scripted_server.script(answer('{"sections": [2, 2, 3, 99]}'))
    found = choose(written(scripted_server, embedder))
    assert found.section_ids == ("s1", "s2")
    assert found.chosen_by in {"scripted-model", "tiny"}
    sent = scripted_server.chats[0].text
    assert "2. Annual report › Accounts › What was spent on moorings and repairs" in sent


def test_no_more_than_asked_for(scripted_server: ScriptedServer, embedder: Embedder) -> None:
    scripted_server.script(answer('{"sections": [3, 2, 1]}'))
    assert choose(written(scripted_server, embedder), most=1).section_ids == ("s2",)


def test_an_unreadable_reply_is_asked_for_again_then_the_rules_choose(
    scripted_server: ScriptedServer, embedder: Embedder
) -> None:
    scripted_server.script(answer("The second."), answer("[2]"))
    found = choose(written(scripted_server, embedder))
    assert found.section_ids[0] == "s1"
    assert found.chosen_by == "local rules"
    assert "no readable answer" in found.notices[0]
    assert len(scripted_server.chats) == 2


def test_an_error_of_the_server_leaves_it_to_the_rules(
    scripted_server: ScriptedServer, embedder: Embedder
) -> None:
    scripted_server.script(refusal(401, "bad key"))
    found = choose(written(scripted_server, embedder))
    assert found.section_ids[0] == "s1"
    assert "without tiny" in found.notices[0]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (json.dumps({"sections": []}), ()),
        (json.dumps({"sections": [0, 7, True]}), None),
        (json.dumps({"sections": "2"}), None),
        ("```json\n" + json.dumps({"sections": [1]}) + "\n```", (1,)),
    ],
)
def test_replies(text: str, numbers: tuple[int, ...] | None) -> None:
    assert read_numbers(text, 6) == numbers
