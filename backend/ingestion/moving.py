"""Copies a library's records from one store to another, document by document, and compares them.

A document appears in the target wholly or not at all, so a copy that was interrupted goes on with
the documents that are missing. Nothing of the source is changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from backend.errors import StorageError
from backend.ingestion.queueing import UNFINISHED
from backend.ports import DocumentBundle, LinkState, Progress, Records
from backend.question_vectors.kept_network import keep_network, kept_network, learned_network
from backend.serialisation import to_plain
from backend.tasks.answer.extractive.kept_bounds import copy_bounds
from backend.types import Collection, Job

LINKS = ("COMM_SIMILAR_TO", "DOC_SIMILAR_TO")
_AT_ONCE_CHUNKS = 500
"""Passages that one transaction of the target takes."""
ABOUT_INDEX = "search_"
"""Begins the names of preferences by which an index knows its library: the copy has its own."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What the target holds after a copy. `copied` documents came with this run."""

    collections: int
    documents: int
    chunks: int
    conversations: int
    marks: int
    jobs: int
    copied: int
    evaluations: int = 0


def move(source: Records, target: Records, progress: Progress) -> Moved:
    """Copy all records; afterwards every document of the target is compared with the source.

    Waiting jobs are queued in the target; ended ones, and what can be worked out again, stay.
    Conversations keep their order; their times are those of the copy.

    Raises:
        StorageError: if the target holds something else, or differs after the copy.
    """
    collections = source.collections()
    _check_ground(collections, target)
    for name, value in source.preferences().items():
        if not name.startswith(ABOUT_INDEX):
            target.set_preference(name, value)
    copied = conversations = marks = jobs = evaluations = 0
    total = sum(source.counts(each.id).documents for each in collections)
    done = 0
    for collection in collections:
        target.restore_collection(collection)
        for batch, size in _batches(source, target, collection):
            if batch:
                target.publish(batch)
            copied += len(batch)
            done += size
            progress("copying", done, total)
        _drop_others(source, target, collection)
        _copy_links(source, target, collection)
        conversations += _copy_conversations(source, target, collection)
        marks += _copy_marks(source, target, collection)
        jobs += _copy_jobs(source, target, collection)
        evaluations += _copy_evaluations(source, target, collection)
        _copy_grants(source, target, collection)
        _copy_fine_tuned(source, target, collection)
        copy_bounds(source, target, collection.id)
    _copy_people(source, target)
    chunks = 0
    for number, (collection, document_id) in enumerate(_documents(source, collections), start=1):
        chunks += _compare(source, target, collection, document_id)
        progress("comparing", number, total)
    for collection in collections:
        if source.counts(collection.id) != target.counts(collection.id):
            raise _different(collection)
    return Moved(len(collections), total, chunks, conversations, marks, jobs, copied, evaluations)


def digest(bundle: DocumentBundle) -> str:
    """SHA-256, as hex, of all that a document is: its parts in order, its vectors bit by bit."""
    plain = to_plain(replace(bundle, vectors=(), community_vectors=()))  # type: ignore[arg-type]
    found = hashlib.sha256()
    found.update(json.dumps(plain, ensure_ascii=True, sort_keys=True).encode())
    for matrix in (bundle.vectors, bundle.community_vectors):
        found.update(f"{matrix.shape}".encode())
        found.update(matrix.astype("<f2").tobytes())
    return found.hexdigest()


def _check_ground(collections: tuple[Collection, ...], target: Records) -> None:
    known = {collection.id for collection in collections}
    others = [collection.name for collection in target.collections() if collection.id not in known]
    if others:
        raise StorageError(
            f"The other store holds a library already, with the collection “{others[0]}”.",
            "Choose another library name or folder for the copy, or remove that collection there.",
        )


def _batches(
    source: Records, target: Records, collection: Collection
) -> Iterator[tuple[list[DocumentBundle], int]]:
    """Bundles that the target lacks, a few at a time, oldest first, with the documents passed."""
    there = {each.id: each for each in target.documents(collection.id)}
    batch: list[DocumentBundle] = []
    chunks = passed = 0
    for document in sorted(source.documents(collection.id), key=lambda each: (each.added, each.id)):
        passed += 1
        if there.get(document.id) == document:
            continue
        batch.append(source.bundle(document.id))
        chunks += document.chunks
        if chunks >= _AT_ONCE_CHUNKS:
            yield batch, passed
            batch, chunks, passed = [], 0, 0
    yield batch, passed


def _drop_others(source: Records, target: Records, collection: Collection) -> None:
    """Documents that went from the source since a copy that was interrupted."""
    alive = {document.id for document in source.documents(collection.id)}
    gone = [document.id for document in target.documents(collection.id) if document.id not in alive]
    if gone:
        target.delete_documents(gone)


def _copy_links(source: Records, target: Records, collection: Collection) -> None:
    """Links between documents, where they are complete; elsewhere they are made anew."""
    latest = max(
        (change.sequence for change in source.changes(0) if change.collection_id == collection.id),
        default=0,
    )
    for kind in LINKS:
        state = source.link_state(collection.id, kind)
        if not state.recipe or state.unsettled or state.sequence < latest:
            continue
        expected: LinkState = target.link_state(collection.id, kind)
        stored = target.store_links(
            collection.id,
            kind,
            expected=expected,
            sequence=target.sequence(),
            recipe=state.recipe,
            sources=None,
            edges=list(source.edges(collection.id, [kind])),
        )
        if not stored:
            raise _different(collection)


def _copy_conversations(source: Records, target: Records, collection: Collection) -> int:
    """Conversations, oldest first, with their answers."""
    there = {each.id for each in target.conversations(collection.id)}
    conversations = source.conversations(collection.id)
    for conversation in reversed(conversations):
        answers = source.answers(conversation.id)
        if conversation.id in there and target.answers(conversation.id) == answers:
            continue
        for payload in answers:
            target.save_answer(
                json.loads(payload)["id"],
                conversation.id,
                collection.id,
                conversation.title,
                payload,
                conversation.owner,
            )
    shared = {each.id for each in target.conversations(collection.id) if each.shared}
    for conversation in conversations:
        if conversation.shared != (conversation.id in shared):
            target.share_conversation(conversation.id, conversation.shared)
    return len(conversations)


def _copy_fine_tuned(source: Records, target: Records, collection: Collection) -> None:
    """The collection's own embedder: only what it made can be compared with the vectors it made."""
    learned = learned_network(source, collection.id)
    if learned is None or learned_network(target, collection.id) == learned:
        return
    network = kept_network(source, collection.id, learned.identity)
    if network is not None:
        keep_network(target, collection.id, network, learned, target.sequence())


def _copy_grants(source: Records, target: Records, collection: Collection) -> None:
    """Roles as they are; one that was taken away since an earlier run goes."""
    grants = source.grants(collection.id)
    for grant in grants:
        target.grant(grant)
    for other in set(target.grants(collection.id)) - set(grants):
        target.revoke(collection.id, other.kind, other.name)


def _copy_people(source: Records, target: Records) -> None:
    """People, their sign-ins, and the lines of the audit list that the target lacks, in order."""
    for person in source.people():
        target.save_person(person)
    for sign_in in source.sign_ins():
        target.save_sign_in(sign_in)
    there = len(target.actions())
    for action in tuple(reversed(source.actions()))[there:]:
        target.note(action)


def _copy_marks(source: Records, target: Records, collection: Collection) -> int:
    marks = source.marks(collection.id)
    for mark in marks:
        target.save_mark(mark)
    if target.marks(collection.id) != marks:
        raise _different(collection)
    return len(marks)


def _copy_evaluations(source: Records, target: Records, collection: Collection) -> int:
    """Question sets, runs and what came of them."""
    count = 0
    for kind in {*source.entry_kinds(collection.id), *target.entry_kinds(collection.id)}:
        entries, there = source.entries(collection.id, kind), target.entries(collection.id, kind)
        target.delete_entries(collection.id, kind, there.keys() - entries.keys())
        target.save_entries(
            collection.id,
            kind,
            {key: entry for key, entry in entries.items() if there.get(key) != entry},
        )
        if target.entries(collection.id, kind) != entries:
            raise _different(collection)
        count += len(entries)
    return count


def _copy_jobs(source: Records, target: Records, collection: Collection) -> int:
    """Files that wait are queued in the target, each once."""
    there = {_of_job(each) for each in target.jobs(collection.id)}
    waiting = source.find_jobs(collection.id, states=UNFINISHED)
    for job in waiting:
        if _of_job(job) not in there:
            target.enqueue(
                kind=job.kind,
                collection_id=collection.id,
                name=job.name,
                sha256=job.sha256,
                size=job.size,
                media_type=job.media_type,
                key=job.key,
                replaces=job.replaces,
            )
    return len(waiting)


def _of_job(job: Job) -> tuple[str, str, str, str]:
    return job.kind, job.name, job.sha256, job.key


def _documents(
    source: Records, collections: tuple[Collection, ...]
) -> Iterator[tuple[Collection, str]]:
    for collection in collections:
        for document in source.documents(collection.id):
            yield collection, document.id


def _compare(source: Records, target: Records, collection: Collection, document_id: str) -> int:
    """Publish the document again if it differs; the number of its chunks."""
    bundle = source.bundle(document_id)
    wanted = digest(bundle)
    if digest(target.bundle(document_id)) != wanted:
        target.publish([bundle])
        if digest(target.bundle(document_id)) != wanted:
            raise _different(collection)
    return len(bundle.chunks)


def _different(collection: Collection) -> StorageError:
    return StorageError(
        f"The copy of “{collection.name}” differs from the original.",
        "Close other copies of Quire that change the library and run the command again.",
    )
