"""Rotations, inertia and spatial products, on expressions or plain numbers."""
