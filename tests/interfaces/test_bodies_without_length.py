"""Ten gigabytes that announce no length: refused while they come, and nothing is left of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backend.ingestion.partial_files import FOLDER
from backend.interfaces.http_api import library as file_operations
from backend.interfaces.http_api.interface import HttpInterface
from backend.workbench import Workbench
from tests.interfaces.conftest import in_own_loop, opened
from tests.interfaces.test_http_api import scope_of

PIECE = b"x" * (1 << 20)
PIECES = 10 << 10
"""Ten gigabytes in megabytes."""
MOST_MEGABYTES = 5
"""That are read of what is no file."""
TUS = (
    (b"content-type", b"application/offset+octet-stream"),
    (b"upload-offset", b"0"),
)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Workbench]:
    workbench = opened(tmp_path / "library")
    workbench.library.create_collection("Mills")
    yield workbench
    workbench.close()


class Sender:
    """A client that sends ten gigabytes in one request and says nothing of their number."""

    def __init__(self, workbench: Workbench) -> None:
        self._application = HttpInterface(lambda: workbench).application()
        self.sent = 0
        self.answer: list[Any] = []

    def send(self, method: str, path: str, *headers: tuple[bytes, bytes]) -> tuple[int, str]:
        """The status and the words that it is told."""
        scope = scope_of(method, path, *headers)
        in_own_loop(lambda: self._application(scope, self._receive, self._take))
        return self.answer[0]["status"], self.answer[1]["body"].decode()

    async def _receive(self) -> dict[str, Any]:
        self.sent += 1
        return {"type": "http.request", "body": PIECE, "more_body": self.sent < PIECES}

    async def _take(self, message: Any) -> None:
        self.answer.append(message)


def test_a_whole_file_is_refused_at_the_limit_and_leaves_nothing(
    own: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arriving = tmp_path / "arriving"
    arriving.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(arriving))
    monkeypatch.setattr(file_operations, "MOST_UPLOAD_BYTES", 5 << 20)
    sender = Sender(own)
    status, words = sender.send("PUT", "/api/v1/collections/Mills/files/big.txt")
    assert (status, "5,242,880" in words) == (413, True)
    assert sender.sent == 6
    assert list(arriving.iterdir()) == []
    assert own.queue.jobs() == ()
    stored = (tmp_path / "library" / "files").rglob("*")
    assert [each for each in stored if each.is_file() and each.stat().st_size] == []


def test_a_piece_is_refused_at_the_end_of_its_file_and_what_fits_stays(own: Workbench) -> None:
    collection = own.library.collection_named("Mills")
    upload = own.uploads.begin_upload(collection.id, "big.txt", (3 << 20) + 5)
    sender = Sender(own)
    assert sender.send("PATCH", f"/api/v1/uploads/{upload.id}", *TUS)[0] == 413
    assert sender.sent == 4
    assert own.uploads.upload(upload.id).received == 3 << 20
    own.uploads.drop_upload(upload.id)
    assert own.queue.jobs() == ()
    assert list((own.parts.settings.library / FOLDER).iterdir()) == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/v1/collections/Mills/ask"),
        ("PUT", "/api/v1/collections/Mills/question-sets/own/file"),
        ("POST", "/v1/chat/completions"),
        ("POST", "/mcp"),
    ],
)
def test_what_is_no_file_is_refused_after_a_megabyte(
    own: Workbench, method: str, path: str
) -> None:
    sender = Sender(own)
    accepted = (b"accept", b"application/json, text/event-stream")
    status, words = sender.send(method, path, (b"content-type", b"application/json"), accepted)
    assert status == 413
    assert words
    assert sender.sent <= MOST_MEGABYTES
