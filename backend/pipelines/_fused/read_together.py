"""The first passages read as one text with the question, by the reader's cross-encoder.

Words and meaning compare what a passage and a question say each by itself. A cross-encoder reads
both at once, so it sees that other words say the same (Nogueira & Cho 2019, "Passage Re-ranking
with BERT"). That costs a run of the model for each part of a passage that is read, so only the
nearest parts of the passages that stand first are.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.errors import WorkbenchError
from backend.inference.log_odds import log_odds
from backend.passage_view.collection_view import Array, CollectionView
from backend.pipelines._fused.judgement import RankedCandidates, corrected
from backend.pipelines._owners import owners_of
from backend.ports import PairEmbedder, Parts
from backend.tasks.answer.extractive.cross_encoder import text_probabilities
from backend.tasks.answer.extractive.weights import weights_for
from backend.types import RECORD_MEDIA_TYPE, Chunk, Query, RetrieverCard, Step
from backend.windows.cutting import window_texts
from backend.windows.views import window_views_over

CARD = RetrieverCard(
    "cross_encoder",
    plain="read together with the question",
    clause="how surely its nearest sentences answer, read together with the question",
    family="text",
    place=157,
    asked="never",
)
RETRIEVER = CARD.name
IN_FILES, ALWAYS, NEVER = "files", "on", "off"
"""Where passages are read: in files, anywhere, nowhere. Records of a corpus that was imported are
mostly one passage each, under a title that names its subject, and gain nothing."""
READ, READ_OF_MANY = 20, 8
"""So many passages that stand first are read; the second in collections of more than `MANY`, where
a question has the time for fewer."""
MANY = 20_000
PARTS_READ = 2
"""So many windows of each, the nearest in meaning."""
LEAST, MOST = -4.0, 2.0
"""Log-odds beyond these count as these: a question in other words is seldom surely answered."""
WEIGHT = 0.35
"""What one of log-odds adds to the score, in deviations. Passages that are not read count as those
that surely do not answer, so that none overtakes them for not having been read."""


@dataclass(frozen=True, slots=True)
class ReadTogether:
    """The candidates with what reading added to their scores; `step` says what it changed, or why
    nothing was read.
    """

    ranked: RankedCandidates
    step: Step

    @property
    def counts(self) -> bool:
        """Whether something was read."""
        return RETRIEVER in self.ranked.final.contributions


def read_together(
    parts: Parts, query: Query, view: CollectionView, ranked: RankedCandidates, where: str
) -> ReadTogether:
    """Read the nearest windows of the first passages with the question.

    As far as links carry the question what is read counts less: a passage that leads to the answer
    does not answer by itself. Where the model cannot be run nothing is read, and the step says so.

    Args:
        where: in files alone, or anywhere.

    Raises:
        WorkbenchError: if passages cannot be loaded.
    """
    started = time.perf_counter()
    embedder = parts.embedders.of(query.collection_id)
    encoder = weights_for(embedder).encoder
    if encoder is None or not isinstance(embedder, PairEmbedder) or not embedder.reads_pairs:
        return ReadTogether(ranked, _told("the collection's model reads no pairs of texts"))
    windows = window_views_over(parts).ready(query.collection_id)
    if windows is None:
        return ReadTogether(ranked, _told("the parts of passages are still being read"))
    size = ranked.measured.rows.size
    before = np.lexsort((ranked.measured.rows, -ranked.final.score))
    most = READ if len(view.ids) <= MANY else READ_OF_MANY
    places = before[:most].tolist()
    rows = ranked.measured.rows[places].tolist()
    if where == IN_FILES and all(
        view.media_types[view.document_of[row]] == RECORD_MEDIA_TYPE for row in rows
    ):
        return ReadTogether(ranked, _told("these are records, which are found as well without"))
    identities = [view.ids[row] for row in rows]
    chunks = parts.records.chunks(identities)
    vector = parts.embedders.question(query.collection_id, query.text)
    read_of: list[int] = []
    texts: list[tuple[str, str, str]] = []
    voices: list[tuple[str, ...]] = []
    said: dict[str, str] = {}
    for chunk in chunks.values():
        said[chunk.document_id] = f"{said.get(chunk.document_id, '')} {chunk.text}"
    called = owners_of(parts, query, said)
    for place, identity in zip(places, identities, strict=True):
        if identity in chunks:
            # what came after the view is read from its beginning, and not held back for that
            nearest = windows.nearest(vector, identity, PARTS_READ) or range(PARTS_READ)
            own = parts_of(chunks[identity], nearest)
            read_of += [place] * len(own)
            texts += own
            voices += [called.get(chunks[identity].document_id, ())] * len(own)
    found = np.full(size, np.nan, np.float32)
    try:
        sure = text_probabilities(query.text, texts, encoder, embedder, voices)
    except WorkbenchError as failed:
        return ReadTogether(ranked, _told(str(failed)))
    np.fmax.at(found, np.array(read_of, np.int64), sure.astype(np.float32))
    final = corrected(ranked.final, added_by_reading(found, ranked.final.links), RETRIEVER)
    measured = replace(ranked.measured, raw={**ranked.measured.raw, RETRIEVER: found})
    after = np.lexsort((ranked.measured.rows, -final.score))
    came = set(after[: query.top_k].tolist()) - set(before[: query.top_k].tolist())
    step = Step(
        RETRIEVER,
        f"Read {len(texts)} parts of {len(chunks)} passages together with the question; "
        f"{len(came)} of the first {min(size, query.top_k)} stand there by it",
        time.perf_counter() - started,
    )
    return ReadTogether(replace(ranked, measured=measured, final=final), step)


def parts_of(chunk: Chunk, windows: Sequence[int]) -> list[tuple[str, str, str]]:
    """Title, heading and text of some windows of a passage, of all of it where it has one."""
    cut = window_texts(chunk) or [chunk.text]
    heading = chunk.path[-1] if chunk.path else ""
    return [(chunk.title, heading, cut[window]) for window in windows if window < len(cut)]


def added_by_reading(probability: Array, links: float) -> Array:
    """(n,) with mean 0, in the unit of the scores.

    Args:
        probability: (n,) that a passage answers, NaN where it was not read.
        links: how far links carry the question, in [0, 1].
    """
    odds = np.clip(log_odds(probability.astype(np.float64)), LEAST, MOST)
    added = WEIGHT * (1.0 - links) * (np.nan_to_num(odds, nan=LEAST) - LEAST)
    centred: Array = (added - added.mean()).astype(np.float32)
    return centred


def _told(reason: str) -> Step:
    return Step(RETRIEVER, f"No passage was read together with the question: {reason}", 0.0)
