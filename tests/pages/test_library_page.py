"""What the Library page promises, without a browser."""

from __future__ import annotations

import uuid
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from backend.types import ROWS_IN_COLUMNS, UploadCheck
from components.document_table import state_of
from tests.pages.standin import HOSTILE, StandInWorkbench


def _html(app: AppTest) -> str:
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def _shown(app: AppTest) -> str:
    return "\n".join(str(each.value) for each in [*app.markdown, *app.caption]).replace("\\", "")


def _send(app: AppTest, *files: tuple[str, bytes]) -> None:
    """What the browser does on the pass of the shown page, and the run that follows."""
    ticket = app.session_state["quire"].passes["a"]
    for name, content in files:
        ticket.receive(uuid.uuid4().hex, name, len(content), 0, content)
    app.run()


def test_without_a_collection_one_can_be_made(
    empty_workbench: StandInWorkbench, library: AppTest
) -> None:
    library.run()
    assert library.title[0].value == "No collection yet"
    library.button(key="library-new").click().run()
    library.text_input(key="new-collection-name").input("Reports")
    next(each for each in library.button if each.label == "Create").click().run()
    assert [each.name for each in empty_workbench.collection_list] == ["Reports"]


def test_the_table_lists_documents_verbatim(workbench: StandInWorkbench, library: AppTest) -> None:
    library.run()
    table = library.dataframe[0].value
    assert list(table["Title"])[:2] == ["PepsiCo Q1 2023 earnings", HOSTILE]
    assert list(table["State"])[:2] == ["Ready", "Ready, 1 note"]
    assert list(table["Version"])[:2] == [1, 2]


def test_the_filter_narrows_the_table(workbench: StandInWorkbench, library: AppTest) -> None:
    library.run()
    library.text_input(key="filter").set_value("amazon").run()
    assert list(library.dataframe[0].value["Title"]) == ["Amazon 10-K 2017"]
    library.text_input(key="filter").set_value("zzz").run()
    assert "No title holds these letters." in _shown(library)


def test_two_thousand_documents_are_listed_and_one_is_found(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    first = workbench.document_list[0]
    workbench.document_list = [
        replace(first, id=f"d{number}", title=f"Record {number}") for number in range(2_000)
    ]
    library.run()
    assert len(library.dataframe[0].value) == 2_000
    library.text_input(key="filter").set_value("record 1999").run()
    assert list(library.dataframe[0].value["Title"]) == ["Record 1999"]


def test_the_queue_shows_stages_reasons_and_remedies(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    workbench.with_jobs()
    library.run()
    assert "Embedding 1,620 passages, 74 %" in _shown(library)
    assert "3 of 6 files, about 1 min left" in _shown(library)
    assert "The pages are pictures without text. Recognise its text" in _html(library)
    assert "<script>" not in _html(library)


def test_an_encrypted_file_is_retried_with_its_password(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    workbench.with_jobs()
    library.run()
    library.text_input(key="queue-password-j3").input("secret")
    next(each for each in library.button if each.label == "Unlock and read").click().run()
    assert workbench.retried == [("j3", "secret")]


def test_files_can_be_retried_cancelled_and_dismissed(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    workbench.with_jobs()
    library.run()
    library.button(key="queue-retry-j4").click().run()
    assert workbench.retried == [("j4", None)]
    library.button(key="queue-dismiss-j4").click().run()
    assert "j4" not in {view.job.id for view in workbench.job_views}
    library.button(key="queue-cancel-all").click().run()
    states = {view.job.id: view.job.state.value for view in workbench.job_views}
    assert [states[job] for job in ("j0", "j1", "j2")] == ["cancelled"] * 3


def test_new_files_are_queued(workbench: StandInWorkbench, library: AppTest) -> None:
    library.run()
    _send(library, ("a.txt", b"first"), ("b.txt", b"second"))
    assert workbench.added == [("a.txt", "skip"), ("b.txt", "skip")]


def test_the_same_bytes_ask_what_should_happen(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    workbench.check_result = UploadCheck("same_bytes", "9f2c" * 16, (workbench.document_list[0],))
    library.run()
    _send(library, ("a.pdf", b"x"), ("b.pdf", b"x"))
    assert workbench.added == []
    assert "has the same bytes as a document that was added" in _shown(library)
    library.radio[0].set_value("keep_both").run()
    library.checkbox[0].check().run()
    next(each for each in library.button if each.label == "Keep both").click().run()
    assert workbench.added == [("a.pdf", "keep_both"), ("b.pdf", "keep_both")]


def test_a_new_version_says_when_the_old_one_goes(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    workbench.check_result = UploadCheck("new_version", "9f2c" * 16, (workbench.document_list[0],))
    library.run()
    _send(library, ("a.pdf", b"y"))
    assert "has the name of a document" in _shown(library)
    captions = library.radio[0].proto.captions
    assert "The old one answers questions until the new one is ready, then it goes." in captions
    next(each for each in library.button if each.label == "Add it as a new version").click().run()
    assert workbench.added == [("a.pdf", "replace")]


def test_a_collection_is_deleted_after_a_second_look_with_a_receipt(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    library.run()
    library.button(key="library-settings").click().run()
    assert library.button(key="delete-all").disabled
    library.checkbox(key="sure-a").check().run()
    library.button(key="delete-all").click().run()
    assert [each.id for each in workbench.collection_list] == ["b"]
    assert "All that was made of these documents is gone" in _shown(library)
    assert [each.label for each in library.metric][:2] == ["Documents", "Passages"]


def test_earlier_answers_are_redacted_from_the_receipt(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    workbench.holding = 2
    _choose_the_notes(library)
    library.button(key="delete").click().run()
    library.button(key="really-delete").click().run()
    assert "2 earlier answers still hold words of it" in _shown(library)
    library.button(key="receipt-redact").click().run()
    assert workbench.redacted_for == [("d2",)]
    assert "2 earlier answers were redacted" in _shown(library)
    library.button(key="receipt-done").click().run()
    assert not library.metric


def test_a_collection_is_renamed_and_its_settings_change(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    library.run()
    library.button(key="library-settings").click().run()
    library.text_input(key="settings-a-name").input("Filings")
    library.selectbox(key="settings-a-chunker").set_value("semantic")
    next(each for each in library.button if each.label == "Save").click().run()
    changed = workbench.collection_list[0]
    assert (changed.name, changed.settings.chunker) == ("Filings", "semantic")


def _choose_the_notes(library: AppTest) -> None:
    library.run()
    library.text_input(key="filter").set_value("meeting").run()
    library.session_state["documents-a-meeting-0"] = {"selection": {"rows": [0], "columns": []}}
    library.run()


def test_a_text_shows_its_encoding_and_can_be_read_in_another(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    _choose_the_notes(library)
    assert "Encoding: cp1250" in _shown(library)
    library.button(key="encoding").click().run()
    library.selectbox(key="encoding-dialog-choice").set_value("cp1252").run()
    assert "élevaient à <b>côté</b>" in [each.value for each in library.text]
    library.button(key="encoding-dialog-read").click().run()
    assert workbench.read_anew == [("d2", "cp1252")]
    assert not library.exception


def test_documents_of_an_earlier_version_are_offered_to_be_read_again(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    library.run()
    assert "earlier version" not in _shown(library)
    workbench.earlier = ["d1", "d2"]
    library.run()
    assert "2 documents were read by an earlier version of Quire." in _shown(library)
    library.button(key="reread-earlier").click().run()
    assert workbench.read_anew == [("d1", ""), ("d2", "")]
    assert "earlier version" not in _shown(library)
    assert not library.exception


def test_one_document_of_an_earlier_version_can_be_read_again_alone(
    workbench: StandInWorkbench, library: AppTest
) -> None:
    workbench.earlier = ["d1", "d2"]
    _choose_the_notes(library)
    library.button(key="reread-document").click().run()
    assert workbench.read_anew == [("d2", "")]
    assert "1 document was read by an earlier version of Quire." in _shown(library)
    assert not library.exception


def test_a_document_that_is_read_again_says_so_in_the_table() -> None:
    (document, *_) = StandInWorkbench().documents("a")
    being = frozenset([document.id])
    assert state_of(document, being) == "New version on its way"
    assert state_of(document, being, being) == "Being read again"


def test_of_a_large_table_the_table_says_how_many_rows_are_counted() -> None:
    (document, *_) = StandInWorkbench().documents("a")
    large = replace(document, metadata={ROWS_IN_COLUMNS: "60000"}, warnings=("First 40 rows",))
    assert state_of(large, frozenset()) == "Ready, 60,000 rows"
    claimed = replace(document, metadata={ROWS_IN_COLUMNS: "many"}, warnings=())
    assert state_of(claimed, frozenset()) == "Ready"
