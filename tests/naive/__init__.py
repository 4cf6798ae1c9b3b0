"""The naive twin: the world of the rules page in plain, slow, obviously correct Python."""
