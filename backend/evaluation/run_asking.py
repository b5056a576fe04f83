"""Asks the questions of a run, each once, and keeps what comes of them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

from backend.errors import CancelledError, QuestionError, UnavailableError, WorkbenchError
from backend.evaluation.kept_runs import keep_outcome, outcome_key, outcomes_of, run_of
from backend.evaluation.kept_sets import questions_of
from backend.ports import Progress, Records
from backend.types import Contender, EvaluationRun, Outcome, SetQuestion

KIND = "evaluate"
"""Kind of the job that works on a run; its key is the run's id."""
ASKING = "asking"
Ask = Callable[[EvaluationRun, Contender, SetQuestion], Outcome]
"""Asks one question.

Raises:
    WorkbenchError: if it cannot be answered: the row is then in error, and the run goes on.
"""

logger = logging.getLogger(__name__)


def pending(
    records: Records, run: EvaluationRun, *, failed_too: bool = False
) -> list[tuple[Contender, SetQuestion, str]]:
    """What is still to be asked, question by question, with the key of each outcome."""
    outcomes = outcomes_of(records, run.collection_id)
    found = []
    for question in questions_of(records, run.collection_id, run.set_id):
        for contender in run.contenders if not question.struck else ():
            key = outcome_key(run, contender, question)
            known = outcomes.get(key)
            if known is None or (failed_too and known.error):
                found.append((contender, question, key))
    return found


def work_on_run(
    records: Records,
    collection_id: str,
    run_id: str,
    ask: Ask,
    progress: Progress,
    changes_since: Callable[[EvaluationRun], Sequence[str]],
) -> None:
    """Ask all that was not asked yet. A run that was stopped or killed goes on where it was.

    Args:
        changes_since: what has changed, in sentences, of the state in which the run began.

    Raises:
        QuestionError: if something has: what came of it would not be of one state.
        NotFoundError: if the run, its set or its collection is gone.
        CancelledError: if progress asked for it.
    """
    run = run_of(records, collection_id, run_id)
    waiting = pending(records, run)
    progress(ASKING, 0, len(waiting))
    sequence = -1
    for number, (contender, question, key) in enumerate(waiting, start=1):
        if records.sequence() != sequence:
            sequence = records.sequence()
            changed = changes_since(run)
            if changed:
                raise QuestionError(
                    f"The run ended early: {' '.join(changed)}",
                    "Start it again; it is then of the library as it is now.",
                )
        try:
            outcome = ask(run, contender, question)
        except (CancelledError, UnavailableError):
            raise
        except WorkbenchError as error:
            outcome = _failed(question, contender, str(error))
        except Exception as error:
            logger.exception("a question of a run failed")
            outcome = _failed(question, contender, f"Something unexpected: {type(error).__name__}.")
        keep_outcome(records, collection_id, key, outcome)
        progress(ASKING, number, len(waiting))


def _failed(question: SetQuestion, contender: Contender, why: str) -> Outcome:
    return Outcome(question.text, contender.pipeline, at=time.time(), error=why)
