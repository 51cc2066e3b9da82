-- How many colours the suits of French cards have: "four" or "two".

ALTER TABLE player ADD COLUMN deck TEXT NOT NULL DEFAULT 'four';
