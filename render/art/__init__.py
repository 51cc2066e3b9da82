"""The vector sources of all sprites. Used when atlases are built, never while the bot runs."""
