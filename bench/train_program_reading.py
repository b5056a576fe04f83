"""What is read of programs by what learned from other sets:
`python -m bench.train_program_reading --adapter FILE --examples FILE --read FILE`.

The taught sets of `bench/own_lists` are read in two halves, each by a network that learned from the
other one alone, as the product reads lists that nobody has seen. `bench.train_composed` learns from
that how far what is read is to be trusted. What ships learns from all sets (`bench.train_pairs`);
so `--adapter` names an adapter that has not: the one that shipped before it learned of lists.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

from backend.embedders._tokenizer import ModelTokenizer
from backend.embedders.sentence_transformers import build as build_embedder
from backend.embedders.sentence_transformers import model_of_name
from backend.settings import load_settings
from backend.tasks.answer.extractive.weights import ALIGNED, load_weights
from backend.tasks.calculate.composed.program_network import shipped
from backend.tasks.calculate.composed.read_programs import MOST_READ
from bench._pair_network import PairNetwork
from bench._program_lessons import halves, program_lessons, read_of
from bench.train_composed import kept_examples
from bench.train_pairs import Course, trained

COURSE = Course(0.0, 8e-4, 1e-3, 0.1, 2.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, help="a file that keeps what is learned from")
    parser.add_argument("--read", type=Path, required=True, help="the file that is written")
    parser.add_argument("--adapter", type=Path, required=True, help="what both halves begin from")
    arguments = parser.parse_args()
    model = model_of_name(load_settings(), "")
    embedder = build_embedder(load_settings())
    tokens = ModelTokenizer(model.folder / "tokenizer.json", embedder.max_tokens)
    encoder = load_weights(ALIGNED).encoder
    assert encoder is not None, "the reader that ships reads pairs"
    examples = kept_examples(arguments.examples, embedder)
    found: list[dict[str, float]] = [{} for _ in examples]
    for half in halves():
        network = PairNetwork(str(model.folder))
        network.go_on_from(arguments.adapter, encoder.head, encoder.head)
        own = [example for example in examples if example.group in half]
        lessons = program_lessons(own, shipped(), embedder, tokens)
        network = trained(network, [], lessons, COURSE)
        for at, example in enumerate(examples):
            if example.group not in half and example.candidates:
                found[at] = read_of(example, MOST_READ, shipped(), network, embedder, tokens)
    with arguments.read.open("wb") as stream:
        pickle.dump(found, stream)


if __name__ == "__main__":
    main()
