"""Every system over collections that give it little, or very much, to go by."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.graph.learned_vectors import learned_vectors
from backend.ports import Retrieval
from backend.training.graph_training import learn_graph
from backend.types import Query
from backend.workbench import Workbench
from bench.systems import SYSTEMS
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

WAYS = tuple(
    pytest.param(system.pipeline, dict(system.options), id=system.name)
    for system in SYSTEMS
    if not system.order
)
ONE, WHOLE, BARE, MANY, APART = "one passage", "one document", "no names", "many names", "parts"
MANY_NAMES, PARTS = 10_000, 200
SAID = "Ada Brun met Nils Holm at Ribe."
QUESTION = "Is it true that Ada Brun met Nils Holm at Ribe ?"
GLOBAL = "graph_global"
WHY_NOTHING = ("nothing to report", "No passage shares")


def name_of(number: int) -> str:
    """A name of letters alone, another one for each number below 26 ** 3."""
    first, second, third = (chr(97 + number // 26**place % 26) for place in range(3))
    return f"A{first}{second}or Br{third}n{second}a"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, dict[str, str]]]:
    """A workbench, and the ids of its collections by name."""
    with pytest.MonkeyPatch.context() as patch:
        embedder = WordEmbedder()
        patch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
        folder = tmp_path_factory.mktemp("poor")
        made = opened(folder / "library")
        ids = {}
        paragraph = "the ferry leaves at nine and takes forty cars over the sound. " * 6
        files = {
            ONE: SAID,
            WHOLE: "\n\n".join(f"{SAID} {paragraph}" for _ in range(5)),
            BARE: "\n\n".join([paragraph] * 3),
            MANY: SAID
            + "".join(f"\n\n{name_of(n)} met {name_of(n + 1)}." for n in range(MANY_NAMES)),
        }
        for name, text in files.items():
            settings = None if name == MANY else SETTINGS
            ids[name] = made.library.create_collection(name, settings).id
            made.library.add_file(ids[name], "file.txt", text.encode())
        finish(made)
        ids[APART] = made.library.create_collection(APART, SETTINGS).id
        import_parts(made, ids[APART], folder / "parts.jsonl")
        yield made, ids
        made.close()


def import_parts(workbench: Workbench, collection_id: str, path: Path) -> None:
    """Two hundred records, none of which shares a name with another; one of them has SAID."""
    texts = [SAID, *(f"{name_of(3 * n)} led {name_of(3 * n + 1)}." for n in range(1, PARTS))]
    lines = [
        {"doc_id": str(number), "title": "", "text": text} for number, text in enumerate(texts)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    workbench.library.import_corpus(collection_id, path, lambda _stage, _done, _total: None)


def asked(workbench: Workbench, collection: str, pipeline: str, texts: dict[str, str]) -> Retrieval:
    options = workbench.questions.options_of(pipeline, texts)
    return workbench.questions.search(Query(QUESTION, collection, 4, options=options), pipeline)


@pytest.mark.parametrize("collection", [ONE, WHOLE, APART])
@pytest.mark.parametrize(("pipeline", "texts"), [way for way in WAYS if way.values[0] != GLOBAL])
def test_what_is_said_once_is_found(
    library: tuple[Workbench, dict[str, str]], pipeline: str, texts: dict[str, str], collection: str
) -> None:
    workbench, ids = library
    found = asked(workbench, ids[collection], pipeline, texts)
    assert any(SAID in hit.chunk.text for hit in found.hits)
    assert found.steps


@pytest.mark.parametrize("collection", [ONE, WHOLE, APART, BARE, MANY])
@pytest.mark.parametrize(("pipeline", "texts"), WAYS)
def test_it_finds_something_or_says_why_not(
    library: tuple[Workbench, dict[str, str]], pipeline: str, texts: dict[str, str], collection: str
) -> None:
    workbench, ids = library
    found = asked(workbench, ids[collection], pipeline, texts)
    assert found.steps
    told = [notice for notice in found.notices if any(why in notice for why in WHY_NOTHING)]
    assert bool(found.hits) != bool(told)
    assert {hit.chunk.document_id for hit in found.hits} <= {
        document.id for document in workbench.library.documents(ids[collection])
    }


@pytest.mark.parametrize("kind", ["transe", "rotate", "quate"])
def test_a_document_that_goes_while_its_graph_is_learned_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
    workbench = opened(tmp_path / "library")
    collection = workbench.library.create_collection(f"goes, {kind}", SETTINGS).id
    for number, text in enumerate((SAID, "Ada Brun left Ribe.", "Nils Holm stayed at Ribe.")):
        workbench.library.add_file(collection, f"{number}.txt", text.encode())
    finish(workbench)
    gone = next(
        document for document in workbench.library.documents(collection) if document.name == "1.txt"
    )

    def lose(_stage: str, done: int, _of: int) -> None:
        if done == 1:
            workbench.library.delete_documents([gone.id])

    learn_graph(workbench.parts, collection, kind, lose)
    kept = learned_vectors(workbench.parts.records, collection, kind)
    assert kept is not None
    assert len(kept.passages) == 3, "what it learned from"
    found = asked(workbench, collection, "text_and_graph", {"vectors": kind})
    assert {hit.chunk.document_id for hit in found.hits} == {
        document.id for document in workbench.library.documents(collection)
    }
    assert not [notice for notice in found.notices if "vectors" in notice]
    assert workbench.maintenance.check() == ()
    workbench.close()
