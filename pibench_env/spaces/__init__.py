"""The lab as arrays: what an observation holds, what an action means, what may be done now."""
