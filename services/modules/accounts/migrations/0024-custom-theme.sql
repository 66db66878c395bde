-- The creator's own colour stays while another theme is chosen; empty: none was chosen yet.
ALTER TABLE accounts.creators ADD COLUMN custom_theme text NOT NULL DEFAULT '';
