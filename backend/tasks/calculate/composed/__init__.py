"""Questions over a list of rows, answered by programs that are composed of all that their words may
stand for, and ranked by what was learned from questions with known answers."""
