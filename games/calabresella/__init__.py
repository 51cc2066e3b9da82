"""Calabresella, one against two for thirds of points (rule book CLB)."""
