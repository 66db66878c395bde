-- A person has proved one of their email addresses or phone numbers, and may replace one within ten minutes.
CREATE TABLE accounts.contact_proofs (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  -- The login that was proved: the proof ends with it.
  account_index bytea NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX contact_proofs_by_user ON accounts.contact_proofs (user_id);
