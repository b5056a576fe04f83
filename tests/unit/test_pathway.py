"""Ways from what was found to what was missed, and the causes over a whole run."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import QuestionError
from backend.evaluation.missed_causes import work_on_causes
from backend.evaluation.pathway import PassageLinks, pathways_over, shortest
from backend.evaluation.why_not import CAUSES
from backend.types import Contender, Reference, SetQuestion, StepKind
from backend.workbench import Workbench
from tests.interfaces.conftest import opened

TEXTS = {
    "ferry.md": "# Ferry\n\nThe Petrel carries mail to the islands each Monday at dawn.\n",
    "yard.md": (
        "# Yard\n\nThe Petrel was launched by Quillon Brand in the old yard.\n\n"
        "## Ropes\n\nHemp ropes hang from the rafters above the slipway and the loft.\n"
    ),
    "brand.md": "# Shipwright\n\nQuillon Brand studied carving in Vessaly before the war began.\n",
}


class Links:
    """Links by hand: row → (kind, other)."""

    def __init__(self, links: dict[int, list[tuple[StepKind, int]]]) -> None:
        self._links = links

    def of(self, row: int) -> Iterator[tuple[StepKind, int, str]]:
        for kind, other in self._links.get(row, []):
            yield kind, other, f"{row}-{other}"


def way(
    links: dict[int, list[tuple[StepKind, int]]], seeds: list[int], wanted: set[int], limit: int = 6
) -> list[tuple[StepKind, int, int, str]] | None:
    return shortest(cast(PassageLinks, Links(links)), seeds, wanted, limit)


def test_the_shortest_way_is_taken_and_the_better_seed_s_of_two() -> None:
    links: dict[int, list[tuple[StepKind, int]]] = {
        1: [("next", 2), ("names", 3)],
        2: [("likeness", 9)],
        3: [("keywords", 4)],
        4: [("names", 9)],
        5: [("keywords", 2)],
    }
    assert way(links, [1], {9}) == [("next", 1, 2, "1-2"), ("likeness", 2, 9, "2-9")]
    assert way(links, [5, 1], {9}) == [("keywords", 5, 2, "5-2"), ("likeness", 2, 9, "2-9")]
    assert way(links, [1], {9}, limit=1) is None
    assert way(links, [9], {9}) == []
    assert way(links, [4], {1}) is None


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=20), st.integers(0, 8))
def test_a_way_is_a_chain_of_links_from_the_seed(pairs: list[tuple[int, int]], goal: int) -> None:
    links: dict[int, list[tuple[StepKind, int]]] = {}
    for source, target in pairs:
        links.setdefault(source, []).append(("names", target))
    found = way(links, [0], {goal})
    if found:
        assert found[0][1] == 0
        assert found[-1][2] == goal
        assert all(one[2] == other[1] for one, other in pairwise(found))
        assert all((a, b) in pairs for _, a, b, _ in found)
        shorter = way(links, [0], {goal}, limit=len(found) - 1)
        assert shorter is None


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    made = opened(tmp_path_factory.mktemp("ways") / "library")
    collection = made.library.create_collection("Ships")
    for name, text in TEXTS.items():
        made.library.add_file(collection.id, name, text.encode())
    made.queue.work_until_idle(threading.Event())
    yield made
    made.close()


def chunk(workbench: Workbench, words: str) -> str:
    collection = workbench.library.collection_named("Ships")
    return next(
        each.id
        for document in workbench.library.documents(collection.id)
        for each in workbench.library.document_chunks(document.id)
        if words in each.text
    )


def test_names_and_the_text_lead_from_passage_to_passage(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Ships")
    ways = pathways_over(workbench.parts)
    ferry, brand = chunk(workbench, "carries mail"), chunk(workbench, "studied carving")
    found = ways.between(collection.id, [ferry], [brand])
    assert [step.kind for step in found.steps] == ["names", "names"]
    assert "petrel" in found.steps[0].carried_by
    assert "brand" in found.steps[1].carried_by
    assert found.steps[-1].target == brand
    assert found.steps[-1].title == "Shipwright"
    assert found.from_rank == 1
    yard, ropes = chunk(workbench, "was launched"), chunk(workbench, "Hemp ropes")
    if yard != ropes:
        assert ways.between(collection.id, [brand, yard], [ropes]).steps[0].kind == "next"
    assert ways.between(collection.id, [], [brand]).steps == ()


def test_what_is_missed_has_a_cause_and_a_way(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Mail")
    for name, text in TEXTS.items():
        workbench.library.add_file(collection.id, name, text.encode())
    for number in range(12):
        text = f"# Mail {number}\n\nThe mail goes to the islands by boat number {number} at dawn.\n"
        workbench.library.add_file(collection.id, f"mail{number}.md", text.encode())
    workbench.queue.work_until_idle(threading.Event())
    card = workbench.question_sets.new_set(collection.id, "mail")
    question = SetQuestion(
        "a", "When does the mail go to the islands?", (), (Reference("brand.md"),)
    )
    workbench.question_sets.put_question(collection.id, card.id, question)
    run = workbench.evaluation.plan_run(collection.id, card.id, [Contender("naive")], answers=False)
    workbench.evaluation.start_run(run)
    workbench.causes.find_causes(run)
    workbench.queue.work_until_idle(threading.Event())
    ((_, why),) = workbench.evaluation.why_missed(run, run.contenders[0], "a")
    assert why.kind in CAUSES
    assert why.pathway is not None
    report = workbench.evaluation.evaluation_report(collection.id, run.id).causes
    assert report is not None
    (row,) = report.rows
    assert (row.missed, row.causes) == (1, {why.kind: 1})
    assert row.lengths == {str(len(why.pathway.steps)): 1}
    assert sum(row.edges.values()) == len(why.pathway.steps) > 0


def test_causes_of_a_run_are_counted_and_kept(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Ships")
    card = workbench.question_sets.new_set(collection.id, "ships")
    workbench.question_sets.put_question(
        collection.id,
        card.id,
        SetQuestion("a", "When does the mail go?", ("Monday",), (Reference("ferry.md"),)),
    )
    run = workbench.evaluation.plan_run(
        collection.id, card.id, [Contender("naive"), Contender("fused_hybrid")], answers=False
    )
    workbench.evaluation.start_run(run)
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.evaluation.evaluation_report(collection.id, run.id).causes is None
    assert workbench.causes.find_causes(run) is not None
    report = workbench.evaluation.evaluation_report(collection.id, run.id).causes
    assert report is not None
    assert report.waiting == 2
    workbench.queue.work_until_idle(threading.Event())
    report = workbench.evaluation.evaluation_report(collection.id, run.id).causes
    assert report is not None
    assert report.waiting == 0
    for row in report.rows:
        # four passages at most are all among the first five
        assert (row.missed, row.causes, row.unreached) == (0, {}, 0)
    assert workbench.causes.find_causes(run) is None
    again = workbench.evaluation.plan_run(
        collection.id, card.id, [Contender("naive")], top_k=3, answers=False
    )
    workbench.evaluation.start_run(again)
    # what is searched now would be told of a run that asked another library
    workbench.library.add_file(
        collection.id, "late.md", b"# Late\n\nThe mail goes on Tuesday now.\n"
    )
    workbench.queue.work_until_idle(threading.Event())
    with pytest.raises(QuestionError, match="The documents have changed: there were 3, now"):
        workbench.causes.find_causes(run)
    with pytest.raises(QuestionError, match="cannot be told any more"):
        work_on_causes(workbench.parts, collection.id, again.id, lambda *_: None, lambda: None)
    workbench.evaluation.delete_run(collection.id, again.id)
    workbench.evaluation.delete_run(collection.id, run.id)
    assert not {"missed", "causes"} & set(workbench.parts.records.entry_kinds(collection.id))
    assert len(set(CAUSES)) == 8
