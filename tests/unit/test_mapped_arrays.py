"""Arrays of a file come back as they were or are refused; texts in arrays are found by name."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.mapped_arrays import DamagedArraysError, check_arrays, open_arrays, write_arrays
from backend.numbered_texts import NumberedTexts, text_arrays

ARRAYS = {
    "numbers": np.arange(7, dtype=np.int64),
    "weights": np.array([[0.5, -1.25], [3.0, np.inf]], np.float32),
    "nothing": np.zeros((0, 3), np.int32),
    "marks": np.array([True, False, True]),
}


def written(folder: Path) -> Path:
    path = folder / "one.view"
    write_arrays(path, {"of": "é"}, ARRAYS)
    return path


def test_arrays_come_back_to_the_last_bit_and_cannot_be_changed(tmp_path: Path) -> None:
    found = open_arrays(written(tmp_path))
    assert found.about == {"of": "é"}
    assert list(found.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        assert found.arrays[name].shape == array.shape
        assert found.arrays[name].tobytes() == array.tobytes()
        assert not found.arrays[name].flags.writeable


def test_only_its_owner_may_read_a_file(tmp_path: Path) -> None:
    assert written(tmp_path).stat().st_mode & 0o777 == 0o600


def test_a_file_with_any_byte_changed_or_cut_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    content = path.read_bytes()
    for place in range(0, len(content), 3):
        changed = bytearray(content)
        changed[place] ^= 1
        path.write_bytes(changed)
        try:
            found = open_arrays(path)
        except DamagedArraysError:
            continue
        assert is_filling(content, place)
        assert found.about == {"of": "é"}
    for length in range(0, len(content), 5):
        path.write_bytes(content[:length])
        with pytest.raises(DamagedArraysError):
            open_arrays(path)
    path.write_bytes(content + b"\0")
    with pytest.raises(DamagedArraysError):
        check_arrays(path, whole=False)


def is_filling(content: bytes, place: int) -> bool:
    """Whether a byte is one of those between head and arrays, which nobody reads."""
    length = int.from_bytes(content[8:12], "little")
    return 16 + length <= place < -(-(16 + length) // 64) * 64


def test_an_array_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(FileExistsError):
        write_arrays(path, {}, {})


def test_what_is_mapped_stays_as_it_was_when_a_newer_file_takes_its_place(tmp_path: Path) -> None:
    path = written(tmp_path)
    before = open_arrays(path)
    newer = tmp_path / "newer"
    write_arrays(newer, {}, {"numbers": np.zeros(7, np.int64)})
    newer.replace(path)
    assert before.arrays["numbers"].tolist() == ARRAYS["numbers"].tolist()
    assert open_arrays(path).arrays["numbers"].sum() == 0


def test_a_program_that_is_killed_while_it_writes_leaves_nothing_that_is_believed(
    tmp_path: Path,
) -> None:
    program = (
        "import sys, numpy as np; from pathlib import Path\n"
        "from backend.mapped_arrays import write_arrays\n"
        "print('go', flush=True)\n"
        "write_arrays(Path(sys.argv[1]), {}, {'much': np.ones(40_000_000, np.int64)})\n"
    )
    path = tmp_path / "killed"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        while not (path.exists() and path.stat().st_size) and child.poll() is None:
            pass
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    assert child.returncode == -signal.SIGKILL
    with pytest.raises(DamagedArraysError):
        open_arrays(path)


@given(st.lists(st.text(), unique=True), st.text())
def test_texts_have_the_numbers_that_a_dictionary_gives_them(texts: list[str], other: str) -> None:
    numbered = NumberedTexts(text_arrays(texts))
    wanted = {text: number for number, text in enumerate(texts)}
    assert dict(numbered) == wanted
    assert list(numbered.texts) == texts
    assert numbered.texts[::2] == tuple(texts[::2])
    assert numbered.get(other, -1) == wanted.get(other, -1)
    assert (other in numbered) == (other in wanted)


def test_a_place_beyond_the_texts_is_an_error() -> None:
    texts = NumberedTexts(text_arrays(["one", "two"])).texts
    assert texts[-1] == "two"
    for number in (2, -3):
        with pytest.raises(IndexError):
            texts[number]
