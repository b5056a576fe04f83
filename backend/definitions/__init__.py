"""What documents define: which terms, in which sentence, how surely; looked up by term."""
