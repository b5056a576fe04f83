"""The file store, a job's progress in words, pages of a span, and corpus files."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from backend.errors import NotFoundError, ReadingError
from backend.ingestion.corpus import CorpusRecord, plain_reading, read_corpus
from backend.ingestion.document import pages_of
from backend.ingestion.files import FileStore
from backend.ingestion.progress import fraction, label, view
from backend.services.library import file_name
from backend.types import Job, JobState


def job(state: JobState, stage: str = "", done: int = 0, total: int = 0) -> Job:
    return Job(
        "j", "add", "c", "a.pdf", "", 1, "application/pdf", state, stage, done, total,
        100.0, 100.0, 0.0, 100.0, 1,
    )  # fmt: skip


def test_a_stored_file_is_found_under_its_hash_and_gone_after_removal(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "files", limit=10)
    stored = store.put(b"hello")
    assert stored.sha256 == hashlib.sha256(b"hello").hexdigest()
    assert stored.size == 5
    assert store.path(stored.sha256).read_bytes() == b"hello"
    assert list(store.stored()) == [stored.sha256]
    store.remove(stored.sha256)
    with pytest.raises(NotFoundError):
        store.path(stored.sha256)


def test_the_same_bytes_from_a_path_are_the_same_file(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_bytes(b"hello")
    store = FileStore(tmp_path / "files", limit=10)
    assert store.put(source) == store.put(b"hello")
    assert len(list(store.stored())) == 1


@pytest.mark.parametrize(("content", "code"), [(b"", "empty"), (b"x" * 11, "too_large")])
def test_what_cannot_be_stored_leaves_nothing_behind(
    tmp_path: Path, content: bytes, code: str
) -> None:
    store = FileStore(tmp_path / "files", limit=10)
    with pytest.raises(ReadingError) as raised:
        store.put(content)
    assert raised.value.code == code
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_an_opened_copy_is_read_while_the_original_stays(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "files", limit=100)
    stored = store.put(b"locked")
    store.put_opened(stored.sha256, b"open")
    assert store.path(stored.sha256).read_bytes() == b"open"
    assert store.original(stored.sha256) == b"locked"
    assert list(store.stored()) == [stored.sha256]


def test_progress_counts_the_stages_by_their_usual_share() -> None:
    assert fraction(job(JobState.RUNNING, "reading", 5, 10)) == pytest.approx(0.05)
    assert fraction(job(JobState.RUNNING, "embedding", 50, 100)) == pytest.approx(0.13 + 0.38)
    assert fraction(job(JobState.QUEUED)) == 0.0
    assert fraction(job(JobState.DONE)) == 1.0


def test_remaining_time_of_other_work_follows_from_what_is_done() -> None:
    # 40 % after 20 s: 30 s left
    naming = replace(job(JobState.RUNNING, "naming", 4, 10), kind="name")
    assert view(naming, now=120.0).seconds_left == pytest.approx(30.0)
    assert view(replace(naming, state=JobState.QUEUED), now=120.0).seconds_left is None


def test_labels_are_words_for_a_person() -> None:
    assert label(job(JobState.RUNNING, "reading", 6, 20)) == "Reading page 6 of 20"
    assert label(job(JobState.RUNNING, "embedding", 1204, 1620)) == (
        "Embedding 1,620 passages, 74 %"
    )
    assert label(job(JobState.RUNNING, "reading")) == "Reading"
    assert label(job(JobState.QUEUED)) == "Waiting"
    run = replace(job(JobState.RUNNING, "asking", 4, 8), kind="evaluate")
    assert label(run) == "Asking, 4 of 8 answered"


def test_a_span_touches_the_pages_between_its_ends() -> None:
    starts = (0, 100, 200)
    assert pages_of(starts, 0, 100) == (0,)
    assert pages_of(starts, 99, 101) == (0, 1)
    assert pages_of(starts, 100, 260) == (1, 2)
    assert pages_of((0,), 5, 9) == (0,)


def test_file_names_lose_their_folders_and_control_characters() -> None:
    assert file_name("../../etc/passwd") == "passwd"
    assert file_name("C:\\reports\\q1.pdf") == "q1.pdf"
    assert file_name("a\x00b\n.txt") == "ab.txt"
    assert file_name("../") == "unnamed"
    assert file_name("<script>x</script>.pdf") == "script>.pdf"


def test_a_corpus_is_read_plain_or_gzipped(tmp_path: Path) -> None:
    line = '{"doc_id": 7, "title": "T", "text": "one"}\n\n'
    plain = tmp_path / "c.jsonl"
    plain.write_text(line)
    packed = tmp_path / "c.jsonl.gz"
    packed.write_bytes(gzip.compress(line.encode()))
    assert list(read_corpus(plain)) == [CorpusRecord("7", "T", "one", 1)]
    assert list(read_corpus(packed)) == list(read_corpus(plain))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"text": "b"}', "required field `doc_id`"),
        ('{"doc_id": "1", "text": 5}', r"Expected `str`, got `int` - at `\$.text`"),
        ('{"doc_id": "1", "text": "b", "title": ["T"]}', r"at `\$.title`"),
        ('{"doc_id": null, "text": "b"}', r"at `\$.doc_id`"),
        ("[1]", "Expected `object`, got `array`"),
        ('{"doc_id": "1"', "delimiter"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"doc_id": 1, "text": "a"}\n' + line + "\n")
    with pytest.raises(ReadingError, match=f"^Line 2 of c.jsonl is not a record.*{why}"):
        list(read_corpus(path))


def test_a_record_without_a_title_is_called_by_its_key(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"doc_id": 2.5, "text": "a\\ud800", "title": null, "url": 1}\n')
    assert list(read_corpus(path)) == [CorpusRecord("2.5", "2.5", "a\ud800", 1)]


def test_paragraphs_of_a_record_keep_their_offsets() -> None:
    reading = plain_reading(CorpusRecord("1", "T", "one\n\n\n\ntwo", 1))
    assert [reading.text[b.start : b.end] for b in reading.blocks] == ["one", "two"]
