"""Files in pieces over HTTP: begun, broken off, gone on with, finished, dropped in time."""

from __future__ import annotations

import base64
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from backend.errors import NotFoundError, StorageError
from backend.ingestion.partial_files import FOLDER, LASTS, PartialFiles
from backend.interfaces.http_api import resumable
from backend.interfaces.http_api.admission import RateLimit
from backend.interfaces.http_api.interface import HttpInterface
from backend.types import JobState
from backend.workbench import OnDuplicate, Workbench
from tests.interfaces.conftest import in_own_loop, opened
from tests.interfaces.test_http_api import Program, scope_of

CONTENT = b"The mill of Harrow ground barley until 1954. " * 40
PLACE = "/api/v1/collections/Mills/uploads"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Workbench]:
    workbench = opened(tmp_path / "library")
    workbench.library.create_collection("Mills")
    yield workbench
    workbench.close()


@pytest.fixture
def program(own: Workbench) -> Program:
    return Program(HttpInterface(lambda: own))


def announced(name: str, size: int) -> dict[str, str]:
    encoded = base64.b64encode(name.encode()).decode()
    return {
        "Upload-Length": str(size),
        "Upload-Metadata": f"filetype dGV4dA==,filename {encoded}",
        "Tus-Resumable": "1.0.0",
    }


def begun(client: TestClient, content: bytes = CONTENT, name: str = "mill.txt") -> str:
    response = client.post(PLACE, headers=announced(name, len(content)))
    assert response.status_code == 201, response.text
    assert response.headers["Tus-Resumable"] == "1.0.0"
    return str(response.headers["Location"])


def piece(client: TestClient, place: str, offset: int, content: bytes) -> Any:
    headers = {
        "Upload-Offset": str(offset),
        "Content-Type": "application/offset+octet-stream",
        "Tus-Resumable": "1.0.0",
    }
    return client.patch(place, content=content, headers=headers)


def offset_of(client: TestClient, place: str) -> int:
    response = client.head(place)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    return int(response.headers["Upload-Offset"])


def documents(workbench: Workbench) -> list[bytes]:
    """What was taken in, once all is read."""
    workbench.queue.work_until_idle(threading.Event())
    found = workbench.library.documents(workbench.library.collection_named("Mills").id)
    return [workbench.library.source_file(document.id)[1] for document in found]


def left(workbench: Workbench) -> list[str]:
    folder = workbench.parts.settings.library / FOLDER
    return sorted(each.name for each in folder.glob("*")) if folder.is_dir() else []


def test_what_is_spoken_here_is_told(program: Program) -> None:
    response = program.client.options(PLACE)
    assert response.status_code == 204
    assert response.headers["Tus-Version"] == "1.0.0"
    assert response.headers["Tus-Extension"] == "creation,expiration,termination"
    assert int(response.headers["Tus-Max-Size"]) > 1_000_000


def test_a_file_comes_in_pieces_and_becomes_a_document(own: Workbench, program: Program) -> None:
    client = program.client
    place = begun(client)
    assert offset_of(client, place) == 0
    assert piece(client, place, 0, CONTENT[:700]).headers["Upload-Offset"] == "700"
    assert offset_of(client, place) == 700
    state = program("GET", place)
    assert (state["name"], state["received"], state["done"]) == ("mill.txt", 700, False)
    assert piece(client, place, 700, CONTENT[700:]).status_code == 204
    state = program("GET", place)
    assert (state["done"], state["job"]["name"]) == (True, "mill.txt")
    assert offset_of(client, place) == len(CONTENT)  # for whoever lost the last reply
    assert piece(client, place, len(CONTENT), b"").status_code == 204
    assert documents(own) == [CONTENT]
    assert program("DELETE", place, 422)["detail"]
    assert left(own) == [f"{place.rsplit('/', 1)[-1]}.json"]  # what became of it, for a day


def test_an_upload_goes_on_after_a_broken_connection_and_a_restart(
    own: Workbench, tmp_path: Path
) -> None:
    service = HttpInterface(lambda: own)
    client = TestClient(service.application(), client=("127.0.0.1", 50_000))
    place = begun(client)
    messages = [
        {"type": "http.request", "body": CONTENT[:900], "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Any] = []

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = (
        (b"content-length", str(len(CONTENT)).encode()),
        (b"content-type", b"application/offset+octet-stream"),
        (b"upload-offset", b"0"),
    )
    scope = scope_of("PATCH", place, *headers)
    in_own_loop(lambda: service.application()(scope, receive, send))
    assert sent[0]["status"] == 400
    own.close()
    again = opened(tmp_path / "library")
    try:
        later = Program(HttpInterface(lambda: again)).client
        assert offset_of(later, place) == 900
        assert piece(later, place, 900, CONTENT[900:]).status_code == 204
        assert documents(again) == [CONTENT]
    finally:
        again.close()


def test_a_piece_that_does_not_follow_changes_nothing(own: Workbench, program: Program) -> None:
    client = program.client
    place = begun(client)
    piece(client, place, 0, CONTENT[:700])
    for offset, content in ((0, CONTENT[:700]), (701, CONTENT[701:]), (len(CONTENT), b"")):
        refused = piece(client, place, offset, content)
        assert refused.status_code == 409
        assert refused.headers["Upload-Offset"] == "700"
        assert "700 bytes are here" in refused.json()["remedy"]
    assert piece(client, place, 700, CONTENT).status_code == 413
    assert offset_of(client, place) == 700
    assert piece(client, place, 700, CONTENT[700:]).status_code == 204
    assert documents(own) == [CONTENT]


def test_two_who_send_the_same_piece_at_once_add_it_once(own: Workbench, program: Program) -> None:
    place = begun(program.client)
    together = threading.Barrier(4)

    def send(_: int) -> int:
        together.wait()
        return int(piece(program.client, place, 0, CONTENT).status_code)

    with ThreadPoolExecutor(4) as threads:
        statuses = sorted(threads.map(send, range(4)))
    # who comes while it is taken in is told to wait, who comes when it is done finds none
    assert statuses[0] == 204
    assert set(statuses[1:]) <= {404, 409}
    assert documents(own) == [CONTENT]


@pytest.mark.parametrize("way", ["whole", "pieces"])
def test_the_same_file_sent_twice_at_once_is_one_document(
    own: Workbench, program: Program, way: str
) -> None:
    together = threading.Barrier(6)

    def send(number: int) -> int:
        if way == "whole":
            together.wait()
            name = f"/api/v1/collections/Mills/files/mill {number % 2}.txt"
            return int(program.client.put(name, content=CONTENT).status_code)
        place = begun(program.client, name=f"mill {number % 2}.txt")
        together.wait()
        return int(piece(program.client, place, 0, CONTENT).status_code)

    with ThreadPoolExecutor(6) as threads:
        statuses = list(threads.map(send, range(6)))
    assert statuses == [202 if way == "whole" else 204] * 6
    assert documents(own) == [CONTENT]
    jobs = own.queue.jobs(own.library.collection_named("Mills").id)
    assert [job.job.state for job in jobs] == [JobState.DONE]


def aged(workbench: Workbench, seconds: float) -> None:
    """As if all that lies there had been written so long ago."""
    for each in (workbench.parts.settings.library / FOLDER).glob("*"):
        then = each.stat().st_mtime - seconds
        os.utime(each, (then, then))


def test_half_an_upload_is_dropped_a_day_after_its_last_piece(
    own: Workbench, program: Program
) -> None:
    client = program.client
    late, kept = begun(client), begun(client, name="late.txt")
    piece(client, late, 0, CONTENT[:700])
    aged(own, LASTS - 60)
    piece(client, kept, 0, CONTENT[:10])
    assert offset_of(client, late) == 700
    aged(own, 61)
    assert own.uploads.drop_old_uploads() == 1
    assert piece(client, late, 700, CONTENT[700:]).status_code == 404
    assert offset_of(client, kept) == 10
    assert {each.split(".")[0] for each in left(own)} == {kept.rsplit("/", 1)[-1]}


def test_what_is_too_old_is_gone_when_the_program_starts(own: Workbench, tmp_path: Path) -> None:
    begun(Program(HttpInterface(lambda: own)).client)
    aged(own, LASTS + 1)
    own.close()
    again = opened(tmp_path / "library")
    again.close()  # waits for what a start does beside
    assert left(again) == []


def test_a_dropped_upload_and_one_of_a_deleted_collection_leave_nothing(
    own: Workbench, program: Program
) -> None:
    client = program.client
    place, other = begun(client), begun(client, name="other.txt")
    piece(client, place, 0, CONTENT[:700])
    assert client.delete(place).status_code == 204
    assert client.head(place).status_code == 404
    own.library.delete_collection(own.library.collection_named("Mills").id)
    assert client.head(other).status_code == 404
    assert left(own) == []


def test_a_file_that_cannot_be_taken_in_keeps_its_bytes_and_is_tried_again(
    own: Workbench, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = program.client
    place = begun(client)
    real: Callable[..., Any] = own.library.add_file
    full = StorageError("The disk is full: the file could not be stored.", "Free some space.")

    def no_room(*_: Any, **__: Any) -> Any:
        raise full

    monkeypatch.setattr(own.uploads, "_add_file", no_room)
    assert piece(client, place, 0, CONTENT).status_code == 503
    monkeypatch.setattr(own.uploads, "_add_file", real)
    assert piece(client, place, len(CONTENT), b"").status_code == 204
    assert documents(own) == [CONTENT]


@pytest.mark.parametrize("duplicate", ["skip", "keep_both", "replace"])
def test_a_program_that_ends_while_a_file_is_taken_in_adds_it_once(
    own: Workbench, program: Program, monkeypatch: pytest.MonkeyPatch, duplicate: OnDuplicate
) -> None:
    own.library.add_file(own.library.collection_named("Mills").id, "mill.txt", CONTENT)
    assert documents(own) == [CONTENT]
    begun_one = own.uploads.begin_upload(
        own.library.collection_named("Mills").id, "mill.txt", len(CONTENT), on_duplicate=duplicate
    )

    def ended(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(PartialFiles, "end", ended)
        with pytest.raises(KeyboardInterrupt):
            own.uploads.add_to_upload(begun_one.id, 0, CONTENT)
    place = f"/api/v1/uploads/{begun_one.id}"
    assert offset_of(program.client, place) == len(CONTENT)
    for _ in range(2):
        assert piece(program.client, place, len(CONTENT), b"").status_code == 204
    assert documents(own) == [CONTENT] * (2 if duplicate == "keep_both" else 1)
    assert own.uploads.upload(begun_one.id).done


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Upload-Length": ""}, 400),
        ({"Upload-Length": "-5"}, 400),
        ({"Upload-Length": "5.5"}, 400),
        ({"Upload-Length": "9" * 5_000}, 400),
        ({"Upload-Length": "0"}, 422),
        ({"Upload-Length": str(10 << 30)}, 413),
        ({"Upload-Metadata": ""}, 400),
        ({"Upload-Metadata": "filename !"}, 400),
        ({"Upload-Metadata": "filename /w=="}, 400),
        ({"Tus-Resumable": "0.2.2"}, 412),
    ],
)
def test_what_cannot_be_announced_says_why(
    own: Workbench, program: Program, changed: dict[str, str], status: int
) -> None:
    told = program("POST", PLACE, status, headers={**announced("mill.txt", 20), **changed})
    assert told["remedy"]
    assert left(own) == []


def test_a_piece_needs_its_type_and_its_place(program: Program) -> None:
    client = program.client
    place = begun(client)
    assert client.patch(place, content=b"x", headers={"Upload-Offset": "0"}).status_code == 415
    typed = {"Content-Type": "application/offset+octet-stream"}
    assert client.patch(place, content=b"x", headers=typed).status_code == 400
    for unknown in ("0" * 32, "../records", "x"):
        assert client.head(f"/api/v1/uploads/{unknown}").status_code == 404


def test_many_uploads_at_once_lose_nothing(own: Workbench) -> None:
    client = Program(HttpInterface(lambda: own, RateLimit(100_000))).client
    wanted = [f"Mill {number} ground barley.".encode() * 30 for number in range(20)]

    def send(content: bytes) -> None:
        place = begun(client, content, f"{content[:7].decode()}.txt")
        half = len(content) // 2
        assert piece(client, place, 0, content[:half]).status_code == 204
        assert piece(client, place, half, content[half:]).status_code == 204

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(send, wanted))
    assert sorted(documents(own)) == sorted(wanted)


def test_a_large_body_is_written_piece_by_piece(
    own: Workbench, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resumable, "PIECE_BYTES", 100)
    place = begun(program.client)
    assert piece(program.client, place, 0, CONTENT).status_code == 204
    assert documents(own) == [CONTENT]


def test_the_library_itself_takes_pieces(own: Workbench) -> None:
    collection = own.library.collection_named("Mills")
    begun_one = own.uploads.begin_upload(collection.id, "mill.txt", len(CONTENT))
    own.uploads.add_to_upload(begun_one.id, 0, CONTENT[:5])
    assert own.uploads.add_to_upload(begun_one.id, 5, CONTENT[5:]).done
    with pytest.raises(NotFoundError):
        own.uploads.upload("0" * 32)
    assert documents(own) == [CONTENT]
