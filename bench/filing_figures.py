"""How many of the questions over filings that want a figure are answered rightly, end to end:
`python -m bench.filing_figures [--library DIR --collection NAME]`.

All filings of financebench_small lie in one collection; fused hybrid with the local reader. An
answer that calls itself calculated, direct or likely counts as answered and was judged by a person,
by its first line; another first line than the one that was judged is told as such. Everything else
is refused.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from backend.settings import load_settings
from backend.types import Answer, Verdict
from backend.workbench import open_workbench
from bench._filings import SET, open_filings
from bench._local_answers import PIPELINE, ask_locally
from bench._question_sets import load_question_set
from bench.report import table, write_results

ANSWERED = (Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY)
WANTING_A_FIGURE = (
    *("00283", "00288", "00302", "00382", "00438", "00460", "00517", "00585", "00591", "00605"),
    *("00606", "00651", "00678", "00684", "00685", "00724", "00799", "01275", "01351", "01476"),
    *("01484", "01490", "01491", "01902", "01911", "01912", "01928", "01930", "01936", "01964"),
    *("06655", "08135"),
)
"""The ends of their ids: those whose answer is a figure, or follows from comparing figures."""
GUIDANCE = (
    "For fiscal year 2023, the Company now expects to deliver 8 percent organic revenue growth "
    "(previously 6 percent), and 9 percent core constant currency EPS growth (previously 8 "
    "percent)."
)
GAIN = (
    "… Johnson & Johnson will now present its Consumer Health business financial results as "
    "discontinued operations, including a gain of approximately $20 billion in the third quarter "
    "of 2023."
)
BENEFIT = (
    "Our profit-sharing revenue from our credit card arrangement has been a consistent benefit to "
    "our gross profit and operating income rates for the past nine quarters and approximated 1.4% "
    "of Domestic …"
)
JUDGED: dict[tuple[str, str], bool] = {
    ("00302", "Yes: 14,882 million USD in 2021, 13,745 million USD in 2020 (+1,137 million USD)"): (
        True
    ),
    ("00382", "Las Vegas Strip Resorts"): True,
    ("00438", "No: 34.64 % in 2022, 36.76 % in 2021 (−2.12 percentage points)"): True,
    ("00591", "Yes: 155.51 % in 2022, 142.72 % in 2021 (+12.79 percentage points)"): True,
    ("00684", "No: 18.54 % in 2023, 19.39 % in 2022 (−0.84 percentage points)"): True,
    ("00685", BENEFIT): False,
    ("00724", "Developed Rest of World"): True,
    ("00799", "Improved: 0.57 in 2023, 0.53 in 2022 (+0.04)"): True,
    ("01275", "Total cash provided by operating activities"): True,
    ("01351", "−3 percentage points"): True,
    ("01476", GUIDANCE): True,
    ("01490", GAIN): True,
    ("01964", "Customer deposits"): True,
    ("06655", "93.86"): True,
    ("08135", "30.8 %"): True,
}
"""Whether the first line of an answer is right, by the question and that line."""


def judged(name: str, answer: Answer) -> str:
    """What became of a question: right, wrong, refused, or answered in a way nobody judged."""
    if answer.verdict not in ANSWERED:
        return "refused"
    mark = JUDGED.get((name, answer.short))
    return "not judged" if mark is None else "right" if mark else "wrong"


def main() -> None:
    """Ask every question, print what became of it, and keep the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, help="a library that holds the filings already")
    parser.add_argument("--collection", default=SET)
    given = parser.parse_args()
    if given.library:
        settings = load_settings(library=given.library)
        workbench = open_workbench(settings, start_workers=False)
        collection = workbench.library.collection_named(given.collection)
    else:
        workbench, collection = open_filings()
    questions = load_question_set(load_settings().benchmarks, SET).questions
    rows = []
    try:
        for question in questions:
            name = question.qid.rpartition("_")[2]
            if name in WANTING_A_FIGURE:
                answer = ask_locally(workbench, collection.id, question.text)
                rows.append((name, judged(name, answer), answer.verdict.value, answer.short[:60]))
    finally:
        workbench.close()
    print(table("Questions over filings that want a figure", ("question", "", "", "line"), rows))
    marks = [mark for _, mark, *_ in rows]
    counts = {each: marks.count(each) for each in ("right", "wrong", "refused", "not judged")}
    print(counts)
    write_results(
        "filing_figures",
        {
            "set": SET,
            "pipeline": PIPELINE,
            "questions": len(rows),
            **{each.replace(" ", "_"): count for each, count in counts.items()},
            "each": {name: mark for name, mark, *_ in rows},
        },
    )


if __name__ == "__main__":
    main()
