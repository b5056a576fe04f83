"""Lets a language model judge what came of a run, and judges the judge.

About one request in ten is a hidden probe: an answer whose right mark is known, sent in the same
words as all others. A right one is the right answer itself; a wrong one is the right answer to
another question, taken only where it shares no fact with this one's. So probes show a judge that
does not read or always says the same; they are easier than the answers between right and wrong.
Which questions are probes hangs on each question alone: answers that come later add probes, and
change none that was paid for.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from backend.errors import CancelledError, LanguageModelError
from backend.evaluation.kept_judgings import judgings_of, keep_judging
from backend.evaluation.kept_runs import outcome_key
from backend.identity import content_id
from backend.ports import Judge, Progress, Records, StopSignal
from backend.tasks.judge.language_model import Case, NotJudgedError, WrittenJudge
from backend.tasks.judge.written.judge_replies import plain
from backend.types import (
    EvaluationRun,
    JudgeChoice,
    Judging,
    JudgingEstimate,
    Outcome,
    SetQuestion,
    Usage,
)

KIND = "judge"
"""Kind of the job that judges a run; its key is the run's id."""
JUDGING = "judging"
ONE_IN = 10
_OF_EACH_KIND = 2**32 // (2 * ONE_IN)
"""Half of the probes are right ones and half are wrong ones: hashes of 32 bits below this."""
FAILURES_IN_A_ROW = 3
"""After so many errors of the server the job ends: each further one would only cost time."""
SAMPLE = 200
"""Of more cases than this, evenly spaced ones are counted for an estimate."""
CORRECT, COVERED, FAITHFUL = (
    "Right (model judge)",
    "Facts covered (model judge)",
    "Faithful (model judge)",
)


@dataclass(frozen=True, slots=True)
class JudgedItem:
    """One thing to put to the judge: an answer, a probe, or a pair (then two answers)."""

    key: str
    qid: str
    question: str
    golds: tuple[str, ...]
    answers: tuple[str, ...]
    passages: tuple[str, ...] = ()
    contenders: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    known: float | None = None

    @property
    def is_probe(self) -> bool:
        """Whether the right mark is known."""
        return self.known is not None


def has_right_answer(question: SetQuestion) -> bool:
    """Whether there is something to judge answers by."""
    return bool(question.answers) and question.answerable and not question.struck


def can_be_judged(question: SetQuestion, outcome: Outcome | None) -> bool:
    """Whether there are a right answer and an answer beside it; a refusal is wrong without a
    judge."""
    return (
        outcome is not None
        and not outcome.error
        and outcome.verdict is not None
        and not outcome.refused
        and has_right_answer(question)
        and bool(words_of(outcome).strip())
    )


def words_of(outcome: Outcome) -> str:
    """The whole answer, or of older outcomes what was kept of it."""
    return outcome.written or outcome.answer


def items_of(
    run: EvaluationRun,
    choice: JudgeChoice,
    questions: Sequence[SetQuestion],
    outcomes: Mapping[str, Outcome],
    local: Judge,
) -> tuple[JudgedItem, ...]:
    """All that is to be judged, probes among the rest in an order that tells nothing."""
    answers, pairs = [], []
    for question in questions:
        there = []
        for contender in run.contenders:
            key = outcome_key(run, contender, question)
            outcome = outcomes.get(key)
            if outcome is not None and can_be_judged(question, outcome):
                there.append(_answer(choice, question, contender.name, key, outcome))
        answers += there
        if choice.pairs and there and there[0].contenders == (run.contenders[0].name,):
            pairs += [
                _pair(choice, there[0], other)
                for other in there[1:]
                if plain(other.answers[0]) != plain(there[0].answers[0])
            ]
    probes = _probes(run, choice, questions, outcomes, local) if answers else ()
    return tuple(sorted((*answers, *pairs, *probes), key=lambda item: item.key))


def _key(choice: JudgeChoice, *parts: str) -> str:
    return content_id("judging", choice.judge, choice.votes, *parts)


def _answer(
    choice: JudgeChoice, question: SetQuestion, contender: str, key: str, outcome: Outcome
) -> JudgedItem:
    words = words_of(outcome)
    passages = tuple(each.chunk_id for each in outcome.found)
    own = _key(choice, key, question.text, *question.answers, words)
    return JudgedItem(
        own,
        question.qid,
        question.text,
        question.answers,
        (words,),
        passages,
        (contender,),
        (key,),
    )


def _pair(choice: JudgeChoice, first: JudgedItem, second: JudgedItem) -> JudgedItem:
    return JudgedItem(
        _key(choice, "pair", first.key, second.key),
        first.qid,
        first.question,
        first.golds,
        (*first.answers, *second.answers),
        (),
        (*first.contenders, *second.contenders),
        (*first.outcomes, *second.outcomes),
    )


def _probes(
    run: EvaluationRun,
    choice: JudgeChoice,
    questions: Sequence[SetQuestion],
    outcomes: Mapping[str, Outcome],
    local: Judge,
) -> Iterator[JudgedItem]:
    """Right and wrong ones, each for about one in twenty of all questions times contenders, and at
    least one of each kind."""
    asked = [set_question for set_question in questions if has_right_answer(set_question)]
    rights = sorted(
        {
            (_hash("right", set_question.answers[0]), set_question.answers[0])
            for set_question in asked
        }
    )
    for known in (1.0, 0.0):
        slots = sorted(
            (_hash(str(known), question.text, contender.name), place, contender.name)
            for place, question in enumerate(asked)
            for contender in run.contenders
        )
        by_name = {contender.name: contender for contender in run.contenders}
        some = False
        for chance, place, name in slots:
            if chance >= _OF_EACH_KIND and some:
                break
            question = asked[place]
            words = question.answers[0] if known else _wrong_words(question, rights, local)
            if words is None:
                continue
            some = True
            outcome = outcomes.get(outcome_key(run, by_name[name], question))
            if outcome is None and chance < _OF_EACH_KIND:
                continue  # its turn comes with its answer
            yield JudgedItem(
                _key(choice, "probe", name, question.text, *question.answers, "\n", words),
                question.qid,
                question.text,
                question.answers,
                (words,),
                tuple(each.chunk_id for each in outcome.found) if outcome else (),
                known=known,
            )


def _hash(*parts: str) -> int:
    """A number of 32 bits that depends on nothing but the parts."""
    return int(content_id("probe", *parts)[:8], 16)


def _wrong_words(
    question: SetQuestion, rights: Sequence[tuple[int, str]], local: Judge
) -> str | None:
    """The right answer to another question that shares no fact with those of this one: the next
    one on a ring of hashes, so that a further question seldom changes it."""
    begin = bisect(rights, (_hash(question.text), ""))
    for _, words in (*rights[begin:], *rights[:begin]):
        marks = local.judge(question.text, question.answers, words, ())
        if marks.correct == 0.0 and marks.coverage == 0.0:
            return words
    return None


def _cases(records: Records, item: JudgedItem) -> list[Case]:
    chunks = records.chunks(list(item.passages))
    passages = tuple(chunks[passage] for passage in item.passages if passage in chunks)
    return [Case(item.question, item.golds, answer, passages) for answer in item.answers]


def estimate_judging(
    records: Records,
    judge: WrittenJudge,
    choice: JudgeChoice,
    items: Sequence[JudgedItem],
    known: Collection[str],
    prices: tuple[float, float],
    currency: str,
) -> JudgingEstimate:
    """What judging the items that were not judged yet would cost.

    Args:
        known: keys of those that were.
        prices: money for a million tokens in and out.
    """
    waiting = [judged_item for judged_item in items if judged_item.key not in known]
    step = max(1, -(-len(waiting) // SAMPLE))
    given = written = counted = 0
    for item in waiting[::step]:
        cases = _cases(records, item)
        asked, said = judge.pair_tokens(*cases) if len(cases) > 1 else judge.tokens(cases[0])
        votes = 1 if len(cases) > 1 else choice.votes
        given, written, counted = given + votes * asked, written + votes * said, counted + 1
    scale = len(waiting) / counted if counted else 0.0
    given, written = round(given * scale), round(written * scale)
    cost = (given * prices[0] + written * prices[1]) / 1e6
    requests = sum(2 if len(judged_item.answers) > 1 else choice.votes for judged_item in waiting)
    probes = sum(choice.votes for judged_item in waiting if judged_item.is_probe)
    known_already = len(items) - len(waiting)
    return JudgingEstimate(
        choice.name, requests, known_already, probes, given, written, cost, currency
    )


def work_on_judging(
    records: Records,
    collection_id: str,
    judge: WrittenJudge,
    choice: JudgeChoice,
    items: Sequence[JudgedItem],
    progress: Progress,
    stop: StopSignal,
    let_pass: Callable[[], object],
) -> None:
    """Judge the items, each once, and keep what is said of each as soon as it is said. A reply that
    cannot be used is kept as an error, and the rest goes on.

    Args:
        let_pass: called before each request, so that a person's question goes first.

    Raises:
        LanguageModelError: if the server fails several times in a row.
        CancelledError: if progress asked for it.
    """
    progress(JUDGING, 0, len(items))
    in_a_row = 0
    earlier = judgings_of(records, collection_id)
    for number, item in enumerate(items, start=1):
        let_pass()
        untold = judge.estimated
        try:
            found = _judged(records, judge, choice, item, stop)
            in_a_row = 0
        except NotJudgedError as error:
            failed = error.__cause__
            in_a_row = in_a_row + 1 if isinstance(failed, LanguageModelError) else 0
            found = _with_usage(item, error.usage, str(error))
            found = replace(found, estimated=judge.estimated > untold)
            if isinstance(failed, LanguageModelError) and in_a_row >= FAILURES_IN_A_ROW:
                waits = _costing_also(replace(found, error="", again=True), earlier.get(item.key))
                keep_judging(records, collection_id, item.key, waits)
                raise failed from None
        found = replace(found, estimated=judge.estimated > untold)
        found = _costing_also(found, earlier.get(item.key))
        try:
            progress(JUDGING, number - 1, len(items))
        except CancelledError:
            # not kept half-judged, but what it cost until it was cancelled stays
            spent = replace(_with_usage(item, _usage_of(found), ""), again=True)
            spent = replace(spent, estimated=found.estimated)
            keep_judging(records, collection_id, item.key, spent)
            raise
        keep_judging(records, collection_id, item.key, found)
        progress(JUDGING, number, len(items))


def _judged(
    records: Records,
    judge: WrittenJudge,
    choice: JudgeChoice,
    item: JudgedItem,
    stop: StopSignal,
) -> Judging:
    cases = _cases(records, item)
    if len(cases) > 1:
        preferred, swayed, usage = judge.prefer(cases[0], cases[1], stop)
        return Judging(
            item.outcomes,
            preferred=preferred,
            swayed=swayed,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cost=usage.cost,
        )
    marks, usage = judge.judge(cases[0], choice.votes, stop)
    return Judging(
        item.outcomes,
        marks.correct,
        marks.coverage,
        marks.faithful,
        marks.why,
        item.is_probe,
        item.known,
        _known_faithful(cases[0], item.known),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost=usage.cost,
    )


def _known_faithful(case: Case, known: float | None) -> float | None:
    """Of a probe: a right answer that a passage says word for word is supported, a wrong one that
    none says is not; of others it is not known."""
    if known is None:
        return None
    there = any(plain(case.answer) in plain(passage.text) for passage in case.passages)
    return known if there == bool(known) else None


def _costing_also(found: Judging, earlier: Judging | None) -> Judging:
    """What is said now, with what asking in vain cost before."""
    if earlier is None:
        return found
    return replace(
        found,
        input_tokens=found.input_tokens + earlier.input_tokens,
        output_tokens=found.output_tokens + earlier.output_tokens,
        cost=found.cost + earlier.cost,
        estimated=found.estimated or earlier.estimated,
    )


def _usage_of(judging: Judging) -> Usage:
    return Usage(judging.input_tokens, judging.output_tokens, judging.cost)


def _with_usage(item: JudgedItem, usage: Usage, error: str) -> Judging:
    return Judging(
        item.outcomes,
        is_probe=item.is_probe,
        known_correct=item.known,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost=usage.cost,
        error=error,
    )
