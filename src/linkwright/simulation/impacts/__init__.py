"""Impacts: what happens where robots meet walls."""
