"""What every search index promises. An adapter's test class inherits this.

It offers `records` (a store with nothing in it), `index` (following these records) and `reopen`
(opens the same index a second time, as another process would).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from backend.errors import CancelledError
from backend.ports import DocumentBundle, Index, Records, Vectors
from backend.types import Collection, CollectionSettings, Filters, Scored
from tests.factories import DIMENSION, make_bundle, unit_vector
from tests.searches import score_text, score_vector, search_text, search_vector

Reopen = Callable[[], Index]
ANY = Filters()


def ids(found: list[Scored]) -> list[str]:
    return [each.chunk_id for each in found]


def is_ranked(found: list[Scored]) -> bool:
    return found == sorted(found, key=lambda each: (-each.score, each.chunk_id))


class IndexContract:
    """Inherit, and define the fixtures `records`, `index` and `reopen`."""

    @pytest.fixture
    def collection(self, records: Records) -> Collection:
        return records.create_collection("Harbour", CollectionSettings())

    # --- following -------------------------------------------------------------------------------

    def test_an_unknown_or_empty_collection_has_nothing(
        self, index: Index, collection: Collection
    ) -> None:
        for each in (collection.id, "unknown"):
            assert search_text(index, each, "harbour", 5, ANY) == []
            assert search_vector(index, each, unit_vector("q"), 5, ANY) == []
            assert score_text(index, each, "harbour", ["x"]) == {}
            assert score_vector(index, each, unit_vector("q"), ["x"]) == {}
            assert index.ids(each) == frozenset()

    def test_what_was_published_is_found_after_catching_up(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        sequence = records.publish([bundle])
        assert index.sequence() == 0
        assert search_text(index, collection.id, "harbour", 5, ANY) == []
        assert [problem.repairable for problem in index.check()] == [True]
        assert index.catch_up() == sequence == index.sequence()
        assert ids(search_text(index, collection.id, "harbour", 1, ANY)) == [bundle.chunks[0].id]
        assert index.ids(collection.id) == {chunk.id for chunk in bundle.chunks}
        assert index.check() == ()
        assert index.catch_up() == sequence

    def test_what_was_deleted_or_replaced_is_not_found(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        old = make_bundle(collection.id, passages=("The harbour is open.",))
        new = make_bundle(collection.id, passages=("The harbour is closed.",), version=2)
        gone = make_bundle(collection.id, "Gone", ("Another harbour.",))
        records.publish([old, gone])
        index.catch_up()
        records.publish([new], replaces=[old.document.id])
        records.delete_documents([gone.document.id])
        index.catch_up()
        assert ids(search_text(index, collection.id, "harbour", 9, ANY)) == [new.chunks[0].id]
        assert ids(search_vector(index, collection.id, unit_vector("q"), 9, ANY)) == [
            new.chunks[0].id
        ]
        assert score_text(index, collection.id, "harbour", [old.chunks[0].id]) == {}
        assert score_vector(index, collection.id, unit_vector("q"), [old.chunks[0].id]) == {}
        assert index.check() == ()

    def test_a_document_published_again_is_there_once(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id, passages=("The harbour.",))
        for title in ("One", "Two"):
            chunk = replace(bundle.chunks[0], title=title)
            records.publish([replace(bundle, chunks=(chunk,))])
            index.catch_up()
        assert ids(search_text(index, collection.id, "harbour two", 9, ANY)) == [chunk.id]
        assert search_text(index, collection.id, "one", 9, ANY) == []
        assert index.check() == ()

    def test_a_word_of_the_heading_weighs_half_of_one_of_the_title(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        titled = make_bundle(collection.id, "Lantern", ("The pier.",), path=("Winter",))
        headed = make_bundle(collection.id, "Winter", ("The pier.",), path=("Lantern",))
        records.publish([titled, headed])
        index.catch_up()
        scores = score_text(
            index, collection.id, "lantern", [titled.chunks[0].id, headed.chunks[0].id]
        )
        share = scores[headed.chunks[0].id] / scores[titled.chunks[0].id]
        assert share == pytest.approx(0.5, rel=1e-3)

    def test_length_and_frequency_count_as_bm25_says(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        """Passages of 1, 3 and 3 terms, on average 7/3, with k1 = 1.2 and b = .75.

        K = 1.2 * (.25 + .75 * length * 3/7) is 24/35 and 51/35, so that one occurrence is worth
        35/59 in the short passage and 35/86 in a long one, and two in a long one 70/121.
        """
        short = make_bundle(collection.id, "A", ("lantern",))
        once = make_bundle(collection.id, "B", ("lantern pier rope",))
        twice = make_bundle(collection.id, "C", ("lantern pier lantern",))
        records.publish([short, once, twice])
        index.catch_up()
        shares = [self.share_of(index, collection, each, short) for each in (once, twice)]
        assert shares == pytest.approx([59 / 86, 2 * 59 / 121], rel=1e-3)

    @staticmethod
    def share_of(
        index: Index, collection: Collection, one: DocumentBundle, other: DocumentBundle
    ) -> float:
        """How much "lantern" is worth in one document's passage, beside the other's."""
        wanted, beside = one.chunks[0].id, other.chunks[0].id
        scores = score_text(index, collection.id, "lantern", [wanted, beside])
        return scores[wanted] / scores[beside]

    def test_vectors_of_any_length_are_compared_by_their_direction(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        """Cosines of 3-4-5 triangles, whatever the lengths of passages' and question's vectors."""
        passages = ("The pier.", "The rope.", "The lantern.")
        vectors = np.zeros((3, DIMENSION), dtype=np.float16)
        vectors[0, 0] = 0.25
        vectors[1, :2] = (6.0, 8.0)
        vectors[2, 1] = -40.0
        bundle = make_bundle(collection.id, passages=passages, vectors=vectors)
        records.publish([bundle])
        index.catch_up()
        question = np.zeros(DIMENSION, dtype=np.float32)
        question[1] = 7.0
        expected = [
            (bundle.chunks[1].id, 0.8),
            (bundle.chunks[0].id, 0.0),
            (bundle.chunks[2].id, -1.0),
        ]
        found = search_vector(index, collection.id, question, 3, ANY)
        assert ids(found) == [each for each, _ in expected]
        assert [each.score for each in found] == pytest.approx(
            [cosine for _, cosine in expected], abs=1e-4
        )
        given = score_vector(index, collection.id, question, [each for each, _ in expected])
        assert given == pytest.approx(dict(expected), abs=1e-4)

    def test_a_deleted_collection_is_forgotten(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        other = records.create_collection("Other", CollectionSettings())
        records.publish([make_bundle(collection.id), make_bundle(other.id)])
        index.catch_up()
        records.delete_collection(collection.id)
        index.catch_up()
        assert index.ids(collection.id) == frozenset()
        assert search_text(index, collection.id, "harbour", 5, ANY) == []
        assert len(index.ids(other.id)) == 2
        assert index.check() == ()

    def test_changes_of_a_vanished_collection_are_passed_over(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        records.publish([make_bundle(collection.id)])
        records.delete_collection(collection.id)
        assert index.catch_up() == records.sequence()
        assert index.check() == ()

    def test_the_vectors_of_another_embedding_take_over(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        records.publish([bundle])
        index.catch_up()
        fresh = {chunk.id: unit_vector(chunk.id, 4).astype(np.float16) for chunk in bundle.chunks}
        records.store_vectors(bundle.document.id, "new", fresh)
        records.activate_embedding(collection.id, "new")
        index.catch_up()
        chosen = bundle.chunks[1].id
        found = search_vector(index, collection.id, unit_vector(chosen, 4), 1, ANY)
        assert ids(found) == [chosen]
        assert found[0].score == pytest.approx(1.0, abs=1e-3)
        assert index.check() == ()

    def test_progress_is_told_and_can_stop_the_work(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        records.publish([make_bundle(collection.id, str(number)) for number in range(5)])
        heard: list[tuple[str, int, int]] = []
        stages: list[str] = []

        def stop(stage: str, done: int, total: int) -> None:
            stages.append(stage)
            raise CancelledError("Stopped.")

        with pytest.raises(CancelledError):
            index.catch_up(stop)
        index.catch_up(lambda *told: heard.append(told))
        assert heard[-1][1] == heard[-1][2] > 0
        assert len(index.ids(collection.id)) == 10
        assert index.check() == ()

    # --- text ------------------------------------------------------------------------------------

    def test_text_title_and_path_are_searched(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        text = make_bundle(collection.id, "A", ("An iceberg drifted by.",), path=())
        title = make_bundle(collection.id, "The iceberg", ("One.",), path=())
        path = make_bundle(collection.id, "B", ("Two.",), path=("Weather", "Icebergs"))
        records.publish([text, title, path, make_bundle(collection.id, "C")])
        index.catch_up()
        found = search_text(index, collection.id, "iceberg", 9, ANY)
        assert set(ids(found)) == {each.chunks[0].id for each in (text, title, path)}

    def test_words_meet_in_any_form(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id, passages=("Café prices rose to 17,846 — 港口关闭",))
        records.publish([bundle, make_bundle(collection.id, "Other")])
        index.catch_up()
        for question in ("cafe", "CAFÉS", "price", "rising? no: rose", "17846", "港口"):
            assert ids(search_text(index, collection.id, question, 9, ANY)) == [bundle.chunks[0].id]

    def test_a_rare_word_weighs_more_than_a_common_one(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        common = [make_bundle(collection.id, "A", ("ship",), key=str(n)) for n in range(5)]
        rare = make_bundle(collection.id, "A", ("walrus",))
        records.publish([*common, rare])
        index.catch_up()
        found = search_text(index, collection.id, "ship walrus", 9, ANY)
        assert found[0].chunk_id == rare.chunks[0].id
        assert len(found) == 6

    def test_equal_passages_rank_by_id_wherever_the_list_is_cut(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundles = [make_bundle(collection.id, "A", ("ship",), key=str(n)) for n in range(200)]
        for start in (0, 150):
            records.publish(bundles[start : start + 150])
            index.catch_up()
        expected = sorted(bundle.chunks[0].id for bundle in bundles)
        for k in (1, 7, 199, 500):
            assert ids(search_text(index, collection.id, "ship", k, ANY)) == expected[:k]
            found = search_vector(index, collection.id, unit_vector("q"), k, ANY)
            assert ids(found) == expected[:k]

    def test_searching_and_scoring_agree(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        records.publish(
            [
                make_bundle(collection.id, f"T{number}", [f"ship {number}", "pilot " * number])
                for number in range(1, 9)
            ]
        )
        index.catch_up()
        everything = sorted(index.ids(collection.id))
        question = "which pilot took ship 3?"
        found = search_text(index, collection.id, question, 99, ANY)
        assert is_ranked(found)
        assert score_text(index, collection.id, question, everything) == {
            each.chunk_id: each.score for each in found
        }
        vector = unit_vector("q")
        found = search_vector(index, collection.id, vector, 99, ANY)
        assert is_ranked(found)
        assert len(found) == 16
        assert score_vector(index, collection.id, vector, [*everything, "unknown"]) == {
            each.chunk_id: each.score for each in found
        }

    @pytest.mark.parametrize(
        "question",
        [
            "",
            "   \n\t",
            "the of and",
            "?!… — “”",
            'text:"harbour" AND (NOT ships) OR *:* ^5 ~2 [a TO b] \\ /re.*/',
            "\x00\x01 \ufffe \U0010ffff \ud800",
            "ﷺ ｈａｌｆ ﬁsh",
            "x" * 100_000,
            " ".join(f"word{number}" for number in range(5_000)),
        ],
    )
    def test_any_question_is_answered(
        self, records: Records, index: Index, collection: Collection, question: str
    ) -> None:
        bundle = make_bundle(collection.id, passages=("The harbour ﷺ.",))
        records.publish([bundle])
        index.catch_up()
        assert is_ranked(search_text(index, collection.id, question, 5, ANY))
        score_text(index, collection.id, question, [bundle.chunks[0].id])

    def test_nothing_is_asked_for(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        records.publish([bundle])
        index.catch_up()
        assert search_text(index, collection.id, "harbour", 0, ANY) == []
        assert search_vector(index, collection.id, unit_vector("q"), 0, ANY) == []
        assert search_vector(index, collection.id, np.zeros(8, np.float32), 3, ANY) == []
        assert score_text(index, collection.id, "harbour", []) == {}
        assert score_vector(index, collection.id, unit_vector("q"), []) == {}

    # --- vectors ---------------------------------------------------------------------------------

    def test_the_nearest_come_first_by_cosine(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        # cos((1, 0), (3, 4) / 5) = .6; cos((1, 0), (0, 1)) = 0; cos((1, 0), (-1, 0)) = -1
        vectors = np.array([[0.6, 0.8], [0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]], dtype=np.float16)
        bundle = make_bundle(collection.id, passages=("a", "b", "c", "d"), vectors=vectors)
        records.publish([bundle])
        index.catch_up()
        query: Vectors = np.array([2.0, 0.0], dtype=np.float32)
        found = search_vector(index, collection.id, query, 4, ANY)
        assert ids(found) == [bundle.chunks[number].id for number in (2, 0, 1, 3)]
        assert [each.score for each in found] == pytest.approx([1.0, 0.6, 0.0, -1.0], abs=1e-3)

    def test_collections_do_not_mix(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        other = records.create_collection("Other", CollectionSettings())
        here = make_bundle(collection.id, passages=("ship",))
        there = [make_bundle(other.id, "A", ("ship",), key=str(n)) for n in range(50)]
        records.publish([here])
        index.catch_up()
        before = search_text(index, collection.id, "ship", 9, ANY)
        records.publish(there)
        index.catch_up()
        assert search_text(index, collection.id, "ship", 9, ANY) == before
        assert len(search_vector(index, collection.id, unit_vector("q"), 99, ANY)) == 1

    # --- filters ---------------------------------------------------------------------------------

    def test_filters_apply_before_the_list_is_cut(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        # Two hundred passages match better than the only one that passes the filter.
        better = [make_bundle(collection.id, "ship", ("ship",), key=str(n)) for n in range(200)]
        wanted = make_bundle(
            collection.id,
            "Log",
            ("A long note in which a ship is named once among other things.", "Nothing."),
            media_type="text/plain",
        )
        records.publish([*better, wanted])
        index.catch_up()
        chunk = wanted.chunks[0].id
        query = unit_vector("ship")
        for filters in (
            Filters(document_ids=(wanted.document.id,)),
            Filters(media_types=("text/plain",)),
            Filters(chunk_ids=frozenset([chunk, wanted.chunks[1].id])),
            Filters((wanted.document.id,), ("text/plain",), frozenset([chunk])),
        ):
            assert ids(search_text(index, collection.id, "ship", 1, filters)) == [chunk]
            near = ids(search_vector(index, collection.id, query, 9, filters))
            assert chunk in near
            assert set(near) <= {each.id for each in wanted.chunks}
        for nothing in (
            Filters(chunk_ids=frozenset()),
            Filters(document_ids=("unknown",)),
            Filters(document_ids=(wanted.document.id,), media_types=("application/pdf",)),
        ):
            assert search_text(index, collection.id, "ship", 5, nothing) == []
            assert search_vector(index, collection.id, query, 5, nothing) == []

    def test_filters_do_not_change_scores(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        records.publish([bundle, make_bundle(collection.id, "Other")])
        index.catch_up()
        filters = Filters(document_ids=(bundle.document.id,))
        for found, all_found in (
            (
                search_text(index, collection.id, "harbour", 9, filters),
                search_text(index, collection.id, "harbour", 9, ANY),
            ),
            (
                search_vector(index, collection.id, unit_vector("q"), 9, filters),
                search_vector(index, collection.id, unit_vector("q"), 9, ANY),
            ),
        ):
            assert found
            assert set(found) <= set(all_found)

    # --- several at once, repair -----------------------------------------------------------------

    def test_a_second_opening_notices_what_the_first_wrote(
        self, records: Records, index: Index, collection: Collection, reopen: Reopen
    ) -> None:
        other = reopen()
        for number in range(4):
            bundle = make_bundle(collection.id, str(number), (f"ship{number}",))
            records.publish([bundle])
            index.catch_up()
            assert ids(search_text(other, collection.id, f"ship{number}", 5, ANY)) == [
                bundle.chunks[0].id
            ]
            assert len(search_vector(other, collection.id, unit_vector("q"), 9, ANY)) == number + 1
        records.delete_documents([bundle.document.id])
        other.catch_up()
        assert len(index.ids(collection.id)) == 3
        assert search_text(index, collection.id, "ship3", 5, ANY) == []

    def test_searches_never_fail_while_another_writes(
        self, records: Records, index: Index, collection: Collection, reopen: Reopen
    ) -> None:
        kept = make_bundle(collection.id, "Kept", ("A lighthouse.",))
        records.publish([kept])
        index.catch_up()
        ended = threading.Event()
        failures: list[BaseException] = []
        wrong: list[list[Scored]] = []

        def search(searched: Index) -> None:
            try:
                while not ended.is_set():
                    found = search_text(searched, collection.id, "lighthouse", 5, ANY)
                    if ids(found) != [kept.chunks[0].id]:
                        wrong.append(found)
                    near = search_vector(searched, collection.id, kept.vectors[0], 1, ANY)
                    if ids(near) != [kept.chunks[0].id]:
                        wrong.append(near)
            except BaseException as error:  # noqa: BLE001 - whatever it is, the test reports it
                failures.append(error)

        threads = [threading.Thread(target=search, args=(each,)) for each in (index, reopen())]
        for thread in threads:
            thread.start()
        for number in range(6):
            bundle = make_bundle(collection.id, str(number), (f"ship {number}",))
            records.publish([bundle])
            index.catch_up()
            if number % 2 == 0:
                records.delete_documents([bundle.document.id])
                index.catch_up()
        ended.set()
        for each in threads:
            each.join()
        assert failures == []
        assert wrong == []

    def test_repair_of_a_sound_index_changes_nothing(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        records.publish([make_bundle(collection.id)])
        index.catch_up()
        before = search_text(index, collection.id, "harbour", 5, ANY)
        assert index.repair() == ()
        assert search_text(index, collection.id, "harbour", 5, ANY) == before
        assert index.size_bytes() > 0
        assert index.version()

    def test_repair_catches_up(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        records.publish([make_bundle(collection.id)])
        assert len(index.repair()) == 1
        assert len(index.ids(collection.id)) == 2
        assert index.check() == ()

    def test_a_closed_index_opens_with_everything(
        self, records: Records, index: Index, collection: Collection, reopen: Reopen
    ) -> None:
        records.publish([make_bundle(collection.id)])
        sequence = index.catch_up()
        index.close()
        again = reopen()
        assert again.sequence() == sequence
        assert len(search_text(again, collection.id, "harbour ships", 5, ANY)) == 2
        assert again.check() == ()
