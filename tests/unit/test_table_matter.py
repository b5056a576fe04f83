"""What stands over the tables of a document says whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.pipelines._table_matter import names_whole
from backend.types.tables import StoredTable

BARE = StoredTable("t", "d", (0,), None, (), "Net sales (in thousands)", "", (), (), "")


@pytest.mark.parametrize(
    ("name", "over", "whole"),
    [
        ("Alder Ferries", "ALDER FERRIES HOLDING AND SUBSIDIARIES NET SALES", True),
        ("Alder Ferries", "Alder Ferries, Inc.", True),
        ("Alder", "Alder Ferries and its consolidated subsidiaries", True),
        ("Ferries", "Alder Ferries, Inc.", False),  # a row may be called so
        ("Alder China", "Alder Ferries, Inc.", False),
        ("Alder Ferries", "Net sales of Alder Ferries", False),
    ],
)
def test_a_name_over_a_table_is_that_of_the_company(name: str, over: str, whole: bool) -> None:
    assert names_whole(name, [BARE, replace(BARE, lead_in=over)]) is whole
    assert names_whole(name, [BARE, replace(BARE, section=("Report", over))]) is whole
