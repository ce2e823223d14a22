"""linkwright."""
