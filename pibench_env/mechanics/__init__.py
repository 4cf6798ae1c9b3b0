"""The rules of the world, one section of the rules page a file; how they act on each other stands in `kernel.py`."""
