"""What extraction with a language model needs beside the asking: replies, batches and joining."""
