"""The reader knows whose document a passage is of, and reads “we” as the name of the question."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.pipelines._fused.read_together import RETRIEVER, parts_of
from backend.pipelines._owners import is_owner, owners_of, with_owners
from backend.pipelines.fused_hybrid import FusedHybridPipeline, FusedOptions
from backend.scope.profiles import Profile, profile_of
from backend.settings import load_settings
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.cross_encoder import text_probabilities
from backend.tasks.answer.extractive.reading import read
from backend.tasks.answer.extractive.weights import ALIGNED, load_weights
from backend.types import Answer, Collection, Hit, OwnedHit, Query, Verdict
from backend.workbench import Workbench, open_workbench
from bench.libraries import wait_until_read
from tests.unit.test_local_reader import WordEmbedder, ask, hit

FILES = {
    "harbourgrill_2031.md": b"""# Annual report 2031

We employed 40 people in our kitchens and paid each of them for twelve months.

The halls on the quay were painted white in spring.
""",
    "Tern Ferries 2031.md": b"""# Annual report 2031

We employed 70 people on our ferries.
""",
    "notes.md": b"# Notes\n\nHarbour Grill and Tern Ferries met in May.\n",
}
QUESTION = "How many people did Harbour Grill employ in 2031?"


def of_file(name: str) -> Profile:
    return profile_of("d", name, "", "", 9)


def of_page(first_page: str) -> Profile:
    return profile_of("d", "scan7.pdf", "", first_page, 9)


@pytest.mark.parametrize(
    ("name", "is_its"),
    [
        ("Salt Marsh", True),
        ("Saltmarsh", True),
        ("Salt Marsh Ferries", False),  # which stands nowhere in it
        ("Saltmarsh Inc", True),
        ("Salt Marshal", False),
        ("Marsh", False),
        ("Salty", False),
        ("SM", False),  # the file does not tell that these are two words
        ("Gull", False),
    ],
)
def test_a_file_bears_a_name_however_its_words_are_run_together(name: str, is_its: bool) -> None:
    assert is_owner(name, of_file("saltmarsh_2031.pdf")) is is_its


@pytest.mark.parametrize(
    ("name", "is_its"),
    [
        ("Tern Ferries", True),
        ("Tern", True),
        ("TF", False),  # as are IT, HR and UK
        ("TeFe", False),
        ("Tf", False),
        ("FT", False),
        ("Ferries", False),
        ("Te", False),
        ("Inc", False),
    ],
)
def test_a_name_may_be_shortened_to_its_beginning_or_its_first_letters(
    name: str, is_its: bool
) -> None:
    assert is_owner(name, of_file("Tern Ferries 2031.pdf")) is is_its


def test_the_beginning_of_a_name_has_three_letters_at_least() -> None:
    assert is_owner("Elm", of_file("Elm Ferries 2031.pdf"))
    assert not is_owner("El", of_file("El Faro 2031.pdf"))


def test_a_company_on_the_first_page_owns_the_document_and_a_person_does_not() -> None:
    company = of_page("Salt & Marsh plc\n\nAnnual report 2031\n")
    assert is_owner("Salt & Marsh", company)
    assert is_owner("S&M", company)
    person = of_page("Ada Finch\n\n3 March 2031\n\nDear Mr Kray,\n\nThe rent is late.\n")
    assert not is_owner("Ada Finch", person)


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, Collection]]:
    library: Path = tmp_path_factory.mktemp("owners")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Reports")
    for name, content in FILES.items():
        assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened, made
    opened.close()


@pytest.mark.parametrize(
    ("question", "named"),
    [
        (QUESTION, {"harbourgrill_2031.md": ("Harbour Grill",)}),
        ("How many people did Tern employ?", {"Tern Ferries 2031.md": ("Tern",)}),
        (
            "Is Tern Ferries, TF for short, older than Harbour Grill?",
            {
                "Tern Ferries 2031.md": ("Tern Ferries",),
                "harbourgrill_2031.md": ("Harbour Grill",),
            },
        ),
        ("How many people did Gull Buses employ?", {}),
        ("How many people did they employ?", {}),
    ],
)
def test_each_document_is_told_by_the_names_of_the_question_that_it_bears(
    reports: tuple[Workbench, Collection], question: str, named: dict[str, tuple[str, ...]]
) -> None:
    workbench, collection = reports
    files = {each.id: each.name for each in workbench.library.documents(collection.id)}
    found = owners_of(
        workbench.parts, Query(question, collection.id, 5), dict.fromkeys([*files, "gone"], "")
    )
    assert {files[each]: names for each, names in found.items()} == named


def hits_of(workbench: Workbench, collection: Collection) -> list[Hit]:
    return [
        Hit(chunk, 0.5, ())
        for document in workbench.library.documents(collection.id)
        for chunk in workbench.library.document_chunks(document.id)
    ]


def test_hits_keep_all_that_they_have_and_are_told_their_owners(
    reports: tuple[Workbench, Collection],
) -> None:
    workbench, collection = reports
    hits = hits_of(workbench, collection)
    found = with_owners(workbench.parts, Query(QUESTION, collection.id, 5), hits)
    assert [(hit.chunk, hit.score, hit.signals) for hit in found] == [
        (hit.chunk, hit.score, hit.signals) for hit in hits
    ]
    owned = {hit.chunk.document_id for hit in found if isinstance(hit, OwnedHit)}
    names = {each.id: each.name for each in workbench.library.documents(collection.id)}
    assert {names[each] for each in owned} == {"harbourgrill_2031.md"}
    assert {hit.owners for hit in found if isinstance(hit, OwnedHit)} == {("Harbour Grill",)}
    bare = Query("Who was paid?", collection.id, 5)
    assert with_owners(workbench.parts, bare, hits) == tuple(hits)


BOATS = hit("We keep 40 boats in the northern basin and paint them in spring.")
OWN_BOATS = OwnedHit(BOATS.chunk, BOATS.score, BOATS.signals, ("Harbour Grill",))


def test_a_name_that_a_document_bears_is_not_missing() -> None:
    asked_of = "How many boats does Harbour Grill keep?"
    told, draft = ask(asked_of, [OWN_BOATS])
    assert draft.verdict is Verdict.DIRECT
    assert told == ["We keep 40 boats in the northern basin and paint them in spring. [1]"]
    told, draft = ask(asked_of, [BOATS])
    assert draft.verdict is Verdict.CLOSEST
    assert "mentions “Harbour Grill”" in told[0]
    told, draft = ask("How many boats does Gull Buses keep?", [OWN_BOATS])
    assert draft.verdict is not Verdict.DIRECT
    assert "mentions “Gull Buses”" in " ".join(told)
    told, draft = ask("Why does Harbour Grill sell seals?", [OWN_BOATS])
    assert draft.verdict is Verdict.NOT_FOUND
    assert "Harbour Grill" not in " ".join(told)


def test_a_passage_is_about_its_owner_as_about_its_title() -> None:
    embed = WordEmbedder().embed
    for given, terms in ((OWN_BOATS, {"harbour", "grill"}), (BOATS, set[str]())):
        reading = read("How many boats are there?", [given], embed, Background({}, 1000))
        assert reading.passages[1].title_terms == terms
    assert reading.passages[1].owners == ()


def asked(reports: tuple[Workbench, Collection], question: str) -> Answer:
    workbench, collection = reports
    running = workbench.questions.ask(Query(question, collection.id, 5), "naive")
    assert running.wait(60)
    assert running.answer is not None
    return running.answer


def test_what_a_report_says_of_itself_answers_for_its_name(
    reports: tuple[Workbench, Collection],
) -> None:
    """The report has the name nowhere in its text."""
    told = asked(reports, QUESTION)
    assert told.verdict in {Verdict.LIKELY, Verdict.DIRECT}
    assert told.short.startswith("We employed 40 people")


def test_it_answers_for_no_other_name(reports: tuple[Workbench, Collection]) -> None:
    told = asked(reports, "How many people did Gull Buses employ in 2031?")
    assert told.verdict not in {Verdict.LIKELY, Verdict.DIRECT}


def test_the_first_passages_are_read_in_the_voice_of_their_document(
    reports: tuple[Workbench, Collection],
) -> None:
    workbench, collection = reports
    encoder = load_weights(ALIGNED).encoder
    assert encoder is not None
    embedder = workbench.parts.embedders.of(collection.id)
    pipeline = FusedHybridPipeline(workbench.parts)
    options = FusedOptions.read({"cross_encoder": "on"})
    query = Query(QUESTION, collection.id, 5, options=options)
    wait_until_read(pipeline, query)
    owners = owners_of(
        workbench.parts,
        query,
        {each.id: "" for each in workbench.library.documents(collection.id)},
    )
    differ = []
    for found in pipeline.retrieve(query).hits:
        (signal,) = [each for each in found.signals if each.retriever == RETRIEVER]
        texts = parts_of(found.chunk, [0, 1])
        voices = [owners.get(found.chunk.document_id, ())] * len(texts)
        own = text_probabilities(QUESTION, texts, encoder, embedder, voices)  # type: ignore[arg-type]
        plain = text_probabilities(QUESTION, texts, encoder, embedder)  # type: ignore[arg-type]
        assert signal.raw == pytest.approx(max(own), abs=1e-3)
        differ.append(abs(max(own) - max(plain)) > 1e-3)
    assert any(differ), "a passage that says “we” is read otherwise"


def test_a_longer_name_must_stand_in_the_document() -> None:
    assert is_owner("Salt Marsh Ferries", of_file("saltmarsh_2031.pdf"), "Salt Marsh Ferries plc")
    assert not is_owner("Salt Marsh Ferries", of_file("saltmarsh_2031.pdf"), "Salt Marsh plc")


OTHERS = {
    "Tern 2031.md": b"# Annual report 2031\n\nGull Buses employed 70 people in 2031. Its head"
    b" office is in Leeds.\n\nMs Ada Finch is chief executive of Gull Buses.\n",
    "Heron 2031.md": b"# Annual report 2031\n\nWe employed 40 people in 2031.\n",
    "Harbour Grill supply contract.md": b"# Supply contract\n\nThis contract is made between Kite"
    b" Bakery Ltd and Harbour Grill Ltd.\n\nWe charge 20 euros for each late delivery.\n",
    "notes.md": b"# Notes\n\nThe bins are emptied on Mondays.\n",
}


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, Collection]]:
    library: Path = tmp_path_factory.mktemp("others")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Others")
    for name, content in OTHERS.items():
        assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened, made
    opened.close()


@pytest.mark.parametrize(
    "question",
    [
        "How many people did Tern employ in 2031?",  # another firm, and another's report
        "Where is Tern's head office?",
        "Who is the chief executive of Tern?",
        "How many people did Heron Ferries employ in 2031?",  # a name that begins with a file's
    ],
)
def test_what_is_said_of_another_answers_for_no_owner(
    others: tuple[Workbench, Collection], question: str
) -> None:
    told = asked(others, question)
    assert told.verdict not in {Verdict.LIKELY, Verdict.DIRECT}, told.short


def test_we_of_a_contract_may_be_either_side(others: tuple[Workbench, Collection]) -> None:
    workbench, collection = others
    query = Query("How much does Harbour Grill charge for a late delivery?", collection.id, 5)
    hits = hits_of(workbench, collection)
    assert not any(isinstance(hit, OwnedHit) for hit in with_owners(workbench.parts, query, hits))
    assert asked(others, "How many people did Heron employ in 2031?").short.startswith("We empl")
