"""Exports a sentence-transformers model to ONNX and checks that both give the same vectors.

Run as a child process (`python -m backend.embedders._model_export`): reads one JSON object from
standard input and writes JSON lines to standard output, progress first and the description last.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import warnings
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer, normalizers

from backend.embedders._adapter import changes
from backend.embedders._model_agreement import AGREEMENT, SAMPLES
from backend.embedders._onnx_runtime import STATES, VECTORS, OnnxRuntime
from backend.embedders._tokenizer import ModelTokenizer
from backend.embedders._torch_model import load_model, message_of, unit_vectors, usable_tokens

OPSET = 17
TOKEN_STATES = "token_embeddings"
"""What a sentence-transformers model calls the last layer's states of its tokens."""


class UnitEncoder(torch.nn.Module):
    """All modules of the model in a row, and unit length at the end.

    Args:
        states: give the tokens' states too, which a transformer leaves beside the text's vector.
    """

    def __init__(self, model: SentenceTransformer, *, states: bool = False) -> None:
        super().__init__()
        self.model = model
        self.states = states

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Ids and mask of shape (texts, tokens) become unit vectors, (texts, dimension), and
        states, (texts, tokens, hidden)."""
        features = self.model({"input_ids": input_ids, "attention_mask": attention_mask})
        vectors = torch.nn.functional.normalize(features["sentence_embedding"], p=2, dim=1)
        return (vectors, features[TOKEN_STATES]) if self.states else vectors


def export(task: dict[str, Any]) -> dict[str, Any]:
    """Write tokenizer.json and, if it agrees, model.onnx into the task's `target` folder.

    Returns:
        What is known of the model. `runtime` is `onnx`, or `torch` where the export failed or
        disagreed, with the reason in `problem`; `least_cosine` is the worst of the samples.
    """
    target = Path(task["target"])
    report("loading", 0)
    model = load_model(task["folder"], task["threads"], attention="eager")
    sequence = usable_tokens(model)
    prompt = (model.prompts or {}).get(model.default_prompt_name or "") or ""
    write_tokenizer(model, target / "tokenizer.json")
    tokens = ModelTokenizer(target / "tokenizer.json", sequence)
    prompt_tokens = len(tokens.offsets([prompt])[0])
    description: dict[str, Any] = {
        "dimension": int(unit_vectors(model, ["dimension"]).shape[1]),
        "max_sequence": sequence,
        "max_tokens": sequence - tokens.special - prompt_tokens,
        "prompt": prompt,
        "runtime": "onnx",
        "least_cosine": None,
        "problem": "",
    }
    report("exporting", 1)
    try:
        write_network(model, target / "model.onnx")
        report("comparing", 2)
        runtime = OnnxRuntime(target / "model.onnx", tokens, description["dimension"], threads=1)
        cosine = least_cosine(model, runtime, prompt)
    except (RuntimeError, ValueError, TypeError, KeyError, IndexError, OSError) as error:
        return {**description, "runtime": "torch", "problem": message_of(error)}
    description["least_cosine"] = cosine
    if cosine < AGREEMENT:
        problem = f"the export agrees only to a cosine of {cosine:.5f}"
        return {**description, "runtime": "torch", "problem": problem}
    if task.get("adapter"):
        change(model, Path(task["adapter"]))
        write_network(model, target / "pairs.onnx")
    return description


def change(model: SentenceTransformer, adapter: Path) -> None:
    """Apply an adapter's changes to the model.

    Raises:
        KeyError: if the adapter names a parameter that the model lacks, or more than one fits.
    """
    added, instead = changes(adapter)
    parameters = dict(model.named_parameters())
    with torch.no_grad():
        for ending, values in added.items():
            _parameter(parameters, ending).add_(torch.from_numpy(values))
        for ending, values in instead.items():
            _parameter(parameters, ending).copy_(torch.from_numpy(values))


def _parameter(parameters: Mapping[str, torch.Tensor], ending: str) -> torch.Tensor:
    fitting = [name for name in parameters if name == ending or name.endswith(f".{ending}")]
    if len(fitting) != 1:
        raise KeyError(f"{len(fitting)} parameters end in {ending}, expected was one")
    return parameters[fitting[0]]


def write_tokenizer(model: SentenceTransformer, path: Path) -> None:
    """Save the tokenizer without truncation or padding; nothing is written for slow ones."""
    tokenizer = plain_tokenizer(model)
    if tokenizer is not None:
        tokenizer.save(str(path))


def plain_tokenizer(model: SentenceTransformer) -> Tokenizer | None:
    """The tokenizer without truncation or padding; None for slow ones."""
    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if not isinstance(backend, Tokenizer):
        return None
    tokenizer = Tokenizer.from_str(backend.to_str())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if getattr(model[0], "do_lower_case", False):
        steps = [normalizers.Lowercase()]
        if tokenizer.normalizer is not None:
            steps.append(tokenizer.normalizer)
        tokenizer.normalizer = normalizers.Sequence(steps)
    return tokenizer


def write_network(model: SentenceTransformer, target: Path | BytesIO) -> None:
    """Export with texts and tokens as free axes."""
    sample = model.tokenizer(
        ["Two texts of", "different length make the sample"], return_tensors="pt", padding=True
    )
    inputs = {"input_ids": sample["input_ids"], "attention_mask": sample["attention_mask"]}
    axes = {0: "texts", 1: "tokens"}
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        has_states = TOKEN_STATES in model(dict(inputs))
        outputs = [VECTORS, STATES] if has_states else [VECTORS]
        torch.onnx.export(
            UnitEncoder(model, states=has_states).eval(),
            tuple(inputs.values()),
            cast(str, target),  # a stream will do as well, which its types do not say
            dynamo=False,
            input_names=list(inputs),
            output_names=outputs,
            dynamic_axes={
                **dict.fromkeys(inputs, axes),
                VECTORS: {0: "texts"},
                **({STATES: axes} if has_states else {}),
            },
            opset_version=OPSET,
        )


def least_cosine(model: SentenceTransformer, runtime: OnnxRuntime, prompt: str) -> float:
    """The worst agreement over samples of many lengths, alone and in padded batches."""
    expected = unit_vectors(model, SAMPLES)
    prompted = [prompt + text for text in SAMPLES]
    together = runtime.vectors(prompted)
    alone = np.concatenate([runtime.vectors([text]) for text in prompted])
    return float(min((expected * together).sum(1).min(), (expected * alone).sum(1).min()))


def report(stage: str, done: int) -> None:
    """One line of progress for the parent."""
    _answer({"stage": stage, "done": done})


def _answer(message: dict[str, Any]) -> None:
    os.write(_conversation, json.dumps(message).encode() + b"\n")


_conversation = 1


def main() -> None:
    """Do one task and answer with a description or, under `failure`, the reason."""
    global _conversation  # noqa: PLW0603 - libraries print on descriptor 1, so it moves once
    task = json.loads(sys.stdin.read())
    _conversation = os.dup(1)
    os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            result = export(task)
    except Exception as error:  # noqa: BLE001 - the process's edge: the parent shows the reason
        result = {"failure": message_of(error)}
    _answer(result)


if __name__ == "__main__":
    main()
