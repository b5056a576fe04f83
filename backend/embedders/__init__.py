"""Runtimes of embedding models; each module offers `build(settings, model_name)`."""
