"""Parts of passages, each with a vector of its own: small units are found, passages are shown."""
