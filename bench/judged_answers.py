"""What is told of fifty questions over six manuals, as judged by hand:
`python -m bench.judged_answers [--library DIR --collection NAME]`.

All six manuals of `judged_manuals.jsonl` lie in one collection; fused hybrid with the local reader.
`judged_manuals_marks.jsonl` keeps the mark of each answer, by the question and what was
told: the first line, or where there is none what is shown, by its beginning and a digest. What
nobody judged is counted as such. Where the documents do not hold the answer, a first line is told
wrongly.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from backend.settings import load_settings
from backend.types import Answer, Verdict
from backend.workbench import open_workbench
from bench._local_answers import PIPELINE, ask_locally
from bench._reader_own_files import (
    FOLDER,
    JUDGED_MANUALS,
    Asked,
    asked_questions,
    default_documents,
    open_part,
)
from bench.report import known_results, table, write_results

TOLD = frozenset((Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY))
MARKS = FOLDER / "judged_manuals_marks.jsonl"
BEGINNING = 80
"""Characters of what is shown that are read in the list of marks."""
NOT_JUDGED = "not_judged"
OUTCOMES = (
    *("complete_direct", "complete_likely", "partly", "wrong_direct", "wrong_likely"),
    *("refused_shown", "refused_passages", "refused_nowhere"),
    *("refused_rightly", "wrong_without_answer", NOT_JUDGED),
)
"""The rows of the table."""


def known_marks() -> dict[tuple[str, str], str]:
    """The mark of each answer that was judged, by the question and what was told."""
    rows = map(json.loads, MARKS.read_text("utf-8").splitlines())
    return {(row["question"], row["told"]): row["mark"] for row in rows}


def told(answer: Answer) -> str:
    """What an answer is known by: its first line, or the beginning of what is shown with a digest
    of all of it."""
    if answer.verdict in TOLD:
        return answer.short
    return known_again(answer.text)


def known_again(shown: str) -> str:
    """The beginning of what is shown, and a digest of the whole.

    Args:
        shown: the text of the answer: what introduces the quotes, an empty line, the quotes.
    """
    quotes = " ".join(shown.partition("\n\n")[2].split())
    return f"{quotes[:BEGINNING]} #{hashlib.sha256(quotes.encode()).hexdigest()[:8]}"


def outcome(asked: Asked, verdict: Verdict, mark: str) -> str:
    """The row of the table that an answer is counted in.

    Args:
        asked: the question.
        verdict: what the answer calls itself.
        mark: given by hand: `complete`, `partly` or `wrong` of a first line; of an answer without
            one where the answer stands: `shown`, in the first five `passages`, or `nowhere`;
            `refused` where the documents do not hold it.
    """
    if mark == NOT_JUDGED:
        return mark
    if not asked.quotes:
        return "wrong_without_answer" if verdict in TOLD else "refused_rightly"
    if verdict not in TOLD:
        return f"refused_{mark}"
    if mark == "partly":
        return mark
    return f"{mark}_{'likely' if verdict is Verdict.LIKELY else 'direct'}"


def shares(counts: Mapping[str, int]) -> dict[str, float]:
    """Of the questions with an answer the shares that are complete, and complete or shown; of all
    the share that is wrong and called direct. 0 where nothing was asked.

    Args:
        counts: how many answers each of `OUTCOMES` has.
    """
    without = ("refused_rightly", "wrong_without_answer")
    asked = sum(counts.get(each, 0) for each in OUTCOMES)
    held = asked - sum(counts.get(each, 0) for each in without)
    complete = counts.get("complete_direct", 0) + counts.get("complete_likely", 0)
    return {
        "complete": complete / max(1, held),
        "complete_or_shown": (complete + counts.get("refused_shown", 0)) / max(1, held),
        "wrong_and_direct": counts.get("wrong_direct", 0) / max(1, asked),
    }


def main() -> None:
    """Ask every question, print what became of it, and keep the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    parser.add_argument("--library", type=Path, help="a library that holds the manuals already")
    parser.add_argument("--collection", default=JUDGED_MANUALS)
    parser.add_argument("--row", default="mended", help="under which name the counts are kept")
    given = parser.parse_args()
    if given.library:
        settings = load_settings(library=given.library)
        workbench = open_workbench(settings, start_workers=False)
        collection = workbench.library.collection_named(given.collection)
    else:
        workbench, collection = open_part(given.own_files, JUDGED_MANUALS)
    marks = known_marks()
    rows = []
    try:
        for asked in asked_questions(JUDGED_MANUALS):
            answer = ask_locally(workbench, collection.id, asked.question)
            mark = marks.get((asked.question, told(answer)), NOT_JUDGED)
            row = outcome(asked, answer.verdict, mark)
            rows.append((asked.question, row, answer.verdict.value, told(answer)))
    finally:
        workbench.close()
    print(table("Questions over six manuals", ("question", "", "", "told"), rows))
    counts = Counter(row for _, row, *_ in rows)
    print(counts)
    write_results(
        "judged_answers",
        {
            "pipeline": PIPELINE,
            **known_results("judged_answers"),
            given.row: {each: counts[each] for each in OUTCOMES} | shares(counts),
        },
    )


if __name__ == "__main__":
    main()
