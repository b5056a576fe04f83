"""Local and global search over the graph of names: what they take, tell and refuse."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.errors import QuestionError, SettingsError, StorageError
from backend.pipelines._names import kept
from backend.pipelines._names.global_search import Point, helpfulness, reduced
from backend.pipelines._names.kept import graph_of, written_reports
from backend.pipelines._names.reports import NameReport, Statement, WrittenReport
from backend.pipelines.graph_global import GlobalOptions
from backend.pipelines.graph_local import LocalOptions
from backend.ports import Records
from backend.tasks.rate.language_model import read_points
from backend.tasks.report.language_model import NO_CITATIONS, UNREADABLE, ReportReply, read_report
from backend.types import Answer, Contender, Filters, JobState, Query
from backend.workbench import Workbench
from tests.scripted_server.script import answer as reply
from tests.scripted_server.server import ScriptedServer
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

pytest_plugins = ("tests.scripted_server.fixtures",)
LOCAL, GLOBAL = "graph_local", "graph_global"
FILES = {
    "heron.txt": (
        "Orla Venn founded Heron Works in the spring of 1904, when the harbour was still small.\n\n"
        "Heron Works built boats for Tamsin Reed, who sailed them to the northern islands.\n\n"
        "Tamsin Reed met Orla Venn again in the summer of 1911 and praised the boats."
    ),
    "brack.txt": (
        "Juno Brack led Quarry House for ten years and wrote of its stones every winter.\n\n"
        "Quarry House was sold to Edda Moor, who closed the old pit beside the road.\n\n"
        "Edda Moor met Juno Brack once more when the pit was filled with water."
    ),
    "notes.txt": "the weather was mild and the paths were dry for most of the long season.",
}
QUESTION = "What did Orla Venn found?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, str]]:
    """Three documents, two of which name people and houses; what changes it comes last."""
    with pytest.MonkeyPatch.context() as patch:
        embedder = WordEmbedder()
        patch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
        made = opened(tmp_path_factory.mktemp("names") / "library")
        collection = made.library.create_collection("Names", SETTINGS).id
        for name, text in FILES.items():
            made.library.add_file(collection, name, text.encode())
        finish(made)
        yield made, collection
        made.close()


def asked(workbench: Workbench, query: Query, pipeline: str) -> Answer:
    asking = workbench.questions.ask(query, pipeline, kept=False)
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


def test_names_of_the_question_come_first_and_lead_to_what_is_stated(
    library: tuple[Workbench, str],
) -> None:
    workbench, collection = library
    found = workbench.questions.search(Query(QUESTION, collection, 4), LOCAL)
    steps = {step.name: step for step in found.steps}
    names = list(steps["names"].detail.items())
    assert names[0] == ("Orla Venn", "1.00")
    assert all(float(worth) < 1.0 for _, worth in names[1:])
    assert "Orla Venn founded Heron Works" in steps["facts"].detail.values()
    assert any("Orla Venn" in title for title in steps["reports"].detail)
    assert steps["passages"].chunk_ids == tuple(hit.chunk.id for hit in found.hits)
    assert "Orla Venn" in found.hits[0].chunk.text
    stating = next(hit for hit in found.hits if "founded Heron Works" in hit.chunk.text)
    said = {signal.retriever: signal.contribution for signal in stating.signals}
    assert said["graph_fact"] > 0.0
    assert said["graph_name"] > 0.0
    for hit in found.hits:
        assert sum(signal.contribution for signal in hit.signals) == pytest.approx(hit.score)
    labels = {label for _, kind, label in found.subgraph.nodes if kind == "entity"}
    assert labels >= {"Orla Venn", "Heron Works"}
    assert "founded" in {edge.words for edge in found.subgraph.edges}
    known = {identity for identity, _, _ in found.subgraph.nodes}
    assert all({edge.source, edge.target} <= known for edge in found.subgraph.edges)


def test_tokens_and_seeds_bound_what_is_taken(library: tuple[Workbench, str]) -> None:
    workbench, collection = library
    few = LocalOptions(seeds=1, tokens=100)
    found = workbench.questions.search(Query(QUESTION, collection, 20, options=few), LOCAL)
    steps = {step.name: step for step in found.steps}
    assert list(steps["names"].detail) == ["Orla Venn"]
    wide = workbench.questions.search(Query(QUESTION, collection, 20), LOCAL)
    assert len(found.hits) < len(wide.hits)


@pytest.mark.parametrize("pipeline", [LOCAL, GLOBAL])
def test_what_a_question_leaves_out_is_not_found(
    library: tuple[Workbench, str], pipeline: str
) -> None:
    workbench, collection = library
    document = next(d for d in workbench.library.documents(collection) if d.name == "brack.txt")
    chunks = [chunk.id for chunk in workbench.library.document_chunks(document.id)]
    for filters, allowed in (
        (Filters(document_ids=(document.id,)), set(chunks)),
        (Filters(chunk_ids=frozenset(chunks[:1])), set(chunks[:1])),
        (Filters(media_types=("application/pdf",)), set()),
    ):
        query = Query("Who met Juno Brack and Orla Venn?", collection, 20, filters)
        found = {hit.chunk.id for hit in workbench.questions.search(query, pipeline).hits}
        assert found <= allowed


def test_points_are_told_with_the_passages_that_they_stand_in(
    library: tuple[Workbench, str],
) -> None:
    workbench, collection = library
    answer = asked(workbench, Query("Who met whom, and when?", collection), GLOBAL)
    assert answer.found
    assert {step.name for step in answer.steps} >= {"graph", "map", "reduce", "answer", "check"}
    assert answer.sentences
    assert all(sentence.supported and sentence.citations for sentence in answer.sentences)
    assert all(0.0 < hit.score <= 1.0 for hit in answer.hits)
    for hit in answer.hits:
        assert sum(signal.contribution for signal in hit.signals) == pytest.approx(hit.score)
    mapped = next(step for step in answer.steps if step.name == "map")
    given = [int(each.split(" · ")[0]) for each in mapped.detail.values()]
    assert given == sorted(given, reverse=True)
    assert all(1 <= each <= 100 for each in given)
    assert "**" in answer.text  # points stand under the names that they tell of


def test_the_reader_may_read_what_points_cite(library: tuple[Workbench, str]) -> None:
    workbench, collection = library
    options = GlobalOptions(reading=True)
    answer = asked(workbench, Query(QUESTION, collection, options=options), GLOBAL)
    assert {step.name for step in answer.steps} >= {"map", "reduce"}
    assert "**" not in answer.text
    assert answer.hits


def test_helpfulness_by_hand() -> None:
    weights = {"boat": 2.0, "stone": 1.0}
    assert helpfulness(0.8, "A boat and a stone.", weights) == 100
    assert helpfulness(0.5, "A boat.", weights) == 55  # .7 · .5 + .3 · 2/3
    assert helpfulness(0.95, "Nothing.", weights) == 70
    assert helpfulness(0.2, "Nothing.", weights) == 0
    assert helpfulness(-1.0, "A boat.", {}) == 0


def test_points_are_kept_up_to_the_tokens_and_said_once() -> None:
    report = NameReport("k", "A and B", (0, 1), (), ())

    def point(text: str, helps: int) -> Point:
        return Point(report, Statement(text, ("p",), 0, len(text)), helps)

    points = [point("a" * 400, 90), point("a" * 400, 80), point("b" * 400, 70), point("c" * 4, 60)]
    assert [point.helpfulness for point in reduced(points, 200)] == [90, 70]
    assert [point.helpfulness for point in reduced(points, 20)] == [90]
    assert reduced([], 200) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"points": [{"number": 2, "helpfulness": 70}]}', [0, 70, 0]),
        ('{"points": [{"number": 9, "helpfulness": 70}, {"number": 1, "helpfulness": 400}, 3]}',
         [100, 0, 0]),
        ('{"points": []}', [0, 0, 0]),
        ('{"points": [{"number": true, "helpfulness": "many"}]}', [0, 0, 0]),
        ('{"points": [{"number": true, "helpfulness": 70}]}', [0, 0, 0]),
        ('{"points": [{"number": 3, "helpfulness": true}]}', [0, 0, 0]),
        ("All of them.", None),
        ('{"points": 3}', None),
    ],
)  # fmt: skip
def test_ratings_of_a_language_model(text: str, expected: list[int] | None) -> None:
    assert read_points(text, 3) == expected


def test_of_ratings_that_were_cut_off_the_rest_is_rated_by_nobody() -> None:
    cut = '{"points": [{"number": 2, "helpfulness": 70}, {"number": 3, "help'
    assert read_points(cut, 3, whole=False) == [None, 70, None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"title": "A", "sentences": [{"text": "A met B.", "passages": [2, 2, 9]}]}',
         ReportReply("A", (("A met B.", (2,)),))),
        ('{"title": "A", "sentences": [{"text": "A met B.", "passages": []}]}',
         ReportReply(refused=NO_CITATIONS)),
        ('{"title": "A", "sentences": [{"text": "A met B.", "passages": [7]}]}',
         ReportReply(refused=NO_CITATIONS)),
        ('{"title": "A", "sentences": []}', ReportReply(refused=NO_CITATIONS)),
        ('{"title": "", "sentences": []}', ReportReply(refused=UNREADABLE)),
        ("A met B.", ReportReply(refused=UNREADABLE)),
    ],
)  # fmt: skip
def test_a_report_that_cites_nothing_is_refused(text: str, expected: ReportReply) -> None:
    assert read_report(text, 2) == expected


def test_documents_without_names_are_searched_by_meaning_or_said_to_have_none(
    library: tuple[Workbench, str],
) -> None:
    workbench, _ = library
    bare = workbench.library.create_collection("Bare", SETTINGS).id
    workbench.library.add_file(
        bare, "one.txt", b"the weather was mild and the paths were dry for long."
    )
    finish(workbench)
    found = workbench.questions.search(Query("paths", bare), LOCAL)
    assert len(found.hits) == 1
    assert any("No names were found" in notice for notice in found.notices)
    answer = asked(workbench, Query("paths", bare), GLOBAL)
    assert not answer.found
    assert any("nothing to report" in notice for notice in answer.notices)


def test_one_document_is_searched_as_well(library: tuple[Workbench, str]) -> None:
    workbench, _ = library
    one = workbench.library.create_collection("One", SETTINGS).id
    workbench.library.add_file(one, "heron.txt", FILES["heron.txt"].encode())
    finish(workbench)
    for pipeline in (LOCAL, GLOBAL):
        assert asked(workbench, Query(QUESTION, one), pipeline).citations


def test_options_out_of_bounds_are_refused() -> None:
    for kind, name, value in (
        (LocalOptions, "seeds", "0"),
        (LocalOptions, "tokens", "99"),
        (GlobalOptions, "tokens", "many"),
        (GlobalOptions, "reading", "no"),
    ):
        with pytest.raises(QuestionError):
            kind.read({name: value})


# --- with a language model -----------------------------------------------------------------------


def test_what_reports_and_ratings_would_cost_is_told_before(
    library: tuple[Workbench, str],
) -> None:
    workbench, collection = library
    with pytest.raises(SettingsError):
        workbench.communities.write_name_reports(collection)
    query = Query("Who met whom?", collection)
    told = workbench.would_costs.would_cost(query, [Contender(GLOBAL), Contender(LOCAL)])
    assert told.rows[0].by_task["rate"] == 1
    assert "rate" not in told.rows[1].by_task
    reports = next(
        indexing_cost for indexing_cost in told.indexing if "Reports" in indexing_cost.what
    )
    assert reports.requests == len(graph_of(workbench.parts, collection).groups)
    assert reports.input_tokens > 100 * reports.requests
    assert len(workbench.would_costs.would_cost(query, [Contender("naive")]).indexing) == 2


def test_a_language_model_reports_and_rates(
    library: tuple[Workbench, str], scripted_server: ScriptedServer
) -> None:
    workbench, collection = library
    records = workbench.parts.records
    groups = len(graph_of(workbench.parts, collection).groups)
    assert groups == 2
    records.set_preference("language_model", "openai_compatible")
    records.set_preference("language_model_url", scripted_server.openai_url)
    try:
        scripted_server.script(
            reply('{"title": "The makers", "sentences": ['
                  '{"text": "The first passage tells of makers.", "passages": [1]},'
                  '{"text": "Nobody says so.", "passages": []}]}'),
            reply('{"title": "Rumours", "sentences": [{"text": "It is said.", "passages": []}]}'),
        )  # fmt: skip
        job = workbench.communities.write_name_reports(collection)
        assert workbench.communities.write_name_reports(collection).id == job.id
        finish(workbench)
        assert len(scripted_server.chats) == groups
        written = written_reports(records, collection).values()
        assert sorted(bool(value.refused) for value in written) == [False, True]
        reports = graph_of(workbench.parts, collection).reports
        (taken,) = (report for report in reports if report.title == "The makers")
        assert [statement.text for statement in taken.statements] == [
            "The first passage tells of makers."
        ]
        (refused,) = (report for report in reports if report.refused)
        assert refused.by == "local"
        assert refused.refused.endswith(NO_CITATIONS)
        assert refused.statements
        scripted_server.script(
            reply('{"points": [{"number": 1, "helpfulness": 88}]}'), reply("They met [1].")
        )
        answer = asked(workbench, Query("Who met whom?", collection), GLOBAL)
        mapped = next(step for step in answer.steps if step.name == "map")
        assert mapped.summary.startswith("1 of ")
        assert "rated by scripted-model" in mapped.summary
        assert answer.hits[0].score == 0.88
        graph = next(step for step in answer.steps if step.name == "graph")
        assert any("cites none of the passages" in each for each in graph.detail.values())
        workbench.communities.write_name_reports(collection)
        scripted_server.script(reply("{}"))
        finish(workbench)
        assert scripted_server.chats == []  # what was written, or refused, is not asked for again
        scripted_server.script(reply("no"), reply("They met [1]."))
        answer = asked(workbench, Query("Who met whom?", collection), GLOBAL)
        assert any("no readable ratings" in notice for notice in answer.notices)
        assert answer.hits
    finally:
        records.set_preference("language_model", "none")


@pytest.fixture
def rating(library: tuple[Workbench, str], scripted_server: ScriptedServer) -> Iterator[None]:
    """The scripted language model is on."""
    records = library[0].parts.records
    records.set_preference("language_model", "openai_compatible")
    records.set_preference("language_model_url", scripted_server.openai_url)
    yield
    records.set_preference("language_model", "none")


@pytest.mark.usefixtures("rating")
def test_of_ratings_that_were_cut_off_nearness_decides_the_rest(
    library: tuple[Workbench, str], scripted_server: ScriptedServer
) -> None:
    cut = reply('{"points": [{"number": 1, "helpfulness": 88}, {"num', finish_reason="length")
    scripted_server.script(cut, reply("They met [1]."))
    question = "Whom did Tamsin Reed meet, and who built boats?"
    answer = asked(library[0], Query(question, library[1]), GLOBAL)
    mapped = next(step for step in answer.steps if step.name == "map")
    assert not mapped.summary.startswith("1 of ")
    assert any(each.startswith("88 ") for each in mapped.detail.values())
    assert any("was cut off" in notice for notice in answer.notices)


@pytest.mark.usefixtures("rating")
def test_a_language_model_that_finds_no_point_helpful_is_not_asked_again(
    library: tuple[Workbench, str], scripted_server: ScriptedServer
) -> None:
    scripted_server.script(reply('{"points": []}'), reply("They met."))
    answer = asked(library[0], Query("Who met whom?", library[1]), GLOBAL)
    assert [step.name for step in answer.steps].count("map") == 1
    assert answer.hits == ()
    assert sum("statements" in chat.text for chat in scripted_server.chats) == 1


# --- what changes the library --------------------------------------------------------------------


def test_a_document_that_went_is_not_told_of(
    library: tuple[Workbench, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = library
    parts = workbench.parts
    before = graph_of(parts, collection)
    assert graph_of(parts, collection) is before

    def written() -> Iterable[WrittenReport]:
        return written_reports(parts.records, collection).values()

    monkeypatch.setattr(kept, "MOST_AT_ONCE", 0)
    making, go_on, whole = threading.Event(), threading.Event(), kept.made

    def later(records: Records, collection_id: str) -> kept.NameGraph:
        making.set()
        go_on.wait(30)
        return whole(records, collection_id)

    monkeypatch.setattr(kept, "made", later)
    cited = {c for each in written() for _, ids in each.sentences for c in ids}
    documents = workbench.library.documents(collection)
    held_by = {
        d.id: {chunk.id for chunk in workbench.library.document_chunks(d.id)} for d in documents
    }
    gone = next(d for d in documents if held_by[d.id] >= cited and d.name != "notes.txt")
    held = held_by[gone.id]
    workbench.library.delete_documents([gone.id])
    for pipeline in (LOCAL, GLOBAL):  # the graph is still the old one
        found = workbench.questions.search(
            Query("Who met Orla Venn or Juno Brack?", collection), pipeline
        )
        assert any("earlier state" in notice for notice in found.notices)
        assert found.hits
        assert not {hit.chunk.id for hit in found.hits} & held
    assert making.wait(30)
    go_on.set()
    while graph_of(parts, collection).stale:
        threading.Event().wait(0.05)
    after = graph_of(parts, collection)
    assert 0 < len(after.network.ids) < len(before.network.ids)
    assert not {chunk for ids in after.network.passages for chunk in ids} & held
    assert not any(each.sentences for each in written())
    finish(workbench)
    assert all(job.job.state is JobState.DONE for job in workbench.queue.jobs())


def test_a_graph_that_could_not_be_made_is_made_at_a_later_question(
    library: tuple[Workbench, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = library
    graph_of(workbench.parts, collection)
    workbench.library.add_file(
        collection, "cold.txt", b"the winter was cold and the paths were white."
    )
    finish(workbench)
    monkeypatch.setattr(kept, "MOST_AT_ONCE", 0)
    failed, whole = threading.Event(), kept.made

    def fails_once(records: Records, collection_id: str) -> kept.NameGraph:
        if failed.is_set():
            return whole(records, collection_id)
        failed.set()
        raise StorageError("The records are busy.")

    monkeypatch.setattr(kept, "made", fails_once)
    assert graph_of(workbench.parts, collection).stale
    assert failed.wait(30)
    looks = 0
    while graph_of(workbench.parts, collection).stale:
        threading.Event().wait(0.05)
        looks += 1
        assert looks < 600
