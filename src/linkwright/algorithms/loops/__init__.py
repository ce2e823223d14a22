"""Loops: closing them, and the forces that hold them closed."""
