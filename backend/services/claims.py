"""Is a sentence borne out by a collection? What a program, or a person, wrote is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.bootstrap import Assembly
from backend.errors import QuestionError
from backend.evidence.citations import cite
from backend.evidence.support import bare_claim, claims_nothing
from backend.ports import Retrieval
from backend.types import (
    LOCAL_READER,
    NO_USAGE,
    ClaimCheck,
    ClaimFinding,
    Draft,
    Hit,
    Query,
)

PIPELINE = "naive"
"""The words and the meaning of a sentence are asked for as they stand."""
NOTHING_CLAIMED = "It claims nothing that could be checked."
NOTHING_FOUND = "No passage comes near to it."


class ClaimService:
    """Checks sentences against what a library holds."""

    def __init__(self, assembly: Assembly, search: Callable[[Query, str], Retrieval]) -> None:
        self._embedders = assembly.parts.embedders
        self._search_claim = search

    def check_claim(self, collection_id: str, sentence: str, *, passages: int = 8) -> ClaimCheck:
        """Hold one sentence against the passages of a collection that come nearest to it.

        It is the check that every sentence of an answer goes through: numbers, names, words,
        clauses and polarity. It finds what contradicts or is invented on the surface; it proves
        nothing. Each passage is held against the sentence alone, so that no claim is pieced
        together of several.

        Args:
            passages: how many passages are looked at, 1 to 50.

        Raises:
            QuestionError: if the sentence is empty or too long, or there is nothing to search.
            EmbedderError: if the model cannot be run.
        """
        claim = bare_claim(" ".join(sentence.split()))
        if not claim:
            raise QuestionError("The sentence is empty.", "Write what is to be checked.")
        if claims_nothing(claim):
            return ClaimCheck(claim, None, NOTHING_CLAIMED, ())
        query = Query(claim, collection_id, max(1, min(50, passages)))
        hits = self._search_claim(query, PIPELINE).hits
        if not hits:
            return ClaimCheck(claim, False, NOTHING_FOUND, ())
        findings = self._findings(collection_id, claim, hits)
        supported = findings[0].supported
        return ClaimCheck(claim, supported, "" if supported else findings[0].problem, findings)

    def _findings(
        self, collection_id: str, claim: str, hits: Sequence[Hit]
    ) -> tuple[ClaimFinding, ...]:
        """Each passage's own finding, those that bear the sentence out first."""
        draft = Draft(
            text=claim,
            short="",
            found=True,
            sentences=tuple((0, len(claim), (number,)) for number in range(1, len(hits) + 1)),
            spans=(),
            usage=NO_USAGE,
            answered_by=LOCAL_READER,
        )
        cited = cite(draft, hits, "", self._embedders.of(collection_id))
        findings = [
            ClaimFinding(
                hit=hits[citation.number - 1],
                page=citation.page,
                start=citation.start,
                end=citation.end,
                supported=sentence.supported is True,
                problem=sentence.problem,
            )
            for sentence, citation in zip(cited.sentences, cited.citations, strict=True)
        ]
        return tuple(sorted(findings, key=lambda finding: not finding.supported))
