"""Every verb with every role, and two people of whom each asks for everything of the other."""

from __future__ import annotations

import importlib
import inspect
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from backend.errors import ForbiddenError, NameTakenError, NotFoundError, WorkbenchError
from backend.ports import Records
from backend.services.guarded import SERVICES, GuardedWorkbench
from backend.services.permissions import VERBS, Audience, Need
from backend.settings import load_settings
from backend.types import (
    REFUSED,
    Answer,
    CollectionSettings,
    Contender,
    DescribedBy,
    EvaluationRun,
    Filters,
    Grant,
    GraphFilter,
    JobState,
    Principal,
    Query,
    Role,
    SetQuestion,
)
from backend.workbench import Workbench, open_workbench

ADA = Principal("ada@example.org", "Ada Lorne")
TOM = Principal("tom@example.org", "Tom Wragge")
HEAD = Principal("head@example.org", "The Head", administrator=True)
SECRET = "Zephyrine"
"""Stands in everything that is Ada's."""
LETTER = (
    f"The {SECRET} lighthouse\n\n"
    f"{SECRET} Lorne opened the {SECRET} lighthouse in 1931. Its lamp burns 40 litres a night.\n\n"
    f"Name,Oil\n{SECRET},40\nHarrow,30\n"
)
TABLE = f"Name,Litres\n{SECRET},40\nHarrow,30\n"
QUESTION = f"Who opened the {SECRET} lighthouse?"


def public(names: Iterable[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def class_of(service: str) -> type:
    """The class of a service, which stands in the module of the service's name; the workbench's
    own for an empty one."""
    if not service:
        return Workbench
    module = importlib.import_module(f"backend.services.{service}")
    (found,) = (
        each
        for name, each in vars(module).items()
        if name.endswith("Service") and each.__module__ == module.__name__
    )
    assert isinstance(found, type)
    return found


def of(whole: Any, verb: str) -> Any:
    """What a workbench has under a name of the table."""
    return attrgetter(verb)(whole)


def test_the_table_names_every_verb_of_every_service_and_no_other(two: Two) -> None:
    services = public(vars(two.library))
    assert services == SERVICES
    for service in services:
        assert type(getattr(two.library, service)) is class_of(service)
    theirs = {
        f"{service}.{verb}" for service in services for verb in public(dir(class_of(service)))
    }
    assert set(VERBS) == theirs | public(dir(Workbench))
    names = [each.rpartition(".")[2] for each in theirs]
    assert len(names) == len(set(names)), "a verb is known by its name alone"


def test_verbs_with_a_rule_of_their_own_are_those_of_the_table(two: Two) -> None:
    guarded: Any = two.library.for_(HEAD)
    own = {
        f"{service}.{verb}"
        for service in SERVICES
        for verb in public(vars(type(getattr(guarded, service))))
    }
    assert own == {name for name, need in VERBS.items() if need is Audience.OWN_RULE}


def test_the_program_s_own_verbs_are_not_there(two: Two) -> None:
    for verb in VERBS:
        service, _, name = verb.rpartition(".")
        guarded: Any = two.library.for_(HEAD)
        there = hasattr(getattr(guarded, service) if service else guarded, name)
        assert there == (VERBS[verb] is not Audience.PROGRAM), verb


@dataclass
class Two:
    """Ada's collection, holding one of everything, and Tom's, of the same name."""

    library: Workbench
    ids: dict[str, Any] = field(default_factory=dict)

    @property
    def records(self) -> Records:
        return self.library.parts.records


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    folder: Path = tmp_path_factory.mktemp("two") / "library"
    library = open_workbench(load_settings({}, library=folder), start_workers=False)
    ada, tom = library.for_(ADA), library.for_(TOM)
    hers = ada.library.create_collection(f"{SECRET} papers")
    ada.library.add_file(hers.id, f"{SECRET} letter.txt", LETTER.encode())
    ada.library.add_file(hers.id, f"{SECRET} table.csv", TABLE.encode())
    his = tom.library.create_collection("Tom's papers")
    tom.library.add_file(his.id, "mill.txt", b"The mill of Harrow ground barley until 1954.")
    library.queue.work_until_idle(threading.Event())
    broken = ada.library.add_file(hers.id, f"{SECRET} broken.pdf", b"%PDF-1.4 nothing")
    library.queue.work_until_idle(threading.Event())
    assert broken is not None
    upload = ada.uploads.begin_upload(hers.id, f"{SECRET} ledger.txt", 20)
    asking = ada.questions.ask(Query(QUESTION, hers.id), "naive")
    assert asking.wait(60)
    answer = asking.answer
    assert isinstance(answer, Answer), asking.error
    ada.sharing.add_token(f"{SECRET} token", "read", 5)
    card = ada.question_sets.new_set(hers.id, f"{SECRET} questions")
    ada.question_sets.put_question(
        hers.id, card.id, SetQuestion("", QUESTION, (f"{SECRET} Lorne",))
    )
    run = ada.evaluation.plan_run(hers.id, card.id, [Contender("naive")])
    ada.evaluation.start_run(run)
    library.queue.work_until_idle(threading.Event())
    documents = {document.media_type: document for document in ada.library.documents(hers.id)}
    letter = documents["text/plain"]
    table = next(
        chunk
        for other in documents.values()
        for chunk in ada.library.document_chunks(other.id)
        if chunk.table_id
    )
    yield Two(
        library,
        {
            "collection_id": hers.id,
            "document_id": letter.id,
            "document_ids": [letter.id],
            "chunk_id": ada.library.document_chunks(letter.id)[0].id,
            "table_id": table.table_id,
            "answer_id": answer.id,
            "conversation_id": answer.conversation_id,
            "job_id": broken.id,
            "upload_id": upload.id,
            "query": Query(QUESTION, hers.id),
            "answer": answer,
            "hits": answer.hits,
            "node_id": letter.id,
            "set_id": card.id,
            "run_id": run.id,
            "earlier_id": run.id,
            "run": run,
            "runs": [run],
            "his": his.id,
        },
    )
    library.close()


MADE_UP = {
    **dict.fromkeys(
        (
            *("collection_id", "document_id", "chunk_id", "table_id", "answer_id"),
            *("conversation_id", "job_id", "node_id", "set_id", "run_id", "earlier_id"),
            "upload_id",
        ),
        "0" * 64,
    ),
    "document_ids": ["0" * 64],
    "query": Query(QUESTION, "0" * 64),
    "run": EvaluationRun("0" * 64, "0" * 64, "0" * 64, (Contender("naive"),), 5, True, {}, 0.0),
    "runs": [EvaluationRun("0" * 64, "0" * 64, "0" * 64, (Contender("naive"),), 5, True, {}, 0.0)],
}
OTHERS: dict[str, Any] = {
    "name": f"{SECRET} papers",
    "settings": CollectionSettings(),
    "content": b"Anything at all.",
    "size": 20,
    "offset": 0,
    "rows": [0],
    "piece": b"Anything",
    "pipeline": "naive",
    "kind": "person",
    "on": False,
    "role": Role.READER,
    "sentence": f"{SECRET} Lorne opened it.",
    "question": QUESTION,
    "text": QUESTION,
    "texts": {},
    "changes": {},
    "wanted": GraphFilter(text=SECRET),
    "form": "json",
    "page": 0,
    "value": 1,
    "shared": True,
    "scope": "read",
    "days": 3,
    "by": DescribedBy.TEMPLATE,
    "provider": "none",
    "url": "",
    "start": 0,
    "end": 10_000,
    "set_name": f"{SECRET} questions",
    "questions": (SetQuestion("1", QUESTION),),
    "contenders": (Contender("naive"),),
    "qids": frozenset({"1"}),
    "struck": True,
    "most": 3,
    "contender": Contender("naive"),
    "qid": "1",
    "pages": (0,),
}


def static(verb: str) -> Any:
    """The function of a verb, without a workbench."""
    service, _, name = verb.rpartition(".")
    return inspect.getattr_static(class_of(service), name)


def arguments(verb: str, ids: dict[str, Any]) -> dict[str, Any]:
    """Values for what a verb must be told, and for every id that it may be told."""
    known = {**OTHERS, **ids}
    if verb == "library.documents_called":
        known["wanted"] = [f"{SECRET} letter.txt"]
    if verb == "graph.export_graph":
        known["form"] = "graphml"
    if verb == "graph.graph_statistics":
        known["kind"] = "chunk"
    if verb == "question_sets.set_file":
        known["form"] = "jsonl"
    if verb == "question_sets.put_question":
        known["question"] = SetQuestion("", QUESTION)
    if verb == "queue.work_on":
        known["kind"] = "tune"
    if verb in ("sharing.share", "sharing.unshare"):
        known["name"] = "eve@example.org"
    signature = inspect.signature(static(verb))
    given = {}
    for name, parameter in signature.parameters.items():
        needed = parameter.default is inspect.Parameter.empty
        if name != "self" and (needed or (name in ids and name in MADE_UP)):
            given[name] = known[name]
    return given


class Recorder:
    """A workbench, or one of its services, whose verbs only say that they were reached."""

    def __init__(self, service: str = "", reached: list[str] | None = None) -> None:
        self.prefix = f"{service}." if service else ""
        self.reached: list[str] = [] if reached is None else reached

    def __getattr__(self, name: str) -> Any:
        if not self.prefix and name in SERVICES:
            return Recorder(name, self.reached)
        verb = self.prefix + name

        def call(*args: Any, **kwargs: Any) -> Any:
            self.reached.append(verb)

        whole = inspect.signature(static(verb))
        own = [parameter for parameter in whole.parameters.values() if parameter.name != "self"]
        call.__signature__ = whole.replace(parameters=own)  # type: ignore[attr-defined]
        return call


NEEDS = {name: need for name, need in VERBS.items() if isinstance(need, Need)}


@pytest.mark.parametrize("verb", NEEDS)
@pytest.mark.parametrize("role", [None, *Role])
def test_a_verb_is_reached_by_its_role_and_those_above(
    two: Two, verb: str, role: Role | None
) -> None:
    need = NEEDS[verb]
    who = Principal("eve@example.org", "Eve")
    collection_id = two.ids["collection_id"]
    two.records.revoke(collection_id, "person", who.id)
    if role is not None:
        two.records.grant(Grant(collection_id, "person", who.id, role))
    conversation = two.ids["conversation_id"]
    two.records.share_conversation(conversation, True)
    recorder = Recorder()
    try:
        guarded: Any = GuardedWorkbench(recorder, two.records, who, audited=False)
        call = lambda: of(guarded, verb)(**arguments(verb, two.ids))  # noqa: E731
        if role is None:
            with pytest.raises(NotFoundError):
                call()
        elif role < need.role or need.own:
            with pytest.raises(ForbiddenError):
                call()
        else:
            call()
        allowed = role is not None and role >= need.role and not need.own
        assert recorder.reached == ([verb] if allowed else [])
    finally:
        two.records.share_conversation(conversation, False)
        two.records.revoke(collection_id, "person", who.id)


@pytest.mark.parametrize(
    "verb", [name for name, each in VERBS.items() if each is Audience.ADMINISTRATOR]
)
def test_the_whole_library_is_for_administrators(two: Two, verb: str) -> None:
    recorder = Recorder()
    reading = Principal("token", "token", administrator=True, most=Role.READER)
    for who in (ADA, reading):
        guarded: Any = GuardedWorkbench(recorder, two.records, who, audited=False)
        with pytest.raises(ForbiddenError):
            of(guarded, verb)(**arguments(verb, two.ids))
    assert recorder.reached == []
    guarded = GuardedWorkbench(recorder, two.records, HEAD, audited=False)
    of(guarded, verb)(**arguments(verb, two.ids))
    assert recorder.reached == [verb]


@pytest.mark.parametrize(
    "verb",
    [
        name
        for name, each in VERBS.items()
        if each is not Audience.PROGRAM and name != "sharing.principal"
    ],
)
def test_nothing_of_another_person_is_told(two: Two, verb: str) -> None:
    """Tom, with everything that he could have guessed or overheard of Ada's."""
    tom = two.library.for_(TOM)

    def told(ids: dict[str, Any]) -> str:
        given = arguments(verb, ids)
        try:
            found = of(tom, verb)(**given)
            if hasattr(found, "wait"):
                found.wait(60)
                found = (found.answer, str(found.error), found.hits, found.text)
            return repr(found)
        except WorkbenchError as error:
            return f"{type(error).__name__}: {error}"

    hers = told(two.ids)
    if VERBS[verb] is Audience.EVERYBODY:
        return
    name = verb.rpartition(".")[2]
    if name in ("create_collection", "collection_named", "add_token", "load_sample"):
        assert "already" not in hers
    else:
        assert SECRET not in hers, hers
    if any(name in MADE_UP for name in arguments(verb, two.ids)):
        assert hers == told({**two.ids, **MADE_UP})


def test_lists_of_the_whole_library_hold_only_what_one_sees(two: Two) -> None:
    for who in (ADA, HEAD):
        assert SECRET in repr(two.library.for_(who).queue.jobs())
        assert SECRET in repr(two.library.for_(who).library.collections())
        assert SECRET in repr(two.library.for_(who).sharing.tokens())
    eve = two.library.for_(Principal("eve@example.org", "Eve"))
    assert eve.queue.jobs() == eve.library.collections() == eve.sharing.tokens() == ()


def test_names_of_others_are_no_secret_that_an_error_gives_away(two: Two) -> None:
    tom, ada = two.library.for_(TOM), two.library.for_(ADA)
    with pytest.raises(NotFoundError) as unknown:
        tom.library.collection_named(f"{SECRET} letters")
    with pytest.raises(NotFoundError) as foreign:
        tom.library.collection_named(f"{SECRET} books")
    assert str(unknown.value).replace("letters", "books") == str(foreign.value)
    assert "Tom's papers" in str(foreign.value)
    with pytest.raises(NameTakenError):
        ada.library.create_collection(f"{SECRET} papers")


def test_a_contributor_adds_but_replaces_nothing(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom = two.library.for_(ADA), two.library.for_(TOM)
    ada.sharing.share(collection_id, "person", TOM.id.upper(), Role.CONTRIBUTOR)
    try:
        job = tom.library.add_file(collection_id, "tide.txt", b"The tide turns at noon.")
        assert job is not None
        for again in (
            lambda: tom.library.add_file(collection_id, "tide.txt", b"The tide turns at one."),
            lambda: tom.library.add_file(collection_id, f"{SECRET} letter.txt", b"Not a letter."),
            lambda: tom.library.add_file(
                collection_id, "x.txt", TABLE.encode(), on_duplicate="replace"
            ),
            lambda: tom.library.delete_documents(two.ids["document_ids"]),
            lambda: tom.sharing.share(collection_id, "person", TOM.id, Role.OWNER),
        ):
            with pytest.raises(ForbiddenError):
                again()
        tom.queue.cancel_job(job.id)
        two.library.queue.work_until_idle(threading.Event())
        tom.queue.dismiss_job(job.id)
        empty = tom.library.add_file(collection_id, "ebb.txt", b"")
        assert empty is not None
        assert empty.kind == REFUSED, "it could not be read at all"
        tom.queue.dismiss_job(empty.id)
    finally:
        ada.sharing.unshare(collection_id, "person", TOM.id)


def test_an_upload_is_its_beginner_s_alone_and_ends_with_the_role(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom, head = (two.library.for_(each) for each in (ADA, TOM, HEAD))
    with pytest.raises(NotFoundError):
        head.uploads.upload(two.ids["upload_id"])
    ada.sharing.share(collection_id, "person", TOM.id, Role.CONTRIBUTOR)
    with pytest.raises(ForbiddenError):
        tom.uploads.begin_upload(collection_id, f"{SECRET} letter.txt", 9)
    with pytest.raises(ForbiddenError):
        tom.uploads.begin_upload(collection_id, "neap.txt", 9, on_duplicate="replace")
    his, late = (
        tom.uploads.begin_upload(collection_id, name, 9) for name in ("neap.txt", "ebb.txt")
    )
    tom.uploads.add_to_upload(his.id, 0, b"A tide")
    ada.library.add_file(collection_id, "ebb.txt", b"The ebb begins at seven.")
    with pytest.raises(ForbiddenError):  # the name was taken meanwhile
        tom.uploads.add_to_upload(late.id, 0, b"Not so: 8")
    ada.sharing.unshare(collection_id, "person", TOM.id)
    for call in (
        lambda: tom.uploads.add_to_upload(his.id, 6, b"..."),
        lambda: tom.uploads.upload(his.id),
        lambda: tom.uploads.drop_upload(his.id),
    ):
        with pytest.raises(NotFoundError):
            call()
    two.library.queue.work_until_idle(threading.Event())
    (ebb,) = [
        document for document in ada.library.documents(collection_id) if document.name == "ebb.txt"
    ]
    assert ada.library.document_text(ebb.id) == "The ebb begins at seven."
    assert "neap.txt" not in {document.name for document in ada.library.documents(collection_id)}
    ada.library.delete_documents([ebb.id])


def test_a_role_taken_away_while_a_file_is_read_keeps_the_file_and_ends_the_view(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom = two.library.for_(ADA), two.library.for_(TOM)
    ada.sharing.share(collection_id, "person", TOM.id, Role.CONTRIBUTOR)
    job = tom.library.add_file(collection_id, "ebb.txt", b"The ebb begins at seven.")
    assert job is not None
    assert [
        each.job.id for each in tom.queue.jobs(collection_id) if each.job.state is JobState.QUEUED
    ]
    assert tom.queue.job(job.id).job == job
    ada.sharing.unshare(collection_id, "person", TOM.id)
    for call in (
        lambda: tom.queue.jobs(collection_id),
        lambda: tom.queue.job(job.id),
        lambda: tom.queue.cancel_job(job.id),
        lambda: tom.library.add_file(collection_id, "flood.txt", b"The flood begins at one."),
        lambda: tom.library.documents(collection_id),
    ):
        with pytest.raises(NotFoundError):
            call()
    two.library.queue.work_until_idle(threading.Event())
    assert "ebb.txt" in {document.name for document in ada.library.documents(collection_id)}
    ebb = next(
        document for document in ada.library.documents(collection_id) if document.name == "ebb.txt"
    )
    ada.library.delete_documents([ebb.id])


def test_an_answer_is_not_given_when_the_role_goes_while_it_is_written(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada = two.library.for_(ADA)
    ada.sharing.share(collection_id, "person", TOM.id, Role.READER)
    asking: Any = None
    begun, taken = threading.Event(), threading.Event()
    whole = two.library

    class Late:
        """The workbench, with a role that goes just before the answer is kept."""

        def __getattr__(self, name: str) -> Any:
            return self if name == "questions" else getattr(whole, name)

        def ask(self, *args: Any, before_keeping: Callable[[], None], **kwargs: Any) -> Any:
            def later() -> None:
                begun.set()
                assert taken.wait(60)
                before_keeping()

            return whole.questions.ask(*args, before_keeping=later, **kwargs)

    tom: Any = GuardedWorkbench(Late(), two.records, TOM, audited=False)
    asking = tom.questions.ask(Query(QUESTION, collection_id), "naive")
    assert begun.wait(60)
    ada.sharing.unshare(collection_id, "person", TOM.id)
    taken.set()
    assert asking.wait(60)
    assert asking.answer is None
    assert isinstance(asking.error, NotFoundError)
    assert whole.questions.conversation(asking.conversation_id) == ()


def test_a_running_question_is_joined_by_who_asked_it_alone(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom, head = (two.library.for_(each) for each in (ADA, TOM, HEAD))
    written, kept = threading.Event(), threading.Event()

    def hold() -> None:
        written.set()
        assert kept.wait(60)

    asking = two.library.questions.ask(
        Query(QUESTION, collection_id), "naive", owner=ADA.id, before_keeping=hold
    )
    try:
        assert written.wait(60)
        assert ada.questions.running_question(asking.conversation_id) is asking
        ada.sharing.share(collection_id, "person", TOM.id, Role.OWNER)
        assert tom.questions.running_question(asking.conversation_id) is None
        assert head.questions.running_question(asking.conversation_id) is None
    finally:
        kept.set()
        assert asking.wait(60)
        ada.sharing.unshare(collection_id, "person", TOM.id)
        ada.questions.delete_conversation(asking.conversation_id)


def test_conversations_are_private_until_they_are_shared(two: Two) -> None:
    collection_id, conversation = two.ids["collection_id"], two.ids["conversation_id"]
    ada, tom, head = (two.library.for_(each) for each in (ADA, TOM, HEAD))
    ada.sharing.share(collection_id, "person", TOM.id, Role.OWNER)
    try:
        for other in (tom, head):
            assert other.questions.conversation(conversation) == ()
            assert other.questions.conversations(collection_id) == ()
            with pytest.raises(NotFoundError):
                other.questions.answer(two.ids["answer_id"])
            with pytest.raises(NotFoundError):
                other.questions.ask(Query("And when?", collection_id), "naive", conversation)
        ada.questions.share_conversation(conversation, True)
        assert tom.questions.answer(two.ids["answer_id"]).question == QUESTION
        assert tom.questions.conversations(collection_id) == ()
        assert tom.questions.conversation_about(conversation).owner == ADA.id
        for own in (
            lambda: tom.questions.mark(two.ids["answer_id"], 1),
            lambda: tom.questions.delete_conversation(conversation),
            lambda: tom.questions.share_conversation(conversation, False),
        ):
            with pytest.raises(ForbiddenError):
                own()
        asking = tom.questions.ask(
            Query("And when was it opened?", collection_id), "naive", conversation
        )
        assert asking.wait(60)
        assert asking.conversation_id != conversation
        assert asking.query.history
        assert len(ada.questions.conversation(conversation)) == 1
        assert [each.id for each in tom.questions.conversations(collection_id)] == [
            asking.conversation_id
        ]
        tom.questions.delete_conversation(asking.conversation_id)
    finally:
        ada.questions.share_conversation(conversation, False)
        ada.sharing.unshare(collection_id, "person", TOM.id)


def test_a_collection_keeps_an_owner(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada = two.library.for_(ADA)
    for last in (
        lambda: ada.sharing.unshare(collection_id, "person", ADA.id),
        lambda: ada.sharing.share(collection_id, "person", ADA.id, Role.READER),
    ):
        with pytest.raises(WorkbenchError, match="needs an owner"):
            last()
    assert ada.sharing.role_in(collection_id) is Role.OWNER


def test_a_group_shares_and_the_highest_role_counts(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada = two.library.for_(ADA)
    ada.sharing.share(collection_id, "group", "analysts", Role.READER)
    analyst = Principal(TOM.id, TOM.name, ("analysts",))
    assert two.library.for_(analyst).sharing.role_in(collection_id) is Role.READER
    assert two.library.for_(TOM).sharing.role_in(collection_id) is None
    ada.sharing.unshare(collection_id, "group", "analysts")
    assert two.library.for_(analyst).sharing.role_in(collection_id) is None


def test_a_reading_program_of_an_owner_only_reads(two: Two) -> None:
    reading = two.library.for_(Principal(ADA.id, ADA.name, most=Role.READER))
    collection_id = two.ids["collection_id"]
    assert reading.library.documents(collection_id)
    for writing in (
        lambda: reading.library.create_collection("More"),
        lambda: reading.library.add_file(collection_id, "x.txt", b"x"),
        lambda: reading.library.delete_documents(two.ids["document_ids"]),
        lambda: reading.sharing.add_token("more", "write", 5),
        reading.library.load_sample,
    ):
        with pytest.raises(ForbiddenError):
            writing()


def test_a_question_in_documents_of_another_collection_finds_nothing_of_them(two: Two) -> None:
    tom = two.library.for_(TOM)
    filters = Filters(document_ids=(two.ids["document_id"],))
    for pipeline in ("naive", "fused_hybrid", "community_graph", "chain_of_thought", "automatic"):
        found = tom.questions.search(Query(QUESTION, two.ids["his"], 5, filters), pipeline)
        assert SECRET not in repr(found.hits)
        open_question = tom.questions.search(Query(QUESTION, two.ids["his"]), pipeline)
        assert SECRET not in repr(open_question.hits)


def test_what_is_done_is_written_down(two: Two) -> None:
    ada, head = two.library.for_(ADA), two.library.for_(HEAD)
    collection = ada.library.create_collection("Ledger")
    ada.sharing.share(collection.id, "person", "eve@example.org", Role.EDITOR)
    ada.library.add_file(collection.id, "=2+5.txt", b"Nothing but a sum.")
    two.library.queue.work_until_idle(threading.Event())
    (document,) = ada.library.documents(collection.id)
    ada.library.delete_documents([document.id])
    ada.library.delete_collection(collection.id)
    told = [(action.who, action.what, action.about) for action in reversed(head.sharing.actions(5))]
    assert told == [
        (ADA.id, "made a collection", ""),
        (ADA.id, "gave a role", "person eve@example.org editor"),
        (ADA.id, "added a file", "=2+5.txt"),
        (ADA.id, "deleted documents", document.title),
        (ADA.id, "deleted a collection", ""),
    ]
    assert {action.collection for action in head.sharing.actions(5)} == {"Ledger"}
    lines = head.sharing.actions_as_csv().split("\r\n")
    assert lines[0] == "Time (UTC),Who,What,Collection,About"
    assert lines[-4].endswith(",added a file,Ledger,'=2+5.txt")
    with pytest.raises(ForbiddenError):
        ada.sharing.actions()
