"""Hydra configuration; a package, since hydra finds it by this name in every kind of install."""
