"""Questions that a language model writes for a set, through the real SDK on a loopback server."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.kept_makings import report_of
from backend.briefing.sieve import (
    ANOTHER_PLACE,
    KNOWN,
    NOT_FOUND,
    OTHERWISE,
    SECOND,
    Sieve,
    passages_beside,
    why_not_found,
)
from backend.briefing.sifting import ALIKE, GIVEAWAY
from backend.briefing.writing_for_sets import PassagePair, SetWriting, SinglePassage, things_to_ask
from backend.command_line.parser import main
from backend.errors import CancelledError, QuestionError, SettingsError
from backend.language_models import openai_compatible
from backend.records import sqlite
from backend.settings import Secret, Settings, load_settings
from backend.tasks.question.language_model import build
from backend.tasks.question.written.question_replies import (
    NAME_LEFT,
    NO_CLUE,
    NO_QUESTION,
    NOT_THERE,
    NOTHING,
    OF_THE_PASSAGE,
    ONE_IS_ENOUGH,
    PROSE,
    TOLD,
    UNNAMED,
    AskedOverTwo,
    WrittenQuestion,
    read_joined,
    read_question,
)
from backend.types import (
    CheckedQuestion,
    Chunk,
    Citation,
    CollectionSettings,
    Draft,
    Hit,
    JobState,
    MakingReport,
    Quotation,
    Scored,
    Usage,
    Verdict,
)
from backend.workbench import Workbench, open_workbench
from tests.factories import make_bundle
from tests.scripted_server.script import Reply, answer, refusal
from tests.scripted_server.server import ScriptedServer
from tests.unit.test_briefing import answer as answered

pytest_plugins = ("tests.scripted_server.fixtures",)


def chunk(text: str, title: str = "", name: str = "c", document: str = "d") -> Chunk:
    return Chunk(name, document, "s", 0, text, 0, len(text), (0,), "prose", title)


MILL = chunk("The mill at Anders Point was rebuilt\nby Brown and Sons. It grinds rye.", "Mills")
YARD = chunk("Brown and Sons have a yard. The firm employs 41 carpenters.", name="c2")


def one(question: str, subject: str, words: str) -> str:
    return json.dumps({"question": question, "subject": subject, "answer": words})


def two(question: str, words: str, described: str, clue: str) -> str:
    return json.dumps({"question": question, "answer": words, "described": described, "clue": clue})


WHO = "Who rebuilt the mill at Anders Point?"

# --- what a reply may say ------------------------------------------------------------------------


def test_a_question_has_its_answer_word_for_word_and_the_sentence_around_it() -> None:
    found = read_question(one(WHO, "the mill", "Brown and Sons."), MILL)
    first_sentence = MILL.text.index(" It grinds")
    assert found == WrittenQuestion(WHO, "Brown and Sons", 0, first_sentence)
    over_lines = one("What happened to the mill?", "mill", "rebuilt by brown and sons")
    found = read_question(over_lines, MILL)
    assert isinstance(found, WrittenQuestion)
    assert found.answer == "rebuilt by Brown and Sons", "as the passage writes it"


def test_of_two_places_the_one_that_is_asked_about_holds_the_answer() -> None:
    twice = chunk("The Tern has 41 seats. The Petrel has 41 seats and a mast.")
    found = read_question(one("How many seats has the Petrel?", "Petrel", "41 seats"), twice)
    assert isinstance(found, WrittenQuestion)
    assert twice.text[found.start : found.end].startswith("The Petrel")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("Here is a question: who rebuilt the mill?", PROSE),
        (json.dumps({"question": WHO}), PROSE),
        (one("", "", ""), NOTHING),
        (one("The mill was rebuilt.", "mill", "Brown and Sons"), NO_QUESTION),
        (one("Who? Who rebuilt the mill?", "mill", "Brown and Sons"), NO_QUESTION),
        (one("Who is named in the passage on the mill?", "mill", "Brown and Sons"), OF_THE_PASSAGE),
        (one("Who rebuilt it after the flood?", "it", "Brown and Sons"), UNNAMED),
        (one(WHO, "the windmill", "Brown and Sons"), UNNAMED),
        (one("Who rebuilt the castle?", "castle", "Brown and Sons"), UNNAMED),
        (one(WHO, "mill", "Smith and Sons"), NOT_THERE),
        (one(WHO, "mill", "Sons of Brown"), NOT_THERE),
        (one(WHO, "mill", "rown and Son"), NOT_THERE),
        (one(WHO, "mill", ""), NOT_THERE),
        (one(WHO, "mill", "The mill at Anders Point"), TOLD),
    ],
)
def test_a_question_that_does_not_hold_is_dropped_and_says_why(reply: str, why: str) -> None:
    assert read_question(reply, MILL) == why


DESCRIBED = "the firm that rebuilt the mill at Anders Point"
CLUE = "was rebuilt by Brown and Sons"
CARPENTERS = "How many carpenters does Brown and Sons employ?"


def test_a_shared_name_gives_way_to_what_the_first_passage_says_of_it() -> None:
    found = read_joined(
        two(CARPENTERS, "41 carpenters", DESCRIBED, CLUE), "Brown and Sons", MILL, YARD
    )
    assert isinstance(found, AskedOverTwo)
    assert found.text == f"How many carpenters does {DESCRIBED} employ?"
    assert found.half.text == CARPENTERS
    assert found.half.answer == "41 carpenters"
    assert YARD.text[found.half.start : found.half.end].startswith("The firm employs")
    assert MILL.text[found.clue_start : found.clue_end].endswith("by Brown and Sons.")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("Certainly!", PROSE),
        (two("", "", "", ""), NOTHING),
        (two("How many carpenters are there?", "41 carpenters", DESCRIBED, CLUE), NAME_LEFT),
        (two("What is Brown and Sons’s staff?", "41 carpenters", DESCRIBED, CLUE), NAME_LEFT),
        (two(CARPENTERS, "41 carpenters", "the Brown and Sons firm", CLUE), NAME_LEFT),
        (two("Who is Brown and Sons?", "Brown and Sons have a yard", DESCRIBED, CLUE), NAME_LEFT),
        (two(CARPENTERS, "42 carpenters", DESCRIBED, CLUE), NOT_THERE),
        (two(CARPENTERS, "41 carpenters", "the firm of 41 carpenters at the mill", CLUE), TOLD),
        (two(CARPENTERS, "41 carpenters", DESCRIBED, "was built by Brown and Sons"), NO_CLUE),
        (two(CARPENTERS, "41 carpenters", DESCRIBED, "It grinds rye"), NO_CLUE),
        (two(CARPENTERS, "41 carpenters", "the firm on the moon", CLUE), NO_CLUE),
        (two(CARPENTERS, "41 carpenters", "the firm with a yard", CLUE), ONE_IS_ENOUGH),
    ],
)
def test_a_question_over_two_passages_needs_both(reply: str, why: str) -> None:
    assert read_joined(reply, "Brown and Sons", MILL, YARD) == why


# --- the sieve -----------------------------------------------------------------------------------


SOURCE = Quotation("The mill was rebuilt by Brown and Sons.", "d", "", "c", 0, 10, 60)
MADE = CandidateQuestion("Who rebuilt the mill?", "written", SOURCE, right="Brown and Sons")
CITED = Citation(1, "c", "d", 0, 30, 50, verified=True)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"short": "Brown and Sons"}, ""),
        ({"short": "It was rebuilt by brown and  Sons."}, ""),
        ({"short": "Brown"}, OTHERWISE),
        ({"short": "Smith and Daughters"}, OTHERWISE),
        ({"found": False, "verdict": Verdict.CLOSEST}, NOT_FOUND),
        ({"found": False, "verdict": Verdict.NOT_FOUND}, NOT_FOUND),
        ({"citations": (replace(CITED, start=60, end=70),)}, ANOTHER_PLACE),
        ({"citations": (replace(CITED, document_id="other"),)}, ANOTHER_PLACE),
    ],
)
def test_the_reader_must_find_the_answer_where_it_was_made(
    changes: dict[str, object], why: str
) -> None:
    found = replace(answered("Brown and Sons"), **{"citations": (CITED,), **changes})
    assert why_not_found(MADE, found) == why


def test_passages_beside_hold_nothing_of_what_a_question_was_made_of() -> None:
    def at(start: int, name: str, document: str = "d") -> Chunk:
        return replace(chunk("x" * 20, name=name, document=document), start=start, end=start + 20)

    chunks = {
        each.id: each
        for each in (at(0, "before"), at(50, "within"), at(60, "behind"), at(10, "o", "other"))
    }
    by_words = [Scored(each, 2.0) for each in ("within", "behind", "o")]
    hits = [Hit(chunks["before"], 1.0, ()), Hit(chunks["o"], 1.0, ())]
    found = [passage.chunk.id for passage in passages_beside(hits, by_words, chunks, [SOURCE])]
    assert found == ["o", "behind"], "what the pipeline found comes first"


class Scripted:
    """A sieve over a store whose reader says what a test wants."""

    def __init__(self, folder: Path) -> None:
        self.store = sqlite.build(Settings(library=folder))
        collection = self.store.create_collection("Mills", CollectionSettings())
        texts = ("The mill was rebuilt by Brown and Sons.", "The yard is theirs.", "Rye is ground.")
        self.store.publish([make_bundle(collection.id, passages=texts)])
        (document,) = self.store.documents(collection.id)
        self.chunks = self.store.chunks_of(document.id)
        end = len(texts[0])
        self.source = Quotation(texts[0], document.id, "", self.chunks[0].id, 0, 0, end)
        self.made = replace(MADE, source=self.source)
        self.beside = Verdict.NOT_FOUND
        self.scores = (3.0, 2.0)
        self.read: list[tuple[str, tuple[str, ...]]] = []

    def sieve(self, known: tuple[str, ...] = ()) -> Sieve:
        cited = replace(CITED, document_id=self.source.document_id, start=0, end=20)
        found = replace(answered("Brown and Sons"), citations=(cited,))

        def read(text: str, hits: object) -> Draft:
            assert isinstance(hits, list)
            self.read.append((text, tuple(hit.chunk.text for hit in hits)))
            found = self.beside is Verdict.LIKELY
            return Draft("", "", found, (), (), Usage(), "local reader", verdict=self.beside)

        def by_words(text: str) -> list[Scored]:
            pairs = zip(self.chunks, self.scores, strict=False)
            return [Scored(each.id, score) for each, score in pairs]

        return Sieve(self.store, lambda text: found, read, by_words, known)


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Scripted]:
    made = Scripted(tmp_path / "library")
    yield made
    made.store.close()


def test_a_question_is_kept_once_and_only_if_no_other_passage_answers_it(
    scripted: Scripted,
) -> None:
    sieve = scripted.sieve()
    scripted.beside = Verdict.LIKELY
    assert sieve.one(scripted.made) == SECOND
    assert scripted.read == [(scripted.made.text, ("The yard is theirs.",))]
    scripted.beside = Verdict.CLOSEST
    kept = sieve.one(scripted.made)
    assert not isinstance(kept, str)
    assert (kept.short, kept.kind, kept.source) == ("Brown and Sons", "written", scripted.source)
    assert sieve.one(replace(scripted.made, text="Who has rebuilt the mills?")) == ALIKE
    assert scripted.sieve(("who rebuilt the mill",)).one(scripted.made) == KNOWN
    scripted.scores = (4.0, 2.0)
    assert scripted.sieve().one(scripted.made) == GIVEAWAY


def test_a_question_over_two_passages_is_read_with_and_without_the_name(
    scripted: Scripted,
) -> None:
    clue = replace(scripted.source, chunk_id=scripted.chunks[1].id, start=41, end=60)
    scripted.scores = (3.0, 2.0, 1.6)  # type: ignore[assignment]
    kept = scripted.sieve().over_two("Who did it?", scripted.made, clue)
    assert not isinstance(kept, str)
    assert (kept.text, kept.kind, kept.also) == ("Who did it?", "joined", (clue,))
    assert [text for text, _ in scripted.read] == [scripted.made.text, "Who did it?"]
    assert scripted.read[0][1] == ("Rye is ground.",), "both of its passages are left out"


# --- a making ------------------------------------------------------------------------------------

FILES = {
    "Ferry.txt": (
        "The ferry Kestrel crosses the sound of Aldmoor four times a day. Its landing fee is 12 "
        "euros for each car. The skipper of the Kestrel is Tomas Okafor, who came in 2009.",
        one("Who is the skipper of the Kestrel?", "Kestrel", "Tomas Okafor"),
    ),
    "Nursery.txt": (
        "Spending on the seed nursery at Gull Reach rose in 2031 because two cold tanks were "
        "bought. The nursery raises eelgrass for the whole bay and sells none of it.",
        one(
            "Why did spending on the seed nursery at Gull Reach rise in 2031?",
            "seed nursery",
            "two cold tanks were bought",
        ),
    ),
    "Mill.txt": (
        "The mill at Anders Point was rebuilt by Brown and Sons after the flood. It grinds rye for "
        "six villages and stands still in August.",
        one(WHO, "mill at Anders Point", "Brown and Sons"),
    ),
    "Builders.txt": (
        "Brown and Sons have their yard at Saltpan Cove. The firm employs 41 carpenters and was "
        "founded by a former pilot of the harbour.",
        one("How many carpenters do Brown and Sons employ?", "Brown and Sons", "40 carpenters"),
    ),
    "Library.txt": (
        "The library of Teme Ford lends 3,400 books a year to readers of the valley. It opens on "
        "Tuesdays and Fridays and is closed during the whole of July.",
        one(
            "How many books does the library of Teme Ford lend a year?",
            "library of Teme Ford",
            "3,400 books",
        ),
    ),
}


@pytest.fixture
def workbench(tmp_path: Path, scripted_server: ScriptedServer) -> Iterator[Workbench]:
    environment = {
        "QUIRE_LANGUAGE_MODEL": "openai_compatible",
        "QUIRE_LANGUAGE_MODEL_URL": scripted_server.openai_url,
        "QUIRE_LANGUAGE_MODEL_NAME": "tiny",
        "QUIRE_PRICE_INPUT": "1",
        "QUIRE_PRICE_OUTPUT": "2",
    }
    opened = open_workbench(
        load_settings(environment, library=tmp_path / "library"), start_workers=False
    )
    collection = opened.library.create_collection("Bay")
    for name, (text, _) in FILES.items():
        opened.library.add_file(collection.id, name, text.encode())
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def bay(workbench: Workbench) -> str:
    return workbench.library.collection_named("Bay").id


def said(thing: PassagePair | SinglePassage) -> str:
    """What the model writes of passages; of the pair in either order."""
    if isinstance(thing, SinglePassage):
        return dict(FILES.values())[thing.chunk.text]
    if thing.first.text.startswith("The mill"):
        return two(CARPENTERS, "41 carpenters", DESCRIBED, CLUE)
    return two("What did Brown and Sons rebuild?", "mill at Anders Point", "the firm", "of")


def scripts(
    workbench: Workbench, most: int, change: Callable[[int, Reply], Reply] = lambda _, each: each
) -> list[Reply]:
    """Replies in the order in which passages are asked about: all at most."""
    pairs, passages = things_to_ask(workbench.parts.records, bay(workbench), most)
    things = [*pairs[: 2 * (most // 5)], *passages[: 2 * most]]
    return [
        change(place, answer(said(thing), usage=(100, 10))) for place, thing in enumerate(things)
    ]


def made(workbench: Workbench, most: int) -> MakingReport:
    workbench.question_making.write_questions(bay(workbench), "Made", most)
    workbench.queue.work_until_idle(threading.Event())
    report = workbench.question_making.making_report(bay(workbench), "made")
    assert report is not None
    return report


def texts(workbench: Workbench) -> list[str]:
    (card,) = workbench.question_sets.sets_of(bay(workbench))
    found = workbench.question_sets.questions_of_set(bay(workbench), card.id)
    return [set_question.text for set_question in found if set_question.answerable]


def test_the_price_is_counted_before_and_nothing_is_sent(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    price = workbench.question_making.making_estimate(bay(workbench), 2)
    assert price is not None
    assert (price.model, price.passages, price.pairs, price.known) == ("tiny", 4, 0, 0)
    assert price.cost == pytest.approx((price.input_tokens + 2 * price.output_tokens) / 1e6)
    five = workbench.question_making.making_estimate(bay(workbench), 5)
    assert five is not None
    assert (five.passages, five.pairs) == (5, 1)
    assert five.output_tokens == 5 * 70 + 120
    assert scripted_server.chats == []


def test_questions_are_verified_and_kept_with_their_evidence(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(*scripts(workbench, 10))
    report = made(workbench, 10)
    assert report.ended
    # each thing is accounted for: the pair, and five passages one of which has a wrong answer
    refused = sum(count for _, count in report.refused)
    assert report.kept + refused == report.asked == 6
    assert dict(report.refused)[NOT_THERE] == 1
    assert report.kept >= 4
    assert (report.input_tokens, report.output_tokens) == (600, 60)
    assert report.cost == pytest.approx((600 + 2 * 60) / 1e6)
    (card,) = workbench.question_sets.sets_of(bay(workbench))
    found = workbench.question_sets.questions_of_set(bay(workbench), card.id)
    assert workbench.question_sets.unresolved_evidence(bay(workbench), card.id) == {}
    for set_question in found:
        if set_question.kind == "written":
            text = FILES[set_question.evidence[0].name][0]
            assert set_question.answers[0] in set_question.evidence[0].contains
            assert set_question.evidence[0].contains in text
    for each in (one for one in found if one.kind == "joined"):
        assert "Brown and Sons" not in each.text
        assert [one.name for one in each.evidence] == ["Builders.txt", "Mill.txt"]
    # each passage was sent once, fenced, and asked for in the schema's form
    assert len(scripted_server.chats) == 6
    assert all("quoted text" in chat.text for chat in scripted_server.chats)


def test_what_was_said_is_not_paid_for_twice_and_struck_questions_stay_struck(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(*scripts(workbench, 2))
    first = made(workbench, 2)
    (card,) = workbench.question_sets.sets_of(bay(workbench))
    workbench.question_sets.strike_questions(
        bay(workbench), card.id, frozenset(["q1"]), struck=True
    )
    before, asked = texts(workbench), first.asked
    assert first.kept == 2
    assert asked == len(scripted_server.chats) < 5
    price = workbench.question_making.making_estimate(bay(workbench), 4)
    assert price is not None
    assert (price.known, price.passages) == (asked, 5 - asked)
    scripted_server.script(*scripts(workbench, 4)[asked:])
    again = made(workbench, 4)
    assert again.known == asked
    assert dict(again.refused)[KNOWN] == first.kept
    assert again.asked == 5 - asked == len(scripted_server.chats)
    assert texts(workbench)[: len(before)] == before
    assert workbench.question_sets.questions_of_set(bay(workbench), card.id)[0].struck


def test_a_model_that_fails_now_and_then_gives_fewer_questions_and_says_how_many(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    replies = scripts(workbench, 10)
    replies[1] = answer("I would rather not.", usage=(100, 10))
    replies[2] = refusal(401, "no such thing")
    scripted_server.script(*replies)
    report = made(workbench, 10)
    assert dict(report.refused)[PROSE] == 1
    ((why, count),) = report.failed
    assert (count, report.asked, report.unasked) == (1, 5, 0)
    assert why.rstrip(".") in " ".join(report.in_words)
    refused = sum(number for _, number in report.refused)
    assert report.kept + refused + count == 6
    job = workbench.question_making.making_job(bay(workbench))
    assert job is not None
    assert job.job.state is JobState.DONE
    # the one that failed is asked again, and nothing else
    price = workbench.question_making.making_estimate(bay(workbench), 10)
    assert price is not None
    assert price.passages + price.pairs == 1


def test_a_server_that_is_away_is_asked_three_times_and_the_rest_is_counted(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(*[refusal(401, "who are you?")] * 3)
    report = made(workbench, 10)
    assert len(scripted_server.chats) == 3
    assert sum(count for _, count in report.failed) == 3
    assert (report.kept, report.asked, report.unasked) == (0, 0, 3)
    assert "3 passages were not asked about" in " ".join(report.in_words)
    job = workbench.question_making.making_job(bay(workbench))
    assert job is not None
    assert job.job.state is JobState.FAILED, "nothing came of it, so it is no success"
    assert job.job.reason


def test_a_making_that_is_cancelled_keeps_what_came_and_what_it_cost(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    records = workbench.parts.records
    replies = scripts(workbench, 4)
    replies[2] = replace(replies[2], pieces=("{",), ending="silent", usage=None)
    scripted_server.script(*replies)
    job = workbench.question_making.write_questions(bay(workbench), "Made", 4)

    def cancel() -> None:
        while len(scripted_server.chats) < 3:
            pause.wait(0.05)
        workbench.queue.cancel_job(job.id)

    pause = threading.Event()
    watching = threading.Thread(target=cancel)
    watching.start()
    workbench.queue.work_until_idle(threading.Event())
    watching.join()
    report = report_of(records, bay(workbench), "Made")
    assert report is not None
    assert (report.ended, report.asked, report.estimated) == (False, 2, 1)
    assert report.input_tokens > 200, "the request under way was paid for as well"
    assert records.job(job.id).state is JobState.CANCELLED
    assert report.kept + sum(count for _, count in report.refused) == 2
    assert report.kept == len(texts(workbench)) if report.kept else True
    # begun anew, it pays for what was not said to its end
    price = workbench.question_making.making_estimate(bay(workbench), 4)
    assert price is not None
    assert (price.known, price.passages) == (2, 3)


def test_a_making_whose_process_ends_goes_on_without_paying_twice(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    records, identity = workbench.parts.records, "tiny 1"
    settings = Settings(
        language_model_url=scripted_server.openai_url,
        language_model_name="tiny",
        language_model_key=Secret("hidden"),
    )
    writer = build(settings, openai_compatible.build(settings))
    replies = scripts(workbench, 10)
    pairs, passages = things_to_ask(records, bay(workbench), 10)
    scripted_server.script(*replies)

    def keeping(candidate: CandidateQuestion) -> CheckedQuestion:
        return CheckedQuestion(
            candidate.text, candidate.kind, candidate.right, Verdict.DIRECT, candidate.source
        )

    class KeepsAll(Sieve):
        def one(self, candidate: CandidateQuestion) -> CheckedQuestion | str:
            return keeping(candidate)

        def over_two(
            self, text: str, half: CandidateQuestion, also: Quotation
        ) -> CheckedQuestion | str:
            return replace(keeping(half), text=text, also=(also,))

    def writing(report: MakingReport, most_looked: int) -> SetWriting:
        def progress(stage: str, done: int, total: int) -> None:
            assert (stage, total) == ("writing", len(pairs) + len(passages))
            if done == most_looked:
                raise CancelledError("The worker stops.")

        sieve = KeepsAll(records, lambda _: None, None, None, ())  # type: ignore[arg-type]
        return SetWriting(
            records, bay(workbench), "Made", writer, sieve, report, progress, threading.Event()
        )

    begun = MakingReport("job", "tiny", identity, 10)
    with pytest.raises(CancelledError):
        writing(begun, 3).write()
    left = report_of(records, bay(workbench), "Made")
    assert left is not None
    assert (left.asked, left.input_tokens, left.ended) == (3, 300, False)
    report = writing(left, -1).write()
    assert len(scripted_server.chats) == 6
    assert (report.asked, report.known, report.input_tokens) == (6, 0, 600)
    assert (report.kept, report.joined) == (5, 1)


def test_another_model_than_the_one_that_was_priced_writes_nothing(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    records = workbench.parts.records
    workbench.question_making.write_questions(bay(workbench), "Made", 2)
    with pytest.raises(QuestionError, match="already"):
        workbench.question_making.make_questions(bay(workbench), "Other", 2)
    records.set_preference("language_model_name", "another")
    workbench.queue.work_until_idle(threading.Event())
    job = workbench.question_making.making_job(bay(workbench))
    assert job is not None
    assert "(tiny) is not the one that is on now" in job.job.reason
    assert scripted_server.chats == []
    records.set_preference("language_model", "none")
    assert workbench.question_making.making_estimate(bay(workbench), 2) is None
    with pytest.raises(SettingsError, match="No language model is on"):
        workbench.question_making.write_questions(bay(workbench), "Made", 2)


def test_words_of_a_deleted_document_are_not_kept_in_replies(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(*scripts(workbench, 10))
    made(workbench, 10)
    gone = next(
        document
        for document in workbench.library.documents(bay(workbench))
        if document.name == "Mill.txt"
    )
    workbench.library.delete_documents([gone.id])
    workbench.library.add_file(bay(workbench), gone.name, FILES[gone.name][0].encode())
    workbench.queue.work_until_idle(threading.Event())
    price = workbench.question_making.making_estimate(bay(workbench), 10)
    assert price is not None
    assert (price.passages, price.pairs) == (1, 1), "its replies, and those over it and another"


def test_the_command_tells_the_price_asks_and_tells_what_came(
    tmp_path: Path,
    workbench: Workbench,
    scripted_server: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    replies = scripts(workbench, 10)
    workbench.close()
    for name, value in {
        "QUIRE_LANGUAGE_MODEL": "openai_compatible",
        "QUIRE_LANGUAGE_MODEL_URL": scripted_server.openai_url,
        "QUIRE_LANGUAGE_MODEL_NAME": "tiny",
    }.items():
        monkeypatch.setenv(name, value)
    library = ["--library", str(tmp_path / "library")]
    command = [*library, "questions", "Made", "--collection", "Bay", "--most", "10"]
    written = [*command, "--by", "language_model"]
    assert main([*written, "--estimate"]) == 0
    assert "tiny, at most 6 requests, 1 of them about two passages" in capsys.readouterr().err
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert main(written) == 1
    assert "Nothing was done." in capsys.readouterr().err
    assert scripted_server.chats == []
    scripted_server.script(*replies)
    assert main([*written, "--yes"]) == 0
    told = capsys.readouterr().out
    assert "of 10 questions made by tiny" in told
    assert f"{NOT_THERE} (1)" in told
    assert "6 requests answered: 600 tokens in, 60 out" in told
    assert main([*command, "--json"]) == 0
    by_templates = json.loads(capsys.readouterr().out)
    assert (by_templates["written_by"], by_templates["asked"]) == ("templates", 0)
    assert by_templates["kept"] >= 1
