"""A loopback server that speaks the chat-completions protocol and answers as a test scripts it."""
