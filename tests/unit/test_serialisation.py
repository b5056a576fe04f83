"""Stored answers come back as they were, and survive newer and older fields."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import StorageError, UnreadableError
from backend.serialisation import from_json, to_json, to_plain
from backend.types import (
    Answer,
    CellKind,
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
    assert from_json(CollectionSettings, json.dumps(plain)) == CollectionSettings(chunk_tokens=300)


def test_a_query_with_a_set_of_chunks_comes_back_equal() -> None:
    query = Query("q", "c", filters=Filters(("d",), (), frozenset({"b", "a"})))
    assert sorted(json.loads(to_json(query))["filters"]["chunk_ids"]) == ["a", "b"]
    assert from_json(Query, to_json(query)) == query


def test_states_are_written_as_their_words() -> None:
    job = Job("j", "add", "c", "n", "0", 1, "t", JobState.DONE, "", 0, 0, 0, 0, 0, 0, 1)
    assert to_plain(job)["state"] == "done"
    assert from_json(Job, json.dumps(to_plain(job))) == job


def test_an_answer_without_a_verdict_gets_the_one_that_its_finding_implies() -> None:
    for found, verdict in ((True, Verdict.LIKELY), (False, Verdict.NOT_FOUND)):
        plain = to_plain(replace(ANSWER, found=found))
        del plain["verdict"]
        assert from_json(Answer, json.dumps(plain)).verdict is verdict


def test_a_verdict_always_agrees_with_what_was_found() -> None:
    assert replace(ANSWER, verdict=Verdict.DIRECT).verdict is Verdict.DIRECT
    assert replace(ANSWER, verdict=Verdict.DIRECT, found=False).verdict is Verdict.NOT_FOUND
    assert replace(ANSWER, verdict=Verdict.CLOSEST, found=False).verdict is Verdict.CLOSEST
    assert replace(ANSWER, verdict=Verdict.CLOSEST).verdict is Verdict.LIKELY
    assert from_json(Answer, to_json(replace(ANSWER, verdict=Verdict.DIRECT))).verdict == "direct"


@dataclass(frozen=True, slots=True)
class Part:
    text: str = ""
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class KeptParts:
    kind: CellKind = CellKind.TEXT
    amount: Decimal | None = None
    pair: tuple[str, int] | None = None
    parts: dict[str, tuple[Part, ...]] = field(default_factory=dict)


PARTS = KeptParts(
    CellKind.NUMBER, Decimal("1.50"), ("b", 2), {"z": (Part("ä", 0.5),), "a": (Part(), Part("x"))}
)


def test_fields_and_keys_are_written_in_their_order_and_figures_digit_by_digit() -> None:
    assert to_json(PARTS) == (
        '{"kind": "number", "amount": "1.50", "pair": ["b", 2], "parts": '
        '{"z": [{"text": "ä", "share": 0.5}], '
        '"a": [{"text": "", "share": 0.0}, {"text": "x", "share": 0.0}]}}'
    )


def test_what_stands_in_dictionaries_and_pairs_comes_back_as_it_was() -> None:
    assert from_json(KeptParts, to_json(PARTS)) == PARTS
    assert from_json(KeptParts, json.dumps(to_plain(PARTS))) == PARTS


def test_a_number_without_a_fraction_is_read_where_a_fraction_may_stand() -> None:
    assert repr(from_json(Part, '{"share": 2}')) == repr(Part("", 2.0))


@given(st.text(st.characters(codec=None)), st.floats())
def test_every_text_and_every_number_comes_back_bit_by_bit(text: str, share: float) -> None:
    written = to_json(Part(text, share))
    for form in (written, written.encode("utf-8", "surrogatepass")):
        found = from_json(Part, form)
        assert found.text == text
        assert found.share.hex() == share.hex()


def test_half_of_a_surrogate_pair_and_infinity_come_back() -> None:
    part = Part("a\ud800b", -math.inf)
    assert to_json(part) == '{"text": "a\ud800b", "share": -Infinity}'
    assert from_json(Part, to_json(part)) == part
    assert from_json(Part, to_json(part).encode("utf-8", "surrogatepass")) == part
    half = Part("a\ud800b", 0.5)
    assert from_json(Part, to_json(half)) == half
    assert from_json(Part, to_json(half).encode("utf-8", "surrogatepass")) == half
    assert from_json(Part, '{"text": "a\\ud800b", "share": -Infinity}') == part


def test_numbers_and_texts_of_numpy_are_written_like_pythons() -> None:
    plain = to_plain(Part(np.str_("ä"), np.float64(0.1)))
    assert [type(each) for each in plain.values()] == [str, float]
    assert to_json(Part(np.str_("ä"), np.float64(0.1))) == '{"text": "ä", "share": 0.1}'
    with pytest.raises(TypeError, match="complex has no form"):
        to_plain({"share": 1j})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"pair": ["b", "2"]}', r"Expected `int`, got `str` - at `\$.pair\[1\]`"),
        ('{"pair": ["\ud800", "2"]}', r"Expected `int`, got `str` - at `\$.pair\[1\]`"),
        ('{"parts": {"a": [{"share": "much"}]}}', r"Expected `float`, got `str` - at `\$.parts"),
        ('{"pair": ["b"]}', r"length 2.*\$.pair"),
        ('{"kind": "colour"}', r"Invalid enum value 'colour' - at `\$.kind`"),
        ('{"amount": "1,5"}', r"\$.amount"),
        ('{"pair": nu', "line 1"),
        (b"\xff", "utf-8"),
        ("[]", "Expected `object`, got `array`"),
    ],
)
def test_what_cannot_be_read_says_where_and_what_to_do(text: str | bytes, said: str) -> None:
    with pytest.raises(StorageError, match=said) as caught:
        from_json(KeptParts, text)
    assert caught.value.what.startswith("What is stored as “kept parts” cannot be read: ")
    assert "backup" in caught.value.remedy
    assert isinstance(caught.value, ValueError)


def test_a_text_for_a_number_and_a_missing_field_are_named() -> None:
    with pytest.raises(StorageError, match="Expected `float`, got `str`"):
        from_json(Part, '{"share": "2"}')
    plain = to_plain(ANSWER)
    del plain["question"]
    with pytest.raises(StorageError, match="field `question`"):
        from_json(Answer, json.dumps(plain))


def test_what_is_nested_without_end_is_unreadable_too() -> None:
    with pytest.raises(UnreadableError):
        from_json(list[list[str]], "[" * 100_000)
