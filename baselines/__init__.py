"""Policies that play a lab: rules, the oracle, and what is learned or tuned."""
