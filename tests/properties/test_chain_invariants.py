"""Whatever was found and said, a chain keeps its promises."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.pipelines._chain.limits import MOST_STEPS, Limits
from backend.pipelines._chain.merging import merge
from backend.ports import Found, NotedFact, Plan, Scratchpad, Steering, StopSignal, Subquery
from backend.settings import Settings
from backend.tasks.steer.local import build
from backend.tasks.steer.written.replies import read_steering
from backend.types import Hit
from tests.chains import WORLD, WordSearch, chunk_of, run_chain

TITLES = [title for title, _ in WORLD] + ["A", "B", "C", "D"]
hits = st.lists(st.sampled_from(TITLES), unique=True, max_size=8).map(
    lambda titles: tuple(Hit(chunk_of(title, f"{title} text"), 1.0, ()) for title in titles)
)
founds = st.builds(
    Found,
    st.builds(
        Subquery,
        st.sampled_from(["one", "Marta Lund born", "Bergen"]),
        st.sampled_from(["", "Marta Lund", "Bergen"]),
        st.floats(0.01, 1.0),
    ),
    hits,
)
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60)
questions = st.one_of(words, st.sampled_from([f"Where is {title} or {title}?" for title in TITLES]))


@settings(deadline=None)
@given(st.lists(st.lists(founds, max_size=3), max_size=4), st.sets(st.sampled_from(TITLES)))
def test_merging_orders_each_passage_once_with_falling_scores(
    steps: list[list[Found]], cited: set[str]
) -> None:
    merged = merge(steps, cited, 6)
    everything = {hit.chunk.id for step in steps for found in step for hit in found.hits}
    ids = [hit.chunk.id for hit in merged]
    assert len(ids) == len(set(ids)) == min(6, len(everything))
    scores = [hit.score for hit in merged]
    assert all(first >= second - 1e-9 for first, second in pairwise(scores))
    assert merge(steps, cited, 3) == merged[:3]


@settings(max_examples=40, deadline=None)
@given(questions)
def test_the_rules_end_and_cite_only_what_was_found(question: str) -> None:
    search = WordSearch()
    chain, steps, _ = run_chain(question, build(Settings()), search=search)
    assert 1 <= len(steps) <= MOST_STEPS
    assert chain.ended
    found = {hit.chunk.id for step in chain.steps for one in step for hit in one.hits}
    assert set(chain.cited) <= found
    assert len(search.asked) == len(set(search.asked))


class Anything:
    """A steerer that says anything."""

    name = "anything"

    def __init__(self, steering: Steering) -> None:
        self._steering = steering

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        return Plan(question, "", (), self.name)

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        return self._steering


steerings = st.builds(
    Steering,
    facts=st.lists(
        st.builds(NotedFact, words, st.lists(st.one_of(st.sampled_from(TITLES), words)).map(tuple)),
        max_size=40,
    ).map(tuple),
    enough=st.booleans(),
    missing=words,
    queries=st.lists(st.builds(Subquery, words), max_size=5).map(tuple),
    steered_by=words,
    plan=st.one_of(st.none(), st.lists(words, max_size=3).map(tuple)),
)


@settings(max_examples=60, deadline=None)
@given(steerings, st.integers(2, 6), st.booleans())
def test_no_steering_breaks_or_prolongs_the_loop(
    steering: Steering, most: int, planned: bool
) -> None:
    search = WordSearch()
    chain, _, retrieved = run_chain(
        "Who directed Silver Tide?",
        Anything(steering),
        search=search,
        limits=Limits(steps=most),
        planned=planned,
    )
    assert len(search.asked) <= 3 * most
    assert chain.ended
    assert retrieved
    assert set(chain.cited) <= set(TITLES)


@settings(deadline=None)
@given(st.text())
def test_any_text_is_a_reply_or_none(text: str) -> None:
    for each in (text, "{" + text, '{"facts": ' + text):
        reply = read_steering(each)
        assert reply is None or len(reply.queries) <= 3
