"""What an operator needs of a running bot: logs, health, metrics, and a word with systemd. Nothing of the games."""
