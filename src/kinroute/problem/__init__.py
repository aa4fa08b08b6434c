"""The problem: an instance, checked once, and what can be proved of it."""
