"""Kalooki: rules, moves and observation."""
