"""Blind, reversed Briscola chiamata: six players promise how few points they will take (rule book BRI)."""
