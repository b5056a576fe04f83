"""What the Scores tab says of a ranking, and of a ranking without some retriever."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from app import session
from backend.ports import Retrieval
from backend.types import Chunk, Hit, OptionCard, PipelineCard, Query, Signal, WhyNot
from components import missed_evidence
from components.ranking_change import ChangeView, moves, numbers, summary
from components.score_reason import reason
from components.score_table import importance
from tests.pages.standin import StandInWorkbench, make_answer


def hit(name: str, **contributions: float) -> Hit:
    chunk = Chunk(name, "d", "s", 0, f"Text of {name}.", 0, 10, (0,), "prose", name.upper())
    signals = tuple(Signal(each, 1, 1.0, 1.0, value) for each, value in contributions.items())
    return Hit(chunk, sum(contributions.values()), signals)


A, B, C, D = (hit(name, dense=0.5, path=0.25) for name in "abcd")


def test_moves_name_what_rose_fell_came_up_and_dropped_out() -> None:
    found = moves(ChangeView((A, B, C), (C, A, D)))
    assert [(move.hit.chunk.id, move.words) for move in found] == [
        ("c", "up 2"),
        ("a", "down 1"),
        ("d", "new"),
        ("b", "dropped"),
    ]
    assert summary(found) == "1 passage dropped, 1 passage came up, 2 passages moved."
    assert numbers(ChangeView((A, B, C), (C, A, D))) == ["3", "1", "+"]


def test_a_ranking_that_stays_says_so() -> None:
    found = moves(ChangeView((A, B), (A, B)))
    assert summary(found) == "The ranking is the same without it."


def test_weights_are_shares_of_all_that_was_said_for_or_against() -> None:
    # dense: 1 + 1, path: |−1| + 1, so each said half of 4.
    hits = (hit("x", dense=1.0, path=-1.0), hit("y", dense=1.0, path=1.0))
    assert importance(hits) == {"dense": 0.5, "path": 0.5}
    assert importance(()) == {}


def test_the_reason_names_the_largest_parts_in_plain_words() -> None:
    said = reason(hit("x", dense=0.5, path=1.5, page=-0.3, entity=0.01))
    # 0.5 + 1.5 − 0.3 + 0.01 = 1.71, which is 100 points
    assert said == "Carried by links (+88) and meaning (+29); held back by title (−18)."


def test_the_reason_says_where_a_plain_search_would_have_left_the_passage() -> None:
    signals = (
        Signal("dense", 14, 0.2, 0.1, 0.1),
        Signal("lexical", None, None, 0.0, 0.0),
        Signal("path", 1, 0.9, 2.0, 1.9),
    )
    said = reason(Hit(A.chunk, 2.0, signals))
    assert (
        said
        == "Carried by links (+95). Meaning alone puts it at 14 and words alone does not find it."
    )


class SwitchableWorkbench(StandInWorkbench):
    """One pipeline whose retrievers can be switched off."""

    def __init__(self) -> None:
        super().__init__()
        self.again: list[tuple[str, dict[str, str]]] = []

    def pipelines(self) -> tuple[PipelineCard, ...]:
        switches = tuple(
            OptionCard(f"use_{name}", name, "", "on", choices=("on", "off"))
            for name in ("dense", "lexical", "path")
        )
        return (PipelineCard("naive", "Fused", "All of them.", "hub", switches),)

    def search_again(self, answer_id: str, changes: dict[str, str]) -> Retrieval:
        self.again.append((answer_id, dict(changes)))
        kept = self.answer(answer_id)
        return Retrieval((*kept.hits[1:3], kept.hits[0], D), kept.index_version)


@pytest.fixture
def switchable(monkeypatch: pytest.MonkeyPatch) -> SwitchableWorkbench:
    made = SwitchableWorkbench()
    monkeypatch.setattr(session, "workbench", lambda: made)
    monkeypatch.setattr(session, "library", lambda: made)
    answer = make_answer()
    made.answers["k"] = [replace(answer, pipeline="naive", settings={"model": "linear"})]
    return made


def _html(app: AppTest) -> str:
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def test_a_switch_ranks_again_at_once_and_back(
    switchable: SwitchableWorkbench, app: AppTest
) -> None:
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Scores"
    app.run()
    assert not app.exception
    answer = switchable.answers["k"][0]
    pills = next(each for each in app.get("button_group") if each.key == f"switches-{answer.id}")
    pills.set_value(["dense"]).run()
    assert not app.exception
    assert switchable.again[-1] == (answer.id, {"use_lexical": "off"})
    assert "2 passages dropped, 1 passage came up, 3 passages moved." in _html(app)
    app.button(key=f"switches-{answer.id}-back").click().run()
    assert not app.exception
    assert "passages dropped" not in _html(app)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("ensemble", "add up to the passage's relevance"),
        ("linear", "add up to the passage's relevance"),
        ("boosted", "add up to the passage's relevance"),
        ("neural", "hidden from the neural model"),
    ],
)
def test_it_is_said_how_the_parts_of_a_bar_were_found(
    switchable: SwitchableWorkbench, app: AppTest, model: str, said: str
) -> None:
    answer = switchable.answers["k"][0]
    switchable.answers["k"] = [replace(answer, settings={"model": model})]
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Scores"
    app.run()
    assert not app.exception
    assert any(said in each.value for each in app.caption)


class ExplainingWorkbench(SwitchableWorkbench):
    """Finds a passage that the answer does not have, and says why it is not there."""

    def __init__(self) -> None:
        super().__init__()
        self.why: list[tuple[Query, str, str]] = []
        self.sought: list[Query] = []

    def search(self, query: Query, pipeline: str) -> Retrieval:
        self.sought.append(query)
        return Retrieval((*self.answers["k"][0].hits, D), 1)

    def query_of(self, answer_id: str) -> Query:
        return Query(self.answer(answer_id).question, "c", top_k=3)

    def why_not_shown(self, query: Query, pipeline: str, chunk_id: str) -> WhyNot:
        self.why.append((query, pipeline, chunk_id))
        return missed_evidence.example()


def test_an_expected_passage_is_found_and_its_absence_explained(
    monkeypatch: pytest.MonkeyPatch, app: AppTest
) -> None:
    made = ExplainingWorkbench()
    monkeypatch.setattr(session, "workbench", lambda: made)
    monkeypatch.setattr(session, "library", lambda: made)
    answer = replace(make_answer(), pipeline="naive", settings={"model": "linear"})
    made.answers["k"] = [answer]
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Scores"
    app.run()
    assert not app.exception
    assert not made.sought, "nothing is looked for before somebody asks"
    app.text_input(key=f"why-not-{answer.id}").set_value("harbour dues").run()
    assert [each.text for each in made.sought][-1] == "harbour dues"
    keys = [str(each.key) for each in app.button if str(each.key).startswith("why-not-")]
    assert keys == [f"why-not-{answer.id}-0"], "what is shown is not offered"
    app.button(key=keys[0]).click().run()
    assert not app.exception
    (asked, pipeline, chunk_id) = made.why[-1]
    assert (asked.text, pipeline, chunk_id) == (answer.question, "naive", D.chunk.id)
    assert missed_evidence.example().cause in _html(app)
