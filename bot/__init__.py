"""Discord, and the one place where rules, pictures and storage are wired together."""
