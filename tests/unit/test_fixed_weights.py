"""KarGus's three scores and their sum: values worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from backend.fusion.weighted import WeightedFusion
from backend.passage_view.name_factors import names_held
from backend.pipelines.weighted_scores import WeightedOptions
from backend.ports import Ranking
from backend.retrievers import shared_entities
from backend.retrievers.shared_entities import entity_scores
from backend.retrievers.shared_keywords import keyword_scores, keywords_of
from backend.types import Collection, Filters, Query, Scored
from backend.workbench import Workbench
from tests.unit.test_graph_vectors import TEXTS, of_texts, view_of


def ranking(name: str, **scores: float) -> Ranking:
    return Ranking(name, tuple(Scored(each, score) for each, score in scores.items()), scores)


def test_scores_are_added_as_they_are() -> None:
    rankings = [
        ranking("dense", a=0.5, b=0.6),
        ranking("shared_keywords", a=1.0),
        ranking("shared_entities", b=0.4, c=1.0),
    ]
    fused = WeightedFusion().fuse(rankings)
    assert [each.chunk_id for each in fused] == ["a", "b", "c"]
    assert fused[0].score == pytest.approx(0.75 * 0.5 + 0.2)
    assert fused[1].score == pytest.approx(0.75 * 0.6 + 0.05 * 0.4)
    assert fused[2].contributions == {"shared_entities": pytest.approx(0.05)}
    # with one half for meaning the others have the other half, in their own proportion of 4 to 1
    half = WeightedFusion().fuse(rankings, 0.5)
    assert half[0].score == pytest.approx(0.5 * 0.5 + 0.4)
    assert WeightedFusion({"dense": 1.0}).fuse(rankings, 0.3)[0].score == pytest.approx(0.18)


def test_keywords_in_common_and_the_cosine_count_half_each() -> None:
    view = view_of([["amber basalt"], ["amber cobalt dolomite"], ["nothing here"]])
    # the titles (“Paper 0” …) are terms of their passages as well
    first = next(row for row in range(3) if view.counts.matrix[row, view.terms["basalt"]])
    found = keyword_scores(view, keywords_of(view), "amber basalt")
    weight = {term: float(view.term_weight[column]) for term, column in view.terms.items()}
    held = [t for t, c in view.terms.items() if view.counts.matrix[first, c]]
    inside = np.sqrt(sum((weight[t] * view.counts.matrix[first, view.terms[t]]) ** 2 for t in held))
    asked = np.hypot(weight["amber"], weight["basalt"])
    shared = 2 / max(len(held), 2)
    assert found[first] == pytest.approx(0.5 * shared + 0.5 * asked / inside, abs=1e-5)
    assert keyword_scores(view, keywords_of(view), "zircon").tolist() == [0.0] * 3
    assert found[[row for row in range(3) if row != first]].max() < found[first]


def test_only_twenty_terms_are_keywords() -> None:
    words = [f"{a}{b}stone" for a in "bcdfg" for b in "aeiou" for _ in range(1)]
    view = view_of([[" ".join(words)], ["other"]])
    assert keywords_of(view).counts.max() == 20


def test_names_in_common_and_names_alike_count_half_each(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of([["Nils Holm saw Ada Brun."], ["Here sat Olav Dahl."]])
    number = {key: place for place, key in enumerate(view.key_texts)}
    axes = {"ada brun": [1.0, 0.0], "nils holm": [0.6, 0.8], "olav dahl": [0.0, 1.0]}

    def vectors(names: list[str]) -> np.ndarray:
        return np.array([axes.get(name, [0.0, 0.0]) for name in names], np.float32)

    monkeypatch.setattr(shared_entities, "name_vectors", vectors)
    held = view.exact_mentions.matrix
    both = next(
        row
        for row in range(view.size)
        if set(held[[row]].indices) == {number["nils holm"], number["ada brun"]}
    )
    olav = next(row for row in range(view.size) if number["olav dahl"] in held[[row]].indices)
    asked = np.array([number["ada brun"]])
    found = entity_scores(view, held, asked, np.array([both, olav]))
    assert found[0] == pytest.approx(0.5 * 1 / 2 + 0.5 * 1.0)
    assert found[1] == pytest.approx(0.0, abs=1e-6)  # nothing shared, and at a right angle
    asked = np.array(sorted([number["ada brun"], number["olav dahl"]]))
    # of two names one is shared; its best cosine is 1, that of the other .8 with Nils Holm
    assert entity_scores(view, held, asked, np.array([both]))[0] == pytest.approx(
        0.5 * 1 / 2 + 0.5 * (1.0 + 0.8) / 2
    )


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, Collection]]:
    workbench, collection = of_texts(tmp_path_factory.mktemp("fixed-weights"))
    yield workbench, collection
    workbench.close()


def asked(
    opened: tuple[Workbench, Collection],
    text: str,
    *,
    filters: Filters | None = None,
    **options: str,
) -> list[str]:
    workbench, collection = opened
    query = Query(
        text, collection.id, 3, filters or Filters(), options=WeightedOptions.read(options)
    )
    found = workbench.questions.search(query, "weighted_scores")
    for hit in found.hits:
        assert sum(signal.contribution for signal in hit.signals) == pytest.approx(
            hit.score, abs=1e-6
        )
    return [hit.chunk.text for hit in found.hits]


def test_each_score_alone_and_none(opened: tuple[Workbench, Collection]) -> None:
    names = {"meaning": "0", "keywords": "0", "entities": "1"}
    assert "Ada Brun" in asked(opened, "Where is Ada Brun?", **names)[0]
    assert asked(opened, "where is she?", **names) == []
    words = {"meaning": "0", "keywords": "1", "entities": "0"}
    assert asked(opened, "Who waited?", **words) == [TEXTS[1]]
    assert asked(opened, "Who waited?", meaning="0", keywords="0", entities="0") == []
    assert len(asked(opened, "Who waited?")) == 3


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        ({"keywords": "0", "entities": "0"}, "All three weights are 0"),
        ({"keywords": "1", "entities": "0"}, "No passage shares a keyword with"),
        ({"keywords": "0", "entities": "1"}, "No passage shares a name with"),
        ({"keywords": "1", "entities": "1"}, "No passage shares a keyword or a name with"),
    ],
)
def test_what_finds_nothing_says_why(
    opened: tuple[Workbench, Collection], weights: dict[str, str], why: str
) -> None:
    workbench, collection = opened
    options = WeightedOptions.read({"meaning": "0", **weights})
    found = workbench.questions.search(
        Query("xyzzy?", collection.id, 3, options=options), "weighted_scores"
    )
    assert not found.hits
    assert [notice for notice in found.notices if notice.startswith(why)]


def test_the_graph_beside_the_answer_joins_passages_by_what_they_share(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    query = Query("Where is Ada Brun?", collection.id, 3, options=WeightedOptions.read({}))
    found = workbench.questions.search(query, "weighted_scores")
    assert ("name:ada brun", "entity", "ada brun") in found.subgraph.nodes
    ids = {hit.chunk.id for hit in found.hits}
    assert {edge.source for edge in found.subgraph.edges} & ids


def test_a_filter_holds_for_all_three(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    only = next(e.id for e in workbench.library.documents(collection.id) if e.name == "3.txt")
    texts = asked(opened, "Did Ada Brun wait for Olav Dahl?", filters=Filters(document_ids=(only,)))
    assert texts == [TEXTS[3]]


def test_a_passage_holds_the_name_that_is_its_title() -> None:
    held = names_held(view_of([["She was born in May."]], ["Nord"]))
    assert held.nnz  # “Paper Nord”, which its text does not say
