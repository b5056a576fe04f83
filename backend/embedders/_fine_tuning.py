"""The child of `fine_tune`: all weights of a sentence-transformers model learn from triplets.

Multiple-negatives ranking loss (Henderson et al. 2017, "Efficient Natural Language Response
Suggestion for Smart Reply", §4.4) as sentence-transformers has it, with a hard negative for each
question; AdamW whose step grows over the first tenth of all batches and falls to zero after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss

from backend.embedders._model_agreement import AGREEMENT
from backend.embedders._model_export import least_cosine, plain_tokenizer, write_network
from backend.embedders._onnx_runtime import OnnxRuntime
from backend.embedders._tokenizer import ModelTokenizer
from backend.embedders._torch_model import load_model, message_of, unit_vectors, usable_tokens
from backend.guarded_process import Channel, serve

STEP = 2e-5
DECAY = 0.01
WARM = 0.1
"""Share of the batches over which the step grows."""
SCALE = 20.0
LONGEST_GRADIENT = 1.0
SEED = 11


def handle(channel: Channel) -> None:
    """Learn what the first message says, and answer with the network as bytes."""
    first = channel.receive()
    if first is None:
        return
    try:
        description, network = _learned(first[0], channel)
    except (OSError, ValueError, RuntimeError, ImportError, KeyError, TypeError) as error:
        channel.send({"problem": message_of(error)})
        return
    channel.send(description, network)


def _learned(task: dict[str, Any], channel: Channel) -> tuple[dict[str, Any], bytes]:
    torch.manual_seed(SEED)
    learner = load_model(task["folder"], task["threads"])
    fit(learner, task["batches"], task["longest"], channel)
    # the exporter needs another way to attend, by which learning would take twice the time
    model = load_model(task["folder"], task["threads"], attention="eager")
    model.load_state_dict(learner.state_dict())
    sequence = usable_tokens(model)
    tokenizer = plain_tokenizer(model)
    if tokenizer is None:
        raise ValueError("it has no fast tokenizer")
    prompt = (model.prompts or {}).get(model.default_prompt_name or "") or ""
    target = BytesIO()
    write_network(model, target)
    network, text = target.getvalue(), tokenizer.to_str()
    tokens = ModelTokenizer(text, sequence)
    dimension = int(unit_vectors(model, ["dimension"]).shape[1])
    cosine = least_cosine(model, OnnxRuntime(network, tokens, dimension, threads=1), prompt)
    if cosine < AGREEMENT:
        raise ValueError(f"its export agrees only to a cosine of {cosine:.5f}")
    return {
        "dimension": dimension,
        "max_sequence": sequence,
        "max_tokens": sequence - tokens.special - len(tokens.offsets([prompt])[0]),
        "prompt": prompt,
        "tokenizer": text,
    }, network


def fit(
    model: SentenceTransformer,
    batches: Sequence[Sequence[Sequence[str]]],
    longest: int,
    channel: Channel,
) -> None:
    """Learn batch by batch.

    Args:
        batches: of triplets (question, right, wrong).
        longest: tokens after which passages are cut while learning.
    """
    model.max_seq_length = min(longest, int(model.max_seq_length or longest))
    loss = MultipleNegativesRankingLoss(model, scale=SCALE)
    descent = torch.optim.AdamW(model.parameters(), lr=STEP, weight_decay=DECAY)
    steps = torch.optim.lr_scheduler.LambdaLR(descent, lambda done: share(done, len(batches)))
    model.train()
    for number, batch in enumerate(batches):
        channel.send({"done": number, "of": len(batches)})
        features = [model.preprocess(list(column)) for column in _columns(batch)]
        value = loss(features, torch.zeros(len(batch)))
        value.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), LONGEST_GRADIENT)
        descent.step()
        descent.zero_grad()
        steps.step()


def share(done: int, of: int) -> float:
    """The share of STEP after so many of all batches: up over WARM of them, then down to zero."""
    warm = max(1, round(WARM * of))
    return (done + 1) / warm if done < warm else max(0.0, (of - done) / max(1, of - warm))


def _columns(batch: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    return zip(*batch, strict=True)


if __name__ == "__main__":
    serve(handle)
