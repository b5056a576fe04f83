"""The view of a collection's passages: the words and names that each holds and stands for, and the
links between passages that these make."""
