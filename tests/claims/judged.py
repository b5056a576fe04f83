"""Figures of docs/judged_answers.md."""

from __future__ import annotations

from tests.claims.sources import percent, plain
from tests.figures import Claim, table

DOCUMENT = "docs/judged_answers.md"
ROWS = ("first", "mended", "read_together")
"""Under which name the counts of each column are kept."""


def judged_page() -> list[Claim]:
    answered = {
        "complete, called direct": "complete_direct",
        "complete, called likely": "complete_likely",
        "partly": "partly",
        "wrong and called direct": "wrong_direct",
        "wrong and called likely": "wrong_likely",
        "refused, the answer is shown": "refused_shown",
        "refused, the answer is in the first five passages alone": "refused_passages",
        "refused, not found": "refused_nowhere",
    }
    unanswered = {
        "refused rightly": "refused_rightly",
        "answered, called likely": "wrong_without_answer",
    }
    return [
        *(
            claim
            for head, labels in (
                ("| Of 40 questions that the manuals answer |", answered),
                ("| Of 10 that they do not answer |", unanswered),
            )
            for claim in table(
                DOCUMENT,
                head,
                [
                    (f"| {label} |", [plain("judged_answers", row, outcome) for row in ROWS])
                    for label, outcome in labels.items()
                ],
            )
        ),
        Claim(
            DOCUMENT,
            ("Of the 40, ",),
            (percent("judged_answers", "first", "complete"),),
            until=" are complete; for",
        ),
        Claim(
            DOCUMENT,
            ("are complete; for ",),
            (percent("judged_answers", "first", "complete_or_shown"),),
            until=" the answer stands",
        ),
        Claim(
            DOCUMENT,
            ("is no test: after them ",),
            tuple(
                percent("judged_answers", "mended", each)
                for each in ("complete", "complete_or_shown")
            ),
            until=" the answer stands",
        ),
        Claim(
            DOCUMENT,
            ("these questions did not shape. ",),
            tuple(
                percent("judged_answers", "read_together", each)
                for each in ("complete", "complete_or_shown")
            ),
            until=" the answer stands",
        ),
        Claim(
            DOCUMENT,
            ("Wrong and called direct are ",),
            (percent("judged_answers", "first", "wrong_and_direct"),),
            until=" of the 50",
        ),
        Claim(
            "docs/not_reached.md",
            ("Over [six manuals](judged_answers.md) ",),
            (percent("judged_answers", "first", "complete"),),
            until=" are complete as first asked",
        ),
    ]
