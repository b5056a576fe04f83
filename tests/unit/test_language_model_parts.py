"""The small rules behind the language model adapters."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.language_models._concessions import RequestForm
from backend.language_models._hosts import is_loopback
from backend.language_models._reasoning import ReasoningFilter
from backend.language_models._request_failures import quote, retry_after
from backend.settings import Secret
from backend.tokens import estimate_tokens


def visible(pieces: list[str]) -> str:
    reasoning = ReasoningFilter()
    return "".join([*(reasoning.feed(piece) for piece in pieces), reasoning.finish()])


@pytest.mark.parametrize(
    ("stream", "shown"),
    [
        ("plain", "plain"),
        ("<think>a</think>b", "b"),
        ("\n <think>a</think>\n\nb c ", "b c "),
        ("a <think>b</think> c<think>d</think>e", "a  ce"),
        ("<think>never closed", ""),
        ("a < b and <thin", "a < b and <thin"),
        ("<think>a < b</think >x</think>y", "y"),
        ("a</think>b", "a</think>b"),
    ],
)
def test_thoughts_are_dropped(stream: str, shown: str) -> None:
    assert visible([stream]) == shown


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "<", "<th", ">", " ", "a", "\n"]), max_size=9),
    st.data(),
)
def test_it_does_not_matter_how_a_stream_is_cut(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert visible(pieces) == visible([text])


def test_tokens_are_estimated_by_script() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("abcd") == 1
    assert estimate_tokens("abcde") == 2
    assert estimate_tokens("日本語") == 3
    # figures are counted digit by digit, signs of tables one by one: six digits, "$", "%", rest
    assert estimate_tokens("$17,846 8%") == 8 + 1
    assert estimate_tokens("日本語 in") == 4  # three, and " in" makes one


def test_retry_after_is_seconds_or_a_date() -> None:
    assert retry_after({"retry-after": "7"}) == 7.0
    assert retry_after({"retry-after": " 1.5 "}) == 1.5
    soon = format_datetime(datetime.now(UTC) + timedelta(minutes=10), usegmt=True)
    wait = retry_after({"retry-after": soon})
    assert wait is not None
    assert 0 < wait <= 600
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0.0
    for nonsense in ("", "soon", "-3", "nan", "inf", "1e999", "9" * 400):
        assert retry_after({"retry-after": nonsense}) is None


def test_a_servers_words_are_quoted_safely() -> None:
    assert quote("", Secret("k")) == ""
    assert quote("bad key abc\n\x1b[31mred", Secret("abc")) == ": “bad key … [31mred”"
    assert len(quote("x" * 5_000, Secret())) < 210


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.5/v1", True),
        ("http://[::1]:80", True),
        ("https://api.groq.com", False),
        ("http://192.168.1.2", False),
        ("http://localhost.example.com", False),
        ("", False),
    ],
)
def test_which_servers_are_this_machine(url: str, local: bool) -> None:
    assert is_loopback(url) is local


def test_a_request_that_is_too_long_is_not_asked_again_without_its_schema() -> None:
    form = RequestForm()
    assert form.without("maximum context length is 8192 tokens", has_schema=True) is None
    assert form.without("bad request", has_schema=False) is None
    smaller = form.without("bad request", has_schema=True)
    assert smaller is not None
    assert smaller.schema == "json_object"
