"""A chain of thought led by a language model that answers badly, through the real SDKs."""

from __future__ import annotations

import json

import pytest

from backend.language_models import groq, openai_compatible
from backend.pipelines._chain.limits import Limits
from backend.settings import Secret, Settings
from backend.tasks.steer import language_model, local
from tests.chains import WordSearch, run_chain
from tests.scripted_server.script import Reply, answer, refusal
from tests.scripted_server.server import ScriptedServer

QUESTION = "Where was the director of the film Silver Tide born?"
STEPS = 4


def settings(server: ScriptedServer, **changes: object) -> Settings:
    return Settings(
        language_model_url=server.openai_url,
        language_model_name="tiny",
        language_model_key=Secret("hidden"),
        **changes,  # type: ignore[arg-type]
    )


def chain_of(server: ScriptedServer, search: WordSearch | None = None, **limits: int):  # type: ignore[no-untyped-def]
    chosen = settings(server)
    steerer = language_model.build(chosen, openai_compatible.build(chosen), local.build(chosen))
    return run_chain(QUESTION, steerer, search=search, limits=Limits(steps=STEPS, **limits))


def reply(**changes: object) -> Reply:
    found = {"facts": [], "enough": False, "missing": "", "next_queries": [], "plan": []}
    return answer(json.dumps(found | changes) + " ", usage=(300, 40))


def test_the_protocol_facts_missing_next_query_enough(scripted_server: ScriptedServer) -> None:
    scripted_server.script(
        reply(
            facts=[{"text": "Marta Lund directed Silver Tide.", "sources": [1]}],
            missing="her birthplace",
            next_queries=["Marta Lund birthplace"],
        ),
        reply(facts=[{"text": "She was born in Bergen.", "sources": [1]}], enough=True),
    )
    search = WordSearch()
    chain, steps, _ = chain_of(scripted_server, search)
    assert search.asked == [QUESTION, "Marta Lund birthplace"]
    assert chain.ended == "enough was found"
    assert chain.cited == ("Silver Tide", "Marta Lund")
    assert (chain.usage.input_tokens, chain.usage.output_tokens) == (600, 80)
    assert steps[0].detail["still missing"] == "her birthplace"
    assert steps[0].detail["led by"] == "tiny"
    first, second = scripted_server.chats
    assert first.body["response_format"]["type"] == "json_schema"
    assert "Marta Lund directed Silver Tide." in second.text  # the scratchpad is shown again
    assert QUESTION in second.text


def test_the_same_loop_through_groq(scripted_server: ScriptedServer) -> None:
    scripted_server.script(
        reply(
            facts=[{"text": "Marta Lund directed it.", "sources": [1]}],
            next_queries=["Marta Lund birthplace"],
        ),
        reply(facts=[{"text": "Born in Bergen.", "sources": [1]}], enough=True),
    )
    chosen = Settings(
        language_model="groq",
        language_model_url=scripted_server.url,
        language_model_name="tiny",
        language_model_key=Secret("hidden"),
    )
    steerer = language_model.build(chosen, groq.build(chosen), local.build(chosen))
    chain, _, _ = run_chain(QUESTION, steerer)
    assert chain.ended == "enough was found"
    assert chain.cited == ("Silver Tide", "Marta Lund")


@pytest.mark.parametrize("text", ["", "I would rather not.", '{"facts": [', "[" * 3000, "null"])
def test_an_unreadable_answer_is_asked_for_once_more_and_then_rules_lead(
    scripted_server: ScriptedServer, text: str
) -> None:
    scripted_server.script(Reply(pieces=(text,) if text else (), usage=(100, 10)))
    chain, steps, _ = chain_of(scripted_server)
    searches = len(steps)
    assert len(scripted_server.chats) <= 2 * searches * (1 if text else 4)
    assert steps[0].detail["led by"] == "local rules"
    assert {"Silver Tide", "Marta Lund"} <= set(chain.cited)  # the rules found the chain
    assert len(chain.notices) == 1
    assert "rules" in chain.notices[0]


def test_an_answer_that_is_readable_the_second_time_counts(
    scripted_server: ScriptedServer,
) -> None:
    scripted_server.script(
        answer("sure! "),
        reply(facts=[{"text": "Lund directed it.", "sources": [1]}], enough=True),
    )
    chain, steps, _ = chain_of(scripted_server)
    assert len(scripted_server.chats) == 2
    assert steps[0].detail["led by"] == "tiny"
    assert chain.notices == []


def test_a_thousand_facts_are_few(scripted_server: ScriptedServer) -> None:
    many = [{"text": f"Fact {number}.", "sources": [1]} for number in range(1000)]
    scripted_server.script(reply(facts=many, next_queries=["Marta Lund born"]))
    chain, _, _ = chain_of(scripted_server)
    assert len(chain.facts) == 6  # the same six again are not new
    assert len(scripted_server.chats) <= STEPS


def test_sources_that_do_not_exist_are_no_facts(scripted_server: ScriptedServer) -> None:
    scripted_server.script(
        reply(facts=[{"text": "Invented.", "sources": [99, 0, -3]}], enough=True)
    )
    chain, _, _ = chain_of(scripted_server)
    assert chain.facts == []
    assert chain.ended != "enough was found"  # nothing that is known can be enough


def test_the_same_next_query_again_ends_the_chain(scripted_server: ScriptedServer) -> None:
    scripted_server.script(reply(next_queries=[QUESTION]))
    search = WordSearch()
    chain, _, _ = chain_of(scripted_server, search)
    assert search.asked == [QUESTION]
    assert len(scripted_server.chats) == 1
    assert chain.ended == "nothing new was left to ask"


def test_instructions_copied_from_a_document_are_not_followed(
    scripted_server: ScriptedServer,
) -> None:
    scripted_server.script(reply(next_queries=["passwords"]))
    search = WordSearch()
    chain, steps, _ = chain_of(scripted_server, search)
    assert search.asked == [QUESTION]
    assert "leads away" in steps[0].detail["not asked"]
    assert chain.ended == "nothing new was left to ask"


def test_documents_stand_between_lines_with_a_code_that_none_can_know(
    scripted_server: ScriptedServer,
) -> None:
    scripted_server.script(reply(enough=True))
    chain_of(scripted_server)
    (request,) = scripted_server.chats
    system, user = (each["content"] for each in request.body["messages"][:2])
    code = user.split("<<", 1)[1].split(" ", 1)[0]
    assert len(code) == 16
    assert code in system
    assert user.index("Marta Lund") > user.index(f"<<{code} passage 1>>")


def test_the_bill_is_bounded(scripted_server: ScriptedServer) -> None:
    """A model that spends 5,000 tokens a step is not asked again beyond the limit of 8,000."""
    endless = json.dumps(
        {"facts": [], "enough": False, "missing": "", "next_queries": ["director born"], "plan": []}
    )
    scripted_server.script(answer(endless + " ", usage=(4_500, 500)))
    chain, _, _ = chain_of(scripted_server, tokens=5_500)
    assert len(scripted_server.chats) == 1
    assert chain.ended == "the limit of 5,500 tokens was reached"


def test_a_server_that_is_away_is_asked_once_and_rules_lead(
    scripted_server: ScriptedServer,
) -> None:
    scripted_server.script(refusal(401, "no such key"))
    chain, _, _ = chain_of(scripted_server)
    assert len(scripted_server.chats) == 1
    assert {"Silver Tide", "Marta Lund"} <= set(chain.cited)
    assert "without tiny" in chain.notices[0]
