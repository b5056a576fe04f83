"""What a worker says that it is made of, compared with this machine, in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.cluster.messages import ProcessDescription, Raised, Terms
from backend.cluster.worker_admission import WorkerAdmission
from backend.cluster.worker_agreement import disagreement
from backend.errors import SettingsError

TERMS = Terms("model", "model@1", 200, 5_000, 900.0, 2_048)
OWN = ProcessDescription(
    "3.11", "abc", {"numpy": "2.0", "openvino": ""}, "model@1", np.eye(4, dtype=np.float32)
)


def asked(**answers: ProcessDescription | Raised | str) -> WorkerAdmission:
    admission = WorkerAdmission(lambda _terms: OWN)
    admission.expect(TERMS)
    for address, answer in answers.items():
        admission.hear(address, TERMS, answer)
    return admission


def test_only_those_that_agree_are_admitted_and_those_that_left_are_asked_anew() -> None:
    other = replace(OWN, vectors=np.roll(OWN.vectors, 1, axis=0))
    without = Raised("EmbedderError", "There is no model.")
    admission = asked(good=OWN, other=other, without=without, also=replace(OWN), dead="died")
    there = ("good", "other", "without", "also", "dead", "new")
    assert admission.admitted(there, TERMS) == ["also", "good"]
    assert admission.unknown(there) == [("new", TERMS)]
    admission.forget_all_but(("also",))
    assert admission.admitted(there, TERMS) == ["also"]
    assert ("other", TERMS) in admission.unknown(there)
    assert admission.was_admitted(TERMS)


def test_nobody_is_refused_while_one_has_not_answered() -> None:
    admission = asked(tcp=replace(OWN, program="other"))
    assert admission.refusal(("tcp", "late"), TERMS) is None
    refusal = admission.refusal(("tcp",), TERMS)
    assert refusal is not None
    assert "at tcp, would not make the same" in refusal.what
    assert "it runs another version of Quire" in refusal.what
    assert "Install the same version" in refusal.remedy


def test_a_worker_without_quire_is_named() -> None:
    admission = asked(tcp=Raised("ModuleNotFoundError", "No module named 'backend'"))
    refusal = admission.refusal(("tcp",), TERMS)
    assert refusal is not None
    assert "does not have Quire with all it needs" in refusal.what


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (replace(OWN), ""),
        (replace(OWN, python="3.12"), "runs Python 3.12 and not 3.11"),
        (replace(OWN, program="xyz"), "runs another version of Quire"),
        (
            replace(OWN, libraries={"numpy": "1.9", "openvino": ""}),
            "has numpy 1.9, and 2.0 is installed here",
        ),
        (
            replace(OWN, libraries={"openvino": ""}),
            "lacks numpy, and 2.0 is installed here",
        ),
        (
            replace(OWN, libraries={"numpy": "2.0", "openvino": "5"}),
            "has openvino 5, and none is installed here",
        ),
        (
            replace(OWN, identity="model@2"),
            "has the embedding model model@2 and not model@1",
        ),
        (replace(OWN, vectors=OWN.vectors[:2]), "makes vectors of another length"),
    ],
)
def test_a_difference_is_said_in_words(theirs: ProcessDescription, said: str) -> None:
    assert disagreement(OWN, theirs, "same") == said


def test_vectors_that_differ_in_their_last_bits_are_seen_and_may_be_allowed() -> None:
    near = OWN.vectors.copy()
    near[0, 0] = np.nextafter(np.float32(1), np.float32(0))
    theirs = replace(OWN, vectors=near)
    assert "another kind of processor" in disagreement(OWN, theirs, "same")
    assert disagreement(OWN, theirs, "alike") == ""
    far = replace(OWN, vectors=np.roll(OWN.vectors, 1, axis=0))
    assert "least cosine 0.000000" in disagreement(OWN, far, "alike")


def test_how_near_vectors_must_be_is_a_choice_of_two() -> None:
    with pytest.raises(SettingsError, match="dask_vectors is “near”"):
        WorkerAdmission(lambda _terms: OWN, "near")
