-- Whether a creator sees the guide for new creators.
ALTER TABLE accounts.creators ADD COLUMN show_guide boolean NOT NULL DEFAULT true;
