-- Pixels of an uploaded picture; null: uploaded before they were recorded.
ALTER TABLE accounts.pictures ADD COLUMN width integer, ADD COLUMN height integer;
CREATE INDEX pictures_by_name ON accounts.pictures (name);
