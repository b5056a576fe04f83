"""The rules that lead a chain of thought: what is asked, what bridges, what is a fact."""

from __future__ import annotations

import threading

import pytest

from backend.ports import Found, Scratchpad, Subquery
from backend.settings import Settings
from backend.tasks.steer.local import build
from backend.tasks.steer.rules.chain_passages import asked_for, is_about, term_weights
from backend.tasks.steer.rules.question_parts import take_apart
from backend.types import Hit
from tests.chains import CHUNKS, chunk_of, run_chain

TIDE, LUND, BERGEN = CHUNKS[:3]


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        (
            "Which film was released first, Silver Tide or Red Harvest?",
            ("Silver Tide", "Red Harvest"),
        ),
        ("Are Silver Tide and Red Harvest both dramas?", ("Silver Tide", "Red Harvest")),
        ("Who was born first out of Marta Lund and Hugo Brandt?", ("Marta Lund", "Hugo Brandt")),
        ("Who directed Silver Tide?", ()),
        ("Where is the port of Marta Lund in Norway?", ()),
    ],
)
def test_the_sides_of_a_comparison_are_found(question: str, sides: tuple[str, ...]) -> None:
    assert take_apart(question).sides == sides


def test_a_question_is_taken_apart_into_names_and_relation() -> None:
    asked = take_apart("Where was the director of the film Silver Tide born?")
    assert [name.surface for name in asked.names] == ["Silver Tide"]
    assert [term.text for term in asked.relation] == ["director", "film", "born"]
    assert asked.words(["born", "director"]) == ["director", "born"]


def test_terms_that_all_passages_share_weigh_less() -> None:
    # ln(1 + 3/3) / ln(1 + 3) = 0.5 for a term in all three, ln(1 + 3/1) / ln(1 + 3) = 1 in one
    held = [frozenset(["film", "lund"]), frozenset(["film"]), frozenset(["film"])]
    assert term_weights(["film", "lund"], held) == pytest.approx({"film": 0.5, "lund": 1.0})


def test_a_passage_is_about_its_title_without_what_stands_in_parentheses() -> None:
    assert is_about(chunk_of("Silver Tide (film)", "x"), "silver tide")
    assert not is_about(TIDE, "Tide")


def test_a_single_common_word_in_a_question_names_no_passage() -> None:
    assert asked_for(take_apart("Who directed Silver Tide?"), TIDE)
    assert not asked_for(take_apart("How much salt was boiled?"), CHUNKS[6])
    assert asked_for(take_apart("Is the harbour of Bergen deep?"), BERGEN)


def steer(question: str, *hits: Hit) -> tuple[list[str], list[str], bool, str]:
    pad = Scratchpad(question, (), (), (Found(Subquery(question), hits),))
    found = build(Settings()).steer(pad, 1000, threading.Event())
    return (
        [query.text for query in found.queries],
        [identity for fact in found.facts for identity in fact.chunk_ids],
        found.enough,
        found.missing,
    )


def test_the_next_query_names_the_bridge_and_what_is_missing() -> None:
    queries, cited, enough, missing = steer(
        "Where was the director of the film Silver Tide born?", Hit(TIDE, 1.0, ())
    )
    assert not enough
    assert queries[0].startswith("Marta Lund")
    assert "born" in queries[0]
    assert "Silver" not in queries[0]  # covered by the passage that names the bridge
    assert cited == ["Silver Tide"]
    assert "“born”" in missing


def test_both_sides_of_a_comparison_are_asked_for_together() -> None:
    queries, _, enough, _ = steer(
        "Which film was released first, Silver Tide or Red Harvest?", Hit(CHUNKS[5], 1.0, ())
    )
    assert not enough
    assert [text.split(" released")[0] for text in queries[:2]] == [
        "Silver Tide film",
        "Red Harvest film",
    ]


def test_without_any_evidence_nothing_is_claimed() -> None:
    queries, cited, enough, _ = steer("What is the mass of a neutrino?")
    assert (queries, cited, enough) == ([], [], False)


def test_a_bridge_found_in_the_first_step_is_used_in_the_second() -> None:
    chain, steps, _ = run_chain(
        "Where was the director of the film Silver Tide born?", build(Settings())
    )
    assert chain.steps[0][0].query.text.startswith("Where was")
    assert "Marta Lund" in [found.query.name for found in chain.steps[1]]
    assert {"Silver Tide", "Marta Lund"} <= set(chain.cited)
    assert {hit.chunk.id for hit in chain.evidence(2)} == {"Silver Tide", "Marta Lund"}
    assert steps[-1].detail["why it stopped"] == chain.ended
    assert steps[0].detail["led by"] == "local rules"


def test_a_plan_unrolls_from_the_name_outwards() -> None:
    plan = build(Settings()).plan(
        "What is the birthplace of the director of Silver Tide?", 0, threading.Event()
    )
    assert plan.step_back == "Silver Tide"
    assert plan.steps == ("Silver Tide", "the director", "What is the birthplace")


def test_a_plan_of_a_comparison_has_a_step_for_each_side() -> None:
    plan = build(Settings()).plan("Is Silver Tide older than Red Harvest?", 0, threading.Event())
    assert plan.steps == ("Silver Tide older", "Red Harvest older", "compare what was found")
    assert plan.intent == "compare Silver Tide and Red Harvest"
