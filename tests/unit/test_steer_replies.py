"""What a language model's reply means, however it is wrapped or bent."""

from __future__ import annotations

import json

import pytest

from backend.prompts.replies import json_object
from backend.tasks.steer.written.replies import read_plan, read_steering

GOOD = {
    "facts": [{"text": "Lund directed it.", "sources": [1, 2]}],
    "enough": False,
    "missing": "where she was born",
    "next_queries": ["Marta Lund birthplace"],
    "plan": [],
}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"```json\n{json.dumps(GOOD, indent=2)}\n```",
        f"Here is the object: {json.dumps(GOOD)} I hope it helps {{really}}.",
        json.dumps(GOOD)[:-1] + ",}",
    ],
)
def test_a_wrapped_reply_is_read(text: str) -> None:
    reply = read_steering(text)
    assert reply is not None
    assert reply.facts == (("Lund directed it.", (1, 2)),)
    assert reply.queries == ("Marta Lund birthplace",)
    assert reply.enough is False


def test_a_reply_cut_by_its_token_limit_keeps_its_whole_facts() -> None:
    text = '{"facts": [{"text": "A.", "sources": [1]}, {"text": "B.", "sou'
    reply = read_steering(text)
    assert reply is not None
    assert reply.facts == (("A.", (1,)),)


@pytest.mark.parametrize(
    "text", ["", "no", "[]", "{}", "{{{{", '{"a": 1}', '{"enough": "perhaps"}', "null", "[" * 5000]
)
def test_what_says_nothing_is_no_reply(text: str) -> None:
    assert read_steering(text) is None


def test_forms_that_other_models_use_are_understood() -> None:
    text = '{"facts": [{"fact": "A.", "sources": "[2]"}], "enough": true, "next_query": "x y"}'
    reply = read_steering(text)
    assert reply is not None
    assert (reply.facts, reply.enough, reply.queries) == ((("A.", (2,)),), True, ("x y",))


def test_facts_without_sources_are_dropped() -> None:
    text = '{"facts": ["A.", {"text": "B."}, {"text": "", "sources": [1]}, 7], "enough": true}'
    reply = read_steering(text)
    assert reply is not None
    assert reply.facts == ()


def test_a_thousand_facts_become_six() -> None:
    many = [{"text": f"Fact {number}.", "sources": [1]} for number in range(1000)]
    reply = read_steering(json.dumps({"facts": many, "enough": False}))
    assert reply is not None
    assert len(reply.facts) == 6


def test_a_plan_needs_two_steps() -> None:
    assert read_plan('{"stepback_question": "a", "intent": "b", "steps": ["c"]}') is None
    plan = read_plan(
        '{"stepback_question": "a", "intent": "b", "steps": ["c", "d", "e", "f", "g"]}'
    )
    assert plan is not None
    assert plan.steps == ("c", "d", "e", "f")


def test_braces_inside_strings_do_not_end_an_object() -> None:
    assert json_object('x {"a": "}{", "b": 1} y') == {"a": "}{", "b": 1}
