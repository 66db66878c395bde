-- Since when an address signs in: one that was just added confirms nothing while there is an older one.
ALTER TABLE accounts.logins ADD COLUMN added_at bigint NOT NULL DEFAULT 0;
