"""What is wrong with the files of a library's views: they are damaged, hold what is gone, or were
left by a program that was ended while it wrote.

Views may be written, put in their place and removed while their files are looked at; what is right
at any moment of that is no fault.
"""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Iterator, Sequence
from pathlib import Path

from backend.mapped_arrays import DamagedArraysError, check_arrays
from backend.parcels import changed_documents
from backend.ports import Records
from backend.view_folder import ARRIVING, ENDING, SEGMENT, is_being_written, named_by, says
from backend.viewed_documents import ViewedDocuments


class ViewFaults:
    """Looks through the files of one library.

    Args:
        folder: of the files.
        lock: the file of the lock for making a view.
    """

    def __init__(
        self, folder: Path, lock: Path, records: Records, documents: ViewedDocuments
    ) -> None:
        self._folder = folder
        self._lock = lock
        self._records = records
        self._documents = documents

    def found(self, *, whole: bool) -> Iterator[tuple[Path, str]]:
        """Files that nobody should find, each with what is wrong with it. The segments of a view
        that is named are not: they go with it.

        Args:
            whole: compare every byte, and read the documents anew.

        Raises:
            StorageError: if the records cannot be read.
        """
        if not self._folder.is_dir():
            return
        if whole:
            self._documents.now.forget()
        collections = {collection.id for collection in self._records.collections()}
        named: set[str] = set()
        """The files of segments that sound views name."""
        unsound: set[str] = set()
        """What the files of segments of unsound views begin with: they go with these."""
        segments: list[Path] = []
        for path in sorted(self._folder.iterdir()):
            collection_id = path.name.partition(".")[0]
            if path.name.endswith(ARRIVING):
                if not is_being_written(self._lock) and path.exists():
                    yield path, "A view was not written to its end"
            elif collection_id not in collections:
                yield path, "A view is of a collection that is gone"
            elif path.name.endswith(SEGMENT):
                segments.append(path)
            else:
                told, own = self._fault_of(path, collection_id, whole=whole)
                named.update(f"{path.stem}.{each}{SEGMENT}" for each in own)
                if told:
                    unsound.add(path.stem)
                    yield path, told
        for path in segments:
            if path.name.removesuffix(SEGMENT).rpartition(".")[0] not in unsound:
                told = self._fault_of_segment(path, named, whole=whole)
                if told:
                    yield path, told

    def _fault_of_segment(self, path: Path, named: Group[str], *, whole: bool) -> str:
        if path.name not in named:
            if is_being_written(self._lock) or not path.exists():
                return ""
            stem, _, name = path.name.removesuffix(SEGMENT).rpartition(".")
            # the view that it is of may have been put in its place since the files were listed
            known = name in named_by(path.with_name(f"{stem}{ENDING}"))
            return "" if known else "A segment belongs to no view"
        return "A stored view is damaged" if whole and _is_damaged(path) else ""

    def _fault_of(
        self, path: Path, collection_id: str, *, whole: bool
    ) -> tuple[str, Sequence[str]]:
        """What is wrong with a view, and the segments that a sound one names."""
        try:
            about = check_arrays(path, whole=whole)
            sequence, documents = int(about["sequence"]), str(about["documents"])
            segments = [str(array) for array in about.get("segments", ())]
        except FileNotFoundError:
            return "", ()
        except (DamagedArraysError, OSError, KeyError, ValueError, TypeError):
            return "A stored view is damaged", ()
        if about.get("collection") != collection_id:
            return "A stored view is of another collection", ()
        same = not whole and about.get("log") == self._documents.log_until(sequence)
        unchanged = same and not changed_documents(self._records, collection_id, sequence)
        if not (unchanged or self._documents.are_there(collection_id, sequence, documents)):
            return "A stored view is of documents that have changed or gone", ()
        there = {each.name for each in path.parent.glob(f"{path.stem}.*{SEGMENT}")}
        lacking = [
            segment for segment in segments if f"{path.stem}.{segment}{SEGMENT}" not in there
        ]
        if lacking and not is_being_written(self._lock) and says(path, about):
            return "A stored view is damaged: a segment of it is not there", ()
        return "", segments


def _is_damaged(path: Path) -> bool:
    try:
        check_arrays(path)
    except FileNotFoundError:
        return False
    except (DamagedArraysError, OSError):
        return True
    return False
