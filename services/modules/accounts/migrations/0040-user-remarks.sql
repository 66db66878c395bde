-- An admin's note about a person, in the vault.
ALTER TABLE accounts.users ADD COLUMN remark_ref text;
