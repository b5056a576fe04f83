"""Parts of the searches over the graph of names and facts."""
