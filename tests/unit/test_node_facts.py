"""What is stated of a node of the graph: by whom, in which words, and on which page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend import sample
from backend.discourse import fact_view
from backend.discourse.fact_view import joined
from backend.discourse.fact_views import FactViews
from backend.errors import NotFoundError
from backend.passage_notes import DocumentNotes
from backend.services import node_facts
from backend.settings import load_settings
from backend.types import Fact, GraphFilter, GraphNodeDetails, StatedFact
from backend.workbench import Workbench, open_workbench
from tests.unit.test_workbench import add

LETTER = """# The mill

Ada Hill is a miller at the ford. She left the town in 1931.

| Grain | 2023 (kg) |
| --- | --- |
| Barley | 1,250 |
| Ada Hill | 300 |

# The barn

The barn holds the hay that Tom Reed cuts in the meadows below the ford in June.
"""
NOTES = """# Visit

We met Ada Hill at the ford. The price of barley was set by Ada Hill in 1954.

# Goods of Ada Hill

| Good | 2024 (kg) |
| --- | --- |
| Oats | 7 |
| Hay | 8 |
"""


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    yield opened
    opened.close()


def card(workbench: Workbench, collection_id: str, label: str) -> GraphNodeDetails:
    """The card of the node of that name."""
    drawn = workbench.graph.graph_overview(
        collection_id, GraphFilter(kinds=("document", "entity", "section"))
    )
    node = next(graph_node for graph_node in drawn.graph.nodes if graph_node.label == label)
    return workbench.graph.graph_node(collection_id, node.id)


def words(workbench: Workbench, fact: StatedFact) -> str:
    """What stands in the document where a fact is said to stand."""
    return workbench.library.document_text(fact.said.document_id, fact.said.start, fact.said.end)


def test_a_name_has_the_facts_of_it_first_also_where_a_sentence_says_she(
    workbench: Workbench,
) -> None:
    collection = workbench.library.create_collection("Places").id
    add(workbench, collection, "letter.md", LETTER)
    add(workbench, collection, "notes.md", NOTES)
    found = card(workbench, collection, "Ada Hill").facts
    told = [sentence.text for sentence in found.sentences]
    assert set(told[:2]) == {
        "Ada Hill is a miller at the ford",
        "Ada Hill left the town in 1931",
    }
    assert "The price of barley was set by Ada Hill in 1954" in told[2:]
    assert found.sentences_in_all == len(told)
    said = {sentence.text: words(workbench, sentence) for sentence in found.sentences}
    assert said[told[0]] == "Ada Hill is a miller at the ford."
    assert said["Ada Hill left the town in 1931"].startswith("She left")
    # of the table only the row that names her
    ((row, printed),) = [(cell.text, words(workbench, cell)) for cell in found.cells]
    assert row == "Ada Hill 2023 (kg) 300 (kg)"
    assert printed == "300"
    oats = next(
        chunk
        for document in workbench.library.documents(collection)
        for chunk in workbench.library.document_chunks(document.id)
        if "Oats" in chunk.text and chunk.kind == "table_row"
    )
    assert "Goods of Ada Hill" in oats.text, "the title of the table has the name, the row has not"
    own = workbench.graph.graph_node(collection, oats.id).facts
    assert [cell.text for cell in own.cells] == ["Oats 2024 (kg) 7 (kg)"]
    chunk = workbench.evidence.passage(found.cells[0].said.chunk_id)
    assert not chunk.is_composed, "a row's passage does not stand so in the document"


def test_a_section_states_what_stands_in_it_and_nothing_of_the_next(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places").id
    add(workbench, collection, "letter.md", LETTER)
    mill, barn = (card(workbench, collection, each) for each in ("The mill", "The barn"))
    assert [cell.object for cell in mill.facts.cells] == ["1,250 (kg)", "300 (kg)"]
    assert not any("hay" in sentence.text for sentence in mill.facts.sentences)
    assert barn.facts.cells == ()
    assert any("hay" in sentence.text for sentence in barn.facts.sentences)


def test_facts_of_a_report_stand_on_their_page_and_go_with_it(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Reports").id
    name, content = next(file for file in sample.files() if file[0].startswith("Annual report"))
    workbench.library.add_file(collection, name, content)
    workbench.queue.work_until_idle(threading.Event())
    (document,) = workbench.library.documents(collection)
    chunks = workbench.library.document_chunks(document.id)
    cells = sentences = 0
    for chunk in chunks:
        found = workbench.graph.graph_node(collection, chunk.id).facts
        for sentence in (*found.sentences, *found.cells):
            lines = workbench.library.lines(document.id, sentence.said.start, sentence.said.end)
            assert sentence.said.page in {line.page for line in lines}
            assert sentence.said.page in chunk.pages
        assert all(cell.box is not None for cell in found.cells)
        cells, sentences = cells + len(found.cells), sentences + len(found.sentences)
    assert cells > 20
    assert sentences > 10
    node = next(each.id for each in chunks if each.kind == "prose")
    workbench.library.delete_documents([document.id])
    with pytest.raises(NotFoundError):
        workbench.graph.graph_node(collection, node)


def test_a_name_of_hundreds_of_passages_gives_some_facts_and_says_how_many(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Ledger").id
    lines = [f"## Entry {n}\n\nThe Harrow Bridge Trust paid {n} crowns." for n in range(300)]
    add(workbench, collection, "ledger.md", "\n\n".join(lines))
    looked: list[int] = []
    monkeypatch.setattr(fact_view, "MOST_LOOKED_AT", 100)
    real = fact_view._place_of

    def counted(name: object, fact: Fact) -> int | None:
        looked.append(1)
        return real(name, fact)  # type: ignore[arg-type]

    monkeypatch.setattr(fact_view, "_place_of", counted)
    while not workbench.graph.facts_are_read(collection):
        threading.Event().wait(0.05)
    found = card(workbench, collection, "Harrow Bridge Trust").facts
    assert len(found.sentences) == node_facts.MOST_SHOWN
    assert len(looked) <= 200, "two forms of the name at most, a hundred facts each"


def test_while_sentences_are_read_the_card_says_so_and_has_the_cells(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Places").id
    add(workbench, collection, "letter.md", LETTER)
    views = FactViews.over(workbench.parts)
    with monkeypatch.context() as patch:
        patch.setattr(views, "ready", lambda _: None)
        patch.setattr(views, "progress", lambda _: (0, 9))
        assert not workbench.graph.facts_are_read(collection)
        found = card(workbench, collection, "The mill").facts
    assert found.being_read
    assert found.sentences == ()
    assert len(found.cells) == 2
    assert workbench.graph.facts_are_read(collection)
    assert not card(workbench, collection, "The mill").facts.being_read


# --- looking facts up ----------------------------------------------------------------------------


def test_facts_that_name_something_are_told_by_how_they_name_it() -> None:
    of_her = Fact("Ada Hill", "keeps", "the mill", 0, 1)
    of_hers = Fact("The mill of Ada Hill", "stands", "at the ford", 0, 1)
    to_her = Fact("Tom Reed", "sold", "hay to Ada Hill", 0, 1)
    other = Fact("Ada Hillman", "left", "the hill for Ada", 0, 1)
    another = Fact("Canada Hill", "faces", "Ada and a hill", 0, 1)
    view = joined(
        [
            DocumentNotes("d", ("a", "b"), ((other, another, to_her), (of_hers,))),
            DocumentNotes("e", ("c",), ((of_her, to_her),)),
        ]
    )
    assert view.told_of(["Ada Hill"]) == [("c", of_her), ("b", of_hers), ("a", to_her)]
    assert view.told_of(["ada hill", "Nobody", ""]) == view.told_of(["Ada Hill"])
    assert view.told_of([]) == []
    assert joined([]).told_of(["Ada Hill"]) == []
