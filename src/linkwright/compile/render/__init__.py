"""Spellings of a lowered program, one folder to a back end."""
