"""Questions over tables that are read word by word, and not as a form of sentence."""
