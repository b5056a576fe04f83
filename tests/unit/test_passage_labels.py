"""What a language model is told about passages: dates of documents, columns and units of tables."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.pipelines._labels import MOST_COLUMNS, columns_told, date_of, labelled
from backend.scope.periods import Period, Times
from backend.types import CellKind, Column, Hit
from backend.workbench import Workbench
from tests.valleys import SETTINGS, WordEmbedder, finish, opened


def column(name: str, unit: str = "", scale: int = 1) -> Column:
    return Column(name, (name,), CellKind.NUMBER, unit, Decimal(scale), "")


@pytest.mark.parametrize(
    ("times", "told"),
    [
        (Times((date(2021, 3, 1),)), "2021-03-01"),
        (Times((date(2021, 3, 1),), (Period(2021),)), "2021-03-01"),
        (Times((), (Period(2021, 2),)), "Q2 2021"),
        (Times((), (Period(2021),)), "2021"),
        (Times((date(2021, 3, 1), date(2021, 4, 1))), ""),
        (Times((), (Period(2020), Period(2021))), ""),
        (Times(), ""),
    ],
)
def test_only_one_time_is_a_documents_date(times: Times, told: str) -> None:
    assert date_of(times) == told


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ((), ""),
        ((column(""),), ""),
        ((column("2021"), column("2020")), "2021; 2020"),
        (
            (column("2021", "USD", 1_000_000), column("2020", "USD", 1_000_000)),
            "2021; 2020. Unit: USD in millions",
        ),
        ((column("2021", "USD"), column("Share", "%")), "2021 (USD); Share (%)"),
        ((column("2021", "USD"), column("Name")), "2021 (USD); Name"),
        ((column("2021", "", 1_000),), "2021. Unit: thousands"),
    ],
)
def test_columns_are_told_with_their_units(columns: tuple[Column, ...], told: str) -> None:
    assert columns_told(columns) == told


def test_of_many_columns_the_first_are_told() -> None:
    told = columns_told([column(f"c{number}") for number in range(MOST_COLUMNS + 5)])
    assert told.endswith(f"c{MOST_COLUMNS - 1}; …")


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: WordEmbedder())
    made = opened(tmp_path)
    collection = made.library.create_collection("Mill", SETTINGS)
    text = (
        "# Minutes of the mill\n\nThe mill was sold to the village.\n\n"
        "| Grain | 2022 (EUR) | 2023 (EUR) |\n| --- | --- | --- |\n"
        "| Oats | 120 | 130 |\n| Rye | 80 | 95 |\n"
    )
    made.library.add_file(collection.id, "minutes 2023-05-14.md", text.encode())
    finish(made)
    yield made
    made.close()


def test_passages_of_a_library_are_labelled(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Mill").id
    (document,) = workbench.parts.records.documents(collection)
    chunks = workbench.parts.records.chunks_of(document.id)
    hits = [Hit(chunk, 1.0, ()) for chunk in chunks]
    told = labelled(workbench.parts, collection, hits)
    assert [labelled_hit.chunk for labelled_hit in told] == list(chunks)
    assert {labelled_hit.date for labelled_hit in told} == {"2023-05-14"}
    rows = [labelled_hit for labelled_hit in told if labelled_hit.chunk.kind == "table_row"]
    assert rows
    assert all("2022" in row.columns and "EUR" in row.columns for row in rows)
    assert all(
        not labelled_hit.columns for labelled_hit in told if labelled_hit.chunk.kind == "prose"
    )
    workbench.library.delete_documents([document.id])
    assert all(
        not labelled_hit.columns for labelled_hit in labelled(workbench.parts, collection, hits)
    )
