"""Options of pipelines: one declaration gives the value, its checks and what screens offer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend import registry
from backend.errors import QuestionError
from backend.pipelines.chain_of_thought import ChainOptions
from backend.pipelines.community_graph import CommunityOptions
from backend.pipelines.fused_hybrid import FusedOptions
from backend.pipelines.naive import NaiveOptions
from backend.types import OFF, ON, OptionCard, Options

KINDS: dict[str, type[Options]] = {
    name: registry.load("backend.pipelines", name).OPTIONS
    for name in registry.names("backend.pipelines")
}
COMMON = {"answerer": "local", "glossary": "finance", "k0": "1.5", "scope": "off"}


@pytest.mark.parametrize("name", KINDS)
def test_what_the_cards_offer_is_accepted(name: str) -> None:
    kind = KINDS[name]
    card = registry.load("backend.pipelines", name).CARD
    assert kind.pipeline == card.name == name
    assert card.options == kind.cards()
    for option in card.options:
        for value in (option.default, *option.choices):
            kind.read({option.name: value})
    assert kind.read(
        {option_card.name: option_card.default for option_card in card.options}
    ) == kind.read({})
    kind.read(COMMON)


def test_texts_become_values() -> None:
    texts = {"fusion": "convex", "alpha": "0.25", "scope": "on", "k0": "7", "answerer": "local"}
    expected = NaiveOptions(fusion="convex", alpha=0.25, scope=True, k0=7.0, answerer="local")
    assert NaiveOptions.read(texts) == expected
    assert CommunityOptions.read({"seeds": "5"}).seeds == 5
    fused = FusedOptions.read({"use_entity": "off", "use_path": "on"})
    assert fused == FusedOptions(use={"entity": False})
    assert fused.off == {"entity"}


def test_an_option_is_offered_as_it_was_declared() -> None:
    cards = {card.name: card for card in CommunityOptions.cards()}
    assert cards["hops"] == OptionCard(
        "hops",
        "Links to follow",
        "How many links to similar groups of other documents may follow each other.",
        "2",
        minimum=0,
        maximum=3,
        step=1,
        expected="a whole number from 0 to 3",
    )
    assert cards["mode"].expected == "auto, passages, themes"
    assert (cards["scope"].default, cards["scope"].choices) == (OFF, (ON, OFF))
    assert list(cards) == ["mode", "seeds", "hops", "min_sim", "paths", "step_back", "scope"]


@pytest.mark.parametrize(
    ("pipeline", "options", "what", "expected"),
    [
        ("naive", {"fusion": "nonsense"}, "“nonsense” is not a choice", "convex, reciprocal_rank"),
        ("naive", {"alpha": "abc"}, "“abc” is none", "from 0 to 1"),
        ("naive", {"alpha": "1.5"}, "cannot be 1.5", "from 0 to 1"),
        ("naive", {"alpha": "nan"}, "cannot be nan", "from 0 to 1"),
        ("naive", {"hops": "2"}, "“hops” is not an option", "alpha, fusion"),
        ("fused_hybrid", {"use_lexicl": "off"}, "“use_lexicl” is not an option", "use_lexical"),
        ("fused_hybrid", {"use_lexical": "no"}, "“no” is not a choice", "on, off"),
        ("community_graph", {"seeds": "51"}, "cannot be 51", "from 1 to 50"),
        ("community_graph", {"seeds": "2.5"}, "takes a whole number, and “2.5” is none", "1 to 50"),
        ("community_graph", {"hops": "nan"}, "takes a whole number", "from 0 to 3"),
        ("naive", {"k0": "abc"}, "“abc” is none", "from 1 to 1000"),
        ("naive", {"k0": "-60"}, "cannot be -60", "from 1 to 1000"),
        ("naive", {"scope": "nowhere"}, "“nowhere” is not a choice", "on, off"),
        ("naive", {"answerer": "nonsense"}, "“nonsense” is not a choice", "local"),
        ("chain_of_thought", {"retrieval": "chain_of_thought"}, "not a choice", "naive"),
        ("chain_of_thought", {"steps": "7"}, "cannot be 7", "from 2 to 6"),
        ("chain_of_thought", {"seeds": "2"}, "not an option of the pipeline chain", "alpha, fus"),
    ],
)
def test_what_is_wrong_is_said_with_what_was_expected(
    pipeline: str, options: dict[str, str], what: str, expected: str
) -> None:
    with pytest.raises(QuestionError) as error:
        KINDS[pipeline].read(options)
    assert what in error.value.what
    assert expected in error.value.remedy


def test_no_value_is_out_of_its_bounds_whoever_makes_it() -> None:
    for wrong in ({"alpha": -0.1}, {"fusion": "nonsense"}, {"k0": 0.0}, {"scope": "off"}):
        with pytest.raises(QuestionError):
            NaiveOptions(**wrong)  # type: ignore[arg-type]
    with pytest.raises(QuestionError):
        replace(CommunityOptions(), seeds=2.5)  # type: ignore[arg-type]
    with pytest.raises(QuestionError, match="use_nothing"):
        FusedOptions(use={"nothing": False})


def test_a_chain_takes_the_options_of_the_search_beneath() -> None:
    assert ChainOptions.read({"alpha": "0.5"}).beneath == NaiveOptions(alpha=0.5)
    texts = {"retrieval": "fused_hybrid", "model": "rank", "scope": "off", "answerer": "local"}
    chained = ChainOptions.read(texts)
    assert chained.beneath == FusedOptions(model="rank", scope=False, answerer="local")
    assert (chained.retrieval, chained.answerer) == ("fused_hybrid", "local")
    with pytest.raises(QuestionError):
        ChainOptions.read({"retrieval": "fused_hybrid", "alpha": "0.5"})


def test_options_of_no_pipeline_leave_a_pipeline_its_defaults() -> None:
    assert NaiveOptions.taking(Options()) == NaiveOptions()
    assert NaiveOptions.taking(Options(scope=True)) == NaiveOptions(scope=True)
    told = Options(answerer="local")
    assert ChainOptions.taking(told) == ChainOptions(answerer="local", beneath=told)
    own = NaiveOptions(alpha=0.1)
    assert NaiveOptions.taking(own) is own
    with pytest.raises(QuestionError, match="of the pipeline naive, not of fused_hybrid"):
        FusedOptions.taking(own)


def test_an_answer_is_stored_with_what_differs_from_the_defaults() -> None:
    assert NaiveOptions(fusion="convex", scope=True).texts() == {"scope": "on"}
    assert FusedOptions(use={"path": False, "entity": True}).texts() == {"use_path": "off"}
    chained = ChainOptions.read({"steps": "3", "alpha": "0.1234567", "planner": "on"})
    assert chained.texts() == {"steps": "3", "alpha": "0.1234567", "planner": "on"}


@given(
    st.builds(
        NaiveOptions,
        fusion=st.sampled_from(["reciprocal_rank", "convex"]),
        alpha=st.floats(0, 1),
        spread=st.booleans(),
        scope=st.booleans(),
        k0=st.none() | st.floats(1, 1000),
        glossary=st.sampled_from(["", "none", "finance"]),
    )
)
def test_what_is_stored_is_read_as_the_same_value(options: NaiveOptions) -> None:
    assert NaiveOptions.read(options.texts()) == options
    beneath = ChainOptions.read({"steps": "6", **options.texts()})
    assert ChainOptions.read(beneath.texts()) == beneath
    assert beneath.beneath == options


def test_older_answers_may_hold_values_that_no_longer_pass() -> None:
    settings = {"collection": "Boats", "top_k": "5", "fusion": "nonsense", "alpha": "0.5"}
    assert NaiveOptions.possible(settings) == {"alpha": "0.5"}
    chained = {"use_path": "off", "model": "rank", "hops": "2", "retrieval": "fused_hybrid"}
    assert ChainOptions.possible(chained) == {
        "retrieval": "fused_hybrid",
        "use_path": "off",
        "model": "rank",
    }
