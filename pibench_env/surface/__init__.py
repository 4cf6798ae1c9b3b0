"""What a player holds in its hands: rows, histories, the dashboard, the calls by subject, and the words of refusals."""
