"""Slash commands: thin, each one hands over to an act or to the tables."""
