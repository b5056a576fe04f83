"""What a language model's judgement looks like, and how it is checked."""
