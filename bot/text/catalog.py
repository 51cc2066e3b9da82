"""Texts by message id and language, from the .po catalogues in ``locales``."""
