"""A month of a lab as a short list of choices: what they are, what they do, and which make sense now."""
