"""The child of `_torch_runtime`: embeds texts with sentence-transformers itself."""

from __future__ import annotations

import numpy as np

from backend.embedders._torch_model import load_model, message_of, unit_vectors
from backend.guarded_process import Channel, serve


def handle(channel: Channel) -> None:
    """Load the model named in the first message, then answer texts with their vectors."""
    first = channel.receive()
    if first is None:
        return
    task, _ = first
    model = None
    while (message := channel.receive()) is not None:
        try:
            if model is None:
                model = load_model(task["folder"], task["threads"])
                model.max_seq_length = task["max_sequence"]
            vectors = unit_vectors(model, message[0]["texts"])
        except (OSError, ValueError, RuntimeError, ImportError, KeyError) as error:
            channel.send({"problem": message_of(error)})
            continue
        channel.send({"shape": list(vectors.shape)}, np.ascontiguousarray(vectors).tobytes())


if __name__ == "__main__":
    serve(handle)
