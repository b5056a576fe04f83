"""What a language model judged of answers, and how far that judge is to be trusted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgeChoice:
    """How a run is judged: by whom, how often each answer is shown to the judge, and in pairs too.

    `judge` identifies the language model and its prompts: what another one said is kept apart.
    """

    judge: str
    name: str
    votes: int = 1
    pairs: bool = False
    created: float = 0.0


@dataclass(frozen=True, slots=True)
class Judging:
    """What the judge said of one answer, as marks of 0, .5 or 1; None where there was nothing to
    judge by.

    `known_correct` and `known_faithful` are the right marks of a hidden probe; None for an answer.
    `preferred`, of a pair, is 1 for the first answer, −1 for the second, 0 for neither; `swayed`
    says that the judge changed its mind when the two changed places, which counts as neither.
    `outcomes` are the keys of what was judged. `error` is why there is nothing else. `again` says
    that it waits to be asked once more: then only what it cost counts, and goes on to what is said
    the next time. `estimated` says that the server did not tell all of the tokens, as of a request
    that was cancelled under way.
    """

    outcomes: tuple[str, ...]
    correct: float | None = None
    coverage: float | None = None
    faithful: float | None = None
    why: str = ""
    is_probe: bool = False
    known_correct: float | None = None
    known_faithful: float | None = None
    preferred: int | None = None
    swayed: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    error: str = ""
    again: bool = False
    estimated: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is to be asked: it was judged, or ended in error."""
        return not self.again


@dataclass(frozen=True, slots=True)
class JudgingEstimate:
    """What judging a run would cost now. `asked` requests are to be sent, `probes` of them for
    hidden ones; `known` judgements are there already. Tokens are counted from the prompts, those of
    the replies are an estimate."""

    judge: str
    asked: int
    known: int
    probes: int
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str

    @property
    def in_words(self) -> str:
        """What judging would cost, in a sentence."""
        if not self.asked:
            return f"{self.judge} has judged all {self.known:,} already."
        known = f" {self.known:,} are judged already." if self.known else ""
        return (
            f"{self.judge}, {self.asked:,} request{'' if self.asked == 1 else 's'}, of them "
            f"{self.probes:,} hidden probe{'' if self.probes == 1 else 's'}: about "
            f"{self.input_tokens:,} tokens in, {self.output_tokens:,} out, "
            f"{self.currency}{self.cost:.2f}.{known}"
        )


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often two judges gave the same mark, and Cohen's κ; None where chance alone agrees."""

    of: str
    count: int
    same: float
    kappa: float | None


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two contenders in pairs: how often the judge preferred each, neither, and how often it
    changed its mind with the order, which counts as neither."""

    first: str
    second: str
    first_better: int
    second_better: int
    neither: int
    swayed: int


@dataclass(frozen=True, slots=True)
class JudgingReport:
    """The judge of a run, judged: `agreements` with the known marks of hidden probes come first.

    `errors` are pairs of a question (or `hidden probe`) and the reason.
    """

    name: str
    votes: int
    judged: int
    waiting: int
    probes: int
    agreements: tuple[Agreement, ...]
    pairs: tuple[PairResult, ...]
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str
    errors: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    """How far the judge is to be trusted, in sentences."""
