"""Stored answers come back as they were, and survive newer and older fields."""

from __future__ import annotations

import json
from dataclasses import replace

from backend.serialisation import from_json, from_plain, to_json, to_plain
from backend.types import (
    Answer,
    Chunk,
    Citation,
    CollectionSettings,
    Filters,
    Hit,
    Job,
    JobState,
    Query,
    Sentence,
    Signal,
    Step,
    Usage,
    Verdict,
)

CHUNK = Chunk("c", "d", "s", 0, "Net revenue rose.", 10, 27, (3, 4), "prose", "Report", ("A", "B"))
ANSWER = Answer(
    id="a",
    question="What rose?",
    pipeline="naive",
    text="Net revenue rose. [1]",
    short="",
    found=True,
    sentences=(Sentence("Net revenue rose. [1]", 0, 21, (1,), True),),
    citations=(Citation(1, "c", "d", 3, 10, 27, True),),
    hits=(Hit(CHUNK, 0.5, (Signal("lexical", None, 1.5, None, 0.5),)),),
    steps=(Step("retrieve", "2 passages", 0.1, {"k": "5"}, ("c",)),),
    usage=Usage(1, 2, 0.5, 0.25),
    answered_by="local reader",
    settings={"top_k": "5"},
    index_version=7,
    at=1.0,
)


def test_an_answer_comes_back_equal() -> None:
    assert from_json(Answer, to_json(ANSWER)) == ANSWER


def test_fields_of_a_newer_version_are_ignored_and_missing_ones_take_their_defaults() -> None:
    plain = to_plain(CollectionSettings(chunk_tokens=300))
    del plain["overlap_tokens"]
    plain["invented_later"] = 1
    assert from_plain(CollectionSettings, plain) == CollectionSettings(chunk_tokens=300)


def test_a_query_with_a_set_of_chunks_comes_back_equal() -> None:
    query = Query("q", "c", filters=Filters(("d",), (), frozenset({"b", "a"})))
    assert json.loads(to_json(query))["filters"]["chunk_ids"] == ["a", "b"]
    assert from_json(Query, to_json(query)) == query


def test_states_are_written_as_their_words() -> None:
    job = Job("j", "add", "c", "n", "0", 1, "t", JobState.DONE, "", 0, 0, 0, 0, 0, 0, 1)
    assert to_plain(job)["state"] == "done"
    assert from_plain(Job, to_plain(job)) == job


def test_an_answer_without_a_verdict_gets_the_one_that_its_finding_implies() -> None:
    for found, verdict in ((True, Verdict.LIKELY), (False, Verdict.NOT_FOUND)):
        plain = to_plain(replace(ANSWER, found=found))
        del plain["verdict"]
        assert from_plain(Answer, plain).verdict is verdict


def test_a_verdict_always_agrees_with_what_was_found() -> None:
    assert replace(ANSWER, verdict=Verdict.DIRECT).verdict is Verdict.DIRECT
    assert replace(ANSWER, verdict=Verdict.DIRECT, found=False).verdict is Verdict.NOT_FOUND
    assert replace(ANSWER, verdict=Verdict.CLOSEST, found=False).verdict is Verdict.CLOSEST
    assert replace(ANSWER, verdict=Verdict.CLOSEST).verdict is Verdict.LIKELY
    assert from_json(Answer, to_json(replace(ANSWER, verdict=Verdict.DIRECT))).verdict == "direct"
