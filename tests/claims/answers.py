"""Figures of docs/answers.md."""

from __future__ import annotations

from tests.claims.sources import plain
from tests.figures import Claim, table

DOCUMENT = "docs/answers.md"
GROUPS = tuple(
    f"{collection} {kind}"
    for collection in ("nq_uda", "hotpotqa300", "tatqa_dev", "own_files")
    for kind in ("top", "gold")
)

BY_KIND = (
    "questions",
    "in five passages",
    "direct",
    "direct, right",
    "likely",
    "likely, right",
    "closest",
    "closest, right first",
    "closest, right among them",
    "not found",
    "not found, shown below",
)
KINDS = {
    "what, which, whose": "other",
    "yes or no": "yes_no",
    "how much, how far, how long": "amount",
    "why": "reason",
    "when": "date",
    "who": "person",
    "how, how to": "manner",
    "how many": "count",
    "where": "place",
    "what are the …": "list",
    "what is X": "definition",
    "A or B": "choice",
    "all kinds": "all",
    "no answer in the files": "no answer in the files",
}


def answers_page() -> list[Claim]:
    sentences = [
        (
            f"| {words}, {label} |",
            [plain("reader", figure, method, group) for group in GROUPS],
        )
        for words, figure in (
            ("the first sentence", "answer_in_first_sentence"),
            ("at most three sentences", "answer_in_three_sentences"),
        )
        for label, method in (
            ("local reader", "local reader"),
            ("local reader without cross-encoder", "local reader without cross-encoder"),
            ("local reader without alignment", "local reader without alignment"),
            ("cosine", "MiniLM cosine"),
        )
    ]
    shown = [
        (
            "| what is shown, local reader |",
            [
                plain("reader", "answer_in_what_is_shown", group.removesuffix(" top"))
                for group in GROUPS
                if group.endswith(" top")
            ],
        )
    ]
    short = [
        (
            f"| {group.replace(' ', ', ')} |",
            [
                plain("reader", "short_answers", group, each)
                for each in ("EM", "F1", "shown", "right when shown (F1 >= .5)")
            ],
        )
        for group in GROUPS[:6:2]
    ]
    methods = ("local reader", "local reader, 90% kept", "MiniLM cosine, 90% kept")
    found = [
        (f"| {words} |", [plain("reader", "found", row, method) for method in methods])
        for words, row in (
            ("answerable, kept", "answerable, kept"),
            ("near misses, refused", "near misses, rejected"),
            ("passages of another question, refused", "another question's passages, rejected"),
        )
    ]
    verdicts = [
        (
            f"| {words} |",
            [
                plain("reader", "verdicts", f"{verdict} top", "given"),
                plain("reader", "verdicts", f"{verdict} top", "right"),
                plain("reader", "verdicts", f"{verdict} near", "given"),
            ],
        )
        for words, verdict in (
            ("direct answer", "direct"),
            ("likely", "likely"),
            ("closest passages", "closest"),
            ("not found", "not_found"),
        )
    ]
    over_own_files = [
        (
            f"| {words}, own files |",
            [
                plain("reader", "verdicts_own_files", f"{verdict} top", "given"),
                plain("reader", "verdicts_own_files", f"{verdict} top", "right"),
                plain("reader", "verdicts_own_files", f"{verdict} near", "given"),
                plain("reader", "verdicts_own_files", f"{verdict} none", "given"),
            ],
        )
        for words, verdict in (
            ("direct answer", "direct"),
            ("likely", "likely"),
            ("closest passages", "closest"),
            ("not found", "not_found"),
        )
    ]
    rounds = [
        (
            f"| {words}, {files} |",
            [
                plain("verdicts", f"{verdict}_{kind}", each)
                for each in ("given", "right", "near_misses", "without_answer", "share")
            ],
        )
        for files, kind in (
            ("three rounds", "rounds"),
            ("everyday papers alone", "everyday_alone"),
            ("everyday papers among five", "everyday_few"),
            ("everyday papers, all", "everyday_all"),
            ("business documents alone", "business_alone"),
            ("business documents among five", "business_few"),
            ("business documents, all", "business_all"),
            ("people's papers alone", "people_alone"),
            ("people's papers among five", "people_few"),
            ("people's papers, all", "people_all"),
            ("tempting papers alone", "tempting_alone"),
            ("tempting papers among five", "tempting_few"),
            ("tempting papers, all", "tempting_all"),
            ("guides alone", "guides_alone"),
            ("guides among five", "guides_few"),
            ("guides, all", "guides_all"),
        )
        for words, verdict in (("direct answer", "direct"), ("likely", "likely"))
    ]
    heard = [
        (
            f"| {words} |",
            [
                plain("train_sureness", *row, each)
                for each in (
                    "direct_share",
                    "direct_right",
                    "likely_share",
                    "likely_quote_right",
                    "answerable_kept",
                    "calibration_error",
                )
            ],
        )
        for words, row in (
            ("by itself", ["before"]),
            ("joined", ["documents_left_out"]),
            ("joined, of its own document alone", ["contexts", "alone"]),
            ("joined, of that one among five", ["contexts", "few"]),
            ("joined, of all documents of its part", ["contexts", "all"]),
        )
    ]
    further = [
        (
            f"| {words} |",
            [
                plain("train_further", row, each)
                for each in (
                    "direct_share",
                    "direct_right",
                    "likely_share",
                    "likely_quote_right",
                    "near_refused",
                    "calibration_error",
                )
            ],
        )
        for words, row in (
            ("as it is", "verdict_before"),
            ("boosted on", "verdict_documents_left_out"),
        )
    ]
    pairs = [
        (
            f"| {name} |",
            [
                plain("pairs", name, each)
                for each in (
                    "questions",
                    "together",
                    "apart",
                    "difference",
                    "near_refused",
                    # all questions over other kinds have an answer
                    *(("unanswerable_refused",) if name != "other kinds" else ()),
                )
            ],
        )
        for name in ("everyday papers", "guides", "other kinds", "all")
    ]
    kinds = [
        (
            f"| {words} |",
            [plain("answers_by_kind", name, each) for each in BY_KIND],
        )
        for words, name in KINDS.items()
    ]
    taught = Claim(
        DOCUMENT,
        ("boosts the verdict on with ",),
        (plain("train_further", "questions"),),
    )
    ranked = Claim(
        DOCUMENT,
        ("the first sentence is right for ",),
        (
            plain("train_further", "first_right", "0"),
            plain("train_further", "first_right", "40"),
        ),
    )
    asked = Claim(
        DOCUMENT,
        ("These are counts of ",),
        (
            *(
                plain("verdicts", f"{what}_{kind}")
                for kind in (
                    *("rounds", "everyday_all", "business_all", "people_all"),
                    *("tempting_all", "guides_all"),
                )
                for what in ("questions", "without_answer")
            ),
        ),
    )
    errors = Claim(
        DOCUMENT,
        ("Calibration error", "in five): "),
        tuple(
            plain("reader", "calibration_error", each)
            for each in ("all", "nq_uda", "hotpotqa300", "tatqa_dev", "own_files")
        ),
    )
    changed = ("questions", "changed", "rightly")
    learned = [
        (
            "| changed, another sentence is the best |",
            [
                *(plain("train_changes", "told", "changed", each) for each in changed),
                *(
                    plain("train_changes", "quoted beside or told", "changed", each)
                    for each in changed[1:]
                ),
            ],
        ),
        *(
            (
                f"| {said} |",
                [
                    *(plain("train_changes", "told", kind, each) for each in changed[:2]),
                    plain("train_changes", "quoted beside or told", kind, "changed"),
                ],
            )
            for said, kind in (
                ("something else was changed", "unchanged"),
                ("over other files", "other files"),
            )
        ),
    ]
    later = [
        (
            f"| {said} facts, {words} |",
            [plain("changes", way, "together", kind, each) for each in ("told", "right", "shown")],
        )
        for said, kind in (("changed", "changed"), ("other", "unchanged"))
        for words, way in (
            ("without later words", "without"),
            ("with later words", "with later words"),
        )
    ]
    return [
        *table(DOCUMENT, "| What was asked | questions | later", learned),
        *table(DOCUMENT, "| Told first |", later),
        *table(DOCUMENT, "| The answer stands in |", [*sentences, *shown]),
        *table(DOCUMENT, "| Short answer, ", short),
        *table(DOCUMENT, "| Found or not found, judged rightly |", found),
        *table(DOCUMENT, "| Verdict | given, ", verdicts),
        *table(DOCUMENT, "| Verdict over own files |", over_own_files),
        *table(DOCUMENT, "| Verdict | given | right | given, of near", rounds),
        *table(DOCUMENT, "| Verdict | direct, share of all | right | ", heard),
        *table(DOCUMENT, "| Verdict | direct, share of all | of these right ", further),
        *table(DOCUMENT, "| The first quote answers |", pairs),
        *table(DOCUMENT, "| Kind of question | questions |", kinds),
        taught,
        ranked,
        asked,
        errors,
    ]
