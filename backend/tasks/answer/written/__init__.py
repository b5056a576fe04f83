"""What a language model's text claims."""
