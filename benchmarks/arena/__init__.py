"""Computer players against each other, over mirrored deals; see ``__main__``."""
