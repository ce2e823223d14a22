"""Rewrites of straight-line code, one to a file; each gives a block from a block."""
