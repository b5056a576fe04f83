"""Limits, the guard against drift, and how the lists of all steps become one."""

from __future__ import annotations

import threading

import pytest

from backend.pipelines._chain.guard import jaccard, worth_asking
from backend.pipelines._chain.limits import Deadline, Limits
from backend.pipelines._chain.merging import FACT, Merging, merge
from backend.pipelines.chain_of_thought import ChainOptions
from backend.ports import Found, NotedFact, Plan, Scratchpad, Steering, StopSignal, Subquery
from backend.types import Hit
from tests.chains import CHUNKS, HashEmbedder, WordSearch, chunk_of, run_chain

QUESTION = "Where was the director of the film Silver Tide born?"


def test_limits_are_options() -> None:
    assert ChainOptions().limits == Limits(4, 60.0, 20_000)
    texts = {"steps": "6", "seconds": "5.5", "tokens": "1000"}
    assert ChainOptions.read(texts).limits == Limits(6, 5.5, 1_000)


def test_a_deadline_is_set_by_a_person_or_by_time() -> None:
    stop = threading.Event()
    assert not Deadline(stop, 100.0).is_set()
    assert Deadline(stop, -1.0).over
    stop.set()
    assert Deadline(stop, 100.0).is_set()


def guard(*texts: str, asked: tuple[str, ...] = (QUESTION,)) -> tuple[list[str], list[str]]:
    proposed = [Subquery(text) for text in texts]
    run, refused = worth_asking(proposed, asked, QUESTION, (), HashEmbedder())  # type: ignore[arg-type]
    return [query.text for query in run], refused


def test_jaccard_is_shared_over_all() -> None:
    assert jaccard(frozenset("abc"), frozenset("bcd")) == pytest.approx(2 / 4)
    assert jaccard(frozenset(), frozenset()) == 0.0


def test_a_repeated_query_is_not_run() -> None:
    run, refused = guard("Marta Lund born", "born Marta LUND", QUESTION)
    assert run == ["Marta Lund born"]
    assert len(refused) == 2
    assert "asked already" in refused[0]


def test_a_query_far_from_the_question_is_not_run() -> None:
    run, refused = guard("cheap holidays beach")
    assert run == []
    assert "leads away" in refused[0]


def test_a_query_without_words_is_not_run() -> None:
    assert guard("", "???", "the of", "x " * 300)[0] == []


def found(text: str, *titles: str, name: str = "", weight: float = 1.0) -> Found:
    hits = tuple(Hit(chunk_of(title, text), 1.0, ()) for title in titles)
    return Found(Subquery(text, name, weight), hits)


def test_each_query_of_the_chain_gets_its_best_passage_in() -> None:
    steps = [
        [found("question", "A", "B", "C", "D")],
        [found("Yarrow relation", "Xenon", "Yarrow", name="Yarrow")],
    ]
    constants = Merging(asked_by_name=0.0)
    assert [hit.chunk.id for hit in merge(steps, (), 2, constants)] == ["A", "Yarrow"]


@pytest.mark.parametrize(("constant", "worth"), [(0.0, 0.9), (0.6, 0.63), (1.0, 0.45)])
def test_the_other_words_of_a_query_count_as_much_as_their_weight_says(
    constant: float, worth: float
) -> None:
    """Yarrow's passage holds one of two: .9 * (1 - c * (1 - 1/2)), times the query's weight 1."""
    passage = Hit(chunk_of("Yarrow", "Yarrow grew barley."), 1.0, ())
    asked = Found(Subquery("Yarrow barley founder", "Yarrow"), (passage,))
    constants = Merging(relation=constant, asked_by_name=0.0)
    (hit,) = merge([[found("question", "A")], [asked]], (), 5, constants)[1:]
    assert hit.chunk.id == "Yarrow"
    assert hit.score == pytest.approx(worth)


def test_the_weight_of_a_relation_is_the_one_that_was_chosen() -> None:
    """Chosen, as all constants of merging, on training questions alone."""
    assert Merging().relation == 0.6


def test_scores_fall_and_are_the_sum_of_their_signals() -> None:
    steps = [[found("q", "A", "B", "C")], [found("z", "C", "D", "A"), found("y", "E", name="E")]]
    hits = merge(steps, ("D",), 5)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    for hit in hits:
        assert hit.score == pytest.approx(sum(signal.contribution for signal in hit.signals))
    cited = {hit.chunk.id: hit.signals for hit in hits}["D"]
    assert [signal.contribution for signal in cited if signal.retriever == FACT] == [
        Merging().cited
    ]


def test_nothing_found_gives_nothing() -> None:
    assert merge([], (), 5) == ()
    assert merge([[Found(Subquery("q"), ())]], (), 5) == ()


class Scripted:
    """A steerer that says what a test wants, whatever it is shown."""

    name = "scripted"

    def __init__(self, *steerings: Steering, plan: Plan | None = None) -> None:
        self._steerings = list(steerings)
        self._plan = plan
        self.pads: list[Scratchpad] = []

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        assert self._plan is not None
        return self._plan

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        self.pads.append(scratchpad)
        return self._steerings.pop(0) if len(self._steerings) > 1 else self._steerings[0]


def says(*queries: str, facts: tuple[NotedFact, ...] = (), enough: bool = False) -> Steering:
    texts = tuple(Subquery(text) for text in queries)
    return Steering(facts, enough, "more", texts, "scripted")


def test_facts_that_name_no_chunk_of_the_evidence_are_dropped() -> None:
    steerer = Scripted(
        says(
            facts=(
                NotedFact("True.", ("Silver Tide", "nowhere")),
                NotedFact("Made up.", ("nowhere",)),
            )
        )
    )
    chain, steps, _ = run_chain(QUESTION, steerer)
    assert chain.facts == [NotedFact("True.", ("Silver Tide",))]
    assert steps[0].chunk_ids == ("Silver Tide",)
    assert chain.ended == "nothing new was left to ask"


def test_the_nth_fact_of_a_step_stands_in_its_nth_passage() -> None:
    facts = (
        NotedFact("First.", ("Silver Tide", "Marta Lund")),
        NotedFact("Second.", ("Silver Tide",)),
        NotedFact("Third.", ("Red Harvest",)),
    )
    _, steps, _ = run_chain(QUESTION, Scripted(says(facts=facts)))
    assert steps[0].chunk_ids == ("Silver Tide", "Silver Tide", "Red Harvest", "Marta Lund")


def test_a_steerer_that_never_has_enough_is_ended_by_the_limit_of_steps() -> None:
    steerer = Scripted(*(says(f"director number{n}") for n in range(9)))
    search = WordSearch()
    chain, steps, _ = run_chain(QUESTION, steerer, search=search, limits=Limits(steps=3))
    assert len(search.asked) == 3
    assert chain.ended == "the limit of 3 steps was reached"
    assert steps[-1].detail["why it stopped"] == chain.ended


def test_the_same_query_for_ever_ends_at_once() -> None:
    search = WordSearch()
    chain, steps, _ = run_chain(QUESTION, Scripted(says(QUESTION)), search=search)
    assert search.asked == [QUESTION]
    assert chain.ended == "nothing new was left to ask"
    assert "asked already" in steps[0].detail["not asked"]


def test_the_chain_steps_back_to_the_planned_question_when_nothing_is_left() -> None:
    plan = Plan("films of Norway", "find a place", ("director", "birthplace"), "scripted")
    search = WordSearch()
    _, steps, _ = run_chain(
        QUESTION, Scripted(says(QUESTION), plan=plan), search=search, planned=True
    )
    assert search.asked == [QUESTION, "films of Norway"]
    assert steps[0].name == "plan"
    assert steps[0].detail["intent"] == "find a place"


def test_later_planned_steps_may_be_rewritten() -> None:
    plan = Plan("films", "find a place", ("director", "birthplace"), "scripted")
    rewritten = Steering((), False, "", (Subquery("Lund director"),), "s", ("birthplace of Lund",))
    steerer = Scripted(rewritten, says(enough=True), plan=plan)
    run_chain(QUESTION, steerer, planned=True)
    assert [pad.plan for pad in steerer.pads] == [
        ("director", "birthplace"),
        ("birthplace of Lund",),
    ]


def test_a_stop_keeps_what_is_there() -> None:
    stop = threading.Event()
    stop.set()
    chain, steps, retrieved = run_chain(QUESTION, Scripted(says()), stop=stop)
    assert len(steps) == 1
    assert chain.ended == "it was stopped"
    assert retrieved[-1].hits


def test_evidence_grows_step_by_step() -> None:
    lund = NotedFact("Marta Lund directed Silver Tide.", ("Silver Tide",))
    steerer = Scripted(says("Marta Lund birthplace", facts=(lund,)), says(enough=True))
    _, _, retrieved = run_chain("Who directed Silver Tide?", steerer)
    assert len(retrieved) == 3  # one per step and the last
    first, last = ({hit.chunk.id for hit in each.hits} for each in (retrieved[0], retrieved[-1]))
    assert CHUNKS[0].id in first
    assert "Marta Lund" in last
