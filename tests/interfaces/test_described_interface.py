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
from schemathesis.specs.openapi.checks import positive_data_acceptance

from backend.interfaces.http_api.admission import RateLimit
from backend.interfaces.http_api.service import Service
from backend.types import Query
from backend.workbench import Workbench
from tests.interfaces.conftest import NOTES, opened

EXAMPLES = 12
LEFT_OUT = [positive_data_acceptance]
"""A question about an empty collection is refused, and no schema can say when one is empty."""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """A library of this module alone: what is generated may change it."""
    folder: Path = tmp_path_factory.mktemp("described") / "library"
    workbench = opened(folder)
    collection = workbench.create_collection("Lighthouse")
    workbench.add_file(collection.id, "notes.txt", NOTES.encode())
    workbench.work_until_idle(threading.Event())
    yield workbench
    workbench.close()


@pytest.fixture(scope="module")
def token(filled: Workbench) -> str:
    return filled.add_token("generated", "write", 5)


@pytest.fixture(scope="module")
def described(filled: Workbench, token: str) -> Any:
    service = Service(lambda: filled, RateLimit(1_000_000))
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
                headers={"Authorization": f"Bearer {token}"}, excluded_checks=LEFT_OUT
            )

        hold()


def places_of(workbench: Workbench) -> dict[str, str]:
    """What stands in paths, by its name there."""
    (collection, *_) = [each for each in workbench.collections() if each.name == "Lighthouse"]
    (document, *_) = workbench.documents(collection.id)
    asking = workbench.ask(Query("Who opened the lighthouse?", collection.id), "naive")
    assert asking.wait(60)
    return {
        "collection": collection.id,
        "document": document.id,
        "answer": asking.id if asking.answer is None else asking.answer.id,
        "model": "naive/Lighthouse",
        "page": "1",
    }
