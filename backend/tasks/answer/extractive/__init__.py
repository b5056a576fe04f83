"""Extractive question answering: choose verbatim sentences of the evidence, and rarely a phrase.

Everything here is pure: evidence and an embedder in, frozen values out. `local.py` beside this
package makes an answer task of it, `bench/train_reader.py` learns its weights.
"""
