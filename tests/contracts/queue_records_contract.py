"""What every record store promises of jobs."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.errors import NotFoundError
from backend.ports import Records
from backend.types import (
    Collection,
    CollectionSettings,
    Job,
    JobState,
)
from tests.contracts.records_ground import RecordsGround


def queue(store: Records, collection: Collection, name: str = "a.pdf") -> Job:
    return store.enqueue(
        kind="add",
        collection_id=collection.id,
        name=name,
        sha256="ab" * 32,
        size=10,
        media_type="application/pdf",
        replaces=("old",),
    )


class QueueRecordsContract(RecordsGround):
    """Jobs, and what they have worked out so far."""

    def test_a_job_runs_from_queue_to_end(self, store: Records, collection: Collection) -> None:
        queued = queue(store, collection)
        assert (queued.state, queued.replaces, queued.attempts) == (JobState.QUEUED, ("old",), 0)
        claimed = store.claim_job("w1", 60)
        assert claimed is not None
        assert (claimed.id, claimed.state, claimed.attempts) == (queued.id, JobState.RUNNING, 1)
        assert store.claim_job("w2", 60) is None
        assert store.report_job(queued.id, "w1", "reading", 3, 10)
        running = store.job(queued.id)
        assert (running.stage, running.done, running.total) == ("reading", 3, 10)
        store.save_checkpoint(queued.id, "reading", b"\x00pages")
        store.save_checkpoint(queued.id, "reading", b"\x00more")
        assert store.load_checkpoint(queued.id, "reading") == b"\x00more"
        assert store.load_checkpoint(queued.id, "embedding") is None
        store.finish_job(queued.id, "w1", JobState.DONE, document_id="d")
        done = store.job(queued.id)
        assert (done.state, done.document_id) == (JobState.DONE, "d")
        assert store.load_checkpoint(queued.id, "reading") is None
        store.dismiss_job(queued.id)
        assert store.jobs() == ()

    def test_jobs_are_taken_oldest_first(self, store: Records, collection: Collection) -> None:
        names = [queue(store, collection, name).name for name in ("1.pdf", "2.pdf", "3.pdf")]
        claimed = [store.claim_job("w", 60) for _ in names]
        assert [each.name for each in claimed if each] == names
        assert [job.name for job in store.jobs(collection.id)] == names
        assert store.jobs("other") == ()

    def test_jobs_are_found_by_all_that_is_asked_oldest_first(
        self, store: Records, collection: Collection
    ) -> None:
        other = store.create_collection("Other", CollectionSettings())

        def add(to: Collection, kind: str, sha256: str) -> str:
            return store.enqueue(
                kind=kind, collection_id=to.id, name="a", sha256=sha256, size=1, media_type=""
            ).id

        done = add(collection, "add", "aa")
        running = add(collection, "add", "aa")
        for _ in range(2):
            store.claim_job("w", 60)
        store.finish_job(done, "w", JobState.DONE, document_id="d")
        named = add(collection, "name", "")
        queued = add(collection, "add", "bb")
        elsewhere = add(other, "add", "aa")
        unfinished = (JobState.QUEUED, JobState.RUNNING)

        def found(
            collection_id: str | None = None,
            states: Sequence[JobState] = (),
            kind: str = "",
            sha256s: Sequence[str] = (),
            limit: int | None = None,
        ) -> list[str]:
            jobs = store.find_jobs(
                collection_id, states=states, kind=kind, sha256s=sha256s, limit=limit
            )
            assert list(jobs) == [store.job(job.id) for job in jobs]
            return [job.id for job in jobs]

        assert found() == [done, running, named, queued, elsewhere]
        assert found(collection.id, unfinished) == [running, named, queued]
        assert found(sha256s=("aa",)) == [done, running, elsewhere]
        assert found(collection.id, unfinished, sha256s=("aa",)) == [running]
        assert found(collection.id, sha256s=("bb", "no such file", "aa")) == [done, running, queued]
        assert found(sha256s=("no such file",)) == []
        assert found(collection.id, kind="name") == [named]
        assert found(states=(JobState.QUEUED,), kind="add") == [queued, elsewhere]
        assert found(states=unfinished, limit=2) == [running, named]
        assert found("no such collection") == []

    def test_a_silent_workers_job_is_taken_over(
        self, store: Records, collection: Collection
    ) -> None:
        job = queue(store, collection)
        store.claim_job("dead", 60)
        store.save_checkpoint(job.id, "reading", b"half")
        taken = store.claim_job("alive", -1)
        assert taken is not None
        assert (taken.id, taken.attempts) == (job.id, 2)
        assert store.load_checkpoint(job.id, "reading") == b"half"
        assert not store.report_job(job.id, "dead", "reading", 1, 2)
        store.finish_job(job.id, "dead", JobState.FAILED, reason="late")
        assert store.job(job.id).state is JobState.RUNNING
        assert store.report_job(job.id, "alive", "reading", 1, 2)

    def test_a_failed_job_says_why_and_can_be_retried(
        self, store: Records, collection: Collection
    ) -> None:
        job = queue(store, collection)
        store.claim_job("w", 60)
        store.finish_job(
            job.id, "w", JobState.FAILED, code="broken", reason="It is broken.", remedy="Mend it."
        )
        failed = store.job(job.id)
        assert (failed.code, failed.reason, failed.remedy) == (
            "broken",
            "It is broken.",
            "Mend it.",
        )
        again = store.retry_job(job.id)
        assert (again.state, again.reason, again.attempts) == (JobState.QUEUED, "", 0)
        assert store.retry_job(job.id) == again

    def test_cancelling_ends_a_waiting_job_and_asks_a_running_one(
        self, store: Records, collection: Collection
    ) -> None:
        waiting, running = queue(store, collection, "1.pdf"), queue(store, collection, "2.pdf")
        store.request_cancel(waiting.id)
        assert store.job(waiting.id).state is JobState.CANCELLED
        claimed = store.claim_job("w", 60)
        assert claimed is not None
        assert claimed.id == running.id
        store.request_cancel(running.id)
        assert store.job(running.id).cancel_requested
        assert not store.report_job(running.id, "w", "reading", 1, 2)
        store.dismiss_job(running.id)
        assert store.job(running.id).state is JobState.RUNNING
        store.finish_job(running.id, "w", JobState.CANCELLED)
        assert store.retry_job(running.id).cancel_requested is False

    def test_a_refused_file_is_seen_but_never_run(
        self, store: Records, collection: Collection
    ) -> None:
        job = store.reject(
            collection_id=collection.id,
            name="film.mp4",
            size=3,
            code="unsupported",
            reason="It is a film.",
            remedy="Add a PDF.",
        )
        assert (job.kind, job.state, job.code) == ("refused", JobState.FAILED, "unsupported")
        assert store.claim_job("w", 60) is None
        assert store.retry_job(job.id) == job
        store.dismiss_job(job.id)
        assert store.jobs() == ()

    def test_a_job_of_a_deleted_collection_stops(
        self, store: Records, collection: Collection
    ) -> None:
        job = queue(store, collection)
        store.claim_job("w", 60)
        store.delete_collection(collection.id)
        assert not store.report_job(job.id, "w", "reading", 1, 2)
        store.finish_job(job.id, "w", JobState.DONE)
        with pytest.raises(NotFoundError):
            queue(store, collection)

    def test_each_job_goes_to_exactly_one_of_many_workers(
        self, store: Records, collection: Collection
    ) -> None:
        expected = sorted(queue(store, collection, f"{number}.pdf").id for number in range(20))

        def work(worker: str) -> list[str]:
            taken = []
            while (job := store.claim_job(worker, 60)) is not None:
                taken.append(job.id)
            return taken

        with ThreadPoolExecutor(4) as pool:
            taken = [each for ids in pool.map(work, "abcd") for each in ids]
        assert sorted(taken) == expected
