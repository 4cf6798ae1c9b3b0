"""Randomness by key: SHA-256, SeedSequence, PCG64 and NumPy's distributions inside the kernel (randomness, section 2).

One file a layer. The rest of the kernel uses `keys` to get a generator and `distributions` to draw from it.
"""
