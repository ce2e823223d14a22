"""Independent references: other libraries and textbook solutions."""
