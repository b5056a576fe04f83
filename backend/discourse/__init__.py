"""What passages speak of: the subjects of each, whom "it" and "the company" mean, and what is said
of them."""
