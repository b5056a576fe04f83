"""Every part of the records has a contract, every verb a test, and every store inherits all."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

import pytest

from backend.ports import Records
from tests.contracts import test_sqlite_records
from tests.contracts.records_contract import CONTRACTS, PARTS
from tests.contracts.records_ground import RecordsGround
from tests.servers import test_neo4j_records


def verbs_of(part: type) -> set[str]:
    """The verbs that a part itself has."""
    return {name for name in vars(part) if not name.startswith("_")}


def asked_in(contract: type) -> set[str]:
    """The verbs that a contract's own tests ask of a store."""
    tree = ast.parse(inspect.getsource(contract).strip())
    calls = (each.func for each in ast.walk(tree) if isinstance(each, ast.Call))
    return {call.attr for call in calls if isinstance(call, ast.Attribute)}


def test_the_parts_are_those_of_the_whole() -> None:
    whole = {each for each in Records.__mro__ if each.__name__.endswith("Records")} - {Records}
    assert set(PARTS) == whole


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_each_verb_of_a_part_is_asked_in_its_contract(part: type) -> None:
    assert verbs_of(part) - asked_in(PARTS[part]) == set()


@pytest.mark.parametrize("tests", [test_sqlite_records, test_neo4j_records])
def test_each_store_inherits_each_contract(tests: ModuleType) -> None:
    inherited = {
        base
        for name, each in vars(tests).items()
        if name.startswith("Test") and inspect.isclass(each) and issubclass(each, RecordsGround)
        for base in each.__bases__
    }
    assert inherited == set(CONTRACTS)
