"""A passage is as near in meaning as the nearest of its parts.

One vector blurs a passage of several subjects, and the sentences that answer are a few of many. So
the cosine of a passage is the greatest of its own and those of its windows (MaxP: Dai & Callan
2019, "Deeper Text Understanding for IR with Contextual Neural Language Modeling", §3; the passage
as a whole counts as one of its parts).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from backend.errors import WorkbenchError
from backend.ports import Ranking, ReadingPatience
from backend.types import Scored, option
from backend.windows.views import WindowViews

WHOLE, PART = "dense", "window"
"""Who compares passages as wholes, and who compares their parts; both give cosines."""
ROUNDING = 0.01
"""A part must be nearer by more than this: vectors of parts are kept rounded, and a passage of one
part has the same vector as that part.
"""


def parts_option() -> Any:
    """The option by which a passage is as near in meaning as its nearest part."""
    return option(
        True,
        "Closest part",
        "A passage is as close in meaning as its closest few sentences; switch this off to compare "
        "passages as wholes.",
    )


def joined(rankings: Sequence[Ranking], k: int) -> tuple[Ranking, ...]:
    """The rankings with one for meaning, named `WHOLE`, in place of `WHOLE` and `PART`.

    Its scores are the cosines of `PART` where those are greater by more than `ROUNDING`, or where
    the other is not known, else those of `WHOLE`; it proposes the k best of what both proposed.
    """
    by_name = {ranking.retriever: ranking for ranking in rankings}
    if WHOLE not in by_name or PART not in by_name:
        return tuple(rankings)
    whole, part = by_name[WHOLE], by_name[PART]
    scores = dict(whole.scores)
    for chunk_id, cosine in part.scores.items():
        if chunk_id not in scores or cosine > scores[chunk_id] + ROUNDING:
            scores[chunk_id] = cosine
    proposed = {each.chunk_id for each in (*whole.proposed, *part.proposed)}
    best = sorted(proposed, key=lambda each: (-scores[each], each))[:k]
    meaning = replace(
        whole, scores=scores, proposed=tuple(Scored(each, scores[each]) for each in best)
    )
    return tuple(
        meaning if ranking.retriever == WHOLE else ranking
        for ranking in rankings
        if ranking.retriever != PART
    )


def reading_notice(views: WindowViews, collection_id: str, patience: ReadingPatience) -> str:
    """Empty if the parts of passages can be compared, else a notice. What cannot be read at all is
    said by the retriever that needs it.

    Args:
        patience: of a program that asks one question: it waits until a view is opened or joined,
            but not until anything is embedded.
    """
    try:
        views.ready(collection_id)
        if patience.seconds and views.progress(collection_id)[1]:
            patience.spend(lambda seconds: views.wait(collection_id, seconds))
            views.ready(collection_id)
        done, total = views.progress(collection_id)
    except WorkbenchError:
        return ""
    if not total:
        return ""
    return (
        f"Parts of passages are still being read ({done:,} of {total:,} passages); until then "
        "these passages are compared as wholes."
    )
