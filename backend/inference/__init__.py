"""Small learned models as arrays, evaluated in numpy: a model that is trained elsewhere needs no
evaluator of its own."""
