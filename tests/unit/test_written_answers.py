"""What a pipeline gives a language model to read, and what becomes of what it writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from backend import registry
from backend.bootstrap import LoadedEmbedders
from backend.errors import LanguageModelError
from backend.evidence.bundle import as_markdown
from backend.pipelines._context import EACH_PAGE, spread
from backend.ports import LanguageModel, Message
from backend.settings import load_settings
from backend.types import Answer, Chunk, Hit, Query, Verdict
from backend.workbench import Workbench, open_workbench
from tests.scripted_server.script import answer as reply
from tests.scripted_server.script import refusal
from tests.scripted_server.server import ScriptedServer
from tests.valleys import SETTINGS, WordEmbedder, finish

NOTES = "\n\n".join(
    f"Note {number}. The lamp of valley {number} was lit on day {number} of the month."
    for number in range(1, 31)
)


def on_page(number: int, page: int) -> Hit:
    return Hit(Chunk(f"c{number}", "d", "s", number, "x", 0, 1, (page,), "prose"), 1.0, ())


def test_no_third_passage_of_a_page_before_the_others_had_their_turn() -> None:
    hits = [on_page(1, 0), on_page(2, 0), on_page(3, 0), on_page(4, 1), on_page(5, 0)]
    assert [hit.chunk.id for hit in spread(hits)] == ["c1", "c2", "c4", "c3", "c5"]
    assert EACH_PAGE == 2


@pytest.fixture
def workbench(
    tmp_path: Path, scripted_server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workbench]:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
    settings = load_settings({}, library=tmp_path / "library")
    made = open_workbench(
        replace(
            settings,
            language_model="openai_compatible",
            language_model_url=scripted_server.openai_url,
            language_model_name="scripted",
        ),
        start_workers=False,
    )
    collection = made.library.create_collection("Notes", replace(SETTINGS, chunk_tokens=24)).id
    made.library.add_file(collection, "Notes.txt", NOTES.encode())
    finish(made)
    yield made
    made.close()


def ask(workbench: Workbench, question: str) -> Answer:
    asking = workbench.questions.ask(
        Query(question, workbench.library.collection_named("Notes").id), "naive"
    )
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


QUESTION = "When was the lamp of valley 7 lit?"


def test_a_language_model_reads_more_than_is_shown(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(reply("The lamp of valley 7 was lit on day 7 of the month [1]. So [1]."))
    answer = ask(workbench, QUESTION)
    (chat,) = scripted_server.chats
    assert chat.text.count(" passage ") > 10
    assert len(answer.hits) == 5
    context = next(step for step in answer.steps if step.name == "context")
    assert QUESTION in "".join(context.detail.values())
    assert "tokens sent to" in context.summary


def test_what_a_model_wrote_is_likely_at_most(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(reply("The lamp of valley 7 was lit on day 7 of the month [1]."))
    first = ask(workbench, QUESTION)
    number = next(
        place for place, hit in enumerate(first.hits, start=1) if "valley 7 " in hit.chunk.text
    )
    scripted_server.script(
        reply(f"The lamp of valley 7 was lit on day 7 of the month [{number}]."),
        reply(f"The lamp of valley 7 was lit on day 19 of the month [{number}]."),
        reply("I did not find this in the documents."),
    )
    right, wrong = ask(workbench, QUESTION), ask(workbench, QUESTION)
    assert [sentence.supported for sentence in (*right.sentences, *wrong.sentences)] == [
        True,
        False,
    ]
    assert right.verdict is Verdict.LIKELY
    assert wrong.verdict is Verdict.LIKELY
    assert ask(workbench, QUESTION).verdict is Verdict.NOT_FOUND


def test_a_link_or_picture_of_a_model_is_text_in_the_export(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(
        reply(
            "Lit [1]. ![seen](http://tracker.example/a.png) [more](https://b.example) <img src=x>"
        )
    )
    exported = as_markdown(ask(workbench, QUESTION), {})
    assert "![" not in exported
    assert r"\[more]" in exported
    assert "http:" not in exported
    assert "https:" not in exported
    assert "<img" not in exported
    assert "tracker.example/a.png" in exported


def test_a_server_without_schemas_refuses_once(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(
        refusal(400, "response_format json_schema is not supported"), reply("{}"), reply("{}")
    )
    model = workbench_model(workbench)
    for _ in range(2):
        list(model.stream([Message("user", "JSON?")], max_tokens=9, stop=Event(), schema={}))
    assert len(scripted_server.chats) == 3


def test_a_refused_schema_is_remembered_though_the_request_failed(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    refused = refusal(400, "response_format json_schema is not supported")
    scripted_server.script(refused, refusal(401, "no key"), reply("{}"))
    model = workbench_model(workbench)
    with pytest.raises(LanguageModelError):
        list(model.stream([Message("user", "JSON?")], max_tokens=9, stop=Event(), schema={}))
    list(model.stream([Message("user", "JSON?")], max_tokens=9, stop=Event(), schema={}))
    assert len(scripted_server.chats) == 3


def workbench_model(workbench: Workbench) -> LanguageModel:
    model: LanguageModel = registry.load("backend.language_models", "openai_compatible").build(
        workbench.parts.settings
    )
    return model
