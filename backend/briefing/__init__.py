"""A collection at a glance: what it holds, and questions that it was seen to answer."""
