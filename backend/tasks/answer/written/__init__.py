"""The parts of answering with a language model: what it is given, and what its text claims."""
