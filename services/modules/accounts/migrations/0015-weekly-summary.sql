-- Whether a creator gets the figures of each week by mail.
ALTER TABLE accounts.creators ADD COLUMN weekly_summary boolean NOT NULL DEFAULT true;
