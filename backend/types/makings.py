"""How questions for a question set are made, what that costs, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

TEMPLATES = "templates"
"""Who writes questions where no language model does."""


@dataclass(frozen=True, slots=True)
class MakingEstimate:
    """What letting a language model write questions would cost at most: it is asked about so many
    single `passages` and `pairs` that share a name, and no more once enough questions are kept.
    `known` passages were asked about before and cost nothing. Tokens are counted from the prompts,
    those of the replies are an estimate."""

    model: str
    passages: int
    pairs: int
    known: int
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str

    @property
    def in_words(self) -> str:
        """The price, in a sentence or two."""
        known = f" {self.known:,} replies are there already and cost nothing." if self.known else ""
        asked = self.passages + self.pairs
        if not asked:
            return f"{self.model} has nothing left to read.{known}"
        of_two = f", {self.pairs:,} of them about two passages" if self.pairs else ""
        money = (
            f"{self.currency}{self.cost:.2f}"
            if self.cost
            else "no price is set, so that it cannot be told in money"
        )
        return (
            f"{self.model}, at most {asked:,} request{'' if asked == 1 else 's'}{of_two}: about "
            f"{self.input_tokens:,} tokens in, {self.output_tokens:,} out, {money}. It ends when "
            f"enough questions are kept.{known}"
        )


@dataclass(frozen=True, slots=True)
class MakingReport:
    """What came of making questions for a set.

    `written_by` is `templates` or the language model's name, `identity` tells that one and its
    prompts from others (empty for templates), `job_id` is the job that made them. `kept` of
    `wanted` questions were kept, `joined` of them over two passages; the others that were
    considered are counted in `refused` by the reason. `asked` requests were answered, `known`
    replies were there from before; `failed` counts the requests that came to nothing by the reason,
    and `unasked` the passages that were not asked about because the server kept failing. Of
    `estimated` requests the server did not tell the tokens. `ended` is false while it is at work,
    or where it was cancelled.
    """

    job_id: str
    written_by: str
    identity: str
    wanted: int
    kept: int = 0
    joined: int = 0
    asked: int = 0
    known: int = 0
    refused: tuple[tuple[str, int], ...] = ()
    failed: tuple[tuple[str, int], ...] = ()
    unasked: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    currency: str = ""
    estimated: int = 0
    ended: bool = False

    @property
    def in_words(self) -> tuple[str, ...]:
        """What came of it, in sentences; every candidate that is not there is accounted for."""
        by = "templates" if self.written_by == TEMPLATES else self.written_by
        over = f", {self.joined:,} of them over two passages" if self.joined else ""
        words = [f"{self.kept:,} of {self.wanted:,} questions made by {by}{over}."]
        if self.refused:
            count = sum(number for _, number in self.refused)
            words.append(f"{count:,} not kept: {_listed(self.refused)}.")
        if self.failed:
            count = sum(number for _, number in self.failed)
            words.append(f"{_requests(count)} failed: {_listed(self.failed)}.")
        if self.unasked:
            words.append(
                f"{self.unasked:,} passages were not asked about, since the server failed again "
                "and again."
            )
        if self.asked or self.known or self.input_tokens:
            words.append(self._spent())
        return tuple(words)

    def _spent(self) -> str:
        known = f", {self.known:,} replies were there already" if self.known else ""
        words = (
            f"{_requests(self.asked)} answered{known}: {self.input_tokens:,} tokens in, "
            f"{self.output_tokens:,} out, {self.currency}{self.cost:.2f}"
        )
        if self.estimated:
            words += f" (tokens of {self.estimated:,} estimated from the words)"
        return f"{words}."


def _requests(count: int) -> str:
    return f"{count:,} request{'' if count == 1 else 's'}"


def _listed(counts: tuple[tuple[str, int], ...]) -> str:
    return "; ".join(f"{reason.rstrip('.')} ({count:,})" for reason, count in counts)
