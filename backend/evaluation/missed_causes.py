"""Why evidence was missed over a whole run: each piece looked into once, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from backend import registry
from backend.errors import NotFoundError, QuestionError
from backend.evaluation.gold import Resolver
from backend.evaluation.kept_causes import MISSED, WANTED
from backend.evaluation.kept_runs import outcome_key, outcomes_of, run_of
from backend.evaluation.kept_sets import questions_of
from backend.evaluation.run_state import changes, state_of
from backend.evaluation.scoring import LEADING, scores
from backend.evaluation.why_not import CAUSES, PIPELINES, why_not
from backend.identity import content_id
from backend.ports import Parts, Progress, Records
from backend.serialisation import from_json, to_json
from backend.types import (
    CausesReport,
    Contender,
    ContenderCauses,
    EvaluationRun,
    MissedOfQuestion,
    MissedPiece,
    Outcome,
    Query,
    SetQuestion,
    WhyNot,
)

KIND = "causes"
"""Kind of the job; its key is the run's id."""
LOOKING = "looking"
SHOWN = 5
"""Evidence counts as missed if it is not among so many passages."""


def missed_pieces(
    parts: Parts,
    resolver: Resolver,
    collection_id: str,
    contender: Contender,
    question: SetQuestion,
) -> list[tuple[int, WhyNot]]:
    """For each piece of a question's evidence, by its number, that a contender does not show among
    the first five: why. The library is searched as it is now."""
    options = registry.load(PIPELINES, contender.pipeline).OPTIONS.read(contender.options)
    query = Query(question.text, collection_id, SHOWN, options=options)
    found = []
    for number, reference in enumerate(question.evidence):
        document_id, chunk_ids = resolver.of(reference)
        if document_id:
            chunk_ids = tuple(chunk.id for chunk in parts.records.chunks_of(document_id))
        try:
            found.append((number, why_not(parts, contender.pipeline, query, chunk_ids)))
        except (NotFoundError, QuestionError):
            continue  # it is not there, or was not missed
    return found


def _key(run: EvaluationRun, contender: Contender, question: SetQuestion) -> str:
    named = [f"{each.name}\n{each.page}\n{each.contains}" for each in question.evidence]
    return content_id("missed", outcome_key(run, contender, question), *named)


def _asked(
    run: EvaluationRun, questions: Sequence[SetQuestion]
) -> list[tuple[Contender, SetQuestion]]:
    return [
        (contender, question)
        for question in questions
        if question.evidence and question.answerable and not question.struck
        for contender in run.contenders
    ]


def ask_for_causes(records: Records, run: EvaluationRun) -> int:
    """Note that the causes of a run are wanted; how many questions times contenders wait."""
    records.save_entries(run.collection_id, WANTED, {run.id: "{}"})
    questions = questions_of(records, run.collection_id, run.set_id)
    known = records.entries(run.collection_id, MISSED)
    return sum(_key(run, *asked) not in known for asked in _asked(run, questions))


def same_library(records: Records, run: EvaluationRun) -> None:
    """Make sure that a search finds what it found in the run: causes are kept and shown with what
    the run missed. Who writes answers does not matter for that.

    Raises:
        QuestionError: if the documents, their vectors, the weights or the program changed.
    """
    now = state_of(records, run.collection_id, run.state.get("answers", ""))
    changed = changes(run.state, now)
    if changed:
        raise QuestionError(
            f"Why this run missed something cannot be told any more. {' '.join(changed)}",
            "Run it again, and look into that run.",
        )


def work_on_causes(
    parts: Parts,
    collection_id: str,
    run_id: str,
    progress: Progress,
    let_pass: Callable[[], object],
) -> None:
    """Look into all that was not looked into yet, and keep each as soon as it is known. Questions
    whose outcome shows all evidence are not searched again.

    Raises:
        QuestionError: if the library is no longer as the run found it, see `same_library`.
        NotFoundError: if the run is gone.
        CancelledError: if progress asked for it.
    """
    records = parts.records
    run = run_of(records, collection_id, run_id)
    questions = questions_of(records, collection_id, run.set_id)
    resolver = Resolver(records, records.documents(collection_id))
    outcomes = outcomes_of(records, collection_id)
    known = records.entries(collection_id, MISSED)
    waiting = [asked for asked in _asked(run, questions) if _key(run, *asked) not in known]
    sequence = -1
    for done, (contender, question) in enumerate(waiting):
        if records.sequence() != sequence:
            sequence = records.sequence()
            same_library(records, run)
        progress(LOOKING, done, len(waiting))
        let_pass()
        outcome = outcomes.get(outcome_key(run, contender, question))
        found = MissedOfQuestion(())
        if outcome is None or not _shows_all(resolver, question, outcome):
            made = missed_pieces(parts, resolver, collection_id, contender, question)
            found = MissedOfQuestion(tuple(_piece(number, why) for number, why in made))
        key = _key(run, contender, question)
        records.save_entries(collection_id, MISSED, {key: to_json(found)})
    progress(LOOKING, len(waiting), len(waiting))


def _shows_all(resolver: Resolver, question: SetQuestion, outcome: Outcome) -> bool:
    return scores(question, resolver.gold(question), outcome).get(LEADING) == 1.0


def _piece(number: int, why: WhyNot) -> MissedPiece:
    steps = why.pathway.steps if why.pathway is not None else ()
    return MissedPiece(number, why.kind, why.rank, tuple(step.kind for step in steps))


def causes_of(
    records: Records, run: EvaluationRun, questions: Sequence[SetQuestion]
) -> CausesReport | None:
    """The causes of a run as far as they are known; None where nobody asked for them."""
    if run.id not in records.entries(run.collection_id, WANTED, run.id):
        return None
    entries = records.entries(run.collection_id, MISSED)
    pieces: dict[str, list[MissedPiece]] = {each.name: [] for each in run.contenders}
    waiting = 0
    for contender, question in _asked(run, questions):
        payload = entries.get(_key(run, contender, question))
        if payload is None:
            waiting += 1
        else:
            pieces[contender.name] += from_json(MissedOfQuestion, payload).pieces
    return CausesReport(tuple(_counted(name, own) for name, own in pieces.items()), waiting)


def _counted(name: str, pieces: Sequence[MissedPiece]) -> ContenderCauses:
    causes = Counter(piece.cause for piece in pieces)
    lengths = Counter(len(missed_piece.kinds) for missed_piece in pieces if missed_piece.kinds)
    return ContenderCauses(
        name,
        len(pieces),
        {cause: causes[cause] for cause in CAUSES if causes[cause]},
        dict(Counter(kind for piece in pieces for kind in piece.kinds)),
        {str(length): lengths[length] for length in sorted(lengths)},
        sum(not piece.kinds for piece in pieces),
    )
