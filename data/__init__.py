"""What must survive a restart: the journal of matches, tables, players' and servers' settings."""
