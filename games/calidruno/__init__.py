"""Calidruno, an UNO-like shedding game (rule book CAL)."""
