"""Which documents are there, and how do others come in and go?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from app import session, share_dialog, upload_route
from app.uploads import WaitingUpload
from backend.errors import WorkbenchError
from backend.types import Collection, CollectionSettings, Document, JobState, JobView, Role
from components import receipt_dialog, verbatim, wording
from components.collection_form import CollectionFormView, collection_form
from components.document_table import DocumentTableView, document_table
from components.duplicate_dialog import DuplicateDecision, DuplicateView, duplicate_dialog
from components.encoding_dialog import EncodingView, encoding_dialog
from components.file_drop import FileDropView, file_drop
from components.header import HeaderAction, HeaderView, header
from components.passage_list import PassageListView, passage_list
from components.reading_badge import ACTIVE
from components.receipt_dialog import ReceiptEvent, ReceiptView
from components.reread_offer import RereadView, reread_offer
from components.upload_queue import QueueEvent, upload_queue

TITLE = "Library"
ICON = "library_books"
ORDER = 20

FILE_TYPES = [
    *("pdf", "docx", "docm", "pptx", "pptm", "odt", "txt", "md", "html", "htm"),
    *("csv", "tsv", "xlsx", "xlsm"),
]
FILE_KINDS = "PDF, Word, PowerPoint, ODT, text, HTML or tables (CSV, XLSX)"


def show_page() -> None:
    """Draws the page."""
    workbench = session.workbench()
    collection = session.collection()
    event = header(
        HeaderView(
            collections=workbench.library.collections(),
            selected_id=collection.id if collection else "",
            counts=workbench.library.counts(collection.id) if collection else None,
            actions=_actions(collection),
        ),
        key="library",
    )
    if event is not None and event.collection_id:
        session.choose_collection(event.collection_id)
        st.rerun()
    session.show_failures()
    if collection is None:
        _first_steps()
    else:
        workbench.rehearse(collection.id)
        workbench.briefing.notice_missing_briefing(collection.id)
        left, right = st.columns([0.28, 0.72], gap="medium")
        with left:
            _add_documents(collection)
        with right:
            _documents(collection)
    if event is not None:
        session.state().dialog = event.action
    _dialogs(collection)


def _actions(collection: Collection | None) -> tuple[HeaderAction, ...]:
    new = HeaderAction("new", "New collection", "create_new_folder")
    if collection is None:
        return (new,)
    share = HeaderAction("share", "Share", "group_add")
    settings = HeaderAction("settings", "Settings", "tune")
    return (
        new,
        *((share,) if share_dialog.is_offered(collection) else ()),
        *((settings,) if share_dialog.may(collection, Role.EDITOR) else ()),
    )


def _first_steps() -> None:
    _, middle, _ = st.columns([1, 3.2, 1])
    with middle:
        st.title("No collection yet", anchor=False)
        st.write("A collection is a set of documents that are asked together.")
        with st.container(horizontal=True):
            if st.button("Make a collection", type="primary", icon=":material/create_new_folder:"):
                session.state().dialog = "new"
            if st.button("Load the sample library", icon=":material/auto_stories:", key="sample"):
                session.choose_collection(session.workbench().library.load_sample().id)
                st.rerun()


# --- adding --------------------------------------------------------------------------------------


def _add_documents(collection: Collection) -> None:
    workbench = session.workbench()
    if not share_dialog.may(collection, Role.CONTRIBUTOR):
        st.caption("You may read this collection, but not add documents to it.")
        return
    st.subheader("Add documents", anchor=False)
    ticket = session.upload_pass(collection.id)
    # counted before the jobs are read: what comes in between is told once more
    ended = ticket.ended
    file_drop(
        FileDropView(
            collection.id,
            upload_route.ADDRESS,
            upload_route.PASS_HEADER,
            ticket.token,
            ended,
            FILE_TYPES,
            FILE_KINDS,
            workbench.library.largest_file(),
        ),
        key="upload",
    )
    active = any(job.job.state in ACTIVE for job in workbench.queue.jobs(collection.id))
    st.fragment(_queue, run_every=2 if active else None)(collection.id)


@session.guarded
def _queue(collection_id: str) -> None:
    workbench = session.workbench()
    jobs = workbench.queue.jobs(collection_id)
    event = upload_queue(jobs, key="queue")
    if event is not None:
        session.remembering(_handle)(event, jobs)
        st.rerun()
    done = sum(job.job.state is JobState.DONE for job in jobs)
    active = sum(job.job.state in ACTIVE for job in jobs)
    seen = st.session_state.get("queue-seen")
    st.session_state["queue-seen"] = (collection_id, done, active)
    if seen and seen[0] == collection_id and seen[1:] != (done, active):
        st.rerun()


def _handle(event: QueueEvent, jobs: tuple[JobView, ...]) -> None:
    workbench = session.workbench()
    if event.kind == "cancel":
        workbench.queue.cancel_job(event.job_id)
    elif event.kind == "cancel_all":
        for job in jobs:
            if job.job.state in ACTIVE:
                workbench.queue.cancel_job(job.job.id)
    elif event.kind == "retry":
        workbench.queue.retry_job(event.job_id, password=event.password or None)
    elif event.kind == "dismiss":
        workbench.queue.dismiss_job(event.job_id)
    else:
        for job_view in jobs:
            if job_view.job.state not in ACTIVE:
                workbench.queue.dismiss_job(job_view.job.id)


# --- the table -----------------------------------------------------------------------------------


def _documents(collection: Collection) -> None:
    workbench = session.workbench()
    everything = workbench.library.documents(collection.id)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.subheader("Documents", anchor=False)
        wanted = st.text_input(
            "Filter by title",
            placeholder="Filter by title",
            icon=":material/search:",
            label_visibility="collapsed",
            key="filter",
            width=240,
        )
        delete = st.empty()
    needle = (wanted or "").casefold().strip()
    documents = [
        document
        for document in everything
        if needle in f"{document.title}\n{document.name}".casefold()
    ]
    if not documents:
        _nothing(bool(everything))
        return
    earlier = {document.id for document in workbench.rereading.read_by_earlier(collection.id)}
    if reread_offer(RereadView(len(earlier)), key="reread-earlier"):
        session.remembering(_read_earlier_again)(collection.id)
        st.rerun()
    chosen = document_table(
        _table(documents, workbench.queue.jobs(collection.id)),
        key=f"documents-{collection.id}-{needle}-{session.state().uploads}",
    )
    reads = not share_dialog.may(collection, Role.EDITOR)
    label = f"Delete {len(chosen)}" if chosen else "Delete"
    if delete.button(label, icon=":material/delete:", disabled=not chosen or reads, key="delete"):
        session.state().dialog, session.state().to_delete = "delete", chosen
    if len(chosen) == 1:
        _preview(
            next(document for document in documents if document.id == chosen[0]),
            chosen[0] in earlier,
        )
    elif not chosen:
        st.caption("Tick a document to see its passages.")


def _read_earlier_again(collection_id: str, document_id: str = "") -> None:
    session.workbench().rereading.read_earlier_again(collection_id, document_id)


def _table(documents: Sequence[Document], jobs: Sequence[JobView]) -> DocumentTableView:
    replacing = {
        identifier: view.job.sha256
        for view in jobs
        if view.job.state in ACTIVE
        for identifier in view.job.replaces
    }
    reread = {
        document.id for document in documents if replacing.get(document.id) == document.sha256
    }
    return DocumentTableView(documents, frozenset(replacing), frozenset(reread))


def _nothing(filtered: bool) -> None:
    if filtered:
        st.caption("No title holds these letters.")
    else:
        st.info(
            "No documents yet. Choose files, or drop them anywhere on this page; each can be asked "
            "about as soon as it has been read.",
            icon=":material/upload_file:",
        )


def _preview(document: Document, read_by_earlier: bool) -> None:
    workbench = session.workbench()
    with st.container(border=True, key="preview"):
        with st.container(horizontal=True, vertical_alignment="center"):
            title = verbatim.markdown(document.title or document.name)
            st.markdown(f"**{title}** :small[{verbatim.markdown(document.name)}]")
            st.space("stretch")
            st.download_button(
                "Download original",
                lambda: workbench.library.source_file(document.id)[1],
                file_name=verbatim.printable(document.name),
                mime=document.media_type,
                type="tertiary",
                icon=":material/download:",
                on_click="ignore",
                key="original",
            )
        for warning in document.warnings:
            st.warning(verbatim.markdown(warning))
        if read_by_earlier:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption("Read by an earlier version of Quire", width="content")
                if st.button("Read again", type="tertiary", key="reread-document"):
                    again = session.remembering(_read_earlier_again)
                    again(document.collection_id, document.id)
                    st.rerun()
        if encoding := document.metadata.get("Encoding"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(f"Encoding: {verbatim.markdown(encoding)}", width="content")
                if st.button("Other encoding", type="tertiary", key="encoding"):
                    session.state().dialog, session.state().to_reread = "encoding", document.id
        passages = workbench.library.document_chunks(document.id)
        defined = workbench.library.document_definitions(document.id)
        about = workbench.library.document_subjects(document.id)
        passage_list(PassageListView(passages, defined, about), key=document.id)


# --- dialogs -------------------------------------------------------------------------------------


def _dialogs(collection: Collection | None) -> None:
    """Opens the one dialog whose turn it is; it stays open while the rest of the page changes."""
    state = session.state()
    if state.receipt is not None:
        title = verbatim.markdown(state.receipt_title or receipt_dialog.title(state.receipt))
        _dialog(title, "receipt_long", _forget_receipt)(_show_receipt)()
    elif collection is not None and (waiting := session.upload_pass(collection.id).waiting):
        same = waiting[0].check.verdict == "same_bytes"
        title = "This file is already here" if same else "A file of this name is already here"
        _dialog(title, "file_copy", _forget_uploads)(_decide)(collection)
    elif state.dialog == "new":
        _dialog("New collection", "create_new_folder", _close)(_new_collection)()
    elif state.dialog == "settings" and collection is not None:
        _dialog("Settings of the collection", "tune", _close)(_settings)(collection)
    elif state.dialog == "share" and collection is not None:
        _dialog("Share this collection", "group_add", _close)(share_dialog.show)(collection)
    elif state.dialog == "delete":
        _dialog("Delete these documents?", "delete", _close)(_confirm_documents)()
    elif state.dialog == "encoding" and session.document_or_none(state.to_reread) is not None:
        _dialog("Encoding of a text", "translate", _close)(_choose_encoding)()


def _dialog(
    title: str, icon: str, on_dismiss: Callable[[], None]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return st.dialog(title, width="medium", icon=f":material/{icon}:", on_dismiss=on_dismiss)


def _close() -> None:
    session.state().dialog, session.state().to_delete = "", ()
    session.state().to_reread = ""


def _forget_receipt() -> None:
    state = session.state()
    state.receipt, state.receipt_title = None, ""
    state.deleted, state.holding, state.redacted = (), 0, None


def _forget_uploads() -> None:
    for ticket in session.state().passes.values():
        ticket.settle(ticket.waiting)


@session.guarded
def _show_receipt() -> None:
    state = session.state()
    event: ReceiptEvent | None = "done"
    if state.receipt is not None:
        view = ReceiptView(state.receipt, state.holding, state.redacted)
        event = receipt_dialog.receipt_dialog(view, key="receipt")
    if event == "done":
        _forget_receipt()
        st.rerun()
    elif event == "redact":
        state.redacted = session.workbench().redaction.redact_answers(state.deleted)
        st.rerun()


@session.guarded
def _decide(collection: Collection) -> None:
    ticket = session.upload_pass(collection.id)
    waiting = ticket.waiting
    if not waiting:
        st.rerun()
    first = waiting[0]
    alike = [each for each in waiting if each.check.verdict == first.check.verdict]
    decision = duplicate_dialog(
        DuplicateView(first.name, first.size, first.check, len(alike) - 1),
        key=f"duplicate-{first.path.name}",
    )
    if decision is None:
        return
    decided = alike if decision.for_all else [first]
    for each in decided:
        _carry_out(collection, each, decision)
    ticket.settle(decided)
    st.rerun()


def _carry_out(collection: Collection, file: WaitingUpload, decision: DuplicateDecision) -> None:
    if decision.on_duplicate == "skip":
        return
    try:
        session.workbench().library.add_file(
            collection.id, file.name, file.path, on_duplicate=decision.on_duplicate
        )
    except WorkbenchError as error:
        session.state().fail(error)


@session.guarded
def _new_collection() -> None:
    workbench = session.workbench()
    chosen = collection_form(
        CollectionFormView(
            "",
            CollectionSettings(),
            workbench.library.chunkers(),
            workbench.library.glossaries(),
            new=True,
        ),
        key="new-collection",
    )
    if chosen is not None:
        made = workbench.library.create_collection(chosen.name, chosen.settings)
        session.choose_collection(made.id)
        _close()
        st.rerun()


@session.guarded
def _settings(collection: Collection) -> None:
    workbench = session.workbench()
    chosen = collection_form(
        CollectionFormView(
            collection.name,
            collection.settings,
            workbench.library.chunkers(),
            workbench.library.glossaries(),
        ),
        key=f"settings-{collection.id}",
    )
    if chosen is not None:
        if chosen.name != collection.name:
            workbench.library.rename_collection(collection.id, chosen.name)
        if chosen.settings != collection.settings:
            workbench.library.change_collection_settings(collection.id, chosen.settings)
        _close()
        st.rerun()
    counts = workbench.library.counts(collection.id)
    with st.expander("Delete this collection"):
        st.markdown(
            f"**{verbatim.markdown(collection.name)}** with its "
            f"{wording.count(counts.documents, 'document')} and all conversations about them goes "
            "for good."
        )
        sure = st.checkbox("I want that", key=f"sure-{collection.id}")
        if st.button(
            "Delete", type="primary", disabled=not sure, icon=":material/delete:", key="delete-all"
        ):
            state = session.state()
            state.receipt = workbench.library.delete_collection(collection.id)
            state.receipt_title = f"Deleted: {verbatim.clipped(collection.name, 50)}"
            state.collection_id = ""
            st.query_params.pop("collection", None)
            session.new_question()
            _close()
            st.rerun()


@session.guarded
def _choose_encoding() -> None:
    workbench = session.workbench()
    document = workbench.library.document(session.state().to_reread)
    decision = encoding_dialog(
        EncodingView(
            document.name,
            document.metadata.get("Encoding", ""),
            workbench.rereading.encodings(),
            lambda encoding: workbench.rereading.encoding_sample(document.id, encoding),
        ),
        key="encoding-dialog",
    )
    if decision is not None:
        if decision.encoding is not None:
            workbench.rereading.read_again([document.id], decision.encoding)
        _close()
        st.rerun()


@session.guarded
def _confirm_documents() -> None:
    workbench, state = session.workbench(), session.state()
    found = (session.document_or_none(identifier) for identifier in state.to_delete)
    documents = [each for each in found if each is not None]
    items = "".join(
        f"<li dir='auto'>{verbatim.html(document.title or document.name)}</li>"
        for document in documents[:12]
    )
    more = f"<li>and {len(documents) - 12} more</li>" if len(documents) > 12 else ""
    st.html(f"<ul class='quire-list'>{items}{more}</ul>")
    st.caption("The files, their passages and everything made from them go for good.")
    with st.container(horizontal=True, horizontal_alignment="right"):
        if st.button("Keep them", type="tertiary", key="keep"):
            _close()
            st.rerun()
        label = f"Delete {wording.count(len(documents), 'document')}"
        if st.button(label, type="primary", icon=":material/delete:", key="really-delete"):
            state.deleted = tuple(document.id for document in documents)
            state.receipt = workbench.library.delete_documents(state.deleted)
            state.holding = workbench.redaction.answers_holding(state.deleted)
            state.uploads += 1
            _close()
            st.rerun()


show_page()
