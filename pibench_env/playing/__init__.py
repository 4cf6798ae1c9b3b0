"""What players in the kernel's language work with: a log of commands, the moves by name, and what there is to see."""
