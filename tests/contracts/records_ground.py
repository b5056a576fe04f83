"""What the tests of every record store stand on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from backend.ports import Records
from backend.types import Collection, CollectionSettings

Reopen = Callable[[], Records]


class RecordsGround:
    """Inherit, and define the fixtures `store` and `reopen`.

    `store` opens a store on its own empty ground; `reopen` opens the same ground a second time, as
    another process would.
    """

    @pytest.fixture
    def collection(self, store: Records) -> Collection:
        return store.create_collection("Harbour", CollectionSettings(chunker="fixed"))
