"""Other ways to see and to play one lab: text, structured actions, month plans, rewards."""
