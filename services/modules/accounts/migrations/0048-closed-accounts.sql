-- Backups list the accounts that were erased lately.
CREATE INDEX users_erased ON accounts.users (deleted_at) WHERE deleted_at IS NOT NULL;
