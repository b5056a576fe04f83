"""Writing questions that passages answer."""
