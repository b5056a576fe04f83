"""Programs over HTTP: what they get is what is described, and bad input gets a clear problem."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from starlette.testclient import TestClient

from backend.interfaces.http_api.admission import RateLimit
from backend.interfaces.http_api.interface import HttpInterface
from backend.services.access_tokens import TokenStore
from backend.workbench import RunningQuestion, Workbench
from tests.interfaces.conftest import COLLECTION, REPORT, in_own_loop, opened

QUESTION = {"question": "Who opened the Harrow lighthouse?"}
HERE = ("127.0.0.1", 50_000)
BASE = f"/api/v1/collections/{COLLECTION}"


class Program:
    """A client whose every JSON response is held against the published description."""

    def __init__(self, service: HttpInterface, client: tuple[str, int] = HERE) -> None:
        self.client = TestClient(service.application(), client=client)
        self.description = self.client.get("/api/v1/openapi.json").json()
        resource = Resource.from_contents(self.description, default_specification=DRAFT202012)
        self._registry = Registry().with_resource("urn:api", resource)

    def __call__(self, method: str, path: str, expected: int = 200, **arguments: Any) -> Any:
        response = self.client.request(method, path, **arguments)
        assert response.status_code == expected, response.text
        kind = response.headers["content-type"].partition(";")[0]
        described = self._operation(method, path)["responses"][str(expected)]["content"][kind]
        if not kind.endswith("json"):
            return response
        value = response.json()
        schema = json.loads(json.dumps(described["schema"]).replace('"#/', '"urn:api#/'))
        jsonschema.Draft202012Validator(schema, registry=self._registry).validate(value)
        if expected >= 400:
            if path.startswith("/api/"):
                assert kind == "application/problem+json"
                assert value["status"] == expected
            else:
                assert value["error"]["message"]
        return value

    def _operation(self, method: str, path: str) -> Any:
        parts = path.partition("?")[0].removeprefix("/api").removeprefix("/v1").split("/")
        for template, operations in self.description["paths"].items():
            wanted = template.split("/")
            if len(wanted) == len(parts) and all(
                piece.startswith("{") or piece == part
                for piece, part in zip(wanted, parts, strict=True)
            ):
                return operations[method.lower()]
        raise AssertionError(f"{path} is not described")


@pytest.fixture(scope="module")
def program(library: Workbench) -> Program:
    return Program(HttpInterface(lambda: library))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Workbench]:
    """An empty library of one test."""
    workbench = opened(tmp_path / "library")
    yield workbench
    workbench.close()


def test_the_description_is_openapi_3_1(program: Program) -> None:
    described = program.description
    assert described["openapi"] == "3.1.0"
    names = [each["operationId"] for path in described["paths"].values() for each in path.values()]
    assert len(names) == len(set(names))
    for schema in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_collections_and_documents(program: Program) -> None:
    (collection,) = program("GET", "/api/v1/collections")
    assert collection["name"] == COLLECTION
    assert program("GET", f"/api/v1/collections/{collection['id']}") == collection
    documents = program("GET", f"{BASE}/documents")
    assert {document["name"] for document in documents} == {"notes.txt", REPORT}
    assert program("GET", f"/api/v1/documents/{documents[0]['id']}") == documents[0]
    assert program("GET", "/api/v1/health") == {"status": "ok"}


def test_a_search_gives_every_retrievers_share(program: Program) -> None:
    found = program("POST", f"{BASE}/search", json=QUESTION)
    first = found["passages"][0]
    assert "Ada Lorne" in first["text"]
    assert sum(each["contribution"] for each in first["shares"]) == pytest.approx(first["score"])


def test_an_answer_its_bundle_and_its_marks(program: Program) -> None:
    answer = program("POST", f"{BASE}/ask", json=QUESTION)
    assert answer["verdict"] in {"direct", "likely"}
    assert "Ada Lorne opened the Harrow lighthouse" in answer["citations"][0]["words"]
    place = f"/api/v1/answers/{answer['id']}"
    assert program("GET", place) == answer
    assert program("GET", f"{place}/bundle")["question"] == QUESTION["question"]
    assert "Ada Lorne" in program("GET", f"{place}/bundle?form=markdown").text
    assert program("PUT", f"{place}/marks", json={"value": 1}) == {"marks": {"": 1}}
    passage = answer["passages"][0]["passage_id"]
    marked = program("PUT", f"{place}/marks", json={"value": -1, "passage_id": passage})
    assert marked == {"marks": {"": 1, passage: -1}}
    program("PUT", f"{place}/marks", 422, json={"value": 2})
    program("PUT", f"{place}/marks", 422, json={"value": 1, "passage_id": "other"})


def test_an_answer_as_events(program: Program) -> None:
    response = program(
        "POST", f"{BASE}/ask", json=QUESTION, headers={"Accept": "text/event-stream"}
    )
    events = [
        (lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: ")))
        for lines in (each.split("\n") for each in response.text.strip().split("\n\n"))
    ]
    names = [name for name, _ in events]
    assert names.index("passages") < names.index("answer") == len(names) - 1
    text = "".join(value["text"] for name, value in events if name == "text")
    assert text == events[-1][1]["text"]


def test_a_sentence_is_checked(program: Program) -> None:
    told = {"sentence": "Tom Wragge painted the keeper's house in 1954."}
    assert program("POST", f"{BASE}/check", json=told)["supported"] is True
    told = {"sentence": "Tom Wragge painted the keeper's house in 1988."}
    assert program("POST", f"{BASE}/check", json=told)["supported"] is False


def test_a_page_as_a_picture_and_with_its_boxes(program: Program) -> None:
    body = {"question": "visitors", "documents": [REPORT]}
    passage = program("POST", f"{BASE}/search", json=body)["passages"][0]
    place = f"/api/v1/documents/{passage['document_id']}/pages/{passage['pages'][0]}"
    picture = program("GET", f"{place}?passage_id={passage['passage_id']}")
    assert picture.content.startswith(b"\x89PNG")
    drawn = program("GET", f"{place}?passage_id={passage['passage_id']}&form=json&scale=1")
    assert drawn["boxes"]
    assert all(0 <= box["left"] < box["right"] <= drawn["width"] for box in drawn["boxes"])
    program("GET", f"/api/v1/documents/{passage['document_id']}/pages/99", 404)
    program("GET", f"/api/v1/documents/{passage['document_id']}/pages/one", 422)


def test_a_file_is_uploaded_once_read_and_deleted(own: Workbench) -> None:
    program = Program(HttpInterface(lambda: own))
    program("POST", "/api/v1/collections", 201, json={"name": "Mills"})
    program("POST", "/api/v1/collections", 409, json={"name": "Mills"})
    place = "/api/v1/collections/Mills"
    content = b"The mill ground barley until 1954."
    job = program("PUT", f"{place}/files/mill.txt", 202, content=content)["job"]
    assert (job["name"], job["state"], job["size"]) == ("mill.txt", "queued", len(content))
    assert program("PUT", f"{place}/files/again.txt", 202, content=content) == {"job": None}
    own.queue.work_until_idle(threading.Event())
    (document,) = program("GET", f"{place}/documents")
    assert program("GET", f"{place}/jobs")[0]["state"] == "done"
    deleted = program("DELETE", f"/api/v1/documents/{document['id']}")
    assert deleted["documents"] == 1
    program("GET", f"/api/v1/documents/{document['id']}", 404)
    program("POST", f"{place}/ask", 422, json=QUESTION)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"question": 5}',
        b'{"question": "x", "passages": 0}',
        b'{"question": "x", "passages": 1e99}',
        b'{"question": "x", "pipeline": "oracle"}',
        b'{"question": "x", "secret": 1}',
        b'{"question": ""}',
        b'{"question": "x", "documents": ["none.txt"]}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_bodies_that_cannot_be_used(program: Program, body: bytes) -> None:
    status = 404 if b"none.txt" in body else 422
    assert program("POST", f"{BASE}/search", status, content=body)["detail"]


def test_json_with_a_million_keys_is_too_large(program: Program) -> None:
    body = json.dumps({str(number): 0 for number in range(1_000_000)})
    program("POST", f"{BASE}/search", 413, content=body)


def test_an_upload_that_is_too_large_is_refused_before_it_is_read(own: Workbench) -> None:
    own.library.create_collection("Mills")
    program = Program(HttpInterface(lambda: own))
    place = "/api/v1/collections/Mills/files/big.txt"
    program("PUT", place, 413, content=b"x", headers={"Content-Length": str(10 << 30)})
    program("PUT", place + "?on_duplicate=maybe", 422, content=b"x")
    assert program("GET", "/api/v1/collections/Mills/jobs") == []


def test_an_upload_that_stops_at_half_leaves_nothing(own: Workbench) -> None:
    collection = own.library.create_collection("Mills")
    application = HttpInterface(lambda: own).application()
    sent: list[Any] = []
    messages = [
        {"type": "http.request", "body": b"The mill ", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    path = f"/api/v1/collections/{collection.id}/files/mill.txt"
    scope = scope_of("PUT", path, (b"content-length", b"30"))
    in_own_loop(lambda: application(scope, receive, send))
    assert sent[0]["status"] == 400
    assert own.queue.jobs(collection.id) == ()
    assert list((own.parts.settings.library).rglob("*mill*")) == []


def test_a_client_that_goes_away_stops_its_question(library: Workbench) -> None:
    stopped = threading.Event()

    class Endless:
        def __init__(self) -> None:
            self.done, self.hits, self.steps, self.text = False, (), (), ""

        def stop(self) -> None:
            stopped.set()

    service = HttpInterface(lambda: library)
    original = library.questions.ask
    library.questions.ask = lambda *_, **__: Endless()  # type: ignore[method-assign, assignment]
    try:
        for accept in (b"application/json", b"text/event-stream"):
            stopped.clear()
            body = json.dumps(QUESTION).encode()
            in_own_loop(partial(asked_and_left, service.application(), body, accept))
            assert stopped.wait(10)
    finally:
        library.questions.ask = original  # type: ignore[method-assign]


async def asked_and_left(application: Any, body: bytes, accept: bytes) -> None:
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if messages:
            return messages.pop(0)
        return {"type": "http.disconnect"}

    async def send(_: Any) -> None:
        pass

    await application(scope_of("POST", f"{BASE}/ask", (b"accept", accept)), receive, send)


def test_tokens_decide_from_the_first_on(own: Workbench) -> None:
    service = HttpInterface(lambda: own, RateLimit(10))
    program = Program(service)
    program("GET", "/api/v1/collections")
    store = TokenStore(own.parts.settings.library)
    reading, writing = store.add("r", "read", 1), store.add("w", "write", 1)
    program("GET", "/api/v1/collections", 401)
    reader = {"Authorization": f"Bearer {reading}"}
    program("POST", "/api/v1/collections", 403, json={"name": "A"}, headers=reader)
    writer = {"Authorization": f"Bearer {writing}"}
    program("POST", "/api/v1/collections", 201, json={"name": "A"}, headers=writer)
    for _ in range(10):
        program("GET", "/api/v1/collections", headers=reader)
    refused = program.client.get("/api/v1/collections", headers=reader)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) >= 1
    program("GET", "/api/v1/collections", headers=writer)
    program("GET", "/api/v1/health")


def test_another_machine_needs_a_token(library: Workbench) -> None:
    elsewhere = Program(HttpInterface(lambda: library), ("192.0.2.7", 50_000))
    assert "tokens add" in elsewhere("GET", "/api/v1/collections", 401)["remedy"]


def test_chats_and_their_errors_are_as_described(program: Program) -> None:
    models = program("GET", "/v1/models")["data"]
    assert program("GET", f"/v1/models/{models[0]['id'].replace('/', '%2F')}") == models[0]
    program("GET", "/v1/models/oracle", 404)
    chat = {"model": models[0]["id"], "messages": [{"role": "user", "content": "Which lamp?"}]}
    program("POST", "/v1/chat/completions", json=chat)
    program("POST", "/v1/chat/completions", 400, json={"model": models[0]["id"]})
    program("POST", "/v1/chat/completions", 413, content=b" " * (2 << 20))
    unknown = program.client.get("/v1/nothing").json()
    assert unknown["error"]["message"].startswith("There is nothing at this address.")


def test_unknown_addresses_are_problems_too(program: Program) -> None:
    for method, path, status in (
        ("GET", "/api/v1/nothing", 404),
        ("PATCH", "/api/v1/collections", 405),
    ):
        response = program.client.request(method, path)
        assert response.status_code == status
        assert response.headers["content-type"] == "application/problem+json"
    program("GET", "/api/v1/collections/Mills", 404)
    program("GET", "/api/v1/answers/none", 404)


def test_what_was_asked_is_counted(library: Workbench) -> None:
    program = Program(HttpInterface(lambda: library))
    program("GET", "/api/v1/collections")
    program("GET", "/api/v1/collections/Mills", 404)
    text = program("GET", "/api/v1/metrics").text
    assert 'quire_requests_total{operation="listCollections",status="200"} 1' in text
    assert 'quire_requests_total{operation="showCollection",status="404"} 1' in text
    assert "quire_documents 2" in text


def test_the_log_says_who_asked_for_what(own: Workbench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "backend.interfaces")
    program = Program(HttpInterface(lambda: own))
    program("GET", "/api/v1/collections")
    text = TokenStore(own.parts.settings.library).add("report builder", "read", 1)
    program("GET", "/api/v1/collections", 401)
    named = {"Authorization": f"Bearer {text}"}
    program("GET", "/api/v1/collections/Mills", 404, headers=named)
    told = [
        record.getMessage().partition(" in ")[0]
        for record in caplog.records
        if record.name.startswith("backend.interfaces")
    ]
    assert told[-3:] == [
        "listCollections for this machine: 200",
        "listCollections for nobody known: 401",
        "showCollection for token “report builder”: 404",
    ]
    assert text not in caplog.text


def test_many_requests_at_once_are_all_answered(library: Workbench) -> None:
    application = HttpInterface(lambda: library, RateLimit(10_000)).application()

    async def ask() -> list[int]:
        return await asyncio.gather(*(status_of(application) for _ in range(1_000)))

    assert in_own_loop(ask) == [200] * 1_000


def test_of_many_questions_at_once_each_is_answered_or_told_to_come_again(
    library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.interfaces.http_api.operations.MOST_QUESTIONS", 6)
    application = HttpInterface(lambda: library, RateLimit(10_000)).application()
    may_begin, original = threading.Event(), library.questions.ask

    def ask(*given: Any, **named: Any) -> RunningQuestion:
        assert may_begin.wait(60)
        return original(*given, **named)

    monkeypatch.setattr(library.questions, "ask", ask)

    async def all_at_once() -> list[Any]:
        body = json.dumps(QUESTION).encode()
        asked = [
            asyncio.ensure_future(response_of(application, "POST", f"{BASE}/ask", body))
            for _ in range(20)
        ]
        for _ in range(1_000):
            if sum(each.done() for each in asked) >= 14:
                break  # before one of the others has begun
            await asyncio.sleep(0.01)
        may_begin.set()
        return await asyncio.gather(*asked)

    sent = in_own_loop(all_at_once)
    statuses = [each[0]["status"] for each in sent]
    assert (statuses.count(200), statuses.count(503)) == (6, 14)
    for start, *rest in sent:
        told = json.loads(b"".join(each["body"] for each in rest))
        if start["status"] == 200:
            assert told["verdict"]
        else:
            assert dict(start["headers"])[b"retry-after"] == b"10"
            assert told["detail"] == "Too many questions are waiting."
    # when these have ended there is room again
    again = in_own_loop(
        partial(response_of, application, "POST", f"{BASE}/ask", json.dumps(QUESTION).encode())
    )
    assert again[0]["status"] == 200


async def status_of(application: Any) -> int:
    """The status of one request for the documents."""
    sent = await response_of(application, "GET", f"{BASE}/documents")
    return int(sent[0]["status"])


async def response_of(application: Any, method: str, path: str, body: bytes = b"") -> list[Any]:
    """All messages of the response to one request."""
    sent: list[Any] = []
    gone = asyncio.Event()
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if messages:
            return messages.pop()
        return await gone.wait()  # the client stays until it has its answer

    async def send(message: Any) -> None:
        sent.append(message)

    await application(scope_of(method, path), receive, send)
    return sent


def scope_of(method: str, path: str, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    """A request as a server hands it to the application."""
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": list(headers),
        "client": HERE,
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "root_path": "",
        "http_version": "1.1",
    }
