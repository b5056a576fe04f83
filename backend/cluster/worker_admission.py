"""Which workers may be given work: those that would make the same of it as this machine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

from backend.cluster.messages import ProcessDescription, Raised, Terms
from backend.cluster.worker_agreement import KINDS, SAME, disagreement
from backend.errors import ClusterError, EmbedderError, SettingsError

_UNITE = (
    "Install the same version of Quire with the same requirements on every machine, and start the "
    "workers anew after each update."
)
_ALIKE = (
    "Use workers whose processors are of the kind of this machine's, or set dask_vectors to "
    "“alike” if vectors may differ in their last digits."
)
MOST_AT_ONCE = 256
"""Parcels under way at most: each is waited for by a thread of this process."""
DIED = "died while it was asked what it is made of"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to wait for a scheduler or for a worker: `at_first`, and once there was one."""

    at_first: float
    later: float


AT_ONCE = Patience(15.0, 600.0)
"""For a person who waits: what is not there at first is told."""


class WorkerAdmission:
    """Compares what workers say that they are made of with this machine, once for each.

    Args:
        own: describes this machine on given terms; called once for each.
        vectors: how near a worker's vectors must be, one of `agreement.KINDS`.

    Raises:
        SettingsError: if `vectors` is none of them.
    """

    def __init__(self, own: Callable[[Terms], ProcessDescription], vectors: str = SAME) -> None:
        if vectors not in KINDS:
            raise SettingsError(
                f"The setting dask_vectors is “{vectors}”.",
                f"Choose one of: {', '.join(KINDS)}.",
            )
        self._describe_own = own
        self._vectors = vectors
        self._own: dict[Terms, ProcessDescription] = {}
        self._verdicts: dict[tuple[str, Terms], str] = {}
        self._once_admitted: set[Terms] = set()

    def expect(self, terms: Terms) -> None:
        """Ask workers about these terms from now on."""
        if terms not in self._own:
            self._own[terms] = self._describe_own(terms)

    def unknown(self, threads: Collection[str]) -> list[tuple[str, Terms]]:
        """Which of the workers that are there have not said yet whether they agree on what."""
        keys = [(address, terms) for terms in list(self._own) for address in threads]
        return [key for key in keys if key not in self._verdicts]

    def hear(self, address: str, terms: Terms, answer: ProcessDescription | Raised | str) -> None:
        """Take in what a worker said of itself, what it raised, or why it said nothing."""
        if isinstance(answer, ProcessDescription):
            why = disagreement(self._own[terms], answer, self._vectors)
        else:
            why = _cannot(answer) if isinstance(answer, Raised) else answer
        self._verdicts[address, terms] = why
        if why:
            logger.warning("the Dask worker at %s %s: it is given no work", address, why)
        else:
            self._once_admitted.add(terms)

    def forget_all_but(self, threads: Collection[str]) -> None:
        """Only these workers are there any more: one that comes is asked, whatever its address."""
        self._verdicts = {key: why for key, why in self._verdicts.items() if key[0] in threads}

    def admitted(self, threads: Collection[str], terms: Terms) -> list[str]:
        """Addresses of those that may be given work on these terms, sorted."""
        return sorted(each for each in threads if self._verdicts.get((each, terms)) == "")

    def was_admitted(self, terms: Terms) -> bool:
        """Whether a worker could ever do work on these terms."""
        return terms in self._once_admitted

    def serving(self, threads: Collection[str]) -> set[str]:
        """Those that may be given work on some terms."""
        return {each for terms in list(self._own) for each in self.admitted(threads, terms)}

    def refusal(self, threads: Collection[str], terms: Terms) -> ClusterError | None:
        """Why nobody who is there can do the work; None if somebody can or has not answered."""
        whys = [self._verdicts.get((each, terms)) for each in threads]
        if not whys or not all(whys):
            return None
        (address, why) = next((a, w) for a, w in zip(threads, whys, strict=True) if w)
        return ClusterError(
            f"None of the {len(whys)} Dask workers would make the same of a document as this "
            f"machine: the worker at {address} {why}."
            if len(whys) > 1
            else f"The only Dask worker, at {address}, would not make the same of a document as "
            f"this machine: it {why}.",
            _ALIKE if "kind of processor" in why else _UNITE,
        )

    def nobody(self, threads: Collection[str]) -> ClusterError:
        """The error for having waited too long for somebody."""
        for terms in list(self._own):
            refusal = self.refusal(threads, terms)
            if refusal is not None:
                return refusal
        if threads:
            return ClusterError(
                "The Dask workers do not say whether they can do the work.",
                "Look at their logs, and whether other work keeps them busy.",
            )
        return ClusterError(
            "The Dask scheduler has no workers.",
            "Start some in Quire's folder with python -m dask worker and the scheduler's address.",
        )


def _cannot(raised: Raised) -> str:
    if raised.kind in (ModuleNotFoundError.__name__, ImportError.__name__):
        return f"does not have Quire with all it needs ({raised.words})"
    if raised.kind == EmbedderError.__name__:
        return f"cannot run the embedding model ({raised.words})"
    return f"could not say what it is made of ({raised.kind}: {raised.words})"
