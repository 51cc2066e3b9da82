-- Who plays for people who are away from a table: a computer, or the table itself. Computer players sit as users with
-- negative ids.

ALTER TABLE game_table ADD COLUMN stand_in TEXT NOT NULL DEFAULT 'computer' CHECK (stand_in IN ('computer', 'timeout'));
