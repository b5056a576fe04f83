"""Operations on a run besides asking: judging it, counting its cost, why evidence was missed."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import StrictBool, StrictInt

from backend.interfaces.evaluation_values import JudgingPrice, RunSummary, judging_price
from backend.interfaces.http_api.bodies import STRICT
from backend.interfaces.http_api.measuring import RUNS, run_asked_for, summary_of
from backend.interfaces.http_api.operations import ApiOperation, Call
from backend.types import WouldCostReport


@dataclass(frozen=True)
class JudgingBody:
    """How a run is judged: each answer `votes` times (1, 3 or 5; the middle mark counts), and with
    `pairs` the first contender's answers beside each other one's as well."""

    votes: StrictInt = 1
    pairs: StrictBool = False

    __pydantic_config__ = STRICT


def price(call: Call) -> JudgingPrice:
    """What it would cost; nothing is sent."""
    body: JudgingBody = call.body
    run = run_asked_for(call).run
    return judging_price(
        call.workbench.judging.judging_estimate(run, votes=body.votes, pairs=body.pairs)
    )


def judge(call: Call) -> RunSummary:
    """Judge what was not judged yet."""
    body: JudgingBody = call.body
    progress = run_asked_for(call)
    call.workbench.judging.start_judging(progress.run, votes=body.votes, pairs=body.pairs)
    return summary_of(call, progress)


def find_causes(call: Call) -> RunSummary:
    """Look into all that was missed and not looked into yet."""
    progress = run_asked_for(call)
    call.workbench.causes.find_causes(progress.run)
    return summary_of(call, progress)


def count_cost(call: Call) -> WouldCostReport:
    """Count it and keep it with the run."""
    return call.workbench.would_costs.would_cost_of_run(run_asked_for(call).run)


OPERATIONS = (
    ApiOperation(
        *("POST", RUNS + "/{run}/causes", "findCauses"),
        "Look into why evidence of a run was missed, in the background",
        "write",
        result=RunSummary,
        status=202,
        problems=(404,),
        run=find_causes,
    ),
    ApiOperation(
        *("POST", RUNS + "/{run}/would-cost", "countCost"),
        "What a language model would cost for the questions of a run; nothing is sent",
        "write",
        result=WouldCostReport,
        problems=(404,),
        run=count_cost,
    ),
    ApiOperation(
        *("POST", RUNS + "/{run}/judging-price", "priceJudging"),
        "What letting the language model that is on judge a run would cost; nothing is sent",
        "read",
        result=JudgingPrice,
        body=JudgingBody,
        problems=(404,),
        run=price,
    ),
    ApiOperation(
        *("POST", RUNS + "/{run}/judging", "judgeRun"),
        "Let the language model that is on judge a run, in the background",
        "write",
        result=RunSummary,
        body=JudgingBody,
        status=202,
        problems=(404,),
        run=judge,
    ),
)
