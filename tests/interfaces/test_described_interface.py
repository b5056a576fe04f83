"""Generated requests against the published description: whatever is sent, the answer is one that
is described, and never an error of the program's own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
)

from backend.interfaces.http_api.admission import RateLimit
from backend.interfaces.http_api.interface import HttpInterface
from backend.types import Contender, Query, SetQuestion
from backend.workbench import Workbench
from tests.interfaces.conftest import NOTES, opened

EXAMPLES = 12
RAW = ("application/offset+octet-stream", "application/jsonl", "text/csv")
"""Media types of bodies that are bytes, and that the generator does not know."""
REJECTION = [negative_data_rejection]
LEFT_OUT = [positive_data_acceptance]
"""A question about an empty collection is refused, and no schema can say when one is empty."""


@schemathesis.serializer(*RAW)
def as_bytes(_: Any, value: Any) -> bytes:
    """A generated body as it is sent."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """A library of this module alone: what is generated may change it."""
    folder: Path = tmp_path_factory.mktemp("described") / "library"
    workbench = opened(folder)
    collection = workbench.library.create_collection("Lighthouse")
    workbench.library.add_file(collection.id, "notes.txt", NOTES.encode())
    workbench.queue.work_until_idle(threading.Event())
    yield workbench
    workbench.close()


@pytest.fixture(scope="module")
def token(filled: Workbench) -> str:
    return filled.sharing.add_token("generated", "write", 5)


@pytest.fixture(scope="module")
def described(filled: Workbench, token: str) -> Any:
    service = HttpInterface(lambda: filled, RateLimit(1_000_000))
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", service.application())


@pytest.mark.parametrize("known", [False, True], ids=["made up", "known"])
def test_every_answer_is_described(
    described: Any, filled: Workbench, token: str, known: bool
) -> None:
    """Once with paths as they are generated, once with those of what the library holds."""
    operations = [each.ok() for each in described.get_all_operations()]
    assert len(operations) > 15
    places = places_of(filled) if known else {}
    for operation in operations:
        if known and operation.method.upper() == "DELETE":
            continue  # the others would find nothing any more

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
        )
        @given(
            case=operation.as_strategy()
            | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
        )
        def hold(case: Any) -> None:
            for name in set(case.path_parameters or {}) & set(places):
                case.path_parameters[name] = places[name]
            case.call_and_validate(
                headers={"Authorization": f"Bearer {token}", "Tus-Resumable": "1.0.0"},
                excluded_checks=LEFT_OUT if _is_wrong_as_sent(case) else [*LEFT_OUT, *REJECTION],
            )

        hold()


def _is_wrong_as_sent(case: Any) -> bool:
    """Whether the body or an address is wrong: headers are set right before the case is sent, and
    a further parameter of an address is no fault."""
    wrong = {
        place.value
        for place, component in case.meta.components.items()
        if component.mode is GenerationMode.NEGATIVE
    }
    return not wrong or "body" in wrong


def places_of(workbench: Workbench) -> dict[str, str]:
    """What stands in paths, by its name there."""
    (collection, *_) = [
        each for each in workbench.library.collections() if each.name == "Lighthouse"
    ]
    (document, *_) = workbench.library.documents(collection.id)
    asking = workbench.questions.ask(Query("Who opened the lighthouse?", collection.id), "naive")
    assert asking.wait(60)
    card = workbench.question_sets.new_set(collection.id, "keepers")
    workbench.question_sets.put_question(collection.id, card.id, SetQuestion("", "Who opened it?"))
    run = workbench.evaluation.plan_run(collection.id, card.id, [Contender("naive")], answers=False)
    workbench.evaluation.start_run(run)
    upload = workbench.uploads.begin_upload(collection.id, "later.txt", 20)
    return {
        "collection": collection.id,
        "upload": upload.id,
        "set": "keepers",
        "run": run.id,
        "document": document.id,
        "answer": asking.id if asking.answer is None else asking.answer.id,
        "model": "naive/Lighthouse",
        "page": "1",
    }
