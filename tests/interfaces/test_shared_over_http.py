"""Programs of several people over one library: each token reaches what its person may see."""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from backend.interfaces.http_api.admission import RateLimit
from backend.interfaces.http_api.interface import HttpInterface
from backend.services.passwords import PasswordFile
from backend.settings import load_settings
from backend.types import Principal, Role
from backend.workbench import Workbench, open_workbench

HERE = ("127.0.0.1", 50_000)
SECRET = "Zephyrine"
QUESTION = f"Who opened the {SECRET} lighthouse?"
ADA, TOM = Principal("ada", "Ada"), Principal("tom", "Tom")


class Shared:
    """A library with sign-in, its service, and Ada's collection."""

    def __init__(self, folder: Path) -> None:
        passwords = PasswordFile(folder)
        for each in ("ada", "tom"):
            passwords.put(each, "correct horse battery")
        settings = load_settings({"QUIRE_SIGN_IN": "password"}, library=folder)
        self.workbench: Workbench = open_workbench(settings, start_workers=False)
        self.ada, self.tom = self.workbench.for_(ADA), self.workbench.for_(TOM)
        self.collection = self.ada.library.create_collection(f"{SECRET} papers")
        text = f"{SECRET} Lorne opened the {SECRET} lighthouse in 1931."
        self.ada.library.add_file(self.collection.id, "letter.txt", text.encode())
        self.workbench.queue.work_until_idle(threading.Event())
        (self.document,) = self.ada.library.documents(self.collection.id)
        self.service = HttpInterface(lambda: self.workbench, RateLimit(100_000))
        self.client = TestClient(self.service.application(), client=HERE)

    def ask(self, who: str, method: str, path: str, **arguments: Any) -> Any:
        headers = {"Authorization": f"Bearer {who}"} if who else {}
        return self.client.request(method, path, headers=headers, **arguments)


def matches(template: str, path: str) -> bool:
    """Whether a path is one of an operation's."""
    pattern = re.sub(r"\{\w+(:path)?\}", "[^/]+", template)
    return re.fullmatch(pattern, path) is not None


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    made = Shared(tmp_path_factory.mktemp("shared") / "library")
    yield made
    made.workbench.close()


def test_this_machine_needs_a_token_as_well(shared: Shared) -> None:
    assert shared.ask("", "GET", "/api/v1/collections").status_code == 401
    assert shared.ask("made up", "GET", "/api/v1/collections").status_code == 401
    assert shared.ask("", "GET", "/api/v1/health").status_code == 200


def test_a_token_reaches_what_its_person_may_see(shared: Shared) -> None:
    hers, his = (
        shared.ada.sharing.add_token("a", "write", 5),
        shared.tom.sharing.add_token("t", "write", 5),
    )
    answer = shared.ask(
        hers, "POST", f"/api/v1/collections/{shared.collection.id}/ask", json={"question": QUESTION}
    ).json()
    assert SECRET in answer["text"]
    document, passage = shared.document.id, answer["passages"][0]["passage_id"]
    hers_at = f"/api/v1/collections/{shared.collection.id}"
    assert shared.ask(hers, "POST", f"{hers_at}/question-sets", json={"name": SECRET}).is_success
    told = {"question": QUESTION, "answers": [SECRET]}
    assert shared.ask(hers, "PUT", f"{hers_at}/question-sets/{SECRET}/questions", json=told)
    begun = {"set": SECRET, "contenders": [{"pipeline": "naive"}]}
    run = shared.ask(hers, "POST", f"{hers_at}/runs", json=begun).json()["id"]
    shared.workbench.queue.work_until_idle(threading.Event())
    assert SECRET in shared.ask(hers, "GET", f"{hers_at}/runs/{run}").text
    announced = {
        "Upload-Length": "9",
        "Upload-Metadata": f"filename {base64.b64encode(f'{SECRET}.txt'.encode()).decode()}",
    }
    upload = shared.client.post(
        f"{hers_at}/uploads", headers={**announced, "Authorization": f"Bearer {hers}"}
    ).headers["Location"]
    assert SECRET in shared.ask(hers, "GET", upload).text
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/api/v1/collections", None),
        ("GET", f"/api/v1/collections/{shared.collection.id}", None),
        ("GET", f"/api/v1/collections/{SECRET} papers/documents", None),
        ("GET", f"/api/v1/collections/{shared.collection.id}/jobs", None),
        ("POST", f"/api/v1/collections/{shared.collection.id}/search", {"question": QUESTION}),
        ("POST", f"/api/v1/collections/{shared.collection.id}/check", {"sentence": "It is."}),
        ("GET", f"/api/v1/documents/{document}", None),
        ("GET", f"/api/v1/documents/{document}/pages/1?passage_id={passage}", None),
        ("DELETE", f"/api/v1/documents/{document}", None),
        ("GET", f"/api/v1/answers/{answer['id']}", None),
        ("GET", f"/api/v1/answers/{answer['id']}/bundle", None),
        ("GET", f"/api/v1/answers/{answer['id']}/marks", None),
        ("PUT", f"/api/v1/answers/{answer['id']}/marks", {"value": 1}),
        ("GET", f"{hers_at}/question-sets", None),
        ("POST", f"{hers_at}/question-sets", {"name": SECRET}),
        ("GET", f"{hers_at}/question-sets/{SECRET}", None),
        ("DELETE", f"{hers_at}/question-sets/{SECRET}", None),
        ("GET", f"{hers_at}/question-sets/{SECRET}/questions", None),
        ("PUT", f"{hers_at}/question-sets/{SECRET}/questions", {"question": "What?"}),
        ("GET", f"{hers_at}/question-sets/{SECRET}/file", None),
        ("PUT", f"{hers_at}/question-sets/{SECRET}/file", {"question": "What?"}),
        ("GET", f"{hers_at}/runs", None),
        ("POST", f"{hers_at}/runs", begun),
        ("GET", f"{hers_at}/runs/{run}", None),
        ("GET", f"{hers_at}/runs/{run}?form=csv", None),
        ("POST", f"{hers_at}/runs/{run}/failed", None),
        ("POST", f"{hers_at}/runs/{run}/causes", None),
        ("POST", f"{hers_at}/runs/{run}/would-cost", None),
        ("POST", f"{hers_at}/runs/{run}/judging-price", {"votes": 1}),
        ("POST", f"{hers_at}/runs/{run}/judging", {"votes": 1}),
        ("DELETE", f"{hers_at}/runs/{run}", None),
        ("GET", upload, None),
        ("HEAD", upload, None),
        ("DELETE", upload, None),
        ("GET", "/v1/models", None),
        ("GET", "/api/v1/metrics", None),
    ]
    described = {operation.name for operation in shared.service.operations}
    reached = {
        operation.name
        for operation in shared.service.operations
        for method, path, _ in asked
        if operation.method == method
        and matches(operation.base + operation.path, path.partition("?")[0])
    }
    apart = {"createCollection", "uploadFile", "beginUpload", "sendPiece", "ask", "describeUploads"}
    open_to_all = {"health", "describe", "showModel", "createChatCompletion"}
    assert reached | apart | open_to_all == described  # a new operation is asked for here too
    for method, path, body in asked:
        response = shared.ask(his, method, path, json=body)
        own_words = response.text.replace(f"“{SECRET} papers”", "")
        assert SECRET not in own_words, path
        assert response.status_code == (
            200
            if path in ("/api/v1/collections", "/v1/models")
            else 403
            if "metrics" in path
            else 404
        ), path
    assert shared.ask(his, "GET", "/api/v1/collections").json() == []
    assert shared.ada.library.documents(shared.collection.id)


def test_a_role_and_a_token_count_no_longer_once_taken_away(shared: Shared) -> None:
    his = shared.tom.sharing.add_token("late", "write", 5)
    place = f"/api/v1/collections/{shared.collection.id}"
    shared.ada.sharing.share(shared.collection.id, "person", "tom", Role.CONTRIBUTOR)
    assert shared.ask(his, "GET", place).status_code == 200
    assert shared.ask(his, "PUT", f"{place}/files/tide.txt", content=b"Noon.").status_code == 202
    for method, path in (
        ("PUT", f"{place}/files/letter.txt"),
        ("DELETE", f"/api/v1/documents/{shared.document.id}"),
    ):
        refused = shared.ask(his, method, path, content=b"Another letter.")
        assert refused.status_code == 403
        assert "contributor" in refused.json()["detail"]
    shared.ada.sharing.unshare(shared.collection.id, "person", "tom")
    assert shared.ask(his, "GET", f"{place}/jobs").status_code == 404
    assert shared.ask(his, "PUT", f"{place}/files/ebb.txt", content=b"Seven.").status_code == 404
    shared.workbench.queue.work_until_idle(threading.Event())
    assert "tide.txt" in {
        document.name for document in shared.ada.library.documents(shared.collection.id)
    }
    shared.tom.sharing.withdraw_token("late")
    assert shared.ask(his, "GET", "/api/v1/collections").status_code == 401


def test_the_token_of_another_library_is_none_here(shared: Shared, tmp_path: Path) -> None:
    other = open_workbench(load_settings({}, library=tmp_path / "other"), start_workers=False)
    foreign = other.sharing.add_token("foreign", "read", 5)
    other.close()
    assert shared.ask(foreign, "GET", "/api/v1/collections").status_code == 401


def test_a_reading_token_of_an_owner_changes_nothing(shared: Shared) -> None:
    hers = shared.ada.sharing.add_token("reader", "read", 5)
    assert shared.ask(hers, "GET", "/api/v1/collections").json()
    refused = shared.ask(hers, "DELETE", f"/api/v1/documents/{shared.document.id}")
    assert refused.status_code == 403


def test_the_person_of_a_token_must_be_there_still(shared: Shared) -> None:
    passwords = PasswordFile(shared.workbench.parts.settings.library)
    passwords.put("eve", "correct horse battery")
    eve = shared.workbench.for_(Principal("eve", "Eve")).sharing.add_token("e", "read", 5)
    assert shared.ask(eve, "GET", "/api/v1/collections").status_code == 200
    passwords.remove("eve")
    assert shared.ask(eve, "GET", "/api/v1/collections").status_code == 401
