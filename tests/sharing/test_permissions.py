"""Every verb with every role, and two people of whom each asks for everything of the other."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from backend.errors import ForbiddenError, NameTakenError, NotFoundError, WorkbenchError
from backend.ports import Records
from backend.services.guarded import GuardedWorkbench, is_offered
from backend.services.permissions import VERBS, Need, Reach
from backend.settings import load_settings
from backend.types import (
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


def public_verbs() -> set[str]:
    return {name for name in dir(Workbench) if not name.startswith("_")}


def test_the_table_names_every_verb_and_no_other() -> None:
    assert set(VERBS) == public_verbs()
    own = {name for name in vars(GuardedWorkbench) if not name.startswith("_")}
    assert own == {name for name, need in VERBS.items() if need is Reach.OWN_RULE}


def test_the_program_s_own_verbs_are_not_there(two: Two) -> None:
    for verb in VERBS:
        assert hasattr(two.library.for_(HEAD), verb) == is_offered(verb), verb


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
    hers = ada.create_collection(f"{SECRET} papers")
    ada.add_file(hers.id, f"{SECRET} letter.txt", LETTER.encode())
    ada.add_file(hers.id, f"{SECRET} table.csv", TABLE.encode())
    his = tom.create_collection("Tom's papers")
    tom.add_file(his.id, "mill.txt", b"The mill of Harrow ground barley until 1954.")
    library.work_until_idle(threading.Event())
    broken = ada.add_file(hers.id, f"{SECRET} broken.pdf", b"%PDF-1.4 nothing")
    library.work_until_idle(threading.Event())
    assert broken is not None
    upload = ada.begin_upload(hers.id, f"{SECRET} ledger.txt", 20)
    asking = ada.ask(Query(QUESTION, hers.id), "naive")
    assert asking.wait(60)
    answer = asking.answer
    assert isinstance(answer, Answer), asking.error
    ada.add_token(f"{SECRET} token", "read", 5)
    card = ada.new_set(hers.id, f"{SECRET} questions")
    ada.put_question(hers.id, card.id, SetQuestion("", QUESTION, (f"{SECRET} Lorne",)))
    run = ada.plan_run(hers.id, card.id, [Contender("naive")])
    ada.start_run(run)
    library.work_until_idle(threading.Event())
    documents = {each.media_type: each for each in ada.documents(hers.id)}
    letter = documents["text/plain"]
    table = next(
        each
        for other in documents.values()
        for each in ada.document_chunks(other.id)
        if each.table_id
    )
    yield Two(
        library,
        {
            "collection_id": hers.id,
            "document_id": letter.id,
            "document_ids": [letter.id],
            "chunk_id": ada.document_chunks(letter.id)[0].id,
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


def arguments(verb: str, ids: dict[str, Any]) -> dict[str, Any]:
    """Values for what a verb must be told, and for every id that it may be told."""
    known = {**OTHERS, **ids}
    if verb == "documents_called":
        known["wanted"] = [f"{SECRET} letter.txt"]
    if verb == "export_graph":
        known["form"] = "graphml"
    if verb == "graph_statistics":
        known["kind"] = "chunk"
    if verb == "set_file":
        known["form"] = "jsonl"
    if verb == "put_question":
        known["question"] = SetQuestion("", QUESTION)
    if verb == "work_on":
        known["kind"] = "tune"
    if verb in ("share", "unshare"):
        known["name"] = "eve@example.org"
    signature = inspect.signature(inspect.getattr_static(Workbench, verb))
    given = {}
    for name, parameter in signature.parameters.items():
        needed = parameter.default is inspect.Parameter.empty
        if name != "self" and (needed or (name in ids and name in MADE_UP)):
            given[name] = known[name]
    return given


class Recorder:
    """A workbench whose verbs only say that they were reached."""

    def __init__(self) -> None:
        self.reached: list[str] = []

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.reached.append(verb)

        whole = inspect.signature(getattr(Workbench, verb))
        own = [each for each in whole.parameters.values() if each.name != "self"]
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
        call = lambda: getattr(guarded, verb)(**arguments(verb, two.ids))  # noqa: E731
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
    "verb", [name for name, each in VERBS.items() if each is Reach.ADMINISTRATOR]
)
def test_the_whole_library_is_for_administrators(two: Two, verb: str) -> None:
    recorder = Recorder()
    reading = Principal("token", "token", administrator=True, most=Role.READER)
    for who in (ADA, reading):
        guarded: Any = GuardedWorkbench(recorder, two.records, who, audited=False)
        with pytest.raises(ForbiddenError):
            getattr(guarded, verb)(**arguments(verb, two.ids))
    assert recorder.reached == []
    guarded = GuardedWorkbench(recorder, two.records, HEAD, audited=False)
    getattr(guarded, verb)(**arguments(verb, two.ids))
    assert recorder.reached == [verb]


@pytest.mark.parametrize(
    "verb",
    [name for name, each in VERBS.items() if each is not Reach.PROGRAM and name != "principal"],
)
def test_nothing_of_another_person_is_told(two: Two, verb: str) -> None:
    """Tom, with everything that he could have guessed or overheard of Ada's."""
    tom = two.library.for_(TOM)

    def told(ids: dict[str, Any]) -> str:
        given = arguments(verb, ids)
        try:
            found = getattr(tom, verb)(**given)
            if hasattr(found, "wait"):
                found.wait(60)
                found = (found.answer, str(found.error), found.hits, found.text)
            return repr(found)
        except WorkbenchError as error:
            return f"{type(error).__name__}: {error}"

    hers = told(two.ids)
    if VERBS[verb] is Reach.EVERYBODY:
        return
    if verb in ("create_collection", "collection_named", "add_token", "load_sample"):
        assert "already" not in hers
    else:
        assert SECRET not in hers, hers
    if any(name in MADE_UP for name in arguments(verb, two.ids)):
        assert hers == told({**two.ids, **MADE_UP})


def test_lists_of_the_whole_library_hold_only_what_one_sees(two: Two) -> None:
    for who in (ADA, HEAD):
        assert SECRET in repr(two.library.for_(who).jobs())
        assert SECRET in repr(two.library.for_(who).collections())
        assert SECRET in repr(two.library.for_(who).tokens())
    eve = two.library.for_(Principal("eve@example.org", "Eve"))
    assert eve.jobs() == eve.collections() == eve.tokens() == ()


def test_names_of_others_are_no_secret_that_an_error_gives_away(two: Two) -> None:
    tom, ada = two.library.for_(TOM), two.library.for_(ADA)
    with pytest.raises(NotFoundError) as unknown:
        tom.collection_named(f"{SECRET} letters")
    with pytest.raises(NotFoundError) as foreign:
        tom.collection_named(f"{SECRET} books")
    assert str(unknown.value).replace("letters", "books") == str(foreign.value)
    assert "Tom's papers" in str(foreign.value)
    with pytest.raises(NameTakenError):
        ada.create_collection(f"{SECRET} papers")


def test_a_contributor_adds_but_replaces_nothing(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom = two.library.for_(ADA), two.library.for_(TOM)
    ada.share(collection_id, "person", TOM.id.upper(), Role.CONTRIBUTOR)
    try:
        job = tom.add_file(collection_id, "tide.txt", b"The tide turns at noon.")
        assert job is not None
        for again in (
            lambda: tom.add_file(collection_id, "tide.txt", b"The tide turns at one."),
            lambda: tom.add_file(collection_id, f"{SECRET} letter.txt", b"Not a letter."),
            lambda: tom.add_file(collection_id, "x.txt", TABLE.encode(), on_duplicate="replace"),
            lambda: tom.delete_documents(two.ids["document_ids"]),
            lambda: tom.share(collection_id, "person", TOM.id, Role.OWNER),
        ):
            with pytest.raises(ForbiddenError):
                again()
        tom.cancel_job(job.id)
        two.library.work_until_idle(threading.Event())
        tom.dismiss_job(job.id)
    finally:
        ada.unshare(collection_id, "person", TOM.id)


def test_an_upload_is_its_beginner_s_alone_and_ends_with_the_role(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom, head = (two.library.for_(each) for each in (ADA, TOM, HEAD))
    with pytest.raises(NotFoundError):
        head.upload(two.ids["upload_id"])
    ada.share(collection_id, "person", TOM.id, Role.CONTRIBUTOR)
    with pytest.raises(ForbiddenError):
        tom.begin_upload(collection_id, f"{SECRET} letter.txt", 9)
    with pytest.raises(ForbiddenError):
        tom.begin_upload(collection_id, "neap.txt", 9, on_duplicate="replace")
    his, late = (tom.begin_upload(collection_id, name, 9) for name in ("neap.txt", "ebb.txt"))
    tom.add_to_upload(his.id, 0, b"A tide")
    ada.add_file(collection_id, "ebb.txt", b"The ebb begins at seven.")
    with pytest.raises(ForbiddenError):  # the name was taken meanwhile
        tom.add_to_upload(late.id, 0, b"Not so: 8")
    ada.unshare(collection_id, "person", TOM.id)
    for call in (
        lambda: tom.add_to_upload(his.id, 6, b"..."),
        lambda: tom.upload(his.id),
        lambda: tom.drop_upload(his.id),
    ):
        with pytest.raises(NotFoundError):
            call()
    two.library.work_until_idle(threading.Event())
    (ebb,) = [each for each in ada.documents(collection_id) if each.name == "ebb.txt"]
    assert ada.document_text(ebb.id) == "The ebb begins at seven."
    assert "neap.txt" not in {each.name for each in ada.documents(collection_id)}
    ada.delete_documents([ebb.id])


def test_a_role_taken_away_while_a_file_is_read_keeps_the_file_and_ends_the_view(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom = two.library.for_(ADA), two.library.for_(TOM)
    ada.share(collection_id, "person", TOM.id, Role.CONTRIBUTOR)
    job = tom.add_file(collection_id, "ebb.txt", b"The ebb begins at seven.")
    assert job is not None
    assert [each.job.id for each in tom.jobs(collection_id) if each.job.state is JobState.QUEUED]
    assert tom.job(job.id).job == job
    ada.unshare(collection_id, "person", TOM.id)
    for call in (
        lambda: tom.jobs(collection_id),
        lambda: tom.job(job.id),
        lambda: tom.cancel_job(job.id),
        lambda: tom.add_file(collection_id, "flood.txt", b"The flood begins at one."),
        lambda: tom.documents(collection_id),
    ):
        with pytest.raises(NotFoundError):
            call()
    two.library.work_until_idle(threading.Event())
    assert "ebb.txt" in {each.name for each in ada.documents(collection_id)}
    ebb = next(each for each in ada.documents(collection_id) if each.name == "ebb.txt")
    ada.delete_documents([ebb.id])


def test_an_answer_is_not_given_when_the_role_goes_while_it_is_written(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada = two.library.for_(ADA)
    ada.share(collection_id, "person", TOM.id, Role.READER)
    asking: Any = None
    begun, taken = threading.Event(), threading.Event()
    whole = two.library

    class Late:
        """The workbench, with a role that goes just before the answer is kept."""

        def __getattr__(self, verb: str) -> Any:
            return getattr(whole, verb)

        def ask(self, *args: Any, before_keeping: Callable[[], None], **kwargs: Any) -> Any:
            def later() -> None:
                begun.set()
                assert taken.wait(60)
                before_keeping()

            return whole.ask(*args, before_keeping=later, **kwargs)

    tom: Any = GuardedWorkbench(Late(), two.records, TOM, audited=False)
    asking = tom.ask(Query(QUESTION, collection_id), "naive")
    assert begun.wait(60)
    ada.unshare(collection_id, "person", TOM.id)
    taken.set()
    assert asking.wait(60)
    assert asking.answer is None
    assert isinstance(asking.error, NotFoundError)
    assert whole.conversation(asking.conversation_id) == ()


def test_a_running_question_is_joined_by_who_asked_it_alone(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada, tom, head = (two.library.for_(each) for each in (ADA, TOM, HEAD))
    written, kept = threading.Event(), threading.Event()

    def hold() -> None:
        written.set()
        assert kept.wait(60)

    asking = two.library.ask(
        Query(QUESTION, collection_id), "naive", owner=ADA.id, before_keeping=hold
    )
    try:
        assert written.wait(60)
        assert ada.running_question(asking.conversation_id) is asking
        ada.share(collection_id, "person", TOM.id, Role.OWNER)
        assert tom.running_question(asking.conversation_id) is None
        assert head.running_question(asking.conversation_id) is None
    finally:
        kept.set()
        assert asking.wait(60)
        ada.unshare(collection_id, "person", TOM.id)
        ada.delete_conversation(asking.conversation_id)


def test_conversations_are_private_until_they_are_shared(two: Two) -> None:
    collection_id, conversation = two.ids["collection_id"], two.ids["conversation_id"]
    ada, tom, head = (two.library.for_(each) for each in (ADA, TOM, HEAD))
    ada.share(collection_id, "person", TOM.id, Role.OWNER)
    try:
        for other in (tom, head):
            assert other.conversation(conversation) == ()
            assert other.conversations(collection_id) == ()
            with pytest.raises(NotFoundError):
                other.answer(two.ids["answer_id"])
            with pytest.raises(NotFoundError):
                other.ask(Query("And when?", collection_id), "naive", conversation)
        ada.share_conversation(conversation, True)
        assert tom.answer(two.ids["answer_id"]).question == QUESTION
        assert tom.conversations(collection_id) == ()
        assert tom.conversation_about(conversation).owner == ADA.id
        for own in (
            lambda: tom.mark(two.ids["answer_id"], 1),
            lambda: tom.delete_conversation(conversation),
            lambda: tom.share_conversation(conversation, False),
        ):
            with pytest.raises(ForbiddenError):
                own()
        asking = tom.ask(Query("And when was it opened?", collection_id), "naive", conversation)
        assert asking.wait(60)
        assert asking.conversation_id != conversation
        assert asking.query.history
        assert len(ada.conversation(conversation)) == 1
        assert [each.id for each in tom.conversations(collection_id)] == [asking.conversation_id]
        tom.delete_conversation(asking.conversation_id)
    finally:
        ada.share_conversation(conversation, False)
        ada.unshare(collection_id, "person", TOM.id)


def test_a_collection_keeps_an_owner(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada = two.library.for_(ADA)
    for last in (
        lambda: ada.unshare(collection_id, "person", ADA.id),
        lambda: ada.share(collection_id, "person", ADA.id, Role.READER),
    ):
        with pytest.raises(WorkbenchError, match="needs an owner"):
            last()
    assert ada.role_in(collection_id) is Role.OWNER


def test_a_group_shares_and_the_highest_role_counts(two: Two) -> None:
    collection_id = two.ids["collection_id"]
    ada = two.library.for_(ADA)
    ada.share(collection_id, "group", "analysts", Role.READER)
    analyst = Principal(TOM.id, TOM.name, ("analysts",))
    assert two.library.for_(analyst).role_in(collection_id) is Role.READER
    assert two.library.for_(TOM).role_in(collection_id) is None
    ada.unshare(collection_id, "group", "analysts")
    assert two.library.for_(analyst).role_in(collection_id) is None


def test_a_reading_program_of_an_owner_only_reads(two: Two) -> None:
    reading = two.library.for_(Principal(ADA.id, ADA.name, most=Role.READER))
    collection_id = two.ids["collection_id"]
    assert reading.documents(collection_id)
    for writing in (
        lambda: reading.create_collection("More"),
        lambda: reading.add_file(collection_id, "x.txt", b"x"),
        lambda: reading.delete_documents(two.ids["document_ids"]),
        lambda: reading.add_token("more", "write", 5),
        reading.load_sample,
    ):
        with pytest.raises(ForbiddenError):
            writing()


def test_a_question_in_documents_of_another_collection_finds_nothing_of_them(two: Two) -> None:
    tom = two.library.for_(TOM)
    filters = Filters(document_ids=(two.ids["document_id"],))
    for pipeline in ("naive", "fused_hybrid", "community_graph", "chain_of_thought", "automatic"):
        found = tom.search(Query(QUESTION, two.ids["his"], 5, filters), pipeline)
        assert SECRET not in repr(found.hits)
        open_question = tom.search(Query(QUESTION, two.ids["his"]), pipeline)
        assert SECRET not in repr(open_question.hits)


def test_what_is_done_is_written_down(two: Two) -> None:
    ada, head = two.library.for_(ADA), two.library.for_(HEAD)
    collection = ada.create_collection("Ledger")
    ada.share(collection.id, "person", "eve@example.org", Role.EDITOR)
    ada.add_file(collection.id, "=2+5.txt", b"Nothing but a sum.")
    two.library.work_until_idle(threading.Event())
    (document,) = ada.documents(collection.id)
    ada.delete_documents([document.id])
    ada.delete_collection(collection.id)
    told = [(each.who, each.what, each.about) for each in reversed(head.actions(5))]
    assert told == [
        (ADA.id, "made a collection", ""),
        (ADA.id, "gave a role", "person eve@example.org editor"),
        (ADA.id, "added a file", "=2+5.txt"),
        (ADA.id, "deleted documents", document.title),
        (ADA.id, "deleted a collection", ""),
    ]
    assert {each.collection for each in head.actions(5)} == {"Ledger"}
    lines = head.actions_as_csv().split("\r\n")
    assert lines[0] == "Time (UTC),Who,What,Collection,About"
    assert lines[-4].endswith(",added a file,Ledger,'=2+5.txt")
    with pytest.raises(ForbiddenError):
        ada.actions()
