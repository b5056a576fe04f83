"""Files that come in pieces are added once, whatever is lost on the way."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from app.upload_route import ADDRESS, PASS_HEADER, upload_routes
from app.uploads import MOST_PIECE, Pass, Passes, PieceError, UploadOutcome, passes
from backend.errors import NotFoundError
from backend.types import Job, JobState, UploadCheck
from backend.workbench import Workbench
from tests.pages.standin import make_job

FILE = "0123456789abcdef" * 2
OTHER = "f" * 32


class Shelf:
    """What a pass needs of a workbench; it remembers the bytes that it was given."""

    def __init__(self, verdict: str = "new", most: int = 100) -> None:
        self.added: list[tuple[str, str, bytes]] = []
        self.verdict = verdict
        self.most = most
        self.there = True
        self.twice = False

    @property
    def library(self) -> Shelf:
        return self

    def largest_file(self) -> int:
        return self.most

    def inspect_upload(self, collection_id: str, name: str, content: Path) -> UploadCheck:
        assert content.is_file()
        return UploadCheck(self.verdict, "0" * 64, ())  # type: ignore[arg-type]

    def add_file(self, collection_id: str, name: str, content: Path) -> Job | None:
        if not self.there:
            raise NotFoundError("This collection is gone.", "Choose another one.")
        self.added.append((collection_id, name, content.read_bytes()))
        return None if self.twice else make_job("j", name, JobState.QUEUED)


def _pass(shelf: Shelf) -> Pass:
    return Pass(cast(Workbench, shelf), "c")


def test_pieces_in_order_become_one_file() -> None:
    shelf = Shelf()
    ticket = _pass(shelf)
    assert ticket.receive(FILE, "a.txt", 10, 0, b"0123") == (4, None)
    assert ticket.receive(FILE, "a.txt", 10, 4, b"4567") == (8, None)
    assert ticket.receive(FILE, "a.txt", 10, 8, b"89") == (10, UploadOutcome("taken", 1))
    assert shelf.added == [("c", "a.txt", b"0123456789")]
    assert ticket.ended == 1


def test_a_piece_that_comes_twice_or_too_early_changes_nothing() -> None:
    shelf = Shelf()
    ticket = _pass(shelf)
    ticket.receive(FILE, "a.txt", 10, 0, b"0123")
    assert ticket.receive(FILE, "a.txt", 10, 0, b"0123") == (4, None)
    assert ticket.receive(FILE, "a.txt", 10, 6, b"6789") == (4, None)
    ticket.receive(FILE, "a.txt", 10, 4, b"456789")
    assert ticket.receive(FILE, "a.txt", 10, 4, b"456789") == (10, UploadOutcome("taken", 1))
    assert shelf.added == [("c", "a.txt", b"0123456789")]


def test_outcomes_are_counted_in_the_order_in_which_files_end() -> None:
    ticket = _pass(Shelf())
    ticket.receive(FILE, "a.txt", 2, 0, b"0")
    assert ticket.receive(OTHER, "b.txt", 1, 0, b"0") == (1, UploadOutcome("taken", 1))
    assert ticket.receive(FILE, "a.txt", 2, 1, b"1") == (2, UploadOutcome("taken", 2))


def test_a_file_that_is_there_waits_for_a_decision() -> None:
    shelf = Shelf("same_bytes")
    ticket = _pass(shelf)
    assert ticket.receive(FILE, "a.txt", 1, 0, b"0")[1] == UploadOutcome("asks", 1)
    (waiting,) = ticket.waiting
    assert (waiting.name, waiting.size, waiting.path.read_bytes()) == ("a.txt", 1, b"0")
    ticket.settle([waiting])
    assert ticket.waiting == ()
    assert not waiting.path.exists()
    assert shelf.added == []


def test_what_is_not_taken_says_why() -> None:
    shelf = Shelf(most=2_000_000)
    ticket = _pass(shelf)
    outcome = ticket.receive(FILE, "a.txt", 2_000_001, 0, b"0")[1]
    assert outcome is not None
    assert outcome.kind == "refused"
    assert outcome.words == "The file is larger than 2 MB, the most that one may have."
    shelf.there = False
    outcome = ticket.receive(OTHER, "a.txt", 1, 0, b"0")[1]
    assert outcome == UploadOutcome("refused", 2, "This collection is gone. Choose another one.")
    shelf.there, shelf.twice = True, True
    assert ticket.receive("e" * 32, "a.txt", 1, 0, b"0")[1] == UploadOutcome("known", 3)


def test_a_cancelled_file_is_not_added_by_a_late_piece() -> None:
    shelf = Shelf()
    ticket = _pass(shelf)
    ticket.receive(FILE, "a.txt", 2, 0, b"0")
    ticket.cancel(FILE)
    outcome = ticket.receive(FILE, "a.txt", 2, 1, b"1")[1]
    assert outcome is not None
    assert outcome.kind == "refused"
    assert shelf.added == []


@pytest.mark.parametrize(
    ("file_id", "size", "start"),
    [("../../etc/passwd", 9, 0), ("F" * 32, 9, 0), (FILE, 9, -1), (FILE, 9, 8)],
)
def test_a_piece_outside_of_its_file_is_refused(file_id: str, size: int, start: int) -> None:
    with pytest.raises(PieceError):
        _pass(Shelf()).receive(file_id, "a.txt", size, start, b"01")


def test_what_came_goes_with_the_session_that_held_the_pass() -> None:
    held = Passes()
    ticket = held.issue(cast(Workbench, Shelf("same_bytes")), "c")
    ticket.receive(FILE, "a.txt", 1, 0, b"0")
    token, path = ticket.token, ticket.waiting[0].path
    assert held.find(token) is ticket
    del ticket
    gc.collect()
    assert held.find(token) is None
    assert not path.parent.exists()


def test_the_route_takes_pieces_from_who_shows_a_pass() -> None:
    shelf = Shelf()
    ticket = passes.issue(cast(Workbench, shelf), "c")
    shown = {PASS_HEADER: ticket.token}
    asked = {"name": "ä & b.txt", "size": "3"}
    with TestClient(Starlette(routes=upload_routes())) as client:

        def put(start: object, body: bytes, headers: dict[str, str]) -> tuple[int, object]:
            reply = client.put(
                f"{ADDRESS}{FILE}",
                params={**asked, "start": str(start)},
                content=body,
                headers=headers,
            )
            return reply.status_code, reply.json()

        assert put(0, b"01", {})[0] == 403
        assert put(0, b"01", {PASS_HEADER: "guessed"})[0] == 403
        assert put("x", b"01", shown)[0] == 400
        assert put(0, b"0" * (MOST_PIECE + 1), shown)[0] == 400
        assert shelf.added == []
        assert put(0, b"01", shown) == (200, {"received": 2})
        assert put(2, b"2", shown) == (
            200,
            {"received": 3, "outcome": "taken", "place": 1, "words": ""},
        )
        assert client.delete(f"{ADDRESS}{FILE}", headers=shown).status_code == 204
        assert client.delete(f"{ADDRESS}{FILE}").status_code == 403
    assert shelf.added == [("c", "ä & b.txt", b"012")]
