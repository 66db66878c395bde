-- Milliseconds; null while the account exists. The row of a deleted account stays: events and orders name its id.
ALTER TABLE accounts.users ADD COLUMN deleted_at bigint;
