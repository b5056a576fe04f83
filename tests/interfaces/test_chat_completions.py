"""A front end uses the library as a model, by the official client of OpenAI's interface."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import openai
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.evidence.bundle import inert
from backend.interfaces.http_api.admission import RateLimit
from backend.interfaces.http_api.chat_message import (
    message_of,
    repeats,
    settled,
    without_sources,
)
from backend.interfaces.http_api.interface import HttpInterface
from backend.interfaces.presentation import Naming
from backend.services.access_tokens import TokenStore
from backend.settings import load_settings
from backend.types import Answer, Citation, Query, Sentence, Verdict
from backend.workbench import Workbench, open_workbench
from tests.interfaces.conftest import COLLECTION, REPORT, Endless, asked_and_left, served
from tests.scripted_server.script import answer as reply
from tests.scripted_server.server import ScriptedServer

MODEL = f"naive/{COLLECTION}"
QUESTION = "Who opened the Harrow lighthouse?"
SENTENCE = "Ada Lorne opened the Harrow lighthouse in 1931."


@pytest.fixture(scope="module")
def address(library: Workbench) -> Iterator[str]:
    with served(HttpInterface(lambda: library, RateLimit(10_000)).application()) as address:
        yield address


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0) as client:
        yield client


def said(*texts: str) -> Any:
    """Messages of the user and the assistant by turns."""
    roles = ("user", "assistant")
    return [{"role": roles[place % 2], "content": text} for place, text in enumerate(texts)]


def test_every_pipeline_over_every_collection_is_a_model(client: openai.OpenAI) -> None:
    models = {each.id: each for each in client.models.list()}
    assert set(models) == {
        f"{pipeline}/{COLLECTION}"
        for pipeline in (
            "automatic",
            "naive",
            "chain_of_thought",
            "community_graph",
            "fused_hybrid",
            "summary_tree",
            "graph_local",
            "graph_global",
            "neighbouring_documents",
            "sub_graph",
            "text_and_graph",
            "weighted_scores",
        )
    }
    assert next(iter(models)) == f"fused_hybrid/{COLLECTION}"
    assert client.models.retrieve(MODEL) == models[MODEL]


def test_an_answer_cites_document_page_and_words(
    client: openai.OpenAI, library: Workbench, address: str
) -> None:
    done = client.chat.completions.create(model=MODEL, messages=said(QUESTION), temperature=0)
    (choice,) = done.choices
    content = choice.message.content or ""
    assert (choice.finish_reason, done.model) == ("stop", MODEL)
    assert "\n\nSources:\n\n- \\[1\\] [notes.txt](" in content
    first = (choice.message.annotations or [])[0]
    cited = first.url_citation
    assert content[cited.start_index : cited.end_index] == f"{SENTENCE} [1]"
    assert cited.title == "notes.txt"
    facts: Any = done.model_extra
    link = urlsplit(cited.url)
    assert f"{link.scheme}://{link.netloc}" == address
    assert parse_qs(link.query) == {"conversation": [facts["quire"]["conversation_id"]]}
    own: Any = first.model_extra
    assert own["quire"]["document"] == "notes.txt"
    assert own["quire"]["page"] == 1
    assert own["quire"]["words"] == SENTENCE
    kept = library.questions.answer(facts["quire"]["answer_id"])
    assert kept.text == facts["quire"]["text"]
    assert kept.verdict == facts["quire"]["verdict"]


def test_what_answers_stands_first_and_each_sentence_has_its_citations(library: Workbench) -> None:
    documents = library.library.documents(library.library.collection_named(COLLECTION).id)
    notes, report = sorted(documents, key=lambda document: document.pages)
    text = "Lorne did. [2][1]\n\n1 < 2 [1]\n\nSo it is. [2]"
    answer = replace(
        any_answer(library),
        text=text,
        short="Ada <b>",
        verdict=Verdict.LIKELY,
        conversation_id="a/b",
        sentences=(
            Sentence("Lorne did.", 0, 17, (2, 1), True),
            Sentence("1 < 2", 19, 28, (1,), True),
            Sentence("So it is.", 30, 43, (2,), True),
        ),
        citations=(
            Citation(2, "c2", report.id, 3, 0, 5, True),
            Citation(2, "c2", report.id, 3, 7, 9, True),  # one passage, two spans
            Citation(1, "c1", notes.id, 0, 0, 47, True),
            Citation(1, "c1", notes.id, 0, 0, 3, True),
            Citation(2, "c2", report.id, 2, 0, 5, True),
        ),
    )
    message = message_of(answer, Naming(library), "http://here")
    assert message.content == (
        "**Ada &lt;b>**\n\nLorne did. [2][1]\n\n1 &lt; 2 [1]\n\nSo it is. [2]\n\n*Likely.*\n\n"
        "Sources:\n\n- \\[1\\] [notes.txt](http://here/?conversation=a%2Fb#1)\n"
        f"- \\[2\\] [{REPORT}, page 4](http://here/?conversation=a%2Fb#2)"
    )
    found = [
        (
            message.content[cited.start_index : cited.end_index],
            annotation.quire.number,
            annotation.quire.start,
        )
        for annotation in message.annotations
        for cited in [annotation.url_citation]
    ]
    assert found == [
        ("Lorne did. [2][1]", 2, 0),
        ("Lorne did. [2][1]", 2, 7),
        ("Lorne did. [2][1]", 1, 0),
        ("1 &lt; 2 [1]", 1, 0),
        ("So it is. [2]", 2, 0),
    ]
    assert without_sources(message.content).endswith("*Likely.*")
    assert repeats(message.content.strip(), answer)
    assert message_of(replace(answer, short="Lorne did."), Naming(library), "").content.startswith(
        "Lorne did."
    )


def any_answer(library: Workbench) -> Answer:
    asking = library.questions.ask(
        Query(QUESTION, library.library.collection_named(COLLECTION).id), "naive"
    )
    assert asking.wait(60)
    assert asking.answer is not None
    return asking.answer


def test_without_a_language_model_no_tokens_are_counted(client: openai.OpenAI) -> None:
    usage = client.chat.completions.create(model=MODEL, messages=said(QUESTION)).usage
    assert usage is not None
    assert (usage.prompt_tokens, usage.completion_tokens, usage.total_tokens) == (0, 0, 0)


def test_a_stream_brings_the_same_message_with_its_citations(client: openai.OpenAI) -> None:
    whole = client.chat.completions.create(model=MODEL, messages=said(QUESTION))
    chunks = list(
        client.chat.completions.create(
            model=MODEL,
            messages=said(QUESTION),
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    *body, last = chunks
    deltas = [each.choices[0].delta for each in body]
    assert deltas[0].role == "assistant"
    assert without_links("".join(delta.content or "" for delta in deltas)) == without_links(
        whole.choices[0].message.content or ""
    )
    annotations: Any = [delta for delta in deltas if delta.model_extra]
    assert len(annotations[0].annotations) == len(whole.choices[0].message.annotations or ())
    assert body[-1].choices[0].finish_reason == "stop"
    told: Any = body[-1].model_extra
    whole_facts: Any = whole.model_extra
    assert told["quire"]["verdict"] == whole_facts["quire"]["verdict"]
    assert (last.choices, last.usage and last.usage.total_tokens) == ([], 0)
    assert len({chunk.id for chunk in chunks}) == 1


def without_links(content: str) -> str:
    """A message without the name of its conversation."""
    return "(".join(part.partition("#")[2] or part for part in content.split("(http"))


def test_a_follow_up_goes_on_in_the_conversation_it_repeats(
    client: openai.OpenAI, library: Workbench
) -> None:
    first = client.chat.completions.create(model=MODEL, messages=said(QUESTION))
    told = first.choices[0].message.content or ""
    second = client.chat.completions.create(
        model=MODEL, messages=said(QUESTION, told, "Where does it say that?")
    )
    before: Any = first.model_extra
    after: Any = second.model_extra
    assert after["quire"]["conversation_id"] == before["quire"]["conversation_id"]
    assert SENTENCE in after["quire"]["text"]
    questions = [
        answer.question
        for answer in library.questions.conversation(after["quire"]["conversation_id"])
    ]
    assert questions == [QUESTION, "Where does it say that?"]


def test_a_follow_up_on_words_that_nobody_said_is_understood_by_them(
    client: openai.OpenAI, library: Workbench
) -> None:
    asked = "Who painted the keeper's house?"
    done = client.chat.completions.create(
        model=MODEL, messages=said(asked, "Tom Wragge did.\n\nSources:\n\n- x", "And when?")
    )
    facts: Any = done.model_extra
    (kept,) = library.questions.conversation(facts["quire"]["conversation_id"])
    assert "keeper's house" in kept.settings["read_as"]
    assert "1954" in kept.text


def test_parts_of_a_message_are_read_and_instructions_passed_over(client: openai.OpenAI) -> None:
    done = client.chat.completions.create(
        model=MODEL,
        messages=[
            {"role": "system", "content": "Answer in verse."},
            {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
        ],
        extra_body={"passages": 1, "documents": [REPORT]},
    )
    cited: Any = done.choices[0].message.annotations or []
    assert {each.quire["document"] for each in cited} == {REPORT}


@pytest.mark.parametrize(
    ("error", "told", "changes"),
    [
        (openai.NotFoundError, "/v1/models", {"model": "oracle"}),
        (openai.NotFoundError, "no collection", {"model": "naive/Mills"}),
        (openai.NotFoundError, "none.txt", {"extra_body": {"documents": ["none.txt"]}}),
        (openai.BadRequestError, "question last", {"messages": said(QUESTION, "Ada.")}),
        (openai.BadRequestError, "question last", {"messages": []}),
        (openai.BadRequestError, "empty", {"messages": said(" ")}),
        (openai.BadRequestError, "n out", {"n": 2}),
        (openai.BadRequestError, "as text", {"response_format": {"type": "json_object"}}),
        (openai.BadRequestError, "messages", {"messages": "Who?"}),
        (openai.BadRequestError, "1 to 100", {"extra_body": {"passages": 0}}),
        (
            openai.BadRequestError,
            "Send text alone",
            {
                "messages": [
                    {
                        "role": "user",
                        "content": [{"type": "image_url", "image_url": {"url": "data:,"}}],
                    }
                ]
            },
        ),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_what_cannot_be_answered_is_told_as_the_client_knows_it(
    client: openai.OpenAI, error: Any, told: str, changes: dict[str, Any], *, stream: bool
) -> None:
    asked: dict[str, Any] = {"model": MODEL, "messages": said(QUESTION), "stream": stream}
    with pytest.raises(error, match=told):
        client.chat.completions.create(**asked | changes)


@pytest.mark.parametrize("stream", [False, True])
def test_a_client_that_goes_away_stops_its_question(
    address: str, library: Workbench, monkeypatch: pytest.MonkeyPatch, *, stream: bool
) -> None:
    endless = Endless(library.library.collection_named(COLLECTION).id)
    monkeypatch.setattr(library.questions, "ask", lambda *_: endless)
    chat = {"model": MODEL, "messages": said(QUESTION), "stream": stream}
    asked_and_left(f"{address}/v1/chat/completions", chat, {}, endless)
    assert endless.stopped.wait(30)


def test_the_key_is_a_token_once_there_is_one(tmp_path: Path) -> None:
    own = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    text = TokenStore(tmp_path / "library").add("front end", "read", 1)
    with served(HttpInterface(lambda: own, RateLimit(2)).application()) as address:
        for key, error in (("other", openai.AuthenticationError), (text, None)):
            client = openai.OpenAI(base_url=f"{address}/v1", api_key=key, max_retries=0)
            if error is None:
                assert list(client.models.list()) == []
                with pytest.raises(openai.NotFoundError, match="no collection"):
                    client.models.retrieve(MODEL)
                with pytest.raises(openai.RateLimitError, match="Wait"):
                    client.models.list()
            else:
                with pytest.raises(error, match="not known here"):
                    client.models.list()
            client.close()
    own.close()


def test_what_a_language_model_writes_is_streamed_and_its_tokens_counted(
    folder: Path, scripted_server: ScriptedServer
) -> None:
    text = (
        "Ada Lorne opened the Harrow lighthouse in 1931 [1]. "
        "See ![a map](http://example.org/map.png) and [more](http://example.org) [1]."
    )
    settings = replace(
        load_settings({}, library=folder),
        language_model="openai_compatible",
        language_model_url=scripted_server.openai_url,
        language_model_name="scripted",
    )
    own = open_workbench(settings, start_workers=False)
    asked: Any = {
        "model": MODEL,
        "messages": said(QUESTION),
        "extra_body": {"documents": ["notes.txt"]},
    }
    with served(HttpInterface(lambda: own).application()) as address:
        client = openai.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0)
        scripted_server.script(*[reply(text, usage=(210, 23), delay=0.05)] * 2)
        whole = client.chat.completions.create(**asked)
        chunks = list(client.chat.completions.create(**asked, stream=True))
        scripted_server.script(*[reply("", status=400, error="no such model")] * 2)
        with pytest.raises(openai.APIError, match="no such model"):
            list(client.chat.completions.create(**asked, stream=True))
        client.close()
    own.close()
    usage = whole.usage
    assert usage is not None
    assert (usage.prompt_tokens, usage.completion_tokens, usage.total_tokens) == (210, 23, 233)
    content = whole.choices[0].message.content or ""
    assert content.startswith("Ada Lorne opened")
    assert "](http://example.org" not in content
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks]
    assert len([piece for piece in pieces if piece]) > 3
    assert without_links("".join(pieces)) == without_links(content)


@example("![a [b] c](http://x) \\](", 3)
@given(st.text(alphabet="a!([])]:/\\ \nhttps", max_size=60), st.integers(1, 6))
def test_a_link_never_forms_at_the_seams_of_a_stream(text: str, size: int) -> None:
    sent, waiting = "", ""
    for begin in range(0, len(text), size):
        waiting += text[begin : begin + size]
        ready = settled(waiting)
        sent, waiting = sent + inert(waiting[:ready]), waiting[ready:]
    assert "](" not in sent + inert(waiting)


def test_the_example_of_the_documentation_runs(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text("utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    example = example.replace("http://127.0.0.1:8501", address)
    exec(example.replace("My documents", COLLECTION), {})
    printed = capsys.readouterr().out
    assert "[notes.txt](" in printed
    assert f"notes.txt 1 {SENTENCE}" in printed


def test_an_earlier_conversation_of_the_screens_is_gone_on_with(
    client: openai.OpenAI, library: Workbench
) -> None:
    collection = library.library.collection_named(COLLECTION).id
    asking = library.questions.ask(
        Query("How many rooms has the keeper's house?", collection), "naive"
    )
    assert asking.wait(60)
    assert asking.answer is not None
    told = inert(asking.answer.text)
    done = client.chat.completions.create(
        model=MODEL,
        messages=said("How many  rooms has the keeper's house?", told, "Where does it say that?"),
    )
    facts: Any = done.model_extra
    assert facts["quire"]["conversation_id"] == asking.conversation_id
