"""What the verbs of `pibench` do; how they are called stands in `pibench_env.cli`."""
