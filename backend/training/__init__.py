"""What a collection learns from its own questions: which passages were right, and what follows."""
