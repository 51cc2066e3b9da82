"""Rules of card games: pure Python, no I/O, no clock, no Discord, no pictures and no sentence a player reads."""
