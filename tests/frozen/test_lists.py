"""What pipelines find stays as it was frozen (`tests.frozen.lists` says how to freeze anew)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from backend import registry
from backend.settings import load_settings
from backend.types import Collection
from backend.workbench import Workbench
from tests.frozen import lists

Opened = tuple[Workbench, Mapping[str, Collection]]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """All sets, embedded once for the whole run."""
    folder = load_settings().benchmarks
    missing = [name for name in lists.SETS if not (folder / name).is_dir()]
    if missing:
        pytest.skip(f"the public question sets are not here: {', '.join(missing)}")
    with lists.opened(folder, tmp_path_factory.mktemp("frozen")) as (workbench, collections):
        frozen, _ = lists.load()
        probed = lists.probe(workbench, collections)
        if len(frozen) != len(probed) or not np.allclose(frozen, probed, rtol=0.0, atol=1e-7):
            pytest.skip("vectors made here differ from those that the lists were frozen with")
        yield workbench, collections


@pytest.mark.bench_data
@pytest.mark.parametrize("run", lists.RUNS)
@pytest.mark.parametrize("name", lists.SETS)
def test_ids_order_and_scores_are_those_that_were_frozen(
    library: Opened, name: str, run: str
) -> None:
    workbench, collections = library
    _, frozen = lists.load()
    questions = lists.questions_of(load_settings().benchmarks, name)
    found = lists.found_by(workbench, collections[name], run, questions)
    before = frozen[name][run]
    assert list(found) == list(before)
    assert {qid: said for qid in found if (said := lists.difference(before[qid], found[qid]))} == {}


def test_every_pipeline_is_frozen() -> None:
    assert {pipeline for pipeline, _ in lists.RUNS.values()} == {
        *registry.names("backend.pipelines")
    }


def test_only_near_ties_may_change_places() -> None:
    old = [["a", 3.0], ["b", 2.0], ["c", 2.0 - 4e-7], ["d", 1.0]]
    assert lists.difference(old, [["a", 3.0], ["c", 2.0], ["b", 2.0], ["d", 1.0]]) == ""
    assert lists.difference(old, old[:3]) == "4 passages became 3"
    moved = [["b", 3.0], ["a", 2.0], ["c", 2.0], ["d", 1.0]]
    assert lists.difference(old, moved) == "places 1 to 1 hold other passages"
    assert lists.difference(old, [*old[:3], ["e", 1.0]]) == "place 4 holds another passage"
    assert "place 4" in lists.difference(old, [*old[:3], ["d", 1.00001]])
